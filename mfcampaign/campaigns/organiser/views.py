"""The organisers' console: one page of actions, one address that carries them out, and the background
jobs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.league import home
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import back_to, paged, show
from mfcampaign.campaigns.models import Campaign, Entry, Week
from mfcampaign.campaigns.opening import operations as verbs
from mfcampaign.campaigns.opening.forms import EntryForm, GuestForm, OrganiserForm, ReasonForm, StandInForm
from mfcampaign.campaigns.organiser import queries as organise_page
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.rulings.forms import AwardForm, MoveForm
from mfcampaign.campaigns.rulings.requests import SetPlaying
from mfcampaign.campaigns.rulings.views import show_preview
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.campaigns.week import views as week_views
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work
from mfcampaign.web.drawings.qr import qr
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.wording import counted


@require_safe
def organise(request: HttpRequest, slug: str) -> HttpResponse:
    return _console(request, access.organiser(request.user, slug))


def _console(request: HttpRequest, standing: Standing, **wrong: Any) -> HttpResponse:
    """The page of organiser actions; ``wrong`` holds a form that was filled in amiss."""
    campaign = standing.campaign
    forms: dict[str, Any] = {
        "guest_form": GuestForm(campaign=campaign),
        "organiser_form": OrganiserForm(),
        "deadline_form": MoveForm(campaign=campaign),
        "cancel_form": ReasonForm(prefix="cancel"),
    }
    facts = organise_page.console(campaign, pairing_values.current_week(campaign))
    weeks_ahead = stand_ins.weeks_of(campaign)
    if facts.week is not None and weeks_ahead:
        forms["stand_in_form"] = StandInForm(players=facts.playing, weeks=weeks_ahead)
    week = facts.week
    shared = home.shared(campaign)
    forms |= week_views.forms_of(week)
    if week is not None and week.state != Week.State.CLOSED:
        forms["award_form"] = AwardForm(week=week, user=request.user)
    return show(
        request,
        "campaigns/organiser/console.html",
        standing,
        status=422 if wrong else 200,
        console=facts,
        organisers=league_page.organisers(campaign),
        opened=next(iter(wrong), ""),
        asked=request.GET.get("step", ""),
        step=shared.step(campaign),
        waited_for=shared.waited_for,
        **{**forms, **wrong},
    )


@never_cache
@require_POST
def act(request: PersonRequest, slug: str, action: str) -> HttpResponse:
    """Carry out one organiser action. What is refused says why."""
    standing = access.organiser(request.user, slug)
    if action not in ORGANISER_ACTIONS:
        raise Http404
    return ORGANISER_ACTIONS[action](request, standing) or back_to("organise", slug)


Answer = HttpResponse | None


# -- links, shown once ------------------------------------------------------------------------------


@sensitive_variables("token")
def _invite(request: PersonRequest, standing: Standing) -> Answer:
    token = verbs.invite(standing.campaign, request.user)
    url = request.build_absolute_uri(reverse("campaigns:join", args=[token]))
    return show(
        request,
        "campaigns/organiser/link.html",
        standing,
        url=url,
        qr=qr(url),
        title="Invitation link",
        about="Anybody with it can join this league. It works for 60 days and 64 players.",
    )


@sensitive_variables("token")
def _guest(request: PersonRequest, standing: Standing) -> Answer:
    """A player without an account: the person, the entry and the link, or none of them."""
    form = GuestForm(request.POST, campaign=standing.campaign)
    if not form.is_valid():
        return _console(request, standing, guest_form=form)
    try:
        with transaction.atomic():
            guest, token = accounts.create_guest(form.cleaned_data["name"], request.user)
            verbs.join(
                standing.campaign,
                guest,
                faction=form.cleaned_data["faction"],
                crew_name=form.cleaned_data["crew_name"],
                by=request.user,
            )
    except ValidationError as error:
        form.add_error("name", error)
        return _console(request, standing, guest_form=form)
    return _guest_link(request, standing, guest, token)


@sensitive_variables("token")
def _new_guest_link(request: PersonRequest, standing: Standing) -> Answer:
    entry = _entry(request, standing)
    if not entry.user.is_guest:
        raise Refusal(f"{entry.label} has an account and signs in with it.")
    return _guest_link(
        request,
        standing,
        entry.user,
        verbs.renew_guest_link(entry.user, request.user),
    )


@sensitive_variables("token")
def _guest_link(request: PersonRequest, standing: Standing, guest: Person, token: str) -> HttpResponse:
    url = request.build_absolute_uri(reverse("accounts:guest", args=[token]))
    return show(
        request,
        "campaigns/organiser/link.html",
        standing,
        url=url,
        qr=qr(url),
        title=f"Private link of {guest}",
        about=f"It signs {guest} in without a password. Give it to nobody else; a new one ends this one.",
    )


def _revoke(request: PersonRequest, standing: Standing) -> Answer:
    count = verbs.revoke_invitations(standing.campaign, request.user)
    messages.success(request, f"{counted(count, 'invitation link')} stopped working.")
    return None


# -- people -----------------------------------------------------------------------------------------


def _entry(request: HttpRequest, standing: Standing) -> Entry:
    form = EntryForm(request.POST, campaign=standing.campaign)
    if not form.is_valid():
        raise Refusal("That player is not in this league.", fix="Choose one from the list.")
    entry: Entry = form.cleaned_data["entry"]
    entry.campaign = standing.campaign
    return entry


def _add_organiser(request: PersonRequest, standing: Standing) -> Answer:
    form = OrganiserForm(request.POST)
    if not form.is_valid():
        return _console(request, standing, organiser_form=form)
    name = form.cleaned_data["username"].strip()
    person = get_user_model().objects.filter(username=name, is_active=True, is_guest=False).first()
    if person is None:
        form.add_error("username", "Nobody signs in with that name.")
        return _console(request, standing, organiser_form=form)
    verbs.add_organiser(standing.campaign, request.user, person)
    messages.success(request, f"{person} organises this league too.")
    return None


def _remove_organiser(request: PersonRequest, standing: Standing) -> Answer:
    organiser = (
        standing.campaign.organisers.select_related("user")
        .filter(user_id=whole(request.POST.get("user")) or 0)
        .first()
    )
    if organiser is None:
        raise Refusal("That person does not organise this league.")
    verbs.remove_organiser(standing.campaign, request.user, organiser.user)
    messages.success(request, f"{organiser.user} no longer organises this league.")
    return back_to("league", standing.campaign.slug) if organiser.user_id == request.user.pk else None


def _stand_in(request: PersonRequest, standing: Standing) -> Answer:
    campaign = standing.campaign
    players = tuple(campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user"))
    form = StandInForm(request.POST, players=players, weeks=stand_ins.weeks_of(campaign))
    if not form.is_valid():
        return _console(request, standing, stand_in_form=form)
    entry = next(each for each in players if each.pk == int(form.cleaned_data["entry"]))
    entry.campaign = campaign
    week, username = form.cleaned_data["week"], form.cleaned_data["username"]
    try:
        if username:
            person = stand_ins.name_stand_in(entry, request.user, week, username)
            messages.success(request, f"{person} plays the Crew of {entry.label} in week {week}.")
        else:
            stand_ins.end_stand_in(entry, request.user, week)
            messages.success(request, f"{entry.label} plays in week {week}, nobody else.")
    except Refusal as refusal:
        form.add_error("username", str(refusal))
        return _console(request, standing, stand_in_form=form)
    return None


def _retire(request: PersonRequest, standing: Standing) -> Answer:
    """The preview of a player's retirement."""
    return show_preview(request, standing, SetPlaying(entry=_entry(request, standing).pk, playing=False))


# -- the calendar -----------------------------------------------------------------------------------


def _close_registration(request: PersonRequest, standing: Standing) -> Answer:
    verbs.close_registration(standing.campaign, request.user)
    messages.success(request, "Registration is closed.")
    return None


def _start(request: PersonRequest, standing: Standing) -> Answer:
    weeks.start(standing.campaign, request.user)
    messages.success(request, "The campaign begins: week 1 is paired.")
    return back_to("league", standing.campaign.slug)


def _week(standing: Standing) -> Week:
    week = pairing_values.current_week(standing.campaign)
    if week is None:
        raise Refusal("No week has begun yet.", fix="Start the campaign first.")
    if standing.campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league has ended; its weeks stay as they are.")
    return week


def _close_hires(request: PersonRequest, standing: Standing) -> Answer:
    weeks.close_hires(_week(standing), request.user)
    messages.success(request, "The hires are closed and the week is paired.")
    return None


def _games_due(request: PersonRequest, standing: Standing) -> Answer:
    week = _week(standing)
    held = weeks.reach_deadline(week, request.user)
    if held:
        messages.warning(request, f"Week {week.number} is due. Still open: {'; '.join(held)}.")
    else:
        messages.success(request, f"Week {week.number} is closed.")
    return None


def _deadline(request: PersonRequest, standing: Standing) -> Answer:
    """Nothing moves yet: what it would change is shown first."""
    form = MoveForm(request.POST, campaign=standing.campaign)
    if form.is_valid():
        try:
            return show_preview(request, standing, form.ruling_request())
        except Refusal as refusal:
            form.add_error("until", str(refusal))
    return _console(request, standing, deadline_form=form)


def _award(request: PersonRequest, standing: Standing) -> Answer:
    """Nothing is given yet: what it would change is shown first."""
    form = AwardForm(request.POST, week=_week(standing), user=request.user)
    if form.is_valid():
        try:
            return show_preview(request, standing, form.ruling_request())
        except Refusal as refusal:
            form.add_error("entries", str(refusal))
    return _console(request, standing, award_form=form)


def _cancel(request: PersonRequest, standing: Standing) -> Answer:
    form = ReasonForm(request.POST, prefix="cancel")
    if not form.is_valid():
        return _console(request, standing, cancel_form=form)
    verbs.cancel(standing.campaign, request.user, form.cleaned_data["reason"])
    messages.success(request, "The league is cancelled. Everything in it stays readable.")
    return back_to("league", standing.campaign.slug)


def _of_week(action: week_views.WeekAction) -> Callable[[PersonRequest, Standing], Answer]:
    """An organiser action of the present week: its form first, then its act."""

    def carry_out(request: PersonRequest, standing: Standing) -> Answer:
        week = _week(standing)
        form = action.form(request.POST, week=week)
        if not form.is_valid():
            return _console(request, standing, **{action.name: form})
        messages.success(request, action.act(form, week, request.user))
        return None

    return carry_out


ORGANISER_ACTIONS: dict[str, Callable[[PersonRequest, Standing], Answer]] = {
    "invite": _invite,
    "revoke": _revoke,
    "guest": _guest,
    "guest-link": _new_guest_link,
    "add-organiser": _add_organiser,
    "remove-organiser": _remove_organiser,
    "retire": _retire,
    "stand-in": _stand_in,
    "close-registration": _close_registration,
    "start": _start,
    "close-hires": _close_hires,
    "games-due": _games_due,
    "deadline": _deadline,
    "award": _award,
    "cancel": _cancel,
    **{name: _of_week(action) for name, action in week_views.WEEK_ACTIONS.items()},
}


@require_safe
def commands(request: HttpRequest, slug: str) -> HttpResponse:
    """The work of the league: what waits, runs, is done, is stuck."""
    standing = access.member(request.user, slug)
    page = paged(request, work.commands_of(standing.campaign.pk))
    under_way = any(command.open for command in page)
    return show(request, "campaigns/organiser/work.html", standing, page=page, under_way=under_way)


@require_POST
def command_retry(request: HttpRequest, slug: str, command: int) -> HttpResponse:
    """An organiser lets a stuck piece of work try again; its cards stay the same."""
    standing = access.organiser(request.user, slug)
    if not work.commands_of(standing.campaign.pk).filter(pk=command).exists():
        raise Http404
    retried = dispatch.retry(command, request.user)
    messages.success(request, f"“{retried.subject or retried.kind}” is retried, with the same cards.")
    return back_to("commands", slug)
