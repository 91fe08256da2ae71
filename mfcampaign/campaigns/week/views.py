"""The page of a week, and its organisers' actions: its event, its scenario, the result of a contest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from mfcampaign.accounts.persons import Viewer
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.forms import ContestForm, EventForm, ScenarioAgainForm, ScenarioForm
from mfcampaign.web.cache import cached


class WeekAction(NamedTuple):
    """``name`` of its form on the page, the form, and what it does, told in one sentence."""

    name: str
    form: Callable[..., forms.Form]
    act: Callable[[Any, Week, Any], str]


def _event(form: EventForm, week: Week, user: Viewer) -> str:
    events.choose_event(week, user, form.cleaned_data["event"], form.cleaned_data["reason"])
    return "The Weekly Event is set; the diary says why."


def _scenario(form: ScenarioForm, week: Week, user: Viewer) -> str:
    events.set_scenario(week, user, form.override(), form.cleaned_data["reason"])
    return "The scenario is set; the diary says why."


def _scenario_again(form: ScenarioAgainForm, week: Week, user: Viewer) -> str:
    try:
        events.flip_again(week, user, form.cleaned_data["reason"], seen=form.cleaned_data["seen"])
    except AlreadyDone:
        pass
    return "The scenario is flipped again; the earlier one can still be seen."


def _contest(form: ContestForm, week: Week, user: Viewer) -> str:
    events.enter_contest(week, user, form.cleaned_data["winners"], form.cleaned_data["reason"])
    return "The contest is settled."


WEEK_ACTIONS: dict[str, WeekAction] = {
    "event": WeekAction("event_form", EventForm, _event),
    "scenario": WeekAction("scenario_form", ScenarioForm, _scenario),
    "scenario-again": WeekAction("scenario_again_form", ScenarioAgainForm, _scenario_again),
    "contest": WeekAction("contest_form", ContestForm, _contest),
}


def forms_of(week: Week | None) -> dict[str, forms.Form]:
    """The empty forms that this week's state has a use for."""
    if week is None or week.state == Week.State.CLOSED:
        return {}
    actions = dict(WEEK_ACTIONS)
    if not events.awaits_contest(week):
        del actions["contest"]
    if not week.scenario:
        del actions["scenario-again"]
    if not events.changeable(week):
        actions = {name: action for name, action in actions.items() if name == "contest"}
    return {action.name: action.form(week=week) for action in actions.values()}


@require_safe
def week(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One week: its pairings with why, its scenario card by card, its sealed fate."""
    standing = access.league(request.user, slug)
    context = cached(standing.campaign, "week", lambda: _week(standing.campaign, number), number)
    return show(
        request,
        "campaigns/week/week.html",
        standing,
        here=f"Week {number}",
        cached_as="week",
        cached_by=number,
        **asdict(context) | {"tables": week_page.as_seen_by(standing.viewer[0], context.tables)},
    )


def _week(campaign: Campaign, number: int) -> week_page.WeekPage:
    row = get_object_or_404(campaign.weeks, number=number)
    row.campaign = campaign
    return week_page.week_page(row)
