"""The versioned cache: what a page loader made of an aggregate, kept for one state of that aggregate.

An aggregate counts its acts (``CountsActs``), and the count is part of the key, so nothing is ever
invalidated. For page loaders only: inside a transaction the count does not yet show what was changed.
Names of people are no acts of a league, so nothing is kept longer than a minute: all that a request
stores or looks up belongs to the minute in which it first asked, HTML and what it was made from alike.
A value must not be changed by its readers: keep frozen structs, tuples and HTML, never rows.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from mfcampaign.audit.aggregates import CountsActs

Value = TypeVar("Value")
ROOM, SECONDS = 1024, 60.0
_values: OrderedDict[Hashable, Any] = OrderedDict()
_lock = threading.Lock()


def cached(row: CountsActs, name: str, make: Callable[[], Value], *more: Hashable) -> Value:
    """``make()`` for this aggregate as it stands, or what it made before; ``more`` tells viewers apart."""
    value: Value | None = lookup(row, name, *more)
    if value is None:
        value = store(row, name, make(), *more)
    return value


def lookup(row: CountsActs, name: str, *more: Hashable) -> Any:
    """What was stored for this aggregate as it stands now, or ``None``."""
    key = _key(row, name, more)
    with _lock:
        if (value := _values.get(key)) is not None:
            _values.move_to_end(key)
        return value


def store(row: CountsActs, name: str, value: Value, *more: Hashable) -> Value:
    """Keep ``value`` for this aggregate as it stands now, and give it back."""
    with _lock:
        _values[_key(row, name, more)] = value
        while len(_values) > ROOM:
            _values.popitem(last=False)
    return value


def _key(row: CountsActs, name: str, more: tuple[Hashable, ...]) -> Hashable:
    # With the time of its creation: a primary key may be given again once its row is deleted.
    created_at = getattr(row, "created_at", None)
    return (row._meta.label_lower, row.pk, created_at, row.acts, _minute(row), name, *more)


def _minute(row: CountsActs) -> int:
    """The minute that everything read for this row belongs to; a request reads its own row."""
    minute: int = row.__dict__.setdefault("_minute", int(time.monotonic() // SECONDS))
    return minute
