"""Handlers of the words about places: move or swap models; drop, move, turn and remove markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import asin, atan2, cos, hypot, pi, sin
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.editions.m3e.play.abilities.choosing import (
    bodies_of,
    inches_of,
    markers_of,
    matching_pieces,
    model_in_play,
    spot_of,
    way_of,
    whole_number,
)
from rules.editions.m3e.play.abilities.execution import Scene, executes, this_model, upon_each
from rules.editions.m3e.play.abilities.manner import TERRAIN, left_of, manner_of
from rules.editions.m3e.play.abilities.passive import ground_for, removable
from rules.editions.m3e.play.actions.available import longer, needs_sight, places_in_range
from rules.editions.m3e.play.effects.markers import IMMUNE, drop, level_of, near, remove, remove_some
from rules.editions.m3e.play.effects.movement import (
    after_moving,
    cannot_be_moved,
    let_fall,
    move_marker,
    move_within,
    refuses,
)
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.reach import engages
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.selects import Models, Spot
from rules.editions.m3e.zones import half_named, zone_named
from rules.game.events.table import MarkerTurned, Moved, TerrainRemoved
from rules.game.procedure.asks import Proc, spot, yes
from rules.game.state import Marker, Model, other
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.interface import Body, MoveRegion, elevation_at
from rules.game.table_access.spots import Box, CircularArea, Ending, Narrowed, Spots, grid, is_place
from rules.table import Base
from rules.table.geometry.footprints import MM, TOUCH
from rules.wording import titled, with_article

ANYWHERE = 60.0  # inches: farther than any table is wide
DIRECTIONS = tuple((cos(2 * pi * turn / 12), sin(2 * pi * turn / 12)) for turn in range(12))


# Models


@executes(words.Move)
def do_move(g: Game, word: words.Move, scene: Scene) -> Proc[int | None]:
    """Move the models; return the distance in whole inches, at least 1 when a model moved at all
    (M3E-MOVE)."""
    source = this_model(g, scene)

    def one(target: Model) -> Proc[int]:
        if not target.on_table or cannot_be_moved(g, target, source):
            return 0
        if (yield from refuses(g, target, source)):
            return 0
        chooser = target.player if word.chosen_by == "mover" or source.id == target.id else source.player
        if word.chosen_by == "opposing":
            chooser = other(source.player)
        # A move of 0" is a move (M3E-MOVE-01): to decline one is something else.
        if word.optional:
            text = f"{scene.label}: {_verb(word)} {target.name}?"
            if not (yield from yes(chooser, "use", rule="M3E-ABIL-01", text=text, about=(target.id,))):
                return 0
        inner = scene if scene.it else scene.upon(target.id)
        inches = yield from way_of(g, inner, word.inches)
        inches = inches if word.within else left_of(g, target, inches, source)
        options = yield from _destinations(g, word, inner, target, inches)
        if options is None or next(iter(options.listed()), None) is None:
            return 0
        yield from move_within(g, target.id, options, word.kind, by=source.id, chooser=chooser)
        after = g.model(target.id)
        moved = hypot(after.x - target.x, after.y - target.y)
        scene.memory.interrupted = 0 < moved < inches - 2 * TOUCH and not _goes_on(options, target, after)
        return max(1, int(moved + TOUCH)) if moved > TOUCH else 0

    return (yield from upon_each(g, scene, word.whom, one))


def _goes_on(options: Options, before: Model, after: Model) -> bool:
    """Whether the straight move could have gone on beyond its end."""
    far = hypot(after.x - before.x, after.y - before.y)
    ux, uy = (after.x - before.x) / far, (after.y - before.y) / far
    farther = grid(after.x + ux * 0.05, after.y + uy * 0.05)
    if not options.contains(farther):
        return False
    there = _there(before, options, farther)
    return hypot(there.x - after.x, there.y - after.y) > 2 * TOUCH


def _verb(word: words.Move) -> str:
    return {"move": "move", "push": "Push", "place": "Place"}[word.kind]


def _destinations(
    g: Game, word: words.Move, scene: Scene, target: Model, inches: float
) -> Proc[Options | None]:
    """Where the move may end; ``None`` when the body it refers to is not on the table."""
    if word.kind == "place":
        options = yield from _placed(g, word, scene, target, inches)
    else:
        options = yield from _moved(g, word, scene, target, inches)
    if options is not None and word.end_within is not None:
        far = (yield from inches_of(g, scene, word.end_within)) + TOUCH
        bodies = bodies_of(g, scene, word.of)
        inner = options
        options = Narrowed(inner, lambda answer: _nearest(g, target, inner, answer, bodies) <= far)
    if options is not None and word.beside:
        free = options
        options = Narrowed(
            free,
            lambda answer: _is_beside(g, _there(target, free, answer), word.beside),
            tuple(
                place
                for place in _grid_of(g, 1.0)
                if _is_beside(g, replace(target, x=place[0], y=place[1]), word.beside)
                and free.contains(list(place))
            ),
        )
    rival = model_in_play(g, scene, word.unengaged) if word.unengaged is not None else None
    if options is not None and rival is not None:
        wider = options
        return Narrowed(
            wider,
            lambda answer: not _engaging(g, _there(target, wider, answer), rival),
            tuple(_farthest(wider, (target.x, target.y), DIRECTIONS, inches)),
        )
    return options


def _is_beside(g: Game, there: Model, trait: str) -> bool:
    """Whether terrain of that trait, Markers included, is within 1 inch of the model."""
    near = (marker for marker in g.state.markers.values() if trait in marker.traits)
    return bool(g.table.terrain_near(g.state, there, 1, trait)) or any(
        g.table.gap(there, marker) <= 1 + TOUCH for marker in near
    )


def _engaging(g: Game, there: Model, rival: Model) -> bool:
    """Whether either engages the other (M3E-ENG-01)."""
    return engages(g, there, rival) or engages(g, rival, there)


def _there(target: Model, options: Options, answer: Answer) -> Model:
    """The model as it stands after that answer."""
    end = cast(MoveRegion, options).end(answer)
    return replace(
        target, x=end.x, y=end.y, elevation=target.elevation if end.elevation is None else end.elevation
    )


def _placed(g: Game, word: words.Move, scene: Scene, target: Model, inches: float) -> Proc[Options | None]:
    if word.anywhere:
        return g.table.contact(g.state, target, (target,), ANYWHERE)
    if word.contact is not None:
        bodies = yield from _bodies(g, scene, word.contact, target)
        if not bodies:
            return None
        touching = g.table.contact(g.state, target, bodies)
        if not word.inches:
            return touching
        return Narrowed(touching, lambda answer: _far(target, answer) <= inches + TOUCH)
    if word.in_range:
        in_progress = scene.in_progress
        if in_progress is None:
            return None
        actor, action = g.state.models[in_progress.model], in_progress.action
        reach = action.reach + longer(g, actor, action, paid=False)
        reached = g.table.contact(g.state, target, (actor,), reach)
        if not needs_sight(g, actor, action, in_progress.ignoring | frozenset(action.ignoring)):
            return reached
        return Narrowed(reached, lambda answer: _seen(g, actor, target, reached, answer))
    if word.within:
        bodies = yield from _bodies(g, scene, word.of, target)
        return g.table.contact(g.state, target, bodies, inches) if bodies else None
    return g.table.reach(
        ground_for(g, target, "severe"), target, inches, "place", manner=manner_of(g, target)
    )


def _moved(g: Game, word: words.Move, scene: Scene, target: Model, inches: float) -> Proc[Options | None]:
    about: Body | None = None
    if word.way != "any":
        about = yield from spot_of(g, scene, word.of)
        if about is None or about.id == target.id:
            return None
    contact: list[Body] = []
    if word.contact is not None:
        contact = yield from _bodies(g, scene, word.contact, target)
        if not contact:
            return None
    far = inches if word.inches or not contact else ANYWHERE
    manner = manner_of(g, target)
    if word.ignoring:
        traits: tuple[str, ...] = tuple(
            name for name in word.ignoring if name in ("severe", "hazardous", "impassable")
        )
        if "terrain" in word.ignoring:
            traits += TERRAIN
        manner = replace(
            manner,
            ignores=(*manner.ignores, *traits),
            through_models=manner.through_models or "models" in word.ignoring,
            unbound=manner.unbound or "engagement" in word.ignoring,
        )
    options = g.table.reach(
        ground_for(g, target, "severe"),
        target,
        far,
        word.kind,
        toward=about if word.way == "toward" else None,
        away=about if word.way == "away" else None,
        manner=manner,
    )
    if contact:
        reached = options
        return Narrowed(
            reached,
            lambda answer: any(g.table.touching(_there(target, reached, answer), body) for body in contact),
            tuple(_beside(target, contact)),
        )
    body = model_in_play(g, scene, word.through) if word.through is not None else None
    if body is not None:
        return _through(g, word, target, options, inches, body)
    return _in_full(g, target, options, inches, about, word.way) if word.full else options


def _through(
    g: Game, word: words.Move, target: Model, options: Options, inches: float, body: Model
) -> Options:
    """The straight moves on which the model's base crosses the other model's base and that end beyond
    it."""
    start = (target.x, target.y)
    apart = (target.mm + body.mm) / 2 * MM
    far = hypot(body.x - target.x, body.y - target.y)
    straight = atan2(body.y - target.y, body.x - target.x)
    wide = asin(min(1.0, apart / far)) * 0.9 if far > apart else pi / 2
    turned = [straight + wide * share for share in (0.0, -0.5, 0.5, -1.0, 1.0)]
    ends = tuple(_farthest(options, start, [(cos(angle), sin(angle)) for angle in turned], inches))
    whole = _in_full(g, target, options, inches, None, "any") if word.full else options

    def crosses(answer: Answer) -> bool:
        x, y = float(answer[0]) - start[0], float(answer[1]) - start[1]
        size = hypot(x, y)
        if size <= TOUCH or size < far - apart + TOUCH:
            return False
        along = ((body.x - start[0]) * x + (body.y - start[1]) * y) / size
        beside = abs((body.x - start[0]) * y - (body.y - start[1]) * x) / size
        return along > 0 and beside < apart - TOUCH

    return Narrowed(
        options,
        lambda answer: is_place(answer) and whole.contains(answer) and crosses(answer),
        tuple(end for end in ends if crosses(end)),
    )


def _bodies(g: Game, scene: Scene, wanted: Spot, target: Model) -> Proc[list[Body]]:
    """The bodies of a selection: the chosen one, or all of them; the mover itself is left out."""
    if isinstance(wanted, Models) and wanted.which != "all":
        chosen = yield from spot_of(g, scene, wanted)
        bodies = [chosen] if chosen is not None else []
    else:
        bodies = bodies_of(g, scene, wanted)
    return [body for body in bodies if body.id != target.id]


def _in_full(
    g: Game, target: Model, options: Options, inches: float, about: Body | None, way: str
) -> Options:
    """The moves of full length, or up to the point where something stops the model (M3E-MOVE-02,
    -13); toward or away by any way that ends best (M3E-MOVE-10, -11)."""
    if isinstance(options, MoveTargets) and options.goal is not None:
        return Narrowed(options, options.ends_best, ((options.goal[0], options.goal[1]),))
    start = (target.x, target.y)

    def stopped(answer: Answer) -> bool:
        x, y = float(answer[0]) - start[0], float(answer[1]) - start[1]
        far = hypot(x, y)
        if far >= inches - 2 * TOUCH:
            return True
        if far <= TOUCH:
            return not ends
        farther = grid(start[0] + x / far * (far + 0.05), start[1] + y / far * (far + 0.05))
        if not options.contains(farther):
            return True
        here, there = (_there(target, options, aimed) for aimed in (answer, farther))
        return hypot(here.x - there.x, here.y - there.y) <= 2 * TOUCH

    ends: tuple[tuple[float, float], ...] = ()
    directions: Iterable[tuple[float, float]] = DIRECTIONS
    if about is not None:
        far = hypot(about.x - start[0], about.y - start[1])
        sign = 1.0 if way == "toward" else -1.0
        directions = [(sign * (about.x - start[0]) / far, sign * (about.y - start[1]) / far)] if far else []
    ends = tuple(_farthest(options, start, directions, inches))
    return Narrowed(options, lambda answer: is_place(answer) and stopped(answer), ends)


def _farthest(
    options: Options, start: tuple[float, float], directions: Iterable[tuple[float, float]], inches: float
) -> Iterator[tuple[float, float]]:
    """The farthest place offered in each direction."""
    for ux, uy in directions:
        low, high = 0.0, inches
        for _ in range(12):
            x, y = grid(start[0] + ux * high, start[1] + uy * high)
            if options.contains([x, y]):
                low = high
                break
            middle = (low + high) / 2
            x, y = grid(start[0] + ux * middle, start[1] + uy * middle)
            low, high = (middle, high) if options.contains([x, y]) else (low, middle)
        if low > 0.02:
            x, y = grid(start[0] + ux * low, start[1] + uy * low)
            yield x, y


def _far(target: Model, answer: Answer) -> float:
    return hypot(float(answer[0]) - target.x, float(answer[1]) - target.y)


def _seen(g: Game, actor: Model, target: Model, options: Options, answer: Answer) -> bool:
    there = replace(_there(target, options, answer), id="there")
    return g.table.sees(g.state, actor, there)


def _nearest(g: Game, target: Model, options: Options, answer: Answer, bodies: Iterable[Body]) -> float:
    """The distance from the end of the move to the nearest of those bodies, in inches."""
    there = _there(target, options, answer)
    return min((g.table.gap(there, body) for body in bodies if body.id != target.id), default=ANYWHERE)


def _beside(target: Model, bodies: Iterable[Body]) -> Iterator[tuple[float, float]]:
    """Places in base contact: in a straight line, and around each body."""
    for body in bodies:
        apart = (target.mm + body.mm) / 2 * MM
        far = hypot(body.x - target.x, body.y - target.y)
        if far > apart:
            share = (far - apart) / far
            x, y = grid(target.x + (body.x - target.x) * share, target.y + (body.y - target.y) * share)
            yield x, y
        for ux, uy in DIRECTIONS:
            x, y = grid(body.x + ux * apart, body.y + uy * apart)
            yield x, y


@executes(words.Swap)
def do_swap(g: Game, word: words.Swap, scene: Scene) -> Proc[int | None]:
    """Place each where the other was, if both fit there (M3E-MOVE-05, -15)."""
    one, two = (yield from spot_of(g, scene, word.one)), (yield from spot_of(g, scene, word.two))
    source = this_model(g, scene)
    if not isinstance(one, Model) or two is None or not one.on_table or one.id == two.id:
        return 0
    if isinstance(two, Model) and not two.on_table:
        return 0
    there, here = _in_place_of(g, one, two), _in_place_of(g, two, one)
    if there is None or here is None:
        return 0
    for model in (one, two):
        if isinstance(model, Model):
            if cannot_be_moved(g, model, source) or (yield from refuses(g, model, source)):
                return 0
    g.emit(Moved(one.id, there.x, there.y, there.elevation or 0.0, "place", source.id))
    if isinstance(two, Marker):
        yield from move_marker(g, two.id, here.x, here.y, source.id, placed=True, level=here.elevation)
        yield from after_moving(g, one, there, by=source.id, way="place")
        return 1
    g.emit(Moved(two.id, here.x, here.y, here.elevation or 0.0, "place", source.id))
    yield from after_moving(g, one, there, by=source.id, way="place")
    yield from after_moving(g, two, here, by=source.id, way="place")
    return 2


def _in_place_of(g: Game, mover: Body, gone: Body) -> Ending | None:
    """Where the mover stands or lies if it is Placed in the place of the other, ``None`` if it does
    not fit there; nothing else is lifted."""
    state = replace(
        g.state,
        models={name: model for name, model in g.state.models.items() if name not in (mover.id, gone.id)},
        markers={name: lying for name, lying in g.state.markers.items() if name not in (mover.id, gone.id)},
    )
    if isinstance(mover, Model):
        options = g.table.contact(state, mover, (gone,))
    else:
        apart = [(model, 0.0) for model in state.on_table()] if "impassable" in mover.traits else []
        options = g.table.spots(state, gone, 0.0, mover.mm, apart=apart)
    place = grid(gone.x, gone.y)
    if not options.contains(place):
        return None
    return Ending(gone.x, gone.y, elevation_at(options, *place))


# Markers


@executes(words.DropMarker)
def do_drop(g: Game, word: words.DropMarker, scene: Scene) -> Proc[int | None]:
    """Drop the markers one after the other, each where the chooser says; return how many (M3E-MARK-09,
    -10)."""
    source = this_model(g, scene)
    if word.chooser == "opposing":
        chooser = other(source.player)
    else:
        chooser = (model_in_play(g, scene, word.chooser) or source).player
    number = yield from whole_number(g, scene, word.number)
    bodies = [body for body in bodies_of(g, scene, word.whom) if not isinstance(body, Model) or body.on_table]
    lying = 0
    for body in bodies:
        before: Marker | None = None
        for _ in range(number):
            if word.optional:
                text = f"{scene.label}: drop {with_article(titled(word.name or word.kind))} Marker?"
                if not (yield from yes(chooser, "use", rule="M3E-MARK-09", text=text)):
                    break
            marker = yield from _drop_one(g, word, scene, body, chooser, before)
            if not marker:
                break
            lying += 1
            scene.memory.marker = g.state.markers.get(marker)
            before = scene.memory.marker if word.touching else None
            if scene.in_progress is not None:
                scene.in_progress.dropped.append(marker)
    return lying


def _drop_one(
    g: Game, word: words.DropMarker, scene: Scene, body: Body, chooser: int, before: Marker | None
) -> Proc[str]:
    source = this_model(g, scene)
    size = word.mm or g.rules.marker_mm
    created = word.create or "impassable" in word.traits
    options: Options | None = None
    if word.centred:
        x, y = body.x, body.y
        anywhere = replace(word, anywhere=True, in_range=False)
        places = yield from _marker_places(g, anywhere, scene, body, size, created)
        if places is None or not places.contains(grid(x, y)):
            return ""
    else:
        options = yield from _marker_places(g, word, scene, body, size, created)
        eye = model_in_play(g, scene, word.sight_of) if word.sight_of is not None else None
        if options is not None and eye is not None:
            options = _in_sight_of(g, eye, options, size)
        if options is not None and before is not None:
            options = _beside_marker(options, before, size)
        if options is None or next(iter(options.listed()), None) is None:
            return ""
        x, y = yield from spot(
            chooser,
            "spot",
            options,
            rule="M3E-MARK-10" if created else "M3E-MARK-09",
            text=f"{scene.label}: where does the {titled(word.name or word.kind)} Marker lie?",
            about=(source.id,),
            mm=size,
        )
    own = source.player
    seat = {"own": own, "enemy": other(own), "neutral": None}[word.side]
    level = level_of(g, options, x, y, size, body)
    return (
        yield from drop(
            g,
            word.kind,
            x,
            y,
            seat=seat,
            by=source.id,
            mm=size,
            name=word.name,
            traits=word.traits,
            hazard=word.hazard,
            hazard_value=word.hazard_value,
            hazard_damage=word.hazard_damage or UNSET,
            kept=word.own,
            credited=word.credited,
            size=word.height,
            elevation=level,
        )
    )


def _beside_marker(options: Options, before: Marker, mm: float) -> Options:
    """The places at which a marker of that size is in base contact with the one dropped before."""
    apart = (before.mm + mm) / 2 * MM

    def touches(answer: Answer) -> bool:
        return abs(hypot(float(answer[0]) - before.x, float(answer[1]) - before.y) - apart) <= 0.01

    around = (grid(before.x + ux * apart, before.y + uy * apart) for ux, uy in DIRECTIONS)
    return Narrowed(options, touches, tuple((x, y) for x, y in around if options.contains([x, y])))


def _marker_places(
    g: Game, word: words.DropMarker, scene: Scene, body: Body, size: float, created: bool
) -> Proc[Options | None]:
    """Where the marker may be dropped: in base contact, within the inches, or in the Action's range
    and sight."""
    apart: list[tuple[Body, float]] = []
    if word.apart:
        others: Iterable[Body] = g.state.markers.values()
        if word.apart_from is not None:
            others = bodies_of(g, scene, word.apart_from)
        apart += [(held, word.apart + 0.002) for held in others]
    if created:
        apart += [(held, 0.0) for held in g.state.markers.values()]
        touched = {scene.source} if _is_apart(word) else {scene.source, body.id}
        for held in g.state.on_table():
            if held.id not in touched:
                apart.append((held, 2 * TOUCH))
            elif "impassable" in word.traits:
                apart.append((held, 0.0))
    if word.in_range:
        in_progress = scene.in_progress
        if in_progress is None:
            return None
        return places_in_range(g, in_progress, size, apart=apart)
    if word.anywhere:
        there = _on_the_table(g, body, size, apart)
        return _beyond_enemy_zone(g, word, body, there, size) if word.beyond_zone else there
    if word.zone:
        return _in_own_zone(g, word, body, size, apart)
    inches = yield from inches_of(g, scene, word.inches)
    return g.table.spots(g.state, body, inches, size, apart=apart)


def _beyond_enemy_zone(
    g: Game, word: words.DropMarker, body: Body, there: Options, size: float
) -> Options | None:
    """The places that are not within so many inches of the Deployment Zone of the opponent of the body's
    Crew."""
    if not isinstance(body, Model):
        return None
    zone = zone_named(g.state.deployment, g.crew(other(body.seat)).zone or "north")

    def beyond(answer: Answer) -> bool:
        return not zone.within(Base("", float(answer[0]), float(answer[1]), size), word.beyond_zone)

    return Narrowed(there, beyond)


def _in_own_zone(
    g: Game, word: words.DropMarker, body: Body, size: float, apart: Iterable[tuple[Body, float]]
) -> Options | None:
    """The places at which the marker lies within the Deployment Zone or the table half of the body's Crew
    (M3E-SETUP-19)."""
    if not isinstance(body, Model):
        return None
    named = zone_named if word.zone == "deployment" else half_named
    zone = named(g.state.deployment, g.crew(body.seat).zone or "south")
    there = _on_the_table(g, body, size, apart)
    inside = (place for place in _grid_of(g, 3.0) if zone.touches(Base("", *place, size)))
    return Narrowed(
        there,
        lambda answer: is_place(answer) and zone.touches(Base("", float(answer[0]), float(answer[1]), size)),
        tuple(place for place in inside if there.contains(list(place))),
    )


def _grid_of(g: Game, apart: float) -> Iterator[tuple[float, float]]:
    """Places all over the table, so many inches apart."""
    for x in range(int(g.table.width / apart)):
        for y in range(int(g.table.depth / apart)):
            yield (x + 0.5) * apart, (y + 0.5) * apart


def _in_sight_of(g: Game, eye: Model, options: Options, mm: float) -> Options:
    """The places at which the model sees a marker of that size."""

    def seen(answer: Answer) -> bool:
        x, y = float(answer[0]), float(answer[1])
        level = elevation_at(options, x, y) or 0.0
        return g.table.sees(g.state, eye, Marker(id="", kind="", x=x, y=y, mm=mm, elevation=level))

    return Narrowed(options, seen)


def _is_apart(word: words.DropMarker) -> bool:
    """Whether the marker lies somewhere else than in base contact with what it is dropped at."""
    return not word.centred and (word.in_range or word.anywhere or word.zone != "" or word.inches != 0.0)


def _on_the_table(g: Game, body: Body, size: float, apart: Iterable[tuple[Body, float]]) -> Options:
    """The whole table as options; a search within 60 inches of the body would list too many places."""
    own = size / 2 * MM
    box = Box(own, own, g.table.width - own, g.table.depth - own)
    clear = tuple(CircularArea(held.x, held.y, held.mm / 2 * MM + own + gap) for held, gap in apart)
    marks = [grid(g.table.width * x / 6, g.table.depth * y / 6) for x in range(1, 6) for y in range(1, 6)]
    places = Spots(
        start=(body.x, body.y), box=box, clear=clear, marks=tuple((x, y) for x, y in marks), may_stay=False
    )
    return g.table.droppable(g.state, places, size, body.elevation)


@executes(words.RemoveMarkers)
def do_remove_near(g: Game, word: words.RemoveMarkers, scene: Scene) -> Proc[int | None]:
    target, source = model_in_play(g, scene, word.whom), this_model(g, scene)
    if target is None or not target.on_table or word.kind == IMMUNE:
        return 0
    markers = removable(g, near(g, target, word.inches, word.kind), source)
    gone = yield from remove_some(
        g, markers, 0, word.most, seat=source.player, by=source.id, rule="M3E-MARK-04"
    )
    yield from let_fall(g, source.id)
    return gone


@executes(words.Remove)
def do_remove(g: Game, word: words.Remove, scene: Scene) -> Proc[int | None]:
    """Remove the markers and terrain pieces; return how many. What stood on them falls (M3E-MARK-04,
    M3E-MOVE-06)."""
    by = model_in_play(g, scene, word.by) or this_model(g, scene)
    gone = 0
    for marker in (yield from markers_of(g, scene, word.markers, only=partial(removable, g, by=by))):
        if marker.id in g.state.markers and marker.kind != IMMUNE:
            scene.memory.marker = g.state.markers[marker.id]
            yield from remove(g, marker.id, by.id)
            gone += 1
    pieces = [] if isinstance(word.markers, str) else matching_pieces(g, scene, word.markers)
    for piece in pieces:
        g.emit(TerrainRemoved(piece, by.id))
    if gone or pieces:
        yield from let_fall(g, by.id)
    return gone + len(pieces)


@executes(words.MoveMarkers)
def do_move_markers(g: Game, word: words.MoveMarkers, scene: Scene) -> Proc[int | None]:
    """Move the markers; return how many were moved (M3E-MARK-04)."""
    source = this_model(g, scene)
    moved = 0
    for marker in (yield from markers_of(g, scene, word.markers)):
        held = g.state.markers.get(marker.id)
        if held is None or held.kind == IMMUNE:
            continue
        if word.optional:
            text = f"{scene.label}: move the {titled(held.name or held.kind)} Marker?"
            if not (yield from yes(source.player, "use", rule="M3E-ABIL-01", text=text)):
                continue
        inches = yield from way_of(g, scene, word.inches)
        way = yield from _way_of(g, word, scene, held)
        options = yield from _marker_targets(g, word, scene, held, inches, way)
        if options is not None and word.full:
            options = _marker_in_full(g, held, options, inches, way)
        if options is None or next(iter(options.listed()), None) is None:
            continue
        x, y = yield from spot(
            source.player,
            "spot",
            options,
            rule="M3E-MARK-04",
            text=f"{scene.label}: where does the {titled(held.name or held.kind)} Marker go?",
            about=(source.id,),
            mm=held.mm,
        )
        far = hypot(x - held.x, y - held.y)
        if word.full:
            scene.memory.interrupted = _is_interrupted(g, held, x, y, inches)
        if far > TOUCH:
            placed, level = word.kind == "place", elevation_at(options, x, y)
            yield from move_marker(g, held.id, x, y, source.id, placed=placed, level=level)
            moved += 1
            if scene.in_progress is not None:
                scene.in_progress.dropped.append(held.id)
        scene.memory.marker = g.state.markers.get(held.id)
    if moved:
        yield from let_fall(g, source.id)
    return moved


def _way_of(g: Game, word: words.MoveMarkers, scene: Scene, held: Marker) -> Proc[tuple[float, float] | None]:
    """The direction in which the marker is moved, ``None`` for any or where there is none."""
    if word.way == "any":
        return None
    about = yield from spot_of(g, scene, word.of)
    size = hypot(about.x - held.x, about.y - held.y) if about is not None else 0.0
    if about is None or not size:
        return None
    sign = 1.0 if word.way == "toward" else -1.0
    return (sign * (about.x - held.x) / size, sign * (about.y - held.y) / size)


STEP = 0.05


def _lies_inside(g: Game, held: Marker, x: float, y: float) -> bool:
    """Whether the marker would lie wholly on the table there."""
    own = held.mm / 2 * MM
    return Box(own, own, g.table.width - own, g.table.depth - own).holds(x, y)


def _is_interrupted(g: Game, held: Marker, x: float, y: float, inches: float) -> bool:
    """Whether a move that ends there was stopped by something else than the table edge (M3E-MOVE-14)."""
    far = hypot(x - held.x, y - held.y)
    if far <= TOUCH:
        return True
    ahead = 1 + STEP / far
    goes_on = _lies_inside(g, held, held.x + (x - held.x) * ahead, held.y + (y - held.y) * ahead)
    return far < inches - 2 * TOUCH and goes_on


def _marker_in_full(
    g: Game, held: Marker, options: Options, inches: float, way: tuple[float, float] | None
) -> Options:
    """The moves of full length, or up to where something stops the marker; at its place when something stops
    it there at once (M3E-MOVE-02, -14)."""
    start = (held.x, held.y)
    bodies: tuple[Body, ...] = (*g.state.on_table(), *g.state.markers.values())
    beside = [body for body in bodies if body.id != held.id and g.table.touching(held, body)]
    towards = [(body.x - held.x, body.y - held.y) for body in beside]
    directions = [(x / size, y / size) for x, y in towards if (size := hypot(x, y))]
    directions = [*DIRECTIONS, *directions] if way is None else [way]
    steps = [grid(start[0] + ux * STEP, start[1] + uy * STEP) for ux, uy in directions]
    blocked = any(_lies_inside(g, held, x, y) and not options.contains([x, y]) for x, y in steps)

    def stopped(answer: Answer) -> bool:
        x, y = float(answer[0]) - start[0], float(answer[1]) - start[1]
        far = hypot(x, y)
        if far >= inches - 2 * TOUCH:
            return True
        if far <= TOUCH:
            return blocked
        ahead = 1 + STEP / far
        return not options.contains(grid(start[0] + x * ahead, start[1] + y * ahead))

    ends = tuple(_farthest(options, start, directions, inches))
    return Narrowed(options, lambda answer: is_place(answer) and stopped(answer), (*ends, *[start] * blocked))


def _marker_targets(
    g: Game,
    word: words.MoveMarkers,
    scene: Scene,
    held: Marker,
    inches: float,
    ray: tuple[float, float] | None,
) -> Proc[Options | None]:
    """Where the marker may go: through nothing solid, unless it is terrain that is not (M3E-TRAIT-13,
    -16)."""
    own = held.mm / 2 * MM
    box = Box(own, own, g.table.width - own, g.table.depth - own)
    lifted = replace(g.state, markers={key: m for key, m in g.state.markers.items() if key != held.id})
    models: list[tuple[Body, float]] = []
    if "impassable" in held.traits:
        models = [(model, 0.0) for model in g.state.on_table()]
    if word.in_range:
        in_progress = scene.in_progress
        if in_progress is None:
            return None
        return places_in_range(g, in_progress, held.mm, apart=models, state=lifted)
    around: tuple[CircularArea, ...] = ()
    marks: list[list[float]] = []
    if word.contact is not None:
        body = yield from spot_of(g, scene, word.contact)
        if body is None:
            return None
        around = (CircularArea(body.x, body.y, body.mm / 2 * MM + own),)
        touch = around[0].radius
        marks += [grid(body.x + ux * touch, body.y + uy * touch) for ux, uy in DIRECTIONS]
    far = inches or ANYWHERE
    if word.way != "any" and ray is None:
        return None
    directions = DIRECTIONS if ray is None else (ray,)
    marks += [
        grid(held.x + ux * far * share, held.y + uy * far * share)
        for ux, uy in directions
        for share in (1.0, 0.5)
    ]
    places = Spots(
        start=(held.x, held.y),
        box=box,
        within=(CircularArea(held.x, held.y, far),),
        either=around,
        clear=tuple(CircularArea(model.x, model.y, model.mm / 2 * MM + own) for model, _ in models),
        ray=ray,
        marks=tuple((x, y) for x, y in marks),
        may_stay=not around,
    )
    if word.kind != "place" and (not held.traits or {"impassable", "climbable"} & set(held.traits)):
        return g.table.movable(lifted, places, held, far)
    return g.table.droppable(lifted, places, held.mm, held.elevation)


@executes(words.ChangeMarker)
def do_change_marker(g: Game, word: words.ChangeMarker, scene: Scene) -> Proc[int | None]:
    """Change whose the marker is that is about to be dropped."""
    yield from ()
    facts = scene.happening.facts if scene.happening is not None else {}
    if "marker" not in facts:
        return 0
    own = this_model(g, scene).player
    seat = {"own": own, "enemy": other(own), "neutral": None}[word.side]
    facts["marker"] = replace(facts["marker"], seat=seat)
    return 1


@executes(words.TurnMarkers)
def do_turn(g: Game, word: words.TurnMarkers, scene: Scene) -> Proc[int | None]:
    """Change the side a marker is friendly to, or its kind; a change of kind makes a new marker in the same
    place."""
    source = this_model(g, scene)
    turned = 0
    only = partial(removable, g, by=source) if word.kind else list
    for marker in (yield from markers_of(g, scene, word.markers, only=only)):
        held = g.state.markers.get(marker.id)
        if held is None or held.kind == IMMUNE:
            continue
        own = source.player
        sides: dict[str, int | None] = {"own": own, "enemy": other(own), "neutral": None, "": held.seat}
        seat = sides[word.side]
        if word.kind:
            yield from remove(g, held.id, source.id)
            name = yield from drop(
                g, word.kind, held.x, held.y, seat=seat, by=source.id, mm=held.mm, elevation=held.elevation
            )
            scene.memory.marker = g.state.markers.get(name)
        elif seat != held.seat:
            g.emit(MarkerTurned(held.id, seat, source.id))
        turned += 1
    return turned
