"""The three levels of bots: each better than the last, blind to what is hidden, kind to their own."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from rules.editions import ruleset
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.examples.encounters import skirmish
from rules.game.play import Play
from rules.game.simulation.levels import LEVELS, compared, mirrored
from rules.game.simulation.looking_ahead import CANDIDATES, LooksAhead, imagined
from rules.game.simulation.tactics import Tactician
from rules.game.table_access.exact_table import table_for
from rules.refusal import Refusal

RULES = ruleset("m3e")


def begun(seed: str) -> Play:
    setup = skirmish(seed)
    rules = RULES.with_policies(setup.policies)
    return Play(setup, rules, table_for(setup, rules), KeyDealer(digest("levels", seed)))


def moments(seed: str, most: int):
    """An Encounter of two of the second level, at each of the first questions of Turn 2 to seat 0."""
    play, streams = begun(seed), [Stream(digest("levels", seed, str(seat))) for seat in (0, 1)]
    seen = 0
    while not play.over and seen < most:
        ask = play.asks[0]
        if ask.seat == 0 and play.state.turn == 2 and play.state.phase == "activation":
            if ask.kind in CANDIDATES:
                seen += 1
                yield play
        play.answer(ask.seat, Tactician(streams[ask.seat]).answer(play, ask))


def test_the_second_level_beats_the_first_and_spares_its_own():
    result = compared((2, 1), list(mirrored((2, 1), 2, "mirrored", skirmish, RULES)))
    assert (result.encounters, result.wins) == (4, 4)
    assert result.strategy_vp[0] > result.strategy_vp[1]
    assert (result.friends_attacked, result.own_kills) == (0, 0)


def test_what_is_imagined_keeps_what_was_seen_and_deals_the_rest_anew():
    looked = 0
    for play in moments("imagined", 4):
        one, two = (imagined(play, 0, digest("look", str(n))) for n in (1, 2))
        now = play.state.crews
        for ahead in (one, two):
            then = ahead.state.crews
            assert [crew.discard for crew in then] == [crew.discard for crew in now]
            assert [crew.conflict for crew in then] == [crew.conflict for crew in now]
            assert then[0].hand == now[0].hand
            assert [sorted(crew.cards) for crew in then] == [sorted(crew.cards) for crew in now]
            assert not [scheme for scheme in then[1].schemes if not scheme.revealed]
            assert ahead.asks[0].kind == play.asks[0].kind
        assert one.state.crews[0].deck != two.state.crews[0].deck
        looked += 1
    assert looked == 4


@pytest.mark.parametrize("level", [2, 3])
def test_no_bot_reads_what_its_player_may_not_see(level):
    """Whatever lies unseen in both decks and in the opponent's hand, the answer is the same."""
    bot, looked = LEVELS[level], 0
    for play in moments("unseen", 5):
        answers = []
        for other in (play, *(imagined(play, 0, digest("hidden", str(n))) for n in (1, 2))):
            answers.append(bot(Stream(digest("bot", str(looked)))).answer(other, other.asks[0]))
        assert answers[0] == answers[1] == answers[2], play.asks[0]
        looked += 1
    assert looked == 5


def test_where_it_cannot_look_it_answers_as_the_second_level():
    play = next(iter(moments("shuffled", 1)))
    play.checkpoint = type(play.checkpoint)(
        state=play.since.state, decisions=0, events=0, hash=play.since.hash
    )
    with pytest.raises(Refusal):
        imagined(play, 0, b"0" * 32)
    ask = play.asks[0]
    usual = Tactician(Stream(digest("same"))).answer(play, ask)
    assert LooksAhead(Stream(digest("same"))).answer(play, ask) == usual


def test_the_command_compares_two_levels(capsys):
    call_command("simulate", "--levels", "2", "1", "--encounters", "2", "--json")
    result = json.loads(capsys.readouterr().out)
    assert (result["levels"], result["encounters"]) == ([2, 1], 2)
    assert result["wins"] + result["losses"] + result["draws"] == 2


@pytest.mark.soak
def test_the_third_level_beats_the_second():
    result = compared((3, 2), list(mirrored((3, 2), 30, "soak", skirmish, RULES)))
    assert result.share >= 0.65
    assert result.friends_attacked == 0
