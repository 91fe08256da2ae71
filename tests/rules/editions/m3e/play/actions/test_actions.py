"""Actions: the six steps, costs, restrictions, targets (M3E-ACT)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.available import Menu, can_be_taken, legal_targets, menu
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.announcements import ActionEnded, DuelBegan
from rules.game.table_access.open_field import OpenField
from tests.rules.editions.m3e.scene import A, B, Scene

NEXT = (11.181, 10.0)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=2),))
SHOOT = Action(name="Shoot", icon="missile", reach=8, stat=5, resist="df", effects=(w.Damage(amount=2),))


def names(scene, model):
    return [action.name for action in menu(scene.g, scene[model])]


@pytest.mark.rule("M3E-ACT-01", "M3E-ACT-16", "M3E-ACT-23")
def test_six_steps_in_order(ruleset):
    action = Action(
        name="All",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        cost=(w.PayCards(cards=1),),
        effects=(w.Damage(amount=1),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,)).model("b1", at=NEXT)
    scene.hand("A", "1r").deck("A", "9r").deck("B", "2c")
    scene.act("a1", "All")
    kinds = [type(e).__name__ for e in scene.g.fresh]
    order = ["ActionDeclared", "Discarded", "Targeted", "DuelBegan", "DuelEnded", "Damaged", "ActionEnded"]
    assert [kind for kind in kinds if kind in order] == order


@pytest.mark.rule("M3E-TURN-14", "M3E-ACT-25")
@pytest.mark.parametrize(("at", "offered"), [(NEXT, {"Hit"}), ((16, 10), {"Shoot"})])
def test_the_menu_takes_what_it_lists_and_nothing_else(ruleset, at, offered):
    """Engaged it shoots nobody; out of reach it hits nobody."""
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT, SHOOT))
    scene.model("b1", at=at, actions=(HIT,))
    options = Menu(scene.g, scene["a1"])
    listed = list(options.listed())
    assert {"Hit", "Shoot"} & set(listed) == offered
    every = ["Hit", "Shoot", "end", "Tap", None, 3, *GENERAL]
    assert [key for key in every if options.contains(key)] == [key for key in every if key in listed]
    assert options.written_out().choices[-1].key == "end"


@pytest.mark.rule("M3E-ACT-02")
def test_attack_and_tactical():
    assert HIT.is_attack
    assert not Action(name="Heal", stat=5, tn=10).is_attack


@pytest.mark.rule("M3E-ACT-03")
def test_one_bonus_action_that_costs_no_limit(ruleset):
    one, two = (Action(name=name, bonus=True, effects=(w.Draw(),)) for name in ("One", "Two"))
    scene = Scene(ruleset).model("a1", actions=(one, two))
    scene.act("a1", "One")
    assert scene["a1"].acts == 0
    assert "Two" not in names(scene, "a1")


@pytest.mark.rule("M3E-COND-13", "M3E-ACT-03")
def test_a_stunned_model_pays_the_limit_for_its_bonus_action(ruleset):
    one = Action(name="One", bonus=True, effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", actions=(one,), conditions={"stunned": 1})
    scene.act("a1", "One")
    assert (scene["a1"].acts, scene["a1"].bonus) == (1, 1)


# Steps


@pytest.mark.rule("M3E-ACT-17")
def test_an_unmet_restriction_or_unpayable_cost_bars_declaring(ruleset):
    tied = Action(name="Tied", restrictions=(w.OnlyEngaged(),))
    dear = Action(name="Dear", cost=(w.PayCards(cards=1),))
    scene = Scene(ruleset).model("a1", actions=(tied, dear))
    assert not {"Tied", "Dear"} & set(names(scene, "a1"))


@pytest.mark.rule("M3E-ACT-17", "M3E-ACT-25")
@pytest.mark.parametrize(("policy", "acts"), [(True, 1), (False, 0)])
def test_an_unpaid_cost_fails_the_action(ruleset, policy, acts):
    dear = Action(name="Dear", cost=(w.PayCards(cards=1),), effects=(w.Draw(),))
    after = w.Reaction(moment="action_resolved", effects=(w.Token(name="after", whom="self"),))
    late = Ability(name="Late", parts=(after,))
    scene = Scene(ruleset, failed_action_counts=policy).model("a1", actions=(dear,), abilities=(late,))
    in_progress = scene.act("a1", "Dear")
    assert in_progress.failed
    assert scene["a1"].tokens == {"after": 1}
    assert scene["a1"].acts == acts
    assert not scene.seat("A").hand


@pytest.mark.rule("M3E-ACT-18")
def test_targets_are_in_range_and_meet_restrictions(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT,)).model("b1", at=(19.1, 10))
    scene.model("b2", at=(19.3, 10)).model("a2", at=(12, 12)).model("b3", at=None, where="buried")
    assert [model.id for model in legal_targets(scene.g, scene["a1"], SHOOT)] == ["b1", "a2"]
    enemy = replace(SHOOT, restrictions=(w.TargetIs(side="enemy"),))
    assert [model.id for model in legal_targets(scene.g, scene["a1"], enemy)] == ["b1"]


class Blind(OpenField):
    def sees(self, state, one, two):
        return one.id == two.id


@pytest.mark.rule("M3E-ACT-18", "M3E-GEN-02")
def test_targets_are_in_sight_unless_the_action_needs_none(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOOT,)).model("b1", at=(14, 10))
    scene.table = Blind()
    assert legal_targets(scene.g, scene["a1"], SHOOT) == []
    assert legal_targets(scene.g, scene["a1"], replace(SHOOT, needs_sight=False))


@pytest.mark.rule("M3E-GEN-02", "M3E-ACT-18")
def test_an_attack_that_says_so_may_target_its_own_model(ruleset):
    """Then it is the resister too, and may relent."""
    brand = replace(SHOOT, icon="melee", can_target_self=True)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(brand,)).deck("A", "9r")
    scene.act("a1", brand.name, A.relent("yes"))
    assert scene["a1"].health < 8


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-25")
def test_an_action_without_a_target_is_not_offered_and_fails(ruleset):
    scene = Scene(ruleset).model("a1", actions=(HIT,))
    assert "Hit" not in names(scene, "a1")
    assert scene.act("a1", "Hit").failed
    assert scene["a1"].acts == 1
    assert not scene.events(DuelBegan)


@pytest.mark.rule("M3E-ACT-19")
def test_choosing_is_not_targeting(ruleset):
    watch = Ability(name="Watch", parts=(w.Reaction(moment="targeted", effects=(w.Draw(),)),))
    obey = Action(name="Obey", effects=(w.ActivateNext(),))
    scene = (
        Scene(ruleset)
        .model("a1", actions=(obey, HIT), at=(10, 10))
        .model("a2", at=(12, 12), abilities=(watch,))
    )
    scene.act("a1", "Obey", A.model("a2"))
    assert not scene.seat("A").hand
    near = Scene(ruleset).model("a1", actions=(HIT,), at=(10, 10)).model("b1", at=NEXT, abilities=(watch,))
    near.deck("B", "3c 4c")
    near.act("a1", "Hit", B.cheat("keep"))
    assert near.cards_of("B", "hand") == "3c"


@pytest.mark.rule("M3E-ACT-20", "M3E-ACT-22")
def test_a_failed_duel_skips_the_effects_and_not_what_comes_after(ruleset):
    after = Ability(
        name="After", parts=(w.Reaction(moment="action_resolved", effects=(w.Token(name="t", whom="self"),)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,), abilities=(after,)).model("b1", at=NEXT)
    scene.deck("A", "2r").deck("B", "9c")
    in_progress = scene.act("a1", "Hit")
    assert (in_progress.succeeded, scene["b1"].health, scene["a1"].tokens) == (False, 8, {"t": 1})
    assert scene.events(ActionEnded)[0].outcome == "failed its duel"


@pytest.mark.rule("M3E-ACT-20")
def test_without_a_duel_it_succeeds(ruleset):
    scene = Scene(ruleset).model("a1", actions=(Action(name="Think", effects=(w.Draw(),)),))
    assert scene.act("a1", "Think").succeeded


@pytest.mark.rule("M3E-ACT-21")
def test_effects_in_printed_order_and_impossible_ones_ignored(ruleset):
    two = Action(
        name="Two", effects=(w.Lose(condition="burning", whom="self"), w.Unbury(whom="self"), w.Draw())
    )
    scene = Scene(ruleset).model("a1", actions=(two,)).deck("A", "5c")
    scene.act("a1", "Two")
    assert scene.cards_of("A", "hand") == "5c"


@pytest.mark.rule("M3E-ACT-24", "M3E-CTRL-01")
@pytest.mark.parametrize(
    ("restriction", "meets"),
    [
        (w.TargetIs(side="enemy"), {"b1"}),
        (w.TargetIs(side="friendly"), {"a1", "a2"}),
        (w.TargetIs(side="friendly", other=True), {"a2"}),
        (w.TargetIs(word="undead"), {"b1"}),
        (w.TargetIs(word="Guard"), {"a2"}),
        (w.TargetIs(word="Minion"), {"a2"}),
        (w.TargetHas(condition="burning"), {"b1"}),
    ],
)
def test_restriction_words(ruleset, restriction, meets):
    action = Action(name="Look", targets="model", reach=30, restrictions=(restriction,))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,))
    scene.model("a2", at=(12, 12), keywords=("Guard",), station="Minion")
    scene.model("b1", at=(15, 15), characteristics=("Undead",), conditions={"burning": 1})
    assert {model.id for model in legal_targets(scene.g, scene["a1"], action)} == meets


@pytest.mark.rule("M3E-ACT-24")
def test_a_marker_may_be_the_target(ruleset):
    dig = Action(
        name="Dig",
        targets="marker",
        reach=2,
        restrictions=(w.TargetIs(marker="corpse"),),
        effects=(w.Draw(),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(dig,)).marker("m0", "scrap", (10, 11))
    assert not can_be_taken(scene.g, scene["a1"], dig)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(dig,)).marker("m0", "corpse", (10, 11))
    assert scene.act("a1", "Dig").target_marker is not None
