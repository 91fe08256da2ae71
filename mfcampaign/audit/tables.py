"""Tables and columns of leagues that statements read and write. A cached value of a league is valid until an
act writes to something that it was made from.

SQL statements are read as they go to the database, so no dependency is declared by hand. A reader of a table
depends on which rows it has (noted as ``campaigns_entry``) and on each column whose name stands in the
statement (``campaigns_entry.state``). An update writes columns; every other write changes which rows there
are.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

EVERY_ACT = "audit_act"
# Whose writes an act tells; what other rooms write apart from acts shows after a minute.
TRACKED = {"campaigns", "play", "setups"}
# What the count of acts has never covered: people, their sessions, the catalogue.
UNCOUNTED = {"accounts", "account", "mfa", "auth", "sessions", "contenttypes", "catalog"}
LONGEST_KEPT = 8_000
_QUOTED = re.compile(r'"(\w+)"')
_WRITTEN = re.compile(
    rf'(INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "((?:{"|".join(sorted(TRACKED))})_\w+)"'
)


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
    short = len(sql) < LONGEST_KEPT
    if sql.startswith(("SELECT", "(SELECT")):
        _seen.read |= _read(sql) if short else _read.__wrapped__(sql)
    elif _WRITTEN.match(sql) is not None:
        _seen.written |= _written(sql) if short else _written.__wrapped__(sql)
    return execute(sql, params, many, context)


@lru_cache(maxsize=2048)
def _read(sql: str) -> frozenset[str]:
    """What ``sql`` reads of leagues; ``EVERY_ACT`` for tables of rooms whose changes no league knows of.

    A column counts for each table of the statement that has one of its name: which one an alias means is not
    looked into.
    """
    names = set(_QUOTED.findall(sql))
    counted = _counted()
    read: set[str] = set()
    for table in names & counted.keys():
        columns = counted[table]
        read |= {EVERY_ACT} if columns is None else {table, *(f"{table}.{name}" for name in names & columns)}
    return frozenset(read)


@lru_cache(maxsize=1024)
def _written(sql: str) -> frozenset[str]:
    """What ``sql`` writes: a table, on which all its readers depend, or the columns that an update sets."""
    begun = _WRITTEN.match(sql)
    assert begun is not None, sql
    how, table = begun.groups()
    columns = _counted().get(table)
    if how != "UPDATE" or "SELECT" in sql or columns is None:
        return frozenset({table})
    names = set(_QUOTED.findall(sql[begun.end() :].partition(" WHERE ")[0]))
    return frozenset(f"{table}.{name}" for name in names & columns)


@cache
def _counted() -> dict[str, set[str] | None]:
    """The columns of each table; ``None`` where no act tells of changes."""
    return {
        model._meta.db_table: {field.column or field.name for field in model._meta.concrete_fields}
        if model._meta.app_label in TRACKED
        else None
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in UNCOUNTED
    }


def whole(model: type[models.Model]) -> frozenset[str]:
    """The dependencies of a reader of whole rows."""
    table = model._meta.db_table
    return frozenset({table, *(f"{table}.{name}" for name in _counted()[table] or ())})


def begin_request(**_: Any) -> None:
    """Nothing has been read yet."""
    _seen.read, _seen.shown = set(), set()


def read_so_far() -> frozenset[str]:
    """The tables and columns on which the value being made may depend."""
    return frozenset(_seen.read | _seen.shown)


def show_every_act() -> None:
    """Mark the value being rendered as changing with each act; values rendered inside of it need not."""
    _seen.shown.add(EVERY_ACT)


def depend_on(tables: frozenset[str]) -> None:
    """Let all values made from now on depend on these tables and columns, too."""
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
    """An operation: gives what was written in it and around it, and before it by no act."""
    _seen.operations += 1
    try:
        yield _seen.written
    finally:
        _seen.operations -= 1
        if not _seen.operations:
            _seen.written = set()
