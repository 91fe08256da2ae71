"""Prices, line by line: why 7 and not 6 (M3E-HIRE-03 to -05, -10, -11, -14)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.hiring.pricing import price, surcharge
from rules.editions.m3e.hiring.readings import ThirdReadings
from rules.refusal import Refusal
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import changed

JUSTICE = CATALOGUE.profile("lady-justice")


def lines(slug: str, leader: str = "lady-justice", faction: str = "guild") -> list[tuple[int, str]]:
    total = price(CATALOGUE.profile(slug), CATALOGUE.profile(leader), faction)
    assert total.amount == sum(line.amount for line in total.lines)
    return [(line.amount, line.rule) for line in total.lines]


@pytest.mark.rule("M3E-HIRE-04")
def test_a_keyword_model_costs_what_is_printed() -> None:
    assert lines("death-marshal") == [(5, "")]


@pytest.mark.rule("M3E-HIRE-05")
def test_a_model_of_the_faction_without_the_keyword_costs_one_more() -> None:
    assert lines("guild-hound") == [(3, ""), (1, "M3E-HIRE-05")]


@pytest.mark.rule("M3E-HIRE-05")
@pytest.mark.parametrize("slug", ["guild-steward", "orderly", "pale-rider"])
def test_a_versatile_model_of_the_faction_pays_no_more(slug: str) -> None:
    assert lines(slug) == [(CATALOGUE.profile(slug).cost, "")]


@pytest.mark.rule("M3E-HIRE-05", "M3E-HIRE-06")
def test_versatile_of_another_faction_is_a_stranger() -> None:
    extra = surcharge(CATALOGUE.profile("doppelganger"), JUSTICE.keywords, "guild")
    assert extra is not None
    assert (extra.amount, extra.rule) == (1, "M3E-HIRE-05")
    assert surcharge(CATALOGUE.profile("doppelganger"), JUSTICE.keywords, "neverborn") is None


@pytest.mark.rule("M3E-HIRE-14")
def test_the_leaders_totem_costs_nothing_another_masters_its_price() -> None:
    assert lines("scales-of-justice") == [(2, ""), (-2, "M3E-HIRE-14")]
    assert lines("scales-of-justice", "dashel-barker") == [(2, ""), (1, "M3E-HIRE-05")]
    assert lines("the-scribe", "dashel-barker") == [(2, ""), (1, "M3E-HIRE-05")]


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_knows_its_master_by_name_whatever_the_title() -> None:
    leader = changed("dashel-barker-butcher", cost=15)
    assert price(CATALOGUE.profile("the-dispatcher"), leader, "guild").amount == 0


@pytest.mark.rule("M3E-HIRE-10", "M3E-HIRE-11")
@pytest.mark.parametrize(
    ("reading", "stranger", "kin", "versatile"),
    [("both", 2, 1, 1), ("shared", 1, 0, 0), ("always-one", 1, 1, 1)],
)
def test_an_additional_master_pays_more_by_each_reading(
    reading: str, stranger: int, kin: int, versatile: int
) -> None:
    policies = ThirdReadings(extra_master_surcharge=reading)  # type: ignore[arg-type]
    dashel = CATALOGUE.profile("dashel-barker")
    marshal = changed("dashel-barker", keywords=("Guard", "Marshal"))
    free = changed("dashel-barker", versatile=True)
    got = [price(model, JUSTICE, "guild", policies).amount - 15 for model in (dashel, marshal, free)]
    assert got == [stranger, kin, versatile]


@pytest.mark.rule("M3E-HIRE-11")
def test_the_recommended_reading_is_the_default() -> None:
    assert ThirdReadings().extra_master_surcharge == "always-one"
    assert lines("dashel-barker") == [(15, ""), (1, "M3E-HIRE-10")]


@pytest.mark.rule("M3E-HIRE-03")
def test_what_has_no_known_cost_has_no_price() -> None:
    with pytest.raises(Refusal) as refused:
        price(CATALOGUE.profile("gatling-gunner"), JUSTICE, "guild")
    assert refused.value.rule == "M3E-HIRE-03"
