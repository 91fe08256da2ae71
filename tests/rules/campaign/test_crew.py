"""The Crew hired from an Arsenal (SL-CREW, SL-UPG)."""

import pytest

from rules.campaign.crew import CampaignCrew, CrewModel, brought, check_hired_crew
from rules.campaign.policies import POLICIES, Policies
from tests.rules.campaign.league import CATALOGUE, arsenal, injury, model, upgrade

CAPTAIN = model(1, "captain", is_leader=True)
OWNED = arsenal(
    CAPTAIN,
    model(2, "guardsman", skills=(upgrade(20, "agility", "skill", ss_cost=1, bearer_id=2),)),
    model(3, "marksman", injuries=(injury(30, "big-head", ss_cost=1, bearer_id=3),)),
    model(4, "hound"),
    model(5, "deputy"),
    model(6, "bandit"),
    upgrades=(
        upgrade(10, "coat", ss_cost=2),
        upgrade(11, "badge"),
        upgrade(12, "scope", "equipment", ss_cost=1),
        upgrade(13, "scope", "equipment", ss_cost=1),
    ),
)


def crew(leader, *members):
    """``crew(1, 1, 2, (3, 10))``: led by 1; 1 and 2 bare, 3 with Upgrade 10."""
    hired = (CrewModel(m) if isinstance(m, int) else CrewModel(m[0], tuple(m[1:])) for m in members)
    return CampaignCrew(leader, tuple(hired))


def check(crew, held=OWNED, size=50, policies=POLICIES):
    return check_hired_crew(crew, held, size, CATALOGUE, policies)


def rules(*args, **kwargs):
    return {v.rule for v in check(*args, **kwargs).violations}


@pytest.mark.rule("SL-CREW-01", "SL-CREW-02", "SL-CREW-06", "SL-UPG-12")
def test_a_legal_crew_and_its_bill():
    report = check(crew(1, 1, 2, (4,), (3, 12)), size=40)
    assert report.legal
    # Captain 8; Guardsman 5 and Agility 1; Hound 3; Marksman 6 + 1 off keyword, Big Head 1, Scope 1.
    assert report.total.amount == 8 + 5 + 1 + 3 + 6 + 1 + 1 + 1
    assert report.left == 14


@pytest.mark.rule("SL-CREW-01")
def test_only_from_the_own_arsenal_and_each_thing_once():
    assert rules(crew(1, 1, 99)) == {"SL-CREW-01"}
    assert rules(crew(1, 1, 2, 2)) == {"SL-CREW-01"}
    assert rules(crew(1, 1, (2, 77))) == {"SL-CREW-01"}
    assert rules(crew(1, (1, 11), (2, 11))) == {"SL-CREW-01"}
    assert rules(crew(1, (1, 12), (2, 13))) == set()  # two copies, both owned


@pytest.mark.rule("SL-CREW-03", "SL-UPG-11", "SL-HIRE-13")
def test_loose_upgrades_go_on_any_legal_bearer():
    for bearer in (1, 2, 3, 5):
        assert rules(crew(1, *((m, 10) if m == bearer else m for m in (1, 2, 3, 5)))) == set()
    assert rules(crew(1, 1, (4, 10))) == {"M3E-HIRE-21"}  # the Coat is for the Living, the Hound a Beast
    held = arsenal(
        CAPTAIN, model(4, "hound"), upgrades=(upgrade(12, "scope", "equipment", restricted=("Living",)),)
    )
    assert rules(crew(1, 1, (4, 12)), held) == {"SL-UPG-11"}
    assert rules(crew(1, (1, 12), 4), held) == set()


@pytest.mark.rule("SL-UPG-03", "SL-UPG-04", "SL-INJURY-05", "SL-UPG-12", "A-22")
def test_skills_and_injuries_come_along_and_are_paid():
    assert check(crew(1, 1, 2)).total.amount == 8 + 5 + 1
    assert check(crew(1, 1, (2, 20))).total.amount == 8 + 5 + 1  # naming the own Skill changes nothing
    assert check(crew(1, 1, 3)).total.amount == 8 + 6 + 1 + 1
    assert rules(crew(1, 1, (3, 20), 2)) == {"SL-UPG-03"}
    assert rules(crew(1, 1, 2), size=13) == {"M3E-HIRE-03"}
    assert rules(crew(1, 1, 2), size=14) == set()


@pytest.mark.rule("SL-3E-19", "SL-UPG-06", "SL-INJURY-08", "SL-UPG-07")
@pytest.mark.switch("equipment_uses_slot", True)
@pytest.mark.switch("equipment_uses_slot", False)
def test_one_place_for_upgrades_beside_skills_and_injuries():
    assert rules(crew(1, 1, (2, 10))) == set()  # a Minion with its Skill and a Coat
    assert rules(crew(1, 1, (2, 10, 11))) == {"M3E-HIRE-17"}
    assert rules(crew(1, 1, (2, 10, 12))) == {"M3E-HIRE-17"}
    assert rules(crew(1, 1, (2, 10, 12)), policies=Policies(equipment_uses_slot=False)) == set()
    beside = Policies(equipment_uses_slot=False)
    assert rules(crew(1, 1, (2, 12, 13)), policies=beside) == {"M3E-HIRE-20"}


@pytest.mark.rule("SL-UPG-06", "SL-3E-19")
def test_deep_pockets_hold_one_equipment_more():
    deep = arsenal(
        CAPTAIN,
        model(2, "guardsman", skills=(upgrade(20, "deep-pockets", "skill", bearer_id=2),)),
        upgrades=(
            upgrade(12, "scope", "equipment"),
            upgrade(14, "helmet", "equipment"),
            upgrade(15, "katanas", "equipment"),
        ),
    )
    assert rules(crew(1, 1, (2, 12, 14)), deep) == set()
    assert rules(crew(1, 1, (2, 12, 14, 15)), deep) == {"M3E-HIRE-17"}
    assert rules(crew(1, (1, 12, 14), 2), deep) == {"M3E-HIRE-17"}


@pytest.mark.rule("SL-3E-19")
def test_equipment_needs_no_faction_ordinary_upgrades_do():
    held = arsenal(CAPTAIN, upgrades=(upgrade(10, "thorns"),))
    assert rules(crew(1, (1, 10)), held) == {"M3E-HIRE-18"}
    many = arsenal(
        CAPTAIN,
        model(2, "guardsman"),
        model(3, "guardsman"),
        upgrades=tuple(upgrade(n, "coat") for n in (10, 11, 12)),
    )
    assert rules(crew(1, (1, 10), (2, 11), (3, 12)), many) == {"M3E-HIRE-19"}


@pytest.mark.rule("SL-CREW-04", "SL-CREW-05", "SL-3E-05", "SL-3E-07")
def test_a_master_costs_fifteen_and_leads():
    held = arsenal(CAPTAIN, model(2, "judge", is_leader=False), model(3, "guardsman"))
    report = check(crew(2, 2, 3), held)
    assert report.legal
    assert brought(crew(2, 2, 3), held, CATALOGUE, left=0, rating=0).master_led
    assert not brought(crew(1, 1, 3), held, CATALOGUE, left=0, rating=0).master_led
    assert report.total.amount == 15 + 5 + 1
    assert check(crew(2, 2), held, policies=Policies(master_value="printed")).total.amount == 16
    assert rules(crew(1, 1, 2), held) == {"SL-3E-07"}


@pytest.mark.rule("SL-CREW-05", "SL-3E-06")
@pytest.mark.switch("max_masters", 1)
@pytest.mark.switch("max_masters", 2)
def test_one_master_a_crew_unless_the_campaign_allows_more():
    held = arsenal(model(1, "judge", is_leader=True), model(2, "warden"))
    assert rules(crew(1, 1, 2), held) == {"SL-CREW-05"}
    two = Policies(max_masters=2)
    report = check(crew(1, 1, 2), held, policies=two)
    assert report.legal
    assert report.total.amount == 15 + 15 + 1
    assert rules(crew(1, 1, 2), held, size=31, policies=two) == set()
    assert rules(crew(1, 1, 2), held, size=30, policies=two) == {"M3E-HIRE-03", "M3E-HIRE-08"}


@pytest.mark.rule("SL-CREW-06", "SL-3E-04")
def test_the_leader_is_paid_for():
    assert check(crew(1, 1)).total.amount == 8
    assert check(crew(1, 1), policies=Policies(leader_cost_policy="free")).total.amount == 0


@pytest.mark.rule("A-04")
@pytest.mark.switch("arsenal_leader_required", False)
@pytest.mark.switch("arsenal_leader_required", True)
def test_any_able_model_leads_and_the_own_leader_may_stay_at_home():
    assert rules(crew(5, 5, 3)) == set()
    assert rules(crew(5, 5, 3), policies=Policies(arsenal_leader_required=True)) == {"A-04"}
    assert rules(crew(3, 3, 1)) == {"M3E-HIRE-01"}
    assert rules(crew(99, 1)) == {"M3E-HIRE-01"}
    stand_in = arsenal(model(2, "guardsman", is_leader=True), model(4, "hound"))
    assert rules(crew(2, 2, 4), stand_in) == set()
    assert rules(crew(4, 2, 4), stand_in) == {"M3E-HIRE-01"}


@pytest.mark.rule("SL-LEADER-05", "SL-3E-16")
@pytest.mark.switch("grandfather_surcharge", "follow_leader")
@pytest.mark.switch("grandfather_surcharge", "as_hired")
def test_what_is_owned_stays_hirable_and_pays_by_the_present_leader():
    assert rules(crew(1, 1, 6)) == set()  # a Bandit no present Leader could buy
    assert check(crew(5, 5, 3)).total.amount == 7 + 6 + 1  # Marksman under a Marshal; Big Head stays
    assert check(crew(1, 1, 3)).total.amount == 8 + 6 + 1 + 1
    held = arsenal(CAPTAIN, model(3, "marksman", surcharge=3))
    assert check(crew(1, 1, 3), held).total.amount == 8 + 7
    assert (
        check(crew(1, 1, 3), held, policies=Policies(grandfather_surcharge="as_hired")).total.amount == 8 + 9
    )


@pytest.mark.rule("SL-3E-18", "SL-3E-17")
def test_copies_titles_and_totems_within_a_crew():
    held = arsenal(
        model(1, "judge", is_leader=True),
        model(2, "judge-dawn"),
        model(3, "scales"),
        *(model(n, "hound") for n in range(10, 15)),
    )
    assert rules(crew(1, 1, *range(10, 15)), held) == {"M3E-HIRE-12"}
    assert "M3E-HIRE-13" in rules(crew(1, 1, 2), held, policies=Policies(max_masters=2))
    report = check(crew(1, 1, 3), held)
    assert (report.legal, report.total.amount) == (True, 15)  # its Totem comes for nothing
    alone = arsenal(CAPTAIN, model(3, "scales"))
    assert rules(crew(1, 1, 3), alone) == {"M3E-HIRE-14"}


@pytest.mark.rule("SL-CREW-01")
def test_a_crew_revealed_after_a_loss_is_judged_again():
    after_loss = crew(1, 1, 2)
    assert check(after_loss).legal
    assert rules(after_loss, arsenal(CAPTAIN)) == {"SL-CREW-01"}


@pytest.mark.rule("A-49", "M2-CAMP-11", "SL-UPG-06")
@pytest.mark.switch("avatar_uses_slot", True)
@pytest.mark.switch("avatar_uses_slot", False)
def test_an_avatar_is_a_skill_or_uses_a_slot():
    avatar = upgrade(20, "avatar", "skill", bearer_id=1, rating_bonus=3)
    held = arsenal(
        model(1, "captain", is_leader=True, skills=(avatar,)), upgrades=(upgrade(12, "scope", "equipment"),)
    )
    assert rules(crew(1, (1, 12)), held) == set()
    assert rules(crew(1, (1, 12)), held, policies=Policies(avatar_uses_slot=True)) == {"M3E-HIRE-17"}
    assert rules(crew(1, 1), held, policies=Policies(avatar_uses_slot=True)) == set()
