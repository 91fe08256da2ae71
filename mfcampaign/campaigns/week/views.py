"""The organisers' levers of one week: its event, its scenario, the result of a contest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django import forms

from mfcampaign.accounts.persons import Viewer
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns.models import Week
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.forms import ContestForm, EventForm, ScenarioAgainForm, ScenarioForm


class WeekAction(NamedTuple):
    """``name`` of its form on the page, the form, and what pulling it does, told in one sentence."""

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
    return "The scenario is flipped again; what stood before stays to be seen."


def _contest(form: ContestForm, week: Week, user: Viewer) -> str:
    events.enter_contest(week, user, form.cleaned_data["winners"], form.cleaned_data["reason"])
    return "The contest is settled."


WEEK_LEVERS: dict[str, WeekAction] = {
    "event": WeekAction("event_form", EventForm, _event),
    "scenario": WeekAction("scenario_form", ScenarioForm, _scenario),
    "scenario-again": WeekAction("scenario_again_form", ScenarioAgainForm, _scenario_again),
    "contest": WeekAction("contest_form", ContestForm, _contest),
}


def forms_of(week: Week | None) -> dict[str, forms.Form]:
    """The empty forms that this week's state has a use for."""
    if week is None or week.state == Week.State.CLOSED:
        return {}
    found = dict(WEEK_LEVERS)
    if not events.awaits_contest(week):
        del found["contest"]
    if not week.scenario:
        del found["scenario-again"]
    if not events.changeable(week):
        found = {name: lever for name, lever in found.items() if name == "contest"}
    return {lever.name: lever.form(week=week) for lever in found.values()}
