"""1,000 aftermath items through PostgreSQL, Redis and Celery, beside the ideal makespan.

An item is what an aftermath's flip is: three cards of the week's fate and one transfer of Scrip,
under the command's row lock. The ideal is ``items × in-process time ÷ workers``: what the same code
takes when one process does it without broker and bells, shared among the workers without a loss.
Rounds are interleaved and the median ratio counts. ``to_processes`` is the same makespan beside that
of as many plain processes on the same machine in the same minute: what the queue itself costs, also
where other work keeps the cores busy and no two processes could reach the ideal. Prints one JSON object.

    python -m scripts.bench_queue [--items 1000] [--workers 2] [--rounds 3]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import services  # noqa: E402
from tests.workers.portal import Portal, until  # noqa: E402

LEAGUES = 25


def run(items: int = 1000, workers: int = 2, rounds: int = 3) -> dict[str, Any]:
    """The figures of ``rounds`` interleaved rounds; seconds, and ``ratio`` to the ideal (median)."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mfc-bench-queue-")))
        urls = stack.enter_context(services.portal_postgres()), stack.enter_context(services.redis())
        portal = Portal(home, *urls)
        stack.callback(portal.close)
        worker = portal.worker(workers)
        until(lambda: len(worker.children()) == workers, "the workers")
        places = portal.ask("lay_out", tag="bench", leagues=LEAGUES)
        portal.ask("through_queue", tag="warm", places=places, items=50)
        measured = [_round(portal, number, places, items, workers) for number in range(rounds)]
    middle = sorted(measured, key=lambda measurement: measurement["ratio"])[len(measured) // 2]
    return {
        "items": items,
        "workers": workers,
        **middle,
        "ratios": [measurement["ratio"] for measurement in measured],
        "cores": os.cpu_count(),
        "load": round(statistics.mean(os.getloadavg()[:1]), 2),
    }


def _round(portal: Portal, number: int, places: Any, items: int, workers: int) -> dict[str, float]:
    half = items // 2

    def in_process(when: str, count: int, hands: int) -> float:
        tag = f"{when}-{number}-{hands}"
        return float(portal.ask("in_process", tag=tag, places=places, items=count, hands=hands))

    alone, together = in_process("before", half, 1), in_process("before", half, workers)
    seconds = portal.ask("through_queue", tag=f"queue-{number}", places=places, items=items)
    together += in_process("after", items - half, workers)
    alone += in_process("after", items - half, 1)
    ideal = alone / workers
    return {
        "seconds": round(seconds, 3),
        "ideal": round(ideal, 3),
        "ratio": round(seconds / ideal, 3),
        "to_processes": round(seconds / together, 3),
        "in_process_ms": round(alone / items * 1000, 3),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(json.dumps(run(options.items, options.workers, options.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
