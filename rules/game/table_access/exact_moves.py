"""The places where a base may go on the exact table, as options: targets of a move, places where it fits.

A move is answered with a place ``[x, y]`` (the straight way) or a path ``[[x, y], [x, y, elevation], …]``; a
Push with the place it is aimed at, and it ends where something stops it. A move toward or away that is no
Push may go around things by a path with an equally good end (M3E-MOVE-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Literal, cast

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.fate.shuffle import Stream
from rules.game.table_access.interface import MoveKind
from rules.game.table_access.spots import Ending, Spots, as_path
from rules.refusal import Refusal
from rules.table.areas.effects import check_drop
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.elevation import surface_elevations
from rules.table.geometry.footprints import TOUCH, quantised
from rules.table.geometry.plane import length
from rules.table.measuring import horizontal_gap, on_one_level, vertical_gap
from rules.table.movement.leaps import fly, jump
from rules.table.movement.moves import GHOSTLY, Allowance, MoveResult, walk_path
from rules.table.movement.places import check_solid, place
from rules.table.movement.pushes import push
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.move_targets import Direction, MoveTarget
from rules.table.reach.reachable_region import (
    ReachableRegion,
    flight_region,
    place_region,
    reachable_region,
    shortest_path,
)
from rules.table.reach.toward import NEARLY, best_path, move_toward, push_toward
from rules.table.sight.line_of_sight import sees


class MoveTargets(Options, frozen=True, dict=True):
    """Where a base may move: a place, or a path of places. ``loose`` are places worth trying first. What
    ``flies`` goes as others do, or else over what lies between; it falls nowhere. ``climbs`` are the inches
    of a Walk that climbs, where they are others.

    The result of the last answer is cached, because an answer is checked and then carried out.
    """

    table: Table
    base: Base
    inches: float
    way: MoveKind
    loose: Spots
    policies: TablePolicies
    aim: tuple[float, float, str] | None = None
    ignores: tuple[str, ...] = ()
    through_models: bool = False
    flies: Literal["", "flight", "float"] = ""
    climbs: float = 0.0

    def contains(self, answer: Answer) -> bool:
        return self._moved(answer) is not None

    @cached_property
    def _round(self) -> tuple[tuple[float, ...], ...]:
        """The best way toward or away, round what is in the way; empty where there is no choice."""
        if self.aim is None or self.way != "move" or self.flies or self.inches <= TOUCH:
            return ()
        x, y, sense = self.aim
        own, way = (self.base.x, self.base.y), cast(Direction, sense)
        try:
            path, _ = best_path(self.table, self.base, own, (x, y), self._allowance, way, self.policies)
        except Refusal:
            return ()
        return tuple(tuple(quantised(part) for part in waypoint) for waypoint in path)

    @cached_property
    def goal(self) -> list[float] | None:
        """Where the best way toward or away ends, which as an answer means that way (M3E-MOVE-10, -11)."""
        place = list(self._round[-1][:2]) if self._round else None
        return place if place is not None and self.contains(place) else None

    def ends_best(self, answer: Answer) -> bool:
        """Whether a contained answer ends as well as the ``goal``."""
        assert self.aim is not None
        assert self.goal is not None
        x, y, sense = self.aim
        target, end = MoveTarget(x, y, cast(Direction, sense)), self.end(answer)
        return target.gain(end.x, end.y) >= target.gain(self.goal[0], self.goal[1]) - NEARLY

    def _way(self, answer: Answer) -> list[tuple[float, ...]] | None:
        """The waypoints that an answer means; ``None`` when it is no place and no path."""
        path = as_path(answer)
        if path is not None and len(path) == 1 and self._round and path[0] == self._round[-1][:2]:
            return list(self._round)
        return path

    def shown(self) -> dict[str, Any]:
        """The figures of the move for display, without the table."""
        return {
            "options": "MoveTargets",
            "way": self.way,
            "inches": self.inches,
            "from": [self.base.x, self.base.y],
            "mm": self.base.mm,
            "aim": list(self.aim) if self.aim else None,
            "places": list(self.listed()),
        }

    def end(self, answer: Answer) -> Ending:
        moved = self._moved(answer)
        assert moved is not None
        path = self._way(answer)
        assert path is not None
        return Ending(
            moved.base.x,
            moved.base.y,
            moved.base.elevation,
            tuple((p[0], p[1]) for p in path[:-1]),
            () if self.flies else moved.falls,
            moved.legs,
        )

    def refused(self, answer: Answer) -> Refusal | None:
        """What the table has against the answer; for a single place also that no path reaches it."""
        path = as_path(answer)
        if path is None or self.contains(answer):
            return None
        far = length(path[-1][0] - self.base.x, path[-1][1] - self.base.y)
        if len(path) == 1 and self.way != "place" and far > self.inches + TOUCH:
            over = far - self.inches
            return Refusal(f"{over:.1f} inches too far.", rule="move.distance", fix="Stop nearer.")
        try:
            self._resolved(path)
        except Refusal as refusal:
            return refusal
        return None

    def spent(self, answer: Answer) -> float:
        """The inches of the move that a contained answer takes."""
        moved = self._moved(answer)
        assert moved is not None
        return moved.spent

    @property
    def straight(self) -> bool:
        """Whether it is one line that ends where something stops it, or is aimed at somebody."""
        return self.way in ("push", "charge", "jump") or self.aim is not None

    def region(self) -> ReachableRegion:
        """All places where it may end, by any path; a ``straight`` move has no region."""
        if self.way == "place":
            return place_region(self.table, self.base, self.inches, self.policies)
        if self.flies:
            return flight_region(self.table, self.base, self.inches, self.policies, self.flies)
        return reachable_region(self.table, self.base, self._allowance, self.policies)

    def path_to(self, x: float, y: float) -> Answer | None:
        """The shortest path to a place that no straight line reaches, as an answer; ``None`` when
        there is none."""
        if self.way == "place" or self.straight:
            return None
        allowance = replace(self._allowance, inches=max(self.inches, self.climbs))
        try:
            path, _moved = shortest_path(self.table, self.base, x, y, allowance, self.policies)
        except Refusal:
            return None
        answer = [[quantised(part) for part in waypoint] for waypoint in path]
        return answer if self.contains(answer) else None

    @property
    def _allowance(self) -> Allowance:
        return Allowance(
            self.inches, "walk" if self.way == "walk" else "move", self.ignores, self.through_models
        )

    def _moved(self, answer: Answer) -> MoveResult | None:
        last: tuple[Answer, MoveResult | None] | None = self.__dict__.get("last")
        if last is None or last[0] != answer:
            last = self.__dict__["last"] = (answer, self._judged(answer))
        return last[1]

    def _judged(self, answer: Answer) -> MoveResult | None:
        """Where the move with that answer ends; ``None`` when it is no legal answer."""
        path = self._way(answer)
        if path is None:
            return None
        last = path[-1]
        if (
            len(path) == 1
            and length(last[0] - self.base.x, last[1] - self.base.y) <= TOUCH
            and len(last) == 2
        ):
            return MoveResult(self.base, 0.0)
        if self.flies and self.aim is not None and self.way != "push":
            return self._flown(path)
        try:
            return self._resolved(path)
        except Refusal:
            return self._flown(path) if self.flies else None

    def _flown(self, path: list[tuple[float, ...]]) -> MoveResult | None:
        """The flight to the highest surface there that it may end on, or to the one that is named; on its
        line where it has one (M1-MOVE-09, -10)."""
        (x, y, *up), *more = path
        if more or self.way in ("place", "push", "jump") or not self._on_line(x, y) or not self.flies:
            return None
        spot = self.base.at(x, y)
        tops = {float(piece.top) for piece in self.table.pieces if piece.top is not None}
        for level in up or sorted({0.0, *tops, *surface_elevations(self.table, spot)}, reverse=True):
            try:
                return fly(
                    self.table, self.base, spot.at(x, y, level), self.inches, self.policies, self.flies
                )
            except Refusal:
                continue
        return None

    def _on_line(self, x: float, y: float) -> bool:
        """Whether that place lies on the line of a move toward or away (M3E-MOVE-10)."""
        if self.aim is None:
            return True
        ax, ay, way = self.aim
        dx, dy = x - self.base.x, y - self.base.y
        to_x, to_y = ax - self.base.x, ay - self.base.y
        size, sign = length(to_x, to_y), 1.0 if way == "toward" else -1.0
        if size == 0.0 or abs(dx * to_y - dy * to_x) / size > 2 * TOUCH:
            return False
        return sign * (dx * to_x + dy * to_y) >= 0.0

    def _resolved(self, path: list[tuple[float, ...]]) -> MoveResult | None:
        last = path[-1]
        if self.way == "place":
            return self._placed(last) if len(path) == 1 else None
        dx, dy = last[0] - self.base.x, last[1] - self.base.y
        far = length(dx, dy)
        if self.way == "jump":
            return self._jumped(last) if len(path) == 1 else None
        if self.straight:
            unbending = self.aim is None or self.way in ("push", "charge")
            if len(path) == 1 and (unbending or self._on_line(last[0], last[1])):
                return self._pushed(dx, dy, far) if far <= self.inches + TOUCH else None
            if unbending:
                return None
        waypoints = [cast(tuple[float, float], place) for place in path]
        allowance = self._allowance
        if self.climbs and self._climbs(path):
            allowance = replace(allowance, inches=self.climbs)
        if self.aim is not None:
            x, y, sense = self.aim
            own = (self.base.x, self.base.y)
            return move_toward(
                self.table,
                self.base,
                waypoints,
                own,
                (x, y),
                allowance,
                cast(Direction, sense),
                self.policies,
            )
        return walk_path(self.table, self.base, waypoints, allowance, self.policies)

    def _pushed(self, dx: float, dy: float, far: float) -> MoveResult | None:
        """One straight line; toward or away it follows the line through the other's centre
        (M3E-MOVE-10)."""
        if self.aim is None:
            return self._line(dx, dy, far)
        x, y, way = self.aim
        own = (self.base.x, self.base.y)
        if not self._on_line(own[0] + dx, own[1] + dy):
            return None
        return push_toward(
            self.table,
            self.base,
            own,
            (x, y),
            self.inches,
            cast(Direction, way),
            self.policies,
            ignores=self._passed,
            through_models=self.through_models,
            flies=bool(self.flies),
            no_farther=far,
        )

    def _placed(self, to: tuple[float, ...]) -> MoveResult:
        """To its own level, else to the highest surface there that will do (M3E-MOVE-15, -16)."""
        spot = self.base.at(to[0], to[1])
        levels = to[2:] or dict.fromkeys((self.base.elevation, *surface_elevations(self.table, spot)))

        def at(level: float) -> MoveResult:
            there = spot.at(spot.x, spot.y, level)
            return MoveResult(place(self.table, self.base, there, self.inches, self.policies), 0.0)

        return _first(at, levels)

    def _jumped(self, to: tuple[float, ...]) -> MoveResult | None:
        """To the highest surface there, no higher than where it stands, that it can land on (M1-MOVE-06)."""
        spot = self.base.at(to[0], to[1])
        levels = to[2:] or [
            level for level in surface_elevations(self.table, spot) if level <= self.base.elevation + TOUCH
        ]

        def at(level: float) -> MoveResult:
            landing = spot.at(spot.x, spot.y, level)
            return jump(self.table, self.base, landing, 2 * self.inches, self.policies)

        return _first(at, levels) if levels else None

    def _climbs(self, path: list[tuple[float, ...]]) -> bool:
        """Whether it goes straight up or down somewhere."""
        x, y, level = self.base.x, self.base.y, self.base.elevation
        for spot in path:
            if len(spot) == 3 and length(spot[0] - x, spot[1] - y) <= TOUCH < abs(spot[2] - level):
                return True
            x, y, level = spot[0], spot[1], spot[2] if len(spot) == 3 else level
        return False

    def _line(self, dx: float, dy: float, far: float) -> MoveResult:
        """The move as far as it was aimed, or as terrain allows: Severe terrain costs double."""
        if far == 0.0:
            return MoveResult(self.base, 0.0)
        return push(
            self.table,
            self.base,
            dx,
            dy,
            self.inches,
            self.policies,
            ignores=self._passed,
            through_models=self.through_models,
            flies=bool(self.flies),
            no_farther=far,
        )

    @property
    def _passed(self) -> tuple[str, ...]:
        """What a Push takes it through: what flies is pushed over all that it could fly over (M1R-SPI-06)."""
        return (*self.ignores, *(GHOSTLY if self.flies else ()))

    def listed(self) -> Iterator[Answer]:
        known = False
        for answer in self.loose.listed():
            if self.contains(answer):
                known = known or answer == self.goal
                yield answer
        if self.goal is not None and not known:
            yield list(self.goal)

    def sample(self, stream: Stream) -> Answer:
        for _ in range(12):
            answer = self.loose.sample(stream)
            if self.contains(answer):
                return answer
        return list(self.loose.start)


def _first(attempt: Callable[[float], MoveResult], levels: Iterable[float]) -> MoveResult:
    """The first result that is not refused. Raise the first ``Refusal`` when all are."""
    refused: Refusal | None = None
    for level in levels:
        try:
            return attempt(level)
        except Refusal as refusal:
            refused = refused or refusal
    assert refused is not None
    raise refused


class FittingPlaces(Options, frozen=True):
    """Places of ``loose`` where terrain lets the base be, and the ground carries it. A marker only has to
    keep off what is Impassable (M3E-TRAIT-13).

    ``grounded``: it stands on whatever surface is there, nearest to the level of what it is to be ``near``,
    and within ``inches`` of one of these, height counted; within 0 is base contact, on one level
    (M3E-MEAS-02, -05). Otherwise it is at its own elevation. One that ``arrives`` comes from nowhere.
    """

    table: Table
    base: Base
    loose: Options
    model: bool
    seen_from: Base | None = None
    policies: TablePolicies = POLICIES
    grounded: bool = False
    near: tuple[Base, ...] = ()
    inches: float = 0.0
    arrives: bool = False

    def contains(self, answer: Answer) -> bool:
        return self.loose.contains(answer) and self._stands(answer) is not None

    def refused(self, answer: Answer) -> Refusal | None:
        """What is against the place itself; otherwise what terrain has against it."""
        if not self.loose.contains(answer):
            return self.loose.refused(answer)
        refusal = None
        for spot in self._levels(answer):
            try:
                self._check(spot)
            except Refusal as against:
                refusal = refusal or against
            else:
                return None
        return refusal

    def shown(self) -> dict[str, Any]:
        """The figures of the places; terrain excludes some of them."""
        return {"options": "FittingPlaces", "mm": self.base.mm, "loose": self.loose.shown()}

    def end(self, answer: Answer) -> Ending:
        """Where a Place with that answer ends."""
        spot = self._stands(answer) if self.grounded else None
        return Ending(float(answer[0]), float(answer[1]), None if spot is None else spot.elevation)

    def _stands(self, answer: Answer) -> Base | None:
        """The base at the first level where it fits there."""
        for spot in self._levels(answer):
            try:
                self._check(spot)
            except Refusal:
                continue
            return spot
        return None

    def _levels(self, answer: Answer) -> list[Base]:
        """The base there, on each surface that could carry it."""
        spot = self.base.at(float(answer[0]), float(answer[1]))
        if not self.grounded:
            return [spot]
        about = [body.elevation for body in self.near] or [0.0]
        levels = sorted(
            surface_elevations(self.table, spot), key=lambda at: min(abs(at - level) for level in about)
        )
        return [self.base.at(spot.x, spot.y, level) for level in levels]

    def _check(self, spot: Base) -> None:
        if self.near and not any(self._is_near(spot, body) for body in self.near):
            raise Refusal("That is on another level.", rule="measure.contact", fix="Stay on its level.")
        if self.seen_from is not None and not sees(self.table, self.seen_from, spot, self.policies):
            raise Refusal("That is out of sight.", rule="sight.line", fix="Stay in its sight.")
        if self.model:
            place(self.table, spot if self.arrives else self.base, spot)
        else:
            check_drop(self.table, spot)
            if self.grounded:
                check_solid(self.table, spot)

    def _is_near(self, spot: Base, body: Base) -> bool:
        """How far it is seen from above the places themselves say; on a slope neighbours differ in height."""
        if not self.policies.vertical_counts:
            return True
        if self.inches:
            return (
                vertical_gap(spot, body, self.policies) + horizontal_gap(spot, body)
                <= self.inches + 2 * TOUCH
            )
        return on_one_level(spot, body, (piece for piece in self.table.pieces if piece.gradual))

    def listed(self) -> Iterator[Answer]:
        return (answer for answer in self.loose.listed() if self.contains(answer))

    def sample(self, stream: Stream) -> Answer:
        for _ in range(24):
            answer = self.loose.sample(stream)
            if self.contains(answer):
                return answer
        return next(iter(self.listed()), self.loose.sample(stream))
