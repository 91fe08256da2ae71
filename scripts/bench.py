"""``make bench``: every figure as a ratio to a yardstick of the same run, written to bench-results.json.

Absolute times depend on the machine and stand beside the ratios for orientation only.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import bench_queue  # noqa: E402
from scripts.benchmarks import (  # noqa: E402
    cards,
    crews,
    engine,
    growth,
    live,
    memory,
    overlay,
    pages,
    phone,
    players,
    rounds,
    sampling,
    screen,
    sight,
    watching,
)

BENCHES = {
    "cards": cards.run,
    "crews": crews.run,
    "engine": engine.run,
    "first": cards.first_edition,
    "growth": growth.run,
    "live": live.run,
    "memory": memory.run,
    "overlay": overlay.run,
    "pages": pages.run,
    "phone": phone.run,
    "players": players.run,
    "queue": bench_queue.run,
    "rounds": rounds.run,
    "sampling": sampling.run,
    "screen": screen.run,
    "sight": sight.run,
    "watching": watching.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", choices=[[], *BENCHES], help="run these alone")
    parser.add_argument("--out", type=Path, default=ROOT / "bench-results.json")
    options = parser.parse_args()
    results: dict[str, object] = {
        "machine": {"python": platform.python_version(), "system": platform.machine()},
    }
    for name in options.only or BENCHES:
        print(f"— {name}", flush=True)
        results[name] = BENCHES[name]()
        print(json.dumps(results[name], indent=2), flush=True)
    options.out.write_text(json.dumps(results, indent=2) + "\n")
    print(f"written to {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
