"""Who falls and who owes for it: Finished Off, sacrifices, Replaces, summons, withdrawals."""

import pytest

from rules.campaign.policies import Policies
from rules.editions.m2e.rows import ROWS as SECONDS
from rules.editions.m3e.rows import ROWS
from rules.game.league.withdrawal import may_withdraw
from rules.game.results.casualties import Casualty, Successor, owes_injuries, were_killed
from rules.game.results.result import EncounterResult, SeatResult, check_result, outcome

CREW = (1, 2, 3, 4)


def told(*casualties, successors=(), policies=None, **seat):
    result = EncounterResult(
        seats=(SeatResult(casualties=casualties, successors=successors, **seat), SeatResult()), ended_turn=5
    )
    third, second = (
        {v.rule for v in check_result(result, (CREW, ()), None, policies or Policies(), edition)}
        for edition in ("m3e", "m2e")
    )
    theirs = {row: SECONDS[topic] for topic, row in ROWS.items() if row.startswith("SL-3E-")}
    assert {theirs.get(rule, rule) for rule in third} == second, "falls and withdrawals are the campaign's"
    return third


def owed(*casualties, successors=(), policies=None):
    return owes_injuries(casualties, successors, policies or Policies())


def heir(*originals, names=("Flesh Construct",), flip="9r", **more):
    return Successor(
        originals=originals, names=names, **{"killed": True, "finished_off": True, "flip": flip, **more}
    )


@pytest.mark.rule("SL-FINISH-02", "SL-SUMMON-01", "SL-SUMMON-02")
def test_only_models_of_the_arsenal_fall_in_this_sense():
    assert told(Casualty(9, True, "9r")) == {"SL-FINISH-01"}
    assert owed() == ()


@pytest.mark.rule("SL-FINISH-05", "A-08")
def test_the_flip_may_be_cheated_but_not_a_black_joker():
    assert told(Casualty(1, False, "2c", cheated_from="9r")) == set()
    assert told(Casualty(1, True, "9r", cheated_from="2c")) == set()
    assert told(Casualty(1, True, "9r", cheated_from="BJ")) == {"A-08"}
    assert told(Casualty(1, False, "2c", cheated_from="RJ")) == set(), "the Red Joker may be cheated away"
    assert told(Casualty(1, True, None, cheated_from="9r")) == {"SL-FINISH-05"}
    assert told(Casualty(1, True, "9r", cheated_from="9r")) == {"SL-FINISH-05"}


@pytest.mark.rule("A-08")
@pytest.mark.switch("finish_jokers", "core")
@pytest.mark.switch("finish_jokers", "reflip")
def test_jokers_count_or_are_flipped_again():
    assert told(Casualty(1, False, "BJ"), Casualty(2, True, "RJ")) == set()
    again = Policies(finish_jokers="reflip")
    assert told(Casualty(1, False, "BJ"), policies=again) == {"A-08"}
    assert told(Casualty(1, True, "RJ"), policies=again) == {"A-08"}
    assert told(Casualty(1, True, "9r"), policies=again) == set()


@pytest.mark.rule("SL-FINISH-06")
def test_the_first_fall_alone_is_flipped_for():
    assert told(Casualty(1, False, "2r"), Casualty(1, True, "9r")) == {"SL-FINISH-06"}


@pytest.mark.rule("SL-FINISH-07", "SL-3E-11")
def test_buried_at_the_end_counts_as_killed_and_flips():
    buried = Casualty(1, True, "9r", how="buried")
    assert told(buried) == set()
    assert owed(buried) == (1,)
    assert were_killed([buried], Policies()) == (1,)


@pytest.mark.rule("SL-FINISH-08")
def test_an_effect_finishes_off_without_a_flip():
    assert told(Casualty(1, True, how="automatic")) == set()
    assert owed(Casualty(1, True, how="automatic")) == (1,)
    assert told(Casualty(1, True, "9r", how="automatic")) == {"SL-FINISH-08"}
    assert told(Casualty(1, False, how="automatic")) == {"SL-FINISH-08"}


@pytest.mark.rule("SL-3E-11", "SL-FINISH-01")
@pytest.mark.switch("finish_trigger", "killed")
@pytest.mark.switch("finish_trigger", "killed_or_sacrificed")
def test_a_sacrifice_owes_a_flip_only_where_the_campaign_says_so():
    gone, flipped = Casualty(1, False, how="sacrificed"), Casualty(1, True, "9r", how="sacrificed")
    both = Policies(finish_trigger="killed_or_sacrificed")
    assert told(gone) == set()
    assert told(flipped) == {"SL-3E-11"}
    assert told(flipped, policies=both) == set()
    assert (were_killed([gone], Policies()), were_killed([gone], both)) == ((), (1,))


@pytest.mark.rule("SL-SUMMON-03", "SL-FINISH-02")
def test_giving_itself_up_for_a_summon_owes_nothing_by_itself():
    alive = heir(1, killed=False, finished_off=False, flip=None)
    assert told(successors=(alive,)) == set()
    assert owed(successors=(alive,)) == ()
    assert told(Casualty(1, True, "9r"), successors=(alive,)) == {"SL-SUMMON-03"}


@pytest.mark.rule("SL-SUMMON-04", "SL-SUMMON-05", "SL-FINISH-04")
def test_the_fall_of_a_successor_is_the_debt_of_all_it_stands_for():
    assert owed(successors=(heir(1, 3),)) == (1, 3)
    spared = heir(1, 3, finished_off=False, flip="2r")
    assert told(successors=(spared,)) == set()
    assert owed(successors=(spared,)) == ()
    assert told(successors=(heir(1, flip="2r"),)) == {"SL-FINISH-04"}
    assert told(successors=(heir(1, 9),)) == {"SL-SUMMON-05"}
    assert told(successors=(heir(1, killed=False),)) == {"SL-SUMMON-04"}
    assert told(successors=(heir(1, names=()),)) >= {"SL-SUMMON-04"}


@pytest.mark.rule("SL-3E-12")
@pytest.mark.switch("replace_chain", True)
def test_a_chain_of_replaces_is_followed_and_each_original_owes_once():
    long = heir(2, names=("Rotten Belle", "Flesh Construct", "Rogue Necromancy"))
    assert owed(successors=(long,)) == (2,)
    assert owed(successors=(long, heir(2, 3))) == (2, 3), "one debt for each original"
    assert owed(Casualty(1, True, "9r"), successors=(heir(2), heir(2))) == (1, 2)


@pytest.mark.rule("SL-3E-12")
@pytest.mark.switch("replace_chain", False)
def test_where_the_chain_is_not_followed_only_the_direct_successor_counts():
    short = Policies(replace_chain=False)
    long = heir(2, names=("Rotten Belle", "Flesh Construct"))
    assert owed(successors=(long,), policies=short) == ()
    assert owed(successors=(heir(2),), policies=short) == (2,)


# -- withdrawal ---------------------------------------------------------------------------------------


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-02", "A-09")
def test_after_an_initiative_flip_its_winner_decides_first_and_one_withdrawal_is_all():
    assert may_withdraw(1, (), Policies()) == (1, 0)
    assert may_withdraw(0, (), Policies()) == (0, 1)
    assert may_withdraw(0, (0,), Policies()) == ()
    both = Policies(double_withdrawal=True)
    assert may_withdraw(0, (0,), both) == (1,)
    assert may_withdraw(0, (0, 1), both) == ()


@pytest.mark.rule("SL-WITHDRAW-01")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_a_withdrawal_belongs_to_any_turn_that_was_played(turn):
    def rules(ended):
        seats = (SeatResult(withdrew_turn=turn), SeatResult())
        return {v.rule for v in check_result(EncounterResult(seats=seats, ended_turn=ended))}

    assert rules(5) == set()
    if turn > 1:
        assert rules(turn - 1) == {"SL-WITHDRAW-01"}


@pytest.mark.rule("SL-WITHDRAW-03", "A-10")
@pytest.mark.switch("withdraw_buried", "removed")
@pytest.mark.switch("withdraw_buried", "killed")
def test_leaving_play_is_no_death_and_takes_the_buried_along():
    buried = Casualty(1, True, "9r", how="buried")
    assert owed() == (), "nobody falls by withdrawing"
    assert told(buried, withdrew_turn=3) == {"A-10"}
    assert told(Casualty(1, True, "9r"), withdrew_turn=3) == set(), "who fell before is flipped for"
    counted = Policies(withdraw_buried="killed")
    assert told(buried, withdrew_turn=3, policies=counted) == set()


@pytest.mark.rule(
    "SL-WITHDRAW-04", "SL-WITHDRAW-07", "SL-WITHDRAW-08", "SL-WITHDRAW-09", "A-12", "A-20", "SL-3E-21"
)
@pytest.mark.parametrize(
    ("turn", "withdrawn", "other", "counts", "winner"),
    [
        (2, 3, 0, (0, 0), 1),  # early: no VP, and the one that stayed wins even without any
        (2, 0, 4, (0, 4), 1),
        (3, 2, 5, (2, 5), 1),  # late with fewer: both keep theirs
        (3, 4, 4, (4, 5), 1),  # late with as many: the other counts one more
        (5, 4, 1, (4, 5), 1),  # late with more: one more than the withdrawn
        (3, 0, 0, (0, 1), 1),
    ],
)
def test_the_arithmetic_of_withdrawals(turn, withdrawn, other, counts, winner):
    def seat(vp, **more):
        return SeatResult(strategy_vp=(0, *[1] * vp), vp=vp, **more)

    game = outcome(EncounterResult(seats=(seat(withdrawn, withdrew_turn=turn), seat(other)), ended_turn=5))
    assert (game.vp, game.winner) == (counts, winner)
    early = turn <= 2
    assert game.strategy_vp == (0 if early else withdrawn, other), "the extra VP is none of the Strategy"
