"""Whole answers: the verdict and every sentence that explains it, each with its row."""

from __future__ import annotations

import pytest

from rules.table.answers import distance_answer, line_of_sight_answer, on_highest_surface
from rules.table.terrain import flat_building, hill
from tests.rules.table.scene import box, model, rectangle, table

A, B = model("Rasputina", 10, 18), model("Pandora", 20, 18)


def rules(answer) -> list[str]:
    return [line.rule for line in answer.said]


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
    assert 'The wall is Blocking, 3" tall, as high as either (2).' in [s.sentence for s in sight.said]
    assert "Together they close every line" in sight.said[3].sentence
    assert rules(sight)[1:3] in (["M3E-TRAIT-02", "M3E-LOS-04"], ["M3E-LOS-04", "M3E-TRAIT-02"])


@pytest.mark.rule("M3E-SHADOW-02", "M3E-SHADOW-04")
def test_a_shadow_that_closes_is_told_and_so_is_cover():
    small, tall = model("Gremlin", 16.5, 18, 1), model("Giant", 8, 18, 5)
    wall = box("Crates", 14, 16, 1, 4, "blocking", ht=2)
    sight = line_of_sight_answer(table(small, tall, wall), tall, small)
    assert not sight.seen
    assert 'Crates closes its lines: 2" tall, with Gremlin in its Shadow.' in [s.sentence for s in sight.said]
    assert sight.cover[0].piece == "Crates"
    assert "Gremlin has Cover from Giant: Crates stands before it." in [s.sentence for s in sight.said]


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
