"""Moves, Pushes and Places of a model, and what terrain does to it on the way (M3E-MOVE, on any ground)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rules.core.game.asks import Proc, spot
from rules.core.game.context import Game
from rules.core.game.effects.conditions import gain
from rules.core.game.effects.damage import damage
from rules.core.game.effects.hit import Hit
from rules.core.game.events.models import Moved
from rules.core.game.ground import Body, Way
from rules.core.game.hooks import Happening
from rules.core.game.options import Options
from rules.core.game.state import Model
from rules.core.game.timing import happen

RULES: dict[str, str] = {
    "walk": "M3E-ACT-13", "move": "M3E-MOVE-01", "push": "M3E-MOVE-13", "place": "M3E-MOVE-15",
    "charge": "M3E-ACT-14",
}  # fmt: skip


def cannot_be_moved(g: Game, model: Model, by: Model | None) -> bool:
    """Staggered: other friendly models' effects cannot move it (M3E-COND-12)."""
    return model.has("staggered") and by is not None and by.id != model.id and by.seat == model.seat


def move(
    g: Game,
    model: str,
    inches: float,
    way: Way,
    *,
    by: str = "",
    chooser: int | None = None,
    toward: Body | None = None,
    away: Body | None = None,
    bound: Iterable[tuple[Model, float]] = (),
    traps: Iterable[tuple[Model, float]] = (),
    text: str = "",
) -> Proc[bool]:
    """The model is moved up to ``inches``, where ``chooser`` (its player) says; whether it counts as
    moved."""
    held = g.model(model)
    if not held.on_table or cannot_be_moved(g, held, g.state.models.get(by)):
        return False
    options = g.ground.reach(
        g.state, held, max(0.0, inches), way, toward=toward, away=away, bound=bound, traps=traps
    )
    return (yield from move_within(g, model, options, way, by=by, chooser=chooser, text=text))


def move_within(
    g: Game,
    model: str,
    options: Options,
    way: Way,
    *,
    by: str = "",
    chooser: int | None = None,
    text: str = "",
) -> Proc[bool]:
    """The model is moved to a place of the region."""
    held = g.model(model)
    x, y = yield from spot(
        held.player if chooser is None else chooser, "destination", options,
        rule=RULES[way], text=text or f"Where does {held.name} end?", about=(model,),
    )  # fmt: skip
    g.emit(Moved(model, x, y, held.elevation, way, by))
    yield from after_moving(g, held, by=by, way=way)
    return True


def after_moving(g: Game, before: Model, *, by: str, way: str) -> Proc[None]:
    """What reacts to the move, and the hazards met; these wait for the Action (M3E-TRAIT-08)."""
    after = g.model(before.id)
    facts = {"from": before, "way": way}
    yield from happen(g, Happening("moved", model=after, by=g.state.models.get(by), facts=facts))
    hazards = g.ground.hazards(g.state, before, after, bool(g.deeds))
    for condition, number in hazards:
        g.later(partial(suffer_hazard, g, before.id, condition, number))


def suffer_hazard(g: Game, model: str, condition: str, number: int) -> Proc[None]:
    """A Hazardous piece's effect: its Condition, else damage that nobody did (M3E-TRAIT-08, M3E-KILL-04)."""
    if not g.model(model).in_play:
        return
    if condition:
        yield from gain(g, model, condition, number)
    else:
        yield from damage(g, Hit(model, number, source="Hazardous terrain"))
