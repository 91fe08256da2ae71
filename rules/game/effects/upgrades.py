"""Upgrades gained and lost in play (M3E-HIRE-19, -20, M3E-SUMM-03)."""

from __future__ import annotations

from rules.game.events.table import Attached, Detached
from rules.game.procedure.context import Game


def crew_may_hold(g: Game, upgrade: str, seat: int) -> bool:
    """Return whether the Crew may hold one more copy of the Upgrade (M3E-HIRE-19)."""
    if upgrade not in g.setup.upgrades:
        return False
    held = sum(model.upgrades.count(upgrade) for model in g.state.crew_of(seat))
    return held < g.setup.upgrades[upgrade].copies


def attach(g: Game, model: str, upgrade: str) -> bool:
    """Attach the Upgrade; return whether it stayed. A copy beyond the Crew's limit, or a second on one model,
    is discarded without effect (M3E-HIRE-19, -20)."""
    bearer = g.model(model)
    if not bearer.in_play or upgrade in bearer.upgrades or not crew_may_hold(g, upgrade, bearer.seat):
        return False
    g.emit(Attached(model, upgrade))
    return True


def detach(g: Game, model: str, upgrade: str) -> bool:
    """Discard the Upgrade; return whether the model had it."""
    if upgrade not in g.model(model).upgrades:
        return False
    g.emit(Detached(model, upgrade))
    return True
