"""The bounds of a figure: said where it is defined, read by checks, forms and schemas."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from rules.bounds import Bounds, bounds_in, bounds_of, bounds_said, within

Few = Annotated[int, Meta(ge=1, le=3)]
Wide = Annotated[int, within(-99, 99)]


class Figures(Struct):
    few: Few | None = None
    wide: Wide = 0
    open: int = 0


def test_both_ways_to_say_them_are_read_also_of_what_may_be_missing():
    assert bounds_of(Figures) == {"few": Bounds(1, 3), "wide": Bounds(-99, 99)}
    assert bounds_in(int) is None
    with pytest.raises(AssertionError, match="has no bounds"):
        bounds_said(int)


def test_what_is_within_is_checked_in_words_and_described_alike():
    figures = msgspec.convert({"wide": 100}, Figures)
    assert figures.wide not in bounds_of(Figures)["wide"], "read, and left to the check"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"few": 4}, Figures)
    shapes = msgspec.json.schema(Figures)["$defs"]["Figures"]["properties"]
    assert (shapes["wide"]["minimum"], shapes["wide"]["maximum"]) == (-99, 99)


@pytest.mark.parametrize(("value", "good"), [(-100, False), (-99, True), (99, True), (100, False)])
def test_the_ends_are_allowed(value, good):
    assert (value in bounds_said(Wide)) is good
    assert value in Bounds()
    assert (value in Bounds(least=-99)) is (value >= -99)
