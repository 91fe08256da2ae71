"""What a model may do now (M3E-TURN-14, M3E-ACT-03)."""

from __future__ import annotations

from rules.core.game.actions.general import GENERAL
from rules.core.game.actions.targets import can_be_taken
from rules.core.game.context import Game
from rules.core.game.effects.conditions import action_limit
from rules.core.game.options import Choice
from rules.core.game.statcards import Action
from rules.core.game.state import Model

END = Choice("end", "End the Activation")


def affordable(g: Game, model: Model, action: Action, limit: int | None = None) -> bool:
    """Whether limits leave room: bonus actions cost none of it, one an Activation, and a Stunned model pays
    the limit for them too (M3E-ACT-03, M3E-COND-13). ``limit`` is its action limit, where that is known."""
    if action.bonus and model.bonus:
        return False
    free = action.bonus and not model.has("stunned")
    return free or model.acts < (action_limit(g, model) if limit is None else limit)


def menu(g: Game, model: Model) -> list[Action]:
    """Every Action it may declare now: its card's, then the general ones. A Buried model takes none
    (M3E-BURY-01)."""
    if not model.on_table:
        return []
    limit = action_limit(g, model)
    found = [*g.actions(model), *(general.action for general in GENERAL.values())]
    return [
        action for action in found if affordable(g, model, action, limit) and can_be_taken(g, model, action)
    ]
