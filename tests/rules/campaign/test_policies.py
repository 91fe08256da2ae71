"""The settings of a campaign."""

import pytest

from rules.campaign.policies import POLICIES, Policies, policies_as_dict, policies_from
from rules.refusal import Refusal


@pytest.mark.rule("SL-3E-26", "SL-3E-08", "SL-3E-05", "SL-3E-13", "SL-3E-22")
def test_the_numbers_of_the_text_are_the_defaults():
    policies = policies_from({})
    assert (policies.start_budget, policies.master_scrip, policies.weekly_cap, policies.event_cap) == (
        35,
        10,
        16,
        6,
    )
    assert (policies.first_hire_discount, policies.start_scrip_cap, policies.size_bonus) == (5, 3, 5)
    assert (policies.pool_cap, policies.master_value, policies.barter_strategy_vp) == (10, 15, 3)
    assert (policies.finish_threshold, policies.bye_scrip, policies.report_timeout_h) == (3, 3, 48)


@pytest.mark.rule("A-03", "A-04", "A-06", "A-12", "A-13", "A-15", "A-17", "A-25", "A-26", "A-27")
def test_each_open_question_has_its_recommended_reading_as_default():
    assert (POLICIES.size_uses, POLICIES.arsenal_leader_required) == ("printed", False)
    assert (POLICIES.rating_scope, POLICIES.early_withdraw_winner) == ("crew", "stayer")
    assert (POLICIES.forced_hire_waiver, POLICIES.halfway) == (True, "floor_plus_1")
    assert (POLICIES.master_counts_as_hire, POLICIES.master_consumes_discount) == (True, False)
    assert (POLICIES.duplicate_at_limit, POLICIES.injury_limit_mode) == ("ignore", "max_carried")
    assert POLICIES.lucky_miss_cheatable is False


def test_what_is_stored_reads_back():
    changed = Policies(pool_cap=7, master_value="printed", rating_scope="arsenal")
    assert policies_from(policies_as_dict(changed)) == changed


def test_every_fault_is_named_at_once():
    with pytest.raises(Refusal) as caught:
        policies_from({"pool_cap": "many", "rating_scope": "moon", "luck": 3, "weekly_cap": -1})
    assert {v.subject for v in caught.value.violations} == {"pool_cap", "rating_scope", "luck", "weekly_cap"}


@pytest.mark.parametrize(
    ("key", "value"),
    [("start_budget", True), ("start_budget", 35.5), ("dead_mans_hand", 1), ("max_masters", 0)],
)
def test_values_of_the_wrong_kind_are_refused(key, value):
    with pytest.raises(Refusal) as caught:
        policies_from({key: value})
    assert caught.value.violations[0].subject == key
