"""Who and what is on roofs and walkways: who arrives, what is dropped, moved, met and seen there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.game.effects.arrivals import bury, replace_model, summon, unbury
from rules.game.effects.movement import move_marker
from rules.game.procedure.reach import engages
from rules.game.scripts import selects
from rules.game.scripts import words as w
from rules.game.scripts.statcards import Action, StatCard, UpgradeCard
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, barbed_wire, bridge, crates, flat_building, hill, partway
from tests.rules.game.scene import A, B, Scene

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
    places = scene.table.zone(scene.g.state, "Standard", "south", scene["a1"])
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
