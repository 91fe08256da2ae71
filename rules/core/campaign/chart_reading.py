"""One row of a chart from plain values: every fault of the row at once, each with its field.

>>> from rules.core.campaign.chart_rows import RewardRow
>>> read_row({"suit": "moon"}, RewardRow)[1][0]
FieldFault(field='suit', sentence='“moon” is none of crow, mask, ram, tome.')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Row = TypeVar("Row", bound=Struct)
_PLACE = re.compile(r"\[(?P<entry>\d+)\]|\.(?P<field>\w+)")
_WORDS = (
    (re.compile(r"Expected `int` >= (-?\d+)"), "at least {0} is expected"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "at most {0} is expected"),
    (
        re.compile(r"Expected `int.*`, got `(?:str|float|null|array|object|bool)`"),
        "a whole number is expected",
    ),
    (re.compile(r"Expected `bool`"), "yes or no is expected (true or false)"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "at most {0} characters are expected"),
    (re.compile(r"Expected `str` of length >= (\d+)"), "it must not be empty"),
    (
        re.compile(r"Expected `str` matching regex '\^\[a-z"),
        "lower-case letters, digits and single hyphens only",
    ),
    (re.compile(r"Expected `str` matching regex"), "one line without invisible characters is expected"),
    (re.compile(r"Expected `str"), "text is expected"),
    (re.compile(r"Expected `array`"), "a list is expected"),
    (re.compile(r"Expected `object`"), "one object with named fields is expected"),
    (re.compile(r"Object missing required field `(\w+)`"), "{0} is missing"),
    (re.compile(r"Object contains unknown field `(\w+)`"), "there is no field called {0}"),
)


class FieldFault(Struct, frozen=True):
    """What is wrong with ``field`` (empty: with the row as a whole), as a sentence."""

    field: str
    sentence: str


def read_row(found: Any, kind: type[Row]) -> tuple[Row | None, list[FieldFault]]:
    """The row, or ``None`` with all its faults in the order of the fields."""
    if not isinstance(found, Mapping):
        return None, [FieldFault("", "a row with named fields is expected.")]
    types = _types(kind)
    faults = [
        FieldFault(str(name), "there is no such field; take it out.") for name in found if name not in types
    ]
    values = {}
    for field in msgspec.structs.fields(kind):
        if field.name not in found:
            if field.required:
                faults.append(FieldFault(field.name, "it is missing."))
            continue
        try:
            values[field.name] = msgspec.convert(found[field.name], types[field.name])
        except msgspec.ValidationError as error:
            faults.append(FieldFault(field.name, _said(error, types[field.name], found[field.name])))
    return (None, faults) if faults else (kind(**values), [])


@lru_cache(maxsize=64)
def _types(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def options_of(annotation: Any) -> tuple[str, ...]:
    """The words that a field of this type allows; empty when it is no choice.

    >>> options_of(Literal["ram", "mask"])
    ('ram', 'mask')
    """
    if get_origin(annotation) is Literal:
        return tuple(str(word) for word in get_args(annotation))
    for inner in get_args(annotation):
        if inner is not Ellipsis and (found := options_of(inner)):
            return found
    return ()


def _said(error: msgspec.ValidationError, annotation: Any, value: Any) -> str:
    """The library's message in a referee's words, with the entry of a list it speaks of."""
    message, _, path = str(error).partition(" - at `")
    steps = list(_PLACE.finditer(path))
    where = ", ".join(
        f"entry {int(step['entry']) + 1}" if step["entry"] else step["field"].replace("_", " ")
        for step in steps
    )
    lead = f"{where}: " if where else ""
    if message.startswith("Invalid enum value"):
        wrong = _at(value, steps)
        options = [word for word in options_of(annotation) if word] or _nested_options(annotation, steps)
        return f"{lead}“{wrong}” is none of {', '.join(sorted(options))}."
    for pattern, words in _WORDS:
        if match := pattern.match(message):
            return f"{lead}{words.format(*match.groups())}."
    return f"{lead}{message[:1].lower()}{message[1:]}."


def _at(value: Any, steps: list[re.Match[str]]) -> Any:
    for step in steps:
        value = value[int(step["entry"])] if step["entry"] else value[step["field"]]
    return value


def _nested_options(annotation: Any, steps: list[re.Match[str]]) -> list[str]:
    """The words allowed in a field of the rows inside a list."""
    names = [step["field"] for step in steps if step["field"]]
    for inner in get_args(annotation):
        if isinstance(inner, type) and issubclass(inner, Struct) and names:
            return list(options_of(_types(inner)[names[-1]]))
    return []
