"""The operations of the dispatcher: submit, execute, retry, sweep, tick, materialise."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from mfcampaign.audit.actors import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.dispatch import command_retries as retry_policy
from mfcampaign.dispatch import watchdog
from mfcampaign.dispatch.execution import Outcome, execute
from mfcampaign.dispatch.models import Command, Occurrence, Outbox
from mfcampaign.dispatch.registry import RetryLater, batch, delivery, handler, handler_for, ticker, tickers
from mfcampaign.dispatch.wakeups import (
    COMMAND,
    LEISURE,
    deliver,
    do_batch,
    drain,
    each_for,
    fan_out,
    in_process,
    sweep,
    wake_after_commit,
)
from rules.refusal import Refusal

log = logging.getLogger(__name__)

__all__ = [
    "Outcome",
    "RetryLater",
    "Ticked",
    "batch",
    "catch_up",
    "deliver",
    "delivery",
    "do_batch",
    "drain",
    "each_for",
    "execute",
    "fan_out",
    "handler",
    "in_process",
    "materialise",
    "post",
    "retry",
    "submit",
    "sweep",
    "tick",
    "ticker",
]


def submit(
    kind: str,
    natural_key: str,
    payload: dict[str, Any],
    *,
    campaign_id: int | None = None,
    subject: str = "",
    at_leisure: bool = False,
) -> Command:
    """The command of this cause: made now, or found as it was made the first time.

    Call it inside the transaction of the act that needs it: both are committed, or neither. A
    worker is woken after the commit. ``payload`` holds small ids; ``subject`` tells people what it is
    ("Barter flip 2 of Mara"). ``ValueError`` when the same cause once meant something else.
    ``at_leisure``: long work that nobody's request should wait for; without workers the ticker's sweep does
    it within seconds, after all else.
    """
    handler_for(kind)
    same = Command.objects.filter(natural_key=natural_key)
    command = same.first()
    if command is None:
        try:
            with transaction.atomic():
                return _submitted(kind, natural_key, payload, campaign_id, subject[:200], at_leisure)
        except IntegrityError:  # side by side with the same cause: the other one made it
            command = same.get()
    if (command.kind, command.payload) != (kind, payload):
        raise ValueError(f"{natural_key} is {command.kind} {command.payload}, not {kind} {payload}.")
    return command


def _submitted(
    kind: str,
    natural_key: str,
    payload: dict[str, Any],
    campaign_id: int | None,
    subject: str,
    at_leisure: bool,
) -> Command:
    """A new command with its outbox row; ``IntegrityError`` when there is one of this cause."""
    command = Command.objects.create(
        kind=kind, natural_key=natural_key, payload=payload, campaign_id=campaign_id, subject=subject
    )
    wakeup = Outbox.objects.create(topic=LEISURE if at_leisure else COMMAND, command=command)
    if not (at_leisure and settings.DISPATCH_IN_PROCESS):
        wake_after_commit(wakeup)
    return command


def post(topic: str, payload: dict[str, Any]) -> Outbox:
    """Something to deliver outwards, after the commit and at least once.

    A worker goes at once; without workers the ticker does within seconds, so that no request waits.

    Receivers tell repeats apart by an id of their own that the caller puts into ``payload``.
    """
    row = Outbox.objects.create(topic=topic, payload=payload)
    wake_after_commit(row)
    return row


def retry(command_id: int, actor: Actor) -> Command:
    """Let a stuck command try again, on an organiser's word (the caller has checked the right).

    Its flips derive from its natural key: whatever it would have drawn, it draws now. ``Refusal``
    unless it is stuck.
    """
    stuck = Command.objects.get(pk=command_id)
    with operation(stuck, actor, kind="dispatch.retry") as act:
        command = act.row
        if command.status != Command.Status.STUCK:
            raise Refusal(
                f"“{command.subject or command.kind}” is {command.get_status_display()}, not stuck.",
                fix="Only what is stuck can be tried again.",
            )
        command.status = Command.Status.WAITING
        command.attempts = 0
        command.started_at = command.finished_at = None
        command.save(update_fields=["status", "attempts", "started_at", "finished_at"])
        act.say(f"{actor} had “{command.subject or command.kind}” tried again.", organisers_only=True)
        wake_after_commit(Outbox.objects.get(command=command))
    return command


class Ticked(list[str]):
    """The names of the tickers that failed; ``more``: one of them has more to do and wants to be called
    again before the minute is over."""

    more = False


def tick(now: datetime | None = None) -> Ticked:
    """Call every ticker with ``now``; the names of those that failed (the others are unharmed).

    Tickers are idempotent: a tick may come twice, from three clocks at once, or not at all.
    """
    now = now or timezone.now()
    failed = Ticked()
    for name, look_after in tickers():
        try:
            if look_after(now) is True:
                failed.more = True
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            log.exception("tick: %s failed", name)
            failed.append(name)
    watchdog.came_round(watchdog.TICK)
    return failed


def materialise(
    schedule: str, number: int, due_at: datetime, *, now: datetime | None = None
) -> Occurrence | None:
    """The ``number``-th occurrence of ``schedule`` if this call made it, ``None`` if it existed already.

    Call it in the transaction of what is to happen then: who gets the occurrence does it.
    """
    now = now or timezone.now()
    late = now - due_at > retry_policy.LATE_AFTER
    occurrence, new = Occurrence.objects.get_or_create(
        schedule=schedule, number=number, defaults={"due_at": due_at, "late": late}
    )
    return occurrence if new else None


def catch_up(
    schedule: str,
    dues: Iterable[tuple[int, datetime]],
    happen: Callable[[Occurrence], object],
    *,
    now: datetime | None = None,
) -> list[Occurrence]:
    """Make what has come due, in order and at most ten at a time, and let each ``happen`` once.

    ``dues`` are ``(number, due_at)``. Each occurrence and its effect are one transaction; the
    first failure stops the rest, which keep their order for the next tick.
    """
    now = now or timezone.now()
    occurrences: list[Occurrence] = []
    for number, due_at in sorted(dues):
        if due_at > now or len(occurrences) == retry_policy.CATCH_UP:
            break
        with transaction.atomic():
            if (occurrence := materialise(schedule, number, due_at, now=now)) is not None:
                happen(occurrence)
                occurrences.append(occurrence)
    return occurrences
