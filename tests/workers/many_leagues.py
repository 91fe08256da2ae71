"""Verbs of the proof's process for many leagues at one deadline; for scripts/benchmarks/growth.py."""

from __future__ import annotations

import statistics
import time
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, Max
from django.utils import timezone

from mfcampaign.campaigns import clock
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.models.league import AT_ONCE
from mfcampaign.campaigns.transfer.operations import import_league
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Occurrence
from mfcampaign.notices.models import Notice

PATIENCE_S = 3600
PHRASE = "from one portal to another"


def multiply(leagues: int) -> int:
    """Leagues in all, each a copy of the first, brought in from its file; then nothing is due any more."""
    first = Campaign.objects.order_by("pk")[0]
    content, owner = write(first, phrase=PHRASE), get_user_model().objects.create_user("keeper")
    for _ in range(leagues - 1):
        import_league(read(content).opened(PHRASE), owner)
    settle()
    return Campaign.objects.count()


def settle() -> None:
    """Tick until nothing is due; a tick in one process does what its seconds allow."""
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE_S:
        dispatch.tick()
        dispatch.drain()
        if not clock.due(timezone.now()):
            return
    raise AssertionError("leagues are still due")


def idle_ticks(times: int) -> dict[str, float]:
    """The median idle tick in milliseconds: ``ms`` by the clock, ``cpu_ms`` of this process alone."""
    dispatch.tick()
    by_clock, by_cpu = [], []
    for _ in range(times):
        began, computed = time.perf_counter(), time.process_time()
        assert dispatch.tick() == []
        by_cpu.append((time.process_time() - computed) * 1000)
        by_clock.append((time.perf_counter() - began) * 1000)
    return {"ms": round(statistics.median(by_clock), 2), "cpu_ms": round(statistics.median(by_cpu), 2)}


def _reach_deadline(leagues: int) -> list[int]:
    """So many leagues whose week is over this minute and was not turned yet."""
    open_weeks = Week.objects.filter(state=Week.State.GAMES_OPEN, games_close_at__gt=timezone.now())
    weeks = list(open_weeks.order_by("campaign_id").values_list("pk", "campaign_id")[:leagues])
    assert len(weeks) == leagues, f"{len(weeks)} of {leagues} have games under way"
    Week.objects.filter(pk__in=[pk for pk, _ in weeks]).update(games_close_at=timezone.now())
    Campaign.objects.filter(pk__in=[pk for _, pk in weeks]).update(look_at=AT_ONCE)
    return [pk for _, pk in weeks]


def saturday_alone(leagues: int) -> float:
    """Seconds of this one process until all are turned and their people told."""
    _reach_deadline(leagues)
    began = time.perf_counter()
    settle()
    return time.perf_counter() - began


def saturday_through_workers(leagues: int) -> dict[str, Any]:
    """``seconds`` until the workers have done the same, and the least and most notices that a league's people
    were ``told``; this process is only the clock, ticking each second."""
    pks = _reach_deadline(leagues)
    began = time.perf_counter()
    before, told = Occurrence.objects.count(), Notice.objects.aggregate(last=Max("pk"))["last"] or 0
    while time.perf_counter() - began < PATIENCE_S:
        dispatch.tick()
        dispatch.sweep()
        time.sleep(1)
        waiting = Command.objects.filter(status__in=Command.OPEN).exists()
        due = Campaign.objects.filter(pk__in=pks, look_at__lte=timezone.now() + clock.LEASE).exists()
        if not waiting and not due:
            assert Occurrence.objects.count() >= before + leagues, "each league once"
            seconds = time.perf_counter() - began
            fresh = Notice.objects.filter(pk__gt=told).values("campaign").annotate(count=Count("pk"))
            counts = [row["count"] for row in fresh]
            return {"seconds": seconds, "told": [min(counts, default=0), max(counts, default=0)]}
    raise AssertionError("it never came to an end")
