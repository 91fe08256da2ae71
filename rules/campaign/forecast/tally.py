"""The results of simulated seasons as counts, and what a page reads of them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

ByWeek = dict[int, int]
Spreads = dict[int, dict[int, int]]


class ForecastTally(Struct, frozen=True):
    """The results as counts that can be added over seasons.

    ``scrip`` and ``values`` count, for each week, the players by what they held at its end (Scrip;
    Soulstones), ``ratings`` the Crews of its games by their Campaign Rating. ``annihilated``, ``injuries``,
    ``advancements`` and ``ended`` (Crews) are by week; ``masters`` counts the Arsenals by the week of their
    first Master (0: never). ``leads`` are the seasons by the place of the roster that led at their end, or
    shared the lead.
    """

    seasons: int = 0
    players: int = 0
    scrip: Spreads = {}
    values: Spreads = {}
    annihilated: ByWeek = {}
    injuries: ByWeek = {}
    masters: ByWeek = {}
    ratings: Spreads = {}
    advancements: ByWeek = {}
    ended: ByWeek = {}
    leads: dict[int, int] = {}


def add_tallies(a: ForecastTally, b: ForecastTally) -> ForecastTally:
    """The sum of two tallies.

    >>> add_tallies(
    ...     ForecastTally(seasons=1, masters={4: 2}), ForecastTally(seasons=2, masters={4: 1, 5: 1})
    ... ).masters
    {4: 3, 5: 1}
    """
    return ForecastTally(*(_sum(getattr(a, name), getattr(b, name)) for name in a.__struct_fields__))


def _sum(a: Any, b: Any) -> Any:
    if not isinstance(a, dict):
        return a + b
    return {
        key: _sum(a[key], b[key]) if key in a and key in b else {**a, **b}[key] for key in sorted({*a, *b})
    }


def spread(counts: dict[int, int]) -> tuple[int, int, int]:
    """The 10th, 50th and 90th percentile of a distribution.

    >>> spread({0: 1, 5: 8, 9: 1})
    (0, 5, 5)
    """
    everything = sum(counts.values())
    percentiles, counted, wanted = [], 0, [10, 50, 90]
    for value in sorted(counts):
        counted += counts[value]
        while wanted and counted * 100 >= wanted[0] * everything:
            percentiles.append(value)
            wanted.pop(0)
    low, middle, high = percentiles
    return low, middle, high


def tally_as_dict(tally: ForecastTally) -> dict[str, object]:
    """The tally as plain values for JSON, whose keys are strings; ``tally_from_dict`` reads them."""
    built: dict[str, object] = msgspec.json.decode(msgspec.json.encode(tally))
    return built


def tally_from_dict(values: object) -> ForecastTally:
    return msgspec.convert(values, ForecastTally, strict=False)
