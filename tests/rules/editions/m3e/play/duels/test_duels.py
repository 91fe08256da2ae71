"""Duels, steps A to F (M3E-DUEL)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.scripts.words import Ability, Damage, Gives, Terrifying
from rules.editions.m3e.statcards import Action, Trigger
from rules.game.events.announcements import DuelEnded, TotalAnnounced
from tests.rules.editions.m3e.scene import A, B, Scene

SHOTGUN = Action(
    name="Chesterfield Shotgun",
    icon="missile",
    reach=8,
    stat=6,
    resist="df",
    effects=(Damage(amount=2),),
    triggers=(Trigger(name="Surge", suits=("crow",)),),
)


def basse_and_pandora(ruleset: Ruleset, **policies: object) -> Scene:
    scene = Scene(ruleset, **policies)
    scene.model("a1", at=(10, 10), wp=5, station="Master", actions=(SHOTGUN,))
    terrifying = (Ability(name="Terrifying (13)", parts=(Terrifying(tn=13),)),)
    return scene.model("b1", at=(15, 10), df=5, station="Master", abilities=terrifying).crew("A", stones=2)


@pytest.mark.rule("M3E-DUEL-14", "M3E-DUEL-15", "M3E-FATE-22")
def test_basse_shoots_at_pandora(ruleset):
    """The rulebook's example, card by card."""
    scene = basse_and_pandora(ruleset).deck("A", "6c 9r 4m").deck("B", "10c").hand("A", "10t").hand("B", "1r")
    in_progress = scene.act(
        "a1",
        "Chesterfield Shotgun",
        A.stone("plus"),
        A.take("9r"),
        A.cheat("keep"),
        A.stone("no"),
        A.cheat("10t"),
        B.cheat("keep"),
    )
    assert in_progress.succeeded
    totals = [(e.model, e.total, e.suits) for e in scene.events(TotalAnnounced) if e.step == "final"]
    assert totals == [("a1", 14, ("ram",)), ("a1", 16, ("tome",)), ("b1", 15, ("crow",))]
    assert in_progress.duel is not None
    assert in_progress.duel.difference == 1
    assert scene.cards_of("A", "discard") == "6c 9r 4m 10t"
    assert scene["b1"].health == 6
    assert scene.seat("A").stones == 1


@pytest.mark.rule("M3E-DUEL-14")
def test_who_does_not_dare_fails_its_action(ruleset):
    scene = basse_and_pandora(ruleset).deck("A", "3c")
    in_progress = scene.act("a1", "Chesterfield Shotgun", A.stone("no"))
    assert not in_progress.succeeded
    assert scene["b1"].health == 8
    assert len(scene.events(DuelEnded)) == 1


@pytest.mark.rule("M3E-DUEL-01")
@pytest.mark.parametrize(("card", "success"), [("8c", True), ("7c", False)])
def test_a_simple_duel_meets_its_tn(ruleset, card, success):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", card)
    assert scene.run(lambda g: simple_duel(g, g.model("a1"), "wp", 13)) is success


HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=2),))


def two(ruleset: Ruleset, action: Action = HIT, friendly: bool = False, **policies: object) -> Scene:
    """a1 hits b1, or its friend a2, in base contact."""
    scene = Scene(ruleset, **policies).model("a1", at=(10, 10), actions=(action,), station="Minion")
    return scene.model("a2" if friendly else "b1", at=(11.181, 10), df=5, station="Minion")


@pytest.mark.rule("M3E-DUEL-02", "M3E-DUEL-03", "M3E-DUEL-07", "M3E-DUEL-09")
def test_steps_in_order_with_totals_announced(ruleset):
    scene = two(ruleset).deck("A", "4r").deck("B", "9c")
    scene.act("a1", "Hit")
    totals = [(e.model, e.total, e.step) for e in scene.events(TotalAnnounced)]
    assert totals == [("a1", 9, "current"), ("b1", 14, "current"), ("a1", 9, "final"), ("b1", 14, "final")]


@pytest.mark.rule("M3E-DUEL-04", "M3E-CTRL-04")
def test_a_friendly_resister_may_relent_before_any_flip(ruleset):
    scene = two(ruleset, friendly=True).deck("A", "4r 9c")
    in_progress = scene.act("a1", "Hit", A.relent("yes"))
    assert in_progress.succeeded
    assert scene["a2"].health == 6
    assert [e.total for e in scene.events(TotalAnnounced) if e.step == "final"] == [9, 9]
    assert scene.cards_of("A", "discard") == "4r"


@pytest.mark.rule("M3E-DUEL-04")
def test_a_friend_that_does_not_relent_flips_from_the_same_deck(ruleset):
    scene = two(ruleset, friendly=True).deck("A", "4r 9c")
    assert not scene.act("a1", "Hit", A.relent("no")).succeeded
    assert scene.cards_of("A", "discard") == "4r 9c"


@pytest.mark.rule("M3E-DUEL-05")
@pytest.mark.parametrize(("policy", "declares"), [("total", False), ("total_and_suits", True)])
def test_what_a_relenter_copies(ruleset, policy, declares):
    scene = Scene(ruleset, relent_copies=policy).model("a1", at=(10, 10), actions=(HIT,))
    scene.model("a2", at=(11.181, 10), triggers=(Trigger(name="Squeal", suits=("ram",), resists="df"),))
    scene.deck("A", "4r")
    scene.act("a1", "Hit", A.relent("yes"), *([A.trigger("Squeal")] if declares else []))
    assert ("trigger" in scene.kinds()) is declares


@pytest.mark.rule("M3E-DUEL-06", "M3E-STONE-01", "M3E-STONE-02", "M3E-STONE-03")
def test_one_stone_each_before_the_flip_the_attacker_first(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,), station="Henchman")
    scene.model("b1", at=(11.181, 10), station="Master").crew("A", stones=2).crew("B", stones=1)
    scene.deck("A", "4r 8m").deck("B", "9c")
    scene.act("a1", "Hit", A.stone("plus"), B.stone("tome"), A.take("8m"))
    finals = [(e.total, e.suits) for e in scene.events(TotalAnnounced) if e.step == "final"]
    assert finals == [(13, ("mask",)), (14, ("crow", "tome"))]
    assert (scene.seat("A").stones, scene.seat("B").stones) == (1, 0)


@pytest.mark.rule("M3E-STONE-01")
def test_enforcers_and_minions_use_no_stones(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,), station="Enforcer")
    scene.model("b1", at=(11.181, 10), station="Minion").crew("A", stones=2).crew("B", stones=1)
    scene.act("a1", "Hit")
    assert "stone" not in scene.kinds()


@pytest.mark.rule("M3E-DUEL-07")
def test_the_active_player_chooses_the_card_first(ruleset):
    plus = Action(name="Hit", icon="melee", reach=1, stat=5, modifier=1, resist="df")
    scene = two(ruleset, plus).state(active=1)
    scene.model("b1", at=(11.181, 10), station="Master").crew("B", stones=1)
    scene.deck("A", "4r 8m").deck("B", "2c 3c")
    scene.act("a1", "Hit", B.stone("plus"), B.take("3c"), A.take("8m"))


@pytest.mark.rule("M3E-DUEL-08")
@pytest.mark.parametrize(
    ("attacker", "defender", "first"), [("4r", "9c", "A"), ("9r", "4c", "B"), ("6r", "6c", "B")]
)
def test_who_cheats_first(ruleset, attacker, defender, first):
    scene = two(ruleset).deck("A", attacker).deck("B", defender).hand("A", "1t").hand("B", "1m")
    order = (A.cheat("keep"), B.cheat("keep"))
    scene.act("a1", "Hit", *(order if first == "A" else order[::-1]))


@pytest.mark.rule("M3E-DUEL-07", "M3E-DUEL-08", "M3E-COVER-01")
@pytest.mark.parametrize(("attacker", "first"), [("6r", "A"), ("7r", "B")])
def test_cover_counts_in_the_totals_that_say_who_cheats_first(ruleset, attacker, first):
    """5 + 1 Df and a 6: an attacker with 11 has the lower total, one with 12 ties."""
    cover = Ability(name="Bodyguard", parts=(Gives(what="cover"),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(SHOTGUN, stat=5),))
    scene.model("b1", at=(15, 10), df=5, abilities=(cover,))
    scene.deck("A", attacker).deck("B", "6c").hand("A", "1t").hand("B", "1m")
    order = (A.cheat("keep"), B.cheat("keep"))
    scene.act("a1", "Chesterfield Shotgun", *(order if first == "A" else order[::-1]))


@pytest.mark.rule("M3E-FATE-25")
@pytest.mark.parametrize(("policy", "barred"), [("taken", False), ("revealed", True)])
def test_a_red_joker_left_lying_bars_only_under_its_policy(ruleset, policy, barred):
    minus = Action(name="Hit", icon="melee", reach=1, stat=5, modifier=1, resist="df")
    scene = two(ruleset, minus, red_joker_bars=policy).deck("A", "RJ 8m").deck("B", "2c").hand("B", "13c")
    scene.act("a1", "Hit", A.take("8m"), *([] if barred else [B.cheat("13c")]))


@pytest.mark.rule("M3E-FATE-25", "M3E-FATE-03")
def test_a_red_joker_taken_bars_the_opponent_and_has_a_suit(ruleset):
    scene = two(ruleset).deck("A", "RJ").deck("B", "2c").hand("B", "13c")
    assert scene.act("a1", "Hit", A.suit("tome")).succeeded
    (final,) = [e for e in scene.events(TotalAnnounced) if e.step == "final" and e.model == "a1"]
    assert (final.total, final.suits) == (19, ("tome",))


@pytest.mark.rule("M3E-FATE-25")
def test_a_red_joker_from_the_hand_bars_nobody(ruleset):
    scene = two(ruleset).deck("A", "2r").deck("B", "9c").hand("A", "RJ").hand("B", "13c")
    scene.act("a1", "Hit", A.cheat("RJ"), B.cheat("13c"), A.suit("ram"))


@pytest.mark.rule("M3E-FATE-03")
def test_the_black_joker_is_nought_without_suit(ruleset):
    scene = two(ruleset).deck("A", "BJ").deck("B", "2c").hand("A", "13r")
    scene.act("a1", "Hit")
    (final,) = [e for e in scene.events(TotalAnnounced) if e.step == "final" and e.model == "a1"]
    assert (final.total, final.suits) == (5, ())


BOTH = (Trigger(name="Trick", suits=("ram",), timing="immediately"),)


@pytest.mark.rule("M3E-DUEL-10", "M3E-DUEL-11")
@pytest.mark.parametrize(("policy", "first"), [("attacker", "A"), ("active", "B")])
def test_who_declares_a_trigger_first(ruleset, policy, first):
    action = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", triggers=BOTH)
    scene = Scene(ruleset, trigger_order=policy).model("a1", at=(10, 10), actions=(action,))
    scene.model("b1", at=(11.181, 10), triggers=(Trigger(name="Squeal", suits=("crow",), resists="df"),))
    scene.deck("A", "9r").deck("B", "2c").state(active=1)
    answers = (A.trigger("Trick"), B.trigger("none"))
    scene.act("a1", "Hit", *(answers if first == "A" else answers[::-1]))


@pytest.mark.rule("M3E-DUEL-12", "M3E-DUEL-13", "M3E-ACT-02")
@pytest.mark.parametrize(
    ("card", "defends", "success", "resisted"),
    [
        ("9r", "9c", True, False),  # a tie is the initiator's
        ("9r", "10c", False, True),
        ("9c", "2c", False, False),  # leads, but the TN wants a ram: both fail
        ("7r", "2c", False, False),  # leads, but misses the TN
    ],
)
def test_total_tn_and_suits_all_count(ruleset, card, defends, success, resisted):
    action = Action(
        name="Hit",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        tn=13,
        tn_suits=("ram",),
        effects=(Damage(amount=2),),
    )
    scene = two(ruleset, action).deck("A", card).deck("B", defends)
    in_progress = scene.act("a1", "Hit")
    (ended,) = scene.events(DuelEnded)
    assert (in_progress.succeeded, ended.success, ended.resisted) == (success, success, resisted)
    assert scene["b1"].health == (6 if success else 8)


@pytest.mark.rule("M3E-DUEL-12")
def test_printed_suits_count_towards_the_tn(ruleset):
    action = Action(name="Hit", stat=5, suits=("tome",), tn=10, tn_suits=("tome",))
    scene = Scene(ruleset).model("a1", actions=(action,)).deck("A", "6c")
    assert scene.act("a1", "Hit").succeeded
