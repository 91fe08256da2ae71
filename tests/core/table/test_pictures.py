"""Pictures: well-formed, to scale, with words, and nothing a strict page would refuse."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from rules.core.table.cover import cover
from rules.core.table.moves import push
from rules.core.table.pictures import (
    grants_layer,
    move_layer,
    picture,
    reach_layer,
    sight_layer,
    zones_layer,
)
from rules.core.table.shapes import Round
from rules.core.table.sight import sight
from rules.core.table.terrain import Piece
from rules.core.table.zones import DEPLOYMENTS
from tests.core.table.scene import box, model, table

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
    scene = table(A, B, WALL, Piece("pillar", Round(5, 5, 50), ("blocking",), 3))
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
    root = drawn(table(A, B), sight_layer(table(A, B), sight(table(A, B), A, B)))
    (line,) = by_class(root, "sight-free")
    assert float(line.get("x1")) == pytest.approx(10.591)
    closed = table(A, B, WALL)
    root = drawn(closed, sight_layer(closed, sight(closed, A, B)))
    assert not by_class(root, "sight-free")
    (blocker,) = by_class(root, "blocker")
    assert blocker.get("d") == "M14 10L15 10L15 26L14 26Z"


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_both_zones_and_the_centre_line_are_drawn(deployment):
    root = drawn(table(), zones_layer(deployment))
    assert len(by_class(root, "zone")) == 2
    assert len(by_class(root, "centre-line")) == 1
    paths = [node.get("d") for node in by_class(root, "zone")]
    if deployment == "corner":
        assert paths == ["M0 0L12 0A12 12 0 0 1 0 12Z", "M36 36L24 36A12 12 0 0 1 36 24Z"]


def test_cover_reach_and_moves_are_drawn():
    behind = model("behind", 16, 18)
    scene = table(A, behind, WALL)
    moved = push(scene, A, 1, 0, 9)
    root = drawn(scene, grants_layer(cover(scene, A, behind)), reach_layer(A, 3), move_layer(A, moved))
    assert len(by_class(root, "grants-cover")) == 1
    assert by_class(root, "reach-aura")[0].get("r") == "3.591"
    assert float(by_class(root, "move")[0].get("x2")) == pytest.approx(moved.base.x, abs=0.002)
    assert len(by_class(root, "move-end")) == 1
