"""What players read of a First Edition Encounter: its log, its questions, the moment, cards, the result; and
that views, logs, taking back and proofs are those of every edition."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import CREWS, FIGURES, encounter_of
from rules.editions.m1e.play import match
from rules.editions.m1e.play.actions import END, GENERAL, menu
from rules.editions.m1e.play.figures import TALENTS, Spell
from rules.editions.m1e.play.morale import CAUSE
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.shown import GENERAL_WORDS, TALENT_WORDS, card_printed, spell_words
from rules.editions.m1e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.driver import Driver
from rules.game.events import encode
from rules.game.events.announcements import ActionEnded
from rules.game.events.table import ConditionSet, TokensSet
from rules.game.events.turns import StrategiesSet
from rules.game.log import chain, dump, effective, fold, follow, free_from, load, take_back
from rules.game.narration import (
    FEARS,
    Names,
    condition_words,
    conditions_in_words,
    sentence_of,
    sentences_of,
)
from rules.game.pictures.tokens import tokens
from rules.game.results.result import check_result
from rules.game.simulation.invariants import interference
from rules.game.view import heard_by, view

KEY = digest("words")


def played(name: str, number: int, stop: int = 10_000) -> PlayM1:
    """An Encounter by bots, to its end or to so many decisions."""
    play, bots = PlayM1(encounter_of(name), KeyDealer(KEY)), players(name, number)
    while not play.over and len(play.decisions) < stop:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    return play


@pytest.fixture(scope="module")
def over() -> PlayM1:
    return played("words/2", 2)


def test_the_log_reads_as_sentences(over):
    """No key, no empty name, no success told as a failure, the phases by their First Edition names."""
    said = sentences_of(over.events, over.state)
    assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in said)
    assert not [line for line in said if re.search(r"\b(cb|ca|wp)\b|brave|cause:|fails: (hit|cast)", line)]
    assert "The Closing Phase begins." in said
    assert "The End Phase begins." not in said
    strategies = next(event for event in over.events if isinstance(event, StrategiesSet))
    first = over.state.crews[strategies.first].name
    assert sentence_of(strategies, over.state).startswith(f"{first} picks sides. ")
    assert all(name in sentence_of(strategies, over.state) for name in strategies.strategies)


def test_every_strike_and_spell_says_how_it_ended(over):
    outcomes = {event.outcome for event in over.events if isinstance(event, ActionEnded)}
    assert {"hit", "missed"} <= outcomes
    words = {o: sentence_of(ActionEnded("a1", "Sabre", o), over.state) for o in ("hit", "missed", "not cast")}
    assert words == {"hit": "Sabre hits.", "missed": "Sabre misses.", "not cast": "Sabre is not cast."}


def test_fear_is_told_in_words():
    """The names under which the rules remember fear are those that the log knows sentences for."""
    assert set(FEARS) == {match.BRAVE, CAUSE, match.PANIC, match.SHOWN}
    state = encounter_of("practice").first_state()
    said = [
        sentence_of(ConditionSet("a2", condition, value), state)
        for condition, value in (
            (match.PANIC, match.MUST_FALL_BACK),
            (match.PANIC, match.FELL_BACK),
            (match.PANIC, 0),
            ("brave:b1", 1),
            ("cause:b1", 1),
        )
    ]
    assert said == [
        "Lamplighter is afraid: it falls back in its next activation.",
        "Lamplighter is falling back.",
        "Lamplighter rallies.",
        "Lamplighter stands up to Doctor of the Graves.",
        "",
    ]
    assert sentence_of(ConditionSet("a2", match.PANIC, 9), state)
    names = Names(state)
    assert condition_words("brave:b1", 1, names) == "Stands up to Doctor of the Graves"
    assert condition_words("cause:b1", 1, names) == ""
    assert condition_words("poison", 2, names) == "Poison 2"


def test_conditions_beside_a_model_and_its_token_are_words():
    """Not the keys under which the procedures store what a model stood up to."""
    state = encounter_of("practice").first_state()
    feared = {"brave:b1": 1, "cause:b1": 1, "poison": 2}
    model = replace(state.models["a2"], conditions=feared, where="table")
    state = replace(state, models={**state.models, "a2": model})
    words = conditions_in_words(model, Names(state))
    assert words == ["Stands up to Doctor of the Graves", "Poison 2"]
    drawn = tokens(state, set(), 36)
    assert "Stands up to Doctor of the Graves, Poison 2" in drawn
    assert "B1" not in drawn.replace(">B1<", "")
    assert "Cause" not in drawn


def test_what_is_carried_is_told_in_words():
    state = encounter_of("practice").first_state()
    assert sentence_of(TokensSet("treasure", 1, "a2"), state) == "Lamplighter carries the treasure."
    assert sentence_of(TokensSet("drained", 2, seat=1), state).endswith("all but Masters have 2 Wp less.")


def test_a_seat_sees_its_own_hand_and_question_and_no_more():
    play = played("words/seats", 2, 60)
    for seat in (0, 1, None):
        seen = view(play.state, play.asks, seat)
        for crew in seen["crews"]:
            assert ("hand" in crew) == (crew["seat"] == seat)
            assert "deck" not in crew
        assert all(ask["text"] for ask in seen["asks"])
    assert not list(interference(play))
    drawn = [type(event).__name__ for event in heard_by(play.events, None)]
    assert "CardDrawn" in drawn
    assert "Drew" not in drawn


def test_replay_fold_chain_and_taking_back_are_those_of_every_edition():
    play = played("words/logs", 2, 120)
    begun = PlayM1(encounter_of("words/logs"), KeyDealer(KEY))
    again = follow(begun, load(dump(play.decisions)))
    assert (again.hash, again.state) == (play.hash, play.state)
    assert fold(play.since.state, [play.stored.event(encode(event)) for event in play.events]) == play.state
    assert chain(play.events) == play.hash
    seat = play.decisions[-1].seat
    entry = take_back(play, seat, free_from(play, seat) - 1, consent=True)
    back = follow(PlayM1(encounter_of("words/logs"), KeyDealer(KEY)), effective([*play.decisions, entry]))
    assert len(back.decisions) <= len(play.decisions)
    assert back.asks


def test_the_moment_and_its_answers_in_words():
    """While an Action goes on: who, what, at whom, both sides of the duel; what each answer comes to."""
    play, bots = PlayM1(encounter_of("words/2"), KeyDealer(KEY)), players("words/2", 2)
    duels, kinds = 0, set()
    while not play.over:
        ask = play.asks[0]
        notes, moment = play.notes(ask), play.action_shown()
        kinds |= {ask.kind} if notes else set()
        if ask.kind == "action" and play.state.activating:
            actor = play.state.models[ask.about[0]]
            offers = {offer.key for offer in menu(play.match, actor)}
            assert moment is not None or set(notes) == offers - {END.key}
        if ask.kind == "cheat" and moment is not None and moment.sides:
            duels += 1
            own = next(side for side in moment.sides if side.model == ask.about[0])
            assert notes["keep"].startswith(str(own.total))
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert duels
    assert {"activate", "action", "target", "cheat"} <= kinds
    assert play.action_shown() is None
    assert play.match.duel is None


def test_every_talent_and_general_action_has_words():
    assert set(TALENT_WORDS) == {name.removesuffix(" #") for name in TALENTS}
    play = played("practice", 0, 40)
    assert {action for action, _, _ in GENERAL} <= set(GENERAL_WORDS)
    for model in play.state.models.values():
        shown = play.card_shown(model)
        assert len(shown.actions) >= len(play.match.figure(model).weapons)
        assert all(line.does for line in shown.abilities)


def test_a_card_is_printed_as_cards_are():
    spider = card_printed(FIGURES["doctor-of-the-graves"])
    assert spider.figures == "Wd 9, Wk/Cg 4/6, Ht 2, Wp 6, Ca 7, Df 4, 30 mm"
    assert [line.does for line in spider.actions if line.name == "Raise"] == ["Summons a Sexton."]


def test_the_result_is_the_record_of_every_edition(over):
    result = over.result()
    assert [seat.vp for seat in result.seats] == [over.state.vp(0), over.state.vp(1)]
    assert result.ended_turn == over.state.turn >= 6
    assert check_result(result, edition="m1e") == ()
    assert over.result(gave_up=1).seats[1].withdrew_turn == over.state.turn
    assert isinstance(over, Driver)
    assert len(CREWS) == 5


def test_what_a_spell_does_is_said_in_a_sentence_each():
    said = spell_words(
        Spell(
            name="All",
            cc=12,
            heals=2,
            summons="grave-hound",
            becomes="wolf",
            pulls=4,
            buries=True,
            returns=True,
            morale=13,
        )
    )
    assert said == (
        "Heals 2. Summons a Grave Hound. The caster becomes a Wolf. Pulls its target 4″. Buries its target."
        " One of one’s own comes back from being buried. A Morale Duel of 13."
    )
    aura = Spell(name="Gloom", cc=10, aura=6, aura_changes=("wp", -2))
    assert spell_words(aura) == "Aura 6″ until the Closing Phase: Wp -2."


def test_a_figure_knows_its_weapons_by_name():
    figure = next(held for held in FIGURES.values() if len(held.weapons) > 1)
    assert figure.weapon(figure.weapons[-1].name) == figure.weapons[-1]
    with pytest.raises(KeyError, match="nothing"):
        figure.weapon("nothing")
