"""Words about arrivals: Summon, Replace, Bury, Unbury, Upgrades; and words about decks."""

from __future__ import annotations

import pytest

from rules.game.procedure.hooks import most_cards
from rules.game.scripts import words as w
from rules.game.scripts.selects import Chosen, Models, Stat, StatTest
from rules.game.scripts.statcards import Action, StatCard, UpgradeCard
from rules.game.scripts.words import Ability
from rules.game.setup.steps import deploy_one
from tests.rules.game.scene import A, B, Scene

HOUND = StatCard(slug="hound", name="Hound", health=4, cost=3, limit=3, station="Minion", keywords=("Guard",))
OX = StatCard(slug="ox", name="Ox", health=9, cost=7, limit=1, station="Enforcer", keywords=("Guard",))
RAT = StatCard(slug="rat", name="Rat", health=3, cost=2, limit=2, station="Minion", keywords=("Plague",))


def acting(*effects, **more):
    return Action(name="Act", effects=effects, **more)


def scene_of(ruleset, *effects, **more):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(*effects, **more),))
    return scene.card(HOUND).card(OX).card(RAT).model("b1", at=(30, 30))


def names(scene, seat=0):
    return sorted(model.name for model in scene.g.state.crew_of(seat))


@pytest.mark.rule("M3E-SUMM-01", "M3E-SUMM-02", "M3E-SUMM-03")
def test_a_card_of_some_words_and_cost_is_chosen_and_summoned(ruleset):
    summon = w.Summon(
        words=("Guard",), cost_most=5, in_range=True, effects=(w.Gain(condition="slow", whom="it"),)
    )
    scene = scene_of(ruleset, summon, reach=6)
    scene.act("a1", "Act", A.spot([15.0, 10.0]))
    assert names(scene) == ["Hound", "a1"]
    new = next(model for model in scene.g.state.crew_of(0) if model.name == "Hound")
    assert (new.conditions, new.summoned, new.tokens) == ({"slow": 1}, 2, {"summon": 1})
    assert scene.seat("B").passes == 1


@pytest.mark.rule("M3E-SUMM-03", "M3E-HIRE-19")
def test_a_summon_with_an_upgrade_that_cannot_be_attached_brings_nobody(ruleset):
    summon = w.Summon(card="Hound", upgrade="Leash", number=2)
    scene = scene_of(ruleset, summon).upgrade(UpgradeCard(slug="leash", name="Leash", copies=1, summon=True))
    scene.act("a1", "Act", A.spot([11.181, 10.0]))
    assert names(scene) == ["Hound", "a1"]
    unknown = scene_of(ruleset, summon)
    unknown.act("a1", "Act")
    assert names(unknown) == ["a1"]


@pytest.mark.rule("M3E-SUMM-05")
def test_several_by_choice_up_to_the_limit(ruleset):
    summon = w.Summon(words=("Minion",), number=Chosen(least=0, most=4))
    scene = scene_of(ruleset, summon)
    hound, rat = A.card("hound"), A.card("rat")
    spots = ([11.181, 10.0], [8.819, 10.0], [10.0, 11.181])
    scene.act("a1", "Act", A.number(3), hound, A.spot(spots[0]), rat, A.spot(spots[1]), rat, A.spot(spots[2]))
    assert names(scene) == ["Hound", "Rat", "Rat", "a1"]


@pytest.mark.rule("M3E-REPL-01", "M3E-REPL-02", "M3E-REPL-04")
def test_a_model_is_replaced_by_a_dearer_one_that_is_chosen(ruleset):
    dearer = StatTest(stat="cost", is_=">", than=Stat(stat="cost", of="it"))
    replace = w.Replace(words=("Guard",), stats=(dearer,), effects=(w.Heal(amount=2, whom="it"),))
    scene = Scene(ruleset).card(HOUND).card(OX).model("b1", at=(30, 30))
    scene.model("a1", at=(10, 10), actions=(acting(replace),), cost=5, health=6, tokens={"t": 1})
    scene.act("a1", "Act", A.spot([11.181, 10.0]))
    (new,) = scene.g.state.crew_of(0)
    assert (new.name, new.tokens) == ("Ox", {"t": 1})
    assert new.health == 8


@pytest.mark.rule("M3E-BURY-01", "M3E-BURY-03")
def test_buried_and_unburied_near_somebody(ruleset):
    scene = scene_of(ruleset, w.Bury(whom="target"), targets="model", reach=40)
    scene.act("a1", "Act", A.target("b1"))
    assert scene["b1"].where == "buried"
    up = w.Unbury(whom=Models(buried=True, side="enemy"), within=3, of="self")
    raised = scene_of(ruleset, up).model("b2", where="buried")
    raised.act("a1", "Act", A.spot([13.0, 10.0]))
    assert (raised["b2"].where, raised["b2"].x) == ("table", 13.0)


@pytest.mark.rule("M3E-HIRE-19", "M3E-HIRE-20")
def test_upgrades_are_attached_discarded_and_moved(ruleset):
    reacts = Ability(name="Glad", parts=(w.Reaction(moment="attached", effects=(w.Draw(),)),))
    attach = w.Attach(upgrade="Mask", whom="target")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(attach, targets="model", reach=6),))
    scene.model("a2", at=(12, 10), abilities=(reacts,)).deck("A", "5r")
    scene.upgrade(UpgradeCard(slug="red", name="Red Mask")).upgrade(
        UpgradeCard(slug="blue", name="Blue Mask")
    )
    scene.act("a1", "Act", A.target("a2"), A.card("blue"))
    assert scene["a2"].upgrades == ("blue",)
    assert scene.cards_of("A", "hand") == "5r"
    move = w.DiscardUpgrade(upgrade="any", whom="target", to="self")
    give = acting(move, targets="model", reach=6)
    scene.run(lambda g: take_one(g, give), A.target("a2"))
    assert (scene["a1"].upgrades, scene["a2"].upgrades) == (("blue",), ())


def take_one(g, action):
    from rules.game.actions.take import take_action
    from rules.game.procedure.in_progress import ActionInProgress

    yield from take_action(g, ActionInProgress("a1", action))


# Decks


@pytest.mark.rule("M3E-FATE-14")
def test_the_top_of_the_deck_is_arranged_by_a_card(ruleset):
    scene = scene_of(ruleset, w.ArrangeCards(cards=3, draw=1)).deck("A", "1r 2m 3c")
    scene.act("a1", "Act", A.cards(["3c"]), A.cards(["2m", "1r"]))
    assert scene.cards_of("A", "hand") == "3c"
    assert [card.code for card in scene.seat("A").deck[:2]] == ["2m", "1r"]


@pytest.mark.rule("M3E-FATE-11", "M3E-FATE-08")
def test_cards_come_back_and_go_back(ruleset):
    dig = w.TakeFromDiscard(cards=1, any=True, suits=("mask",))
    scene = scene_of(ruleset, dig, w.HandToDeck(cards=1, to="bottom")).discard("A", "1r 2m")
    scene.act("a1", "Act")
    assert scene.seat("A").deck[-1].code == "2m"
    assert scene.cards_of("A", "discard") == "1r"
    shuffled = scene_of(ruleset, w.ShuffleDiscard()).discard("A", "1r 2m")
    shuffled.act("a1", "Act", B.cut(0))
    assert shuffled.cards_of("A", "discard") == ""


@pytest.mark.rule("M3E-FATE-15", "M3E-FATE-22", "M3E-ABIL-01")
@pytest.mark.parametrize(("how", "answers"), [("flip", [A.cheat("keep")]), ("reveal", []), ("discard", [])])
def test_what_follows_asks_about_the_card_that_was_flipped(ruleset, how, answers):
    from rules.game.scripts.selects import CardValue

    scene = scene_of(ruleset, w.FlipCard(how=how), w.Damage(amount=CardValue(), whom="self"))
    scene.deck("A", "3c").hand("A", "9r")
    scene.act("a1", "Act", *answers)
    assert scene["a1"].health == 5


@pytest.mark.rule("M3E-FATE-06")
def test_one_ability_makes_a_hand_larger_however_many_have_it(ruleset):
    wide = Ability(name="Wide", parts=(w.HandSize(amount=1),))
    scene = Scene(ruleset).model("a1", abilities=(wide,)).model("a2", at=(20, 20), abilities=(wide,))
    scene.model("b1", at=(30, 30))
    assert (most_cards(scene.g, 0), most_cards(scene.g, 1)) == (7, 6)


# Deployment


def deploying(ruleset, part, *answers):
    scene = Scene(ruleset).model("a1", where="reserve", abilities=(Ability(name="Scout", parts=(part,)),))
    scene.model("b1", at=(18, 20)).crew("A", zone="south").crew("B", zone="north")
    scene.state(deployment="Standard", phase="setup", turn=0)
    scene.run(lambda g: deploy_one(g, "a1"), *answers)
    return scene


@pytest.mark.rule("M3E-SETUP-19")
def test_deployed_beyond_the_zone_or_anywhere_but_near_the_enemy(ruleset):
    far = deploying(ruleset, w.Deploys(farther=6), A.deploy([18.0, 12.0]))
    assert not far.asked[-1].options.contains([18.0, 15.0])
    anywhere = deploying(
        ruleset, w.Deploys(anywhere=True, beyond_zone=6, beyond_models=4), A.deploy([5.0, 18.0])
    )
    options = anywhere.asked[-1].options
    assert not options.contains([18.0, 24.0])
    assert not options.contains([5.0, 25.0])
    assert len(list(options.listed())) > 20
    under = deploying(ruleset, w.Deploys(buried=True))
    assert under["a1"].where == "buried"
