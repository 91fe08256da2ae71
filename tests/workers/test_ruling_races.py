"""Rulings at the same moment as other things, on both databases; and what happens without the lock."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytestmark = [pytest.mark.workers, pytest.mark.slow]
# What a player hears whose question a ruling has changed or settled meanwhile, or whose Scrip it took.
OVERTAKEN = re.compile(
    r"This Aftermath is closed\.|The Aftermath is at another question\."
    r"|That costs \d+ Scrip and the purse holds \d+\."
)
SINCE = "Something has happened in the league since you looked, so this would do something else now."


def clean(found: dict[str, Any]) -> None:
    """Nothing is below zero, the ledger balances, every total is its recomputation."""
    assert (found["ledger"], found["wrong"], found["below_zero"]) == ([], [], [])


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_of_two_organisers_with_two_results_one_rules_and_one_looks_again(portal, rounds, seeds):
    for number in seeds(rounds):
        found = portal.ask("ruling_race", slug=f"two-organisers-{rounds}-{number}")
        assert found["heard"] == {"ruled": 1, SINCE: 1}
        assert found["rulings"] == 1
        clean(found)


def test_without_the_lock_the_race_is_real(portal):
    """The negative control: if this stops failing, the test above proves nothing any more."""
    found = portal.ask("ruling_race", slug="no-lock", locked=False)
    assert found["met"], f"both looked before either wrote: {found}"
    assert SINCE not in found["heard"]
    assert (
        found["rulings"] != 1
        or found["wrong"]
        or found["ledger"]
        or any(said.startswith("fault") for said in found["heard"])
    ), "and it shows"


def test_the_same_press_eight_times_is_one_ruling_and_all_hear_of_it(portal):
    found = portal.ask("press_race", slug="eight-presses", presses=8)
    assert found["heard"] == {"ruled": 1, "done already": 7}
    assert (found["rulings"], found["given"]) == (1, 5)
    clean(found)


@pytest.mark.parametrize("rounds", [1, pytest.param(30, marks=pytest.mark.soak)])
def test_a_ruling_beside_a_running_aftermath_leaves_both_whole(portal, rounds, seeds):
    for number in seeds(rounds):
        found = portal.ask("aftermath_race", slug=f"aftermath-{rounds}-{number}")
        assert found["heard"].pop("answered") == 1
        assert [said for said in found["told"] if not OVERTAKEN.fullmatch(said)] == []
        assert sum(found["heard"].values()) == 1
        assert not any(said.startswith("fault") for said in found["heard"])
        assert found["rulings"] == found["heard"].get("ruled", 0)
        assert found["open"] == 0
        clean(found)


def test_a_ruling_amid_a_hire_for_the_same_scrip_leaves_it_owed(portal):
    found = portal.ask("hire_race", slug="hire-first", hire_first=True)
    assert found["heard"] == {"hired": 1, "taken": 1}
    assert found["owed"] == found["price"]
    clean(found)


def test_a_hire_amid_a_ruling_for_the_same_scrip_hears_that_the_purse_is_empty(portal):
    found = portal.ask("hire_race", slug="ruling-first", hire_first=False)
    assert found["heard"].pop("taken") == 1
    ((refused, times),) = found["heard"].items()
    assert re.fullmatch(rf".+ costs {found['price']} Scrip; you hold 0\.", refused)
    assert times == 1
    assert found["owed"] == 0
    clean(found)
