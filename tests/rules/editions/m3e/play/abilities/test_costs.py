"""Costs: each is paid from what there is, and cannot be paid otherwise (M3E-TRIG-05)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.costs import pay, payable
from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Half, Markers, Models, Stat
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, UpgradeCard
from rules.game.events.cards import Discarded
from tests.rules.editions.m3e.scene import A, Scene

GRIEF = Ability(name="Grief", parts=(w.Reaction(moment="upgrade_discarded", effects=(w.Draw(),)),))


def rich(ruleset, **more):
    """A model that has one of everything a cost may ask for."""
    scene = Scene(ruleset).model(
        "a1",
        at=(10, 10),
        health=3,
        tokens={"soul": 2},
        conditions={"focused": 2},
        upgrades=("mask", "sword"),
        **more,
    )
    scene.model("a2", at=(12, 10))
    scene.model("b1", at=(30, 30)).upgrade(UpgradeCard(slug="mask", name="Red Mask"))
    scene.marker("m0", "scrap", (11.181, 10)).marker("m1", "scrap", (10, 11.181)).marker(
        "m2", "scrap", (30, 10)
    )
    return scene.hand("A", "2r 9m 4r").crew("A", stones=1, passes=1)


def able(scene, *costs, effects=None):
    return payable(scene.g, scene["a1"], costs, effects)


def paid(scene, cost, *answers, effects=None):
    return scene.run(lambda g: pay(g, g.model("a1"), (cost,), effects), *answers)


FRIENDS = Models(side="friendly", other=True)
CAN = [
    (w.PayCards(cards=3), True),
    (w.PayCards(cards=4), False),
    (w.PayCards(cards=2, suit="ram"), True),
    (w.PayCards(cards=3, suit="ram"), False),
    (w.PayStones(), True),
    (w.PayStones(stones=2), False),
    (w.PayDamage(amount=2), True),
    (w.PayDamage(amount=3), False),
    (w.PayToken(name="soul", number=2), True),
    (w.PayToken(name="soul", number=3), False),
    (w.PayToken(name="brass"), False),
    (w.PayMarker(kind="scrap"), True),
    (w.PayMarker(kind="corpse"), False),
    (w.PayCondition(condition="focused", value=2), True),
    (w.PayCondition(condition="focused", value=3), False),
    (w.PayPassToken(), True),
    (w.PayPassToken(tokens=2), False),
    (w.PayUpgrade(upgrade="mask"), True),
    (w.PayUpgrade(upgrade="crown"), False),
    (w.PayKill(models=FRIENDS), True),
    (w.PayKill(models=Models(side="friendly", other=True, words=("Rat",))), False),
    (w.PayMarkers(markers=Markers(kinds=("scrap",), which="one")), True),
    (w.PayMarkers(markers=Markers(kinds=("corpse",), which="one")), False),
    (w.PayMarkers(markers=Markers(kinds=("corpse",))), True),
    (w.PayMarkers(markers=Markers(kinds=("scrap",), which="some", number=3)), True),
    (w.PayMarkers(markers=Markers(kinds=("scrap",), which="some", number=4)), False),
    (w.PayOneOf(costs=(w.PayStones(stones=2), w.PayToken(name="soul"))), True),
    (w.PayOneOf(costs=(w.PayStones(stones=2), w.PayToken(name="brass"))), False),
]


@pytest.mark.rule("M3E-TRIG-05", "M3E-ACT-17", "M3E-CHOICE-03")
@pytest.mark.parametrize(("cost", "can"), CAN, ids=lambda value: str(value)[:50])
def test_what_can_be_paid_and_what_cannot_is_not(ruleset, cost, can):
    assert able(rich(ruleset), cost) is can
    if not can:
        scene = rich(ruleset)
        before = scene.g.state
        assert not paid(scene, cost)
        assert scene.g.state == before


@pytest.mark.rule("M3E-TRIG-05", "M3E-CHOICE-03")
def test_costs_of_one_kind_count_together(ruleset):
    scene = rich(ruleset)
    assert able(scene)
    assert able(scene, w.PayCards(cards=2), w.PayCards())
    assert not able(scene, w.PayCards(cards=2), w.PayCards(cards=2))
    assert not able(scene, w.PayStones(), w.PayStones())
    assert able(scene, w.PayDamage(), w.PayDamage())
    assert not able(scene, w.PayDamage(), w.PayDamage(amount=2))


@pytest.mark.rule("M3E-CHOICE-03")
def test_whoever_is_dying_still_pays_with_cards_and_never_with_health(ruleset):
    scene = rich(ruleset).model("a1", health=0)
    assert able(scene, w.PayCards())
    assert not able(scene, w.PayDamage())


@pytest.mark.rule("M3E-CTRL-02", "M3E-CHOICE-04")
def test_a_controller_cannot_pay_with_the_life_of_the_model_he_controls(ruleset):
    scene = Scene(ruleset).model("a1").model("a2", at=(5, 5)).model("b1", at=(30, 30))
    assert able(scene, w.PayKill(models=FRIENDS))
    scene.run(lambda g: execute(g, (w.TakeControl(),), Effects("b1", "a2")))
    assert not able(scene, w.PayKill(models=FRIENDS))


@pytest.mark.rule("M3E-TRIG-05", "M3E-FATE-12", "M3E-FATE-13")
def test_cards_are_discarded_by_an_effect_and_remembered(ruleset):
    scene, effects = rich(ruleset), Effects("a1")
    assert paid(scene, w.PayCards(cards=2), A.cards(["9m", "2r"]), effects=effects)
    assert (scene.cards_of("A", "hand"), scene.cards_of("A", "discard")) == ("4r", "9m 2r")
    assert all(event.instructed for event in scene.events(Discarded))
    assert paid(scene, w.PayCards(), effects=effects)
    assert (scene.cards_of("A", "hand"), effects.card.code) == ("", "4r")


@pytest.mark.rule("M3E-TRIG-05", "M3E-FATE-13")
def test_cards_of_a_suit_are_picked_one_by_one(ruleset):
    scene, effects = rich(ruleset), Effects("a1")
    assert paid(scene, w.PayCards(cards=2, suit="ram"), A.cards("4r"), effects=effects)
    assert (scene.cards_of("A", "hand"), scene.cards_of("A", "discard")) == ("9m", "4r 2r")
    assert [choice.key for choice in scene.asked[0].options.choices] == ["2r", "4r"]
    assert effects.card.code == "4r"


@pytest.mark.rule("M3E-TRIG-05", "M3E-STONE-01", "M3E-TOKEN-01", "M3E-TURN-11", "M3E-COND-02")
def test_stones_tokens_conditions_and_health_are_spent(ruleset):
    scene = rich(ruleset)
    for cost in (
        w.PayStones(),
        w.PayToken(name="soul"),
        w.PayPassToken(),
        w.PayCondition(condition="focused"),
        w.PayDamage(amount=2),
    ):
        assert paid(scene, cost)
    assert (scene.seat("A").stones, scene.seat("A").passes) == (0, 0)
    model = scene["a1"]
    assert (model.tokens, model.conditions, model.health) == ({"soul": 1}, {"focused": 1}, 1)


@pytest.mark.rule("M3E-TRIG-05", "M3E-MARK-04")
def test_a_marker_near_enough_is_removed_of_the_payers_choice(ruleset):
    scene = rich(ruleset)
    assert paid(scene, w.PayMarker(kind="scrap"), A.marker(["m1"]))
    assert sorted(scene.g.state.markers) == ["m0", "m2"]
    assert [choice.key for choice in scene.asked[0].options.choices] == ["m0", "m1"]
    assert paid(scene, w.PayMarker(kind="scrap"))
    assert sorted(scene.g.state.markers) == ["m2"]


@pytest.mark.rule("M3E-TRIG-05", "M3E-MARK-04")
@pytest.mark.parametrize(
    ("which", "answers", "left"),
    [("all", [], []), ("one", [A.marker("m2")], ["m0", "m1"]), ("some", [A.marker("m0")], ["m1", "m2"])],
)
def test_markers_of_a_selection_are_removed(ruleset, which, answers, left):
    scene = rich(ruleset)
    assert paid(scene, w.PayMarkers(markers=Markers(kinds=("scrap",), which=which, optional=True)), *answers)
    assert sorted(scene.g.state.markers) == left


@pytest.mark.rule("M3E-TRIG-05", "M3E-HIRE-16")
def test_an_upgrade_is_discarded_and_what_reacts_to_it_does(ruleset):
    scene = rich(ruleset, abilities=(GRIEF,)).deck("A", "8c")
    assert paid(scene, w.PayUpgrade(upgrade="any"), A.branch("sword"))
    assert [choice.label for choice in scene.asked[0].options.choices] == ["Red Mask", "sword"]
    assert scene["a1"].upgrades == ("mask",)
    assert scene.cards_of("A", "hand") == "2r 9m 4r 8c"
    assert paid(scene, w.PayUpgrade(upgrade="red"))
    assert scene["a1"].upgrades == ()


@pytest.mark.rule("M3E-TRIG-05", "M3E-KILL-03")
def test_a_friend_is_killed_as_the_cost(ruleset):
    scene = rich(ruleset).model("a3", at=(20, 20))
    assert paid(scene, w.PayKill(models=FRIENDS), A.model("a3"))
    assert [name for name, model in scene.g.state.models.items() if not model.in_play] == ["a3"]


@pytest.mark.rule("M3E-TRIG-05", "M3E-CHOICE-01")
def test_of_several_costs_only_those_that_can_be_paid_are_offered(ruleset):
    scene = rich(ruleset)
    cost = w.PayOneOf(costs=(w.PayStones(stones=2), w.PayToken(name="soul"), w.PayPassToken()))
    assert paid(scene, cost, A.branch("2"))
    assert [choice.label for choice in scene.asked[0].options.choices] == [
        "Discard a Soul Token",
        "Discard a Pass Token",
    ]
    assert (scene.seat("A").passes, scene["a1"].tokens) == (0, {"soul": 2})
    assert paid(scene, cost)
    assert scene["a1"].tokens == {"soul": 1}


@pytest.mark.rule("M3E-TRIG-05", "M3E-ACT-17")
def test_nothing_more_is_paid_once_something_cannot(ruleset):
    """An Action whose cost is unpaid does nothing."""
    scene = rich(ruleset)
    costs = (w.PayToken(name="soul", number=2), w.PayToken(name="soul"), w.PayStones())
    assert not scene.run(lambda g: pay(g, g.model("a1"), costs))
    assert (scene["a1"].tokens, scene.seat("A").stones) == ({}, 1)
    poor = Action(name="Buy", cost=(w.PayStones(stones=5),), effects=(w.Heal(amount=2, whom="self"),))
    failed = rich(ruleset).act("a1", poor)
    assert failed.failed == "the cost was not paid"


@pytest.mark.rule("M3E-TRIG-05", "M3E-KILL-03")
def test_who_has_left_play_pays_nothing(ruleset):
    scene = rich(ruleset).model("a1", where="gone", tokens={"soul": 2})
    assert not paid(scene, w.PayToken(name="soul"))
    assert scene["a1"].tokens == {"soul": 2}


@pytest.mark.rule("M3E-FATE-03", "M3E-TRIG-05")
def test_the_red_joker_pays_for_a_card_of_any_suit(ruleset):
    scene = rich(ruleset).hand("A", "9m RJ BJ")
    assert not able(scene, w.PayCards(suit="crow", cards=2))
    scene.run(lambda g: pay(g, scene["a1"], (w.PayCards(suit="crow"),)))
    assert scene.cards_of("A", "hand") == "9m BJ"


@pytest.mark.rule("M3E-TRIG-05", "M3E-GEN-05")
def test_a_cost_paid_as_often_as_one_likes_makes_x(ruleset):
    scene, seen = rich(ruleset), Effects("a1")
    souls = w.PayUpTo(cost=w.PayToken(name="soul"))
    assert able(scene, w.PayUpTo(cost=w.PayToken(name="brass")))
    assert paid(scene, souls, A.use("yes"), A.use("no"), effects=seen)
    assert (scene["a1"].tokens, seen.x) == ({"soul": 1}, 1)
    assert paid(scene, souls, A.use("yes"), effects=seen), "there is no second one to ask for"
    assert (scene["a1"].tokens, seen.x) == ({}, 1)
    assert paid(scene, souls, effects=seen)
    assert seen.x == 0
    cards = w.PayUpTo(cost=w.PayCards(), most=1)
    assert paid(scene, cards, A.use("yes"), A.cards(["9m"]), effects=seen)
    assert (scene.cards_of("A", "hand"), seen.x) == ("2r 4r", 1)


@pytest.mark.rule("M3E-DMG-02", "M3E-TRIG-05", "M3E-ACT-17")
def test_damage_that_is_reduced_to_0_is_not_paid(ruleset):
    """Shielded takes it: the Action fails, the ability does nothing. Irreducible, it is paid."""
    cost = w.PayDamage()
    rush = Action(name="Rush", cost=(cost,), effects=(w.Draw(),))
    answer = Ability(name="Answer", parts=(w.Reaction(moment="healed", cost=(cost,), effects=(w.Draw(),)),))
    scene = Scene(ruleset).model(
        "a1", health=4, conditions={"shielded": 2}, actions=(rush,), abilities=(answer,)
    )
    failed = scene.act("a1", "Rush")
    assert (failed.failed, failed.succeeded) == ("the cost was not paid", False)
    scene.run(lambda g: heal(g, "a1", 1))
    assert scene.cards_of("A", "hand") == ""
    assert scene["a1"].conditions == {}
    hard = Scene(ruleset).model("a1", health=4, conditions={"shielded": 2})
    assert paid(hard, w.PayDamage(irreducible=True))
    assert (hard["a1"].health, hard["a1"].conditions) == (3, {"shielded": 2})


@pytest.mark.rule("M3E-CHOICE-03")
def test_a_counted_cost_of_damage(ruleset):
    half = w.PayDamage(amount=Half(amount=Stat(stat="health")), irreducible=True)
    scene = Scene(ruleset).model("a1", health=5).model("a2", health=1)
    assert paid(scene, half)
    assert scene["a1"].health == 2
    assert not payable(scene.g, scene["a2"], (half,))
