"""Upgrades when hiring (M3E-HIRE-16 to -21)."""

from __future__ import annotations

import pytest

from rules.crews.catalogue import UpgradeProfile
from rules.editions.m3e.hiring.upgrades import fits
from tests.rules.crews.words import broken, changed, crew, judged, with_cards


@pytest.mark.rule("M3E-HIRE-16")
def test_an_upgrade_is_paid_for_and_has_its_own_line() -> None:
    report = judged(crew("dashel-barker", "executioner+no-prisoners"))
    assert report.legal
    assert [(line.label, line.amount) for line in report.lines[1].total.lines] == [
        ("Executioner", 9),
        ("No Prisoners", 2),
    ]


@pytest.mark.rule("M3E-HIRE-17")
def test_each_model_buys_one_upgrade_the_leader_included() -> None:
    assert broken(crew("dashel-barker+no-prisoners", "executioner+expert-marksman")) == set()
    assert broken(crew("dashel-barker", "executioner+no-prisoners+expert-marksman")) == {
        ("M3E-HIRE-17", "executioner")
    }
    assert broken(crew("dashel-barker+no-prisoners+expert-marksman")) == {("M3E-HIRE-17", "dashel-barker")}


@pytest.mark.rule("M3E-HIRE-18")
def test_upgrades_are_of_the_declared_faction_even_for_a_model_of_two() -> None:
    assert broken(crew("charles-hoffman+magical-training")) == {("M3E-HIRE-18", "magical-training")}
    assert broken(crew("charles-hoffman+magical-training", faction="arcanists")) == set()


@pytest.mark.rule("M3E-HIRE-19")
def test_one_copy_in_a_crew_or_as_many_as_plentiful_says() -> None:
    two = crew("dashel-barker", "executioner+no-prisoners", "executioner+no-prisoners")
    assert broken(two) == set()
    three = crew("dashel-barker+no-prisoners", "executioner+no-prisoners", "executioner+no-prisoners")
    assert broken(three) == {("M3E-HIRE-19", "no-prisoners")}
    unique = with_cards(UpgradeProfile("writ", "Writ", ("guild",), 1))
    twice = crew("dashel-barker+writ", "executioner+writ")
    assert broken(twice, catalogue=unique) == {("M3E-HIRE-19", "writ")}


@pytest.mark.rule("M3E-HIRE-20")
def test_never_two_copies_on_one_model() -> None:
    assert broken(crew("dashel-barker", "executioner+no-prisoners+no-prisoners")) == {
        ("M3E-HIRE-17", "executioner"),
        ("M3E-HIRE-20", "executioner"),
    }


@pytest.mark.rule("M3E-HIRE-21")
def test_the_bearer_matches_every_restriction() -> None:
    assert broken(crew("dashel-barker", "brutal-effigy+effigy-of-fate")) == set()
    assert broken(crew("dashel-barker", "executioner+effigy-of-fate")) == {("M3E-HIRE-21", "executioner")}
    both = with_cards(
        UpgradeProfile("coat", "Coat", ("guild",), 2, restricted=("living", "guard")),
        changed("the-judge", characteristics=("Living",)),
    )
    assert broken(crew("dashel-barker", "executioner+coat"), catalogue=both) == set()
    assert broken(crew("dashel-barker", "the-judge+coat"), catalogue=both) == {("M3E-HIRE-21", "the-judge")}
    assert broken(crew("dashel-barker", "guild-hound+coat"), catalogue=both) == {
        ("M3E-HIRE-21", "guild-hound")
    }
    refused = fits(both.upgrade("coat"), both.profile("guild-hound"))
    assert refused is not None
    assert refused.sentence == "Coat is Restricted (Living, Guard); Guild Hound is not Living."


@pytest.mark.rule("M3E-HIRE-21")
def test_a_restriction_to_a_name_fits_that_name_alone() -> None:
    named = with_cards(UpgradeProfile("badge", "Badge", ("guild",), 1, restricted=("dashel barker",)))
    assert broken(crew("dashel-barker+badge"), catalogue=named) == set()
    assert broken(crew("lady-justice+badge"), catalogue=named) == {("M3E-HIRE-21", "lady-justice")}


@pytest.mark.rule("M3E-HIRE-21")
def test_a_special_upgrade_is_never_hired() -> None:
    assert broken(crew("dashel-barker", "executioner+patrolling-guard")) == {
        ("M3E-HIRE-21", "patrolling-guard")
    }


@pytest.mark.rule("M3E-HIRE-21")
def test_alternatives_are_one_restriction() -> None:
    """Living or undead: a model of either bears it, one of neither does not."""
    coat = UpgradeProfile("coat", "Coat", ("guild",), 2, restricted=("living or undead",))
    for characteristics, legal in ((("Living",), True), (("Undead",), True), (("Construct",), False)):
        figures = with_cards(coat, changed("the-judge", characteristics=characteristics))
        found = broken(crew("dashel-barker", "the-judge+coat"), catalogue=figures)
        assert found == (set() if legal else {("M3E-HIRE-21", "the-judge")})
