"""Another edition joins without untested paths: every rule test of the engine takes the ruleset."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rules.editions.m3e.ruleset import M3E, RULESETS, RulesetPolicies, ruleset
from rules.refusal import Refusal

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "game"
"""What plays by any ruleset."""
# Judges of results, of scenario flips and of what is agreed before the first card, and one edition's own
# cards: they run no procedure of the engine.
OTHERS = {
    "test_casualties.py",
    "test_result.py",
    "test_scenario.py",
    "test_record.py",
    "test_before.py",
    "test_catalogue.py",
}
# Functions of numbers and printed data alone.
PURE = {
    "test_as_many_vp_as_there_are_is_none",
    "test_attack_and_tactical",
    "test_burning_by_its_value",
    "test_every_printing_of_hard_to_wound_hinders_damage_flips",
    "test_more_vp_than_there_are_is_told",
    "test_the_band_of_the_card_picks_the_segment",
    "test_what_is_said_against_a_place",
    "test_what_cannot_be_told_by_its_origin_is_prompted_as_a_whole",
    "test_which_card_may_be_taken",
    "test_without_a_timing_word_it_is_after_succeeding",
    "test_the_thirteen_and_when_they_are_revealed",
}


def rule_tests() -> dict[str, list[str]]:
    """The tests marked with an M3E row, and their arguments."""
    return {
        node.name: [argument.arg for argument in node.args.args]
        for path in sorted(path for folder in (HERE / "play", SHARED) for path in folder.rglob("test_*.py"))
        if path.name not in OTHERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any("M3E-" in ast.unparse(decorator) for decorator in node.decorator_list)
    }


def test_every_rule_test_takes_the_ruleset():
    tests = rule_tests()
    assert len(tests) > 250
    without = {name for name, arguments in tests.items() if "ruleset" not in arguments} - PURE
    assert not without, f"take `ruleset` (tests/rules/conftest.py) in: {sorted(without)}"


def test_rulesets_by_name():
    assert ruleset("m3e") == M3E == RULESETS["m3e"]
    assert ruleset("m3e", {"chain_limit": 3}).policies == RulesetPolicies(chain_limit=3)
    for name, policies in (("m9e", {}), ("m3e", {"chain": 3}), ("m3e", {"chain_limit": 9})):
        with pytest.raises(Refusal):
            ruleset(name, policies)


def test_every_policy_names_its_row():
    """Each policy stands beside the row that reads two ways, and a test mentions it by name."""
    source = (HERE.parents[3] / "rules" / "editions" / "m3e" / "ruleset.py").read_text(encoding="utf-8")
    tests = "".join(
        path.read_text(encoding="utf-8") for folder in (HERE, SHARED) for path in folder.rglob("test_*.py")
    )
    lines = {
        line.split(":")[0].strip(): line for line in source.splitlines() if "  # " in line and ":" in line
    }
    for name in RulesetPolicies.__struct_fields__:
        assert name in lines, name
        assert name in tests, f"no test sets the policy {name}"
