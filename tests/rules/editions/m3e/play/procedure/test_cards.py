"""Flips, modifiers, jokers, hands, piles, cheating (M3E-FATE)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.procedure.cards import (
    Arrangement,
    arrange,
    check_hands,
    clear,
    discard,
    draw,
    flip_number,
    mill,
    offer_cheat,
    reflip,
    return_to_deck,
    reveal,
    shuffle,
    take,
    take_from_discard,
)
from rules.editions.m3e.play.procedure.in_progress import Flip
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.fate.cards import FULL_DECK, Card
from rules.fate.flips import cards_revealed, may_take, net, segment, variable
from rules.game.events import encode
from rules.game.events.cards import (
    CardSetAside,
    CardsLookedAt,
    CardsReturned,
    CardsShown,
    DeckArranged,
    DeckShuffled,
    Discarded,
    Flipped,
    HandReturned,
    Shuffled,
)
from rules.game.view import heard, view
from tests.rules.editions.m3e.scene import A, B, Scene


def cards(codes):
    return tuple(Card.parse(code) for code in codes.split())


def flip(scene, plus=0, minus=0, *answers, cheat=True):
    """One flip of seat A, kept in the Conflict."""

    def procedure(g):
        flip_ = yield from reveal(g, 0, plus, minus, "test")
        yield from take(g, flip_)
        if cheat:
            yield from offer_cheat(g, flip_)
        return flip_

    return scene.run(procedure, *answers)


@pytest.mark.rule("M3E-FATE-04")
def test_a_card_removed_from_the_game_stays_out_of_every_shuffle(ruleset):
    scene = Scene(ruleset).deck("A", "5r").discard("A", "rest")
    scene.g.emit(CardSetAside(0, Card.parse("9c"), "discard"))
    flip(scene, 0, 0, B.cut(0))
    assert scene.cards_of("A", "aside") == "9c"
    assert Card.parse("9c") not in scene.seat("A").deck
    assert len(scene.seat("A").deck) == 52


@pytest.mark.rule("M3E-FATE-05")
def test_drawn_cards_enter_the_hand(ruleset):
    scene = Scene(ruleset).deck("A", "5r 6m")
    scene.run(lambda g: draw(g, 0, 2))
    assert scene.cards_of("A", "hand") == "5r 6m"


@pytest.mark.rule("M3E-FATE-06")
def test_both_players_discard_down_to_six(ruleset):
    scene = Scene(ruleset).hand("A", "1r 2r 3r 4r 5r 6r 7r 8r").hand("B", "1m 2m 3m 4m 5m 6m")
    scene.run(check_hands, A.cards(["2r", "1r"]))
    assert len(scene.seat("A").hand) == len(scene.seat("B").hand) == 6


@pytest.mark.rule("M3E-FATE-12")
def test_the_order_of_a_whole_hand_that_is_discarded_is_its_players(ruleset):
    scene = Scene(ruleset).hand("A", "1r 2r")
    scene.run(lambda g: discard(g, 0, 3, 3, rule="", text=""), A.cards(["2r", "1r"]))
    assert scene.cards_of("A", "discard") == "2r 1r"


@pytest.mark.rule("M3E-FATE-03")
def test_the_red_joker_is_of_any_suit_that_an_effect_asks_for(ruleset):
    scene = Scene(ruleset).deck("A", "RJ 2c").discard("A", "3m 4r")
    scene.run(
        lambda g: arrange(g, 0, 0, 2, Arrangement(most_discarded=1, least_discarded=1, suits=("ram",)), "")
    )
    assert scene.cards_of("A", "discard") == "3m 4r RJ"
    scene.run(lambda g: take_from_discard(g, 0, 1, any_card=True, suits=("mask",), why=""), A.cards(["RJ"]))
    assert scene.cards_of("A", "hand") == "RJ"


@pytest.mark.rule("M3E-FATE-07", "M3E-FATE-11")
def test_a_hand_is_secret_and_a_pile_is_its_owners_to_read(ruleset):
    scene = Scene(ruleset).hand("A", "13r").discard("A", "2c 3c")
    own, theirs = (view(scene.g.state, (), seat)["crews"][0] for seat in (0, 1))
    assert own["hand"] == ["13r"]
    assert own["discard"] == ["2c", "3c"]
    assert "hand" not in theirs
    assert "discard" not in theirs
    assert theirs["hand_size"] == 1
    assert theirs["discard_top"] == "3c"


@pytest.mark.rule("M3E-FATE-08", "M3E-FATE-09")
def test_a_deck_that_runs_out_in_a_flip_is_shuffled_and_cut_at_once(ruleset):
    """Plus two: the second card is the deck's last; the third comes from the new deck. Cards in hand and
    those just revealed are not in it."""
    scene = (
        Scene(ruleset).deck("A", "5r 6m").hand("A", "13t").discard("A", "rest").after_shuffle("A", "9c 2c")
    )
    flip_ = flip(scene, 2, 0, B.cut(1), A.take("6m"), A.cheat("keep"))
    assert flip_.revealed == cards("5r 6m 2c")
    (laid,) = scene.events(Shuffled)
    assert len(laid.order) == 54 - 3
    assert not set(cards("5r 6m 13t")) & set(laid.order)
    assert scene.cards_of("A", "discard") == "5r 2c"


@pytest.mark.rule("M3E-FATE-08")
def test_the_last_card_of_a_deck_shuffles_before_anything_else(ruleset):
    scene = Scene(ruleset).deck("A", "5r").discard("A", "rest")
    scene.run(lambda g: draw(g, 0), B.cut(0))
    assert len(scene.seat("A").deck) == 53
    assert scene.cards_of("A", "discard") == ""


@pytest.mark.rule("M3E-FATE-09")
def test_the_opponent_cuts_the_deck(ruleset):
    scene = Scene(ruleset).after_shuffle("A", "1r 2r 3r")
    scene.run(lambda g: shuffle(g, 0), B.cut(2))
    assert scene.seat("A").deck[0] == Card.parse("3r")
    assert scene.seat("A").deck[-2:] == cards("1r 2r")


@pytest.mark.rule("M3E-FATE-10", "M3E-FATE-15")
def test_one_card_enters_the_conflict_and_leaves_it_when_the_effect_is_done(ruleset):
    scene = Scene(ruleset).deck("A", "5r 9c 7m")
    flip_ = flip(scene, 2, 0, A.take("9c"))
    assert scene.cards_of("A", "conflict") == "9c"
    assert scene.cards_of("A", "discard") == "5r 7m"
    clear(scene.g, flip_)
    assert scene.cards_of("A", "conflict") == ""
    assert scene.cards_of("A", "discard") == "5r 7m 9c"


@pytest.mark.rule("M3E-FATE-11", "M3E-FATE-12")
def test_cards_discarded_together_lie_in_the_order_the_player_picks(ruleset):
    scene = Scene(ruleset).hand("A", "1r 2r 3r").discard("A", "9t")
    scene.run(lambda g: discard(g, 0, 2, 2, rule="M3E-FATE-12", text=""), A.cards(["3r", "1r"]))
    assert scene.cards_of("A", "discard") == "9t 3r 1r"
    (discarded,) = scene.events(Discarded)
    assert heard(discarded, 1) == discarded


@pytest.mark.rule("M3E-FATE-13")
def test_a_cheat_or_a_flip_is_nobodys_discard(ruleset):
    scene = Scene(ruleset).deck("A", "5r").hand("A", "9c")
    flip(scene, 0, 0, A.cheat("9c"))
    assert scene.cards_of("A", "discard") == "5r"
    assert not scene.events(Discarded)


@pytest.mark.rule("M3E-FATE-14")
def test_to_reveal_shows_both_and_to_look_shows_one(ruleset):
    event = CardsShown(0, cards("5r"), "hand")
    looked = CardsLookedAt(0, cards("5r 6r"), by=1, source="deck")
    assert heard(event, 0) == heard(event, 1) == event
    assert heard(looked, 1) == looked
    assert "5" not in str(heard(looked, 0)).replace("LookedAt", "")
    state = Scene(ruleset).deck("A", "5r 6r").g.state
    assert looked.on(state) == event.on(state) == state


@pytest.mark.rule("M3E-FATE-15")
def test_a_reflip_discards_the_card_and_flips_anew(ruleset):
    scene = Scene(ruleset).deck("A", "5r 9c")
    flip_ = flip(scene)
    scene.run(lambda g: reflip(g, flip_, "test"))
    assert flip_.card == Card.parse("9c")
    assert scene.cards_of("A", "discard") == "5r"
    assert len(scene.events(Flipped)) == 2


@pytest.mark.rule("M3E-FATE-16")
def test_the_band_of_the_card_picks_the_segment():
    assert [segment(card) for card in cards("BJ 5r 6r 10r 11r RJ")] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("M3E-FATE-17", "M3E-FATE-18")
def test_modifiers_cancel_before_anything_is_revealed(ruleset):
    scene = Scene(ruleset).deck("A", "5r 9c 7m")
    assert flip(scene, 2, 1, A.take("9c")).revealed == cards("5r 9c")
    assert net(2, 3) == -1


@pytest.mark.rule("M3E-FATE-19")
def test_minus_takes_the_lowest_and_ties_are_the_flippers_choice(ruleset):
    scene = Scene(ruleset).deck("A", "5r 5c 9m").hand("A", "13m")
    flip_ = flip(scene, 0, 2, A.take("5c"))
    assert flip_.card == Card.parse("5c")


@pytest.mark.rule("M3E-FATE-19", "M3E-FATE-20")
@pytest.mark.parametrize(
    ("revealed", "net_modifiers", "lawful"),
    [
        ("5r 9c", 1, "5r 9c"),
        ("5r 9c", -1, "5r"),
        ("5r BJ 9c", 2, "BJ"),
        ("RJ BJ", 1, "BJ"),
        ("RJ BJ", -1, "BJ"),
        ("5r RJ", -1, "5r RJ"),
        ("5r RJ 5c", -2, "5r RJ 5c"),
    ],
)
def test_which_card_may_be_taken(revealed, net_modifiers, lawful):
    assert may_take(cards(revealed), net_modifiers) == cards(lawful)


@pytest.mark.rule("M3E-FATE-21")
@pytest.mark.parametrize(("cap", "most"), [("four_in_all", 4), ("four_extra", 5)])
def test_at_most_four_cards(ruleset, cap, most):
    scene = Scene(ruleset, reveal_cap=cap).deck("A", "1r 2r 3r 4r 5r 6r")
    flip_ = flip(scene, 7, 1, A.take("4r"))
    assert len(flip_.revealed) == most
    assert cards_revealed(3, cap) == 4


@pytest.mark.rule("M3E-FATE-22", "M3E-FATE-26")
def test_one_chance_to_cheat(ruleset):
    scene = Scene(ruleset).deck("A", "5r").hand("A", "9c 10c")

    def procedure(g):
        flip_ = yield from reveal(g, 0, 0, 0, "test")
        yield from take(g, flip_)
        yield from offer_cheat(g, flip_)
        again = yield from offer_cheat(g, flip_)
        return flip_, again

    flip_, again = scene.run(procedure, A.cheat("9c"))
    assert flip_.card == Card.parse("9c")
    assert flip_.flipped == Card.parse("5r")
    assert not again
    assert scene.cards_of("A", "hand") == "10c"


@pytest.mark.rule("M3E-FATE-23")
@pytest.mark.parametrize(("deck", "minus"), [("5r 9c", 1), ("BJ", 0)])
def test_a_minus_or_the_black_joker_bars_cheating(ruleset, deck, minus):
    scene = Scene(ruleset).deck("A", deck).hand("A", "13c")
    assert flip(scene, 0, minus).barred


@pytest.mark.rule("M3E-FATE-23")
def test_a_plus_and_a_red_joker_of_ones_own_do_not(ruleset):
    scene = Scene(ruleset).deck("A", "RJ 4c").hand("A", "13c")
    assert not flip(scene, 1, 0, A.take("RJ"), A.cheat("keep")).barred


@pytest.mark.rule("M3E-FATE-24")
@pytest.mark.parametrize(("policy", "may_cheat"), [("net", True), ("any", False)])
def test_a_minus_that_was_cancelled(ruleset, policy, may_cheat):
    scene = Scene(ruleset, minus_bars_cheating=policy).deck("A", "5r").hand("A", "13c")
    flip_ = flip(scene, 1, 1, *([A.cheat("keep")] if may_cheat else []))
    assert bool(flip_.barred) is not may_cheat


@pytest.mark.rule("M3E-FATE-27", "M3E-FATE-03")
@pytest.mark.parametrize(("card", "value"), [("BJ", 0), ("3r", 2), ("7r", 4), ("12r", 6), ("RJ", 7)])
def test_a_variable_number(ruleset, card, value):
    scene = Scene(ruleset).deck("A", card)
    assert scene.run(lambda g: flip_number(g, 0, (2, 4, 6), why="test")).value == value
    assert variable((2, 4, 6), Card.parse(card)) == value
    assert scene.cards_of("A", "conflict") == ""


@pytest.mark.rule("M3E-FATE-28")
@pytest.mark.parametrize(
    ("policy", "joker", "value"),
    [("as_flipped", "BJ", 0), ("as_flipped", "RJ", 7), ("plain", "BJ", 2), ("plain", "RJ", 6)],
)
def test_a_joker_cheated_into_a_variable_flip(ruleset, policy, joker, value):
    scene = Scene(ruleset, cheated_joker=policy).deck("A", "7r").hand("A", joker)
    result = scene.run(lambda g: flip_number(g, 0, (2, 4, 6), why="test"), A.cheat(joker))
    assert result.value == value


@pytest.mark.rule("M3E-FATE-16", "M3E-FATE-15")
@pytest.mark.parametrize(("flips_for", "value"), [("a1", 6), (None, 2)])
def test_what_flips_a_models_number_anew_does_so_for_no_flip_of_nobody(ruleset, flips_for, value):
    again = Ability(name="Again", parts=(w.Reaction(moment="number_flipped", effects=(w.Reflip(),)),))
    scene = Scene(ruleset).model("a1", abilities=(again,)).deck("A", "3r 12r")
    model = scene["a1"] if flips_for else None
    assert scene.run(lambda g: flip_number(g, 0, (2, 4, 6), why="test", model=model)).value == value


@pytest.mark.rule("M3E-FATE-01", "M3E-FATE-08")
def test_no_card_is_ever_lost(ruleset):
    """Two whole decks of draws and flips: always the same 54."""
    scene = Scene(ruleset)
    for _ in range(54):
        scene.run(
            lambda g: draw(g, 0),
            *([B.cut(0)] if len(scene.seat("A").deck) == 1 and scene.seat("A").discard else []),
        )
        if len(scene.seat("A").hand) > 3:
            hand = scene.cards_of("A", "hand").split()
            scene.run(lambda g: discard(g, 0, 4, 4, rule="", text=""), A.cards(hand))
    assert sorted(scene.seat("A").cards) == sorted(FULL_DECK)


def test_what_the_table_hears_of_a_shuffle_is_no_order():
    laid = Shuffled(0, 0, FULL_DECK)
    assert heard(laid, 0) == heard(laid, 1) == heard(laid, None) == DeckShuffled(0, 0, 54)
    assert heard(laid, None, over=True) == laid


def test_net_of_a_flip():
    assert Flip(0, 3, 1, ()).net == 2


SIX = "1r 2r 3r 4r 5r 6r"


@pytest.mark.rule("M3E-FATE-06")
def test_a_hand_is_cut_when_the_whole_action_is_resolved(ruleset):
    """Draw two, then discard one, from a hand of six: one is discarded, then one more after the Action."""
    scheme = Action(name="Plan", effects=(w.Draw(cards=2), w.DiscardCards(cards=1)))
    scene = Scene(ruleset).model("a1", actions=(scheme,)).hand("A", SIX).deck("A", "7m 8m")
    scene.act("a1", "Plan", A.cards(["1r"]), A.cards(["2r"]))
    assert scene.cards_of("A", "hand") == "3r 4r 5r 6r 7m 8m"
    assert [ask.rule for ask in scene.asked] == ["M3E-FATE-12", "M3E-FATE-06"]


@pytest.mark.rule("M3E-FATE-06", "M3E-AREA-09")
def test_in_a_pulse_in_which_several_draw_the_hand_is_cut_once(ruleset):
    bounty = Action(name="Bounty", effects=(w.Pulse(inches=3, effects=(w.Draw(),)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bounty,)).hand("A", SIX).deck("A", "7m 8m")
    scene.model("a2", at=(12, 10)).model("a3", at=(10, 12))
    scene.act("a1", "Bounty", A.order("a2"), A.cards(["7m", "1r"]))
    assert scene.cards_of("A", "hand") == "2r 3r 4r 5r 6r 8m"


@pytest.mark.rule("M3E-FATE-06")
@pytest.mark.parametrize("of", ["ability", "trigger"])
def test_a_hand_is_cut_after_an_ability_and_after_a_trigger(ruleset, of):
    draws = (w.Draw(cards=2), w.Gain(condition="fast", whom="self"))
    scene = (
        Scene(ruleset).hand("A", SIX).deck("A", "9r 7m 8m" if of == "trigger" else "7m 8m").deck("B", "2c")
    )
    if of == "ability":
        ability = Ability(name="Muse", parts=(w.Reaction(moment="activation_begins", effects=draws),))
        scene.model("a1", abilities=(ability,)).model("b1", at=(30, 30))
        scene.run(activation_step, A.activate("a1"), A.cards(["1r", "2r"]), A.action("end"))
    else:
        trigger = Trigger(name="Muse", suits=("ram",), timing="after_succeeding", effects=draws)
        hit = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", triggers=(trigger,))
        scene.model("a1", at=(10, 10), actions=(hit,)).model("b1", at=(11.181, 10))
        scene.act("a1", "Hit", A.cheat("keep"), A.trigger("Muse"), A.cards(["1r", "2r"]))
    assert len(scene.seat("A").hand) == 6


@pytest.mark.rule("M3E-FATE-13", "M3E-FATE-05")
def test_what_reacts_to_a_discard_knows_which_model_was_told_to(ruleset):
    """a2's own discards only: a1's Action tells a1 to discard, then a2."""
    grief = Ability(name="Grief", parts=(w.Reaction(moment="discarded", effects=(w.Token(name="t"),)),))
    purge = Action(
        name="Purge", effects=(w.DiscardCards(), w.Pulse(inches=3, effects=(w.DiscardCards(whom="target"),)))
    )
    scene = (
        Scene(ruleset).hand("A", "1r 2r 3r").model("a1", at=(10, 10), actions=(purge,), abilities=(grief,))
    )
    scene.model("a2", at=(12, 10), abilities=(grief,))
    scene.act("a1", "Purge", A.cards(["1r"]), A.cards(["2r"]))
    assert (scene["a1"].tokens, scene["a2"].tokens) == ({"t": 1}, {"t": 1})


def looking(ruleset, how, *answers, cards=3, by=0):
    scene = Scene(ruleset).deck("A", "1r 2m 3c 4t")
    return scene, scene.run(lambda g: arrange(g, 0, by, cards, how, "Omen"), *answers)


@pytest.mark.rule("M3E-FATE-14")
def test_the_top_cards_are_looked_at_and_laid_back_in_an_order(ruleset):
    scene, looked = looking(ruleset, Arrangement(), A.cards(["3c", "1r", "2m"]))
    assert looked == 3
    assert [card.code for card in scene.seat("A").deck[:4]] == ["3c", "1r", "2m", "4t"]
    (event,) = scene.events(DeckArranged)
    assert event.audience == 0
    assert "3c" not in encode(event.shadow()).decode()


@pytest.mark.rule("M3E-FATE-14", "M3E-FATE-11")
def test_of_the_cards_looked_at_some_are_discarded_drawn_or_put_under(ruleset):
    how = Arrangement(most_discarded=1, drawn=1, most_under=1)
    scene, _ = looking(ruleset, how, A.cards(["2m"]), A.cards(["3c"]), A.cards(["1r"]))
    assert scene.cards_of("A", "hand") == "3c"
    assert scene.cards_of("A", "discard") == "2m"
    assert scene.seat("A").deck[0].code == "4t"
    assert scene.seat("A").deck[-1].code == "1r"


@pytest.mark.rule("M3E-FATE-14")
def test_the_other_player_may_be_the_one_who_looks(ruleset):
    """B looks at A's deck: the question and the cards are B's alone; only rams may go."""
    how = Arrangement(most_discarded=3, suits=("ram",), reorder=False)
    scene, _ = looking(ruleset, how, B.cards(["1r"]), by=1)
    assert [event.audience for event in scene.events(CardsLookedAt)] == [1]
    assert [choice.key for choice in scene.asked[0].options.choices] == ["1r"]


@pytest.mark.rule("M3E-FATE-04", "M3E-FATE-14")
def test_a_card_shown_to_both_may_leave_the_game_but_no_joker(ruleset):
    scene = Scene(ruleset).deck("A", "BJ 2m 3c")
    how = Arrangement(aside=1, most_discarded=3, least_discarded=3, shown=True)
    scene.run(lambda g: arrange(g, 0, 0, 3, how, "Dream"), A.cards(["3c"]), A.cards(["2m", "BJ"]))
    assert scene.cards_of("A", "aside") == "3c"
    assert scene.cards_of("A", "discard") == "2m BJ"
    assert scene.events(CardsShown)


@pytest.mark.rule("M3E-FATE-08", "M3E-FATE-11")
def test_cards_of_the_deck_are_discarded_until_it_runs_out_and_is_shuffled(ruleset):
    scene = Scene(ruleset).deck("A", "1r 2m").discard("A", "rest").after_shuffle("A", "5t")
    gone = scene.run(lambda g: mill(g, 0, 3), B.cut(0))
    assert [card.code for card in gone] == ["1r", "2m", "5t"]


@pytest.mark.rule("M3E-FATE-11")
def test_cards_come_back_from_the_discard_pile(ruleset):
    scene = Scene(ruleset).discard("A", "1r 2m 3c")
    assert scene.run(lambda g: take_from_discard(g, 0, 1, why="Dig")) == 1
    assert scene.cards_of("A", "hand") == "3c"
    scene.run(lambda g: take_from_discard(g, 0, 1, any_card=True, to="top", why="Dig"), A.cards(["1r"]))
    assert scene.seat("A").deck[0].code == "1r"
    scene.run(lambda g: take_from_discard(g, 0, 1, suits=("tome",), why="Dig"))
    assert scene.cards_of("A", "discard") == "2m"
    scene.run(lambda g: take_from_discard(g, 0, 5, to="aside", why="Dig"))
    assert scene.cards_of("A", "aside") == "2m"


@pytest.mark.rule("M3E-FATE-07")
def test_hand_cards_go_back_to_the_deck_unseen_by_the_opponent(ruleset):
    scene = Scene(ruleset).hand("A", "1r 2m 3c")
    put = A.cards(["3c", "1r"])
    assert scene.run(lambda g: return_to_deck(g, 0, 0, 2, "bottom", "Hide"), put) == 2
    assert [card.code for card in scene.seat("A").deck[-2:]] == ["3c", "1r"]
    (event,) = scene.events(HandReturned)
    assert (event.audience, event.shadow()) == (0, CardsReturned(0, 2, "bottom"))
