"""Selections, amounts and tests of card scripts, one by one: whom, how many, whether."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.choosing import (
    bodies_of,
    count,
    holds,
    is_act,
    markers_of,
    matching,
    matching_markers,
    model_in_play,
    model_meant,
    models_of,
    spot_of,
    whole_number,
)
from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.procedure.activity import Activity
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Flip
from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.fate.cards import Card
from tests.rules.editions.m3e.scene import A, B, Scene

HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")
SHOT = Action(name="Long Shot", icon="missile", reach=10, stat=5, resist="df")
SCREAM = Action(name="Scream", icon="pulse", reach=4)


def field(ruleset):
    """a1 is the model whose text it is; two friends, three enemies, one of them Buried."""
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), actions=(HIT,), keywords=("Guard",), leader=True, station="Master", cost=9
    )
    scene.model(
        "a2", at=(13, 10), keywords=("Guard",), station="Minion", upgrades=("mask",), health=4, cost=3
    )
    scene.model("a3", at=(30, 10), characteristics=("Living",), tokens={"soul": 2}, activated=True)
    scene.model("b1", at=(10, 11.9), actions=(SHOT,), conditions={"burning": 2, "adversary:Guard": 1})
    scene.model("b2", at=(20, 10), station="Henchman", sz=3, abilities=(Ability(name="Armor +1"),))
    twin = StatCard(slug="twin", name="a2", health=7, wp=7)
    scene.model("b3", at=(10, 30), card=twin, where="buried", health=3)
    return scene.upgrade(UpgradeCard(slug="mask", name="Red Mask")).state(activating="a1")


def ids(models):
    return " ".join(model.id for model in models)


PICKS = [
    ({}, "a1 a2 a3 b1 b2"),
    ({"side": "friendly"}, "a1 a2 a3"),
    ({"side": "enemy", "buried": True}, "b3"),
    ({"side": "friendly", "other": True}, "a2 a3"),
    ({"besides": ("target", "cause")}, "a1 a2 a3 b2"),
    ({"words": ("living", "Henchman")}, "a3 b2"),
    ({"words": ("leader",)}, "a1"),
    ({"all_words": ("Guard", "Minion")}, "a2"),
    ({"side": "friendly", "not_words": ("Guard",)}, "a3"),
    ({"same_name": True}, "a1"),
    ({"shares_keyword": True}, "a1 a2"),
    ({"has": ("adversary",)}, "b1"),
    ({"has": ("adversary:Kin",)}, ""),
    ({"side": "enemy", "lacks": ("burning",)}, "b2"),
    ({"tokens": "soul"}, "a3"),
    ({"tokens": "soul", "tokens_least": 3}, ""),
    ({"upgrade": "mask"}, "a2"),
    ({"upgrade": "any"}, "a2"),
    ({"side": "friendly", "no_upgrade": "Mask"}, "a1 a3"),
    ({"ability": "armor"}, "b2"),
    ({"action": "long shot"}, "b1"),
    ({"leader": True}, "a1"),
    ({"side": "friendly", "leader": False}, "a2 a3"),
    ({"uses_stones": True}, "a1 b2"),
    ({"side": "friendly", "activated": False}, "a1 a2"),
    ({"summoned": True}, ""),
    ({"health": "half"}, "a2"),
    ({"side": "friendly", "health": "full"}, "a1 a3"),
    ({"health": "hurt"}, "a2"),
    ({"stats": (s.StatTest(stat="sz", is_=">", than=2),)}, "b2"),
    ({"stats": (s.StatTest(stat="cost", is_="<", than=s.Stat(stat="cost")),), "side": "friendly"}, "a2 a3"),
    ({"stats": (s.StatTest(stat="lost", is_="!=", than=0),)}, "a2"),
    ({"within": 2}, "a1 a2 b1"),
    ({"within": 2, "area": "pulse"}, "a2 b1"),
    ({"within": 2, "area": "aura"}, "a1 a2 b1"),
    ({"within": s.ConditionValue(condition="burning", of="target")}, "a1 a2 b1"),
    ({"beyond": 2}, "a3 b2"),
    ({"side": "enemy", "within": 1, "of": s.Models(side="friendly")}, "b1"),
    ({"engaged": True}, "b1"),
    ({"side": "friendly", "engaged": False}, "a1 a2 a3"),
    ({"engaging": "target"}, "a1"),
    ({"engaging": "cause"}, ""),
    ({"engaged_by": "self"}, "b1"),
    ({"engaged_by": "it"}, ""),
    ({"contact": "self"}, ""),
    ({"sight_of": "self", "side": "enemy"}, "b1 b2"),
    ({"where": (s.Compare(left=s.Stat(stat="health", of="it"), is_="<=", right=4),)}, "a2"),
    ({"in_range": True}, ""),
    ({"damaged": True}, ""),
    ({"moved": True}, ""),
    ({"passed": True}, ""),
    ({"terrain": "any"}, ""),
]


@pytest.mark.rule("M3E-ACT-19", "M3E-CTRL-01", "M3E-MEAS-01", "M3E-AREA-01", "M3E-AREA-09", "M3E-MATH-02")
@pytest.mark.parametrize(("wanted", "found"), PICKS, ids=lambda value: str(value)[:60])
def test_which_models_a_selection_means(ruleset, wanted, found):
    scene = field(ruleset)
    assert ids(matching(scene.g, Effects("a1", "b1"), s.Models(**wanted))) == found


@pytest.mark.rule("M3E-ACT-18", "M3E-AREA-09", "M3E-TIME-02")
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"in_range": True}, "a2 b1"),
        ({"damaged": True}, "b1"),
        ({"moved": True}, "a2"),
        ({"passed": True}, "b2"),
    ],
)
def test_which_models_the_action_going_on_concerned(ruleset, wanted, found):
    scene = field(ruleset)
    shout = ActionInProgress("a1", SCREAM, damaged={"b1": 2, "b2": 0}, moves={"a2": []}, passed=["b2"])
    assert ids(matching(scene.g, Effects("a1", "b1", in_progress=shout), s.Models(**wanted))) == found


@pytest.mark.rule("M3E-ACT-18")
def test_who_acts_is_in_range_of_anything_but_a_pulse(ruleset):
    scene = field(ruleset)
    acting = Effects("a1", in_progress=ActionInProgress("a1", HIT))
    assert ids(matching(scene.g, acting, s.Models(in_range=True))) == "a1 b1"


@pytest.mark.rule("M3E-TRAIT-01")
def test_models_in_terrain_of_a_trait(ruleset):
    scene = field(ruleset).marker("m0", "pyre", (20, 10), traits=("hazardous",))
    for trait, found in (("hazardous", "b2"), ("any", "b2"), ("severe", "")):
        assert ids(matching(scene.g, Effects("a1"), s.Models(terrain=trait))) == found


MARKERS = [
    ({}, "m0 m1 m2 m3"),
    ({"kinds": ("Scrap",)}, "m0 m3"),
    ({"not_kinds": ("scrap",)}, "m1 m2"),
    ({"side": "friendly"}, "m1"),
    ({"side": "enemy"}, "m0 m2 m3"),
    ({"traits": ("hazardous",)}, "m2"),
    ({"within": 3}, "m0 m1"),
    ({"beyond": 3}, "m2 m3"),
    ({"contact": "self"}, "m0"),
    ({"contact": s.Models(side="enemy")}, "m3"),
    ({"sight_of": "self", "kinds": ("scheme",)}, "m1"),
    ({"besides": ("it_marker",)}, "m0 m2 m3"),
    ({"besides": ("target_marker",)}, "m0 m1 m2 m3"),
    ({"in_range": True}, ""),
    ({"within": 1, "of": s.Markers(kinds=("scheme",))}, "m1"),
    ({"within": 1, "of": "it_marker", "area": "pulse"}, ""),
]


def littered(ruleset):
    scene = field(ruleset).marker("m0", "scrap", (11.181, 10)).marker("m1", "scheme", (10, 14), seat=0)
    scene.marker("m2", "pyre", (10, 25), seat=1, traits=("hazardous",)).marker("m3", "scrap", (21.181, 10))
    return scene.marker("m9", "strategy", (10, 10))


@pytest.mark.rule("M3E-MARK-12", "M3E-MARK-05", "M3E-ACT-19")
@pytest.mark.parametrize(("wanted", "found"), MARKERS, ids=lambda value: str(value)[:60])
def test_which_markers_a_selection_means_never_a_strategy_marker(ruleset, wanted, found):
    scene = littered(ruleset)
    assert ids(matching_markers(scene.g, Effects("a1", it_marker="m1"), s.Markers(**wanted))) == found


@pytest.mark.rule("M3E-ACT-18")
def test_markers_in_range_of_the_action_and_the_one_it_targets(ruleset):
    scene = littered(ruleset)
    acting = ActionInProgress("a1", HIT, target_marker=scene.g.state.markers["m0"])
    effects = Effects("a1", in_progress=acting)
    assert ids(matching_markers(scene.g, effects, s.Markers(in_range=True))) == "m0"
    assert (
        ids(matching_markers(scene.g, effects, s.Markers(kinds=("scrap",), besides=("target_marker",))))
        == "m3"
    )
    assert ids(bodies_of(scene.g, effects, "target_marker")) == "m0"
    assert bodies_of(scene.g, Effects("a1"), "target_marker") == []


# Who


@pytest.mark.rule("M3E-GEN-04")
@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("self", "a1"),
        ("target", "b1"),
        ("it", "a3"),
        ("actor", "a2"),
        ("opponent", "b2"),
        ("leader", "a1"),
        ("cause", "b1"),
        ("killer", "b1"),
        ("attacker", "b1"),
    ],
)
def test_who_is_meant_by_a_plain_word(ruleset, word, name):
    scene = field(ruleset)
    duel = DuelInProgress(DuelSide("a1", 0, "df", 5), DuelSide("b2", 1, "df", 5))
    acting = ActionInProgress("a2", HIT)
    model = model_meant(scene.g, Effects("a1", "b1", "b1", it="a3", duel=duel, in_progress=acting), word)
    assert model is not None
    assert model.id == name


@pytest.mark.rule("M3E-GEN-04")
def test_who_is_meant_where_nothing_goes_on(ruleset):
    scene = field(ruleset)
    bare = Effects("a2", "b1")
    assert [model_meant(scene.g, bare, word).id for word in ("it", "actor", "opponent")] == ["b1", "a2", "b1"]
    assert model_meant(scene.g, bare, "cause") is None
    simple = Effects("a1", "b1", duel=DuelInProgress(DuelSide("a1", 0, "wp", 5)))
    assert model_meant(scene.g, simple, "opponent").id == "b1"
    stranger = Effects(
        "a3", "b1", duel=DuelInProgress(DuelSide("a1", 0, "wp", 5), DuelSide("b2", 1, "wp", 5))
    )
    assert model_meant(scene.g, stranger, "opponent").id == "b1"
    assert ids(bodies_of(scene.g, bare, "cause")) == ""


@pytest.mark.rule("M3E-KILL-03")
def test_who_left_play_is_still_meant_but_nothing_is_done_to_it(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", where="gone")
    assert model_meant(scene.g, Effects("a1", "b1"), "target").id == "b1"
    assert model_in_play(scene.g, Effects("a1", "b1"), "target") is None


# How many

AMOUNTS = [
    (s.Stat(stat="sz", of="cause"), 3),
    (s.Stat(stat="max_health", of="self"), 8),
    (s.Stat(stat="health", of="it"), 4),
    (s.Stat(stat="lost", of="it"), 4),
    (s.Stat(stat="cost"), 9),
    (s.ConditionValue(condition="burning"), 2),
    (s.ConditionValue(condition="poison"), 0),
    (s.ConditionsOn(of="target"), 2),
    (s.TokensOn(name="soul", of="self"), 1),
    (s.UpgradesOn(of="it"), 1),
    (s.UpgradesOn(name="sword", of="it"), 0),
    (s.InHand(), 2),
    (s.InHand(of="target"), 1),
    (s.PassTokens(of="target"), 3),
    (s.Stones(), 4),
    (s.TurnNumber(), 2),
    (s.Done(), 5),
    (s.CardValue(), 9),
    ("X", 6),
    (s.HowMany(models=s.Models(side="enemy")), 2),
    (s.HowManyMarkers(markers=s.Markers(kinds=("scrap",))), 1),
    (s.Sum(of=(2, s.Done(), s.Times(amount=s.InHand(), by=-1))), 5),
    (s.Times(amount=3, by=s.InHand()), 6),
    (s.Half(amount=5), 3),
    (s.Half(amount=5, down=True), 2),
    (s.Half(amount=7, by=3), 3),
    (s.Limit(amount=9, most=s.InHand()), 2),
    (s.Limit(amount=0, least=1), 1),
    (s.Limit(amount=5), 5),
    (s.Chosen(least=2), 2),
    (s.Chosen(least=2, most=4), 4),
    (s.IfCount(test=s.HasDone(least=5), then=1, otherwise=8), 1),
    (s.IfCount(test=s.HasDone(least=6), then=1, otherwise=8), 8),
    (s.NamedCost(), 0),
    (s.ActionDamage(), 0),
    (s.Difference(), 0),
    (s.Suits(suit="ram"), 0),
]


@pytest.mark.rule("M3E-GEN-05", "M3E-GEN-06", "M3E-MATH-01", "M3E-TOKEN-01")
@pytest.mark.parametrize(("amount", "number"), AMOUNTS, ids=lambda value: str(value)[:60])
def test_how_much_an_amount_is(ruleset, amount, number):
    scene = field(ruleset).model("a1", at=(10, 10), tokens={"soul": 1}, cost=9)
    scene.hand("A", "1r 2r").hand("B", "5c").crew("B", passes=3).crew("A", stones=4)
    scene.marker("m0", "scrap", (5, 5))
    effects = Effects("a1", "b1", "b2", it="a2")
    effects.memory.done, effects.memory.x, effects.memory.card = 5, 6, Card.parse("9m")
    assert count(scene.g, effects, amount) == number


@pytest.mark.rule("M3E-GEN-05")
@pytest.mark.parametrize(
    "amount",
    [
        s.Stat(stat="sz", of="cause"),
        s.ConditionValue(condition="burning", of="cause"),
        s.ConditionsOn(of="cause"),
        s.TokensOn(name="soul", of="cause"),
        s.UpgradesOn(of="cause"),
        s.InHand(of="cause"),
        s.PassTokens(of="cause"),
        s.Stones(of="cause"),
        s.CardValue(),
        "X",
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_amount_of_nobody_is_nothing(ruleset, amount):
    assert count(field(ruleset).g, Effects("a1"), amount) == 0


@pytest.mark.rule("M3E-DUEL-09", "M3E-DUEL-12", "M3E-TIME-02", "M3E-SUMM-01")
def test_amounts_of_the_duel_and_the_action_going_on(ruleset):
    scene = field(ruleset)
    mine = DuelSide("a1", 0, "wp", 5, printed=("ram",), added=("ram", "tome"), extra=3)
    opposed = DuelInProgress(mine, DuelSide("b1", 1, "df", 6))
    acting = ActionInProgress("a1", HIT, damaged={"b1": 3}, named=("a1", "a2", "nobody"))
    effects = Effects("a1", "b1", duel=opposed, in_progress=acting)
    effects.memory.suit = "tome"
    suits = [count(scene.g, effects, s.Suits(suit=suit)) for suit in ("ram", "tome", "crow", "chosen", "any")]
    assert suits == [2, 1, 0, 1, 3]
    assert count(scene.g, effects, s.Suits(suit="ram", of="cause")) == 0
    assert count(scene.g, effects, s.Difference()) == 2
    assert count(scene.g, Effects("a1", duel=DuelInProgress(mine, tn=6)), s.Difference()) == 2
    assert count(scene.g, Effects("a1", duel=DuelInProgress(mine, tn=12)), s.Difference()) == 0
    assert (
        count(scene.g, Effects("a1", duel=DuelInProgress(DuelSide("b1", 1, "df", 5), mine)), s.Difference())
        == 3
    )
    assert [count(scene.g, effects, s.ActionDamage(of=of)) for of in ("target", "self")] == [3, 0]
    assert count(scene.g, effects, s.NamedCost()) == 12


# Whether


def test_each_relation_compares_as_it_says(ruleset):
    g = field(ruleset).g
    relations = {"<": (True, False, False), "<=": (True, True, False), "=": (False, True, False)}
    relations |= {">=": (False, True, True), ">": (False, False, True), "!=": (True, False, True)}
    for relation, outcomes in relations.items():
        tests = [s.Compare(left=left, is_=relation, right=2) for left in (1, 2, 3)]
        assert tuple(holds(g, Effects("a1"), test) for test in tests) == outcomes


YES, NO = s.HasDone(least=0), s.HasDone(least=1)
THREE = s.Models(side="friendly")
TESTS = [
    (s.Is(who="target", like=s.Models(side="enemy")), True),
    (s.Is(who="target", like=s.Models(side="friendly")), False),
    (s.Is(who="cause", like=s.Models()), False),
    (s.ThereAre(models=THREE), True),
    (s.ThereAre(models=THREE, least=4), False),
    (s.ThereAre(models=THREE, most=2), False),
    (s.ThereAre(models=THREE, least=3, most=3), True),
    (s.ThereAreMarkers(markers=s.Markers()), False),
    (s.ThereAreMarkers(markers=s.Markers(), least=0, most=0), True),
    (s.Not(test=YES), False),
    (s.Not(test=NO), True),
    (s.Every(tests=(YES, NO)), False),
    (s.Every(tests=(YES, YES)), True),
    (s.Some(tests=(YES, NO)), True),
    (s.Some(tests=(NO, NO)), False),
    (s.Acting(), False),
    (s.InActivation(who="self"), True),
    (s.InActivation(who="target"), False),
    (s.InActivation(who=s.Models(side="friendly")), True),
    (s.InActivation(who=s.Models(side="enemy")), False),
    (s.CardIs(), False),
    (s.DuelWas(), False),
    (s.Segment(least="weak"), False),
    (s.Took(), False),
    (s.Did(what="killed"), False),
]


@pytest.mark.rule("M3E-ABIL-01")
@pytest.mark.parametrize(("test", "true"), TESTS, ids=lambda value: str(value)[:60])
def test_whether_a_test_holds(ruleset, test, true):
    assert holds(field(ruleset).g, Effects("a1", "b1"), test) is true


@pytest.mark.rule("M3E-TURN-13")
def test_between_activations_nobody_activates(ruleset):
    scene = field(ruleset).state(activating=None)
    assert not holds(scene.g, Effects("a1", "b1"), s.InActivation(who="self"))
    assert not holds(scene.g, Effects("a1", "b1"), s.InActivation(who=s.Models()))


CARDS = [
    ({}, "5r", True),
    ({"suits": ("ram", "crow")}, "5r", True),
    ({"suits": ("crow",)}, "5r", False),
    ({"suits": ("crow",)}, "RJ", True),
    ({"suits": ("any",)}, "5r", True),
    ({"suits": ("chosen",)}, "5t", True),
    ({"suits": ("chosen",)}, "5r", False),
    ({"least": 5}, "5r", True),
    ({"least": 6}, "5r", False),
    ({"most": 5}, "5r", True),
    ({"most": 4}, "5r", False),
    ({"joker": "no"}, "RJ", False),
    ({"joker": "no"}, "5r", True),
    ({"joker": "any"}, "BJ", True),
    ({"joker": "any"}, "5r", False),
    ({"joker": "red"}, "RJ", True),
    ({"joker": "red"}, "BJ", False),
    ({"joker": "black"}, "BJ", True),
    ({"joker": "black"}, "RJ", False),
]


@pytest.mark.rule("M3E-FATE-03", "M3E-ABIL-01")
@pytest.mark.parametrize(("wanted", "code", "true"), CARDS)
def test_what_card_it_was(ruleset, wanted, code, true):
    effects = Effects("a1")
    effects.memory.card, effects.memory.suit = Card.parse(code), "tome"
    assert holds(field(ruleset).g, effects, s.CardIs(**wanted)) is true


DUELS = [
    ({}, True),
    ({"stats": ("df",)}, True),
    ({"stats": ("mv",)}, False),
    ({"opposed": True}, True),
    ({"opposed": False}, False),
    ({"plain": True}, False),
    ({"plain": False}, True),
    ({"won_by": "self"}, True),
    ({"won_by": "target"}, False),
    ({"won_by": "cause"}, False),
    ({"cheated_by": "target"}, True),
    ({"cheated_by": "self"}, False),
    ({"cheated_by": "cause"}, False),
]


@pytest.mark.rule("M3E-DUEL-12", "M3E-FATE-22")
@pytest.mark.parametrize(("wanted", "true"), DUELS)
def test_what_duel_it_was(ruleset, wanted, true):
    mine = DuelSide("a1", 0, "wp", 5, plus=1, success=True)
    theirs = DuelSide("b1", 1, "df", 5, flip=Flip(1, 0, 0, (), cheated=True))
    assert (
        holds(field(ruleset).g, Effects("a1", "b1", duel=DuelInProgress(mine, theirs)), s.DuelWas(**wanted))
        is true
    )


@pytest.mark.rule("M3E-DMG-04")
def test_how_the_damage_flip_came_out(ruleset):
    g = field(ruleset).g
    effects = Effects("a1", in_progress=ActionInProgress("a1", HIT, segment=1))
    said = [holds(g, effects, s.Segment(least=least)) for least in ("weak", "moderate", "severe")]
    assert said == [True, True, False]
    assert not holds(g, Effects("a1", in_progress=ActionInProgress("a1", HIT)), s.Segment(least="weak"))


ACTS = [
    ({}, True),
    ({"names": ("long shot", "Hit")}, True),
    ({"names": ("Walk",)}, False),
    ({"not_names": ("Hit",)}, False),
    ({"icons": ("melee",)}, True),
    ({"icons": ("missile", "none")}, False),
    ({"not_icons": ("melee",)}, False),
    ({"kind": "attack"}, True),
    ({"kind": "tactical"}, False),
    ({"kind": "general"}, False),
    ({"kind": "not_general"}, True),
    ({"bonus": True}, False),
    ({"bonus": False}, True),
    ({"resist": "df"}, True),
    ({"resist": "wp"}, False),
    ({"generated": True}, True),
    ({"generated": False}, False),
    ({"generated_by": ("Charge",)}, True),
    ({"generated_by": ("Walk",)}, False),
    ({"targets": s.Models(side="enemy")}, True),
    ({"targets": s.Models(side="friendly")}, False),
]


@pytest.mark.rule("M3E-ACT-01", "M3E-ACT-02", "M3E-ACT-03")
@pytest.mark.parametrize(("wanted", "true"), ACTS)
def test_what_action_goes_on(ruleset, wanted, true):
    scene = field(ruleset)
    acting = ActionInProgress("a1", HIT, generated=True, generated_by="charge", target_model=scene["b1"])
    effects = Effects("a1", "b1", in_progress=acting)
    assert holds(scene.g, effects, s.Acting(acts=s.Acts(**wanted))) is true


@pytest.mark.rule("M3E-ACT-01")
def test_whose_action_goes_on_and_one_without_a_target(ruleset):
    scene = field(ruleset)
    effects = Effects("b1", in_progress=ActionInProgress("a1", SCREAM))
    assert holds(scene.g, effects, s.Acting(by=s.Models(side="enemy")))
    assert not holds(scene.g, effects, s.Acting(by=s.Models(side="friendly")))
    assert not holds(scene.g, effects, s.Acting(acts=s.Acts(targets=s.Models())))
    walk = Action(name="Walk")
    kinds = [
        is_act(scene.g, None, walk, s.Acts(kind=kind)) for kind in ("general", "not_general", "tactical")
    ]
    assert kinds == [True, False, True]
    assert is_act(scene.g, None, walk, s.Acts(icons=("none",)))


@pytest.mark.rule("M3E-ACT-16", "M3E-KILL-04")
def test_what_was_done_since(ruleset):
    scene = field(ruleset)
    now, before = ActionInProgress("a1", HIT), ActionInProgress("a1", SCREAM)
    scene.g.in_progress.append(now)
    scene.g.activities += [
        Activity("a1", "took", action=SCREAM, within=before),
        Activity("a1", "killed", "b3", within=before),
        Activity("a1", "damaged", "b1", within=now),
    ]
    effects = Effects("a1", "b1", in_progress=now)

    def true(test):
        return holds(scene.g, effects, test)

    assert true(s.Took(acts=s.Acts(names=("Scream",))))
    assert not true(s.Took(acts=s.Acts(names=("Hit",))))
    assert not true(s.Took(acts=s.Acts(names=("Scream",)), since="action"))
    assert not true(s.Took(who="target"))
    assert true(s.Did(what="killed"))
    assert not true(s.Did(what="killed", since="action"))
    assert true(s.Did(what="damaged", since="action", to=s.Models(has=("burning",))))
    assert not true(s.Did(what="damaged", to=s.Models(has=("poison",))))
    assert not true(s.Did(what="damaged", who="target"))
    assert not true(s.Did(what="healed"))


# Choosing


def chosen(ruleset, wanted, *answers, kind=models_of):
    scene = littered(ruleset).hand("A", "1r 2r 3r")
    result = scene.run(lambda g: kind(g, Effects("a1", "b1", label="Text"), wanted), *answers)
    return ids(result) if isinstance(result, list) else result


@pytest.mark.rule("M3E-ACT-19")
def test_models_are_chosen_by_whom_the_card_says(ruleset):
    enemy = {"side": "enemy"}
    assert chosen(ruleset, s.Models(**enemy)) == "b1 b2"
    assert chosen(ruleset, s.Models(**enemy, which="one"), A.model("b2")) == "b2"
    assert chosen(ruleset, s.Models(**enemy, which="one", chosen_by="target"), B.model("b1")) == "b1"
    assert chosen(ruleset, s.Models(**enemy, which="one", optional=True), A.model("none")) == ""
    assert chosen(ruleset, s.Models(**enemy, within=2, which="one")) == "b1"
    assert chosen(ruleset, s.Models(**enemy, within=2, which="one", optional=True), A.model("b1")) == "b1"
    assert chosen(ruleset, s.Models(**enemy, which="some", number=2), A.model(["b2"])) == "b2"
    assert chosen(ruleset, s.Models(words=("Nobody",), which="one")) == ""
    assert chosen(ruleset, "target") == "b1"
    assert chosen(ruleset, "cause") == ""


@pytest.mark.rule("M3E-ACT-19", "M3E-MEAS-01")
def test_the_nearest_is_chosen_only_among_equals(ruleset):
    assert chosen(ruleset, s.Models(side="enemy", which="nearest")) == "b1"
    assert chosen(ruleset, s.Models(other=True, which="nearest", of=s.Models(words=("Master",)))) == "b1"
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(15, 10)).model("b2", at=(10, 15))
    nearest = s.Models(side="enemy", which="nearest")
    assert ids(scene.run(lambda g: models_of(g, Effects("a1"), nearest), A.model("b2"))) == "b2"


@pytest.mark.rule("M3E-ACT-19", "M3E-MARK-04")
def test_markers_are_chosen_by_whom_the_card_says(ruleset):
    scrap = {"kinds": ("scrap",)}
    assert chosen(ruleset, s.Markers(**scrap), kind=markers_of) == "m0 m3"
    assert chosen(ruleset, s.Markers(**scrap, which="one"), A.marker("m3"), kind=markers_of) == "m3"
    by_them = s.Markers(**scrap, which="one", chosen_by="target")
    assert chosen(ruleset, by_them, B.marker("m0"), kind=markers_of) == "m0"
    left = s.Markers(**scrap, which="one", optional=True)
    assert chosen(ruleset, left, A.marker("none"), kind=markers_of) == ""
    assert chosen(ruleset, s.Markers(kinds=("scheme",), which="one"), kind=markers_of) == "m1"
    assert chosen(ruleset, s.Markers(**scrap, which="nearest"), kind=markers_of) == "m0"
    assert (
        chosen(ruleset, s.Markers(**scrap, which="nearest", of=s.Models(side="enemy")), kind=markers_of)
        == "m3"
    )
    some = s.Markers(which="some", number=2)
    assert chosen(ruleset, some, A.marker(["m0", "m2"]), kind=markers_of) == "m0 m2"
    assert chosen(ruleset, s.Markers(kinds=("corpse",), which="one"), kind=markers_of) == ""
    assert chosen(ruleset, "it_marker", kind=markers_of) == ""


@pytest.mark.rule("M3E-ACT-19")
def test_one_body_is_chosen_where_a_selection_means_several(ruleset):
    assert chosen(ruleset, s.Models(side="enemy"), A.model("b2"), kind=spot_of).id == "b2"
    assert chosen(ruleset, s.Models(side="enemy", which="nearest"), kind=spot_of).id == "b1"
    assert chosen(ruleset, s.Markers(kinds=("scrap",)), A.marker("m3"), kind=spot_of).id == "m3"
    assert chosen(ruleset, s.Markers(kinds=("corpse",)), kind=spot_of) is None
    assert chosen(ruleset, "self", kind=spot_of).id == "a1"
    assert chosen(ruleset, "cause", kind=spot_of) is None


@pytest.mark.rule("M3E-ACT-19", "M3E-GEN-05")
def test_a_number_is_chosen_within_its_bounds_wherever_it_stands(ruleset):
    def number(amount, *answers):
        return chosen(ruleset, amount, *answers, kind=whole_number)

    assert number(s.Chosen(least=1, most=s.InHand()), A.number(3)) == 3
    assert number(s.Chosen(by="target", most=2), B.number(0)) == 0
    assert number(s.Chosen(least=1), A.number(21)) == 21
    assert number(s.Chosen(least=5, most=2)) == 5
    assert number(s.Sum(of=(1, s.Chosen(most=4))), A.number(2)) == 3
    assert number(s.Times(amount=s.Chosen(most=4), by=2), A.number(3)) == 6
    assert number(s.Half(amount=s.Chosen(most=4)), A.number(3)) == 2
    assert number(s.Limit(amount=s.Chosen(most=9), most=2), A.number(9)) == 2


@pytest.mark.rule("M3E-STONE-01")
def test_an_ability_makes_a_stone_user(ruleset):
    useful = Ability(name="Useful", parts=(w.UsesStones(),))
    scene = Scene(ruleset).model("a1", abilities=(useful,)).model("a2", at=(5, 5), station="Minion")
    assert ids(matching(scene.g, Effects("a1"), s.Models(uses_stones=True))) == "a1"
    assert ids(matching(scene.g, Effects("a1"), s.Models(uses_stones=False))) == "a2"
