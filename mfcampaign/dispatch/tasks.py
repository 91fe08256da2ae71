"""The Celery tasks: each takes an id and calls an operation. They hold no rule and no state."""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import shared_task
from celery.signals import beat_init, before_task_publish
from django.db import DatabaseError, close_old_connections

from mfcampaign.dispatch import operations, trace, watchdog  # noqa: F401  trace hears of messages

log = logging.getLogger(__name__)

# Well below the hard limit of a task: what a bundle has not done by then is left to the sweeper.
BUNDLE_SECONDS = 10


@shared_task
def execute_command(*command_ids: int) -> None:
    """Commands wait: mostly one, some more when one act made many."""
    give_up_at = time.monotonic() + BUNDLE_SECONDS
    for command_id in command_ids:
        if time.monotonic() > give_up_at:
            break
        operations.execute(command_id)


@shared_task
def do_batch(name: str, *ids: int) -> None:
    """A part of something that concerns many leagues."""
    operations.do_batch(name, ids, seconds=BUNDLE_SECONDS)


@shared_task
def deliver(outbox_id: int) -> None:
    """A delivery to the outside: a mail, a webhook."""
    operations.deliver(outbox_id)


@shared_task
def sweep() -> None:
    """Look for wake-ups that were lost."""
    operations.sweep()


@shared_task
def tick() -> None:
    """A minute has passed."""
    operations.tick()


@beat_init.connect
def watch_beat(**_: Any) -> None:
    """In the process of beat, each message it sends is a sign of life."""
    before_task_publish.connect(_beat_came_round)


def _beat_came_round(**_: Any) -> None:
    close_old_connections()
    try:
        watchdog.came_round(watchdog.BEAT)
    except DatabaseError:
        log.warning("beat could not note its sign of life")
