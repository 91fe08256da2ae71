"""New hires: prices in Scrip, what may be bought, and the hire each week owes (SL-HIRE, SL-MASTER)."""

import pytest

from rules.campaign.hires import (
    HireWindow,
    check_hire,
    check_upgrade,
    forced_hire,
    halfway_week,
    hire_candidates,
    hire_price,
    upgrade_candidates,
    upgrade_price,
)
from rules.campaign.policies import POLICIES, Policies
from tests.rules.campaign.league import CATALOGUE, arsenal, model


def window(*owned, week=2, weeks=6, scrip=20, bounties=0, **more):
    models = owned or (model(1, "captain", is_leader=True),)
    held = arsenal(*models, scrip=scrip, completed_bounties=bounties)
    return HireWindow(arsenal=held, week=week, weeks=weeks, **more)


def price(slug, hire_window, policies=POLICIES):
    return hire_price(CATALOGUE.profile(slug), hire_window, CATALOGUE, policies).amount


def rules(slug, hire_window, policies=POLICIES):
    return {v.rule for v in check_hire(slug, hire_window, CATALOGUE, policies).violations}


@pytest.mark.rule("SL-HIRE-01")
def test_week_one_has_no_window():
    assert "SL-HIRE-01" in rules("hound", window(week=1))
    assert rules("hound", window(week=2)) == set()
    assert "SL-HIRE-01" in {v.rule for v in check_upgrade("coat", window(week=1), CATALOGUE).violations}
    assert forced_hire(window(week=1), CATALOGUE).may_lock


@pytest.mark.rule("SL-HIRE-03", "SL-LEADER-06", "SL-3E-23")
def test_legal_hires_follow_leader_and_faction():
    assert rules("outlaw", window()) == set()
    assert rules("bandit", window()) == {"M3E-HIRE-06"}
    assert rules("riddle", window()) == {"M3E-HIRE-03"}
    assert rules("ghost", window()) == {"M3E-HIRE-15"}
    led_by_marshal = window(model(1, "captain"), model(2, "deputy", is_leader=True))
    assert rules("outlaw", led_by_marshal) == {"M3E-HIRE-06"}
    assert rules("nothing", window()) == {"SL-HIRE-03"}


@pytest.mark.rule("SL-HIRE-04", "SL-3E-15")
def test_cost_and_surcharge_in_scrip():
    second = window(hired_models=1)
    assert price("guardsman", second) == 5
    assert price("marksman", second) == 7
    assert price("effigy", second) == 4  # Versatile


@pytest.mark.rule("SL-HIRE-05", "A-14")
@pytest.mark.switch("hire_floor", 0)
@pytest.mark.switch("hire_floor", 1)
def test_the_first_hire_costs_five_less_never_below_nothing():
    assert price("marksman", window()) == 2
    assert price("hound", window()) == 0
    assert price("hound", window(), Policies(hire_floor=1)) == 1
    assert price("hound", window(hired_models=1)) == 3


@pytest.mark.rule("SL-HIRE-06")
def test_the_discount_changes_no_stored_cost():
    profile = CATALOGUE.profile("marksman")
    price = hire_price(profile, window(), CATALOGUE)
    assert [line.amount for line in price.lines] == [6, 1, -5]
    assert profile.cost == 6


@pytest.mark.rule("SL-HIRE-07")
def test_only_scrip_limits_the_number_of_hires():
    assert rules("guardsman", window(hired_models=9, scrip=5)) == set()
    assert rules("guardsman", window(hired_models=9, scrip=4)) == {"SL-HIRE-07"}
    assert rules("hound", window(scrip=0)) == set()  # 3 − 5 is nothing


@pytest.mark.rule("SL-HIRE-08", "SL-HIRE-09", "SL-HIRE-10", "SL-HIRE-11", "SL-HIRE-12")
def test_ordinary_upgrades_cost_double_and_two_for_free_ones():
    assert upgrade_price(CATALOGUE.upgrade("coat")).amount == 4
    assert upgrade_price(CATALOGUE.upgrade("badge")).amount == 2
    assert check_upgrade("coat", window(scrip=4), CATALOGUE).legal
    assert check_upgrade("coat", window(scrip=3), CATALOGUE).violations[0].rule == "SL-HIRE-07"
    assert check_upgrade("thorns", window(), CATALOGUE).violations[0].rule == "M3E-HIRE-18"
    assert check_upgrade("gift", window(), CATALOGUE).violations[0].rule == "M3E-HIRE-21"
    assert check_upgrade("agility", window(), CATALOGUE).violations[0].rule == "SL-HIRE-09"
    listed = {c.slug: c for c in upgrade_candidates(window(), CATALOGUE)}
    assert listed["coat"].legal
    assert not listed["thorns"].legal


@pytest.mark.rule("SL-MASTER-02", "A-15")
@pytest.mark.parametrize(("weeks", "week"), [(6, 4), (8, 5), (7, 4), (1, 1), (2, 2)])
@pytest.mark.switch("halfway", "floor_plus_1")
def test_halfway(weeks, week):
    assert halfway_week(weeks) == week


@pytest.mark.rule("A-15")
@pytest.mark.switch("halfway", "ceil_plus_1")
def test_halfway_read_the_other_way():
    late = Policies(halfway="ceil_plus_1")
    assert (halfway_week(7, late), halfway_week(6, late)) == (5, 4)


@pytest.mark.rule("SL-MASTER-01", "SL-MASTER-03", "SL-MASTER-06")
def test_when_a_master_may_join():
    assert rules("judge", window(week=3, bounties=1)) == {"SL-MASTER-01"}
    assert rules("judge", window(week=4, bounties=0)) == {"SL-MASTER-03"}
    assert rules("judge", window(week=4, bounties=1)) == set()
    owned = (model(1, "captain"), model(2, "warden", is_leader=True))
    assert rules("judge", window(*owned, week=4, bounties=1)) == {"SL-MASTER-06"}
    assert rules("judge", window(*owned, week=4, bounties=1), Policies(max_masters=2)) == set()


@pytest.mark.rule("SL-MASTER-04", "SL-MASTER-05", "A-17")
@pytest.mark.switch("master_consumes_discount", False)
@pytest.mark.switch("master_consumes_discount", True)
def test_a_master_costs_ten_and_nothing_less():
    first = window(week=4, bounties=1)
    assert price("judge", first) == 10
    assert rules("judge", window(week=4, bounties=1, scrip=9)) == {"SL-HIRE-07"}
    after = window(week=4, bounties=1, hired_masters=1)
    assert price("guardsman", after) == 0  # the discount is still there
    assert price("guardsman", after, Policies(master_consumes_discount=True)) == 5


@pytest.mark.rule("SL-3E-17")
@pytest.mark.switch("totem_policy", "buy")
@pytest.mark.switch("totem_policy", "bundled")
def test_a_totem_after_its_master():
    assert rules("scales", window()) == {"SL-3E-17"}
    led = window(model(1, "judge", is_leader=True), hired_models=1)
    assert rules("scales", led) == set()
    assert price("scales", led) == 2
    assert price("scales", window(model(1, "judge", is_leader=True))) == 0  # the discount applies
    assert price("scales", led, Policies(totem_policy="bundled")) == 0


@pytest.mark.rule("SL-3E-18")
@pytest.mark.switch("arsenal_titles", "one")
@pytest.mark.switch("arsenal_titles", "any")
def test_limits_of_an_arsenal():
    hounds = tuple(model(n, "hound") for n in range(2, 6))
    full = window(model(1, "captain", is_leader=True), *hounds)
    assert rules("hound", full) == {"SL-3E-18"}
    assert rules("hound", full, Policies(arsenal_model_limit=False)) == set()
    titled = window(model(1, "judge", is_leader=True), week=4, bounties=1)
    any_title = Policies(max_masters=2, arsenal_titles="any")
    assert rules("judge-dawn", titled, Policies(max_masters=2)) == {"SL-3E-18"}
    assert rules("judge-dawn", titled, any_title) == set()


@pytest.mark.rule("SL-HIRE-02", "A-13")
def test_each_week_owes_a_hire():
    owed = forced_hire(window(), CATALOGUE)
    assert (owed.state, owed.may_lock, owed.timeout, owed.slug) == ("owed", False, "flag", "")
    assert forced_hire(window(hired_models=1), CATALOGUE).state == "done"
    assert forced_hire(window(newcomer=True), CATALOGUE).state == "waived"
    cheapest = forced_hire(window(), CATALOGUE, Policies(forced_hire_timeout="cheapest_legal"))
    # Effigy 4 − 5, Hound 3 − 5, Guardsman and Outlaw 5 − 5 all cost nothing: the first by name.
    assert cheapest.slug == "effigy"


@pytest.mark.rule("A-13")
@pytest.mark.switch("forced_hire_waiver", True)
@pytest.mark.switch("forced_hire_waiver", False)
def test_the_hire_is_waived_when_nothing_legal_is_affordable():
    poor = window(model(1, "captain", is_leader=True), scrip=0)
    dear = Policies(first_hire_discount=0)
    assert forced_hire(poor, CATALOGUE).state == "owed"  # the discount makes a Hound free
    assert forced_hire(poor, CATALOGUE, dear).state == "owed"  # a Henchman printed at 0 is there
    bare = type(CATALOGUE)([p for p in CATALOGUE.profiles() if p.slug != "nobody"], edition="m3e")
    assert forced_hire(poor, bare, dear).state == "waived"
    assert forced_hire(poor, bare, Policies(first_hire_discount=0, forced_hire_waiver=False)).state == "owed"


@pytest.mark.rule("A-17")
@pytest.mark.switch("master_counts_as_hire", True)
@pytest.mark.switch("master_counts_as_hire", False)
def test_a_master_satisfies_the_weekly_hire():
    hire_window = window(week=4, bounties=1, hired_masters=1)
    assert forced_hire(hire_window, CATALOGUE).state == "done"
    assert forced_hire(hire_window, CATALOGUE, Policies(master_counts_as_hire=False)).state == "owed"


def test_candidates_agree_with_the_check():
    hire_window = window(week=4, bounties=1, scrip=3)
    for candidate in hire_candidates(hire_window, CATALOGUE):
        assert candidate.legal == check_hire(candidate.slug, hire_window, CATALOGUE).legal
        if candidate.price is not None:
            assert candidate.price.amount == price(candidate.slug, hire_window)
