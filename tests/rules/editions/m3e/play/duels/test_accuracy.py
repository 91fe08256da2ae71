"""Variable flips that result from a duel: by the difference as whoever makes them sees it (M3E-DMG-05)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.game.events.cards import Flipped
from tests.rules.editions.m3e.scene import A, B, Scene

VARIABLE = w.Damage(amount=(1, 2, 4), whom="target")
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=3),))
BITE = Action(name="Bite", icon="melee", reach=1, stat=5, resist="df", effects=(VARIABLE,))


VARIABLE_ON_CAUSE = w.Damage(amount=(1, 2, 4), whom="cause")
COVER = Ability(name="Low", parts=(w.Gives(what="cover"),))


def duo(ruleset, action, **resisting):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,), health=9)
    return scene.model("b1", at=(11.181, 10), df=5, **resisting)


@pytest.mark.rule("M3E-DMG-05")
@pytest.mark.parametrize(
    ("resist", "flips", "health"),
    [
        ("2m", "12c 1m", 8),  # won by 1: minus, the lower of two
        ("8m", "12c 1m", 5),  # by 7: straight
        ("13m", "1m 12c", 5),  # by 12: plus, the higher of two
    ],
)
def test_a_resisters_trigger_flips_by_its_own_lead(ruleset, resist, flips, health):
    answer = Trigger(
        name="Riposte", suits=("mask",), resists="df", timing="after_succeeding", effects=(VARIABLE,)
    )
    scene = duo(ruleset, HIT, triggers=(answer,)).deck("A", "1c").deck("B", f"{resist} {flips}")
    take = (B.take("12c"),) if resist == "13m" else ()
    scene.act("a1", "Hit", B.trigger("Riposte"), *take)
    assert scene["a1"].health == health


@pytest.mark.rule("M3E-DMG-05", "M3E-COND-19", "M3E-KILL-02")
def test_a_demise_takes_nothing_of_the_attack_that_caused_it(ruleset):
    """Won by 2, with Focused: the attack has a minus and a plus, what answers it neither."""
    demise = Ability(
        name="Demise (Boom)",
        parts=(w.Reaction(moment="killed", effects=(w.Damage(amount=(1, 2, 4), whom="cause"),)),),
    )
    scene = duo(ruleset, HIT, abilities=(demise,), health=3)
    scene.deck("A", "3c 2c").deck("B", "1c 12c 1t")
    scene.models["a1"].conditions["focused"] = 1
    scene.act("a1", "Hit", A.focus("yes"), A.take("3c"))
    assert scene["a1"].health == 5, "one card, 12c, Severe"
    assert len(scene.events(Flipped)) == 2 + 1 + 1


@pytest.mark.rule("M3E-DMG-05", "M3E-COVER-01", "M3E-DMG-11")
def test_what_changes_the_attack_does_not_change_the_damage_of_an_ability(ruleset):
    """The shot's minus of Cover, its +2 and its Irreducible are the shot's alone."""
    shot = Action(
        name="Shot",
        icon="missile",
        reach=9,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=1, whom="target"),),
        triggers=(
            Trigger(
                name="Pierce",
                suits=("ram",),
                timing="when_resolving",
                effects=(w.ChangeDamage(irreducible=True), w.MoreDamage(amount=1)),
            ),
        ),
    )
    after = Ability(
        name="Echo",
        parts=(w.Reaction(moment="action_resolved", about="self", effects=(VARIABLE_ON_CAUSE,)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,), abilities=(after,))
    scene.model(
        "b1", at=(16, 10), health=9, abilities=(Ability(name="Armor +1", parts=(w.Armor(amount=1),)), COVER)
    )
    scene.deck("A", "12r 12c 1c").deck("B", "1c")
    scene.act("a1", "Shot", A.trigger("Pierce"))
    assert scene["b1"].health == 9 - 2 - (4 - 1), "2 Irreducible; then one card, Severe, less Armor"


@pytest.mark.rule("M3E-DMG-05", "M3E-GEN-05")
@pytest.mark.parametrize(("attack", "moved"), [("1c", 1), ("2c", 2), ("8c", 4)])
def test_a_number_that_an_opposed_action_flips_has_its_accuracy(ruleset, attack, moved):
    """A tie: the lowest of three cards; by 1 of two; by 7 the first alone."""
    number = Action(
        name="Pull",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        effects=(w.FlipNumber(profile=(1, 2, 4)), w.Token(name="x", number="X", whom="self")),
    )
    scene = duo(ruleset, number).deck("A", f"{attack} 12c 7c 3c").deck("B", "1m")
    scene.act("a1", "Pull")
    assert scene["a1"].tokens == {"x": moved}
