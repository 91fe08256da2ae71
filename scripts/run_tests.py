"""``make test``: the whole suite on real databases, real Redis, real workers and a real browser.

Four runs of pytest: everything on SQLite; then on PostgreSQL again the tests that together send every kind of
statement that the first run sent (tests/statements.py); beside these two worker processes, then the browser.
The servers are started once (tests/services.py) and shared. What cannot run is said in the table at the end;
the exit code is 0 only when nothing failed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import services, statements  # noqa: E402  need the path above

APART = "not workers and not browser"
# All that touches a database, pages left out; what takes long does so for its own reasons.
DATABASE = ["-m", f"{APART} and not slow", "--database-only"]
# Where tests act through pages and the API.
ROOMS = ("accounts", "api", "campaigns", "catalog", "crews", "events", "notices", "play", "setups", "tables")
FAULTY = [f"tests/{room}" for room in ROOMS]
# What a developer's shell may hold must not decide what the tests see.
OUTSIDE = (
    "ALLOWED_HOSTS",
    "CELERY_BROKER_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "DJANGO_ENV",
    "DJANGO_SETTINGS_MODULE",
    "EMAIL_URL",
    "PYTEST_ADDOPTS",
    "PYTHONDONTWRITEBYTECODE",  # a third of reading the tests is compiling them, in each process anew
    "REDIS_URL",
    "SECRET_KEY",
    "SITE_URL",
)
NO_TESTS_COLLECTED = 5
# These wait for processes, clocks and pages: they run beside the others, which are so much nicer.
BESIDE, GIVES_WAY = ("workers", "browser"), 5
Run = tuple[list[str], dict[str, str]]
"""Arguments of pytest and what its environment has beside that of all."""
Plan = dict[str, Run]
# Of a soak's budget for the long proofs; what they leave is for PostgreSQL.
SOAK_SHARE = 0.8


def suites(postgres: str | None, *, soak: bool) -> Plan:
    """Name → pytest arguments and environment, in the order they run."""
    spread = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "worksteal"]
    plan: Plan = {}
    if soak:
        plan["soak"] = (["-m", "soak", "--soak"], {})
        # Each act that a test does is killed at every boundary of its statements (tests/faults.py).
        plan["faults"] = (["-m", f"{APART} and not postgres and not slow", "--faults", *FAULTY, *spread], {})
        if postgres:
            plan["postgres"] = ([*DATABASE, "--faults", *spread], {"DATABASE_URL": postgres})
        return plan
    plan["sqlite"] = (["-m", f"{APART} and not postgres", *spread], {})
    if postgres:
        plan["postgres"] = (["-m", APART, *spread], {"DATABASE_URL": postgres})
    # A file's proofs share a portal and its workers; the slow ones begin.
    files = ["--dist", "loadfile", "--no-loadscope-reorder", *_marked("workers")]
    plan["workers"] = (["-m", "workers", *spread[:2], *files], {})
    plan["browser"] = (["-m", "browser and not workers", *spread, *_marked("browser")], {})
    return plan


def _chosen(folder: Path) -> list[str]:
    """Arguments for the tests that PostgreSQL repeats; without a run on SQLite, all that touch a database."""
    names = statements.chosen(folder)
    if not names:
        return DATABASE
    file = folder / "chosen.txt"
    file.write_text("\n".join(names))
    files = sorted({name.partition("::")[0] for name in names} | set(_marked("postgres")))
    return ["--chosen", str(file), *files]


def _marked(mark: str) -> list[str]:
    """The files that speak of that mark, the slow ones first: reading all the others takes as long as
    many a proof."""
    texts = {path: path.read_text() for path in sorted((ROOT / "tests").rglob("test_*.py"))}
    files = [path for path, text in texts.items() if f"mark.{mark}" in text]
    files.sort(key=lambda path: "mark.slow" not in texts[path])
    return [str(path.relative_to(ROOT)) for path in files]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--soak", action="store_true", help="only the long proofs")
    parser.add_argument("--budget", type=float, metavar="MINUTES", help="of a whole soak")
    parser.add_argument("--seed", metavar="WORD", help="of a soak; fresh if missing")
    parser.add_argument(
        "--only", action="append", metavar="SUITE", help="sqlite, postgres, workers or browser"
    )
    options, passed_on = parser.parse_known_args()
    # Being told to end must still stop the servers and the run in hand.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mfc-suites-")))
        environment, missing = _environment(stack, folder, soak=options.soak)
        plan = suites(environment.get("TEST_POSTGRES_URL"), soak=options.soak)
        plan = {name: run for name, run in plan.items() if not options.only or name in options.only}
        if {"sqlite", "postgres"} <= set(plan):
            (folder / "statements").mkdir()
            plan["sqlite"][1]["PORTAL_STATEMENTS"] = str(folder / "statements")
        if missing and "postgres" not in plan:
            _record(folder, 0, "postgres", skipped={missing: 1})
        if options.soak:
            passed_on += ["--seed", options.seed or secrets.token_hex(4)]
        ends = time.time() + 60 * (options.budget or 0)

        def begin(name: str, planned: Run) -> list[str]:
            arguments = [*planned[0], *passed_on]
            if name == "postgres" and not options.soak:
                arguments += _chosen(folder / "statements")
            if options.budget:
                share = SOAK_SHARE if name == "soak" and len(plan) > 1 else 1.0
                arguments += ["--budget", f"{max((ends - time.time()) / 60 * share, 0.1):.2f}"]
            return arguments

        beside = {name: plan[name] for name in BESIDE if name in plan}
        first = {name: run for name, run in plan.items() if name not in beside}
        codes = Suites([lane for lane in (first, beside) if lane], folder, environment).run(begin)
    if missing:
        print(f"NOT RUN on PostgreSQL: {missing}", file=sys.stderr)
    elif "postgres" in plan:
        print("On PostgreSQL ran what tests/statements.py chose (docs/testing.md).")
    return 0 if codes and not any(codes) else 1


def _environment(stack: contextlib.ExitStack, folder: Path, *, soak: bool) -> tuple[dict[str, str], str]:
    """The environment of every run, with the servers in it; and why there is no PostgreSQL, if so."""
    missing = ""
    environment = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    environment |= {"PORTAL_SUITES": str(folder), "VAR_DIR": str(folder / "var")}
    if not soak:  # sets in the same order on every run, as tests/randomness.py keeps every draw the same
        environment["PYTHONHASHSEED"] = "0"
    try:
        server = environment["TEST_POSTGRES_URL"] = stack.enter_context(services.postgres_server())
        stack.callback(services.drop_templates, server, folder.name)
    except services.ServiceMissing as problem:
        missing = str(problem)
        if os.environ.get("REQUIRE_SERVICES"):
            raise SystemExit(missing) from problem
    with contextlib.suppress(services.ServiceMissing):  # the tests that need it skip and say why
        environment["TEST_REDIS_URL"] = stack.enter_context(services.redis_server())
    return environment, missing


@dataclass
class Suite:
    """One run of pytest under way. What it says goes to the screen, or to ``output`` until it has ended."""

    name: str
    process: subprocess.Popen[bytes]
    began: float
    output: Path | None


class Suites:
    """Runs the suites, those of one lane one after the other, the lanes beside each other.

    Workers and browser wait more than they work; beside them what only works is done. That is the first lane:
    it speaks at once, and it gives way, so that nothing in the other is late for want of a processor.
    """

    def __init__(self, lanes: Sequence[Plan], folder: Path, environment: dict[str, str]) -> None:
        self.lanes = [list(lane.items()) for lane in lanes]
        # What could not run at all has told so already.
        self.number = sum(map(len, lanes)) + len(list(folder.glob("*.json")))
        self.folder, self.environment = folder, environment
        self.codes: list[int] = []
        self.running: dict[int, Suite] = {}
        self.begun = 0

    def run(self, begin: Callable[[str, Run], list[str]]) -> list[int]:
        """The exit codes; ``begin`` gives the arguments of a suite when its turn has come."""
        try:
            while any(self.lanes) or self.running:
                for lane, waiting in enumerate(self.lanes):
                    if lane not in self.running and waiting:
                        name, planned = waiting.pop(0)
                        self.running[lane] = self._start(lane, name, begin(name, planned), planned[1])
                time.sleep(0.1)
                for lane, suite in list(self.running.items()):
                    if suite.process.poll() is not None:
                        self._end(self.running.pop(lane))
        except BaseException:  # told to end: each is interrupted, so that it stops what it started
            for suite in self.running.values():
                suite.process.terminate()
            for suite in self.running.values():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    suite.process.wait(30)
                suite.process.kill()
            raise
        return self.codes

    def _start(self, lane: int, name: str, arguments: list[str], more: dict[str, str]) -> Suite:
        self.begun += 1
        title = f"=== {name} ({self.begun} of {self.number}) ==="
        began = time.time()
        own = {"PORTAL_SUITE": name, "PORTAL_SUITE_BEGAN": str(began), "PORTAL_SUITES_ALL": str(self.number)}
        command = [sys.executable, "-m", "pytest", "-p", "tests.suites", "--no-header", *arguments]
        output = self.folder / f"{name}.txt" if lane else None
        with contextlib.ExitStack() as stack:
            written = stack.enter_context(output.open("wb")) if output else None
            if not output:
                print(f"\n{title}", flush=True)
            process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment | more | own, stdout=written, stderr=written
            )
        if not lane and len(self.lanes) > 1:
            os.setpriority(os.PRIO_PROCESS, process.pid, GIVES_WAY)
        return Suite(name, process, began, output)

    def _end(self, suite: Suite) -> None:
        code = suite.process.returncode
        if suite.output:
            print(f"\n=== {suite.name} ===\n{suite.output.read_text(errors='replace')}", flush=True)
        if not list(self.folder.glob(f"*-{suite.name}.json")):
            _record(self.folder, self.begun, suite.name, exit_code=code, seconds=time.time() - suite.began)
        self.codes.append(0 if suite.name != "sqlite" and code == NO_TESTS_COLLECTED else code)


def _record(
    folder: Path,
    number: int,
    name: str,
    *,
    skipped: dict[str, int] | None = None,
    exit_code: int = 0,
    seconds: float = 0,
) -> None:
    """What a run that could not speak for itself did, in the form of tests/suites.py."""
    counts = {"error": 1} if exit_code else {"skipped": 1}
    broken = [f"the run itself ended with {exit_code}"] if exit_code else []
    began = time.time() - seconds
    record = {"name": name, "began": began, "seconds": round(seconds, 1), "exit": exit_code, "counts": counts}
    record |= {"skipped": skipped or {}, "broken": broken}
    (folder / f"{number}-{name}.json").write_text(json.dumps(record))


if __name__ == "__main__":
    sys.exit(main())
