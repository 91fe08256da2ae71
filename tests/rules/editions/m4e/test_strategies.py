"""The four Strategies counted for both Crews."""

from __future__ import annotations

import pytest

from rules.editions.m4e.recording.edition import RECORDED
from rules.editions.m4e.recording.strategies import STRATEGIES
from tests.rules.editions.m4e.games import due, enter, recorded, refused, rows_due, vp
from tests.rules.editions.m4e.season import SEASON


def played(record, *counts: str, bonus: dict[int, int] | None = None) -> None:
    """Each Turn with its count, ``3:1``; ``bonus`` in a Turn for a seat."""
    for turn, count in enumerate(counts, 1):
        enter(record, f"turn {turn}", "turn_ends")
        if bonus and turn in bonus:
            enter(record, f"strategy_bonus {bonus[turn]}")
        enter(record, f"counted {count.replace(':', ' ')}")


def by_turn(record, seat: int) -> tuple[int, ...]:
    return record.result().seats[seat].strategy_vp


@pytest.mark.rule("M4-STR-01", "M4-STR-02", "M4-STR-03", "M4-STR-04", "M4-STR-12", "M4-EX-19")
def test_boundary_dispute_as_worked() -> None:
    record = recorded()
    played(record, "0:0", "3:1", "2:2", "1:2")
    assert (by_turn(record, 0), by_turn(record, 1)) == ((1, 1, 1, 0), (1, 0, 1, 2))
    assert vp(record) == (3, 4)
    assert refused(record, "counted 1 0") == "M4-STR-02", "once a Turn"
    assert refused(record, "strategy_bonus 0") == "M4-STR-12"
    nobody = recorded(policies={"zero_tie": "nobody"})
    played(nobody, "0:0", "1:1")
    assert vp(nobody) == (1, 1)


@pytest.mark.rule("M4-STR-03", "M4-STR-20", "M4-EX-20", "M4-TURN-25")
def test_plant_explosives_as_worked() -> None:
    record = recorded(strategy="Plant Explosives")
    played(record, "1:0", "2:0", "2:1", "3:0", bonus={3: 0})
    assert by_turn(record, 0) == (1, 1, 2, 1)
    assert vp(record) == (5, 0)
    assert refused(record, "strategy_bonus 0") == "M4-STR-03", "once a game"
    early = recorded("turn 1", strategy="Plant Explosives")
    assert refused(early, "strategy_bonus 1") == "M4-STR-20", "at the end of a Turn"


@pytest.mark.rule("M4-STR-16", "M4-STR-18")
def test_explosive_tokens_are_there_from_turn_1_and_a_killed_bearer_leaves_a_marker() -> None:
    record = recorded("turn 1", strategy="Plant Explosives")
    bearers = {name for name, model in record.state.models.items() if model.conditions}
    assert bearers == set(record.state.models) - {"a5"}, "all but the Peon"
    assert set(record.state.models["a1"].conditions) == {"explosive:1"}, "it counts as the enemy's"
    enter(record, {"do": "summon", "card": "hound", "seat": 0})
    assert "explosive:1" not in record.state.models["s1"].conditions
    enter(record, "slay a3 b1")
    assert "M4-STR-18" in rows_due(record)
    enter(record, "slay a5")
    assert "M4-STR-18" not in rows_due(record)


@pytest.mark.rule("M4-STR-21", "M4-STR-22", "M4-STR-23", "M4-STR-24")
def test_recover_evidence_is_counted_on_crew_cards_that_are_emptied() -> None:
    record = recorded(strategy="Recover Evidence")
    assert rows_due(record)[0] == "M4-STR-21"
    enter(record, "turn 1", "kept 0 card 2", "kept 1 card 1", "activated a1", "slay b3 a1")
    assert "Law makes a Strategy marker" in " ".join(each.sentence for each in due(record))
    enter(record, "slay a3 a1")
    assert "M4-STR-22" not in rows_due(record), "killed by its own Crew"
    enter(record, "strategy_bonus 0")
    assert vp(record) == (1, 0), "at once"
    enter(record, "turn_ends")
    assert refused(record, "strategy_bonus 1") == "M4-STR-24", "at the end of an own Activation"
    enter(record, "counted 2 1")
    assert record.state.notes.get("markers on the crew card 0") is None
    assert vp(record) == (2, 0)
    assert record.result().seats[0].strategy_vp == (2,)


@pytest.mark.rule("M4-STR-05", "M4-STR-12", "M4-STR-15")
def test_the_crew_with_fewer_vp_moves_markers() -> None:
    record = recorded(strategy="Informants")
    played(record, "3:1")
    said = [each.sentence for each in due(record) if each.rule == "M4-STR-05"]
    assert said == [f"Grave {STRATEGIES['Informants'].then}."]
    tie = recorded()
    played(tie, "1:1")
    assert [each.sentence.split()[0] for each in due(tie) if each.rule == "M4-STR-05"] == ["nobody"]
    both = recorded(policies={"equal_moves": "both"})
    played(both, "1:1")
    assert any(each.sentence.startswith("Law and Grave ") for each in due(both))


@pytest.mark.rule("M4-STR-09", "M4-STR-11", "M4-STR-13", "M4-STR-14")
def test_what_cannot_be_counted_is_refused() -> None:
    record = recorded("turn 1")
    assert refused(record, "counted 1 0") == "M4-STR-02", "at the end of the Turn"
    enter(record, "turn_ends")
    assert refused(record, "counted 7 0") == "M4-STR-11", "three markers that count 2 at most"
    informants = recorded("turn 1", "turn_ends", strategy="Informants")
    assert refused(informants, "counted 3 3") == "M4-STR-14", "five markers"
    assert rows_due(recorded())[0] == "M4-STR-09"
    unknown = recorded("turn 1", "turn_ends", strategy="")
    assert refused(unknown, "counted 1 0") == "M4-STR-01"
    for strategy in SEASON.strategies:
        assert len(RECORDED.rows_of(strategy.name)) >= 3
    assert STRATEGIES.keys() == {strategy.name for strategy in SEASON.strategies}


@pytest.mark.rule("M4-TURN-24", "M4-TURN-25", "M4-STR-03")
def test_vp_entered_one_by_one_have_the_same_caps() -> None:
    record = recorded()
    point = {"do": "score", "seat": 0, "source": "Boundary Dispute", "step": "strategy"}
    assert refused(record, point) == "M4-TURN-24"
    enter(record, "turn 1", point, point)
    assert refused(record, point) == "M4-STR-03"
    enter(record, "turn 2", point, point, "turn 3", point)
    assert refused(record, point) == "M4-TURN-25"
    enter(record, "turn_ends", "counted 3 0")
    assert vp(record) == (5, 0), "the sixth is lost"
    assert "1 are lost" in record.events[-1].text
    schemes = [{"do": "score", "seat": 1, "source": name, "step": "end"} for name in "ABCD"]
    for scheme in schemes[:3]:
        enter(record, scheme, scheme)
        assert refused(record, scheme) in ("M4-TURN-25", "M4-TURN-25, M4-SCH-09")
    assert refused(record, schemes[3]) == "M4-SCH-09"


def test_a_strategy_of_another_season_is_counted_too() -> None:
    record = recorded("turn 1", strategy="Hold the Mill")
    enter(record, "strategy_bonus 1", "turn_ends", "counted 9 2")
    assert vp(record) == (1, 1)
