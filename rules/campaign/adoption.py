"""Newer figures for a running league: what an Arsenal holds that was legal before and is not now.

Nobody loses anything: what was bought stays. The sentences say what could not be bought any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.arsenal import Arsenal
from rules.campaign.arsenal_rules import arsenal_rules
from rules.campaign.hires import hirer_of
from rules.campaign.policies import POLICIES, Policies
from rules.crews.catalogue import Catalogue
from rules.edition import edition_of
from rules.refusal import Violation

STAYS = "It was legal then; what is owned stays."


def no_longer_legal(
    arsenal: Arsenal, before: Catalogue, after: Catalogue, policies: Policies = POLICIES
) -> list[Violation]:
    """The violations of the Arsenal under the new figures that it did not have under the old."""
    known = {(violation.rule, violation.subject) for violation in _against(arsenal, before, policies)}
    rows = edition_of(after.edition).rows
    return [
        rows.cited(violation)
        for violation in _against(arsenal, after, policies)
        if (violation.rule, violation.subject) not in known
    ]


def _against(arsenal: Arsenal, figures: Catalogue, policies: Policies) -> Iterator[Violation]:
    """The violations of each kind of model and Upgrade alone, and of all of them together."""
    hirer = hirer_of(arsenal, figures, policies)
    rules = arsenal_rules(figures)
    names = {model.slug: model.name for model in arsenal.models if model.slug}
    for slug, name in names.items():
        if not figures.has_profile(slug):
            yield Violation("card.figures", f"{name} is not among these figures.", STAYS, slug)
            continue
        for violation in rules.barred(figures.profile(slug), hirer):
            yield Violation(violation.rule, violation.sentence, STAYS, slug)
    for violation in rules.company(hirer.owned, hirer):
        yield Violation(violation.rule, violation.sentence, STAYS, violation.subject)
    for upgrade in arsenal.upgrades:
        if upgrade.kind != "ordinary":
            continue
        if not figures.has_upgrade(upgrade.slug):
            yield Violation(
                "card.figures", f"{upgrade.name} is not among these figures.", STAYS, upgrade.slug
            )
            continue
        for violation in rules.sold(figures.upgrade(upgrade.slug), arsenal.faction):
            yield Violation(violation.rule, violation.sentence, STAYS, upgrade.slug)
