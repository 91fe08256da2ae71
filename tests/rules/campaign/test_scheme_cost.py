"""What a Master costs where a Scheme compares costs."""

import pytest

from rules.campaign.arsenal import OwnedModel, costs_more, scheme_cost
from rules.campaign.policies import Policies

MASTER = OwnedModel(id=1, slug="master", name="Master", station="Master", cost=14)
HENCHMAN = OwnedModel(id=2, slug="henchman", name="Henchman", station="Henchman", cost=9)
MINION = OwnedModel(id=3, slug="minion", name="Minion", station="Minion", cost=4)


@pytest.mark.rule("SL-3E-09", "SL-CREW-05")
@pytest.mark.switch("master_cost_for_schemes", "none")
def test_a_master_has_no_cost_and_every_comparison_with_it_is_false():
    assert scheme_cost(MASTER) is None
    assert not costs_more(MASTER, MINION)
    assert not costs_more(MINION, MASTER)
    assert costs_more(HENCHMAN, MINION)
    assert not costs_more(MINION, MINION)


@pytest.mark.rule("SL-3E-09")
@pytest.mark.parametrize(("reading", "cost"), [("printed", 14), ("15", 15)])
@pytest.mark.switch("master_cost_for_schemes", "printed")
@pytest.mark.switch("master_cost_for_schemes", "15")
def test_a_league_may_let_it_count(reading, cost):
    rules = Policies(master_cost_for_schemes=reading)
    assert scheme_cost(MASTER, rules) == cost
    assert costs_more(MASTER, HENCHMAN, rules)
    assert scheme_cost(HENCHMAN, rules) == 9
