"""The versioned cache: what a page loader made of an aggregate, until an act changes what it was made from.

An aggregate counts its acts (``CountsActs``); each value is kept with the count at which it was made and the
tables that were read until then, and the aggregate's own row tells whether an act wrote to one of them since.
So nothing is ever invalidated. For page loaders only: inside a transaction the row does not yet show what was
changed. Names of people are no acts of a league, so nothing is kept longer than a minute: all that a request
stores or looks up belongs to the minute in which it first asked, HTML and what it was made from alike.
Values are shared by every request of the process, so they are frozen: ``store`` refuses rows, querysets,
lists, dicts and whatever else a reader could change.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.conf import settings

from mfcampaign.audit import tables
from mfcampaign.audit.aggregates import CountsActs

Value = TypeVar("Value")
ROOM, SECONDS = 1024, 60.0
PLAIN = (str, bytes, int, float, complex, type(None), enum.Enum, dt.date, dt.time, dt.timedelta, dt.tzinfo)


class Kept(NamedTuple):
    """A value, the count of acts at which it was made, and the tables that it was made from."""

    value: Any
    acts: int
    tables: frozenset[str]


_values: OrderedDict[Hashable, Kept] = OrderedDict()
_lock = threading.Lock()


def cached(row: CountsActs, name: str, make: Callable[[], Value], *more: Hashable) -> Value:
    """``make()`` for this aggregate, or its kept value until a write; ``more`` tells viewers apart."""
    value: Value | None = lookup(row, name, *more)
    if value is None:
        with tables.making():
            value = store(row, name, make(), *more)
    return value


def lookup(row: CountsActs, name: str, *more: Hashable) -> Any:
    """The valid cached value of this aggregate, or ``None``."""
    key = _key(row, name, more)
    with _lock:
        kept = _values.get(key)
        if kept is None or row.stale(kept.acts, kept.tables):
            return None
        _values.move_to_end(key)
    tables.depend_on(kept.tables)
    return kept.value


def store(row: CountsActs, name: str, value: Value, *more: Hashable) -> Value:
    """Keep ``value`` for this aggregate's present state, and return it. ``TypeError`` for a value that
    is not frozen; in production only the value itself is looked at, not what it holds."""
    refuse_mutable(value, name, deep=settings.CHECK_CACHED_VALUES)
    key = _key(row, name, more)
    with _lock:
        _values[key] = Kept(value, row.acts, tables.read_so_far())
        _values.move_to_end(key)
        while len(_values) > ROOM:
            _values.popitem(last=False)
    return value


def forget(row: CountsActs) -> None:
    """Drop all that is kept of a row that will not be: its key may be given again."""
    with _lock:
        for key in [key for key in _values if key[:2] == (row._meta.label_lower, row.pk)]:  # type: ignore[index]
            del _values[key]


def refuse_mutable(value: object, name: str, *, deep: bool = True) -> None:
    """``TypeError`` that names the part of ``value`` that a reader could change.

    >>> refuse_mutable((1, "two", frozenset({3})), "numbers")
    >>> refuse_mutable(("one", ["two"]), "numbers")
    Traceback (most recent call last):
    TypeError: cache: numbers[1] is a list, which is not frozen
    """
    if isinstance(value, (*PLAIN, decimal.Decimal)):
        return
    parts = _parts(value)
    if parts is None:
        raise TypeError(f"cache: {name} is a {type(value).__qualname__}, which is not frozen")
    if deep:
        for part, inside in parts:
            refuse_mutable(inside, f"{name}{part}")


def frozen_json(value: Any) -> Any:
    """Plain JSON values as frozen ones: read-only mappings, tuples.

    >>> frozen_json({"schemes": [{"number": 1}]})["schemes"][0]["number"]
    1
    """
    if isinstance(value, dict):
        return MappingProxyType({key: frozen_json(inside) for key, inside in value.items()})
    return tuple(map(frozen_json, value)) if isinstance(value, list) else value


def plain_json(value: Any) -> Any:
    """What ``frozen_json`` made, as dicts and lists again: JSON encoders know these alone.

    >>> plain_json(frozen_json({"schemes": [{"number": 1}]}))
    {'schemes': [{'number': 1}]}
    """
    if isinstance(value, MappingProxyType):
        return {key: plain_json(inside) for key, inside in value.items()}
    return list(map(plain_json, value)) if isinstance(value, tuple) else value


def _parts(value: object) -> Iterable[tuple[str, object]] | None:
    """The contents of a frozen container, each with its place in words; ``None`` where it is not frozen."""
    if isinstance(value, tuple | frozenset):
        return ((f"[{place}]", inside) for place, inside in enumerate(value))
    if isinstance(value, MappingProxyType):
        return ((f"[{key!r}]", inside) for key, held in value.items() for inside in (key, held))
    if isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        return ((f".{name}", getattr(value, name)) for name in value.__struct_fields__)
    params = getattr(value, "__dataclass_params__", None)
    if dataclasses.is_dataclass(value) and params is not None and params.frozen:
        return ((f".{field.name}", getattr(value, field.name)) for field in dataclasses.fields(value))
    return None


def _key(row: CountsActs, name: str, more: tuple[Hashable, ...]) -> Hashable:
    # With the time of its creation: a primary key may be given again once its row is deleted.
    created_at = getattr(row, "created_at", None)
    return (row._meta.label_lower, row.pk, created_at, _minute(row), name, *more)


def _minute(row: CountsActs) -> int:
    """The minute that everything read for this row belongs to; a request reads its own row."""
    minute: int = row.__dict__.setdefault("_minute", int(time.monotonic() // SECONDS))
    return minute
