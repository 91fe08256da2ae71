"""A First Edition game at a real table, recorded: what may be entered, what cannot be, its result."""

from __future__ import annotations

import pytest

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.record import RecordM1
from rules.game.log import fold
from rules.game.narration import sentences_of
from rules.game.recording.merging import relation
from rules.game.referee.commands import Hurt
from rules.game.results.result import SchemeScore, check_result
from rules.game.view import heard_by, view
from rules.refusal import Refusal

SCENARIO = {"do": "scenario", "first": 1, "strategies": ["Slaughter", "Claim Jump"], "deployment": "corners"}


def begun() -> RecordM1:
    """The Watch (a1 … a6) against The Opened Graves (b1 … b6), in their first turn."""
    record = RecordM1(encounter_of("practice"))
    record.enter([SCENARIO, {"do": "schemes", "seat": 0, "schemes": ["Bodyguard"], "of": ["Bailiff"]}])
    record.enter([{"do": "turn", "turn": 1}])
    return record


def test_a_game_from_the_first_turn_to_the_result():
    record = begun()
    record.enter(
        [
            {"do": "reveal", "seat": 0, "scheme": "Bodyguard: Bailiff"},
            {"do": "initiative", "seat": 1},
            {"do": "hurt", "model": "b2", "amount": 6, "by": "a1"},
            {"do": "slay", "model": "b2", "by": "a1"},
            {"do": "condition", "model": "a1", "condition": "poison", "value": 2},
            {"do": "condition", "model": "a1", "condition": "defensive stance", "value": 1},
            {"do": "tokens", "model": "a2", "name": "corpse", "number": 1},
            {"do": "activated", "model": "a1"},
            {"do": "stones", "seat": 0, "change": -1},
            {"do": "bury", "model": "b3"},
            {"do": "unbury", "model": "b3"},
            {"do": "summon", "card": "sexton", "seat": 1},
            {"do": "sacrifice", "model": "b3"},
            {"do": "card", "seat": 0, "card": "RJ", "why": "a duel"},
            {"do": "note", "seat": 1, "text": "The scalpel missed."},
            {"do": "turn", "turn": 2},
        ]
    )
    assert fold(record.first, record.events) == record.state
    assert [(kill.victim, kill.by) for kill in record.state.kills] == [("b2", "a1")]
    summoned = next(model for model in record.state.models.values() if model.summoned)
    assert (summoned.card, summoned.seat, summoned.where) == ("sexton", 1, "table")
    assert record.state.models["b3"].where == "gone"
    none = {}
    record.enter(
        [
            {
                "do": "reckon",
                "left": [{"masters": 1, "models": 4, "minions": 3}, none],
                "done": [["Bodyguard: Bailiff"], []],
            },
            {"do": "over"},
        ]
    )
    first, second = record.result().seats
    assert (first.vp, first.strategy_vp) == (6, (0, 4))
    assert first.schemes == (SchemeScore("Bodyguard: Bailiff", (0, 2)),)
    assert second.vp == 0
    assert check_result(record.result(), edition="m1e") == ()


def test_reckoning_anew_corrects_what_was_scored_by_hand():
    record = begun()
    for _ in range(3):
        record.enter([{"do": "score", "seat": 0, "source": "Slaughter"}])
    left = [{"masters": 1, "models": 4}, {"masters": 1, "models": 1}]
    record.enter([{"do": "reckon", "left": left}])
    assert record.state.vp(0) == 2
    left = [{"masters": 1, "models": 4}, {"masters": 1, "models": 3}]
    record.enter([{"do": "reckon", "left": left}])
    assert record.state.vp(0) == 0


def test_an_act_is_all_or_nothing_and_told_under_its_name():
    record = begun()
    lines = [{"do": "hurt", "model": "b1", "amount": 2}, {"do": "summon", "card": "mourner", "seat": 1}]
    events = record.enter([{"do": "act", "name": "Grave Breath", "lines": lines, "seat": 1}])
    said = sentences_of(events, record.state)
    assert "“Grave Breath”" in said[0]
    assert "Summons Mourner." in said[0]
    with pytest.raises(Refusal):
        record.enter([{"do": "act", "lines": [{"do": "slay", "model": "b1"}, {"do": "slay", "model": "b1"}]}])
    assert record.state.models["b1"].in_play


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"do": "turn", "turn": 3}, "M1-TURN-01"),
        ({"do": "slay", "model": "zz"}, "M1-TURN-07"),
        ({"do": "slay", "model": "b1", "by": "zz"}, "M1-GLO-04"),
        ({"do": "heal", "model": "a1", "amount": 1}, "M1-ACT-01"),
        ({"do": "condition", "model": "a1", "condition": "focused", "value": 1}, "M1-MOD-01"),
        ({"do": "condition", "model": "a1", "condition": "fast", "value": 2}, "M1R-MOD-02"),
        ({"do": "tokens", "model": "a1", "name": " ", "number": 1}, "M1-GLO-03"),
        ({"do": "stones", "seat": 0, "change": -20}, "M1-ABL-30"),
        ({"do": "score", "seat": 0, "source": "Claim Jump"}, "M1-ENC-20"),
        ({"do": "score", "seat": 1, "source": "Claim Jump", "lost": True}, "M1-ENC-20"),
        ({"do": "unbury", "model": "a1"}, "M1R-BURY-07"),
        ({"do": "summon", "card": "nobody", "seat": 0}, "M1-MAG-06"),
        ({"do": "scenario", "strategies": ["Slaughter", "Turf War"], "deployment": "corners"}, "M1-ENC-07"),
        ({"do": "scenario", "strategies": ["Slaughter", "Slaughter"], "deployment": "wedge"}, "M1-ENC-05"),
        ({"do": "schemes", "seat": 1, "schemes": ["Raid!"]}, "M1-SCH-08"),
        ({"do": "schemes", "seat": 1, "schemes": ["Bodyguard"]}, "M1-SCH-03"),
        ({"do": "schemes", "seat": 1, "schemes": ["Hold Out", "Hold Out"]}, "M1-ENC-08"),
        ({"do": "schemes", "seat": 1, "schemes": ["Hold Out", "Breakthrough", "Thwart"]}, "M1-ENC-08"),
        ({"do": "reveal", "seat": 0, "scheme": "Hold Out"}, "M1-ENC-18"),
        ({"do": "card", "seat": 0, "card": "15r"}, "M1-DUEL-03"),
        ({"do": "reckon", "left": [{"masters": 2, "models": 1}, {"masters": 1}]}, "M1-STR-04"),
        ({"do": "initiative", "seat": 2}, ""),
        ({"do": "note", "seat": 0, "text": " "}, ""),
        ({"do": "passes", "seat": 0, "passes": 1}, ""),
        ({"do": "flip", "seat": 0}, "M1-DUEL-03"),
        ({"do": "discard", "seat": 0, "named": ["5c"]}, "M1-TURN-03"),
        ({"do": "put", "model": "a1", "x": -3, "y": 5}, "M1-MOVE-01"),
        ({"do": "take_off", "marker": "m7"}, "M1-GLO-03"),
    ],
)
def test_what_cannot_be_is_refused_by_its_row_and_changes_nothing(entry, rule):
    record = begun()
    before = record.state
    with pytest.raises(Refusal) as refused:
        record.enter([{"do": "hurt", "model": "b2", "amount": 1}, entry])
    assert refused.value.rule == rule
    assert refused.value.sentence
    assert record.state is before


def test_a_strategy_is_worth_four_and_nothing_is_entered_after_the_end():
    record = begun()
    record.enter([{"do": "score", "seat": 1, "source": "Claim Jump"}] * 4)
    with pytest.raises(Refusal, match="scored all"):
        record.enter([{"do": "score", "seat": 1, "source": "Claim Jump"}])
    record.enter([{"do": "over"}])
    with pytest.raises(Refusal) as refused:
        record.enter([{"do": "hurt", "model": "b1", "amount": 1}])
    assert refused.value.rule == "M1-ENC-19"
    record.enter([{"do": "note", "seat": 0, "text": "A good game."}])


@pytest.mark.rule("M1-ENC-08", "M1-ENC-18")
def test_a_scheme_is_the_others_to_see_once_it_is_announced():
    record = begun()
    assert view(record.state, (), 0)["crews"][0]["own_schemes"]
    assert view(record.state, (), 1)["crews"][0]["schemes"] == []
    told = [type(event).__name__ for event in heard_by(record.events, 1)]
    assert "SchemesChosen" not in told
    record.enter([{"do": "reveal", "seat": 0, "scheme": "Bodyguard: Bailiff"}])
    (shown,) = view(record.state, (), 1)["crews"][0]["schemes"]
    assert shown["name"] == "Bodyguard: Bailiff"


def test_places_markers_and_cards_by_hand_are_written_down():
    record = begun()
    record.enter([{"do": "bury", "model": "b3"}])
    lines = [
        {"do": "put", "model": "a1", "x": 12, "y": 9},
        {"do": "drop", "kind": "corpse", "x": 8, "y": 8},
        {"do": "unbury", "model": "b3", "x": 20, "y": 20},
        {"do": "draw", "seat": 0, "cards": 2},
        {"do": "look", "seat": 1, "cards": 3, "by": 0},
        {"do": "put_back", "seat": 0, "cards": 1},
        {"do": "summon", "card": "sexton", "seat": 1, "x": 21, "y": 22},
    ]
    events = record.enter([{"do": "act", "name": "By hand", "lines": lines}])
    state = record.state
    assert (state.models["a1"].x, state.models["b3"].where, state.models["b3"].x) == (12, "table", 20)
    assert [(marker.kind, marker.x) for marker in state.markers.values()] == [("corpse", 8)]
    assert next(model for model in state.models.values() if model.summoned).x == 21
    told = " ".join(sentences_of(events, state))
    assert "draws 2 cards" in told
    assert "puts 1 card on the deck" in told
    assert fold(record.first, record.events) == state


def test_two_phones_entering_the_same_wounds_are_asked():
    hurt = Hurt(model="b1", amount=2)
    assert relation(hurt, hurt) == "asks"
    record = begun()
    assert relation(record.entries[0], record.entries[0]) == "same"
