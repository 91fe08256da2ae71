"""House rules that are numbers and have no printed example: each with its usual value and another."""

from __future__ import annotations

import pytest

from rules.campaign.arsenal import model_value
from rules.campaign.hires import HireWindow, hire_price
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.start import start_scrip
from tests.rules.campaign.league import CATALOGUE, arsenal, model


def price(slug, policies=POLICIES, **more):
    held = arsenal(model(1, "captain", is_leader=True), scrip=30, completed_bounties=1)
    window = HireWindow(arsenal=held, week=5, weeks=6, **more)
    return hire_price(CATALOGUE.profile(slug), window, CATALOGUE, policies).amount


@pytest.mark.rule("SL-START-11")
@pytest.mark.switch("start_scrip_cap", 3)
@pytest.mark.switch("start_scrip_cap", 5)
def test_more_may_be_kept_from_the_start():
    assert start_scrip(25) == 3
    assert start_scrip(25, Policies(start_scrip_cap=5)) == 5
    assert start_scrip(31, Policies(start_scrip_cap=5)) == 4


@pytest.mark.rule("SL-MASTER-04")
@pytest.mark.switch("master_scrip", 10)
@pytest.mark.switch("master_scrip", 8)
def test_a_master_may_cost_less():
    assert price("judge") == 10
    assert price("judge", Policies(master_scrip=8)) == 8


@pytest.mark.rule("SL-HIRE-05")
@pytest.mark.switch("first_hire_discount", 5)
@pytest.mark.switch("first_hire_discount", 2)
def test_the_first_hire_of_a_week_may_be_less_of_a_bargain():
    assert price("marksman") == 2, "6, out of Keyword 1, less 5"
    assert price("marksman", Policies(first_hire_discount=2)) == 5
    assert price("marksman", Policies(first_hire_discount=2), hired_models=1) == 7


@pytest.mark.rule("SL-SIZE-03")
@pytest.mark.switch("master_value", 15)
@pytest.mark.switch("master_value", "printed")
@pytest.mark.switch("master_value", 20)
def test_a_master_is_worth_what_the_league_says():
    judge = model(2, "judge", station="Master", cost=16)
    assert model_value(judge) == 15
    assert model_value(judge, Policies(master_value=20)) == 20
    assert model_value(judge, Policies(master_value="printed")) == 16
