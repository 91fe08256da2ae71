"""The rulings of 2013 about the table, each on and off: measuring, Spirits, Pushes, routes of auras."""

from __future__ import annotations

from contextlib import contextmanager
from math import pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.edition import edition_of
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.areas.effects import aura, blast, pulse, struck_by_blasts
from rules.table.areas.routes import area_ground_plan
from rules.table.geometry.footprints import rectangle
from rules.table.measuring import gap, within
from rules.table.movement.engagement import strikes
from rules.table.movement.hazards import suffered_by_spirit
from rules.table.movement.leaps import fly, jump
from rules.table.movement.moves import Allowance, walk_path
from rules.table.movement.pushes import push, push_down
from rules.table.obstacles.falls import FALL_FLIP, fall_damage, fall_flips
from rules.table.reach.toward import push_into
from rules.table.sight.line_of_sight import sees
from rules.table.sight.visibility_matrix import matrix_after_move, visibility_matrix
from rules.table.terrain import bridge, hill
from tests.rules.table.scene import R30, box, model, table
from tests.rules.table.sight.test_sight_laws import scene as random_scene

TABLE_M3E = edition_of("m3e").table.policies
TABLE_M1E = edition_of("m1e").table.policies

SEAMUS = model("Seamus", 10, 18)
GHOST = model("Killjoy", 10, 18, spirit=True)


@contextmanager
def refused(rule: str):
    with pytest.raises(Refusal) as caught:
        yield
    assert ROWS.named(caught.value.rule) == rule


def walk(scene, base, *path, inches=6.0, policies=TABLE_M1E, **how):
    return walk_path(scene, base, path, Allowance(inches, **how), policies)


def names(bases) -> list[str]:
    return sorted(base.name for base in bases)


# Measuring


@pytest.mark.rule("M1R-MEAS-01", "M1R-MEAS-04")
def test_ranges_are_horizontal():
    high = model("high", 14, 18, elevation=5)
    assert gap(SEAMUS, high, TABLE_M1E) == pytest.approx(4 - 2 * R30)
    assert gap(SEAMUS, high, TABLE_M3E) == pytest.approx(4 - 2 * R30 + 3)
    assert within(SEAMUS, high, 3, TABLE_M1E)
    assert names(aura(table(SEAMUS, high), SEAMUS, 3, TABLE_M1E)) == ["Seamus", "high"]
    assert names(pulse(table(SEAMUS, high), SEAMUS, 3, TABLE_M3E)) == []


@pytest.mark.rule("M1R-MEAS-02", "M1R-MEAS-03")
def test_an_incline_costs_its_length_on_the_map_and_a_climb_its_height_twice():
    mound = hill("mound", rectangle(9, 12, 8, 12), 3)
    assert walk(table(mound), SEAMUS, (14, 18, 3)).spent == pytest.approx(4)
    cliff = box("cliff", 10 + R30, 12, 6, 12, "climbable", ht=2)
    walked = walk(table(cliff), SEAMUS, (10, 18, 2), (11, 18))
    assert walked.spent == pytest.approx(2 * 2 + 1, abs=0.002)
    assert walked.base.elevation == 2


@pytest.mark.rule("M1-MOVE-11")
def test_falls_are_flipped_for_by_full_three_inches():
    assert [fall_flips(drop, TABLE_M1E) for drop in (2.9, 3, 5.9, 6)] == [0, 1, 1, 2]
    assert FALL_FLIP == (2, 4, 6)
    assert fall_damage(6, TABLE_M1E) == 0
    assert fall_flips(6, TABLE_M3E) == 0


@pytest.mark.rule("M1-MOVE-06")
def test_a_jump_is_half_the_walk_over_a_gap_or_down_and_hurts_nobody():
    left, right = box("left", 6, 14, 5, 8, "climbable", ht=2), box("right", 12, 14, 5, 8, "climbable", ht=2)
    up = SEAMUS.at(10, 18, 2)
    jumped = jump(table(left, right), up, up.at(12.5, 18, 2), 5, TABLE_M1E)
    assert (jumped.base.elevation, jumped.falls) == (2, ())
    down = jump(table(left), up, up.at(12, 18, 0), 5, TABLE_M1E)
    assert (down.base.elevation, down.falls) == (0, ())
    for spot, walk_stat, rule in (
        (up.at(13, 18, 2), 5, "M1-MOVE-06"),
        (up.at(12, 18, 0), 3, "M1-MOVE-06"),
        (up.at(11.8, 18, 2), 5, "M3E-MOVE-06"),
    ):
        with refused(rule):
            jump(
                table(left, right) if rule == "M1-MOVE-06" else table(left),
                up,
                spot,
                walk_stat,
                TABLE_M1E,
            )
    with refused("M1-MOVE-06"):
        jump(table(right), SEAMUS, SEAMUS.at(13, 18, 2), 9, TABLE_M1E)
    tower = box("tower", 11, 14, 0.5, 8, "climbable", ht=4)
    with refused("M3E-TRAIT-03"):
        jump(table(left, right, tower), up, up.at(12.5, 18, 2), 5, TABLE_M1E)


@pytest.mark.rule("M1-MOVE-09", "M1-MOVE-10", "M1-ABL-09", "M1-ABL-11")
def test_what_flies_ends_on_nothing_impassable_and_what_floats_may():
    rock = box("rock", 13, 16, 4, 4, "impassable", ht=2)
    scene, spot = table(rock, SEAMUS), SEAMUS.at(15, 18, 2)
    with refused("M1-MOVE-09"):
        fly(scene, SEAMUS, spot, 6, TABLE_M1E)
    assert fly(scene, SEAMUS, spot, 6, TABLE_M1E, "float").base.elevation == 2
    taken = scene.with_base(model("other", 15, 18, elevation=2))
    with refused("M3E-MOVE-05"):
        fly(taken, SEAMUS, spot, 6, TABLE_M1E, "float")


# Spirits


@pytest.mark.rule("M1R-SPI-02")
def test_a_spirit_hides_nobody():
    one, other = model("one", 5, 18), model("other", 15, 18)
    scene = table(one, GHOST, other)
    assert sees(scene, one, other, TABLE_M1E)
    assert not sees(scene, one, other, replace(TABLE_M1E, spirits_hide=True))
    assert not sees(table(one, SEAMUS, other), one, other, TABLE_M1E)


@pytest.mark.rule("M1-GLO-05", "M1-TER-03")
def test_models_block_by_the_targets_height_and_terrain_by_both():
    tall, low, between = model("tall", 5, 18, 3), model("low", 15, 18, 1), model("between", 10, 18, 2)
    scene = table(tall, low, between)
    assert not sees(scene, tall, low, TABLE_M1E)
    assert sees(scene, low, tall, TABLE_M1E)
    assert sees(scene, tall, low, TABLE_M3E)
    matrix = visibility_matrix(scene, TABLE_M1E)
    assert (matrix.sees("tall", "low"), matrix.sees("low", "tall")) == (False, True)
    aside = matrix_after_move(matrix, between, scene.with_base(between.at(10, 25)), TABLE_M1E)
    assert aside.sees("tall", "low")
    wall = box("wall", 10, 10, 1, 16, "blocking", ht=2)
    assert sees(table(tall, low, wall), tall, low, TABLE_M1E)


@pytest.mark.rule("M1R-SPI-05")
def test_a_spirit_passes_terrain_unslowed_and_keeps_its_height():
    swamp, rock = box("swamp", 11, 10, 1, 16, "severe"), box("rock", 12, 10, 1, 16, "impassable", ht=3)
    scene = table(swamp, rock, GHOST)
    assert walk(scene, GHOST, (15, 18), inches=5).spent == pytest.approx(5)
    with refused("M3E-TRAIT-13"):
        walk(scene, GHOST, (15, 18), inches=5, policies=TABLE_M3E)
    roof = box("roof", 14, 14, 4, 8, "climbable", ht=2)
    with refused("M3E-TRAIT-13"):
        walk(table(roof), GHOST, (15, 18))
    assert walk(table(roof), GHOST, (20, 18), inches=10).spent == pytest.approx(10)
    with refused("M1R-SPI-05"):
        fly(table(roof), GHOST, GHOST.at(16, 18, 2), 9, TABLE_M1E, "incorporeal")
    foot = GHOST.at(14 - R30, 18)
    climbed = walk(table(roof), foot, (14 - R30, 18, 2), (15, 18))
    assert climbed.base.elevation == 2
    with refused("M3E-MOVE-08"):
        walk(table(roof), GHOST, (10, 18, 2))


@pytest.mark.rule("M1R-SPI-06", "M1R-SPI-08")
def test_a_pushed_spirit_passes_what_it_may_or_ends_where_it_would_enter():
    rock = box("rock", 12, 16, 2, 4, "impassable", ht=3)
    scene = table(rock)
    assert push(scene, GHOST, 1, 0, 5, TABLE_M1E).base.x == 15
    short = push(scene, GHOST, 1, 0, 3, TABLE_M1E)
    assert (short.base.x, short.stopped_by) == (pytest.approx(12 - R30, abs=0.002), "rock")
    with refused("M3E-TRAIT-13"):
        push(scene, GHOST, 1, 0, 3, replace(TABLE_M1E, spirit_in_rock="refused"))
    assert push(scene, SEAMUS, 1, 0, 5, TABLE_M1E).stopped_by == "rock"
    assert push(scene, GHOST, 1, 0, 5, TABLE_M3E).stopped_by == "rock"


@pytest.mark.rule("M1R-SPI-07")
def test_a_spirit_pushed_through_a_floor_falls_and_is_hurt():
    deck = box("deck", 8, 14, 6, 8, "climbable", ht=6)
    up = GHOST.at(10, 18, 6)
    pushed = push_down(table(deck), up, TABLE_M1E)
    assert pushed.base.elevation == 0
    assert [(fall.inches, fall.flips) for fall in pushed.falls] == [(6, 2)]
    for who, policies in (
        (SEAMUS.at(10, 18, 6), TABLE_M1E),
        (up, TABLE_M3E),
        (GHOST, TABLE_M1E),
    ):
        with refused("M1R-SPI-06"):
            push_down(table(deck), who, policies)
    over_edge = push(table(deck), up, 1, 0, 6, TABLE_M1E)
    assert [fall.inches for fall in over_edge.falls] == [6]


@pytest.mark.rule("M1R-SPI-09")
def test_spirits_and_others_pass_and_nobody_ends_on_a_base():
    other = model("other", 13, 18)
    scene = table(GHOST, other)
    assert walk(scene, GHOST, (16, 18)).spent == pytest.approx(6)
    assert walk(scene, other, (7, 18)).spent == pytest.approx(6)
    with refused("M3E-MOVE-05"):
        walk(scene, GHOST, (13, 18.4))
    with refused("M3E-MOVE-04"):
        walk(scene, other, (7, 18), policies=replace(TABLE_M1E, spirits_pass=False))
    pushed = push(scene, GHOST, 1, 0, 3.2, TABLE_M1E)
    assert (pushed.base.x, pushed.stopped_by) == (pytest.approx(13 - 2 * R30, abs=0.003), "other")


@pytest.mark.rule("M1R-SPI-10", "M1-CMB-05")
def test_a_spirit_that_leaves_through_a_wall_is_struck_at_before_it():
    ghost = replace(GHOST, side="A")
    enemy = model("enemy", 8, 18, side="B", reach=1.5)
    rock = box("rock", 11, 10, 0.6, 16, "blocking", "impassable", ht=4)
    scene = table(ghost, enemy, rock)
    left = walk(scene, ghost, (14, 18))
    (strike,) = strikes(scene, ghost, left.legs, TABLE_M1E)
    assert strike.enemy.name == "enemy"
    assert strike.walker.x == pytest.approx(8 + 1.5 + 2 * R30, abs=0.003)
    stays = walk(scene, ghost, (10, 18.3))
    assert strikes(scene, ghost, stays.legs, TABLE_M1E) == ()
    with refused("M3E-ENG-03"):
        walk(table(ghost, enemy), ghost, (14, 18), policies=TABLE_M3E)


@pytest.mark.rule("M1R-SPI-03", "M1R-SPI-04")
def test_damage_to_a_spirit_is_halved_before_armor_unless_it_is_magical():
    assert suffered_by_spirit(4, TABLE_M1E, armor=1) == 1
    assert [suffered_by_spirit(n, TABLE_M1E) for n in (1, 3, 5)] == [1, 2, 3]
    assert suffered_by_spirit(4, TABLE_M1E, magical=True) == 4
    assert suffered_by_spirit(4, TABLE_M1E, magical=True, armor=1) == 3
    assert suffered_by_spirit(1, TABLE_M1E, armor=3) == 1
    assert suffered_by_spirit(0, TABLE_M1E, armor=3) == 0


# The First Edition's own movement


@pytest.mark.rule("M1-MOVE-01", "M1-MOVE-08", "M1-CMB-05")
def test_a_walk_takes_any_path_into_and_out_of_melee_and_a_push_is_not_struck_at():
    mine = replace(SEAMUS, side="A")
    enemy = model("enemy", 14, 18, side="B", reach=1)
    scene = table(mine, enemy)
    into = walk(scene, mine, (11, 19), (12.5, 18))
    assert strikes(scene, mine, into.legs, TABLE_M1E) == ()
    near = mine.at(12.5, 18)
    out = walk(table(near, enemy), near, (9, 18))
    assert [strike.enemy.name for strike in strikes(table(near, enemy), near, out.legs, TABLE_M1E)] == [
        "enemy"
    ]
    assert push(table(near, enemy), near, -1, 0, 4, TABLE_M1E).base.x == 8.5


@pytest.mark.rule("M1-MOVE-07", "M1-TER-05", "M1-TER-10", "M1-TER-12", "M1-TER-13")
def test_severe_ground_doubles_impassable_bars_and_climbs_cost_two():
    swamp = box("swamp", 8, 10, 12, 16, "severe")
    assert walk(table(swamp), SEAMUS, (13, 18)).spent == pytest.approx(6)
    assert walk(table(box("lawn", 8, 10, 12, 16)), SEAMUS, (13, 18)).spent == pytest.approx(3)
    with refused("M3E-TRAIT-13"):
        walk(table(box("rock", 11, 10, 1, 16, "impassable")), SEAMUS, (13, 18))
    cliff = box("cliff", 10 + R30, 12, 6, 12, "climbable", ht=3)
    with refused("M3E-MOVE-02"):
        walk(table(cliff), SEAMUS, (10, 18, 3), (11, 18), inches=6)
    moving = walk(table(cliff), SEAMUS, (10, 18, 3), (11, 18), inches=7.01, way="move")
    assert moving.spent == pytest.approx(7, abs=0.002)


@pytest.mark.rule("M1-TER-07", "M1-TER-03")
def test_who_stands_high_sees_over_what_he_would_not():
    wall = box("wall", 14, 10, 1, 16, "blocking", ht=3)
    roof, other = box("roof", 8, 14, 4, 8, "blocking", "climbable", ht=2), model("other", 19, 18)
    assert not sees(table(wall), SEAMUS, other, TABLE_M1E)
    assert sees(table(wall, roof), SEAMUS.at(10, 18, 2), other, TABLE_M1E)


# Pushes into place


@pytest.mark.rule("M1R-PUSH-01", "M1R-PUSH-02", "M1R-PUSH-03")
def test_a_push_into_contact_or_within_is_a_place_by_the_rulings():
    rock = box("rock", 12, 10, 1, 16, "impassable", ht=3)
    target = model("target", 16, 18)
    scene = table(SEAMUS, target, rock)
    touching = SEAMUS.at(16 + 2 * R30, 18)
    assert push_into(scene, SEAMUS, touching, target, policies=TABLE_M1E).base == touching
    with refused("M3E-MOVE-14"):
        push_into(scene, SEAMUS, touching, target, policies=TABLE_M3E)
    near, whole = SEAMUS.at(16 + 2 * R30 + 2, 18), SEAMUS.at(16 + R30 + 2 - R30, 18)
    assert push_into(scene, SEAMUS, near, target, 2, policies=TABLE_M1E).base == near
    assert push_into(scene, SEAMUS, whole, target, 2, completely=True, policies=TABLE_M1E).base == whole
    for spot, limit, completely, rule in (
        (near, 0, False, "M1R-PUSH-01"),
        (near.at(near.x + 0.01, 18), 2, False, "M1R-PUSH-02"),
        (near, 2, True, "M1R-PUSH-03"),
    ):
        with refused(rule):
            push_into(
                scene,
                SEAMUS,
                spot,
                target,
                limit,
                completely=completely,
                policies=TABLE_M1E,
            )
    free = SEAMUS.at(16 - 2 * R30, 18)
    assert push_into(table(SEAMUS, target), SEAMUS, free, target, policies=TABLE_M3E).base.x == free.x


# Routes


WALL = box("wall", 11.4, 10, 0.2, 16, "blocking", ht=4)
TARGET = model("target", 13, 18)


@pytest.mark.rule("M1R-AURA-01", "M1R-AURA-02")
def test_an_aura_goes_over_walls_and_under_bridges():
    scene = table(SEAMUS, TARGET, WALL)
    assert names(aura(scene, SEAMUS, 3, TABLE_M1E)) == ["Seamus", "target"]
    assert names(aura(scene, SEAMUS, 3, replace(TABLE_M1E, auras="sight"))) == ["Seamus"]
    sky = box("sky", 11.4, 10, 0.2, 16, "blocking")
    assert names(aura(table(SEAMUS, TARGET, sky), SEAMUS, 3, TABLE_M1E)) == ["Seamus"]
    round_it = box("sky", 11.4, 17, 0.2, 2, "blocking")
    assert names(aura(table(SEAMUS, TARGET, round_it), SEAMUS, 3, TABLE_M1E)) == [
        "Seamus",
        "target",
    ]
    far_round = box("sky", 11.4, 15, 0.2, 6, "blocking")
    assert names(aura(table(SEAMUS, TARGET, far_round), SEAMUS, 2, TABLE_M1E)) == ["Seamus"]
    walkway, arch = bridge("bridge", rectangle(11, 10, 1, 16), 9, 2)
    assert names(pulse(table(SEAMUS, TARGET, walkway, arch), SEAMUS, 3, TABLE_M1E)) == ["target"]
    assert names(pulse(table(SEAMUS, TARGET.at(17, 18)), SEAMUS, 3, TABLE_M1E)) == []


@pytest.mark.rule("M1R-AURA-02")
def test_into_a_room_it_leads_by_the_door_alone():
    def house(*doors):
        return box(
            "house",
            11.5,
            15,
            6,
            6,
            "blocking",
            ht=3,
            interior=rectangle(12, 15.5, 5, 5),
            openings=doors,
        )

    inside = model("inside", 13, 18)
    assert names(pulse(table(SEAMUS, inside, house()), SEAMUS, 3, TABLE_M1E)) == []
    door = rectangle(11.5, 17, 0.5, 2)
    assert names(pulse(table(SEAMUS, inside, house(door)), SEAMUS, 3, TABLE_M1E)) == ["inside"]
    on_roof = model("roof", 13, 18, elevation=3)
    assert names(pulse(table(SEAMUS, on_roof, house()), SEAMUS, 3, TABLE_M1E)) == ["roof"]


@pytest.mark.rule("M1R-AURA-03")
def test_it_changes_as_models_move():
    tall = box("sky", 11.4, 15, 0.2, 6, "blocking")
    for x, y, reached in ((13, 18, []), (10, 20, ["target"]), (13, 18, [])):
        assert names(pulse(table(SEAMUS, TARGET.at(x, y), tall), SEAMUS, 2, TABLE_M1E)) == reached


@pytest.mark.rule("M1R-AURA-04")
def test_an_obscuring_aura_obscures_each_place_a_route_reaches():
    open_air = area_ground_plan(table(SEAMUS), SEAMUS, 3)
    assert open_air.area == pytest.approx(pi * (3 + R30) ** 2, rel=0.002)
    sky = box("sky", 11.4, 10, 0.2, 16, "blocking")
    half = area_ground_plan(table(SEAMUS, sky), SEAMUS, 3)
    assert half.bounds[2] == pytest.approx(11.4)
    assert area_ground_plan(table(SEAMUS, WALL), SEAMUS, 3).bounds[2] == pytest.approx(10 + 3 + R30, abs=0.01)


R50 = 25 / 25.4


@pytest.mark.rule("M1R-BLAST-01")
def test_a_blast_is_three_inches_high():
    victim = model("victim", 18 + R30 + 2 * R50, 18)
    target = model("target", 18, 18)
    laid = [blast("b1", 18 + R30 + R50, 18, target)]
    for height, struck in ((2, ["victim"]), (3, [])):
        screen = box("screen", 19.4, 10, 0.2, 16, "blocking", ht=height)
        scene = table(target, victim, screen)
        assert names(struck_by_blasts(scene, target, laid, TABLE_M1E)) == struck
        assert names(struck_by_blasts(scene, target, laid, TABLE_M3E)) == ["victim"]


@pytest.mark.rule("M1R-BLAST-02")
def test_between_blasts_a_route_goes_where_they_touch():
    target, victim = model("target", 18, 18), model("victim", 18 + R30 + 4 * R50, 18)
    laid = [blast("b1", 18 + R30 + R50, 18, target), blast("b2", 18 + R30 + 3 * R50, 18, target)]
    meet = 18 + R30 + 2 * R50
    beside = box("post", meet - 0.1, 18.3, 0.2, 3, "blocking", ht=5)
    across = box("post", meet - 0.1, 17.9, 0.2, 3, "blocking", ht=5)
    assert names(struck_by_blasts(table(target, victim, beside), target, laid, TABLE_M1E)) == ["victim"]
    assert names(struck_by_blasts(table(target, victim, across), target, laid, TABLE_M1E)) == []


# Laws


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.5, 6), st.floats(0, 4))
@pytest.mark.rule("M3E-AREA-01", "M1R-AURA-01")
def test_an_aura_of_more_inches_reaches_no_fewer(seed, inches, more):
    scene, bases = random_scene(seed)
    for policies in (TABLE_M3E, TABLE_M1E):
        small = set(names(aura(scene, bases[0], inches, policies)))
        assert small <= set(names(aura(scene, bases[0], inches + more, policies)))
    bare = table(*bases)
    assert set(names(aura(scene, bases[0], inches, TABLE_M1E))) <= set(
        names(aura(bare, bases[0], inches, TABLE_M1E))
    )
