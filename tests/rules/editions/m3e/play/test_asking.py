"""Questions that nothing depends on, and those next to them that something does depend on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.dialogue import Choice, OneOf, Several
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.asking import needless, recurring, with_next
from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.play.effects.markers import drop_touching
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.setup.steps import NOBODY
from rules.editions.m3e.play.turn import end_phase, step_a_pass, step_c_activate, step_c_initiative
from rules.editions.m3e.scripts.words import Ability, ActivateNext, Damage, Draw, PayCards, Prompted, Reaction
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.game.asking import (
    CHEATING_AHEAD,
    CORPSE_AND_SCRAP,
    ONLY_TRIGGER,
    WHAT_PAYS,
    WON_INITIATIVE,
    abilities,
    ending,
    habits_from,
    usual_answer,
    words_of,
)
from rules.game.events.table import SpentAction
from rules.game.procedure.asks import Ask, RecurringUse
from tests.rules.editions.m3e.scene import Scene

CLUB = Action(name="Club", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=2),))
SABRE = Action(name="Sabre", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=(1, 3, 5)),))
DRAWS = Trigger(name="Quick", suits=("mask",), timing="when_resolving", effects=(Draw(),))


def open_question(scene, procedure, *answers):
    """The question that stands open after those answers."""
    running = procedure(scene.g)
    ask = next(running)
    for value in answers:
        ask = running.send(value)
    return ask


def willpower(scene, tn=10):
    return open_question(scene, lambda g: simple_duel(g, g.model("a1"), "wp", tn))


def attack(scene, action, *answers):
    in_progress = ActionInProgress("a1", action)
    return open_question(scene, lambda g: take_action(g, in_progress), *answers)


def both(scene, ask):
    """What is answered without asking where nobody else plays, and between two people."""
    return needless(scene.g, ask, alone=True), needless(scene.g, ask, alone=False)


@pytest.mark.rule("M3E-FATE-22", "M3E-DUEL-12")
def test_a_reached_target_number_asks_for_no_cheat(ruleset):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", "5r").hand("A", "13m")
    ask = willpower(scene)
    assert ask.kind == "cheat"
    assert both(scene, ask) == ("keep", "keep")


def test_a_missed_one_asks_where_a_card_of_the_hand_reaches_it(ruleset):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", "4r").hand("A", "2m 5c")
    assert both(scene, willpower(scene)) == (None, None)
    poor = Scene(ruleset).model("a1", wp=5).deck("A", "4r").hand("A", "2m 3c")
    assert both(poor, willpower(poor)) == ("keep", None), "the opponent must not learn that no card helps"
    far = Scene(ruleset).model("a1", wp=5).deck("A", "4r").hand("A", "13m")
    assert both(far, willpower(far, tn=30)) == ("keep", "keep"), "no card of any hand reaches it"


def answers_to_cheating(effect, **fields):
    reaction = Reaction("cheated", (effect,), **fields)
    card = StatCard(slug="seer", name="Seer", health=8, df=5, wp=5, mv=5, sz=2)
    return replace(card, abilities=(Ability(name="Sees it", parts=(reaction,)),))


@pytest.mark.rule("M3E-FATE-22", "M3E-ABIL-03")
def test_what_the_other_side_does_when_one_cheats_is_no_reason_to_be_asked(ruleset):
    punishes = answers_to_cheating(Damage(amount=1, whom="target"), about="others", side="enemy", inches=6.0)
    scene = Scene(ruleset).model("b1", at=(12, 10), card=punishes).model("a1", at=(10, 10), wp=5)
    scene.deck("A", "5r").hand("A", "13m")
    assert both(scene, willpower(scene)) == ("keep", "keep"), "no card makes the reached number better"
    rewarded = answers_to_cheating(Draw(), optional=True)
    scene = Scene(ruleset).model("a1", card=rewarded, wp=5).deck("A", "5r").hand("A", "13m")
    assert both(scene, willpower(scene)) == (None, None), "its own ability answers"
    watched = answers_to_cheating(Draw(), about="others", side="friendly", inches=6.0)
    scene = Scene(ruleset).model("a2", at=(12, 10), card=watched).model("a1", at=(10, 10), wp=5)
    scene.deck("A", "5r").hand("A", "13m")
    assert both(scene, willpower(scene)) == (None, None), "a friend's ability answers"
    scene = Scene(ruleset).model("a2", at=(30, 30), card=watched).model("a1", at=(10, 10), wp=5)
    scene.deck("A", "5r").hand("A", "13m")
    assert both(scene, willpower(scene)) == ("keep", "keep"), "the friend is too far away"


@pytest.mark.rule("M3E-DUEL-08", "M3E-DUEL-12")
def test_who_is_ahead_with_nobody_to_answer_is_not_asked(ruleset):
    def begun():
        scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10), df=5)
        return scene.deck("A", "9r").deck("B", "4c").hand("A", "13m").hand("B", "13c")

    scene = begun()
    ask = attack(scene, CLUB)
    assert (ask.seat, ask.kind) == (1, "cheat")
    assert both(scene, ask) == (None, None)
    scene = begun()
    ask = attack(scene, CLUB, "keep")
    assert (ask.seat, ask.kind) == (0, "cheat")
    assert both(scene, ask) == ("keep", "keep")
    assert recurring(scene.g, ask) == RecurringUse(CHEATING_AHEAD, leaves="keep")


@pytest.mark.rule("M3E-TRIG-05")
def test_the_lowest_cards_pay_where_that_is_settled(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10))
    held = tuple(Choice(code) for code in ("13m", "RJ", "BJ", "4c"))
    cost = Ask(seat=0, kind="cards", rule="M3E-TRIG-05", options=Several(held, 2, 2, ordered=True))
    settled = recurring(scene.g, cost)
    assert settled == RecurringUse(WHAT_PAYS, leaves=["BJ", "4c"])
    assert usual_answer(abilities(cost, settled), cost, {WHAT_PAYS: "no"}) == ["BJ", "4c"]
    assert habits_from(abilities(cost, settled), cost, ["13m", "4c"]) == {}
    some = replace(cost, options=Several(held, 0, 2, ordered=True))
    assert recurring(scene.g, some) is None, "how many go is a choice of its own"


@pytest.mark.rule("M3E-DMG-05")
def test_a_wider_margin_is_asked_for_where_it_wounds_more(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10), df=5)
    scene.deck("A", "5r").deck("B", "4c").hand("A", "13m")
    ask = attack(scene, SABRE)
    assert (ask.seat, ask.kind) == (0, "cheat")
    assert both(scene, ask) == (None, None)
    plain = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10), df=5)
    plain.deck("A", "5r").deck("B", "4c").hand("A", "6m")
    assert both(plain, attack(plain, SABRE)) == ("keep", None)


@pytest.mark.rule("M3E-TRIG-01")
def test_a_suit_is_asked_for_where_it_brings_a_trigger(ruleset):
    club = Action(
        name="Club",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        effects=(Damage(amount=2),),
        triggers=(DRAWS,),
    )
    for hand, alone in (("13m", None), ("13c", "keep"), ("1m", "keep")):
        scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10), df=5)
        scene.deck("A", "9r").deck("B", "4c").hand("A", hand)
        assert both(scene, attack(scene, club)) == (alone, None), hand


@pytest.mark.rule("M3E-FATE-19")
def test_the_higher_of_two_cards_is_taken_where_no_suit_matters(ruleset):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", "5r 9c")
    running = simple_duel(scene.g, scene.g.model("a1"), "wp", 10, plus=1)
    ask = next(running)
    assert ask.kind == "take"
    assert both(scene, ask) == ("9c", "9c")


@pytest.mark.rule("M3E-FATE-03")
def test_the_suit_of_a_red_joker_is_asked_only_where_a_trigger_wants_one(ruleset):
    scene = Scene(ruleset).model("a1", wp=5).deck("A", "RJ")
    ask = willpower(scene)
    assert ask.kind == "suit"
    assert both(scene, ask) == ("ram", "ram")


@pytest.mark.rule("M3E-STONE-02")
def test_no_soulstone_is_asked_for_where_every_card_succeeds(ruleset):
    for tn, answer in ((5, "no"), (6, None)):
        scene = Scene(ruleset).model("a1", wp=5, station="Master").crew("A", stones=2)
        ask = willpower(scene, tn)
        assert ask.kind == "stone"
        assert both(scene, ask) == (answer, answer)


@pytest.mark.rule("M3E-TURN-05")
def test_who_is_ahead_for_initiative_is_asked_only_before_the_other(ruleset):
    scene = Scene(ruleset).deck("A", "9r").deck("B", "4c").hand("A", "13m").hand("B", "5c")
    ask = open_question(scene, step_c_initiative)
    assert (ask.seat, ask.kind) == (1, "cheat")
    assert both(scene, ask) == ("keep", None)
    scene = Scene(ruleset).deck("A", "9r").deck("B", "4c").hand("A", "13m")
    ask = open_question(scene, step_c_initiative)
    assert (ask.seat, ask.kind) == (0, "cheat")
    assert both(scene, ask) == ("keep", "keep")


@pytest.mark.rule("M3E-TIME-11")
def test_conditions_of_two_models_commute_and_shielded_beside_burning_does_not(ruleset):
    scene = Scene(ruleset).model("a1", conditions={"burning": 1}).model("a2", conditions={"poison": 1})
    ask = open_question(scene.state(phase="end"), end_phase)
    assert ask.kind == "order"
    assert both(scene, ask) == (ask.options.choices[0].key, ask.options.choices[0].key)
    scene = Scene(ruleset).model("a1", conditions={"burning": 1, "shielded": 1})
    ask = open_question(scene.state(phase="end"), end_phase)
    assert ask.kind == "order"
    assert both(scene, ask) == (None, None)


@pytest.mark.rule("M3E-TURN-11", "M3E-TURN-12")
def test_passing_and_who_activates_are_one_question(ruleset):
    scene = Scene(ruleset).model("a1").model("a2").crew("A", passes=1)
    ask = open_question(scene, step_a_pass)
    assert [choice.key for choice in with_next(scene.g, ask).options.choices] == ["yes", "a1", "a2"]


def test_a_trigger_that_comes_alone_is_declared_where_that_is_settled():
    none, quick, gut = Choice("none"), Choice("Quick"), Choice("Gut Wound")
    alone = Ask(seat=0, kind="trigger", options=OneOf((none, quick)))
    two = Ask(seat=0, kind="trigger", options=OneOf((none, quick, gut)))
    settled = {ONLY_TRIGGER: "no"}
    assert usual_answer(abilities(alone), alone, settled) == "Quick"
    assert usual_answer(abilities(two), two, settled) is None
    assert usual_answer(abilities(alone), alone, settled | {"Quick": "no"}) == "none", (
        "its own answer goes first"
    )


@pytest.mark.rule("M3E-TURN-14")
def test_an_activation_may_end_every_time_with_nothing_but_those_bonus_actions_left(ruleset):
    card = StatCard(
        slug="medic",
        name="Medic",
        health=5,
        df=5,
        wp=5,
        mv=5,
        sz=2,
        actions=(Action(name="Mend", bonus=True),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), card=card)
    ask = next(step_c_activate(scene.g, "a1")).written_out()
    assert recurring(scene.g, ask) is None, "Actions are left"
    scene.g.emit(SpentAction("a1", "Walk", 2, 0))
    ends = recurring(scene.g, ask)
    assert ends == ending(["Mend"])
    assert habits_from(abilities(ask, ends), ask, "end") == {ends.name: "no"}
    assert usual_answer(abilities(ask, ends), ask, {ends.name: "no"}) == "end"
    assert words_of(ends.name, "no") == "the Activation ends"


@pytest.mark.rule("M3E-SETUP-19")
def test_an_empty_group_is_never_deployed_first(ruleset):
    scene = Scene(ruleset).model("a1")
    groups = Ask(
        seat=1,
        kind="first",
        rule="M3E-SETUP-19",
        options=OneOf((Choice("first", NOBODY), Choice("second", "Rat"))),
    )
    assert both(scene, groups) == ("second", "second")
    split = replace(groups, options=OneOf((Choice("first", "Rat"), Choice("second", "Bat"))))
    assert both(scene, split) == (None, None)


@pytest.mark.rule("M3E-KILL-06", "M3E-TURN-04")
def test_where_the_fallen_leave_a_marker_and_who_has_initiative_may_be_settled(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10))
    lies = open_question(scene, lambda g: drop_touching(g, "corpse", g.model("a1"), seat=0))
    assert recurring(scene.g, lies) == RecurringUse(
        CORPSE_AND_SCRAP, leaves=next(iter(lies.options.listed()))
    )
    other = open_question(scene, lambda g: drop_touching(g, "pyre", g.model("a1"), seat=0))
    assert recurring(scene.g, other) is None
    won = Ask(seat=1, kind="initiative", options=OneOf((Choice("1"), Choice("0"))))
    assert recurring(scene.g, won) == RecurringUse(WON_INITIATIVE, leaves="1")


@pytest.mark.rule("M3E-ABIL-03")
def test_an_effect_that_is_asked_about_once_more_is_not_asked_about_twice(ruleset):
    def asked(*effects, **fields):
        reaction = Reaction("activation_begins", effects, optional=True, **fields)
        card = StatCard(slug="medium", name="Medium", health=8, df=5, wp=5, mv=5, sz=2)
        card = replace(card, abilities=(Ability(name="Calls", parts=(reaction,)),))
        scene = Scene(ruleset).model("a1", at=(10, 10), card=card).model("a2", at=(12, 10))
        ask = open_question(scene.hand("A", "5c"), lambda g: step_c_activate(g, "a1")).written_out()
        assert ask.kind == "use"
        return both(scene, ask)

    prompted, next_one = Prompted(text="Apply Calls as its card says."), ActivateNext(inches=6, most=1)
    assert asked(prompted) == ("Calls:0:a1", "Calls:0:a1"), "that nothing changes is an answer by hand"
    assert asked(next_one) == ("Calls:0:a1", "Calls:0:a1"), "nobody may Activate next"
    assert asked(Draw()) == (None, None)
    assert asked(prompted, Draw()) == (None, None), "the card is drawn in any case"
    assert asked(prompted, cost=(PayCards(cards=1),)) == (None, None), "the card would be gone"
    assert asked(prompted, once="turn") == (None, None), "it could not be used later"
    assert asked(replace(next_one, must=True)) == (None, None)
