"""The Celery tasks: an id in, an operation called. No rule and no state lives here."""

from __future__ import annotations

import time

from celery import shared_task

from mfcampaign.dispatch import operations

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
    """Something goes outwards: a mail, a webhook."""
    operations.deliver(outbox_id)


@shared_task
def sweep() -> None:
    """Look for wake-ups that were lost."""
    operations.sweep()


@shared_task
def tick() -> None:
    """A minute has passed."""
    operations.tick()
