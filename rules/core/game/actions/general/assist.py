"""Assist (M3E-ACT-12)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.general import general
from rules.core.game.asks import Proc, one_of
from rules.core.game.cards import flip_number
from rules.core.game.context import Game
from rules.core.game.effects.conditions import change_condition
from rules.core.game.options import Choice
from rules.core.game.statcards import Action
from rules.core.game.state import Model
from rules.table.geometry.footprints import TOUCH

LOWERS = ("burning", "distracted", "injured")


def helped(g: Game, model: Model) -> list[Model]:
    """Other friendly models within 2" and sight with a Condition that could be lowered."""
    return [
        found
        for found in g.state.on_table()
        if found.seat == model.seat
        and found.id != model.id
        and any(found.has(name) for name in LOWERS)
        and g.ground.gap(model, found) <= g.rules.assist_range + TOUCH
        and g.ground.sees(g.state, model, found)
    ]


@general(Action(name="Assist"), lambda g, model: bool(helped(g, model)))
def assist(g: Game, deed: Deed) -> Proc[None]:
    """Lower one of Burning, Distracted or Injured by a 1/2/3 flip."""
    model = g.model(deed.model)
    choices = [
        Choice(f"{found.id}:{name}", f"{found.name}: {name.capitalize()}", found.id)
        for found in helped(g, model)
        for name in LOWERS
        if found.has(name)
    ]
    key = yield from one_of(
        model.player,
        "condition",
        choices,
        rule="M3E-ACT-12",
        text="Assist whom with what?",
        about=(model.id,),
        forced=True,
    )
    target, _, condition = key.partition(":")
    number = yield from flip_number(g, model.player, g.rules.assist, why="Assist", model=model)
    yield from change_condition(g, target, condition, -number.value)
