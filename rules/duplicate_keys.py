"""JSON objects that name a field twice: parsers keep one of the two, and not all the same one."""

from __future__ import annotations

import json
from typing import Any


class DuplicateKey(Exception):
    """``name`` is twice in one object."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def duplicate_key(raw: bytes | str) -> str:
    """The first field that an object of that JSON names twice; ``""`` where none does, or it is no JSON.

    >>> duplicate_key('{"a": 1, "b": {"c": 1, "c": 2}}'), duplicate_key('{"a": {"a": 1}}'), duplicate_key("{")
    ('c', '', '')
    """
    try:
        json.loads(raw, object_pairs_hook=_once, parse_int=str, parse_float=str, parse_constant=str)
    except DuplicateKey as twice:
        return twice.name
    except (ValueError, RecursionError):
        return ""
    return ""


def _once(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _value in pairs:
        if name in seen:
            raise DuplicateKey(name)
        seen.add(name)
