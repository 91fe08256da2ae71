"""Which tests PostgreSQL repeats: the plugin that records what the portal asks of its database in each test.

For each test that is not marked slow the SQLite suite notes what kinds of statement the portal sends: the
SQL without its values (``kind_of``; plain reads are left out), each read that locks rows, the kind of each
act in the audit log. ``chosen`` takes a few tests that together bring every kind that the whole suite
brings, pages and operations alike. On top of these come all tests in which the database refused something
(constraints, triggers), all that commit for real (``transaction=True``) but those of pages, and all that
bear the mark ``both``. Costs are numbers of statements, so the choice is the same on every machine.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError
from django.db.backends.signals import connection_created
from django.db.models.sql.compiler import SQLCompiler

TESTS = str(Path(__file__).parent) + os.sep
ROOT = str(Path(__file__).parents[1]) + os.sep
# What a test costs on PostgreSQL beside its statements, as a number of statements.
BEGINNING = 20
# Transactions as such are everywhere; they say nothing about what is asked of the database.
FRAME = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "PRAGMA", "CREATE", "DROP", "ALTER")
COLUMN = r'"\w+"\."\w+"(?: AS "\w+")?'
COLLAPSED = (
    (re.compile(rf"^SELECT (?:DISTINCT )?{COLUMN}(?:, {COLUMN})* FROM"), "SELECT columns FROM"),
    (re.compile(r"%s(?:, %s)+"), "%s*"),
    (re.compile(r"\(%s\*?\)(?:, \(%s\*?\))+"), "(%s*)"),
    (re.compile(r"(?: WHEN [^']{0,200}? THEN %s)+"), " WHEN*"),
    (re.compile(r"IN \(%s\*?\)"), "IN (%s*)"),
    (re.compile(r"\b\d+\b"), "N"),
    (re.compile(r" LIMIT N$"), ""),
)
# Reading tables by their columns, joined or not, is the same everywhere, unless it locks rows.
TELLING = re.compile(r"SELECT.*SELECT|\bCASE\b|GROUP BY|LIKE|REGEXP|JSON|COALESCE|OVER \(|DISTINCT")
PAGES = re.compile(r"tests/permissions|test_fuzz|test_pages|_pages?\.py|/test_pages_a/")
ACT = re.compile(r"[a-z_]+\.[a-z_]+")


class Record(msgspec.Struct):
    """What one test sent: kinds by their number in ``Records.kinds``, and how many statements in all."""

    kinds: list[int]
    statements: int
    always: bool = False


class Records(msgspec.Struct):
    """What the tests of one process sent, by node id."""

    kinds: list[str] = []
    tests: dict[str, Record] = {}


@lru_cache(maxsize=20_000)
def kind_of(sql: str) -> str:
    """The statement without its values. Empty for a frame and for a plain read."""
    sql = sql.strip()
    if sql.upper().startswith(FRAME) or (sql.startswith("SELECT") and not TELLING.search(sql)):
        return ""
    return without_values(sql)


def without_values(sql: str) -> str:
    """Lists of any length and numbers are alike."""
    for pattern, short in COLLAPSED:
        sql = pattern.sub(short, sql)
    return sql


def _asked_by_the_portal() -> bool:
    """Whether the nearest code that is not a library's is the portal's: a test may look at rows as it
    likes."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(ROOT) and "site-packages" not in file and file != __file__:
            return not file.startswith(TESTS)
        frame = frame.f_back
    return False


class Recorder:
    """Notes the statements of each test and writes them to ``folder`` at the end."""

    def __init__(self, folder: Path, process: str) -> None:
        self.path = folder / f"statements-{process}.json"
        self.numbers: dict[str, int] = {}
        self.tests: dict[str, Record] = {}
        self._begin()
        self._note_locks()
        connection_created.connect(self._watch, weak=False, dispatch_uid="tests.statements")

    def _begin(self) -> None:
        self.sent: set[str] = set()
        self.count, self.refused = 0, False

    def _watch(self, connection: Any, **_: Any) -> None:
        if self.statement not in connection.execute_wrappers:
            connection.execute_wrappers.insert(0, self.statement)

    def _note_locks(self) -> None:
        """SQLite writes no lock into its statements: each that would have one is a kind by itself."""
        as_sql = SQLCompiler.as_sql

        def noted(compiler: SQLCompiler, *args: Any, **options: Any) -> Any:
            sql, params = as_sql(compiler, *args, **options)
            if compiler.query.select_for_update and _asked_by_the_portal():
                self.sent.add(f"lock {without_values(sql)}")
            return sql, params

        setattr(SQLCompiler, "as_sql", noted)  # noqa: B010  a plain assignment would want its types

    def statement(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        self.count += 1
        kind = kind_of(str(sql))
        if kind and kind not in self.sent and _asked_by_the_portal():
            self.sent.add(kind)
        if kind.startswith('INSERT INTO "audit_act"') and not many:
            acts = (value for value in params if isinstance(value, str) and ACT.fullmatch(value))
            self.sent.update(f"act {act}" for act in acts)
        try:
            return execute(sql, params, many, context)
        except DatabaseError:
            self.refused = True
            raise

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self._begin()
        try:
            return (yield)
        finally:
            if self.count and not item.get_closest_marker("slow"):
                # On both databases, but perhaps shorter on the other: it stands for no statement.
                both = item.get_closest_marker("both") is not None
                kinds = [self._number(kind) for kind in sorted(self.sent) if kind and not both]
                always = both or self.refused or _commits(item)
                self.tests[item.nodeid] = Record(kinds, self.count, always)

    def _number(self, kind: str) -> int:
        return self.numbers.setdefault(kind, len(self.numbers))

    def pytest_sessionfinish(self) -> None:
        self.path.write_bytes(msgspec.json.encode(Records(list(self.numbers), self.tests)))


def _commits(item: pytest.Item) -> bool:
    """Whether it commits for the database's sake: pages do so that commands are carried out afterwards."""
    if PAGES.search(item.nodeid):
        return False
    marked = item.get_closest_marker("django_db")
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(marked and marked.kwargs.get("transaction")) or bool(
        fixtures & {"transactional_db", "live_server"}
    )


def chosen(folder: Path) -> list[str]:
    """The tests that PostgreSQL repeats, from what the processes of the SQLite suite wrote to ``folder``."""
    tests: dict[str, tuple[frozenset[str], Record]] = {}
    for path in sorted(folder.glob("statements-*.json")):
        records = msgspec.json.decode(path.read_bytes(), type=Records)
        for name, record in records.tests.items():
            tests[name] = frozenset(records.kinds[number] for number in record.kinds), record
    picked = {name for name, (_, record) in tests.items() if record.always}
    missing = set().union(*(kinds for kinds, _ in tests.values())) if tests else set()
    missing -= set().union(*(tests[name][0] for name in picked)) if picked else set()
    picked |= set(_cover({name: it for name, it in tests.items() if name not in picked}, missing))
    return sorted(picked)


def _cover(tests: dict[str, tuple[frozenset[str], Record]], missing: set[str]) -> Iterator[str]:
    """Each time the test that sends most of what is missing for its cost; then none that others make idle."""

    def worth(name: str) -> float:
        kinds, record = tests[name]
        return len(kinds & left) / (BEGINNING + record.statements)

    left, picked = set(missing), []
    while left:
        picked.append(max(sorted(tests), key=worth))
        left -= tests[picked[-1]][0]
    sent = Counter(kind for name in picked for kind in tests[name][0])
    for name in sorted(picked, key=lambda name: -tests[name][1].statements):
        own = tests[name][0] & missing
        if all(sent[kind] > 1 for kind in own):
            sent.subtract(own)
        else:
            yield name
