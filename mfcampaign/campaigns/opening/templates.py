"""Templates for new leagues: presets of ``rules.campaign.policies``, and templates that organisers save and
share."""

from __future__ import annotations

import re
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, LeagueTemplate
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from rules.campaign.charts.rows import LINE
from rules.campaign.policies import policies_as_dict, policies_from
from rules.edition import name_of
from rules.refusal import Refusal

MOST_TEMPLATES = 40


def save_template(campaign: Campaign, actor: Person, name: str) -> LeagueTemplate:
    """What this league plays by, plans included, under a name of the organiser's own."""
    name = " ".join(name.split())[:80]
    if not name or not re.match(LINE, name):
        raise Refusal("A template needs a name of visible characters.", fix="Write how you will know it.")
    with transaction.atomic():
        _expect_room(actor, name)
        return _create(
            actor,
            name,
            edition=campaign.edition,
            system=campaign.system,
            policies=settings.planned_policies(campaign),
            charts_id=campaign.next_charts_id or campaign.charts_id,
            pack_id=catalog.living_pack(campaign.pack_id),
            schedule={
                "weeks_total": campaign.weeks_total,
                "hire_days": campaign.hire_days,
                "turnover_time": f"{campaign.turnover_time:%H:%M}",
                "season": campaign.season,
            },
            made_from=campaign.name,
        )


def keep_copy(template: LeagueTemplate, actor: Person) -> LeagueTemplate:
    """A template that somebody shared, as one's own; a pack that is not public stays with its owner."""
    with transaction.atomic():
        _expect_room(actor, template.name)
        return _create(
            actor,
            template.name,
            edition=template.edition,
            system=template.system,
            policies=template.policies,
            charts_id=template.charts_id,
            pack_id=usable_pack(template, actor),
            schedule=template.schedule,
            made_from=f"{template.name} of {template.owner}"[:80],
        )


def _create(actor: Person, name: str, **facts: Any) -> LeagueTemplate:
    template = LeagueTemplate.objects.create(
        owner=actor, name=name, share_token=secrets.token_urlsafe(16), **facts
    )
    with operation(template, actor, kind="template.saved") as act:
        act.say(f"{actor} saved the template {name} from {template.made_from}.")
    return template


def _expect_room(actor: Person | None, name: str) -> None:
    own = LeagueTemplate.objects.filter(owner=actor, archived_at=None)
    if own.filter(name=name).exists():
        raise Refusal(f"You have a template called “{name}” already.", fix="Choose another name.")
    if own.count() >= MOST_TEMPLATES:
        raise Refusal(f"You keep {MOST_TEMPLATES} templates already.", fix="Archive one first.")


def archive(template: LeagueTemplate, actor: Person | None, *, back: bool = False) -> None:
    """Offer the template no more (its link too), or again. Leagues made from it stay as they are."""
    with operation(template, actor, kind="template.brought_back" if back else "template.put_away") as act:
        if back == (act.row.archived_at is None):
            return
        if back:
            _expect_room(actor, act.row.name)
        act.row.archived_at = None if back else timezone.now()
        act.row.save(update_fields=["archived_at"])
        act.say(f"{actor} {'restored' if back else 'archived'} the template {act.row.name}.")


def usable_pack(template: LeagueTemplate, user: Viewer) -> int | None:
    """The template's pack, where this person may use it."""
    choices = dict(catalog.pack_choices(user, template.edition))
    return template.pack_id if template.pack_id in choices else None


def possible(campaign: Campaign, policies: dict[str, Any]) -> dict[str, Any]:
    """``policies`` as far as the league may still take them on; what can never change, or what its
    campaign has no use for, stays as it is."""
    new = policies_as_dict(policies_from(policies))
    planned = policies_as_dict(policies_from(settings.planned_policies(campaign)))
    unasked = campaign.played.policies.not_asked
    return {
        name: planned[name] if name in unasked or settings.when_changed(campaign, name) == "never" else value
        for name, value in new.items()
    }


def take_on(
    campaign: Campaign,
    actor: Person | None,
    policies: dict[str, Any],
    template: LeagueTemplate | None = None,
    *,
    edition: str = "",
) -> list[str]:
    """Play by these house rules as far as they may still change, and by the template's charts.

    What changed comes back by name, ``charts`` among it. ``edition`` is the one that they are for; a
    league of another keeps its own.
    """
    expect_edition(campaign, edition)
    with transaction.atomic():
        changed = settings.change_policies(campaign, actor, possible(campaign, policies))
        if template is not None and template.charts.kind != campaign.charts.kind:
            raise Refusal("The charts of this template are for another campaign.")
        if template is not None:
            before = campaign.next_charts_id or campaign.charts_id
            charts = drafts.copy_for(template.charts, campaign.pk, actor)
            settings.use_charts(campaign, actor, charts.pk)
            changed += ["charts"] if charts.pk != before else []
    return changed


def expect_edition(campaign: Campaign, edition: str) -> None:
    """What is for one edition is not taken on by a league of another."""
    if edition and edition != campaign.edition:
        raise Refusal(
            f"These house rules are for the {name_of(edition)}; this league plays the "
            f"{campaign.edition_name} from its opening on.",
            fix="Take on some of its own edition, or change single house rules.",
        )


def found_league(user: Person, template: LeagueTemplate, **options: Any) -> Campaign:
    """A new league with the template's charts; ``options`` are those of ``open_league``."""
    with transaction.atomic():
        campaign = opening.open_league(user, **options)
        charts = drafts.copy_for(template.charts, campaign.pk, user)
        settings.use_charts(campaign, user, charts.pk)
    return campaign
