"""The seven general Actions: Interact, Disengage, Concentrate, Assist, Walk, Charge, Slam (M3E-ACT)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.actions.take import candidates, take_action
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.announcements import NumberFlipped, OnlyChoice, Targeted
from rules.game.narration import sentence_of
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.open_field import OpenField
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m3e.play.actions.test_actions import HIT, NEXT, names
from tests.rules.editions.m3e.scene import A, B, Scene

# Interact


def interacts(scene, model="a1"):
    from rules.editions.m3e.play.actions.general import offered

    return [option.key for option in offered(scene.g, scene[model])]


@pytest.mark.rule("M3E-ACT-04", "M3E-ENG-03")
def test_no_interact_while_engaged_or_after_disengage(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=NEXT, actions=(HIT,))
    assert "Interact" not in names(scene, "a1")
    free = Scene(ruleset).model("a1")
    assert "Interact" in names(free, "a1")
    free.g.state = free.g.state.with_model(replace(free["a1"], once_activation={"Disengage": 1}))
    assert "Interact" not in names(free, "a1")


@pytest.mark.rule("M3E-ACT-05", "M3E-MARK-01", "M3E-MARK-05", "M3E-MARK-09", "M3E-MARK-11")
def test_interact_drops_a_scheme_marker_touching_the_model(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10))
    scene.act("a1", "Interact", A.interact("drop"), A.spot([10.0, 10.0]))
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, marker.seat, marker.mm, marker.x) == ("scheme", 0, 30, 10.0)


@pytest.mark.rule("M3E-ACT-05")
@pytest.mark.parametrize(("seat", "x", "legal"), [(0, 15.0, False), (0, 16.4, True), (1, 12.0, True)])
def test_not_within_4_of_another_friendly_one(ruleset, seat, x, legal):
    """A spot at x=10 is 15 - 10 less two radii: 3.8" from the first, 5.2" from the second."""
    scene = Scene(ruleset).model("a1", at=(10, 10)).marker("m0", "scheme", (x, 10), seat=seat)
    scene.act("a1", "Interact", A.interact("drop"), A.spot([10.0 if legal else 8.9, 10.0]))
    ask = scene.asked[-1]
    assert ask.options.contains([10.0, 10.0]) is legal


@pytest.mark.rule("M3E-ACT-06")
def test_interact_removes_every_scheme_marker_it_touches(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).marker("m0", "scheme", (10, 10), seat=1)
    scene.marker("m1", "scheme", (11.18, 10), seat=1).marker("m2", "scheme", (13, 10), seat=1)
    scene.act("a1", "Interact", A.interact("remove"))
    assert list(scene.g.state.markers) == ["m2"]


@pytest.mark.rule("M3E-ACT-07")
def test_a_rule_may_add_an_interact(ruleset, monkeypatch):
    from rules.editions.m3e.play.actions import general as room

    def perform():
        yield from ()

    extra = room.Interaction("extra", "Extra", perform)
    monkeypatch.setattr(room, "INTERACTIONS", [*room.INTERACTIONS, lambda g, model: [extra]])
    assert interacts(Scene(ruleset).model("a1")) == ["drop", "extra"]


@pytest.mark.rule("M3E-SUMM-04")
def test_no_interact_in_the_turn_it_was_summoned(ruleset):
    scene = Scene(ruleset).model("a1")
    scene.models["a1"] = replace(scene.models["a1"], summoned=2)
    assert "Interact" not in names(scene, "a1")


# Disengage


@pytest.mark.rule("M3E-ACT-08")
def test_disengage_only_while_engaged(ruleset):
    assert "Disengage" not in names(Scene(ruleset).model("a1"), "a1")
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5).model("b1", at=NEXT, actions=(HIT,))
    scene.act("a1", "Disengage", B.attack("none"), A.destination([5.0, 10.0]))
    assert (scene["a1"].x, scene["a1"].acts) == (5.0, 1)


@pytest.mark.rule("M3E-ACT-09", "M3E-ACT-10")
@pytest.mark.parametrize(
    ("attack", "flips", "left"),
    [("5r", "9c", 1), ("12r", "3c", 3), ("12r", "BJ", 5), ("12r", "RJ", 0), ("12r", "13c", 0)],
)
def test_what_a_successful_attack_takes_off_the_push(ruleset, attack, flips, left):
    """Stat 5 against 5 + 1: a 5 leads by 4 (minus: two cards), a 12 by 11 (plus)."""
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5).model("b1", at=NEXT, actions=(HIT,))
    second = {"5r": "10c", "12r": "1c"}[attack]
    scene.deck("B", f"{attack} {flips} {second}").deck("A", "1m")
    take = [] if attack == "5r" or flips == "BJ" else [B.take(flips)]
    scene.act("a1", "Disengage", B.attack("b1:Hit"), *take, A.destination([10.0 - left, 10.0]))
    (ask,) = [ask for ask in scene.asked if ask.kind == "destination"]
    assert not ask.options.contains([10.0 - left - 0.1, 10.0])
    assert scene["a1"].health == 8


@pytest.mark.rule("M3E-ACT-09")
def test_other_engagers_add_a_plus(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5).model("b1", at=NEXT, actions=(HIT,))
    scene.model("b2", at=(10, 11.181), actions=(HIT,)).model("b3", at=(10, 8.819), actions=(HIT,))
    scene.deck("B", "6r 2c 9c").deck("A", "1m")  # leads by 5: minus; two others: plus plus
    scene.act("a1", "Disengage", B.attack("b2:Hit"), B.take("2c"), A.destination([7.0, 10.0]))
    assert [e.number for e in scene.events(NumberFlipped)] == [2]


@pytest.mark.rule("M3E-ACT-10")
@pytest.mark.parametrize(("policy", "flipper"), [("attacker", 1), ("mover", 0)])
def test_who_flips_for_the_push(ruleset, policy, flipper):
    scene = (
        Scene(ruleset, disengage_flip=policy).model("a1", at=(10, 10)).model("b1", at=NEXT, actions=(HIT,))
    )
    scene.deck("B", "8r 2c").deck("A", "1m 3m")
    scene.act("a1", "Disengage", B.attack("b1:Hit"), A.destination([7.0, 10.0]))
    assert [e.seat for e in scene.events(NumberFlipped)] == [flipper]


# Concentrate, Assist, Walk, Charge, Slam


@pytest.mark.rule("M3E-ACT-11")
def test_concentrate_once_an_activation(ruleset):
    scene = Scene(ruleset).model("a1")
    scene.act("a1", "Concentrate")
    assert scene["a1"].conditions == {"focused": 1}
    assert "Concentrate" not in names(scene, "a1")


@pytest.mark.rule("M3E-ACT-12")
def test_assist_lowers_one_condition_of_a_friend_within_2(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).deck("A", "7r")
    scene.model("a2", at=(13.1, 10), conditions={"burning": 3, "injured": 1, "slow": 1})
    scene.model("a3", at=(10, 15), conditions={"burning": 3}).model(
        "b1", at=(10, 12), conditions={"burning": 1}
    )
    scene.act("a1", "Assist", A.condition("a2:burning"))
    assert scene["a2"].conditions == {"injured": 1, "slow": 1, "burning": 1}
    assert [choice.key for choice in scene.asked[0].options.choices] == ["a2:burning", "a2:injured"]


@pytest.mark.rule("M3E-ACT-12")
def test_assist_never_goes_below_0(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10))
        .deck("A", "RJ")
        .model("a2", at=(12, 10), conditions={"burning": 2})
    )
    scene.act("a1", "Assist")
    assert scene["a2"].conditions == {}


@pytest.mark.rule("M3E-ACT-13")
def test_walk_up_to_mv(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=4)
    scene.act("a1", "Walk", A.destination([14.0, 10.0]))
    assert not scene.asked[0].options.contains([14.1, 10.0])


@pytest.mark.rule("M3E-ACT-13", "M3E-ENG-03", "M3E-ENG-07")
def test_walk_leaves_no_engagement_range(ruleset):
    """b1 engages; b2 has a range of 2" that the way passes through."""
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=6).model("b1", at=NEXT, actions=(HIT,))
    scene.act("a1", "Walk", A.destination([10.0, 11.5]))
    assert not scene.asked[0].options.contains([10.0, 13.0])
    through = Scene(ruleset).model("a1", at=(10, 10), mv=6).model("b1", at=(13, 12), actions=(HIT,))
    through.act("a1", "Walk", A.destination([13.0, 10.8]))
    assert not through.asked[0].options.contains([16.0, 10.0])
    lax = replace(ruleset, table=replace(ruleset.table, walk_may_not_leave="began_in"))
    free = Scene(lax).model("a1", at=(10, 10), mv=6).model("b1", at=(13, 12), actions=(HIT,))
    free.act("a1", "Walk", A.destination([16.0, 10.0]))


@pytest.mark.rule("M3E-ACT-14", "M3E-TIME-09")
def test_charge_pushes_and_then_attacks_outside_the_limit(ruleset):
    scene = Scene(ruleset).model("a1", at=(6, 10), mv=5, actions=(HIT,)).model("b1", at=NEXT)
    scene.deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Charge", A.destination([10.0, 10.0]), A.attack("Hit"))
    assert (scene["b1"].health, scene["a1"].acts) == (6, 1)
    assert "Charge" not in names(scene, "a1")


@pytest.mark.rule("M3E-ACT-14", "M3E-MOVE-01", "M3E-COND-12")
def test_who_has_mv_0_still_charges_and_walks(ruleset):
    """A Push of 0" is one; the melee Action follows for who reaches farther than it is reached."""
    spear = replace(HIT, reach=3.0)
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=2, actions=(spear,), conditions={"staggered": 1})
    scene.model("b1", at=(13, 10), actions=(HIT,)).deck("A", "9r").deck("B", "2c")
    assert "Walk" in names(scene, "a1")
    scene.act("a1", "Charge", A.destination([10.0, 10.0]), A.attack("Hit"))
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-ACT-14", "M3E-ENG-03")
def test_an_engaged_model_does_not_charge(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=NEXT, actions=(HIT,))
    assert "Charge" not in names(scene, "a1")


@pytest.mark.rule("M3E-ACT-26")
@pytest.mark.parametrize(("policy", "names"), [(True, ["Hit", "Jab"]), (False, ["Hit"])])
def test_may_a_charge_end_in_a_bonus_action(ruleset, policy, names):
    jab = Action(name="Jab", icon="melee", reach=1, stat=5, resist="df", bonus=True)
    scene = Scene(ruleset, charge_allows_bonus=policy).model("a1", at=(10, 10), actions=(HIT, jab))
    scene.model("b1", at=NEXT)
    ready = candidates(scene.g, scene["a1"], "", "melee", "", scene.g.policies.charge_allows_bonus)
    assert [action.name for action in ready] == names
    scene.act("a1", "Charge", A.destination([10.0, 10.0]), A.attack("none"))
    offered = [choice.key for choice in scene.asked[-1].options.choices]
    assert offered == [*names, "none"]


@pytest.mark.rule("M3E-ACT-15", "M3E-MARK-12", "M3E-MARK-04")
def test_slam_moves_an_impassable_marker_and_removes_a_destructible_one(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10))
    scene.marker("m0", "pillar", (11.5, 10), traits=("impassable",))
    scene.marker("m1", "crate", (8.5, 10), traits=("impassable", "destructible"))
    scene.marker("m2", "strategy", (10, 11.5), traits=("impassable",))
    scene.marker("m3", "pillar", (20, 20), traits=("impassable",))
    scene.act("a1", "Slam", A.marker("m0"), A.spot([10.0, 8.0]))
    assert (scene.g.state.markers["m0"].x, scene.g.state.markers["m0"].y) == (10.0, 8.0)
    assert [choice.key for choice in scene.asked[0].options.choices] == ["m0", "m1"]
    scene.act("a1", "Slam", A.marker("m1"))
    assert "m1" not in scene.g.state.markers


@pytest.mark.rule("M3E-ACT-15", "M3E-ACT-18")
def test_slam_wants_to_see_its_marker(ruleset):
    """A pillar that blocks sight is seen itself; one behind a thin wall is not."""
    rock = ("impassable", "blocking")
    scene = Scene(ruleset).model("a1", at=(10, 10))
    scene.marker("m0", "pillar", (11.6, 10), traits=rock, size=3).marker(
        "m1", "pillar", (8.4, 10), traits=rock
    )
    wall = Piece("wall", rectangle(9.1, 8, 0.1, 4), ("blocking", "climbable"), 3)
    scene.table = ExactTable((wall,), policies=ruleset.table)
    scene.act("a1", "Slam", A.spot([10.0, 8.0]))
    assert [event.target for event in scene.events(Targeted)] == ["m0"]


class Fenced(OpenField):
    def terrain_near(self, state, body, inches, trait, *, seen=False):
        return () if "fence" in state.terrain_gone else ("fence",)


@pytest.mark.rule("M3E-ACT-15")
def test_slam_removes_destructible_terrain(ruleset):
    scene = Scene(ruleset).model("a1")
    scene.table = Fenced()
    scene.act("a1", "Slam")
    assert scene.g.state.terrain_gone == ("fence",)
    assert "Slam" not in names(scene, "a1")


@pytest.mark.rule("M3E-ACT-15", "M3E-ACT-18")
@pytest.mark.parametrize(
    ("wall", "slammed"),
    [((9.1, 6, 0.1, 8), ()), ((9.1, 6, 0.1, 3.9), ("crate",)), ((8.4, 6, 0.1, 8), ("crate",))],
    ids=["hidden", "beside the end of the wall", "a wall behind it"],
)
def test_slam_wants_to_see_terrain(ruleset, wall, slammed):
    scene = Scene(ruleset).model("a1", at=(10, 10))
    crate = Piece("crate", rectangle(8, 9, 0.6, 2), ("blocking", "destructible"), 2)
    tall = Piece("wall", rectangle(*wall), ("blocking", "climbable"), 5)
    scene.table = ExactTable((crate, tall), policies=ruleset.table)
    assert ("Slam" in names(scene, "a1")) is bool(slammed)
    if slammed:
        scene.act("a1", "Slam")
    assert scene.g.state.terrain_gone == slammed


@pytest.mark.rule("M3E-ACT-15", "M3E-LOS-11", "M3E-LOS-03")
def test_slam_hits_the_terrain_that_one_stands_on_or_touches(ruleset):
    crate = Piece("crate", rectangle(9, 9, 2, 2), ("blocking", "climbable", "destructible"), 2)
    for x, up in ((10, 2.0), (11.6, 0.0)):
        scene = Scene(ruleset).model("a1", at=(x, 10))
        scene.table = ExactTable((crate,), policies=ruleset.table)
        scene.g.state = scene._before = scene.g.state.with_model(replace(scene["a1"], elevation=up))
        scene.act("a1", "Slam")
        assert scene.g.state.terrain_gone == ("crate",)


@pytest.mark.rule("M3E-ACT-15", "M3E-MOVE-06", "M3E-MOVE-07", "M3E-MARK-03")
def test_slam_lets_fall_what_stood_on_the_terrain(ruleset):
    """From a roof 4" up: 2 damage; the marker lies on the table; who stands elsewhere stays."""
    scene = Scene(ruleset).model("a1", at=(14.2, 12)).model("b1", at=(11, 12)).model("b2", at=(20, 20))
    scene.marker("m0", "scheme", (12, 12), elevation=4.0)
    crate = Piece("crate", rectangle(10, 10, 3.5, 3.5), ("climbable", "destructible"), 4)
    hill = Piece("hill", rectangle(18, 18, 4, 4), ("climbable",), 2)
    scene.table = ExactTable((crate, hill), policies=ruleset.table)
    up = scene.g.state.with_model(replace(scene["b1"], elevation=4.0))
    scene.g.state = scene._before = up.with_model(replace(scene["b2"], elevation=2.0))
    scene.act("a1", "Slam")
    assert (scene["b1"].elevation, scene["b1"].health) == (0.0, 6)
    assert (scene["b2"].elevation, scene["b2"].health) == (2.0, 8)
    assert scene.g.state.markers["m0"].elevation == 0.0


@pytest.mark.rule("M3E-MARK-05", "M3E-CTRL-03")
def test_a_marker_that_a_controlled_model_drops_belongs_to_who_controls_it(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(30, 30))
    scene.g.state = scene._before = scene.g.state.with_model(replace(scene["a1"], controller=1))
    scene.act("a1", "Interact", B.interact("drop"), B.spot([10.0, 10.0]))
    (marker,) = scene.g.state.markers.values()
    assert marker.seat == 1


@pytest.mark.rule("M3E-CTRL-05", "M3E-ACT-05")
@pytest.mark.parametrize(("policy", "limits"), [("crew", 0), ("controller", 1)])
@pytest.mark.parametrize("seat", [0, 1])
def test_whose_markers_limit_the_interact_of_a_controlled_model(ruleset, policy, limits, seat):
    scene = Scene(ruleset, interact_apart=policy).model("a1", at=(10, 10))
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    scene.marker("m0", "scheme", (15, 10), seat=seat)
    scene.act("a1", "Interact", B.interact("drop"), B.spot([8.9, 10.0]))
    assert scene.asked[-1].options.contains([10.0, 10.0]) is (seat != limits)


@pytest.mark.rule("M3E-CTRL-03", "M3E-ACT-08")
def test_who_engages_a_controlled_model_is_asked_whether_it_strikes(ruleset):
    """A model of A that B controls disengages from B's model: B decides for its own striker, too."""
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=NEXT, actions=(HIT,))
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    scene.act("a1", "Disengage", B.attack("none"), B.destination([5.0, 10.0]))
    assert scene["a1"].x == 5.0


@pytest.mark.rule("M3E-ACT-13", "M3E-ENG-03", "M3E-ACT-14")
@pytest.mark.parametrize("kind", ["place", "push", "move"])
def test_a_move_instead_of_a_walk_leaves_no_engagement_range_either(ruleset, kind):
    """Flight does not lift that; an ability that says so does. A Charge has no such limit."""

    def offered(name, near=NEXT, **lifts):
        part = w.InsteadOfMoving(names=("Walk", "Charge"), kind=kind, inches=5, **lifts)
        flight = Ability(name="Flight", parts=(part,))
        scene = (
            Scene(ruleset).model("a1", at=(10, 10), abilities=(flight,)).model("b1", at=near, actions=(HIT,))
        )
        runner = take_action(scene.g, ActionInProgress("a1", scene.action("a1", name)))
        assert next(runner).kind == "use"
        ask = runner.send("yes")
        return [ask.options.contains([x, y]) for x, y in ((7.0, 10.0), (9.9, 9.0))]

    assert offered("Walk") == [False, True]
    assert offered("Walk", even_engaged=True) == [True, True]
    assert offered("Walk", near=(20, 20)) == [True, True]
    assert offered("Charge", near=(20, 20)) == [True, True]


@pytest.mark.rule("M3E-ACT-15")
def test_a_choice_of_one_is_noted_in_the_log(ruleset):
    scene = Scene(ruleset).model("a1")
    scene.table = Fenced()
    scene.act("a1", "Slam")
    (noted,) = scene.events(OnlyChoice)
    assert sentence_of(noted, scene.g.state) == "Slam what? fence, the only choice."


def test_there_are_seven_general_actions():
    assert sorted(GENERAL) == ["Assist", "Charge", "Concentrate", "Disengage", "Interact", "Slam", "Walk"]
