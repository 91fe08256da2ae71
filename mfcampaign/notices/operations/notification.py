"""Writes notices, and changes a person's notices and preferences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Person
from mfcampaign.notices.models import Notice, Preference, Subscription
from mfcampaign.notices.models.notice import Channel, Kind
from mfcampaign.notices.operations.mail_schedule import mail_due

SUBJECT = 300


@transaction.atomic
def notify(
    users: Iterable[Any],
    *,
    kind: str,
    subject: str,
    url: str,
    campaign: Any = None,
    key: str,
    digest: dict[str, Any] | None = None,
) -> list[Notice]:
    """Tell each of ``users`` once, by the channels they left open; what was told before is not told again;
    a sandbox tells nobody.

    Call it inside the transaction of the act. ``kind`` is one of ``Kind``; ``url`` a path of this site
    to go on from; ``key`` names the cause (``act:4711``), ``digest`` is what mails say besides. The new
    notices are returned.
    """
    if campaign is not None and campaign.sandbox:
        return []
    people = {user.pk: user for user in users if user.is_active}
    notified = Notice.objects.filter(user__in=people, key=key).values_list("user", flat=True)
    people = {pk: user for pk, user in people.items() if pk not in set(notified)}
    if not people:
        return []
    closed = _closed(people, Kind(kind), campaign)
    rhythms = dict(Preference.objects.filter(user__in=people).values_list("user", "rhythm"))
    now = timezone.now()
    notices = []
    for pk, user in people.items():
        due = None
        if (pk, Channel.MAIL) not in closed:
            due = mail_due(rhythms.get(pk, Preference.Rhythm.AT_ONCE), now, user.zone)
        in_inbox = (pk, Channel.INBOX) not in closed
        if in_inbox or due:
            notices.append(
                Notice(
                    user_id=pk,
                    kind=kind,
                    campaign=campaign,
                    subject=subject[:SUBJECT],
                    url=url,
                    key=key,
                    digest=digest or {},
                    in_inbox=in_inbox,
                    mail_due_at=due,
                )
            )
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    _recount(people)
    return notices


def _closed(people: Collection[int], kind: Kind, campaign: Any) -> set[tuple[int, str]]:
    """The people who do not want this kind of notice by a channel."""
    about = Q(kind=kind, campaign=None)
    if campaign is not None:
        about |= Q(kind="", campaign=campaign)
    rows = Subscription.objects.filter(about, user__in=people, wanted=False)
    return set(rows.values_list("user", "channel"))


def _recount(people: Iterable[int]) -> None:
    unread = (
        Notice.objects.filter(user=OuterRef("pk"), in_inbox=True, read_at=None, settled_at=None)
        .order_by()
        .values("user")
        .annotate(count=Count("pk"))
        .values("count")
    )
    accounts.count_unread(people, Coalesce(Subquery(unread), 0))


@transaction.atomic
def settle(campaign: Any, standing: Collection[tuple[int, str]]) -> int:
    """Close the league's calls to act that are no longer waited for; ``standing`` are those that are, as
    (user id, key). What was closed and is asked again is open again. The number that changed."""
    calls = Notice.objects.filter(campaign=campaign, kind=Kind.ACTION)
    done, again = [], []
    for row in calls.only("pk", "user_id", "key", "settled_at"):
        asked = (row.user_id, row.key) in standing
        if row.settled_at is None and not asked:
            done.append(row)
        elif row.settled_at is not None and asked:
            again.append(row)
    calls.filter(pk__in=[row.pk for row in done]).update(settled_at=timezone.now(), mail_due_at=None)
    calls.filter(pk__in=[row.pk for row in again]).update(settled_at=None)
    _recount({row.user_id for row in (*done, *again)})
    return len(done) + len(again)


@transaction.atomic
def read(user: Person, notices: Iterable[int] | None = None, *, unread: bool = False) -> int:
    """Mark a person's own notices as read (all without ``notices``), or as ``unread`` again."""
    rows = Notice.objects.filter(user=user, in_inbox=True)
    if notices is not None:
        rows = rows.filter(pk__in=list(notices))
    if unread:
        changed = rows.exclude(read_at=None).update(read_at=None)
    else:
        changed = rows.filter(read_at=None).update(read_at=timezone.now())
    if changed:
        _recount([user.pk])
    return changed


@transaction.atomic
def choose_rhythm(user: Person, rhythm: str, *, now: dt.datetime | None = None) -> None:
    """Set the frequency of mails, also for notices that wait for a mail."""
    Preference.objects.update_or_create(user=user, defaults={"rhythm": rhythm})
    waiting = Notice.objects.filter(user=user, mail=None, mail_due_at__isnull=False)
    waiting.update(mail_due_at=mail_due(rhythm, now or timezone.now(), user.zone))


@transaction.atomic
def choose(user: Person, channel: str, *, wanted: bool, kind: str = "", campaign: Any = None) -> None:
    """Open or close one channel for a kind of notice, or for everything of one league."""
    Subscription.objects.update_or_create(
        user=user, channel=channel, kind=kind, campaign=campaign, defaults={"wanted": wanted}
    )
    if channel == Channel.MAIL and not wanted:
        waiting = Notice.objects.filter(user=user, mail=None)
        waiting = waiting.filter(kind=kind) if kind else waiting.filter(campaign=campaign)
        waiting.update(mail_due_at=None)
