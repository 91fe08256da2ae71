"""Endpoints that open a league, invite, and join; presets and templates."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any

from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, Id, PrivateLink, league, organised, player
from mfcampaign.campaigns.league.api import LeagueView, view_of
from mfcampaign.campaigns.league.queries import asking_to_join
from mfcampaign.campaigns.models import Campaign, JoinRequest, LeagueTemplate
from mfcampaign.campaigns.models.league import HireDays, Weeks, usual_edition
from mfcampaign.campaigns.opening import join_requests as joining
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.opening.forms import AskForm, JoinForm, LeagueForm
from rules.edition import editions

TAG = "House rules"
TEMPLATE = "templates/<slug:template>/"


class PresetRow(Struct, frozen=True):
    """A preset or template: its ``key`` begins a league or is taken on; ``lines`` differ from the usual;
    ``edition`` is empty where it goes with any."""

    key: str
    name: str
    about: str
    edition: str
    policies: dict[str, Any]
    schedule: dict[str, Any]
    lines: tuple[str, ...]


class TemplateView(Struct, frozen=True):
    """A template behind its link; only its owner gets ``url``."""

    beginning: PresetRow
    mine: bool
    away: bool
    url: str


class TemplateName(Struct, frozen=True, forbid_unknown_fields=True):
    """What you call it."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]


class PresetChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """``preset-<slug>`` or ``template-<token>``."""

    key: Annotated[str, Meta(min_length=1, max_length=80)]


@acts(
    "post",
    f"{LEAGUE}rules/take-on/",
    body=PresetChoice,
    example={"key": "preset-gentle"},
    scope="organise",
    tag=TAG,
)
def use_preset(call: PersonCall, slug: str) -> None:
    """Apply a preset or a template, as far as settings may still change."""
    campaign = organised(call, slug)
    beginning = beginnings.beginning(call.body.key, call.user)
    if beginning is None:
        raise Http404
    policies = beginning.house_rules(campaign.edition)
    templates.take_on(campaign, call.user, policies, beginning.template, edition=beginning.edition)


@get("presets/", tuple[PresetRow, ...], tag=TAG)
def presets(call: PersonCall) -> tuple[PresetRow, ...]:
    """The presets and templates for a new league: the presets, and your templates."""
    return tuple(_row(beginning) for beginning in beginnings.beginnings(call.user))


@get(TEMPLATE, TemplateView, open=True, tag=TAG)
def template(call: PortalCall, template: str) -> TemplateView:
    """A template, for everybody who has its link."""
    return _view(call, _shared(call, template))


@acts(
    "post",
    f"{LEAGUE}organise/template/",
    TemplateView,
    body=TemplateName,
    example={"name": "Saturdays"},
    scope="organise",
    status=201,
    tag=TAG,
)
def save_template(call: PersonCall, slug: str) -> TemplateView:
    """Save this league's rules, charts, figures and schedule as a template."""
    template = templates.save_template(organised(call, slug), call.user, call.body.name)
    return _view(call, _shared(call, template.share_token))


@acts("post", f"{TEMPLATE}copy/", TemplateView, scope="organise", status=201, tag=TAG)
def copy_template(call: PersonCall, template: str) -> TemplateView:
    """Keep somebody's template as your own."""
    copy = templates.keep_copy(_shared(call, template), call.user)
    return _view(call, _shared(call, copy.share_token))


@acts("post", f"{TEMPLATE}put-away/", TemplateView, scope="organise", tag=TAG)
def archive_template(call: PersonCall, template: str) -> TemplateView:
    """Offer your template no more; leagues made from it stay as they are."""
    templates.put_away(_own(call, template), call.user)
    return _view(call, _shared(call, template))


@acts("post", f"{TEMPLATE}bring-back/", TemplateView, scope="organise", tag=TAG)
def restore_template(call: PersonCall, template: str) -> TemplateView:
    """Offer your template again."""
    templates.put_away(_own(call, template), call.user, back=True)
    return _view(call, _shared(call, template))


def _shared(call: PortalCall, token: str) -> LeagueTemplate:
    template = beginnings.shared(token, call.user)
    if template is None:
        raise Http404
    return template


def _own(call: PortalCall, token: str) -> LeagueTemplate:
    template = _shared(call, token)
    if template.owner_id != call.user.pk:
        raise Http404
    return template


def _row(beginning: beginnings.Beginning) -> PresetRow:
    return PresetRow(
        beginning.key,
        beginning.name,
        beginning.about,
        beginning.edition,
        beginning.policies,
        beginning.schedule,
        beginning.lines,
    )


def _view(call: PortalCall, template: LeagueTemplate) -> TemplateView:
    mine = call.user.is_authenticated and template.owner_id == call.user.pk
    url = call.link(reverse("campaigns:template", args=[template.share_token])) if mine else ""
    return TemplateView(_row(beginnings.of_template(template)), mine, template.put_away_at is not None, url)


Short = Annotated[str, Meta(max_length=80)]
EditionCode = Annotated[
    str,
    Meta(
        max_length=20,
        extra_json_schema={"enum": ["", *(each.code for each in editions() if each.arsenal is not None)]},
    ),
]


class NewLeague(Struct, frozen=True, forbid_unknown_fields=True):
    """A new league. ``begin`` is a preset (``preset-standard``) or ``template-<token>``; what is left
    out is as that says; ``edition`` stays for as long as the league lasts."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_on: dt.date
    turnover_time: Annotated[str, Meta(pattern=r"^[0-2][0-9]:[0-5][0-9]$")] = "19:00"
    zone: Annotated[str, Meta(max_length=64)] = "Europe/London"
    begin: Short = ""
    edition: EditionCode = ""
    description: Annotated[str, Meta(max_length=1000)] = ""
    weeks_total: Weeks | None = None
    hire_days: HireDays | None = None
    season: Short = ""
    pack: Id | None = None
    listed: bool = True


@acts(
    "post",
    "leagues/",
    LeagueView,
    body=NewLeague,
    scope="organise",
    status=201,
    tag="Organising",
    example={"name": "Saturdays at the Tower", "starts_on": "2026-12-07", "zone": "Europe/Madrid"},
)
def open_league(call: PersonCall) -> LeagueView:
    """Open a league; you organise it."""
    if call.body.begin:
        offered = beginnings.beginnings(call.user, call.body.begin.removeprefix("template-"))
    else:
        offered = [beginnings.usual(call.body.edition or usual_edition())]
    fields = {name: getattr(call.body, name) for name in call.body.__struct_fields__}
    fields["begin"] = call.body.begin or offered[0].key
    form = filled(LeagueForm, fields, user=call.user, beginnings=offered)
    begun, options = form.beginning, form.options()
    options["policies"] = form.policies()
    if begun.template is None:
        league = opening.open_league(call.user, **options)
    else:
        options["pack_id"] = options["pack_id"] or templates.usable_pack(begun.template, call.user)
        league = templates.found_league(call.user, begun.template, **options)
    return view_of(call, access.league(call.user, league.slug))


@acts(
    "post",
    f"{LEAGUE}organise/invite/",
    PrivateLink,
    scope="organise",
    status=201,
    once=("url",),
    tag="Organising",
)
def invite(call: PersonCall, slug: str) -> PrivateLink:
    """Create an invitation link: 60 days, 64 players."""
    token = opening.invite(organised(call, slug), call.user)
    return PrivateLink(
        call.link(reverse("campaigns:join", args=[token])), "Anybody with it can join this league."
    )


@acts("post", f"{LEAGUE}organise/revoke/", scope="organise", tag="Organising")
def revoke_invitations(call: PersonCall, slug: str) -> None:
    """End all invitation links."""
    opening.revoke_invitations(organised(call, slug), call.user)


Token = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class LeagueInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """``token`` is the last part of the invitation link."""

    token: Token
    faction: Annotated[str, Meta(max_length=40)]
    crew_name: Annotated[str, Meta(max_length=60)] = ""


@acts(
    "post",
    "join/",
    body=LeagueInvitation,
    example={"token": "the-token-of-the-link", "faction": "guild", "crew_name": "Night Watch"},
    status=201,
    tag="Arsenals",
)
def join_league(call: PersonCall) -> None:
    """Join a league by its invitation."""
    invitation = leagues.invitation(call.body.token)
    if invitation is None:
        raise Http404
    campaign = call.about(invitation.campaign)
    form = filled(JoinForm, call.body, campaign=campaign)
    leagues.join(campaign, call.user, token=call.body.token, **form.cleaned_data)


class JoinQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Under which Faction you would play, what your Crew is called, and a few words for the organisers."""

    faction: Annotated[str, Meta(max_length=40)]
    crew_name: Annotated[str, Meta(max_length=60)] = ""
    words: Annotated[str, Meta(max_length=300)] = ""


class JoinRequestRow(Struct, frozen=True):
    """Somebody who asks to join."""

    id: int
    player: str
    faction: str
    crew_name: str
    words: str
    asked_at: dt.datetime


@acts(
    "post",
    f"{LEAGUE}ask/",
    body=JoinQuestion,
    example={"faction": "guild", "words": "I can play on Mondays."},
    status=201,
    tag="Arsenals",
)
def ask_to_join(call: PersonCall, slug: str) -> None:
    """Request to join; a second request replaces the first."""
    campaign = league(call, slug).campaign
    form = filled(AskForm, call.body, campaign=campaign)
    joining.ask(campaign, call.user, **form.cleaned_data)


@acts("post", f"{LEAGUE}ask/withdraw/", tag="Arsenals")
def withdraw_join_request(call: PersonCall, slug: str) -> None:
    """Take your request back."""
    joining.withdraw(league(call, slug).campaign, call.user)


@get(f"{LEAGUE}organise/join-requests/", tuple[JoinRequestRow, ...], scope="organise", tag="Organising")
def join_requests(call: PersonCall, slug: str) -> tuple[JoinRequestRow, ...]:
    """The open requests to join."""
    return tuple(
        JoinRequestRow(row.pk, str(row.user), row.faction, row.crew_name, row.words, row.asked_at)
        for row in asking_to_join(organised(call, slug))
    )


@acts("post", f"{LEAGUE}organise/join-requests/<int:asked>/accept/", scope="organise", tag="Organising")
def accept_join_request(call: PersonCall, slug: str, asked: int) -> None:
    """Accept a request to join."""
    joining.accept(_asked(organised(call, slug), asked), call.user)


@acts("post", f"{LEAGUE}organise/join-requests/<int:asked>/decline/", scope="organise", tag="Organising")
def decline_join_request(call: PersonCall, slug: str, asked: int) -> None:
    """Decline a request to join."""
    joining.decline(_asked(organised(call, slug), asked), call.user)


def _asked(campaign: Campaign, pk: int) -> JoinRequest:
    row = campaign.join_requests.select_related("campaign", "user").filter(pk=pk).first()
    if row is None:
        raise Http404
    row.campaign = campaign
    return row


@acts("post", f"{LEAGUE}leave/", tag="Arsenals")
def leave_league(call: PersonCall, slug: str) -> None:
    """Leave the league; played games still count."""
    leagues.leave(player(call, slug), call.user)
