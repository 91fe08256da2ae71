"""Every house rule is on the page, is read by the rules, and has a test for each of its values.

A test says which one it is for with ``@pytest.mark.switch("rating_scope", "arsenal")``. A choice needs a
test for each word; a number or a list one for the default and one for another value.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import typing
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_type_hints

import pytest

from mfcampaign.campaigns.settings.forms import PolicyForm, groups
from mfcampaign.campaigns.settings.labels import NOTES
from mfcampaign.campaigns.settings.operations import AT_ONCE, OF_THE_START
from rules.campaign.policies import POLICIES, Policies, policies_as_dict, policies_from
from rules.campaign.system import systems
from rules.refusal import Refusal
from tests.project.test_guards import ROOT, nodes, python_files

NAMES = Policies.__struct_fields__
USUAL = policies_as_dict(POLICIES)
# Where settings are only listed, stored and worded: reading one there is not playing by it.
ABOUT = ("rules/campaign/policies.py", "rules/campaign/readings.py", "mfcampaign/campaigns/settings/")


def marks_in(trees: Iterable[ast.AST]) -> dict[str, list[Any]]:
    """Setting to the values that some test is marked for."""
    values: dict[str, list[Any]] = defaultdict(list)
    for tree in trees:
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "switch"
            ):
                name, value = (ast.literal_eval(part) for part in _two(node))
                values[name].append(value)
    return dict(values)


def _two(node: ast.Call) -> list[ast.expr]:
    is_mark = ast.unparse(node.func) == "pytest.mark.switch"
    return node.args if is_mark and len(node.args) == 2 else [ast.Constant(""), ast.Constant("")]


def untested(marks: Mapping[str, list[Any]]) -> list[str]:
    """Each value that no test is for, as a sentence."""
    hints = get_type_hints(Policies, include_extras=True)
    missing = []
    for name in NAMES:
        there = marks.get(name, [])
        for value in _words(hints[name]):
            if value not in [known for known in there if type(known) is type(value)]:
                missing.append(f'{name}: no test is marked switch("{name}", {value!r})')
        if not _words(hints[name]) or _has_number(hints[name]):
            plain = [list(known) if isinstance(known, tuple) else known for known in there]
            usual = list(USUAL[name]) if isinstance(USUAL[name], tuple) else USUAL[name]
            if usual not in plain or all(known == usual for known in plain):
                missing.append(f"{name}: tests for {usual!r} and for another value, not {plain}")
    return missing


def _words(hint: Any) -> list[Any]:
    """What a setting that is no number may be."""
    if hint is bool:
        return [True, False]
    if typing.get_origin(hint) is Literal:
        return list(typing.get_args(hint))
    return [word for inner in typing.get_args(hint) if inner is not Ellipsis for word in _words(inner)]


def _has_number(hint: Any) -> bool:
    return hint is int or any(_has_number(inner) for inner in typing.get_args(hint))


@pytest.fixture(scope="module")
def marks() -> dict[str, list[Any]]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    values = marks_in(ast.parse(text) for text in texts if "mark.switch" in text)
    values.pop("", None)
    return values


def test_the_finding_would_miss_nothing():
    marked = marks_in([ast.parse('@pytest.mark.switch("rating_scope", "arsenal")\ndef test_x(): pass')])
    assert marked == {"rating_scope": ["arsenal"]}
    missing = untested(marked)
    assert "rating_scope: no test is marked switch(\"rating_scope\", 'crew')" in missing
    assert not any("'arsenal'" in line for line in missing if line.startswith("rating_scope"))
    assert "pool_cap: tests for 10 and for another value, not []" in missing
    assert "pool_cap: tests for 10 and for another value, not [10]" in untested({"pool_cap": [10]})
    assert not any(line.startswith("pool_cap") for line in untested({"pool_cap": [10, 7]}))
    assert "lucky_miss_cheatable" in " ".join(untested({"lucky_miss_cheatable": [0, False]})), "0 is no False"
    assert any(line.startswith("master_value: no test") for line in untested({"master_value": [15, 3]}))


def test_every_value_of_every_house_rule_has_a_test(marks):
    assert len(marks) > 20, "the marks were not found at all"
    missing = untested(marks)
    assert not missing, "mark the test that would catch each of these being wrong:\n" + "\n".join(missing)


def test_every_mark_names_a_house_rule_and_a_value_it_allows(marks):
    wrong = []
    for name, values in marks.items():
        for value in values:
            try:
                policies_from({name: value})
            except Refusal as refusal:
                wrong.append(str(refusal))
    assert not wrong


def test_every_house_rule_is_on_the_page_with_what_it_is_good_for():
    listed = {setting.name: setting for group in groups(POLICIES) for setting in group.settings}
    assert list(listed) == list(NAMES)
    asked = set().union(*(PolicyForm(system=system.code).fields for system in systems()))
    assert asked == set(NAMES)
    assert set(NOTES) == set(NAMES), "a note in forms/policy_notes.py says why one would choose otherwise"
    assert OF_THE_START <= set(NAMES)
    assert AT_ONCE <= set(NAMES)


def read_in(paths: Iterable[Path]) -> set[str]:
    """Names that are read as an attribute of something in these files."""
    return {
        node.attr
        for path in paths
        if not path.relative_to(ROOT).as_posix().startswith(ABOUT)
        for node in nodes(path, *(f".{name}" for name in NAMES))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in NAMES
    }


def test_no_switch_is_dead():
    read = read_in(python_files("rules", "mfcampaign"))
    assert "pool_cap" in read
    assert "no_such_switch" not in read
    unread = set(NAMES) - read
    assert not unread, f"nothing plays by these: {sorted(unread)}"


@pytest.mark.parametrize(
    ("where", "most", "number"),
    [
        pytest.param("tests/rules", 3600, 100, marks=pytest.mark.slow),
        # Each of them lives a league again: a minute for what seldom changes.
        pytest.param("tests/campaigns", 7200, 20, marks=pytest.mark.soak),
    ],
)
def test_the_marked_tests_fail_when_their_house_rule_is_stuck(where, most, number):
    """The marks are no mere claims; see ``tests.project.switch_plugin``."""
    files = [str(path) for path in (ROOT / where).rglob("test_*.py") if "mark.switch(" in path.read_text()]
    output = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            *sorted(files),
            "-p",
            "tests.project.switch_plugin",
            "-q",
            "-s",
            "-m",
            "switch",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=most,
        check=False,
    ).stdout
    summary = re.search(r"^(\d+) marks, (\d+) without bite$", output, re.MULTILINE)
    assert summary, output
    assert int(summary[1]) > number
    assert summary[2] == "0", output
