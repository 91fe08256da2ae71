"""Moves, Pushes and Places of a model, and what terrain does to it on the way (M3E-MOVE, on any ground)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

from rules.dialogue import Options
from rules.game.effects.conditions import gain
from rules.game.effects.damage import damage
from rules.game.events.table import Moved
from rules.game.procedure.asks import Ask, Proc
from rules.game.procedure.context import Game
from rules.game.procedure.hooks import Happening
from rules.game.procedure.in_progress import ActionInProgress, Hit
from rules.game.procedure.timing import happen
from rules.game.state import Model
from rules.game.table_access.interface import Body, MoveKind, Region
from rules.game.table_access.spots import Ending

RULES: dict[str, str] = {
    "walk": "M3E-ACT-13",
    "move": "M3E-MOVE-01",
    "push": "M3E-MOVE-13",
    "place": "M3E-MOVE-15",
    "charge": "M3E-ACT-14",
}


def cannot_be_moved(g: Game, model: Model, by: Model | None) -> bool:
    """Staggered: other friendly models' effects cannot move it (M3E-COND-12)."""
    return model.has("staggered") and by is not None and by.id != model.id and by.seat == model.seat


def move(
    g: Game,
    model: str,
    inches: float,
    way: MoveKind,
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
    options = g.table.reach(
        g.state, held, max(0.0, inches), way, toward=toward, away=away, bound=bound, traps=traps
    )
    return (yield from move_within(g, model, options, way, by=by, chooser=chooser, text=text))


def move_within(
    g: Game,
    model: str,
    options: Options,
    way: MoveKind,
    *,
    by: str = "",
    chooser: int | None = None,
    text: str = "",
) -> Proc[bool]:
    """The model is moved to a place of the region."""
    held = g.model(model)
    answer = yield Ask(
        seat=held.player if chooser is None else chooser,
        kind="destination",
        options=options,
        rule=RULES[way],
        text=text or f"Where does {held.name} end?",
        about=(model,),
    )
    end = cast(Region, options).end(answer)
    elevation = held.elevation if end.elevation is None else end.elevation
    g.emit(Moved(model, end.x, end.y, elevation, way, by, end.path))
    yield from after_moving(g, held, end, by=by, way=way)
    return True


def after_moving(g: Game, before: Model, end: Ending, *, by: str, way: str) -> Proc[None]:
    """Falls hurt; then what reacts to the move; hazards wait for the Action going on (M3E-MOVE-07,
    M3E-TRAIT-08)."""
    for inches in end.falls:
        if inches:
            yield from damage(g, Hit(before.id, inches, source="fall"))
    if not g.model(before.id).in_play:
        return
    facts = {"from": before, "way": way}
    by_model = g.state.models.get(by)
    yield from happen(g, Happening("moved", model=g.model(before.id), by=by_model, facts=facts))
    placed = way == "place"
    if g.in_progress:
        g.in_progress[-1].moves.setdefault(before.id, []).append((before, end, placed))
    else:
        g.later(partial(meet_hazards, g, before, end.legs, resolving=False, placed=placed))


def hazards_of(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """When an Action is resolved: what the acting model stood in, touched or moved through, and what others
    were moved through, each piece once (M3E-TRAIT-08, -09)."""
    names = [in_progress.model, *(name for name in in_progress.moves if name != in_progress.model)]
    for name in names:
        moves = in_progress.moves.get(name, [])
        if not g.model(name).on_table:
            continue
        before = moves[0][0] if moves else g.model(name)
        legs = [leg for _, end, _ in moves for leg in end.legs]
        placed = any(lifted for *_, lifted in moves)
        yield from meet_hazards(g, before, legs, resolving=name == in_progress.model, placed=placed)


def meet_hazards(g: Game, before: Model, legs: Sequence[Any], *, resolving: bool, placed: bool) -> Proc[None]:
    hazards = g.table.hazards(g.state, before, legs, resolving=resolving, placed=placed)
    for condition, number in hazards:
        yield from suffer_hazard(g, before.id, condition, number)


def suffer_hazard(g: Game, model: str, condition: str, number: int) -> Proc[None]:
    """A Hazardous piece's effect: its Condition, else damage that nobody did (M3E-TRAIT-08, M3E-KILL-04)."""
    if not g.model(model).in_play:
        return
    if condition:
        yield from gain(g, model, condition, number)
    else:
        yield from damage(g, Hit(model, number, source="Hazardous terrain"))
