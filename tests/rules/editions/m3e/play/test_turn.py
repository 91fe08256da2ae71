"""The Turn: Start, Activation and End Phase, step by step (M3E-TURN)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import duel_of_two
from rules.editions.m3e.play.turn import (
    activation_step,
    end_phase,
    start_phase,
    step_a_discard,
    step_a_effects,
    step_b_draw,
    step_c_initiative,
    step_e_passes,
)
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.turns import ActiveSet, InitiativeSet, PassesSet
from rules.game.state import Lasting
from tests.rules.editions.m3e.scene import A, B, Scene

ANY = Action(name="Any", effects=(w.Token(name="done", whom="self"),))


def sides(ruleset, **policies):
    return Scene(ruleset, **policies).model("a1", at=(5, 5)).model("b1", at=(30, 30))


@pytest.mark.rule("M3E-TURN-02")
def test_a_each_player_may_discard_any_cards(ruleset):
    scene = sides(ruleset).hand("A", "1r 2r").hand("B", "3m")
    scene.run(step_a_discard, A.cards(["2r"]), B.cards([]))
    assert (scene.cards_of("A", "hand"), scene.cards_of("B", "hand")) == ("1r", "3m")


@pytest.mark.rule("M3E-TURN-03", "M3E-STONE-03", "M3E-STONE-04", "M3E-FATE-06")
def test_b_draw_up_to_six_then_a_stone_for_two(ruleset):
    """No model of B could use a stone: drawing is the player's. Who has Initiative decides first."""
    scene = sides(ruleset).hand("A", "1r 2r 3r 4r").deck("A", "10m 11m").deck("B", "1c 2c 3c 4c 5c 6c 7c 8c")
    scene.crew("A", stones=1).crew("B", stones=1).state(initiative=1, active=None, phase="start")
    scene.run(step_b_draw, B.draw("yes"), A.draw("no"), B.cards(["1c", "2c"]))
    assert scene.cards_of("A", "hand") == "1r 2r 3r 4r 10m 11m"
    assert scene.cards_of("B", "hand") == "3c 4c 5c 6c 7c 8c"
    assert (scene.seat("A").stones, scene.seat("B").stones) == (1, 0)


def initiative(ruleset, a, b, **fields):
    scene = sides(ruleset).deck("A", a).deck("B", b)
    return scene.state(active=None, phase="start", **fields)


@pytest.mark.rule("M3E-TURN-04")
def test_c_the_higher_total_chooses(ruleset):
    scene = initiative(ruleset, "4r", "9c")
    scene.run(step_c_initiative, B.initiative("0"))
    assert scene.events(InitiativeSet) == [InitiativeSet(0)]


@pytest.mark.rule("M3E-TURN-04", "M3E-TURN-05")
def test_c_pass_tokens_are_added_and_then_discarded(ruleset):
    scene = initiative(ruleset, "8r", "9c").crew("A", passes=2)
    scene.run(step_c_initiative, A.initiative("0"))
    assert scene.seat("A").passes == 0


@pytest.mark.rule("M3E-TURN-05")
def test_c_a_tie_is_flipped_anew_with_the_tokens_kept(ruleset):
    scene = initiative(ruleset, "7r 4r", "9c 5c").crew("A", passes=2)
    scene.run(step_c_initiative, A.initiative("1"))
    assert scene.g.state.initiative == 1
    assert scene.cards_of("A", "discard") == "7r 4r"


@pytest.mark.rule("M3E-TURN-04", "M3E-TURN-06")
@pytest.mark.parametrize(("a", "b", "first"), [("4r", "9c", "A"), ("9r", "4c", "B"), ("6r", "6c", "B")])
def test_c_the_lower_flip_cheats_first_on_a_tie_who_has_initiative(ruleset, a, b, first):
    """B holds Initiative and 5 Pass Tokens, which do not count for the order."""
    scene = initiative(ruleset, a, b, initiative=1).hand("A", "13r").hand("B", "1m").crew("B", passes=5)
    order = (A.cheat("13r"), B.cheat("keep"))
    total_b = {"9c": 14, "4c": 9, "6c": 11}[b]
    winner = A.initiative("0") if total_b < 13 else B.initiative("1")
    scene.run(step_c_initiative, *(order if first == "A" else order[::-1]), winner)


@pytest.mark.rule("M3E-TURN-06")
def test_c_a_red_joker_bars_nobody_here_a_black_one_its_owner(ruleset):
    scene = initiative(ruleset, "RJ", "BJ").hand("A", "1r").hand("B", "13m")
    scene.run(step_c_initiative, A.cheat("keep"), A.initiative("0"))
    scene = initiative(ruleset, "RJ", "9c").hand("B", "13m")
    scene.run(step_c_initiative, B.cheat("13m"), A.initiative("0"))


@pytest.mark.rule("M3E-TURN-07", "M3E-SETUP-04")
def test_the_attacker_has_initiative_before_the_first_flip(ruleset):
    play = duel_of_two(attacker=1, ruleset=ruleset.id)
    while play.state.phase == "setup":
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    assert (play.state.turn, play.state.attacker, play.state.initiative) == (1, 1, 1)


@pytest.mark.rule("M3E-TURN-08")
def test_d_start_effects_begin_with_initiative(ruleset):
    mark = Ability(name="Wake", parts=(w.Reaction(moment="start_phase", effects=(w.Draw(),)),))
    scene = Scene(ruleset).model("a1", abilities=(mark,)).model("b1", at=(30, 30), abilities=(mark,))
    scene.deck("A", "2r 9r").deck("B", "3c 8c").hand("A", "1t 2t 3t 4t 5t 6t").hand("B", "1m 2m 3m 4m 5m 6m")
    scene.state(initiative=1, active=None, phase="start")
    scene.run(
        start_phase,
        B.cards([]),
        A.cards([]),
        A.cheat("keep"),
        B.cheat("keep"),
        B.initiative("1"),
        B.cards(["8c"]),
        A.cards(["9r"]),
    )
    drew = [e.seat for e in scene.g.fresh if type(e).__name__ == "Drew"]
    assert drew == [1, 0]
    assert (scene.g.state.phase, scene.g.state.active) == ("activation", 1)


@pytest.mark.rule("M3E-TURN-09", "M3E-BURY-01")
def test_e_the_smaller_crew_gets_the_difference(ruleset):
    scene = sides(ruleset).model("b2", at=(20, 20)).model("b3", at=None, where="buried")
    scene.model("b4", at=None, where="gone")
    step_e_passes(scene.g)
    assert scene.events(PassesSet) == [PassesSet(0, 2, "the smaller Crew")]


@pytest.mark.rule("M3E-TURN-09", "M3E-SUMM-02")
def test_e_pass_tokens_of_the_start_phase_are_kept(ruleset):
    """What Summons before step E gave is not lost; the smaller Crew's difference comes on top."""
    scene = sides(ruleset).model("b2", at=(20, 20)).crew("A", passes=1).crew("B", passes=2)
    step_e_passes(scene.g)
    assert (scene.seat("A").passes, scene.seat("B").passes) == (2, 2)


@pytest.mark.rule("M3E-TURN-10")
@pytest.mark.parametrize(("policy", "passes"), [("crew", (0, 0)), ("controller", (2, 0))])
def test_e_whose_a_controlled_model_is(ruleset, policy, passes):
    scene = sides(ruleset, pass_count=policy)
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    step_e_passes(scene.g)
    assert (scene.seat("A").passes, scene.seat("B").passes) == passes


@pytest.mark.rule("M3E-CTRL-06", "M3E-TURN-12")
@pytest.mark.parametrize(("policy", "chooser"), [("crew", 0), ("controller", 1)])
def test_b_who_chooses_a_controlled_model(ruleset, policy, chooser):
    """The controller decides for it in any case."""
    scene = Scene(ruleset, activates_controlled=policy).model("a1").model("b1", at=(5, 5), activated=True)
    scene.models["a1"] = replace(scene.models["a1"], controller=1)
    assert [[model.id for model in scene.g.to_activate(seat)] for seat in (0, 1)][chooser] == ["a1"]
    assert scene.g.to_activate(1 - chooser) == []
    scene.g.state = scene._before = replace(scene.g.state, active=chooser)
    scene.run(activation_step, (A, B)[chooser].activate("a1"), B.action("end"))
    assert scene["a1"].activated


@pytest.mark.rule("M3E-TURN-11", "M3E-TURN-17")
def test_a_pass_token_skips_to_the_opponent(ruleset):
    scene = sides(ruleset).crew("A", passes=1)
    scene.run(activation_step, A.pass_("yes"))
    assert (scene.seat("A").passes, scene.g.state.active) == (0, 1)
    assert not scene["a1"].activated


@pytest.mark.rule("M3E-TURN-12", "M3E-TURN-13")
def test_b_one_activation_a_model_a_turn(ruleset):
    scene = sides(ruleset).model("a2", at=(8, 8), activated=True).model("a3", at=(9, 9))
    scene.run(activation_step, A.activate("a3"), A.action("end"))
    assert scene["a3"].activated
    ask = scene.asked[0]
    assert [choice.key for choice in ask.options.choices] == ["a1", "a3"]


@pytest.mark.rule("M3E-TURN-13")
def test_c_effects_at_the_start_and_the_end_of_an_activation(ruleset):
    wake = Ability(
        name="Wake",
        parts=(w.Reaction(moment="activation_begins", effects=(w.Token(name="up", whom="self"),)),),
    )
    rest = Ability(
        name="Rest",
        parts=(w.Reaction(moment="activation_ends", effects=(w.Token(name="down", whom="self"),)),),
    )
    scene = Scene(ruleset).model("a1", abilities=(wake, rest), actions=(ANY,)).model("b1", at=(30, 30))
    scene.run(activation_step, A.activate("a1"), A.action("Any"), A.action("end"))
    order = [e.name for e in scene.g.fresh if type(e).__name__ == "TokensSet"]
    assert order == ["up", "done", "down"]


@pytest.mark.rule("M3E-TURN-14")
@pytest.mark.parametrize(
    ("station", "leader", "acts"), [("Minion", False, 2), ("Henchman", True, 3), ("Master", False, 3)]
)
def test_c_the_action_limit(ruleset, station, leader, acts):
    scene = (
        Scene(ruleset).model("a1", actions=(ANY,), station=station, leader=leader).model("b1", at=(30, 30))
    )
    scene.run(activation_step, A.activate("a1"), *[A.action("Any")] * acts)
    assert scene["a1"].tokens == {"done": acts}


@pytest.mark.rule("M3E-TURN-15", "M3E-COND-10", "M3E-COND-11")
@pytest.mark.parametrize(("gains", "acts"), [("fast", 3), ("slow", 1)])
def test_c_fast_and_slow_change_the_limit_at_once(ruleset, gains, acts):
    change = Action(name="Change", bonus=True, effects=(w.Gain(condition=gains, whom="self"),))
    scene = Scene(ruleset).model("a1", actions=(ANY, change)).model("b1", at=(30, 30))
    scene.run(activation_step, A.activate("a1"), A.action("Change"), *[A.action("Any")] * acts)
    assert scene["a1"].tokens == {"done": acts}
    assert scene["a1"].conditions == {}


@pytest.mark.rule("M3E-TURN-15", "M3E-COND-13", "M3E-ACT-03")
def test_c_who_is_stunned_meanwhile_pays_the_limit_for_a_bonus_action(ruleset):
    daze = Action(name="Daze", effects=(w.Gain(condition="stunned", whom="self"),))
    quick = Action(name="Quick", bonus=True, effects=(w.Token(name="done", whom="self"),))
    scene = Scene(ruleset).model("a1", actions=(ANY, daze, quick)).model("b1", at=(30, 30))
    scene.run(activation_step, A.activate("a1"), A.action("Daze"), A.action("Quick"))
    assert (scene["a1"].tokens, scene["a1"].conditions) == ({"done": 1}, {})


NEXT = Action(name="Obey", bonus=True, effects=(w.ActivateNext(inches=6),))


def chain(ruleset, **policies):
    scene = Scene(ruleset, **policies).model("b1", at=(30, 30))
    for number, x in enumerate((5, 7, 9), 1):
        scene.model(f"a{number}", at=(x, 5), actions=(NEXT,))
    return scene


@pytest.mark.rule("M3E-TURN-16", "M3E-TURN-24")
def test_c_a_chain_goes_straight_to_the_next_model(ruleset):
    scene = chain(ruleset)
    scene.run(activation_step, A.activate("a1"), A.action("Obey"), A.model("a2"), A.action("end"))
    assert (scene.g.state.chain, scene.g.state.active) == (("a2",), 0)
    # The second in a row: no third may be named.
    scene.run(activation_step, A.action("Obey"), A.action("end"))
    assert scene.g.state.active == 1
    assert not scene["a3"].activated


@pytest.mark.rule("M3E-TURN-24")
def test_c_a_chain_of_three_under_the_other_reading(ruleset):
    scene = chain(ruleset, chain_limit=3)
    scene.run(activation_step, A.activate("a1"), A.action("Obey"), A.model("a2"), A.action("end"))
    scene.run(activation_step, A.action("Obey"), A.model("a3"), A.action("end"))
    scene.run(activation_step, A.action("Obey"), A.action("end"))
    assert all(scene[f"a{number}"].activated for number in (1, 2, 3))


@pytest.mark.rule("M3E-TURN-16")
def test_c_one_effect_chains_all_the_models_it_activates(ruleset):
    """They come in the order chosen, more than two in a row; then the other player."""
    scene = Scene(ruleset).model("b1", at=(30, 30))
    rush = Action(name="Rush", bonus=True, effects=(w.ActivateNext(inches=6, most=3),))
    scene.model("a1", at=(5, 5), actions=(rush,)).model("a2", at=(7, 5)).model("a3", at=(9, 5))
    scene.model("a4", at=(5, 7), activated=True)
    scene.run(activation_step, A.activate("a1"), A.action("Rush"), A.model(["a3", "a2"]), A.action("end"))
    assert (scene.g.state.chain, scene.g.state.active) == (("a3", "a2"), 0)
    scene.run(activation_step, A.action("end"))
    assert (scene["a3"].activated, scene.g.state.chain, scene.g.state.active) == (True, ("a2",), 0)
    scene.run(activation_step, A.action("end"))
    assert (scene["a2"].activated, scene.g.state.chain, scene.g.state.active) == (True, (), 1)


@pytest.mark.rule("M3E-TURN-16")
def test_c_who_fell_meanwhile_is_left_out_of_the_chain(ruleset):
    scene = Scene(ruleset).model("a1").model("a2", where="gone").model("a3").model("b1", at=(30, 30))
    scene.state(active=0, in_a_row=1, chain=("a2", "a3"), phase="activation")
    scene.run(activation_step, A.action("end"))
    assert scene["a3"].activated
    assert not scene["a1"].activated


@pytest.mark.rule("M3E-TURN-17")
def test_d_the_phase_ends_when_every_model_has_activated(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(30, 30), activated=True)
    scene.run(activation_step, A.activate("a1"), A.action("end"))
    assert scene.g.state.phase == "end"


@pytest.mark.rule("M3E-TURN-17", "M3E-TURN-12")
def test_d_without_models_left_the_turn_goes_to_the_other(ruleset):
    scene = Scene(ruleset).model("a1", activated=True).model("b1", at=(30, 30))
    scene.run(activation_step)
    assert scene.events(ActiveSet) == [ActiveSet(1)]


@pytest.mark.rule("M3E-TURN-18", "M3E-COND-08", "M3E-COND-09")
@pytest.mark.parametrize(
    ("first", "then", "health"), [("burning:a1", "end injured:a1", 8), ("end shielded:a1", "burning:a1", 7)]
)
def test_a_conditions_end_during_the_end_phase_in_the_order_chosen(ruleset, first, then, health):
    """Shielded can still absorb what Burning deals, if its bearer's player lets Burning come first."""
    scene = Scene(ruleset).model("a1", health=8, conditions={"shielded": 2, "burning": 1, "injured": 1})
    scene.state(active=None, phase="end")
    answers = [A.order(first)] if first.startswith("burning") else [A.order(first), A.order(then)]
    scene.run(step_a_effects, *answers)
    assert scene["a1"].health == health
    assert scene["a1"].conditions == {"burning": 1}


@pytest.mark.rule("M3E-TURN-18")
def test_a_what_lasts_until_the_end_phase_expires_first(ruleset):
    """An Armor until the End Phase is gone before Burning hurts; Shielded is not."""
    aid = Lasting(key="x", name="Aid", on="a1", part=w.Armor(amount=5))
    scene = Scene(ruleset).model("a1", health=8, conditions={"burning": 4}).state(active=None, phase="end")
    scene.state(lasting=(aid,))
    scene.run(step_a_effects)
    assert scene["a1"].health == 6
    assert scene.g.state.lasting == ()


@pytest.mark.rule("M3E-TURN-18")
def test_what_lasts_until_the_end_of_the_turn_lasts_through_the_end_phase(ruleset):
    """An Armor until the end of the Turn still lowers what Burning deals."""
    aid = Lasting(key="x", name="Aid", on="a1", until="turn", part=w.Armor(amount=1))
    scene = sides(ruleset).model("a3", at=(20, 30), health=8, conditions={"burning": 4})
    scene.state(active=None, phase="end", lasting=(aid, replace(aid, key="y", on="a3")))
    scene.run(end_phase, B.cut(0), A.cut(0))
    assert (scene["a3"].health, scene.g.state.lasting) == (7, ())


@pytest.mark.rule("M3E-ONCE-01", "M3E-TURN-18")
def test_a_what_was_used_in_the_last_activation_may_be_used_in_the_end_phase(ruleset):
    """Once an Activation: the End Phase is none."""
    grows = Ability(
        name="Grows",
        parts=(
            w.Reaction(moment="healed", once="activation", effects=(w.Token(name="grown", whom="self"),)),
            w.Reaction(moment="end_phase", effects=(w.Heal(amount=1, whom="self"),)),
        ),
    )
    rest = Action(name="Rest", effects=(w.Heal(amount=1, whom="self"), w.Heal(amount=1, whom="self")))
    scene = Scene(ruleset).model("a1", health=3, abilities=(grows,), actions=(rest,))
    scene.model("b1", at=(30, 30), activated=True)
    scene.run(activation_step, A.activate("a1"), A.action("Rest"), A.action("end"))
    assert scene["a1"].tokens == {"grown": 1}
    scene.run(step_a_effects)
    assert scene["a1"].tokens == {"grown": 2}


@pytest.mark.rule("M3E-TURN-18", "M3E-COND-06")
def test_a_the_order_of_mere_endings_is_not_asked(ruleset):
    held = {"shielded": 1, "injured": 1, "adversary:Guard": 1}
    scene = Scene(ruleset).model("a1", conditions=held).model("a2", conditions=held).model("b1")
    scene.state(active=None, phase="end").run(step_a_effects)
    assert (scene["a1"].conditions, scene["a2"].conditions) == ({}, {})


@pytest.mark.rule("M3E-TURN-18", "M3E-TIME-11")
def test_a_initiative_orders_its_models_first(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", conditions={"burning": 1})
        .model("b1", conditions={"burning": 1, "poison": 1})
    )
    scene.model("b2", conditions={"burning": 1}).state(active=None, initiative=1, phase="end")
    scene.run(step_a_effects, B.order("poison:b1"))
    hurt = [(e.model, e.source) for e in scene.g.fresh if type(e).__name__ == "Damaged"]
    assert hurt == [("b1", "Poison"), ("b1", "Burning"), ("b2", "Burning"), ("a1", "Burning")]


@pytest.mark.rule("M3E-TURN-23")
def test_d_discards_are_shuffled_in_and_hands_kept(ruleset):
    scene = (
        sides(ruleset).hand("A", "1r").discard("A", "2r 3r").hand("B", "4r").state(phase="end", active=None)
    )
    scene.run(end_phase, B.cut(0), A.cut(0))
    assert len(scene.seat("A").deck) == 53
    assert scene.cards_of("A", "hand") == "1r"
    assert (scene.g.state.turn, scene.g.state.phase) == (3, "start")


@pytest.mark.rule("M3E-TURN-22", "M3E-TURN-01", "M3E-TURN-23")
def test_after_turn_5_the_game_ends_without_another_shuffle(ruleset):
    scene = sides(ruleset).state(phase="end", active=None, turn=5)
    scene.run(end_phase)
    assert scene.g.state.phase == "over"
    assert scene.g.rules.turns == 5


@pytest.mark.rule("M3E-GEN-01", "M3E-TURN-01")
def test_a_whole_encounter_has_five_turns(ruleset):
    play = duel_of_two("whole", ruleset=ruleset.id)
    turns = set()
    while not play.over:
        turns.add((play.state.turn, play.state.phase))
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    assert [turn for turn in range(1, 6) if (turn, "start") in turns] == [1, 2, 3, 4, 5]
    assert play.state.phase == "over"
    assert play.state.turn == 5
