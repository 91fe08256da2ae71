"""``make coverage``: which lines and branches of ``rules/`` its own tests run, and what is below the bounds.

The tests under ``tests/rules`` and the doctests run in two processes. What each test ran is kept in
``var/coverage``: ``make mutants`` picks by it the tests that can notice a change. ``--all`` measures the
portal too, by the whole SQLite suite; it takes several times as long and sets no bound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "coverage"
DATA = FOLDER / "data"
LINES, BRANCHES = 97.0, 95.0
SHOWN = 40
TESTS = ("tests/rules", "rules")
CONFIG = """
[run]
branch = true
parallel = true
patch = subprocess
data_file = {data}
source = {source}
omit =
    */migrations/*
    */management/*
[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    raise NotImplementedError
    assert_never
"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="the portal too, by the whole SQLite suite")
    options = parser.parse_args(arguments)
    code = collect(everything=options.all)
    totals, files = read()
    print(f"\n{'':<44}{'lines':>9}{'branches':>10}")
    for name, summary in sorted(files.items(), key=lambda pair: lines(pair[1]))[:SHOWN]:
        if lines(summary) < LINES or branches(summary) < BRANCHES:
            print(f"{name:<44}{lines(summary):>8.1f}%{branches(summary):>9.1f}%  {missing(summary)}")
    print(f"{'all':<44}{lines(totals):>8.1f}%{branches(totals):>9.1f}%")
    if options.all:
        return code
    low = [
        f"{what} {got:.1f} % of at least {least:.0f} %"
        for what, got, least in (
            ("lines", lines(totals), LINES),
            ("branches", branches(totals), BRANCHES),
        )
        if got < least
    ]
    if low:
        print("Too low: " + "; ".join(low))
    return code or int(bool(low))


def collect(*, everything: bool = False) -> int:
    """Run the tests under coverage; the exit code of pytest. What was kept before is gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in [*FOLDER.glob("data*"), *FOLDER.glob("times-*.json")]:
        old.unlink()
    config = FOLDER / "coveragerc"
    config.write_text(CONFIG.format(data=DATA, source="rules, mfcampaign" if everything else "rules"))
    environment = os.environ | {"COVERAGE_CORE": "ctrace", "PYTHONHASHSEED": "0", "PORTAL_TIMES": str(FOLDER)}
    coverage = [sys.executable, "-m", "coverage"]
    pytest = ["-m", "pytest", "-p", "tests.coverage_contexts", "-q", "-n", str(min(os.cpu_count() or 1, 4))]
    chosen = ["-m", "not workers and not browser and not postgres"]
    tests = [] if everything else [name for name in TESTS if (ROOT / name).exists()]
    run = [*coverage, "run", f"--rcfile={config}", *pytest, *chosen, *tests]
    code = subprocess.run(run, cwd=ROOT, env=environment, check=False).returncode
    subprocess.run([*coverage, "combine", "--quiet", f"--rcfile={config}"], cwd=ROOT, check=True)
    subprocess.run(
        [*coverage, "json", "--quiet", f"--rcfile={config}", "-o", str(FOLDER / "report.json")],
        cwd=ROOT,
        check=True,
    )
    return code


def read() -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The totals, and by file the summary with the lines that are missing."""
    report = json.loads((FOLDER / "report.json").read_text())
    files = {
        name: file["summary"] | {"missing": file["missing_lines"]}
        for name, file in report["files"].items()
        if file["summary"]["num_statements"]
    }
    return report["totals"], files


def lines(summary: dict[str, Any]) -> float:
    """Per cent."""
    return 100.0 * summary["covered_lines"] / summary["num_statements"]


def branches(summary: dict[str, Any]) -> float:
    """Per cent; a file without branches misses none."""
    return 100.0 * summary["covered_branches"] / summary["num_branches"] if summary["num_branches"] else 100.0


def missing(summary: dict[str, Any]) -> str:
    numbers = [str(number) for number in summary["missing"]]
    return ", ".join(numbers[:12]) + (" …" if len(numbers) > 12 else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
