"""What seasons on paper came to, as counts that add up whoever reckoned which of them."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Tally(Struct, frozen=True):
    """What came out, as counts that add up over seasons.

    ``scrip`` and ``values``: for each week of the league, how many players held so much at its end
    (Scrip; Soulstones). ``annihilated`` and ``injuries`` by week; ``masters``: in how many Arsenals the
    first Master came in that week (week 0: never).
    """

    seasons: int = 0
    players: int = 0
    scrip: dict[int, dict[int, int]] = {}
    values: dict[int, dict[int, int]] = {}
    annihilated: dict[int, int] = {}
    injuries: dict[int, int] = {}
    masters: dict[int, int] = {}


def add(a: Tally, b: Tally) -> Tally:
    """Both together.

    >>> add(Tally(seasons=1, masters={4: 2}), Tally(seasons=2, masters={4: 1, 5: 1})).masters
    {4: 3, 5: 1}
    """
    return Tally(
        a.seasons + b.seasons,
        a.players + b.players,
        _add_weeks(a.scrip, b.scrip),
        _add_weeks(a.values, b.values),
        _add(a.annihilated, b.annihilated),
        _add(a.injuries, b.injuries),
        _add(a.masters, b.masters),
    )


def spread(counts: dict[int, int]) -> tuple[int, int, int]:
    """The tenth, the middle and the ninetieth of a hundred.

    >>> spread({0: 1, 5: 8, 9: 1})
    (0, 5, 5)
    """
    everything = sum(counts.values())
    found, seen, wanted = [], 0, [10, 50, 90]
    for value in sorted(counts):
        seen += counts[value]
        while wanted and seen * 100 >= wanted[0] * everything:
            found.append(value)
            wanted.pop(0)
    low, middle, high = found
    return low, middle, high


def _add(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b})}


def _add_weeks(a: dict[int, dict[int, int]], b: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
    return {week: _add(a.get(week, {}), b.get(week, {})) for week in sorted({*a, *b})}


def stored(tally: Tally) -> dict[str, object]:
    """Plain values for JSON, whose keys are strings; ``restored`` reads them back."""
    built: dict[str, object] = msgspec.json.decode(msgspec.json.encode(tally))
    return built


def restored(values: object) -> Tally:
    return msgspec.convert(values, Tally, strict=False)
