"""Rows of a chart as a referee types them: every fault in words, at its field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from rules.campaign.charts.validation import options_of, read_row


class Inner(Struct, frozen=True, forbid_unknown_fields=True):
    suit: Literal["ram", "mask"]
    value: Annotated[int, Meta(ge=1, le=13)] = 1


class Row(Struct, frozen=True, kw_only=True):
    slug: Annotated[str, Meta(pattern="^[a-z0-9]+$", min_length=1, max_length=8)]
    kind: Literal["", "gain", "lose"] = ""
    times: Annotated[int, Meta(ge=0, le=9)] = 0
    flagged: bool = False
    inner: tuple[Inner, ...] = ()
    either: Literal["a", "b"] | None = None


SOUND: dict[str, Any] = {"slug": "one"}


def faults(**change: Any) -> list[tuple[str, str]]:
    row, found = read_row(SOUND | change, Row)
    assert (row is None) == bool(found)
    return [(fault.field, fault.sentence) for fault in found]


def test_a_sound_row_is_read_with_what_is_usual() -> None:
    assert read_row(SOUND, Row) == (Row(slug="one"), [])
    row, found = read_row(SOUND | {"inner": [{"suit": "mask", "value": 3}], "either": "b"}, Row)
    assert (row, found) == (Row(slug="one", inner=(Inner("mask", 3),), either="b"), [])


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"kind": "take"}, "kind", "“take” is none of gain, lose."),
        ({"times": "two"}, "times", "a whole number is expected."),
        ({"times": 10}, "times", "at most 9 is expected."),
        ({"times": -1}, "times", "at least 0 is expected."),
        ({"flagged": "yes"}, "flagged", "yes or no is expected (true or false)."),
        ({"slug": ""}, "slug", "it must not be empty."),
        ({"slug": "x" * 9}, "slug", "at most 8 characters are expected."),
        ({"slug": 7}, "slug", "text is expected."),
        ({"inner": "none"}, "inner", "a list is expected."),
        ({"inner": [7]}, "inner", "entry 1: one object with named fields is expected."),
        (
            {"inner": [{"suit": "ram"}, {"suit": "rose"}]},
            "inner",
            "entry 2, suit: “rose” is none of mask, ram.",
        ),
        ({"inner": [{"value": 1}]}, "inner", "entry 1: suit is missing."),
        ({"inner": [{"suit": "ram", "number": 1}]}, "inner", "entry 1: there is no field called number."),
        ({"inner": [{"suit": "ram", "value": 14}]}, "inner", "entry 1, value: at most 13 is expected."),
        ({"either": "c"}, "either", "“c” is none of a, b."),
        ({"colour": "red"}, "colour", "there is no such field; remove it."),
    ],
)
def test_each_fault_is_told_in_words_at_its_field(change, field, said) -> None:
    assert faults(**change) == [(field, said)]


def test_all_faults_of_a_row_are_told_at_once() -> None:
    row, found = read_row({"kind": "take", "colour": 1}, Row)
    assert row is None
    assert [fault.field for fault in found] == ["colour", "slug", "kind"]
    assert found[1].sentence == "it is missing."
    assert read_row(["one"], Row)[1][0].sentence == "a row with named fields is expected."


def test_the_words_that_a_field_allows() -> None:
    assert options_of(Literal["ram", "mask"]) == ("ram", "mask")
    assert options_of(tuple[Literal["ram"], ...]) == ("ram",)
    assert options_of(Literal["a"] | None) == ("a",)
    assert options_of(int) == ()
