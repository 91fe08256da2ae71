"""Endpoints that open a league, invite, and join; presets and templates."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated, Any

from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct
from msgspec.structs import asdict

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, PrivateLink, organised
from mfcampaign.campaigns.league.api import LeagueView, view_of
from mfcampaign.campaigns.league.queries import asking_to_join
from mfcampaign.campaigns.models import Campaign, Entry, JoinRequest, LeagueTemplate
from mfcampaign.campaigns.models.league import HireDays, Weeks, usual_edition
from mfcampaign.campaigns.opening import join_requests as joining
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.opening.access import own_template, shared_template
from mfcampaign.campaigns.opening.forms import AskForm, JoinForm, LeagueForm
from rules.edition import edition_of, editions
from rules.wording import counted

TAG = "House rules"
TEMPLATE = "templates/<slug:template>/"
OWN_PAGE = "campaigns:template"
organises = partial(act, access=access.organiser, scope="organise", tag=TAG)


class PresetRow(Struct, frozen=True):
    """A preset or template: its ``key`` begins a league or is taken on; ``lines`` differ from the usual;
    ``edition`` and ``system``, the campaign, are empty where it goes with any."""

    key: str
    name: str
    about: str
    edition: str
    policies: dict[str, Any]
    schedule: dict[str, Any]
    lines: tuple[str, ...]
    system: str = ""


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


@organises("post", f"{LEAGUE}rules/take-on/", page="campaigns:settings", example={"key": "preset-gentle"})
def use_preset(call: PersonCall, visit: LeagueVisit, body: PresetChoice) -> str:
    """Apply a preset or a template, as far as settings may still change."""
    campaign = visit.campaign
    beginning = beginnings.beginning(body.key, call.user)
    if beginning is None:
        raise Http404
    policies = beginning.house_rules(campaign.edition)
    changed = templates.take_on(campaign, call.user, policies, beginning.template, edition=beginning.edition)
    return f"The league takes on {beginning.name}." if changed else "Nothing was different."


@get("presets/", tuple[PresetRow, ...], tag=TAG)
def presets(call: PersonCall) -> tuple[PresetRow, ...]:
    """The presets and templates for a new league: the presets, and your templates."""
    return tuple(_row(beginning) for beginning in beginnings.beginnings(call.user))


@get(TEMPLATE, TemplateView, open=True, tag=TAG)
def template(call: PortalCall, template: str) -> TemplateView:
    """A template, for everybody who has its link."""
    return _view(call, template)


@organises(
    "post",
    f"{LEAGUE}organise/template/",
    page="campaigns:settings",
    example={"name": "Saturdays"},
    status=201,
)
def save_template(call: PersonCall, visit: LeagueVisit, body: TemplateName) -> Done[TemplateView]:
    """Save this league's rules, charts, figures and schedule as a template."""
    template = templates.save_template(visit.campaign, call.user, body.name)
    return Done(
        f"{template} is saved. Start your next league with it, or share it.",
        _view(call, template.share_token),
        reverse("campaigns:template", args=[template.share_token]),
    )


@act("post", f"{TEMPLATE}copy/", shared_template, scope="organise", page=OWN_PAGE, status=201, tag=TAG)
def copy_template(call: PersonCall, shared: LeagueTemplate) -> Done[TemplateView]:
    """Keep somebody's template as your own."""
    copy = templates.keep_copy(shared, call.user)
    templates_page = reverse("campaigns:templates")
    return Done(f"{copy} is among your templates.", _view(call, copy.share_token), templates_page)


@act("post", f"{TEMPLATE}put-away/", own_template, scope="organise", page=OWN_PAGE, tag=TAG)
def archive_template(call: PersonCall, own: LeagueTemplate) -> Done[TemplateView]:
    """Offer your template no more; leagues made from it stay as they are."""
    templates.archive(own, call.user)
    undo = reverse("act:restore_template", args=[own.share_token])
    view = _view(call, own.share_token)
    return Done(f"{own} is archived.", view, reverse("campaigns:templates"), undo)


@act("post", f"{TEMPLATE}bring-back/", own_template, scope="organise", page=OWN_PAGE, tag=TAG)
def restore_template(call: PersonCall, own: LeagueTemplate) -> Done[TemplateView]:
    """Offer your template again."""
    templates.archive(own, call.user, back=True)
    return Done(f"{own} is back.", _view(call, own.share_token), reverse("campaigns:templates"))


def _row(beginning: beginnings.Beginning) -> PresetRow:
    return PresetRow(
        beginning.key,
        beginning.name,
        beginning.about,
        beginning.edition,
        beginning.policies,
        beginning.schedule,
        beginning.lines,
        beginning.system,
    )


def _view(call: PortalCall, token: str) -> TemplateView:
    template = shared_template(call.user, token)
    mine = call.user.is_authenticated and template.owner_id == call.user.pk
    url = call.link(reverse("campaigns:template", args=[template.share_token])) if mine else ""
    return TemplateView(_row(beginnings.of_template(template)), mine, template.archived_at is not None, url)


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
    out is as that says; ``edition`` and the campaign, ``system``, stay for as long as
    the league lasts."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_on: dt.date
    turnover_time: Annotated[str, Meta(pattern=r"^[0-2][0-9]:[0-5][0-9]$")] = "19:00"
    zone: Annotated[str, Meta(max_length=64)] = "Europe/London"
    begin: Short = ""
    edition: EditionCode = ""
    system: Short = ""
    description: Annotated[str, Meta(max_length=1000)] = ""
    weeks_total: Weeks | None = None
    hire_days: HireDays | None = None
    season: Short = ""
    pack: Id | None = None
    listed: bool = True


@act(
    "post",
    "leagues/",
    signed_in,
    scope="organise",
    status=201,
    tag="Organising",
    example={"name": "Saturdays at the Tower", "starts_on": "2026-12-07", "zone": "Europe/Madrid"},
)
def open_league(call: PersonCall, person: Person, body: NewLeague) -> Done[LeagueView]:
    """Open a league; you organise it."""
    if body.begin:
        offered = beginnings.beginnings(person, body.begin.removeprefix("template-"))
    else:
        offered = [beginnings.usual(body.edition or usual_edition())]
    fields = asdict(body) | {"begin": body.begin or offered[0].key}
    edition = edition_of(body.edition or usual_edition())
    form = filled(LeagueForm, fields, user=person, beginnings=offered, edition=edition)
    begun, options = form.beginning, form.options()
    options["policies"] = form.policies()
    if begun.template is None:
        league = opening.open_league(person, **options)
    else:
        options["pack_id"] = options["pack_id"] or templates.usable_pack(begun.template, person)
        league = templates.found_league(person, begun.template, **options)
    return Done("", view_of(call, access.league(person, league.slug)))


@organises("post", f"{LEAGUE}organise/invite/", status=201, once=("url",), tag="Organising")
def invite(call: PersonCall, visit: LeagueVisit) -> Done[PrivateLink]:
    """Create an invitation link: 60 days, 64 players."""
    token = opening.invite(visit.campaign, call.user)
    url = call.link(reverse("campaigns:join", args=[token]))
    return Done("", PrivateLink(url, "Anybody with it can join this league."))


@organises("post", f"{LEAGUE}organise/revoke/", page="campaigns:organise", tag="Organising")
def revoke_invitations(call: PersonCall, visit: LeagueVisit) -> str:
    """End all invitation links."""
    count = opening.revoke_invitations(visit.campaign, call.user)
    return f"{counted(count, 'invitation link')} stopped working."


Token = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class LeagueInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """``token`` is the last part of the invitation link."""

    token: Token
    faction: Annotated[str, Meta(max_length=40)]
    crew_name: Annotated[str, Meta(max_length=60)] = ""


@act(
    "post",
    "join/",
    signed_in,
    example={"token": "the-token-of-the-link", "faction": "guild", "crew_name": "Night Watch"},
    status=201,
    tag="Arsenals",
)
def join_league(call: PersonCall, person: Person, body: LeagueInvitation) -> str:
    """Join a league by its invitation."""
    invitation = opening.invitation(body.token)
    if invitation is None:
        raise Http404
    campaign = call.about(invitation.campaign)
    form = filled(JoinForm, body, campaign=campaign)
    opening.join(campaign, person, token=body.token, **form.cleaned_data)
    return ""


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


@act(
    "post",
    f"{LEAGUE}ask/",
    access.league,
    example={"faction": "guild", "words": "I can play on Mondays."},
    status=201,
    tag="Arsenals",
)
def ask_to_join(call: PersonCall, visit: LeagueVisit, body: JoinQuestion) -> str:
    """Request to join; a second request replaces the first."""
    form = filled(AskForm, body, campaign=visit.campaign)
    joining.ask(visit.campaign, call.user, **form.cleaned_data)
    return ""


@act("post", f"{LEAGUE}ask/withdraw/", access.league, page="campaigns:league", tag="Arsenals")
def withdraw_join_request(call: PersonCall, visit: LeagueVisit) -> str:
    """Take your request back."""
    joining.withdraw(visit.campaign, call.user)
    return "Your request is taken back."


@get(f"{LEAGUE}organise/join-requests/", tuple[JoinRequestRow, ...], scope="organise", tag="Organising")
def join_requests(call: PersonCall, slug: str) -> tuple[JoinRequestRow, ...]:
    """The open requests to join."""
    return tuple(
        JoinRequestRow(row.pk, str(row.user), row.faction, row.crew_name, row.words, row.asked_at)
        for row in asking_to_join(organised(call, slug))
    )


answers = partial(organises, page="campaigns:members", tag="Organising")


@answers("post", f"{LEAGUE}organise/join-requests/<int:asked>/accept/")
def accept_join_request(call: PersonCall, visit: LeagueVisit, asked: int) -> str:
    """Accept a request to join."""
    entry = joining.accept(_asked(visit.campaign, asked), call.user)
    return f"{entry.label} is in the league."


@answers("post", f"{LEAGUE}organise/join-requests/<int:asked>/decline/")
def decline_join_request(call: PersonCall, visit: LeagueVisit, asked: int) -> str:
    """Decline a request to join."""
    row = _asked(visit.campaign, asked)
    joining.decline(row, call.user)
    return f"{row.user} gets a notice that there is no place."


def _asked(campaign: Campaign, pk: int) -> JoinRequest:
    row = campaign.join_requests.select_related("campaign", "user").filter(pk=pk).first()
    if row is None:
        raise Http404
    row.campaign = campaign
    return row


@act("post", f"{LEAGUE}leave/", access.own_entry, page="campaigns:league", tag="Arsenals")
def leave_league(call: PersonCall, entry: Entry) -> str:
    """Leave the league; played games still count."""
    opening.leave(entry, call.user)
    return f"You have left {entry.campaign.name}."
