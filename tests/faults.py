"""Acts killed at every boundary of their statements: the plugin behind ``pytest --faults``.

The first time that a test does an act (an address and a method) and it succeeds, the same request is sent
before: once to see what it writes, then once for each boundary, killed there (``Killed``, which no handler of
``Exception`` sees, and the database undoes what was not committed). What it leaves must be nothing or all;
sent again under its key, it must end as it would have without; the ledger must add up. Everything is taken
back, then the test goes on with its own request. Between two reads nothing changes, so the boundaries that
count are those after a write and after a commit.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import pytest
from django.core import mail
from django.core.cache import cache
from django.core.cache.backends import locmem
from django.db import connection
from django.test import Client
from django.test.client import FakePayload
from django.urls import Resolver404, resolve

from mfcampaign.web import cache as page_cache
from mfcampaign.web.resilience.waiting import SAFE_METHODS
from tests import randomness
from tests.blocks import taken_back

WRITE = re.compile(r'^(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')
BLOCK = re.compile(r'^(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT) "?(\w+)"?$')
NOT_OURS = ("POST account/", "POST test/")
"""Signing up and in is allauth's, in several transactions: an account that is there signs in. Addresses of a
test alone count how often they are asked."""
NEW_EACH_TIME = ("POST play/try/",)
"""A trial is opened, then led to its first Activation. Asked for again it is another; the last one ends."""
UNDER_ATTACK: list[str] = []
"""The act that is killed at this moment, by the plugin or by a test of its own."""
MOST_BOUNDARIES = 60
"""Of one request; of a longer one so many, evenly spaced."""


class Killed(BaseException):
    """The process ended here."""


class Asked(msgspec.Struct):
    """What a request did to the database until it was killed, after ``most`` writes and commits."""

    most: float = float("inf")
    done: list[str] = []
    """The writes and commits, in order. How often it reads differs with what the process knows already."""
    open: list[str] = []
    """The transactions under way: the outermost is one of the database, the others are parts of it."""
    committed: bool = False

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = str(sql)
        block = BLOCK.match(text)
        if len(self.done) >= self.most:
            if block:  # on the way out; ``killed`` undoes it all as the database would
                return None
            raise Killed
        answer = execute(sql, params, many, context)
        if WRITE.match(text):
            self.done.append(text)
            self.committed = self.committed or not self.open
        elif block and block[1] == "SAVEPOINT":
            self.open.append(block[2])
        elif block and block[1] == "RELEASE SAVEPOINT":
            self.open.remove(block[2])
            if not self.open:
                self.done.append(text)
                self.committed = True
        return answer

    @property
    def tables(self) -> list[str]:
        return sorted({match[1] for text in self.done if (match := WRITE.match(text))})

    @property
    def boundaries(self) -> list[int]:
        """After how many writes and commits to kill it: after each but the last."""
        step = max(1, -(-len(self.done) // MOST_BOUNDARIES))
        return list(range(1, len(self.done), step))


@contextmanager
def killed(after: float) -> Iterator[Asked]:
    """Within, the process ends after so many writes and commits."""
    asked = Asked(after)
    with connection.execute_wrapper(asked), suppress(Killed):
        yield asked
    connection.needs_rollback = False
    if asked.open:
        with connection.cursor() as cursor:
            cursor.execute(f'ROLLBACK TO SAVEPOINT "{asked.open[0]}"')
            cursor.execute(f'RELEASE SAVEPOINT "{asked.open[0]}"')


@contextmanager
def as_before() -> Iterator[None]:
    """Whatever is done within is taken back, and no cache knows of it."""
    with taken_back():
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """What a process keeps in its memory, limits too, goes with it."""
    cache.clear()
    page_cache._values.clear()


def rows(tables: list[str]) -> dict[str, list[str]]:
    """Of each table what it holds. A session is no act: it is made anew."""
    held = {}
    with connection.cursor() as cursor:
        for table in set(tables) - {"django_session"}:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608  names of the portal's own statements
            held[table] = sorted(map(repr, cursor.fetchall()))
    return held


def numbers(tables: list[str]) -> dict[str, int]:
    return {table: len(held) for table, held in rows(tables).items()}


def unbalanced() -> list[str]:
    """Every way in which a league's Scrip does not hold together."""
    from mfcampaign.campaigns.ledger.queries import verify  # the plugin is loaded before the apps
    from mfcampaign.campaigns.models import Campaign

    return [problem for campaign in Campaign.objects.all() for problem in verify(campaign)]


class Outcome(msgspec.Struct):
    """How an act stood being killed: at how many boundaries, and every way in which it did not."""

    succeeds: bool
    boundaries: int = 0
    faults: list[str] = []


def attack(name: str, send: Callable[[], int]) -> Outcome:
    """Kill what ``send`` does at each boundary, then do it again; it answers with a status."""
    UNDER_ATTACK.append(name)
    try:
        return _attack(name, send)
    finally:
        UNDER_ATTACK.pop()


def _attack(name: str, send: Callable[[], int]) -> Outcome:
    with as_before(), killed(float("inf")) as whole:
        status = send()
        rows_done = numbers(whole.tables)
    if status >= 400 or not whole.tables:
        return Outcome(succeeds=False)
    outcome = Outcome(succeeds=True, boundaries=len(whole.boundaries))
    for after in whole.boundaries:
        with as_before():
            place = f"{name}, killed at {after} of {len(whole.done)}, after {whole.done[after - 1][:90]}"
            before = rows(whole.tables)
            with killed(after) as run:
                send()
            left = rows(whole.tables)
            torn = sorted(table for table in before if left[table] != before[table])
            if torn and not run.committed:
                outcome.faults.append(f"{place}\n  left {torn} though nothing was committed")
            if torn or after == whole.boundaries[-1]:
                forget()
                again, now = send(), numbers(whole.tables)
                wrong = {name: (now[name], rows_done[name]) for name in now if now[name] != rows_done[name]}
                if again != status or wrong:
                    said = f"left {torn}; sent again: {again}, not {status}; rows, and due: {wrong}"
                    outcome.faults.append(f"{place}\n  {said}")
                outcome.faults += [f"{place}\n  {problem}" for problem in unbalanced()]
    return outcome


class Faults:
    """The plugin: attacks each act when a test does it for the first time."""

    def __init__(self) -> None:
        self.attacked: Counter[str] = Counter()
        self.request = Client.request

    def pytest_configure(self) -> None:
        plugin, original = self, self.request

        def request(client: Client, **environ: Any) -> Any:
            plugin.before(client, environ)
            return original(client, **environ)

        Client.request = request  # type: ignore[method-assign]

    def pytest_unconfigure(self) -> None:
        Client.request = self.request  # type: ignore[method-assign]

    def before(self, client: Client, environ: dict[str, Any]) -> None:
        """Attack the request that is about to be sent, if it is an act that was not attacked yet."""
        safe = environ.get("REQUEST_METHOD", "GET") in SAFE_METHODS
        if safe or UNDER_ATTACK or not connection.in_atomic_block:
            return
        try:
            name = f"{environ['REQUEST_METHOD']} {resolve(environ['PATH_INFO']).route}"
        except Resolver404:
            return
        if name in self.attacked or name.startswith(NOT_OURS + NEW_EACH_TIME):
            return
        body = environ["wsgi.input"].read() if "wsgi.input" in environ else b""
        environ["wsgi.input"] = FakePayload(body)
        cookies, mails = copy.deepcopy(client.cookies), list(getattr(mail, "outbox", ()))
        counts = {name: copy.deepcopy(kept) for name, kept in locmem._caches.items()}
        ends = {name: copy.deepcopy(kept) for name, kept in locmem._expire_info.items()}

        def send() -> int:
            client.cookies = copy.deepcopy(cookies)
            return int(self.request(client, **environ | {"wsgi.input": FakePayload(body)}).status_code)

        try:
            with randomness.named("faults"):
                outcome = attack(name, send)
        finally:
            client.cookies, mail.outbox = cookies, mails
            for kept, before in ((locmem._caches, counts), (locmem._expire_info, ends)):
                for place, values in kept.items():
                    values.clear()
                    values.update(before.get(place, {}))
        if outcome.succeeds:
            self.attacked[name] = outcome.boundaries
        assert not outcome.faults, "\n".join(outcome.faults[:5])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.attacked |= Counter(getattr(node, "workeroutput", {}).get("faults", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["faults"] = dict(self.attacked)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("faults")
        reached = len(self.attacked)
        terminalreporter.write_line(f"{reached} acts killed at {self.attacked.total()} boundaries")
        for name in acts_not_in(self.attacked):
            terminalreporter.write_line(f"not reached  {name}")


def acts_not_in(attacked: Counter[str]) -> list[str]:
    """The declared acts of programs that were not attacked, by method and address."""
    from django.urls import reverse

    from mfcampaign.api.endpoint import REGISTERED

    reverse("api:docs")  # every operation is declared now
    acts = {f"{each.method.upper()} api/v1/{each.path}" for each in REGISTERED.values() if each.acts}
    return sorted(acts - set(attacked))
