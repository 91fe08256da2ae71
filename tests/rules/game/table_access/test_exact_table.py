"""The engine on the exact table: the same procedures, with terrain that blocks, hides, hurts and slows."""

from __future__ import annotations

from math import cos, pi, sin

import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import skirmish, skirmish_among_terrain
from rules.editions.m3e.play.actions.available import legal_markers, legal_targets
from rules.editions.m3e.play.effects.movement import hazards_ahead, move
from rules.editions.m3e.play.play import Play, replay
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.simulation.simulate import players
from rules.editions.m3e.simulation.watch import broken
from rules.editions.m3e.statcards import Action
from rules.editions.m3e.zones import zone
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.examples import terrain
from rules.game.simulation.invariants import at_rest
from rules.game.table_access.exact_table import ExactTable, table_for
from rules.game.table_access.open_field import OpenField
from rules.game.table_access.spots import grid
from rules.refusal import Refusal
from rules.table.geometry.footprints import rectangle
from rules.table.movement.moves import Allowance
from rules.table.reach.toward import best_path
from rules.table.terrain import Piece, barbed_wire, crates, flat_building, water, woods
from tests.rules.editions.m3e.scene import A, Scene

SHOOT = Action(name="Shoot", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=2),))
HIT = Action(name="Hit", icon="melee", reach=2, stat=5, resist="df", effects=(w.Damage(amount=2),))


def on(ruleset, *pieces, mv=6, **model):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=mv, actions=(SHOOT, HIT), **model)
    scene.table = ExactTable(pieces, {"a1": 2.0, "b1": 2.0}, ruleset.table)
    return scene


WALL = flat_building("wall", rectangle(12, 6, 1, 8), 3)


@pytest.mark.rule("M3E-LOS-02", "M3E-ACT-18")
def test_a_wall_hides_a_target(ruleset):
    scene = on(ruleset, WALL).model("b1", at=(15, 10))
    assert legal_targets(scene.g, scene["a1"], SHOOT) == []
    free = on(ruleset).model("b1", at=(15, 10))
    assert [model.id for model in legal_targets(free.g, free["a1"], SHOOT)] == ["b1"]


@pytest.mark.rule("M3E-TRAIT-07", "M3E-ACT-15")
def test_a_slammed_crate_no_longer_blocks(ruleset):
    scene = on(ruleset, crates("crate", rectangle(11, 8, 1, 4), 3)).model("b1", at=(15, 10))
    assert legal_targets(scene.g, scene["a1"], SHOOT) == []
    scene.act("a1", "Slam")
    assert legal_targets(scene.g, scene["a1"], SHOOT)


@pytest.mark.rule("M3E-COVER-02", "M3E-TRAIT-04")
def test_woods_conceal(ruleset):
    from rules.game.events.announcements import DuelBegan

    scene = on(ruleset, woods("woods", rectangle(14, 8, 4, 4))).model("b1", at=(15, 10))
    scene.act("a1", "Shoot")
    assert scene.events(DuelBegan)[0].why == ("Concealment",)


@pytest.mark.rule("M3E-COVER-01", "M3E-SHADOW-04")
def test_a_shadow_gives_cover(ruleset):
    from rules.game.events.announcements import DuelBegan

    low = flat_building("low", rectangle(13, 10.2, 1, 3), 2)
    scene = on(ruleset, low).model("b1", at=(15.2, 10))
    scene.act("a1", "Shoot")
    assert scene.events(DuelBegan)[0].why == ("Cover",)


@pytest.mark.rule("M3E-MOVE-03", "M3E-ACT-13")
def test_a_walk_round_a_wall_in_several_legs(ruleset):
    pillar = Piece("pillar", rectangle(12, 9, 1, 2), ("impassable", "blocking"), 3)
    scene = on(ruleset, pillar, mv=8).model("b1", at=(30, 30))
    scene.act("a1", "Walk", A.destination([[11.0, 11.7], [13.8, 11.7], [14.0, 10.5]]))
    assert (scene["a1"].x, scene["a1"].y) == (14.0, 10.5)
    ask = scene.asked[0]
    assert not ask.options.contains([14.0, 10.0])
    assert not ask.options.contains([[11.0, 11.7], [13.8, 11.7], [14.0, 3.0]])


@pytest.mark.rule("M3E-MOVE-11", "M3E-MOVE-10")
def test_a_move_toward_someone_goes_round_a_pillar_and_a_push_does_not(ruleset):
    pillar = Piece("pillar", rectangle(12, 8.8, 0.5, 2.4), ("impassable", "blocking"), 3)
    scene = on(ruleset, pillar).model("b1", at=(20, 10))
    mover, other, here = scene["a1"], scene["b1"], scene.table
    table, base = here.as_table(scene.g.state), here.base(mover)
    path, moved = best_path(table, base, (10, 10), (20, 10), Allowance(6, "move"))
    options = here.reach(scene.g.state, mover, 6, "move", toward=other)
    assert options.contains([list(place) for place in path])
    assert options.end([list(place) for place in path]).x == moved.base.x > 14.5
    assert not options.contains([[10.5, 12], [12.5, 12.5], [13, 11.5]]), "another way ends better"
    assert options.contains([11.0, 10.0]), "as far as the straight way goes"
    pushed = here.reach(scene.g.state, mover, 6, "push", toward=other)
    assert not pushed.contains([list(place) for place in path])


@pytest.mark.rule("M3E-MOVE-14", "M3E-ACT-14")
def test_a_charge_ends_at_the_wall_it_meets(ruleset):
    scene = on(ruleset, WALL).model("b1", at=(30, 30))
    scene.act("a1", "Charge", A.destination([15.0, 10.0]))
    assert 11.3 < scene["a1"].x < 11.5


@pytest.mark.rule("M3E-TRAIT-14")
def test_severe_terrain_halves(ruleset):
    scene = on(ruleset, water("pond", rectangle(8, 8, 20, 4)), mv=6).model("b1", at=(30, 30))
    scene.act("a1", "Walk", A.destination([13.0, 10.0]))
    assert not scene.asked[0].options.contains([13.1, 10.0])
    pushed = on(ruleset, water("pond", rectangle(8, 8, 20, 4)), mv=6).model("b1", at=(30, 30))
    pushed.act("a1", "Charge", A.destination([12.5, 10.0]))
    assert abs(pushed["a1"].x - 12.5) <= 0.002


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TRAIT-09", "M3E-KILL-04")
def test_wire_hurts_once_an_action_whoever_it_is(ruleset):
    scene = on(ruleset, barbed_wire("wire", rectangle(12, 5, 1, 10))).model("b1", at=(30, 30))
    scene.act("a1", "Walk", A.destination([14.0, 10.0]))
    assert scene["a1"].health == 7
    scene.act("a1", "Concentrate")
    assert scene["a1"].health == 7
    standing = on(ruleset, barbed_wire("wire", rectangle(9, 9, 2, 2))).model("b1", at=(30, 30))
    standing.act("a1", "Concentrate")
    assert standing["a1"].health == 7
    kinds = [type(e).__name__ for e in standing.g.fresh]
    assert kinds.index("ActionEnded") < kinds.index("Damaged")


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TRAIT-09")
def test_a_hazard_with_a_condition_and_markers_of_one_name(ruleset):
    fire = Piece("pyre", rectangle(11.5, 9, 1, 2), ("hazardous",), hazard="burning")
    scene = on(ruleset, fire).model("b1", at=(30, 30))
    scene.marker("m0", "pit", (13, 10), traits=("hazardous",), name="Pit Trap")
    scene.marker("m1", "pit", (14, 10), traits=("hazardous",), name="Pit Trap")
    scene.act("a1", "Walk", A.destination([16.0, 10.0]))
    assert (scene["a1"].conditions, scene["a1"].health) == ({"burning": 1}, 7)


class Foreseeing(Scene):
    """A scene that keeps what a move is said to meet, as it is asked for."""

    ahead: tuple[str, ...] = ()

    def _answer(self, ask, given):
        answer = super()._answer(ask, given)
        if ask.kind == "destination":
            self.ahead = tuple(hazard.name for hazard in hazards_ahead(self.g, ask, answer))
        return answer


HARMS = {"wire": "damage", "pyre": "burning", "Pit Trap": "slow"}


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TRAIT-09", "M3E-TRAIT-17")
@pytest.mark.parametrize("way", ["Walk", "move", "place"])
def test_a_move_is_said_to_meet_exactly_what_then_harms(ruleset, way):
    """Of its own Action, moved by an effect, and Placed; the terrain lies to one side of the model."""
    met = set()
    for step in range(24):
        turn, inches = step * pi / 12, (2.0, 4.0, 5.5)[step % 3]
        place = grid(10 + inches * cos(turn), 10 + inches * sin(turn))
        wire = barbed_wire("wire", rectangle(12, 9, 1, 6))
        pyre = Piece("pyre", rectangle(8, 12, 3, 1), ("hazardous",), hazard="burning")
        scene = Foreseeing(ruleset).model("a1", at=(10, 10), mv=6).model("b1", at=(30, 30))
        scene.marker("m0", "pit", (13, 7), traits=("hazardous",), name="Pit Trap", hazard="slow")
        scene.table = ExactTable((wire, pyre), {}, ruleset.table)
        if way == "Walk":
            scene.act("a1", "Walk", A.destination(place))
        else:
            scene.run(lambda g, place=place: move(g, "a1", 6, way), A.destination(place))
        moved = scene["a1"]
        suffered = {*moved.conditions, *(("damage",) if moved.health < 8 else ())}
        assert {HARMS[name] for name in scene.ahead} == suffered, place
        assert len(scene.ahead) == len(suffered)
        met |= suffered
        met |= {"nothing"} if not suffered else set()
    assert met >= {"damage", "burning", "slow", "nothing"}


@pytest.mark.rule("M3E-MOVE-06", "M3E-MOVE-07")
def test_a_fall_hurts_and_the_move_goes_on(ruleset):
    roof = flat_building("roof", rectangle(8, 8, 4, 4), 4)
    scene = on(ruleset, roof).model("b1", at=(30, 30))
    scene.models["a1"] = replace(scene.models["a1"], elevation=4.0)
    scene.act("a1", "Walk", A.destination([14.0, 10.0]))
    assert (scene["a1"].elevation, scene["a1"].health, scene["a1"].x) == (0.0, 6, 14.0)


@pytest.mark.rule("M3E-ENG-07")
def test_the_exact_walk_leaves_no_range(ruleset):
    scene = on(ruleset).model("b1", at=(12, 10), actions=(HIT,))
    scene.act("a1", "Walk", A.destination([10.0, 11.0]))
    assert not scene.asked[0].options.contains([6.0, 10.0])


@pytest.mark.rule("M3E-TRAIT-13", "M3E-SETUP-19")
def test_nothing_is_dropped_or_deployed_on_impassable_terrain(ruleset):
    rock = Piece("rock", rectangle(10.6, 9, 2, 2), ("impassable",))
    scene = on(ruleset, rock).model("b1", at=(30, 30))
    ground = scene.table
    state = scene.g.state
    drop = ground.spots(state, scene["a1"], 0.0, 30.0)
    assert drop.contains([9.5, 10.0])
    assert not drop.contains([10.8, 10.0])
    deploy = ground.zone(state, zone("standard", "south"), replace(scene["a1"], y=4.0))
    assert deploy.contains([5.0, 5.0])


def test_an_encounter_names_its_ground():
    plain = skirmish("ground")
    assert isinstance(table_for(plain, M3E), OpenField)
    assert isinstance(table_for(skirmish_among_terrain("ground"), M3E), ExactTable)
    for wrong in (replace(plain, terrain=terrain()), replace(plain, ground="moon")):
        with pytest.raises(Refusal):
            table_for(wrong, M3E)


def test_bots_play_a_whole_encounter_among_terrain():
    setup = skirmish_among_terrain("exact")
    key = digest("tests", "exact")
    play = Play(setup, M3E, table_for(setup, M3E), KeyDealer(key))
    bots = players("exact", 2)
    faults = []
    while not play.over:
        ask = play.asks[0]
        value = bots[ask.seat].answer(play, ask)
        assert ask.options.contains(value), ask
        play.answer(ask.seat, value)
        faults += broken(play)
    assert faults + list(at_rest(play)) == []
    again = replay(setup, M3E, table_for(setup, M3E), KeyDealer(key), play.decisions)
    assert again.hash == play.hash


@pytest.mark.rule("M3E-AREA-10")
def test_a_shockwave_marker_is_dropped_in_sight(ruleset):
    scene = on(ruleset, WALL).model("b1", at=(30, 30))
    reach = scene.table.spots(scene.g.state, scene["a1"], 8.0, 30.0, seen=True)
    assert reach.contains([10.0, 14.0])
    assert not reach.contains([15.0, 10.0])
    assert scene.table.spots(scene.g.state, scene["a1"], 8.0, 30.0).contains([15.0, 10.0])


@pytest.mark.rule("M3E-ENG-07", "M3E-SETUP-16")
def test_whoever_is_hired_after_the_table_was_laid_holds_too(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=6).model("b1", at=(12, 10), actions=(HIT,))
    scene.table = ExactTable((), policies=ruleset.table)
    assert not scene.table.reaches
    state = scene.g.state
    walk = scene.table.reach(state, state.models["a1"], 6, "walk")
    assert walk.contains([10.0, 11.0])
    assert not walk.contains([6.0, 10.0])


@pytest.mark.rule("M3E-LOS-01", "M3E-MARK-06", "M3E-ACT-18")
def test_a_marker_that_blocks_sight_is_seen_itself(ruleset):
    """It hides what is behind it, and is hidden by another."""
    scene = on(ruleset).marker("m0", "pillar", (13, 10), traits=("impassable", "blocking"), size=3)
    scene.marker("m1", "pillar", (16, 10), traits=("impassable", "blocking"), size=3)
    grasp = Action(name="Grasp", reach=8, targets="marker")
    assert [marker.id for marker in legal_markers(scene.g, scene["a1"], grasp)] == ["m0"]
    assert scene.table.witness(scene.g.state, scene["a1"], scene.g.state.markers["m0"]).seen


@pytest.mark.rule("M3E-MARK-01", "M3E-TRAIT-08")
def test_a_marker_on_a_roof_is_terrain_up_there(ruleset):
    roof = flat_building("roof", rectangle(8, 8, 8, 4), 2)
    scene = on(ruleset, roof).model("b1", at=(30, 30))
    scene.models["a1"] = replace(scene.models["a1"], elevation=2.0)
    scene.marker("m0", "pyre", (13, 10), elevation=2.0, traits=("hazardous",), name="Pyre")
    scene.act("a1", "Walk", A.destination([14.5, 10.0]))
    assert scene["a1"].health == 7
