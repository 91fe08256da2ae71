"""Pictures: well-formed, to scale, with words, and nothing a strict page would refuse."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import shapely

from rules.editions.m3e.pieces import GUIDE
from rules.editions.m3e.zones import DEPLOYMENTS
from rules.table.bases import marker
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.movement.moves import Allowance
from rules.table.pictures.drawing import features, legend, middle, picture, texture
from rules.table.pictures.layers import (
    band_layer,
    gap_layer,
    grants_layer,
    path_layer,
    reach_layer,
    region_layer,
    shadows_layer,
    sight_layer,
    zone_layer,
    zones_layer,
)
from rules.table.presets.kinds import laid_at
from rules.table.reach.reachable_region import reachable_region, shortest_path
from rules.table.sight.cover import cover
from rules.table.sight.line_of_sight import line_of_sight
from rules.table.terrain import Piece, flat_building, hill
from rules.table.zones import Zone
from tests.rules.table.scene import R30, box, model, table

SVG = "{http://www.w3.org/2000/svg}"
A, B = model("<Rasputina & co>", 10, 18), model("Pandora", 20, 18)
WALL = box("wall", 14, 10, 1, 16, "blocking", ht=3)


def drawn(scene, *layers):
    text = picture(scene, *layers)
    assert not re.search(r"style=|<script|\son\w+=|javascript:", text)
    return ET.fromstring(text)  # noqa: S314 - our own text


def by_class(root, name):
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def test_the_table_is_drawn_to_scale_with_words():
    scene = table(A, B, WALL, Piece("pillar", RoundFootprint(5, 5, 50), ("blocking",), 3))
    root = drawn(scene)
    assert root.get("viewBox") == "0 0 36 36"
    (rim, _) = by_class(root, "base-rim")
    assert (rim.get("cx"), rim.get("cy"), rim.get("r")) == ("10", "18", "0.591")
    assert len(by_class(root, "terrain-blocking")) == 2
    (desc,) = root.findall(f"{SVG}desc")
    assert "wall (Ht 3, blocking)" in desc.text
    assert "<Rasputina & co> at 10, 18" in desc.text
    assert drawn(table()).find(f"{SVG}desc").text == "36 by 36 inches; no terrain; nobody on it."


def test_a_free_line_or_the_blockers_are_drawn():
    root = drawn(table(A, B), sight_layer(table(A, B), line_of_sight(table(A, B), A, B)))
    (line,) = by_class(root, "sight-free")
    assert float(line.get("x1")) == pytest.approx(10.591)
    closed = table(A, B, WALL)
    root = drawn(closed, sight_layer(closed, line_of_sight(closed, A, B)))
    assert not by_class(root, "sight-free")
    (blocker,) = by_class(root, "blocker")
    assert blocker.get("d") == "M14 10L15 10L15 26L14 26Z"


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda each: each.slug)
def test_both_zones_and_the_centre_line_are_drawn(deployment):
    root = drawn(table(), zones_layer(deployment))
    assert len(by_class(root, "zone")) == 2
    assert len(by_class(root, "centre-line")) == 1
    paths = [node.get("d") for node in by_class(root, "zone")]
    if deployment == "corner":
        assert paths == ["M0 0L12 0A12 12 0 0 1 0 12Z", "M36 36L24 36A12 12 0 0 1 36 24Z"]


def test_cover_and_reach_are_drawn():
    behind = model("behind", 16, 18)
    scene = table(A, behind, WALL)
    root = drawn(scene, grants_layer(cover(scene, A, behind)), reach_layer(A, 3))
    assert len(by_class(root, "grants-cover")) == 1
    assert by_class(root, "reach-aura")[0].get("r") == "3.591"


@pytest.mark.rule("M3E-TERR-08", "M3E-TERR-09")
@pytest.mark.parametrize(
    ("turn", "side"), [(0, "south"), (90, "east"), (45, "south-east"), (190, "north"), (-100, "west")]
)
def test_a_slope_says_and_shows_from_which_side_it_is_climbed(turn, side):
    (sheet,) = laid_at(GUIDE.kind("staircase").sheets("Steps", width=2, depth=4, height=2), 18, 18, turn)
    steps = sheet.piece()
    assert f"rises from the {side}" in features(steps)
    (arrow,) = by_class(drawn(table(steps)), "terrain-rise")
    sx, sy, tx, ty = (float(end) for end in re.findall(r"-?[\d.]+", arrow.get("d"))[:4])
    (fx, fy), (hx, hy) = steps.rises
    assert hypot(sx - fx, sy - fy) == pytest.approx(0.48, abs=0.002)
    assert hypot(tx - hx, ty - hy) == pytest.approx(0.48, abs=0.002)
    plain = table(hill("Knoll", rectangle(20, 20, 5, 5), 2))
    assert features(plain.pieces[0]) == ["Ht 2", "rises gradually"]
    assert by_class(drawn(plain), "terrain-rise") == []


def test_pieces_have_numbers_that_the_legend_explains():
    house = flat_building(
        "Saloon",
        rectangle(10, 10, 6, 6),
        4,
        floors=(2,),
        interior=rectangle(11, 11, 4, 4),
        openings=(rectangle(12, 10, 1, 1),),
    )
    fire = Piece("Pyre", RoundFootprint(30, 30, 50), ("hazardous",), hazard="Burning")
    scene = table(house, hill("Knoll", rectangle(20, 20, 5, 5), 2), fire)
    assert [(entry.number, entry.name) for entry in legend(scene)] == [
        (1, "Saloon"),
        (2, "Knoll"),
        (3, "Pyre"),
    ]
    words = 'Ht 4, blocking, climbable, floors at 2", may be entered'
    assert legend(scene)[0].words == words
    assert features(fire) == ["hazardous", "gives Burning"]
    root = ET.fromstring(picture(scene, numbered=True))  # noqa: S314
    assert [node.text for node in by_class(root, "terrain-number")] == ["1", "2", "3"]
    assert len(by_class(root, "terrain-room")) == len(by_class(root, "terrain-opening")) == 1
    assert not by_class(ET.fromstring(picture(scene)), "terrain-number")  # noqa: S314


def test_a_number_stands_on_its_piece_whatever_its_shape():
    bent = Outline(((0, 0), (6, 0), (6, 1), (1, 1), (1, 6), (0, 6)))
    ring = Outline(((0, 0), (9, 0), (9, 9), (0, 9)), holes=(((1, 1), (8, 1), (8, 8), (1, 8)),))
    for footprint in (bent, ring, rectangle(3, 3, 2, 1), RoundFootprint(4, 4, 50)):
        x, y = middle(footprint)
        assert by_point(footprint, x, y)


def by_point(footprint, x, y):
    if isinstance(footprint, RoundFootprint):
        return (x, y) == (footprint.x, footprint.y)
    return shapely.Polygon(footprint.points, footprint.holes).contains(shapely.Point(x, y))


def test_the_band_holds_every_line_between_two_bases():
    """Its corners lie on both edges, square to the outer tangents."""
    small, large = model("s", 10, 10), model("l", 20, 16, mm=50)
    (band,) = by_class(drawn(table(), band_layer(small, large)), "band")
    spots = [tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", band.get("d"))]
    for (x, y), base in zip(spots, (small, large, large, small), strict=True):
        assert hypot(x - base.x, y - base.y) == pytest.approx(base.radius, abs=0.002)
    for start, end in ((0, 1), (3, 2)):
        way = (spots[end][0] - spots[start][0], spots[end][1] - spots[start][1])
        arm = (spots[start][0] - small.x, spots[start][1] - small.y)
        assert way[0] * arm[0] + way[1] * arm[1] == pytest.approx(0, abs=0.02)
    assert band_layer(small, model("in it", 10, 10)) == ""


def test_the_measured_gap_and_shadows_are_drawn():
    scene = table(A, B, box("wall", 13, 10, 1, 16, "blocking", ht=2))
    root = drawn(scene, gap_layer(A, B), shadows_layer(scene, (A, B)))
    (gap,) = by_class(root, "gap")
    assert (float(gap.get("x1")), float(gap.get("x2"))) == pytest.approx((10 + R30, 20 - R30), abs=0.001)
    assert not by_class(root, "shadow")  # 2" reach to 11; the base ends at 10.59
    near = A.at(11, 18)
    (shadow,) = by_class(drawn(scene, shadows_layer(scene, (near, B))), "shadow")
    assert shadow.get("stroke-width") == "4"
    assert gap_layer(A, A.at(10.5, 18)) == ""


def test_regions_and_paths_are_drawn():
    target = model("target", 18, 18)
    scene = table(target, model("beside", 20, 18))
    region = reachable_region(scene, target, Allowance(3))
    assert by_class(drawn(scene, region_layer(region)), "region-ground")
    path, _ = shortest_path(scene, target, 16, 16, Allowance(6))
    (way,) = by_class(drawn(scene, path_layer(target, path)), "path")
    assert way.get("d") == "M18 18L16 16"


def test_zones_of_ones_own_are_drawn_wherever_they_are():
    disc = drawn(table(), zone_layer(Zone(corner=(18.0, 18.0), reach=3.0), "zone-own"))
    assert by_class(disc, "zone-own")[0].get("r") == "3"
    quarter = drawn(table(), zone_layer(Zone(corner=(0.0, 36.0), reach=3.0), "zone-own"))
    assert by_class(quarter, "zone-own")[0].get("d").startswith("M0 36L3 36A3 3")


def test_held_bases_have_a_grip_and_their_name_cannot_break_out():
    scene = table(model('"><script>', 10, 10, side="Red & Co"), marker("m", 20, 20))
    text = picture(scene, draggable=('"><script>',))
    root = ET.fromstring(text)  # noqa: S314
    (grip,) = by_class(root, "base-grip")
    assert float(grip.get("r")) > 2
    assert [node.get("data-base") for node in by_class(root, "base")] == ['"><script>', None]
    assert by_class(root, "side-red---co")
    assert "<script" not in text


def test_severe_ground_that_rises_is_no_water():
    sheets = [GUIDE.kind(slug).sheets()[0].piece() for slug in ("scree", "water", "hill")]
    assert [texture(piece) for piece in sheets] == ["hill", "marsh", "hill"]


def test_every_class_that_is_drawn_has_its_look():
    """The sheet of pictures knows each mark that the two modules draw."""
    sheet = Path("static/css/pictures.css").read_text()
    classes = set()
    for name in ("drawing", "layers"):
        text = Path(f"rules/table/pictures/{name}.py").read_text()
        classes |= set(re.findall(r'class="([a-z-]+)[ "]', text))
        classes |= set(re.findall(r'(?:line|shape|area|circle|_segment)\([^"]*"([a-z-]+)', text))
    assert len(classes) > 15
    assert {name for name in classes if f".{name}" not in sheet} <= {"base", "terrain", "overlay"}
