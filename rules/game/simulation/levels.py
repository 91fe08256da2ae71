"""Levels of bots compared over mirrored Encounters: each seed is played twice with the seats exchanged.

>>> interval(80, 100)
(0.711, 0.867)
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

SURE = 1.96  # standard deviations of a 95 % interval


class Played(Struct, frozen=True, kw_only=True):
    """One Encounter between two levels with both VP. ``own_kills`` are the first level's models killed by its
    own side; ``friends_attacked`` Attacks of either level on its own side; ``slowest`` and ``usual`` are the
    95th percentile and the median of processor time of the first level's decisions, in milliseconds."""

    seed: str
    seat: int
    vp: tuple[int, int]
    strategy_vp: tuple[int, int]
    own_kills: int
    friends_attacked: int
    usual: float
    slowest: float


class Comparison(Struct, frozen=True, kw_only=True):
    """``share`` is the share of all Encounters that the first level won; a draw counts as not won.
    ``interval`` is its 95 % interval by Wilson, ``of_decided`` the share without draws."""

    levels: tuple[int, int]
    encounters: int
    wins: int
    losses: int
    draws: int
    share: float
    interval: tuple[float, float]
    of_decided: float
    vp: tuple[int, int]
    strategy_vp: tuple[int, int]
    scheme_vp: tuple[int, int]
    own_kills: int
    friends_attacked: int
    usual_ms: float
    slowest_ms: float


def untimed() -> float:
    """A clock for comparisons that measure no time."""
    return 0.0


def compared(levels: tuple[int, int], played: list[Played]) -> Comparison:
    wins = sum(one.vp[0] > one.vp[1] for one in played)
    losses = sum(one.vp[0] < one.vp[1] for one in played)
    vp = _summed([one.vp for one in played])
    of_strategy = _summed([one.strategy_vp for one in played])
    return Comparison(
        levels=levels,
        encounters=len(played),
        wins=wins,
        losses=losses,
        draws=len(played) - wins - losses,
        share=round(wins / len(played), 3),
        interval=interval(wins, len(played)),
        of_decided=round(wins / max(1, wins + losses), 3),
        vp=vp,
        strategy_vp=of_strategy,
        scheme_vp=(vp[0] - of_strategy[0], vp[1] - of_strategy[1]),
        own_kills=sum(one.own_kills for one in played),
        friends_attacked=sum(one.friends_attacked for one in played),
        usual_ms=round(sorted(one.usual for one in played)[len(played) // 2], 1),
        slowest_ms=round(sorted(one.slowest for one in played)[len(played) // 2], 1),
    )


def _summed(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)


def interval(wins: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson."""
    share, z = wins / of, SURE * SURE / of
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(share * (1 - share) / of + z / (4 * of)) / (1 + z)
    return round(middle - half, 3), round(middle + half, 3)
