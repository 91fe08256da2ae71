"""What organisers do to a league, its background jobs, and links to Arsenal sheets."""

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
from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.filled import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, league, organised, player
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.league.api import LeagueView, view_of
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.opening.forms import GuestForm, LeagueForm, OrganiserForm, ReasonForm
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work
from rules.campaign.policies import policies_from
from rules.refusal import Refusal

TAG = "Organising"
Short = Annotated[str, Meta(max_length=80)]


class NewLeague(Struct, frozen=True, forbid_unknown_fields=True):
    """A new league. ``begin`` is a preset (``preset-standard``) or ``template-<token>``; what is left
    out is as that says. ``policies`` are house rules that differ."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_on: dt.date
    turnover_time: Annotated[str, Meta(pattern=r"^[0-2][0-9]:[0-5][0-9]$")] = "19:00"
    zone: Annotated[str, Meta(max_length=64)] = "Europe/London"
    begin: Short = ""
    description: Annotated[str, Meta(max_length=1000)] = ""
    weeks_total: Annotated[int, Meta(ge=1, le=20)] | None = None
    hire_days: Annotated[int, Meta(ge=0, le=6)] | None = None
    season: Short = ""
    pack: Id | None = None
    listed: bool = True


class PrivateLink(Struct, frozen=True):
    """A private address; it is told this once, and empty when the act is repeated."""

    url: str
    about: str


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


class HouseRuleValues(Struct, frozen=True, forbid_unknown_fields=True):
    """All house rules that differ from the defaults, by name."""

    policies: dict[str, Any]


class PackChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A pack of house figures, or none."""

    pack: Id | None


@acts(
    "post",
    "leagues/",
    LeagueView,
    body=NewLeague,
    scope="organise",
    status=201,
    tag=TAG,
    example={"name": "Saturdays at the Tower", "starts_on": "2026-12-07", "zone": "Europe/Madrid"},
)
def open_league(call: Call) -> LeagueView:
    """Open a league; you organise it."""
    offered = beginnings.beginnings(call.user, call.body.begin.removeprefix("template-"))
    fields = {name: getattr(call.body, name) for name in call.body.__struct_fields__}
    fields["begin"] = call.body.begin or offered[0].key
    form = filled(LeagueForm, fields, user=call.user, beginnings=offered)
    begun, options = form.beginning, form.options()
    options["policies"] = settings.differing(begun.policies)
    if begun.template is None:
        league = opening.open_league(call.user, **options)
    else:
        options["pack_id"] = options["pack_id"] or templates.usable_pack(begun.template, call.user)
        league = templates.found(call.user, begun.template, **options)
    return view_of(call, access.league(call.user, league.slug))


@acts("post", f"{LEAGUE}organise/invite/", PrivateLink, scope="organise", status=201, once=("url",), tag=TAG)
def invite(call: Call, slug: str) -> PrivateLink:
    """A link that lets its holders join: 60 days, 64 players."""
    token = opening.invite(organised(call, slug), call.user)
    return PrivateLink(
        call.link(reverse("campaigns:join", args=[token])), "Whoever holds it can join this league."
    )


@acts("post", f"{LEAGUE}organise/revoke/", scope="organise", tag=TAG)
def revoke_invitations(call: Call, slug: str) -> None:
    """End all invitation links."""
    opening.revoke_invitations(organised(call, slug), call.user)


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
def add_guest(call: Call, slug: str) -> PrivateLink:
    """A player without an account, and the private link that signs them in."""
    campaign = organised(call, slug)
    form = filled(GuestForm, call.body, rules=campaign.rules)
    cleaned = form.cleaned_data
    try:
        guest, token = accounts.create_guest(cleaned["name"], call.user)
    except ValidationError as error:
        raise Problem(422, error.messages[0]) from None
    opening.join(campaign, guest, faction=cleaned["faction"], crew_name=cleaned["crew_name"], by=call.user)
    return _guest_link(call, guest, token)


def _guest_link(call: Call, guest: Any, token: str) -> PrivateLink:
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
def renew_guest_link(call: Call, slug: str) -> PrivateLink:
    """A new private link for a guest; the one before ends."""
    entry = _entry(organised(call, slug), call.body.entry)
    if not entry.user.is_guest:
        raise Refusal(f"{entry.label} has an account and signs in with it.")
    return _guest_link(call, entry.user, accounts.new_guest_link(entry.user, call.user))


def _person(name: str) -> Any:
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
def add_organiser(call: Call, slug: str) -> None:
    """Somebody organises this league, too."""
    campaign = organised(call, slug)
    form = filled(OrganiserForm, call.body)
    opening.add_organiser(campaign, call.user, _person(form.cleaned_data["username"].strip()))


@acts("delete", f"{LEAGUE}organise/organisers/<slug:username>/", scope="organise", tag=TAG)
def remove_organiser(call: Call, slug: str, username: str) -> None:
    """Somebody no longer organises this league."""
    campaign = organised(call, slug)
    row = campaign.organisers.select_related("user").filter(user__username=username).first()
    if row is None:
        raise Http404
    opening.remove_organiser(campaign, call.user, row.user)


@acts("post", f"{LEAGUE}organise/close-registration/", scope="organise", tag=TAG)
def close_registration(call: Call, slug: str) -> None:
    """Nobody joins any more."""
    opening.close_registration(organised(call, slug), call.user)


@acts("post", f"{LEAGUE}organise/start/", scope="organise", tag=TAG)
def start_campaign(call: Call, slug: str) -> None:
    """The campaign begins: week 1 is paired."""
    weeks.start(organised(call, slug), call.user)


@acts(
    "post",
    f"{LEAGUE}organise/cancel/",
    body=LeagueReason,
    example={"reason": "The shop has closed."},
    scope="organise",
    tag=TAG,
)
def cancel_league(call: Call, slug: str) -> None:
    """Call the league off; everything in it stays readable."""
    form = filled(ReasonForm, call.body)
    opening.cancel(organised(call, slug), call.user, form.cleaned_data["reason"])


@acts(
    "put",
    f"{LEAGUE}organise/policies/",
    body=HouseRuleValues,
    scope="organise",
    tag=TAG,
    example={"policies": {"weekly_cap": 12}},
)
def change_policies(call: Call, slug: str) -> None:
    """Change the house rules; some wait for the next week."""
    campaign = organised(call, slug)
    try:
        policies_from(call.body.policies)
    except (ValueError, TypeError) as error:
        raise Problem(422, f"{error}") from None
    settings.change_policies(campaign, call.user, call.body.policies)


@acts("put", f"{LEAGUE}organise/pack/", body=PackChoice, example={"pack": None}, scope="organise", tag=TAG)
def use_pack(call: Call, slug: str) -> None:
    """Lay another pack over the figures of the league, or none."""
    settings.use_pack(organised(call, slug), call.user, call.body.pack)


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
def background_jobs(call: Call, slug: str) -> Page[BackgroundJob]:
    """The work of the league, the newest first."""
    campaign = league(call, slug, access.member).campaign
    return by_key(work.commands_of(campaign.pk), call.query, _rows)


def _rows(commands: Iterable[Any]) -> list[BackgroundJob]:
    return [
        BackgroundJob(row.pk, row.kind, row.subject, row.status, row.attempts, row.error, row.created_at)
        for row in commands
    ]


@acts("post", f"{WORK}<int:command>/retry/", scope="organise", tag="Organising")
def retry_job(call: Call, slug: str, command: int) -> None:
    """Let a stuck piece of work try again; its cards stay the same."""
    campaign = organised(call, slug)
    if not work.commands_of(campaign.pk).filter(pk=command).exists():
        raise Http404
    dispatch.retry(command, call.user)


@acts("post", f"{LEAGUE}arsenal/sheet/", PrivateLink, status=201, once=("url",), tag="Arsenals")
def share_sheet(call: Call, slug: str) -> PrivateLink:
    """A new link to your Arsenal sheet; an earlier one leads nowhere."""
    token = arsenal.share_sheet(player(call, slug), call.user)
    return PrivateLink(
        call.link(reverse("campaigns:sheet_shared", args=[token])), "Whoever has it can read your sheet."
    )


@acts("delete", f"{LEAGUE}arsenal/sheet/", tag="Arsenals")
def unshare_sheet(call: Call, slug: str) -> None:
    """End the link to your Arsenal sheet."""
    arsenal.unshare_sheet(player(call, slug), call.user)
