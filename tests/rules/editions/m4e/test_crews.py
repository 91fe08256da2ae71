"""Kills and stones, Summons and Replace, Upgrades and what a Crew keeps count of."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m4e.recording.record import RecordM4
from rules.game.events.announcements import Remark
from rules.refusal import Refusal
from tests.rules.editions.m4e.games import due, enter, recorded, refused, rows_due, setup


def stones(record) -> tuple[int, int]:
    return record.state.crews[0].stones, record.state.crews[1].stones


def remains(record, seat: int) -> str:
    return record.state.notes.get(f"Remains {seat}", "0")


@pytest.mark.rule(
    "M4-KILL-02",
    "M4-KILL-04",
    "M4-KILL-05",
    "M4-KILL-06",
    "M4-STONE-01",
    "M4-STONE-03",
    "M4-HIRE-23",
    "M4-EX-25",
)
def test_the_owner_gets_a_stone_and_remains_for_a_killed_model() -> None:
    record = recorded("turn 1", {"do": "stones", "seat": 0, "change": 3})
    assert stones(record) == (6, 3)
    enter(record, "slay a3 b1")
    assert stones(record) == (7, 3), "above 6 in play, and nothing for the killer"
    assert (remains(record, 0), remains(record, 1)) == ("1", "0")
    enter(record, "slay a4 a1")
    assert stones(record) == (8, 3), "whoever killed it"
    enter(record, "slay a5 b1")
    assert (stones(record), remains(record, 0)) == ((8, 3), "2"), "a Peon leaves nothing"
    enter(record, {"do": "summon", "card": "ghoul", "seat": 1}, "slay s1 a1")
    assert (stones(record), remains(record, 1)) == ((8, 3), "1"), "no stone for one with a Summon token"
    enter(record, {"do": "sacrifice", "model": "b3"})
    assert stones(record) == (8, 4), "killed as a cost"


@pytest.mark.rule("M4-STONE-01")
def test_a_pool_begins_with_six_at_most() -> None:
    agreed = setup()
    rich = replace(agreed, crews=(replace(agreed.crews[0], stones=7), agreed.crews[1]))
    with pytest.raises(Refusal, match="6 are the most"):
        RecordM4(rich)
    with pytest.raises(Refusal, match="settings cannot be read"):
        RecordM4(setup(policies={"zero_tie": "perhaps"}))


@pytest.mark.rule("M4-KILL-01", "M4-KILL-08", "M4-KILL-09")
def test_a_model_at_0_health_is_due_to_be_killed_and_the_killer_is_kept() -> None:
    record = recorded("turn 1", "hurt b3 5")
    assert "M4-KILL-01" in rows_due(record)
    enter(record, "slay b3 a2")
    assert "M4-KILL-01" not in rows_due(record)
    enter(record, {"do": "slay", "model": "b4", "crew": 0}, "slay b5")
    credit = [(kill.victim, kill.by, kill.by_seat) for kill in record.state.kills]
    assert credit == [("b3", "a2", 0), ("b4", "", 0), ("b5", "", None)], "Burning: the Crew, and no model"
    assert refused(record, {"do": "slay", "model": "b2", "by": "a1", "crew": 1}) == "M4-KILL-08"


@pytest.mark.rule("M4-KILL-07", "M4-UPG-06", "M4-MARK-08", "M4-EX-27")
def test_a_crew_keeps_count_after_its_master_is_gone() -> None:
    record = recorded("turn 1", "slay a1", "kept 0 power 4", "kept 0 scheme 5")
    assert record.state.notes["power bar 0"] == "4"
    assert refused(record, "kept 0 scheme 6") == "M4-MARK-08", "remove one first"
    assert refused(record, "kept 0 remains 6") == "M4-MARK-08"
    enter(record, "kept 0 remains 5", "slay a3")
    assert remains(record, 0) == "5", "one is removed first, five remain"


@pytest.mark.rule("M4-STONE-02", "M4-STONE-04")
def test_stones_are_drained_by_all_but_peons() -> None:
    record = recorded("turn 1", "drain a3", "drain a3", "drain a2")
    assert stones(record) == (0, 3)
    assert refused(record, "drain a2") == "M4-STONE-02"
    enter(record, {"do": "stones", "seat": 0, "change": 1})
    assert refused(record, "drain a5") == "M4-STONE-04"
    assert refused(record, "stones 0 -2") == "M4-STONE-02"


@pytest.mark.rule("M4-SUMM-01", "M4-SUMM-02", "M4-SUMM-03", "M4-SUMM-05")
def test_summons_against_limits() -> None:
    record = recorded("turn 1", "activated a1")
    enter(record, {"do": "summon", "card": "hound", "seat": 0})
    new = record.state.models["s1"]
    assert (set(new.conditions), new.activated, new.health) == ({"summon:0", "slow:0"}, False, 6)
    assert [type(event).__name__ for event in record.events].count("PassesSet") == 0
    assert refused(record, {"do": "summon", "card": "hound", "seat": 0}) == "M4-SUMM-05", "three at a time"
    enter(record, "slay s1", {"do": "summon", "card": "hound", "seat": 0}, "slay a5", "slay a4")
    enter(record, {"do": "summon", "card": "rat", "seat": 0})
    rat = [*record.state.models.values()][-1]
    assert rat.conditions == {}, "a Peon gains neither"
    enter(record, {"do": "summon", "card": "badge-boy", "seat": 0}, "slay a1")
    totem = {"do": "summon", "card": "badge-boy", "seat": 0}
    assert refused(record, totem) == "M4-SUMM-05, M4-SUMM-05", "one of it, and its Master is gone"
    enter(record, {**totem, "anyway": True})


@pytest.mark.rule("M4-REPL-01", "M4-REPL-02", "M4-REPL-04")
def test_who_replaces_another_takes_over_unless_that_is_not_the_reading() -> None:
    changed = {"do": "replace", "models": ["a3"], "cards": ["wretch"]}
    taps = ("turn 1", "hurt a3 2", "token a3 focused 1", "attach a3 badge", "activated a3")
    record = recorded(*taps, changed)
    heir = record.state.models["s1"]
    assert (heir.health, set(heir.conditions), heir.upgrades, heir.activated) == (
        4,
        {"focused:1"},
        ("badge",),
        True,
    )
    assert record.state.activating == "s1"
    assert (stones(record), remains(record, 0)) == ((3, 3), "0"), "neither a stone nor Remains"
    bare = recorded(*taps, changed, policies={"replaced": "nothing"}).state.models["s1"]
    assert (bare.health, bare.conditions, bare.upgrades, bare.activated) == (4, {}, (), False)
    two = recorded("turn 1", "hurt b3 4", "token b3 slow 0", "token b4 fast 0")
    enter(two, {"do": "replace", "models": ["b3", "b4"], "cards": ["wretch"]})
    merged = two.state.models["s1"]
    assert (merged.health, merged.conditions) == (5, {}), "1 and 5, at most its own; Fast and Slow cancel"
    assert refused(record, {"do": "replace", "models": ["a4"], "cards": ["wretch"]}) == "M4-REPL-01"


@pytest.mark.rule("M4-REPL-02", "M4-REPL-04")
def test_of_several_new_models_the_first_takes_over_and_it_is_said() -> None:
    record = recorded("turn 1", "hurt a3 2", "token a3 focused 1", "attach a3 badge")
    enter(record, {"do": "replace", "models": ["a3"], "cards": ["wretch", "hound"]})
    heir, other = record.state.models["s1"], record.state.models["s2"]
    assert (set(heir.conditions), heir.upgrades) == ({"focused:1"}, ("badge",))
    assert (other.conditions, other.upgrades) == ({}, ())
    said = [event for event in record.events if isinstance(event, Remark) and event.rule == "M4-REPL-04"]
    assert ["named first, takes over" in event.text for event in said] == [True]


@pytest.mark.rule("M4-UPG-01", "M4-UPG-02", "M4-UPG-04")
def test_upgrades_are_gained_in_play_and_leave_with_their_bearer() -> None:
    record = recorded("turn 1", "attach a3 badge")
    assert refused(record, "attach a3 badge") == "M4-UPG-02", "never two of one name"
    assert refused(record, "attach a5 badge") == "M4-UPG-02", "no Peon"
    assert refused(record, "attach a3 lantern") == "M4-UPG-02", "a Henchman alone"
    enter(record, "attach a2 lantern", "slay a3")
    assert record.state.models["a3"].upgrades == ()


@pytest.mark.rule("M4-END-03")
def test_a_crew_without_models_is_said_by_the_reading() -> None:
    gone = ("turn 1", "slay b1", "slay b2", "slay b3", "slay b4", "slay b5")
    for policies, words in (({}, "plays on"), ({"wiped_out": "ends"}, "the game ends")):
        record = recorded(*gone, policies=policies)
        (said,) = [each.sentence for each in due(record) if each.rule == "M4-END-03"]
        assert words in said
    record.enter([{"do": "over"}])
    assert record.result().ended_turn == 1
