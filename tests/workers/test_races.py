"""One limited thing and twenty who want it at once, on both databases; and what happens without locks."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.workers
BUYERS = 20


@pytest.mark.parametrize("rounds", [2, pytest.param(200, marks=pytest.mark.soak)])
def test_of_twenty_buyers_exactly_one_gets_it(portal, rounds, seeds):
    for number in seeds(rounds):
        outcome = portal.ask("buyers", slug=f"one-{rounds}-{number}", buyers=BUYERS, locked=True)
        assert (outcome["errors"], outcome["won"], outcome["balance"], outcome["ledger"]) == ([], 1, 0, [])
        assert outcome["refused"] == {"That costs 10 Scrip and the purse holds 0.": 19}


def test_twenty_tellings_of_one_cause_move_scrip_once_and_all_hear_yes(portal):
    outcome = portal.ask("buyers", slug="one-cause", buyers=BUYERS, locked=True, same_cause=True)
    assert (outcome["errors"], outcome["won"], outcome["transfers"], outcome["balance"]) == ([], 20, 1, 0)
    assert (outcome["refused"], outcome["ledger"]) == ({}, [])


def test_without_lock_and_version_the_race_is_real(portal):
    """The negative control: if this stops failing, the two tests above prove nothing any more."""
    outcome = portal.ask("buyers", slug="no-locks", buyers=BUYERS, locked=False)
    assert (outcome["errors"], outcome["won"]) == ([], BUYERS), "all of them looked before any of them wrote"
    assert outcome["balance"] == 0, "twenty purchases, paid for once"
    assert outcome["ledger"] != [], "and verify sees it"


@pytest.mark.parametrize("each", [30, pytest.param(12_500, marks=pytest.mark.soak)])
def test_eight_writers_with_repeats_leave_every_account_in_balance(portal, each):
    outcome = portal.ask("bank_run", slug=f"bank-run-{each}", writers=8, each=each)
    assert (outcome["errors"], outcome["sum"], outcome["ledger"]) == ([], 0, [])
    repeats = 8 * (each // 10)
    assert outcome["told"] + outcome.get("refused", 0) == 8 * each + repeats
    assert outcome["transfers"] <= 8 * each
    assert outcome["transfers"] >= outcome["told"] - repeats, "what was told and not refused was moved"
