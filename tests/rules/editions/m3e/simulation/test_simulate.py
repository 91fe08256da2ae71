"""Whole Encounters by the hundred: ``manage.py simulate`` finds nothing broken and always says the same."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import skirmish, two_crews
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.recording.result import result_of
from rules.editions.m3e.ruleset import RULESETS
from rules.editions.m3e.simulation.simulate import players, simulate
from rules.editions.m3e.simulation.watch import Watch
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.announcements import TableWord
from rules.game.league.terms import Award, OpenPortion, SideTerms, Terms
from rules.game.narration import sentence_of
from rules.game.results.result import HousePolicies, check_result
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.playout import summed
from rules.game.table_access.exact_table import table_for


def test_the_command_prints_one_json_object_the_same_each_time(capsys):
    printed = []
    for _ in range(2):
        call_command("simulate", "--encounters", "2", "--seed", "command", "--json")
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    result = json.loads(printed[0])
    assert (result["encounters"], result["violations"]) == (2, [])
    assert (result["prompts"], result["prompted_percent"]) == (0, 0.0)


def test_a_violation_fails_the_command(monkeypatch, capsys):
    monkeypatch.setattr(Watch, "broken", lambda self, play: ["a card is missing"])
    with pytest.raises(CommandError, match="violations"):
        call_command("simulate", "--encounters", "1")
    assert "a card is missing" in capsys.readouterr().out


def test_at_least_one():
    with pytest.raises(CommandError):
        call_command("simulate", "--encounters", "0")


def check(number: int, seed: str) -> None:
    for name, rules in RULESETS.items():
        summary = summed(simulate(number, f"{seed}/{name}", skirmish, rules), seed)
        assert summary.violations == (), f"{name}, seed {seed}"
        assert summary.encounters == number


def test_many_encounters():
    check(30, "test")


def test_among_terrain(capsys):
    call_command("simulate", "--encounters", "2", "--terrain")
    assert "2 Encounters" in capsys.readouterr().out


@pytest.mark.soak
def test_five_thousand_encounters(seeds):
    for seed in seeds(500):
        check(10, f"soak/{seed}")


def of_a_league(name: str) -> EncounterSetup:
    """Every model is of an Arsenal; both sides are on a Bounty and may withdraw."""
    setup = two_crews(name)
    crews = tuple(
        replace(
            crew, models=tuple(replace(hired, model_id=10 * seat + n) for n, hired in enumerate(crew.models))
        )
        for seat, crew in enumerate(setup.crews)
    )
    hunt = SideTerms(
        bounty="hunt",
        bounty_name="The Hunt",
        portions=(OpenPortion(id="one", goal="Kill one", left=2),),
        awards=(Award(1, "Hold the middle", 2),),
    )
    terms = Terms(
        double_withdrawal=True, finish_jokers="reflip", withdraw_buried="killed", sides=(hunt, hunt)
    )
    return replace(setup, crews=(crews[0], crews[1]), finish_threshold=3, terms=terms)


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-06", "SL-FINISH-06")
def test_a_leagues_encounters_hold_whatever_is_answered():
    """Bots that do anything lawful withdraw, play on alone, fall, tick; and every log holds."""
    for name, rules in RULESETS.items():
        runs = list(simulate(18, f"league/{name}", of_a_league, rules))
        assert summed(runs, "league").violations == ()
        assert {run.turns for run in runs} >= {1, 5}, "some end by withdrawal, some are played out"


@pytest.mark.rule("SL-EVENT-03")
def test_what_the_weekly_event_leaves_to_the_players_is_asked_for_once():
    setup = of_a_league("event")
    setup = replace(setup, terms=replace(setup.terms, event="Fog", effect="On the table: a marsh."))
    rules = RULESETS["m3e"]
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("event", "0")))
    bots = players("event", 0)
    asked = []
    while not play.over and play.state.turn < 2:
        ask = play.asks[0]
        if ask.kind == "apply":
            asked.append((ask.seat, ask.text, ask.rule, play.state.turn))
        play.answer(ask.seat, [] if ask.kind == "apply" else bots[ask.seat].answer(play, ask))
    assert asked == [(play.state.attacker, "Fog. On the table: a marsh.", "SL-EVENT-03", 0)]
    told = [sentence_of(event, play.state) for event in play.events if isinstance(event, TableWord)]
    assert told == ["By hand: Fog. On the table: a marsh.", "By hand: nothing to apply"]


def test_what_a_leagues_encounter_ends_in_is_a_report_its_league_takes():
    for number in range(8):
        setup = of_a_league(f"report/{number}")
        rules = RULESETS["m3e"]
        play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("report", str(number))))
        bots = players("report", number)
        while not play.over:
            ask = play.asks[0]
            play.answer(ask.seat, bots[ask.seat].answer(play, ask))
        crews = tuple([hired.model_id for hired in crew.models] for crew in setup.crews)
        house = HousePolicies(finish_jokers="reflip", withdraw_buried="killed", double_withdrawal=True)
        assert check_result(result_of(setup, play.state), crews, play.state.pool, house) == ()
