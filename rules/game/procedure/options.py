"""What may be answered. One object lists, contains and samples: page, judge, bot and fuzzer share it.

>>> cut = Number(0, 53)
>>> cut.contains(12), cut.contains(54), cut.size
(True, False, 54)
>>> hand = Several((Choice("9c"), Choice("2r")), least=0, most=2)
>>> list(hand.listed())
[[], ['9c'], ['2r'], ['9c', '2r']]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, cos, hypot, perm, pi, sin, sqrt
from typing import Any

import msgspec
from msgspec import Struct

from rules.fate.shuffle import Stream
from rules.refusal import Refusal

Answer = Any
MOST_PLACES = 24
NEAR = 0.001  # inches: places lie on a grid of 1/1000, so touching is touching within one


class Choice(Struct, frozen=True):
    """One option: a stable ``key`` (stored), a ``label`` for people, and the id it is ``about``."""

    key: str
    label: str = ""
    about: str = ""


class Options(Struct, frozen=True, tag=True, tag_field="options"):
    """Every answer to one question."""

    def contains(self, answer: Answer) -> bool:
        """Whether that is one of the answers."""
        raise NotImplementedError

    def listed(self) -> Iterator[Answer]:
        """Every answer in a fixed order; of a region, some that matter."""
        raise NotImplementedError

    def sample(self, stream: Stream) -> Answer:
        """Some answer, by the chance of ``stream``."""
        raise NotImplementedError

    @property
    def size(self) -> int | None:
        """How many answers there are, ``None`` when there are too many to count."""
        return None

    def refused(self, answer: Answer) -> Refusal | None:
        """Why that is no answer, where more is to be said than that it is not offered."""
        return None

    def shown(self) -> dict[str, Any]:
        """Plain data for whoever is asked."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


class OneOf(Options, frozen=True):
    """Exactly one key."""

    choices: tuple[Choice, ...]

    def contains(self, answer: Answer) -> bool:
        return any(choice.key == answer for choice in self.choices)

    def listed(self) -> Iterator[Answer]:
        return (choice.key for choice in self.choices)

    def sample(self, stream: Stream) -> Answer:
        return self.choices[stream.below(len(self.choices))].key

    @property
    def size(self) -> int | None:
        return len(self.choices)


class Several(Options, frozen=True):
    """A list of ``least`` to ``most`` different keys; with ``ordered`` their order means something."""

    choices: tuple[Choice, ...]
    least: int = 0
    most: int = 0
    ordered: bool = False

    def contains(self, answer: Answer) -> bool:
        if not isinstance(answer, list | tuple) or not self.least <= len(answer) <= self.most:
            return False
        keys = {choice.key for choice in self.choices}
        return len(set(answer)) == len(answer) and all(key in keys for key in answer)

    def listed(self) -> Iterator[Answer]:
        pick = permutations if self.ordered else combinations
        keys = [choice.key for choice in self.choices]
        for number in range(self.least, min(self.most, len(keys)) + 1):
            yield from (list(found) for found in pick(keys, number))

    def sample(self, stream: Stream) -> Answer:
        left = [choice.key for choice in self.choices]
        most = min(self.most, len(left))
        wanted = self.least + stream.below(most - self.least + 1)
        return [left.pop(stream.below(len(left))) for _ in range(wanted)]

    @property
    def size(self) -> int | None:
        count = perm if self.ordered else comb
        return sum(
            count(len(self.choices), n) for n in range(self.least, min(self.most, len(self.choices)) + 1)
        )


class Number(Options, frozen=True):
    """A whole number, both ends included."""

    least: int
    most: int

    def contains(self, answer: Answer) -> bool:
        return isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most

    def listed(self) -> Iterator[Answer]:
        return iter(range(self.least, self.most + 1))

    def sample(self, stream: Stream) -> Answer:
        return self.least + stream.below(self.most - self.least + 1)

    @property
    def size(self) -> int | None:
        return self.most - self.least + 1


class Disc(Struct, frozen=True):
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
    """Where a move ended: place, elevation (``None``: as before), the places in between, the damage of
    falls, and the legs of the way for whoever asks about terrain."""

    x: float
    y: float
    elevation: float | None = None
    path: tuple[tuple[float, float], ...] = ()
    falls: tuple[int, ...] = ()
    legs: tuple[Any, ...] = ()


class Spots(Options, frozen=True):
    """Places ``[x, y]`` for a base's centre, in inches on the grid of 1/1000.

    Inside ``box`` and every disc of ``within``, at least one of ``either`` if there are any, outside every
    disc of ``clear``; a straight way that enters one of ``traps`` ends in it. With ``straight`` the line
    from there must keep out of those discs too; with ``ray`` the place lies on that half-line from
    ``start``. ``marks`` are places worth listing; ``start`` is always allowed when ``may_stay``.
    """

    start: tuple[float, float]
    box: Box
    within: tuple[Disc, ...] = ()
    either: tuple[Disc, ...] = ()
    clear: tuple[Disc, ...] = ()
    traps: tuple[Disc, ...] = ()
    straight: bool = False
    ray: tuple[float, float] | None = None
    marks: tuple[tuple[float, float], ...] = ()
    may_stay: bool = True

    def contains(self, answer: Answer) -> bool:
        if not is_place(answer):
            return False
        x, y = float(answer[0]), float(answer[1])
        if self.may_stay and (x, y) == self.start:
            return True
        return self._inside(x, y) and self._reached(x, y)

    def _inside(self, x: float, y: float) -> bool:
        """Whether the place itself will do. Plain loops: it is asked for hundreds of places a decision."""
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
        """Whether the way there will do."""
        if self.straight:
            for disc in self.clear:
                if not self._passes(disc, x, y):
                    return False
        for disc in self.traps:
            if not disc.holds(x, y) and not self._passes(disc, x, y):
                return False
        return self.ray is None or self._on_ray(x, y)

    def _passes(self, disc: Disc, x: float, y: float) -> bool:
        """Whether the straight way to (x, y) keeps out of the disc; touching is no crossing."""
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
        found = list(self.listed())
        return found[stream.below(len(found))] if found else list(self.start)

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


def grid(x: float, y: float) -> list[float]:
    """A place on the grid of 1/1000 inch, as answers hold it."""
    return [round(x * 1000) / 1000 + 0.0, round(y * 1000) / 1000 + 0.0]


def as_path(answer: Answer) -> list[tuple[float, ...]] | None:
    """A place or a path of places (with an elevation as third number) as a list, ``None`` for anything else.

    >>> as_path([1.0, 2.0]), as_path([[1.0, 2.0], [1.0, 2.0, 3.0]]), as_path([[1.0]])
    ([(1.0, 2.0)], [(1.0, 2.0), (1.0, 2.0, 3.0)], None)
    """
    if is_place(answer):
        return [(float(answer[0]), float(answer[1]))]
    if not isinstance(answer, list | tuple) or not 1 <= len(answer) <= MOST_PLACES:
        return None
    found: list[tuple[float, ...]] = []
    for place in answer:
        if not isinstance(place, list | tuple) or len(place) not in (2, 3) or not is_place(place[:2]):
            return None
        if len(place) == 3 and not is_place([place[2], 0.0]):
            return None
        found.append(tuple(float(part) for part in place))
    return found


def is_place(answer: Answer) -> bool:
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        return False
    for part in answer:
        if type(part) is not float and type(part) is not int:
            return False
        if not -1e6 < part < 1e6 or round(part * 1000) / 1000 != part:
            return False
    return True


AnyOptions = OneOf | Several | Number | Spots
