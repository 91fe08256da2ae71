"""What one form answers together: whether an ability is used and what it asks, who is moved and where to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.scripts.selects import Models
from rules.editions.m3e.scripts.words import Ability, Draw, Either, Heal, Move, PayCards, Reaction, Token
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.log import follow
from rules.game.simulation.invariants import disguised
from rules.game.table_access.exact_table import table_for

RUNS = Move(kind="move", inches=3, whom="self")
FRIEND = Models(side="friendly", other=True, which="one")
SENDS = Move(kind="move", inches=3, whom=FRIEND)


def asked(ruleset, *effects, kind="use", moment="activation_begins", **fields):
    """The Encounter at its first question of that kind for seat 0, whose Master has such an ability."""
    setup = skirmish("then")
    slug = next(hired.card for hired in setup.crews[0].models if hired.leader)
    ability = Ability(name="Calls", parts=(Reaction(moment, effects, optional=True, **fields),))
    card = replace(setup.cards[slug], abilities=(ability,))
    setup = replace(setup, cards={**setup.cards, slug: card})
    play = Play(setup, ruleset, table_for(setup, ruleset), KeyDealer(digest("then")))
    return until(play, kind)


def until(play, kind):
    bots = [Tactician(Stream(digest("then", str(seat)))) for seat in (0, 1)]
    while play.asks[0].kind != kind or play.asks[0].seat != 0:
        play.answer(play.asks[0].seat, bots[play.asks[0].seat].answer(play, play.asks[0]))
    return play, play.asks[0]


@pytest.mark.rule("M3E-ABIL-03", "M3E-MOVE-01")
def test_one_form_says_that_a_move_is_used_and_where_it_ends(ruleset):
    play, ask = asked(ruleset, RUNS)
    before = play.hash, len(play.decisions)
    then = play.then(ask)
    assert (then.key, then.ask.kind, then.ask.seat) == (ask.options.choices[0].key, "destination", 0)
    assert (play.hash, len(play.decisions)) == before, "nothing is answered by looking"
    play.answer(0, then.key)
    assert play.asks[0].kind == "destination"
    assert next(iter(play.asks[0].options.listed())) == next(iter(then.ask.options.listed()))


@pytest.mark.rule("M3E-CHOICE-01", "M3E-ACT-19")
def test_so_are_a_way_and_a_model(ruleset):
    ways = ((Token(name="chi", whom="self"),), (Token(name="power", whom="self"),))
    either = Either(branches=ways, chooser="self")
    assert asked_then(ruleset, either) == "branch"
    assert asked_then(ruleset, SENDS) in ("model", "target")


def asked_then(ruleset, *effects, **fields):
    play, ask = asked(ruleset, *effects, **fields)
    then = play.then(ask)
    return then.ask.kind if then else None


@pytest.mark.rule("M3E-ABIL-03", "M3E-FATE-06")
def test_an_ability_stays_a_question_where_its_form_would_say_more_than_it(ruleset):
    assert asked_then(ruleset, Draw(), RUNS) is None, "a card is drawn first"
    assert asked_then(ruleset, Heal(amount=1, whom="self")) is None, "nothing is asked after it"
    assert asked_then(ruleset, RUNS, cost=(PayCards(cards=1),)) is None, "which card pays is another decision"


@pytest.mark.rule("M3E-MOVE-01")
def test_a_drag_says_who_is_moved_and_where_to(ruleset):
    play, ask = asked(ruleset, SENDS)
    play.answer(0, play.then(ask).key)
    ask = play.asks[0]
    assert play.leads(ask)
    mover = play.state.models[ask.options.choices[0].key]
    ahead = play.copy()
    ahead.answer(0, mover.id)
    place = next(way for way in ahead.asks[0].options.listed() if way != [mover.x, mover.y])
    (proposal,) = play.pointed(ask, mover.id, None, place)
    (kind, model), (where, way) = proposal.answers
    assert (kind, model, where) == (ask.kind, mover.id, "destination")
    assert play.pointed(ask, mover.id, None, (mover.x + 12, mover.y)) == (), "it does not come so far"
    for other in play.state.models.values():
        if not ask.options.contains(other.id):
            assert play.pointed(ask, other.id, None, place) == (), "nobody else is moved in its stead"
    play.answer(0, model)
    play.answer(0, way)
    moved = play.state.models[mover.id]
    assert [moved.x, moved.y] == pytest.approx(place)


def test_who_is_not_moved_is_chosen_alone(ruleset):
    play, ask = asked(ruleset, Heal(amount=1, whom=FRIEND))
    then = play.then(ask)
    if then is not None:
        play.answer(0, then.key)
    assert not play.leads(play.asks[0])


def test_what_is_looked_at_ahead_is_the_same_whatever_the_other_holds(ruleset):
    play, ask = asked(ruleset, RUNS)
    then, since = play.then(ask), play.checkpoint
    other = Play(
        play.setup,
        ruleset,
        play.table,
        play.running.dealer,
        replace(since, state=disguised(since.state, 0)),
    )
    assert other.state.crews[1].hand != play.state.crews[1].hand
    follow(other, play.decisions[since.decisions :])
    again = other.then(other.asks[0])
    assert (again.key, again.ask.written_out()) == (then.key, then.ask.written_out())
