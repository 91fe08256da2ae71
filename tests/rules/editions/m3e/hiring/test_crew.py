"""What depends on the whole Crew: Masters, copies, titles, Totems, size and pool."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.hiring.check import check_crew
from rules.editions.m3e.hiring.readings import ThirdReadings
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import broken, changed, crew, judged, with_cards


@pytest.mark.rule("M3E-HIRE-03")
def test_the_crew_costs_at_most_the_encounters_size() -> None:
    written = crew("dashel-barker", "executioner", "executioner", "the-judge", size=29)
    assert judged(written).total.amount == 29
    assert broken(written) == set()
    assert broken(replace(written, size=28)) == {("M3E-HIRE-03", "")}
    assert judged(replace(written, size=28)).left == -1


@pytest.mark.rule("M3E-HIRE-03")
def test_upgrades_count_towards_the_size() -> None:
    written = crew("dashel-barker+no-prisoners", "executioner+no-prisoners", size=13)
    assert judged(written).total.amount == 13
    assert broken(replace(written, size=12)) == {("M3E-HIRE-03", "")}


@pytest.mark.rule("M3E-SETUP-02")
def test_the_usual_size_is_fifty() -> None:
    assert check_crew(type(crew(""))("guild", "dashel-barker"), CATALOGUE).left == 50


@pytest.mark.rule("M3E-HIRE-22")
@pytest.mark.parametrize(
    ("size", "left", "pool"), [(9, 0, 0), (12, 3, 3), (19, 10, 10), (20, 11, 10), (8, -1, 0)]
)
def test_what_is_unspent_becomes_the_pool_up_to_ten(size: int, left: int, pool: int) -> None:
    report = judged(crew("dashel-barker", "executioner", size=size))
    assert (report.left, report.pool) == (left, pool)


@pytest.mark.rule("M3E-HIRE-08")
def test_additional_masters_stay_strictly_below_half_the_size() -> None:
    """Size 50 allows 24 together, not 25; size 60 does not allow two of 15."""
    twelve = with_cards(changed("perdita-ortega", cost=12), changed("dashel-barker", cost=12))
    thirteen = with_cards(changed("perdita-ortega", cost=13), changed("dashel-barker", cost=12))
    written = crew("lady-justice", "perdita-ortega", "dashel-barker")
    assert broken(written, catalogue=twelve) == set()
    assert broken(written, catalogue=thirteen) == {("M3E-HIRE-08", "")}
    assert ("M3E-HIRE-08", "") in broken(replace(written, size=60))
    assert broken(replace(written, size=61)) == set()


@pytest.mark.rule("M3E-HIRE-08")
def test_the_leader_does_not_count_against_half() -> None:
    assert broken(crew("lady-justice", size=10)) == set()


@pytest.mark.rule("M3E-HIRE-09")
def test_half_the_size_by_printed_costs_or_by_prices() -> None:
    """One Master of 15 at size 31: 15 is below 15.5, the price of 16 is not."""
    written = crew("lady-justice", "dashel-barker", size=31)
    assert broken(written) == set()
    assert broken(written, ThirdReadings(masters_half="with-surcharge")) == {("M3E-HIRE-08", "")}


@pytest.mark.rule("M3E-HIRE-09", "M3E-HIRE-11")
def test_prices_against_half_know_the_leaders_keywords() -> None:
    """A Keyword Master whose +1 is shared pays none, so 15 stays below 15.5 by either reading."""
    kin = with_cards(changed("dashel-barker", keywords=("Marshal",)))
    policies = ThirdReadings(masters_half="with-surcharge", extra_master_surcharge="shared")
    written = crew("lady-justice", "dashel-barker", size=31)
    assert broken(written, policies, kin) == set()
    assert broken(written, policies) == {("M3E-HIRE-08", "")}


@pytest.mark.rule("M3E-HIRE-08")
def test_additional_masters_come_from_the_declared_faction_only() -> None:
    """Lucius leads Guild; a Neverborn Master with the Keyword may not join, a Minion may."""
    mimic = with_cards(changed("the-dreamer", keywords=("Mimic",)))
    assert broken(crew("lucius-mattheson", "the-dreamer"), catalogue=mimic) == {
        ("M3E-HIRE-08", "the-dreamer")
    }
    assert broken(crew("lucius-mattheson", "changeling"), catalogue=mimic) == set()


@pytest.mark.rule("M3E-HIRE-08", "M3E-SETUP-16")
def test_announced_masters_are_hired_and_no_others() -> None:
    written = crew("lady-justice", "dashel-barker", size=70)
    assert broken(replace(written, announced=("dashel-barker",))) == set()
    assert broken(replace(written, announced=())) == {("M3E-HIRE-08", "dashel-barker")}
    assert broken(replace(written, announced=("perdita-ortega",))) == {
        ("M3E-HIRE-08", "dashel-barker"),
        ("M3E-HIRE-08", "perdita-ortega"),
    }


@pytest.mark.rule("M3E-HIRE-12")
def test_a_model_is_hired_once_or_as_often_as_its_station_says() -> None:
    four = ["guild-hound"] * 4
    assert broken(crew("dashel-barker", *four)) == set()
    assert broken(crew("dashel-barker", *four, "guild-hound")) == {("M3E-HIRE-12", "guild-hound")}
    twice = broken(crew("dashel-barker", "guild-steward", "guild-steward"))
    assert twice == {("M3E-HIRE-12", "guild-steward")}


@pytest.mark.rule("M3E-HIRE-12")
def test_the_leader_is_a_copy_too() -> None:
    assert broken(crew("taggart-queeg", "taggart-queeg")) == {("M3E-HIRE-12", "taggart-queeg")}


@pytest.mark.rule("M3E-HIRE-13")
def test_one_version_of_a_character_and_no_title_is_a_version() -> None:
    priced = with_cards(changed("dashel-barker-butcher", cost=14))
    written = crew("dashel-barker", "dashel-barker-butcher")
    assert broken(written, catalogue=priced) == {("M3E-HIRE-13", "dashel-barker")}
    both = with_cards(
        changed("taggart-queeg", slug="queeg-a", title="A"),
        changed("taggart-queeg", slug="queeg-b", title="B"),
    )
    assert broken(crew("dashel-barker", "queeg-a", "queeg-b"), catalogue=both) == {("M3E-HIRE-13", "queeg-a")}
    assert broken(crew("dashel-barker", "queeg-a"), catalogue=both) == set()


@pytest.mark.rule("M3E-HIRE-13")
def test_versions_of_different_titles_have_limits_of_their_own() -> None:
    """Two titled Hounds of limit 2: the title rule breaks, the model limits do not."""
    hounds = with_cards(
        changed("guild-hound", slug="hound-a", title="A", limit=2),
        changed("guild-hound", slug="hound-b", title="B", limit=2),
    )
    faults = broken(crew("dashel-barker", *["hound-a"] * 2, *["hound-b"] * 2), catalogue=hounds)
    assert faults == {("M3E-HIRE-13", "hound-a")}


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_needs_its_master_in_the_crew() -> None:
    assert broken(crew("dashel-barker", "the-dispatcher")) == set()
    assert broken(crew("lady-justice", "the-dispatcher")) == {("M3E-HIRE-14", "the-dispatcher")}
    with_dashel = judged(crew("lady-justice", "dashel-barker", "the-dispatcher"))
    assert with_dashel.legal
    assert with_dashel.lines[-1].total.amount == 3


@pytest.mark.rule("M3E-HIRE-14", "M3E-HIRE-02")
def test_a_totem_cannot_lead_without_its_master_whom_a_henchman_never_hires() -> None:
    alone = crew("lord-chompy-bits", faction="neverborn")
    assert broken(alone) == {("M3E-HIRE-14", "lord-chompy-bits")}
    assert ("M3E-HIRE-02", "the-dreamer") in broken(alone.add("the-dreamer"))


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_whose_master_is_unknown_waits_for_a_pack() -> None:
    lost = with_cards(changed("the-dispatcher", totem_for=""))
    report = judged(crew("dashel-barker", "the-dispatcher"), catalogue=lost)
    assert [violation.rule for violation in report.violations] == ["M3E-HIRE-14"]
    assert "pack" in report.violations[0].fix


def test_all_violations_come_at_once_with_sentence_and_mend() -> None:
    report = judged(crew("lady-justice", "silent-one", "the-dispatcher", *["guild-hound"] * 5, size=10))
    assert [violation.rule for violation in report.violations] == [
        "M3E-HIRE-03",
        "M3E-HIRE-06",
        "M3E-HIRE-12",
        "M3E-HIRE-14",
    ]
    assert all(violation.sentence.endswith(".") and violation.fix for violation in report.violations)
    assert report.about("silent-one")[0].rule == "M3E-HIRE-06"


@pytest.mark.rule("M3E-HIRE-14")
def test_a_totem_follows_a_master_not_a_henchman_of_that_name() -> None:
    young = with_cards(
        changed("dashel-barker", slug="young-dashel", title="Recruit", station="Henchman", cost=9)
    )
    report = judged(crew("young-dashel", "the-dispatcher"), catalogue=young)
    assert [violation.rule for violation in report.violations] == ["M3E-HIRE-14"]
    assert report.total.amount == 2
