"""Commands, ticks and deliveries of notices, registered with ``dispatch``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from mfcampaign.campaigns import clock
from mfcampaign.campaigns.league import news
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices.operations import detection, mails, webhooks

LOOK, REMIND = "notices.look", "notices.remind"


@dispatch.handler(LOOK)
def detect_notices(command: Any) -> dict[str, Any]:
    return detection.detect(command.payload["campaign"])


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
def gather_mails(now: dt.datetime) -> None:
    mails.gather(now)


@clock.watcher
def detect(campaign: Any, now: dt.datetime) -> Iterator[dt.datetime]:
    """One look at a league that moved on, one reminder for each deadline that is near; when the next comes
    near; of a sandbox nobody hears."""
    if campaign.sandbox:
        return
    if news.has_moved(campaign):
        key = f"notices:{campaign.pk}/acts:{campaign.acts}"
        with transaction.atomic():
            dispatch.submit(LOOK, key, {"campaign": campaign.pk}, subject="notices")
    for week, due, from_moment in news.deadlines_to_come(campaign, now):
        if from_moment > now:
            yield from_moment
            continue
        stamp = int(due.timestamp())
        with transaction.atomic():
            dispatch.submit(
                REMIND,
                f"notices:{campaign.pk}/week:{week}/due:{stamp}",
                {"campaign": campaign.pk, "due": stamp},
                subject="reminders",
            )
