"""The bells as Celery hears them: an id in, an operation called. No rule and no state lives here."""

from __future__ import annotations

from celery import shared_task

from mfcampaign.dispatch import operations


@shared_task
def execute_command(command_id: int) -> None:
    """A command waits."""
    operations.execute(command_id)


@shared_task
def sweep() -> None:
    """Look for bells that were lost."""
    operations.sweep()


@shared_task
def tick() -> None:
    """A minute has passed."""
    operations.tick()
