"""Verbs of the proof's process that take time instead of looking for faults; for scripts/bench_queue.py."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

from django.db import connection, transaction
from django.db.models import Max

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Outbox
from tests.campaigns.ledger.making import make_league, make_player
from tests.workers.handlers import FLIP


def lay_out(tag: str, leagues: int) -> list[tuple[int, int]]:
    """Leagues with one player each, for ``in_process`` and ``through_queue``: (league, entry)."""
    rows = [make_league(f"{tag}-{number}") for number in range(leagues)]
    return [(league.pk, make_player(league).pk) for league in rows]


def in_process(tag: str, places: list[tuple[int, int]], items: int, hands: int = 1) -> float:
    """Seconds that ``hands`` processes side by side take for ``items``, without broker and bells."""
    with transaction.atomic():
        commands = [
            Command.objects.create(
                kind=FLIP,
                natural_key=f"{tag}/{number}",
                payload={"entry": places[number % len(places)][1], "pause_ms": 0},
                campaign_id=places[number % len(places)][0],
            ).pk
            for number in range(items)
        ]
    connection.close()
    fork = multiprocessing.get_context("fork")
    ready = fork.Barrier(hands + 1)
    workers = [fork.Process(target=_do, args=(commands[n::hands], ready)) for n in range(hands)]
    for worker in workers:
        worker.start()
    ready.wait()
    began = time.perf_counter()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * hands
    return time.perf_counter() - began


def _do(commands: list[int], ready: Any) -> None:
    connection.ensure_connection()
    ready.wait()
    for command in commands:
        assert dispatch.execute(command) == "done"


def through_queue(tag: str, places: list[tuple[int, int]], items: int) -> float:
    """Seconds from the commit that made ``items`` due to the end of the last, done by workers."""
    with transaction.atomic():
        for number in range(items):
            league, entry = places[number % len(places)]
            dispatch.submit(FLIP, f"{tag}/{number}", {"entry": entry, "pause_ms": 0}, campaign_id=league)
        due_at = time.time()
    mine = Command.objects.filter(natural_key__startswith=f"{tag}/")
    while (left := mine.exclude(status="done").count()) and time.time() - due_at < 300:
        time.sleep(min(0.5, 0.002 * left))
    assert not left, f"{left} of {items} are not done"
    assert Outbox.objects.filter(command__in=mine, sends=1).count() == items, "nothing was rung twice"
    return mine.aggregate(end=Max("finished_at"))["end"].timestamp() - due_at
