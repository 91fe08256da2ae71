"""Endpoints of a person's notices, preferences and calendars."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal, get_args

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns.league import news
from mfcampaign.notices import access, queries
from mfcampaign.notices.models import Notice
from mfcampaign.notices.models.notice import Channel
from mfcampaign.notices.operations import calendars as links
from mfcampaign.notices.operations import notification

TAG = "You"
own = partial(act, access=signed_in, tag=TAG)
KindName = Literal["action", "deadline", "news", "ruling", "membership"]
KINDS: tuple[KindName, ...] = get_args(KindName)
NoticeLevel = Literal["all", "inbox", "none"]


class NoticeQuery(PageQuery, frozen=True):
    """The requested part of the notices; ``unread`` only."""

    unread: bool = False


class NoticeRow(Struct, frozen=True):
    """One of your notices."""

    id: int
    kind: str
    subject: str
    url: str
    at: dt.datetime
    read: bool


class ReadMark(Struct, frozen=True, forbid_unknown_fields=True):
    """Notices by id (null: all of them), and whether to mark them as read."""

    notices: Annotated[tuple[Annotated[int, Meta(ge=1, le=2**53)], ...], Meta(max_length=100)] | None = None
    read: bool = True


class MarkedCount(Struct, frozen=True):
    """The number of changed notices."""

    changed: int


class LeagueNoticeLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """Notices of one league: ``all``, on the portal only (``inbox``), or ``none``."""

    league: Annotated[str, Meta(min_length=1, max_length=90)]
    level: NoticeLevel


class NoticeSettings(Struct, frozen=True):
    """What you want to be told: how often mails go, which kinds come to the portal and by mail, and which
    leagues otherwise than the rest."""

    mails: Literal["at_once", "daily", "weekly", "never"]
    inbox: tuple[KindName, ...]
    mail: tuple[KindName, ...]
    leagues: tuple[LeagueNoticeLevel, ...]


class NewNoticeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """As ``NoticeSettings``; omitted fields do not change."""

    mails: Literal["at_once", "daily", "weekly", "never"] | None = None
    inbox: Annotated[tuple[KindName, ...], Meta(max_length=5)] | None = None
    mail: Annotated[tuple[KindName, ...], Meta(max_length=5)] | None = None
    leagues: Annotated[tuple[LeagueNoticeLevel, ...], Meta(max_length=200)] = ()


class CalendarRow(Struct, frozen=True):
    """A calendar to subscribe to: of one league, or (empty) of all. Its address was told when it was made;
    ``since`` null: there is none."""

    league: str
    name: str
    since: dt.datetime | None


class CalendarChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The slug of a league, or none for all of them."""

    league: Annotated[str, Meta(max_length=90)] = ""


class CalendarAddress(Struct, frozen=True):
    """The secret address, answered once."""

    url: str


@get("me/notices/", Page[NoticeRow], query=NoticeQuery, tag=TAG)
def notices(call: PersonCall) -> Page[NoticeRow]:
    """Your notices, the newest first."""

    def rows(part: Iterable[Notice]) -> list[NoticeRow]:
        return [
            NoticeRow(
                row.pk, row.kind, row.subject, call.link(row.url), row.created_at, row.read_at is not None
            )
            for row in part
        ]

    return by_key(queries.inbox(call.user, unread_only=call.query.unread), call.query, rows)


@own("post", "me/notices/read/", page="notices:inbox", example={"notices": [12, 13]})
def mark_notices(call: PersonCall, user: Person, body: ReadMark) -> Done[MarkedCount]:
    """Mark notices as read, or as unread again."""
    count = notification.read(user, body.notices, unread=not body.read)
    return Done("" if body.notices else f"{count} marked as read.", MarkedCount(count))


@get("me/notice-settings/", NoticeSettings, tag=TAG)
def notice_settings(call: PersonCall) -> NoticeSettings:
    """Your notice preferences: kinds, channels, frequency."""
    return _telling(call)


def _telling(call: PersonCall) -> NoticeSettings:
    preferences = queries.preferences(call.user)
    inbox, mail = (
        tuple(k for k in KINDS if (k, way) in preferences.open) for way in (Channel.INBOX, Channel.MAIL)
    )
    rhythm: Any = preferences.rhythm
    leagues: list[Any] = [(row.campaign.slug, row.level) for row in preferences.leagues]
    return NoticeSettings(rhythm, inbox, mail, tuple(LeagueNoticeLevel(slug, how) for slug, how in leagues))


@own("put", "me/notice-settings/", example={"mails": "daily", "leagues": []})
def change_notice_settings(call: PersonCall, user: Person, body: NewNoticeSettings) -> Done[NoticeSettings]:
    """Change your notice preferences."""
    leagues = {campaign.slug: campaign for campaign in news.leagues_of(user)}
    if any(preference.league not in leagues for preference in body.leagues):
        raise Http404
    with transaction.atomic():
        if body.mails is not None:
            notification.choose_rhythm(user, body.mails)
        for channel, wanted in ((Channel.INBOX, body.inbox), (Channel.MAIL, body.mail)):
            for kind in KINDS if wanted is not None else ():
                notification.choose(user, channel, wanted=kind in (wanted or ()), kind=kind)
        for preference in body.leagues:
            campaign, how = leagues[preference.league], preference.level
            notification.choose(user, Channel.INBOX, wanted=how != "none", campaign=campaign)
            notification.choose(user, Channel.MAIL, wanted=how == "all", campaign=campaign)
    return Done("Saved.", _telling(call))


@get("me/calendars/", tuple[CalendarRow, ...], tag=TAG)
def calendars(call: PersonCall) -> tuple[CalendarRow, ...]:
    """Your calendars to subscribe to: one of all leagues and ladders, one of each league."""
    rows = queries.calendars(call.user)
    return tuple(CalendarRow(slug, name, link.created_at if link else None) for slug, name, link in rows)


@own("post", "me/calendars/", example={"league": ""}, status=201, once=("url",))
def make_calendar(call: PersonCall, user: Person, body: CalendarChoice) -> Done[CalendarAddress]:
    """Create a new secret address of a calendar; the former one no longer works."""
    token = links.make(user, access.own_league(user, body.league))
    return Done("", CalendarAddress(call.link(reverse("notices:calendar", args=[token]))))


@own("post", "me/calendars/revoke/", page="notices:calendars", example={"league": ""})
def revoke_calendar(call: PersonCall, user: Person, body: CalendarChoice) -> Done[MarkedCount]:
    """End the address of a calendar."""
    count = links.revoke(user, access.own_league(user, body.league))
    return Done("That address no longer works.", MarkedCount(count))
