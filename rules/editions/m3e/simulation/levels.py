"""The three levels of bots, compared over mirrored Encounters.

Each seed is played twice with the seats exchanged: the same Crews, the same scenario, the same decks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.dialogue import Answer
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.simulation.bots import Novice
from rules.editions.m3e.simulation.looking_ahead import LooksAhead
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.procedure.asks import Ask
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.bots import Bot
from rules.game.simulation.levels import Played, untimed
from rules.game.table_access.exact_table import table_for

LEVELS: dict[int, Callable[[Stream], Bot[Play]]] = {1: Novice, 2: Tactician, 3: LooksAhead}
MOST_DECISIONS = 20_000


def mirrored(
    levels: tuple[int, int],
    pairs: int,
    seed: str,
    make: Callable[[str], EncounterSetup],
    rules: Ruleset,
    clock: Callable[[], float] = untimed,
) -> Iterator[Played]:
    """That many pairs of mirrored Encounters; ``levels[0]`` has seat 0, then seat 1. ``clock`` returns
    seconds of processor time."""
    for number in range(pairs):
        name = f"{seed}/{number}"
        for seat in (0, 1):
            yield _played(make(name), rules, levels, seat, name, clock)


def _played(
    setup: EncounterSetup,
    rules: Ruleset,
    levels: tuple[int, int],
    seat: int,
    name: str,
    clock: Callable[[], float],
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
    """Whether that answer aims an Attack at a model of the answering side."""
    action = play.running.in_progress[-1].action if play.running.in_progress else None
    if ask.kind != "target" or action is None or not action.is_attack:
        return False
    target = play.state.models.get(value)
    return target is not None and target.player == ask.seat
