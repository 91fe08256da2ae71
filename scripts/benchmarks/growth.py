"""What leagues cost: pages, an idle tick, and the evening on which all of them reach one deadline at once.

``python scripts/bench.py growth``; ``GROWTH=1,100,1000`` names the numbers of leagues (1 and 100 unless
told). Each is a league of eight in its third week, played once and brought in again from its file. On
PostgreSQL with two web processes and two Celery workers that compute while these do nothing
(``WORKER_IDLE``). Half of the leagues, 50 at most, are turned in one process alone; the others reach their
deadline at once, and the ideal of that evening is the same work divided by two. Pages are told as ratios to
the yardstick page, and these as ratios to those with the first number of leagues; the page of a league is
asked for five times a second all through the evening, too.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.benchmarks import pages

SIZES = [int(each) for each in os.environ.get("GROWTH", "1,100").split(",")]
PATIENCE_S = 3600
# Workers that have just started read the catalogue: calm begins when that is over.
A_SECOND, CALM_LOOKS, SETTLED_S = 5, 100, 15
MOST_ALONE = 50


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
            through = Portal(
                Path(home), database, redis, TICK_SECONDS="2", SWEEP_SECONDS="5", WORKER_IDLE="1"
            )
            try:
                results[str(leagues)] = measured = _measure(alone, through, leagues)
                first = results[str(SIZES[0])]["pages"]
                ratios = {path: round(each / first[path], 2) for path, each in measured["pages"].items()}
                measured["dearest_page_over_first"] = max(ratios.values())
                print(leagues, measured, flush=True)
            finally:
                alone.close()
                through.close()
    return results


def _measure(alone: Any, through: Any, leagues: int) -> dict[str, Any]:
    site = {**through.environment, "DJANGO_SETTINGS_MODULE": "scripts.benchmarks.site_settings"}
    pages._manage(alone.environment, "demo")
    facts = pages._manage(site, "shell", "-v0", "-c", pages._FACTS).strip().splitlines()[-1]
    cookie, *paths = facts.split()
    alone.ask("multiply", leagues=leagues)
    measured: dict[str, Any] = {"idle_tick": alone.ask("idle_ticks", times=15)}
    with pages._server(site) as port:
        measured["pages"] = _pages(port, cookie, paths)
        few = max(1, min(leagues // 2, MOST_ALONE))
        each = alone.ask("saturday_alone", leagues=few) / few
        measured["alone_s_each"] = round(each, 4)
        if rest := leagues - few:
            page = next(path for path in paths if path.startswith("/leagues/") and path.count("/") == 3)
            measured |= _evening(through, rest, lambda: pages.ask(port, page, cookie)[0])
            measured["due_at_once"] = rest
            measured["of_ideal"] = round(measured["saturday_s"] / (each * rest / 2), 3)
    return measured


def _pages(port: int, cookie: str, paths: list[str]) -> dict[str, float]:
    """The processor time of each page over that of the yardstick."""
    yardstick, times = pages.beside_yardstick(port, cookie, paths)
    return {pages._plain(path): round(each / yardstick, 2) for path, each in times.items()}


def _evening(through: Any, leagues: int, ask: Callable[[], float]) -> dict[str, Any]:
    """Two workers turn so many leagues while a page is asked for ``A_SECOND`` times a second."""
    workers = [through.worker(), through.worker()]
    deadline = time.monotonic() + PATIENCE_S
    while not all(worker.children() for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(SETTLED_S)
    calm = [_look(ask) for _ in range(CALM_LOOKS)]
    before = [worker.megabytes() for worker in workers]
    busy: list[float] = []
    done = threading.Event()

    def visit() -> None:
        while not done.is_set():
            busy.append(_look(ask))

    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        evening = through.ask("saturday_through_workers", leagues=leagues)
    finally:
        done.set()
        visitor.join()
    return {
        "saturday_s": round(evening["seconds"], 2),
        "told_a_league": evening["told"],
        "page_p95_ms": [round(1000 * _p95(looks), 1) for looks in (calm, busy)],
        "page_p95_over_calm": round(_p95(busy) / _p95(calm), 2),
        "workers_mb": [before, [worker.megabytes() for worker in workers]],
    }


def _look(ask: Callable[[], float]) -> float:
    """The seconds of one look at the page, then a pause: a visitor, no load."""
    seconds = ask()
    time.sleep(max(0.0, 1 / A_SECOND - seconds))
    return seconds


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]
