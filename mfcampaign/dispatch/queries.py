"""The state of a command, for pages that wait for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from mfcampaign.dispatch.models import Command, Outbox

LATEST = 1000


@dataclass(frozen=True)
class CommandStatus:
    """One command as a page shows it. ``ahead`` counts the open commands that were there before it."""

    id: int
    natural_key: str
    subject: str
    status: str
    label: str
    attempts: int
    error: str
    created_at: datetime
    ahead: int = 0

    @property
    def open(self) -> bool:
        return self.status in Command.OPEN

    @property
    def stuck(self) -> bool:
        return self.status == Command.Status.STUCK


def status_for(natural_key: str) -> CommandStatus | None:
    """The state of the command of this cause; ``None`` when there is none. At most two queries."""
    command = Command.objects.filter(natural_key=natural_key).first()
    if command is None:
        return None
    ahead = Command.objects.filter(status__in=Command.OPEN, pk__lt=command.pk).count() if command.open else 0
    return _status(command, ahead)


def commands_of(campaign_id: int) -> QuerySet[Command]:
    """All commands of a league, newest first."""
    return Command.objects.filter(campaign_id=campaign_id).order_by("-pk")


def queue_age_s() -> float | None:
    """Seconds that the oldest open command has been waiting; ``None`` when nothing waits. One query."""
    oldest = Command.objects.filter(status__in=Command.OPEN).values_list("created_at", flat=True).first()
    return None if oldest is None else max(0.0, (timezone.now() - oldest).total_seconds())


def longest_holds() -> dict[str, int]:
    """By kind, the most milliseconds for which one of the ``LATEST`` commands held its locks. One query."""
    latest = Command.objects.order_by("-pk").values_list("kind", "held_ms")[:LATEST]
    longest: dict[str, int] = {}
    for kind, held in latest:
        if held is not None:
            longest[kind] = max(held, longest.get(kind, 0))
    return longest


def queue_report() -> dict[str, Any]:
    """``oldest_s`` as ``queue_age_s``; ``outward_s``, how long the oldest mail or webhook has been due; open
    and stuck commands by status. Two queries."""
    now = timezone.now()
    wanted = [*Command.OPEN, Command.Status.STUCK]
    counts: dict[str, int] = dict.fromkeys(wanted, 0)
    oldest: datetime | None = None
    rows = Command.objects.filter(status__in=wanted).order_by().values_list("status")
    for status, number, first in rows.annotate(number=Count("pk"), first=Min("created_at")):
        counts[status] = number
        if status in Command.OPEN and (oldest is None or first < oldest):
            oldest = first
    due = Outbox.objects.filter(command=None, delivered_at=None).filter(Q(due_at=None) | Q(due_at__lte=now))
    outward = due.aggregate(first=Min("created_at"))["first"]

    def age(moment: datetime | None) -> float | None:
        return None if moment is None else max(0.0, (now - moment).total_seconds())

    return {"oldest_s": age(oldest), "outward_s": age(outward), "commands": counts}


def _status(command: Command, ahead: int = 0) -> CommandStatus:
    return CommandStatus(
        id=command.pk,
        natural_key=command.natural_key,
        subject=command.subject,
        status=command.status,
        label=command.get_status_display(),
        attempts=command.attempts,
        error=command.error,
        created_at=command.created_at,
        ahead=ahead,
    )
