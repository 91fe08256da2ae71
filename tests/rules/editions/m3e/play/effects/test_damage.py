"""Damage, reduction, killing and what it leaves (M3E-DMG, M3E-TIME, M3E-KILL)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import custom
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.announcements import DamageReduced
from rules.game.events.table import Killed
from tests.rules.editions.m3e.scene import A, B, Scene

NEXT = (11.181, 10.0)


def suffer(scene, amount, *answers, **hit):
    return scene.run(lambda g: damage(g, Hit("b1", amount, **hit)), *answers)


def victim(ruleset, policies=None, **model):
    scene = Scene(ruleset, **(policies or {})).model("a1", at=(5, 5))
    return scene.model("b1", **model)


@pytest.mark.rule("M3E-DMG-01", "M3E-TIME-04", "M3E-KILL-01", "M3E-GEN-06")
def test_health_drops_and_never_below_0(ruleset):
    scene = victim(ruleset, health=3)
    assert scene["b1"].most == 8
    assert suffer(scene, 2) == 2
    assert scene["b1"].health == 1
    assert suffer(scene, 5) == 1
    assert (scene["b1"].health, scene["b1"].where) == (0, "gone")


@pytest.mark.rule("M3E-DMG-02", "M3E-TIME-05")
def test_damage_suffered_is_what_is_left_after_reduction(ruleset):
    hurt = Ability(
        name="Hurt", parts=(w.Reaction(moment="damaged", effects=(w.Token(name="t", whom="self"),)),)
    )
    scene = victim(ruleset, abilities=(hurt,), conditions={"shielded": 1})
    assert suffer(scene, 1) == 0
    assert scene["b1"].tokens == {}
    assert suffer(scene, 1) == 1
    assert scene["b1"].tokens == {"t": 1}


@pytest.mark.rule("M3E-DMG-03")
@pytest.mark.parametrize(("policy", "suffered"), [("health_lost", 2), ("amount", 5)])
def test_does_overkill_count(ruleset, policy, suffered):
    assert suffer(victim(ruleset, {"suffered": policy}, health=2), 5) == suffered


@pytest.mark.rule("M3E-DMG-04")
def test_a_fixed_number_is_not_flipped_and_a_damage_flip_is_no_duel(ruleset):
    scene = victim(ruleset, station="Minion", triggers=()).deck("A", "12r")
    suffer(scene, 2, by="a1")
    assert scene.cards_of("A", "discard") == ""
    suffer(scene, (1, 2, 4), by="a1")
    assert scene["b1"].health == 2
    assert not [e for e in scene.g.fresh if type(e).__name__ in ("DuelBegan", "DuelEnded")]


@pytest.mark.rule("M3E-DMG-05")
def test_accuracy_by_the_difference_of_final_totals(ruleset):
    modifiers = {0: -2, 1: -1, 5: -1, 6: 0, 10: 0, 11: 1, 25: 1}
    assert {difference: ruleset.accuracy_of(difference) for difference in modifiers} == modifiers


@pytest.mark.rule("M3E-DMG-05", "M3E-TIME-02")
@pytest.mark.parametrize(
    ("attack", "damage_cards", "answers", "health"),
    [
        ("5r", "13r 12r 1r", (), 7),  # a tie: two minuses
        ("9r", "13r 6r", (), 6),  # by 4: minus
        ("11r", "13r", (), 4),  # by 6: straight
    ],
)
def test_accuracy_in_an_attack(ruleset, attack, damage_cards, answers, health):
    hit = Action(
        name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,)).model("b1", at=NEXT)
    scene.deck("A", f"{attack} {damage_cards}").deck("B", "5c")
    scene.act("a1", "Hit", *answers)
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-DMG-05")
def test_eleven_ahead_is_a_plus(ruleset):
    hit = Action(
        name="Hit", icon="melee", reach=1, stat=7, resist="df", effects=(w.Damage(amount=(1, 2, 4)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,)).model("b1", at=NEXT)
    scene.deck("A", "10r 2r 13r").deck("B", "1c")
    scene.act("a1", "Hit", A.take("13r"))
    assert scene["b1"].health == 4


@pytest.mark.rule("M3E-DMG-06")
@pytest.mark.parametrize(("card", "health"), [("BJ", 8), ("RJ", 3)])
def test_jokers_on_a_damage_flip(ruleset, card, health):
    scene = victim(ruleset).deck("A", card)
    suffer(scene, (1, 2, 4), by="a1", more=1 if card == "BJ" else 0)
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-DMG-06")
def test_a_damage_flip_may_be_cheated_unless_it_had_a_minus(ruleset):
    scene = victim(ruleset).deck("A", "2r 3r 4r").hand("A", "12t")
    suffer(scene, (1, 2, 4), A.cheat("12t"), by="a1")
    assert scene["b1"].health == 4
    scene = victim(ruleset).deck("A", "2r 3r").hand("A", "12t")
    suffer(scene, (1, 2, 4), by="a1", minus=1)
    assert scene["b1"].health == 7


@pytest.mark.rule("M3E-DMG-07", "M3E-TIME-01", "M3E-STONE-03")
def test_a_stone_blocks(ruleset):
    scene = victim(ruleset, station="Master").crew("B", stones=2).deck("A", "12r 2r")
    suffer(scene, (1, 2, 4), B.stone("yes"), B.stone("no"), by="a1")
    assert (scene["b1"].health, scene.seat("B").stones) == (7, 1)


@pytest.mark.rule("M3E-DMG-07")
def test_no_block_against_a_fixed_number(ruleset):
    scene = victim(ruleset, station="Master").crew("B", stones=2)
    suffer(scene, 2, B.stone("no"), by="a1")
    assert [ask.rule for ask in scene.asked] == ["M3E-DMG-10"]


ARMOR = Ability(name="Armor +1", parts=(w.Armor(amount=1),))


@pytest.mark.rule("M3E-DMG-08", "M3E-TIME-03")
@pytest.mark.parametrize(("amount", "suffered"), [(3, 2), (2, 1), (1, 1), (0, 0)])
def test_armor_leaves_at_least_1(ruleset, amount, suffered):
    assert suffer(victim(ruleset, abilities=(ARMOR,)), amount) == suffered


@pytest.mark.rule("M3E-ABIL-02")
def test_armor_adds_up_and_other_copies_do_nothing(ruleset):
    twice = victim(ruleset, abilities=(ARMOR, ARMOR))
    assert suffer(twice, 4) == 2
    wound = Ability(name="Hard to Wound", parts=(w.HardToWound(),))
    scene = victim(ruleset, abilities=(wound, wound)).deck("A", "13r 12r 1r")
    suffer(scene, (1, 2, 4), by="a1")
    assert scene.cards_of("A", "discard") == "13r 12r"


@pytest.mark.rule("M3E-DMG-09")
def test_irreducible_ignores_every_reduction(ruleset):
    scene = victim(ruleset, abilities=(ARMOR,), conditions={"shielded": 2}, station="Master").crew(
        "B", stones=1
    )
    assert suffer(scene, 3, irreducible=True) == 3
    assert scene["b1"].conditions == {"shielded": 2}


@pytest.mark.rule("M3E-DMG-10", "M3E-STONE-02", "M3E-STONE-03")
@pytest.mark.parametrize(("card", "suffered"), [("BJ", 3), ("2c", 2), ("7c", 1), ("12c", 0), ("RJ", 0)])
def test_a_stone_reduces_after_everything_else(ruleset, card, suffered):
    scene = victim(ruleset, abilities=(ARMOR,), station="Henchman").crew("B", stones=1).deck("B", card)
    scene.hand("B", "13c")
    assert suffer(scene, 4, B.stone("yes")) == suffered
    assert scene.seat("B").stones == 0
    assert [e.by for e in scene.events(DamageReduced)] == ["Armor +1", "Soulstone"]


@pytest.mark.rule("M3E-STONE-02")
def test_block_and_reduction_are_two_effects(ruleset):
    scene = victim(ruleset, station="Master").crew("B", stones=2).deck("A", "12r 7r").deck("B", "12c")
    suffer(scene, (1, 2, 4), B.stone("yes"), B.stone("yes"), by="a1")
    assert (scene["b1"].health, scene.seat("B").stones) == (8, 0)


@pytest.mark.rule("M3E-DMG-12")
@pytest.mark.parametrize(
    ("policy", "answers", "suffered"),
    [
        ("shielded_last", (), 0),
        ("controller", (B.order("last"),), 0),
        ("controller", (B.order("first"),), 1),
    ],
)
def test_armor_and_shielded_on_two_damage(ruleset, policy, answers, suffered):
    scene = victim(ruleset, {"reduction_order": policy}, abilities=(ARMOR,), conditions={"shielded": 1})
    assert suffer(scene, 2, *answers) == suffered


@pytest.mark.rule("M3E-COND-08")
def test_shielded_drops_only_when_it_reduced(ruleset):
    scene = victim(ruleset, conditions={"shielded": 2})
    suffer(scene, 0)
    assert scene["b1"].conditions == {"shielded": 2}
    suffer(scene, 3)
    assert (scene["b1"].conditions, scene["b1"].health) == ({"shielded": 1}, 6)


@pytest.mark.rule("M3E-TIME-07", "M3E-TIME-08")
def test_damage_in_damage_waits_until_all_six_steps_are_done(ruleset):
    """b1 dies and its Demise hurts b2, whose own Demise hurts b3: one after the other."""

    def demise(name):
        return Ability(
            name=name,
            parts=(w.Reaction(moment="killed", effects=(w.Pulse(inches=3, effects=(w.Damage(amount=1),)),)),),
        )

    scene = Scene(ruleset).model("b1", at=(10, 10), health=1, abilities=(demise("Demise"),))
    scene.model("b2", at=(13, 10), health=1, abilities=(demise("Other"),)).model("b3", at=(16, 10))
    suffer(scene, 1)
    order = [
        (type(e).__name__, e.model) for e in scene.g.fresh if type(e).__name__ in ("Damaged", "LeftPlay")
    ]
    assert order == [
        ("Damaged", "b1"),
        ("LeftPlay", "b1"),
        ("Damaged", "b2"),
        ("LeftPlay", "b2"),
        ("Damaged", "b3"),
    ]


@pytest.mark.rule("M3E-TIME-06", "M3E-KILL-02", "M3E-KILL-06")
def test_the_four_parts_of_a_kill_in_order(ruleset):
    feast = Action(
        name="Hit",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        effects=(w.Damage(amount=9),),
        triggers=(),
    )
    glee = Ability(
        name="Glee", parts=(w.Reaction(moment="killing", effects=(w.Token(name="k", whom="self"),)),)
    )
    wail = Ability(
        name="Wail", parts=(w.Reaction(moment="killed", effects=(w.DiscardCards(cards=1, whom="cause"),)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(feast,), abilities=(glee,))
    scene.model("b1", at=NEXT, characteristics=("Living",), abilities=(wail,))
    scene.hand("A", "1r").deck("A", "9r").deck("B", "2c")
    scene.act("a1", "Hit", A.cheat("keep"), B.spot([11.181, 10.0]))
    names = [type(e).__name__ for e in scene.g.fresh]
    parts = ["Killed", "TokensSet", "Discarded", "MarkerDropped", "LeftPlay"]
    assert [name for name in names if name in parts] == parts
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, marker.mm, marker.seat) == ("corpse", 30, 1)


SAVED = Ability(name="Saved", parts=(w.Reaction(moment="dying", effects=(w.Heal(amount=2, whom="self"),)),))


@pytest.mark.rule("M3E-KILL-03", "M3E-TIME-06")
def test_a_heal_on_dying_saves_from_damage_and_not_from_an_instant_kill(ruleset):
    scene = victim(ruleset, health=2, abilities=(SAVED,))
    suffer(scene, 5)
    assert (scene["b1"].health, scene["b1"].where) == (2, "table")
    assert not scene.events(Killed)
    scene.run(lambda g: kill(g, "b1", instant=True))
    assert scene["b1"].where == "gone"
    assert len(scene.events(Killed)) == 1


@pytest.mark.rule("M3E-KILL-01")
def test_an_instant_kill_at_any_health(ruleset):
    scene = victim(ruleset, health=8)
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True))
    assert scene["b1"].where == "gone"


@pytest.mark.rule("M3E-KILL-04", "M3E-KILL-05")
def test_who_killed(ruleset):
    scene = victim(ruleset, health=1)
    suffer(scene, 1, by="a1", source="Burning")
    assert (scene.g.state.kills[0].by, scene.g.state.kills[0].by_seat) == ("a1", 0)
    scene = victim(ruleset, health=1)
    suffer(scene, 1, source="Burning")
    assert (scene.g.state.kills[0].by, scene.g.state.kills[0].by_seat) == ("", None)


@pytest.mark.rule("M3E-KILL-06", "M3E-KILL-07")
@pytest.mark.parametrize(
    ("characteristics", "kinds"),
    [
        (("Undead",), ["corpse"]),
        (("Beast", "Living"), ["corpse"]),
        (("Construct",), ["scrap"]),
        (("Construct", "Undead"), ["corpse", "scrap"]),
        (("Nightmare",), []),
    ],
)
def test_what_a_killed_model_leaves(ruleset, characteristics, kinds):
    scene = victim(ruleset, health=1, characteristics=characteristics)
    answers = [B.marker("scrap")] if len(kinds) > 1 else []
    answers += [B.spot([18.0, 18.0])] if kinds else []
    suffer(scene, 1, *answers)
    left = [marker.kind for marker in scene.g.state.markers.values()]
    assert left == (["scrap"] if len(kinds) > 1 else kinds)


@pytest.mark.rule("M3E-BURY-04")
def test_a_buried_model_leaves_nothing(ruleset):
    scene = victim(ruleset, health=1, where="buried", at=None, characteristics=("Living",))
    suffer(scene, 1)
    assert scene["b1"].where == "gone"
    assert not scene.g.state.markers


def test_hard_to_kill(ruleset):
    tough = Ability(name="Hard to Kill", parts=(w.HardToKill(),))
    scene = victim(ruleset, health=2, abilities=(tough,))
    assert suffer(scene, 5) == 1
    assert scene["b1"].health == 1
    suffer(scene, 1)
    assert scene["b1"].where == "gone"


@pytest.mark.rule("M3E-TIME-07")
def test_the_caller_hears_whether_damage_happened_or_waits(ruleset):
    """What b1's fall sets off returns ``None`` at once, and its hit tells afterwards."""
    told = []

    @custom("test:after-damage")
    def more(g, data, scene):
        hit = Hit("b2", 2, source="echo")
        told.append(((yield from damage(g, hit)), hit))

    echo = Ability(
        name="Echo", parts=(w.Reaction(moment="damaged", effects=(w.Registered(key="test:after-damage"),)),)
    )
    scene = victim(ruleset, abilities=(echo,)).model("b2", at=(10, 10))
    assert suffer(scene, 3) == 3
    ((answer, hit),) = told
    assert (answer, hit.suffered, scene["b2"].health) == (None, 2, 6)
