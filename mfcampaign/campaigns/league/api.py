"""Endpoints of leagues: the list, one league, its entries, standings and diary; the caller's next actions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.audit.queries import Act, acts_of, author
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, league
from mfcampaign.campaigns.divisions import queries as divisions
from mfcampaign.campaigns.league import next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.diary_queries import DiaryFilter, filtered
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.pairing import values as pairing_values
from rules.campaign.policies import Policies
from rules.columns import Criterion

TAG = "Leagues"


class LeagueRow(Struct, frozen=True):
    """A league in a list. ``plays`` and ``runs`` are about you."""

    slug: str
    name: str
    edition: str
    state: str
    players: int
    week: int | None
    plays: bool
    runs: bool
    starts_on: dt.date


class LeagueView(Struct, frozen=True):
    """One league. ``entry`` is the number of your own entry; ``ranked_by`` is the order of its standings;
    ``policies`` are all its house rules, for its own people."""

    slug: str
    name: str
    edition: str
    description: str
    state: str
    listed: bool
    starts_on: dt.date
    turnover_time: dt.time
    timezone: str
    weeks_total: int
    hire_days: int
    season: str
    week: int | None
    entry: int | None
    organiser: bool
    version: int
    ranked_by: tuple[Criterion, ...]
    policies: Policies | None


class NextAction(Struct, frozen=True):
    """Something you could do next, the most pressing first; ``waiting``: others are at it."""

    league: str
    sentence: str
    url: str
    due: dt.datetime | None
    waiting: bool


class EntryRow(Struct, frozen=True):
    """A player of a league."""

    id: int
    player: str
    crew_name: str
    faction: str
    state: str


class LeagueStandingsRow(Struct, frozen=True):
    """One line of the standings with the games it came from; ``rank`` is that within the ``division``, empty
    where there is one table; ``figures`` are those that the league ranks by, by criterion, in their order."""

    rank: int
    entry: int
    label: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    vp: int
    difference: int
    scrip: int
    arsenal_value: int
    figures: dict[str, int]
    games: tuple[league_page.SideResult, ...]
    division: str


class DiaryAct(Struct, frozen=True):
    """One act of the diary."""

    number: int
    kind: str
    sentence: str
    reason: str
    by: str
    at: dt.datetime


@get("leagues/", Page[LeagueRow], query=PageQuery, open=True, tag=TAG)
def leagues(call: PortalCall) -> Page[LeagueRow]:
    """The leagues you may know of: the listed ones, and those you play in or organise; newest first."""
    return by_key(league_page.leagues(call.user), call.query, _cards)


def _cards(rows: Iterable[Campaign]) -> list[LeagueRow]:
    return [
        LeagueRow(
            card.campaign.slug,
            card.campaign.name,
            card.campaign.edition,
            card.campaign.state,
            card.players,
            card.week,
            card.plays,
            card.runs,
            card.campaign.starts_on,
        )
        for card in league_page.cards(rows)
    ]


@get("me/actions/", tuple[NextAction, ...], tag="You")
def my_actions(call: PersonCall) -> tuple[NextAction, ...]:
    """Your next action in each league, the most urgent first."""
    return tuple(
        NextAction(action.slug, action.sentence, call.link(action.url), action.due, action.waiting)
        for action in next_actions.next_actions(call.user)
    )


def view_of(call: PortalCall, visit: access.LeagueVisit) -> LeagueView:
    row = visit.campaign
    week = pairing_values.current_week(row)
    return LeagueView(
        row.slug,
        row.name,
        row.edition,
        row.description,
        row.state,
        row.listed,
        row.starts_on,
        row.turnover_time,
        row.timezone,
        row.weeks_total,
        row.hire_days,
        row.season,
        week.number if week else None,
        visit.entry.pk if visit.entry else None,
        visit.organiser,
        row.acts,
        row.scheme.order,
        row.rules if visit.member else None,
    )


@get(LEAGUE, LeagueView, open=True, tag=TAG)
def league_(call: PortalCall, slug: str) -> LeagueView:
    """One league: its calendar, its house rules, your part in it."""
    return view_of(call, league(call, slug))


@get(f"{LEAGUE}entries/", Page[EntryRow], query=PageQuery, tag=TAG)
def entries(call: PersonCall, slug: str) -> Page[EntryRow]:
    """The entries of the league, for its own people."""
    visit = league(call, slug, access.member)
    return by_key(league_page.members(visit.campaign), call.query, _entries, newest_first=False)


def _entries(rows: Iterable[Entry]) -> list[EntryRow]:
    return [EntryRow(row.pk, str(row.user), row.crew_name, row.faction, row.state) for row in rows]


@get(f"{LEAGUE}standings/", tuple[LeagueStandingsRow, ...], open=True, tag=TAG)
def standings(call: PortalCall, slug: str) -> tuple[LeagueStandingsRow, ...]:
    """The table of the league in its own order (``ranked_by`` of the league), one division after the other;
    ties share a rank, each line holds its games."""
    campaign = league(call, slug).campaign
    tables = divisions.tables(campaign, league_page.table(campaign))
    return tuple(
        LeagueStandingsRow(
            **msgspec.structs.asdict(row.standing)
            | {"figures": {str(c): n for c, n in row.standing.figures}},
            label=row.entry.label,
            games=row.games,
            division=part.name,
        )
        for part in tables
        for row in part.rows
    )


class DiaryQuery(PageQuery, frozen=True):
    """Which acts: of ``week`` (0: before the first), with ``q`` in their words, about one kind of thing."""

    q: Annotated[str, Meta(max_length=60)] = ""
    about: Literal["", "weeks", "games", "arsenals", "people", "rules"] = ""
    week: Annotated[int, Meta(ge=0, le=99)] | None = None


@get(f"{LEAGUE}diary/", Page[DiaryAct], query=DiaryQuery, open=True, tag=TAG)
def diary(call: PortalCall, slug: str) -> Page[DiaryAct]:
    """The acts of the league in words, all or filtered, the newest first; organisers
    read theirs, too."""
    visit, asked = league(call, slug), call.query
    acts = acts_of(visit.campaign, organiser=visit.organiser)
    rows = filtered(acts, DiaryFilter(asked.q, asked.about, asked.week), visit.campaign)
    return by_key(rows, call.query, _diary_acts, key="ordinal")


def _diary_acts(rows: Iterable[Act]) -> list[DiaryAct]:
    return [
        DiaryAct(row.ordinal, row.kind, row.sentence, row.reason, author(row), row.created_at) for row in rows
    ]
