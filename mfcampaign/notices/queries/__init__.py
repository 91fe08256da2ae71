"""Readers of notices, webhooks and calendar links, each with a fixed number of queries."""

from __future__ import annotations

from typing import Any

from django.db.models import Max, QuerySet
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.league import news
from mfcampaign.notices.models import CalendarLink, Delivery, Mail, Notice, Preference, Subscription, Webhook
from mfcampaign.notices.models.notice import Channel, Kind

EVERYTHING = "All your leagues and ladders"
"""The name of the calendar that is of no one league."""


def inbox(user: Person, *, unread_only: bool = False) -> QuerySet[Notice]:
    """A person's notices, the newest first, with their leagues."""
    notices = Notice.objects.filter(user=user, in_inbox=True).select_related("campaign")
    if unread_only:
        notices = notices.filter(read_at=None, settled_at=None)
    return notices.order_by("-pk")


def own(user: Person, pk: int) -> Notice | None:
    return Notice.objects.filter(user=user, pk=pk).first()


def rhythm(user: Person) -> str:
    stored = Preference.objects.filter(user=user).values_list("rhythm", flat=True).first()
    return stored or Preference.Rhythm.AT_ONCE


class LeagueChoice(Struct, frozen=True):
    """One league in the settings: ``level`` is ``all``, ``inbox`` or ``none``."""

    campaign: Any
    level: str


class NoticePreferences(Struct, frozen=True):
    """A person's notice preferences: ``open`` holds (kind, channel) pairs."""

    rhythm: str
    open: frozenset[tuple[str, str]]
    leagues: tuple[LeagueChoice, ...]


def preferences(user: Person) -> NoticePreferences:
    """Three queries."""
    closed = list(Subscription.objects.filter(user=user, wanted=False))
    kinds = {(row.kind, row.channel) for row in closed if row.kind}
    leagues = {(row.campaign_id, row.channel) for row in closed if row.campaign_id}
    return NoticePreferences(
        rhythm=rhythm(user),
        open=frozenset((k, c) for k in Kind.values for c in Channel.values if (k, c) not in kinds),
        leagues=tuple(
            LeagueChoice(campaign, _channel_of(campaign.pk, leagues)) for campaign in news.leagues_of(user)
        ),
    )


def _channel_of(pk: int, closed: set[tuple[int, str]]) -> str:
    if (pk, Channel.INBOX) in closed:
        return "none"
    return "inbox" if (pk, Channel.MAIL) in closed else "all"


def webhooks(campaign: Any) -> list[Webhook]:
    """A league's webhooks without the removed ones, each with its ``latest`` delivery. Two queries."""
    hooks: list[Any] = list(Webhook.objects.filter(campaign=campaign).exclude(state=Webhook.State.REMOVED))
    newest = Delivery.objects.filter(webhook__in=hooks).order_by().values("webhook").annotate(last=Max("pk"))
    rows = Delivery.objects.filter(pk__in=newest.values("last"))
    latest = {delivery.webhook_id: delivery for delivery in rows}
    for hook in hooks:
        hook.latest = latest.get(hook.pk)
    return hooks


def deliveries(webhook: Webhook) -> QuerySet[Delivery]:
    return webhook.deliveries.order_by("-pk")


def calendars(user: Person) -> list[tuple[str, str, CalendarLink | None]]:
    """The calendars that a person may subscribe to: slug of the league (empty: of all leagues and ladders),
    name, the open link."""
    links = {link.campaign_id: link for link in CalendarLink.objects.filter(user=user, revoked_at=None)}
    leagues = [(league.slug, league.name, links.get(league.pk)) for league in news.leagues_of(user)]
    return [("", EVERYTHING, links.get(None)), *leagues]


def mails(user: Person) -> QuerySet[Mail]:
    """What was written to a person, the newest first."""
    return Mail.objects.filter(user=user).order_by("-pk")
