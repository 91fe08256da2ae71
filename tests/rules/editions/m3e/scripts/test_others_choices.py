"""Words that take something over from another model or change its choice: who Activates, whose effects an
Action has, how far a move goes, round whom a Shockwave lies, whose Cover counts."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.passive import has_cover, is_concealed
from rules.editions.m3e.play.effects.movement import move
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action
from rules.editions.m3e.scripts.script import TriggerScript
from rules.editions.m3e.scripts.selects import Acts, CardIs, Models, Suits
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.state import Lasting
from tests.rules.editions.m3e.scene import A, B, Scene

STRIKE = Action(
    name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(2, 3, 4)),)
)
FRIEND = Models(side="friendly")


def able(*parts):
    return (Ability(name="Special", parts=parts),)


def printed(name, model=""):
    found = scripted_ability(name, None, "", model)
    assert found is not None
    return found


def acting(name, attack=False, **figures):
    script = scripted_action(name, attack)
    assert script is not None
    return Action(
        name=name,
        targets=script.targets,
        restrictions=script.restrictions,
        effects=script.effects,
        parts=script.parts,
        **figures,
    )


def moody(ruleset, leader=True):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(printed("Mood Swings"),), leader=leader)
    scene.model("b1", at=(14, 10)).model("b2", at=(20, 10)).model("b3", at=(21, 14), activated=True)
    return scene.hand("A", "3c 4c").state(active=1)


@pytest.mark.rule("M3E-TURN-12")
def test_another_model_activates_instead_of_the_one_that_was_chosen(ruleset):
    scene = moody(ruleset)
    other = A.use("Mood Swings:0:b1")
    answers = (other, A.cards(["3c"]), B.action("end"))
    scene.run(activation_step, B.activate("b1"), *answers)
    assert scene["b2"].activated
    assert not scene["b1"].activated
    assert scene.cards_of("A", "hand") == "4c"


@pytest.mark.rule("M3E-TURN-12")
@pytest.mark.parametrize(("leader", "chosen"), [(False, "b1"), (True, "b2")], ids=["no Leader", "too far"])
def test_the_choice_stands_where_the_ability_does_not_reach(ruleset, leader, chosen):
    scene = moody(ruleset, leader)
    scene.run(activation_step, B.activate(chosen), B.action("end"))
    assert scene[chosen].activated


@pytest.mark.rule("M3E-ACT-21")
def test_an_action_has_the_effects_of_one_of_its_targets_attacks(ruleset):
    wave = Action(
        name="Wave", stat=5, resist="df", effects=(w.Shockwave(inches=1, stat="mv", tn=12, penalty=()),)
    )
    dear = Action(name="Dear", stat=5, resist="df", cost=(w.PayStones(stones=9),), effects=(w.Bury(),))
    burns = Action(
        name="Burns", stat=5, resist="df", effects=(w.Gain(condition="burning", value=2),), after=(w.Draw(),)
    )
    loathing = acting("Self Loathing", True, reach=10, stat=6, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(loathing,))
    scene.model("b1", at=(15, 10), actions=(STRIKE, wave, dear, burns)).deck("A", "9r 7r").deck("B", "2c")
    scene.act("a1", "Self Loathing", A.branch("0"))
    assert scene["b1"].health == 8 - 3
    named = next(ask for ask in scene.asked if ask.kind == "branch")
    assert [choice.label for choice in named.options.choices] == ["Strike", "Burns"]


@pytest.mark.rule("M3E-ACT-21", "M3E-ACT-22")
def test_what_comes_after_resolving_is_taken_over_too(ruleset):
    burns = Action(
        name="Burns",
        stat=5,
        resist="df",
        cost=(w.PayCards(),),
        effects=(w.Gain(condition="burning", value=2),),
        after=(w.Draw(),),
    )
    loathing = acting("Self Loathing", True, reach=10, stat=6, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(loathing,)).hand("A", "3c")
    scene.model("b1", at=(15, 10), actions=(burns,)).deck("A", "9r 7r").deck("B", "2c")
    scene.act("a1", "Self Loathing", A.cheat("keep"))
    assert scene["b1"].conditions == {"burning": 2}
    assert scene.cards_of("A", "hand") == "7r"


@pytest.mark.rule("M3E-MOVE-01")
@pytest.mark.parametrize(
    ("by", "far"), [("b1", 1), ("", 1), ("a2", 3)], ids=["its own", "nobody's", "a friend's"]
)
def test_a_move_is_shorter_unless_a_friendly_model_causes_it(ruleset, by, far):
    tentacles = acting("Grasping Tentacles", stat=7, tn=12, reach=6, icon="aura")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(tentacles,)).model("a2", at=(10, 18))
    scene.model("b1", at=(14, 10)).deck("A", "9r")
    scene.act("a1", "Grasping Tentacles")
    chooser = 0 if by == "a2" else 1
    wrong, right = ((A, B)[chooser].destination([14.0 + x, 10.0]) for x in (far + 0.2, far))

    def pushed(answer):
        scene.run(lambda g: move(g, "b1", 3, "push", by=by, chooser=chooser), answer)

    with pytest.raises(AssertionError, match="is no answer"):
        pushed(wrong)
    pushed(right)
    assert scene["b1"].x == 14 + far


@pytest.mark.rule("M3E-AREA-02")
def test_auras_of_one_name_shorten_a_move_once(ruleset):
    aura = w.Aura(inches=6, side="enemy", part=w.Shortens(inches=2), includes_self=False)
    held = tuple(
        Lasting(key=f"Grasp:{name}:{name}", name="Grasp", on=name, source=name, until="end_phase", part=aura)
        for name in ("a1", "a2")
    )
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("a2", at=(10, 12)).model("b1", at=(14, 10))
    scene.state(lasting=held)
    scene.run(lambda g: move(g, "b1", 5, "push", by="b1", chooser=1), B.destination([17.0, 10.0]))
    assert scene["b1"].x == 17


@pytest.mark.rule("M3E-AREA-10")
@pytest.mark.parametrize(
    ("answers", "hurt"),
    [((A.model("a2"),), {"b1"}), ((A.model("none"), A.spot([16.0, 10.0])), {"b1", "a2"})],
    ids=["round a model", "a Marker"],
)
def test_a_shockwave_may_lie_round_a_friendly_model_at_a_price(ruleset, answers, hurt):
    wave = Action(
        name="Bang", reach=8, effects=(w.Shockwave(inches=2, stat="mv", tn=9, penalty=(w.Damage(amount=3),)),)
    )
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), abilities=(printed("Uncontrollable Magic"),), actions=(wave,)
    )
    scene.model("a2", at=(15, 10), keywords=("Wizz-Bang",)).model("b1", at=(17, 10), mv=5)
    scene.deck("B", "5c 2c").deck("A", "1c 2c")
    order = () if len(answers) == 1 else (A.order("b1"),)
    scene.act("a1", "Bang", *answers, *order)
    centred = len(answers) == 1
    assert scene["a2"].health == 8 - (1 if centred else 3), "its centre is not in it and suffers 1"
    assert scene["b1"].health == (5 if centred else 8), "5 + 5 is 10: against 9, and 11 round a model"
    assert hurt
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-DUEL-12", "M3E-TOKEN-01")
@pytest.mark.parametrize(("card", "glowy"), [("9c", {"glowy": 1}), ("1c", {})])
def test_who_passes_a_duel_of_its_action_gains_a_token(ruleset, card, glowy):
    wave = Action(
        name="Bang", reach=8, effects=(w.Duel(stat="mv", tn=12, whom=Models(side="enemy", in_range=True)),)
    )
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), abilities=(printed("Crackling Energies"),), actions=(wave,)
    )
    scene.model("b1", at=(15, 10), mv=5).deck("B", card)
    scene.act("a1", "Bang")
    assert scene["b1"].tokens == glowy


@pytest.mark.rule("M3E-DUEL-14")
def test_a_duel_of_anothers_action_gives_no_token(ruleset):
    """An enemy's Action brings about the duel that this model's Terrifying asks for."""
    terrible = able(w.Terrifying(tn=10))
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), abilities=(printed("Crackling Energies"), *terrible), df=5
    )
    scene.model("b1", at=(11.2, 10), wp=5, actions=(STRIKE,)).deck("B", "9c 1c").deck("A", "9c")
    scene.act("b1", "Strike")
    assert scene["b1"].tokens == {}


@pytest.mark.rule("M3E-COVER-01", "M3E-COVER-02")
@pytest.mark.parametrize(("conditions", "sheltered"), [({"burning": 1}, False), ({}, True)])
def test_cover_and_concealment_of_certain_targets_are_ignored(ruleset, conditions, sheltered):
    shot = Action(name="Shot", icon="missile", reach=12, stat=5, resist="df")
    gives = able(w.Gives(what="cover"), w.Gives(what="concealment"))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(printed("Seeking Flames"),))
    scene.model("b1", at=(15, 10), abilities=gives, conditions=conditions)
    shooting = ActionInProgress("a1", shot, target_model=scene["b1"])
    assert has_cover(scene.g, scene["a1"], scene["b1"], shooting) is sheltered
    assert is_concealed(scene.g, scene["a1"], scene["b1"], shooting) is sheltered


@pytest.mark.rule("M3E-TRAIT-08")
def test_ground_that_does_damage_and_burns(ruleset):
    soul = acting("Smoldering Soul", stat=6, tn=10, reach=3, icon="aura", bonus=True)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(soul,)).deck("A", "9r")
    scene.model("b1", at=(16, 10)).model("b2", at=(16, 12), characteristics=("Witchling",))
    scene.act("a1", "Smoldering Soul")
    for name, y in (("b1", 10.0), ("b2", 12.0)):
        scene.run(lambda g, name=name: move(g, name, 5, "walk", by=name, chooser=1), B.destination([12.0, y]))
    assert (scene["b1"].health, scene["b1"].conditions) == (7, {"burning": 1})
    assert (scene["b2"].health, scene["b2"].conditions) == (8, {})


# Cards that are drawn


@pytest.mark.rule("M3E-FATE-05")
@pytest.mark.parametrize(
    ("draws", "tokens"),
    [
        (w.Draw(), {"sin": 1}),
        (w.Draw(cards=3), {"sin": 1}),
        (w.Draw(cards=0), {}),
        (w.Draw(player="own"), {}),
    ],
    ids=["a card", "three", "none", "its player"],
)
def test_a_model_that_draws_is_a_moment(ruleset, draws, tokens):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(printed("Flirtatious Wink"),))
    scene.model("b1", at=(14, 10), actions=(Action(name="Read", effects=(draws,)),))
    scene.model("b2", at=(24, 10), actions=(Action(name="Read", effects=(draws,)),))
    scene.act("b1", "Read")
    scene.act("b2", "Read")
    assert scene["b1"].tokens == tokens
    assert scene["b2"].tokens == {}, "too far"


# Suits that are chosen


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        (w.DuelModifier(suits=("chosen",)), ("duel_modifier.suit chosen",)),
        (w.ModifyDuel(suits=("chosen",)), ("modify_duel.suit chosen",)),
        (w.DiscardCards(suit="chosen"), ("discard.suit chosen",)),
        (w.If(test=CardIs(suits=("chosen",)), effects=()), ("card.suit chosen",)),
        (w.Draw(cards=Suits(suit="chosen")), ("suits.suit chosen",)),
        (TriggerScript(effects=(w.ChooseSuit(), w.DiscardCards(suit="chosen"))), ()),
        (TriggerScript(effects=(w.ChooseSuit(), w.Grant(part=w.DuelModifier(suits=("chosen",))))), ()),
        (
            TriggerScript(effects=(w.ChooseSuit(),), parts=(w.DuelModifier(suits=("chosen",)),)),
            ("duel_modifier.suit chosen",),
        ),
    ],
)
def test_a_suit_that_nobody_chose_is_not_carried_out(script, missing):
    assert lacking(script) == missing


def test_the_words_are_prompted_as_a_whole_where_nothing_reads_them():
    assert lacking(w.Shortens(inches=1)) == ()
    assert lacking(w.CentresShockwave(models=FRIEND)) == ()
    assert lacking(w.EffectsOf(acts=Acts(kind="attack"))) == ()
