"""Concentrate (M3E-ACT-11)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.general import general
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects.conditions import gain
from rules.core.game.statcards import Action


@general(Action(name="Concentrate", once="activation"), lambda g, model: True)
def concentrate(g: Game, deed: Deed) -> Proc[None]:
    """Focused +1, up to its cap (M3E-COND-20)."""
    yield from gain(g, deed.model, "focused", 1, deed.model)
