"""The three levels of bots, compared over mirrored Encounters.

Each seed is played twice with the seats exchanged: the same Crews, the same scenario, the same decks.

>>> interval(80, 100)
(0.711, 0.867)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

from msgspec import Struct

from rules.dialogue import Answer
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.simulation.bots import Novice
from rules.editions.m3e.simulation.looking_ahead import LooksAhead
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.procedure.asks import Ask
from rules.game.setup.setup import Setup
from rules.game.simulation.bots import Bot
from rules.game.table_access.exact_table import table_for

LEVELS: dict[int, Callable[[Stream], Bot[Play]]] = {1: Novice, 2: Tactician, 3: LooksAhead}
SURE = 1.96  # standard deviations of a 95 % interval
MOST_DECISIONS = 20_000


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


def mirrored(
    levels: tuple[int, int],
    pairs: int,
    seed: str,
    make: Callable[[str], Setup],
    rules: Ruleset,
    clock: Callable[[], float] = untimed,
) -> Iterator[Played]:
    """Return that many pairs of mirrored Encounters; ``levels[0]`` has seat 0, then seat 1. ``clock`` returns
    seconds of processor time."""
    for number in range(pairs):
        name = f"{seed}/{number}"
        for seat in (0, 1):
            yield _played(make(name), rules, levels, seat, name, clock)


def _played(
    setup: Setup, rules: Ruleset, levels: tuple[int, int], seat: int, name: str, clock: Callable[[], float]
) -> Played:
    rules = rules.with_policies(setup.policies)
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("mfx-levels-key", name)))
    streams = [Stream(digest("mfx-levels", name, str(side))) for side in (0, 1)]
    by_seat = (levels[0], levels[1]) if seat == 0 else (levels[1], levels[0])
    bots = [LEVELS[level](stream) for level, stream in zip(by_seat, streams, strict=True)]
    took: list[float] = []
    attacked = 0
    while not play.over and len(play.decisions) < MOST_DECISIONS:
        ask = play.asks[0]
        begun = clock()
        value = bots[ask.seat].answer(play, ask)
        if ask.seat == seat:
            took.append(clock() - begun)
        attacked += attacks_a_friend(play, ask, value)
        play.answer(ask.seat, value)
    took.sort()
    state, sides = play.state, (seat, 1 - seat)
    of_strategy = [state.vp_from(side, state.strategy) for side in sides]
    return Played(
        seed=name,
        seat=seat,
        vp=(state.vp(seat), state.vp(1 - seat)),
        strategy_vp=(of_strategy[0], of_strategy[1]),
        own_kills=sum(kill.seat == seat and kill.by_seat == seat and kill.by != "" for kill in state.kills),
        friends_attacked=attacked,
        usual=1000 * took[len(took) // 2],
        slowest=1000 * took[int(len(took) * 0.95)],
    )


def attacks_a_friend(play: Play, ask: Ask, value: Answer) -> bool:
    """Return whether that answer aims an Attack at a model of the answering side."""
    action = play.running.in_progress[-1].action if play.running.in_progress else None
    if ask.kind != "target" or action is None or not action.is_attack:
        return False
    target = play.state.models.get(value)
    return target is not None and target.player == ask.seat


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
    """Return the 95 % interval of a share, by Wilson."""
    share, z = wins / of, SURE * SURE / of
    middle = (share + z / 2) / (1 + z)
    half = SURE * sqrt(share * (1 - share) / of + z / (4 * of)) / (1 + z)
    return round(middle - half, 3), round(middle + half, 3)
