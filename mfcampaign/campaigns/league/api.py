"""What there is to read of leagues; what the page of it shows to this visitor, and no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

import msgspec
from django.http import Http404
from msgspec import Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.audit.queries import Act, acts_of
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.api_access import LEAGUE, league
from mfcampaign.campaigns.league import next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Entry, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.week import queries as week_page
from rules.campaign.charts import Charts
from rules.campaign.charts.rows import WeeklyEvent
from rules.campaign.policies import Policies
from rules.game.setup.scenario import Scenario
from rules.tournament.standings.criteria import Criterion

TAG = "Leagues"


class LeagueRow(Struct, frozen=True):
    """A league in a list. ``plays`` and ``runs`` are about you."""

    slug: str
    name: str
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
    """One line of the standings with the games it came from; ``figures`` are those that the league ranks by,
    by criterion, in their order."""

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


class DiaryAct(Struct, frozen=True):
    """One act of the diary."""

    number: int
    kind: str
    sentence: str
    reason: str
    by: str
    at: dt.datetime


class WeekRow(Struct, frozen=True):
    """A week. ``fate_seed`` is told once the week is closed; its SHA-256 was ``fate_commitment``."""

    number: int
    state: str
    opens_at: dt.datetime
    hires_close_at: dt.datetime
    games_close_at: dt.datetime
    closed_at: dt.datetime | None
    fate_commitment: str
    fate_seed: str


class LeagueGameRowSide(Struct, frozen=True):
    """One side of a table; ``vp`` and ``won`` once there is a result (``won`` null: a draw)."""

    entry: int
    label: str
    vp: int | None
    won: bool | None
    forfeited: bool


class LeagueGameRow(Struct, frozen=True):
    """A game of the week, and why these two meet."""

    table: int
    state: str
    additional: bool
    sides: tuple[LeagueGameRowSide, ...]
    why: str


class EntryWithoutGame(Struct, frozen=True):
    """Who has no game this week, and why."""

    entry: int
    label: str
    why: str
    bye: bool


class WeekView(Struct, frozen=True):
    """One week with its scenario, event and tables. ``drawing`` counts how often its scenario was flipped,
    ``set_up`` is the address where it can be read, shared and checked (both empty before the first)."""

    week: WeekRow
    scenario: Scenario | None
    drawing: int
    set_up: str
    event: WeeklyEvent | None
    tables: tuple[LeagueGameRow, ...]
    idle: tuple[EntryWithoutGame, ...]


@get("leagues/", Page[LeagueRow], query=PageQuery, open=True, tag=TAG)
def leagues(call: Call) -> Page[LeagueRow]:
    """The leagues you may know of: the listed ones, and those you play in or organise; newest first."""
    return by_key(league_page.leagues(call.user), call.query, _cards)


def _cards(rows: Iterable[Campaign]) -> list[LeagueRow]:
    return [
        LeagueRow(
            card.campaign.slug,
            card.campaign.name,
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
def my_actions(call: Call) -> tuple[NextAction, ...]:
    """What you should do next in each league you play, the most pressing first."""
    return tuple(
        NextAction(action.slug, action.sentence, call.link(action.url), action.due, action.waiting)
        for action in next_actions.next_actions(call.user)
    )


def view_of(call: Call, standing: access.Standing) -> LeagueView:
    row = standing.campaign
    week = pairing_values.current_week(row)
    return LeagueView(
        row.slug,
        row.name,
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
        standing.entry.pk if standing.entry else None,
        standing.organiser,
        row.acts,
        row.scheme.order,
        row.rules if standing.member else None,
    )


@get(LEAGUE, LeagueView, open=True, tag=TAG)
def league_(call: Call, slug: str) -> LeagueView:
    """One league: its calendar, its house rules, how you stand in it."""
    return view_of(call, league(call, slug))


@get(f"{LEAGUE}entries/", Page[EntryRow], query=PageQuery, tag=TAG)
def entries(call: Call, slug: str) -> Page[EntryRow]:
    """Everybody who entered, for the league's own people."""
    standing = league(call, slug, access.member)
    return by_key(league_page.members(standing.campaign), call.query, _entries, newest_first=False)


def _entries(rows: Iterable[Entry]) -> list[EntryRow]:
    return [EntryRow(row.pk, str(row.user), row.crew_name, row.faction, row.state) for row in rows]


@get(f"{LEAGUE}standings/", tuple[LeagueStandingsRow, ...], open=True, tag=TAG)
def standings(call: Call, slug: str) -> tuple[LeagueStandingsRow, ...]:
    """The table of the league in its own order (``ranked_by`` of the league); ties share a rank, each line
    holds its games."""
    ranked = league_page.table(league(call, slug).campaign)
    return tuple(
        LeagueStandingsRow(
            **msgspec.structs.asdict(row.standing)
            | {"figures": {str(c): n for c, n in row.standing.figures}},
            label=row.entry.label,
            games=row.games,
        )
        for row in ranked
    )


@get(f"{LEAGUE}diary/", Page[DiaryAct], query=PageQuery, open=True, tag=TAG)
def diary(call: Call, slug: str) -> Page[DiaryAct]:
    """Every act of the league in words, the newest first; organisers read theirs, too."""
    standing = league(call, slug)
    rows = acts_of(standing.campaign, organiser=standing.organiser)
    return by_key(rows, call.query, _told, key="ordinal")


def _told(rows: Iterable[Act]) -> list[DiaryAct]:
    return [
        DiaryAct(row.ordinal, row.kind, row.sentence, row.reason, str(row.actor or ""), row.created_at)
        for row in rows
    ]


def _week_row(week: Week) -> WeekRow:
    return WeekRow(
        week.number,
        week.state,
        week.opens_at,
        week.hires_close_at,
        week.games_close_at,
        week.closed_at,
        week.fate_commitment,
        league_page.sealed(week).seed,
    )


@get(f"{LEAGUE}weeks/", tuple[WeekRow, ...], open=True, tag=TAG)
def weeks(call: Call, slug: str) -> tuple[WeekRow, ...]:
    """All weeks so far, with the commitment and, once closed, the seed of their fate."""
    return tuple(_week_row(week) for week in league(call, slug).campaign.weeks.order_by("number"))


@get(f"{LEAGUE}weeks/<int:week>/", WeekView, open=True, tag=TAG)
def week(call: Call, slug: str, week: int) -> WeekView:
    """One week: its scenario, its Weekly Event, its tables, who sits out."""
    campaign = league(call, slug).campaign
    this_week = campaign.weeks.filter(number=week).first()
    if this_week is None:
        raise Http404
    this_week.campaign = campaign
    event, set_up = week_page.event(this_week), week_page.set_up(this_week)
    return WeekView(
        _week_row(this_week),
        week_page.scenario(this_week),
        len(this_week.drawings) + 1 if this_week.scenario else 0,
        call.link(set_up.get_absolute_url()) if set_up is not None else "",
        event.event if event is not None else None,
        tuple(_table(table) for table in week_page.tables(this_week)),
        tuple(
            EntryWithoutGame(row.entry.pk, row.entry.label, row.why, row.bye)
            for row in week_page.idle(this_week)
        ),
    )


def _table(table: week_page.Table) -> LeagueGameRow:
    game = table.encounter
    sides = tuple(
        LeagueGameRowSide(side.entry.pk, side.label, side.vp, side.won, side.forfeited)
        for side in table.sides
    )
    return LeagueGameRow(game.table, game.state, game.additional, sides, table.why)


@get(f"{LEAGUE}charts/", Charts, open=True, tag=TAG)
def charts(call: Call, slug: str) -> Charts:
    """The charts in use: Barter, Rewards, Bounties, Injuries, Weekly Events."""
    return loading.charts(league(call, slug).campaign)
