"""Third Edition Encounters played by bots with all invariants checked: ``manage.py simulate``.

A pure function of its seed: the same numbers and hash on every run, machine and ``PYTHONHASHSEED``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules import budget
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.setup.hiring import Stock
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.simulation.bots import Greedy
from rules.editions.m3e.simulation.watch import Watch
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.bots import Bot, RandomLegal
from rules.game.simulation.playout import Run, played_out
from rules.game.stored import Checkpoint
from rules.game.table_access.exact_table import table_for

MakeSetup = Callable[[str], EncounterSetup]


def players(seed: str, number: int) -> tuple[Bot[Play], Bot[Play]]:
    """Both bots: in every third Encounter both are random, otherwise one or both are greedy."""
    streams = [Stream(digest("mfx-simulate", seed, str(number), str(seat))) for seat in (0, 1)]
    kinds = ((RandomLegal, RandomLegal), (Greedy, RandomLegal), (Greedy, Greedy))[number % 3]
    return kinds[0](streams[0]), kinds[1](streams[1])


def play_one(
    setup: EncounterSetup,
    rules: Ruleset,
    bots: tuple[Bot[Play], Bot[Play]],
    key: bytes,
    number: int = 0,
    stock: Stock | None = None,
) -> Run:
    """Play one Encounter to its end, checked after every decision."""
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(key), stock=stock)
    table = table_for(play.setup, play.rules)

    def again(since: Checkpoint | None) -> Play:
        return Play(play.setup, rules, table, KeyDealer(key), since, stock)

    return played_out(play, bots, Watch().broken, again, Stream(digest("mfx-watch", key)), number)


def simulate(encounters: int, seed: str, make: MakeSetup, rules: Ruleset) -> Iterator[Run]:
    """Play that many Encounters, one after the other."""
    budget.begin("an Encounter of bots")
    for number in range(encounters):
        setup = make(f"{seed}/{number}")
        key = digest("mfx-simulate-key", seed, str(number))
        yield play_one(setup, rules.with_policies(setup.policies), players(seed, number), key, number)
