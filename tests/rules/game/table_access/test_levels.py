"""Who and what is on roofs and walkways: who arrives, what is dropped, moved, met and seen there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.general import friendly_apart, offered
from rules.editions.m3e.play.effects.arrivals import bury, replace_model, summon, unbury
from rules.editions.m3e.play.effects.markers import drop, remove
from rules.editions.m3e.play.effects.movement import let_fall, move_marker, passed_through
from rules.editions.m3e.play.procedure.reach import engages
from rules.editions.m3e.scripts import selects
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.editions.m3e.zones import zone
from rules.game.events.table import Moved
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.interface import Manner
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, barbed_wire, bridge, crates, flat_building, hill, partway
from tests.rules.editions.m3e.scene import A, B, Scene

ROOF = flat_building("roof", rectangle(8, 8, 8, 8), 3)
BRIDGE = bridge("bridge", rectangle(8, 8, 8, 3), 3, 2)
NEW = StatCard(slug="new", name="New", health=5, limit=3)
PYRE = {"traits": ("hazardous",), "hazard": "burning", "name": "Pyre"}
ICE = {"traits": ("blocking", "impassable"), "mm": 50.0, "name": "Ice Pillar"}


def among(ruleset, *pieces, a1=(10.0, 10.0), up=0.0, **model):
    scene = Scene(ruleset).model("a1", at=a1, **model).card(NEW).crew("A", zone="south")
    scene.models["a1"] = replace(scene.models["a1"], elevation=up)
    scene.table = ExactTable(pieces, policies=ruleset.table)
    return scene


@pytest.mark.rule("M3E-SUMM-01", "M3E-REPL-01", "M3E-MEAS-05")
@pytest.mark.parametrize("arrive", ["summon", "replace"])
def test_who_arrives_touching_a_model_stands_on_its_level(ruleset, arrive):
    scene = among(ruleset, ROOF, a1=(15.0, 10.0), up=3.0)
    if arrive == "summon":
        new = scene.run(lambda g: summon(g, "a1", "new"), A.spot([13.819, 10.0]))
    else:
        (new,) = scene.run(lambda g: replace_model(g, ("a1",), ("new",)), A.spot([13.819, 10.0]))
    assert scene[new].elevation == 3.0
    beside = [16.181, 10.0]
    assert scene.asked[0].options.contains([15.0, 11.181])
    assert scene.asked[0].options.contains([16.0, 10.63]), "partly over the edge"
    assert not scene.asked[0].options.contains([16.6, beside[1]]), "the foot of the wall is no contact"


@pytest.mark.rule("M3E-BURY-03")
@pytest.mark.parametrize(("went", "comes"), [(3.0, 0.0), (0.0, 3.0)])
def test_who_is_unburied_stands_on_the_level_of_whom_it_touches(ruleset, went, comes):
    """From a roof to beside a model on the ground, and the other way round."""
    scene = among(ruleset, ROOF, up=went).model("b1", at=(10, 13) if comes else (20, 20))
    scene.models["b1"] = replace(scene.models["b1"], elevation=comes)
    scene.run(lambda g: bury(g, "a1"))
    x, y = (11.181, 13.0) if comes else (21.181, 20.0)
    scene.run(lambda g: unbury(g, "a1", g.model("b1"), chooser=1), B.spot([x, y]))
    assert scene["a1"].elevation == comes


@pytest.mark.rule("M3E-SETUP-19")
def test_a_roof_in_the_zone_may_be_deployed_on(ruleset):
    scene = among(ruleset, flat_building("low", rectangle(10, 2, 4, 4), 2))
    places = scene.table.zone(scene.g.state, zone("standard", "south"), scene["a1"])
    assert [places.end(at).elevation for at in ([12.0, 4.0], [20.0, 4.0])] == [2.0, 0.0]


@pytest.mark.rule("M3E-MARK-09", "M3E-TRAIT-03", "M3E-MEAS-05")
def test_a_marker_dropped_touching_a_model_lies_on_its_level_and_in_nothing_solid(ruleset):
    scene = among(ruleset, crates("crates", rectangle(10.7, 8, 4, 4), 2))
    ground = scene.table.spots(scene.g.state, scene["a1"], 0.0, 30.0)
    assert ground.contains([8.9, 10.0])
    assert not ground.contains([11.1, 10.0])
    roof = among(ruleset, ROOF, a1=(15.5, 10.0), up=3.0)
    edge = roof.table.spots(roof.g.state, roof["a1"], 0.0, 30.0)
    assert edge.contains([15.0, 10.0])
    assert not edge.contains([16.65, 10.0])


@pytest.mark.rule("M3E-AREA-10")
def test_a_shockwave_marker_on_a_roof_reaches_who_is_there(ruleset):
    wave = w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),))
    boom = Action(name="Boom", icon="missile", reach=8, stat=7, tn=5, effects=(wave,))
    scene = among(ruleset, ROOF, up=3.0, actions=(boom,)).model("b1", at=(15, 10)).deck("A", "10r")
    scene.models["b1"] = replace(scene.models["b1"], elevation=3.0)
    scene.deck("B", "1c").act("a1", "Boom", A.spot([13.5, 10.0]))
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-TRAIT-08", "M3E-MARK-01", "M3E-MARK-07")
@pytest.mark.parametrize(
    ("pieces", "up", "marker", "harmed"),
    [
        ((ROOF,), 3.0, 3.0, True),
        (BRIDGE, 0.0, 3.0, False),
        (BRIDGE, 3.0, 0.0, False),
        (BRIDGE, 0.0, 0.0, True),
    ],
)
def test_a_hazardous_marker_harms_on_its_own_level(ruleset, pieces, up, marker, harmed):
    scene = among(ruleset, *pieces, a1=(10.0, 9.5), up=up).model("b1", at=(30, 30))
    scene.marker("m0", "pyre", (10, 9.5), elevation=marker, **PYRE)
    scene.act("a1", "Concentrate")
    assert scene["a1"].has("burning") is harmed


@pytest.mark.rule("M3E-TRAIT-08", "M3E-MOVE-17")
def test_who_is_placed_on_a_walkway_meets_no_wire_beneath(ruleset):
    blink = Action(name="Blink", effects=(w.Move(kind="place", inches=4, whom="self"),))
    wire = barbed_wire("wire", rectangle(8, 8, 8, 3))
    scene = among(ruleset, *BRIDGE, wire, a1=(9.0, 9.5), up=3.0, actions=(blink,))
    scene.act("a1", "Blink", A.destination([12.0, 9.5]))
    assert scene["a1"].health == 8


@pytest.mark.rule("M3E-TRAIT-10")
def test_a_marker_moved_beneath_a_walkway_touches_nobody_on_it(ruleset):
    scene = among(ruleset, *BRIDGE, a1=(10.0, 9.5), up=3.0).model("b1", at=(12, 9.5))
    scene.marker("m0", "pyre", (6, 9.5), **PYRE)
    scene.run(lambda g: move_marker(g, "m0", 14.0, 9.5))
    assert (scene["a1"].conditions, scene["b1"].conditions) == ({}, {"burning": 1})


@pytest.mark.rule("M3E-TRAIT-09")
def test_markers_without_a_name_of_their_own_have_that_of_their_kind(ruleset):
    scene = among(ruleset, mv=8).model("b1", at=(30, 30))
    scene.marker("m0", "pit trap", (12, 10), traits=("hazardous",))
    scene.marker("m1", "pit trap", (14, 10), traits=("hazardous",))
    scene.act("a1", "Walk", A.destination([17.0, 10.0]))
    assert scene["a1"].health == 7


@pytest.mark.rule("M3E-LOS-06", "M3E-TRAIT-14")
def test_a_marker_on_a_roof_hides_and_slows_there_and_not_beneath(ruleset):
    scene = among(ruleset, ROOF, a1=(9.0, 12.0), up=3.0).model("b1", at=(15, 12))
    scene.models["b1"] = replace(scene.models["b1"], elevation=3.0)
    scene.marker("m0", "ice", (12, 12), elevation=3.0, size=2, **ICE)
    assert not scene.table.sees(scene.g.state, scene["a1"], scene["b1"])
    below = among(ruleset, *BRIDGE, a1=(6.0, 9.5)).model("b1", at=(18, 9.5))
    below.marker("m0", "ice", (12, 9.5), elevation=3.0, size=2, **ICE)
    below.marker("m1", "fog", (10, 9.5), elevation=3.0, traits=("concealing", "dense"))
    assert below.table.sees(below.g.state, below["a1"], below["b1"])
    assert not below.table.concealed(below.g.state, below["a1"], below["b1"])
    assert below.table.reach(below.g.state, below["a1"], 8.0, "walk").contains([14.0, 9.5])
    mud = among(ruleset, ROOF, a1=(9.0, 12.0), up=3.0)
    mud.marker("m0", "mud", (11, 12), elevation=3.0, traits=("severe",), mm=50.0)
    assert not mud.table.reach(mud.g.state, mud["a1"], 4.0, "walk").contains([13.0, 12.0])


@pytest.mark.rule("M3E-LOS-01", "M3E-MARK-06", "M3E-SHADOW-02")
@pytest.mark.parametrize("x", [6.0, 11.5])
def test_a_blocking_marker_does_not_hide_itself(ruleset, x):
    """Neither from afar nor in its own Shadow."""
    scene = among(ruleset, a1=(x, 10.0)).marker("m0", "ice", (14, 10), size=5, **ICE)
    state = scene.g.state
    assert scene.table.sees(state, scene["a1"], state.markers["m0"])
    assert scene.table.witness(state, state.markers["m0"], scene["a1"]).seen


@pytest.mark.rule("M3E-TRAIT-16", "M3E-TRAIT-13")
def test_an_impassable_marker_moves_like_a_model(ruleset):
    shove = Action(
        name="Shove",
        effects=(w.MoveMarkers(markers=selects.Markers(kinds=("ice",)), inches=6.0),),
    )
    rock = Piece("rock", rectangle(6, 12.5, 8, 1), ("impassable",))
    scene = among(ruleset, rock, a1=(5.0, 5.0), actions=(shove,)).model("b1", at=(13, 10))
    scene.marker("m0", "ice", (10, 10), size=2, **ICE)
    scene.act("a1", "Shove", A.spot([10.5, 10.0]))
    ways = scene.asked[0].options
    assert ways.contains([10.0, 4.5])
    for nowhere in ([13.0, 10.0], [15.9, 10.0], [10.0, 12.6], [10.0, 15.9]):
        assert not ways.contains(nowhere)


@pytest.mark.rule("M3E-ENG-01", "M3E-ENG-07")
def test_an_upgrades_melee_action_engages(ruleset):
    spear = Action(name="Spear", icon="melee", reach=2, stat=5, resist="df")
    scene = among(ruleset, mv=6).model("b1", at=(13.0, 10), upgrades=("spear",))
    scene.upgrade(UpgradeCard(slug="spear", name="Spear", actions=(spear,)))
    assert engages(scene.g, scene["b1"], scene["a1"])
    walk = scene.table.reach(scene.g.state, scene["a1"], 6.0, "walk")
    assert walk.contains([10.0, 10.5])
    assert not walk.contains([6.0, 10.0])


@pytest.mark.rule("M3E-TRAIT-10", "M3E-MARK-03")
def test_a_marker_moved_off_a_roof_harms_whom_it_falls_on(ruleset):
    scene = among(ruleset, ROOF, a1=(19.0, 10.0)).marker("m0", "pyre", (15, 10), elevation=3.0, **PYRE)
    scene.run(lambda g: move_marker(g, "m0", 19.0, 10.0))
    assert (scene.g.state.markers["m0"].elevation, scene["a1"].conditions) == (0.0, {"burning": 1})


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TERR-09")
def test_a_flat_marker_on_a_slope_harms_who_stands_in_it(ruleset):
    slope = hill("slope", rectangle(8, 8, 8, 8), 2, rises=((8, 12), (16, 12)))
    up = partway(slope, 12, 12, 0.591)
    scene = among(ruleset, slope, a1=(12.0, 12.0), up=up).model("b1", at=(30, 30))
    scene.marker("m0", "pyre", (12, 12), elevation=up, **PYRE)
    scene.act("a1", "Concentrate")
    assert (up % 1, scene["a1"].conditions) == (pytest.approx(0.852, abs=0.001), {"focused": 1, "burning": 1})


@pytest.mark.rule("M3E-MOVE-07", "M3E-MOVE-06", "M3E-KILL-06")
@pytest.mark.parametrize(("health", "x"), [(1, 16.592), (3, 18.0)])
def test_who_dies_of_a_fall_lies_where_it_fell(ruleset, health, x):
    """The rest of the move is for who lives."""
    scene = among(ruleset, ROOF, up=3.0, mv=8, health=health, characteristics=("Living",))
    scene.model("b1", at=(30, 30))
    places = () if health > 1 else (A.spot([x, 10.0]),)
    scene.act("a1", "Walk", A.destination([18.0, 10.0]), *places)
    ends = [(event.x, event.elevation) for event in scene.events(Moved)]
    assert ends == [(16.592, 0.0), (18.0, 0.0)][: 1 if health == 1 else 2]
    assert [marker.x for marker in scene.g.state.markers.values()] == ([x] if health == 1 else [])


@pytest.mark.rule("M3E-MOVE-07", "M3E-MOVE-03")
def test_the_places_of_a_path_are_before_or_after_its_fall(ruleset):
    scene = among(ruleset, ROOF, up=3.0, mv=12).model("b1", at=(30, 30))
    scene.act("a1", "Walk", A.destination([[12.0, 10.0], [18.0, 10.0], [18.0, 12.0]]))
    assert [event.path for event in scene.events(Moved)] == [((12.0, 10.0),), ((18.0, 10.0),)]


@pytest.mark.rule("M3E-ACT-06", "M3E-MEAS-05", "M3E-MEAS-06")
@pytest.mark.parametrize(("height", "touches"), [(2.0, False), (0.0, True)])
def test_a_scheme_marker_above_its_head_is_not_touched(ruleset, height, touches):
    """Within 0", and not in base contact."""
    scene = among(ruleset, flat_building("low", rectangle(10.7, 8, 4, 4), 2))
    scene.marker("m0", "scheme", (11.1, 10), elevation=height)
    choices = {choice.key for choice in offered(scene.g, scene["a1"])}
    assert ("remove" in choices) is touches


@pytest.mark.rule("M3E-MEAS-05", "M3E-TERR-09", "M3E-ACT-06")
def test_neighbours_on_a_slope_are_in_base_contact(ruleset):
    slope = hill("slope", rectangle(8, 8, 8, 8), 2, rises=((8, 12), (16, 12)))
    scene = among(ruleset, slope, a1=(12.0, 12.0), up=partway(slope, 12, 12, 0.591))
    for name, x in (("m0", 13.1), ("m1", 10.9), ("m2", 13.3)):
        scene.marker(name, "scheme", (x, 12), elevation=partway(slope, x, 12, 0.591))
    scene.act("a1", "Interact", A.interact("remove"))
    assert list(scene.g.state.markers) == ["m2"]


@pytest.mark.rule("M3E-MARK-03", "M3E-MARK-04")
def test_what_a_pillar_is_moved_onto_lies_on_top_of_it_until_it_goes(ruleset):
    scene = among(ruleset, a1=(5.0, 5.0)).marker("m0", "ice", (12, 10), size=2, **ICE)
    scene.marker("m1", "scheme", (15, 10)).marker("m2", "scheme", (20, 10))
    scene.run(lambda g: move_marker(g, "m0", 14.5, 10.0, placed=True))
    scene.run(lambda g: let_fall(g))
    lying = scene.g.state.markers
    assert [(lying[name].x, lying[name].elevation) for name in ("m1", "m2")] == [(15, 2.0), (20, 0.0)]
    scene.run(lambda g: remove(g, "m0"))
    scene.run(lambda g: let_fall(g))
    assert scene.g.state.markers["m1"].elevation == 0.0


@pytest.mark.rule("M3E-MARK-03")
@pytest.mark.parametrize(("traits", "size", "up"), [(("climbable",), 1, 1.0), (("dense",), 1, 0.0)])
def test_terrain_made_onto_a_marker(ruleset, traits, size, up):
    """What is not solid is stood in, not on."""
    scene = among(ruleset).marker("m9", "scheme", (15, 10))
    scene.run(lambda g: drop(g, "box", 14.5, 10.0, seat=0, traits=traits, size=size))
    assert scene.g.state.markers["m9"].elevation == up


@pytest.mark.rule("M3E-TRAIT-13", "M3E-TRAIT-03", "M3E-MARK-02")
def test_a_marker_is_pushed_through_models_and_nothing_solid(ruleset):
    push = w.MoveMarkers(markers=selects.Markers(kinds=("scheme",)), inches=6.0, kind="push")
    lift = replace(push, kind="place")
    acts = Action(name="Shove", effects=(push,)), Action(name="Carry", effects=(lift,))
    scene = among(ruleset, crates("crates", rectangle(12, 8, 1, 4), 2), a1=(5.0, 5.0), actions=acts)
    scene.marker("m0", "scheme", (10, 10)).model("b1", at=(10, 12))
    scene.act("a1", "Shove", A.spot([10.0, 15.0]))
    assert not scene.asked[0].options.contains([15.0, 10.0])
    scene.act("a1", "Carry", A.spot([12.5, 11.0]))
    assert scene.g.state.markers["m0"].elevation == 2.0


@pytest.mark.rule("M3E-ACT-15", "M3E-TRAIT-13")
def test_a_slammed_pillar_may_lie_partly_where_it_lay(ruleset):
    scene = among(ruleset).marker("m0", "ice", (12, 10), **ICE).model("b1", at=(30, 30))
    scene.act("a1", "Slam", A.spot([12.2, 10.0]))
    assert scene.g.state.markers["m0"].x == 12.2


@pytest.mark.rule("M3E-ACT-15", "M3E-MEAS-02")
def test_crates_below_are_out_of_reach_of_a_slam(ruleset):
    low = crates("crates", rectangle(16.2, 8, 2, 4), 1)
    scene = among(ruleset, ROOF, low, a1=(15.4, 10.0), up=3.0)
    assert scene.table.terrain_near(scene.g.state, scene["a1"], 1.0, "destructible") == ()
    beside = among(ruleset, low, a1=(15.4, 10.0))
    assert beside.table.terrain_near(beside.g.state, beside["a1"], 1.0, "destructible") == ("crates",)


@pytest.mark.rule("M3E-MOVE-15", "M3E-MOVE-16")
def test_a_place_leads_from_a_roof_to_the_ground_and_up_again(ruleset):
    """Height is ignored; where its own level will do it stays on that."""
    blink = Action(name="Blink", effects=(w.Move(kind="place", inches=4, whom="self"),))
    scene = among(ruleset, ROOF, a1=(14.0, 10.0), up=3.0, actions=(blink,)).model("b1", at=(30, 30))
    scene.act("a1", "Blink", A.destination([18.0, 10.0]))
    assert (scene["a1"].elevation, scene["a1"].health) == (0.0, 8)
    scene.act("a1", "Blink", A.destination([14.0, 10.0]))
    assert scene["a1"].elevation == 3.0
    scene.act("a1", "Blink", A.destination([12.0, 10.0]))
    assert scene["a1"].elevation == 3.0


@pytest.mark.rule("M3E-MOVE-13", "M3E-MEAS-05")
def test_a_push_into_base_contact_does_not_end_below_a_ledge(ruleset):
    """Within 0" of who stands on it, and not in contact."""
    word = w.Move(kind="push", inches=6, whom="self", contact="target")
    rush = Action(name="Rush", effects=(word,), targets="model", reach=20)
    for up, ends in ((2.0, 10.0), (0.0, 13.819)):
        scene = among(ruleset, flat_building("low", rectangle(14.41, 8, 4, 4), 2), actions=(rush,))
        scene.model("b1", at=(15, 10))
        scene.models["b1"] = replace(scene.models["b1"], elevation=up)
        scene.table = ExactTable(scene.table.pieces if up else (), policies=ruleset.table)
        scene.act("a1", "Rush", A.target("b1"), *([] if up else [A.destination([13.819, 10.0])]))
        assert scene["a1"].x == ends


@pytest.mark.rule("M3E-MOVE-04", "M3E-TERR-02")
@pytest.mark.parametrize(("up", "passed"), [(3.0, []), (0.0, ["b1"])])
def test_who_walks_on_a_bridge_passes_nobody_beneath(ruleset, up, passed):
    scene = among(ruleset, *BRIDGE, a1=(9.5, 9.5), up=up, mv=6).model("b1", at=(12.5, 9.5))
    end = scene.table.reach(scene.g.state, scene["a1"], 6, "walk", manner=Manner(through_models=True))
    assert passed_through(scene.g, scene["a1"], end.end([15.0, 9.5])) == passed


@pytest.mark.rule("M3E-TRAIT-01", "M3E-TERR-02")
@pytest.mark.parametrize(("up", "within"), [(3.0, ["bridge, walkway"]), (0.0, ["bridge, archway", "pond"])])
def test_who_is_on_a_bridge_is_not_in_the_water_beneath(ruleset, up, within):
    pond = Piece("pond", rectangle(8, 8, 8, 3), ("severe",))
    scene = among(ruleset, *BRIDGE, pond, a1=(10.0, 9.5), up=up)
    assert sorted(scene.table.terrain_at(scene.g.state, scene["a1"], overlapping=True)) == within


@pytest.mark.rule("M3E-MOVE-06", "M3E-MARK-04")
def test_who_stands_on_a_marker_that_is_paid_falls(ruleset):
    pay = Action(name="Melt", cost=(w.PayMarker(kind="ice", inches=6),))
    scene = among(ruleset, actions=(pay,)).model("b1", at=(14, 10))
    scene.models["b1"] = replace(scene.models["b1"], elevation=2.0)
    scene.marker("m0", "ice", (14, 10), mm=50.0, size=2, traits=("climbable",))
    scene.act("a1", "Melt")
    assert (scene["b1"].elevation, scene["b1"].health) == (0.0, 7)


@pytest.mark.rule("M3E-ACT-05", "M3E-MEAS-02")
@pytest.mark.parametrize(("height", "x", "may"), [(3.0, 12.0, True), (3.0, 11.4, False), (0.0, 12.0, False)])
def test_a_scheme_marker_on_a_roof_is_as_far_as_it_is_high(ruleset, height, x, may):
    """4" are kept to others, 3" of them up the wall."""
    scene = among(ruleset, flat_building("roof", rectangle(11, 8, 5, 4), 3), a1=(9.0, 10.0))
    scene.marker("m0", "scheme", (x, 10), seat=0, elevation=height)
    apart = friendly_apart(scene.g, scene["a1"])
    spots = scene.table.spots(scene.g.state, scene["a1"], 0.0, 30.0, apart=apart)
    assert spots.contains([9.7, 10.0]) is may


@pytest.mark.rule("M3E-MOVE-01", "M3E-MARK-09", "M3E-TRAIT-13")
@pytest.mark.parametrize(("x", "lies"), [(1.0, True), (0.6, False), (20.1, False)])
def test_a_marker_centred_where_it_does_not_fit_is_not_dropped(ruleset, x, lies):
    """Over the table's edge, or onto rock."""
    word = w.DropMarker(kind="pyre", centred=True, mm=50, traits=("hazardous",))
    rock = Piece("rock", rectangle(20.7, 8, 2, 4), ("impassable",))
    scene = among(ruleset, rock, a1=(x, 10.0), actions=(Action(name="Burn", effects=(word,)),))
    scene.model("b1", at=(30, 30)).act("a1", "Burn")
    assert len(scene.g.state.markers) == lies


@pytest.mark.rule("M3E-MARK-10")
def test_an_impassable_marker_is_not_centred_on_a_model(ruleset):
    word = w.DropMarker(kind="ice", centred=True, traits=("impassable",))
    scene = among(ruleset, actions=(Action(name="Freeze", effects=(word,)),))
    scene.model("b1", at=(30, 30)).act("a1", "Freeze")
    assert not scene.g.state.markers
