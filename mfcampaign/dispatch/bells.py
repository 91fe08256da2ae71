"""Ringing: straight after the commit, and again by the sweeper until the work is done."""

from __future__ import annotations

import logging
import threading
from collections import deque
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from mfcampaign.dispatch import pace
from mfcampaign.dispatch.execution import execute
from mfcampaign.dispatch.models import Command, Outbox
from mfcampaign.dispatch.registry import courier_for

log = logging.getLogger(__name__)
COMMAND = "command"
_here = threading.local()


def ring_after_commit(row: Outbox) -> None:
    """Ring once the surrounding transaction is committed; a failing bell breaks nothing."""
    transaction.on_commit(lambda: ring(row), robust=True)


def ring(row: Outbox) -> bool:
    """Take the row's lease and send it; ``False`` when somebody else took it first."""
    leased = Outbox.objects.filter(pk=row.pk, sends=row.sends).update(
        sends=F("sends") + 1, sent_at=timezone.now()
    )
    if leased != 1:
        return False
    if row.command_id is None:
        _carry(row)
    elif settings.DISPATCH_IN_PROCESS:
        run_here(row.command_id)
    else:
        publish(row.command_id)
    return True


def publish(command_id: int) -> None:
    """Wake a worker. The message is the id; raises when the broker does not answer at once."""
    from mfcampaign.dispatch.tasks import execute_command

    execute_command.apply_async((command_id,), retry=False)


def run_here(command_id: int) -> None:
    """Do the command in this process; commands that it submits follow, not nest."""
    if (queue := getattr(_here, "queue", None)) is not None:
        queue.append(command_id)
        return
    _here.queue = queue = deque([command_id])
    try:
        while queue:
            execute(queue.popleft())
    finally:
        del _here.queue


def sweep(now: datetime | None = None, *, limit: int = 500) -> int:
    """Ring again for everything that should have ended by now; the number of bells rung.

    Any number of sweepers may run side by side: each row is leased by a conditional update.
    """
    now = now or timezone.now()
    overdue = Q(sends=0, created_at__lte=now - pace.unsent_after()) | Q(
        sent_at__lte=now - pace.resend_after()
    )
    rows = list(Outbox.objects.filter(_unfinished(), overdue)[:limit])
    rung = 0
    for row in rows:
        try:
            rung += ring(row)
        except Exception:
            log.exception("the bell of outbox row %s did not ring", row.pk)
            if row.command_id is not None and not settings.DISPATCH_IN_PROCESS:
                break  # The broker is down for all of them; the next sweep comes soon.
    return rung


def drain(*, limit: int = 10_000) -> int:
    """Do every waiting command now, in this process, and what they submit; the number done here."""
    seen: set[int] = set()
    while len(seen) < limit:
        waiting = Command.objects.filter(status=Command.Status.WAITING).exclude(pk__in=seen)
        if (command_id := waiting.values_list("pk", flat=True).first()) is None:
            break
        seen.add(command_id)
        execute(command_id)
    return len(seen)


def _unfinished() -> Q:
    return Q(command__status__in=Command.OPEN) | Q(command__isnull=True, delivered_at__isnull=True)


def _carry(row: Outbox) -> None:
    carry = courier_for(row.topic)
    if carry is None:
        raise LookupError(f"no courier for the topic {row.topic!r}")
    carry(row.payload)
    Outbox.objects.filter(pk=row.pk).update(delivered_at=timezone.now())
