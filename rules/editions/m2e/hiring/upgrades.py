"""Which Upgrades a Crew of the Second Edition may buy, and who may have them (M2-HIRE-42 to -54)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.crews.catalogue import (
    ENFORCER,
    HENCHMAN,
    MASTER,
    Catalogue,
    Profile,
    UpgradeProfile,
)
from rules.crews.crewlist import CrewList
from rules.crews.words import card_words
from rules.editions.m2e.factions import FACTIONS
from rules.editions.m2e.hiring.readings import SecondReadings
from rules.refusal import Violation

SLOTS = {MASTER: 3, HENCHMAN: 2, ENFORCER: 1}
"""M2-HIRE-42; everybody else has none."""
STUDENT, AVATAR = "Good Student", "Avatar"


def of_faction(upgrade: UpgradeProfile, faction: str) -> Iterator[Violation]:
    """M2-HIRE-44: the declared Faction decides for every bearer."""
    if faction not in upgrade.factions:
        name = FACTIONS.get(faction, faction)
        yield Violation(
            "M2-HIRE-44",
            f"{upgrade.name} is not an Upgrade of the {name}.",
            "Buy one of the declared Faction.",
            upgrade.slug,
        )


def takes_slot(upgrade: UpgradeProfile, readings: SecondReadings) -> bool:
    """M2-HIRE-54."""
    return not any(mark in readings.attached_in_play_families for mark in upgrade.marks)


def learned(upgrade: UpgradeProfile, bearer: Profile, leader: Profile | None) -> bool:
    """Whether ``bearer`` would have it as a Good Student of the Master who leads (M2-HIRE-41)."""
    if STUDENT not in bearer.abilities or leader is None or leader.station != MASTER:
        return False
    return AVATAR not in upgrade.marks and any(leader.name in group for group in upgrade.requires)


def lessons(
    bearer: Profile, upgrades: Sequence[UpgradeProfile], leader: Profile | None, bought: Counter[str]
) -> Iterator[Violation]:
    """A Good Student has one Upgrade of its Master, and nobody else in the Crew that one (M2-HIRE-41);
    ``bought`` are the copies in the Crew by slug."""
    taught = [upgrade for upgrade in upgrades if learned(upgrade, bearer, leader)]
    if len(taught) > 1:
        names = ", ".join(upgrade.name for upgrade in taught)
        sentence = f"{bearer.full_name} has {len(taught)} Upgrades of the Master ({names}); one is allowed."
        yield Violation("M2-HIRE-41", sentence, "Leave it one.", bearer.slug)
    for upgrade in taught:
        if bought[upgrade.slug] > 1:
            sentence = f"{bearer.full_name} has learned {upgrade.name}; then nobody else in the Crew has it."
            yield Violation("M2-HIRE-41", sentence, "Take the other copy off.", upgrade.slug)


def fits(
    upgrade: UpgradeProfile, bearer: Profile, *, leads: bool, leader: Profile | None = None
) -> Iterator[Violation]:
    """Whether ``bearer`` may have it under ``leader``, its other Upgrades aside (M2-HIRE-41, -49 to -52)."""
    words, name = card_words(bearer, FACTIONS), bearer.full_name
    if leader is not None and learned(upgrade, bearer, leader):
        words |= {leader.name.casefold()}
    for group in upgrade.requires:
        if not any(word.casefold() in words for word in group):
            rule = "M2-HIRE-51" if len(upgrade.requires) > 1 else "M2-HIRE-50"
            sentence = f"{upgrade.name} is for {' or '.join(group)}; {name} is none."
            yield Violation(rule, sentence, "Give it to one who is.", bearer.slug)
    forbidden = (
        ("Leader", not leads, "for the Leader alone"),
        ("Non-Leader", leads, "not for the Leader"),
        ("Non-Master", bearer.station == MASTER, "not for a Master"),
    )
    for mark, broken, sentence in forbidden:
        if mark in upgrade.marks and broken:
            text = f"{upgrade.name} is {sentence}."
            yield Violation("M2-HIRE-49", text, "Give it to another model.", bearer.slug)


def slots_of(bearer: Profile) -> int:
    """How many Upgrades its station carries (M2-HIRE-42)."""
    return SLOTS.get(bearer.station, 0)


def borne(
    bearer: Profile, upgrades: Sequence[UpgradeProfile], readings: SecondReadings
) -> Iterator[Violation]:
    """What one model's Upgrades may not be together (M2-HIRE-42, -45, -48)."""
    using = [upgrade for upgrade in upgrades if takes_slot(upgrade, readings)]
    slots = slots_of(bearer)
    if len(using) > slots:
        yield Violation(
            "M2-HIRE-42",
            f"{bearer.full_name} has {len(using)} Upgrades; a {bearer.station} has {slots or 'none'}.",
            f"Take {len(using) - slots} off.",
            bearer.slug,
        )
    for slug, count in Counter(upgrade.slug for upgrade in upgrades).items():
        if count > 1:
            name = next(upgrade.name for upgrade in upgrades if upgrade.slug == slug)
            sentence = f"{bearer.full_name} has {name} {count} times."
            yield Violation("M2-HIRE-45", sentence, "Leave it one copy.", bearer.slug)
    yield from limited(bearer, upgrades)


def limited(bearer: Profile, upgrades: Sequence[UpgradeProfile]) -> Iterator[Violation]:
    """One model has one Limited Upgrade at most (M2-HIRE-48)."""
    names = [upgrade.name for upgrade in upgrades if "Limited" in upgrade.marks]
    if len(names) > 1:
        sentence = f"{bearer.full_name} has {len(names)} Limited Upgrades ({', '.join(names)})."
        yield Violation("M2-HIRE-48", sentence, "Leave it one.", bearer.slug)


def copies_allowed(upgrade: UpgradeProfile, readings: SecondReadings) -> int | None:
    """Copies one Crew may hold, ``None`` for any number (M2-HIRE-46, -47)."""
    if upgrade.plentiful:
        return upgrade.plentiful
    return (readings.upgrade_default_copies or None) if takes_slot(upgrade, readings) else None


def too_many(upgrade: UpgradeProfile, copies: int, readings: SecondReadings) -> Violation | None:
    most = copies_allowed(upgrade, readings)
    if most is None or copies <= most:
        return None
    return Violation(
        "M2-HIRE-46" if upgrade.plentiful else "M2-HIRE-47",
        f"{upgrade.name}: {copies} in the Crew, at most {most}.",
        f"Take {copies - most} off.",
        upgrade.slug,
    )


def upgrade_violations(crew: CrewList, catalogue: Catalogue, readings: SecondReadings) -> Iterator[Violation]:
    """Everything wrong with the Upgrades of ``crew``; unknown models are passed over."""
    leader = catalogue.profile(crew.leader) if catalogue.has_profile(crew.leader) else None
    bought = Counter(crew.bought())
    for slug, count in bought.items():
        if not catalogue.has_upgrade(slug):
            yield Violation("M2-HIRE-43", f"{slug}: no such Upgrade in this release.", "Take it off.", slug)
            continue
        upgrade = catalogue.upgrade(slug)
        yield from of_faction(upgrade, crew.faction)
        if violation := too_many(upgrade, count, readings):
            yield violation
    bearers = (
        (crew.leader, crew.leader_upgrades, True),
        *((m.slug, m.upgrades, False) for m in crew.members),
    )
    for slug, slugs, leads in bearers:
        if not slugs or not catalogue.has_profile(slug):
            continue
        bearer = catalogue.profile(slug)
        known = [catalogue.upgrade(card) for card in slugs if catalogue.has_upgrade(card)]
        yield from borne(bearer, known, readings)
        yield from lessons(bearer, known, leader, bought)
        for upgrade in known:
            yield from fits(upgrade, bearer, leads=leads, leader=leader)
