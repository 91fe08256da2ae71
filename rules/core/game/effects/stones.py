"""Soulstones: who may use them, and spending one (M3E-STONE)."""

from __future__ import annotations

from rules.core.game.context import Game
from rules.core.game.events.turns import StonesChanged
from rules.core.game.hooks import STONE_USERS
from rules.core.game.state import Model


def may_use_stone(g: Game, model: Model) -> bool:
    """Whether the model's player may spend a stone for it: a Master, a Henchman or one that an ability
    lets, and a stone left (-01)."""
    if g.crew(model.player).stones <= 0:
        return False
    return g.card(model).station in g.rules.stone_users or any(may(g, model) for may in STONE_USERS)


def spend_stone(g: Game, model: Model, use: str) -> None:
    """One stone for the model; the caller keeps to one per game effect (-02)."""
    g.emit(StonesChanged(model.player, -1, use, model.id))
