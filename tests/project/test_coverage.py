"""The coverage of the rules is read from the tests as they stand, and cannot be flattered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.management.coverage import Coverage, as_markdown, read_claims, read_ledger

TABLE = """# Rules

| ID | rule |
|---|---|
| X-ONE-01 | first |
| X-ONE-02 | second |
| X-TWO-01 | third |

| # | question |
|---|---|
| A-07 | open |

| ID, by the players | rule |
|---|---|
| X-TWO-02 | what only an engine could keep |

| column | value |
|---|---|
| X-NOT-01 | a table of something else |
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "x.md").write_text(TABLE)
    return folder


def claims_of(tmp_path: Path, source: str):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_it.py").write_text("import pytest\n" + source)
    return read_claims(folder)


def test_rules_and_questions_are_told_apart_by_the_heading_of_their_table(ledger: Path) -> None:
    read = read_ledger(ledger)
    assert read.rules == ("X-ONE-01", "X-ONE-02", "X-TWO-01")
    assert read.questions == {"A-07"}
    assert read.by_the_players == ("X-TWO-02",)
    assert "X-TWO-02" in read.known
    assert list(read.areas()) == ["X-ONE", "X-TWO"]


def test_an_id_in_two_rows_is_refused(ledger: Path) -> None:
    (ledger / "y.md").write_text("| ID | rule |\n|---|---|\n| X-ONE-02 | again |\n")
    with pytest.raises(ValueError, match="X-ONE-02"):
        read_ledger(ledger)


@pytest.mark.parametrize(
    ("source", "claimed"),
    [
        ("@pytest.mark.rule('X-ONE-01')\ndef test_a(): pass", {"X-ONE-01"}),
        ("@pytest.mark.rule('X-ONE-01', 'X-TWO-01')\ndef test_a(): pass", {"X-ONE-01", "X-TWO-01"}),
        ("@pytest.mark.rule('X-ONE-01')\nclass TestA:\n  def test_a(self): pass", {"X-ONE-01"}),
        ("class TestA:\n  @pytest.mark.rule('X-ONE-01')\n  def test_a(self): pass", {"X-ONE-01"}),
        (
            "pytestmark = [pytest.mark.django_db, pytest.mark.rule('X-TWO-01')]\ndef test_a(): pass",
            {"X-TWO-01"},
        ),
        (
            "@pytest.mark.parametrize('a', [pytest.param(1, marks=pytest.mark.rule('X-ONE-02'))])\n"
            "def test_a(a): pass",
            {"X-ONE-02"},
        ),
        ("@pytest.mark.skip\n@pytest.mark.rule('X-ONE-01')\ndef test_a(): pass", set()),
        ("@pytest.mark.rule('X-ONE-01')\n@pytest.mark.xfail(reason='later')\ndef test_a(): pass", set()),
        ("@pytest.mark.rule('X-ONE-01')\ndef helper(): pass", set()),
        ("# @pytest.mark.rule('X-ONE-01')\ndef test_a(): 'pytest.mark.rule(\"X-ONE-02\")'", set()),
    ],
)
def test_marks_are_found_where_a_test_carries_them(tmp_path: Path, source: str, claimed: set[str]) -> None:
    assert set(claims_of(tmp_path, source).by_rule) == claimed


def test_an_id_that_is_computed_is_unreadable(tmp_path: Path) -> None:
    claims = claims_of(tmp_path, "@pytest.mark.rule(f'X-ONE-{1:02}')\ndef test_a(): pass")
    assert claims.by_rule == {}
    assert len(claims.unreadable) == 1
    assert "test_it.py:2" in claims.unreadable[0]


def test_the_summary_counts_rows_once_and_lists_the_missing(ledger: Path, tmp_path: Path) -> None:
    claims = claims_of(tmp_path, "@pytest.mark.rule('X-ONE-01', 'X-ONE-01', 'A-07')\ndef test_a(): pass")
    coverage = Coverage(read_ledger(ledger), claims)
    assert coverage.summary() == {"rows": 3, "covered": 1, "missing": ["X-ONE-02", "X-TWO-01"]}
    assert coverage.unknown == []
    page = as_markdown(coverage)
    assert "| X-ONE | 2 | 1 | 02 |" in page
    assert "| X-TWO | 1 | 0 | all |" in page
    assert "Open questions with a test: A-07." in page
    assert page.endswith("| X-TWO | 02 |\n"), "kept by the players, listed and not counted"


def test_the_command_prints_the_projects_own_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rules_coverage", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert summary["rows"] == summary["covered"] + len(summary["missing"])
    assert summary["rows"] == 1353, "a new row? then change this number with it"


def test_the_command_fails_on_a_stale_page_and_on_a_mark_without_a_row(ledger: Path, tmp_path: Path) -> None:
    claims_of(tmp_path, "@pytest.mark.rule('X-ONE-01')\ndef test_a(): pass")
    where = {"tests": tmp_path / "tests", "rules": ledger}
    with pytest.raises(CommandError, match="stale"):
        call_command("rules_coverage", check=True, **where)
    call_command("rules_coverage", write=True, **where)
    call_command("rules_coverage", check=True, **where)
    (tmp_path / "tests" / "test_more.py").write_text(
        "import pytest\n@pytest.mark.rule('X-GONE-09')\ndef test_b(): pass"
    )
    with pytest.raises(CommandError, match="X-GONE-09"):
        call_command("rules_coverage", check=True, **where)


def test_collecting_a_mark_without_a_row_stops_the_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
    pytester.makeini("[pytest]\nmarkers = rule(*ids): rows\n")
    pytester.makeconftest("from tests.conftest import pytest_addoption, pytest_collection_modifyitems")
    pytester.makepyfile("import pytest\n@pytest.mark.rule('M3E-NOPE-99')\ndef test_a(): pass")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "--ds=mfcampaign.settings")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*M3E-NOPE-99*"])
