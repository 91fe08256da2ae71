"""Schemes as they are chosen, what models count for Strategies, how long an Encounter takes."""

from __future__ import annotations

import pytest

from rules.editions.m2e.encounter import minutes, weight
from rules.editions.m2e.schemes import TERMS, check_choices, check_scored, may_note_enemy, may_note_own
from rules.editions.m2e.setup import SEASONS
from rules.game.results.result import SchemeScore, SeatResult
from rules.game.setup.schemes import SchemeModel, WrittenScheme, open_to_all

BOSS = SchemeModel(1, "Boss", "Henchman", 9, leader=True)
GUARD = SchemeModel(2, "Guard", "Enforcer", 7)
HOUND = SchemeModel(3, "Hound", "Minion", 3)
RAT = SchemeModel(4, "Rat", "Peon", 2)
OWN = (BOSS, GUARD, HOUND, RAT)
MASTER = SchemeModel(11, "Master", "Master", None, leader=True)
BRUTE = SchemeModel(12, "Brute", "Enforcer", 8)
THUG = SchemeModel(13, "Thug", "Minion", 5)
ENEMIES = (MASTER, BRUTE, THUG)
POOL = ("Outflank", "Bodyguard", "Vendetta", "Distract", "Murder Protégé")
OUTFLANK = WrittenScheme("Outflank", revealed=True)


def broken(*choices: WrittenScheme, season: str = "m2e", pool: tuple[str, ...] = POOL) -> set[str]:
    return {fault.rule for fault in check_choices(choices, pool, season, OWN, ENEMIES)}


@pytest.mark.rule("M2-SETUP-14")
def test_two_different_schemes_of_the_pool_are_chosen() -> None:
    assert broken(OUTFLANK, WrittenScheme("Distract")) == set()
    assert broken(OUTFLANK) == {"M2-SETUP-14"}
    assert broken(OUTFLANK, OUTFLANK) == {"M2-SETUP-14"}
    assert broken(OUTFLANK, WrittenScheme("Entourage", own=1)) == {"M2-SETUP-14"}


@pytest.mark.rule("M2-SETUP-15", "M2-SCH-03", "M2-SCH-11", "M2-SCH-17", "M2-SCH-18")
def test_what_a_scheme_has_noted_goes_with_the_choice() -> None:
    assert broken(OUTFLANK, WrittenScheme("Bodyguard")) == {"M2-SETUP-15"}
    assert broken(OUTFLANK, WrittenScheme("Bodyguard", own=GUARD.id)) == set()
    assert broken(OUTFLANK, WrittenScheme("Bodyguard", own=BOSS.id)) == {"M2-SETUP-15"}, "the Leader"
    assert broken(OUTFLANK, WrittenScheme("Distract", own=GUARD.id)) == {"M2-SETUP-15"}, "nothing is noted"
    assert broken(OUTFLANK, WrittenScheme("Murder Protégé", enemy=BRUTE.id)) == set()
    assert broken(OUTFLANK, WrittenScheme("Murder Protégé", enemy=THUG.id)) == {"M2-SETUP-15"}
    assert may_note_enemy("Murder Protégé", ENEMIES, None) == [BRUTE], "a Master has no cost (SL-CREW-05)"
    guarded = WrittenScheme("Vendetta", own=GUARD.id, enemy=BRUTE.id)
    assert broken(OUTFLANK, guarded) == set()
    assert broken(OUTFLANK, WrittenScheme("Vendetta", own=GUARD.id, enemy=THUG.id)) == {"M2-SETUP-15"}, (
        "cheaper"
    )
    assert may_note_own("Bodyguard", (BOSS, HOUND, RAT)) == [HOUND], "without either the dearest"
    assert may_note_own("Frame for Murder", OWN) == [BOSS, GUARD, HOUND]


@pytest.mark.rule("M2-SETUP-16", "M2-SCH-20")
def test_each_starts_revealed_or_hidden_as_it_may() -> None:
    assert broken(OUTFLANK, WrittenScheme("Distract", revealed=True)) == {"M2-SETUP-16"}
    assert broken(WrittenScheme("Outflank"), WrittenScheme("Distract"), season="m2e-2016") == set()
    assert broken(OUTFLANK, WrittenScheme("Distract"), season="m2e-2016") == {"M2-SETUP-16"}


@pytest.mark.rule("M2-SETUP-17")
def test_the_opponent_sees_those_that_started_revealed() -> None:
    assert open_to_all((OUTFLANK, WrittenScheme("Distract"))) == (OUTFLANK,)


def scored(*schemes: tuple[str, int]) -> SeatResult:
    scores = tuple(SchemeScore(name, (0, 0, 0, 0, vp)) for name, vp in schemes)
    return SeatResult(schemes=scores, vp=sum(vp for _, vp in schemes))


@pytest.mark.rule("M2-SETUP-15", "M2-SETUP-16", "M2-SCH-08")
def test_what_was_not_written_down_scores_nothing_and_hidden_ones_no_bonus() -> None:
    choices = (WrittenScheme("Outflank"), WrittenScheme("Distract"))

    def faults(seat: SeatResult, *chosen: WrittenScheme) -> list[str]:
        return [fault.rule for fault in check_scored(chosen, seat, 0, "m2e")]

    assert faults(scored(("Outflank", 2), ("Distract", 3)), *choices) == []
    assert faults(scored(("Outflank", 3)), *choices) == ["M2-SETUP-16"]
    assert faults(scored(("Outflank", 3)), OUTFLANK, choices[1]) == []
    assert faults(scored(("Bodyguard", 1)), *choices) == ["M2-SETUP-15"]
    assert faults(scored(("Bodyguard", 1))) == [], "who wrote nothing down is not held to it"


def test_the_schemes_with_terms_are_those_of_the_charts() -> None:
    names = {scheme.name for season in SEASONS for scheme in season.schemes}
    assert set(TERMS) <= names


@pytest.mark.rule("M2-STR-07")
@pytest.mark.parametrize(
    ("station", "counts"), [("Peon", 0), ("Minion", 1), ("Enforcer", 2), ("Henchman", 3), ("Master", 4)]
)
def test_collect_the_bounty_weighs_stations(station: str, counts: int) -> None:
    assert weight("Collect the Bounty", station, 7, leader=False) == counts
    assert weight("Reckoning", station, 7, leader=False) is None


@pytest.mark.rule("M2-STR-10")
def test_ours_adds_up_costs_and_the_leader_counts_ten() -> None:
    assert weight("Ours", "Minion", 5, leader=False) == 5
    assert weight("Ours", "Master", None, leader=True) == 10
    assert weight("Ours", "Henchman", 9, leader=True) == 10


@pytest.mark.rule("M2-SCORE-08")
@pytest.mark.parametrize(
    ("size", "time"), [(10, (30, 45)), (25, (30, 45)), (26, (45, 60)), (40, (45, 60)), (41, (60, 90))]
)
def test_an_encounter_takes_as_long_as_its_band(size: int, time: tuple[int, int]) -> None:
    assert minutes(size) == time
