"""The organisers' console: one page of actions, one address that carries them out, and the background
jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.campaigns import access, own_games
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.league import home
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import back_to, new_key, paged, show
from mfcampaign.campaigns.models import Entry, Game, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.opening.forms import GuestForm, ReasonForm
from mfcampaign.campaigns.organiser import queries as organise_page
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.rulings.forms import AwardForm, CrewsForm, HolidayForm, MoveForm
from mfcampaign.campaigns.rulings.requests import SetPlaying
from mfcampaign.campaigns.rulings.views import show_preview
from mfcampaign.campaigns.week.forms import ScenarioForm, forms_of
from mfcampaign.campaigns.week.queries import WeekRows, parts_of, week_under_way
from mfcampaign.campaigns.week.weekly_event import set_scenario
from mfcampaign.dispatch import queries as work
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.refusals import in_words
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
def organise(request: HttpRequest, slug: str) -> HttpResponse:
    return _console(request, access.organiser(request.user, slug))


def _console(request: HttpRequest, visit: LeagueVisit, **wrong: Any) -> HttpResponse:
    """The page of organiser actions; ``wrong`` holds a form that was filled in amiss."""
    campaign = visit.campaign
    rows = WeekRows(campaign)
    forms: dict[str, Any] = {
        "guest_form": GuestForm(campaign=campaign),
        "deadline_form": MoveForm(rows=rows),
        "holiday_form": HolidayForm(rows=rows),
        "cancel_form": ReasonForm(auto_id="cancel-%s"),
    }
    facts = organise_page.console(campaign, rows, visit.person or 0)
    week = facts.week
    shared = home.shared(campaign, rows)
    forms |= forms_of(week, rows.sides)
    closed = sum(each.state == Week.State.CLOSED for each in rows.weeks)
    if week is not None and week.state != Week.State.CLOSED:
        forms["award_form"] = AwardForm(week=week, parts=rows.parts, user=request.user)
    return show(
        request,
        "campaigns/organiser/console.html",
        visit,
        status=422 if wrong else 200,
        console=facts,
        organisers=league_page.organisers(campaign),
        sandboxes=organise_page.sandboxes(campaign, visit.person),
        opened=next(iter(wrong), ""),
        asked=request.GET.get("step", ""),
        early_form=ReasonForm(auto_id="early-%s") if facts.loses_time else "",
        step=shared.step(campaign),
        waited_for=shared.waited_for,
        weeks_ahead=stand_ins.weeks_after(campaign, closed) if week is not None else (),
        **{**forms, **wrong},
    )


@never_cache
@require_POST
def act(request: PersonRequest, slug: str, action: str) -> HttpResponse:
    """Carry out one organiser action. What is refused says why."""
    visit = access.organiser(request.user, slug)
    if action not in ORGANISER_ACTIONS:
        raise Http404
    return ORGANISER_ACTIONS[action](request, visit) or back_to("organise", slug)


Answer = HttpResponse | None


# -- for a player who is away -----------------------------------------------------------------------


@require_safe
def absent(request: PersonRequest, slug: str, entry: int) -> HttpResponse:
    """All that waits for one player now, for an organiser who does it in their place."""
    visit = access.organiser(request.user, slug)
    owner = access.absent_of(visit, entry)
    page = organise_page.absent_page(owner, request.user)
    return show(
        request,
        "campaigns/organiser/absent.html",
        visit,
        here=owner.label,
        owner=owner,
        page=page,
        key=new_key(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def absent_crew(request: PersonRequest, slug: str, entry: int, week: int, table: int) -> HttpResponse:
    """Who is hired for a player who is away; the Crew stays hidden until the other one is in."""
    visit = access.organiser(request.user, slug)
    owner = access.absent_of(visit, entry)
    side = organise_page.side_of(owner, week, table)
    if side.game.state != Game.State.SCHEDULED or access.at_table(visit, week, table).party:
        return back_to("absent", slug, owner.pk)
    form = CrewsForm(request.POST or None, sides=[side], campaign=owner.campaign)
    if form.is_valid():
        try:
            with own_games.acting_for(owner):
                game_operations.submit_crew(side, request.user, form.crews()[0])
        except Refusal as refusal:
            form.add_error(None, in_words(refusal))
        else:
            messages.success(request, f"The Crew of {owner.label} is in.")
            return back_to("absent", slug, owner.pk)
    return show(
        request,
        "campaigns/organiser/absent_crew.html",
        visit,
        status=422 if form.is_bound else 200,
        here=owner.label,
        owner=owner,
        game=side.game,
        week=side.game.week,
        form=form,
    )


# -- links, shown once ------------------------------------------------------------------------------


@sensitive_variables("token")
def _invite(request: PersonRequest, visit: LeagueVisit) -> Answer:
    token = operations.invite(visit.campaign, request.user)
    url = request.build_absolute_uri(reverse("campaigns:join", args=[token]))
    return show(
        request,
        "campaigns/organiser/link.html",
        visit,
        url=url,
        qr=qr(url),
        title="Invitation link",
        about="Anybody with it can join this league. It works for 60 days and 64 players.",
    )


@sensitive_variables("token")
def _guest(request: PersonRequest, visit: LeagueVisit) -> Answer:
    """A player without an account: the person, the entry and the link, or none of them."""
    form = GuestForm(request.POST, campaign=visit.campaign)
    if not form.is_valid():
        return _console(request, visit, guest_form=form)
    try:
        with transaction.atomic():
            guest, token = accounts.create_guest(form.cleaned_data["name"], request.user)
            operations.join(
                visit.campaign,
                guest,
                faction=form.cleaned_data["faction"],
                crew_name=form.cleaned_data["crew_name"],
                by=request.user,
            )
    except ValidationError as error:
        form.add_error("name", error)
        return _console(request, visit, guest_form=form)
    return _guest_link(request, visit, guest, token)


@sensitive_variables("token")
def _new_guest_link(request: PersonRequest, visit: LeagueVisit) -> Answer:
    entry = _entry(request, visit)
    if not entry.user.is_guest:
        raise Refusal(f"{entry.label} has an account and signs in with it.")
    return _guest_link(
        request,
        visit,
        entry.user,
        operations.renew_guest_link(entry.user, request.user),
    )


@sensitive_variables("token")
def _guest_link(request: PersonRequest, visit: LeagueVisit, guest: Person, token: str) -> HttpResponse:
    url = request.build_absolute_uri(reverse("accounts:guest", args=[token]))
    return show(
        request,
        "campaigns/organiser/link.html",
        visit,
        url=url,
        qr=qr(url),
        title=f"Private link of {guest}",
        about=f"It signs {guest} in without a password. Give it to nobody else; a new one ends this one.",
    )


# -- rulings, previewed first -----------------------------------------------------------------------


def _entry(request: HttpRequest, visit: LeagueVisit) -> Entry:
    return organise_page.playing_entry(visit.campaign, whole(request.POST.get("entry")) or 0)


def _retire(request: PersonRequest, visit: LeagueVisit) -> Answer:
    """The preview of a player's retirement."""
    return show_preview(request, visit, SetPlaying(entry=_entry(request, visit).pk, playing=False))


def _deadline(request: PersonRequest, visit: LeagueVisit) -> Answer:
    """Nothing moves yet: what it would change is shown first."""
    form = MoveForm(request.POST, rows=WeekRows(visit.campaign))
    if form.is_valid():
        try:
            if form.clock_note:
                messages.warning(request, form.clock_note)
            return show_preview(request, visit, form.ruling_request())
        except Refusal as refusal:
            form.add_error("until", str(refusal))
    return _console(request, visit, deadline_form=form)


def _holiday(request: PersonRequest, visit: LeagueVisit) -> Answer:
    """Nothing moves yet: what it would change is shown first."""
    form = HolidayForm(request.POST, rows=WeekRows(visit.campaign))
    if form.is_valid():
        try:
            return show_preview(request, visit, form.ruling_request())
        except Refusal as refusal:
            form.add_error("days", str(refusal))
    return _console(request, visit, holiday_form=form)


def _award(request: PersonRequest, visit: LeagueVisit) -> Answer:
    """Nothing is given yet: what it would change is shown first."""
    week = week_under_way(visit.campaign)
    form = AwardForm(request.POST, week=week, parts=parts_of([week]), user=request.user)
    if form.is_valid():
        try:
            return show_preview(request, visit, form.ruling_request())
        except Refusal as refusal:
            form.add_error("entries", str(refusal))
    return _console(request, visit, award_form=form)


def _scenario(request: PersonRequest, visit: LeagueVisit) -> Answer:
    week = week_under_way(visit.campaign)
    form = ScenarioForm(request.POST, week=week)
    if not form.is_valid():
        return _console(request, visit, scenario_form=form)
    set_scenario(week, request.user, form.override(), form.cleaned_data["reason"])
    messages.success(request, "The scenario is set; the diary says why.")
    return None


ORGANISER_ACTIONS: dict[str, Callable[[PersonRequest, LeagueVisit], Answer]] = {
    "invite": _invite,
    "guest": _guest,
    "guest-link": _new_guest_link,
    "retire": _retire,
    "deadline": _deadline,
    "holiday": _holiday,
    "award": _award,
    "scenario": _scenario,
}
"""What needs a view: a link shown once, a ruling previewed, a form that comes back filled in."""


@require_safe
def commands(request: HttpRequest, slug: str) -> HttpResponse:
    """The work of the league: what waits, runs, is done, is stuck."""
    visit = access.member(request.user, slug)
    page = paged(request, work.commands_of(visit.campaign.pk))
    under_way = any(command.open for command in page)
    return show(request, "campaigns/organiser/work.html", visit, page=page, under_way=under_way)
