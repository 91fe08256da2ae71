"""Mails about an account: written in the request, sent by the workers or the ticker.

Whatever the mail server does, no page waits for it and nothing is undone by it.
"""

from __future__ import annotations

import datetime as dt
import logging
import time
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage

from mfcampaign.dispatch import operations as dispatch

log = logging.getLogger(__name__)

TOPIC = "accounts.mail"
FIRST_PAUSE_SECONDS = 60
TRIED_SECONDS = 24 * 3600
"""Most of these mails bear a link that is good for hours: a day later nobody waits for one."""


def post(address: str, subject: str, text: str) -> None:
    """Have it sent after the commit. The text is forgotten once it is."""
    mail = {"to": address, "subject": subject, "text": text, "posted_at": int(time.time())}
    dispatch.post(TOPIC, mail)


@dispatch.delivery(TOPIC)
def deliver(mail: dict[str, Any]) -> None:
    """Hand it to the mail server; what is not taken is tried again, after twice as long each time."""
    headers = {"Auto-Submitted": "auto-generated"}
    message = EmailMessage(
        mail["subject"], mail["text"], settings.DEFAULT_FROM_EMAIL, [mail["to"]], headers=headers
    )
    try:
        message.send()
    except OSError as problem:
        age = int(time.time()) - mail["posted_at"]
        if age > TRIED_SECONDS:
            log.error("a mail about an account was given up after a day: %s", type(problem).__name__)
            return
        pause = max(FIRST_PAUSE_SECONDS, age)
        raise dispatch.RetryLater(dt.timedelta(seconds=pause), type(problem).__name__) from problem
