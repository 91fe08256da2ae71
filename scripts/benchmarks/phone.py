"""Six pages as a phone gets them: Lighthouse's four marks, the median of three runs.

A portal as deployed (``screen``), a phone's processor and line as Lighthouse simulates them. Needs Node:
``npx`` fetches Lighthouse, which is no package of Python's. ``python -m scripts.benchmarks.phone``
prints JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scripts.benchmarks.pages import ROOT, _server
from scripts.benchmarks.screen import _deploy
from tests import services

LIGHTHOUSE, RUNS = "lighthouse@12", 3
FLAGS = "--headless --no-sandbox --disable-gpu"
MARKS = ("performance", "accessibility", "best-practices", "seo")
PAGES = ("/", "/catalogue/", "/tables/sight/", "/setups/new/", "/crews/new/?edition=m3e", "/about/")


def run() -> dict[str, Any]:
    """In a process of its own: it has settings of its own."""
    if not shutil.which("npx"):
        return {"skipped": "no npx: install Node to measure as a phone"}
    command = [sys.executable, "-m", "scripts.benchmarks.phone"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        _deploy(Path(home))
        with _server(dict(os.environ)) as port:
            return {path: _marks(f"http://localhost:{port}{path}", Path(home)) for path in PAGES}


def _marks(url: str, home: Path) -> dict[str, float]:
    """Each mark of 100, and the milliseconds to the largest paint."""
    runs: list[dict[str, float]] = []
    for _ in range(RUNS):
        report = home / "report.json"
        options = ["--output=json", f"--output-path={report}", "--quiet", f"--chrome-flags={FLAGS}"]
        environment = {**os.environ, "CHROME_PATH": services.chromium() or ""}
        subprocess.run(
            ["npx", "--yes", LIGHTHOUSE, url, *options], check=True, env=environment, capture_output=True
        )
        said = json.loads(report.read_text())
        runs.append(
            {name: round(100 * (said["categories"][name]["score"] or 0)) for name in MARKS}
            | {"largest paint, ms": round(said["audits"]["largest-contentful-paint"]["numericValue"])}
        )
    return {name: statistics.median(each[name] for each in runs) for name in runs[0]}


if __name__ == "__main__":
    print(json.dumps(_run()))
