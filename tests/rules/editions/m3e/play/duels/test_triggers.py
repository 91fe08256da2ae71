"""Triggers: suits, costs, restrictions, the five timings, generated Actions (M3E-TRIG)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Models
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.game.events.announcements import ActionDeclared, ActionEnded, TriggerDeclared
from tests.rules.editions.m3e.scene import A, B, Scene

NEXT = (11.181, 10.0)


def hit(*triggers, amount=2, **more):
    known = {"name": "Hit", "icon": "melee", "reach": 1, "stat": 5, "resist": "df"}
    return Action(**{**known, "effects": (w.Damage(amount=amount),), "triggers": triggers, **more})


def scene_of(ruleset, *actions, resists=(), policies=None, **defender):
    scene = Scene(ruleset, **(policies or {})).model("a1", at=(10, 10), actions=actions)
    return scene.model("b1", at=NEXT, triggers=resists, **defender)


@pytest.mark.rule("M3E-TRIG-01")
@pytest.mark.parametrize(("card", "offered"), [("9r", True), ("9c", False)])
def test_suits_are_needed_with_multiplicity(ruleset, card, offered):
    double = Trigger(name="Double", suits=("ram", "ram"))
    scene = scene_of(ruleset, hit(double, suits=("ram",))).deck("A", card).deck("B", "2c")
    scene.act("a1", "Hit", *([A.trigger("Double")] if offered else []))
    assert bool(scene.events(TriggerDeclared)) is offered


@pytest.mark.rule("M3E-TRIG-01", "M3E-DUEL-10")
def test_one_trigger_a_duel(ruleset):
    two = (Trigger(name="One", suits=("ram",)), Trigger(name="Two", suits=("ram",)))
    scene = scene_of(ruleset, hit(*two)).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Two"))
    assert [e.trigger for e in scene.events(TriggerDeclared)] == ["Two"]


@pytest.mark.rule("M3E-TRIG-02")
def test_an_action_trigger_belongs_to_its_action(ruleset):
    other = hit(Trigger(name="Only mine", suits=("ram",)), name="Other")
    scene = scene_of(ruleset, hit(), other).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit")
    assert "trigger" not in scene.kinds()


@pytest.mark.rule("M3E-TRIG-02")
def test_surge_draws_a_card(ruleset):
    scene = scene_of(ruleset, hit(Trigger(name="Surge", suits=("tome",), effects=(w.Draw(),))))
    scene.deck("A", "9t 3c").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Surge"))
    assert scene.cards_of("A", "hand") == "3c"


SQUEAL = Trigger(
    name="Squeal",
    suits=("mask",),
    timing="after_resolving",
    resists="df",
    restrictions=(w.TargetIs(side="enemy"),),
    effects=(w.Move(kind="move", inches=3, whom="self"),),
)


@pytest.mark.rule("M3E-TRIG-03", "M3E-TRIG-10")
def test_squeal_moves_the_target_away_afterwards(ruleset):
    scene = scene_of(ruleset, hit(), resists=(SQUEAL,)).deck("A", "9r").deck("B", "2m")
    scene.act("a1", "Hit", B.trigger("Squeal"), B.destination([14.0, 10.0]))
    assert (scene["b1"].x, scene["b1"].health) == (14.0, 6)


@pytest.mark.rule("M3E-TRIG-03")
def test_squeal_answers_df_and_not_wp(ruleset):
    scene = scene_of(ruleset, hit(resist="wp"), resists=(SQUEAL,)).deck("A", "9r").deck("B", "2m")
    scene.act("a1", "Hit")
    assert "trigger" not in scene.kinds()


@pytest.mark.rule("M3E-TRIG-06")
def test_squeal_is_for_enemies_only(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit(),)).model("a2", at=NEXT, triggers=(SQUEAL,))
    scene.deck("A", "9r 2m")
    scene.act("a1", "Hit", A.relent("no"))
    assert "trigger" not in scene.kinds()


@pytest.mark.rule("M3E-TRIG-04", "M3E-ACT-08")
def test_no_triggers_when_disengaging(ruleset):
    biter = hit(Trigger(name="Bite", suits=("ram",)))
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), mv=5, triggers=(SQUEAL,))
        .model("b1", at=NEXT, actions=(biter,))
    )
    scene.deck("B", "2r").deck("A", "9m")
    scene.act("a1", "Disengage", B.attack("b1:Hit"), A.destination([5.0, 10.0]))
    assert "trigger" not in scene.kinds()


@pytest.mark.rule("M3E-TRIG-05")
def test_a_cost_is_paid_on_declaring(ruleset):
    paid = Trigger(name="Paid", suits=("ram",), cost=(w.PayCards(cards=1),), effects=(w.Draw(cards=2),))
    scene = scene_of(ruleset, hit(paid)).deck("A", "9r 5m 6m").deck("B", "2c").hand("A", "1c")
    scene.act("a1", "Hit", A.cheat("keep"), A.trigger("Paid"))
    assert scene.cards_of("A", "hand") == "5m 6m"


@pytest.mark.rule("M3E-TRIG-05", "M3E-CHOICE-03")
@pytest.mark.parametrize(("health", "offered"), [(1, False), (2, True)])
def test_damage_that_would_kill_pays_no_cost(ruleset, health, offered):
    paid = Trigger(name="Paid", suits=("ram",), cost=(w.PayDamage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit(paid),), health=health).model("b1", at=NEXT)
    scene.deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", *([A.trigger("Paid")] if offered else []))
    assert scene["a1"].health == 1


@pytest.mark.rule("M3E-TRIG-05")
@pytest.mark.parametrize(("hand", "offered"), [("1c", False), ("1c 2c", True)])
def test_two_costs_of_one_kind_are_paid_together(ruleset, hand, offered):
    twice = Trigger(
        name="Twice", suits=("ram",), cost=(w.PayCards(cards=1), w.PayCards(cards=1)), effects=(w.Draw(),)
    )
    scene = scene_of(ruleset, hit(twice)).deck("A", "9r 5m").deck("B", "2c").hand("A", hand)
    pays = [A.trigger("Twice"), A.cards(["1c"])] if offered else []
    scene.act("a1", "Hit", A.cheat("keep"), *pays)
    assert scene.cards_of("A", "hand") == ("5m" if offered else hand)


@pytest.mark.rule("M3E-TRIG-05")
def test_of_a_trigger_whose_cost_falls_through_nothing_resolves(ruleset):
    """The first cost hurts the model, and what reacts to that takes its last card."""
    loss = Ability(name="Loss", parts=(w.Reaction(moment="damaged", effects=(w.DiscardCards(whom="self"),)),))
    both = (w.PayDamage(amount=1), w.PayCards(cards=1))
    paid = Trigger(name="Paid", suits=("ram",), cost=both, effects=(w.Draw(cards=2),))
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(hit(paid),), abilities=(loss,)).model("b1", at=NEXT)
    )
    scene.deck("A", "9r").deck("B", "2c").hand("A", "1c")
    scene.act("a1", "Hit", A.cheat("keep"), A.trigger("Paid"))
    assert scene.cards_of("A", "hand") == ""
    assert scene["a1"].health == 7


@pytest.mark.rule("M3E-TRIG-06")
def test_a_restriction_bars_declaring(ruleset):
    only = Trigger(name="Beasts", suits=("ram",), restrictions=(w.TargetIs(word="Beast"),))
    for characteristics, offered in ((("Living",), False), (("Beast",), True)):
        scene = scene_of(ruleset, hit(only), characteristics=characteristics).deck("A", "9r").deck("B", "2c")
        scene.act("a1", "Hit", *([A.trigger("Beasts")] if offered else []))
        assert bool(scene.events(TriggerDeclared)) is offered


@pytest.mark.rule("M3E-TRIG-07")
def test_immediately_may_change_the_duel(ruleset):
    lift = Trigger(name="Lift", suits=("ram",), timing="immediately", effects=(w.ModifyDuel(total=3),))
    scene = scene_of(ruleset, hit(lift)).deck("A", "4r").deck("B", "7c")
    assert scene.act("a1", "Hit", A.trigger("Lift")).succeeded


@pytest.mark.rule("M3E-TRIG-07", "M3E-FATE-15")
def test_immediately_a_flip_may_be_made_anew(ruleset):
    again = Trigger(
        name="Again", suits=("crow",), timing="immediately", resists="df", effects=(w.Reflip(whom="self"),)
    )
    scene = scene_of(ruleset, hit(), resists=(again,)).deck("A", "9r").deck("B", "2c 12t")
    assert not scene.act("a1", "Hit", B.trigger("Again")).succeeded
    assert scene.cards_of("B", "discard") == "2c 12t"


@pytest.mark.rule("M3E-TRIG-08", "M3E-DMG-11")
@pytest.mark.parametrize(("card", "health"), [("9r", 5), ("1r", 8)])
def test_when_resolving_adds_damage_only_to_a_success(ruleset, card, health):
    critical = Trigger(name="Critical", suits=("ram",), timing="when_resolving", effects=(w.MoreDamage(),))
    scene = scene_of(ruleset, hit(critical)).deck("A", card).deck("B", "4c")
    scene.act("a1", "Hit", A.trigger("Critical"))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-TRIG-08")
def test_when_resolving_effects_come_last(ruleset):
    add = Trigger(name="Add", suits=("ram",), timing="when_resolving", effects=(w.Gain(condition="slow"),))
    scene = scene_of(ruleset, hit(add, effects=(w.Gain(condition="fast"),))).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Add"))
    assert scene["b1"].conditions == {}


@pytest.mark.rule("M3E-TRIG-09")
@pytest.mark.parametrize(("health", "cards"), [(2, "3c"), (3, "")])
def test_after_killing(ruleset, health, cards):
    feast = Trigger(name="Feast", suits=("ram",), timing="after_killing", effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit(feast),)).model("b1", at=NEXT, health=health)
    scene.deck("A", "9r 3c").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Feast"))
    assert scene.cards_of("A", "hand") == cards


@pytest.mark.rule("M3E-TRIG-10", "M3E-TRIG-11")
@pytest.mark.parametrize(
    ("timing", "card", "drawn"),
    [
        ("after_resolving", "9r", True),
        ("after_resolving", "1r", True),
        ("after_succeeding", "9r", True),
        ("after_succeeding", "1r", False),
    ],
)
def test_after_resolving_and_after_succeeding(ruleset, timing, card, drawn):
    late = Trigger(name="Late", suits=("ram",), timing=timing, effects=(w.Draw(),))
    scene = scene_of(ruleset, hit(late)).deck("A", f"{card} 3c").deck("B", "4c")
    scene.act("a1", "Hit", A.trigger("Late"))
    assert bool(scene.seat("A").hand) is drawn


@pytest.mark.rule("M3E-TRIG-11")
def test_without_a_timing_word_it_is_after_succeeding():
    assert Trigger(name="Plain").timing == "after_succeeding"


@pytest.mark.rule("M3E-TRIG-10", "M3E-TRIG-11")
@pytest.mark.parametrize("timing", ["after_resolving", "after_succeeding"])
@pytest.mark.parametrize(
    ("effects", "drawn"),
    [
        ((w.Draw(),), True),
        ((w.Draw(), w.Heal(amount=1, whom=Models(side="enemy", besides=("target",)))), True),
        ((w.Draw(), w.Gain(condition="slow")), False),
        ((w.Draw(), w.TakeAction(icon="melee", on_target=True)), False),
        ((w.Draw(), w.Move(kind="move", inches=2, whom="self", way="toward", of="target")), False),
    ],
)
def test_a_trigger_with_a_target_that_has_left_does_nothing_and_one_without_resolves(
    ruleset, timing, effects, drawn
):
    late = Trigger(name="Late", suits=("ram",), timing=timing, effects=effects)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit(late),)).model("b1", at=NEXT, health=2)
    scene.deck("A", "9r 3c").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Late"))
    assert scene["b1"].where == "gone"
    assert bool(scene.seat("A").hand) is drawn


AGAIN = Trigger(
    name="Onslaught",
    suits=("ram",),
    timing="after_resolving",
    effects=(w.TakeAction(icon="melee", on_target=True), w.Draw()),
)


@pytest.mark.rule("M3E-TRIG-12", "M3E-TRIG-13", "M3E-TIME-09")
def test_a_generated_action_comes_after_everything_else_and_declares_no_triggers(ruleset):
    scene = scene_of(ruleset, hit(AGAIN)).deck("A", "9r 3c 10r").deck("B", "2c 3t")
    scene.act("a1", "Hit", A.trigger("Onslaught"), A.attack("Hit"), A.cheat("keep"))
    assert scene["b1"].health == 4
    assert scene.kinds().count("trigger") == 1
    kinds = [type(e).__name__ for e in scene.g.fresh]
    assert kinds.index("Drew") < len(kinds) - 1 - kinds[::-1].index("ActionDeclared")
    declared = scene.events(ActionDeclared)
    assert [e.generated for e in declared] == [False, True]
    assert scene["a1"].acts == 1
    ended = [kinds.index("ActionEnded"), len(kinds) - 1 - kinds[::-1].index("ActionDeclared")]
    assert ended == sorted(ended)
    assert len(scene.events(ActionEnded)) == 2


@pytest.mark.rule("M3E-TRIG-14")
@pytest.mark.parametrize(("policy", "may_declare"), [("acting", True), ("both", False)])
def test_whose_triggers_a_generated_action_bars(ruleset, policy, may_declare):
    again = Trigger(
        name="Again", suits=("ram",), timing="after_resolving", effects=(w.TakeAction(icon="melee"),)
    )
    scene = scene_of(ruleset, hit(again), resists=(SQUEAL,), policies={"generated_bars": policy})
    scene.deck("A", "9r 10r").deck("B", "2c 2m")
    squeal = [B.trigger("Squeal"), B.destination([14.0, 10.0])] if may_declare else []
    scene.act("a1", "Hit", A.trigger("Again"), A.attack("Hit"), *squeal)


@pytest.mark.rule("M3E-TRIG-15", "M3E-ACT-03")
def test_a_generated_bonus_action_does_not_use_the_one_up(ruleset):
    bonus = Action(name="Bonus", bonus=True, effects=(w.Draw(),))
    more = Trigger(
        name="More", suits=("ram",), timing="after_resolving", effects=(w.TakeAction(name="Bonus"),)
    )
    scene = scene_of(ruleset, hit(more), bonus).deck("A", "2m 9r 3c").deck("B", "2c")
    scene.act("a1", "Bonus")
    scene.act("a1", "Hit", A.cheat("keep"), A.trigger("More"), A.action("Bonus"))
    assert (scene["a1"].bonus, scene["a1"].acts) == (1, 1)
    assert scene.cards_of("A", "hand") == "2m 3c"


@pytest.mark.rule("M3E-COND-13")
def test_a_stunned_model_declares_no_trigger(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit(AGAIN),), conditions={"stunned": 1})
    scene.model("b1", at=NEXT).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit")
    assert "trigger" not in scene.kinds()


@pytest.mark.rule("M3E-TRIG-09")
def test_after_killing_is_about_the_target(ruleset):
    """Whoever else the Action kills does not count."""
    feast = Trigger(name="Feast", suits=("ram",), timing="after_killing", effects=(w.Draw(),))
    burst = hit(feast, effects=(w.Pulse(inches=1, side="enemy", effects=(w.Damage(amount=1),)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(burst,)).model("b1", at=NEXT)
    scene.model("b2", at=(10, 11.181), health=1).deck("A", "9r 3c").deck("B", "2c")
    scene.act("a1", "Hit", A.target("b1"), A.trigger("Feast"), A.order("b1"))
    assert (scene["b2"].where, scene.cards_of("A", "hand")) == ("gone", "")


CRITICAL = Trigger(
    name="Critical", suits=("ram",), timing="when_resolving", effects=(w.MoreDamage(amount=2),)
)


@pytest.mark.rule("M3E-DMG-11")
def test_an_attack_without_damage_deals_what_a_trigger_adds(ruleset):
    """Base 0, so 2; Armor may still reduce it to 1, and who dealt it is known."""
    scene = scene_of(ruleset, hit(CRITICAL, effects=(w.Gain(condition="slow"),)), conditions={})
    scene.deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Critical"))
    assert (scene["b1"].health, scene["b1"].conditions) == (6, {"slow": 1})
    armor = Ability(name="Armor +3", parts=(w.Armor(amount=3),))
    scene = scene_of(ruleset, hit(CRITICAL, effects=()), abilities=(armor,)).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Critical"))
    assert scene["b1"].health == 7


@pytest.mark.rule("M3E-DMG-11")
def test_added_damage_counts_once_an_attack(ruleset):
    """Two words of damage to the target: 1 + 2, then 1; what is dealt to others gets nothing."""
    twice = (w.Damage(amount=1), w.Damage(amount=1), w.Damage(amount=1, whom="self"))
    scene = scene_of(ruleset, hit(CRITICAL, effects=twice)).deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Critical"))
    assert (scene["b1"].health, scene["a1"].health) == (4, 7)


@pytest.mark.rule("M3E-DMG-11")
def test_added_damage_needs_an_attack(ruleset):
    """A tactical Action with a target has no damage to add to."""
    push = Action(
        name="Push", icon="", reach=6, stat=5, tn=5, targets="model", effects=(), triggers=(CRITICAL,)
    )
    scene = scene_of(ruleset, push).deck("A", "9r")
    scene.act("a1", "Push", A.target("b1"), A.trigger("Critical"))
    assert scene["b1"].health == 8


@pytest.mark.rule("M3E-TRIG-09")
def test_after_killing_comes_once_though_it_kills_the_target_again(ruleset):
    feast = Trigger(name="Feast", timing="after_killing", effects=(w.Draw(), w.Kill()))
    hit = Action(
        name="Hit", icon="melee", reach=2, stat=9, resist="df", triggers=(feast,), effects=(w.Kill(),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,)).model("b1", at=(12, 10))
    scene.deck("A", "5m 6c 7c 8c").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Feast"))
    assert (scene.cards_of("A", "hand"), scene["b1"].in_play) == ("6c", False)
