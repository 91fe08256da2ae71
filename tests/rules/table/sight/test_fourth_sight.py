"""Sight, Cover and Concealment of the Fourth Edition: its examples, its rows, and random scenes by another
path."""

from __future__ import annotations

from random import Random

import pytest
import shapely
from msgspec.structs import replace

from rules.edition import edition_of
from rules.table.answers import line_of_sight_answer
from rules.table.bases import Base, marker
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.measuring import in_contact
from rules.table.sight.cover import Covered, concealment, cover, covered
from rules.table.sight.line_of_sight import line_of_sight, sees
from rules.table.terrain import Piece
from tests.rules.table.scene import R30, box, model, table
from tests.rules.table.sight import oracle
from tests.rules.table.sight.test_sight_laws import scene as random_scene

RULES = edition_of("m4e").table.policies
ROWS = edition_of("m4e").rows


def answered(scene: Table, one: Base, other: Base, policies=RULES):
    return ROWS.cited(line_of_sight_answer(scene.with_base(one).with_base(other), one, other, policies))


@pytest.mark.rule("M4-LOS-11", "M4-LOS-04")
@pytest.mark.parametrize(("away", "seen"), [(1.0, False), (2.0, False), (2.1, True), (3.0, True)])
def test_a_low_wall_hides_who_is_near_it(away, seen):
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=1)
    tall, small = model("tall", 10, 20, 2), model("small", 20.5 + away + R30, 20, 1)
    assert sees(table(wall), tall, small, RULES) is seen
    assert sees(table(wall), small, tall, RULES) is seen
    cited = [row.rule for row in answered(table(wall), tall, small).said]
    assert ("M4-LOS-04" in cited) is not seen


@pytest.mark.rule("M4-LOS-11", "M4-LOS-05")
@pytest.mark.parametrize(("away", "seen"), [(1.9, False), (2.0, False), (2.1, True)])
def test_a_wall_hides_who_stands_near_it_from_a_tower(away, seen):
    tower = box("tower", 30, 15, 6, 6, "blocking", "climbable", ht=4)
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=2)
    high, low = model("high", 33, 18, 2, elevation=4), model("low", 20 - away - R30, 18, 2)
    assert (high.effective_size, low.effective_size) == (6, 2)
    assert sees(table(wall, tower), low, high, RULES) is seen
    assert sees(table(wall, tower), high, low, RULES) is seen, "the tower hides nothing of who stands on it"


@pytest.mark.rule("M4-LOS-04")
@pytest.mark.parametrize(
    ("height", "sizes", "seen"),
    [
        (1, (2, 2), True),  # below both
        (2, (2, 2), False),  # both reached
        (3, (2, 3), False),
        (2, (2, 3), True),  # below one, and the lower end is far off
        (None, (3, 3), False),
    ],
)
def test_heights_compared_far_from_both(height, sizes, seen):
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=height)
    a, b = model("a", 10, 20, sizes[0]), model("b", 30, 20, sizes[1])
    assert sees(table(wall), a, b, RULES) is sees(table(wall), b, a, RULES) is seen


@pytest.mark.rule("M4-LOS-03", "M4-LOS-09")
def test_only_enemies_of_who_looks_stand_in_the_way():
    a, b = model("a", 10, 20, side="left"), model("b", 30, 20, side="right")
    friend = model("between", 20, 20, side="left")
    assert sees(table(friend), a, b, RULES)
    assert not sees(table(friend), b, a, RULES), "sight need not be mutual"
    said = answered(table(friend), b, a)
    assert ("M4-LOS-03", "between stands between them, as large as either (2 to 2).") in [
        (row.rule, row.sentence) for row in said.said
    ]
    assert not sees(table(model("nobody's", 20, 20)), a, b, RULES)
    assert not sees(table(model("nobody's", 20, 20)), replace(a, side=""), b, RULES)
    assert sees(table(model("beside", 20, 20 + 0.2, side="right")), a, b, RULES), "some line passes it"


@pytest.mark.rule("M4-LOS-03", "M4-LOS-04")
def test_a_small_enemy_hides_a_small_model_that_is_near():
    tall, small = model("tall", 10, 20, 3, side="left"), model("small", 30, 20, 1, side="right")
    for away, seen in ((1.9, False), (2.1, True)):
        between = model("between", 30 - 2 * R30 - away, 20, 1, side="right")
        assert sees(table(between), tall, small, RULES) is seen
    said = answered(table(model("between", 27, 20, 1, side="right")), tall, small).said
    assert 'between stands between them, lower than tall, but within 2" of small.' in [
        row.sentence for row in said
    ]


@pytest.mark.rule("M4-LOS-06")
@pytest.mark.parametrize(("reading", "seen"), [("effective", False), ("printed", True)])
def test_the_size_of_a_model_in_between_that_stands_high(reading, seen):
    low = box("crate", 19, 19, 2, 2, "climbable", ht=2)
    between = model("between", 20, 20, 1, elevation=2, side="right")
    a, b = model("a", 10, 20, 3, side="left"), model("b", 30, 20, 3, side="right")
    assert sees(table(low, between), a, b, replace(RULES, between_size=reading)) is seen


@pytest.mark.rule("M4-LOS-07")
def test_lines_go_into_dense_terrain_and_out_of_it_but_not_across():
    wood = box("wood", 18, 16, 4, 8, "dense", ht=4)
    a, across, within = model("a", 10, 20), model("across", 30, 20), model("within", 20, 20)
    assert sees(table(wood), a, within, RULES)
    assert sees(table(wood), within, a, RULES)
    assert not sees(table(wood), a, across, RULES)
    assert [row.rule for row in answered(table(wood), a, across).said][1] == "M4-LOS-07"


@pytest.mark.rule("M4-LOS-01", "M4-LOS-02")
def test_one_free_line_is_enough_and_what_touches_is_seen():
    wall = box("wall", 20, 10, 0.5, 10.3, "blocking", ht=5)
    a, b = model("a", 10, 20), model("b", 30, 20)
    line = line_of_sight(table(wall), a, b, RULES).line
    assert min(line.y1, line.y2) > 20.3
    assert not sees(table(replace(wall, footprint=rectangle(20, 10, 0.5, 20))), a, b, RULES)
    beside = model("beside", 10 + 2 * R30, 20)
    assert sees(table(box("thin", 9, 19, 3, 3, "dense", ht=5)), a, beside, RULES)
    assert sees(table(), a, a, RULES)


@pytest.mark.rule("M4-LOS-05")
def test_a_floor_between_two_levels_hides():
    house = Piece("house", rectangle(10, 10, 8, 8), ("blocking", "climbable"), 3, floors=(1,))
    above, below = model("above", 14, 14, elevation=3), model("below", 14.4, 14)
    assert not sees(table(house), above, below, RULES)


@pytest.mark.rule("M4-LOS-08")
def test_a_point_is_of_size_0_and_higher_than_terrain_as_high_as_its_place():
    roof = box("roof", 28, 18, 4, 4, "climbable", ht=2)
    wall = box("wall", 27, 10, 0.5, 20, "blocking", ht=2)
    spot, looks = marker("spot", 30, 20, elevation=2), model("looks", 10, 20, 4)
    assert sees(table(roof, wall), looks, spot, RULES), "2 inches of wall do not reach a point at 2 inches"
    assert not sees(table(roof, replace(wall, height=3)), looks, spot, RULES), "three inches do, near it"


@pytest.mark.rule("M4-LOS-08", "M4-LOS-04")
def test_of_two_ends_as_high_a_point_is_the_higher():
    roof, wall = box("roof", 28, 18, 4, 4, "climbable", ht=2), box("wall", 12, 10, 0.5, 20, "blocking", ht=2)
    spot, near = marker("spot", 30, 20, elevation=2), model("near", 10.5, 20)
    assert spot.effective_size == near.effective_size
    assert not sees(table(roof, wall), spot, near, RULES)
    assert not sees(table(roof, wall), near, spot, RULES), "from either end"


@pytest.mark.rule("M4-MARK-04", "M4-LOS-10")
def test_a_marker_is_seen_by_its_height_and_by_no_model_that_stands_on_it_hidden():
    looks = model("looks", 10, 20, 2, side="left")
    spot = marker("spot", 30, 20, size=1)
    assert sees(table(spot, model("on it", 30, 20, side="right")), looks, spot, RULES)
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=1)
    assert sees(table(wall), looks, spot, RULES), "far off"
    near = marker("near", 22, 20, size=1)
    assert not sees(table(wall), looks, near, RULES)
    assert sees(table(wall), near, looks, RULES) is False, "lines drawn from another object"
    flat = marker("flat", 15, 20)
    assert sees(table(flat), looks, spot, RULES), "a marker without a trait is no terrain"


@pytest.mark.rule("M4-TERR-04")
@pytest.mark.parametrize("trait", ["blocking", "dense"])
def test_who_is_unaffected_looks_through(trait):
    wall = box("wall", 20, 10, 0.5, 20, trait, ht=5)
    ghost, other = model("ghost", 10, 20, unaffected=(trait,)), model("other", 30, 20)
    assert sees(table(wall), ghost, other, RULES)
    assert not sees(table(wall), other, ghost, RULES)


@pytest.mark.rule("M4-TERR-07")
def test_windows_let_lines_in_and_out_and_not_across():
    house = Piece(
        "house",
        rectangle(15, 15, 10, 10),
        ("blocking",),
        4,
        interior=rectangle(15.5, 15.5, 9, 9),
        openings=(rectangle(15, 19, 0.5, 2), rectangle(24.5, 19, 0.5, 2)),
    )
    left, within, right = model("left", 8, 20), model("within", 20, 20), model("right", 32, 20)
    assert sees(table(house), left, within, RULES)
    assert not sees(table(house), left, right, RULES)
    assert not sees(table(house), model("corner", 8, 4), within, RULES)


@pytest.mark.rule("M4-COVER-02", "M4-COVER-04")
def test_blocking_terrain_near_the_target_covers_it_however_low():
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=1)
    shooter = model("shooter", 10, 20)
    for away, has in ((0.5, True), (2.0, True), (2.1, False)):
        target = model("target", 20.5 + away + R30, 20)
        grants = cover(table(wall), shooter, target, RULES)
        assert bool(grants) is has
        assert sees(table(wall), shooter, target, RULES), "as high as neither"
        for grant in grants:
            assert (grant.piece, ROWS.named(grant.rule)) == ("wall", "M4-COVER-02")
    for kind in ("melee", "projectile", "magic"):
        assert covered(
            table(wall), grants or cover(table(wall), shooter, model("t", 21.5, 20), RULES), RULES, kind
        ) == (Covered(taken_off=1))
    assert covered(table(wall), (), RULES) == Covered()
    beside = model("beside", 21.5, 31.5)
    assert not cover(table(wall), model("same side", 30, 25), beside, RULES), "no line crosses it"


@pytest.mark.rule("M4-COVER-02")
@pytest.mark.parametrize(("height", "has"), [(1, False), (2, True), (5, True)])
def test_who_stands_two_inches_higher_is_covered(height, has):
    roof = box("roof", 26, 16, 8, 8, "climbable", ht=height)
    high, low = model("high", 30, 20, elevation=height), model("low", 10, 20)
    assert bool(cover(table(roof), low, high, RULES)) is has
    assert not cover(table(roof), high, low, RULES)
    said = [row.sentence for row in answered(table(roof), low, high).said]
    assert ("high has Cover from low, standing high on roof." in said) is has


@pytest.mark.rule("M4-COVER-02")
def test_a_floor_two_inches_up_covers_like_a_roof():
    house = Piece(
        "house",
        rectangle(26, 16, 8, 8),
        ("blocking",),
        6,
        floors=(3,),
        interior=rectangle(26.5, 16.5, 7, 7),
        openings=(rectangle(26, 19, 0.5, 2),),
    )
    upstairs, below = model("upstairs", 30, 20, elevation=3), model("below", 10, 20)
    assert "cover.higher" in [grant.rule for grant in cover(table(house), below, upstairs, RULES)]


@pytest.mark.rule("M4-TERR-06")
@pytest.mark.parametrize(("size", "beneath"), [(1, True), (2, False)])
def test_who_is_lower_than_the_archway_looks_beneath_a_bridge(size, beneath):
    walkway = box("walkway", 19, 10, 2, 20, "blocking", "climbable", ht=1, bottom=2, open_below=True)
    a, b = model("a", 18, 20, size), model("b", 22, 20, size)
    assert sees(table(walkway), a, b, RULES) is beneath
    assert bool(cover(table(walkway), a, b, RULES)) is not beneath


@pytest.mark.rule("M4-COVER-03")
def test_no_cover_from_what_either_stands_on_is_seen_through_or_is_a_model():
    roof = box("roof", 20, 16, 8, 8, "blocking", "climbable", ht=1)
    edge, below = model("edge", 27, 20, elevation=1), model("below", 29.5, 20)
    assert not cover(table(roof), edge, below, RULES)
    assert not cover(table(roof), below, edge, RULES)
    wall = box("wall", 20, 10, 0.5, 20, "blocking", ht=3)
    target = model("target", 22, 20)
    assert cover(table(wall), model("plain", 10, 20), target, RULES)
    assert not cover(table(wall), model("ghost", 10, 20, unaffected=("blocking",)), target, RULES)
    assert not cover(table(model("between", 20, 20, 5)), model("plain", 10, 20), target, RULES)
    assert not cover(table(box("wood", 19, 10, 1, 20, "dense", ht=3)), model("plain", 10, 20), target, RULES)


@pytest.mark.rule("M4-COVER-05", "M4-TERR-04")
def test_any_line_through_what_conceals_conceals():
    wood = box("wood", 18, 20.1, 3, 6, "concealing", ht=1)
    a, b = model("a", 10, 20, 3), model("b", 30, 20, 3)
    grants = concealment(table(wood), a, b, RULES)
    assert [(grant.piece, ROWS.named(grant.rule)) for grant in grants] == [("wood", "M4-COVER-05")]
    assert not concealment(table(wood), a, b, edition_of("m3e").table.policies), "lower than both"
    assert not concealment(table(wood), model("a", 10, 20, unaffected=("concealing",)), b, RULES)
    assert not concealment(table(box("far", 18, 22, 3, 6, "concealing")), a, b, RULES)


@pytest.mark.rule("M4-COVER-07")
@pytest.mark.parametrize(
    ("deep", "reading", "hidden"),
    [
        (0.9, "at_most", False),
        (1.0, "at_most", False),
        (1.0, "below", True),
        (0.9, "below", False),
        (1.1, "at_most", True),
    ],
)
def test_an_inch_of_the_own_wood_conceals_nothing(deep, reading, hidden):
    wood = box("wood", 5, 10, 10, 20, "concealing")
    within, out = model("within", 15 - deep - R30, 20), model("out", 25, 20)
    policies = replace(RULES, little_crossed=reading)
    assert bool(concealment(table(wood), within, out, policies)) is hidden
    assert concealment(table(wood), out, within, policies), "for who attacks from outside it conceals"


@pytest.mark.rule("M4-MEAS-03")
def test_contact_is_touching_on_one_level():
    a = model("a", 10, 20)
    assert in_contact(a, model("b", 10 + 2 * R30, 20))
    assert not in_contact(a, a)
    assert not in_contact(a, model("above", 10, 20, elevation=3))


def hidden_by(scene: Table, a: Base, b: Base) -> Table:
    """What may hide ``b`` from ``a`` by the rows, found by shapely, each as tall as can be."""
    low, high = sorted((a, b), key=lambda end: end.size)

    def hides(height: float, shape: shapely.Geometry, spare: float) -> bool:
        return height >= high.size or (
            height >= low.size and shape.distance(shapely.Point(low.x, low.y)) - low.radius - spare <= 2
        )

    pieces = [
        replace(piece, height=None)
        for piece in scene.pieces
        if hides(
            99 if piece.top is None else piece.top,
            oracle.outline(piece.footprint),
            getattr(piece.footprint, "radius", 0.0),
        )
    ]
    bases = [
        replace(base, size=99)
        for base in scene.bases
        if base.name not in (a.name, b.name)
        and base.side != a.side
        and hides(base.size, shapely.Point(base.x, base.y), base.radius)
    ]
    return Table(tuple(pieces), (*bases, a, b))


def compared(seed: int) -> tuple[int, int, int]:
    """Of one random scene: pairs in sight, pairs hidden, and pairs that see one way only."""
    scene, bases = random_scene(seed)
    chance = Random(seed)
    bases = [replace(base, side=chance.choice(("left", "right"))) for base in bases]
    scene = Table(scene.pieces, tuple(bases))
    seen = hidden = one_way = 0
    for a in bases:
        for b in bases:
            if a.name == b.name:
                continue
            answer = line_of_sight(scene, a, b, RULES)
            way = hidden_by(scene, a, b)
            if answer.line is not None:
                assert oracle.honest(way, a, b, answer.line), (seed, a.name, b.name)
                seen += 1
            elif not answer.seen:
                assert not oracle.finds_a_line(way, a, b, 12), (seed, a.name, b.name)
                hidden += 1
            one_way += answer.seen != sees(scene, b, a, RULES)
    return seen, hidden, one_way


@pytest.mark.rule("M4-LOS-01", "M4-LOS-03", "M4-LOS-04", "M4-LOS-07")
def test_random_scenes_are_answered_as_by_another_path():
    totals = [sum(each) for each in zip(*(compared(seed) for seed in range(24)), strict=True)]
    assert all(totals), totals


@pytest.mark.soak
def test_2_000_random_scenes_are_answered_as_by_another_path(seeds):
    for seed in seeds(2000):
        compared(seed)
