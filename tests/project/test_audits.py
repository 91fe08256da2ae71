"""`make check` looks for known holes: what it found, what it could not ask, and that it would see one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts import audit_dependencies as audit
from scripts import check

ROOT = Path(__file__).resolve().parents[2]
HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["2.0"]}


def test_a_known_hole_fails_and_names_its_mending(capsys):
    packages = [
        {"name": "sound", "version": "1", "vulns": []},
        {"name": "old", "version": "1", "vulns": [HOLE]},
    ]
    assert audit.verdict(packages) == 1
    assert "old 1: PYSEC-2026-1, fixed in 2.0" in capsys.readouterr().out


def test_nothing_known_of_packages_that_were_asked_about_is_well(capsys):
    assert audit.verdict([{"name": "sound", "version": "1", "vulns": []}]) == 0


def test_what_could_not_be_asked_is_never_called_well(capsys):
    unheard = {"name": "away", "skip_reason": "not found"}
    assert audit.verdict([unheard]) == audit.SKIPPED
    assert audit.verdict([{"name": "sound", "version": "1", "vulns": []}, unheard]) == audit.SKIPPED
    assert audit.verdict([]) == audit.SKIPPED
    assert "SKIPPED" in capsys.readouterr().out


def test_a_skipped_check_stands_in_the_table_and_a_failed_one_fails(monkeypatch, capsys):
    leave = [sys.executable, "-c", "import sys; sys.exit(int(sys.argv[1]))"]
    monkeypatch.setattr(check, "CHECKS", {"one": [*leave, "0"], "two": [*leave, "77"]})
    assert check.main([]) == 0
    assert "SKIPPED: nothing was checked" in capsys.readouterr().out
    monkeypatch.setitem(check.CHECKS, "three", [*leave, "1"])
    assert check.main([]) == 1


def test_the_scan_of_our_own_code_sees_a_shell_and_reads_what_make_check_names(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("import subprocess\nsubprocess.call('echo ' + input(), shell=True)\n")
    command = check.CHECKS["holes"]
    assert set(command[-3:]) == {"mfcampaign", "rules", "scripts"}
    done = subprocess.run([*command[:-3], str(bad)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "B602" in done.stdout
