"""A table of the Second Edition recorded: Turns, VP, Schemes, hazardous terrain."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m2e.record import RecordM2
from rules.editions.m3e.examples.encounters import two_crews
from rules.game.results.result import check_result
from rules.refusal import Refusal

POOL = ("Distract", "Assassinate", "Outflank")


def recorded(*entries) -> RecordM2:
    record = RecordM2(replace(two_crews(), ruleset="m2e", turns=30, pool=POOL))
    scenario = {"do": "scenario", "attacker": 0, "strategy": "Reckoning", "deployment": "Flank", "pool": POOL}
    record.enter([scenario, *entries])
    return record


def refused(record: RecordM2, entry) -> str:
    with pytest.raises(Refusal) as refusal:
        record.enter([entry])
    return refusal.value.rule


@pytest.mark.rule("M2-SCORE-01", "M2-SCORE-02", "M2-SCORE-03", "M2-SCORE-04", "M2-SCORE-07", "M2-SETUP-14")
def test_a_game_is_written_down_up_to_ten_vp_and_beyond_five_turns():
    record = recorded({"do": "schemes", "seat": 0, "schemes": ["Distract", "Assassinate"]})
    strategy = {"do": "score", "seat": 0, "source": "Reckoning", "step": "strategy"}
    scheme = {"do": "score", "seat": 0, "source": "Distract", "step": "end"}
    assert (
        refused(record, {"do": "schemes", "seat": 1, "schemes": ["Bodyguard", "Distract"]}) == "M2-SETUP-14"
    )
    record.enter([{"do": "turn", "turn": 1}, scheme, scheme])
    assert refused(record, strategy) == "M2-SCORE-04"
    assert [why.rule for why in record.why_not(strategy)] == ["M2-SCORE-04"]
    assert record.why_not(strategy, replace(record.state, turn=2)) == []
    for turn in range(2, 6):
        record.enter([{"do": "turn", "turn": turn}, strategy])
    assert refused(record, strategy) == "M2-SCORE-01"
    record.enter([scheme])
    assert refused(record, scheme) == "M2-SCORE-02"
    assert refused(record, {"do": "turn", "turn": 7}) == "M2-SCORE-06"
    record.enter([{"do": "turn", "turn": 6}])
    assert refused(record, strategy) == "M2-SCORE-01", "four in all, further Turns or not"
    record.enter([{"do": "over"}])
    assert refused(record, scheme) == "M2-SCORE-06"
    result = record.result()
    assert (result.ended_turn, result.seats[0].vp) == (6, 7)
    assert check_result(result, schemes=POOL, edition="m2e") == ()


@pytest.mark.rule("M2-SCORE-01", "M2-SCORE-02", "M2-SCORE-04")
def test_a_score_within_an_act_has_the_editions_caps():
    """A Scheme may score on Turn 1 and more than once a Turn; the Strategy may do neither."""
    record = recorded({"do": "schemes", "seat": 0, "schemes": ["Distract", "Assassinate"]})
    scheme = {"do": "score", "seat": 0, "source": "Distract", "step": "end"}
    strategy = {"do": "score", "seat": 0, "source": "Reckoning", "step": "strategy"}
    record.enter([{"do": "turn", "turn": 1}, {"do": "act", "lines": [scheme, scheme, scheme]}])
    assert refused(record, {"do": "act", "lines": [strategy]}) == "M2-SCORE-04"
    assert refused(record, {"do": "act", "lines": [scheme]}) == "M2-SCORE-02"
    record.enter([{"do": "turn", "turn": 2}])
    assert refused(record, {"do": "act", "lines": [strategy, strategy]}) == "M2-SCORE-01"
    assert [score.source for score in record.state.scores] == ["Distract"] * 3


@pytest.mark.rule("M2-HIRE-43", "M2-HIRE-45", "M2-HIRE-59", "M2-SETUP-16", "SL-FINISH-01")
def test_refusals_name_the_editions_rows_those_of_a_campaign_or_none():
    record = recorded({"do": "turn", "turn": 1})
    coat = {"do": "attach", "model": "a1", "upgrade": "coat", "bought": {"slug": "coat", "name": "Coat"}}
    record.enter([coat])
    assert refused(record, coat) == "M2-HIRE-45"
    assert refused(record, {"do": "detach", "model": "b1", "upgrade": "coat"}) == "M2-HIRE-43"
    assert refused(record, {"do": "stones", "seat": 0, "change": -99}) == "M2-HIRE-59"
    assert refused(record, {"do": "reveal", "seat": 0, "scheme": "Outflank"}) == "M2-SETUP-16"
    assert refused(record, {"do": "finished_off", "model": "a1", "card": "9r"}) == "SL-FINISH-01"
    assert refused(record, {"do": "finished_off", "model": "a1", "card": "99r"}) == "SL-FINISH-01"
    assert refused(record, {"do": "card", "seat": 0, "card": "99r"}) == "", "nor anything of cards in play"
    assert refused(record, {"do": "drop", "kind": "scheme", "x": 9, "y": 9, "mm": 1}) == "", (
        "its texts have no markers"
    )
    assert refused(record, {"do": "act", "lines": [coat]}) == "M2-HIRE-45"


@pytest.mark.rule("T2-HAZ-01", "T2-HAZ-04")
def test_a_hazardous_piece_damages_a_model_once_a_turn():
    record = recorded({"do": "turn", "turn": 1})
    wire = {"do": "hazard", "model": "a1", "piece": "Barbed wire", "amount": 2}
    health = record.state.models["a1"].health
    record.enter([wire])
    assert record.state.models["a1"].health == health - 2
    assert refused(record, wire | {"piece": " barbed  WIRE"}) == "T2-HAZ-04"
    other = wire | {"piece": "Pool", "amount": 1}
    with pytest.raises(Refusal):
        record.enter([other, {"do": "hurt", "model": "nobody", "amount": 1}])
    record.enter([other, wire | {"model": "b1"}, {"do": "turn", "turn": 2}, wire])
    assert record.state.models["a1"].health == health - 5
    with pytest.raises(Refusal, match="no model nobody"):
        record.enter([wire | {"model": "nobody"}])
    record.enter([{"do": "over"}])
    assert refused(record, wire) == "M2-SCORE-06"


def test_wounds_that_no_source_has_are_not_made_up_but_entered_from_the_card():
    setup = replace(two_crews(), ruleset="m2e", turns=30)
    first = setup.crews[1].models[0].card
    unknown = replace(setup.cards[first], health=0)
    record = RecordM2(replace(setup, cards=setup.cards | {first: unknown}))
    record.enter([{"do": "turn", "turn": 1}])
    hurt = {"do": "hurt", "model": "b1", "amount": 2}
    hazard = {"do": "hazard", "model": "b1", "piece": "Fire", "amount": 1}
    for entry in (hurt, hazard, {"do": "heal", "model": "b1", "amount": 1}, {"do": "act", "lines": [hurt]}):
        with pytest.raises(Refusal, match="can take is not known here"):
            record.enter([entry])
    with pytest.raises(Refusal, match="There is no model z1"):
        record.enter([{"do": "health", "model": "z1", "amount": 6}])
    record.enter([{"do": "health", "model": "b1", "amount": 6}, hurt, hazard])
    assert (record.state.models["b1"].health, record.state.models["b1"].most) == (3, 6)
    record.enter([{"do": "health", "model": "b1", "amount": 7}])
    assert record.state.models["b1"].health == 4, "put right, the damage stays"


def test_a_model_of_unknown_wounds_falls_and_flips_like_any_other():
    setup = replace(two_crews(), ruleset="m2e", turns=30)
    cards = {slug: replace(card, health=0) for slug, card in setup.cards.items()}
    record = RecordM2(replace(setup, cards=cards))
    record.enter([{"do": "turn", "turn": 1}, {"do": "slay", "model": "b1"}])
    assert record.state.models["b1"].where == "gone"
