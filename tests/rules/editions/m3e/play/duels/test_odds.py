"""The odds that a question tells: exact over what is unseen, and nothing of what lies where."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play import odds
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import ruleset
from rules.editions.m3e.shown import notes
from rules.editions.m3e.simulation.looking_ahead import imagined
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.cards import FULL_DECK, Card
from rules.fate.dealer import KeyDealer
from rules.fate.flips import cards_revealed, may_take
from rules.fate.shuffle import Stream, digest
from rules.game.table_access.exact_table import table_for

SOME = tuple(Card.parse(code) for code in "BJ RJ 1r 2c 2t 5m 9r 9c 12t 13m".split())


@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
def test_each_value_is_as_likely_as_counting_every_flip_says(net):
    flips = list(combinations(SOME, cards_revealed(net)))
    for least in range(15):
        counted = sum(max(card.value for card in may_take(flip, net)) >= least for flip in flips)
        assert odds.at_least(odds.tally(SOME), least, net) == pytest.approx(counted / len(flips))


def test_all_values_together_are_certain():
    for net in range(-3, 4):
        assert sum(odds.spread(odds.tally(FULL_DECK), net)) == pytest.approx(1.0)


def test_a_target_and_a_cheat_tell_their_odds_and_nothing_of_what_lies_where():
    setup = skirmish("odds")
    rules = ruleset("m3e").with_policies(setup.policies)
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("odds")))
    bots = [Tactician(Stream(digest("odds", str(seat)))) for seat in (0, 1)]
    heard = set()
    while not play.over and len(heard) < 3:
        ask = play.asks[0]
        if ask.kind in ("target", "cheat") and play.state.phase == "activation":
            said = notes(play.running, ask)
            heard |= {
                word
                for word in ("to succeed", "against", "to stay so")
                if any(word in note for note in said.values())
            }
            if play.state.crews[0].shuffles == play.checkpoint.state.crews[0].shuffles:
                other = imagined(play, ask.seat, digest("another world"))
                assert notes(other.running, other.asks[0]) == said
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert heard == {"to succeed", "against", "to stay so"}
