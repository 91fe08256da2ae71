"""Candidates: who could join, at which price, and why not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crews.crewlist import CrewList
from rules.crews.offers import Candidate
from rules.crews.policies import Allowance
from rules.editions.m3e.hiring.candidates import candidates, upgrade_candidates
from rules.editions.m3e.hiring.readings import STANDARD, ThirdReadings
from tests.rules.crews.figures import CATALOGUE
from tests.rules.crews.words import crew


def found(written: CrewList, policies: ThirdReadings = STANDARD) -> dict[str, Candidate]:
    return {c.profile.slug: c for c in candidates(written, CATALOGUE, policies)}


def reasons(candidate: Candidate) -> list[str]:
    return [violation.rule for violation in candidate.reasons]


@pytest.mark.rule("M3E-HIRE-04", "M3E-HIRE-05", "M3E-HIRE-06")
def test_everyone_of_the_faction_or_the_keyword_is_listed_and_nobody_else() -> None:
    listed = found(crew("charles-hoffman"))
    assert {"guild-hound", "howard-langston", "joss", "lady-justice"} <= set(listed)
    assert not {"silent-one", "doppelganger", "jack-daw"} & set(listed)
    hound, howard = listed["guild-hound"].total, listed["howard-langston"].total
    assert hound is not None
    assert howard is not None
    assert (hound.amount, howard.amount) == (4, 10)


def test_the_legal_come_first_then_the_keyword_then_by_name() -> None:
    listed = candidates(crew("dashel-barker", "guild-steward"), CATALOGUE)
    keys = [(not c.legal, not c.keyword, c.profile.full_name) for c in listed]
    assert keys == sorted(keys)
    assert {c.legal for c in listed} == {True, False}


@pytest.mark.rule("M3E-HIRE-12")
def test_copies_left_go_down() -> None:
    one = found(crew("dashel-barker", "guild-hound"))["guild-hound"]
    assert (one.copies_left, one.legal) == (3, True)
    four = found(crew("dashel-barker", *["guild-hound"] * 4))["guild-hound"]
    assert (four.copies_left, reasons(four)) == (0, ["M3E-HIRE-12"])
    leader = found(crew("dashel-barker"))["dashel-barker"]
    assert (leader.copies_left, reasons(leader)) == (0, ["M3E-HIRE-12"])


@pytest.mark.rule("M3E-HIRE-02", "M3E-HIRE-03", "M3E-HIRE-08", "M3E-HIRE-13", "M3E-HIRE-14", "M3E-HIRE-15")
@pytest.mark.parametrize(
    ("written", "slug", "expected"),
    [
        (crew("taggart-queeg", size=99), "dashel-barker", ["M3E-HIRE-02"]),
        (crew("dashel-barker"), "gatling-gunner", ["M3E-HIRE-03"]),
        (crew("dashel-barker", "the-judge", size=13), "guild-hound", ["M3E-HIRE-03"]),
        (crew("dashel-barker", "perdita-ortega"), "lady-justice", ["M3E-HIRE-08"]),
        (crew("dashel-barker"), "dashel-barker-butcher", ["M3E-HIRE-03", "M3E-HIRE-13"]),
        (crew("dashel-barker"), "scales-of-justice", ["M3E-HIRE-14"]),
        (crew("charles-hoffman"), "ryle-hoffman", ["M3E-HIRE-15"]),
    ],
)
def test_the_illegal_tell_why(written: CrewList, slug: str, expected: list[str]) -> None:
    assert reasons(found(written)[slug]) == expected


@pytest.mark.rule("M3E-HIRE-08")
def test_a_master_who_was_not_announced_is_told_so() -> None:
    written = replace(crew("dashel-barker"), announced=())
    assert reasons(found(written)["lady-justice"]) == ["M3E-HIRE-08"]


@pytest.mark.rule("M3E-HIRE-03")
def test_a_model_let_in_by_a_card_is_listed() -> None:
    policies = ThirdReadings(allowances=(Allowance("silent-one", "Infiltration", 1),))
    listed = found(crew("dashel-barker"), policies)["silent-one"]
    assert listed.legal
    assert listed.total is not None
    assert listed.total.amount == 8


@pytest.mark.rule("M3E-HIRE-14")
def test_the_leaders_totem_is_free_even_when_nothing_is_left() -> None:
    written = crew("dashel-barker", "the-judge", size=11)
    assert found(written)["the-dispatcher"].legal
    assert not found(written)["guild-hound"].legal


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-17", "M3E-HIRE-19", "M3E-HIRE-20", "M3E-HIRE-21")
def test_upgrades_one_model_might_buy() -> None:
    written = crew("dashel-barker+no-prisoners", "executioner+no-prisoners", "brutal-effigy", size=17)
    for_effigy = {
        c.upgrade.slug: [v.rule for v in c.reasons] for c in upgrade_candidates(written, CATALOGUE, 1)
    }
    assert for_effigy == {
        "effigy-of-fate": ["M3E-HIRE-03"],
        "expert-marksman": ["M3E-HIRE-03"],
        "lead-lined-coat": ["M3E-HIRE-21", "M3E-HIRE-03"],
        "no-prisoners": ["M3E-HIRE-19", "M3E-HIRE-03"],
        "patrolling-guard": ["M3E-HIRE-21"],
    }
    rich = replace(written, size=50)
    assert [c.upgrade.slug for c in upgrade_candidates(rich, CATALOGUE, 1) if c.legal] == [
        "effigy-of-fate",
        "expert-marksman",
    ]
    for_leader = {c.upgrade.slug: c for c in upgrade_candidates(rich, CATALOGUE, None)}
    assert [v.rule for v in for_leader["no-prisoners"].reasons] == [
        "M3E-HIRE-20",
        "M3E-HIRE-17",
        "M3E-HIRE-19",
    ]
    assert "magical-training" not in for_leader
