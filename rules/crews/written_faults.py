"""Every fault of written data, each with its place and a sentence; the first of them is not the last.

>>> class Howl(Struct):
...     name: str
...     inches: int
>>> for fault in faults_of({"name": "Howl", "inches": "six", "of": 1}, Howl):
...     print(fault.path, "·", fault.sentence)
of · This word has no “of”.
inches · “six” is none of what may stand here: a number.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct, inspect

from rules.crews.shapes import MOST_DEPTH, choices, members, shape_of

MOST_PLACES = 1_500
LONGEST = 200
MOST_FAULTS = 40
LONGEST_LIST = 20


class Fault(Struct, frozen=True):
    """What is wrong with the place of that path; ``""`` is the whole."""

    path: str
    sentence: str


class Named(Struct, frozen=True):
    """What a field may name: ``wrong`` says what is wrong with a text, ``offered`` are the names to choose
    from, each in words."""

    wrong: Callable[[str], str]
    offered: Mapping[str, str]


class Vocabulary(Struct, frozen=True, kw_only=True):
    """What written data may hold besides what its types say: ``named`` by field, ``may_be_empty`` of these,
    ``marks`` that stand for a figure of the card, and ``filled``, the data with figures in their place."""

    named: Mapping[str, Named] = {}
    may_be_empty: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    filled: Callable[[Any], Any] = lambda data: data


PLAIN = Vocabulary()


def one_of(names: Iterable[str], what: str, marks: frozenset[str] = frozenset()) -> Callable[[str], str]:
    """What is wrong with a text that has to be one of ``names`` (before a colon); empty where nothing is."""
    known = tuple(names)

    def wrong(text: str) -> str:
        if text in marks or text.partition(":")[0] in known:
            return ""
        if not text:
            return f"Choose a {what}."
        near = difflib.get_close_matches(text, known, 1)
        return f"There is no {what} “{text[:40]}”.{f' Did you mean “{near[0]}”?' if near else ''}"

    return wrong


def faults_of(data: Any, kind: type[Struct], vocabulary: Vocabulary = PLAIN) -> list[Fault]:
    """All faults of written data; a sound one has none and can be read as ``kind``."""
    walk = _Walk(vocabulary)
    faults = list(walk.struct(data, shape_of(kind), "", 0))[:MOST_FAULTS]
    if not faults:
        try:
            msgspec.convert(vocabulary.filled(data), kind)
        except msgspec.ValidationError as error:
            faults = [Fault("", f"{error}.")]
    return faults


class _Walk:
    """Goes through data along its shape; counts, so that no data is walked without end."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.places = 0
        self.vocabulary = vocabulary

    def place(
        self, value: Any, wanted: inspect.Type, path: str, depth: int, name: str = ""
    ) -> Iterator[Fault]:
        self.places += 1
        if self.places > MOST_PLACES or depth > MOST_DEPTH:
            if self.places == MOST_PLACES + 1 or depth == MOST_DEPTH + 1:
                yield Fault(path, "This is longer or deeper than a script may be.")
            return
        if isinstance(value, str) and value in self.vocabulary.marks:
            return
        if isinstance(value, dict):
            yield from self.word(value, wanted, path, depth)
        elif isinstance(value, list | tuple):
            yield from self.several(list(value), wanted, path, depth, name)
        else:
            yield from self.scalar(value, wanted, path, name)

    def word(self, value: dict[Any, Any], wanted: inspect.Type, path: str, depth: int) -> Iterator[Fault]:
        shapes = [choice.type for choice in choices(wanted) if isinstance(choice.type, inspect.StructType)]
        tags = {str(shape.tag_field) for shape in shapes if shape.tag_field}
        if not shapes:
            yield Fault(path, f"No word may stand here, only {_named(wanted)}.")
            return
        if not tags:
            yield from self.struct(value, shapes[0], path, depth)
            return
        tag = next((tag for tag in sorted(tags) if tag in value), None)
        if tag is None:
            yield Fault(path, f"Which word this is has to be said by “{'” or “'.join(sorted(tags))}”.")
            return
        shape = next((s for s in shapes if s.tag_field == tag and s.tag == value[tag]), None)
        if shape is None:
            words = [str(s.tag) for s in shapes if s.tag_field == tag]
            near = difflib.get_close_matches(str(value[tag]), words, 1)
            hint = f" Did you mean “{near[0]}”?" if near else ""
            yield Fault(path, f"There is no word “{str(value[tag])[:40]}”.{hint}")
            return
        yield from self.struct(value, shape, path, depth)

    def struct(self, value: Any, shape: inspect.StructType, path: str, depth: int) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(path, f"This has to be an object, not {_shown(value)}.")
            return
        fields = {field.encode_name: field for field in shape.fields}
        for key in value:
            if key not in fields and key != shape.tag_field:
                near = difflib.get_close_matches(str(key), list(fields), 1)
                hint = f" Did you mean “{near[0]}”?" if near else ""
                yield Fault(_join(path, str(key)[:40]), f"This word has no “{str(key)[:40]}”.{hint}")
        for name, field in fields.items():
            if field.required and name not in value:
                yield Fault(_join(path, name), "This is missing.")
        for name, field in fields.items():
            if name in value:
                yield from self.place(value[name], field.type, _join(path, name), depth + 1, name)

    def several(
        self, value: list[Any], wanted: inspect.Type, path: str, depth: int, name: str
    ) -> Iterator[Fault]:
        for member in members(wanted):
            if isinstance(member, inspect.VarTupleType):
                for number, inner in enumerate(value[:100]):
                    yield from self.place(inner, member.item_type, _join(path, str(number)), depth + 1, name)
                if len(value) > 100:
                    yield Fault(path, "This list is longer than a script may be.")
                return
        for member in members(wanted):
            if isinstance(member, inspect.TupleType):
                right = len(value) == len(member.item_types)
                if all(isinstance(item, inspect.IntType) for item in member.item_types):
                    if not right or not all(_whole(inner) for inner in value):
                        length = len(member.item_types)
                        yield Fault(path, f"Weak, moderate and severe are {length} whole numbers.")
                elif not right:
                    yield Fault(path, f"This is a list of {len(member.item_types)}.")
                else:
                    for number, (inner, item) in enumerate(zip(value, member.item_types, strict=True)):
                        yield from self.place(inner, item, _join(path, str(number)), depth + 1, name)
                return
        yield Fault(path, f"No list may stand here, only {_named(wanted)}.")

    def scalar(self, value: Any, wanted: inspect.Type, path: str, name: str) -> Iterator[Fault]:
        for member in members(wanted):
            if isinstance(member, inspect.NoneType) and value is None:
                return
            if (
                isinstance(member, inspect.LiteralType)
                and not isinstance(value, bool)
                and value in member.values
            ):
                return
            if isinstance(member, inspect.BoolType) and isinstance(value, bool):
                return
            if isinstance(member, inspect.IntType) and _whole(value):
                if abs(value) > 99:
                    yield Fault(path, "A number on a card is at most 99.")
                return
            if (
                isinstance(member, inspect.FloatType)
                and isinstance(value, int | float)
                and not isinstance(value, bool)
            ):
                if not abs(value) <= 99:
                    yield Fault(path, "A number on a card is at most 99.")
                return
            if isinstance(member, inspect.StrType) and isinstance(value, str):
                yield from self.text(value, path, name)
                return
        if value == "":
            yield Fault(path, f"Enter {_named(wanted)}.")
            return
        yield Fault(path, f"{_shown(value)} is none of what may stand here: {_named(wanted)}.")

    def text(self, value: str, path: str, name: str) -> Iterator[Fault]:
        if len(value) > LONGEST or not value.isprintable():
            yield Fault(path, f"A text has at most {LONGEST} characters and one line.")
        elif name in self.vocabulary.named and not (value == "" and name in self.vocabulary.may_be_empty):
            if sentence := self.vocabulary.named[name].wrong(value):
                yield Fault(path, sentence)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _named(wanted: inspect.Type) -> str:
    """The choices in a few words."""
    offered = [choice for choice in choices(wanted) if choice.key != "none"]
    words = [choice.label for choice in offered[:8]]
    return ", ".join(words) + (" …" if len(offered) > 8 else "")


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"“{str(value)[:40]}”"


def _join(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name
