"""What the workers and the ticker do for notices, and how they are delivered outwards."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction

from mfcampaign.campaigns.league import news
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices.operations import detection, mails, webhooks

LOOK, REMIND = "notices.look", "notices.remind"


@dispatch.handler(LOOK)
def look(command: Any) -> dict[str, Any]:
    return detection.look(command.payload["campaign"])


@dispatch.handler(REMIND)
def remind(command: Any) -> dict[str, Any]:
    due = dt.datetime.fromtimestamp(command.payload["due"], dt.UTC)
    return detection.remind(command.payload["campaign"], due)


@dispatch.delivery(mails.TOPIC)
def deliver_mail(payload: dict[str, Any]) -> None:
    mails.send(payload["mail"])


@dispatch.delivery(webhooks.TOPIC)
def deliver_webhook(payload: dict[str, Any]) -> None:
    webhooks.send(payload["delivery"])


@dispatch.ticker
def detect(now: dt.datetime) -> None:
    """One look for each league that moved on, one reminder for each deadline that is near, due mails."""
    for pk, acts in news.leagues_that_moved():
        with transaction.atomic():
            dispatch.submit(LOOK, f"notices:{pk}/acts:{acts}", {"campaign": pk}, subject="notices")
    for pk, week, due in news.deadlines_near(now):
        stamp = int(due.timestamp())
        with transaction.atomic():
            dispatch.submit(
                REMIND,
                f"notices:{pk}/week:{week}/due:{stamp}",
                {"campaign": pk, "due": stamp},
                subject="reminders",
            )
    mails.gather(now)
