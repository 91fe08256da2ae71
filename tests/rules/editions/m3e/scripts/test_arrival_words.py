"""Words about arrivals: Summon, Replace, Bury, Unbury, Upgrades; and words about decks."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.procedure.hooks import most_cards
from rules.editions.m3e.play.setup.steps import deploy_one
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Chosen, Models, Stat, StatTest
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.game.table_access.spots import grid
from tests.rules.editions.m3e.scene import A, B, Scene

R30 = 15 / 25.4

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
    from rules.editions.m3e.play.actions.take import take_action
    from rules.editions.m3e.play.procedure.in_progress import ActionInProgress

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
    from rules.editions.m3e.scripts.selects import CardValue

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


@pytest.mark.rule("M3E-SETUP-19", "M3E-MEAS-03")
def test_deployed_beyond_the_zone_or_anywhere_but_near_the_enemy(ruleset):
    far = deploying(ruleset, w.Deploys(farther=6), A.deploy([18.0, 12.0]))
    assert not far.asked[-1].options.contains([18.0, 15.0])
    anywhere = deploying(
        ruleset, w.Deploys(anywhere=True, beyond_zone=6, beyond_models=4), A.deploy([5.0, 18.0])
    )
    options = anywhere.asked[-1].options
    assert not options.contains([18.0, 24.0])
    assert not options.contains([5.0, 25.0])
    edge = 28 - 6 - R30  # its own edge counts, and 6 inches are within 6 inches
    assert [options.contains(grid(5, edge - apart)) for apart in (0.002, 0)] == [True, False]
    side = 18 - 4 - 2 * R30
    assert [options.contains(grid(side - apart, 20)) for apart in (0.002, 0)] == [True, False]
    assert len(list(options.listed())) > 20
    under = deploying(ruleset, w.Deploys(buried=True))
    assert under["a1"].where == "buried"


# What else is said of who comes and goes


@pytest.mark.rule("M3E-SUMM-01", "M3E-ACT-21")
def test_who_is_not_on_the_table_or_has_no_place_summons_nobody(ruleset):
    hound = w.Summon(card="Hound")
    buried = Scene(ruleset).card(HOUND).model("a1", where="buried").model("b1", at=(30, 30))
    buried.run(lambda g: execute(g, (hound,), Effects("a1", "b1")))
    assert names(buried) == ["a1"]
    for word in (
        w.Summon(card="Hound", within=3, of="cause"),
        w.Summon(card="Hound", contact="cause"),
        w.Summon(card="Wolf"),
        w.Summon(words=("Guard",), all_words=("Plague",)),
        w.Summon(),
        w.Summon(words=("Guard",), not_words=("Minion",), cost_most=6),
    ):
        scene = scene_of(ruleset, word)
        scene.act("a1", "Act")
        assert names(scene) == ["a1"], word


@pytest.mark.rule("M3E-SUMM-01", "M3E-SUMM-03")
@pytest.mark.parametrize(
    ("more", "at"),
    [
        ({"anywhere": True}, [5.0, 30.0]),
        ({"contact": Models(side="enemy")}, [28.819, 30.0]),
        ({"within": 3, "of": Models(side="enemy", which="one")}, [26.0, 30.0]),
        ({"anywhere": True, "apart": 6.0}, [5.0, 30.0]),
    ],
    ids=lambda value: str(value)[:50],
)
def test_where_who_is_summoned_stands(ruleset, more, at):
    scene = scene_of(ruleset, w.Summon(card="Hound", **more))
    scene.act("a1", "Act", A.spot(at))
    (new,) = (model for model in scene.g.state.crew_of(0) if model.name == "Hound")
    assert [new.x, new.y] == at
    assert scene.asked[-1].options.contains([30.0, 27.0]) is ("within" in more or more == {"anywhere": True})


@pytest.mark.rule("M3E-SUMM-01", "M3E-MARK-04", "M3E-ACT-18")
def test_from_a_targeted_marker_which_goes(ruleset):
    summon = w.Summon(card="Hound", remove="corpse")
    scene = scene_of(ruleset, summon, targets="marker", reach=9).marker("m5", "corpse", (15, 10))
    scene.act("a1", "Act", A.spot([16.181, 10.0]))
    assert (names(scene), scene.g.state.markers) == (["Hound", "a1"], {})


@pytest.mark.rule("M3E-SUMM-01")
def test_a_summons_may_be_left_and_brings_those_named_on_declaring(ruleset):
    optional = scene_of(ruleset, w.Summon(card="Hound", optional=True))
    optional.act("a1", "Act", A.use("no"))
    assert names(optional) == ["a1"]
    optional.act("a1", "Act", A.use("yes"), A.spot([11.181, 10.0]))
    assert names(optional) == ["Hound", "a1"]
    declared = scene_of(ruleset, w.Summon(declared=True, number=9))
    spots = (A.spot([11.181, 10.0]), A.spot([8.819, 10.0]))
    declared.act("a1", "Act", *spots, named=("rat", "hound"))
    assert names(declared) == ["Hound", "Rat", "a1"]


@pytest.mark.rule("M3E-REPL-01", "M3E-REPL-03", "M3E-REPL-04")
def test_several_replace_one_or_one_several_and_it_may_be_left(ruleset):
    def replacing(word, *answers):
        scene = Scene(ruleset).card(HOUND).card(OX).card(RAT).model("b1", at=(30, 30))
        scene.model("a1", at=(10, 10), actions=(acting(word, targets="model", reach=9),), health=6)
        scene.model("a2", at=(13, 10), health=4)
        scene.act("a1", "Act", A.target("a2"), *answers)
        return names(scene)

    left, right = A.spot([8.819, 10.0]), A.spot([10.0, 11.181])
    heirs = (A.model("s1"), A.model("s2"))
    assert replacing(w.Replace(card="Hound", optional=True), A.use("no")) == ["a1", "a2"]
    assert replacing(w.Replace(card="Hound", optional=True), A.use("yes"), left) == ["Hound", "a2"]
    assert replacing(w.Replace(cards=("Hound", "rat")), left, right, *heirs) == ["Hound", "Rat", "a2"]
    assert replacing(w.Replace(card="Rat", number=2), left, right, *heirs) == ["Rat", "Rat", "a2"]
    assert replacing(w.Replace(card="Ox", together_with=("target", "self")), left) == ["Ox"]
    assert replacing(w.Replace(cards=("Hound", "Wolf"))) == ["a1", "a2"]
    assert replacing(w.Replace(card="Wolf")) == ["a1", "a2"]
    assert replacing(w.Replace(words=("Guard",), whom="cause")) == ["a1", "a2"]
    small = w.Replace(words=("Guard",), stats=(StatTest(stat="health", is_="<", than=9),))
    assert replacing(small, left) == ["Hound", "a2"]


@pytest.mark.rule("M3E-BURY-03", "M3E-BURY-01")
def test_where_and_whether_who_was_buried_comes_back(ruleset):
    def raised(word, *answers, **more):
        scene = scene_of(ruleset, word, **more).model("a2", where="buried")
        scene.act("a1", "Act", *answers)
        return scene["a2"].where, (scene["a2"].x, scene["a2"].y)

    gone = ("buried", (18.0, 18.0))
    under = Models(buried=True)
    assert raised(w.Unbury(whom=under), A.spot([11.181, 10.0])) == ("table", (11.181, 10.0))
    assert raised(w.Unbury(whom=under, anywhere=True), A.spot([5.0, 30.0])) == ("table", (5.0, 30.0))
    enemies = Models(side="enemy")
    assert raised(w.Unbury(whom=under, contact=enemies), A.spot([28.819, 30.0]))[0] == "table"
    for nobody in ({"contact": "cause"}, {"within": 3, "of": "cause"}):
        assert raised(w.Unbury(whom=under, **nobody), A.spot([5.0, 5.0])) == ("table", (5.0, 5.0))
        zoned = scene_of(ruleset, w.Unbury(whom=Models(buried=True), **nobody)).model("b2", where="buried")
        zoned.crew("A", zone="south").crew("B", zone="north")
        zoned.act("a1", "Act", B.spot([5.0, 33.0]))
        assert not zoned.asked[-1].options.contains([5.0, 5.0]), "its owner's zone, whoever raised it"
        assert raised(w.Unbury(whom=under, no_zone=True, **nobody)) == gone
    assert raised(w.Unbury(whom=under, optional=True), A.use("no")) == gone
    assert raised(w.Unbury(whom=under, optional=True), A.use("yes"), A.spot([11.181, 10.0]))[0] == "table"
    on_table = scene_of(ruleset, w.Unbury(whom="self"))
    on_table.act("a1", "Act")
    assert on_table.asked == []


MASK = UpgradeCard(slug="mask", name="Red Mask")
CROWN = UpgradeCard(slug="crown", name="Crown")


def dressed(ruleset, word, *answers, upgrades=("mask", "crown")):
    """What a2 and a1 wear after the word about a2."""
    scene = Scene(ruleset).upgrade(MASK).upgrade(CROWN)
    scene.model("a1", at=(10, 10), actions=(acting(word, targets="model", reach=6),))
    scene.model("a2", at=(12, 10), upgrades=upgrades)
    scene.act("a1", "Act", A.target("a2"), *answers)
    return scene["a2"].upgrades, scene["a1"].upgrades


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-19")
def test_upgrades_are_discarded_all_some_or_of_a_name(ruleset):
    every = w.DiscardUpgrade(number=None)
    assert dressed(ruleset, every) == ((), ())
    assert dressed(ruleset, w.DiscardUpgrade(upgrade="mask")) == (("crown",), ())
    assert dressed(ruleset, w.DiscardUpgrade(upgrade="sword")) == (("mask", "crown"), ())
    assert dressed(ruleset, w.DiscardUpgrade(), A.card(["crown"])) == (("mask",), ())
    assert dressed(ruleset, w.DiscardUpgrade(optional=True), A.card([])) == (("mask", "crown"), ())
    assert dressed(ruleset, w.DiscardUpgrade(number=2)) == ((), ())
    assert dressed(ruleset, w.DiscardUpgrade(to="cause")) == (("mask", "crown"), ())
    assert dressed(ruleset, w.DiscardUpgrade(number=None, to="self")) == ((), ("mask", "crown"))
    unknown = dressed(ruleset, w.DiscardUpgrade(), A.card(["relic"]), upgrades=("relic", "mask"))
    assert unknown == (("mask",), ())


@pytest.mark.rule("M3E-HIRE-19", "M3E-HIRE-20")
def test_an_upgrade_is_attached_where_it_may_and_may_be_left(ruleset):
    assert dressed(ruleset, w.Attach(upgrade="mask", whom="target"), upgrades=()) == (("mask",), ())
    assert dressed(ruleset, w.Attach(upgrade="mask", whom="target")) == (("mask", "crown"), ())
    assert dressed(ruleset, w.Attach(upgrade="sword", whom="target"), upgrades=()) == ((), ())
    optional = w.Attach(upgrade="mask", whom="target", optional=True)
    assert dressed(ruleset, optional, A.card("none"), upgrades=()) == ((), ())
    assert dressed(ruleset, optional, A.card("mask"), upgrades=()) == (("mask",), ())


# Decks once more


@pytest.mark.rule("M3E-FATE-14", "M3E-FATE-04", "M3E-FATE-11")
def test_cards_are_looked_at_discarded_set_aside_and_put_under(ruleset):
    def arranged(*answers, deck="1r 2m 3c", **more):
        scene = scene_of(ruleset, w.ArrangeCards(cards=3, **more)).deck("A", deck)
        scene.act("a1", "Act", *answers)
        return scene

    milled = arranged(discard=1, suits=("mask",), must_discard=True, reorder=False)
    assert milled.cards_of("A", "discard") == "2m"
    assert [card.code for card in milled.seat("A").deck[:2]] == ["1r", "3c"]
    under = arranged(A.cards(["1r"]), bottom=1, reorder=False)
    assert under.seat("A").deck[-1].code == "1r"
    aside = arranged(A.cards(["3c"]), aside=1, reorder=False)
    assert aside.cards_of("A", "aside") == "3c"
    word = w.ArrangeCards(cards=2, bottom=1, reorder=False, deck="target", chooser="target")
    theirs = scene_of(ruleset, word, targets="model", reach=40).deck("B", "5c 6c")
    theirs.act("a1", "Act", A.target("b1"), B.cards(["5c"]))
    assert theirs.seat("B").deck[-1].code == "5c"


@pytest.mark.rule("M3E-FATE-14", "M3E-FATE-11")
def test_hands_and_decks_are_seen_by_one_player_or_both(ruleset):
    from rules.game.events.cards import CardsLookedAt, CardsShown

    def seen(**more):
        scene = scene_of(ruleset, w.LookAt(**more)).hand("A", "1r 2r").deck("A", "5c 6c")
        scene.act("a1", "Act")
        shown = [("both", event.cards) for event in scene.events(CardsShown)]
        return [(who, " ".join(card.code for card in cards)) for who, cards in shown] + [
            (event.by, " ".join(card.code for card in event.cards)) for event in scene.events(CardsLookedAt)
        ]

    assert seen(cards=2) == [(0, "5c 6c")]
    assert seen(source="hand", both=True) == [("both", "1r 2r")]
    assert seen(cards=0) == []


@pytest.mark.rule("M3E-FATE-04", "M3E-FATE-11", "M3E-FATE-08")
def test_cards_leave_the_game_come_back_or_go_on_the_deck(ruleset):
    scene = scene_of(ruleset, w.SetAside()).discard("A", "1r 2m")
    scene.act("a1", "Act")
    assert (scene.cards_of("A", "aside"), scene.cards_of("A", "discard")) == ("2m", "1r")
    empty = scene_of(ruleset, w.SetAside())
    empty.act("a1", "Act")
    assert empty.cards_of("A", "aside") == ""
    for to, pile in (("top", "deck"), ("aside", "aside"), ("hand", "hand")):
        taken = scene_of(ruleset, w.TakeFromDiscard(to=to)).discard("A", "1r 2m")
        taken.act("a1", "Act")
        assert getattr(taken.seat("A"), pile)[0].code == "2m"
        assert taken.cards_of("A", "discard") == "1r"
    for word, answers, hand in (
        (w.HandToDeck(optional=True), [A.cards([])], "1r 2m"),
        (w.HandToDeck(), [A.cards(["2m"])], "1r"),
    ):
        back = scene_of(ruleset, word).hand("A", "1r 2m")
        back.act("a1", "Act", *answers)
        assert back.cards_of("A", "hand") == hand


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-19")
def test_upgrades_are_picked_by_whom_the_word_says_and_counted(ruleset):
    def done(word, *answers):
        scene = Scene(ruleset).upgrade(MASK).upgrade(CROWN).model("a1", at=(10, 10))
        scene.model("b1", at=(12, 10), upgrades=("mask", "crown"))
        effects = Effects("a1", "b1", label="Text")
        effects.memory.done = 7
        scene.run(lambda g: execute(g, (word,), effects), *answers)
        return effects.done

    assert done(w.DiscardUpgrade(chooser="target"), B.card(["mask"])) == 1
    assert done(w.DiscardUpgrade(), A.card(["mask"])) == 1
    assert done(w.DiscardUpgrade(to="cause")) == 0
    assert done(w.DiscardUpgrade(number=None)) == 2
    assert done(w.Attach(upgrade="mask")) == 1
    assert done(w.Attach(upgrade="mask", whom="target")) == 0
    assert done(w.Attach(upgrade="mask", chooser="target", optional=True), B.card("none")) == 0
