"""The sample tables show what their words say."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from rules.table.answers import line_of_sight_answer, on_highest_surface
from rules.table.presets.samples import SAMPLES, sample
from rules.table.sheet import read_sheet, sheet_of
from scripts import table_pictures
from tests.rules.table.sight import oracle


def look(slug: str):
    example = sample(slug)
    assert example is not None
    one, other = (
        on_highest_surface(example.table, example.one),
        on_highest_surface(example.table, example.other),
    )
    return example, line_of_sight_answer(example.table.with_base(one).with_base(other), one, other)


@pytest.mark.parametrize("example", SAMPLES, ids=lambda example: example.slug)
def test_each_is_a_table_that_can_be_shared(example):
    assert read_sheet(sheet_of(example.table).json()).contents().table == example.table
    assert example.table.holds_base(example.one)
    assert example.table.holds_base(example.other)


@pytest.mark.rule("M3E-LOS-02")
def test_the_gap_lets_one_line_through_that_samples_miss():
    example, answer = look("gap")
    assert answer.seen
    with_both = example.table.with_base(example.one).with_base(example.other)
    for points in (8, 32):
        lines = oracle.candidates(example.one, example.other, [], points)[: points * points]
        assert oracle.blocked(with_both, example.one, example.other, lines).all(), points


@pytest.mark.rule("M3E-LOS-09")
def test_the_seam_lets_none_through():
    _, answer = look("seam")
    assert not answer.seen
    assert {blocker.name for blocker in answer.blockers} == {"West wall", "East wall"}


@pytest.mark.rule("M3E-SHADOW-03")
def test_the_roof_is_looked_down_from_at_its_edge_alone():
    example, answer = look("roof")
    assert answer.seen
    middle = on_highest_surface(example.table, example.one.at(15, 18))
    assert middle.elevation == 3
    assert not line_of_sight_answer(example.table, middle, example.other).seen


def test_the_street_is_closed_by_two_together():
    _, answer = look("street")
    assert {blocker.name for blocker in answer.blockers} == {"Crates", "Golem"}


@pytest.mark.parametrize("example", SAMPLES, ids=lambda example: example.slug)
def test_the_docs_show_them_as_they_are_drawn(example):
    picture = (table_pictures.HOME / f"sight-{example.slug}.svg").read_text()
    assert picture == table_pictures.drawn(example), "run `python scripts/table_pictures.py`"
    root = ET.fromstring(picture)  # noqa: S314
    assert "svg.table" in root.find("{http://www.w3.org/2000/svg}style").text
