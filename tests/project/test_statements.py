"""The choice of what PostgreSQL repeats: every kind of statement once, and nothing dear without need."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.db.models.sql.compiler import SQLCompiler

from mfcampaign.dispatch.models import Command
from mfcampaign.dispatch.operations import execute
from tests.statements import Record, Recorder, Records, chosen, kind_of


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ('INSERT INTO "t" ("a", "b") VALUES (%s, %s), (%s, %s)', 'INSERT INTO "t" ("a", "b") VALUES (%s*)'),
        (
            'UPDATE "t" SET "a" = 3 WHERE "t"."id" IN (%s, %s)',
            'UPDATE "t" SET "a" = N WHERE "t"."id" IN (%s*)',
        ),
        ('SELECT "t"."a", "t"."b" AS "c" FROM "t" LIMIT 21', ""),
        ('SELECT "t"."a" FROM "t" INNER JOIN "u" ON (1) LIMIT 2', ""),
        (
            'SELECT DISTINCT "t"."a" FROM "t" INNER JOIN "u" ON (1) LIMIT 2',
            'SELECT columns FROM "t" INNER JOIN "u" ON (N)',
        ),
        ("SAVEPOINT s1", ""),
    ],
)
def test_values_lengths_and_plain_reads_make_no_kind(sql: str, kind: str) -> None:
    assert kind_of(sql) == kind


@pytest.mark.django_db
def test_a_read_that_locks_is_a_kind_though_sqlite_writes_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SQLCompiler, "as_sql", SQLCompiler.as_sql)  # put back afterwards
    recorder = Recorder.__new__(Recorder)
    recorder._begin()
    recorder._note_locks()
    assert Command.objects.filter(pk=1).first() is None
    assert recorder.sent == set()
    assert execute(1) == "skipped"
    (kind,) = recorder.sent
    assert kind.startswith('lock SELECT columns FROM "dispatch_command" WHERE')


def test_every_kind_is_chosen_once_and_what_must_run_runs(tmp_path: Path) -> None:
    kinds = ["a", "b", "c", "d"]
    tests = {
        "dear": Record([0, 1, 2], 5000),
        "first": Record([0, 1], 50),
        "second": Record([1, 2], 60),
        "idle": Record([1], 10),
        "refused": Record([3], 900, always=True),
        "both": Record([], 70, always=True),
    }
    for process, names in {"gw0": ("dear", "first", "refused"), "gw1": ("second", "idle", "both")}.items():
        records = Records(kinds, {name: tests[name] for name in names})
        (tmp_path / f"statements-{process}.json").write_bytes(msgspec.json.encode(records))
    picked = chosen(tmp_path)
    assert {"refused", "both"} <= set(picked)
    assert {kind for name in picked for kind in tests[name].kinds} == {0, 1, 2, 3}
    assert "dear" not in picked
    assert "idle" not in picked


def test_nothing_recorded_chooses_nothing(tmp_path: Path) -> None:
    assert chosen(tmp_path) == []
