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
    found = sample(slug)
    assert found is not None
    one, other = on_highest_surface(found.table, found.one), on_highest_surface(found.table, found.other)
    return found, line_of_sight_answer(found.table.with_base(one).with_base(other), one, other)


@pytest.mark.parametrize("found", SAMPLES, ids=lambda found: found.slug)
def test_each_is_a_table_that_can_be_shared(found):
    assert read_sheet(sheet_of(found.table).json()).contents().table == found.table
    assert found.table.holds_base(found.one)
    assert found.table.holds_base(found.other)


@pytest.mark.rule("M3E-LOS-02")
def test_the_gap_lets_one_line_through_that_samples_miss():
    found, answer = look("gap")
    assert answer.seen
    with_both = found.table.with_base(found.one).with_base(found.other)
    for points in (8, 32):
        lines = oracle.candidates(found.one, found.other, [], points)[: points * points]
        assert oracle.blocked(with_both, found.one, found.other, lines).all(), points


@pytest.mark.rule("M3E-LOS-09")
def test_the_seam_lets_none_through():
    _, answer = look("seam")
    assert not answer.seen
    assert {blocker.name for blocker in answer.blockers} == {"West wall", "East wall"}


@pytest.mark.rule("M3E-SHADOW-03")
def test_the_roof_is_looked_down_from_at_its_edge_alone():
    found, answer = look("roof")
    assert answer.seen
    middle = on_highest_surface(found.table, found.one.at(15, 18))
    assert middle.elevation == 3
    assert not line_of_sight_answer(found.table, middle, found.other).seen


def test_the_street_is_closed_by_two_together():
    _, answer = look("street")
    assert {blocker.name for blocker in answer.blockers} == {"Crates", "Golem"}


@pytest.mark.parametrize("found", SAMPLES, ids=lambda found: found.slug)
def test_the_docs_show_them_as_they_are_drawn(found):
    kept = (table_pictures.HOME / f"sight-{found.slug}.svg").read_text()
    assert kept == table_pictures.drawn(found), "run `python scripts/table_pictures.py`"
    root = ET.fromstring(kept)  # noqa: S314
    assert "svg.table" in root.find("{http://www.w3.org/2000/svg}style").text
