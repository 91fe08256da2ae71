"""``make test`` adds its suites up honestly: one failure anywhere fails it, nothing skipped is silent."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import run_tests

ROOT = Path(__file__).resolve().parents[2]
# Plugins that no suite here needs take longer to load than its tests to run.
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


@pytest.fixture
def run(pytester: pytest.Pytester, tmp_path: Path):
    """Runs one suite on ``source`` in a bare directory; returns (exit code, output)."""

    def one(name: str, source: str) -> tuple[int, str]:
        pytester.makepyfile(**{f"test_{name}": source})
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTAL_")}
        environment |= {"PORTAL_SUITES": str(tmp_path), "PORTAL_SUITE": name, "PORTAL_SUITE_BEGAN": "0"}
        environment |= {"PYTHONPATH": str(ROOT), "COLUMNS": "100", "PORTAL_SUITES_ALL": "3"} | BARE
        command = [sys.executable, "-m", "pytest", "-p", "tests.suites", f"test_{name}.py"]
        done = subprocess.run(
            command, cwd=pytester.path, env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout

    return one


def test_the_closing_line_counts_every_suite(run) -> None:
    assert run("one", "def test_a(): pass\ndef test_b(): assert False")[0] == 1
    assert run("two", "import pytest\ndef test_a(): pytest.skip('no such server here')")[0] == 0
    code, output = run("three", "def test_a(): pass\ndef test_b(): pass")
    assert code == 0
    closing = output.strip().splitlines()[-1]
    assert re.search(r"= 1 failed, 3 passed, 1 skipped in .*=", closing)
    assert re.search(r"^one +1 +1 +0 +0", output, re.M)
    assert "FAILED  one: test_one.py::test_b" in output
    assert "SKIPPED two: 1 × no such server here" in output


def test_lanes_run_beside_each_other_and_every_code_is_told(tmp_path: Path, capfd) -> None:
    """The first waits for the others' file; the second lane fails, and its words come when it has ended."""
    sources = {
        "waits": f"""
import os, time
def test_a():
    end = time.monotonic() + 60
    while not os.path.exists({str(tmp_path / "there")!r}):
        assert time.monotonic() < end
        time.sleep(0.05)
""",
        "comes": f"def test_a(): open({str(tmp_path / 'there')!r}, 'w').close()",
        "fails": "def test_a(): assert False, 'as it should'",
    }
    for name, source in sources.items():
        (tmp_path / f"test_{name}.py").write_text(source)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PORTAL_")}
    environment |= {"PYTHONPATH": str(ROOT), "PORTAL_SUITES": str(tmp_path)} | BARE
    lanes: list[run_tests.Plan] = [{"waits": ([], {})}, {"comes": ([], {}), "fails": ([], {})}]
    bare = ["-c", os.devnull, "-p", "no:cacheprovider"]
    suites = run_tests.Suites(lanes, tmp_path, environment)
    codes = suites.run(lambda name, planned: [*bare, str(tmp_path / f"test_{name}.py")])
    said = capfd.readouterr().out
    assert sorted(codes) == [0, 0, 1]
    assert "=== comes ===" in said
    assert "as it should" in said
    assert said.count(" all suites ") == 1
    assert re.search(r"= 1 failed, 2 passed in .*=", said)


def test_only_what_touches_a_database_runs_twice(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it=(
            "import pytest\n"
            "def test_pure(): pass\n"
            "@pytest.mark.django_db\n"
            "def test_rows(): pass\n"
            "def test_also_rows(transactional_db): pass\n"
        )
    )
    pytester.makeconftest("from tests.conftest import *")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "mfcampaign.settings"}
    command = [sys.executable, "-m", "pytest", "--database-only", "--collect-only", "-q"]
    done = subprocess.run(
        command, cwd=pytester.path, env=environment, capture_output=True, text=True, check=False
    )
    assert "test_rows" in done.stdout
    assert "test_also_rows" in done.stdout
    assert "test_pure" not in done.stdout
