"""Upgrades of a league that Annihilate themselves when used (SL-UPG-13)."""

from __future__ import annotations

from rules.core.game.context import Game
from rules.core.game.events import Event
from rules.core.game.events.league import Claimed
from rules.core.game.events.models import Detached
from rules.core.game.state import Claim, Model


def use_up(g: Game, model: str, upgrade: str) -> None:
    """Off the model, and written down for the league; nothing when it does not bear it."""
    for event in used_up(g.model(model), upgrade):
        g.emit(event)


def used_up(model: Model, upgrade: str) -> list[Event]:
    """The facts of it."""
    if upgrade not in model.upgrades:
        return []
    return [
        Detached(model.id, upgrade),
        Claimed(Claim(kind="used_up", seat=model.seat, what=upgrade, model=model.id)),
    ]
