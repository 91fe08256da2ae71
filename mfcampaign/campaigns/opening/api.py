"""By what rules a league plays: house rules in words, presets, templates to begin with and to share."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import acts, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, league, organised
from mfcampaign.campaigns.models import LeagueTemplate
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.settings import forms as readings
from mfcampaign.campaigns.settings import operations as settings
from rules.campaign.policies import policies_as_dict, policies_from

TAG = "House rules"
TEMPLATE = "templates/<slug:template>/"


class HouseRule(Struct, frozen=True):
    """One house rule: its ``value`` for programs, ``said`` and ``usual`` in words, ``rules`` it touches;
    ``planned`` what it becomes at the next boundary, ``when`` a change would take effect."""

    name: str
    label: str
    group: str
    rules: tuple[str, ...]
    value: Any
    said: str
    usual: str
    special: bool
    note: str
    planned: str
    when: str


class HouseRulesView(Struct, frozen=True):
    """All a league plays by."""

    season: str
    charts: int
    next_charts: int | None
    pack: int | None
    rules: tuple[HouseRule, ...]


class PresetRow(Struct, frozen=True):
    """A preset or template: its ``key`` begins a league or is taken on; ``lines`` differ from the usual."""

    key: str
    name: str
    about: str
    policies: dict[str, Any]
    schedule: dict[str, Any]
    lines: tuple[str, ...]


class TemplateView(Struct, frozen=True):
    """A template behind its link; ``url`` is told to its owner."""

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


@get(f"{LEAGUE}rules/", HouseRulesView, tag=TAG)
def house_rules(call: Call, slug: str) -> HouseRulesView:
    """Every house rule in words, with the rules of the book that it touches."""
    campaign = league(call, slug, access.member).campaign
    values = policies_as_dict(campaign.rules)
    groups = readings.groups(
        campaign.rules,
        policies_from(settings.planned_policies(campaign)),
        lambda name: settings.when_changed(campaign, name),
    )
    return HouseRulesView(
        campaign.season,
        campaign.charts_id,
        campaign.next_charts_id,
        campaign.pack_id,
        tuple(
            HouseRule(
                each.name,
                each.label,
                group.title,
                each.rules,
                values[each.name],
                each.value,
                each.usual,
                each.special,
                each.note,
                each.planned,
                each.when,
            )
            for group in groups
            for each in group.settings
        ),
    )


@acts(
    "post",
    f"{LEAGUE}rules/take-on/",
    body=PresetChoice,
    example={"key": "preset-gentle"},
    scope="organise",
    tag=TAG,
)
def use_preset(call: Call, slug: str) -> None:
    """Play by a preset or a template, as far as it may still change."""
    campaign = organised(call, slug)
    beginning = beginnings.beginning(call.body.key, call.user)
    if beginning is None:
        raise Http404
    templates.take_on(campaign, call.user, beginning.policies, beginning.template)


@get("presets/", tuple[PresetRow, ...], tag=TAG)
def presets(call: Call) -> tuple[PresetRow, ...]:
    """What a league can begin with: the presets, and your templates."""
    return tuple(_row(beginning) for beginning in beginnings.beginnings(call.user))


@get(TEMPLATE, TemplateView, open=True, tag=TAG)
def template(call: Call, template: str) -> TemplateView:
    """A template, for whoever has its link."""
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
def save_template(call: Call, slug: str) -> TemplateView:
    """Keep this league's rules, charts, figures and schedule under a name."""
    template = templates.save_template(organised(call, slug), call.user, call.body.name)
    return _view(call, _shared(call, template.share_token))


@acts("post", f"{TEMPLATE}copy/", TemplateView, scope="organise", status=201, tag=TAG)
def copy_template(call: Call, template: str) -> TemplateView:
    """Keep somebody's template as your own."""
    copy = templates.keep_copy(_shared(call, template), call.user)
    return _view(call, _shared(call, copy.share_token))


@acts("post", f"{TEMPLATE}put-away/", TemplateView, scope="organise", tag=TAG)
def archive_template(call: Call, template: str) -> TemplateView:
    """Offer your template no more; leagues made from it stay as they are."""
    templates.put_away(_own(call, template), call.user)
    return _view(call, _shared(call, template))


@acts("post", f"{TEMPLATE}bring-back/", TemplateView, scope="organise", tag=TAG)
def restore_template(call: Call, template: str) -> TemplateView:
    """Offer your template again."""
    templates.put_away(_own(call, template), call.user, back=True)
    return _view(call, _shared(call, template))


def _shared(call: Call, token: str) -> LeagueTemplate:
    template = beginnings.shared(token, call.user)
    if template is None:
        raise Http404
    return template


def _own(call: Call, token: str) -> LeagueTemplate:
    template = _shared(call, token)
    if template.owner_id != call.user.pk:
        raise Http404
    return template


def _row(beginning: beginnings.Beginning) -> PresetRow:
    return PresetRow(
        beginning.key,
        beginning.name,
        beginning.about,
        beginning.policies,
        beginning.schedule,
        beginning.lines,
    )


def _view(call: Call, template: LeagueTemplate) -> TemplateView:
    mine = call.user.is_authenticated and template.owner_id == call.user.pk
    url = call.link(reverse("campaigns:template", args=[template.share_token])) if mine else ""
    return TemplateView(_row(beginnings.of_template(template)), mine, template.put_away_at is not None, url)
