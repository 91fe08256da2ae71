"""Names that many cards print, at work as their scripts say."""

from __future__ import annotations

import pytest

from rules.game.abilities.execution import Scene as Effects
from rules.game.abilities.execution import execute
from rules.game.actions.available import legal_targets, menu
from rules.game.actions.take import Wanted, candidates
from rules.game.effects.damage import damage, kill
from rules.game.procedure.hooks import Happening
from rules.game.procedure.in_progress import Hit
from rules.game.procedure.timing import happen
from rules.game.scripts import words as w
from rules.game.scripts.carried_out import lacking
from rules.game.scripts.registry import scripted_ability
from rules.game.scripts.selects import Acts
from rules.game.scripts.statcards import Action
from tests.rules.game.scene import A, Scene


def known(name, value=None, kind=""):
    return (scripted_ability(name, value, kind),)


@pytest.mark.rule("M3E-DMG-08", "M3E-COND-05")
def test_flameborne_takes_no_damage_from_burning_and_does_from_others(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Flameborne"), conditions={"burning": 4})
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert scene["a1"].health == 8
    scene.run(lambda g: damage(g, Hit("a1", 2)))
    assert scene["a1"].health == 6


@pytest.mark.rule("M3E-DMG-08")
def test_evasive_takes_none_of_a_blast_and_all_of_a_blow(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Evasive"))
    scene.run(lambda g: damage(g, Hit("a1", 2, kinds=frozenset({"blast"}))))
    assert scene["a1"].health == 8
    scene.run(lambda g: damage(g, Hit("a1", 2, kinds=frozenset({"attack"}))))
    assert scene["a1"].health == 6


@pytest.mark.rule("M3E-KILL-06")
def test_a_model_killed_so_leaves_no_marker_and_its_demise_is_silent(ruleset):
    loud = known("Demise", 2, "Explosive")
    scene = Scene(ruleset).model("a1").model("b1", at=(18, 20), abilities=loud, characteristics=("Living",))
    scene.run(
        lambda g: execute(g, (w.Kill(no_demise=True, no_markers=True),), Effects("a1", "b1", label="End"))
    )
    assert scene["b1"].where == "gone"
    assert scene["a1"].health == 8
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-KILL-06")
def test_another_kind_of_marker_may_be_left_instead(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), characteristics=("Undead",))
    scene.run(lambda g: execute(g, (w.NoMarkers(),), Effects("a1", "b1")))
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True))
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-ACT-04")
def test_dont_mind_me_interacts_while_engaged_and_others_do_not(ruleset):
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    for abilities, may in ((known("Don't Mind Me"), True), ((), False)):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=abilities)
        scene.model("b1", at=(11.2, 10), actions=(claw,)).state(activating="a1")
        assert ("Interact" in [action.name for action in menu(scene.g, scene["a1"])]) is may


@pytest.mark.rule("M3E-ACT-14")
def test_rush_charges_farther(ruleset):
    (rush,) = known("Rush")
    far = Scene(ruleset).model("a1", at=(10, 10), mv=5, abilities=(rush,)).model("b1", at=(30, 30))
    far.act("a1", "Charge", A.destination([17.0, 10.0]))
    assert far["a1"].x == 17.0


HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")


@pytest.mark.rule("M3E-ACT-14", "M3E-ACT-18", "M3E-TIME-09")
def test_disguised_is_no_target_of_what_a_charge_generates_and_of_all_else(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,))
    scene.model("b1", at=(11.181, 10), abilities=known("Disguised"))
    offered = [
        [
            action.name
            for action in candidates(scene.g, scene["a1"], "", "melee", "", wanted=Wanted(origin=origin))
        ]
        for origin in ("Charge", "Walk", "")
    ]
    assert offered == [[], ["Hit"], ["Hit"]]
    assert [model.id for model in legal_targets(scene.g, scene["a1"], HIT)] == ["b1"]


@pytest.mark.rule("M3E-ABIL-01")
def test_what_cannot_be_told_by_its_origin_is_prompted_as_a_whole():
    """A longer range of what a Charge generates is not half executed."""
    charge = w.ReachModifier(inches=2, acts=Acts(generated_by=("Charge",)))
    assert lacking(charge) == ("reach_modifier.acts by what generated them",)
    assert lacking(w.DamageModifier(plus=1, acts=Acts(generated_by=("Charge",)))) == ()
    assert lacking(w.Cannot(what="be_targeted", acts=Acts(generated_by=("Charge",)))) == ()
