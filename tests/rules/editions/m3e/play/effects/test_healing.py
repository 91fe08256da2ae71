"""Healing in seven steps, and Finished Off flips (M3E-HEAL, SL-FINISH)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.game.events.crews import Fell
from rules.game.events.table import Damaged
from tests.rules.editions.m3e.scene import B, Scene

NEXT = (11.181, 10.0)


def suffer(scene, amount, *answers, **hit):
    return scene.run(lambda g: damage(g, Hit("b1", amount, **hit)), *answers)


def victim(ruleset, policies=None, **model):
    scene = Scene(ruleset, **(policies or {})).model("a1", at=(5, 5))
    return scene.model("b1", **model)


# Healing


def heals(scene, amount, **more):
    return scene.run(lambda g: heal(g, "b1", amount, **more))


def on(moment, name, *effects):
    return w.Reaction(moment=moment, effects=effects or (w.Token(name=name, whom="self"),))


STEPS = Ability(
    name="Steps",
    parts=tuple(on(moment, moment) for moment in ("would_heal", "heals", "healed", "excess_healing")),
)


def tokens(scene):
    return [e.name for e in scene.g.fresh if type(e).__name__ == "TokensSet"]


@pytest.mark.rule("M3E-HEAL-01", "M3E-HEAL-03")
def test_the_seven_steps_of_healing(ruleset):
    scene = victim(ruleset, health=6, abilities=(STEPS,))
    assert heals(scene, 3) == 2
    assert scene["b1"].health == 8
    assert tokens(scene) == ["would_heal", "heals", "healed", "excess_healing"]


@pytest.mark.rule("M3E-HEAL-02")
def test_at_full_health_only_the_excess_is_looked_at(ruleset):
    scene = victim(ruleset, abilities=(STEPS,))
    assert heals(scene, 3) == 0
    assert tokens(scene) == ["would_heal", "excess_healing"]


@pytest.mark.rule("M3E-HEAL-02")
def test_a_heal_of_0_ends_at_step_2(ruleset):
    scene = victim(ruleset, health=3, abilities=(STEPS,))
    assert heals(scene, 0) == 0
    assert tokens(scene) == ["would_heal"]


@pytest.mark.rule("M3E-HEAL-01", "M3E-DMG-05")
def test_a_heal_may_be_flipped_with_accuracy(ruleset):
    scene = victim(ruleset, health=1).deck("A", "12r 2r")
    heals(scene, (1, 2, 3), by="a1", accuracy=-1)
    assert scene["b1"].health == 2


@pytest.mark.rule("M3E-HEAL-04")
def test_what_a_heal_generates_waits_for_all_seven_steps(ruleset):
    hurts = Ability(name="Hurts", parts=(on("heals", "", w.Damage(amount=1, whom="self")),))
    scene = victim(ruleset, health=5, abilities=(hurts,))
    heals(scene, 2)
    assert [type(e).__name__ for e in scene.g.fresh] == ["Healed", "Damaged"]


# Finished Off (a league's Encounter)


def league(scene):
    scene.g.setup = replace(
        scene.g.setup,
        finish_threshold=3,
        crews=(
            scene.g.setup.crews[0],
            replace(scene.g.setup.crews[1], models=(w_hired("b1", 7), w_hired("b2", None))),
        ),
    )
    return scene


def w_hired(name, number):
    from rules.game.setup.setup import Hired

    return Hired(card=name, id=name, model_id=number)


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-03", "SL-FINISH-04", "SL-FINISH-05")
@pytest.mark.parametrize(
    ("card", "cheats", "finished"), [("2c", "keep", False), ("2c", "3t", True), ("9c", "keep", True)]
)
def test_a_killed_model_of_the_arsenal_flips_for_finished_off(ruleset, card, cheats, finished):
    scene = league(victim(ruleset, health=1).deck("B", card).hand("B", "3t"))
    suffer(scene, 1, B.cheat(cheats))
    (fell,) = scene.events(Fell)
    assert (fell.fall.finished_off, fell.fall.how) == (finished, "killed")
    assert fell.fall.cheated_from == ("2c" if cheats == "3t" else "")


@pytest.mark.rule("SL-FINISH-02")
def test_who_is_not_of_the_arsenal_does_not_flip(ruleset):
    scene = Scene(ruleset).model("b1").model("b2", health=1)
    league(scene)
    scene.run(lambda g: damage(g, Hit("b2", 1)))
    assert not scene.events(Fell)
    assert len(scene.events(Damaged)) == 1
