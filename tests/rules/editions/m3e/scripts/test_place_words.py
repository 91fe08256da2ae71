"""Words about places: moves of every kind, models that change places, markers (M3E-MOVE, M3E-MARK)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import ConditionValue, Done, Half, Interrupted, Markers, Models, Stat
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, reaches_of
from rules.game.events import encode
from rules.game.events.table import MarkerDropped
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.spots import grid
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building
from tests.rules.editions.m3e.scene import A, B, Scene

ENEMY = Models(side="enemy")


def acting(*effects, **more):
    return Action(name="Act", effects=effects, **more)


def scene_of(ruleset, *effects, exact=False, **more):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(*effects, **more),), mv=5)
    if exact:
        scene.table = ExactTable((), policies=ruleset.table)
    return scene


def place(scene, name):
    return (round(scene[name].x, 2), round(scene[name].y, 2))


# Moves


@pytest.mark.rule("M3E-MOVE-13", "M3E-MOVE-02")
@pytest.mark.parametrize("exact", [False, True])
def test_a_push_of_so_many_inches_goes_all_of_them(ruleset, exact):
    """4", no less; the direction is chosen by the acting model's player."""
    push = w.Move(kind="push", inches=4, full=True)
    scene = scene_of(ruleset, push, exact=exact, targets="model", reach=6).model("b1", at=(12, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([16.0, 10.0]))
    assert place(scene, "b1") == (16.0, 10.0)
    assert not scene.asked[-1].options.contains([14.0, 10.0])
    assert not scene.asked[-1].options.contains([12.0, 10.0])


@pytest.mark.rule("M3E-MOVE-02")
def test_a_path_of_two_steps_is_no_move_in_full(ruleset):
    anywhere = w.Move(kind="move", inches=3, whom="self", full=True)
    scene = scene_of(ruleset, anywhere, exact=True)
    scene.act("a1", "Act", A.destination([13.0, 10.0]))
    assert not scene.asked[-1].options.contains([[11.0, 10.0], [12.0, 10.0]])


@pytest.mark.rule("M3E-MATH-01", "M3E-MOVE-02")
def test_half_of_an_odd_movement_is_not_rounded(ruleset):
    half = w.Move(kind="move", inches=Half(amount=Stat(stat="mv")), whom="self")
    scene = scene_of(ruleset, half)
    scene.act("a1", "Act", A.destination([12.5, 10.0]))
    assert not scene.asked[-1].options.contains([12.51, 10.0])


@pytest.mark.rule("M3E-MOVE-13", "M3E-MOVE-04")
def test_a_push_in_full_ends_where_somebody_stands_in_the_way(ruleset):
    push = w.Move(kind="push", inches=4, full=True, way="away")
    scene = (
        scene_of(ruleset, push, targets="model", reach=6).model("b1", at=(12, 10)).model("b2", at=(15, 10))
    )
    scene.act("a1", "Act", A.target("b1"), A.destination([13.819, 10.0]))
    assert place(scene, "b1") == (13.82, 10.0)


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-11")
def test_toward_another_by_a_figure_of_who_moves(ruleset):
    """Lure: its own Mv toward the acting model."""
    lure = w.Move(kind="move", full=True, way="toward", inches=Stat(stat="mv", of="target"))
    scene = scene_of(ruleset, lure, targets="model", reach=12).model("b1", at=(20, 10), mv=3)
    scene.act("a1", "Act", A.target("b1"), A.destination([17.0, 10.0]))
    assert place(scene, "b1") == (17.0, 10.0)


@pytest.mark.rule("M3E-MOVE-10")
def test_toward_somebody_else(ruleset):
    push = w.Move(kind="push", inches=3, way="toward", of=Models(side="enemy", which="one"), whom="self")
    scene = scene_of(ruleset, push).model("b1", at=(20, 10)).model("b2", at=(10, 20))
    scene.act("a1", "Act", A.model("b2"), A.destination([10.0, 13.0]))
    assert place(scene, "a1") == (10.0, 13.0)


@pytest.mark.rule("M3E-MOVE-05", "M3E-MOVE-15")
@pytest.mark.parametrize("exact", [False, True])
def test_placed_into_base_contact(ruleset, exact):
    word = w.Move(kind="place", whom="self", contact="target")
    scene = scene_of(ruleset, word, exact=exact, targets="model", reach=12).model("b1", at=(20, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([20.0, 11.181]))
    assert place(scene, "a1") == (20.0, 11.18)
    assert not scene.asked[-1].options.contains([20.0, 12.0])


@pytest.mark.rule("M3E-MOVE-13")
def test_pushed_into_base_contact(ruleset):
    word = w.Move(kind="push", inches=4, whom="self", contact="target")
    scene = scene_of(ruleset, word, targets="model", reach=12).model("b1", at=(14, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([12.819, 10.0]))
    assert place(scene, "a1") == (12.82, 10.0)


@pytest.mark.rule("M3E-MOVE-15")
def test_placed_within_inches_of_somebody_in_range_and_anywhere(ruleset):
    near = w.Move(kind="place", whom="self", within=True, inches=2, of="target")
    scene = scene_of(ruleset, near, targets="model", reach=30).model("b1", at=(30, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([30.0, 13.0]))
    assert not scene.asked[-1].options.contains([30.0, 14.0])
    leap = scene_of(ruleset, w.Move(kind="place", whom="self", in_range=True), reach=6)
    leap.act("a1", "Act", A.destination([17.0, 10.0]))
    assert not leap.asked[-1].options.contains([18.0, 10.0])
    far = scene_of(ruleset, w.Move(kind="place", whom="self", anywhere=True))
    far.act("a1", "Act", A.destination([33.0, 33.0]))
    assert place(far, "a1") == (33.0, 33.0)


@pytest.mark.rule("M3E-MOVE-02")
def test_a_move_bound_to_end_near_somebody(ruleset):
    follow = w.Move(kind="move", inches=3, whom="self", of="target", end_within=3)
    scene = scene_of(ruleset, follow, targets="model", reach=12).model("b1", at=(15, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([12.0, 10.0]))
    assert not scene.asked[-1].options.contains([8.0, 10.0])


@pytest.mark.rule("M3E-ABIL-01")
def test_what_may_be_left_is_asked_and_the_mover_chooses(ruleset):
    word = w.Move(kind="push", inches=4, full=True, optional=True, chosen_by="mover")
    scene = scene_of(ruleset, word, targets="model", reach=6).model("b1", at=(12, 10))
    scene.act("a1", "Act", A.target("b1"), B.use("no"))
    assert place(scene, "b1") == (12, 10)
    scene.act("a1", "Act", A.target("b1"), B.use("yes"), B.destination([16.0, 10.0]))
    assert place(scene, "b1") == (16.0, 10.0)


@pytest.mark.rule("M3E-MOVE-01", "M3E-ABIL-01")
@pytest.mark.parametrize("kind", ["move", "push", "place"])
def test_a_move_that_may_be_made_can_be_declined(ruleset, kind):
    """Who moves 0" has moved, who declines has not: nothing answers."""
    glad = Ability(
        name="Glad", parts=(w.Reaction(moment="moved", effects=(w.Token(name="t", whom="self"),)),)
    )
    word = w.Move(kind=kind, inches=4, whom="self", optional=True)
    for answers, tokens in (((A.use("no"),), {}), ((A.use("yes"), A.destination([10.0, 10.0])), {"t": 1})):
        scene = scene_of(ruleset, word)
        scene.model("a1", at=(10, 10), actions=(acting(word),), abilities=(glad,))
        scene.act("a1", "Act", *answers)
        assert scene["a1"].tokens == tokens


@pytest.mark.rule("M3E-MARK-04", "M3E-ABIL-01")
def test_a_marker_that_may_be_moved_may_stay(ruleset):
    word = w.MoveMarkers(markers=Markers(kinds=("scrap",)), kind="place", contact="self", optional=True)
    for answers, x in (((A.use("no"),), 20.0), ((A.use("yes"), A.spot([11.181, 10.0])), 11.181)):
        scene = scene_of(ruleset, word).marker("m0", "scrap", (20.0, 10.0))
        scene.act("a1", "Act", *answers)
        assert scene.g.state.markers["m0"].x == x


@pytest.mark.parametrize(("end", "healed"), [(10.0, 0), (10.4, 1), (12.5, 2), (14.0, 4)])
def test_how_far_it_was_moved_is_counted_in_whole_inches_and_at_least_one(ruleset, end, healed):
    """Heals as many as that."""
    effects = w.Move(kind="push", inches=4, whom="self"), w.Heal(amount=Done(), whom="self")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(*effects),), health=3)
    scene.act("a1", "Act", A.destination([end, 10.0]))
    assert (place(scene, "a1"), scene["a1"].health) == ((end, 10.0), 3 + healed)


@pytest.mark.rule("M3E-COND-12")
def test_a_staggered_friend_is_not_moved(ruleset):
    scene = scene_of(ruleset, w.Move(kind="push", inches=4), targets="model", reach=6)
    scene.model("a2", at=(12, 10), conditions={"staggered": 1})
    scene.act("a1", "Act", A.target("a2"))
    assert place(scene, "a2") == (12, 10)


@pytest.mark.rule("M3E-TIME-07")
def test_several_are_moved_one_after_the_other(ruleset):
    word = w.Move(kind="push", inches=2, whom=ENEMY, chosen_by="mover")
    scene = scene_of(ruleset, word).model("b1", at=(20, 10)).model("b2", at=(20, 20))
    scene.act("a1", "Act", A.order("b2"), B.destination([20.0, 22.0]), B.destination([22.0, 10.0]))
    assert (place(scene, "b1"), place(scene, "b2")) == ((22.0, 10.0), (20.0, 22.0))


@pytest.mark.rule("M3E-MOVE-15", "M3E-MOVE-05")
def test_two_models_change_places_if_both_fit(ruleset):
    swap = w.Swap(one="self", two="target")
    scene = scene_of(ruleset, swap, targets="model", reach=20).model("b1", at=(20, 10), mm=50)
    scene.model("a2", at=(30, 30))
    scene.act("a1", "Act", A.target("b1"))
    assert (place(scene, "a1"), place(scene, "b1")) == ((20, 10), (10, 10))
    tight = scene_of(ruleset, swap, targets="model", reach=20).model("b1", at=(20, 10), mm=50)
    tight.model("a2", at=(11.2, 10))
    tight.act("a1", "Act", A.target("b1"))
    assert place(tight, "a1") == (10, 10)


@pytest.mark.rule("M3E-MOVE-15", "M3E-MOVE-05", "M3E-TRAIT-13", "M3E-MOVE-01")
def test_nobody_changes_places_onto_rock_a_base_or_off_the_table(ruleset):
    """The larger base would lie on the rock beside b1, off the edge, or on b2 beside the marker."""
    swap = w.Swap(one="self", two="target")
    rock = Piece("rock", rectangle(20.9, 9, 2, 2), ("impassable",))
    scene = scene_of(ruleset, swap, exact=True, targets="model", reach=20).model("b1", at=(20, 10))
    scene.table = ExactTable((rock,), policies=ruleset.table)
    edge = scene_of(ruleset, swap, targets="model", reach=20).model("b1", at=(10, 0.6))
    taken = scene_of(ruleset, w.Swap(one="self", two=Markers(kinds=("scrap",))))
    taken.marker("m5", "scrap", (20, 10)).model("b1", at=(21, 10))
    for held, answers in ((scene, (A.target("b1"),)), (edge, (A.target("b1"),)), (taken, ())):
        held.models["a1"] = replace(held.models["a1"], mm=50.0)
        held.act("a1", "Act", *answers)
        assert place(held, "a1") == (10, 10)


@pytest.mark.rule("M3E-MOVE-15", "M3E-TRAIT-13", "M3E-MARK-09")
def test_a_marker_changes_places_with_a_model_if_both_fit(ruleset):
    """On the roof as on the ground; a wide Impassable one not beside somebody else."""
    swap = w.Swap(one="self", two=Markers(kinds=("ice",)))
    scene = scene_of(ruleset, swap, exact=True).marker("m5", "ice", (20, 10), elevation=3.0)
    scene.table = ExactTable((flat_building("roof", rectangle(18, 8, 4, 4), 3),), policies=ruleset.table)
    scene.act("a1", "Act")
    assert (place(scene, "a1"), scene["a1"].elevation) == ((20, 10), 3.0)
    assert scene.g.state.markers["m5"].elevation == 0.0
    wide = scene_of(ruleset, swap, exact=True).model("a2", at=(11.2, 10))
    wide.marker("m5", "ice", (20, 10), mm=50.0, traits=("impassable",))
    wide.act("a1", "Act")
    assert place(wide, "a1") == (10, 10)


PILLAR = Piece("pillar", rectangle(12, 8.8, 0.5, 2.4), ("impassable",))


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-11", "M3E-MOVE-14")
def test_a_move_toward_in_full_goes_round_what_is_in_the_way_and_a_push_stops(ruleset):
    ends = {}
    for kind in ("move", "push"):
        word = w.Move(kind=kind, inches=6, whom="self", way="toward", of="target", full=True)
        scene = scene_of(ruleset, word, exact=True, targets="model", reach=20).model("b1", at=(20, 10))
        scene.table = ExactTable((PILLAR,), policies=ruleset.table)
        options = destinations(scene, word)
        goal = next(options.listed())
        (ends[kind],) = {options.end(answer).x for answer in options.listed()}
        assert options.contains([11.409, 10.0]) is (kind == "push")
        scene.act("a1", "Act", A.target("b1"), A.destination(goal))
        assert scene["a1"].x == ends[kind]
    assert ends["move"] > 14.5
    assert 11.4 < ends["push"] < 11.42


@pytest.mark.rule("M3E-MOVE-11", "M3E-MOVE-12")
def test_away_in_full_bends_along_the_wall_behind(ruleset):
    word = w.Move(kind="move", inches=6, whom="self", way="away", of="target", full=True)
    scene = scene_of(ruleset, word, exact=True, targets="model", reach=20).model("b1", at=(14, 11))
    wall = Piece("wall", rectangle(6, 4, 0.5, 12), ("impassable",))
    scene.table = ExactTable((wall,), policies=ruleset.table)
    options = destinations(scene, word)
    (goal,) = options.listed()
    assert options.end(goal).y < 5
    assert not options.contains([7.09, 9.272]), "straight into the wall"


@pytest.mark.rule("M3E-MOVE-11")
def test_a_move_toward_of_at_most_so_many_inches_may_go_round_too(ruleset):
    word = w.Move(kind="move", inches=6, whom="self", way="toward", of="target")
    scene = scene_of(ruleset, word, exact=True, targets="model", reach=20).model("b1", at=(20, 10))
    scene.table = ExactTable((PILLAR,), policies=ruleset.table)
    options = destinations(scene, word)
    assert max(options.end(answer).x for answer in options.listed()) > 14.5
    assert options.contains([11.0, 10.0])


@pytest.mark.rule("M3E-MOVE-10", "M3E-TRAIT-14")
@pytest.mark.parametrize(("inches", "x"), [(6, 13.0), (9, 14.5), (30, 18.819)])
def test_toward_another_through_water_as_far_as_the_movement_lasts(ruleset, inches, x):
    """Each inch costs two, and what it is aimed at takes no movement away."""
    word = w.Move(kind="push", inches=inches, whom="self", way="toward", of="target", full=True)
    scene = scene_of(ruleset, word, exact=True, targets="model", reach=20).model("b1", at=(20, 10))
    pond = Piece("pond", rectangle(5, 5, 25, 10), ("severe",))
    scene.table = ExactTable((pond,), policies=ruleset.table)
    scene.act("a1", "Act", A.target("b1"), A.destination([x, 10.0]))
    assert abs(scene["a1"].x - x) < 0.003


@pytest.mark.rule("M3E-TRAIT-14")
def test_a_push_that_ignores_severe_terrain_is_not_slowed(ruleset):
    for ignoring, x in (((), 12.0), (("severe",), 14.0), (("terrain",), 14.0)):
        word = w.Move(kind="push", inches=4, whom="self", way="toward", of="target", ignoring=ignoring)
        scene = scene_of(ruleset, word, exact=True, targets="model", reach=20).model("b1", at=(20, 10))
        pond = Piece("pond", rectangle(5, 5, 25, 10), ("severe",))
        scene.table = ExactTable((pond,), policies=ruleset.table)
        scene.act("a1", "Act", A.target("b1"), A.destination([14.0, 10.0]))
        assert abs(scene["a1"].x - x) < 0.003


def destinations(scene, word):
    """What may be answered where that word moves a1 upon b1."""
    return next(execute(scene.g, (word,), Effects("a1", "b1", label="Test"))).options


# What a model passes


def with_ability(ruleset, part, *pieces, **more):
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), mv=6, abilities=(Ability(name="Way", parts=(part,)),), **more
    )
    scene.table = ExactTable(pieces, policies=ruleset.table)
    return scene


BOG = Piece("bog", rectangle(11, 5, 4, 10), ("severe",))
PIT = Piece("pit", rectangle(11, 5, 1, 10), ("hazardous",))
WALL = flat_building("wall", rectangle(12, 6, 1, 8), 3)


@pytest.mark.rule("M3E-TRAIT-15", "M3E-TRAIT-14")
def test_unimpeded_is_unaffected_by_severe_terrain(ruleset):
    scene = with_ability(ruleset, w.Ignores(what=("severe",)), BOG)
    scene.act("a1", "Walk", A.destination([16.0, 10.0]))
    slow = with_ability(ruleset, w.Armor(), BOG)
    slow.act("a1", "Walk", A.destination([12.0, 10.0]))
    assert not slow.asked[-1].options.contains([16.0, 10.0])


@pytest.mark.rule("M3E-TRAIT-15", "M3E-TRAIT-08")
@pytest.mark.parametrize(("part", "health"), [(w.Ignores(what=("hazardous",)), 8), (w.Armor(), 7)])
def test_who_is_unaffected_by_hazards_suffers_none(ruleset, part, health):
    scene = with_ability(ruleset, part, PIT)
    scene.act("a1", "Walk", A.destination([15.0, 10.0]))
    assert scene["a1"].health == health


@pytest.mark.rule("M3E-TRAIT-08")
def test_who_is_moved_through_a_hazard_by_anothers_action_suffers_it(ruleset):
    push = w.Move(kind="push", inches=6, full=True, way="away")
    scene = scene_of(ruleset, push, targets="model", reach=6).model("b1", at=(13, 10))
    scene.table = ExactTable((Piece("pit", rectangle(15, 5, 1, 10), ("hazardous",)),), policies=ruleset.table)
    scene.act("a1", "Act", A.target("b1"), A.destination([19.0, 10.0]))
    assert (scene["b1"].health, scene["a1"].health) == (7, 8)


@pytest.mark.rule("M3E-MOVE-04", "M3E-TRAIT-03")
def test_incorporeal_goes_through_walls_and_models_but_ends_on_nobody(ruleset):
    scene = with_ability(ruleset, w.Ignores(what=("terrain", "models")), WALL).model("b1", at=(14.5, 10))
    scene.act("a1", "Walk", A.destination([16.0, 10.0]))
    assert place(scene, "a1") == (16.0, 10.0)
    assert not scene.asked[-1].options.contains([14.2, 10.0])


@pytest.mark.rule("M3E-MOVE-04")
def test_others_go_through_who_is_passable(ruleset):
    scene = with_ability(ruleset, w.Armor()).model(
        "b1", at=(13, 10), abilities=(Ability(name="Mist", parts=(w.Passable(),)),)
    )
    scene.act("a1", "Walk", A.destination([15.0, 10.0]))
    assert place(scene, "a1") == (15.0, 10.0)


@pytest.mark.rule("M3E-ENG-03")
def test_agile_leaves_engagement_by_walking(ruleset):
    hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")
    scene = with_ability(ruleset, w.Ignores(what=("leaving_engagement",))).model(
        "b1", at=(11.5, 10), actions=(hit,)
    )
    scene.table.know(reaches_of(scene.cards, scene.upgrades))
    scene.act("a1", "Walk", A.destination([5.0, 10.0]))
    assert place(scene, "a1") == (5.0, 10.0)


@pytest.mark.rule("M3E-MOVE-07", "M3E-MOVE-15")
def test_flight_places_instead_of_walking_and_nobody_must(ruleset):
    flight = w.InsteadOfMoving(names=("Walk", "Charge"), kind="place", inches=Stat(stat="mv"))
    scene = with_ability(ruleset, flight, WALL)
    scene.act("a1", "Walk", A.use("yes"), A.destination([15.0, 10.0]))
    assert place(scene, "a1") == (15.0, 10.0)
    scene.act("a1", "Walk", A.use("no"), A.destination([16.0, 10.0]))
    assert place(scene, "a1") == (16.0, 10.0)


@pytest.mark.rule("M3E-MEAS-04", "M3E-MOVE-16")
@pytest.mark.parametrize("exact", [True, False])
def test_flight_ends_completely_within_its_movement_and_a_place_within(ruleset, exact):
    """A base of 1.18" may begin 6" away, or end there."""
    flight = w.InsteadOfMoving(names=("Walk",), kind="place", inches=Stat(stat="mv"))
    blink = acting(w.Move(kind="place", inches=6, whom="self"))
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), mv=6, abilities=(Ability(name="Way", parts=(flight,)),), actions=(blink,)
    )
    if exact:
        scene.table = ExactTable((), policies=ruleset.table)
    scene.act("a1", "Walk", A.use("yes"), A.destination([16.0, 10.0]))
    assert not scene.asked[-1].options.contains([16.01, 10.0])
    scene.act("a1", "Act", A.destination([23.18, 10.0]))
    assert not scene.asked[-1].options.contains([23.19, 10.0])


@pytest.mark.rule("M3E-MOVE-05")
def test_a_way_from_marker_to_marker_needs_one(ruleset):
    rails = w.InsteadOfMoving(kind="place", inches=12, contact=Markers(kinds=("scrap",), within=13))
    scene = with_ability(ruleset, rails)
    scene.act("a1", "Walk", A.destination([11.0, 10.0]))
    there = with_ability(ruleset, rails).marker("m0", "scrap", (18, 10))
    there.act("a1", "Walk", A.use("yes"), A.destination([19.181, 10.0]))
    assert place(there, "a1") == (19.18, 10.0)


# Markers


@pytest.mark.rule("M3E-MARK-09", "M3E-MARK-05")
def test_a_marker_touching_the_target_belongs_to_whom_the_card_says(ruleset):
    drop = w.DropMarker(kind="scheme", whom="target", side="enemy", chooser="target")
    scene = scene_of(ruleset, drop, targets="model", reach=6).model("b1", at=(14, 10))
    scene.act("a1", "Act", A.target("b1"), B.spot([14.0, 10.0]))
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, marker.seat) == ("scheme", 1)


@pytest.mark.rule("M3E-MARK-10", "M3E-TRAIT-08")
def test_a_marker_with_size_traits_and_a_hazard_of_its_own(ruleset):
    drop = w.DropMarker(
        kind="pyre", in_range=True, mm=50, traits=("hazardous",), hazard="burning", hazard_value=2, height=3
    )
    scene = scene_of(ruleset, drop, reach=6)
    scene.act("a1", "Act", A.spot([15.0, 10.0]))
    (marker,) = scene.g.state.markers.values()
    assert (marker.mm, marker.traits, marker.hazard, marker.hazard_value, marker.size) == (
        50.0,
        ("hazardous",),
        "burning",
        2,
        3,
    )
    assert not scene.asked[-1].options.contains([19.0, 10.0])


@pytest.mark.rule("M3E-TRAIT-08")
@pytest.mark.parametrize(("deals", "left"), [(0, 10), (1, 9), (10, 0)])
def test_a_hazardous_marker_may_deal_damage_besides_its_condition(ruleset, deals, left):
    """Who falls to it gains nothing; a marker without such damage is stored as before."""
    trap = w.DropMarker(
        kind="pit trap", in_range=True, mm=50, traits=("hazardous",), hazard="injured", hazard_damage=deals
    )
    scene = scene_of(ruleset, trap, exact=True, reach=6)
    scene.act("a1", "Act", A.spot([13.0, 10.0]))
    (dropped,) = scene.events(MarkerDropped)
    assert (b"hazard_damage" in encode(dropped)) == bool(deals)
    before = scene["a1"].health
    scene.act("a1", "Walk", A.destination([15.0, 10.0]))
    assert scene["a1"].health == max(0, before - deals)
    assert scene["a1"].conditions == ({"injured": 1} if left else {})


@pytest.mark.rule("M3E-MARK-09")
def test_several_markers_apart_from_each_other_each_may_be_left(ruleset):
    drop = w.DropMarker(kind="scheme", inches=6, number=2, apart=4, optional=True)
    scene = scene_of(ruleset, drop)
    scene.act("a1", "Act", A.use("yes"), A.spot([5.0, 10.0]), A.use("yes"), A.spot([12.0, 10.0]))
    assert not scene.asked[-1].options.contains([8.0, 10.0])
    scene.act("a1", "Act", A.use("no"))
    assert len(scene.g.state.markers) == 2


@pytest.mark.rule("M3E-MARK-04", "M3E-MARK-12")
def test_markers_are_removed_counted_and_strategy_markers_are_not(ruleset):
    """Heals 1 for each removed."""
    clear = w.Remove(markers=Markers(within=3, of="self"))
    scene = scene_of(ruleset, clear, w.Heal(amount=Done(), whom="self"))
    scene.model("a1", at=(10, 10), actions=(acting(clear, w.Heal(amount=Done(), whom="self")),), health=4)
    scene.marker("m0", "scrap", (11, 10)).marker("m1", "corpse", (9, 10)).marker("m2", "strategy", (10, 11))
    scene.marker("m3", "scrap", (30, 10))
    scene.act("a1", "Act")
    assert sorted(scene.g.state.markers) == ["m2", "m3"]
    assert scene["a1"].health == 6


@pytest.mark.rule("M3E-MARK-04")
def test_a_marker_is_pushed_toward_somebody_or_into_contact(ruleset):
    push = w.MoveMarkers(markers=Markers(kinds=("scrap",), which="one"), inches=4, way="toward", of="self")
    scene = scene_of(ruleset, push).marker("m0", "scrap", (20, 10))
    scene.act("a1", "Act", A.spot([16.0, 10.0]))
    assert scene.g.state.markers["m0"].x == 16.0
    touch = w.MoveMarkers(markers=Markers(kinds=("scrap",)), inches=12, contact="self")
    scene = scene_of(ruleset, touch).marker("m0", "scrap", (20, 10))
    scene.act("a1", "Act", A.spot([11.181, 10.0]))
    assert not scene.asked[-1].options.contains([20.0, 10.0])


@pytest.mark.rule("M3E-STRAT-04")
def test_markers_turn_friendly_or_into_another_kind(ruleset):
    scene = scene_of(ruleset, w.TurnMarkers(markers=Markers(kinds=("scheme",), side="enemy"), side="own"))
    scene.marker("m0", "scheme", (12, 10), seat=1).marker("m1", "scheme", (14, 10), seat=0)
    scene.act("a1", "Act")
    assert scene.g.state.markers["m0"].seat == 0
    scene = scene_of(ruleset, w.TurnMarkers(markers=Markers(kinds=("corpse",)), kind="scrap"))
    scene.marker("m0", "corpse", (12, 10), seat=1)
    scene.act("a1", "Act")
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, marker.x, marker.seat) == ("scrap", 12, 1)


@pytest.mark.rule("M3E-KILL-06", "M3E-KILL-07")
@pytest.mark.parametrize(
    ("part", "left"),
    [
        (w.Leaves(nothing=True), []),
        (w.Leaves(markers=("ice pillar",), instead=True), ["ice pillar"]),
        (w.Leaves(markers=("scheme",)), ["corpse", "scheme"]),
        (w.Armor(), ["corpse"]),
    ],
)
def test_what_the_killed_leaves(ruleset, part, left):
    from rules.editions.m3e.play.effects.damage import kill

    scene = Scene(ruleset).model("b1", at=(30, 30))
    scene.model(
        "a1", at=(10, 10), characteristics=("Living",), abilities=(Ability(name="Husk", parts=(part,)),)
    )
    answers = [A.spot([10.0, 10.0]), A.spot([10.0, 10.5])][: len(left)]
    scene.run(lambda g: kill(g, "a1", instant=True), *answers)
    assert sorted(marker.kind for marker in scene.g.state.markers.values()) == left


def test_the_amount_of_a_condition_counts_in_inches(ruleset):
    word = w.Move(kind="push", inches=ConditionValue(condition="poison"), full=True)
    scene = scene_of(ruleset, word, targets="model", reach=6).model(
        "b1", at=(12, 10), conditions={"poison": 3}
    )
    scene.act("a1", "Act", A.target("b1"), A.destination([15.0, 10.0]))
    assert place(scene, "b1") == (15.0, 10.0)


# What a word is bound to may not be there


def unmoved(ruleset, word, **more):
    """Whether nothing of the word can be done, so that nobody is asked."""
    scene = scene_of(ruleset, word, targets="model", reach=30, **more).model("b1", at=(14, 10))
    scene.act("a1", "Act", A.target("b1"))
    return [place(scene, name) for name in ("a1", "b1")] == [(10, 10), (14, 10)]


@pytest.mark.rule("M3E-MOVE-02", "M3E-MOVE-15", "M3E-ACT-21")
@pytest.mark.parametrize(
    "more",
    [
        {"kind": "place", "contact": "cause"},
        {"kind": "place", "contact": "target"},
        {"kind": "place", "within": True, "inches": 3, "of": "cause"},
        {"kind": "push", "inches": 3, "way": "toward", "of": "cause"},
        {"kind": "push", "inches": 3, "way": "toward", "of": "target"},
        {"kind": "push", "inches": 3, "contact": "cause"},
        {"kind": "push", "inches": 3, "contact": Models(words=("Rat",), which="one")},
        {"kind": "push", "inches": 3, "whom": Models(side="enemy", buried=True)},
        {"kind": "push", "inches": 3, "whom": "cause"},
    ],
    ids=str,
)
def test_a_move_bound_to_nothing_is_not_made(ruleset, more):
    assert unmoved(ruleset, w.Move(**more))


@pytest.mark.rule("M3E-MOVE-15")
def test_a_place_of_so_many_inches_and_one_into_contact_no_farther_than_that(ruleset):
    leap = w.Move(kind="place", whom="self", inches=3)
    scene = scene_of(ruleset, leap)
    scene.act("a1", "Act", A.destination([14.0, 10.0]))
    assert not scene.asked[-1].options.contains([15.0, 10.0])
    touch = w.Move(kind="place", whom="self", contact=Models(side="enemy", which="one"), inches=3)
    near = scene_of(ruleset, touch).model("b1", at=(13, 10)).model("b2", at=(30, 10))
    near.act("a1", "Act", A.model("b1"), A.destination([11.819, 10.0]))
    assert not near.asked[-1].options.contains([14.181, 10.0])
    far = scene_of(ruleset, touch).model("b2", at=(30, 10))
    far.act("a1", "Act")
    assert place(far, "a1") == (10, 10)


@pytest.mark.rule("M3E-MOVE-02", "M3E-MOVE-04", "M3E-TRAIT-15")
def test_a_move_that_ignores_models_or_terrain(ruleset):
    def goes(*ignoring, models=False):
        word = w.Move(kind="move", whom="self", inches=6, ignoring=ignoring)
        scene = scene_of(ruleset, word, exact=True)
        scene.table = ExactTable(() if models else (WALL,), policies=ruleset.table)
        if models:
            scene.model("b1", at=(13, 10), mm=50)
        scene.act("a1", "Act", A.destination([10.0, 12.0]))
        return scene.asked[-1].options.contains([16.0, 10.0])

    assert [goes(), goes("terrain"), goes("impassable"), goes("models")] == [False, True, False, False]
    assert [goes(models=True), goes("models", models=True)] == [False, True]


@pytest.mark.rule("M3E-MOVE-13")
def test_who_cannot_be_moved_at_all_stays_where_a_full_push_would_begin(ruleset):
    """Hemmed in on all sides: to stay is the only end."""
    push = w.Move(kind="push", inches=4, full=True, way="toward")
    scene = scene_of(ruleset, push, targets="model", reach=6).model("b1", at=(11.181, 10))
    scene.act("a1", "Act", A.target("b1"), A.destination([11.181, 10.0]))
    assert place(scene, "b1") == (11.18, 10)


@pytest.mark.rule("M3E-MOVE-15", "M3E-MARK-04")
def test_a_model_and_a_marker_change_places_and_what_cannot_does_not(ruleset):
    swap = w.Swap(one="self", two=Markers(kinds=("scrap",)))
    scene = scene_of(ruleset, swap).marker("m5", "scrap", (20, 10))
    scene.act("a1", "Act")
    marker = scene.g.state.markers["m5"]
    assert (place(scene, "a1"), (marker.x, marker.y)) == ((20, 10), (10, 10))
    for word in (
        w.Swap(one="self", two="self"),
        w.Swap(one="self", two="cause"),
        w.Swap(one="cause", two="self"),
    ):
        still = scene_of(ruleset, word)
        still.act("a1", "Act")
        assert place(still, "a1") == (10, 10)
    under = scene_of(ruleset, w.Swap(one="self", two=Models(buried=True))).model(
        "b1", at=(20, 10), where="buried"
    )
    under.act("a1", "Act")
    assert place(under, "a1") == (10, 10)


@pytest.mark.rule("M3E-MARK-09", "M3E-MARK-10", "M3E-MARK-05")
def test_markers_lie_centred_anywhere_or_apart_from_somebody(ruleset):
    def dropped(*answers, **more):
        scene = scene_of(ruleset, w.DropMarker(kind="scheme", **more)).model("b1", at=(14, 10))
        scene.act("a1", "Act", *answers)
        return scene, [(m.x, m.y, m.seat) for m in scene.g.state.markers.values()]

    assert dropped(centred=True)[1] == [(10, 10, 0)]
    assert dropped(centred=True, side="neutral")[1] == [(10, 10, None)]
    assert dropped(A.spot([30.0, 30.0]), anywhere=True)[1] == [(30, 30, 0)]
    far, lying = dropped(A.spot([6.0, 10.0]), inches=6, apart=6, apart_from=Models(side="enemy"))
    assert lying == [(6, 10, 0)]
    assert not far.asked[-1].options.contains([10.0, 11.0])
    assert dropped(inches=1, apart=20, apart_from="self")[1] == []
    assert dropped(whom=Models(side="enemy", buried=True))[1] == []


@pytest.mark.rule("M3E-MARK-09", "M3E-MEAS-03")
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("zone", "sign"), [("south", 1), ("north", -1)])
def test_a_marker_is_dropped_anywhere_but_within_so_many_inches_of_the_enemy_zone(ruleset, exact, zone, sign):
    """3 inches are within 3 inches, from the Marker's edge; its own zone does not matter."""
    trap = w.DropMarker(kind="pit trap", create=True, anywhere=True, beyond_zone=3, mm=50)
    scene = scene_of(ruleset, trap, exact=exact).state(deployment="Standard")
    scene.crew("A", zone=zone).crew("B", zone="north" if zone == "south" else "south")
    edge = 18 + sign * (18 - 8 - 3 - 25 / 25.4)
    places = [grid(18, edge - sign * apart) for apart in (0.002, 0, -8)]
    scene.act("a1", "Act", A.spot(places[0]))
    options = scene.asked[-1].options
    assert [options.contains(place) for place in places] == [True, False, False]
    assert options.contains([18.0, 18.0 - sign * 16])
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, [marker.x, marker.y]) == ("pit trap", places[0])


@pytest.mark.rule("M3E-MARK-10")
def test_a_created_marker_lies_over_no_other_and_touches_no_model_but_its_creator(ruleset):
    """An Impassable one lies beside the creator, too."""
    for traits, over_creator in (((), True), (("impassable",), False)):
        word = w.DropMarker(kind="pillar", create=True, inches=4, traits=traits)
        scene = scene_of(ruleset, word).marker("m5", "scrap", (13, 10)).model("a2", at=(10, 13))
        scene.act("a1", "Act", A.spot([7.0, 10.0]))
        options = scene.asked[-1].options
        assert [options.contains(at) for at in ([13.0, 10.5], [10.0, 12.0])] == [False, False]
        assert options.contains([10.3, 10.0]) is over_creator


@pytest.mark.rule("M3E-ACT-18", "M3E-MARK-09")
def test_in_range_of_no_action_there_is_no_place(ruleset):
    words = (
        w.DropMarker(kind="scheme", in_range=True),
        w.Move(kind="place", in_range=True, whom="self"),
        w.MoveMarkers(markers=Markers(), in_range=True),
    )
    scene = scene_of(ruleset).marker("m5", "scrap", (12, 10))
    scene.run(lambda g: execute(g, words, Effects("a1")))
    assert scene.g.fresh == []


@pytest.mark.rule("M3E-MARK-04", "M3E-MARK-12")
def test_markers_of_a_kind_near_a_model_are_removed_by_choice(ruleset):
    remove = w.RemoveMarkers(kind="scrap", inches=3, most=2, whom="self")
    scene = scene_of(ruleset, remove).marker("m5", "scrap", (12, 10)).marker("m6", "scrap", (8, 10))
    scene.marker("m7", "scrap", (20, 10)).marker("m8", "strategy", (10, 12))
    scene.act("a1", "Act", A.marker(["m6"]))
    assert sorted(scene.g.state.markers) == ["m5", "m7", "m8"]
    for word in (
        w.RemoveMarkers(kind="strategy", inches=3, whom="self"),
        w.RemoveMarkers(kind="scrap", whom="cause"),
    ):
        scene.model("a1", at=(10, 10), actions=(acting(word),))
        left = scene_of(ruleset, word).marker("m5", "scrap", (12, 10)).marker("m8", "strategy", (10, 12))
        left.act("a1", "Act")
        assert sorted(left.g.state.markers) == ["m5", "m8"]


@pytest.mark.rule("M3E-MARK-04")
def test_markers_are_moved_away_in_range_or_not_at_all(ruleset):
    def moved(*answers, at=(14, 10), **more):
        word = w.MoveMarkers(markers=Markers(kinds=("scrap",)), **more)
        scene = scene_of(ruleset, word, reach=6).marker("m5", "scrap", at)
        scene.act("a1", "Act", *answers)
        marker = scene.g.state.markers["m5"]
        return round(marker.x, 2), round(marker.y, 2)

    assert moved(A.spot([16.0, 10.0]), inches=2, way="away") == (16, 10)
    assert moved(A.spot([10.0, 14.0]), kind="place", in_range=True) == (10, 14)
    assert moved(A.spot([14.0, 10.0]), inches=2) == (14, 10)
    assert moved(A.spot([33.0, 10.0]), way="away") == (33, 10)
    assert moved(inches=2, way="toward", of="cause") == (14, 10)
    assert moved(inches=2, contact="cause") == (14, 10)
    assert moved(inches=2, way="toward", at=(10, 10)) == (10, 10)


@pytest.mark.rule("M3E-MOVE-14")
@pytest.mark.parametrize(("foe", "end", "health"), [((14, 10), 12.819, 6), ((20, 20), 15.2, 4)])
def test_a_marker_moved_freely_says_nothing_of_the_push_before(ruleset, foe, end, health):
    push = w.Move(kind="push", inches=4, whom="target", way="away", full=True)
    carry = w.MoveMarkers(markers=Markers(kinds=("scrap",)), inches=2)
    heals = w.If(test=Interrupted(), effects=(w.Heal(amount=2, whom="self"),))
    act = acting(push, carry, heals, targets="model", reach=6)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,), health=4).model("b1", at=(11.2, 10))
    scene.model("b2", at=foe).marker("m5", "scrap", (10, 14))
    scene.act("a1", "Act", A.target("b1"), A.destination([end, 10.0]), A.spot([10.0, 15.0]))
    assert scene.g.state.markers["m5"].y == 15
    assert scene["a1"].health == health


@pytest.mark.rule("M3E-MARK-05", "M3E-STRAT-04")
@pytest.mark.parametrize(("side", "seat"), [("own", 0), ("enemy", 1), ("neutral", None), ("", 1)])
def test_whose_a_turned_marker_is(ruleset, side, seat):
    scene = scene_of(ruleset, w.TurnMarkers(markers=Markers(kinds=("scheme",)), side=side))
    scene.marker("m5", "scheme", (12, 10), seat=1)
    scene.act("a1", "Act")
    assert scene.g.state.markers["m5"].seat == seat


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-13")
@pytest.mark.parametrize("way", ["toward", "away"])
def test_a_push_toward_or_away_goes_along_the_line_and_to_that_side_alone(ruleset, way):
    """To the left, where neither coordinate is ahead of the mover's."""
    for at, ahead, behind in (
        ((4.0, 10.0), [8.0, 10.0], [12.0, 10.0]),
        ((10.0, 4.0), [10.0, 8.0], [10.0, 12.0]),
    ):
        word = w.Move(kind="push", inches=2, whom="self", way=way, of=Models(side="enemy"))
        scene = scene_of(ruleset, word, exact=True).model("b1", at=at)
        good, wrong = (ahead, behind) if way == "toward" else (behind, ahead)
        scene.act("a1", "Act", A.destination(good))
        assert place(scene, "a1") == tuple(good)
        assert not scene.asked[-1].options.contains(wrong)
        assert not scene.asked[-1].options.contains([good[0] + 0.5, good[1] + 0.5])


@pytest.mark.rule("M3E-MARK-10")
@pytest.mark.parametrize(("inches", "touches"), [(2, False), (0, True)])
def test_what_is_created_near_a_model_touches_it_only_if_the_effect_says_so(ruleset, inches, touches):
    word = w.DropMarker(kind="web", create=True, inches=inches, whom="target")
    scene = scene_of(ruleset, word, targets="model", reach=9).model("b1", at=(16, 10))
    scene.act("a1", "Act", A.target("b1"), A.spot([16.0, 12.5] if inches else [16.0, 11.181]))
    assert scene.asked[-1].options.contains([16.0, 11.181]) is touches


@pytest.mark.rule("M3E-LOS-02")
def test_a_marker_is_dropped_where_it_is_seen(ruleset):
    """Behind the one that drops it its attacker sees nothing."""
    word = w.DropMarker(kind="scheme", whom="target", sight_of="self")
    scene = scene_of(ruleset, word, exact=True, targets="model", reach=9).model("b1", at=(16, 10), sz=3)
    scene.act("a1", "Act", A.target("b1"), A.spot([14.819, 10.0]))
    assert not scene.asked[-1].options.contains([17.181, 10.0])
