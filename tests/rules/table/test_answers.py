"""Whole answers: the verdict and every sentence that explains it, each with its row."""

from __future__ import annotations

import pytest

from rules.edition import edition_of
from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.answers import (
    check_corners_between,
    check_standing,
    corners_between,
    corners_within,
    distance_answer,
    line_of_sight_answer,
    nearest_free_place,
    on_highest_surface,
)
from rules.table.geometry.footprints import RoundFootprint
from rules.table.terrain import Piece, flat_building, hill
from tests.rules.table.scene import box, model, rectangle, table

A, B = model("Rasputina", 10, 18), model("Pandora", 20, 18)


def rules(answer) -> list[str]:
    return [ROWS.named(line.rule) for line in answer.said]


@pytest.mark.rule("M3E-LOS-02")
def test_a_free_line_is_told_with_its_ends():
    sight = line_of_sight_answer(table(A, B), A, B)
    assert sight.seen
    assert sight.line is not None
    assert sight.said[0].sentence == (
        "Rasputina sees Pandora: nothing stops the line from (10.59, 18.00) to (19.41, 18.00)."
    )
    assert rules(sight) == ["M3E-LOS-02", "M3E-MEAS-02"]
    assert sight.said[1].sentence == 'Rasputina and Pandora are 8.82" apart.'


@pytest.mark.rule("M3E-LOS-04")
def test_every_blocker_is_told_by_the_row_that_makes_it_one():
    wall = box("The wall", 14, 10, 1, 8.2, "blocking", ht=3)
    crowd = model("Ice Golem", 14.5, 18.7, 3, mm=50)
    sight = line_of_sight_answer(table(A, B, wall, crowd), A, B)
    assert not sight.seen
    assert {blocker.name for blocker in sight.blockers} == {"The wall", "Ice Golem"}
    assert "Ice Golem stands between them, as large as either (3 to 2)." in [s.sentence for s in sight.said]
    assert 'The wall: Blocking, 3" tall, as high as either (2).' in [s.sentence for s in sight.said]
    assert "Together they close every line" in sight.said[3].sentence
    assert rules(sight)[1:3] in (["M3E-TRAIT-02", "M3E-LOS-04"], ["M3E-LOS-04", "M3E-TRAIT-02"])


@pytest.mark.rule("M3E-SHADOW-02", "M3E-SHADOW-04")
def test_a_shadow_that_closes_is_told_and_so_is_cover():
    small, tall = model("Gremlin", 16.5, 18, 1), model("Giant", 8, 18, 5)
    wall = box("Crates", 14, 16, 1, 4, "blocking", ht=2)
    sight = line_of_sight_answer(table(small, tall, wall), tall, small)
    assert not sight.seen
    assert 'Crates: closes the lines, 2" tall, with Gremlin in its Shadow.' in [
        s.sentence for s in sight.said
    ]
    assert sight.cover[0].piece == "Crates"
    assert "Gremlin has Cover from Giant, behind Crates." in [s.sentence for s in sight.said]


@pytest.mark.rule("M3E-TRAIT-04", "M3E-LOS-07")
def test_woods_close_or_conceal():
    woods = box("Woods", 13, 14, 4, 8, "concealing", "dense")
    sight = line_of_sight_answer(table(A, B, woods), A, B)
    assert not sight.seen
    assert "M3E-LOS-07" in rules(sight)
    inside = line_of_sight_answer(table(A, model("Pandora", 14, 18), woods), A, model("Pandora", 14, 18))
    assert inside.seen
    assert "Pandora has Concealment from Rasputina: a line passes through Woods." in [
        s.sentence for s in inside.said
    ]


@pytest.mark.rule("M3E-LOS-11", "M3E-MEAS-05")
def test_touching_bases_are_told_to_touch():
    close = model("Pandora", 11, 18)
    sight = line_of_sight_answer(table(A, close), A, close)
    assert sight.said[0].sentence == "Rasputina sees Pandora: their bases touch."
    assert sight.said[1].sentence == "They are in base contact."


@pytest.mark.rule("M3E-MEAS-02")
def test_a_distance_says_what_it_is_made_of():
    low, high = model("Low", 10, 10), model("High", 10, 15, elevation=4)
    distance = distance_answer(low, high)
    assert (distance.across, distance.up, distance.apart) == (3.819, 2.0, 5.819)
    assert (
        line_of_sight_answer(table(low, high), low, high)
        .said[1]
        .sentence.endswith('are 5.82" apart (3.82" across and 2.00" up or down).')
    )


def test_a_base_is_set_down_on_what_carries_it():
    scene = table(
        flat_building("House", rectangle(10, 10, 5, 5), 3), hill("Hill", rectangle(20, 20, 5, 5), 2)
    )
    assert on_highest_surface(scene, model("a", 12, 12)).elevation == 3
    assert on_highest_surface(scene, model("a", 22, 22)).elevation == 2
    assert on_highest_surface(scene, model("a", 5, 5, elevation=9)).elevation == 0


def refused(table_, base) -> Refusal:
    with pytest.raises(Refusal) as caught:
        check_standing(table_, base)
    return caught.value


@pytest.mark.rule("M3E-MOVE-01", "M3E-MOVE-05", "M3E-TRAIT-03", "M3E-TRAIT-13", "T2-LIN-07")
def test_a_base_that_cannot_stand_is_refused_by_the_row_that_forbids_it():
    rock = box("Rock", 20, 20, 4, 4, "blocking", "impassable", ht=3)
    crates = box("Crates", 28, 20, 4, 4, "blocking", "climbable", ht=2)
    fence = box("Fence", 4, 28, 6, 0.5, "linear", ht=1)
    scene = table(A, rock, crates, fence)
    edge = refused(scene, model("Pandora", 0.2, 5))
    assert (ROWS.named(edge.rule), edge.fix) == ("M3E-MOVE-01", "Move it inward.")
    assert "Rasputina" in str(refused(scene, model("Pandora", 10.5, 18)))
    assert ROWS.named(refused(scene, model("Pandora", 10.5, 18)).rule) == "M3E-MOVE-05"
    assert ROWS.named(refused(scene, model("Pandora", 22, 22)).rule) == "M3E-TRAIT-13"
    assert ROWS.named(refused(scene, model("Pandora", 30, 22)).rule) == "M3E-TRAIT-03"
    assert ROWS.named(refused(scene, model("Pandora", 7, 28.2)).rule) == "T2-LIN-07"
    check_standing(scene, model("Pandora", 30, 22, elevation=2))
    check_standing(scene, model("Pandora", 14, 10))


def test_a_free_place_is_sought_nearby_and_the_nearest_is_taken():
    crowd = [model(f"m{i}", 10 + (i % 3), 10 + i // 3) for i in range(9)]
    scene = table(*crowd)
    place = nearest_free_place(scene, model("late", 11, 11))
    check_standing(scene, place)
    assert (place.x, place.y) != (11, 11)
    assert (place.x - 11) ** 2 + (place.y - 11) ** 2 <= 3**2
    free = model("free", 20, 20)
    assert nearest_free_place(scene, free) == free.at(20, 20, 0)
    rock = table(box("Rock", 0, 0, 36, 36, "blocking", "impassable", ht=3))
    hopeless = nearest_free_place(rock, model("late", 18, 18))
    assert (hopeless.x, hopeless.y) == (18, 18), "where nothing is free it stays, to be refused"


def test_more_corners_than_a_real_table_has_are_refused():
    comb = [
        box(f"post {i}", 11 + (i % 20) * 0.4, 17.6 + i // 20 * 0.3, 0.2, 0.2, "blocking", ht=3)
        for i in range(60)
    ]
    scene = table(A, B, *comb)
    assert corners_between(scene, A, B) > 200
    with pytest.raises(Refusal, match="corners of terrain between those two"):
        check_corners_between(scene, A, B)
    few = table(A, B, *comb[:7])
    assert 0 < corners_between(few, A, B) <= 28
    check_corners_between(few, A, B)
    assert corners_between(scene, A, A.at(10.5, 18)) == 0, "where bases touch nothing lies between"


def test_corners_that_a_move_may_come_to():
    near, far = box("near", 12, 17, 1, 1), box("far", 30, 30, 1, 1)
    round_ = Piece("pond", RoundFootprint(10, 22, 50), ())
    assert corners_within(table(near, far), A, 6) == 4
    assert corners_within(table(near, far, round_), A, 6) == 4 + 16
    assert corners_within(table(near, far, round_), A, 40) == 4 + 4 + 16


@pytest.mark.rule("T2-VLOS-09")
def test_where_heights_do_not_count_distances_are_from_above():
    high = model("Pandora", 20, 18, elevation=4)
    policies = edition_of("m2e").table.policies
    said = line_of_sight_answer(table(A, high), A, high, policies).said
    assert ('Rasputina and Pandora are 8.82" apart, from above.', "T2-VLOS-09") in [
        (line.sentence, ROWS.named(line.rule)) for line in said
    ]


@pytest.mark.rule("M3E-LOS-03")
def test_a_floor_between_two_levels_is_told():
    house = flat_building("House", rectangle(10, 10, 8, 8), 3)
    below, above = model("Below", 12, 14), model("Above", 16, 14, elevation=3)
    hidden = line_of_sight_answer(table(below, above, house), below, above)
    assert not hidden.seen
    assert all(ROWS.named(line.rule).startswith(("M3E-", "T2-")) for line in hidden.said)
