"""``make check``: everything that can be said about the code without running the suite.

As many checks run at a time as there are cores, the slowest first; what one prints appears when it is
through. All run, whatever the first ones say; a table at the end tells which failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
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
    "TRUSTED_PROXIES": "1",
}

# The slowest first: the others fill the time of the types.
CHECKS: dict[str, list[str]] = {
    "types": [str(BIN / "mypy")],
    "holes": [
        str(BIN / "bandit"),
        "-q",
        "-ll",
        "-c",
        "pyproject.toml",
        "-r",
        "mfcampaign",
        "rules",
        "scripts",
    ],
    "advisories": [sys.executable, "scripts/audit_dependencies.py"],
    "templates": [str(BIN / "djlint"), "templates", "--lint", "--quiet"],
    "guards": [
        sys.executable,
        "-m",
        "pytest",
        "tests/project/test_guards.py",
        "tests/project/test_locks.py",
        "tests/project/test_browser_support.py",
        "-q",
    ],
    "browsers": [sys.executable, "scripts/browser_support.py"],
    "boundaries": [str(BIN / "lint-imports")],
    "migrations": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "system": [*MANAGE, "check", "--fail-level", "WARNING"],
    "deployment": [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
    "rules": [*MANAGE, "rules_coverage", "--check"],
    "formatting": [str(BIN / "ruff"), "format", "--check", "."],
    "linting": [str(BIN / "ruff"), "check", "."],
}
ENVIRONMENT = {"deployment": PRODUCTION}
# The exit code of a check that could not be made here; it is no failure, and it is never silent.
SKIPPED = 77


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"Unknown: {', '.join(unknown)}. There are: {', '.join(CHECKS)}.")
        return 2
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        running = {name: pool.submit(_run, name) for name in CHECKS if not names or name in names}
        results = {name: task.result() for name, task in running.items()}
    print()
    for name, (verdict, seconds) in results.items():
        print(f"{name:<12}{seconds:>7.1f} s  {verdict}")
    return int(any(verdict == "FAILED" for verdict, _ in results.values()))


def _run(name: str) -> tuple[str, float]:
    began = time.monotonic()
    environment = os.environ | ENVIRONMENT.get(name, {})
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each process would compile the code again
    done = subprocess.run(
        CHECKS[name],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    words = " ".join(Path(part).name for part in CHECKS[name])
    print(f"--- {name}: {words}\n{done.stdout.strip()}", flush=True)
    verdict = {0: "ok", SKIPPED: "SKIPPED: nothing was checked, see above"}.get(done.returncode, "FAILED")
    return verdict, time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
