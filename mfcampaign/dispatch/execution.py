"""Executes a command: the attempt is counted, then everything runs in one short transaction under the row's
lock. What takes long to compute is computed between two of them (``audit.computing``).
"""

from __future__ import annotations

import datetime as dt
import logging
import time
from functools import partial
from typing import Literal

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import OperationalError, close_old_connections, connection, transaction
from django.utils import timezone

from mfcampaign.audit.computing import with_computing
from mfcampaign.dispatch import command_retries as retry_policy
from mfcampaign.dispatch import trace
from mfcampaign.dispatch.models import Command
from mfcampaign.dispatch.registry import handler_for
from rules.edition import unnamed
from rules.refusal import Refusal

log = logging.getLogger(__name__)

Outcome = Literal["done", "rejected", "failed", "stuck", "skipped"]
# Deadlocks, lock timeouts and a busy SQLite are nobody's fault and cost no attempt.
PATIENCE = (0.05, 0.2, 0.8)
# Somebody's request may wait for this: no new try after so long.
LOCK_SECONDS = 2.0


def execute(command_id: int) -> Outcome:
    """Do the command once. Safe to call again, at any time, from anywhere, even side by side.

    ``skipped``: it has ended, is gone, or somebody else holds it right now. ``failed``: it waits
    for the sweeper. Call it outside a transaction: the attempt must count even if we are killed.
    """
    with trace.command(command_id):
        return _execute(command_id)


def _execute(command_id: int) -> Outcome:
    if (begun := _begin(command_id)) is not None:
        return begun
    give_up_at = time.monotonic() + LOCK_SECONDS
    for pause in (*PATIENCE, None):
        try:
            return with_computing(partial(_perform, command_id), partial(_lease, command_id))
        except OperationalError as problem:
            if pause is None or time.monotonic() > give_up_at:
                return _fail(command_id, problem)
            time.sleep(pause)
            if not connection.in_atomic_block:
                close_old_connections()
        except SoftTimeLimitExceeded as problem:
            _fail(command_id, problem)
            raise  # the whole task's time is up: what else it holds waits for the sweeper
        except Exception as problem:
            return _fail(command_id, problem)
    raise AssertionError("unreachable")


def _begin(command_id: int) -> Outcome | None:
    """Count an attempt and show the command as running; an outcome when there is nothing to do.

    The row lock, not the status, says whether somebody is at it: a killed worker leaves
    ``running`` behind, but never a lock.
    """
    now = timezone.now()
    with transaction.atomic():
        row = _locked(command_id, skip_locked=True)
        if row is None or (row.computing_until is not None and row.computing_until > now):
            return "skipped"
        if row.attempts >= retry_policy.most_attempts(killed=row.status == Command.Status.RUNNING):
            if row.started_at and now - row.started_at < retry_policy.stale_after():
                return "skipped"
            _end(row, Command.Status.STUCK, error=row.error or "The worker died each time it tried.")
            return "stuck"
        row.attempts += 1
        row.status = Command.Status.RUNNING
        row.started_at = now
        row.save(update_fields=["attempts", "status", "started_at"])
    return None


def _lease(command_id: int) -> None:
    """The command is computed from now on, and its row is free meanwhile; a worker that is killed there is
    missed once the time of its task is over."""
    until = timezone.now() + dt.timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    Command.objects.filter(pk=command_id).update(computing_until=until)


def _perform(command_id: int) -> Outcome:
    """The handler's work and the command's end, in one transaction: both, or neither."""
    try:
        with transaction.atomic():
            _be_impatient()
            row = _locked(command_id)
            if row is None:
                return "skipped"
            began = time.monotonic()
            result = handler_for(row.kind)(row)
            row.held_ms = int((time.monotonic() - began) * 1000)
            _end(row, Command.Status.DONE, result=result or {})
    except Refusal as refusal:
        return _reject(command_id, refusal)
    return "done"


def _reject(command_id: int, refusal: Refusal) -> Outcome:
    """The rules said no and everything was rolled back: that is the command's end, with the reason."""
    refusal = unnamed().rows.refusal(refusal)
    reason = {"sentence": refusal.sentence, "rule": refusal.rule, "fix": refusal.fix}
    with transaction.atomic():
        row = _locked(command_id)
        if row is None:
            return "skipped"
        _end(row, Command.Status.REJECTED, result=reason, error=str(refusal))
    return "rejected"


def _fail(command_id: int, problem: Exception) -> Outcome:
    """Everything was rolled back: keep the reason, and give up after the last attempt."""
    log.error("command %s failed", command_id, exc_info=problem)
    error = f"{type(problem).__name__}: {problem}"
    with transaction.atomic():
        row = _locked(command_id)
        if row is None:
            return "skipped"
        if row.attempts >= retry_policy.MAX_ATTEMPTS:
            _end(row, Command.Status.STUCK, error=error)
            return "stuck"
        row.status, row.computing_until = Command.Status.WAITING, None
        row.error = error[:500]
        row.save(update_fields=["status", "error", "computing_until"])
    return "failed"


def _locked(command_id: int, *, skip_locked: bool = False) -> Command | None:
    rows = Command.objects.select_for_update(skip_locked=skip_locked, no_key=True)
    return rows.filter(pk=command_id, status__in=Command.OPEN).first()


def _end(row: Command, status: Command.Status, *, result: object = None, error: str = "") -> None:
    row.status = status
    row.result = result
    row.error = error[:500]
    row.finished_at = timezone.now()
    row.save(update_fields=["status", "result", "error", "finished_at", "held_ms"])


def _be_impatient() -> None:
    """Rather fail and come back than hold a worker behind somebody's lock."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '3s'")
