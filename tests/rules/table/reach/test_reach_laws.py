"""Laws of reach: farther never means fewer places, more terrain never more, and the far is no matter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.edition import edition_of, editions
from rules.editions.m2e import terrain as guide
from rules.refusal import Refusal
from rules.table.areas.effects import aura, pulse, shockwave, shockwave_targets
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH, bounds, rectangle
from rules.table.movement.moves import Allowance, walk_path
from rules.table.movement.pushes import push
from rules.table.reach.reachable_region import flight_region, place_region, reachable_region
from rules.table.terrain import Piece
from tests.rules.table.scene import R30, box, model, table
from tests.rules.table.sight.test_sight_laws import scene as random_scene

SEEDS = st.integers(0, 10**6)
RULESETS = st.sampled_from([each.code for each in editions()])


def solid(seed: int) -> Table:
    """The random scene with half of its pieces Impassable, and a fence of the guide through it."""
    scene, _ = random_scene(seed)
    pieces = [
        replace(p, traits=("blocking", "impassable")) if i % 2 else p for i, p in enumerate(scene.pieces)
    ]
    return Table((*pieces, guide.line("fence", "fence", 6.5, 4, 6.5, 7)), scene.bases)


def standing(scene: Table):
    """The first model that stands where it may, or ``None``."""
    for base in scene.bases:
        try:
            push(scene, base, 1, 0, 0.01)
        except Refusal:
            continue
        return base
    return None


@settings(max_examples=5, deadline=None)
@given(SEEDS, RULESETS, st.floats(0.5, 2), st.floats(0.1, 1))
@pytest.mark.rule("M3E-MOVE-02", "T2-LIN-02", "T2-FLY-03")
def test_more_movement_reaches_every_place_that_less_did(seed, edition, inches, more):
    scene, policies = solid(seed), edition_of(edition).table.policies
    base = standing(scene)
    if base is None:
        return
    for region in (
        lambda far: reachable_region(scene, base, Allowance(far, "move"), policies),
        lambda far: flight_region(scene, base, far, policies),
        lambda far: place_region(scene, base, far, policies),
    ):
        small = dict(region(inches).polygons)
        large = dict(region(inches + more).polygons)
        for z, room in small.items():
            # The edge of a larger region is drawn with other corners: by hundredths of an inch.
            assert room.difference(large[z].buffer(0.03)).area < 1e-6, (seed, edition, z)


@settings(max_examples=5, deadline=None)
@given(SEEDS, RULESETS, st.floats(3, 9), st.floats(3, 9))
@pytest.mark.rule("M3E-MOVE-04", "M3E-TRAIT-13")
def test_one_more_obstacle_opens_no_place(seed, edition, x, y):
    scene, policies = solid(seed), edition_of(edition).table.policies
    base = standing(scene)
    rock = Piece("one more", rectangle(x, y, 1, 1.5), ("impassable",), 3)
    fuller = scene.with_pieces(rock)
    if base is None or standing(Table(fuller.pieces, (base,))) is None:
        return
    before = dict(reachable_region(scene, base, Allowance(2, "move"), policies).polygons)
    for z, room in reachable_region(fuller, base, Allowance(2, "move"), policies).polygons:
        assert room.difference(before[z].buffer(0.03)).area < 1e-6, (seed, edition)


@settings(max_examples=20, deadline=None)
@given(SEEDS, RULESETS, st.lists(st.tuples(st.floats(2, 11), st.floats(2, 11)), min_size=1, max_size=3))
@pytest.mark.rule("M3E-MOVE-03")
def test_a_legal_path_stays_legal_when_a_far_piece_goes(seed, edition, path):
    scene, policies = solid(seed), edition_of(edition).table.policies
    base = scene.bases[0]
    try:
        before = walk_path(scene, base, path, Allowance(99, "move"), policies)
    except Refusal:
        return
    spots = [(base.x, base.y), *path]
    low = [min(spot[i] for spot in spots) - base.radius - TOUCH for i in (0, 1)]
    high = [max(spot[i] for spot in spots) + base.radius + TOUCH for i in (0, 1)]
    for piece in scene.pieces:
        box_ = bounds(piece.footprint)
        if box_[2] < low[0] or box_[0] > high[0] or box_[3] < low[1] or box_[1] > high[1]:
            assert (
                walk_path(scene.without_piece(piece.name), base, path, Allowance(99, "move"), policies)
                == before
            )


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from(["m3e", "m2e"]), st.floats(0.5, 5), st.floats(0, 4))
@pytest.mark.rule("M3E-AREA-01", "M3E-AREA-09", "M3E-AREA-10")
def test_auras_pulses_and_shockwaves_of_more_inches_reach_no_fewer(seed, edition, inches, more):
    scene, policies = solid(seed), edition_of(edition).table.policies
    source = scene.bases[0]
    marker = shockwave("wave", source.x, source.y)
    for reached in (
        lambda far: aura(scene, source, far, policies),
        lambda far: pulse(scene, source, far, policies),
        lambda far: shockwave_targets(scene, [marker], far, policies),
    ):
        assert {b.name for b in reached(inches)} <= {b.name for b in reached(inches + more)}


@pytest.mark.rule("M3E-MOVE-15", "M3E-MOVE-16", "M3E-TERR-05")
def test_the_region_of_a_place_is_a_disc_around_the_base_less_what_does_not_hold_it():
    gamin = model("Ice Gamin", 10, 18)
    gap = place_region(table(gamin), gamin, 2)
    assert gap.contains(10 + 2 + 2 * R30 - 0.01, 18)
    assert not gap.contains(10 + 2 + 2 * R30 + 0.01, 18)
    displaced = place_region(
        table(gamin), gamin, 2, replace(edition_of("m3e").table.policies, place_within="displacement")
    )
    assert not displaced.contains(12.01, 18)
    house = box(
        "house", 12, 15, 6, 6, "blocking", "climbable", ht=3, interior=rectangle(12.25, 15.25, 5.5, 5.5)
    )
    other = model("other", 8, 18)
    region = place_region(table(gamin, house, other), gamin, 6)
    assert not region.contains(15, 18, 0)
    assert region.contains(15, 18, 3)
    assert not region.contains(8, 18.5)
    inside = place_region(table(house), gamin.at(15, 18), 6)
    assert inside.contains(16, 18, 0)
    assert not inside.contains(10, 18, 0)
    assert not inside.contains(15, 18, 3)


@pytest.mark.rule("M3E-TRAIT-14", "T2-PUSH-03", "M1-MOVE-08")
def test_who_slows_pushes_is_a_matter_of_the_ruleset():
    swamp, gamin = box("swamp", 8, 10, 12, 16, "severe"), model("Ice Gamin", 10, 18)
    ends = [
        push(table(swamp), gamin, 1, 0, 4, policies).base.x
        for policies in (
            edition_of("m3e").table.policies,
            edition_of("m2e").table.policies,
            edition_of("m1e").table.policies,
        )
    ]
    assert ends == [12, 14, 12]
