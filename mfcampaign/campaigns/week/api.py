"""Endpoints of the weeks of a league: reading them, and what organisers do in the current one."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct
from msgspec.structs import asdict

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, league
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Week
from mfcampaign.campaigns.week import operations as week_operations
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.forms import ContestForm, EventForm, ScenarioForm
from rules.campaign.charts.rows import WeeklyEvent
from rules.game.setup.scenario import Scenario

organises = partial(
    act, access=access.organiser, scope="organise", page="campaigns:organise", tag="Organising"
)
Short = Annotated[str, Meta(max_length=80)]


class EarlyReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why before its time; may be empty where nobody loses by it."""

    reason: Annotated[str, Meta(max_length=300)] = ""


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

    seen: events.Drawing


class ContestResult(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The entries that won; none: nobody did."""

    winners: Annotated[tuple[Id, ...], Meta(max_length=64)] = ()


@organises("post", f"{LEAGUE}organise/close-hires/", example={"reason": "Everybody said so."})
def close_hires(call: PersonCall, visit: LeagueVisit, body: EarlyReason) -> str:
    """Close the New Hires and pair the week; while others may still hire, say why."""
    week_operations.close_hires(week_page.week_under_way(visit.campaign), call.user, body.reason)
    return "The hires are closed and the week is paired."


@organises("post", f"{LEAGUE}organise/games-due/", example={"reason": "Every table is done."})
def games_due(call: PersonCall, visit: LeagueVisit, body: EarlyReason) -> str:
    """Close the games of this week now; where somebody loses time by it, say why. A game of your own keeps
    its deadline."""
    week = week_page.week_under_way(visit.campaign)
    held = week_operations.reach_deadline(week, call.user, body.reason)
    if held:
        return f"Week {week.number} is due. Still open: {'; '.join(held)}."
    return f"Week {week.number} is closed."


@organises(
    "post",
    f"{LEAGUE}organise/event/",
    example={"event": "the-slug-of-an-event", "reason": "We voted for it."},
)
def choose_event(call: PersonCall, visit: LeagueVisit, body: WeeklyEventChoice) -> str:
    """Set the Weekly Event, in place of the drawn one or of the one that will be drawn."""
    week = week_page.week_under_way(visit.campaign)
    form = filled(EventForm, body, week=week)
    events.choose_event(week, call.user, form.cleaned_data["event"], form.cleaned_data["reason"])
    return "The Weekly Event is set; the diary says why."


@organises(
    "post",
    f"{LEAGUE}organise/scenario/",
    page="",
    example={"deployment": "Corner", "reason": "We voted for it."},
)
def set_scenario(call: PersonCall, visit: LeagueVisit, body: ScenarioChoice) -> str:
    """Set the scenario of this week, in whole or in part."""
    week = week_page.week_under_way(visit.campaign)
    form = filled(ScenarioForm, asdict(body) | {"terrain": "\n".join(body.terrain)}, week=week)
    events.set_scenario(week, call.user, form.override(), form.cleaned_data["reason"])
    return ""


@organises(
    "post",
    f"{LEAGUE}organise/scenario/again/",
    example={"seen": 1, "reason": "Nobody owns that much terrain."},
)
def flip_scenario_again(call: PersonCall, visit: LeagueVisit, body: ScenarioReflip) -> str:
    """Draw another scenario from the week's fate; the former one remains visible, with the reason."""
    week = week_page.week_under_way(visit.campaign)
    events.flip_again(week, call.user, body.reason, seen=body.seen)
    return "The scenario is flipped again; the earlier one can still be seen."


@organises("post", f"{LEAGUE}organise/contest/", example={"winners": [3], "reason": "Played on Saturday."})
def enter_contest(call: PersonCall, visit: LeagueVisit, body: ContestResult) -> str:
    """Enter the winner of the contest of an immediate event."""
    week = week_page.week_under_way(visit.campaign)
    form = filled(ContestForm, body, week=week)
    events.enter_contest(week, call.user, form.cleaned_data["winners"], form.cleaned_data["reason"])
    return "The contest is settled."


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
