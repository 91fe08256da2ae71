"""What one answer of a running Encounter costs the server beyond an empty request, and a replay there.

A portal of its own: SQLite in memory, the test client in process, seven models against six on a plain, or
Crews of the catalogue among terrain, and a plain bot, whose answers count with each. CPU time, so that other
work on the machine matters less.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Literal

from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "mfcampaign/catalog/data/m3e"
ANSWERS = 120


def catalogue_stock() -> CatalogueStock:
    """The figures of the Third Edition's catalogue as they stand in the tree."""
    return CatalogueStock(
        *(json.loads((DATA / name).read_text("utf-8")) for name in ("models.json", "upgrades.json"))
    )


def steps_of_the_server(crews: Literal["practice", "catalogue"]) -> dict[str, Any]:
    """The figures with those Crews, in milliseconds; in a process of its own, which has Django set up its own
    way."""
    environment = os.environ | {
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_SETTINGS_MODULE": "mfcampaign.settings",
        "LOG_LEVEL": "CRITICAL",
        "REDIS_URL": "",
    }
    process = subprocess.run(
        [sys.executable, "-m", "scripts.benchmarks.engine_server", crews],
        cwd=ROOT,
        env=environment,
        text=True,
        capture_output=True,
        check=True,
    )
    figures: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return figures


def main() -> None:
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client

    from mfcampaign.play import loading
    from mfcampaign.play.models import Encounter
    from mfcampaign.play.operations import creation
    from rules.editions.m3e.examples.encounters import among_terrain, skirmish
    from rules.editions.m3e.simulation.bots import Greedy
    from rules.fate.shuffle import Stream, digest

    call_command("migrate", verbosity=0)
    user = get_user_model().objects.create_user("bench", "bench@example.org", "secret-pass")
    client = Client()
    client.force_login(user)
    practice = sys.argv[1:] != ["catalogue"]
    setup = skirmish("bench") if practice else among_terrain(catalogue_stock().encounter("bench/1"))
    row = creation.create(user, setup, opponent="greedy")
    creation.speak(row, user, 0, "a phrase of more than twenty letters")
    hand, answers, pages, empty = Greedy(Stream(digest("bench"))), [], [], []
    at = row.get_absolute_url()
    for number in range(ANSWERS):
        row = Encounter.objects.get(pk=row.pk)
        if row.over:
            break
        play = loading.play_of(row)
        ask = play.ask_for(0)
        assert ask is not None
        sent = form_of(hand.answer(play, ask), ask, row.version, number)
        empty.append(_time(lambda: client.get("/healthz")))
        answers.append(_time(lambda sent=sent: client.post(f"{at}answer/", sent)))
        pages.append(_time(lambda: client.get(at)))
    row = Encounter.objects.get(pk=row.pk)
    replays = [_time(lambda: loading.play_of(row, whole=True)) for _ in range(7)]
    base = statistics.median(empty)
    figures = {
        "answers": len(answers),
        "decisions": row.decisions.count(),
        "empty_ms": base,
        "answer_over_empty_p50_ms": statistics.median(answers) - base,
        "answer_over_empty_p95_ms": sorted(answers)[int(len(answers) * 0.95)] - base,
        "page_over_empty_p95_ms": sorted(pages)[int(len(pages) * 0.95)] - base,
        "full_replay_ms": statistics.median(replays),
    }
    print(json.dumps({name: round(value, 2) for name, value in figures.items()}))


def form_of(value: Any, ask: Any, seen: int, number: int) -> dict[str, Any]:
    """The answer as the page's form sends it."""
    sent: dict[str, Any] = {"seat": 0, "kind": ask.kind, "seen": seen, "key": f"bench {number}"}
    match value:
        case str():
            sent["choice"] = value
        case int():
            sent["number"] = str(value)
        case [*keys] if all(isinstance(key, str) for key in keys):
            if getattr(ask.options, "ordered", False):
                sent |= {f"position-{at}": key for at, key in enumerate(keys, 1)}
            else:
                sent["choices"] = keys
        case _:
            sent["spot"] = json.dumps(value)
    return sent


def _time(work: Any) -> float:
    began = time.process_time()
    answer = work()
    assert getattr(answer, "status_code", 200) in (200, 302), answer.content[-400:]
    return (time.process_time() - began) * 1000


if __name__ == "__main__":
    main()
