"""The mails about accounts that were written so far, sent."""

from __future__ import annotations

from typing import Any

from django.core import mail

from mfcampaign.accounts.mails import TOPIC
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Outbox


def posted() -> list[Any]:
    """All that were sent, after the ticker came by."""
    for row in Outbox.objects.filter(topic=TOPIC, delivered_at=None):
        dispatch.deliver(row.pk)
    return mail.outbox
