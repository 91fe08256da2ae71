"""Which Upgrades a Crew may buy, and who may have them (M3E-HIRE-16 to -21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList
from rules.crews.words import meets, words_of
from rules.editions.m3e.factions import FACTIONS
from rules.refusal import Violation
from rules.wording import titled

BOUGHT_PER_MODEL = 1


def sale(upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
    """Whether a Crew of ``faction`` may buy the Upgrade at all (M3E-HIRE-18, -21)."""
    if upgrade.special:
        yield Violation(
            "M3E-HIRE-21",
            f"{upgrade.name} is Special ({', '.join(upgrade.special)}): gained in play, never hired.",
            "Take it off.",
            upgrade.slug,
        )
    if faction not in upgrade.factions:
        yield Violation(
            "M3E-HIRE-18",
            f"{upgrade.name} is not an Upgrade of the {FACTIONS.get(faction, faction)}.",
            "Buy one of the declared Faction.",
            upgrade.slug,
        )


def fits(upgrade: UpgradeProfile, bearer: Profile) -> Violation | None:
    """M3E-HIRE-21: the bearer matches every restriction listed, not just one; alternatives are one."""
    words = words_of(bearer)
    missing = [word for word in upgrade.restricted if not meets(word, words)]
    if not missing:
        return None
    return Violation(
        "M3E-HIRE-21",
        f"{upgrade.name} is Restricted ({', '.join(map(titled, upgrade.restricted))}); "
        f"{bearer.full_name} is not {' nor '.join(map(titled, missing))}.",
        "Give it to a model that matches every restriction.",
        bearer.slug,
    )


def attached(bearer: Profile, upgrades: tuple[UpgradeProfile, ...]) -> Iterator[Violation]:
    """The limits of one model: M3E-HIRE-17, -20, -21."""
    if len(upgrades) > BOUGHT_PER_MODEL:
        yield Violation(
            "M3E-HIRE-17",
            f"{bearer.full_name} has {len(upgrades)} Upgrades; a model buys one when hired.",
            "Leave it one.",
            bearer.slug,
        )
    for slug, copies in Counter(upgrade.slug for upgrade in upgrades).items():
        if copies > 1:
            name = next(upgrade.name for upgrade in upgrades if upgrade.slug == slug)
            yield Violation(
                "M3E-HIRE-20",
                f"{bearer.full_name} has {name} {copies} times; the second copy would be discarded.",
                "Leave it one copy.",
                bearer.slug,
            )
    for upgrade in upgrades:
        if violation := fits(upgrade, bearer):
            yield violation


def too_many(upgrade: UpgradeProfile, copies: int) -> Violation | None:
    """M3E-HIRE-19: one copy in a Crew, or as many as Plentiful says."""
    if copies <= upgrade.plentiful:
        return None
    return Violation(
        "M3E-HIRE-19",
        f"{upgrade.name}: {copies} in the Crew, at most {upgrade.plentiful}.",
        f"Take {copies - upgrade.plentiful} off.",
        upgrade.slug,
    )


def known(catalogue: Catalogue, slugs: tuple[str, ...]) -> tuple[UpgradeProfile, ...]:
    return tuple(catalogue.upgrade(slug) for slug in slugs if catalogue.has_upgrade(slug))


def upgrade_violations(crew: CrewList, catalogue: Catalogue) -> Iterator[Violation]:
    """Everything wrong with the Upgrades of ``crew``; unknown slugs of models are passed over."""
    copies = Counter(crew.bought())
    for slug, count in copies.items():
        if not catalogue.has_upgrade(slug):
            yield Violation(
                "M3E-HIRE-16",
                f"{slug}: no such Upgrade in this release of the catalogue.",
                "Take it off.",
                slug,
            )
            continue
        upgrade = catalogue.upgrade(slug)
        yield from sale(upgrade, crew.faction)
        if violation := too_many(upgrade, count):
            yield violation
    bearers = ((crew.leader, crew.leader_upgrades), *((m.slug, m.upgrades) for m in crew.members))
    for slug, upgrades in bearers:
        if upgrades and catalogue.has_profile(slug):
            yield from attached(catalogue.profile(slug), known(catalogue, upgrades))
