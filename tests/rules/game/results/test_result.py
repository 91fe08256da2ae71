"""A finished Encounter: what can be reported, and what follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, structs

from rules.campaign.policies import Policies
from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.results.casualties import is_finished_off
from rules.game.results.result import (
    Casualty,
    EncounterResult,
    HousePolicies,
    SchemeScore,
    SeatResult,
    check_result,
    outcome,
)


def seat(strategy=(), *schemes, vp=None, **more):
    scored = tuple(SchemeScore(name, vp_by_turn) for name, vp_by_turn in schemes)
    total = sum(strategy) + sum(sum(s.vp) for s in scored)
    return SeatResult(strategy_vp=strategy, schemes=scored, vp=total if vp is None else vp, **more)


def result(a=None, b=None, ended=5):
    return EncounterResult(seats=(a or seat(), b or seat()), ended_turn=ended)


def rules(result, *args, **kwargs):
    return {v.rule for v in check_result(result, *args, **kwargs)}


FULL = seat((0, 1, 1, 1, 1), ("Assassinate", (0, 1, 0, 1)), ("Breakthrough", (0, 0, 0, 1, 1)))


@pytest.mark.rule("M3E-TURN-21", "SL-3E-13")
def test_eight_vp_is_the_most():
    assert FULL.vp == 8
    assert check_result(result(FULL)) == ()
    assert rules(result(seat((0, 1, 1, 1, 1, 1)))) >= {"M3E-TURN-21"}
    assert rules(result(seat((), ("Assassinate", (0, 1, 1, 1))))) == {"M3E-TURN-21"}


@pytest.mark.rule("M3E-TURN-21")
def test_nothing_scores_on_turn_one_and_the_sum_agrees():
    assert rules(result(seat((1,)))) == {"M3E-TURN-21"}
    assert rules(result(seat((), ("Assassinate", (1,))))) == {"M3E-TURN-21"}
    assert rules(result(seat((0, 1), vp=2))) == {"M3E-TURN-21"}


@pytest.mark.rule("M3E-STRAT-01")
def test_one_vp_of_the_strategy_a_turn():
    assert rules(result(seat((0, 2)))) == {"M3E-STRAT-01"}
    assert rules(result(seat((0, -1), vp=-1))) == {"M3E-STRAT-01"}


@pytest.mark.rule("M3E-SCHEME-02")
def test_one_vp_of_a_scheme_a_turn():
    assert rules(result(seat((), ("Assassinate", (0, 0, 0, 0, 2))))) == {"M3E-SCHEME-02"}


@pytest.mark.rule("M3E-TURN-22")
def test_turns_end_with_the_game_and_five_is_the_last():
    assert rules(result(seat((0, 1, 1)), ended=2)) == {"M3E-TURN-22"}
    assert rules(result(ended=6)) == {"M3E-TURN-22"}
    assert rules(result(ended=0)) == {"M3E-TURN-22"}


@pytest.mark.rule("M3E-SETUP-18")
def test_two_different_schemes_of_the_pool():
    three = seat((), ("A", ()), ("B", ()), ("C", ()))
    assert rules(result(three)) == {"M3E-SETUP-18"}
    assert rules(result(seat((), ("A", ()), ("A", ())))) == {"M3E-SETUP-18"}
    assert rules(result(seat((), ("A", ()), ("B", ()))), schemes={"A"}) == {"M3E-SETUP-18"}
    assert rules(result(seat((), ("A", ()), ("B", ()))), schemes={"A", "B"}) == set()


@pytest.mark.rule("SL-EVENT-05")
def test_event_scrip_is_at_most_six():
    assert rules(result(seat(event_scrip=6))) == set()
    assert rules(result(seat(event_scrip=7))) == {"SL-EVENT-05"}
    assert rules(result(seat(event_scrip=-1))) == {"SL-EVENT-05"}


def dead(*casualties):
    return result(seat(casualties=tuple(casualties)))


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-06", "SL-SUMMON-02")
def test_casualties_belong_to_the_crew_and_are_listed_once():
    crews = ({1, 2}, {3})
    assert rules(dead(Casualty(1, True), Casualty(2, False)), crews) == set()
    assert rules(dead(Casualty(3, True)), crews) == {"SL-FINISH-01"}
    assert rules(dead(Casualty(1, True), Casualty(1, False))) == {"SL-FINISH-06"}
    assert rules(dead(Casualty(1, True, killed_by=3)), crews) == set()
    assert rules(dead(Casualty(1, True, killed_by=2)), crews) == {"SL-FINISH-01"}, "one of one's own"


@pytest.mark.rule("SL-FINISH-03", "SL-FINISH-04", "A-08", "SL-3E-22")
@pytest.mark.parametrize(
    ("flip", "finished"),
    [("3r", True), ("13t", True), ("2c", False), ("1m", False), ("BJ", False), ("RJ", True)],
)
@pytest.mark.switch("finish_threshold", 3)
def test_three_or_more_is_finished_off(flip, finished):
    assert is_finished_off(Card.parse(flip), HousePolicies()) is finished
    assert is_finished_off(Card.parse(flip), Policies()) is finished
    assert rules(dead(Casualty(1, finished, flip))) == set()
    wrong = rules(dead(Casualty(1, not finished, flip)))
    assert wrong == ({"SL-FINISH-03"} if finished else {"SL-FINISH-04"})


@pytest.mark.rule("SL-FINISH-03", "SL-3E-22")
@pytest.mark.switch("finish_threshold", 5)
def test_the_threshold_is_a_setting():
    assert rules(dead(Casualty(1, False, "4r")), policies=Policies(finish_threshold=5)) == set()
    assert rules(dead(Casualty(1, True, "4r")), policies=Policies(finish_threshold=5)) == {"SL-FINISH-04"}


@pytest.mark.rule("SL-FINISH-08")
def test_an_automatic_finish_has_no_card():
    assert rules(dead(Casualty(1, True, None))) == set()
    assert rules(dead(Casualty(1, True, "14r"))) == {"SL-FINISH-01"}


@pytest.mark.rule("SL-WITHDRAW-04", "SL-WITHDRAW-06", "SL-3E-21")
@pytest.mark.parametrize("turn", [1, 2])
def test_an_early_withdrawal_leaves_nothing(turn):
    encounter = outcome(result(seat((0, 1), withdrew_turn=turn), seat((0, 1, 1))))
    assert (encounter.vp, encounter.winner, encounter.withdrew) == ((0, 2), 1, ("early", ""))
    assert encounter.strategy_vp == (0, 2)


@pytest.mark.rule("A-12")
@pytest.mark.switch("early_withdraw_winner", "stayer")
@pytest.mark.switch("early_withdraw_winner", "by_vp")
def test_the_stayer_wins_an_early_withdrawal_even_without_vp():
    gone = result(seat(), seat(withdrew_turn=2))
    assert outcome(gone).winner == outcome(gone, Policies()).winner == 0
    assert outcome(gone, Policies(early_withdraw_winner="by_vp")).winner is None


@pytest.mark.rule("SL-WITHDRAW-08")
def test_a_late_withdrawal_behind_changes_nothing():
    encounter = outcome(result(seat((0, 1), withdrew_turn=3), seat((0, 1, 1))))
    assert (encounter.vp, encounter.winner, encounter.withdrew) == ((1, 2), 1, ("late", ""))


@pytest.mark.rule("SL-WITHDRAW-09", "SL-WITHDRAW-07", "A-20")
@pytest.mark.parametrize("other", [(), (0, 1), (0, 1, 1)])
def test_a_late_withdrawal_level_or_ahead_puts_the_other_one_above(other):
    encounter = outcome(result(seat((0, 1, 1), withdrew_turn=4), seat(other)))
    assert (encounter.vp, encounter.winner) == ((2, 3), 1)
    assert encounter.strategy_vp == (2, sum(other))


@pytest.mark.rule("SL-3E-21")
@pytest.mark.switch("early_withdraw_turn", 2)
@pytest.mark.switch("early_withdraw_turn", 1)
def test_where_early_ends_is_a_setting():
    late = result(seat((0, 1), withdrew_turn=2), seat())
    assert outcome(late, Policies(early_withdraw_turn=1)).vp == (1, 2)
    assert outcome(late, Policies()).vp == (0, 0)


@pytest.mark.rule("A-09", "SL-WITHDRAW-01")
@pytest.mark.switch("double_withdrawal", False)
@pytest.mark.switch("double_withdrawal", True)
def test_one_crew_withdraws_at_most():
    both = result(seat(withdrew_turn=3), seat(withdrew_turn=4))
    assert rules(both) == rules(both, policies=Policies()) == {"A-09"}
    assert rules(both, policies=Policies(double_withdrawal=True)) == set()
    assert outcome(both, Policies(double_withdrawal=True)).winner is None
    assert rules(result(seat(withdrew_turn=5), ended=4)) == {"SL-WITHDRAW-01"}
    assert rules(result(seat(withdrew_turn=0))) == {"SL-WITHDRAW-01"}
    assert rules(result(seat(withdrew_turn=1), ended=1)) == set()


@pytest.mark.rule("A-31")
def test_level_is_a_draw():
    assert outcome(result(seat((0, 1)), seat((0, 0, 1)))).winner is None
    assert outcome(result(seat((0, 1)), seat())).winner == 0


def test_results_travel_as_json_and_an_unknown_version_is_refused():
    encounter = result(
        FULL, seat(casualties=(Casualty(1, True, "9r"),), withdrew_turn=4, bounty_ticks=("a",))
    )
    assert json.decode(json.encode(encounter), type=EncounterResult) == encounter
    assert check_result(EncounterResult(seats=(seat(), seat()), ended_turn=5, version=2)) != ()


def test_the_house_policies_are_the_campaigns_defaults():
    for field in HousePolicies.__struct_fields__:
        assert getattr(HousePolicies(), field) == getattr(Policies(), field)


turns = st.lists(st.integers(0, 1), min_size=0, max_size=4).map(lambda found: (0, *found))
seats = st.builds(lambda vp, gone: seat(vp, withdrew_turn=gone), turns, st.none() | st.integers(1, 5))


@given(seats, seats)
def test_seats_are_treated_alike_and_a_withdrawn_crew_never_wins(a, b):
    if a.withdrew_turn and b.withdrew_turn:
        return
    encounter, turned = outcome(result(a, b)), outcome(result(b, a))
    assert turned.vp == encounter.vp[::-1]
    assert turned.winner == (None if encounter.winner is None else 1 - encounter.winner)
    for number, side in enumerate((a, b)):
        if side.withdrew_turn:
            assert encounter.winner == 1 - number


SECOND_FULL = seat((0, 1, 1, 1, 1), ("Outflank", (0, 0, 0, 0, 3)), ("Distract", (1, 1, 1)))


@pytest.mark.rule("M2-SCORE-01", "M2-SCORE-02", "M2-SCORE-03", "M2-CAMP-08")
def test_ten_vp_are_the_most_in_the_second_edition():
    assert SECOND_FULL.vp == edition_of("m2e").scoring.most == 10
    assert check_result(result(SECOND_FULL), edition="m2e") == ()
    assert rules(result(SECOND_FULL)) >= {"M3E-TURN-21", "M3E-SCHEME-02"}
    assert rules(result(seat((0, 1, 1, 1, 1, 1)), ended=6), edition="m2e") == {"M2-SCORE-01"}
    assert rules(result(seat((), ("Outflank", (0, 0, 2, 2)))), edition="m2e") == {"M2-SCORE-02"}
    assert rules(result(seat((0, 1), vp=2)), edition="m2e") == {"M2-SCORE-01"}
    three = seat((), ("Outflank", ()), ("Distract", ()), ("Vendetta", ()))
    assert rules(result(three), edition="m2e") == {"M2-SETUP-14"}


@pytest.mark.rule("M2-SCORE-04")
def test_only_the_strategy_is_barred_from_the_first_turn():
    assert rules(result(seat((1,))), edition="m2e") == {"M2-SCORE-04"}
    assert check_result(result(seat((), ("Distract", (1,)))), edition="m2e") == ()


@pytest.mark.rule("M2-SCORE-05", "M2-SCORE-06", "M2-SCORE-07", "M2-SCORE-09")
def test_flips_may_add_turns_and_more_vp_wins():
    longer = result(seat((0, 0, 1, 1, 1, 0, 1)), seat((), ("Distract", (1, 1, 1))), ended=7)
    assert check_result(longer, edition="m2e") == ()
    assert "M3E-TURN-22" in rules(longer)
    assert outcome(longer).winner == 0
    even = result(seat((0, 1)), seat((), ("Distract", (1,))), ended=2)
    assert outcome(even).winner is None
    assert rules(result(seat((), ("Distract", (0, 0, 0, 1))), ended=3), edition="m2e") == {"M2-SCORE-06"}


@pytest.mark.rule("M2-CAMP-10", "SL-WITHDRAW-01")
@pytest.mark.parametrize(("edition", "rule"), [("m2e", "M2-CAMP-10"), ("m3e", "SL-WITHDRAW-01")])
def test_a_crew_withdraws_right_after_the_initiative_flip_of_a_turn_that_was_played(edition, rule):
    gone = structs.replace(seat((0, 1, 1)), withdrew_turn=4)
    assert check_result(result(gone, ended=4), edition=edition) == ()
    assert rules(result(gone, ended=3), edition=edition) == {rule}


@pytest.mark.rule("M2-SETUP-14")
def test_two_different_schemes_of_the_second_editions_pool():
    same = seat((), ("Distract", (1,)), ("Distract", (1,)))
    assert rules(result(same), edition="m2e") == {"M2-SETUP-14"}
    assert rules(result(SECOND_FULL), None, ("Outflank",), edition="m2e") == {"M2-SETUP-14"}
    both = result(SECOND_FULL, SECOND_FULL)
    assert check_result(both, None, ("Outflank", "Distract"), edition="m2e") == ()
