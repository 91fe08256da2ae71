"""The golden Encounters: how each is played, and ``python -m tests.rules.game.goldens`` to write them anew.

A change of theirs is a change of the rules as played: read the difference before committing it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from rules.editions import ruleset
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.examples.encounters import skirmish, skirmish_among_terrain, two_crews
from rules.game.play import Play
from rules.game.setup.setup import Setup
from rules.game.simulation.simulate import players
from rules.game.simulation.transcript import transcript
from rules.game.table_access.exact_table import table_for

HERE = Path(__file__).parent / "golden"
# What is agreed beforehand: a golden Encounter is about the rules, not about what the season holds.
AGREED = {"attacker": 0, "strategy": "None", "deployment": "Standard", "pool": ("None",)}
# Name, what is played, which pair of bots (0: any lawful answer, 1: greedy against that, 2: both greedy).
GOLDENS: dict[str, tuple[Setup, int]] = {
    "m3e-two-against-two": (two_crews("golden"), 2),
    "m3e-greedy-against-any": (replace(skirmish("golden"), **AGREED), 1),
    "m3e-greedy": (replace(skirmish("golden"), **AGREED), 2),
    "m3e-among-terrain": (replace(skirmish_among_terrain("golden"), **AGREED), 1),
}


def begin(name: str) -> Play:
    setup, _ = GOLDENS[name]
    rules = ruleset(setup.ruleset, setup.policies)
    return Play(setup, rules, table_for(setup, rules), KeyDealer(digest("golden", name)))


def written(name: str) -> str:
    """The Encounter played to its end, as text."""
    play, bots = begin(name), players(name, GOLDENS[name][1])
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return "\n".join(transcript(play)) + "\n"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in sys.argv[1:] or GOLDENS:
        (HERE / f"{each}.txt").write_text(written(each), encoding="utf-8")
