"""Cover and Concealment, with the rulebook's examples."""

from __future__ import annotations

import pytest

from rules.editions.m3e.rows import ROWS
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.policies import TablePolicies
from rules.table.sight.cover import COVER_DF, COVERED_FROM, NOT_CONCEALED_FROM, concealment, cover
from rules.table.sight.line_of_sight import sees
from rules.table.terrain import Piece, fog_bank
from tests.rules.table.scene import R30, box, model, table

PARKER = model("Parker", 4, 18)
BLOCK = box("block", 14, 14, 4, 4, "blocking", ht=3)
SCENE = table(BLOCK)


@pytest.mark.rule("M3E-SHADOW-06", "M3E-SHADOW-04", "M3E-COVER-01")
@pytest.mark.parametrize(
    ("who", "x", "y", "seen", "covered"),
    [
        ("Guard Patrol: in the Shadow, no line through", 16, 18.1 + R30 + 1.5, True, False),
        ("Dashel: in the Shadow, some lines through", 19.5, 18.2, True, True),
        ("Brutal Effigy: outside, some lines blocked", 24, 18.3, True, False),
        ("Guild Hound: in the Shadow, all lines through", 19.5, 16, False, True),
    ],
)
def test_parker_and_four_targets(who, x, y, seen, covered):
    target = model(who, x, y)
    assert sees(SCENE, PARKER, target) is seen
    assert bool(cover(SCENE, PARKER, target)) is covered
    for grant in cover(SCENE, PARKER, target):
        assert (grant.piece, ROWS.named(grant.rule)) == ("block", "M3E-SHADOW-04")
    assert not cover(SCENE, target, PARKER)


@pytest.mark.rule("M3E-SHADOW-07", "M3E-SHADOW-10")
def test_a_large_hound_behind_the_block():
    hound = model("hound", 19.5, 16, 4)
    assert sees(SCENE, PARKER, hound)
    assert sees(SCENE, hound, PARKER)
    assert cover(SCENE, PARKER, hound)
    assert not cover(SCENE, hound, PARKER), "the closing clause of the example swaps the names"
    assert not cover(SCENE, hound, hound)


@pytest.mark.rule("M3E-SHADOW-05")
def test_parker_on_the_edge_of_the_roof_leaves_no_cover_below():
    block = box("block", 8, 12, 6, 12, "blocking", "climbable", ht=3)
    dashel = model("Dashel", 15.5, 18)
    assert not cover(table(block), model("Parker", 14 - R30, 18, elevation=3), dashel)
    assert cover(table(block), model("Parker", 12 - R30, 18, elevation=3), dashel)


@pytest.mark.rule("M3E-SHADOW-04")
def test_a_line_that_only_grazes_the_block_gives_no_cover():
    beside = model("beside", 19.5, 18 + R30)
    assert not cover(SCENE, PARKER.at(4, 18 + R30), beside)
    covers = cover(SCENE, PARKER.at(4, 18 + R30), beside.at(19.5, 17.98 + R30))
    assert covers
    assert covers[0].line.y2 < 18
    pillar = Piece("pillar", RoundFootprint(14, 18, 50), ("blocking",), 3)
    assert cover(table(pillar), PARKER, model("behind", 16, 18))
    assert not cover(table(pillar), PARKER, model("behind", 15, 20))


def test_what_the_duel_needs_to_know():
    assert (COVER_DF, COVERED_FROM, NOT_CONCEALED_FROM) == (1, "projectile", "melee")


FOG = fog_bank("fog", rectangle(14, 12, 4, 12))


@pytest.mark.rule("M3E-TRAIT-04", "M3E-COVER-02", "M3E-LOS-07")
def test_jack_daw_in_the_fog_is_seen_and_concealed():
    jack = model("Jack Daw", 16, 18)
    scene = table(FOG)
    assert sees(scene, PARKER, jack)
    (grant,) = concealment(scene, PARKER, jack)
    assert (grant.piece, ROWS.named(grant.rule)) == ("fog", "M3E-TRAIT-04")
    assert grant.line.x2 > 14
    assert not concealment(scene, PARKER, model("before it", 12, 18))
    assert not concealment(scene, PARKER, model("far side of it", 14 - R30 + 0.1, 18, mm=30).at(13, 18))


@pytest.mark.rule("M3E-TRAIT-15")
def test_who_is_unaffected_by_concealing_ignores_it():
    keen = model("keen", 4, 18, unaffected=("concealing",))
    assert concealment(table(FOG), keen, model("Jack Daw", 16, 18)) == ()


@pytest.mark.rule("M3E-TRAIT-05", "M3E-TRAIT-06")
def test_from_the_edge_of_the_fog_one_sees_clearly():
    scene, out = table(FOG), model("out", 24, 18)
    at_edge, deep = model("edge", 18 - R30 - 0.9, 18), model("deep", 18 - R30 - 1.1, 18)
    assert not concealment(scene, at_edge, out)
    assert concealment(scene, deep, out)
    assert concealment(scene, out, at_edge), "lines to a target in the fog are not waived"
    assert not concealment(scene, out, at_edge, TablePolicies(concealing_waiver="either_end"))


@pytest.mark.rule("M3E-TRAIT-05")
def test_one_slanting_line_over_the_corner_is_enough():
    corner = model("corner", 17.0, 22.9)
    assert not concealment(table(FOG), corner, model("up", 17, 30))
    assert concealment(table(FOG), model("inner", 16, 21.5), model("up", 16, 30))


@pytest.mark.rule("M3E-LOS-05", "M3E-TRAIT-04")
def test_low_growth_is_looked_over():
    scrub = box("scrub", 14, 12, 4, 12, "concealing", ht=1)
    assert not concealment(table(scrub), PARKER, model("behind", 24, 18))
    assert concealment(table(scrub), model("low", 4, 18, 1), model("behind", 24, 18, 1))
