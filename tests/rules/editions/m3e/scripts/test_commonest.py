"""The names that cards print most often, each at work as its script says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.passive import all_ignored, is_insignificant
from rules.editions.m3e.play.actions.available import can_be_taken, copies_of, legal_targets, menu
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.reach import is_engaged
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_trigger
from rules.editions.m3e.statcards import Action
from tests.rules.editions.m3e.scene import A, B, Scene
from tests.rules.editions.m3e.scripts.test_catalogue import RECORDS
from tests.rules.editions.m3e.scripts.test_scripted import known, printed

NEXT = (11.181, 10.0)
CLAW = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=3),))


def health(scene):
    return {name: scene[name].health for name in scene.models}


def conditions(name):
    return lambda scene: scene[name].conditions


def place(name):
    return lambda scene: (scene[name].x, scene[name].y)


def struck(ruleset, name, *answers, deck="9r", amount=2, theirs="2c", **b1):
    """a1 hits b1, which stands next to it, for ``amount``, and declares the Trigger."""
    suit = {"r": "ram", "c": "crow", "m": "mask", "t": "tome"}[deck.split()[0][-1]]
    hit = Action(
        name="Hit",
        icon="melee",
        reach=1,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=amount),),
        triggers=(scripted_trigger(name, (suit,), "Hit"),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,), health=5)
    scene.model("b1", at=NEXT, **b1).deck("A", deck).deck("B", theirs)
    return scene


FLIP = {"amount": (1, 3, 5)}
BURST = {"amount": (2, 2, 2)}
TRIGGERS = [
    ("Critical Strike", {}, (), health, {"a1": 5, "b1": 5}),
    ("Surge", {"deck": "9m 4c"}, (), lambda scene: scene.cards_of("A", "hand"), "4c"),
    ("Reposition", {"deck": "9m"}, (A.destination([7.0, 10.0]),), place("a1"), (7.0, 10.0)),
    ("Puncture", {**FLIP, "deck": "9r 2c 12m"}, (A.take("12m"),), health, {"a1": 5, "b1": 3}),
    ("Blaze", {"deck": "9t"}, (), conditions("b1"), {"burning": 1}),
    ("Infect", {"deck": "9c"}, (), conditions("b1"), {"poison": 1}),
    ("Severe Injury", {"deck": "9c"}, (), conditions("b1"), {"injured": 1}),
    ("Delay", {"deck": "9c"}, (), conditions("b1"), {"slow": 1}),
    ("Stagger", {"deck": "9c"}, (), conditions("b1"), {"staggered": 1}),
    ("Beautiful Clothes", {"deck": "9m"}, (), conditions("b1"), {"distracted": 1}),
    ("Preparations", {"deck": "9m"}, (), conditions("b1"), {"focused": 1}),
    ("Mutilate", {"deck": "9c"}, (), conditions("b1"), {"slow": 1}),
    ("Mutilate", {"deck": "9c", "conditions": {"slow": 1}}, (), health, {"a1": 5, "b1": 5}),
    ("Armor Piercing", {"abilities": known("Armor", 1)}, (), health, {"a1": 5, "b1": 6}),
    ("Tear Off a Bite", {"deck": "9c"}, (), health, {"a1": 7, "b1": 6}),
    ("Swift Action", {"deck": "9m 9c", "theirs": "2c 3c"}, (), health, {"a1": 5, "b1": 4}),
    ("Onslaught", {"deck": "9m 9c", "theirs": "2c 3c"}, (), health, {"a1": 5, "b1": 4}),
    ("Execute", {"deck": "9c"}, (), lambda scene: scene["b1"].where, "gone"),
    ("Knock Aside", {}, (A.destination([15.181, 10.0]),), place("b1"), (15.181, 10.0)),
    ("Under Pressure", {}, (A.destination([13.181, 10.0]),), place("b1"), (13.181, 10.0)),
    ("Daze", {}, (A.destination([14.0, 10.0]),), conditions("b1"), {"stunned": 1}),
    (
        "You're Comin' With Me",
        {},
        (A.destination([14.0, 10.0]), A.destination([12.819, 10.0])),
        place("a1"),
        (12.819, 10.0),
    ),
    ("On Your Heels", {}, (A.destination([12.362, 10.0]),), place("a1"), (12.362, 10.0)),
    ("Drop It!", {}, (B.spot([12.362, 10.0]),), lambda scene: scene.g.state.markers["m1"].kind, "scheme"),
    ("Mental Trauma", {"deck": "9c"}, (), health, {"a1": 5, "b1": 3}),
]


@pytest.mark.parametrize(
    ("name", "more", "answers", "look", "then"), TRIGGERS, ids=lambda v: v if isinstance(v, str) else None
)
def test_triggers_of_an_attack(ruleset, name, more, answers, look, then):
    scene = struck(ruleset, name, **more)
    scene.act("a1", "Hit", A.trigger(name), *answers)
    assert look(scene) == then


@pytest.mark.parametrize("name", ["Burst Damage", "Sweeping Strike"])
def test_triggers_that_add_a_blast(ruleset, name):
    scene = struck(ruleset, name, **BURST, deck="9r 9m").model("b2", at=(12.5, 10))
    scene.act("a1", "Hit", A.trigger(name), A.spot([12.755, 10.0]))
    assert health(scene) == {"a1": 5, "b1": 6, "b2": 6}


def test_quick_reflexes_strike_another(ruleset):
    scene = struck(ruleset, "Quick Reflexes", deck="9m 9c", theirs="2c 3c").model("b2", at=(10, 11.181))
    scene.act("a1", "Hit", A.target("b1"), A.trigger("Quick Reflexes"))
    assert health(scene) == {"a1": 5, "b1": 6, "b2": 6}


def test_a_coordinated_attack_is_a_friends(ruleset):
    scene = struck(ruleset, "Coordinated Attack", deck="9m 9c", theirs="2c 3c")
    scene.model("a2", at=(12.362, 10), actions=(CLAW,))
    scene.act("a1", "Hit", A.trigger("Coordinated Attack"), A.model("a2"), A.attack("Claw"))
    assert scene["b1"].health == 3


def test_a_loyal_servant_heals_one_near_the_target(ruleset):
    scene = struck(ruleset, "My Loyal Servant", deck="9m 9c").model("a2", at=(12, 12), health=4)
    scene.act("a1", "Hit", A.trigger("My Loyal Servant"))
    assert scene["a2"].health == 6


def test_drained_magic_is_a_card_of_the_target_and_another_of_ones_own(ruleset):
    scene = struck(ruleset, "Drain Magic", deck="9m 4c").hand("A", "3c").hand("B", "5c 6c")
    taken = (B.cheat("keep"), A.cheat("keep"), A.trigger("Drain Magic"), B.cards(["5c"]), A.use("yes"))
    scene.act("a1", "Hit", *taken, A.cards(["3c"]))
    assert (scene.cards_of("A", "hand"), scene.cards_of("B", "hand")) == ("4c", "6c")


# Abilities


def suffering(ruleset, ability, amount=2, health=8, **hit):
    scene = Scene(ruleset).model("a1", abilities=ability, health=health).model("b1", at=NEXT)
    scene.run(lambda g: damage(g, Hit("a1", amount, by="b1", **hit)))
    return scene["a1"].health


ATTACK = {"kinds": frozenset({"action", "attack", "melee"})}


@pytest.mark.parametrize(
    ("ability", "more", "left"),
    [
        (known("Armor", 1), {}, 7),
        (known("Hard to Kill"), {"amount": 5, "health": 4}, 1),
        (known("Incorporeal"), ATTACK, 7),
        (known("Incorporeal"), {"kinds": frozenset({"hazard"})}, 6),
        (known("Grit", None, "Hardened"), {"health": 4}, 3),
        (known("Grit", None, "Hardened"), {"health": 8}, 6),
    ],
    ids=["Armor", "Hard to Kill", "Incorporeal", "Incorporeal, a hazard", "Grit", "Grit, above half"],
)
def test_abilities_when_damage_is_suffered(ruleset, ability, more, left):
    assert suffering(ruleset, ability, **more) == left


def test_who_is_hard_to_wound_suffers_the_lower_flip(ruleset):
    tough = scripted_ability("Hard to Wound", None, "", "Lady Justice")
    scene = Scene(ruleset).model("a1", abilities=(tough,)).model("b1", at=NEXT)
    scene.deck("B", "12c 3m").run(lambda g: damage(g, Hit("a1", (1, 3, 5), by="b1")))
    assert scene["a1"].health == 7


def test_black_blood_splashes_on_others(ruleset):
    claws = printed("Claws", icon="melee", reach=1, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claws,)).deck("A", "9c 8m").deck("B", "2c")
    scene.model("b1", at=NEXT, abilities=known("Black Blood"))
    scene.act("a1", "Claws")
    assert health(scene) == {"a1": 7, "b1": 6}


def test_the_insignificant_do_not_interact_and_are_ignored(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Insignificant")).model("a2", at=(5, 5))
    interacts = {name: [act.name for act in menu(scene.g, scene[name])] for name in ("a1", "a2")}
    assert ["Interact" in names for names in interacts.values()] == [False, True]
    assert is_insignificant(scene.g, scene["a1"])


@pytest.mark.parametrize(
    ("name", "what"), [("Unimpeded", {"severe"}), ("Incorporeal", {"terrain", "hazardous", "models"})]
)
def test_what_is_no_hindrance(ruleset, name, what):
    scene = Scene(ruleset).model("a1", abilities=known(name)).model("a2")
    assert (all_ignored(scene.g, scene["a1"]), all_ignored(scene.g, scene["a2"])) == (what, set())


def test_who_flies_is_placed_beyond_others(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5, abilities=known("Flight")).model("b1", at=(12, 10))
    scene.act("a1", "Walk", A.use("yes"), A.destination([14.0, 10.0]))
    assert (scene["a1"].x, scene["a1"].y) == (14.0, 10.0)


@pytest.mark.parametrize(("far", "seen"), [(16.0, True), (18.5, False)])
def test_stealth_is_no_target_from_afar(ruleset, far, seen):
    shoot = Action(name="Shoot", icon="missile", reach=12, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shoot,))
    scene.model("b1", at=(far, 10), abilities=known("Stealth"))
    assert bool(legal_targets(scene.g, scene["a1"], shoot)) is seen


def test_a_gunfighter_shoots_in_a_melee(ruleset):
    shoot = Action(name="Shoot", icon="missile", reach=12, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shoot,), abilities=known("Gunfighter"))
    scene.model("b1", at=NEXT, actions=(CLAW,))
    names = [action.name for action in menu(scene.g, scene["a1"])]
    assert ("Shoot" in names, "Shoot (melee)" in names) == (False, True)


SHOOT = Action(name="Shoot", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=2),))


@pytest.mark.rule("M3E-ACT-14", "M3E-ENG-01")
def test_a_gunfighter_charges_with_its_gun_and_engages_by_it(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5, actions=(SHOOT,), abilities=known("Gunfighter"))
    scene.model("b1", at=(15, 10), actions=(CLAW,)).deck("A", "9c").deck("B", "2c")
    assert not is_engaged(scene.g, scene["b1"])
    scene.act("a1", "Charge", A.destination([13.8, 10.0]), A.attack("Shoot (melee)"))
    assert (scene["b1"].health, is_engaged(scene.g, scene["b1"])) == (6, True)


@pytest.mark.rule("M3E-TRIG-12", "M3E-ONCE-01")
def test_a_gun_fired_in_a_melee_is_the_same_action(ruleset):
    """It is taken again by that name, and its limit holds for both."""
    shoot = replace(SHOOT, once="turn", triggers=(scripted_trigger("Surge", ("mask",), "Shoot"),))
    again = replace(SHOOT, triggers=(scripted_trigger("Onslaught", ("mask",), "Shoot"),))
    for action, deck, health, left in ((shoot, "9m 4c", 6, False), (again, "9m 9c", 4, True)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,), abilities=known("Gunfighter"))
        scene.model("b1", at=NEXT, actions=(CLAW,)).deck("A", deck).deck("B", "2c 3c")
        scene.act("a1", next(copies_of(scene.g, scene["a1"])), A.trigger(action.triggers[0].name))
        assert scene["b1"].health == health
        assert ("Shoot (melee)" in [one.name for one in menu(scene.g, scene["a1"])]) is left


@pytest.mark.rule("M3E-DMG-02")
@pytest.mark.parametrize(("kinds", "poisoned"), [({"action", "melee"}, True), ({"ability"}, False)])
def test_bloated_stench_is_of_melee_actions_alone(ruleset, kinds, poisoned):
    """What an ability deals while one is resolved is none of its damage."""
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Bloated Stench")).model("b1", at=NEXT)
    hit = Hit("a1", 1, by="b1", kinds=frozenset(kinds), in_progress=ActionInProgress("b1", CLAW))
    scene.run(lambda g: damage(g, hit))
    assert scene["b1"].has("poison") is poisoned


@pytest.mark.rule("M3E-CHOICE-01", "M3E-COND-01")
@pytest.mark.parametrize(("held", "stones"), [({}, 1), ({"stunned": 1}, 0)])
def test_who_is_stunned_gains_nothing_for_being_stunned(ruleset, held, stones):
    scene = Scene(ruleset).model("a1", abilities=known("Mine Soulstone"), conditions=held).model("b1")
    scene.run(
        lambda g: happen(g, Happening("activation_begins", model=g.model("a1"))), A.use("Mine Soulstone:0:a1")
    )
    assert scene.seat("A").stones == stones


@pytest.mark.rule("M3E-CHOICE-03")
def test_nobody_chooses_to_suffer_what_would_kill_it(ruleset):
    scene = struck(ruleset, "Necrotic Decay", deck="9c")
    scene.models["a1"] = replace(scene.models["a1"], health=2)
    scene.act("a1", "Hit", A.trigger("Necrotic Decay"), A.number(1))
    assert (scene.asked[-1].options.most, health(scene)) == (1, {"a1": 1, "b1": 5})
    weak = Scene(ruleset).model("a1", at=(10, 10), health=1, actions=(CLAW,), abilities=known("Siphon Power"))
    weak.model("b1", at=NEXT).deck("A", "9c").deck("B", "2c")
    weak.act("a1", "Claw", A.use("Siphon Power:0:a1"))
    assert health(weak) == {"a1": 1, "b1": 5}


def test_a_flurry_is_one_more_blow_for_a_card(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(CLAW,), abilities=known("Flurry"))
    scene.model("b1", at=NEXT).hand("A", "1r").deck("A", "9c 9m").deck("B", "2c 3c").state(activating="a1")
    scene.act("a1", "Claw", A.cheat("keep"), A.use("Flurry:0:a1"))
    assert (scene["b1"].health, scene.cards_of("A", "hand")) == (2, "")


def test_who_eats_its_fill_heals_by_what_it_kills(ruleset):
    bite = Action(name="Bite", icon="melee", reach=1, stat=6, resist="df", effects=(w.Kill(),))
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), health=5, actions=(bite,), abilities=known("Eat Your Fill")
    )
    scene.model("b1", at=NEXT).deck("A", "9c").deck("B", "2c")
    scene.act("a1", "Bite")
    assert (scene["a1"].health, scene["b1"].where) == (7, "gone")


def test_an_accomplice_comes_next_for_a_card(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Accomplice")).model("a2", at=(12, 10))
    scene.model("b1", at=(30, 30)).hand("A", "1r")
    scene.run(activation_step, A.activate("a1"), A.action("end"), A.use("Accomplice:0:a1"), A.model("a2"))
    assert (scene.g.state.chain, scene.g.state.active) == (("a2",), 0)


def test_frenzied_charges_are_more_than_one(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Frenzied Charge")).model("a2", at=(5, 5))
    for name in ("a1", "a2"):
        scene.models[name] = replace(scene.models[name], once_activation={"Charge": 1})
    may = ["Charge" in [act.name for act in menu(scene.g, scene[name])] for name in ("a1", "a2")]
    assert may == [True, False]


# Actions


@pytest.mark.parametrize(
    ("name", "left"), [("Frantic Flailing", 6), ("Sharp Claws", 5), ("Claws", 6)], ids=str
)
def test_attacks_that_are_only_damage(ruleset, name, left):
    act = printed(name, icon="melee", reach=1, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).model("b1", at=NEXT)
    scene.deck("A", "9c 8m").deck("B", "2c").act("a1", name)
    assert scene["b1"].health == left


def test_a_lure_moves_the_target_its_own_mv_toward_the_lurer(ruleset):
    act = printed("Lure", icon="missile", reach=12, stat=6, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).model("b1", at=(20, 10), mv=4)
    scene.deck("A", "9c").deck("B", "2c").act("a1", "Lure", A.destination([16.0, 10.0]))
    assert (scene["b1"].x, scene["b1"].y) == (16.0, 10.0)


def test_a_leap_is_a_place(ruleset):
    act = printed("Leap", attack=False, reach=6, stat=6, tn=10)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).model("b1", at=(13, 10)).deck("A", "9c")
    scene.act("a1", "Leap", A.destination([16.0, 10.0]))
    assert (scene["a1"].x, scene["a1"].y) == (16.0, 10.0)


def test_a_grim_feast_is_a_corpse(ruleset):
    act = printed("Grim Feast", attack=False, reach=1)
    scene = Scene(ruleset).model("a1", at=(10, 10), health=3, actions=(act,)).deck("A", "8c")
    assert not can_be_taken(scene.g, scene["a1"], act)
    scene = Scene(ruleset).model("a1", at=(10, 10), health=3, actions=(act,)).deck("A", "8c")
    scene.marker("m0", "corpse", (11, 10)).act("a1", "Grim Feast")
    assert (scene["a1"].health, list(scene.g.state.markers)) == (5, [])


def test_a_juggernaut_heals_for_a_card(ruleset):
    act = printed("Juggernaut", attack=False, cost=(w.PayCards(cards=1),))
    scene = Scene(ruleset).model("a1", health=3, actions=(act,)).hand("A", "1r 2r").deck("A", "8c")
    scene.act("a1", "Juggernaut", A.cards(["1r"]), A.cheat("keep"))
    assert (scene["a1"].health, scene.cards_of("A", "hand")) == (5, "2r")


def test_the_reckless_are_fast_for_blood(ruleset):
    act = printed("Reckless", attack=False, bonus=True)
    scene = Scene(ruleset).model("a1", actions=(act,))
    scene.run(lambda g: take_action(g, ActionInProgress("a1", act)))
    assert (scene["a1"].health, scene["a1"].conditions) == (7, {"fast": 1})


def test_a_demise_burns_those_near(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Demise", 1, "Flaming")).model("b1", at=(18, 20))
    scene.model("b2", at=(5, 5)).run(lambda g: kill(g, "a1", by="b1", instant=True))
    assert [(scene[name].health, scene[name].conditions) for name in ("b1", "b2")] == [
        (7, {"burning": 1}),
        (8, {}),
    ]


def test_regeneration_and_grit_answer_as_their_model_activates(ruleset):
    both = known("Regeneration", 1) + known("Grit", None, "Hurt")
    scene = Scene(ruleset).model("a1", health=3, abilities=both).deck("A", "4c")
    begins = Happening("activation_begins", model=scene["a1"])
    scene.run(lambda g: happen(g, begins), A.order("Regeneration +1:0:a1"), A.use("Grit (Hurt):0:a1"))
    assert (scene["a1"].health, scene.cards_of("A", "hand")) == (4, "4c")


ELSEWHERE = {
    "Disguised",
    "Don't Mind Me",  # test_scripted.py
    "Manipulative",
    "Ruthless",
    "Terrifying",  # test_catalogue.py
}
OFTEN = 14


def test_every_name_that_is_printed_so_often_has_its_scene():
    """Sixty names, by what the cards of the catalogue print."""
    printed_names: Counter[str] = Counter()
    for record in RECORDS:
        figures = record["figures"]
        for ability in figures.get("abilities", ()):
            printed_names[re.sub(r" \(.*\)| [+-]?\d+$", "", ability["name"])] += 1
        for action in figures.get("actions", ()):
            printed_names.update(
                [action["name"], *(trigger["name"] for trigger in action.get("triggers", ()))]
            )
    often = {name for name, number in printed_names.items() if number >= OFTEN}
    here = Path(__file__).read_text(encoding="utf-8")
    assert len(often) >= 60
    assert {name for name in often if f'"{name}"' not in here} == set()
    assert ELSEWHERE <= often


@pytest.mark.rule("M3E-FATE-23", "M3E-DMG-06")
def test_a_damage_flip_with_a_minus_may_be_cheated_by_flay(ruleset):
    scene = struck(ruleset, "Flay", deck="9m 2c 3c", theirs="6c", amount=(1, 3, 5)).hand("A", "12r")
    scene.act("a1", "Hit", A.cheat("keep"), A.trigger("Flay"), A.cheat("12r"))
    assert scene["b1"].health == 3
