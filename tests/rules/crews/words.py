"""Short words for the tests: write a Crew down, ask what breaks."""

from __future__ import annotations

from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList, Member
from rules.crews.report import HiringReport
from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from tests.rules.crews.figures import CATALOGUE


def crew(leader: str, *members: str, faction: str = "guild", size: int = 50) -> CrewList:
    """Members as slugs, Upgrades after ``+``: ``"guild-hound+no-prisoners"``."""
    name, *worn = leader.split("+")
    hired = tuple(Member(slug, tuple(cards)) for slug, *cards in (m.split("+") for m in members))
    return CrewList(faction, name, size, hired, tuple(worn))


def judged(
    written: CrewList, policies: ThirdReadings = STANDARD, catalogue: Catalogue = CATALOGUE
) -> HiringReport:
    return check_crew(written, catalogue, policies)


def broken(
    written: CrewList, policies: ThirdReadings = STANDARD, catalogue: Catalogue = CATALOGUE
) -> set[tuple[str, str]]:
    """(rule, subject) of every violation."""
    return {(v.rule, v.subject) for v in check_crew(written, catalogue, policies).violations}


def with_cards(*cards: Profile | UpgradeProfile) -> Catalogue:
    """The figures for tests with these cards added or changed."""
    models = {p.slug: p for p in CATALOGUE.profiles()}
    upgrades = {u.slug: u for u in CATALOGUE.upgrades()}
    for card in cards:
        if isinstance(card, Profile):
            models[card.slug] = card
        else:
            upgrades[card.slug] = card
    return Catalogue(models.values(), upgrades.values(), edition="m3e")


def changed(slug: str, /, **figures: object) -> Profile:
    return replace(CATALOGUE.profile(slug), **figures)
