"""Upgrades gained and lost in play (M3E-HIRE-19, -20, M3E-SUMM-03)."""

from __future__ import annotations

from rules.editions.m3e.play.procedure.context import Game
from rules.game.events.table import Attached, Detached


def may_bear(g: Game, upgrade: str, card: str, seat: int) -> bool:
    """Whether a model of that card may have the Upgrade: it meets every restriction, and its Crew may
    hold one more copy (M3E-HIRE-19, -21)."""
    printed, bearer = g.upgrades.get(upgrade), g.cards[card]
    if printed is None:
        return False
    held = sum(model.upgrades.count(upgrade) for model in g.state.crew_of(seat))
    return held < printed.copies and printed.fits(bearer)


def attach(g: Game, model: str, upgrade: str) -> bool:
    """Attach the Upgrade; return whether it stayed. What the model may not bear, or bears already, is
    discarded without effect (M3E-HIRE-16, -19, -20)."""
    bearer = g.model(model)
    if not bearer.in_play or upgrade in bearer.upgrades:
        return False
    if not may_bear(g, upgrade, bearer.card, bearer.seat):
        return False
    g.emit(Attached(model, upgrade))
    return True


def detach(g: Game, model: str, upgrade: str) -> bool:
    """Discard the Upgrade; return whether the model had it."""
    if upgrade not in g.model(model).upgrades:
        return False
    g.emit(Detached(model, upgrade))
    return True
