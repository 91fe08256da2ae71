"""An open field: no terrain, everybody sees everybody, distances between base edges.

>>> field = OpenField()
>>> one = Model(id="a1", card="", name="One", seat=0, health=1, most=1, x=10, y=10, where="table")
>>> round(field.gap(one, replace(one, id="b1", x=13)), 3)
1.819
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.fate.shuffle import Stream
from rules.game.state import Marker, Model, State
from rules.game.table_access.interface import USUAL, Body, Hazard, Manner, MoveKind
from rules.game.table_access.spots import NEAR, Box, CircularArea, Ending, InZone, Spots, grid, is_place
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.sight.line_of_sight import LineOfSight
from rules.table.zones import Zone

ROUND = 12  # places listed around a base
DIRECTIONS = tuple((cos(2 * pi * turn / ROUND), sin(2 * pi * turn / ROUND)) for turn in range(ROUND))


class OpenField:
    """Implements ``interface.TableAccess`` without Cover, Concealment, hazards and Destructible pieces."""

    def __init__(self, width: float = 36.0, depth: float = 36.0) -> None:
        self.width = width
        self.depth = depth
        self.spirits: frozenset[str] = frozenset()

    def know(self, reaches: Mapping[str, float | None], spirits: Iterable[str] = ()) -> None:
        """Whoever moves tells it what holds them: it keeps the Spirits alone."""
        self.spirits |= frozenset(spirits)

    def as_table(self, state: State) -> Table:
        bases = [Base(m.id, m.x, m.y, m.mm, m.size, side=str(m.seat)) for m in state.on_table()]
        return Table((), tuple(bases), self.width, self.depth)

    def gap(self, one: Body, two: Body) -> float:
        return max(0.0, hypot(one.x - two.x, one.y - two.y) - (one.mm + two.mm) / 2 * MM)

    def sees(self, state: State, one: Body, two: Body) -> bool:
        return True

    def witness(self, state: State, one: Body, two: Body) -> LineOfSight:
        return LineOfSight(True, "sight.line")

    def touching(self, one: Body, two: Body) -> bool:
        return one.id != two.id and self.gap(one, two) <= TOUCH

    def cover(self, state: State, attacker: Model, target: Model) -> bool:
        return False

    def concealed(self, state: State, attacker: Model, target: Model) -> bool:
        return False

    def hazards(
        self,
        state: State,
        before: Model,
        here: Model,
        legs: Sequence[Any],
        *,
        resolving: bool,
        placed: bool,
    ) -> tuple[Hazard, ...]:
        return ()

    def level(self, state: State, body: Body, at_most: float | None = None) -> float:
        return 0.0

    def out_of_solid(self, state: State, marker: Marker) -> float:
        return marker.elevation

    def terrain_at(
        self, state: State, body: Body, *, trait: str = "", overlapping: bool = False
    ) -> tuple[str, ...]:
        return tuple(
            marker.id
            for marker in state.markers.values()
            if marker.traits
            and marker.id != body.id
            and (not trait or trait in marker.traits)
            and (self.gap(marker, body) <= TOUCH if not overlapping else self._lies_on(marker, body))
        )

    def _lies_on(self, one: Body, two: Body) -> bool:
        return hypot(one.x - two.x, one.y - two.y) < (one.mm + two.mm) / 2 * MM - TOUCH

    def terrain_near(
        self, state: State, body: Body, inches: float, trait: str, *, seen: bool = False
    ) -> tuple[str, ...]:
        return ()

    def reach(
        self,
        state: State,
        model: Model,
        inches: float,
        way: MoveKind,
        *,
        toward: Body | None = None,
        away: Body | None = None,
        bound: Iterable[tuple[Model, float]] = (),
        traps: Iterable[tuple[Model, float]] = (),
        manner: Manner = USUAL,
    ) -> Options:
        own = model.mm / 2 * MM
        far = inches + (2 * own if way == "place" else 0.0)
        within = [CircularArea(model.x, model.y, far)]
        if not manner.unbound:
            within += [
                CircularArea(enemy.x, enemy.y, reach + enemy.mm / 2 * MM + own) for enemy, reach in bound
            ]
            caught = [
                CircularArea(enemy.x, enemy.y, reach + enemy.mm / 2 * MM + own) for enemy, reach in traps
            ]
        else:
            caught = []
        ray = _direction(model, toward, away)
        return Spots(
            start=(model.x, model.y),
            box=self._box(own),
            within=tuple(within),
            clear=tuple(self._others(state, model, own)),
            over=tuple(self._others(state, model, own, self.spirits)) if self.spirits else (),
            traps=tuple(caught),
            straight=way != "place" and not manner.through_models,
            ray=ray,
            marks=tuple(self._marks(state, model, inches, ray)),
        )

    def contact(self, state: State, mover: Body, bodies: Iterable[Body], gap: float = 0.0) -> Options:
        own = mover.mm / 2 * MM
        around = [CircularArea(body.x, body.y, body.mm / 2 * MM + own + gap) for body in bodies]
        return Spots(
            start=(mover.x, mover.y),
            box=self._box(own),
            either=tuple(around),
            clear=tuple(self._others(state, mover, own)),
            marks=tuple(spot for disc in around for spot in _ring(disc.x, disc.y, disc.radius - gap)),
            may_stay=False,
        )

    def spots(
        self,
        state: State,
        source: Body,
        inches: float,
        mm: float,
        *,
        apart: Iterable[tuple[Body, float]] = (),
        seen: bool = False,
    ) -> Options:
        own = mm / 2 * MM
        far = inches + source.mm / 2 * MM + own
        clear = tuple(CircularArea(body.x, body.y, body.mm / 2 * MM + own + gap) for body, gap in apart)
        marks = ((source.x, source.y), *_ring(source.x, source.y, far))
        return Spots(
            start=(source.x, source.y),
            box=self._box(own),
            within=(CircularArea(source.x, source.y, far),),
            clear=clear,
            marks=marks,
            may_stay=False,
        )

    def droppable(self, state: State, places: Spots, mm: float, elevation: float) -> Options:
        return replace(places, clear=(*places.clear, *self._rocks(state, mm / 2 * MM)))

    def movable(self, state: State, places: Spots, marker: Marker, inches: float) -> Options:
        rocks = tuple(self._rocks(state, marker.mm / 2 * MM))
        return replace(places, clear=(*places.clear, *rocks), straight=True)

    def zone(self, state: State, area: Zone, model: Model) -> Options:
        own = model.mm / 2 * MM
        return ZoneSpots(area, self._box(own), tuple(self._others(state, model, own)), model.mm)

    def _box(self, own: float) -> Box:
        return Box(own, own, self.width - own, self.depth - own)

    def _others(
        self, state: State, mover: Body, own: float, cards: frozenset[str] | None = None
    ) -> Iterator[CircularArea]:
        """Where the middle of the base would be on another's, or on that of one of those ``cards``."""
        for other in state.models.values():
            if other.where == "table" and other.id != mover.id and (cards is None or other.card in cards):
                yield CircularArea(other.x, other.y, other.mm / 2 * MM + own)
        if cards is None:
            yield from self._rocks(state, own)

    def _rocks(self, state: State, own: float) -> Iterator[CircularArea]:
        for marker in state.markers.values():
            if "impassable" in marker.traits:
                yield CircularArea(marker.x, marker.y, marker.mm / 2 * MM + own)

    def _marks(
        self, state: State, model: Model, inches: float, ray: tuple[float, float] | None
    ) -> Iterator[tuple[float, float]]:
        if ray is not None:
            for share in (1.0, 0.5):
                x, y = grid(model.x + ray[0] * inches * share, model.y + ray[1] * inches * share)
                yield x, y
            return
        own = model.mm / 2 * MM
        targets: list[Body] = [
            *(m for m in state.models.values() if m.where == "table"),
            *state.markers.values(),
        ]
        for other in targets:
            far = hypot(other.x - model.x, other.y - model.y)
            if other.id != model.id and far > 0.0:
                step = min(inches, max(0.0, far - own - other.mm / 2 * MM))
                x, y = grid(
                    model.x + (other.x - model.x) / far * step, model.y + (other.y - model.y) / far * step
                )
                yield x, y


class ZoneSpots(InZone, frozen=True):
    """Places for a base completely in a Deployment Zone, on no other base."""

    area: Zone
    box: Box
    clear: tuple[CircularArea, ...]
    mm: float

    @property
    def zone(self) -> Zone:
        return self.area

    def contains(self, answer: Answer) -> bool:
        if not is_place(answer):
            return False
        x, y = float(answer[0]), float(answer[1])
        return self.box.holds(x, y) and self._free(x, y) and self.area.holds(Base("", x, y, self.mm))

    def refused(self, answer: Answer) -> Refusal | None:
        """The refusal of a place outside the zone or on another base (M3E-SETUP-19); ``None``
        for others."""
        if not is_place(answer) or self.contains(answer):
            return None
        if not self._free(float(answer[0]), float(answer[1])):
            return Refusal("Another base is there.", rule="setup.deploying", fix="Deploy beside it.")
        return Refusal(
            "That is not completely within the Deployment Zone.",
            rule="setup.deploying",
            fix="Deploy inside it.",
        )

    def end(self, answer: Answer) -> Ending:
        """Where a base set there stands."""
        return Ending(float(answer[0]), float(answer[1]))

    def _free(self, x: float, y: float) -> bool:
        """Whether no other base is there."""
        return not any(hypot(x - disc.x, y - disc.y) < disc.radius - NEAR for disc in self.clear)

    def listed(self) -> Iterator[Answer]:
        return ([x, y] for x, y in _inside(self.area, self.box, self.mm) if self._free(x, y))

    def sample(self, stream: Stream) -> Answer:
        box = self.box
        for _ in range(400):
            x = box.left + stream.below(1 << 20) / (1 << 20) * (box.right - box.left)
            y = box.low + stream.below(1 << 20) / (1 << 20) * (box.high - box.low)
            if self.contains(grid(x, y)):
                return grid(x, y)
        return next(iter(self.listed()))


@lru_cache(maxsize=64)
def _inside(area: Zone, box: Box, mm: float) -> tuple[tuple[float, float], ...]:
    """Every second inch at which a base of that size is completely in the zone, other models
    ignored."""
    empty = ZoneSpots(area, box, (), mm)
    places = ((across, up) for across in range(1, 36, 2) for up in range(1, 36, 2))
    return tuple((float(x), float(y)) for x, y in places if empty.contains((x, y)))


def _ring(x: float, y: float, radius: float) -> Iterator[tuple[float, float]]:
    for across, up in DIRECTIONS:
        yield round((x + radius * across) * 1000) / 1000 + 0.0, round((y + radius * up) * 1000) / 1000 + 0.0


def _direction(model: Model, toward: Body | None, away: Body | None) -> tuple[float, float] | None:
    """The unit vector of a move toward or away from the other's centre; a coinciding centre
    gives +x."""
    about = toward or away
    if about is None:
        return None
    dx, dy = about.x - model.x, about.y - model.y
    far = hypot(dx, dy)
    if far == 0.0:
        return (1.0, 0.0)
    sign = 1.0 if toward is not None else -1.0
    return (sign * dx / far, sign * dy / far)


__all__ = ["OpenField", "ZoneSpots", "replace"]
