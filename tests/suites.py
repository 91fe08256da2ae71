"""Several pytest runs, one result: the plugin that ``scripts/run_tests.py`` loads into each of them.

Every run writes what it did to ``$PORTAL_SUITES/<number>-<name>.json``. The one that ends last prints the
table of all runs, what was skipped and why, and lets pytest's own closing line count all of them.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed", "warnings")
FOLDER = Path(os.environ.get("PORTAL_SUITES", ""))
NAME = os.environ.get("PORTAL_SUITE", "")
ALL = int(os.environ.get("PORTAL_SUITES_ALL", "1"))


def pytest_configure(config: pytest.Config) -> None:
    """Being told to end is an interruption: fixtures stop what they started."""
    with contextlib.suppress(ValueError):  # not in a thread of xdist
        signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
):  # type: ignore[no-untyped-def]
    if hasattr(config, "workerinput"):  # one of xdist's hands; the head reports for all
        return (yield)
    try:
        return (yield)
    finally:
        with (FOLDER / "suites.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            earlier = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]
            mine = _record(terminalreporter, exitstatus)
            (FOLDER / f"{len(earlier) + 1}-{NAME}.json").write_text(json.dumps(mine))
        if len(earlier) + 1 == ALL:
            _table(terminalreporter, [*earlier, mine])
            _count_in(terminalreporter, earlier)


def _record(reporter: pytest.TerminalReporter, exitstatus: int) -> dict[str, Any]:
    reasons = Counter(_reason(report) for report in reporter.stats.get("skipped", []))
    return {
        "name": NAME,
        "began": float(os.environ["PORTAL_SUITE_BEGAN"]),
        "seconds": round(time.time() - float(os.environ["PORTAL_SUITE_BEGAN"]), 1),
        "exit": int(exitstatus),
        "counts": {name: len(reporter.stats.get(name, [])) for name in OUTCOMES if reporter.stats.get(name)},
        "skipped": dict(reasons),
        "broken": [report.nodeid for kind in ("failed", "error") for report in reporter.stats.get(kind, [])],
    }


def _reason(report: Any) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return str(text).removeprefix("Skipped: ")


def _table(reporter: pytest.TerminalReporter, suites: list[dict[str, Any]]) -> None:
    reporter.section("all suites", cyan=True)
    reporter.write_line(f"{'suite':<12}{'passed':>8}{'failed':>8}{'errors':>8}{'skipped':>9}{'seconds':>9}")
    for suite in suites:
        counts = Counter(suite["counts"])
        failed, errors = counts["failed"], counts["error"]
        row = f"{suite['name']:<12}{counts['passed']:>8}{failed:>8}{errors:>8}{counts['skipped']:>9}"
        reporter.write_line(f"{row}{suite['seconds']:>9.1f}", red=bool(failed or errors))
    for suite in suites:
        for test in suite["broken"]:
            reporter.write_line(f"FAILED  {suite['name']}: {test}", red=True)
    for suite in suites:
        for reason, count in suite["skipped"].items():
            reporter.write_line(f"SKIPPED {suite['name']}: {count} × {reason}", yellow=True)


def _count_in(reporter: pytest.TerminalReporter, earlier: list[dict[str, Any]]) -> None:
    """Let pytest's closing line tell the sum of all suites: its counts are the lengths of these lists."""
    for suite in earlier:
        for name, count in suite["counts"].items():
            reporter.stats.setdefault(name, []).extend([object()] * count)
    first = min((suite["began"] for suite in earlier), default=time.time())
    start = reporter._session_start
    before = max(0.0, start.time - first)  # the suites overlap
    object.__setattr__(start, "perf_count", start.perf_count - before)
    reporter._set_main_color()
