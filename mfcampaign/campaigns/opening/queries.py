"""Presets and templates for a new league, each with its differences from the defaults."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.models import Campaign, LeagueTemplate
from mfcampaign.campaigns.settings.forms import different
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.policies import POLICIES
from rules.campaign.readings import Preset, as_usual, preset, presets, spelled_out
from rules.campaign.system import system_of
from rules.edition import edition_of, name_of


class Beginning(Struct, frozen=True):
    """``key`` is ``preset-<slug>`` or ``template-<token>``; ``lines`` differ from the usual readings;
    ``edition`` and ``system``, the campaign, are those it is for, empty where it goes with any."""

    key: str
    name: str
    about: str
    policies: dict[str, Any]
    schedule: dict[str, Any]
    lines: tuple[str, ...]
    template: LeagueTemplate | None = None
    edition: str = ""
    system: str = ""

    @property
    def edition_name(self) -> str:
        """The edition in words; empty where it goes with any."""
        return name_of(self.edition)

    def house_rules(self, edition: str) -> dict[str, Any]:
        """Its policies in a league of that edition: those of an edition of its own whole, what goes with any
        on top of what is usual in this one."""
        if self.edition:
            return spelled_out(self.policies, self.edition)
        return {**edition_of(edition).readings.usual, **self.policies}


def own_templates(user: Viewer) -> QuerySet[LeagueTemplate]:
    """Those that this person keeps, by name."""
    return (
        LeagueTemplate.objects.filter(owner_id=user.pk, archived_at=None)
        .select_related("charts", "pack", "owner")
        .defer("charts__body")
    )


def shared(token: str, user: Viewer) -> LeagueTemplate | None:
    """The template behind a link; its owner also finds it put away."""
    mine = Q(owner_id=user.pk) if user.is_authenticated else Q(pk__in=())
    templates = LeagueTemplate.objects.filter(mine | Q(archived_at=None), share_token=token)
    return templates.select_related("charts", "pack", "owner").defer("charts__body").first()


def beginnings(user: Viewer, token: str = "") -> list[Beginning]:
    """The presets, this person's templates, and the one a link brought along. At most two queries."""
    templates = list(own_templates(user))
    linked = shared(token, user) if token else None
    if linked is not None and linked not in templates:
        templates.insert(0, linked)
    return [*map(of_preset, (p.slug for p in presets())), *map(of_template, templates)]


def for_league(user: Viewer, campaign: Campaign) -> list[Beginning]:
    """Those that the league can take on, of its edition and its campaign."""
    return [
        beginning
        for beginning in beginnings(user)
        if beginning.edition in ("", campaign.edition) and beginning.system in ("", campaign.system)
    ]


def of_preset(slug: str) -> Beginning:
    """A preset of the core; ``LookupError`` when there is none of that name."""
    chosen = preset(slug)
    if chosen is None:
        raise LookupError(slug)
    return _begun_by(chosen)


def usual(edition: str) -> Beginning:
    """The league of that edition whose organisers choose nothing. ``Refusal`` where no league plays it."""
    arsenal_of(edition)
    return _begun_by(as_usual(edition_of(edition)))


def _begun_by(chosen: Preset) -> Beginning:
    return Beginning(
        f"preset-{chosen.slug}",
        chosen.name,
        chosen.about,
        chosen.policies,
        {"weeks_total": chosen.weeks},
        tuple(different(POLICIES, chosen.rules)),
        edition=chosen.edition,
    )


def of_template(template: LeagueTemplate) -> Beginning:
    schedule = template.schedule
    played, weeks = system_of(template.system), schedule["weeks_total"]
    named = template.edition_name if played.unnamed else f"{played.name}, {template.edition_name}"
    about = f"{named}, from {template.made_from}: {weeks} weeks, charts {template.charts}."
    if template.pack is not None:
        about += f" Figures of the pack {template.pack}."
    return Beginning(
        f"template-{template.share_token}",
        template.name,
        about,
        template.policies,
        schedule,
        tuple(different(POLICIES, template.rules)),
        template,
        template.edition,
        template.system,
    )


def beginning(key: str, user: Viewer) -> Beginning | None:
    """The preset or template of that key, or ``None``."""
    kind, _, name = key.partition("-")
    if kind == "preset" and preset(name) is not None:
        return of_preset(name)
    if kind == "template" and (template := shared(name, user)) is not None:
        return of_template(template)
    return None
