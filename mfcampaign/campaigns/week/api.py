"""Endpoints of the weeks of a league: reading them, and what organisers do in the current one."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, league, organised
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.week import operations as week_operations
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.forms import ContestForm, EventForm, ScenarioForm
from rules.campaign.charts.rows import WeeklyEvent
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal

TAG = "Organising"
Short = Annotated[str, Meta(max_length=80)]


class WeeklyEventChoice(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The slug of a Weekly Event."""

    event: Annotated[str, Meta(max_length=120)]


class ScenarioChoice(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """What is left empty stays as it was flipped; ``schemes`` are five numbers of the season."""

    strategy: Short = ""
    deployment: Short = ""
    schemes: Annotated[tuple[Annotated[int, Meta(ge=1, le=13)], ...], Meta(max_length=5)] = ()
    terrain: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=10)] = ()


class ScenarioReflip(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """``seen`` is the number of the drawing that was looked at (``drawing`` of the week)."""

    seen: Annotated[int, Meta(ge=1, le=100)]


class ContestResult(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The entries that won; none: nobody did."""

    winners: Annotated[tuple[Id, ...], Meta(max_length=64)] = ()


def _week(campaign: Campaign) -> Week:
    week = pairing_values.current_week(campaign)
    if week is None:
        raise Refusal("No week has begun yet.", fix="Start the campaign first.")
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league has ended; its weeks stay as they are.")
    return week


@acts("post", f"{LEAGUE}organise/close-hires/", scope="organise", tag=TAG)
def close_hires(call: PersonCall, slug: str) -> None:
    """Close the New Hires and pair the week."""
    week_operations.close_hires(_week(organised(call, slug)), call.user)


@acts("post", f"{LEAGUE}organise/games-due/", scope="organise", tag=TAG)
def games_due(call: PersonCall, slug: str) -> None:
    """Close the games of this week now."""
    week_operations.reach_deadline(_week(organised(call, slug)), call.user)


@acts(
    "post",
    f"{LEAGUE}organise/event/",
    body=WeeklyEventChoice,
    example={"event": "the-slug-of-an-event", "reason": "We voted for it."},
    scope="organise",
    tag=TAG,
)
def choose_event(call: PersonCall, slug: str) -> None:
    """Set the Weekly Event, in place of the drawn one or of the one that will be drawn."""
    week = _week(organised(call, slug))
    form = filled(EventForm, call.body, week=week)
    events.choose_event(week, call.user, form.cleaned_data["event"], form.cleaned_data["reason"])


@acts(
    "post",
    f"{LEAGUE}organise/scenario/",
    body=ScenarioChoice,
    example={"deployment": "Corner", "reason": "We voted for it."},
    scope="organise",
    tag=TAG,
)
def set_scenario(call: PersonCall, slug: str) -> None:
    """Set the scenario of this week, in whole or in part."""
    week = _week(organised(call, slug))
    fields = {name: getattr(call.body, name) for name in call.body.__struct_fields__}
    form = filled(ScenarioForm, fields | {"terrain": "\n".join(call.body.terrain)}, week=week)
    events.set_scenario(week, call.user, form.override(), form.cleaned_data["reason"])


@acts(
    "post",
    f"{LEAGUE}organise/scenario/again/",
    body=ScenarioReflip,
    example={"seen": 1, "reason": "Nobody owns that much terrain."},
    scope="organise",
    tag=TAG,
)
def flip_scenario_again(call: PersonCall, slug: str) -> None:
    """Draw another scenario from the week's fate; the former one remains visible, with the reason."""
    week = _week(organised(call, slug))
    events.flip_again(week, call.user, call.body.reason, seen=call.body.seen)


@acts(
    "post",
    f"{LEAGUE}organise/contest/",
    body=ContestResult,
    example={"winners": [3], "reason": "Played on Saturday."},
    scope="organise",
    tag=TAG,
)
def enter_contest(call: PersonCall, slug: str) -> None:
    """Enter the winner of the contest of an immediate event."""
    week = _week(organised(call, slug))
    form = filled(ContestForm, call.body, week=week)
    events.enter_contest(week, call.user, form.cleaned_data["winners"], form.cleaned_data["reason"])


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
    """A player without a game this week, and the reason."""

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


@get(f"{LEAGUE}weeks/", tuple[WeekRow, ...], open=True, tag="Leagues")
def weeks(call: PortalCall, slug: str) -> tuple[WeekRow, ...]:
    """All weeks so far, with the commitment and, once closed, the seed of their fate."""
    return tuple(_week_row(week) for week in league(call, slug).campaign.weeks.order_by("number"))


@get(f"{LEAGUE}weeks/<int:week>/", WeekView, open=True, tag="Leagues")
def week(call: PortalCall, slug: str, week: int) -> WeekView:
    """One week: its scenario, its Weekly Event, its tables, who sits out."""
    campaign = league(call, slug).campaign
    this_week = campaign.weeks.filter(number=week).first()
    if this_week is None:
        raise Http404
    this_week.campaign = campaign
    set_up, parts = week_page.set_up(this_week), week_page.parts_of([this_week])
    event = week_page.event(this_week, parts)
    return WeekView(
        _week_row(this_week),
        week_page.scenario(this_week),
        len(this_week.drawings) + 1 if this_week.scenario else 0,
        call.link(set_up.get_absolute_url()) if set_up is not None else "",
        event.event if event is not None else None,
        tuple(_table(table) for table in week_page.tables(this_week, week_page.sides_of([this_week]))),
        tuple(
            EntryWithoutGame(row.entry.pk, row.entry.label, row.why, row.bye)
            for row in week_page.idle(this_week, parts)
        ),
    )


def _table(table: week_page.WeekTable) -> LeagueGameRow:
    game = table.game
    sides = tuple(
        LeagueGameRowSide(side.entry.pk, side.label, side.vp, side.won, side.forfeited)
        for side in table.sides
    )
    return LeagueGameRow(game.table, game.state, game.additional, sides, table.why)
