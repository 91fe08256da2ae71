"""Wake-ups: sent straight after the commit, and again by the sweeper until the work is done."""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connections, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from kombu.pools import producers

from mfcampaign.dispatch import command_retries as retry_policy
from mfcampaign.dispatch import watchdog
from mfcampaign.dispatch.breaker import Breaker
from mfcampaign.dispatch.execution import execute
from mfcampaign.dispatch.models import Command, Outbox
from mfcampaign.dispatch.registry import Each, RetryLater, batch_for, delivery_for

log = logging.getLogger(__name__)
COMMAND, LEISURE = "command", "leisure"
# Without workers: so many seconds of a sweep for work that nobody waits for, after all else.
LEISURE_SECONDS = 10.0
# By name: the tasks call operations, which send wake-ups.
EXECUTE, DELIVER = "mfcampaign.dispatch.tasks.execute_command", "mfcampaign.dispatch.tasks.deliver"
BATCH = "mfcampaign.dispatch.tasks.do_batch"
BATCH_SECONDS = 10.0
# Many commands at once travel in bundles: a message costs more than the row's own bookkeeping.
BUNDLE = 20
_here = threading.local()
# Somebody's request waits for the message to be taken: this long, and then not again for a while.
TAKEN_SECONDS = 1.0
_delivering: set[int] = set()
_delivering_lock = threading.Lock()
broker = Breaker("the broker")


def wake_after_commit(row: Outbox) -> None:
    """Wake a worker once the surrounding transaction is committed; a failing wake-up breaks nothing.

    What one transaction makes due goes out together: the first hook sends all, the others find
    nothing left. Rows of a transaction that was rolled back are gone when they are looked up.
    """
    _pending().append(row.pk)
    transaction.on_commit(_wake_for_pending, robust=True)


def _pending() -> list[int]:
    if not hasattr(_here, "pending"):
        _here.pending = []
    pending: list[int] = _here.pending
    return pending


def _wake_for_pending() -> None:
    due, _here.pending = _pending(), []
    if not due or (broker.open and not settings.DISPATCH_IN_PROCESS):
        return  # the sweeper sends what was not sent
    rows = Outbox.objects.filter(_unfinished(), pk__in=due)
    if settings.DISPATCH_IN_PROCESS:
        # Somebody waits for this request: a mail server may answer slowly, so the sweeper goes there.
        rows = rows.exclude(command=None)
    try:
        wake(list(rows))
    except Exception as problem:
        # The broker is away, full or slow: the rows wait, and the sweeper wakes a worker for them.
        broker.failed(problem)


def wake(rows: list[Outbox]) -> int:
    """Take the leases of ``rows`` and send them; the number that nobody else had taken first.

    A broker that does not answer raises, once; deliveries fail each for itself.
    """
    leased = _lease(rows)
    commands = [row.command_id for row in leased if row.command_id is not None]
    deliveries = [row for row in leased if row.command_id is None]
    if settings.DISPATCH_IN_PROCESS:
        for command_id in commands:
            run_here(command_id)
        for row in deliveries:
            _deliver_beside(row)
    else:
        for row in deliveries:
            publish_delivery(row.pk)
        size = max(1, min(BUNDLE, len(commands) // 8))
        for at in range(0, len(commands), size):
            publish(commands[at : at + size])
    return len(leased)


def _lease(rows: list[Outbox]) -> list[Outbox]:
    """Those of ``rows`` that are ours to send now: each by an update that only one can make."""
    stamp = {"sends": F("sends") + 1, "sent_at": timezone.now(), "due_at": None}
    if len({row.sends for row in rows}) == 1:
        together = Outbox.objects.filter(pk__in=[row.pk for row in rows], sends=rows[0].sends)
        with transaction.atomic():
            if together.update(**stamp) == len(rows):
                return rows
            transaction.set_rollback(True)
    return [row for row in rows if Outbox.objects.filter(pk=row.pk, sends=row.sends).update(**stamp) == 1]


def publish(command_ids: list[int]) -> None:
    """Wake a worker. The message is the ids; raises when the broker does not answer at once."""
    _send(EXECUTE, tuple(command_ids))


def publish_delivery(outbox_id: int) -> None:
    """Wake a worker for something outward."""
    _send(DELIVER, (outbox_id,))


def in_process() -> bool:
    """Whether this process executes commands itself, because there is no broker."""
    return bool(settings.DISPATCH_IN_PROCESS)


def fan_out(name: str, ids: Sequence[int]) -> None:
    """Have the workers do the batch ``name`` for each id, in bundles. What is lost, or fails, is left to
    whoever asks again; raises when the broker does not answer."""
    size = max(1, min(BUNDLE, len(ids) // 16))
    for at in range(0, len(ids), size):
        _send(BATCH, (name, *ids[at : at + size]))


def do_batch(name: str, ids: Sequence[int], *, seconds: float | None = None) -> int:
    """A part of a batch, here and now."""
    return each_for(ids, batch_for(name), seconds=seconds)


def each_for(ids: Sequence[int], each: Each, *, seconds: float | None = None) -> int:
    """``each(id)`` one after the other, for so long at the most; how many were begun. One that fails leaves
    the others unharmed."""
    give_up_at = time.monotonic() + (BATCH_SECONDS if seconds is None else seconds)
    for number, item in enumerate(ids):
        if time.monotonic() > give_up_at:
            return number
        try:
            each(item)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("%s failed for %s", each, item)
    return len(ids)


def _send(task: str, arguments: tuple[Any, ...]) -> None:
    quick = {"socket_timeout": TAKEN_SECONDS, "socket_connect_timeout": TAKEN_SECONDS}
    connection = current_app.connection_for_write(transport_options=quick)
    with producers[connection].acquire(block=True, timeout=TAKEN_SECONDS) as producer:
        current_app.tasks[task].apply_async(arguments, retry=False, producer=producer)


def deliver(outbox_id: int) -> None:
    """Try to deliver one outbox row, unless it was delivered meanwhile."""
    row = Outbox.objects.filter(pk=outbox_id, command=None, delivered_at=None).first()
    if row is not None:
        _deliver(row)


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
    """Send a wake-up again for everything that should have ended by now; the number sent.

    Any number of sweepers may run side by side: each row is leased by a conditional update.
    """
    now = now or timezone.now()
    unsent = Q(sends=0, created_at__lte=now - retry_policy.unsent_after())
    unanswered = Q(sent_at__lte=now - retry_policy.resend_after())
    watchdog.came_round(watchdog.SWEEP)
    overdue = (Q(due_at=None) & (unsent | unanswered)) | Q(due_at__lte=now)
    try:
        commands, deliveries = _open_rows()
        late = commands.filter(overdue | Q(command__in=_abandoned(now)))
        at_leisure = Q(topic=LEISURE) if settings.DISPATCH_IN_PROCESS else Q(pk=None)
        rows = list(late.exclude(at_leisure)[:limit])
        rows += deliveries.filter(overdue)[: limit - len(rows)] if len(rows) < limit else []
        return wake(rows) + _wake_at_leisure(commands.filter(at_leisure, Q(sends=0) | overdue))
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        # The broker is down for all of them; the next sweep comes soon.
        log.exception("the sweeper's wake-ups were not sent")
        return 0


def _wake_at_leisure(waiting: QuerySet[Outbox]) -> int:
    """Without workers: what has time, one after the other for a while, also what it submits; then the clock
    comes first again."""
    give_up_at, number = time.monotonic() + LEISURE_SECONDS, 0
    while time.monotonic() < give_up_at and (row := waiting.first()) is not None:
        number += wake([row])
    return number


def drain(*, limit: int = 10_000) -> int:
    """Do every waiting command now, in this process, and what they submit; the number done here."""
    done, last = 0, 0
    while done < limit:
        # What a command submits comes after it, and so does what another process does meanwhile.
        waiting = Command.objects.filter(status=Command.Status.WAITING, pk__gt=last).order_by("pk")
        ids = list(waiting.values_list("pk", flat=True)[: limit - done])
        if not ids:
            break
        for command_id in ids:
            execute(command_id)
        done, last = done + len(ids), ids[-1]
    return done


def _open_rows() -> tuple[QuerySet[Outbox], QuerySet[Outbox]]:
    """What is not done: commands and deliveries.

    Asked in one, both databases walk through everything that was ever sent.
    """
    rows = Outbox.objects.order_by("pk")
    return rows.filter(command__in=_unended()), rows.filter(command=None, delivered_at=None)


def _unended() -> QuerySet[Command]:
    """The commands that have not ended, read from the index of these: SQLite takes an index with a
    condition only where the query repeats that condition word for word."""
    unended = Command.objects.filter(status__in=Command.OPEN).order_by()
    return unended.extra(where=["status IN ('waiting', 'running', 'stuck')"])


def _abandoned(now: datetime) -> list[int]:
    """The running commands whose row nobody holds: their worker was killed. Woken again some seconds ago,
    they are left to that wake-up."""
    while_ago = now - retry_policy.abandoned_after()
    running = _unended().filter(
        Q(computing_until=None) | Q(computing_until__lte=now),
        status=Command.Status.RUNNING,
        started_at__lte=while_ago,
        outbox__sent_at__lte=while_ago,
    )
    if not running.exists():
        return []
    with transaction.atomic():
        return list(
            running.select_for_update(skip_locked=True, no_key=True, of=("self",)).values_list(
                "pk", flat=True
            )
        )


def _unfinished() -> Q:
    return Q(command__status__in=Command.OPEN) | Q(command__isnull=True, delivered_at__isnull=True)


def _deliver_beside(row: Outbox) -> None:
    """Deliver in a thread of its own, so that a receiver who drips stops neither clock nor sweep.

    A row that is under way here already is left to the thread that has it.
    """
    if not settings.DISPATCH_DELIVERY_THREADS:
        _deliver(row)
        return
    with _delivering_lock:
        if row.pk in _delivering:
            return
        _delivering.add(row.pk)
    _deliverers(settings.DISPATCH_DELIVERY_THREADS).submit(_deliver_here, row.pk)


def _deliver_here(outbox_id: int) -> None:
    try:
        deliver(outbox_id)
    except Exception:
        log.exception("outbox row %s was not delivered", outbox_id)
    finally:
        with _delivering_lock:
            _delivering.discard(outbox_id)
        connections.close_all()


@functools.cache
def _deliverers(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="deliverer")


def _deliver(row: Outbox) -> None:
    deliver_payload = delivery_for(row.topic)
    if deliver_payload is None:
        log.error("nothing delivers the topic %r of outbox row %s", row.topic, row.pk)
        return
    try:
        deliver_payload(row.payload)
    except RetryLater as later:
        Outbox.objects.filter(pk=row.pk).update(due_at=timezone.now() + later.after)
        return
    except SoftTimeLimitExceeded:
        raise  # the worker's time is up, not this delivery's alone
    except Exception:
        log.exception("outbox row %s (%s) was not taken", row.pk, row.topic)
        return
    # What was said is nobody's any more: a link in a mail opens an account.
    Outbox.objects.filter(pk=row.pk).update(delivered_at=timezone.now(), payload={})
