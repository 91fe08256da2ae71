"""Words that go on after their Action: who is held Buried, what a Marker does where it lies, who counts as
the killer, what is barred; each with a name that needs it."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.actions.available import legal_targets
from rules.editions.m3e.play.effects.arrivals import bury, come_up
from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.catalogue import with_script
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.statcards import Action
from tests.rules.editions.m3e.scene import A, Scene

PRINTED = {"damage": None, "blasts": None}


def known(name):
    return (scripted_ability(name, None, ""),)


def taken(name, *triggers, attack=False, printed=PRINTED, **figures):
    """The Action of that name with its script, and the Triggers of those names."""
    script = scripted_action(name, attack)
    action = Action(
        name=name,
        triggers=tuple(scripted_trigger(trigger, (), name) for trigger in triggers),
        **figures,
    )
    return with_script(action, script, printed)


# Held Buried


def boxed(ruleset, name="Pine Box", deck="9r"):
    """b1 was put into the box of a1."""
    box = taken(name, attack=True, icon="melee", reach=1, stat=6, resist="sz")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(box,)).model("a2", at=(10, 11.2), actions=(box,))
    scene.model("b1", at=(11.2, 10), wp=5, sz=2).crew("B", zone="north")
    scene.deck("A", "9r 5m").deck("B", f"1c {deck}")
    assert scene.act("a1", name).succeeded
    return scene


def begins(name):
    return lambda g: happen(g, Happening("activation_begins", model=g.model(name)))


@pytest.mark.rule("M3E-BURY-03", "M3E-CHOICE-02")
def test_who_is_boxed_attempts_a_duel_in_each_of_its_activations_until_it_passes(ruleset):
    """5 + 7 are not enough, 5 + 8 are; who holds it places it, and others' Activations change nothing."""
    scene = boxed(ruleset, deck="7m 8m 8r")
    assert (scene["b1"].where, scene["b1"].conditions) == ("buried", {"distracted": 1})
    scene.run(begins("a1"))
    scene.run(begins("b1"))
    assert scene["b1"].where == "buried"
    scene.run(begins("b1"), A.spot([11.181, 10.0]))
    assert (scene["b1"].where, scene["b1"].x) == ("table", 11.181)
    scene.run(begins("b1"))
    assert not scene.g.state.lasting


@pytest.mark.rule("M3E-BURY-03")
@pytest.mark.parametrize("leaves", [lambda g: kill(g, "a1", instant=True), lambda g: bury(g, "a1")])
def test_who_is_boxed_comes_up_beside_the_marshal_that_is_killed_or_buried(ruleset, leaves):
    scene = boxed(ruleset)
    scene.run(lambda g: kill(g, "a2", instant=True))
    assert scene["b1"].where == "buried", "another marshal does not hold it"
    scene.run(leaves, A.spot([8.819, 10.0]))
    assert (scene["b1"].where, scene["b1"].x) == ("table", 8.819)
    assert not scene["a1"].on_table
    assert not scene.g.state.lasting


@pytest.mark.rule("M3E-BURY-03")
def test_the_box_is_open_once_another_effect_has_unburied_it(ruleset):
    scene = boxed(ruleset)
    scene.run(lambda g: come_up(g, "b1", 20, 20))
    scene.run(lambda g: bury(g, "b1"))
    scene.run(begins("b1"))
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert scene["b1"].where == "buried"


@pytest.mark.rule("M3E-ACT-24")
def test_only_enemies_go_into_the_box_and_the_cage_distracts_nobody(ruleset):
    scene = boxed(ruleset, "Into the Cage")
    assert (scene["b1"].where, scene["b1"].conditions) == ("buried", {})
    assert not legal_targets(scene.g, scene["a1"], scene.action("a1", "Into the Cage"))
