"""Turns, initiative, Activations, passing, Actions and the End Phase in a record of the Fourth Edition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m4e.recording.activations import limit_of, passes_left, unactivated
from rules.game.state import State
from tests.rules.editions.m4e.games import due, enter, recorded, refused, rows_due, setup


def limit(record, model: str, **more) -> int:
    ground = replace(record.ground, setup=replace(record.setup, **more)) if more else record.ground
    return limit_of(record.state.models[model], record.state, ground)


@pytest.mark.rule("M4-TURN-01", "M4-TURN-22", "M4-END-01")
def test_four_turns_each_with_its_phases() -> None:
    record = recorded()
    assert refused(record, "turn 2") == "M4-TURN-01"
    for turn in (1, 2, 3, 4):
        enter(record, f"turn {turn}")
        assert (record.state.turn, record.state.phase) == (turn, "start")
        enter(record, f"activated a{turn}")
        assert record.state.phase == "activation"
        enter(record, "turn_ends")
        assert record.state.phase == "end"
        assert refused(record, "turn_ends") == "M4-TURN-01"
    assert refused(record, "turn 5") == "M4-TURN-01"
    assert "M4-TURN-22" in rows_due(record)
    enter(record, {"do": "over"})
    assert refused(record, "hurt a1 1") == "M4-TURN-22"
    assert record.result().ended_turn == 4


@pytest.mark.rule("M4-TURN-03", "M4-EX-18")
def test_the_attacker_begins_and_then_who_did_not_activate_last_chooses() -> None:
    record = recorded("turn 1")
    assert record.state.initiative == 0
    assert refused(record, "initiative 1") == "M4-TURN-03"
    enter(record, "activated a1", "activated b1", "turn_ends", "turn 2")
    assert due(record)[0].sentence == "Law chooses who has initiative."
    enter(record, "initiative 1")
    assert record.state.initiative == 1
    assert refused(record, "activated a1") == "M4-TURN-08"
    enter(record, "activated b2")
    assert refused(record, "initiative 0") == "M4-TURN-03"
    enter(record, "turn 3", "activated a2")
    assert record.state.initiative == 0, "who Activates first has it, where nobody wrote it down"


@pytest.mark.rule("M4-TURN-07")
def test_initiative_stays_when_nobody_activated() -> None:
    record = recorded("turn 1", "turn 2")
    assert record.state.initiative == 0
    assert "M4-TURN-07" in rows_due(record)


@pytest.mark.rule("M4-TURN-04", "M4-TURN-05", "M4-FATE-05")
def test_hands_are_discarded_and_filled_as_the_turn_begins() -> None:
    record = recorded("turn 1")
    said = {each.rule: each.sentence for each in due(record)}
    assert "M4-TURN-04" in said
    assert said["M4-TURN-05"] == "Both draw up to 7 cards."
    enter(record, "kept 1 hand 8")
    assert "Law up to 7, Grave up to 8" in {each.rule: each.sentence for each in due(record)}["M4-TURN-05"]
    assert refused(record, "kept 1 hand 6") == "M4-FATE-05"


@pytest.mark.rule("M4-TURN-06", "M4-ACT-04")
def test_command_is_taken_once_by_a_henchman_without_a_master() -> None:
    record = recorded("turn 1")
    assert refused(record, "take_command a2") == "M4-ACT-04", "a Master is in play"
    enter(record, "slay a1", "turn 2")
    assert "M4-ACT-04" in rows_due(record)
    assert refused(record, "take_command a3") == "M4-ACT-04", "no Henchman"
    stones = record.state.crews[0].stones
    enter(record, "take_command a2")
    assert record.state.crews[0].stones == stones - 1
    assert limit(record, "a2", size=35) == limit(record, "a2") == 3
    assert refused(record, "take_command a2") == "M4-ACT-04", "once a game"
    enter(record, "initiative 1", "activated b1", "slay b1")
    assert refused(record, "take_command b2") == "M4-TURN-06", "in the Start Phase"
    enter(record, {"do": "stones", "seat": 1, "change": -4}, "turn 3")
    assert refused(record, "take_command b2") == "M4-STONE-02"


@pytest.mark.rule("M4-TURN-08", "M4-TURN-09", "M4-TURN-10", "M4-TURN-14")
def test_the_sides_take_turns_until_all_have_activated() -> None:
    record = recorded()
    assert refused(record, "activated a1") == "M4-TURN-08", "before Turn 1"
    enter(record, "turn 1")
    assert refused(record, "activated b1") == "M4-TURN-08", "who has initiative is first"
    enter(record, "activated a1")
    assert refused(record, "activated a1") == "M4-TURN-14"
    assert any("Grave is next: 5 models" in each.sentence for each in due(record))
    enter(record, "activated b1", "activated a2", "activated b2", "activated a3", "slay b3", "slay b4")
    enter(record, "activated b5", "activated a4", "activated a5")
    assert "M4-TURN-08" in rows_due(record), "Grave has nobody left, so Law went on by itself"
    assert record.state.in_a_row == 2
    enter(record, "turn_ends")
    assert refused(record, "activated a1") == "M4-TURN-08"


@pytest.mark.rule("M4-TURN-17")
def test_two_models_of_a_side_at_most_activate_in_a_row() -> None:
    record = recorded("turn 1", "activated a1", "activated a2")
    assert refused(record, "activated a3") == "M4-TURN-17"
    enter(record, "activated b1", "activated a3", "activated a4")
    other = recorded("turn 1", "activated a1", "activated a2", policies={"in_a_row": "three"})
    enter(other, "activated a3")
    assert refused(other, "activated a4") == "M4-TURN-17"


@pytest.mark.rule("M4-TURN-11", "M4-TURN-12", "M4-TURN-13", "M4-EX-17")
def test_who_is_not_ahead_may_pass() -> None:
    record = recorded("turn 1", "slay a5", {"do": "summon", "card": "ghoul", "seat": 1})
    assert (unactivated(record.state, 0), unactivated(record.state, 1)) == (4, 6)
    assert passes_left(record.state, 0) == 2
    enter(record, "pass 0")
    assert refused(record, "pass 1") == "M4-TURN-11", "Law passed just before"
    assert refused(record, "activated a1") == "M4-TURN-09"
    enter(record, "activated b1", "pass 0", "activated b2")
    assert (unactivated(record.state, 0), unactivated(record.state, 1)) == (4, 4)
    enter(record, "pass 0", "activated b3")
    assert refused(record, "pass 0") == "M4-TURN-11", "4 against 3"
    enter(record, "activated a1")
    assert refused(record, "pass 0") == "M4-TURN-09", "it is Grave's turn"


@pytest.mark.rule("M4-TURN-10")
def test_a_side_without_models_to_activate_does_not_pass() -> None:
    record = recorded("turn 1", "slay b2", "slay b3", "slay b4", "slay b5")
    enter(record, "activated a1", "activated b1", "activated a2")
    assert refused(record, "pass 1") == "M4-TURN-10"
    enter(record, "activated a3", "activated a4", "activated a5")
    assert refused(record, "pass 0") == "M4-TURN-10"
    enter(record, "turn_ends")
    assert refused(record, "pass 0") == "M4-TURN-09"


@pytest.mark.rule("M4-TURN-15", "M4-TURN-16", "M4-ACT-03")
def test_a_model_counts_as_activated_at_once_and_its_tokens_go_afterwards() -> None:
    record = recorded("turn 1", "token a2 slow 1", "activated a2")
    assert record.state.models["a2"].activated
    assert limit(record, "a2") == 1
    enter(record, "token a2 fast 0")
    assert limit(record, "a2") == 2, "the pair cancels in the middle of the Activation"
    enter(record, "token a2 staggered 1", "token a3 stunned 1", "acted a2", "signature a2", "acted a2")
    assert refused(record, "acted a2") == "M4-ACT-01"
    assert refused(record, "acted a3") == "M4-TURN-15"
    enter(record, "activated b1")
    state = record.state
    assert (state.models["a2"].conditions, state.models["a3"].conditions) == ({}, {"stunned:1": 1})
    assert state.models["a2"].acts == 0, "what is once an Activation comes back"
    assert state.activating == "b1"


@pytest.mark.rule("M4-ACT-01", "M4-ACT-02", "M4-ACT-03", "M4-EX-16")
def test_limits_of_actions() -> None:
    record = recorded("turn 1")

    def limits(model: str, size: int = 50) -> tuple[int, int, int]:
        found = []
        for token in ("", "slow", "fast"):
            held = {f"{token}:0": 1} if token else {}
            changed: State = record.state.with_model(replace(record.state.models[model], conditions=held))
            ground = replace(record.ground, setup=replace(record.setup, size=size))
            found.append(limit_of(changed.models[model], changed, ground))
        return found[0], found[1], found[2]

    assert limits("a3") == (2, 1, 3)
    assert limits("a1") == (3, 2, 3)
    assert limits("a1", 45)[0] == 2
    assert limits("a5")[:2] == (1, 1)


@pytest.mark.rule("M4-ACT-05", "M4-ACT-02", "M4-COND-22")
def test_one_signature_an_activation() -> None:
    record = recorded("turn 1", "activated a3", "acted a3", "acted a3", "signature a3")
    assert refused(record, "signature a3") == "M4-ACT-05"
    enter(record, "activated b1", "token b1 stunned 0")
    assert refused(record, "signature b1") == "M4-COND-22"
    enter(record, "activated a5", "signature a5")
    assert refused(record, "acted a5") == "M4-ACT-02", "one Action in all"
    other = recorded("turn 1", "activated a5", "acted a5", policies={"peon_signature": "besides"})
    enter(other, "signature a5")


@pytest.mark.rule("M4-TURN-18", "M4-TURN-27", "M4-COND-18", "M4-COND-25", "M4-COND-31")
def test_tokens_of_the_end_phase_go_and_burning_after_its_damage() -> None:
    record = recorded("turn 1", "token a1 burning 1", "token a2 poison 1", "token b3 flicker 1")
    enter(record, "token a1 injured 1", "token a3 shielded 0", "turn_ends")
    held = {name: set(model.conditions) for name, model in record.state.models.items() if model.conditions}
    assert held == {"a1": {"burning:1"}, "a2": {"poison:1"}, "a3": {"shielded:0"}, "b3": {"flicker:1"}}
    said = [each.sentence for each in due(record)][:3]
    assert [line.partition(":")[0] for line in said] == [
        "Marshal, Burning",
        "Deputy, Poison",
        "Ghoul (B3), Flicker",
    ]
    enter(record, "hurt a1 1", "hurt a2 1", "slay b3", "token b1 burning 0")
    assert "Widow" not in " ".join(each.sentence for each in due(record)), "it waits for the next one"
    enter(record, "turn 2")
    assert record.state.models["a1"].conditions == {}
    assert set(record.state.models["a2"].conditions) == {"poison:1"}, "it stays"
    assert set(record.state.models["b1"].conditions) == {"burning:0"}


@pytest.mark.rule("M4-TURN-19", "M4-TURN-20", "M4-TURN-21", "M4-TURN-23", "M4-TURN-26", "M4-SCH-11")
def test_what_is_due_at_the_end_of_a_turn_stands_in_its_order() -> None:
    def ending(**more):
        record = recorded("schemes 0/Assassinate/b2", "schemes 1/Take the Highground", "turn 1", **more)
        enter(record, "hurt b2 5", "reveal 0/Assassinate/1", "turn_ends")
        return record

    record = ending()
    assert rows_due(record) == ["M4-STR-02", "M4-TURN-26", "M4-TURN-20", "M4-SCH-06"]
    assert rows_due(ending(policies={"late_vp": "after"}))[:3] == ["M4-STR-02", "M4-TURN-20", "M4-TURN-26"]
    enter(record, "counted 1 0")
    assert rows_due(record) == ["M4-STR-05", "M4-TURN-26", "M4-TURN-20", "M4-SCH-06"]
    both = recorded("schemes 0/Breakthrough", "schemes 1/Take the Highground", "turn 1")
    enter(both, "turn 2", "initiative 1", "turn_ends")
    sentences = [each.sentence for each in due(both) if each.rule == "M4-TURN-20"]
    assert [line.split()[0] for line in sentences] == ["Grave", "Law"], "initiative first"


def test_a_turn_that_begins_ends_the_one_before() -> None:
    record = recorded("turn 1", "token a1 injured 1", "activated a1", "turn 2")
    assert record.state.models["a1"].conditions == {}
    assert (record.state.activating, record.state.models["a1"].activated) == ("", False)


@pytest.mark.rule("M4-SETUP-01", "M4-SETUP-08", "M4-SETUP-09")
def test_what_is_due_before_turn_1() -> None:
    record = recorded(strategy="Informants")
    assert rows_due(record) == ["M4-STR-13", "M4-SETUP-01", "M4-SETUP-09", "M4-SETUP-09"]
    enter(record, "schemes 0/Breakthrough")
    assert rows_due(record).count("M4-SETUP-09") == 1
    assert rows_due(recorded(strategy="", pool=(), attacker=None))[0] == "M4-SETUP-09"
    assert setup().size == 50
