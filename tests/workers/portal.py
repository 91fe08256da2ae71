"""A portal of its own for one proof: a database, perhaps a Redis, and processes that may be killed."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]
# How long a busy machine may take to come where it is going: only what will never come is a failure.
PATIENCE = 300
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "ERROR"]


def until(question: Callable[[], Any], what: str) -> Any:
    """Ask until the answer is true; ``TimeoutError`` that names ``what`` when patience is at its end."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := question()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {PATIENCE} s")
        time.sleep(0.05)
    return answer


class Portal:
    """Processes of the portal on a furnished database; ``ask`` talks to one of ``tests.workers.proof``."""

    def __init__(self, home: Path, database_url: str, redis_url: str = "", **environment: str) -> None:
        kept = ("PATH", "HOME", "LANG", "LC_ALL", "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "VIRTUAL_ENV")
        self.home = home
        self.redis_url = redis_url
        self.log = home / "draws.log"
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "VAR_DIR": str(home),
            "PROOF_LOG": str(self.log),
            "DISPATCH_EXTRA_HANDLERS": "tests.workers.handlers",
            "LOG_LEVEL": "CRITICAL",
            **environment,
        }
        self.processes: list[subprocess.Popen[str]] = []
        self._proof: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """A process of the portal in a group of its own; its output goes to ``processes.log``."""
        with (self.home / "processes.log").open("a") as out:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                text=True,
                preexec_fn=die_with_us,
            )
        self.processes.append(process)
        return process

    def worker(self, concurrency: int = 1) -> Worker:
        name = f"proof{len(self.processes)}@%h"
        command = ["-m", "celery", "-A", "mfcampaign", "worker", "-n", name, "-c", str(concurrency), *QUIET]
        return Worker(self.start(*command))

    def beat(self) -> subprocess.Popen[str]:
        own = self.home / f"beat{len(self.processes)}"
        command = ["-m", "celery", "-A", "mfcampaign", "beat", "-l", "ERROR", "-s", str(own), "--pidfile="]
        return self.start(*command)

    @contextlib.contextmanager
    def ticker(self) -> Iterator[subprocess.Popen[str]]:
        """The embedded default's clock, for so long: it would turn the weeks of later proofs, too."""
        process = self.start("manage.py", "ticker", "--sweep", "0.2")
        try:
            yield process
        finally:
            end(process)

    def last_words(self) -> str:
        """The end of what the processes wrote: why one did not start, for instance."""
        return (self.home / "processes.log").read_text()[-1500:]

    def ask(self, verb: str, **arguments: Any) -> Any:
        """What ``tests.workers.proof.<verb>(**arguments)`` returns, in a process of this portal."""
        if self._proof is None:
            self._proof = subprocess.Popen(
                [sys.executable, "-m", "tests.workers.proof"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=die_with_us,
            )
            self.processes.append(self._proof)
        assert self._proof.stdin is not None
        assert self._proof.stdout is not None
        self._proof.stdin.write(json.dumps([verb, arguments]) + "\n")
        self._proof.stdin.flush()
        answer = self._proof.stdout.readline()
        assert answer, f"the proof's process died at {verb}"
        response = json.loads(answer)
        assert "broke" not in response, response["broke"]
        return response["found"]

    def draws(self) -> dict[str, list[str]]:
        """Natural key → what each attempt drew, of all attempts so far, killed ones too."""
        cards_by_key: dict[str, list[str]] = {}
        for line in self.log.read_text().splitlines() if self.log.exists() else []:
            key, _, cards = line.partition(" ")
            cards_by_key.setdefault(key, []).append(cards)
        return cards_by_key

    def attempts(self) -> int:
        """How many attempts have begun so far."""
        return sum(map(len, self.draws().values()))

    def close(self) -> None:
        end(*self.processes)
        for process in self.processes:
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()


class Worker:
    """A Celery worker: a main process that fetches messages and the children that do them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def children(self) -> list[psutil.Process]:
        try:
            return psutil.Process(self.process.pid).children()
        except psutil.NoSuchProcess:
            return []

    def megabytes(self) -> int:
        """What it and its children hold in memory."""
        held = [part.memory_info().rss for part in (psutil.Process(self.process.pid), *self.children())]
        return round(sum(held) / 2**20)

    def kill_child(self) -> None:
        for child in self.children():
            with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended by itself
                child.kill()

    def kill_main(self) -> None:
        """The children live on until they notice: what they were at may still be committed."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def kill_whole(self) -> None:
        end(self.process)


def die_with_us() -> None:
    """A group of its own, so that it can be killed whole; and Linux kills it when this run is killed."""
    os.setsid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)


def end(*processes: subprocess.Popen[str]) -> None:
    """Killed with all that they started, and gone."""
    for process in processes:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            process.kill()
    for process in processes:
        process.wait(PATIENCE)
