"""Campaign Rating and Soulstone Pools."""

import pytest
from msgspec.structs import replace

from rules.campaign.crew import Brought, CampaignCrew, CrewModel, campaign_rating, pools
from rules.campaign.policies import Policies
from tests.rules.campaign.league import arsenal, injury, model, upgrade


def rated(ups, downs, *extra, policies=None, spare=()):
    """The rating of a Crew with that many Skills and Injuries, and what else is attached."""
    bearer = model(
        1,
        "captain",
        is_leader=True,
        skills=tuple(upgrade(n, f"skill-{n}", "skill") for n in range(100, 100 + ups)),
        injuries=tuple(injury(n, f"injury-{n}") for n in range(200, 200 + downs)),
    )
    held = arsenal(bearer, *spare, upgrades=extra)
    crew = CampaignCrew(1, (CrewModel(1, tuple(owned_model.id for owned_model in extra)),))
    return campaign_rating(crew, held, policies or Policies()).amount


@pytest.mark.rule("SL-RATING-02", "SL-RATING-04")
def test_the_worked_examples():
    assert rated(5, 2) == 3
    assert rated(2, 2) == 0
    assert rated(0, 2) == -2


@pytest.mark.rule("SL-RATING-03", "SL-RATING-04", "A-07", "SL-3E-10")
@pytest.mark.switch("avatar_policy", "off")
@pytest.mark.switch("avatar_policy", "flagged_upgrade")
def test_a_flagged_upgrade_weighs_three_more_and_counts_itself():
    avatar = upgrade(1, "avatar", "equipment", rating_bonus=3)
    honoured = Policies(avatar_policy="flagged_upgrade")
    assert rated(5, 2, avatar, policies=honoured) == 3 + 4  # added on top
    assert rated(4, 2, avatar, policies=honoured) == 3 + 3  # one of the five
    assert rated(4, 2, avatar) == 3


@pytest.mark.rule("SL-RATING-05", "SL-3E-24")
def test_only_campaign_upgrades_count():
    assert rated(0, 0, upgrade(1, "coat"), upgrade(2, "badge", rating_bonus=3)) == 0
    assert rated(0, 0, upgrade(1, "coat", rating_weight=5)) == 0
    assert rated(0, 0, upgrade(1, "scope", "equipment")) == 1


@pytest.mark.rule("SL-RATING-01", "A-06")
@pytest.mark.switch("rating_scope", "crew")
@pytest.mark.switch("rating_scope", "arsenal")
def test_the_hired_crew_is_rated_not_the_arsenal():
    at_home = model(2, "deputy", skills=(upgrade(50, "agility", "skill"),), injuries=())
    assert rated(1, 0, spare=(at_home,)) == 1
    assert rated(1, 0, spare=(at_home,), policies=Policies(rating_scope="arsenal")) == 2
    loose = arsenal(model(1, "captain"), upgrades=(upgrade(9, "scope", "equipment"),))
    bare = CampaignCrew(1, (CrewModel(1),))
    assert campaign_rating(bare, loose).amount == 0
    assert campaign_rating(bare, loose, Policies(rating_scope="arsenal")).amount == 1


def test_a_rating_opens_to_one_line_an_upgrade():
    held = arsenal(
        model(1, "captain", skills=(upgrade(5, "agility", "skill"),), injuries=(injury(6, "limp"),))
    )
    rating = campaign_rating(CampaignCrew(1, (CrewModel(1),)), held)
    assert [(line.label, line.amount) for line in rating.lines] == [
        ("Captain: Agility", 1),
        ("Captain: Limp", -1),
    ]


def pair(left_a, rating_a, left_b, rating_b, policies=None, masters=(False, False)):
    a, b = pools(
        Brought(left=left_a, rating=rating_a, master_led=masters[0]),
        Brought(left=left_b, rating=rating_b, master_led=masters[1]),
        policies or Policies(),
        "m3e",
    )
    return a.amount, b.amount


@pytest.mark.rule("SL-POOL-01", "SL-POOL-02", "SL-3E-02", "SL-3E-08")
@pytest.mark.switch("pool_cap", 10)
@pytest.mark.switch("pool_cap", 7)
def test_what_is_left_up_to_the_maximum():
    assert pair(3, 0, 12, 0) == (3, 10)
    assert pair(9, 0, 9, 0, Policies(pool_cap=7)) == (7, 7)
    assert pair(-2, 0, 0, 0) == (0, 0)


@pytest.mark.rule("SL-POOL-04")
def test_the_lower_rating_gets_the_difference():
    assert pair(2, 3, 2, -1) == (2, 6)  # 3 against −1: 4
    assert pair(2, -1, 2, 3) == (6, 2)
    assert pair(2, 1, 2, 1) == (2, 2)


@pytest.mark.rule("SL-POOL-05", "A-05")
def test_the_bonus_may_pass_the_maximum():
    assert pair(12, -1, 0, 3) == (14, 0)
    assert pair(8, -1, 0, 3, Policies(pool_cap=7)) == (11, 0)


@pytest.mark.rule("SL-POOL-03", "SL-3E-02")
@pytest.mark.switch("master_mirror_bonus", 0)
@pytest.mark.switch("master_mirror_bonus", 2)
def test_a_bonus_only_when_masters_face_each_other():
    mirror = Policies(master_mirror_bonus=2)
    assert pair(3, 0, 3, 0, mirror, (True, True)) == (5, 5)
    assert pair(3, 0, 3, 0, mirror, (True, False)) == (3, 3)
    assert pair(9, 0, 3, 0, mirror, (True, True)) == (10, 5)
    assert pair(3, 0, 3, 0, Policies(), (True, True)) == (3, 3)


@pytest.mark.rule("SL-POOL-02", "SL-POOL-03", "SL-3E-02")
@pytest.mark.switch("cache_mode", "none")
@pytest.mark.switch("cache_mode", "printed")
def test_a_printed_cache_counts_only_for_a_master_against_a_master():
    printed = Policies(cache_mode="printed")
    four = Brought(left=3, rating=0, master_led=True, cache=4)
    two, none = replace(four, cache=2), replace(four, cache=0)
    assert [pool.amount for pool in pools(four, two, printed, "m3e")] == [7, 5]
    assert [pool.amount for pool in pools(four, two, Policies(), "m3e")] == [3, 3]
    assert pools(four, replace(none, master_led=False), printed, "m3e")[0].amount == 3
    assert pools(replace(four, left=9), none, printed, "m3e")[0].amount == 10


def test_pools_open_to_lines():
    a, _ = pools(Brought(left=12, rating=-1), Brought(left=0, rating=3), Policies(), "m3e")
    assert [line.amount for line in a.lines] == [12, -2, 4]
