"""Places as answers: which ones hold, and what is said against one that does not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.zones import zone
from rules.fate.shuffle import Stream, digest
from rules.game.table_access.exact_moves import FittingPlaces, MoveTargets
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.interface import Manner
from rules.game.table_access.open_field import ZoneSpots
from rules.game.table_access.spots import MOST_PLACES, Box, CircularArea, Narrowed, Spots, as_path, is_place
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building
from tests.rules.editions.m3e.scene import Scene

BOX = Box(1, 1, 35, 35)
PLAIN = Spots(start=(10.0, 10.0), box=BOX, within=(CircularArea(10, 10, 5),))
BLOCKED = replace(PLAIN, clear=(CircularArea(13, 10, 1),), straight=True)
TRAPPED = replace(PLAIN, traps=(CircularArea(13, 10, 1),))
ALONG = replace(PLAIN, ray=(1.0, 0.0))
BESIDE = Spots(
    start=(10.0, 10.0), box=BOX, either=(CircularArea(20, 20, 1), CircularArea(30, 30, 1)), may_stay=False
)


@pytest.mark.rule("M3E-MOVE-01", "M3E-MOVE-02", "M3E-MOVE-04", "M3E-MOVE-05", "M3E-MOVE-10")
@pytest.mark.parametrize(
    ("spots", "place", "rule", "said"),
    [
        (PLAIN, [15.5, 10], "M3E-MOVE-02", "0.5 inches too far"),
        (replace(PLAIN, start=(2.0, 2.0), within=()), [0.5, 2], "M3E-MOVE-01", "off the table"),
        (BLOCKED, [13.2, 10.3], "M3E-MOVE-05", "Another base is there"),
        (BLOCKED, [14.5, 10], "M3E-MOVE-04", "A base is in the way"),
        (TRAPPED, [14.5, 10], "M3E-MOVE-04", "A base is in the way"),
        (ALONG, [12, 10.5], "M3E-MOVE-10", "one line only"),
        (ALONG, [8, 10], "M3E-MOVE-10", "one line only"),
        (BESIDE, [25, 25], "", "not near enough"),
    ],
)
def test_what_is_said_against_a_place(spots, place, rule, said) -> None:
    assert not spots.contains(place)
    refusal = spots.refused(place)
    assert refusal is not None
    assert (ROWS.named(refusal.rule), said in refusal.sentence) == (rule, True), refusal.sentence


@pytest.mark.parametrize(
    ("spots", "place"),
    [
        (PLAIN, [15, 10]),
        (replace(PLAIN, within=(CircularArea(30, 30, 1),)), [10, 10]),  # where it stands, whatever else
        (BLOCKED, [14, 13]),
        (BLOCKED, [10, 10]),
        (replace(BLOCKED, straight=False), [14.5, 10]),
        (replace(BLOCKED, clear=(CircularArea(10, 12, 2),)), [14, 10]),  # touching is no crossing
        (TRAPPED, [13.5, 10]),  # in the trap it may end
        (ALONG, [14, 10]),
        (BESIDE, [20, 21]),
        (BESIDE, [29, 30]),
    ],
)
def test_where_it_may_be_nothing_is_said_against_it(spots, place) -> None:
    assert spots.contains(place)
    assert spots.refused(place) is None


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "place",
        [1.0],
        [1.0, 2.0, 3.0],
        ["1", 2.0],
        [True, 2.0],
        [float("nan"), 1.0],
        [1e7, 1.0],
        [0.12345, 1.0],
    ],
)
def test_what_is_no_place_is_no_answer_and_nothing_is_said_of_it(answer) -> None:
    assert not is_place(answer)
    assert not PLAIN.contains(answer)
    assert PLAIN.refused(answer) is None


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        ([1, 2.5], [(1.0, 2.5)]),
        ([[1, 2], (3, 4, 5)], [(1.0, 2.0), (3.0, 4.0, 5.0)]),
        ([], None),
        ("path", None),
        ([[1, 2], 3], None),
        ([[1, 2, 3, 4]], None),
        ([[1, "2"]], None),
        ([[1, 2, "3"]], None),
        ([[1.0, 2.0]] * MOST_PLACES, [(1.0, 2.0)] * MOST_PLACES),
        ([[1.0, 2.0]] * (MOST_PLACES + 1), None),
    ],
)
def test_a_path_is_read_from_a_place_or_a_list_of_places(answer, path) -> None:
    assert as_path(answer) == path


def test_only_marks_that_hold_are_listed_and_the_start_where_one_may_stay() -> None:
    marks = ((10.0, 10.0), (14.0, 10.0), (16.0, 10.0))
    assert list(replace(PLAIN, marks=marks).listed()) == [[10.0, 10.0], [14.0, 10.0]]
    assert list(replace(PLAIN, marks=marks, may_stay=False).listed()) == [[14.0, 10.0]]


@pytest.mark.parametrize(
    "spots", [PLAIN, BLOCKED, TRAPPED, ALONG, BESIDE, Spots(start=(5, 5), box=BOX, may_stay=False)]
)
def test_what_is_drawn_by_lot_holds_and_is_not_always_the_same(spots) -> None:
    stream = Stream(digest("lots"))
    drawn = [tuple(spots.sample(stream)) for _ in range(20)]
    assert all(spots.contains(list(place)) for place in drawn)
    assert len(set(drawn)) > 10


def test_where_no_lot_falls_a_listed_place_is_taken_or_the_start() -> None:
    stream = Stream(digest("lots"))
    shut = Spots(
        start=(5.0, 5.0),
        box=BOX,
        within=(CircularArea(5, 5, 2),),
        clear=(CircularArea(5, 5, 2),),
        may_stay=False,
    )
    gap = replace(shut, marks=((7.0, 5.0),))
    assert shut.sample(stream) == [5.0, 5.0]
    assert gap.sample(stream) == [7.0, 5.0]


def test_narrowed_places_are_those_of_the_wider_that_are_kept() -> None:
    inner = replace(PLAIN, marks=((14.0, 10.0), (8.0, 10.0)))
    east = Narrowed(inner, lambda place: place[0] > 10.0, more=((12.0, 10.0), (14.0, 10.0), (16.0, 10.0)))
    assert east.contains([12, 10])
    assert not east.contains([8, 10])
    assert not east.contains([16, 10])
    assert list(east.listed()) == [[12.0, 10.0], [14.0, 10.0]], "each once"
    assert east.shown()["places"] == [[12.0, 10.0], [14.0, 10.0]]
    refusal = east.refused([16, 10])
    assert refusal is not None
    assert ROWS.named(refusal.rule) == "M3E-MOVE-02"
    assert (east.end([12, 10]).x, east.end([12, 10]).y) == (12.0, 10.0)
    stream = Stream(digest("east"))
    assert all(east.sample(stream)[0] > 10.0 for _ in range(20))
    one = Narrowed(inner, lambda place: list(place) == [14.0, 10.0])
    assert one.sample(stream) == [14.0, 10.0], "no lot falls there: it is listed"
    assert PLAIN.contains(Narrowed(PLAIN, lambda place: False).sample(stream)), (
        "none is left: of the wider ones"
    )


# Deployment


@pytest.mark.rule("M3E-SETUP-19")
def test_who_deploys_stays_in_the_zone_beside_others(ruleset) -> None:
    scene = Scene(ruleset).model("a1", at=(10, 3)).model("a2", at=None, where="reserve")
    spots = scene.table.zone(scene.g.state, zone("standard", "south"), scene["a2"])
    assert isinstance(spots, ZoneSpots)
    assert spots.contains([14, 3])
    assert spots.refused([14, 3]) is None
    assert spots.refused("there") is None
    for place, said in (([10.5, 3], "Another base"), ([14, 20], "not completely within")):
        refusal = spots.refused(place)
        assert refusal is not None
        assert (ROWS.named(refusal.rule), said in refusal.sentence) == ("M3E-SETUP-19", True)
    assert all(spots.contains(place) for place in spots.listed())
    full = replace(spots, box=Box(9.0, 3.0, 9.0, 3.0), clear=())
    assert full.sample(Stream(digest("one"))) == [9.0, 3.0], "a single place is found where no lot falls"


@pytest.mark.rule("M3E-MOVE-10")
def test_a_push_away_from_where_one_stands_goes_somewhere(ruleset) -> None:
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(12, 10))
    field, state = scene.table, scene.g.state
    under = replace(scene["b1"], x=10.0)
    away = field.reach(state, scene["a1"], 3, "push", away=scene["b1"])
    assert away.contains([8, 10])
    assert not away.contains([12, 10])
    apart = state.with_model(replace(scene["b1"], where="buried"))
    assert field.reach(apart, scene["a1"], 3, "push", away=under).contains([11, 10])


@pytest.mark.rule("M3E-MOVE-04", "M3E-MOVE-05")
def test_who_flies_passes_bases_and_traps_and_who_is_unbound_leaves(ruleset) -> None:
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(13, 10)).model("b2", at=(10, 13))
    field, state, model = scene.table, scene.g.state, scene["a1"]
    traps, bound = [(scene["b1"], 1.0)], [(scene["b2"], 1.0)]
    walk = field.reach(state, model, 6, "walk", traps=traps)
    flight = field.reach(
        state, model, 6, "walk", traps=traps, manner=Manner(through_models=True, unbound=True)
    )
    assert not walk.contains([16, 10])
    assert flight.contains([16, 10])
    assert not flight.contains([13, 10]), "on a base nobody ends"
    held = field.reach(state, model, 6, "walk", bound=bound)
    assert not held.contains([10, 5])
    assert field.reach(state, model, 6, "walk", bound=bound, manner=Manner(unbound=True)).contains([10, 5])


# On the exact table

WALL = flat_building("wall", rectangle(14, 6, 1, 8), 3)
ROCK = Piece("rock", rectangle(12, 9, 1, 2), ("impassable", "blocking"), 3)


def reach(
    ruleset, pieces: tuple[Piece, ...] = (), inches: float = 6.0, way: Any = "walk", **more: Any
) -> MoveTargets:
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(20, 10))
    table = ExactTable(pieces, {}, ruleset.table)
    aims = {name: scene[value] for name, value in more.items()}
    options = table.reach(scene.g.state, scene["a1"], inches, way, **aims)
    assert isinstance(options, MoveTargets)
    return options


@pytest.mark.rule("M3E-MOVE-02", "M3E-MOVE-16", "M3E-TRAIT-13")
@pytest.mark.parametrize(
    ("move", "answer", "rule"),
    [
        ({}, [17, 10], "M3E-MOVE-02"),
        ({"pieces": (ROCK,)}, [12.5, 10], "M3E-TRAIT-13"),
        ({"way": "place"}, [10, 30], "M3E-MOVE-16"),
    ],
)
def test_what_the_table_says_against_a_move(ruleset, move, answer, rule) -> None:
    options = reach(ruleset, **move)
    assert not options.contains(answer)
    refusal = options.refused(answer)
    assert refusal is not None
    assert ROWS.named(refusal.rule) == rule, refusal


def test_nothing_is_said_of_what_holds_or_is_no_path(ruleset) -> None:
    assert reach(ruleset).refused([12, 10]) is None
    assert reach(ruleset).refused("there") is None


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-11")
@pytest.mark.parametrize(
    ("move", "answer", "holds"),
    [
        ({"way": "push"}, [13, 12], True),
        ({"way": "push"}, [17, 10], False),
        ({"way": "push"}, [[11, 10], [12, 10]], False),
        ({"way": "push", "toward": "b1"}, [13, 10], True),
        ({"way": "push", "toward": "b1"}, [7, 10], False),
        ({"way": "push", "toward": "b1"}, [13, 11], False),
        ({"way": "push", "away": "b1"}, [7, 10], True),
        ({"way": "push", "away": "b1"}, [13, 10], False),
        ({"way": "move", "away": "b1"}, [6, 10], True),
        ({"way": "place"}, [[11, 10], [12, 10]], False),
        ({"way": "place"}, [12, 10], True),
        ({"way": "walk"}, [10, 10], True),
        ({"way": "walk"}, "there", False),
    ],
)
def test_each_way_of_moving_holds_its_own_answers(ruleset, move, answer, holds) -> None:
    assert reach(ruleset, **move).contains(answer) is holds


def test_a_move_tells_what_it_spent_and_where_it_ends(ruleset) -> None:
    walk = reach(ruleset)
    assert walk.spent([13, 10]) == pytest.approx(3.0)
    assert walk.spent([10, 10]) == 0.0
    path = [[10.0, 12.0], [12.0, 12.0]]
    assert walk.spent(path) == pytest.approx(4.0)
    assert (walk.end(path).x, walk.end(path).path) == (12.0, ((10.0, 12.0),))
    assert reach(ruleset, way="place").path_to(12, 10) is None, "no way leads there: it is Placed"


def fitting(ruleset, *pieces: Piece, model: bool = True, seen: bool = False) -> FittingPlaces:
    scene = Scene(ruleset).model("a1", at=(10, 10))
    base = ExactTable(pieces, {}, ruleset.table).base(scene["a1"])
    loose = Spots(
        start=(10.0, 10.0), box=BOX, within=(CircularArea(10, 10, 8),), marks=((12.5, 10.0), (10.0, 12.0))
    )
    table = ExactTable(pieces, {}, ruleset.table).as_table(scene.g.state)
    return FittingPlaces(table, base, loose, model, replace(base, name="watcher") if seen else None)


@pytest.mark.rule("M3E-TRAIT-13")
@pytest.mark.parametrize("model", [True, False])
def test_nothing_is_set_on_what_is_impassable(ruleset, model) -> None:
    places = fitting(ruleset, ROCK, model=model)
    assert places.contains([10, 12])
    assert places.refused([10, 12]) is None
    assert not places.contains([12.5, 10])
    refusal = places.refused([12.5, 10])
    assert refusal is not None
    assert refusal.rule
    far = places.refused([19, 10])
    assert far is not None
    assert ROWS.named(far.rule) == "M3E-MOVE-02", "first what is said against the place itself"
    assert [12.5, 10.0] not in list(places.listed())
    assert [10.0, 12.0] in list(places.listed())
    stream = Stream(digest("fitting"))
    assert all(places.contains(places.sample(stream)) for _ in range(10))


@pytest.mark.rule("M3E-LOS-02")
def test_what_has_to_be_seen_is_not_set_behind_a_wall(ruleset) -> None:
    assert not fitting(ruleset, WALL, seen=True).contains([16.5, 10])
    assert fitting(ruleset, WALL).contains([16.5, 10])
    assert fitting(ruleset, WALL, seen=True).contains([8, 10])
