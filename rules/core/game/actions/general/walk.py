"""Walk (M3E-ACT-13)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.engagement import engagers
from rules.core.game.actions.general import general
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects.movement import move
from rules.core.game.hooks import stat
from rules.core.game.statcards import Action
from rules.core.game.state import Model


def ranges(g: Game, model: Model) -> tuple[list[tuple[Model, float]], list[tuple[Model, float]]]:
    """The engagement ranges the Walk may not leave: those it is in, and those it may come into
    (M3E-ENG-03, -07)."""
    now = engagers(g, model)
    bound = [(enemy, g.card(enemy).engagement or 0.0) for enemy in now]
    if g.rules.table.walk_may_not_leave == "began_in":
        return bound, []
    held = {enemy.id for enemy in now}
    others = [
        (enemy, g.card(enemy).engagement or 0.0)
        for enemy in g.state.on_table()
        if enemy.seat != model.seat and enemy.id not in held and g.card(enemy).engagement is not None
    ]
    return bound, others


@general(Action(name="Walk"), lambda g, model: stat(g, model, "mv") > 0)
def walk(g: Game, deed: Deed) -> Proc[None]:
    """Move up to Mv; not out of an enemy's engagement range."""
    model = g.model(deed.model)
    bound, traps = ranges(g, model)
    yield from move(
        g, model.id, stat(g, model, "mv"), "walk", by=model.id, bound=bound, traps=traps, text="Walk where?"
    )
