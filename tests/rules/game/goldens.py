"""The golden Encounters: how each is played, and ``python -m tests.rules.game.goldens`` to write them anew.

A change of theirs is a change of the rules as played: read the difference before committing it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from rules.editions.m1e import examples as first_edition
from rules.editions.m1e.play.match import EncounterSetupM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.simulation.simulate import players as players_m1
from rules.editions.m3e.examples.encounters import skirmish, skirmish_among_terrain, two_crews
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import ruleset
from rules.editions.m3e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.driver import Driver
from rules.game.examples import terrain
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.transcript import transcript
from rules.game.table_access.exact_table import table_for

HERE = Path(__file__).parent / "golden"
# What is agreed beforehand: a golden Encounter is about the rules, not about what the season holds.
AGREED = {"attacker": 0, "strategy": "None", "deployment": "Standard", "pool": ("None",)}
# Name, what is played, and which pair of bots by its number: 0 answers anything lawful (``players``).
GOLDENS: dict[str, tuple[EncounterSetup | EncounterSetupM1, int]] = {
    "m3e-two-against-two": (two_crews("golden"), 2),
    "m3e-greedy-against-any": (replace(skirmish("golden"), **AGREED), 1),
    "m3e-greedy": (replace(skirmish("golden"), **AGREED), 2),
    "m3e-among-terrain": (replace(skirmish_among_terrain("golden"), **AGREED), 1),
    "m1e-greedy-against-a-plan": (first_edition.encounter_of("practice"), 3),
    "m1e-among-terrain": (
        replace(first_edition.encounter_of("golden", terrain()), elements=("wire",), water=("pond",)),
        2,
    ),
}


def begin(name: str) -> Driver:
    setup, _ = GOLDENS[name]
    if isinstance(setup, EncounterSetupM1):
        return PlayM1(setup, KeyDealer(digest("golden", name)), M1E)
    rules = ruleset(setup.ruleset, setup.policies)
    return Play(setup, rules, table_for(setup, rules), KeyDealer(digest("golden", name)))


def written(name: str) -> str:
    """The Encounter played to its end, as text."""
    setup, number = GOLDENS[name]
    play = begin(name)
    bots = (players_m1 if isinstance(setup, EncounterSetupM1) else players)(name, number)
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return "\n".join(transcript(play)) + "\n"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or GOLDENS:
        (HERE / f"{each}.txt").write_text(written(each), encoding="utf-8")
