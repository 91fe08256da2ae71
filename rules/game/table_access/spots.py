"""Places of the table as options: where a base or marker may be set, and where a move ended.

A place is ``[x, y]`` in inches on a grid of 1/1000, so that "touching" is exact to one step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, hypot, pi, sin, sqrt
from typing import Any, cast

from msgspec import Struct

from rules.dialogue import Answer, Options
from rules.fate.shuffle import Stream
from rules.refusal import Refusal
from rules.table.obstacles.falls import Fall
from rules.table.zones import Zone

MOST_PLACES = 24
NEAR = 0.001  # inches: one step of the grid


class CircularArea(Struct, frozen=True):
    """A circle of the table: centre and radius in inches."""

    x: float
    y: float
    radius: float

    def holds(self, x: float, y: float) -> bool:
        return hypot(x - self.x, y - self.y) <= self.radius + NEAR


class Box(Struct, frozen=True):
    """A rectangle of the table."""

    left: float
    low: float
    right: float
    high: float

    def holds(self, x: float, y: float) -> bool:
        return self.left - NEAR <= x <= self.right + NEAR and self.low - NEAR <= y <= self.high + NEAR


class Ending(Struct, frozen=True):
    """Where a move ended: place, elevation (``None``: as before), the places in between, the falls, and the
    legs of the way for whoever asks about terrain."""

    x: float
    y: float
    elevation: float | None = None
    path: tuple[tuple[float, float], ...] = ()
    falls: tuple[Fall, ...] = ()
    legs: tuple[Any, ...] = ()


class InZone(Options, frozen=True):
    """Places for a base in one zone of the table."""

    @property
    def zone(self) -> Zone:
        raise NotImplementedError


class Spots(Options, frozen=True):
    """Places ``[x, y]`` for a base's centre, in inches on the grid of 1/1000.

    Inside ``box`` and every disc of ``within``, at least one of ``either`` if there are any, outside every
    disc of ``clear``; a straight way that enters one of ``traps`` ends in it. With ``straight`` the line
    from there must keep out of those discs too, but for those that are ``over``; with ``ray`` the place
    lies on that half-line from ``start``. ``marks`` are places worth listing; ``start`` is always allowed
    when ``may_stay``.
    """

    start: tuple[float, float]
    box: Box
    within: tuple[CircularArea, ...] = ()
    either: tuple[CircularArea, ...] = ()
    clear: tuple[CircularArea, ...] = ()
    traps: tuple[CircularArea, ...] = ()
    straight: bool = False
    ray: tuple[float, float] | None = None
    marks: tuple[tuple[float, float], ...] = ()
    may_stay: bool = True
    over: tuple[CircularArea, ...] = ()

    def contains(self, answer: Answer) -> bool:
        if not is_place(answer):
            return False
        x, y = float(answer[0]), float(answer[1])
        if self.may_stay and (x, y) == self.start:
            return True
        return self._inside(x, y) and self._reached(x, y)

    def refused(self, answer: Answer) -> Refusal | None:
        """Why the place is refused: too far, off the table, on another base, or past one (M3E-MOVE-01,
        -02, -04, -05)."""
        if not is_place(answer) or self.contains(answer):
            return None
        x, y = float(answer[0]), float(answer[1])
        over = max((hypot(x - disc.x, y - disc.y) - disc.radius for disc in self.within), default=0.0)
        if over > NEAR:
            return Refusal(f"{over:.1f} inches too far.", rule="move.distance", fix="Stop nearer.")
        if not self.box.holds(x, y):
            return Refusal("That is off the table.", rule="move.table", fix="Stop at the edge.")
        if any(hypot(x - disc.x, y - disc.y) < disc.radius - NEAR for disc in self.clear):
            return Refusal("Another base is there.", rule="move.end", fix="End beside it.")
        if self.either and not any(disc.holds(x, y) for disc in self.either):
            return Refusal("That is not near enough to what it has to be near.", fix="Go nearer to it.")
        if self.ray is not None and not self._on_ray(x, y):
            return Refusal("It moves along one line only.", rule="move.toward", fix="Stay on the line.")
        return Refusal("A base is in the way.", rule="move.through", fix="Go where the way is free.")

    def _inside(self, x: float, y: float) -> bool:
        """Whether the place itself is allowed. It is called hundreds of times for each decision, so it
        uses plain loops."""
        if not self.box.holds(x, y):
            return False
        for disc in self.within:
            if not disc.holds(x, y):
                return False
        for disc in self.clear:
            if hypot(x - disc.x, y - disc.y) < disc.radius - NEAR:
                return False
        return not self.either or any(disc.holds(x, y) for disc in self.either)

    def _reached(self, x: float, y: float) -> bool:
        """Whether the way there is allowed."""
        if self.straight:
            for disc in self.clear:
                if not self._passes(disc, x, y) and disc not in self.over:
                    return False
        for disc in self.traps:
            if not disc.holds(x, y) and not self._passes(disc, x, y):
                return False
        return self.ray is None or self._on_ray(x, y)

    def _passes(self, disc: CircularArea, x: float, y: float) -> bool:
        """Whether the straight way to (x, y) stays out of the disc; touching it is allowed."""
        sx, sy = self.start
        dx, dy = x - sx, y - sy
        size = dx * dx + dy * dy
        if size == 0.0:
            return True
        along = ((disc.x - sx) * dx + (disc.y - sy) * dy) / size
        if along <= 0.0 or along >= 1.0:
            return True
        return hypot(sx + along * dx - disc.x, sy + along * dy - disc.y) >= disc.radius - NEAR

    def _on_ray(self, x: float, y: float) -> bool:
        assert self.ray is not None
        dx, dy = x - self.start[0], y - self.start[1]
        along = dx * self.ray[0] + dy * self.ray[1]
        return along >= -NEAR and abs(dx * self.ray[1] - dy * self.ray[0]) <= NEAR

    def listed(self) -> Iterator[Answer]:
        if self.may_stay:
            yield list(self.start)
        for x, y in self.marks:
            if self.contains((x, y)) and (x, y) != self.start:
                yield [x, y]

    def end(self, answer: Answer) -> Ending:
        """Where a move with that answer ends."""
        return Ending(float(answer[0]), float(answer[1]))

    def sample(self, stream: Stream) -> Answer:
        for _ in range(24):
            place = self._anywhere(stream)
            if self.contains(place):
                return place
        places = list(self.listed())
        return places[stream.below(len(places))] if places else list(self.start)

    def _anywhere(self, stream: Stream) -> list[float]:
        share = stream.below(1 << 20) / (1 << 20)
        turn = stream.below(1 << 20) / (1 << 19) * pi
        rounds = self.within or self.either
        if self.ray is not None and rounds:
            far = share * rounds[0].radius
            return grid(self.start[0] + far * self.ray[0], self.start[1] + far * self.ray[1])
        if rounds:
            disc = rounds[stream.below(len(rounds))]
            far = disc.radius * sqrt(share)
            return grid(disc.x + far * cos(turn), disc.y + far * sin(turn))
        box = self.box
        other = stream.below(1 << 20) / (1 << 20)
        return grid(box.left + share * (box.right - box.left), box.low + other * (box.high - box.low))


class Narrowed(Options, frozen=True):
    """The places of ``inner`` for which ``keep`` is true; ``more`` are further places to list."""

    inner: Options
    keep: Callable[[Answer], bool]
    more: tuple[tuple[float, float], ...] = ()

    def contains(self, answer: Answer) -> bool:
        return self.inner.contains(answer) and self.keep(answer)

    def refused(self, answer: Answer) -> Refusal | None:
        return self.inner.refused(answer)

    def listed(self) -> Iterator[Answer]:
        seen: set[tuple[float, ...]] = set()
        for answer in (*self.more, *self.inner.listed()):
            key = tuple(answer) if is_place(answer) else ()
            if key not in seen and self.contains(list(answer)):
                seen.add(key)
                yield list(answer)

    def sample(self, stream: Stream) -> Answer:
        for _ in range(24):
            answer = self.inner.sample(stream)
            if self.contains(answer):
                return answer
        places = list(self.listed())
        return places[stream.below(len(places))] if places else self.inner.sample(stream)

    def end(self, answer: Answer) -> Ending:
        """Where a move with that answer ends."""
        return cast(Any, self.inner).end(answer)  # type: ignore[no-any-return]

    def shown(self) -> dict[str, Any]:
        """The figures of ``inner``, and those of its listed places that are left."""
        return {**self.inner.shown(), "places": list(self.listed())}


def grid(x: float, y: float) -> list[float]:
    """A place on the grid of 1/1000 inch, as answers contain it."""
    return [round(x * 1000) / 1000 + 0.0, round(y * 1000) / 1000 + 0.0]


def as_path(answer: Answer) -> list[tuple[float, ...]] | None:
    """A place or a path of places (with an elevation as third number) as a list, ``None`` for anything
    else.

    >>> as_path([1.0, 2.0]), as_path([[1.0, 2.0], [1.0, 2.0, 3.0]]), as_path([[1.0]])
    ([(1.0, 2.0)], [(1.0, 2.0), (1.0, 2.0, 3.0)], None)
    """
    if is_place(answer):
        return [(float(answer[0]), float(answer[1]))]
    if not isinstance(answer, list | tuple) or not 1 <= len(answer) <= MOST_PLACES:
        return None
    places: list[tuple[float, ...]] = []
    for place in answer:
        if not isinstance(place, list | tuple) or len(place) not in (2, 3) or not is_place(place[:2]):
            return None
        if len(place) == 3 and not is_place([place[2], 0.0]):
            return None
        places.append(tuple(float(part) for part in place))
    return places


def is_place(answer: Answer) -> bool:
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return False
    for part in answer:
        if type(part) is not float and type(part) is not int:
            return False
        if not -1e6 < part < 1e6 or round(part * 1000) / 1000 != part:
            return False
    return True
