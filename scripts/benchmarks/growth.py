"""What leagues cost: an idle tick, and the evening on which all of them reach one deadline at once.

``python scripts/bench.py growth``; ``GROWTH=1,100,1000`` names the numbers of leagues (1 and 100 unless
told). Each is a league of eight in its third week, played once and brought in again from its file. On
PostgreSQL with two Celery workers; the ideal is the work of the same turn in one process, divided by two.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SIZES = [int(each) for each in os.environ.get("GROWTH", "1,100").split(",")]
PATIENCE_S = 3600


def run() -> dict[str, Any]:
    from tests import services
    from tests.workers.portal import Portal

    results: dict[str, Any] = {}
    for leagues in SIZES:
        with (
            services.portal_postgres() as database,
            services.redis() as redis,
            tempfile.TemporaryDirectory() as home,
        ):
            alone = Portal(Path(home), database)
            through = Portal(Path(home), database, redis, TICK_SECONDS="2", SWEEP_SECONDS="5")
            try:
                results[str(leagues)] = _measure(alone, through, leagues)
            finally:
                alone.close()
                through.close()
    return results


def _measure(alone: Any, through: Any, leagues: int) -> dict[str, Any]:
    subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env=alone.environment,
        check=True,
        capture_output=True,
    )
    alone.ask("multiply", leagues=leagues)
    idle = alone.ask("idle_ticks", times=9)
    half = max(1, leagues // 2)
    work = alone.ask("saturday_alone", leagues=half)
    rest = leagues - half
    measured: dict[str, Any] = {"idle_tick_ms": idle, "alone_s_each": round(work / half, 4)}
    if rest:
        workers = [through.worker(), through.worker()]
        deadline = time.monotonic() + PATIENCE_S
        while not all(worker.children() for worker in workers) and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(5)
        seconds = through.ask("saturday_through_workers", leagues=rest)
        measured["saturday_s"] = round(seconds, 2)
        measured["of_ideal"] = round(seconds / (work / half * rest / 2), 3)
    return measured
