"""Words that look at others: prices of Actions and targets, moves refused, healing barred or turned, suits of
cards, totals compared, arrivals that have Activated."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.passive import initiative_more, initiative_plus
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets, menu
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.movement import move
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.scoring.score import show
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.selects import (
    ActionStat,
    Acts,
    Chosen,
    Compare,
    Done,
    DuelWas,
    InHand,
    Is,
    Markers,
    Models,
    ResistStat,
    RevealedSchemes,
    SharedSuit,
    Times,
    TokensOn,
)
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.game.events.announcements import Targeted
from rules.game.state import Scheme
from tests.rules.editions.m3e.scene import A, B, Scene

STRIKE = Action(
    name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(2, 2, 2)),)
)
SHOT = Action(
    name="Shot", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=(2, 2, 2)),)
)
ENEMY = Models(side="enemy")


def able(*parts):
    return (Ability(name="Special", parts=parts),)


def acting(*effects, **more):
    return Action(name="Act", effects=effects, **more)


def heals(scene, name, amount=2):
    scene.run(lambda g: heal(g, name, amount, name))
    return scene[name].health


@pytest.mark.rule("M3E-HEAL-01")
def test_who_cannot_heal_does_not(ruleset):
    aura = w.Aura(inches=3, side="enemy", part=w.Cannot(what="heal"), includes_self=False)
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=able(aura))
    scene.model("b1", at=(12, 10), health=4).model("b2", at=(20, 10), health=4)
    assert heals(scene, "b1") == 4
    assert heals(scene, "b2") == 6


@pytest.mark.rule("M3E-COND-16")
def test_damage_of_poison_heals_instead_and_other_damage_does_not(ruleset):
    scene = Scene(ruleset).model(
        "a1", health=4, abilities=able(w.ConditionRule(condition="poison", heals=True), w.Armor(amount=1))
    )
    poison = frozenset({"poison", "condition"})
    scene.run(lambda g: damage(g, Hit("a1", 3, source="Poison", kinds=poison)))
    assert scene["a1"].health == 6, "what would have been suffered: 3 less Armor"
    scene.run(lambda g: damage(g, Hit("a1", 3, source="Burning", kinds=frozenset({"burning", "condition"}))))
    assert scene["a1"].health == 4


@pytest.mark.rule("M3E-MOVE-13")
def test_enemies_do_not_move_it_and_friends_do(ruleset):
    rooted = able(w.Cannot(what="be_moved", against=ENEMY))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=rooted).model("a2", at=(14, 10))
    scene.model("b1", at=(10, 14))
    scene.run(lambda g: move(g, "a1", 3, "push", by="b1", chooser=1))
    assert (scene["a1"].x, scene["a1"].y) == (10, 10)
    scene.run(lambda g: move(g, "a1", 3, "push", by="a2", chooser=0), A.destination([10.0, 8.0]))
    assert scene["a1"].y == 8


@pytest.mark.rule("M3E-MOVE-13", "M3E-ABIL-01")
def test_a_move_may_be_refused(ruleset):
    loth = able(w.Cannot(what="be_moved", against=ENEMY, optional=True))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=loth).model("b1", at=(10, 14))
    scene.run(lambda g: move(g, "a1", 3, "push", by="b1", chooser=1), A.use("yes"))
    assert scene["a1"].y == 10
    scene.run(lambda g: move(g, "a1", 3, "push", by="b1", chooser=1), A.use("no"), B.destination([10.0, 8.0]))
    assert scene["a1"].y == 8
    assert lacking(w.Cannot(what="cheat", optional=True))


@pytest.mark.rule("M3E-ACT-17", "M3E-ACT-25")
def test_an_action_at_a_price_is_paid_for_or_not_offered(ruleset):
    price = w.Cannot(what="act", acts=Acts(names=("Strike",)), unless=(w.PayCards(),))
    aura = w.Aura(inches=6, side="enemy", part=price, includes_self=False)
    scene = Scene(ruleset).model("b1", at=(11.2, 10), abilities=able(aura))
    scene.model("a1", at=(10, 10), actions=(STRIKE,)).hand("A", "3c").deck("A", "9r 5m").deck("B", "1c")
    assert can_be_taken(scene.g, scene["a1"], STRIKE)
    scene.act("a1", "Strike")
    assert scene.seat("A").hand == ()
    assert scene["b1"].health == 6
    assert not can_be_taken(scene.g, scene["a1"], STRIKE)


@pytest.mark.rule("M3E-ACT-18")
def test_to_target_anybody_else_costs_a_card_while_who_says_so_is_in_play(ruleset):
    part = w.Cannot(what="target", against=Models(besides=("self",)), unless=(w.PayCards(),))
    scene = Scene(ruleset).model(
        "b1", at=(11.2, 10), actions=(acting(w.Grant(part=part), targets="model", reach=6),)
    )
    scene.model("b2", at=(10, 11.2)).model("a1", at=(10, 10), actions=(STRIKE,)).hand("A", "")
    scene.act("b1", "Act", B.target("a1"))
    assert [model.id for model in legal_targets(scene.g, scene["a1"], STRIKE)] == ["b1"]
    rich = Scene(ruleset).model(
        "b1", at=(11.2, 10), actions=(acting(w.Grant(part=part), targets="model", reach=6),)
    )
    rich.model("b2", at=(10, 11.2)).model("a1", at=(10, 10), actions=(STRIKE,)).hand("A", "3c")
    rich.deck("A", "9r 5m").deck("B", "1c")
    rich.act("b1", "Act", B.target("a1"))
    rich.act("a1", "Strike", A.target("b2"))
    assert rich.seat("A").hand == ()
    assert rich["b2"].health == 6


@pytest.mark.rule("M3E-ACT-14", "M3E-ENG-03")
def test_charge_while_engaged(ruleset):
    free = able(w.ActionModifier(acts=Acts(names=("Charge",)), even_engaged=True))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=free, actions=(STRIKE,))
    scene.model("a2", at=(10, 11.5), actions=(STRIKE,)).model("b1", at=(11.2, 10.5), actions=(STRIKE,))
    assert "Charge" in [action.name for action in menu(scene.g, scene["a1"])]
    assert "Charge" not in [action.name for action in menu(scene.g, scene["a2"])]


@pytest.mark.rule("M3E-ENG-04")
def test_friends_that_are_ignored_for_friendly_fire(ruleset):
    for parts, minus in (
        ((), 1),
        ((w.SparesFire(),), 0),
        ((w.SparesFire(by=Models(words=("Scout",))),), 1),
    ):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(SHOT,))
        scene.model("a2", at=(16, 11.2), actions=(STRIKE,), abilities=able(*parts)).model("b1", at=(16, 10))
        scene.deck("A", "1m 2r 3c 4t").deck("B", "9c")
        shot = scene.act("a1", "Shot", A.target("b1"))
        assert shot.duel.actor.minus == minus, parts


@pytest.mark.rule("M3E-ENG-04")
def test_an_action_ignores_for_friendly_fire_only_those_it_names(ruleset):
    burning = w.Ignores(what=("friendly_fire",), of=Models(has=("burning",)))
    for conditions, minus in (({"burning": 1}, 0), ({}, 1)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(SHOT, parts=(burning,)),))
        scene.model("a2", at=(16, 11.2), actions=(STRIKE,), conditions=conditions).model("b1", at=(16, 10))
        scene.deck("A", "1m 2r 3c 4t").deck("B", "9c")
        assert scene.act("a1", "Shot", A.target("b1")).duel.actor.minus == minus


@pytest.mark.rule("M3E-ACT-21")
def test_what_an_action_changes_against_some_it_changes_against_no_other(ruleset):
    weak = Models(health="half")
    parts = (w.DuelModifier(plus=1, against=weak), w.DamageModifier(more=1, against=weak))
    for health, plus, left in ((4, 1, 1), (8, 0, 6)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STRIKE, parts=parts),))
        scene.model("b1", at=(11.2, 10), health=health).deck("A", "9m 9c 8m").deck("B", "1c")
        act = scene.act("a1", "Strike", *([A.take("9m")] if plus else []))
        assert (act.duel.actor.plus, scene["b1"].health) == (plus, left)


@pytest.mark.rule("M3E-DUEL-09")
def test_totals_with_a_suit_in_common(ruleset):
    draw = w.Reaction(
        moment="duel_ended",
        effects=(w.Draw(),),
        where=(DuelWas(opposed=True), SharedSuit()),
        once="activation",
    )
    for flipped, cards in (("2r", 1), ("2c", 0)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(STRIKE,), abilities=able(draw))
        scene.model("b1", at=(11.2, 10)).deck("A", "1r 3t 4t").deck("B", flipped)
        scene.act("a1", "Strike")
        assert len(scene.seat("A").hand) == cards


@pytest.mark.rule("M3E-ABIL-01")
def test_what_the_opponent_holds_and_has_revealed_is_counted(ruleset):
    fewer = w.If(
        test=Compare(left=InHand(opposing=True), is_=">", right=InHand()),
        effects=(w.Gain(condition="focused", whom="self"),),
    )
    open_ = w.If(
        test=Compare(left=RevealedSchemes(opposing=True), is_=">=", right=1),
        effects=(w.Gain(condition="fast", whom="self"),),
    )
    scene = Scene(ruleset).model("a1", actions=(acting(fewer, open_),)).hand("A", "3c").hand("B", "4c 5c")
    scene.crew("B", schemes=(Scheme(name="Vendetta", revealed=True), Scheme(name="Breakthrough")))
    scene.act("a1", "Act")
    assert scene["a1"].conditions == {"focused": 1, "fast": 1}
    other = Scene(ruleset).model("a1", actions=(acting(fewer, open_),)).hand("A", "3c").hand("B", "4c")
    other.crew("A", schemes=(Scheme(name="Vendetta", revealed=True),))
    other.act("a1", "Act")
    assert other["a1"].conditions == {}


@pytest.mark.rule("M3E-ACT-18")
def test_a_stat_higher_than_what_resists(ruleset):
    flinch = w.Reaction(
        moment="targeted",
        effects=(w.Gain(condition="shielded", whom="self"),),
        where=(Compare(left=ActionStat(), is_=">", right=ResistStat()),),
    )
    for df, shielded in ((4, True), (5, False)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(STRIKE,))
        scene.model("b1", at=(11.2, 10), df=df, abilities=able(flinch)).deck("A", "1r").deck("B", "13c")
        scene.act("a1", "Strike")
        assert scene["b1"].has("shielded") is shielded


@pytest.mark.rule("M3E-DUEL-09")
@pytest.mark.parametrize("as_cost", [False, True], ids=["by its effect", "as its cost"])
def test_the_suit_of_a_discarded_card_stays_in_the_totals(ruleset, as_cost):
    effects = (
        *(() if as_cost else (w.DiscardCards(),)),
        w.ChooseSuit(of_card=True),
        w.Grant(whom="self", part=w.DuelModifier(suits=("chosen",))),
    )
    cost = (w.PayCards(),) if as_cost else ()
    surge = Trigger(name="Surge", suits=("mask",), effects=(w.Draw(),))
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", triggers=(surge,))
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(acting(*effects, cost=cost), strike)).hand("A", "3m")
    )
    scene.model("b1", at=(11.2, 10)).deck("A", "9r 4t").deck("B", "1c")
    scene.act("a1", "Act")
    scene.act("a1", "Strike", A.trigger("Surge"))
    assert len(scene.seat("A").hand) == 1


@pytest.mark.rule("M3E-FATE-03")
def test_the_black_joker_has_no_suit_to_give(ruleset):
    effects = (
        w.DiscardCards(),
        w.ChooseSuit(of_card=True),
        w.Grant(whom="self", part=w.DuelModifier(suits=("chosen",))),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(*effects),)).hand("A", "BJ")
    scene.act("a1", "Act")
    assert [held.part.suits for held in scene.g.state.lasting if held.part is not None] == [()]


@pytest.mark.rule("M3E-SUMM-03")
def test_who_arrives_activated_brings_no_pass_token(ruleset):
    zombie = StatCard(slug="zombie", name="Zombie", health=3, limit=9, abilities=able(w.ArrivesActivated()))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(w.Summon(card="Zombie")),)).card(zombie)
    scene.act("a1", "Act", A.spot([11.181, 10.0]))
    new = next(model for model in scene.g.state.crew_of(0) if model.name == "Zombie")
    assert new.activated
    assert scene.seat("B").passes == 0


@pytest.mark.rule("M3E-TRIG-03")
def test_an_action_against_which_no_resistance_trigger_is_declared(ruleset):
    squeal = Trigger(name="Squeal", suits=("crow",), resists="df", effects=(w.Draw(),))
    for parts, asked in (((), True), ((w.ResisterCannot(trigger=True),), False)):
        claws = Action(name="Claws", icon="melee", reach=1, stat=5, resist="df", parts=parts)
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claws,))
        scene.model("b1", at=(11.2, 10), triggers=(squeal,)).deck("A", "1r").deck("B", "9c")
        scene.act("a1", "Claws", *([B.trigger("none")] if asked else []))


@pytest.mark.rule("M3E-ACT-14")
def test_plus_on_damage_of_what_a_charge_generates_alone(ruleset):
    part = w.DamageModifier(more=1, acts=Acts(generated_by=("Charge",)))
    assert not lacking(part)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(STRIKE,), abilities=able(part))
    scene.model("b1", at=(11.2, 10)).deck("A", "9r 5m").deck("B", "1c")
    scene.act("a1", "Strike")
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-TRIG-03", "M3E-FATE-23")
def test_an_action_against_which_the_resister_does_not_cheat(ruleset):
    for parts, asked in (((), True), ((w.ResisterCannot(cheat=True),), False)):
        claws = Action(name="Claws", icon="melee", reach=1, stat=5, resist="df", parts=parts)
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claws,)).model("b1", at=(11.2, 10))
        scene.deck("A", "9r").deck("B", "1c").hand("B", "13c")
        scene.act("a1", "Claws", *([B.cheat("keep")] if asked else []))


@pytest.mark.rule("M3E-DMG-10")
def test_damage_that_soulstones_do_not_reduce(ruleset):
    barred = able(w.Cannot(what="reduce_with_stones"))
    for abilities, asked in (((), True), (barred, False)):
        scene = Scene(ruleset).model("b1", station="Master", abilities=abilities).crew("B", stones=2)
        hit = Hit("b1", 2, source="Fire")
        scene.run(lambda g, hit=hit: damage(g, hit), *([B.stone("no")] if asked else []))
        assert scene["b1"].health == 6


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-17")
def test_a_longer_range_at_a_price_is_paid_only_beyond_the_printed_one(ruleset):
    far = w.ReachModifier(
        inches=10, acts=Acts(icons=("missile",)), cost=(w.PayCondition(condition="distracted"),)
    )
    scene = Scene(ruleset).model("a1", at=(5, 10), actions=(SHOT,), abilities=able(far))
    scene.model("b1", at=(15, 10)).model("b2", at=(25, 10)).deck("A", "1m 1c").deck("B", "9c 9r")
    assert [model.id for model in legal_targets(scene.g, scene["a1"], SHOT)] == ["b1"]
    keen = Scene(ruleset).model(
        "a1",
        at=(5, 10),
        actions=(SHOT,),
        conditions={"poison": 2},
        abilities=able(w.ReachModifier(inches=10, cost=(w.PayCondition(condition="poison"),))),
    )
    keen.model("b1", at=(15, 10)).model("b2", at=(25, 10)).deck("A", "1m 1c").deck("B", "9c 9r")
    keen.act("a1", "Shot", A.target("b1"))
    assert keen["a1"].conditions["poison"] == 2
    keen.act("a1", "Shot", A.target("b2"))
    assert keen["a1"].conditions["poison"] == 1


@pytest.mark.rule("M3E-MOVE-04", "M3E-MOVE-13")
def test_a_push_through_the_target_crosses_its_base(ruleset):
    push = w.Move(kind="push", inches=5, full=True, whom="self", through="target", ignoring=("models",))
    run = acting(push, targets="model", reach=6)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(run,)).model("b1", at=(11.5, 10))
    with pytest.raises(AssertionError, match="is no answer"):
        scene.act("a1", "Act", A.target("b1"), A.destination([10.0, 15.0]))
    again = Scene(ruleset).model("a1", at=(10, 10), actions=(run,)).model("b1", at=(11.5, 10))
    again.act("a1", "Act", A.target("b1"), A.destination([15.0, 10.0]))
    assert again["a1"].x == 15


@pytest.mark.rule("M3E-TRAIT-08", "M3E-AREA-01")
def test_ground_that_counts_as_hazardous_harms_who_crosses_it_or_acts_in_it(ruleset):
    hazard = w.Gives(what="hazardous", condition="burning", value=1)
    fire = w.Aura(inches=3, side="any", includes_self=False, part=hazard)
    push = acting(w.Move(kind="push", inches=10, whom="self"))
    scene = Scene(ruleset).model("a1", at=(18, 18), abilities=able(fire), actions=(acting(),))
    scene.model("b1", at=(12.5, 20.4), actions=(push,)).model("b2", at=(30, 30), actions=(acting(),))
    scene.model("b3", at=(18, 16), actions=(acting(),))
    scene.act("b1", "Act", B.destination([22.4, 20.4]))
    assert scene["b1"].has("burning"), "it was crossed on a way that began and ended outside"
    scene.act("b2", "Act")
    scene.act("a1", "Act")
    scene.act("b3", "Act")
    assert not scene["b2"].has("burning")
    assert not scene["a1"].has("burning"), "not its own"
    assert scene["b3"].has("burning")


@pytest.mark.rule("M3E-HEAL-01")
def test_healing_is_changed_or_goes_to_another(ruleset):
    more = able(w.Reaction(moment="heals", effects=(w.ChangeHeal(more=1),)))
    scene = Scene(ruleset).model("a1", health=2, abilities=more)
    assert heals(scene, "a1", 2) == 5
    taken = (w.ChangeHeal(nothing=True, onto="self"),)
    theft = w.Reaction(moment="would_heal", about="others", side="enemy", inches=6, effects=taken)
    other = Scene(ruleset).model("a1", at=(10, 10), health=2, abilities=able(theft))
    other.model("b1", at=(13, 10), health=2)
    assert heals(other, "b1", 2) == 2
    assert other["a1"].health == 4
    assert lacking(w.Reaction(moment="damaged", effects=(w.ChangeHeal(more=1),)))


@pytest.mark.rule("M3E-ACT-08", "M3E-ACT-09")
def test_an_attack_on_who_disengages_may_have_its_effects(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5)
    scene.model("b1", at=(11.2, 10), actions=(STRIKE,), abilities=able(w.PartingBlow()))
    scene.deck("B", "9r 5m").deck("A", "1c")
    answers = (B.attack("b1:Strike"), B.use("yes"), A.destination([5.0, 10.0]))
    scene.act("a1", "Disengage", *answers)
    assert scene["a1"].health == 6, "it dealt its damage"
    assert scene["a1"].x == 5, "and the Push is as long as Mv"
    slowed = Scene(ruleset).model("a1", at=(10, 10), mv=5)
    net = replace(STRIKE, effects=(w.Gain(condition="staggered"),))
    slowed.model("b1", at=(11.2, 10), actions=(net,), abilities=able(w.PartingBlow()))
    slowed.deck("B", "9r").deck("A", "1c")
    slowed.act("a1", "Disengage", B.attack("b1:Strike"), B.use("yes"), A.destination([7.0, 10.0]))
    assert not slowed.asked[-1].options.contains([6.9, 10.0]), "Mv as it is after the attack"


ORDERS = w.Aura(
    inches=6,
    side="friendly",
    models=Models(words=("Guard",)),
    part=w.TreatAsBonus(acts=Acts(names=("Concentrate",)), cost=(w.PayCards(),)),
)


@pytest.mark.rule("M3E-ACT-03")
def test_an_action_is_taken_as_a_bonus_action_at_a_price_and_by_nobody_else(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=able(ORDERS)).hand("A", "3c")
    scene.model("a2", at=(12, 10), keywords=("Guard",)).model("a3", at=(10, 12))
    for name in ("a2", "a3"):
        scene.models[name] = replace(scene.models[name], acts=2)
    assert "Concentrate" in [action.name for action in menu(scene.g, scene["a2"])]
    assert "Concentrate" not in [action.name for action in menu(scene.g, scene["a3"])], "it is no Guard"
    scene.act("a2", "Concentrate")
    assert scene.seat("A").hand == (), "without an Action left the price is paid unasked"
    assert (scene["a2"].acts, scene["a2"].bonus, scene["a2"].conditions) == (2, 1, {"focused": 1})
    assert "Concentrate" not in [action.name for action in menu(scene.g, scene["a2"])]


@pytest.mark.rule("M3E-ACT-03", "M3E-COND-13")
@pytest.mark.parametrize(("answer", "spent"), [("yes", (0, 1)), ("no", (1, 0))])
def test_who_has_actions_left_is_asked_whether_to_pay(ruleset, answer, spent):
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), keywords=("Guard",), abilities=able(ORDERS)).hand("A", "3c")
    )
    scene.act("a1", "Concentrate", A.use(answer))
    assert (scene["a1"].acts, scene["a1"].bonus) == spent
    assert len(scene.seat("A").hand) == (answer == "no")


@pytest.mark.rule("M3E-DMG-08")
@pytest.mark.parametrize(("irreducible", "suffered", "left"), [(False, 1, 1), (True, 5, 3)])
def test_damage_is_lowered_at_a_price_after_armor_unless_it_is_irreducible(
    ruleset, irreducible, suffered, left
):
    number = Times(amount=Chosen(least=1, most=TokensOn(name="glowy")), by=-1)
    paid = w.Reaction(
        moment="reducing",
        optional=True,
        effects=(w.Token(name="glowy", number=number, whom="self"), w.ChangeHit(reduce=Done(), floor=1)),
    )
    scene = Scene(ruleset).model("a1", abilities=able(paid, w.Armor(amount=2)), tokens={"glowy": 3})
    answers = () if irreducible else (A.use("Special:0:a1"), A.number(2))
    scene.run(lambda g: damage(g, Hit("a1", 5, irreducible=irreducible)), *answers)
    assert 8 - scene["a1"].health == suffered
    assert scene["a1"].tokens == {"glowy": left}


@pytest.mark.rule("M3E-TIME-03")
def test_damage_changed_to_one_cannot_be_lowered_further(ruleset):
    undying = w.Reaction(
        moment="would_suffer", effects=(w.ChangeHit(nothing=True, floor=1, irreducible=True),)
    )
    scene = Scene(ruleset).model("a1", abilities=able(undying), conditions={"shielded": 2})
    scene.run(lambda g: damage(g, Hit("a1", 5)))
    assert scene["a1"].health == 7
    assert scene["a1"].conditions == {"shielded": 2}


@pytest.mark.rule("M3E-BURY-01")
def test_who_is_on_the_table_is_no_buried_model(ruleset):
    deep = w.Reaction(
        moment="activation_begins",
        where=(Is(who="self", like=Models(buried=True)),),
        effects=(w.Kill(whom="self"),),
    )
    scene = Scene(ruleset).model("a1", abilities=able(deep))
    scene.run(lambda g: happen(g, Happening("activation_begins", model=scene["a1"])))
    assert scene["a1"].in_play


@pytest.mark.rule("M3E-TIME-09")
def test_an_action_taken_again_at_another_marker_does_not_find_the_same(ruleset):
    again = w.TakeAction(again=True, name="Burn", different=True, optional=False)
    burn = Action(
        name="Burn", stat=5, tn=5, reach=6, targets="marker", triggers=(Trigger(name="On", effects=(again,)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(burn,)).deck("A", "9r 9m")
    scene.marker("m1", "pyre", (12, 10)).marker("m2", "pyre", (10, 12)).marker("m3", "pyre", (30, 30))
    scene.act("a1", "Burn", A.marker("m1"), A.trigger("On"))
    assert [event.target for event in scene.events(Targeted)] == ["m1", "m2"]


@pytest.mark.rule("M3E-TRIG-08")
def test_effects_of_a_trigger_that_come_instead_of_the_actions(ruleset):
    effects = (w.Damage(amount=1), w.Gain(condition="slow"))
    swap = Trigger(name="Swap", timing="when_resolving", effects=(w.Instead(effects=effects),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STRIKE, triggers=(swap,)),))
    scene.model("b1", at=(11.2, 10)).deck("A", "9r").deck("B", "1c")
    scene.act("a1", "Strike", A.trigger("Swap"))
    assert scene["b1"].health == 7, "neither the 2 of the Action nor the 1 of the Trigger twice"
    assert scene["b1"].conditions == {"slow": 1}


@pytest.mark.rule("M3E-TURN-05", "M3E-ABIL-02")
def test_initiative_flips_with_a_plus_and_with_more(ruleset):
    omens = w.Initiative(more=1)
    scene = Scene(ruleset).model("a1", abilities=able(omens)).model("a2", abilities=able(omens))
    scene.model("b1", abilities=able(w.Initiative(plus=1)))
    assert [initiative_more(scene.g, seat) for seat in (0, 1)] == [1, 0], "once for all copies"
    assert [initiative_plus(scene.g, seat) for seat in (0, 1)] == [0, 1], "and not in the first Turn alone"


@pytest.mark.rule("M3E-SCHEME-01")
def test_who_answers_when_the_opponent_reveals_a_scheme(ruleset):
    plot = w.Reaction(
        moment="scheme_revealed", side="enemy", effects=(w.Gain(condition="fast", whom="self"),)
    )
    scene = Scene(ruleset).model("a1", abilities=able(plot)).model("b1", at=(30, 30), abilities=able(plot))
    scene.crew("B", schemes=(Scheme(name="Take Prisoner"),))
    scene.run(lambda g: show(g, 1, g.crew(1).schemes[0]))
    assert scene["a1"].conditions == {"fast": 1}
    assert scene["b1"].conditions == {}


@pytest.mark.rule("M3E-COND-02")
def test_a_condition_moves_with_no_more_than_so_high_a_value(ruleset):
    steal = w.EndConditions(conditions=("poison", "burning"), move_to="self", most=2)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(steal, targets="model", reach=6),))
    scene.model("b1", at=(12, 10), conditions={"poison": 4, "slow": 1})
    scene.act("a1", "Act", A.target("b1"))
    assert scene["a1"].conditions == {"poison": 2}
    assert scene["b1"].conditions == {"slow": 1}


@pytest.mark.rule("M3E-AREA-09")
def test_markers_that_the_action_dropped_and_no_others(ruleset):
    near = Models(side="enemy", within=2, of=Markers(kinds=("piano",), dropped=True), area="pulse")
    drop = w.DropMarker(kind="piano", in_range=True, number=2)
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), actions=(acting(drop, w.Gain(condition="slow", whom=near), reach=6),)
    )
    scene.marker("m1", "piano", (30, 30)).model("b1", at=(14, 10)).model("b2", at=(10, 14)).model(
        "b3", at=(31, 31)
    )
    scene.act("a1", "Act", A.spot([13.0, 10.0]), A.spot([10.0, 13.0]))
    assert [scene[name].conditions for name in ("b1", "b2", "b3")] == [{"slow": 1}, {"slow": 1}, {}]
