"""Crews of the catalogue: what a step of the engine takes, and the replay of a whole Encounter, in processor
milliseconds; every second one on the exact table, among terrain."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from rules.editions import M3E
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.examples.encounters import among_terrain
from rules.game.log import replay
from rules.game.play import Play
from rules.game.simulation.catalogue_crews import CatalogueStock
from rules.game.simulation.simulate import players
from rules.game.table_access.exact_table import table_for

DATA = Path(__file__).resolve().parents[2] / "mfcampaign/catalog/data"
ENCOUNTERS = 6


def run() -> dict[str, Any]:
    models, upgrades = (
        json.loads((DATA / name).read_text("utf-8")) for name in ("models.json", "upgrades.json")
    )
    stock = CatalogueStock(models, upgrades)
    steps: list[float] = []
    replays: dict[str, list[float]] = {"plain": [], "terrain": []}
    for number in range(ENCOUNTERS):
        setup = stock.encounter(f"bench/{number}")
        ground = "terrain" if number % 2 else "plain"
        if ground == "terrain":
            setup = among_terrain(setup)
        dealer = KeyDealer(digest("bench", "cards", str(number)))
        play = Play(setup, M3E, table_for(setup, M3E), dealer)
        bots = players("bench", number)
        while not play.over:
            ask = play.asks[0]
            answer = bots[ask.seat].answer(play, ask)
            began = time.process_time()
            play.answer(ask.seat, answer)
            steps.append(1000 * (time.process_time() - began))
        began = time.process_time()
        again = replay(setup, M3E, table_for(setup, M3E), dealer, play.decisions)
        replays[ground].append(1000 * (time.process_time() - began))
        assert again.hash == play.hash
    steps.sort()
    return {
        "encounters": ENCOUNTERS,
        "decisions": len(steps),
        "step_ms": {
            name: round(steps[int(len(steps) * share)], 2) for name, share in (("p50", 0.5), ("p95", 0.95))
        },
        "replay_ms": {ground: [round(took) for took in sorted(times)] for ground, times in replays.items()},
    }
