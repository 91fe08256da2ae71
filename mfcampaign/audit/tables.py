"""Which tables of leagues are read and written: what is kept of a league lasts until an act writes to a table
that it was made from.

Statements are looked at as they go to the database, so nobody has to say by hand what depends on what.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

EVERY_ACT = "audit_act"
# What the count of acts has never covered: people, their sessions, the catalogue.
UNCOUNTED = {"accounts", "account", "mfa", "auth", "sessions", "contenttypes", "catalog"}
LONGEST_KEPT = 8_000
_QUOTED = re.compile(r'"(\w+)"')
_WRITTEN = re.compile(r'(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(campaigns_\w+)"')


class _Seen(threading.local):
    """What this thread has read since its request began, and written since its last outermost operation."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.shown: set[str] = set()
        self.written: set[str] = set()
        self.operations = 0


_seen = _Seen()


def watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Look at every statement of a new connection; first in line, for others take theirs off the end."""
    if _look not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _look)


def _look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    if sql.startswith(("SELECT", "(SELECT")):
        _seen.read |= _tables(sql) if len(sql) < LONGEST_KEPT else _tables.__wrapped__(sql)
    elif (written := _WRITTEN.match(sql)) is not None:
        _seen.written.add(written[1])
    return execute(sql, params, many, context)


@lru_cache(maxsize=2048)
def _tables(sql: str) -> frozenset[str]:
    """The tables of leagues that ``sql`` reads; ``EVERY_ACT`` for those of other rooms, whose changes no
    league knows of."""
    counted = _counted()
    return frozenset(counted[name] for name in _QUOTED.findall(sql) if name in counted)


@cache
def _counted() -> dict[str, str]:
    """Each table, by its name, as what it counts."""
    return {
        model._meta.db_table: model._meta.db_table if model._meta.app_label == "campaigns" else EVERY_ACT
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in UNCOUNTED
    }


def begin_request(**_: Any) -> None:
    """Nothing has been read yet."""
    _seen.read, _seen.shown = set(), set()


def read_so_far() -> frozenset[str]:
    """Whatever was made just now may depend on these tables."""
    return frozenset(_seen.read | _seen.shown)


def show_every_act() -> None:
    """What is being rendered changes with each act; what is rendered inside of it need not."""
    _seen.shown.add(EVERY_ACT)


def depend_on(tables: frozenset[str]) -> None:
    """What is made from now on depends on these tables, too."""
    _seen.read |= tables


@contextmanager
def making() -> Iterator[None]:
    """What is made inside holds what was read before and what is rendered inside, not what was rendered
    before."""
    shown, _seen.shown = _seen.shown, set()
    try:
        yield
    finally:
        _seen.shown |= shown


@contextmanager
def apart() -> Iterator[None]:
    """What is read inside goes into HTML that is made inside, and so into the HTML around it; into no value
    that is made of other things outside."""
    read, shown = _seen.read, _seen.shown
    _seen.read, _seen.shown = set(read), set()
    try:
        yield
    finally:
        shown |= _seen.read
        shown |= _seen.shown
        _seen.read, _seen.shown = read, shown


@contextmanager
def writing() -> Iterator[set[str]]:
    """An operation: gives the tables of leagues written to in it and around it, and before it by no act."""
    _seen.operations += 1
    try:
        yield _seen.written
    finally:
        _seen.operations -= 1
        if not _seen.operations:
            _seen.written = set()
