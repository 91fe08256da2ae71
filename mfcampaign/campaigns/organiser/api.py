"""Endpoints of organisers for a league and its people, and of the league's background jobs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, PrivateLink, league, organised
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening.forms import GuestForm, OrganiserForm, ReasonForm
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work
from rules.refusal import Refusal

TAG = "Organising"


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A player without an account."""

    name: Annotated[str, Meta(min_length=2, max_length=40)]
    faction: Annotated[str, Meta(max_length=40)]
    crew_name: Annotated[str, Meta(max_length=60)] = ""


class EntryChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of an entry."""

    entry: Id


class LeagueOrganiser(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in name."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]


@acts(
    "post",
    f"{LEAGUE}organise/guest/",
    PrivateLink,
    body=NewGuest,
    example={"name": "Robin", "faction": "neverborn"},
    scope="organise",
    status=201,
    once=("url",),
    tag=TAG,
)
def add_guest(call: PersonCall, slug: str) -> PrivateLink:
    """Add a guest: a player without an account, and the private link that signs them in."""
    campaign = organised(call, slug)
    form = filled(GuestForm, call.body, campaign=campaign)
    cleaned = form.cleaned_data
    try:
        guest, token = accounts.create_guest(cleaned["name"], call.user)
    except ValidationError as error:
        raise Problem(422, error.messages[0]) from None
    opening.join(campaign, guest, faction=cleaned["faction"], crew_name=cleaned["crew_name"], by=call.user)
    return _guest_link(call, guest, token)


def _guest_link(call: PortalCall, guest: Person, token: str) -> PrivateLink:
    url = call.link(reverse("accounts:guest", args=[token]))
    return PrivateLink(url, f"It signs {guest} in without a password. Give it to nobody else.")


def _entry(campaign: Campaign, pk: int) -> Entry:
    entry = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user").filter(pk=pk).first()
    if entry is None:
        raise Refusal("That player is not in this league.", fix="Take the number of one of its entries.")
    entry.campaign = campaign
    return entry


@acts(
    "post",
    f"{LEAGUE}organise/guest-link/",
    PrivateLink,
    body=EntryChoice,
    example={"entry": 4},
    scope="organise",
    status=201,
    once=("url",),
    tag=TAG,
)
def renew_guest_link(call: PersonCall, slug: str) -> PrivateLink:
    """Create a new private link for a guest; the former one no longer works."""
    entry = _entry(organised(call, slug), call.body.entry)
    if not entry.user.is_guest:
        raise Refusal(f"{entry.label} has an account and signs in with it.")
    return _guest_link(call, entry.user, opening.renew_guest_link(entry.user, call.user))


def _person(name: str) -> Person:
    user = get_user_model().objects.filter(username=name, is_active=True, is_guest=False).first()
    if user is None:
        raise Refusal("Nobody signs in with that name.")
    return user


@acts(
    "post",
    f"{LEAGUE}organise/organisers/",
    body=LeagueOrganiser,
    example={"username": "ashby"},
    scope="organise",
    tag=TAG,
)
def add_organiser(call: PersonCall, slug: str) -> None:
    """Add an organiser."""
    campaign = organised(call, slug)
    form = filled(OrganiserForm, call.body)
    opening.add_organiser(campaign, call.user, _person(form.cleaned_data["username"].strip()))


@acts("delete", f"{LEAGUE}organise/organisers/<slug:username>/", scope="organise", tag=TAG)
def remove_organiser(call: PersonCall, slug: str, username: str) -> None:
    """Remove an organiser."""
    campaign = organised(call, slug)
    row = campaign.organisers.select_related("user").filter(user__username=username).first()
    if row is None:
        raise Http404
    opening.remove_organiser(campaign, call.user, row.user)


@acts("post", f"{LEAGUE}organise/close-registration/", scope="organise", tag=TAG)
def close_registration(call: PersonCall, slug: str) -> None:
    """Close the registration."""
    opening.close_registration(organised(call, slug), call.user)


@acts("post", f"{LEAGUE}organise/start/", scope="organise", tag=TAG)
def start_campaign(call: PersonCall, slug: str) -> None:
    """Begin the campaign: week 1 is paired."""
    weeks.start(organised(call, slug), call.user)


@acts(
    "post",
    f"{LEAGUE}organise/cancel/",
    body=LeagueReason,
    example={"reason": "The shop has closed."},
    scope="organise",
    tag=TAG,
)
def cancel_league(call: PersonCall, slug: str) -> None:
    """Cancel the league; everything in it remains readable."""
    form = filled(ReasonForm, call.body)
    opening.cancel(organised(call, slug), call.user, form.cleaned_data["reason"])


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


@acts("post", f"{WORK}<int:command>/retry/", scope="organise", tag="Organising")
def retry_job(call: PersonCall, slug: str, command: int) -> None:
    """Retry a failed background job; its cards stay the same."""
    campaign = organised(call, slug)
    if not work.commands_of(campaign.pk).filter(pk=command).exists():
        raise Http404
    dispatch.retry(command, call.user)
