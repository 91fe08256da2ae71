"""Any struct that is written on a card described by its fields, and the choices that each field has.

>>> class Gain(Struct, tag_field="do", tag="gain"):
...     condition: str
...     value: int | tuple[int, int, int] | Literal["X"] = 1
>>> [field.encode_name for field in shape_of(Gain).fields]
['condition', 'value']
>>> [choice.key for choice in choices(shape_of(Gain).fields[1].type)]
['number', 'flip', '=X']
>>> initial(shape_of(Gain))
{'do': 'gain', 'condition': ''}
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal  # noqa: F401  Literal: of the example

import msgspec
from msgspec import NODEFAULT, Struct, inspect

MOST_DEPTH = 14
_SOURCE = re.compile(r" \((?:``)?(?:rules\.|[A-Z0-9]+-[A-Z]+-?\d*)[^)]*\)")
_FIELD = re.compile(r"``([^`]+)``")


class TypeOption(Struct, frozen=True):
    """One way to fill a place: ``key`` names it in forms, ``label`` for people, ``type`` what it holds."""

    key: str
    label: str
    type: inspect.Type


@lru_cache(maxsize=256)
def shape_of(kind: type[Struct]) -> inspect.StructType:
    """Read once a process: the vocabulary does not change."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return shape


def members(wanted: inspect.Type) -> tuple[inspect.Type, ...]:
    return wanted.types if isinstance(wanted, inspect.UnionType) else (wanted,)


def choices(wanted: inspect.Type) -> list[TypeOption]:
    """What may stand there; words in alphabetical order behind everything simple. A word with
    ``not_written`` is of the portal's own cards alone."""
    return sorted(_choices(wanted), key=lambda choice: ":" in choice.key)


def _choices(wanted: inspect.Type) -> list[TypeOption]:
    simple: list[TypeOption] = []
    words: list[TypeOption] = []
    for member in members(wanted):
        if isinstance(member, inspect.NoneType):
            simple.insert(0, TypeOption("none", "–", member))
        elif isinstance(member, inspect.LiteralType):
            simple += [
                TypeOption(f"={value}", str(value).replace("_", " ") or "–", member)
                for value in member.values
            ]
        elif isinstance(member, inspect.BoolType):
            simple += [TypeOption("yes", "yes", member), TypeOption("no", "no", member)]
        elif isinstance(member, inspect.IntType | inspect.FloatType):
            simple.append(TypeOption("number", "a number", member))
        elif isinstance(member, inspect.StrType):
            simple.append(TypeOption("text", "a text", member))
        elif isinstance(member, inspect.TupleType):
            flip = all(isinstance(item, inspect.IntType) for item in member.item_types)
            words_of = ("flip", "weak / moderate / severe") if flip else ("pair", "a word and its number")
            simple.append(TypeOption(*words_of, member))
        elif isinstance(member, inspect.VarTupleType):
            simple.append(TypeOption("list", "a list", member))
        elif isinstance(member, inspect.StructType) and not getattr(member.cls, "not_written", False):
            words.append(TypeOption(key_of(member), label_of(member), member))
    return simple + sorted(words, key=lambda choice: choice.label)


def key_of(shape: inspect.StructType) -> str:
    """``do:gain`` for a word, ``:Acts`` for a struct that stands for itself."""
    return f"{shape.tag_field}:{shape.tag}" if shape.tag_field else f":{shape.cls.__name__}"


def label_of(shape: inspect.StructType) -> str:
    """A word as people read it: ``Pay cards``. A word that does not read as it is has a ``label``."""
    name = str(shape.tag or shape.cls.__name__)
    return getattr(shape.cls, "label", "") or name[:1].upper() + name[1:].replace("_", " ")


def said_of(shape: inspect.StructType) -> str:
    """What the word is for: the first sentence of its description, where it has one of its own."""
    text = " ".join((shape.cls.__doc__ or "").split()) if shape.tag_field else ""
    text = _FIELD.sub(lambda match: f"“{match[1].replace('_', ' ')}”", _SOURCE.sub("", text))
    sentence = text.partition(". ")[0].rstrip(".")
    return f"{sentence}." if sentence and "(" not in sentence[:12] else ""


def chosen(wanted: inspect.Type, value: Any) -> TypeOption | None:
    """The choice that the value is of; ``None`` for one that may not stand there."""
    offered = choices(wanted)
    for choice in offered:
        if _is_of(choice, value):
            return choice
    return None


def _is_of(choice: TypeOption, value: Any) -> bool:
    if choice.key == "none":
        return value is None
    if choice.key.startswith("="):
        return isinstance(value, str | int) and not isinstance(value, bool) and f"={value}" == choice.key
    if choice.key in ("yes", "no"):
        return value is (choice.key == "yes")
    if choice.key == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if choice.key == "text":
        return isinstance(value, str)
    if choice.key in ("flip", "pair", "list"):
        return isinstance(value, list | tuple)
    shape = choice.type
    assert isinstance(shape, inspect.StructType)
    if not isinstance(value, dict):
        return False
    return value.get(shape.tag_field) == shape.tag if shape.tag_field else True


def initial(wanted: inspect.Type) -> Any:
    """The least that may stand there: required fields filled, all others left as they are usually."""
    if isinstance(wanted, inspect.StructType):
        tag = {wanted.tag_field: wanted.tag} if wanted.tag_field else {}
        return tag | {field.encode_name: initial(field.type) for field in wanted.fields if field.required}
    if isinstance(wanted, inspect.VarTupleType):
        return []
    first = choices(wanted)[0]
    return _of_choice(first)


def begun(wanted: inspect.Type, key: str) -> Any:
    """What stands there once that choice was made."""
    choice = next((choice for choice in choices(wanted) if choice.key == key), None)
    return initial(wanted) if choice is None else _of_choice(choice)


def _of_choice(choice: TypeOption) -> Any:
    if choice.key == "none":
        return None
    if choice.key.startswith("="):
        text = choice.key[1:]
        values = getattr(choice.type, "values", ())
        return next((value for value in values if str(value) == text), text)
    if choice.key in ("yes", "no"):
        return choice.key == "yes"
    if choice.key == "number":
        return 1
    if choice.key == "text":
        return ""
    if choice.key == "flip":
        return [1, 2, 3]
    if choice.key == "list":
        return []
    if isinstance(choice.type, inspect.TupleType):
        return [initial(item) for item in choice.type.item_types]
    return initial(choice.type)


@lru_cache(maxsize=256)
def usuals(kind: type[Struct]) -> dict[str, Any]:
    """What each field is when nothing is said, as JSON; fields that must be said are left out."""
    usual: dict[str, Any] = {}
    for field in shape_of(kind).fields:
        if field.default is not NODEFAULT:
            usual[field.encode_name] = msgspec.json.decode(msgspec.json.encode(field.default))
        elif field.default_factory is not NODEFAULT:
            usual[field.encode_name] = msgspec.json.decode(msgspec.json.encode(field.default_factory()))
    return usual
