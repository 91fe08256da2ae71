"""What a player is not asked, in every edition that is played: it is lawful and tells no secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.dialogue import Choice, Number, OneOf
from rules.edition import edition_of
from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import M3E
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.asking import abilities, habits_from, left, single, usual_answer
from rules.game.driver import Driver
from rules.game.procedure.asks import Ask, RecurringUse
from rules.game.simulation.bots import RandomLegal
from rules.game.simulation.invariants import disguised
from rules.game.state import State
from rules.game.table_access.exact_table import table_for

KEYS = ("none", "no", "pass", "Gut Wound", "From Beyond:0:a2", "yes")


def asking(*keys: str, kind: str = "use", text: str = "Lure: use it?") -> Ask:
    return Ask(seat=0, kind=kind, text=text, options=OneOf(tuple(Choice(key) for key in keys)))


@given(
    st.lists(st.sampled_from(KEYS), min_size=1, max_size=4, unique=True),
    st.sampled_from(["use", "trigger", "cheat", "action"]),
    st.dictionaries(
        st.sampled_from(["Gut Wound", "From Beyond", "Lure: use it?", "yes"]), st.sampled_from(["yes", "no"])
    ),
)
def test_a_usual_answer_is_one_of_the_answers(keys, kind, habits):
    ask = asking(*keys, kind=kind)
    value = usual_answer(abilities(ask), ask, habits)
    assert value is None or ask.options.contains(value)


@given(st.sampled_from(["yes", "no"]))
def test_what_was_answered_every_time_is_answered_so_again(value):
    ask = asking("yes", "no")
    assert usual_answer(abilities(ask), ask, habits_from(abilities(ask), ask, value)) == value


def test_one_trigger_may_be_declared_so_two_usual_ones_are_asked_about():
    both = asking("none", "Gut Wound", "Reposition", kind="trigger")
    assert usual_answer(abilities(both), both, {"Gut Wound": "yes", "Reposition": "yes"}) is None
    assert usual_answer(abilities(both), both, {"Gut Wound": "yes"}) == "Gut Wound"
    assert usual_answer(abilities(both), both, {"Gut Wound": "no"}) is None
    assert usual_answer(abilities(both), both, {"Gut Wound": "no", "Reposition": "no"}) == "none"


def test_what_an_ability_is_called_is_the_same_for_every_model():
    two = asking("From Beyond:0:a2", "From Beyond:0:a3", "pass")
    assert {one.name for one in abilities(two)} == {"From Beyond"}
    assert abilities(asking("a1", "a2", kind="activate")) == ()
    assert abilities(asking("keep", "13m", kind="cheat"), RecurringUse("Ahead")) == (RecurringUse("Ahead"),)


def test_a_single_answer_is_given_between_people_only_where_both_know_it():
    for kind, between_people in (("target", "b1"), ("interact", None), ("cards", None), ("action", None)):
        ask = asking("b1", kind=kind)
        assert single(ask, alone=False) == between_people
    assert single(asking("b1", kind="interact"), alone=True) == "b1"
    assert single(asking("no", kind="withdraw"), alone=True) is None
    cut = Ask(seat=0, kind="cut", options=Number(0, 53))
    assert (single(cut, alone=True), single(cut, alone=False)) == (0, None)


def third(seed: str) -> Play:
    setup = skirmish(f"asking {seed}")
    return Play(setup, M3E, table_for(setup, M3E), KeyDealer(digest("asking", seed)))


def first(seed: str) -> PlayM1:
    return PlayM1(encounter_of(f"asking {seed}"), KeyDealer(digest("asking", seed)))


BEGIN: dict[str, Callable[[str], Driver]] = {"m3e": third, "m1e": first}


def with_hand(state: State, seat: int, order: int) -> State:
    """The same with the lowest or the highest cards of the deck in that hand."""
    crew = state.crews[seat]
    unseen = sorted(crew.deck + crew.hand, key=lambda card: order * card.value)
    size = len(crew.hand)
    return state.with_crew(replace(crew, hand=tuple(unseen[:size]), deck=tuple(unseen[size:])))


def of_hand(ask: Ask, state: State) -> Ask:
    """The question as it is put in that world."""
    if ask.kind != "cheat" or not isinstance(ask.options, OneOf):
        return ask
    keep = next(choice for choice in ask.options.choices if choice.key == "keep")
    held = (Choice(card.code) for card in state.crews[ask.seat].hand)
    return replace(ask, options=OneOf((keep, *held)))


def named(settled: RecurringUse | None) -> str:
    return settled.name if settled is not None else ""


@pytest.mark.parametrize("code", list(BEGIN))
def test_what_is_not_asked_tells_the_other_side_nothing(code):
    """Played by bots: what is answered without asking is lawful, and between two people the same in all
    worlds that differ in what the other side must not know. Where nobody else plays it is not: the proof can
    fail."""
    edition = edition_of(code).play
    given = differing = 0
    for seed in ("1", "2", "3"):
        play = BEGIN[code](seed)
        bots = [edition.bots["greedy"](Stream(digest("asking", seed, str(seat)))) for seat in (0, 1)]
        while not play.over and len(play.decisions) < 200:
            ask = play.asks[0]
            value, alone = (play.needless(ask, alone=each) for each in (False, True))
            for answer in (value, alone):
                assert answer is None or ask.options.contains(answer), ask
            assert value is None or value == alone, "who may look at the own hand is asked no more"
            settled = play.recurring(ask)
            assert settled is None or ask.options.contains(left(settled, ask)), ask
            here, given, seen = play.state, given + (value is not None), set()
            worlds = (disguised(here, 1 - ask.seat), *(with_hand(here, ask.seat, by) for by in (1, -1)))
            for world in worlds if ask.kind in ("cheat", "take", "stone", "suit", "use") else ():
                play._running.state = world
                assert play.needless(of_hand(ask, world), alone=False) == value, ask
                seen.add(play.needless(of_hand(ask, world), alone=True))
                assert named(play.recurring(of_hand(ask, world))) == named(play.recurring(ask)), ask
            play._running.state = here
            differing += len(seen) > 1
            play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert given > 5
    assert differing > 1


@pytest.mark.parametrize("code", list(BEGIN))
def test_random_answers_never_meet_a_question_that_cannot_be_judged(code):
    play, bot = BEGIN[code]("any"), RandomLegal(Stream(digest("asking at random")))
    while not play.over and len(play.decisions) < 500:
        ask = play.asks[0]
        for alone in (True, False):
            answer = play.needless(ask, alone=alone)
            assert answer is None or ask.options.contains(answer), ask
        put = play.with_next(ask)
        assert put is ask or put.kind == ask.kind
        play.answer(ask.seat, bot.answer(play, ask))
