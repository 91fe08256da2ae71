"""What a league of Rising Names may set: both readings of what sources leave open, and two house rules."""

from __future__ import annotations

import pytest

from rules.campaign.policies import OF_LEADERS_WHO_GROW, policies_from
from rules.campaign.rising.aftermath.facts import ScripPaid
from rules.campaign.rising.experience import track
from rules.campaign.rising.policies import RISING, rising_policies
from tests.rules.campaign.rising.scene import GUARD, Scene, early


@pytest.mark.rule("M4-CAMP-22")
@pytest.mark.switch("third_row", "30_35_39")
@pytest.mark.switch("third_row", "29_34_39")
@pytest.mark.switch("thirst_owned", "as_13")
@pytest.mark.switch("thirst_owned", "nothing")
@pytest.mark.switch("three_injuries", "end_of_phase")
@pytest.mark.switch("three_injuries", "at_once")
def test_a_league_sets_what_the_sources_leave_open():
    """What each value does: ``test_aftermath`` plays both readings of the Barter and of the third Injury."""
    assert rising_policies(policies_from({})) == RISING
    other = {"third_row": "29_34_39", "thirst_owned": "nothing", "three_injuries": "at_once"}
    read = rising_policies(policies_from(other))
    assert {name: getattr(read, name) for name in other} == other
    third = [[box.number for box in track(each) if box.number > 26] for each in (RISING, read)]
    assert third == [[30, 35, 39], [29, 34, 39]]
    assert set(OF_LEADERS_WHO_GROW) > set(other)


@pytest.mark.rule("M4-CAMP-29")
@pytest.mark.switch("extra_scrip", 0)
@pytest.mark.switch("extra_scrip", 3)
@pytest.mark.parametrize(("extra", "paid"), [(0, 2), (3, 5)])
def test_extra_scrip_is_paid_at_payday(extra, paid):
    scene = Scene(vp=4, policies=rising_policies(policies_from({"extra_scrip": extra}))).hand("2r")
    (payday,) = scene.effects(ScripPaid)
    assert payday.total.amount == paid


@pytest.mark.rule("M4-CAMP-29")
@pytest.mark.switch("no_injuries", True)
@pytest.mark.switch("no_injuries", False)
@pytest.mark.parametrize("without", [False, True])
def test_a_league_without_injuries_flips_none(without):
    scene = early(GUARD, policies=rising_policies(policies_from({"no_injuries": without})))
    assert scene.ask.kind == ("lock" if without else "injury_flip")
