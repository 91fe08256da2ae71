"""Encounters on both databases: processes killed at every decision, two answers at one moment, retries."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.workers, pytest.mark.slow]


@pytest.mark.parametrize("decisions", [6, pytest.param(15, marks=pytest.mark.soak)])
def test_killed_before_amid_and_after_every_decision_nothing_is_lost_or_doubled(portal, decisions):
    """As many deaths by signal 9 as decisions: each answer counts once, play goes on from the rows."""
    each = decisions // 3
    name = portal.ask("begin_encounter", slug=f"killed-{decisions}")
    outcome = portal.ask("play_and_die", public_id=name, decisions=decisions)
    assert [outcome[f"died {moment}"] for moment in ("before", "amid", "after")] == [each] * 3
    assert outcome["taken by the retry"] == 2 * each, "what was not committed had not happened"
    assert outcome["had been taken"] == each, "what was committed is found by its key"
    assert (outcome["decisions"], outcome["wrong"]) == (decisions, [])


def test_of_two_answers_to_one_question_one_counts_and_the_other_hears_what_it_missed(portal):
    name = portal.ask("begin_encounter", slug="raced")
    outcome = portal.ask("race_for_an_answer", public_id=name, rounds=3, locked=True)
    assert outcome["errors"] == []
    assert (outcome["taken"], outcome["missed"]) == (3, 3)
    assert (outcome["decisions"], outcome["wrong"]) == (3, [])


def test_without_the_lock_the_second_answer_breaks(portal):
    """The negative control: if this stops failing, the test above proves nothing any more."""
    name = portal.ask("begin_encounter", slug="unlocked")
    outcome = portal.ask("race_for_an_answer", public_id=name, rounds=1, locked=False)
    assert outcome["errors"] or outcome["taken"] == 2, "both had looked before either had written"


def test_an_answer_sent_by_eight_tabs_counts_once(portal):
    name = portal.ask("begin_encounter", slug="tabs")
    outcome = portal.ask("one_answer_sent_often", public_id=name, senders=8)
    assert outcome["errors"] == []
    assert (outcome["taken"], outcome["found"], outcome["more"]) == (1, 7, 1)
    assert outcome["wrong"] == []
