"""Each place of a script: which choices it has, which of them a value is, and what stands there at first."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import Struct, inspect

from rules.crews.shapes import (
    begun,
    choices,
    chosen,
    initial,
    key_of,
    label_of,
    said_of,
    shape_of,
    usuals,
)
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.house.faults import faults_of


class Inner(Struct, frozen=True):
    number: int


class Every(Struct, frozen=True, tag_field="do", tag="every_kind"):
    """What a field may hold. Of each kind one (and more)."""

    maybe: int | None
    word: Literal["north_east", "south"]
    flag: bool
    figure: float
    text: str
    flip: tuple[int, int, int]
    pair: tuple[str, int]
    many: tuple[int, ...]
    inner: Inner
    usual: int = 7
    listed: list[int] = []


FIELDS = {field.encode_name: field.type for field in shape_of(Every).fields}


def keys(name: str) -> list[str]:
    return [choice.key for choice in choices(FIELDS[name])]


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("maybe", ["none", "number"]),
        ("word", ["=north_east", "=south"]),
        ("flag", ["yes", "no"]),
        ("figure", ["number"]),
        ("text", ["text"]),
        ("flip", ["flip"]),
        ("pair", ["pair"]),
        ("many", ["list"]),
        ("inner", [":Inner"]),
    ],
)
def test_each_kind_of_place_has_its_choices(name, offered) -> None:
    assert keys(name) == offered


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("maybe", None, "none"),
        ("maybe", 3, "number"),
        ("maybe", True, None),
        ("word", "south", "=south"),
        ("word", "west", None),
        ("flag", True, "yes"),
        ("flag", False, "no"),
        ("flag", 1, None),
        ("figure", 2.5, "number"),
        ("figure", "2", None),
        ("text", "so", "text"),
        ("text", 1, None),
        ("flip", [1, 2, 3], "flip"),
        ("flip", 2, None),
        ("pair", ["a", 1], "pair"),
        ("many", [], "list"),
        ("inner", {"number": 1}, ":Inner"),
        ("inner", [1], None),
    ],
)
def test_a_value_is_of_its_choice_or_of_none(name, value, key) -> None:
    choice = chosen(FIELDS[name], value)
    assert (choice.key if choice is not None else None) == key


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("maybe", "none", None),
        ("maybe", "number", 1),
        ("word", "=south", "south"),
        ("flag", "yes", True),
        ("flag", "no", False),
        ("text", "text", ""),
        ("flip", "flip", [1, 2, 3]),
        ("pair", "pair", ["", 1]),
        ("many", "list", []),
        ("inner", ":Inner", {"number": 1}),
        ("maybe", "howl", None),
    ],
)
def test_a_choice_that_is_made_begins_with_the_least_of_it(name, key, value) -> None:
    assert begun(FIELDS[name], key) == value
    assert chosen(FIELDS[name], value) is not None


def test_a_word_is_told_from_others_by_its_tag() -> None:
    effects = shape_of(w.May).fields
    place = next(field.type for field in effects if field.encode_name == "effects")
    assert isinstance(place, inspect.VarTupleType)
    gain = chosen(place.item_type, {"do": "gain", "condition": "slow"})
    assert gain is not None
    assert (gain.key, gain.label) == ("do:gain", "Gain")
    assert chosen(place.item_type, {"do": "howl"}) is None
    offered = {choice.key for choice in choices(place.item_type)}
    assert key_of(shape_of(w.Registered)) not in offered


def test_all_that_must_be_said_is_there_at_first_and_what_is_usual_is_known() -> None:
    first = initial(shape_of(Every))
    assert first == {
        "do": "every_kind",
        "maybe": None,
        "word": "north_east",
        "flag": True,
        "figure": 1,
        "text": "",
        "flip": [1, 2, 3],
        "pair": ["", 1],
        "many": [],
        "inner": {"number": 1},
    }
    assert faults_of(first, Every) == []
    assert usuals(Every) == {"usual": 7, "listed": []}


def test_words_are_named_and_described_for_people() -> None:
    class Plain(Struct, frozen=True):
        """Not shown: it is no word."""

    class Aside(Struct, frozen=True, tag_field="do", tag="aside"):
        """(M3E-FATE-07) begins with a rule."""

    assert (key_of(shape_of(Every)), label_of(shape_of(Every))) == ("do:every_kind", "Every kind")
    assert (key_of(shape_of(Plain)), label_of(shape_of(Plain))) == (":Plain", "Plain")
    assert said_of(shape_of(Every)) == "What a field may hold."
    assert said_of(shape_of(Plain)) == ""
    assert said_of(shape_of(Aside)) == ""


WHOLE: dict[str, Any] = initial(shape_of(Every))


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        ({"maybe": 100}, "maybe", "at most 99"),
        ({"maybe": True}, "maybe", "none of what may stand here: a number"),
        ({"figure": -99.5}, "figure", "at most 99"),
        ({"figure": float("nan")}, "figure", "at most 99"),
        ({"figure": True}, "figure", "none of what may stand here"),
        ({"flag": None}, "flag", "nothing is none"),
        ({"word": "west"}, "word", "north east, south"),
        ({"text": "x" * 201}, "text", "at most 200 characters"),
        ({"flip": [1, 2, True]}, "flip", "3 whole numbers"),
        ({"pair": ["a"]}, "pair", "a list of 2"),
        ({"pair": ["a", "b"]}, "pair/1", "a number"),
        ({"many": [1, "b"]}, "many/1", "a number"),
        ({"many": [1] * 101}, "many", "longer than a script may be"),
        ({"text": [1]}, "text", "No list may stand here, only a text"),
        ({"text": {"do": "gain"}}, "text", "No word may stand here, only a text"),
        ({"inner": 3}, "inner", "none of what may stand here: Inner"),
        ({"inner": {}}, "inner/number", "missing"),
        ({"inner": {"number": 1, "numbr": 2}}, "inner/numbr", "Did you mean “number”"),
    ],
)
def test_what_does_not_fit_is_told_at_its_place(change, path, said) -> None:
    faults = faults_of(WHOLE | change, Every)
    assert [fault.path for fault in faults] == [path]
    assert said in faults[0].sentence


def test_a_script_that_is_no_object_is_told() -> None:
    (fault,) = faults_of("howl", Every)
    assert (fault.path, fault.sentence) == ("", "This has to be an object, not “howl”.")
