"""Endpoints of a person's notices, preferences and calendars."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns.league import news
from mfcampaign.notices import queries
from mfcampaign.notices.models import Notice
from mfcampaign.notices.models.notice import Channel
from mfcampaign.notices.operations import calendars as links
from mfcampaign.notices.operations import notification

TAG = "You"
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


@acts(
    "post",
    "me/notices/read/",
    MarkedCount,
    body=ReadMark,
    example={"notices": [12, 13]},
    tag=TAG,
)
def mark_notices(call: PersonCall) -> MarkedCount:
    """Mark notices as read, or as unread again."""
    body: ReadMark = call.body
    return MarkedCount(notification.read(call.user, body.notices, unread=not body.read))


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


@acts(
    "put",
    "me/notice-settings/",
    NoticeSettings,
    body=NewNoticeSettings,
    example={"mails": "daily", "leagues": []},
    tag=TAG,
)
def change_notice_settings(call: PersonCall) -> NoticeSettings:
    """Change your notice preferences."""
    body: NewNoticeSettings = call.body
    leagues = {campaign.slug: campaign for campaign in news.leagues_of(call.user)}
    if any(preference.league not in leagues for preference in body.leagues):
        raise Http404
    with transaction.atomic():
        if body.mails is not None:
            notification.choose_rhythm(call.user, body.mails)
        for channel, wanted in ((Channel.INBOX, body.inbox), (Channel.MAIL, body.mail)):
            for kind in KINDS if wanted is not None else ():
                notification.choose(call.user, channel, wanted=kind in (wanted or ()), kind=kind)
        for preference in body.leagues:
            campaign, how = leagues[preference.league], preference.level
            notification.choose(call.user, Channel.INBOX, wanted=how != "none", campaign=campaign)
            notification.choose(call.user, Channel.MAIL, wanted=how == "all", campaign=campaign)
    return _telling(call)


@get("me/calendars/", tuple[CalendarRow, ...], tag=TAG)
def calendars(call: PersonCall) -> tuple[CalendarRow, ...]:
    """Your calendars to subscribe to: one of all leagues and ladders, one of each league."""
    links = queries.calendar_links(call.user)
    rows: list[tuple[str, str, Any]] = [("", queries.EVERYTHING, links.get(None))]
    rows += [(league.slug, league.name, links.get(league.pk)) for league in news.leagues_of(call.user)]
    return tuple(CalendarRow(slug, name, link.created_at if link else None) for slug, name, link in rows)


@acts(
    "post",
    "me/calendars/",
    CalendarAddress,
    body=CalendarChoice,
    example={"league": ""},
    status=201,
    once=("url",),
    tag=TAG,
)
def make_calendar(call: PersonCall) -> CalendarAddress:
    """Create a new secret address of a calendar; the former one no longer works."""
    token = links.make(call.user, _league(call))
    return CalendarAddress(call.link(reverse("notices:calendar", args=[token])))


@acts("post", "me/calendars/revoke/", MarkedCount, body=CalendarChoice, example={"league": ""}, tag=TAG)
def revoke_calendar(call: PersonCall) -> MarkedCount:
    """End the address of a calendar."""
    return MarkedCount(links.revoke(call.user, _league(call)))


def _league(call: PortalCall) -> Any:
    if not call.body.league:
        return None
    league = next((each for each in news.leagues_of(call.user) if each.slug == call.body.league), None)
    if league is None:
        raise Http404
    return league
