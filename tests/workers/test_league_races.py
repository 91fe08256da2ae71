"""Two people, one moment, on both databases: games that end together, hires against pay, forms sent twice."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.workers, pytest.mark.slow]


@pytest.mark.rule("SL-PAY-05")
def test_two_games_of_one_player_end_at_once_and_their_aftermaths_follow_each_other(portal):
    offers_ = portal.ask("two_games_at_once", slug="two-games", locked=True)
    assert offers_["errors"] == []
    assert offers_["open_at_once"] == 1, "the second waits for the first"
    assert (offers_["locked"], offers_["paid_twice"], offers_["wrong"]) == (2, [], [])
    assert offers_["earned"] <= 16


def test_without_the_leagues_lock_both_aftermaths_begin(portal):
    """The negative control: if this stops failing, the test above proves nothing any more."""
    begun = (
        portal.ask("two_games_at_once", slug=f"unlocked-{number}", locked=False)["open_at_once"]
        for number in range(20)
    )
    assert 2 in begun, "both looked before either had written"


def test_a_purse_that_is_spent_and_filled_at_once_loses_nothing(portal):
    offers_ = portal.ask("hire_against_payday", slug="hire-payday", rounds=3)
    assert (offers_["errors"], offers_["ledger"]) == ([], [])
    assert set(offers_["lost"]) == {0}, "every Scrip is accounted for"
    assert offers_["hired"] >= 1
    assert offers_["balance"] >= 0


def test_without_lock_and_version_a_payday_beside_a_hire_loses_scrip(portal):
    """The negative control: if this stops failing, the test above proves nothing any more."""
    offers_ = portal.ask("hire_against_payday_unguarded", slug="naive", rounds=1, ledgers_own=False)
    assert offers_["met"], offers_
    assert any(offers_["lost"]), offers_
    assert offers_["ledger"] != [], "and the ledger's own check tells of it"


def test_without_the_leagues_lock_the_ledger_still_loses_nothing(portal):
    """The second line: an account that has moved since it was read is read again."""
    offers_ = portal.ask("hire_against_payday_unguarded", slug="versions", rounds=2, ledgers_own=True)
    assert offers_["met"], offers_
    assert offers_["lost"] == [0, 0]
    assert offers_["ledger"] == []


def test_a_form_sent_eight_times_hires_once(portal):
    offers_ = portal.ask("one_form_sent_often", slug="one-form", senders=8, same_key=True)
    assert offers_["errors"] == []
    assert (offers_["hired"], offers_["found"], offers_["models"]) == (1, 7, 1)
    assert offers_["ledger"] == []


def test_eight_forms_hire_as_often_as_the_rules_let_them(portal):
    """The negative control: it is the key that makes one of eight."""
    offers_ = portal.ask("one_form_sent_often", slug="many-forms", senders=8, same_key=False)
    assert offers_["models"] == offers_["hired"] > 1
    assert offers_["ledger"] == []


def test_one_report_sent_four_times_at_once_is_one_line_of_the_diary(portal):
    told = portal.ask("one_report_sent_often", slug="one-report", senders=4)
    assert told["errors"] == []
    assert (told["reported"], told["reported found"], told["reports"]) == (1, 3, 1)
    assert (told["confirmed"], told["confirmed found"]) == (1, 3)
    assert told["lines"] == 2
