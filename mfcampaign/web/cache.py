"""The versioned cache: what a page loader made of an aggregate, until the next act.

An aggregate counts its acts (``CountsActs``), and each value is kept with the count at which it was made, so
nothing is ever invalidated. For page loaders only: inside a transaction the row does not yet show what was
changed. Names of people are no acts of a league, so nothing is kept longer than a minute: all that a request
keeps or looks up belongs to the minute in which it first asked, HTML and what it was made from alike.
Values are shared by every request of the process, so they are frozen: rows, querysets, lists, dicts and
whatever else a reader could change are refused.
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
from typing import Any, TypeVar

import msgspec
from django.conf import settings

from mfcampaign.audit.aggregates import CountsActs

Value = TypeVar("Value")
MOST_VALUES, SECONDS = 1024, 60.0
PLAIN = (str, bytes, int, float, complex, type(None), enum.Enum, dt.date, dt.time, dt.timedelta, dt.tzinfo)

# By key the count of acts at which a value was made, and the value.
_values: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
_lock = threading.Lock()


def cached(row: CountsActs, name: str, make: Callable[[], Value], *more: Hashable) -> Value:
    """``make()`` for this aggregate, or its kept value until the next act; ``more`` tells viewers apart.

    ``TypeError`` for a value that is not frozen; in production only the value itself is looked at, not what
    it holds.
    """
    # With the time of its creation: a primary key may be given again once its row is deleted.
    key = (row._meta.label_lower, row.pk, getattr(row, "created_at", None), _minute(row), name, *more)
    with _lock:
        kept = _values.get(key)
        if kept is not None and kept[0] == row.acts:
            _values.move_to_end(key)
            before: Value = kept[1]
            return before
    value = make()
    refuse_mutable(value, name, deep=settings.CHECK_CACHED_VALUES)
    with _lock:
        _values[key] = (row.acts, value)
        _values.move_to_end(key)
        while len(_values) > MOST_VALUES:
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


def _minute(row: CountsActs) -> int:
    """The minute that everything read for this row belongs to; a request reads its own row."""
    minute: int = row.__dict__.setdefault("_minute", int(time.monotonic() // SECONDS))
    return minute
