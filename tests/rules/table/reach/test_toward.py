"""Toward and away: reference points, the straight way, and the best way round."""

from __future__ import annotations

from itertools import product

import pytest
import shapely

from rules.table.geometry.footprints import RoundFootprint
from rules.table.movement.moves import Allowance
from rules.table.reach.move_targets import MoveTarget
from rules.table.reach.toward import best_path, move_toward, push_toward
from rules.table.terrain import Piece
from tests.rules.table.movement.test_moves import GAMIN, far, refused
from tests.rules.table.scene import R30, box, model, table


@pytest.mark.rule("M3E-MOVE-10")
def test_the_reference_points_decide_where_a_push_ends():
    rasputina = model("Rasputina", 14, 18)
    scene = table(GAMIN, rasputina)
    ends = set()
    for own in ((10 + R30, 18), (10, 18 + R30), (10, 18 - R30)):
        for other in ((14 - R30, 18), (14, 18 + R30)):
            end = push_toward(scene, GAMIN, own, other, 2).base
            ends.add((end.x, end.y))
    assert len(ends) == 4
    with refused("M3E-MOVE-10"):
        push_toward(scene, GAMIN, (11, 18), (14, 18), 2)
    assert push_toward(table(GAMIN), GAMIN, (10, 18), (11, 18), 9).base.x == 11, "not beyond the point"
    assert push_toward(scene, GAMIN, (10, 18), (14, 18), 2, "away").base.x == 8


@pytest.mark.rule("M3E-MOVE-11", "M3E-MOVE-10")
def test_a_move_toward_goes_round_what_a_push_would_stop_at():
    ice = Piece("ice", RoundFootprint(12, 18, 30), ("impassable",))
    scene = table(ice, GAMIN)
    path, _ = best_path(scene, GAMIN, (10, 18), (18, 18), Allowance(7, "move"))
    moved = move_toward(scene, GAMIN, path, (10, 18), (18, 18), Allowance(7, "move"))
    # A string round the pillar is 1.614 + 0.981 + 5.883 inches long.
    assert far(model("goal", 18, 18), moved.base) == pytest.approx(8.478 - 7, abs=0.03)
    with refused("M3E-MOVE-10"):
        wide = [(11, 19.4), (13.5, 19.3), (15, 18)]
        move_toward(scene, GAMIN, wide, (10, 18), (18, 18), Allowance(7, "move"))
    with refused("M3E-MOVE-10"):
        move_toward(table(GAMIN), GAMIN, [(11, 18)], (10, 18), (18, 18), Allowance(5, "move"))


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-11", "M3E-MOVE-12")
def test_the_best_way_toward_goes_round_and_no_worse_one_is_taken():
    wall = box("wall", 12, 16, 0.5, 2.6, "impassable")
    scene, goal, own = table(wall, GAMIN), (18, 18), (10, 18)
    far_enough = Allowance(9.5, "move")
    path, best = best_path(scene, GAMIN, own, goal, far_enough)
    assert len(path) > 1
    assert (best.base.x, best.base.y) == (pytest.approx(18, abs=0.02), pytest.approx(18, abs=0.02))
    again = move_toward(scene, GAMIN, path, own, goal, far_enough)
    assert again.base == best.base
    with refused("M3E-MOVE-10"):
        move_toward(scene, GAMIN, [(12 - R30, 18)], own, goal, far_enough)
    straight, moved = best_path(table(GAMIN), GAMIN, own, goal, Allowance(5, "move"))
    assert (straight, moved.base.x) == (((15.0, 18.0),), 15)


@pytest.mark.rule("M3E-MOVE-12")
def test_behind_a_long_wall_nothing_is_nearer_without_straying():
    wall = box("wall", 12, 8, 0.5, 20, "impassable")
    path, best = best_path(table(wall, GAMIN), GAMIN, (10, 18), (18, 18), Allowance(30, "move"))
    assert best.base.x == pytest.approx(12 - R30, abs=0.01)
    assert best.base.y == pytest.approx(18, abs=0.01)
    assert move_toward(table(wall, GAMIN), GAMIN, path, (10, 18), (18, 18), Allowance(30, "move"))


@pytest.mark.rule("M3E-MOVE-11", "M3E-MOVE-12")
def test_the_best_way_away_bends_along_what_is_behind():
    corner = box("wall", 6, 12, 0.5, 12, "impassable")
    scene, allowance = table(corner, GAMIN), Allowance(8, "move")
    straight = push_toward(scene, GAMIN, (10, 18), (14, 19), 8, "away").base
    path, best = best_path(scene, GAMIN, (10, 18), (14, 19), allowance, "away")
    assert far(model("o", 14, 19), best.base) > far(model("o", 14, 19), straight) + 0.5
    assert move_toward(scene, GAMIN, path, (10, 18), (14, 19), allowance, "away").base == best.base


@pytest.mark.rule("M3E-MOVE-12")
def test_on_the_way_it_never_gets_farther_nor_away_nearer():
    open_table = table(GAMIN)
    with refused("M3E-MOVE-12"):
        move_toward(open_table, GAMIN, [(9, 18), (16, 18)], (10, 18), (16, 18), Allowance(8, "move"))
    with refused("M3E-MOVE-12"):
        move_toward(open_table, GAMIN, [(11, 18), (4, 18)], (10, 18), (16, 18), Allowance(8, "move"), "away")
    moved = move_toward(open_table, GAMIN, [(2, 18)], (10, 18), (16, 18), Allowance(8, "move"), "away")
    assert moved.base.x == 2


@pytest.mark.rule("M3E-MOVE-12")
@pytest.mark.parametrize("target", [(13, 14), (6, 13), (7, 6), (14, 7), (10, 15), (5, 10)])
def test_away_one_straight_line_reaches_all_that_is_beyond(target):
    """Whatever is on the far side of the line that runs across the way to the target, and nothing before."""
    away = MoveTarget(*target, "away")
    reached = away.reachable_part(10, 10, shapely.box(0, 0, 20, 20))
    for x, y in product(range(1, 20, 2), repeat=2):
        assert reached.covers(shapely.Point(x, y)) is away.allows(10, 10, x, y), (x, y)


@pytest.mark.rule("M3E-MOVE-12", "M3E-TRAIT-14")
def test_the_best_way_out_of_severe_terrain_does_not_stray_at_its_edge():
    """It would be cheaper to step back out of the bog first."""
    bog, own = box("bog", 4, 16, 6, 6, "severe"), model("a", 10.096, 19.009, mm=40)
    here, aim, allowance = (own.x, own.y), (5.236, 11.619), Allowance(8, "move")
    path, best = best_path(table(bog, own), own, here, aim, allowance)
    assert len(path) > 1
    assert move_toward(table(bog, own), own, path, here, aim, allowance).base == best.base
