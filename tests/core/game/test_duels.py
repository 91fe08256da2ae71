"""Duels, steps A to F (M3E-DUEL)."""

from __future__ import annotations

import pytest

from rules.core.game.abilities.words import Ability, Damage, Terrifying
from rules.core.game.duels.steps import simple_duel
from rules.core.game.events.talk import DuelEnded, TotalAnnounced
from rules.core.game.ruleset import Ruleset
from rules.core.game.statcards import Action, Trigger
from tests.core.game.scene import A, B, Scene

SHOTGUN = Action(
    name="Chesterfield Shotgun", icon="missile", reach=8, stat=6, resist="df", effects=(Damage(amount=2),),
    triggers=(Trigger(name="Surge", suits=("crow",)),),
)  # fmt: skip


def basse_and_pandora(ruleset: Ruleset, **policies: object) -> Scene:
    scene = Scene(ruleset, **policies)
    scene.model("a1", at=(10, 10), wp=5, station="Master", actions=(SHOTGUN,))
    terrifying = (Ability(name="Terrifying (13)", parts=(Terrifying(tn=13),)),)
    return scene.model("b1", at=(15, 10), df=5, station="Master", abilities=terrifying).crew("A", stones=2)


@pytest.mark.rule("M3E-DUEL-14", "M3E-DUEL-15", "M3E-FATE-22")
def test_basse_shoots_at_pandora(ruleset):
    """The rulebook's example, card by card."""
    scene = basse_and_pandora(ruleset).deck("A", "6c 9r 4m").deck("B", "10c").hand("A", "10t").hand("B", "1r")
    deed = scene.act(
        "a1", "Chesterfield Shotgun",
        A.stone("plus"), A.take("9r"), A.cheat("keep"),
        A.stone("no"), A.cheat("10t"), B.cheat("keep"),
    )  # fmt: skip
    assert deed.succeeded
    totals = [(e.model, e.total, e.suits) for e in scene.events(TotalAnnounced) if e.step == "final"]
    assert totals == [("a1", 14, ("ram",)), ("a1", 16, ("tome",)), ("b1", 15, ("crow",))]
    assert deed.duel is not None
    assert deed.duel.difference == 1
    assert scene.cards_of("A", "discard") == "6c 9r 4m 10t"
    assert scene["b1"].health == 6
    assert scene.seat("A").stones == 1


@pytest.mark.rule("M3E-DUEL-14")
def test_who_does_not_dare_fails_its_action(ruleset):
    scene = basse_and_pandora(ruleset).deck("A", "3c")
    deed = scene.act("a1", "Chesterfield Shotgun", A.stone("no"))
    assert not deed.succeeded
    assert scene["b1"].health == 8
    assert len(scene.events(DuelEnded)) == 1


@pytest.mark.rule("M3E-DUEL-01")
@pytest.mark.parametrize(("card", "success"), [("8c", True), ("7c", False)])
def test_a_simple_duel_meets_its_tn(ruleset, card, success):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", card)
    assert scene.run(lambda g: simple_duel(g, g.model("a1"), "wp", 13)) is success
