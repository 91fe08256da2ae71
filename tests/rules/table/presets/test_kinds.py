"""Ready-made pieces: figures and traits of both guides, as they are set down."""

from __future__ import annotations

import pytest

from rules.edition import edition_of, editions
from rules.editions.m2e import terrain as guide
from rules.editions.m3e.advice import warnings
from rules.editions.m3e.pieces import GUIDE
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.elevation import supported
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.movement.moves import Allowance
from rules.table.presets.kinds import PieceKind, laid_at, piece_of
from rules.table.reach.reachable_region import reachable_region
from rules.table.sheet import Sheet, read_sheet
from rules.table.zones import Zone

GUIDES = [each.table.guide for each in editions() if each.table.guide is not None]
KINDS = [kind for guide in GUIDES for kind in guide.kinds]
TABLE_M2E = edition_of("m2e").table.policies


def piece_kind(slug: str) -> PieceKind:
    return next(kind for kind in KINDS if kind.slug == slug)


B, C, I, S = "blocking", "climbable", "impassable", "severe"  # noqa: E741
# Rows of the ledger: default Height, and the marks of the row.
T2_ROWS = {
    "T2-GEN-01": {"t2-forest": (5, {"dense", S, "soft_cover", "deployment"})},
    "T2-GEN-02": {"t2-trees": (5, {B, "hard_cover", I, "stops_pushes"})},
    "T2-GEN-03": {"t2-obstacle": (5, {B, "hard_cover", I, "stops_pushes"})},
    "T2-GEN-04": {"t2-rough": (0, {S, "deployment"})},
    "T2-GEN-05": {"t2-deep-water": (0, {I, "stops_pushes"})},
    "T2-GEN-06": {"t2-fog": (None, {"dense", "hazardous", "soft_cover", "deployment"})},
    "T2-GEN-07": {"t2-trap": (0, {"hazardous", "deployment"})},
    "T2-GEN-10": {"t2-wall": (1, {B, "hard_cover", "linear", S})},
    "T2-GEN-11": {"t2-fence": (1, {"linear", S, "soft_cover"})},
    "T2-GEN-12": {"t2-wire": (1, {"hazardous", "linear", "soft_cover"})},
}


@pytest.mark.rule("T2-GEN-01", "T2-GEN-02", "T2-GEN-03", "T2-GEN-04", "T2-GEN-05", "T2-GEN-06", "T2-GEN-07")
@pytest.mark.rule("T2-GEN-10", "T2-GEN-11", "T2-GEN-12", "T2-FOR-01", "T2-FOR-02")
def test_the_second_editions_pieces_are_the_rows_of_its_table():
    for row, kinds in T2_ROWS.items():
        for slug, (height, marks) in kinds.items():
            kind = piece_kind(slug)
            assert (kind.rule, kind.height, set(kind.columns)) == (row, height, marks)
    forest, *trees = piece_kind("t2-forest").sheets()
    assert len(trees) == 3
    assert all(I in tree.traits and isinstance(tree.piece().footprint, RoundFootprint) for tree in trees)
    assert I not in forest.traits


@pytest.mark.rule("M3E-TERR-01", "M3E-TERR-02", "M3E-TERR-03", "M3E-TERR-04", "M3E-TERR-07")
def test_the_rulebooks_pieces_have_its_traits():
    traits = {kind.slug: set(kind.traits) for kind in GUIDE.kinds}
    assert traits["barbed-wire"] == {"hazardous"}
    assert traits["water"] == {S}
    assert traits["woods"] == {"concealing", "dense", S}
    assert traits["fog-bank"] == {"concealing", "dense"}
    assert traits["flat-building"] == {B, C}
    assert traits["steep-building"] == {B, I}
    assert traits["crates"] == {B, C, "destructible"}
    walkway, archway = piece_kind("bridge").sheets("Bridge")
    assert (walkway.bottom, walkway.height, walkway.open_below) == (2, 1, True)
    assert (archway.traits, archway.height) == ((), 2)
    with pytest.raises(Refusal) as caught:
        piece_kind("flat-building").sheets(height=5)
    assert ROWS.named(caught.value.rule) == "M3E-TERR-03"


@pytest.mark.rule("T2-TABLE-04")
def test_heights_are_defaults_that_the_organiser_may_set():
    assert piece_kind("t2-building").sheets()[0].height == 5
    assert piece_kind("t2-building").sheets(height=3)[0].height == 3


@pytest.mark.rule("M3E-TERR-05")
def test_a_house_one_may_enter_has_rooms_a_door_and_a_window():
    (house,) = piece_kind("enterable-building").sheets()
    walls = house.piece().walls()
    assert len(house.openings) == 2
    assert 0 < sum(wall.area for wall in walls) < house.piece().footprint.area / 2


@pytest.mark.rule("T2-BLD-01", "T2-GEN-08", "T2-IMP-01")
def test_a_building_of_the_guide_is_climbed_by_its_ladder_alone():
    placed = laid_at(piece_kind("t2-access").sheets("Store", width=4, depth=4, height=2), 18, 18)
    store, rungs = (sheet.piece() for sheet in placed)
    assert (store.height, store.floors, set(store.traits)) == (2, (2,), {B, "hard_cover", I, "stops_pushes"})
    assert (rungs.height, rungs.traits) == (2, (C,))
    before, behind = Base("before", 18, 15), Base("behind", 18, 21)
    scene = Table((store, rungs))
    assert reachable_region(scene, before, Allowance(6), TABLE_M2E).contains(18, 16.2, 2.0)
    assert not reachable_region(scene, behind, Allowance(6), TABLE_M2E).contains(18, 19.8, 2.0)
    roof = Base("up", 18, 18, elevation=2)
    assert supported(scene, roof)
    south = Zone(rectangle(0, 0, 36, 36))
    guide.check_deployment(Table((store, rungs), (roof,)), roof, south)
    with pytest.raises(Refusal, match="climb"):
        guide.check_deployment(Table((store,), (roof,)), roof, south)


@pytest.mark.rule("T2-BLD-02", "T2-ENCL-01", "T2-GEN-08")
def test_a_building_of_the_guide_is_entered_by_its_door_alone():
    placed = laid_at(piece_kind("t2-enclosed").sheets("Saloon", width=6, depth=5, height=3), 18, 18)
    (saloon,) = (sheet.piece() for sheet in placed)
    assert set(saloon.traits) == {B, "enclosed", "hard_cover", I, "stops_pushes"}
    before, aside = Base("before", 18, 14.5), Base("aside", 14, 18)
    assert reachable_region(Table((saloon,)), before, Allowance(6), TABLE_M2E).contains(18, 17)
    assert not reachable_region(Table((saloon,)), aside, Allowance(6), TABLE_M2E).contains(16.5, 18)
    assert all(
        z == 0.0 for z, _ in reachable_region(Table((saloon,)), aside, Allowance(6), TABLE_M2E).polygons
    )


@pytest.mark.rule("T2-GEN-09", "T2-CLIMB-02", "T2-VANT-01")
def test_a_bridge_of_the_guide_is_entered_by_the_stairs_at_its_two_ends():
    placed = laid_at(piece_kind("t2-bridge").sheets("Old bridge", width=6, depth=2, height=3), 18, 18, 90)
    walkway, *stairs = (sheet.piece() for sheet in placed)
    assert (walkway.traits, walkway.floors, walkway.open_below) == ((), (3,), True)
    assert all(step.traits == () and step.gradual and step.top == 3 for step in stairs)
    assert [step.rises for step in stairs] == [((18, 15), (18, 16.5)), ((18, 21), (18, 19.5))]
    scene = Table((walkway, *stairs))
    for y in (14, 22):
        assert reachable_region(scene, Base("end", 18, y), Allowance(5), TABLE_M2E).contains(18, 18, 3)
    assert not reachable_region(scene, Base("beside", 16.3, 18), Allowance(4), TABLE_M2E).contains(18, 18, 3)
    assert reachable_region(scene, Base("beside", 16.3, 18), Allowance(4), TABLE_M2E).contains(19.7, 18), (
        "one passes under it"
    )
    up = Base("up", 18, 18, elevation=3)
    guide.check_deployment(Table((walkway, *stairs), (up,)), up, Zone(rectangle(0, 0, 36, 36)))
    with pytest.raises(Refusal, match="climb"):
        guide.check_deployment(Table((walkway,), (up,)), up, Zone(rectangle(0, 0, 36, 36)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.slug)
def test_every_piece_can_be_laid_turned_and_read_again(kind):
    placed = laid_at(kind.sheets("Some piece"), 18, 18, 30)
    sheet = Sheet(pieces=placed)
    assert len(sheet.contents().table.pieces) == len(placed)
    assert read_sheet(sheet.json()) == sheet
    assert {piece_of(piece.name) for piece in placed} == {"Some piece"}
    assert all(", " not in other.name for other in KINDS)


def test_no_piece_is_wider_than_the_rulebook_advises():
    for kind in GUIDE.kinds:
        placed = laid_at(kind.sheets(width=kind.width[1], depth=kind.depth[1]), 18, 18, 45)
        sentences = [
            w.sentence for w in warnings(Table(tuple(s.piece() for s in placed))) if "across" in w.sentence
        ]
        assert sentences == [], kind.slug


@pytest.mark.rule("T2-GEN-01", "T2-GEN-10")
def test_the_ready_made_pieces_bear_the_marks_of_the_guides_own_rows():
    """The rows of ``m2e``, by which movement, sight and deployment go, and those the editor offers."""
    rows = {row.rule: row for row in guide.GUIDE_ROWS.values()}
    same = [
        "t2-forest",
        "t2-trees",
        "t2-obstacle",
        "t2-rough",
        "t2-deep-water",
        "t2-building",
        "t2-wall",
        "t2-fence",
        "t2-wire",
    ]
    for slug in same:
        kind = piece_kind(slug)
        assert (set(kind.traits), kind.height) == (set(rows[kind.rule].marks), rows[kind.rule].height), slug
    for slug in ("t2-fog", "t2-trap"):
        assert set(piece_kind(slug).traits) == {*rows[piece_kind(slug).rule].marks, "deployment"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.guide}-{kind.slug}")
def test_a_piece_is_of_middle_size_unless_it_is_told_another(kind):
    middle = {name: sum(getattr(kind, name)) / 2 for name in ("width", "depth")}
    assert kind.sheets() == kind.sheets(**middle)


@pytest.mark.rule("T2-GEN-04", "T2-GEN-05", "T2-GEN-07", "T2-TABLE-04")
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.height is not None], ids=lambda kind: kind.slug
)
def test_flat_ground_is_built_flat_and_what_is_high_about_as_high_as_its_row_says(kind):
    lowest, highest = kind.heights
    assert lowest <= kind.height <= highest
    assert (lowest > 0) is (highest > 0) is (kind.height > 0)
