"""Arsenals of the shipped figures, as leagues of the edition read them."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, campaign_cost
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.charts import Charts, load_charts
from rules.campaign.crew import CampaignCrew, CrewModel, check_hired_crew
from rules.campaign.hires import HireWindow, check_hire
from rules.campaign.policies import Policies
from rules.campaign.readings import usual_policies
from rules.campaign.start import StartList, check_start
from rules.crews.catalogue import Catalogue
from rules.crews.words import words_of
from rules.edition import edition_of
from rules.refusal import CheckReport
from tests.rules.editions.m4e.figures import DATA, fourth_edition

CODE = edition_of("m4e").code
USUAL = usual_policies(CODE)


@functools.cache
def figures() -> Catalogue:
    return arsenal_of(CODE).figures(fourth_edition())


@functools.cache
def charts() -> Charts:
    return load_charts(json.loads((DATA / "charts" / "house-4e.json").read_text(encoding="utf-8")))


def started(
    faction: str, leader: str, *models: str, upgrade: str = "", rules: Policies = USUAL
) -> CheckReport:
    return check_start(StartList(faction, leader, models, upgrade), figures(), rules)


def broken(report: CheckReport) -> set[str]:
    return {violation.rule for violation in report.violations}


def owned(number: int, slug: str, *, leads: bool = False, **more: object) -> OwnedModel:
    profile = figures().profile(slug)
    facts = {
        "name": profile.full_name,
        "station": profile.station,
        "cost": campaign_cost(profile, USUAL, leader=leads),
        "words": tuple(sorted(words_of(profile))),
        **more,
    }
    return OwnedModel(id=number, slug=slug, is_leader=leads, **facts)  # type: ignore[arg-type]


def arsenal(
    faction: str, *slugs: str, scrip: int = 30, bounties: int = 1, upgrades: Sequence[OwnedUpgrade] = ()
) -> Arsenal:
    """The first of ``slugs`` leads."""
    models = tuple(owned(number, slug, leads=number == 1) for number, slug in enumerate(slugs, start=1))
    return Arsenal(
        faction=faction, models=models, upgrades=tuple(upgrades), scrip=scrip, completed_bounties=bounties
    )


def crew(own: Arsenal, size: int = 50, rules: Policies = USUAL, leader: int = 1, **worn: int) -> CheckReport:
    """All that is owned as one Crew; ``worn`` are Upgrades by "m" and the model's number."""
    members = tuple(
        CrewModel(model.id, (worn[f"m{model.id}"],) if f"m{model.id}" in worn else ()) for model in own.models
    )
    return check_hired_crew(CampaignCrew(leader, members), own, size, figures(), rules)


def hire(own: Arsenal, slug: str, week: int = 4, rules: Policies = USUAL, hired: int = 1) -> CheckReport:
    """A hire that is not the first of its week, so without the discount."""
    window = HireWindow(arsenal=own, week=week, weeks=6, hired_models=hired)
    return check_hire(slug, window, figures(), rules)
