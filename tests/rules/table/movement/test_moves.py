"""Moving: paths, terrain, falls, climbing, Pushes, Places, toward and away."""

from __future__ import annotations

from contextlib import contextmanager
from math import cos, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.board import Table, overlapping_models
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.movement.engagement import check_charge
from rules.table.movement.hazards import harmed_by, harmed_by_moved_marker
from rules.table.movement.moves import Allowance, move_marker, walk_path
from rules.table.movement.places import place, placed_through
from rules.table.movement.pushes import push
from rules.table.obstacles.falls import fall_damage
from rules.table.obstacles.legs import Leg
from rules.table.policies import TablePolicies
from rules.table.terrain import Piece, bridge, hill
from tests.rules.table.scene import R30, box, model, table
from tests.rules.table.sight.test_sight_laws import scene as random_scene

GAMIN = model("Ice Gamin", 10, 18)


def walk(scene, base, *path, inches=5.0, policies=TablePolicies(), **how):  # noqa: B008
    return walk_path(scene, base, path, Allowance(inches, **how), policies)


@contextmanager
def refused(rule: str):
    with pytest.raises(Refusal) as caught:
        yield
    assert ROWS.named(caught.value.rule) == rule


@pytest.mark.rule("M3E-MOVE-02", "M3E-MOVE-03")
def test_three_inches_straight_or_in_three_pieces_round_a_rock():
    scene = table(box("rock", 11.2, 17.5, 0.6, 1, "impassable"), GAMIN)
    assert walk(table(GAMIN), GAMIN, (13, 18), inches=3).spent == pytest.approx(3)
    walked = walk(scene, GAMIN, (10, 19), (10, 19.12), (11, 19.12), inches=3)
    assert (walked.base.x, walked.base.y) == (11, 19.12)
    with refused("M3E-MOVE-02"):
        walk(table(GAMIN), GAMIN, (13.01, 18), inches=3)
    with refused("M3E-TRAIT-13"):
        walk(scene, GAMIN, (13, 18), inches=3)


@pytest.mark.rule("M3E-MOVE-01")
def test_a_move_never_leaves_the_table_and_may_be_of_0_inches():
    with refused("M3E-MOVE-01"):
        walk(table(GAMIN), GAMIN, (10, 36 - R30 + 0.01), inches=30)
    assert walk(table(GAMIN), GAMIN, (10, 18)).spent == 0


@pytest.mark.rule("M3E-MOVE-04", "M3E-MOVE-05")
def test_models_are_not_moved_through_nor_ended_upon_but_slid_round():
    other = model("other", 13, 18)
    scene = table(GAMIN, other)
    with refused("M3E-MOVE-04"):
        walk(scene, GAMIN, (16, 18), inches=9)
    assert walk(scene, GAMIN, (16, 18), inches=9, through_models=True).spent == pytest.approx(6)
    with refused("M3E-MOVE-05"):
        walk(scene, GAMIN, (13.5, 18), inches=9, through_models=True)
    far = 2 * R30 / cos(pi / 72)
    round_it = [(13 + far * cos(a), 18 + far * sin(a)) for a in [pi - i * pi / 36 for i in range(37)]]
    slid = walk(scene, GAMIN, (13 - 2 * R30, 18), *round_it, inches=9)
    assert slid.spent == pytest.approx(3 - 2 * R30 + 2 * R30 * pi, abs=0.05)
    over = model("over", 13, 18, elevation=3)
    walkway, arch = bridge("bridge", rectangle(12, 10, 2, 16), 3, 2)
    assert walk(table(GAMIN, over, walkway, arch), GAMIN, (16, 18), inches=9).falls == ()


ROOF = box("roof", 8, 12, 6, 12, "blocking", "climbable", ht=2)


@pytest.mark.rule("M3E-MOVE-06", "M3E-MOVE-07")
def test_rasputina_pushed_off_a_ledge_two_inches_high_falls_and_goes_on():
    rasputina = model("Rasputina", 14.1, 18, elevation=2)
    pushed = push(table(ROOF, rasputina), rasputina, 1, 0, 2)
    (fall,) = pushed.falls
    assert (fall.inches, fall.damage) == (2, 1)
    assert fall.x == pytest.approx(14 + R30, abs=0.01)
    assert pushed.base.elevation == 0
    assert pushed.base.x == pytest.approx(16.1, abs=0.005)
    walked = walk(table(ROOF, rasputina), rasputina, (13.5, 18), (14 + R30 - 0.01, 18))
    assert (walked.falls, walked.base.elevation) == ((), 2)
    assert [fall_damage(drop) for drop in (1, 2, 3, 4, 5)] == [0, 1, 1, 2, 2]


@pytest.mark.rule("M3E-MOVE-08", "M3E-TRAIT-03")
def test_a_walk_climbs_what_it_touches_and_walks_over_the_top():
    foot = model("foot", 14 + R30, 18)
    walked = walk(table(ROOF, foot), foot, (14 + R30, 18, 2), (12, 18), inches=5)
    assert walked.spent == pytest.approx(2 + 2 + R30, abs=0.001)
    assert (walked.base.elevation, walked.falls) == (2, ())
    hanging = walk(table(ROOF, foot), foot, (14 + R30, 18, 1.5), inches=5)
    assert [fall.inches for fall in hanging.falls] == [1.5]
    assert hanging.base.elevation == 0
    with refused("M3E-MOVE-08"):
        walk(table(ROOF, foot), foot, (15, 18), (15, 18, 2))
    with refused("M3E-TRAIT-03"):
        walk(table(ROOF, foot), foot, (12, 18))
    ignoring = Allowance(5, ignores=("climbable",))
    assert walk_path(table(ROOF, foot), foot, [(14 + R30, 18, 2), (13, 18)], ignoring).base.elevation == 2


@pytest.mark.rule("M3E-MOVE-09")
def test_who_climbs_is_a_policy_and_a_push_never_does():
    foot = model("foot", 14 + R30, 18)
    up = (14 + R30, 18, 2), (13, 18)
    with refused("M3E-MOVE-09"):
        walk(table(ROOF, foot), foot, *up, way="move")
    any_move = TablePolicies(climbing="any_but_push")
    assert walk(table(ROOF, foot), foot, *up, way="move", policies=any_move).base.elevation == 2
    assert push(table(ROOF, foot), foot, -1, 0, 5, any_move).stopped_by == "roof"


@pytest.mark.rule("M3E-MOVE-18")
def test_a_fall_onto_a_model_lands_beside_it():
    edge, below = model("edge", 14.1, 18, elevation=2, size=1), model("below", 15.1, 18, size=1)
    pushed = push(table(ROOF, edge, below), edge, 1, 0, 0.6)
    assert pushed.base.elevation == 0
    assert pushed.falls[0].inches == 2
    gap = ((pushed.base.x - 15.1) ** 2 + (pushed.base.y - 18) ** 2) ** 0.5
    assert 2 * R30 - 0.001 <= gap <= 2 * R30 + 0.3
    with refused("M3E-MOVE-18"):
        push(table(ROOF, edge, below), edge, 1, 0, 0.6, TablePolicies(fall_landing="stays"))


@pytest.mark.rule("M3E-TERR-09", "M3E-TERR-08")
def test_a_hill_costs_nothing_to_go_up():
    mound = hill("hill", rectangle(12, 12, 8, 12), 3)
    climber = model("climber", 13, 18)
    walked = walk(table(mound, climber), climber, (16, 18, 2.5), inches=3)
    assert (walked.spent, walked.base.elevation) == (pytest.approx(3), 2.5)
    assert walked.base.effective_size == 4
    with refused("M3E-TERR-09"):
        walk(table(climber), climber, (16, 18, 2.5))
    upper = Piece("upper", rectangle(12, 12, 8, 12), height=2, bottom=1, gradual=True)
    with refused("M3E-TERR-09"):
        walk(table(upper), climber, (16, 18, 2.5), inches=3)


@pytest.mark.rule("M3E-TRAIT-14", "M3E-TRAIT-15")
def test_severe_terrain_halves_while_any_part_of_the_base_is_in_it():
    swamp = box("swamp", 12, 10, 2, 16, "severe")
    scene = table(swamp, GAMIN)
    wade = 2 + 2 * R30
    assert walk(scene, GAMIN, (20, 18), inches=20).spent == pytest.approx(10 + wade, abs=0.005)
    with refused("M3E-MOVE-02"):
        walk(scene, GAMIN, (20, 18), inches=10 + wade - 0.1)
    free = model("free", 10, 18, unaffected=("severe",))
    assert walk(table(swamp), free, (20, 18), inches=20).spent == pytest.approx(10)
    dry = 2 - R30
    assert push(scene, GAMIN, 1, 0, 3).base.x == pytest.approx(10 + dry + (3 - dry) / 2, abs=0.005)
    walkway, arch = bridge("bridge", rectangle(5, 16, 20, 4), 2, 1)
    high = model("high", 10, 18, elevation=2)
    assert walk(table(swamp, walkway, arch, high), high, (20, 18), inches=20).spent == pytest.approx(10)


@pytest.mark.rule("M3E-MOVE-13", "M3E-MOVE-14")
def test_a_push_is_straight_and_ends_where_it_meets_something():
    other, ice = model("other", 13, 18), Piece("ice", RoundFootprint(13, 24, 50), ("impassable",))
    assert push(table(GAMIN, other), GAMIN, 1, 0, 5).base.x == pytest.approx(13 - 2 * R30, abs=0.003)
    hit = push(table(ice), model("a", 10, 24), 2, 0, 5)
    assert (hit.stopped_by, hit.base.x) == ("ice", pytest.approx(13 - R30 - 25 / 25.4, abs=0.003))
    assert push(table(GAMIN), GAMIN, 0, 1, 4).base.y == 22
    assert push(table(GAMIN), GAMIN, -1, 0, 40).base.x == pytest.approx(R30, abs=0.001)
    with refused("M3E-MOVE-13"):
        walk(table(GAMIN), GAMIN, (11, 18), way="push")
    beside = model("beside", 10, 18 + 2 * R30)
    assert push(table(GAMIN, beside), GAMIN, 1, 0, 4).stopped_by == "", "touching does not stop"


@pytest.mark.rule("M3E-MOVE-15", "M3E-MOVE-16", "M3E-TRAIT-13")
def test_a_place_ignores_what_is_between_and_must_fit():
    wall = box("wall", 11, 10, 0.5, 16, "blocking", "impassable", ht=3)
    scene = table(wall, ROOF.__class__("roof", rectangle(15, 12, 6, 12), ("climbable",), 2), GAMIN)
    assert place(scene, GAMIN, GAMIN.at(12.5, 18), 2).x == 12.5
    with refused("M3E-MOVE-16"):
        place(scene, GAMIN, GAMIN.at(12.5, 18), 2, TablePolicies(place_within="displacement"))
    with refused("M3E-MOVE-16"):
        place(scene, GAMIN, GAMIN.at(14, 18), 2)
    assert place(scene, GAMIN, GAMIN.at(18, 18, 2), 8).elevation == 2, "height is not measured"
    for spot, rule in (
        (GAMIN.at(11.2, 18), "M3E-TRAIT-13"),
        (GAMIN.at(18, 18), "M3E-TRAIT-03"),
        (GAMIN.at(13, 18, 2), "M3E-MOVE-15"),
        (GAMIN.at(0.1, 18), "M3E-MOVE-01"),
    ):
        with refused(rule):
            place(scene, GAMIN, spot, 30)
    with refused("M3E-MOVE-05"):
        place(scene.with_base(model("there", 13, 18)), GAMIN, GAMIN.at(13.2, 18), 9)


@pytest.mark.rule("M3E-TERR-05")
def test_a_place_never_crosses_the_wall_of_a_house_and_a_door_must_fit():
    door = rectangle(12, 17.3, 0.25, 1.4)
    house = Piece(
        "house",
        rectangle(12, 15, 6, 6),
        ("blocking", "climbable"),
        3,
        interior=rectangle(12.25, 15.25, 5.5, 5.5),
        openings=(door,),
    )
    scene = table(house, GAMIN)
    with refused("M3E-TERR-05"):
        place(scene, GAMIN, GAMIN.at(15, 18), 9)
    assert place(scene, GAMIN.at(13.5, 18), GAMIN.at(16, 18), 9).x == 16
    assert walk(scene, GAMIN, (15, 18), inches=9).spent == pytest.approx(5)
    with refused("M3E-TRAIT-03"):
        walk(table(house), model("large", 10, 18, mm=50), (15, 18), inches=9)
    with refused("M3E-TRAIT-03"):
        walk(table(house), model("north", 10, 19.5), (15, 19.5), inches=9)


@pytest.mark.rule("M3E-MOVE-17")
def test_a_place_counts_as_moving_through_what_it_began_or_ended_in():
    names = {"from": 9, "between": 12, "to": 15}
    scene = table(*(box(name, x, 17, 2, 2, "hazardous") for name, x in names.items()), GAMIN)
    assert placed_through(scene, GAMIN, GAMIN.at(16, 18)) == ("from", "to")
    pieces = harmed_by(scene, GAMIN, (), GAMIN.at(16, 18), own_action=False, placed=True)
    assert [piece.name for piece in pieces] == ["from", "to"]


# Engagement


@pytest.mark.rule("M3E-ENG-03", "M3E-ENG-07")
def test_a_walk_does_not_leave_an_enemys_reach():
    mover = model("mover", 10, 18, side="A")
    enemy = model("enemy", 12, 18, side="B", reach=1.5)
    scene = table(mover, enemy)
    with refused("M3E-ENG-03"):
        walk(scene, mover, (6, 18))
    assert walk(scene, mover, (10.5, 17)).spent > 0
    assert walk(scene, mover, (6, 18), way="move").base.x == 6
    with refused("M3E-ENG-03"):
        check_charge(scene, mover)
    outside = mover.at(4, 20.4)
    passing = scene.with_base(outside)
    began = TablePolicies(walk_may_not_leave="began_in")
    with refused("M3E-ENG-03"):
        walk(passing, outside, (18, 20.4), inches=20)
    assert walk(passing, outside, (18, 20.4), inches=20, policies=began).base.x == 18
    screen = box("screen", 5, 18.9, 14, 0.2, "blocking", ht=3)
    unseen = passing.with_pieces(screen)
    assert walk(unseen, outside, (18, 20.4), inches=20).base.x == 18
    with refused("M3E-ENG-03"):
        walk(unseen, outside, (18, 20.4), inches=20, policies=TablePolicies(walk_may_not_leave="any_range"))
    check_charge(passing, outside)


# Hazards


@pytest.mark.rule("M3E-TRAIT-09", "M3E-TRAIT-08")
def test_three_pyres_and_a_pit_are_one_of_each():
    pyres = [
        Piece(f"pyre {i}", RoundFootprint(11 + i, 18, 30), ("hazardous",), known_as="Pyre") for i in range(3)
    ]
    pit = Piece("pit", RoundFootprint(15, 18, 30), ("hazardous",), known_as="Pit Trap")
    scene = table(*pyres, pit, GAMIN)
    pushed = push(scene, GAMIN, 1, 0, 8)
    pieces = harmed_by(scene, GAMIN, pushed.legs, pushed.base, own_action=False)
    assert [piece.hazard_name for piece in pieces] == ["Pyre", "Pit Trap"]
    careless = model("careless", 10, 18, unaffected=("hazardous",))
    assert harmed_by(scene, careless, pushed.legs, pushed.base) == ()
    assert [p.name for p in harmed_by(scene, model("acting", 15.5, 18))] == ["pit"]


@pytest.mark.rule("M3E-TRAIT-17")
def test_brushing_past_wire_hurts_who_acts_and_not_who_is_pushed():
    wire = box("wire", 12, 18 + R30, 2, 1, "hazardous")
    scene = table(wire, GAMIN)
    walked = walk(scene, GAMIN, (18, 18), inches=9)
    assert harmed_by(scene, GAMIN, walked.legs, walked.base) == (wire,)
    assert harmed_by(scene, GAMIN, walked.legs, walked.base, own_action=False) == ()
    strict = TablePolicies(hazard_touch="start_or_end")
    assert harmed_by(scene, GAMIN, walked.legs, walked.base, policies=strict) == ()
    assert harmed_by(scene, GAMIN, walked.legs, GAMIN.at(13, 18), policies=strict) == (wire,)


@pytest.mark.rule("M3E-TRAIT-10", "M3E-TRAIT-11")
def test_a_moved_hazard_harms_all_it_touched_and_may_spare_its_mover():
    mover, other, away = model("mover", 10, 18), model("other", 14, 18.9), model("away", 14, 25)
    marker = model("pyre", 10, 18, 0, kind="marker")
    way = [Leg(10, 18, 1, 0, 6, 0)]
    scene = table(mover, other, away)
    names = [b.name for b in harmed_by_moved_marker(scene, marker, way)]
    assert names == ["mover", "other"]
    assert [b.name for b in harmed_by_moved_marker(scene, marker, way, "mover")] == ["other"]
    spare = TablePolicies(moved_hazard="spares_all")
    assert harmed_by_moved_marker(scene, marker, way, "mover", spare) == ()


@pytest.mark.rule("M3E-TRAIT-16")
def test_a_moving_pillar_is_stopped_like_a_model_and_a_pyre_is_not():
    pillar = Piece("pillar", RoundFootprint(10, 18, 30), ("blocking", "impassable"), 3)
    pyre = Piece("pyre", RoundFootprint(10, 18, 30), ("hazardous",))
    for blocker, rule in (
        (model("other", 13, 18), "M3E-MOVE-04"),
        (box("ice", 12, 17, 1, 2, "impassable"), "M3E-TRAIT-13"),
    ):
        with refused(rule):
            move_marker(table(pillar, blocker), pillar, [(16, 18)], 6)
        assert move_marker(table(pyre, blocker), pyre, [(16, 18)], 6).base.x == 16
    roof = box("roof", 12, 16, 4, 4, "climbable", ht=2)
    high = Piece("pillar", RoundFootprint(13, 18, 30), ("impassable",), 3, bottom=2)
    assert move_marker(table(roof, high), high, [(15, 18)], 6).base.elevation == 2
    with refused("M3E-TRAIT-03"):
        move_marker(table(roof, pillar), pillar, [(15, 18)], 6)
    for path, rule in (([(10, 36)], "M3E-MOVE-01"), ([(17, 18)], "M3E-MOVE-02")):
        with refused(rule):
            move_marker(table(pyre), pyre, path, 6)
    with refused("M3E-TRAIT-16"):
        move_marker(table(roof), roof, [(15, 18)], 6)


# Laws


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(3, 33), st.floats(3, 33)), min_size=1, max_size=4), st.integers(0, 10**6))
@pytest.mark.rule("M3E-MOVE-03")
def test_a_legal_path_stays_legal_when_a_piece_goes_and_costs_no_more(path, seed):
    scene, bases = random_scene(seed)
    mover = bases[0]
    try:
        walked = walk(scene, mover, *path, inches=200)
    except Refusal:
        return
    for piece in scene.pieces:
        if not any(mark in piece.traits for mark in ("climbable",)):
            fewer = walk(scene.without_piece(piece.name), mover, *path, inches=200)
            assert fewer.spent <= walked.spent + 1e-9
            assert (fewer.base.x, fewer.base.y) == (walked.base.x, walked.base.y)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.floats(0, 2 * pi), st.floats(0.1, 8))
@pytest.mark.rule("M3E-MOVE-14", "M3E-MOVE-05")
def test_a_longer_push_goes_at_least_as_far_and_never_ends_on_anyone(seed, angle, inches):
    scene, bases = random_scene(seed)
    mover = bases[0]
    short = push(scene, mover, cos(angle), sin(angle), inches)
    long = push(scene, mover, cos(angle), sin(angle), inches + 1)
    assert far(mover, long.base) >= far(mover, short.base) - 0.002
    assert short.spent <= inches + 1e-9
    assert not overlapping_models(scene, short.base)


def far(one, other) -> float:
    return ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5


# Up and down


@pytest.mark.rule("M3E-ENG-03", "M3E-MEAS-02")
def test_a_walk_does_not_leave_an_enemys_reach_upward_either():
    enemy = model("enemy", 15.5, 18, 1, side="B", reach=1)
    roof = box("roof", 8, 12, 6, 12, "climbable", ht=4)
    foot = model("foot", 14 + R30, 16.8, side="A")
    scene = table(roof, foot, enemy)
    up = (14 + R30, 16.8, 4), (13.9, 16.8)
    assert walk(table(roof, foot), foot, *up).base.elevation == 4
    with refused("M3E-ENG-03"):
        walk(scene, foot, *up)
    mound = hill("mound", rectangle(11, 15, 4, 6), 4)
    with refused("M3E-ENG-03"):
        walk(table(mound, foot, enemy), foot, (14.5, 16.8, 4))
    assert walk(scene, foot, *up, policies=TablePolicies(walk_may_not_leave="strikes")).base.elevation == 4


@pytest.mark.rule("M3E-TERR-09", "M3E-MOVE-06")
def test_off_a_hill_nobody_falls():
    mound = hill("mound", rectangle(8, 15, 4, 6), 3)
    up = model("up", 10, 18, elevation=2)
    walked = walk(table(mound), up, (15, 18))
    assert (walked.base.elevation, walked.falls) == (0, ())
    pushed = push(table(mound), up, 1, 0, 5)
    assert (pushed.base.elevation, pushed.falls) == (0, ())


@pytest.mark.rule("M3E-MOVE-13")
def test_a_push_rides_a_hill_and_changes_its_height_no_other_way():
    mound = hill("mound", rectangle(12, 15, 6, 6), 3)
    assert push(table(mound), GAMIN, 1, 0, 4, ends_at=2).base.elevation == 2
    with refused("M3E-MOVE-13"):
        push(table(mound), GAMIN, 1, 0, 4, ends_at=4)
    with refused("M3E-MOVE-13"):
        push(table(), GAMIN, 1, 0, 4, ends_at=1)


@pytest.mark.rule("M3E-TRAIT-08", "M3E-MOVE-01")
def test_on_a_hill_hazards_hurt_and_the_tables_edge_holds():
    mound, fire = hill("mound", rectangle(12, 15, 6, 6), 1), box("fire", 13, 15, 1, 6, "hazardous", ht=1)
    foot = model("foot", 12, 18)
    walked = walk(table(mound, fire), foot, (16, 18, 1))
    assert harmed_by(table(mound, fire), foot, walked.legs, walked.base) == (fire,)
    rim = hill("rim", rectangle(32, 15, 4, 6), 2)
    with refused("M3E-MOVE-01"):
        walk(table(rim), model("walker", 33, 18), (35.8, 18, 2))
    large = Table((hill("far", rectangle(40, 40, 4, 4), 2),), (), 48, 48)
    assert walk(large, model("walker", 41, 42), (43, 42, 2)).base.elevation == 2
