"""Endpoints of organisers for a league and its people, and of the league's background jobs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access, own_games
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath.api import AftermathAnswer, chosen
from mfcampaign.campaigns.aftermath.queries import of_side
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, PrivateLink, league
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal.api import Purchase
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening.forms import GuestForm, ReasonForm
from mfcampaign.campaigns.organiser.queries import playing_entry, side_of
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work
from rules.campaign.crew import CampaignCrew
from rules.refusal import Refusal

organises = partial(
    act, access=access.organiser, scope="organise", page="campaigns:organise", tag="Organising"
)


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A player without an account."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    faction: Annotated[str, Meta(max_length=40)]
    crew_name: Annotated[str, Meta(max_length=60)] = ""


class LeagueAnnouncement(Struct, frozen=True, forbid_unknown_fields=True):
    """What you say to all; empty takes the last announcement away."""

    text: Annotated[str, Meta(max_length=1000)] = ""


@organises("post", f"{LEAGUE}organise/announce/", example={"text": "We meet at seven, at the club."})
def announce_to_all(call: PersonCall, visit: LeagueVisit, body: LeagueAnnouncement) -> str:
    """Say a word to all: on the league's front, in inboxes, mails and webhooks."""
    opening.announce(visit.campaign, call.user, body.text, key=call.key)
    return "Everybody is told." if body.text.strip() else "The announcement is taken away."


class EntryChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of an entry."""

    entry: Id


class LeagueOrganiser(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in name."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]


@organises(
    "post",
    f"{LEAGUE}organise/guest/",
    page="",
    example={"name": "Robin", "faction": "neverborn"},
    status=201,
    once=("url",),
)
def add_guest(call: PersonCall, visit: LeagueVisit, body: NewGuest) -> Done[PrivateLink]:
    """Add a guest: a player without an account, and the private link that signs them in."""
    campaign = visit.campaign
    form = filled(GuestForm, body, campaign=campaign)
    cleaned = form.cleaned_data
    try:
        guest, token = accounts.create_guest(cleaned["name"], call.user)
    except ValidationError as error:
        raise Problem(422, error.messages[0]) from None
    opening.join(campaign, guest, faction=cleaned["faction"], crew_name=cleaned["crew_name"], by=call.user)
    return _guest_link(call, guest, token)


def _guest_link(call: PortalCall, guest: Person, token: str) -> Done[PrivateLink]:
    url = call.link(reverse("accounts:guest", args=[token]))
    return Done("", PrivateLink(url, f"It signs {guest} in without a password. Give it to nobody else."))


@organises(
    "post",
    f"{LEAGUE}organise/guest-link/",
    page="",
    example={"entry": 4},
    status=201,
    once=("url",),
)
def renew_guest_link(call: PersonCall, visit: LeagueVisit, body: EntryChoice) -> Done[PrivateLink]:
    """Create a new private link for a guest; the former one no longer works."""
    entry = playing_entry(visit.campaign, body.entry)
    if not entry.user.is_guest:
        raise Refusal(f"{entry.label} has an account and signs in with it.")
    return _guest_link(call, entry.user, opening.renew_guest_link(entry.user, call.user))


@organises("post", f"{LEAGUE}organise/organisers/", example={"username": "ashby"})
def add_organiser(call: PersonCall, visit: LeagueVisit, body: LeagueOrganiser) -> str:
    """Add an organiser."""
    people = get_user_model().objects.filter(is_active=True, is_guest=False)
    person = people.filter(username=body.username.strip()).first()
    if person is None:
        raise Refusal("Nobody signs in with that name.")
    opening.add_organiser(visit.campaign, call.user, person)
    return f"{person} organises this league too."


@organises("delete", f"{LEAGUE}organise/organisers/<slug:username>/")
def remove_organiser(call: PersonCall, visit: LeagueVisit, username: str) -> Done[None]:
    """Remove an organiser."""
    campaign = visit.campaign
    row = campaign.organisers.select_related("user").filter(user__username=username).first()
    if row is None:
        raise Http404
    opening.remove_organiser(campaign, call.user, row.user)
    own = row.user_id == call.user.pk
    to = reverse("campaigns:league", args=[campaign.slug]) if own else ""
    return Done(f"{row.user} no longer organises this league.", None, to)


# -- for a player who is away -----------------------------------------------------------------------------

ABSENT = f"{LEAGUE}organise/for/<int:entry>/"
for_absent = partial(act, access=access.absent, scope="organise", page="campaigns:absent", tag="Organising")


@for_absent("post", f"{ABSENT}hires/models/", example={"slug": "guild-hound"})
def hire_for(call: PersonCall, entry: Entry, body: Purchase) -> str:
    """Hire a model for a player who is away."""
    with own_games.acting_for(entry):
        hired = hires.hire_model(entry, call.user, body.slug, key=call.key)
    return f"{hired.name} joins the Arsenal of {entry.label}."


@for_absent("post", f"{ABSENT}hires/lock/")
def lock_hires_for(call: PersonCall, entry: Entry) -> str:
    """Finish the hires of a player who is away."""
    with own_games.acting_for(entry):
        hires.lock(entry, call.user)
    return f"The hires of {entry.label} are done."


@for_absent(
    "post",
    f"{ABSENT}weeks/<int:week>/games/<int:table>/crew/",
    page="",
    example={"leader_id": 12, "members": [{"model_id": 12}, {"model_id": 15, "upgrade_ids": [3]}]},
)
def hand_in_for(call: PersonCall, entry: Entry, week: int, table: int, body: CampaignCrew) -> str:
    """Hand in a legal Crew for a player who is away."""
    with own_games.acting_for(entry):
        game_operations.submit_crew(side_of(entry, week, table), call.user, body)
    return ""


@for_absent(
    "post",
    f"{ABSENT}weeks/<int:week>/games/<int:table>/aftermath/source/",
)
def let_portal_draw_for(call: PersonCall, entry: Entry, week: int, table: int) -> str:
    """Let the portal draw the cards of a player who is away and has not said who flips."""
    with own_games.acting_for(entry):
        aftermath.flip_source(of_side(side_of(entry, week, table)), call.user, "fate")
    return "The portal draws."


@for_absent(
    "post",
    f"{ABSENT}weeks/<int:week>/games/<int:table>/aftermath/choose/",
    example={"ordinal": 4, "option": "keep"},
    read_form=chosen,
)
def answer_aftermath_for(call: PersonCall, entry: Entry, week: int, table: int, body: AftermathAnswer) -> str:
    """Answer the open question of the Aftermath of a player who is away."""
    with own_games.acting_for(entry):
        aftermath.choose(
            of_side(side_of(entry, week, table)),
            call.user,
            body.ordinal,
            body.option,
            bearer=body.bearer,
            annihilate=body.annihilate,
        )
    return ""


@organises("post", f"{LEAGUE}organise/close-registration/")
def close_registration(call: PersonCall, visit: LeagueVisit) -> str:
    """Close the registration."""
    opening.close_registration(visit.campaign, call.user)
    return "Registration is closed."


@organises("post", f"{LEAGUE}organise/start/", page="campaigns:league")
def start_campaign(call: PersonCall, visit: LeagueVisit) -> str:
    """Begin the campaign: week 1 is paired."""
    weeks.start(visit.campaign, call.user)
    return "The campaign begins: week 1 is paired."


@organises(
    "post",
    f"{LEAGUE}organise/cancel/",
    page="campaigns:league",
    example={"reason": "The shop has closed."},
)
def cancel_league(call: PersonCall, visit: LeagueVisit, body: LeagueReason) -> str:
    """Cancel the league; everything in it remains readable."""
    form = filled(ReasonForm, body)
    opening.cancel(visit.campaign, call.user, form.cleaned_data["reason"])
    return "The league is cancelled. Everything in it stays readable."


WORK = f"{LEAGUE}work/"


class BackgroundJob(Struct, frozen=True):
    """A piece of background work: ``waiting``, ``running``, ``done`` or ``stuck`` (``error`` says why)."""

    id: int
    kind: str
    subject: str
    status: str
    attempts: int
    error: str
    at: dt.datetime


@get(WORK, Page[BackgroundJob], query=PageQuery, tag="Leagues")
def background_jobs(call: PersonCall, slug: str) -> Page[BackgroundJob]:
    """The background jobs of the league, the newest first."""
    campaign = league(call, slug, access.member).campaign
    return by_key(work.commands_of(campaign.pk), call.query, _rows)


def _rows(commands: Iterable[Any]) -> list[BackgroundJob]:
    return [
        BackgroundJob(row.pk, row.kind, row.subject, row.status, row.attempts, row.error, row.created_at)
        for row in commands
    ]


@organises("post", f"{WORK}<int:command>/retry/", page="campaigns:commands")
def retry_job(call: PersonCall, visit: LeagueVisit, command: int) -> str:
    """Retry a failed background job; its cards stay the same."""
    if not work.commands_of(visit.campaign.pk).filter(pk=command).exists():
        raise Http404
    retried = dispatch.retry(command, call.user)
    return f"“{retried.subject or retried.kind}” is retried, with the same cards."
