"""``make check``: everything that can be said about the code without running the suite.

All checks run, whatever the first ones say; a table at the end tells which failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = [sys.executable, "manage.py"]

# A production that is as it should be; the deployment check must have nothing to say about it.
PRODUCTION = {
    "DJANGO_ENV": "production",
    "SECRET_KEY": "only-for-the-deployment-check-0123456789-abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "league.example",
    "SITE_URL": "https://league.example",
    "EMAIL_URL": "dummy://",
}

CHECKS: dict[str, list[str]] = {
    "formatting": [str(BIN / "ruff"), "format", "--check", "."],
    "linting": [str(BIN / "ruff"), "check", "."],
    "templates": [str(BIN / "djlint"), "templates", "--lint", "--quiet"],
    "types": [str(BIN / "mypy")],
    "boundaries": [str(BIN / "lint-imports")],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "system": [*MANAGE, "check", "--fail-level", "WARNING"],
    "deployment": [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
    "rules": [*MANAGE, "rules_coverage", "--check"],
    "guards": [
        sys.executable,
        "-m",
        "pytest",
        "tests/house/test_guards.py",
        "tests/house/test_locks.py",
        "-q",
    ],
}
ENVIRONMENT = {"deployment": PRODUCTION}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"Unknown: {', '.join(unknown)}. There are: {', '.join(CHECKS)}.")
        return 2
    results = {name: _run(name) for name in names or CHECKS}
    print(
        "\n" + "\n".join(f"{name:<12}{seconds:>7.1f} s  {said}" for name, (said, seconds) in results.items())
    )
    return int(any(said != "ok" for said, _ in results.values()))


def _run(name: str) -> tuple[str, float]:
    print(f"--- {name}: {' '.join(Path(part).name for part in CHECKS[name])}", flush=True)
    began = time.monotonic()
    environment = os.environ | ENVIRONMENT.get(name, {})
    done = subprocess.run(CHECKS[name], cwd=ROOT, env=environment, check=False)
    return ("ok" if done.returncode == 0 else "FAILED"), time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
