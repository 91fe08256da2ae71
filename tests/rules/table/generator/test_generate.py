"""Generated tables: each keeps what was wished, and is the same everywhere."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rules.edition import edition_of, editions
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.checker.check import check
from rules.table.generator import generate
from rules.table.generator.generate import (
    GeneratedTable,
    TableRequirements,
    centre_is_free,
    requirements_from,
    satisfied,
    usual_unsaid,
)
from rules.table.generator.themes import THEMES
from rules.table.presets.kinds import piece_of
from rules.table.sheet import MOST_PIECES, read_sheet

RULES = edition_of("m3e").table
GUIDES = [each.table.guide for each in editions() if each.table.guide is not None]

REQUIREMENTS = st.builds(
    TableRequirements,
    guide=st.sampled_from(["m3e", "m3e", "t2"]),
    theme=st.sampled_from([found.slug for found in THEMES]),
    deployment=st.sampled_from([each.slug for each in RULES.deployments]),
    coverage=st.integers(34, 40),
    longest=st.integers(42, 60),
    base=st.sampled_from([30, 40, 50]),
    asymmetry=st.integers(0, 30),
)


def generate_table(word: str, requirements: TableRequirements) -> GeneratedTable:
    return generate.generate_table(word, requirements, RULES, GUIDES)


def meets_its_requirements(word: str, requirements: TableRequirements) -> None:
    try:
        generated = generate_table(word, requirements)
    except Refusal:
        return
    contents = read_sheet(generated.sheet.json()).contents(RULES.deployments)
    report = check(contents.table, RULES, contents.deployment, requirements.standard())
    assert report == generated.report
    assert satisfied(report), [figure for figure in report.figures if not figure.good]


@pytest.mark.rule("T2-TABLE-01", "T2-TABLE-02", "T2-TABLE-03")
@settings(max_examples=3, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(
    word=st.text(max_size=12),
    requirements=REQUIREMENTS.filter(lambda requirements: requirements.guide == "m3e"),
)
def test_each_table_satisfies_its_own_settings(word, requirements):
    meets_its_requirements(word, requirements)


@pytest.mark.soak
@pytest.mark.rule("T2-TABLE-02")
def test_each_of_many_tables_satisfies_its_own_settings(seeds):
    for number in seeds(60):

        @seed(number)
        @settings(
            max_examples=5, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(word=st.text(max_size=12), requirements=REQUIREMENTS)
        def five_tables(word, requirements):
            meets_its_requirements(word, requirements)

        five_tables()


def test_the_same_word_is_the_same_table_on_every_machine():
    generated = generate_table("a word", TableRequirements())
    assert satisfied(generated.report)
    assert hashlib.sha256(generated.sheet.json()).hexdigest()[:16] == "3cb86c7703e9a8c1"
    assert generate_table("another", TableRequirements()).sheet != generated.sheet


@pytest.mark.rule("M1-STR-05", "M3E-TRAIT-13")
def test_the_centre_of_a_table_can_be_reached(monkeypatch):
    """Two of these fourteen had something Impassable there; the others are the tables they were."""
    words = [(f"w{n}", TableRequirements(theme=("town", "wilds")[n % 2])) for n in range(14)]
    now = [generate_table(*word).sheet for word in words]
    assert all(centre_is_free(sheet.contents().table) for sheet in now)
    monkeypatch.setattr(generate, "centre_is_free", lambda table: True)
    before = [generate_table(*word).sheet for word in words]
    assert [one == two for one, two in zip(now, before, strict=True)].count(False) == 2


def test_what_an_address_says_besides_is_the_same_table():
    usual = TableRequirements(theme="wilds")
    said = TableRequirements(theme="wilds", guide="m3e", deployment="standard")
    assert usual_unsaid(said, RULES) == usual_unsaid(usual, RULES) == usual
    assert usual_unsaid(TableRequirements(guide="t2", deployment=None), RULES).guide == "t2"


def test_a_guide_or_a_deployment_that_nobody_has_is_refused():
    for unknown in (TableRequirements(guide="t9"), TableRequirements(deployment="nowhere")):
        with pytest.raises(Refusal, match="There is no"):
            generate_table("x", unknown)


@pytest.mark.soak
def test_a_large_table_has_no_more_pieces_than_a_sheet_holds():
    """Each tree of a forest is a piece: where they are too many the smallest forests have none."""
    requirements = TableRequirements(
        width=48, depth=48, guide="t2", deployment="corner", coverage=42, longest=60
    )
    generated = generate_table("60", requirements)
    assert read_sheet(generated.sheet.json()) == generated.sheet
    names = [sheet.name for sheet in generated.sheet.pieces]
    assert 90 < len(names) <= MOST_PIECES
    forests = {name for name in names if name.startswith("Forest") and "," not in name}
    assert 0 < len({piece_of(name) for name in names if ", tree" in name}) < len(forests)


@pytest.mark.parametrize("guide", ["m3e", "t2"])
def test_as_it_is_wished_at_first_every_theme_is_found(guide):
    seen = []
    for theme in THEMES[:2] if guide == "m3e" else THEMES[-2:]:
        generated = generate_table("brass", TableRequirements(guide=guide, theme=theme.slug))
        assert satisfied(generated.report)
        assert [figure.good for figure in generated.report.figures if figure.slug == "variety"] == [True]
        seen.append(generated.sheet)
    assert len({sheet.json() for sheet in seen}) == len(seen)


def test_contradictory_and_unknown_wishes_are_refused():
    with pytest.raises(Refusal) as caught:
        generate_table("x", TableRequirements(blocking=70, severe=30, cover=0))
    assert ROWS.named(caught.value.rule) == "T2-TABLE-03"
    with pytest.raises(Refusal):
        generate_table("x", TableRequirements(blocking=0, severe=0, cover=0))
    with pytest.raises(Refusal):
        generate_table("x", TableRequirements(theme="moon"))
    for wrong in ({"width": 500}, {"coverage": "x"}, {"base": 45}, []):
        with pytest.raises(Refusal):
            requirements_from(wrong)
    assert requirements_from({"theme": "bayou"}) == TableRequirements(theme="bayou")


@pytest.mark.rule("M3E-SETUP-03")
@pytest.mark.parametrize(
    "owned",
    [
        ("flat-building", "woods", "water"),
        ("flat-building", "crates", "wall", "woods", "water"),
        ("steep-building", "woods", "briars", "fence"),
    ],
)
def test_a_table_is_laid_of_the_pieces_that_are_owned_and_of_no_other(owned):
    guide = RULES.guide
    assert guide is not None
    names = {kind.name for kind in guide.kinds if kind.slug in owned}
    made = generate.generate_table("our own", TableRequirements(owned=owned, longest=60), RULES)
    laid = {piece_of(piece.name).rstrip(" 0123456789") for piece in made.sheet.contents().table.pieces}
    assert laid <= names
    assert satisfied(made.report)


def test_who_owns_too_little_is_told_what_to_tick():
    scant = (
        (("woods",), "blocks sight"),
        (("wall",), "is woods"),
        (("wall", "woods"), "is rough ground"),
    )
    for owned, lacks in scant:
        with pytest.raises(Refusal, match=lacks) as refused:
            generate.generate_table("x", TableRequirements(owned=owned), RULES)
        assert refused.value.fix.startswith("Tick one")
    with pytest.raises(Refusal, match="no ready-made piece"):
        generate.generate_table("x", TableRequirements(owned=("castle",)), RULES)


def test_what_is_owned_has_one_key_in_whatever_order_it_is_ticked():
    one, two = (usual_unsaid(TableRequirements(owned=each), RULES) for each in (("a", "b"), ("b", "a", "b")))
    assert one == two
