"""One of several processes that count the same thing: ``python -m tests.workers.counting KEY TRIES MOST``.

Prints how many of its tries lay within ``MOST``. All begin together: when the file ``$START`` appears.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
django.setup()

from mfcampaign.web.resilience.rate_limit import counted  # noqa: E402


def main(key: str, tries: int, most: int) -> int:
    counted(f"warm:{os.getpid()}", 60)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not Path(os.environ["START"]).exists():
        time.sleep(0.005)
    return sum(counted(key, 600).number <= most for _ in range(tries))


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))}\n")
