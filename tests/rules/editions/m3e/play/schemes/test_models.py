"""Schemes 10 to 13: one model, or two (M3E-SCHEME-14 to -18), and who takes its place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.general import offered
from rules.editions.m3e.play.effects.arrivals import replace_model
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.play.turn import step_c_game_end
from rules.editions.m3e.ruleset import RulesetPolicies
from rules.editions.m3e.statcards import StatCard
from rules.game.events.table import Inherited
from tests.rules.editions.m3e.play.schemes.making import HIT, NEXT, SMALL, claim, may, reveals, signs, table
from tests.rules.editions.m3e.scene import A


@pytest.mark.rule("M3E-SCHEME-14", "M3E-SCHEME-20", "M3E-MATH-02")
def test_assassinate(ruleset):
    def target(health, where="table"):
        scene = table(ruleset, "Assassinate").model("a1").model("b2", at=(9, 9), health=1)
        return scene.model("b1", leader=True, at=(30, 30), where=where, health=health)

    assert reveals(target(4), "Assassinate") == 0
    assert not may(target(5))
    assert may(target(4, where="buried"))
    assert not may(target(4, where="gone"))
    assert may(target(4, where="gone"), end=True)
    assert not may(target(1), end=True)


@pytest.mark.rule("M3E-MATH-02", "M3E-SCHEME-14")
@pytest.mark.parametrize(("policy", "possible"), [("up", True), ("exact", False)])
def test_half_of_seven(ruleset, policy, possible):
    scene = table(ruleset, "Assassinate", half_rounds=policy).model("a1")
    scene.model("b1", leader=True, health=4, at=(30, 30))
    scene.models["b1"] = replace(scene.models["b1"], most=7)
    assert may(scene) == possible


@pytest.mark.rule("M3E-SCHEME-14", "M3E-BURY-06")
@pytest.mark.parametrize(("policy", "gained"), [("kill_then_score", 1), ("score_then_kill", 0)])
def test_a_leader_buried_at_the_end(ruleset, policy, gained):
    scene = table(ruleset, "Assassinate", turn=5, buried_at_end=policy).model("a1")
    scene.model("b1", leader=True, where="buried")
    scene.run(step_c_game_end)
    assert scene.g.state.vp(0) == gained


def courier(ruleset, *, near=1.0, turn=2, activating="a1", revealed=False, third=(30, 30), **target):
    scene = table(ruleset, "Deliver a Message", secret={"model": "b1"}, turn=turn, revealed=revealed)
    scene.state(phase="activation", active=0, activating=activating)
    scene.model("a1", at=(18, 18), abilities=target.pop("abilities", ()))
    scene.model("b1", at=(18, 18 + NEXT + near), leader=True, actions=(HIT,), **target)
    return scene.model("b2", at=third, actions=(HIT,))


def offers(scene, name="a1"):
    return [action.key for action in offered(scene.g, scene[name])]


@pytest.mark.rule("M3E-SCHEME-15", "M3E-ACT-07")
def test_deliver_a_message(ruleset):
    scene = courier(ruleset)
    scene.act("a1", "Interact", A.interact("deliver"))  # nothing else: it is engaged by the Leader
    assert (scene.g.state.vp(0), scene.seat("A").schemes[0].revealed) == (1, True)
    assert offers(courier(ruleset, near=1.02)) in ([], ["drop"])
    assert offers(courier(ruleset, third=(18, 16))) == []  # somebody else engages it
    assert "deliver" not in offers(courier(ruleset, turn=1))
    assert "deliver" not in offers(courier(ruleset, activating="a2"))
    assert "deliver" not in offers(courier(ruleset, revealed=True))
    assert "deliver" not in offers(courier(ruleset, abilities=SMALL))
    keys = [choice.key for choice in SCHEMES["Deliver a Message"].secrets(scene.g, 0)]
    assert keys == ["model=b1"]
    masters = table(ruleset, "Deliver a Message").model("a1").model("b1", station="Master").model("b2")
    assert [c.key for c in SCHEMES["Deliver a Message"].secrets(masters.g, 0)] == ["model=b1"]


@pytest.mark.rule("M3E-SCHEME-15")
def test_a_message_at_the_end(ruleset):
    assert may(signs(courier(ruleset), (18, 18 + 2 * NEXT + 1 + 2)), end=True)
    assert not may(signs(courier(ruleset), (18, 18 + 2 * NEXT + 1 + 2.1)), end=True)
    assert not may(signs(courier(ruleset), (18, 20.5), seat=1), end=True)
    for revealed, by, possible in ((True, "b2", True), (False, "b2", False), (True, "a1", False)):
        scene = signs(courier(ruleset, revealed=revealed), (18, 20.5))
        scene.run(lambda g, by=by: kill(g, "b1", by=by, instant=True))
        assert may(scene, end=True) == possible


@pytest.mark.rule("M3E-SCHEME-16")
def test_claim_jump(ruleset):
    assert reveals(claim(ruleset), "Claim Jump") == 0
    assert not may(claim(ruleset, at=(18, 20.6)))
    assert not may(claim(ruleset, enemy=(18, 24.76)))
    assert may(claim(ruleset, enemy=(18, 23), abilities=SMALL))
    assert may(claim(ruleset, enemy=(18, 23), health=4), end=True)
    assert not may(claim(ruleset, enemy=(18, 23), health=3), end=True)
    assert not may(claim(ruleset, at=(18, 21)), end=True)
    keys = [choice.key for choice in SCHEMES["Claim Jump"].secrets(claim(ruleset).g, 0)]
    assert keys == ["model=a2"]


def feud(ruleset, *, hidden=True, health=6, activating="a1", turn=2, secret=None, **policies):
    name = "Vendetta" if hidden else "Outflank"
    choice = {"friend": "a1", "enemy": "b1"} if secret is None else secret
    scene = table(ruleset, name, secret=choice, turn=turn, **policies)
    scene.state(pool=("Vendetta", "Outflank"), phase="activation", active=0, activating=activating)
    scene.model("a1", at=(18, 18), cost=4).model("a2", at=(20, 18), cost=4)
    return scene.model("b1", at=(18, 20), cost=6, health=health).model("b2", at=(25, 20), cost=6)


def hurt(scene, by="a1", target="b1", amount=2):
    scene.run(lambda g: damage(g, Hit(target, amount, by=by)))


def activation_over(scene, *answers, name="a1"):
    scene.run(lambda g: happen(g, Happening("activation_ends", model=g.model(name))), *answers)
    return scene.g.state.vp(0)


@pytest.mark.rule("M3E-SCHEME-17")
def test_vendetta_at_the_end_of_the_friends_activation(ruleset):
    scene = feud(ruleset)
    hurt(scene)
    assert activation_over(scene, A.schemes(["Vendetta"])) == 1
    above_half = feud(ruleset, health=7)
    hurt(above_half)
    assert activation_over(above_half) == 0
    nothing_dealt = feud(ruleset, health=2)
    assert activation_over(nothing_dealt) == 0
    dead = feud(ruleset, health=2)
    hurt(dead)
    assert activation_over(dead) == 0
    first_turn = feud(ruleset, turn=1)
    hurt(first_turn)
    assert activation_over(first_turn) == 0
    # Whoever might have it is asked.
    bluff = feud(ruleset, hidden=False, secret={})
    hurt(bluff)
    assert activation_over(bluff, A.schemes("none")) == 0
    another = feud(ruleset, secret={"friend": "a1", "enemy": "b2"})
    hurt(another)
    assert activation_over(another, A.schemes("none")) == 0


@pytest.mark.rule("M3E-SCHEME-18")
@pytest.mark.parametrize(("policy", "gained"), [("this_activation", 0), ("ever", 1)])
def test_damage_dealt_earlier(ruleset, policy, gained):
    answers = [A.schemes(["Vendetta"])] if gained else []
    scene = feud(ruleset, activating="a2", vendetta_damage=policy)
    hurt(scene)
    assert activation_over(scene, *answers) == gained
    assert RulesetPolicies().vendetta_damage == "this_activation"


@pytest.mark.rule("M3E-SCHEME-17")
def test_vendetta_at_the_end_and_who_may_be_written_down(ruleset):
    scene = feud(ruleset)
    assert not may(scene, end=True)
    scene.run(lambda g: kill(g, "b1", instant=True))
    assert may(scene, end=True)
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert not may(scene, end=True)
    choices = table(ruleset, "Vendetta").model("a1", cost=5, leader=True).model("a2", cost=3, totem_for="a1")
    choices.model("a3", cost=6).model("b1", cost=15, leader=True).model("b2", cost=6).model("b3", cost=5)
    keys = [choice.key for choice in SCHEMES["Vendetta"].secrets(choices.g, 0)]
    assert keys == ["friend=a1 enemy=b2"]
    for name in ("a4", "a5"):
        choices.model(name, card=StatCard(slug="guard", name="Guard", health=5, cost=3))
    labels = [choice.label for choice in SCHEMES["Vendetta"].secrets(choices.g, 0)]
    assert len(set(labels)) == len(labels), "two models of one name are told apart"


@pytest.mark.rule("M3E-SCHEME-20", "M3E-REPL-04")
def test_what_was_written_down_passes_to_who_replaces_it(ruleset):
    scene = claim(ruleset)
    scene.model("a3", at=(18, 18))

    def pass_on(g):
        g.emit(Inherited("a2", "a3"))
        yield from ()

    scene.run(pass_on)
    assert scene.seat("A").schemes[0].secret == {"model": "a3"}


@pytest.mark.rule("M3E-REPL-04", "M3E-SCHEME-17")
def test_a_vendetta_goes_on_with_who_replaces_the_friend(ruleset):
    scene = feud(ruleset).model("a3", at=(3, 3), cost=4)
    hurt(scene)

    def pass_on(g):
        g.emit(Inherited("a1", "a3"))
        yield from ()

    scene.run(pass_on)
    assert activation_over(scene, A.schemes(["Vendetta"]), name="a3") == 1


@pytest.mark.rule("M3E-REPL-04", "M3E-SCHEME-17")
def test_who_replaces_the_friend_is_lawful_whatever_its_cost(ruleset):
    dear = StatCard(slug="dear", name="Dear", cost=9, health=8)
    scene = feud(ruleset).card(dear)
    (new,) = scene.run(lambda g: replace_model(g, ("a1",), ("dear",)), A.spot([18.0, 16.819]))
    scene.g.state = replace(scene.g.state, activating=new)
    scene.run(lambda g: damage(g, Hit("b1", 3, by=new)))
    scene.run(lambda g: happen(g, Happening("activation_ends", model=g.model(new))), A.schemes(["Vendetta"]))
    assert scene.g.state.vp(0) == 1
