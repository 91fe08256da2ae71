"""Markers: dropped where there is room, removed with their reactions, chosen by whoever removes them."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.effects.markers import drop_touching, near, remove, remove_some
from rules.game.events.table import MarkerRemoved
from tests.rules.editions.m3e.scene import A, Scene


@pytest.mark.rule("M3E-MARK-09")
def test_who_chooses_where_a_marker_lies_and_nobody_where_there_is_no_room(ruleset) -> None:
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(20, 20))
    name = scene.run(lambda g: drop_touching(g, "scheme", scene["a1"], seat=0), A.spot([11.18, 10.0]))
    assert (scene.g.state.markers[name].x, scene.g.state.markers[name].seat) == (11.18, 0)
    other = scene.run(
        lambda g: drop_touching(g, "scrap", scene["b1"], seat=None, chooser=0), A.spot([20.0, 20.0])
    )
    assert scene.g.state.markers[other].kind == "scrap"
    crowded = Scene(ruleset).model("a1", at=(10, 10))
    apart = [(crowded["a1"], 9.0)]
    assert crowded.run(lambda g: drop_touching(g, "scheme", crowded["a1"], seat=0, apart=apart)) == ""
    assert crowded.g.state.markers == {}


@pytest.mark.rule("M3E-MARK-04")
def test_what_is_not_there_is_not_removed(ruleset) -> None:
    scene = Scene(ruleset).model("a1").marker("m1", "scheme", (5, 5))
    scene.run(lambda g: remove(g, "m9"))
    assert scene.events(MarkerRemoved) == []
    scene.run(lambda g: remove(g, "m1", quiet=True))
    assert [event.quiet for event in scene.events(MarkerRemoved)] == [True]


@pytest.mark.rule("M3E-MARK-04")
def test_all_go_where_as_many_must_else_they_are_chosen(ruleset) -> None:
    def scene() -> Scene:
        return Scene(ruleset).model("a1").marker("m1", "scrap", (5, 5)).marker("m2", "scrap", (6, 6))

    def removing(least: int, most: int):
        return lambda g: remove_some(
            g, g.state.markers.values(), least, most, seat=0, by="a1", rule="M3E-MARK-04"
        )

    both = scene()
    assert both.run(removing(2, 2)) == 2
    assert both.asked == []
    one = scene()
    assert one.run(removing(1, 1), A.marker(["m2"])) == 1
    assert list(one.g.state.markers) == ["m1"]


@pytest.mark.rule("M3E-MARK-05")
def test_markers_near_by_kind_and_side(ruleset) -> None:
    scene = Scene(ruleset).model("a1", at=(10, 10)).marker("m1", "scheme", (12, 10), seat=0)
    scene.marker("m2", "scheme", (10, 12), seat=1).marker("m3", "scrap", (10, 8)).marker(
        "m4", "scheme", (20, 10)
    )

    def ids(*more) -> list[str]:
        return [marker.id for marker in near(scene.g, scene["a1"], 2.0, "scheme", *more)]

    assert ids() == ["m1", "m2"]
    assert ids(1) == ["m2"]
    assert ids(None) == []
