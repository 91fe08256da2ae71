"""Moves, Pushes and Places of models on any ground, and the effects of terrain on the way (M3E-MOVE). Also
moved markers, and falls when the ground is removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Any, cast

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.editions.m3e.play.abilities.held import parts
from rules.editions.m3e.play.abilities.manner import ignored, left_of, manner_of
from rules.editions.m3e.play.abilities.passive import cannot, ground_for, may_refuse
from rules.editions.m3e.play.effects.areas import one_by_one
from rules.editions.m3e.play.effects.conditions import gain
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.markers import lay_atop
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import Gives
from rules.game.events.table import MarkerMoved, Moved
from rules.game.procedure.asks import Ask, Proc, yes
from rules.game.state import Marker, Model
from rules.game.table_access.interface import Body, Hazard, MoveKind, MoveRegion, hazard_of
from rules.game.table_access.spots import Ending
from rules.table.bases import Base
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.movement.hazards import harmed_by_moved_marker
from rules.table.obstacles.falls import Fall
from rules.table.obstacles.legs import Leg
from rules.wording import titled

RULES: dict[str, str] = {
    "walk": "M3E-ACT-13",
    "move": "M3E-MOVE-01",
    "push": "M3E-MOVE-13",
    "place": "M3E-MOVE-15",
    "charge": "M3E-ACT-14",
}


def cannot_be_moved(g: Game, model: Model, by: Model | None) -> bool:
    """Whether the model cannot be moved by ``by``: Staggered prevents effects of other friendly models
    (M3E-COND-12), abilities others."""
    if by is None or by.id == model.id:
        return False
    return (model.has("staggered") and by.seat == model.seat) or cannot(g, model, "be_moved", against=by)


def refuses(g: Game, model: Model, by: Model | None) -> Proc[bool]:
    """Whether the model's player uses an ability to prevent the move."""
    if by is None or by.id == model.id or not may_refuse(g, model, "be_moved", by):
        return False
    text = f"{by.name} would move {model.name}. Let it not be moved?"
    return (yield from yes(model.player, "use", rule="M3E-ABIL-01", text=text, about=(model.id,)))


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
    """Move the model up to ``inches`` to a place that ``chooser`` (by default its player) chooses; return
    whether it counts as moved."""
    held = g.model(model)
    if not held.on_table or cannot_be_moved(g, held, g.state.models.get(by)):
        return False
    if (yield from refuses(g, held, g.state.models.get(by))):
        return False
    options = places_of_move(g, held, inches, way, by=by, toward=toward, away=away, bound=bound, traps=traps)
    return (yield from move_within(g, model, options, way, by=by, chooser=chooser, text=text))


def places_of_move(
    g: Game,
    held: Model,
    inches: float,
    way: MoveKind,
    *,
    by: str = "",
    toward: Body | None = None,
    away: Body | None = None,
    bound: Iterable[tuple[Model, float]] = (),
    traps: Iterable[tuple[Model, float]] = (),
) -> Options:
    """Where a move of up to ``inches`` may take the model from where ``held`` stands."""
    return g.table.reach(
        ground_for(g, held, "severe"),
        held,
        left_of(g, held, max(0.0, inches), g.state.models.get(by)),
        way,
        toward=toward,
        away=away,
        bound=bound,
        traps=traps,
        manner=manner_of(g, held),
    )


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
    """Let the player move the model to a place of the region; return whether it was moved. A reaction before
    the move may prevent it."""
    held = g.model(model)
    if not (yield from may_move(g, held, way, by)):
        return False
    answer = yield Ask(
        seat=held.player if chooser is None else chooser,
        kind="destination",
        options=options,
        rule=RULES[way],
        text=text or f"Where does {held.name} end?",
        about=(model,),
    )
    yield from go(g, model, cast(MoveRegion, options).end(answer), way, by=by)
    return True


def may_move(g: Game, held: Model, way: str, by: str = "") -> Proc[bool]:
    """Resolve the reactions before a move; return whether the model is unchanged by them and so can still be
    moved."""
    if "would_move" in g.moments:
        facts = {"way": way}
        yield from happen(g, Happening("would_move", model=held, by=g.state.models.get(by), facts=facts))
    return g.model(held.id) == held


def go(g: Game, model: str, end: Ending, way: str, *, by: str = "") -> Proc[None]:
    """Move the model to that end and resolve what follows from a move. A fall that harms comes first; who
    survives it finishes its movement (M3E-MOVE-07)."""
    held, path = g.model(model), end.path
    elevation = held.elevation if end.elevation is None else end.elevation
    harmful = [] if "falling" in ignored(g, held) else [fall for fall in end.falls if fall.damage]
    for fall in harmful:
        passed = _before_fall(g.model(model), path, end, fall)
        g.emit(Moved(model, fall.x, fall.y, fall.elevation, way, by, path[:passed]))
        landed, path = g.model(model), path[passed:]
        yield from damage(g, Hit(model, fall.damage, source="fall", kinds=frozenset({"falling"})))
        now = g.model(model)
        if not now.on_table or (now.x, now.y) != (landed.x, landed.y):
            return
    here = g.model(model)
    if not harmful or (here.x, here.y, here.elevation) != (end.x, end.y, elevation):
        g.emit(Moved(model, end.x, end.y, elevation, way, by, path))
    yield from after_moving(g, held, end, by=by, way=way)


def _before_fall(model: Model, path: tuple[tuple[float, float], ...], end: Ending, fall: Fall) -> int:
    """How many places of the path lie before the fall."""
    points = [(model.x, model.y), *path, (end.x, end.y)]
    return min(range(len(path) + 1), key=lambda n: _apart(fall.x, fall.y, *points[n], *points[n + 1]))


def after_moving(g: Game, before: Model, end: Ending, *, by: str, way: str) -> Proc[None]:
    """Resolve reactions to the move. Hazardous terrain waits until the Action in progress is resolved
    (M3E-TRAIT-08)."""
    if not g.model(before.id).in_play:
        return
    facts = {"from": before, "way": way}
    by_model = g.state.models.get(by)
    crossed(g)[:] = passed_through(g, before, end)
    placed = way == "place"
    moments = ("moved", "placed") if placed else ("moved",)
    moved = g.model(before.id)
    yield from happen(g, *(Happening(moment, model=moved, by=by_model, facts=facts) for moment in moments))
    if g.in_progress:
        g.in_progress[-1].moves.setdefault(before.id, []).append((before, end, placed))
    else:
        g.later(partial(meet_hazards, g, before, end.legs, resolving=False, placed=placed))


def crossed(g: Game) -> list[str]:
    """The ids of the models that the last move crossed: in the Action going on, if any."""
    return g.in_progress[-1].passed if g.in_progress else g.passed


def passed_through(g: Game, before: Model, end: Ending) -> list[str]:
    """The ids of the models whose bases the path crossed on its level, in order (M3E-MOVE-04)."""
    if not end.legs and not end.path and (end.x, end.y) == (before.x, before.y):
        return []
    points = [(before.x, before.y), *end.path, (end.x, end.y)]
    ways = [(start, stop, before.elevation) for start, stop in pairwise(points)]
    if end.legs:
        ways = [((leg.x, leg.y), leg.at(leg.length), leg.elevation) for leg in end.legs]
    return [
        model.id
        for model in g.state.on_table()
        if model.id != before.id
        and any(
            _apart(model.x, model.y, *start, *stop) < (model.mm + before.mm) / 2 * MM - TOUCH
            and model.elevation < level + max(before.size, TOUCH)
            and level < model.elevation + max(model.size, TOUCH)
            for start, stop, level in ways
        )
    ]


def met_by_marker(g: Game, before: Marker, after: Marker) -> list[str]:
    """The ids of the models that the marker meets on its straight way and its level; not those it touched."""
    return [
        model.id
        for model in g.state.on_table()
        if _apart(model.x, model.y, before.x, before.y, after.x, after.y)
        <= (model.mm + before.mm) / 2 * MM + TOUCH
        and before.elevation - TOUCH <= model.elevation <= before.elevation + before.size + TOUCH
        and not g.table.touching(before, model)
    ]


def _apart(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The distance from (x, y) to the segment from (ax, ay) to (bx, by)."""
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    share = 0.0 if size == 0.0 else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / size))
    return hypot(x - ax - share * dx, y - ay - share * dy)


def hazards_of(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """After an Action apply Hazardous terrain to the acting model where it was, touched or moved through, and
    to others where they were moved, each piece once (M3E-TRAIT-08, -09)."""
    names = [in_progress.model, *(name for name in in_progress.moves if name != in_progress.model)]
    for name in names:
        if g.model(name).on_table:
            hazards = _met_in(g, in_progress, g.model(name), in_progress.moves.get(name, ()))
            yield from _suffer(g, name, hazards)


def meet_hazards(g: Game, before: Model, legs: Sequence[Any], *, resolving: bool, placed: bool) -> Proc[None]:
    here = g.model(before.id)
    hazards = hazards_met(g, before, here, legs, resolving=resolving, placed=placed)
    yield from _suffer(g, before.id, hazards)


def _suffer(g: Game, model: str, hazards: Iterable[Hazard]) -> Proc[None]:
    for hazard in hazards:
        yield from suffer_hazard(g, model, hazard)


def hazards_ahead(g: Game, ask: Ask, answer: Answer) -> list[Hazard]:
    """The Hazardous terrain that the model would suffer from after that answer to ``move_within`` if
    nothing else happened, with what it met before in the same Action (M3E-TRAIT-08, -09)."""
    held, end, placed = (
        g.model(ask.about[0]),
        cast(MoveRegion, ask.options).end(answer),
        ask.rule == RULES["place"],
    )
    elevation = held.elevation if end.elevation is None else end.elevation
    there = replace(held, x=end.x, y=end.y, elevation=elevation)
    if not g.in_progress:
        return hazards_met(g, held, there, end.legs, resolving=False, placed=placed)
    in_progress = g.in_progress[-1]
    return _met_in(g, in_progress, there, (*in_progress.moves.get(held.id, ()), (held, end, placed)))


def _met_in(
    g: Game, in_progress: ActionInProgress, here: Model, moves: Sequence[tuple[Model, Ending, bool]]
) -> list[Hazard]:
    """What a model at ``here`` suffers from when the Action is resolved, after those moves in it."""
    before = moves[0][0] if moves else here
    legs = [leg for _, end, _ in moves for leg in end.legs]
    placed = any(lifted for *_, lifted in moves)
    return hazards_met(g, before, here, legs, resolving=here.id == in_progress.model, placed=placed)


def hazards_met(
    g: Game, before: Model, here: Model, legs: Sequence[Any], *, resolving: bool, placed: bool
) -> list[Hazard]:
    """The Hazardous terrain that harms a model from ``before`` over ``legs`` to ``here``."""
    if "hazardous" in ignored(g, here):
        return []
    return [
        *g.table.hazards(
            ground_for(g, here, "hazardous"), before, here, legs, resolving=resolving, placed=placed
        ),
        *_hazards_of_auras(g, before, here, legs, resolving=resolving, placed=placed),
    ]


STEP = 0.25  # inches: how closely a way is looked at for auras that are crossed


def _hazards_of_auras(
    g: Game, before: Model, here: Model, legs: Sequence[Any], *, resolving: bool, placed: bool
) -> list[Hazard]:
    """Each aura whose ground counts as Hazardous and that the model moved through, or is in when its
    Action is resolved (M3E-TRAIT-08, M3E-AREA-01)."""
    if Gives not in g.kinds and not g.state.lasting:
        return []
    moved = (before.x, before.y) != (here.x, here.y)
    places = [here] if moved or resolving else []
    if moved and not placed:
        corners = [(leg.x, leg.y) for leg in legs if isinstance(leg, Leg)]
        for (x, y), (to_x, to_y) in pairwise([(before.x, before.y), *corners, (here.x, here.y)]):
            steps = max(1, ceil(hypot(to_x - x, to_y - y) / STEP))
            places += [
                replace(here, x=x + (to_x - x) * step / steps, y=y + (to_y - y) * step / steps)
                for step in range(steps)
            ]
    met: dict[Hazard, None] = {}
    for place in places:
        for part in parts(g, place, Gives):
            if part.what == "hazardous":
                met.setdefault(Hazard("", part.condition, part.value or 1))
    return list(met)


def suffer_hazard(g: Game, model: str, hazard: Hazard) -> Proc[None]:
    """Apply a Hazardous piece: its Condition, or damage that no model deals, or damage besides its
    Condition (M3E-TRAIT-08, M3E-KILL-04)."""
    if not g.model(model).in_play or "hazardous" in ignored(g, g.model(model)):
        return
    if suffered := hazard.damage if hazard.condition else hazard.value:
        kinds, source = frozenset({"hazard"}), "Hazardous terrain"
        yield from damage(g, Hit(model, suffered, source=source, kinds=kinds, killer=hazard.killer))
    if hazard.condition and g.model(model).in_play:
        yield from gain(g, model, hazard.condition, hazard.value)


def move_marker(
    g: Game,
    marker: str,
    x: float,
    y: float,
    by: str = "",
    *,
    placed: bool = False,
    level: float | None = None,
) -> Proc[None]:
    """Move a marker straight to (x, y) in inches (M3E-MARK-04), to that ``level`` if one is told. Moved off
    an edge it falls (M3E-MARK-03). A Hazardous marker harms every model that it touches on the way, or only
    where it is ``placed``; the model that moves it may be spared (M3E-TRAIT-10, -11)."""
    yield from _lay_elsewhere(g, marker, x, y, by, placed, level)
    if placed and marker in g.state.markers:
        lying = g.state.markers[marker]
        mover = g.state.models.get(by)
        yield from happen(g, Happening("marker_placed", by=mover, seat=lying.seat, facts={"marker": lying}))


def _lay_elsewhere(
    g: Game, marker: str, x: float, y: float, by: str, placed: bool, level: float | None
) -> Proc[None]:
    before = g.state.markers[marker]
    after = replace(before, x=float(x), y=float(y))
    mover = g.state.models.get(by)
    top = mover.elevation if placed and mover is not None else before.elevation
    if level is None:
        level = g.table.level(g.state, after, top)
        if placed:
            level = g.table.out_of_solid(g.state, replace(after, elevation=level))
    g.emit(MarkerMoved(marker, after.x, after.y, level, by))
    lay_atop(g, marker, by)
    crossed(g)[:] = [] if placed else met_by_marker(g, before, after)
    if "hazardous" not in before.traits:
        return
    policies = g.rules.table
    far = hypot(after.x - before.x, after.y - before.y)

    def touched(spared: str) -> list[Model]:
        """The models that the marker touches where it lies now, or on its straight path there."""
        if spared and policies.moved_hazard == "spares_all":
            return []
        on_the_way: set[str] = set()
        if far and not placed:
            way = ((after.x - before.x) / far, (after.y - before.y) / far)
            leg = Leg(before.x, before.y, *way, far, before.elevation)
            base = Base(marker, before.x, before.y, before.mm, before.size, before.elevation, kind="marker")
            met = harmed_by_moved_marker(g.table.as_table(g.state), base, [leg], spared, policies)
            on_the_way = {harmed.name for harmed in met}
        lying = g.state.markers[marker]
        return [
            model
            for model in g.state.on_table()
            if model.id != spared and (model.id in on_the_way or g.table.touching(lying, model))
        ]

    models = touched("")
    if mover is not None and mover.in_play and models:
        if policies.moved_hazard == "spares_all" or any(model.id == by for model in models):
            text = f"Ignore what the {before.name or titled(before.kind)} Marker does?"
            if (yield from yes(mover.player, "use", rule="M3E-TRAIT-10", text=text, about=(by,))):
                models = touched(by)

    def harm(name: str) -> Proc[None]:
        yield from suffer_hazard(g, name, hazard_of(before))

    yield from one_by_one(g, models, harm, g.first, "M3E-TRAIT-10")


def let_fall(g: Game, by: str = "") -> Proc[None]:
    """Drop markers and models that nothing supports any more to the ground (M3E-MARK-03, M3E-MOVE-06,
    -07)."""
    for marker in tuple(g.state.markers.values()):
        level = g.table.level(g.state, marker, marker.elevation)
        if level < marker.elevation - TOUCH:
            g.emit(MarkerMoved(marker.id, marker.x, marker.y, level, by))

    def fall(name: str) -> Proc[None]:
        model = g.model(name)
        level = g.table.level(g.state, model, model.elevation)
        drop = model.elevation - level
        g.emit(Moved(name, model.x, model.y, level, "fall", by))
        amount = floor((drop + TOUCH) / 2)
        if amount and "falling" not in ignored(g, model):
            yield from damage(g, Hit(name, amount, source="fall", kinds=frozenset({"falling"})))

    falling = [
        model
        for model in g.state.on_table()
        if g.table.level(g.state, model, model.elevation) < model.elevation - TOUCH
    ]
    yield from one_by_one(g, falling, fall, g.first, "M3E-MOVE-06")
