"""Other figures for a running league: what is owned stays, and what could not be bought any more is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign.adoption import STAYS, no_longer_legal
from rules.crews.catalogue import Catalogue
from tests.rules.campaign.league import CATALOGUE, arsenal, model, upgrade

OWNED = arsenal(
    model(1, "captain", is_leader=True),
    model(2, "guardsman"),
    model(3, "guardsman"),
    upgrades=(upgrade(4, "coat"), upgrade(5, "agility", "equipment")),
)


def figures(*without: str, **changed) -> Catalogue:
    profiles = {profile.slug: profile for profile in CATALOGUE.profiles() if profile.slug not in without}
    upgrades = {card.slug: card for card in CATALOGUE.upgrades() if card.slug not in without}
    for slug, fields in changed.items():
        cards = profiles if slug in profiles else upgrades
        cards[slug] = replace(cards[slug], **fields)
    return Catalogue(profiles.values(), upgrades.values(), edition="m3e")


def told(after: Catalogue, before: Catalogue = CATALOGUE, owned=OWNED) -> list[tuple[str, str]]:
    violations = no_longer_legal(owned, before, after)
    assert all(violation.fix == STAYS for violation in violations)
    return [(violation.rule, violation.subject) for violation in violations]


def test_the_same_figures_change_nothing() -> None:
    assert told(CATALOGUE) == []


@pytest.mark.rule("M3E-GEN-06")
def test_a_kind_that_is_gone_is_told_once_however_many_are_owned() -> None:
    assert told(figures("guardsman")) == [("M3E-GEN-06", "guardsman")]
    assert told(figures("coat")) == [("M3E-GEN-06", "coat")], "campaign Upgrades are of the charts"


@pytest.mark.rule("M3E-HIRE-06", "M3E-HIRE-18")
def test_who_and_what_left_the_faction_is_told_by_the_rule() -> None:
    outlawed = {"factions": ("outcasts",), "keywords": ("Bandit",)}
    assert told(figures(guardsman=outlawed)) == [("M3E-HIRE-06", "guardsman")]
    assert told(figures(coat={"factions": ("neverborn",)})) == [("M3E-HIRE-18", "coat")]


@pytest.mark.rule("M3E-HIRE-12")
def test_more_than_the_new_limit_is_known_on_all_together() -> None:
    assert ("M3E-HIRE-12", "guardsman") in told(figures(guardsman={"limit": 1}))


def test_what_was_against_the_rules_before_is_not_told_anew() -> None:
    outlawed = figures(guardsman={"factions": ("outcasts",), "keywords": ("Bandit",)})
    assert told(outlawed, before=outlawed) == []
