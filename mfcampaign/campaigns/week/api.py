"""Organiser actions of one week, and of a game that an organiser settles. Corrections are ``rulings``."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from msgspec import Meta

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import acts
from mfcampaign.api.filled import filled
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.api_access import GAME, LEAGUE, Id, LeagueReason, organised, seat_of
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.forms import ContestForm, EventForm, ScenarioForm
from rules.game.results.result import EncounterResult
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


class RuledResult(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The result as an organiser rules it."""

    result: EncounterResult


class ForfeitingSeat(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The seat that forfeits."""

    seat: Annotated[int, Meta(ge=0, le=1)]


def _week(campaign: Campaign) -> Week:
    week = pairing_values.current_week(campaign)
    if week is None:
        raise Refusal("No week has begun yet.", fix="Start the campaign first.")
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league has ended; its weeks stay as they are.")
    return week


@acts("post", f"{LEAGUE}organise/close-hires/", scope="organise", tag=TAG)
def close_hires(call: Call, slug: str) -> None:
    """Close the New Hires and pair the week."""
    weeks.close_hires(_week(organised(call, slug)), call.user)


@acts("post", f"{LEAGUE}organise/games-due/", scope="organise", tag=TAG)
def games_due(call: Call, slug: str) -> None:
    """The games of this week are due now."""
    weeks.reach_deadline(_week(organised(call, slug)), call.user)


@acts(
    "post",
    f"{LEAGUE}organise/event/",
    body=WeeklyEventChoice,
    example={"event": "the-slug-of-an-event", "reason": "We voted for it."},
    scope="organise",
    tag=TAG,
)
def choose_event(call: Call, slug: str) -> None:
    """Set another Weekly Event than fate drew or will draw."""
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
def set_scenario(call: Call, slug: str) -> None:
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
def flip_scenario_again(call: Call, slug: str) -> None:
    """Let the week's fate flip another scenario; what stood stays to be seen, with the reason."""
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
def enter_contest(call: Call, slug: str) -> None:
    """Say who won the contest of an immediate event."""
    week = _week(organised(call, slug))
    form = filled(ContestForm, call.body, week=week)
    events.enter_contest(week, call.user, form.cleaned_data["winners"], form.cleaned_data["reason"])


def _ruling(call: Call, slug: str, week: int, table: int) -> Seat:
    seat = seat_of(call, slug, week, table)
    if not seat.standing.organiser:
        raise Http404
    return seat


@acts(
    "post",
    f"{GAME}rule/",
    body=RuledResult,
    example={
        "result": {
            "ended_turn": 5,
            "seats": [{"strategy_vp": [0, 1, 1], "vp": 2}, {"strategy_vp": [0, 0, 1], "vp": 1}],
        },
        "reason": "Both told me so.",
    },
    scope="organise",
    tag=TAG,
)
def rule_result(call: Call, slug: str, week: int, table: int) -> None:
    """Rule the result of a table that you are no party of."""
    seat = _ruling(call, slug, week, table)
    results.rule(seat.encounter, call.user, call.body.result, call.body.reason)


@acts(
    "post",
    f"{GAME}encounter/set-aside/",
    body=LeagueReason,
    example={"reason": "The engine asks the same question again and again."},
    scope="organise",
    tag=TAG,
)
def set_encounter_aside(call: Call, slug: str, week: int, table: int) -> None:
    """End the Encounter that a table plays or records here, without a result: its players may begin another.
    The diary and the fate page of either tell it."""
    league_play.set_aside(_ruling(call, slug, week, table), call.user, call.body.reason)


@acts(
    "post",
    f"{GAME}forfeit/",
    body=ForfeitingSeat,
    example={"seat": 0, "reason": "Did not come."},
    scope="organise",
    tag=TAG,
)
def rule_forfeit(call: Call, slug: str, week: int, table: int) -> None:
    """One side did not come."""
    seat = _ruling(call, slug, week, table)
    results.forfeit(seat.encounter, call.user, seat.sides[call.body.seat], call.body.reason)
