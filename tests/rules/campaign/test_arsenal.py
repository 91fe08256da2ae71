"""What an Arsenal is worth, who leads it, what its models may carry."""

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import (
    arsenal_value,
    campaign_cost,
    campaign_station,
    injured_stat,
    injury_limit,
    new_leader_choices,
    size_ceiling,
    skill_limit,
)
from rules.campaign.policies import Policies
from rules.crews.catalogue import MASTER, Profile
from tests.rules.campaign.league import injury, model, upgrade


@pytest.mark.rule("SL-SIZE-01", "SL-SIZE-03", "SL-3E-05")
def test_value_is_the_models_with_a_master_at_fifteen():
    skilled = model(2, "guardsman", skills=(upgrade(9, "agility", "skill", ss_cost=2),))
    value = arsenal_value([model(1, "judge", is_leader=True), skilled])
    assert value.amount == 15 + 5
    assert [(line.amount, line.rule) for line in value.lines] == [(15, "SL-SIZE-03"), (5, "SL-SIZE-01")]
    assert arsenal_value([model(1, "judge")], Policies(master_value="printed")).amount == 16
    assert arsenal_value([]).amount == 0


@pytest.mark.rule("SL-SIZE-03", "SL-3E-05")
def test_a_master_that_prints_no_cost_is_worth_fifteen_where_costs_are_as_printed():
    """No Master of the Second Edition prints one."""
    master = Profile("m", "Master", "", (), (), MASTER, None)
    assert campaign_cost(master, Policies(master_value="printed")) == 15
    assert campaign_cost(replace(master, cost=9), Policies(master_value="printed")) == 9
    with pytest.raises(ValueError, match="no verified cost"):
        campaign_cost(replace(master, station="Minion"), Policies(master_value="printed"))


@pytest.mark.rule("A-03", "A-18")
@pytest.mark.switch("size_uses", "printed")
@pytest.mark.switch("size_uses", "paid")
def test_the_surcharge_counts_only_where_the_campaign_says_paid():
    dear = model(1, "marksman", surcharge=1)
    assert arsenal_value([dear]).amount == 6
    assert arsenal_value([dear], Policies(size_uses="paid")).amount == 7


@pytest.mark.rule("SL-SIZE-02")
@pytest.mark.switch("size_bonus", 5)
@pytest.mark.switch("size_bonus", 0)
def test_the_ceiling_is_the_lower_value_and_five():
    assert size_ceiling(35, 42).amount == 40
    assert size_ceiling(arsenal_value([model(1, "captain")]), 99).amount == 13
    assert size_ceiling(35, 35, Policies(size_bonus=0)).amount == 35


@pytest.mark.rule("SL-LEADER-02", "SL-LEADER-03")
def test_any_henchman_may_take_over():
    owned = [model(1, "judge"), model(2, "deputy"), model(3, "captain"), model(4, "guardsman")]
    assert new_leader_choices(owned) == (3, 2)  # the dearest first: it is taken when nobody chooses


@pytest.mark.rule("SL-LEADER-04", "A-18")
def test_without_henchmen_the_dearest_takes_over():
    owned = [model(1, "guardsman"), model(2, "marksman"), model(3, "guardsman"), model(4, "marksman")]
    assert new_leader_choices(owned) == (2, 4)
    paid = [model(1, "outlaw", surcharge=2), model(2, "marksman")]
    assert new_leader_choices(paid) == (2,)
    assert new_leader_choices(paid, Policies(size_uses="paid")) == (1,)
    assert new_leader_choices([]) == ()


@pytest.mark.rule("SL-UPG-09", "SL-INJURY-10", "SL-UPG-07")
@pytest.mark.parametrize(
    ("station", "skills", "injuries"),
    [("Minion", 1, 2), ("Enforcer", 1, 2), ("Henchman", 2, 3), ("Master", 3, 3)],
)
def test_limits_by_station(station, skills, injuries):
    assert (skill_limit(station, False), injury_limit(station, False)) == (skills, injuries)


@pytest.mark.rule("SL-3E-01", "SL-UPG-09", "SL-INJURY-10")
def test_insignificant_or_without_station_is_a_peon():
    assert (skill_limit("Minion", True), injury_limit("Minion", True)) == (0, 1)
    assert campaign_station("", False) == "Peon"
    none = Policies(peon_mapping="none")
    assert skill_limit("Minion", True, none) == 1
    assert campaign_station("", False, none) == "Minion"


@pytest.mark.rule("SL-INJURY-07", "SL-3E-20")
@pytest.mark.parametrize(
    ("printed", "mods", "left"),
    [
        (5, [("wp", -2)], 3),
        (2, [("wp", -2)], 1),
        (3, [("wp", -2), ("wp", -2)], 1),
        (5, [("df", -1)], 5),
        (0, [("wp", -1)], 0),
    ],
)
def test_injuries_never_take_a_stat_below_one(printed, mods, left):
    assert injured_stat(printed, "wp", [injury(n, f"i{n}", mod) for n, mod in enumerate(mods)]) == left
