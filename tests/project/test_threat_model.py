"""What docs/threat-model.md says is tested, by tests that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([AP]\d+) \| (.+) \|$", TEXT, re.M)


def names_in(path: Path) -> set[str]:
    """The names of a file's tests."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {
        node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_each_try_and_each_promise_has_one_row_a_figure_and_tests() -> None:
    wanted = [f"A{number}" for number in range(1, 26)] + [f"P{number}" for number in range(1, 22)]
    assert [name for name, _ in ROWS] == wanted
    for name, row in ROWS:
        *_, figure, tests = row.split(" | ")
        assert figure.strip(), f"{name} has no figure"
        assert re.fullmatch(r"`tests/\S+::test_\w+`(, `tests/\S+::test_\w+`)*", tests), f"{name}: {tests}"


def test_each_attack_has_a_number_of_its_own_and_names_tests() -> None:
    rows = re.findall(r"^\| (\d+[a-z]?) \| (.+) \|$", TEXT, re.M)
    assert len(rows) > 50
    assert len({number for number, _ in rows}) == len(rows)
    assert [number for number, row in rows if not re.search(r"tests/\w+|\btest_\w+\.py", row)] == []


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)
    assert len(named) > 80
    held = {file: names_in(ROOT / file) for file, _ in set(named) if (ROOT / file).exists()}
    gone = sorted(f"{file}::{test}" for file, test in named if test not in held.get(file, ()))
    assert not gone, f"docs/threat-model.md names tests that are gone: {gone}"


def test_every_file_of_tests_that_is_named_is_there() -> None:
    files = {file for file in re.findall(r"`?(tests/[\w/]+(?:\.py)?)", TEXT) if not (ROOT / file).exists()}
    assert not files, f"docs/threat-model.md names files that are gone: {files}"
