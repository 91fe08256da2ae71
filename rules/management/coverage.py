"""Which rows of ``docs/rules`` have a test: read from the tables and the tests, nothing is run.

A rule is a row of a table headed ``ID``; a question is a row of a table headed ``#``. Rows of a table
headed ``ID, by the players`` only an engine could keep: they are listed and not counted. A test claims
rows by ``@pytest.mark.rule("M3E-HIRE-12", …)`` on the function, its class, its module
(``pytestmark``) or one ``pytest.param``. A test that is always skipped or expected to fail claims
nothing.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

ROW_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-[A-Z]?\d+")
RULES, QUESTIONS, BY_THE_PLAYERS = "ID", "#", "ID, by the players"
GENERATED = ("coverage.md", "README.md")
NO_CLAIM = frozenset({"skip", "xfail"})


class Ledger(Struct, frozen=True):
    """The IDs of ``docs/rules``: ``rules`` by area in the order of the documents, ``questions``, and what is
    kept ``by_the_players``."""

    rules: tuple[str, ...]
    questions: frozenset[str]
    by_the_players: tuple[str, ...] = ()

    @property
    def known(self) -> frozenset[str]:
        return self.questions | frozenset(self.rules + self.by_the_players)

    def areas(self) -> dict[str, list[str]]:
        """Rules by area: ``{"M3E-HIRE": ["M3E-HIRE-01", …], …}``."""
        by_area: dict[str, list[str]] = {}
        for rule in self.rules:
            by_area.setdefault(rule.rpartition("-")[0], []).append(rule)
        return by_area


class Claims(Struct, frozen=True):
    """What the tests are marked with: ``by_rule`` ID → places, and ``unreadable`` marks (place: why)."""

    by_rule: dict[str, tuple[str, ...]]
    unreadable: tuple[str, ...] = ()


class Coverage(Struct, frozen=True):
    """The ledger against the claims."""

    ledger: Ledger
    claims: Claims

    @property
    def missing(self) -> list[str]:
        return [rule for rule in self.ledger.rules if rule not in self.claims.by_rule]

    @property
    def covered(self) -> int:
        return len(self.ledger.rules) - len(self.missing)

    @property
    def unknown(self) -> list[str]:
        """Marks with an ID that no table has."""
        return sorted(set(self.claims.by_rule) - self.ledger.known)

    def summary(self) -> dict[str, object]:
        return {"rows": len(self.ledger.rules), "covered": self.covered, "missing": self.missing}


def read_ledger(folder: Path) -> Ledger:
    """All tables of ``folder/*.md``; an ID that occurs twice is a ``ValueError``."""
    by_heading: dict[str, list[str]] = {RULES: [], QUESTIONS: [], BY_THE_PLAYERS: []}
    for path in sorted(folder.glob("*.md")):
        if path.name in GENERATED:
            continue
        for heading, row in _rows(path.read_text(encoding="utf-8")):
            by_heading[heading].append(row)
    every = Counter(row for rows in by_heading.values() for row in rows)
    if twice := sorted(row for row, times in every.items() if times > 1):
        raise ValueError(f"docs/rules: each ID has one row, but these have more: {', '.join(twice)}")
    return Ledger(
        tuple(by_heading[RULES]), frozenset(by_heading[QUESTIONS]), tuple(by_heading[BY_THE_PLAYERS])
    )


def _rows(text: str) -> Iterator[tuple[str, str]]:
    heading: str | None = None
    for line in text.splitlines():
        if not line.startswith("|"):
            heading = None
            continue
        first = line.strip().strip("|").split("|")[0].strip()
        if heading is None:
            heading = first
        elif heading in (RULES, QUESTIONS, BY_THE_PLAYERS) and ROW_ID.fullmatch(first):
            yield heading, first


def read_claims(tests: Path) -> Claims:
    """The ``rule`` marks of every ``test_*.py`` below ``tests``."""
    by_rule: dict[str, list[str]] = {}
    unreadable: list[str] = []
    for path in sorted(tests.rglob("test_*.py")):
        module = path.relative_to(tests.parent).as_posix()
        for place, call in _marks(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    by_rule.setdefault(argument.value, []).append(f"{module}::{place}")
                else:
                    unreadable.append(f"{module}:{call.lineno}: write each ID as a plain string")
    return Claims({rule: tuple(places) for rule, places in sorted(by_rule.items())}, tuple(unreadable))


def _marks(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    yield from (("module", call) for call in _module_marks(tree))
    yield from _marks_in(tree.body, "")


def _module_marks(tree: ast.Module) -> Iterator[ast.Call]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        ):
            yield from _rule_calls(node.value)


def _marks_in(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.Call]]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if any(_mark_name(decorator) in NO_CLAIM for decorator in node.decorator_list):
            continue
        name = f"{prefix}{node.name}"
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from ((name, call) for mark in node.decorator_list for call in _rule_calls(mark))
            yield from _marks_in(node.body, f"{name}::")
        elif node.name.startswith("test"):
            yield from ((name, call) for mark in node.decorator_list for call in _rule_calls(mark))


def _rule_calls(node: ast.expr) -> Iterator[ast.Call]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and _mark_name(inner) == "rule":
            yield inner


def _mark_name(node: ast.expr) -> str:
    """``"rule"`` of ``pytest.mark.rule(…)``; empty for anything that is not a mark."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Attribute):
        return function.attr if function.value.attr == "mark" else ""
    return ""


def as_markdown(coverage: Coverage) -> str:
    """docs/rules/coverage.md, whole."""
    lines = [
        "# Rules with a test",
        "",
        "Generated by `python manage.py rules_coverage --write` from the tables beside this file and the",
        "`rule` marks in `tests/`; `make check` fails when it is stale.",
        "",
        f"{coverage.covered} of {len(coverage.ledger.rules)} rows have a test.",
        "",
        "| area | rows | covered | missing |",
        "|---|---|---|---|",
    ]
    for area, rules in coverage.ledger.areas().items():
        missing = [rule.rpartition("-")[2] for rule in rules if rule not in coverage.claims.by_rule]
        named = "all" if len(missing) == len(rules) else ", ".join(missing) or "none"
        lines.append(f"| {area} | {len(rules)} | {len(rules) - len(missing)} | {named} |")
    questions = sorted(coverage.ledger.questions & set(coverage.claims.by_rule))
    lines += ["", f"Open questions with a test: {', '.join(questions) or 'none'}.", ""]
    if kept := coverage.ledger.by_the_players:
        lines += [
            f"{len(kept)} further rows are kept by the players at their table: only an engine could keep",
            "them, and they are not counted above.",
            "",
            "| area | rows |",
            "|---|---|",
        ]
        for area, further in groupby(kept, key=lambda rule: rule.rpartition("-")[0]):
            lines.append(f"| {area} | {', '.join(rule.rpartition('-')[2] for rule in further)} |")
        lines.append("")
    return "\n".join(lines)
