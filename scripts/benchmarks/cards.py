"""What a step takes, in the engine and by the server, and the replay of a whole Encounter, in processor
milliseconds: Crews of the catalogue, practice Crews of the First Edition; every second one on the exact
table, among terrain."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.match import EncounterSetupM1
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.simulation.simulate import players as players_m1
from rules.editions.m3e.examples.encounters import among_terrain
from rules.editions.m3e.play.play import Play, replay
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.examples import terrain
from rules.game.log import follow
from rules.game.table_access.exact_table import table_for
from scripts.benchmarks.engine_server import catalogue_stock, steps_of_the_server

ENCOUNTERS = 6


class Timed:
    """Encounters played and replayed, each step and replay in processor milliseconds."""

    def __init__(self) -> None:
        self.steps: list[float] = []
        self.replays: dict[str, list[float]] = {"plain": [], "terrain": []}

    def take(self, play: Any, bots: Any, ground: str, again: Callable[[], Any]) -> None:
        """``play`` to its end by ``bots``, and ``again`` from its decisions."""
        while not play.over:
            ask = play.asks[0]
            answer = bots[ask.seat].answer(play, ask)
            began = time.process_time()
            play.answer(ask.seat, answer)
            self.steps.append(1000 * (time.process_time() - began))
        began = time.process_time()
        replayed = again()
        self.replays[ground].append(1000 * (time.process_time() - began))
        assert replayed.hash == play.hash

    def result(self) -> dict[str, Any]:
        steps = sorted(self.steps)
        shares = (("p50", 0.5), ("p95", 0.95))
        return {
            "encounters": sum(map(len, self.replays.values())),
            "decisions": len(steps),
            "step_ms": {name: round(steps[int(len(steps) * share)], 2) for name, share in shares},
            "replay_ms": {
                ground: [round(took) for took in sorted(times)] for ground, times in self.replays.items()
            },
        }


def run() -> dict[str, Any]:
    stock, timed = catalogue_stock(), Timed()
    for number in range(ENCOUNTERS):
        setup = stock.encounter(f"bench/{number}")
        ground = "terrain" if number % 2 else "plain"
        if ground == "terrain":
            setup = among_terrain(setup)
        dealer = KeyDealer(digest("bench", "cards", str(number)))
        play = Play(setup, M3E, table_for(setup, M3E), dealer)
        again = partial(replay, setup, M3E, table_for(setup, M3E), dealer, play.decisions)
        timed.take(play, players("bench", number), ground, again)
    return timed.result() | {"server_among_terrain": steps_of_the_server("catalogue")}


def first_edition() -> dict[str, Any]:
    """The same of practice Crews of the First Edition."""
    timed = Timed()
    for number in range(ENCOUNTERS):
        ground = "terrain" if number % 2 else "plain"
        setup = encounter_of(f"bench/{number}", terrain() if number % 2 else ())
        dealer = KeyDealer(digest("bench", "first-edition", str(number)))
        play = PlayM1(setup, dealer, M1E)
        again = partial(_followed, setup, dealer, play)
        timed.take(play, players_m1("bench", number), ground, again)
    return timed.result()


def _followed(setup: EncounterSetupM1, dealer: KeyDealer, play: PlayM1) -> PlayM1:
    return follow(PlayM1(setup, dealer, M1E), play.decisions)
