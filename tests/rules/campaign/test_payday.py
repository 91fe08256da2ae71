"""Payday, byes, unplayed games."""

import pytest

from rules.campaign.payday import bye_pay, payday, unplayed_pay
from rules.campaign.policies import Policies


@pytest.mark.rule("SL-PAY-01")
@pytest.mark.parametrize(("vp", "scrip"), [(0, 0), (1, 1), (2, 1), (5, 3), (8, 4)])
def test_half_the_vp_rounded_up(vp, scrip):
    assert payday(vp=vp, winner=False, rating=0, other_rating=0).amount == scrip


@pytest.mark.rule("SL-PAY-01")
@pytest.mark.switch("vp_for_scrip", 2)
@pytest.mark.switch("vp_for_scrip", 3)
@pytest.mark.parametrize(("each", "scrip"), [(1, 11), (2, 6), (3, 4), (9, 2)])
def test_a_league_says_how_many_vp_are_one_scrip(each, scrip):
    pay = payday(vp=11, winner=False, rating=0, other_rating=0, policies=Policies(vp_for_scrip=each))
    assert pay.amount == scrip
    assert pay.lines[0].label == (
        "half of 11 VP, rounded up" if each == 2 else f"11 VP, {each} for one Scrip, rounded up"
    )


@pytest.mark.rule("SL-PAY-02", "A-31")
def test_the_winner_gets_one_more_and_nobody_in_a_draw():
    assert payday(vp=4, winner=True, rating=0, other_rating=0).amount == 3
    assert payday(vp=4, winner=False, rating=0, other_rating=0).amount == 2


@pytest.mark.rule("SL-PAY-03")
def test_the_lower_rating_gets_the_difference():
    assert payday(vp=0, winner=False, rating=-1, other_rating=3).amount == 4
    assert payday(vp=0, winner=False, rating=3, other_rating=-1).amount == 0
    assert payday(vp=0, winner=False, rating=2, other_rating=2).amount == 0


@pytest.mark.rule("SL-PAY-04", "SL-EVENT-05")
def test_event_scrip_is_added_and_capped_at_six():
    assert payday(vp=2, winner=False, rating=0, other_rating=0, event_scrip=3).amount == 4
    pay = payday(vp=2, winner=False, rating=0, other_rating=0, event_scrip=9)
    assert (pay.amount, [line.amount for line in pay.lines]) == (7, [1, 9, -3])


@pytest.mark.rule("SL-PAY-05", "A-19")
@pytest.mark.switch("weekly_cap", 16)
@pytest.mark.switch("weekly_cap", 20)
def test_sixteen_a_week_event_scrip_included():
    pay = payday(
        vp=8, winner=True, rating=0, other_rating=4, event_scrip=6, earned_this_week=5
    )  # 4 + 1 + 4 + 6 = 15, room 11
    assert pay.amount == 11
    assert pay.lines[-1].amount == -4
    assert payday(vp=8, winner=True, rating=0, other_rating=0, earned_this_week=16).amount == 0
    assert payday(vp=8, winner=True, rating=0, other_rating=0, earned_this_week=20).amount == 0
    assert payday(vp=8, winner=True, rating=0, other_rating=0, earned_this_week=11).amount == 5
    assert (
        payday(
            vp=8, winner=True, rating=0, other_rating=0, earned_this_week=16, policies=Policies(weekly_cap=20)
        ).amount
        == 4
    )


def test_every_payday_opens_to_its_lines():
    pay = payday(vp=7, winner=True, rating=-2, other_rating=1, event_scrip=8, earned_this_week=9)
    assert sum(line.amount for line in pay.lines) == pay.amount == 7


@pytest.mark.rule("A-32")
@pytest.mark.switch("bye_policy", "flat")
@pytest.mark.switch("bye_policy", "none")
@pytest.mark.switch("bye_policy", "median_of_week")
@pytest.mark.switch("bye_scrip", 3)
def test_byes():
    assert bye_pay([]).amount == 3
    assert bye_pay([9], earned_this_week=15).amount == 1
    assert bye_pay([9], policies=Policies(bye_policy="none")).amount == 0
    median = Policies(bye_policy="median_of_week")
    assert bye_pay([2, 9, 5], policies=median).amount == 5
    assert bye_pay([2, 4, 6, 9], policies=median).amount == 4
    assert bye_pay([], policies=median).amount == 3


@pytest.mark.rule("A-32")
@pytest.mark.switch("bye_scrip", 4)
@pytest.mark.switch("unplayed_policy", "both_bye_half")
@pytest.mark.switch("unplayed_policy", "forfeits")
def test_an_unplayed_pairing_pays_half_a_bye():
    assert unplayed_pay().amount == 1
    assert unplayed_pay(policies=Policies(bye_scrip=4)).amount == 2
    assert unplayed_pay(policies=Policies(unplayed_policy="forfeits")).amount == 0
    assert unplayed_pay(earned_this_week=16).amount == 0
