"""The starting Arsenal (SL-START)."""

import pytest

from rules.campaign.arsenal import campaign_cost
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.start import (
    StartList,
    check_start,
    start_candidates,
    start_leaders,
    start_scrip,
    start_upgrades,
)
from tests.rules.campaign.league import CATALOGUE, profile

LEGAL = StartList("guild", "captain", ("hound", "hound", "guardsman", "effigy"), "coat")


def rules(start, policies=POLICIES, grants=None):
    return {v.rule for v in check_start(start, CATALOGUE, policies, grants).violations}


def of(candidates, slug):
    return next(candidate for candidate in candidates if candidate.slug == slug)


@pytest.mark.rule("SL-START-02", "SL-START-05", "SL-START-07", "SL-3E-04", "SL-3E-15", "SL-3E-25")
def test_a_legal_start_and_its_bill():
    report = check_start(LEGAL, CATALOGUE)
    assert report.legal
    # Leader 8, Hounds 3 + 3, Guardsman 5, Versatile Effigy 4 without surcharge, Coat 2.
    assert [line.amount for line in report.total.lines] == [8, 3, 3, 5, 4, 2]
    assert (report.total.amount, report.left, start_scrip(report.total.amount)) == (25, 10, 3)


@pytest.mark.rule("SL-START-07", "SL-3E-15")
@pytest.mark.switch("offkeyword_surcharge", 1)
@pytest.mark.switch("offkeyword_surcharge", 2)
def test_a_model_out_of_keyword_costs_one_more():
    report = check_start(StartList("guild", "captain", ("marksman",)), CATALOGUE)
    assert [line.amount for line in report.total.lines] == [8, 6, 1]
    assert (
        check_start(
            StartList("guild", "captain", ("marksman",)), CATALOGUE, Policies(offkeyword_surcharge=2)
        ).total.amount
        == 16
    )


@pytest.mark.rule("SL-START-01", "SL-3E-23")
def test_one_of_the_eight_factions_is_declared():
    assert "SL-START-01" in rules(StartList("dead-mans-hand", "captain"))
    assert "SL-START-01" not in rules(StartList("explorers-society", ""))


@pytest.mark.rule("SL-START-02")
@pytest.mark.switch("start_budget", 35)
@pytest.mark.switch("start_budget", 39)
def test_thirty_five_is_the_budget():
    exactly = ("guardsman", "guardsman", "guardsman", "hound", "hound", "hound", "hound")  # 15 + 12 + 8 = 35
    assert rules(StartList("guild", "captain", exactly)) == set()
    assert rules(StartList("guild", "captain", (*exactly, "effigy"))) == {"SL-START-02"}
    assert rules(StartList("guild", "captain", (*exactly, "effigy")), Policies(start_budget=39)) == set()


@pytest.mark.rule("SL-START-03")
def test_a_henchman_leads_and_more_may_be_bought():
    assert rules(StartList("guild", "")) == {"SL-START-03"}
    assert rules(StartList("guild", "guardsman")) == {"SL-START-03"}
    assert rules(StartList("guild", "captain", ("deputy",))) == set()


@pytest.mark.rule("SL-START-04")
def test_no_master_starts():
    assert "SL-START-04" in rules(StartList("guild", "judge"))
    assert "SL-START-04" in rules(StartList("guild", "captain", ("warden",)))


@pytest.mark.rule("SL-START-05", "SL-3E-04")
@pytest.mark.switch("leader_cost_policy", "paid")
@pytest.mark.switch("leader_cost_policy", "free")
def test_the_leader_is_paid_unless_the_campaign_says_free():
    assert check_start(StartList("guild", "captain"), CATALOGUE).total.amount == 8
    free = check_start(StartList("guild", "captain"), CATALOGUE, Policies(leader_cost_policy="free"))
    assert (free.total.amount, [line.amount for line in free.total.lines]) == (0, [8, -8])


@pytest.mark.rule("SL-START-06")
@pytest.mark.switch("dead_mans_hand", False)
@pytest.mark.switch("dead_mans_hand", True)
def test_only_what_this_leader_could_hire():
    assert rules(StartList("guild", "captain", ("outlaw",))) == set()  # a shared Keyword
    assert rules(StartList("guild", "captain", ("bandit",))) == {"M3E-HIRE-06"}
    assert rules(StartList("guild", "deputy", ("outlaw",))) == {"M3E-HIRE-06"}
    assert rules(StartList("guild", "captain", ("riddle",))) == {"M3E-HIRE-03"}
    assert rules(StartList("guild", "captain", ("ghost",))) == {"M3E-HIRE-15"}
    assert rules(StartList("guild", "captain", ("ghost",)), Policies(dead_mans_hand=True)) == set()


@pytest.mark.rule("SL-START-06")
def test_the_leader_is_of_the_declared_faction():
    assert rules(StartList("outcasts", "captain")) == {"M3E-HIRE-01"}


@pytest.mark.rule("SL-START-08", "A-01")
@pytest.mark.switch("start_upgrade_price", "ss_cost")
@pytest.mark.switch("start_upgrade_price", "weekly")
def test_one_upgrade_at_its_soulstone_cost():
    assert check_start(StartList("guild", "captain", (), "coat"), CATALOGUE).total.amount == 10
    assert check_start(StartList("guild", "captain", (), "badge"), CATALOGUE).total.amount == 8
    weekly = Policies(start_upgrade_price="weekly")
    assert check_start(StartList("guild", "captain", (), "badge"), CATALOGUE, weekly).total.amount == 10
    chosen = start_upgrades(StartList("guild", "captain", (), "coat"), CATALOGUE)
    assert "SL-START-08" in {v.rule for v in of(chosen, "badge").reasons}


@pytest.mark.rule("SL-START-09")
def test_the_upgrade_needs_somebody_to_carry_it():
    assert rules(StartList("guild", "captain", (), "fossil")) == {"SL-START-09"}
    assert rules(StartList("guild", "captain", (), "gift")) == {"M3E-HIRE-21"}
    assert rules(StartList("guild", "captain", (), "thorns")) == {"M3E-HIRE-18"}


@pytest.mark.rule("SL-START-10")
def test_what_the_upgrade_lets_one_hire_counts_at_once():
    bandits = StartList("guild", "captain", ("bandit",), "badge")
    assert rules(bandits) == {"M3E-HIRE-06"}
    report = check_start(bandits, CATALOGUE, grants={"badge": ("Bandit",)})
    assert report.legal
    assert report.total.amount == 8 + 4 + 0
    assert not of(start_candidates(bandits, CATALOGUE), "bandit").legal


@pytest.mark.rule("SL-START-11")
@pytest.mark.parametrize(("spent", "scrip"), [(35, 0), (34, 1), (32, 3), (31, 3), (0, 3), (40, 0)])
def test_what_is_left_becomes_scrip_up_to_three(spent, scrip):
    assert start_scrip(spent) == scrip


@pytest.mark.rule("SL-START-12", "A-02", "SL-3E-03")
@pytest.mark.switch("zero_cost_formula", "off")
@pytest.mark.switch("zero_cost_formula", "on")
@pytest.mark.switch("zero_henchman_cost", "always")
@pytest.mark.switch("zero_henchman_cost", "leader_only")
def test_a_henchman_printed_at_nothing():
    nobody = CATALOGUE.profile("nobody")
    assert campaign_cost(nobody) == 0
    on = Policies(zero_cost_formula="on")
    assert campaign_cost(nobody, on, leader=True, cache=3) == 10
    assert campaign_cost(nobody, on, cache=3) == 10
    leader_only = Policies(zero_cost_formula="on", zero_henchman_cost="leader_only")
    assert campaign_cost(nobody, leader_only, cache=3) == 0
    assert campaign_cost(profile("free", "Minion", 0), on, cache=3) == 0
    assert check_start(StartList("guild", "nobody"), CATALOGUE, on).total.amount == 13


@pytest.mark.rule("SL-3E-17")
def test_a_totem_waits_for_its_master():
    assert rules(StartList("guild", "captain", ("scales",))) == {"SL-3E-17"}


@pytest.mark.rule("SL-3E-18")
@pytest.mark.switch("arsenal_model_limit", True)
@pytest.mark.switch("arsenal_model_limit", False)
def test_copies_of_an_arsenal():
    assert rules(StartList("guild", "captain", ("hound",) * 5)) == {"SL-3E-18"}
    assert rules(StartList("guild", "captain", ("hound",) * 5), Policies(arsenal_model_limit=False)) == set()
    assert rules(StartList("guild", "captain", ("captain",))) == {"SL-3E-18"}
    # Of what is printed at 0 a budget would buy without end.
    assert rules(StartList("guild", "captain", ("nobody",) * 2), Policies(arsenal_model_limit=False)) == {
        "SL-3E-18"
    }


def test_every_violation_is_told_at_once():
    assert rules(StartList("guild", "", ("judge", "bandit"), "thorns")) >= {
        "SL-START-03",
        "SL-START-04",
        "M3E-HIRE-06",
        "M3E-HIRE-18",
    }


def test_unknown_slugs_are_told_not_raised():
    broken = rules(StartList("guild", "gone", ("away",), "lost"))
    assert {"SL-START-06", "M3E-HIRE-16"} <= broken


def test_candidates_are_greyed_with_the_reason():
    candidates = start_candidates(StartList("guild", "captain", ("guardsman",) * 3), CATALOGUE)
    assert {c.slug for c in candidates} == {p.slug for p in CATALOGUE.profiles()}
    legal = [c.legal for c in candidates]
    assert legal == sorted(legal, reverse=True)
    assert of(candidates, "guardsman").reasons[0].rule == "SL-3E-18"
    assert of(candidates, "marksman").price.amount == 7
    assert of(candidates, "riddle").price is None
    full = start_candidates(StartList("guild", "captain", ("guardsman",) * 3 + ("hound",) * 4), CATALOGUE)
    assert {v.rule for v in of(full, "effigy").reasons} == {"SL-START-02"}


def test_what_a_candidate_says_is_what_the_check_says():
    base = StartList("guild", "captain", ("guardsman", "marksman", "deputy"))
    for candidate in start_candidates(base, CATALOGUE):
        added = check_start(StartList("guild", "captain", (*base.models, candidate.slug)), CATALOGUE)
        assert candidate.legal == added.legal, candidate.slug


def test_leaders_are_the_henchmen_of_the_faction():
    leaders = start_leaders("guild", CATALOGUE)
    assert [c.slug for c in leaders] == ["captain", "deputy", "nobody"]
    assert all(c.legal for c in leaders)
    assert start_leaders("outcasts", CATALOGUE) == ()
