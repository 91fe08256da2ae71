"""Rulings at the same moment as other things, on both databases; and what happens without the lock."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = [
    pytest.mark.workers,
    pytest.mark.slow,
    pytest.mark.parametrize(
        "portal", ["postgresql", pytest.param("sqlite", marks=pytest.mark.soak)], indirect=True
    ),
]
# What a player hears whose question a ruling has changed or settled meanwhile, or whose Scrip it took.
OVERTAKEN = re.compile(
    r"This Aftermath is closed\.|The Aftermath is at another question\."
    r"|That costs \d+ Scrip and the purse holds \d+\."
)
SINCE = "Something has happened in the league since you looked, so this would do something else now."


def clean(outcome: dict[str, Any]) -> None:
    """Nothing is below zero, the ledger balances, every total is its recomputation."""
    assert (outcome["ledger"], outcome["wrong"], outcome["below_zero"]) == ([], [], [])


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_of_two_organisers_with_two_results_one_rules_and_one_looks_again(portal, rounds, seeds):
    for number in seeds(rounds):
        outcome = portal.ask("ruling_race", slug=f"two-organisers-{rounds}-{number}")
        assert outcome["heard"] == {"ruled": 1, SINCE: 1}
        assert outcome["rulings"] == 1
        clean(outcome)


def test_without_the_lock_the_race_is_real(portal):
    """The negative control: if this stops failing, the test above proves nothing any more."""
    outcome = portal.ask("ruling_race", slug="no-lock", locked=False)
    assert outcome["met"], f"both looked before either wrote: {outcome}"
    assert SINCE not in outcome["heard"]
    assert (
        outcome["rulings"] != 1
        or outcome["wrong"]
        or outcome["ledger"]
        or any(sentence.startswith("fault") for sentence in outcome["heard"])
    ), "and it shows"


def test_the_same_press_eight_times_is_one_ruling_and_all_hear_of_it(portal):
    outcome = portal.ask("press_race", slug="eight-presses", presses=8)
    assert outcome["heard"] == {"ruled": 1, "done already": 7}
    assert (outcome["rulings"], outcome["given"]) == (1, 5)
    clean(outcome)


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_a_ruling_beside_a_running_aftermath_leaves_both_whole(portal, rounds, seeds):
    for number in seeds(rounds):
        outcome = portal.ask("aftermath_race", slug=f"aftermath-{rounds}-{number}")
        assert outcome["heard"].pop("answered") == 1
        assert [sentence for sentence in outcome["told"] if not OVERTAKEN.fullmatch(sentence)] == []
        assert sum(outcome["heard"].values()) == 1
        assert not any(sentence.startswith("fault") for sentence in outcome["heard"])
        assert outcome["rulings"] == outcome["heard"].get("ruled", 0)
        assert outcome["open"] == 0
        clean(outcome)


def test_a_ruling_amid_a_hire_for_the_same_scrip_leaves_it_owed(portal):
    outcome = portal.ask("hire_race", slug="hire-first", hire_first=True)
    assert outcome["heard"] == {"hired": 1, "taken": 1}
    assert outcome["owed"] == outcome["price"]
    clean(outcome)


def test_a_hire_amid_a_ruling_for_the_same_scrip_hears_that_the_purse_is_empty(portal):
    outcome = portal.ask("hire_race", slug="ruling-first", hire_first=False)
    assert outcome["heard"].pop("taken") == 1
    ((refused, times),) = outcome["heard"].items()
    assert re.fullmatch(rf".+ costs {outcome['price']} Scrip; you hold 0\.", refused)
    assert times == 1
    assert outcome["owed"] == 0
    clean(outcome)
