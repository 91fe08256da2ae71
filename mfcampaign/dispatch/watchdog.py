"""Heartbeats: when tick, sweep and beat last ran, stored in the database for every process to read."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from mfcampaign.dispatch.models import Heartbeat

TICK, SWEEP, BEAT = PARTS = ("tick", "sweep", "beat")


def came_round(part: str, now: datetime | None = None) -> None:
    """Record a heartbeat of ``part``. One statement."""
    row = Heartbeat(part=part, at=now or timezone.now())
    Heartbeat.objects.bulk_create([row], update_conflicts=True, unique_fields=["part"], update_fields=["at"])


def ages(now: datetime | None = None) -> dict[str, float | None]:
    """Seconds since each part last came round; ``None`` for one that never did. One query."""
    now = now or timezone.now()
    last = dict(Heartbeat.objects.values_list("part", "at"))
    return {part: max(0.0, (now - last[part]).total_seconds()) if part in last else None for part in PARTS}
