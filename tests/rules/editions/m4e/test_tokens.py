"""Tokens of the Fourth Edition: whose they are, what cancels, when they go."""

from __future__ import annotations

import pytest

from rules.editions.m4e.recording.edition import RECORDED
from rules.editions.m4e.recording.tokens import BASIC, TOKENS
from rules.game.narration import Names, conditions_in_words
from tests.rules.editions.m4e.games import enter, recorded, refused


def held(record, model: str) -> set[str]:
    return set(record.state.models[model].conditions)


@pytest.mark.rule("M4-COND-01", "M4-COND-02", "M4-COND-03", "M4-COND-04", "M4-EX-26")
def test_a_token_is_there_or_not_and_of_the_crew_that_applied_it() -> None:
    record = recorded("turn 1", "token a1 burning 1", "token a1 burning 1")
    assert held(record, "a1") == {"burning:1"}
    assert "it is not gained again" in record.events[-1].text
    enter(record, "token a1 burning 0")
    assert held(record, "a1") == {"burning:0"}, "the other Crew's goes"
    assert conditions_in_words(record.state.models["a1"], Names(record.state)) == ["Burning (Law)"]
    enter(record, "token a2 slow 0", "token a2 fast 1")
    assert held(record, "a2") == set(), "they cancel each other, whoever applied them"
    assert refused(record, "token a1 cursed 0") == "M4-COND-01"
    assert refused(record, "token a1 slow 2") == "M4-COND-03"
    assert refused(record, "token_off a1 slow 0") == "M4-COND-01"
    bare = {"do": "condition", "model": "a1", "condition": "slow", "value": 1}
    assert refused(record, bare) == "M4-COND-03"
    act = {"do": "act", "name": "Lure", "lines": [{**bare, "condition": "slow:1"}]}
    enter(record, act)
    assert held(record, "a1") == {"burning:0", "slow:1"}
    enter(record, {**bare, "condition": "slow:1", "value": 0}, "token_off a1/burning/0")
    assert held(record, "a1") == set()


@pytest.mark.rule("M4-COND-05")
def test_names_before_a_parenthesis_are_one_name() -> None:
    record = recorded("turn 1", "token a1/aura (concealment)/0", "token a1/aura (hazardous)/0")
    assert held(record, "a1") == {"aura (hazardous):0"}


@pytest.mark.rule("M4-COND-06", "M4-COND-07")
def test_pairs_cancel() -> None:
    pairs = {frozenset((token.name, token.opposite)) for token in BASIC if token.opposite}
    named = "fast slow, bolstered injured, focused distracted, hastened staggered, hidden exposed"
    assert pairs == {frozenset(pair.split()) for pair in named.split(", ")}
    for pair in pairs:
        one, other = sorted(pair)
        record = recorded("turn 1", f"token a1 {one} 0", f"token a1 {other} 0")
        assert held(record, "a1") == set()
    record = recorded("turn 1", policies={"cancelling": "same_side"})
    enter(record, "token a1 slow 0", "token a1 fast 1")
    assert held(record, "a1") == {"slow:0", "fast:1"}
    enter(record, "token a1 slow 1")
    assert held(record, "a1") == set(), "that Slow took the place of the other, and cancelled Fast"


@pytest.mark.parametrize(
    ("name", "goes"),
    [
        pytest.param("adaptable", "", marks=pytest.mark.rule("M4-COND-10")),
        pytest.param("adversary", "end_phase", marks=pytest.mark.rule("M4-COND-11")),
        pytest.param("aura (concealment)", "end_phase", marks=pytest.mark.rule("M4-COND-12")),
        pytest.param("aura (hazardous)", "end_phase", marks=pytest.mark.rule("M4-COND-13")),
        pytest.param("aura (negligent)", "end_phase", marks=pytest.mark.rule("M4-COND-14")),
        pytest.param("aura (fumes)", "end_phase", marks=pytest.mark.rule("M4-COND-15")),
        pytest.param("aura (staggered)", "", marks=pytest.mark.rule("M4-COND-15")),
        pytest.param("injured", "end_phase", marks=pytest.mark.rule("M4-COND-16")),
        pytest.param("exposed", "end_phase", marks=pytest.mark.rule("M4-COND-17")),
        pytest.param("challenged", "end_phase", marks=pytest.mark.rule("M4-COND-19")),
        pytest.param("slow", "activation", marks=pytest.mark.rule("M4-COND-20")),
        pytest.param("staggered", "activation", marks=pytest.mark.rule("M4-COND-21")),
        pytest.param("stunned", "activation", marks=pytest.mark.rule("M4-COND-22")),
        pytest.param("craven", "activation", marks=pytest.mark.rule("M4-COND-23")),
        pytest.param("focused", "", marks=pytest.mark.rule("M4-COND-24")),
        pytest.param("poison", "", marks=pytest.mark.rule("M4-COND-25")),
        pytest.param("shielded", "", marks=pytest.mark.rule("M4-COND-26", "M4-COND-08")),
        pytest.param("impact", "", marks=pytest.mark.rule("M4-COND-27")),
        pytest.param("insight", "", marks=pytest.mark.rule("M4-COND-28")),
        pytest.param("entranced", "", marks=pytest.mark.rule("M4-COND-29")),
        pytest.param("summon", "", marks=pytest.mark.rule("M4-COND-30")),
        pytest.param("flicker", "", marks=pytest.mark.rule("M4-COND-31")),
        pytest.param("explosive", "", marks=pytest.mark.rule("M4-COND-32")),
        pytest.param("glowy", "end_phase", marks=pytest.mark.rule("M4-COND-33")),
        pytest.param("shame", "activation", marks=pytest.mark.rule("M4-COND-33")),
        pytest.param("parasite", "", marks=pytest.mark.rule("M4-COND-33")),
    ],
)
def test_when_each_token_goes(name: str, goes: str) -> None:
    record = recorded("turn 1", f"token a1/{name}/1", f"token a2/{name}/1", "activated a1", "activated b1")
    key = f"{name}:1"
    assert (key in held(record, "a1")) == (goes != "activation"), "at the end of its own Activation"
    assert key in held(record, "a2")
    enter(record, "turn_ends", "turn 2")
    assert (key in held(record, "a2")) == (goes != "end_phase")


@pytest.mark.rule("M4-COND-33")
def test_every_token_that_a_crew_card_names_is_known() -> None:
    import json

    from mfcampaign.catalog.build.datafiles import folder_of

    rows = json.loads((folder_of("m4e") / "upgrades.json").read_text())
    named = {token.casefold() for row in rows for token in row["figures"].get("tokens", ())}
    assert len(named) > 60
    assert named <= TOKENS.keys()
    assert {each.partition(":")[0] for each in RECORDED.conditions} == set(TOKENS)
