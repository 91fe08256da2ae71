"""The watch over simulated Encounters notices each fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.simulation import watch
from rules.editions.m3e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.simulation import invariants
from rules.game.state import State, VictoryPoint
from rules.game.table_access.exact_table import table_for

Change = Callable[[State], State]


@pytest.fixture(scope="module")
def played() -> Play:
    """An Encounter at its fortieth decision, of bots."""
    setup = skirmish("watched")
    play = Play(setup, M3E, table_for(setup, M3E), KeyDealer(digest("watched")))
    bots = players("watched", 0)
    while len(play.decisions) < 40:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


def with_state(play: Play, state: State) -> Any:
    """What the watch looks at, with another state than the events give."""
    return SimpleNamespace(
        state=state,
        rules=play.rules,
        events=play.events,
        since=play.since,
        asks=play.asks,
        stored=play.stored,
    )


def of_a_model(**changed) -> Change:
    return lambda state: state.with_model(replace(next(iter(state.models.values())), **changed))


def of_a_crew(**changed) -> Change:
    return lambda state: state.with_crew(replace(state.crews[0], **changed))


def scored(*scores: VictoryPoint) -> Change:
    return lambda state: replace(state, scores=scores)


def at(turn: int, source: str = "break-the-line", step="strategy") -> VictoryPoint:
    return VictoryPoint(turn, 0, source, step)


FAULTS: list[tuple[Change, str]] = [
    (lambda state: of_a_crew(deck=state.crews[0].deck[1:])(state), "53 cards"),
    (of_a_crew(stones=-1), "-1 stones"),
    (of_a_crew(passes=-1), "-1 Pass Tokens"),
    (of_a_model(health=-1), "-1 of"),
    (of_a_model(health=99), "99 of"),
    (of_a_model(conditions={"burning": 0}), "a Condition without value"),
    (of_a_model(conditions={"focused": M3E.focused_cap + 1}), "is Focused"),
    (of_a_model(conditions={"fast": 1, "slow": 1}), "is Fast and Slow"),
    (of_a_model(where="gone", tokens={"scheme": 1}), "still carries something"),
    (of_a_model(where="gone", conditions={"slow": 1}), "still carries something"),
]
SCORES: list[tuple[Change, str]] = [
    (scored(at(1)), "a VP in Turn 1"),
    (scored(at(2), at(2)), "two VP from break-the-line in Turn 2"),
    (scored(*map(at, (2, 3, 4, 5, 6))), "5 VP from break-the-line"),
    (scored(*(at(turn, "assassinate", "end") for turn in (2, 3, 4))), "3 VP from assassinate"),
]


def test_an_encounter_as_it_is_has_no_fault(played):
    assert list(watch.broken(played)) == []
    assert list(invariants.at_rest(played)) == []
    eye = watch.Watch()
    assert [*eye.broken(played), *eye.broken(played)] == []


@pytest.mark.parametrize(("change", "told"), FAULTS)
def test_each_fault_is_told(played, change, told):
    wrong = with_state(played, change(played.state))
    assert any(told in fault for fault in watch.broken(wrong))
    assert "folding the events gives another state" in list(invariants.at_rest(wrong))


@pytest.mark.rule("M3E-TURN-21")
@pytest.mark.parametrize(("change", "told"), SCORES)
def test_more_vp_than_there_are_is_told(played, change, told):
    assert told in list(watch.broken(with_state(played, change(played.state))))


@pytest.mark.rule("M3E-TURN-21")
def test_as_many_vp_as_there_are_is_none(played):
    most = [*map(at, (2, 3, 4, 5)), at(2, "assassinate", "reveal"), at(5, "assassinate", "end")]
    assert list(watch.broken(with_state(played, scored(*most)(played.state)))) == []


def test_a_view_that_tells_is_told(played, monkeypatch):
    view = invariants.view
    monkeypatch.setattr(
        invariants, "view", lambda state, asks, seat: (view(state, asks, seat), state.crews[0].hand)
    )
    assert list(invariants.interference(played)) == [
        f"the view of seat {seat} changes with what it must not know" for seat in (1, None)
    ]


def test_an_event_for_the_other_seat_is_told(played, monkeypatch):
    monkeypatch.setattr(invariants, "heard_by", lambda events, seat: events)
    told = list(invariants.asks_tell_nothing(played))
    assert told
    assert {fault.partition(" hears")[0] for fault in told} == {"seat 0", "seat 1"}


def test_a_state_that_json_loses_is_told(played, monkeypatch):
    stored = SimpleNamespace(state=lambda raw: replace(played.state, turn=played.state.turn + 1))
    monkeypatch.setattr(type(played), "stored", stored)
    assert "the state does not survive JSON" in list(invariants.sampled(played))
