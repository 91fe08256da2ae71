"""Line of Sight and Shadow: the rulebook's examples and a scene for every row."""

from __future__ import annotations

import pytest

from rules.editions.m3e.rows import ROWS
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.line_of_sight import Blocker, line_of_sight, sees
from rules.table.sight.occlusion import in_shadow
from rules.table.sight.terrain_pieces import sees_piece
from rules.table.terrain import Piece, bridge, flat_building, fog_bank
from tests.rules.table.scene import R30, box, model, table


def crates(ht: int | None = 2, x=14.0, y=0.0, w=1.0, d=36.0, name="crates") -> Piece:
    return box(name, x, y, w, d, "blocking", ht=ht)


A, B = model("Rasputina", 10, 18), model("Pandora", 20, 18)


@pytest.mark.rule("M3E-LOS-08", "M3E-LOS-02", "M3E-LOS-04", "M3E-TRAIT-02")
def test_crates_across_every_line_hide_pandora_and_one_free_line_shows_the_sorrow():
    wall = crates(d=30, y=6)
    sorrow = model("Sorrow", 16.5, 6)
    sight = line_of_sight(table(wall, A, B, sorrow), A, B)
    assert not sight
    assert ROWS.cited(sight.blockers) == (Blocker("crates", "M3E-TRAIT-02"),)
    assert not sight.line
    seen = line_of_sight(table(wall, A, B, sorrow), model("high", 12, 5), sorrow)
    assert seen
    assert seen.line is not None
    assert sees(table(wall, A), A, A)


@pytest.mark.rule("M3E-LOS-01")
def test_the_line_joins_the_edges_and_crosses_neither_base():
    line = line_of_sight(table(A, B), A, B).line
    assert line is not None
    assert (line.x1, line.y1) == pytest.approx((10 + R30, 18))
    assert (line.x2, line.y2) == pytest.approx((20 - R30, 18))
    assert line.length == pytest.approx(10 - 2 * R30)


@pytest.mark.rule("M3E-LOS-05")
@pytest.mark.parametrize(
    ("iggy", "ends", "seen"),
    [(1, (1, 2), True), (1, (1, 1), False), (2, (1, 2), False), (2, (3, 2), True), (2, (2, 2), False)],
)
def test_what_is_lower_than_either_end_is_ignored(iggy, ends, seen):
    ophelia, pandora = model("Ophelia", 10, 18, ends[0]), model("Pandora", 20, 18, ends[1])
    between = model("Iggy", 15, 18, iggy, mm=50)
    assert sees(table(between, ophelia, pandora), ophelia, pandora) is seen
    wall = crates(iggy, x=17.5, w=0.1)
    shadowless = [ophelia.at(2, 18), pandora.at(30, 18)]
    assert sees(table(wall), *shadowless) is seen


@pytest.mark.rule("M3E-LOS-06")
def test_iggy_on_a_rock_of_height_1_hides_pandora():
    rock = box("rock", 14, 17, 2, 2, "climbable", ht=1)
    ophelia, pandora = model("Ophelia", 10, 18, 1), model("Pandora", 20, 18, 2)
    assert not sees(table(rock, model("Iggy", 15, 18, 1, mm=50, elevation=1)), ophelia, pandora)
    assert sees(table(rock, model("Iggy", 15, 18, 1, mm=50)), ophelia, pandora)
    pillar = box("pillar", 14, 15, 1, 6, "blocking", ht=1, bottom=2)
    assert not sees(table(pillar), A.at(2, 18), B.at(30, 18).at(30, 18, 1))
    assert sees(table(pillar), A.at(2, 18, 2), B.at(30, 18, 2))


FOG = fog_bank("fog", rectangle(14, 12, 4, 12))


@pytest.mark.rule("M3E-LOS-07", "M3E-TRAIT-07")
def test_into_and_out_of_fog_but_not_through_it():
    ophelia, jack, montresor = model("Ophelia", 10, 18), model("Jack Daw", 16, 18), model("Montresor", 22, 18)
    scene = table(FOG, ophelia, montresor)
    assert sees(scene, ophelia, jack)
    assert sees(scene, jack, montresor)
    sight = line_of_sight(scene, ophelia, montresor)
    assert not sight
    assert ROWS.cited(sight.blockers) == (Blocker("fog", "M3E-LOS-07"),)
    beside = model("beside", 14 - R30, 18)
    assert not sees(scene, beside, montresor), "touching the fog is not being in it"
    assert sees(scene, model("partly", 14 - R30 + 0.1, 18), montresor)


@pytest.mark.rule("M3E-LOS-07")
def test_a_line_that_leaves_a_wood_and_enters_it_again_may_not_leave_it_twice():
    arms = ((4, 4), (14, 4), (14, 6), (6, 6), (6, 12), (14, 12), (14, 14), (4, 14))
    horseshoe = Piece("woods", Outline(arms), ("dense",))
    low, high, beyond = model("low", 12, 5), model("high", 12, 13), model("beyond", 12, 18)
    assert sees(table(horseshoe), low, high), "out of one arm, into the other"
    assert not sees(table(horseshoe), low, beyond), "through the other arm"
    assert sees(table(horseshoe), model("between", 12, 9), low)


@pytest.mark.rule("M3E-LOS-09")
def test_equal_bases_in_a_row_hide_each_other_because_grazing_blocks():
    row = [model(name, x, 18) for name, x in (("a", 10), ("b", 14), ("c", 18))]
    free = TablePolicies(grazing="free")
    sight = line_of_sight(table(*row), row[0], row[2])
    assert not sight
    assert ROWS.cited(sight.blockers) == (Blocker("b", "M3E-LOS-04"),)
    assert sees(table(*row), row[0], row[2], free)
    assert not sees(table(*row).with_base(model("b", 14, 18, mm=40)), row[0], row[2], free)
    assert not sees(table(crates(name="x", y=18, d=18), crates(name="y", y=0, d=18)), A, B), (
        "no crack of light"
    )


@pytest.mark.rule("M3E-LOS-09")
def test_a_cut_shape_has_no_cracks_however_grazing_is_read():
    cross = Outline(((14, 10), (16, 10), (16, 0), (18, 0), (18, 36), (16, 36), (16, 26), (14, 26)))
    for policies in (POLICIES, TablePolicies(grazing="free")):
        assert not sees(table(Piece("wall", cross, ("blocking",), 2)), A, B.at(24, 18), policies)


@pytest.mark.rule("M3E-LOS-10")
def test_blocking_without_height_is_never_looked_over_unless_so_agreed():
    tall = [A.at(2, 18, 4), B.at(30, 18, 4)]
    for piece in (crates(None), fog_bank("fog", rectangle(14, 0, 1, 36))):
        assert not sees(table(piece), *tall)
        assert sees(table(piece), *tall, TablePolicies(no_height="zero"))


@pytest.mark.rule("M3E-LOS-11", "M3E-LOS-03")
def test_bases_that_touch_see_each_other_unless_a_floor_is_between():
    on, marker = model("on", 10, 10), model("scheme", 10.2, 10, 0, kind="marker")
    assert sees(table(on, marker), on, marker)
    assert ROWS.named(line_of_sight(table(on, marker), on, marker).rule) == "M3E-LOS-11"
    assert not sees(table(on, marker), on, marker, TablePolicies(touching_sees=False))
    walkway, archway = bridge("bridge", rectangle(8, 4, 4, 20), 3, 2)
    over = model("over", 10, 10.5, elevation=3)
    sight = line_of_sight(table(walkway, archway, on, over), on, over)
    assert not sight
    assert ROWS.named(sight.rule) == "M3E-LOS-03"


@pytest.mark.rule("M3E-LOS-03")
def test_no_line_goes_through_a_floor():
    walkway, archway = bridge("bridge", rectangle(8, 4, 4, 20), 3, 2)
    scene = table(walkway, archway)
    over, under = model("over", 10, 10, elevation=3), model("under", 10, 20)
    assert ROWS.cited(line_of_sight(scene, over, under).blockers) == (
        Blocker("bridge, walkway", "M3E-LOS-03"),
    )
    assert sees(scene, over, model("at the end", 10, 23.7)) is False
    assert sees(scene, over.at(10, 20, 3), under.at(16, 20))
    assert sees(scene, over, model("also over", 10, 18, elevation=3))
    house = flat_building(
        "house", rectangle(4, 4, 6, 6), 4, floors=(2,), interior=rectangle(4.2, 4.2, 5.6, 5.6)
    )
    ground, upstairs, roof = (model(f"at {z}", 6 + z / 2, 7, elevation=z) for z in (0, 2, 4))
    inn = table(house)
    assert not sees(inn, ground, upstairs)
    assert not sees(inn, upstairs, roof)
    assert sees(inn, ground, model("same floor", 9, 8))


@pytest.mark.rule("M3E-TERR-02")
def test_one_looks_and_walks_under_a_bridge():
    walkway, archway = bridge("bridge", rectangle(14, 4, 3, 28), 3.9, 2.5)
    assert (walkway.top, walkway.bottom, archway.height) == (3, 2, 2)
    assert sees(table(walkway, archway), A, B)
    assert not sees(table(walkway, archway), A.at(5, 18, 1), B.at(26, 18, 1)), "too tall to look under it"
    assert sees(table(walkway, archway), A.at(5, 18, 2), B.at(26, 18, 2)), "over it"


# Shadow


@pytest.mark.rule("M3E-SHADOW-01", "M3E-TRAIT-12")
@pytest.mark.parametrize(("ht", "reach"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_a_shadow_reaches_as_far_as_the_piece_is_tall_to_three_inches(ht, reach):
    piece = crates(ht)
    assert in_shadow(model("in", 15 + reach + R30 - 0.01, 18), piece)
    assert not in_shadow(model("rim", 15 + reach + R30, 18), piece)
    assert not in_shadow(model("in", 15.5, 18), box("fence", 14, 0, 1, 36, ht=ht))
    assert not in_shadow(model("in", 15.8, 18), crates(None))


@pytest.mark.rule("M3E-SHADOW-02")
def test_a_short_model_in_the_shadow_is_hidden_from_a_tall_one():
    block = crates(3)
    giant, small = model("giant", 4, 18, 5), model("small", 16, 18, 2)
    sight = line_of_sight(table(block), giant, small)
    assert not sight
    assert ROWS.named(sight.blockers[0].rule) == "M3E-SHADOW-02"
    assert not sees(table(block), small, giant)
    assert sees(table(block), giant, small.at(18 + R30, 18)), "outside the Shadow it is looked over"
    assert sees(table(block), giant, model("tall", 16, 18, 4))


@pytest.mark.rule("M3E-SHADOW-05", "M3E-SHADOW-03")
def test_parker_on_the_edge_of_the_roof_sees_dashel_below():
    block = box("block", 8, 12, 6, 12, "blocking", "climbable", ht=3)
    dashel = model("Dashel", 15.5, 18)
    parker = model("Parker", 14 - R30, 18, elevation=3)
    assert sees(table(block), parker, dashel)
    assert sees(table(block), dashel, parker)
    back = parker.at(14 - R30 - 1.01, 18)
    assert not sees(table(block), back, dashel)
    assert sees(table(block), parker.at(14 - R30 - 0.99, 18), dashel)
    assert sees(table(block), back, dashel.at(18, 18)), "outside the Shadow nothing is closed"


@pytest.mark.rule("M3E-SHADOW-11")
def test_the_roof_waiver_holds_whichever_end_stands_there():
    block = box("block", 8, 12, 6, 12, "blocking", "climbable", ht=3)
    dashel, parker = model("Dashel", 15.5, 18), model("Parker", 13.2, 18, elevation=3)
    only_drawing = TablePolicies(roof_waiver="drawing_end")
    assert sees(table(block), dashel, parker)
    assert sees(table(block), parker, dashel, only_drawing)
    assert not sees(table(block), dashel, parker, only_drawing)


@pytest.mark.rule("M3E-SHADOW-08")
def test_the_size_in_a_shadow_counts_what_one_stands_on():
    block, rock = crates(3), box("rock", 15.2, 17, 2, 2, "climbable", ht=2)
    far, raised = model("far", 4, 18, 6), model("raised", 16, 18, 2, elevation=2)
    assert sees(table(block, rock), far, raised)
    assert not sees(table(block, rock), far, raised, TablePolicies(shadow_size="printed"))


@pytest.mark.rule("M3E-SHADOW-09")
def test_the_top_of_a_piece_is_not_its_shadow():
    block = box("block", 8, 12, 6, 12, "blocking", "climbable", ht=3)
    on_top = model("on top", 11, 18, 0, elevation=3)
    assert not in_shadow(on_top, block)
    assert in_shadow(on_top, block, TablePolicies(shadow_on_top=True))


# Buildings


@pytest.mark.rule("M3E-TERR-06", "M3E-TERR-05")
def test_a_house_with_a_window():
    house = flat_building(
        "house",
        rectangle(12, 15, 6, 6),
        3,
        interior=rectangle(12.25, 15.25, 5.5, 5.5),
        openings=(rectangle(12, 17.5, 0.25, 1),),
    )
    inn = table(house)
    guest, other = model("guest", 14, 18), model("other", 17, 18)
    assert in_shadow(guest, house)
    assert sees(inn, guest, other)
    assert sees(inn, model("street", 8, 18), guest), "in by the window"
    assert not sees(inn, model("street", 8, 10), model("corner", 12.9, 16)), "the wall stops lines in"
    assert not sees(inn, model("west", 8, 18), model("east", 24, 18)), "not through"
    inner = box("inner wall", 15.4, 15.25, 0.2, 5.5, "blocking", ht=3)
    assert not sees(inn.with_pieces(inner), guest, other)


@pytest.mark.rule("M3E-MARK-08", "M3E-MARK-06")
def test_a_model_exactly_on_a_marker_does_not_hide_it():
    marker, on_it = model("marker", 20, 18, 0, kind="marker"), model("on it", 20, 18)
    watcher = model("watcher", 10, 18, 1)
    assert sees(table(marker, on_it, watcher), watcher, marker)
    wide = model("wide", 20.2, 18, mm=50)
    assert not sees(table(marker, wide, watcher), watcher, marker.at(22, 18))
    pillar = Piece("pillar", RoundFootprint(15, 18, 50), ("blocking",), 3)
    assert not sees(table(pillar), watcher, marker)
    assert sees(table(marker.at(15, 18)), watcher, B)


@pytest.mark.rule("M3E-LOS-02", "M3E-LOS-04")
def test_blockers_together_close_what_neither_closes_alone():
    left, right = crates(name="left", y=0, d=18), crates(name="right", y=18, d=18)
    sight = line_of_sight(table(left, right, crates(name="far", x=30)), A, B)
    assert {blocker.name for blocker in sight.blockers} == {"left", "right"}
    assert sees(table(left), A, B)
    assert sees(table(right), A, B)


def test_a_keyhole_only_a_critical_line_finds():
    """Two staggered slits that let through lines in one narrow direction, none of them a centre line."""
    slit = [crates(name="a", x=13, w=0.02, d=18.2), crates(name="b", x=13, w=0.02, y=18.21, d=17.79)]
    far = [crates(name="c", x=17, w=0.02, d=17.8), crates(name="d", x=17, w=0.02, y=17.81, d=18.19)]
    sight = line_of_sight(table(*slit, *far), A, B)
    assert sight
    assert sight.line is not None
    assert 17.4 < sight.line.y2 < 17.7 < 18.3 < sight.line.y1 < 18.6
    assert not sees(table(*slit, *far), A, model("B", 20, 18.9))


@pytest.mark.rule("M3E-ACT-18", "M3E-LOS-01")
def test_a_piece_of_any_shape_is_seen_where_a_line_reaches_its_edge():
    barrel = Piece("barrel", RoundFootprint(13, 18, 30), ("destructible",), 2)
    yard = Outline(((5, 5), (15, 5), (15, 15), (5, 15)), (((6, 6), (14, 6), (14, 14), (6, 14)),))
    hedge = Piece("hedge", yard, ("destructible",), 2)
    tall = box("tall", 11.5, 15, 0.5, 6, "blocking", ht=5)
    assert sees_piece(table(barrel), A.at(10, 18), barrel)
    assert not sees_piece(table(barrel, tall), A.at(10, 18), barrel)
    assert sees_piece(table(barrel, tall), A.at(13, 22), barrel)
    assert sees_piece(table(hedge), A.at(10, 10), hedge)


@pytest.mark.rule("M3E-LOS-03", "M3E-LOS-11")
def test_a_piece_that_is_touched_is_seen_unless_a_floor_is_between():
    crate = Piece("crate", rectangle(9, 9, 2, 2), ("destructible", "climbable"), 1)
    loft = Piece("loft", rectangle(6, 6, 8, 8), ("climbable",), 4, floors=(2,))
    assert sees_piece(table(crate), A.at(10, 10, 1), crate)
    assert sees_piece(table(crate, loft), A.at(11.5, 10), crate)
    assert not sees_piece(table(crate, loft), A.at(10, 10, 2), crate)
