"""Chance, the same on every run: the plugin that makes a red run red for its change.

The portal draws seeds, keys and seats from ``secrets``. In a test that module's chance is a stream made of
the name of the test, or of the fixture that is being set up: two draws of a test differ, two runs of it do
not; ``--chance WORD`` asks for other draws. Worker processes draw their own. In a soak the word is the fresh
seed of the run (tests/soak.py), so that the long proofs meet draws that nobody foresaw.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from random import Random
from typing import Any

import pytest


class Stream(Random):
    """``random.Random`` over SHA-256 of a name and a counter: every method of it follows from the name."""

    def __init__(self, name: str = "") -> None:
        self._guard = threading.Lock()
        self.name = name
        super().__init__()

    @property
    def name(self) -> str:
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        with self._guard:
            self._name, self._blocks = name, count()

    def token_bytes(self, size: int | None = None) -> bytes:
        """``size`` bytes, 32 by default, as ``secrets.token_bytes`` gives them."""
        length = 32 if size is None else size
        return b"".join(self._block() for _ in range(-(-length // 32)))[:length]

    def _block(self) -> bytes:
        with self._guard:
            return hashlib.sha256(f"{self._name}/{next(self._blocks)}".encode()).digest()

    def getrandbits(self, bits: int) -> int:
        number = int.from_bytes(self.token_bytes(-(-bits // 8)), "big")
        return number >> (-bits % 8)

    def random(self) -> float:
        return self.getrandbits(53) / (1 << 53)

    def seed(self, *given: Any, **more: Any) -> None:
        """Nothing to seed: the name is all there is."""

    @contextmanager
    def named(self, name: str) -> Iterator[None]:
        """Draws of this stretch come from ``name``, from its beginning; then the stream before it goes on."""
        with self._guard:
            before = self._name, self._blocks
        self.name = name
        try:
            yield
        finally:
            with self._guard:
                self._name, self._blocks = before


_running: list[Stream] = []


def named(name: str) -> AbstractContextManager[None]:
    """What is drawn inside follows from ``name``, whatever test is running."""
    return _running[-1].named(name) if _running else nullcontext()


class Repeatable:
    """Lays the stream under ``secrets`` and names it before each fixture and each test."""

    def __init__(self, word: str = "") -> None:
        self.word = word
        self.stream = Stream()
        _running.append(self.stream)
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(secrets, "token_bytes", self.stream.token_bytes)  # token_hex and -_urlsafe call it
        self.patch.setattr(secrets, "choice", self.stream.choice)
        self.patch.setattr(secrets, "randbelow", self.stream.randrange)
        self.patch.setattr(secrets, "randbits", self.stream.getrandbits)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.stream.name = self.word + item.nodeid

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Any:
        # One that outlives its test must not depend on which test asked for it first.
        if fixturedef.scope == "function":
            return (yield)
        param = getattr(request, "param_index", 0)
        with self.stream.named(f"{self.word}{fixturedef.baseid}::{fixturedef.argname}[{param}]"):
            return (yield)

    def pytest_unconfigure(self) -> None:
        self.patch.undo()
        _running.remove(self.stream)
