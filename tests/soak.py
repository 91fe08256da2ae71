"""``make soak BUDGET=60 SEED=word``: the long proofs, from seeds that nobody foresaw, within so many minutes.

A long proof asks the fixture ``seeds`` for as many seeds as it wants. In a soak they follow from the seed of
the run, which is printed, and from the name of the test. With a budget the files come in an order drawn by
that seed, each proof has an equal share of the time that is left and ends when its share is spent; a proof
that counts no seeds runs whole; what the time does not reach is skipped and listed. At the end stand what
was covered, and for each failure the seed and the command that repeats it.
"""

from __future__ import annotations

import functools
import hashlib
import random
import secrets
import time
from collections.abc import Iterator
from typing import Any, Protocol

import hypothesis.core
import pytest


class Seeds(Protocol):
    """``seeds(number, least=1)``: in a soak with a budget as many as the time allows, ``least`` always."""

    def __call__(self, number: int, least: int = 1) -> Iterator[int]: ...


# So many proofs that were not reached are still named one by one.
MANY = 100


class Soak:
    """What a run of the long proofs has covered, and how much of its time is left."""

    def __init__(self, config: pytest.Config) -> None:
        # Drawn before tests/randomness.py lays its own stream under ``secrets``.
        self.seed: str = config.getoption("--seed") or secrets.token_hex(4)
        self.only: int | None = config.getoption("--at")
        self.seconds = 60.0 * config.getoption("--budget")
        self.began = time.monotonic()
        self.left = 0
        self.ends = float("inf")
        self.covered: dict[str, tuple[int, int]] = {}
        self.last: dict[str, int] = {}
        self.begun: list[str] = []
        self.away: list[str] = []
        self.failed: list[str] = []
        hypothesis.core.global_force_seed = self._number("hypothesis", 0)  # type: ignore[assignment]

    def _number(self, name: str, index: int) -> int:
        digest = hashlib.sha256(f"{self.seed}/{name}/{index}".encode()).digest()
        return int.from_bytes(digest[:4], "big")

    def seeds(self, name: str, number: int, least: int = 1) -> Iterator[int]:
        """As many fresh seeds, or as many as the test's share of the time allows, but at least ``least``.

        With ``--at`` that one alone: what a proof says of all its seeds together means nothing then.
        """
        if self.only is not None:
            yield self.only
            return
        for done in range(number):
            if done >= least and time.monotonic() > self.ends:
                return
            self.last[name] = self._number(name, done)
            yield self.last[name]
            self.covered[name] = (done + 1, number)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.seconds:
            files = sorted({item.path for item in items})
            random.Random(self.seed).shuffle(files)
            places = {path: place for place, path in enumerate(files)}
            items.sort(key=lambda item: places[item.path])

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.left, self.began = len(session.items), time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self.seconds:
            now, end = time.monotonic(), self.began + self.seconds
            if now > end:
                self.away.append(item.nodeid)
                pytest.skip("the budget of time is spent")
            self.ends = now + (end - now) / max(self.left, 1)
        self.left -= 1
        self.begun.append(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report: pytest.TestReport = yield
        if report.failed:
            self.failed.append(item.nodeid)
            report.sections.append(("again", self.again(item.nodeid)))
        return report

    def again(self, name: str) -> str:
        """The command that repeats a failure."""
        at = f" --at {self.last[name]}" if name in self.last else ""
        return f".venv/bin/python -m pytest --soak --seed {self.seed}{at} '{name}'"

    def pytest_report_header(self) -> str:
        budget = f"{self.seconds / 60:g} minutes" if self.seconds else "as long as it takes"
        return f"soak: seed {self.seed}, {budget}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.begun and not self.away:  # xdist's head: its hands tell
            return
        write = terminalreporter.write_line
        terminalreporter.section(f"soak: seed {self.seed}")
        minutes = (time.monotonic() - self.began) / 60
        write(f"{len(self.begun)} proofs begun in {minutes:.1f} minutes, {len(self.away)} not reached")
        for name, (done, wanted) in sorted(self.covered.items()):
            write(f"{done:>7} of {wanted:>6} seeds  {name}")
        for name in self.away if len(self.away) < MANY else ():
            write(f"not reached  {name}")
        for name in dict.fromkeys(self.failed):
            write(f"FAILED  {self.again(name)}", red=True)


KEY = pytest.StashKey[Soak]()


def seeds_for(config: pytest.Config, item: pytest.Item) -> Seeds:
    """What a test without the mark ``soak`` is given is the same everywhere."""
    soak = config.stash.get(KEY, None)
    if soak is None or not item.get_closest_marker("soak"):
        return lambda number, least=1: iter(range(number))
    return functools.partial(soak.seeds, item.nodeid)
