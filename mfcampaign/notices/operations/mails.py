"""Mails: due notices are collected, and the text is written when the mail is sent."""

from __future__ import annotations

import datetime as dt
from itertools import groupby
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts import queries as accounts
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices import mail_messages
from mfcampaign.notices.models import Mail, Notice

TOPIC = "notices.mail"
ATTEMPTS = 8
# The retry policy of mails: each pause is twice the one before.
FIRST_RETRY_PAUSE = dt.timedelta(minutes=1)


def gather(now: dt.datetime) -> int:
    """Collect each person's due notices into one mail; return the number of mails. Idempotent."""
    due = Notice.objects.filter(mail=None, mail_due_at__lte=now)
    people = sorted(set(due.values_list("user", flat=True)))
    reachable = accounts.confirmed_addresses(people)
    return sum(_mail(user, now, reachable=user in reachable) for user in people)


@transaction.atomic
def _mail(user: int, now: dt.datetime, *, reachable: bool) -> bool:
    get_user_model().objects.select_for_update(no_key=True).get(pk=user)
    due = Notice.objects.filter(user=user, mail=None, mail_due_at__lte=now)
    # Who has read it on the portal, or has done it, needs no mail of it.
    due.exclude(read_at=None, settled_at=None).update(mail_due_at=None)
    if not reachable:
        due.update(mail_due_at=None)
    due_ids = list(due.values_list("pk", flat=True))
    if not due_ids:
        return False
    mail = Mail.objects.create(user_id=user)
    Notice.objects.filter(pk__in=due_ids).update(mail=mail, mail_due_at=None)
    dispatch.post(TOPIC, {"mail": mail.pk})
    return True


def send(mail_id: int) -> None:
    """Write the mail and hand it over, once; ``Later`` when the server does not take it, eight times."""
    mail = Mail.objects.select_related("user").get(pk=mail_id)
    if mail.sent_at is not None or mail.given_up_at is not None:
        return
    address = accounts.confirmed_addresses([mail.user_id]).get(mail.user_id)
    if address is None:
        _give_up(mail, "The address is not confirmed any more.")
        return
    # Counted before it is sent: a mail server that kills us each time is given up, too.
    mine = Mail.objects.filter(pk=mail.pk, sent_at=None, given_up_at=None, attempts=mail.attempts)
    if not mine.update(attempts=mail.attempts + 1):
        return
    mail.attempts += 1
    if mail.attempts > ATTEMPTS:
        _give_up(mail, mail.error or "Every try was cut off.")
        return
    try:
        message(mail, address).send()
    except OSError as problem:
        _failed(mail, f"{type(problem).__name__}: {problem}")
        return
    mail.sent_at, mail.error = timezone.now(), ""
    mail.save(update_fields=["sent_at", "attempts", "error"])


def message(mail: Mail, address: str) -> EmailMultiAlternatives:
    """The mail as it goes, text and HTML, with the one-click way out (RFC 8058)."""
    written = mail_messages.message_about(mail.user, _notices(mail))
    email = EmailMultiAlternatives(
        written.subject,
        written.text,
        settings.DEFAULT_FROM_EMAIL,
        [address],
        headers={
            "List-Unsubscribe": f"<{written.unsubscribe_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    email.attach_alternative(written.html, "text/html")
    return email


def _notices(mail: Mail) -> list[tuple[Any, list[Notice]]]:
    """The notices of a mail by league, in the order in which they came."""
    rows = mail.notices.select_related("campaign").order_by("campaign", "pk")
    return [(campaign, list(notices)) for campaign, notices in groupby(rows, key=lambda row: row.campaign)]


def _failed(mail: Mail, why: str) -> None:
    mail.error = why[:300]
    if mail.attempts >= ATTEMPTS:
        _give_up(mail, why)
        return
    mail.save(update_fields=["attempts", "error"])
    raise dispatch.RetryLater(FIRST_RETRY_PAUSE * 2 ** (mail.attempts - 1), why)


def _give_up(mail: Mail, why: str) -> None:
    mail.given_up_at, mail.error = timezone.now(), why[:300]
    mail.save(update_fields=["given_up_at", "attempts", "error"])
