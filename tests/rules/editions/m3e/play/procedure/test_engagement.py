"""Engagement, friendly fire, Concealment and Cover, control, once per (M3E-ENG, M3E-CTRL, M3E-ONCE)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.procedure.reach import engagers, engages, is_engaged
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Acts, Is, Models
from rules.editions.m3e.statcards import Action, UpgradeCard
from rules.game.events.announcements import DuelBegan
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.open_field import OpenField
from tests.rules.editions.m3e.scene import A, B, Scene

NEXT = (11.181, 10.0)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=2),))
SHOOT = Action(name="Shoot", icon="missile", reach=8, stat=5, resist="df", effects=(w.Damage(amount=2),))


def names(scene, model):
    return [action.name for action in menu(scene.g, scene[model])]


class Blind(OpenField):
    def sees(self, state, one, two):
        return one.id == two.id


# Engagement and friendly fire


@pytest.mark.rule("M3E-ENG-01", "M3E-ENG-02")
def test_engagement_may_be_one_way(ruleset):
    long = replace(HIT, reach=3)
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(HIT, long)).model("b1", at=(13, 10), actions=(HIT,))
    )
    scene.model("b2", at=(10, 12.5), actions=(SHOOT,))
    assert engages(scene.g, scene["a1"], scene["b1"])
    assert not engages(scene.g, scene["b1"], scene["a1"])
    assert not is_engaged(scene.g, scene["a1"])
    assert not engages(scene.g, scene["b2"], scene["a1"])
    scene.table = scene.g.table = Blind()
    assert not engages(scene.g, scene["a1"], scene["b1"])


LONGER = w.ReachModifier(acts=Acts(icons=("melee",)), inches=1)
HERD = w.Aura(inches=6, side="friendly", models=Models(words=("Pig",)), part=LONGER)


@pytest.mark.rule("M3E-ENG-01", "M3E-ENG-03")
@pytest.mark.parametrize("table", [OpenField(), ExactTable()], ids=["open", "exact"])
@pytest.mark.parametrize(
    ("herd", "upgrades", "holds"),
    [(HERD, (), True), (LONGER, (), False), (w.HardToKill(), ("blade",), True), (w.HardToKill(), (), False)],
    ids=["aura", "another's ability", "Upgrade", "none"],
)
def test_what_lengthens_a_melee_range_lengthens_engagement(ruleset, table, herd, upgrades, holds):
    """The pig's 1" are 2", which a Walk cannot leave."""
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5)
    blade = w.Ability(name="Blade", parts=(LONGER,))
    scene.upgrade(UpgradeCard(slug="blade", name="Blade", abilities=(blade,)))
    scene.model("b1", at=(12.5, 10), actions=(HIT,), keywords=("Pig",), upgrades=upgrades)
    scene.model("b2", at=(16, 10), abilities=(w.Ability(name="Swineherd", parts=(herd,)),))
    scene.table = table
    assert is_engaged(scene.g, scene["a1"]) is holds
    scene.act("a1", "Walk", A.destination([10.0, 10.5]))
    assert scene.asked[0].options.contains([7.0, 10.0]) is not holds


@pytest.mark.rule("M3E-ENG-01")
def test_a_range_that_is_longer_for_the_engaged_settles(ruleset):
    """Its own inches do not decide whether it is engaged."""
    cornered = w.While(tests=(Is(who="self", like=Models(engaged=True)),), part=LONGER)
    scene = Scene(ruleset)
    held = (w.Ability(name="Cornered", parts=(cornered,)),)
    for name, x in (("a1", 10.0), ("b1", 11.9)):
        scene.model(name, at=(x, 10.0), actions=(HIT,), abilities=held)
    assert is_engaged(scene.g, scene["a1"])
    scene.g.state = scene.g.state.with_model(replace(scene["b1"], x=12.5))
    assert not is_engaged(scene.g, scene["a1"])


@pytest.mark.rule("M3E-ENG-03")
def test_an_engaged_model_does_not_shoot(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT,)).model("b1", at=NEXT, actions=(HIT,))
    assert "Shoot" not in names(scene, "a1")
    engaging = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT, HIT)).model("b1", at=NEXT)
    assert "Shoot" in names(engaging, "a1")


def minus_on_shot(scene, target="b1"):
    scene.act("a1", "Shoot", *([A.target(target)] if target else []))
    return scene.events(DuelBegan)[-1].minus[0]


@pytest.mark.rule("M3E-ENG-04")
@pytest.mark.parametrize(("friend", "enemy", "minus"), [((HIT,), (), 1), ((), (HIT,), 1), ((), (), 0)])
def test_friendly_fire(ruleset, friend, enemy, minus):
    """A target that is engaged, or that engages somebody."""
    scene = Scene(ruleset).model("a1", at=(10, 5), actions=(SHOOT,)).model("a2", at=(10, 10), actions=friend)
    scene.model("b1", at=NEXT, actions=enemy)
    assert minus_on_shot(scene) == minus


@pytest.mark.rule("M3E-ENG-05")
def test_who_may_shoot_while_engaged_disregards_that_engagement(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT,)).model("b1", at=NEXT, actions=(HIT,))
    assert minus_on_shot(scene, "") == 0
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT,)).model("b1", at=NEXT, actions=(HIT,))
    scene.model("a2", at=(12.362, 10), actions=(HIT,))
    assert minus_on_shot(scene) == 1


@pytest.mark.rule("M3E-ENG-06")
@pytest.mark.parametrize(("policy", "minus"), [(False, 1), (True, 0)])
def test_a_shooter_that_alone_engages_its_target(ruleset, policy, minus):
    scene = Scene(ruleset, sole_engager_fires_free=policy).model("a1", at=(10, 10), actions=(SHOOT, HIT))
    scene.model("b1", at=NEXT)
    assert minus_on_shot(scene, "") == minus


class Foggy(OpenField):
    def __init__(self, cover=False):
        super().__init__()
        self.covered = cover

    def concealed(self, state, attacker, target, *, spared=()):
        return not self.covered

    def cover(self, state, attacker, target):
        return self.covered


@pytest.mark.rule("M3E-COVER-02")
@pytest.mark.parametrize(("icon", "minus"), [("missile", 1), ("melee", 0), ("", 1)])
def test_concealment(ruleset, icon, minus):
    action = Action(name="Shoot", icon=icon, reach=8, stat=5, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,)).model("b1", at=(14, 10))
    scene.table = Foggy()
    assert minus_on_shot(scene, "") == minus


@pytest.mark.rule("M3E-COVER-01")
@pytest.mark.parametrize(("resist", "health"), [("df", 8), ("wp", 6)])
def test_cover_helps_df_and_not_wp(ruleset, resist, health):
    """A tie but for Cover's +1 Df."""
    action = replace(SHOOT, resist=resist)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,)).model("b1", at=(14, 10))
    scene.table = Foggy(cover=True)
    scene.deck("A", "7r").deck("B", "7c")
    scene.act("a1", "Shoot")
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-COVER-01")
def test_cover_gives_damage_flips_a_minus(ruleset):
    action = replace(SHOOT, effects=(w.Damage(amount=(1, 2, 4)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,)).model("b1", at=(14, 10))
    scene.table = Foggy(cover=True)
    scene.deck("A", "13r 12t 3t").deck("B", "1c")  # leads by 11 (the +1 counts): plus 1, cover minus 1
    scene.act("a1", "Shoot")
    assert scene["b1"].health == 4


# Control


@pytest.mark.rule("M3E-CTRL-02", "M3E-CTRL-03", "M3E-FATE-05")
def test_who_controls_a_model_decides_flips_and_pays_for_it(ruleset):
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,)).model("a2", at=NEXT).model("b1", at=(30, 30))
    )
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    scene.deck("A", "2c").deck("B", "9r").hand("B", "13t").state(active=0)
    scene.run(
        activation_step, A.activate("a1"), B.action("Hit"), A.relent("no"), B.cheat("13t"), B.action("end")
    )
    assert scene["a2"].health == 6
    assert scene["a1"].seat == 0
    assert scene.cards_of("B", "discard") == "9r 13t"


@pytest.mark.rule("M3E-CTRL-03")
def test_control_does_not_change_who_is_an_enemy(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(HIT,))
        .model("a2", at=NEXT)
        .model("b1", at=(10, 8.819))
    )
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    assert engages(scene.g, scene["a1"], scene["b1"])
    assert not engages(scene.g, scene["a1"], scene["a2"])
    assert [model.id for model in engagers(scene.g, scene["b1"])] == ["a1"]


# Once per


@pytest.mark.rule("M3E-ONCE-01")
def test_once_counts_per_model(ruleset):
    once = Action(name="Once", once="turn", effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", actions=(once,)).model("a2", actions=(once,), at=(5, 5))
    scene.act("a1", "Once")
    assert "Once" not in names(scene, "a1")
    assert "Once" in names(scene, "a2")


@pytest.mark.rule("M3E-ONCE-01")
def test_once_an_activation_comes_back_with_the_next_activation(ruleset):
    once = Action(name="Once", once="activation", effects=(w.Token(name="t", whom="self"),))
    scene = Scene(ruleset).model("a1", actions=(once,)).model("b1", at=(30, 30))
    scene.act("a1", "Once")
    scene.run(activation_step, A.activate("a1"), A.action("Once"), A.action("end"))
    assert scene["a1"].tokens == {"t": 2}
