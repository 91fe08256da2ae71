"""What frames of an Encounter say, and to whom: nothing depends on what another seat alone may know."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live.models import Frame
from mfcampaign.play import loading
from mfcampaign.play.frame_parts import parts_of
from rules.game.narration import sentence_of
from rules.game.simulation.invariants import disguised
from tests.play.playing import duel, go_on, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """A game some way in, with its frames in order."""
    two = dict(enumerate((person("mara"), person("jonas"))))
    row = duel(*two.values())
    go_on(row, two, 40)
    row.refresh_from_db()
    return row, list(Frame.objects.filter(topic=aggregate_name(row)).order_by("number"))


def test_frames_are_alike_in_worlds_that_the_seat_cannot_tell_apart(played):
    row, _frames = played
    play = loading.play_of(row, whole=True)
    assert any(crew.hand for crew in play.state.crews)
    said = parts_of(row, play, play.events)
    for seat in (0, 1, None):
        state = disguised(play.state, seat)
        assert state != play.state
        other = parts_of(row, SimpleNamespace(state=state, asks=play.asks), play.events)
        assert other[0] == said[0]
        if seat is not None:
            assert other[1][seat] == said[1][seat]


def test_what_one_seat_alone_hears_stands_in_its_own_part_alone(played):
    row, frames = played
    state = loading.play_of(row).state
    private = [
        (fact.audience, words)
        for _number, fact in loading.facts(row)
        if fact.audience in (0, 1) and (words := sentence_of(fact, state))
    ]
    assert {seat for seat, _words in private} == {0, 1}, "nothing was private: this proves nothing"
    texts = ["\n".join(getattr(frame, part) for frame in frames) for part in ("first", "second")]
    public = "\n".join(frame.public for frame in frames)
    seen = 0
    for seat, words in private:
        quoted = json.dumps(words, ensure_ascii=False)
        assert quoted not in public
        assert quoted not in texts[1 - seat]
        seen += quoted in texts[seat]
    assert seen


def test_the_guard_sees_a_leak(played, monkeypatch):
    """Negative control: a frame that heard with the ears of seat 0 for all is caught."""
    monkeypatch.setattr("mfcampaign.play.frame_parts.heard", lambda fact, seat, over=False: fact)
    row, _frames = played
    play = loading.play_of(row, whole=True)
    told = "\n".join(parts_of(row, play, play.events)[0]["lines"])
    private = [fact for fact in play.events if fact.audience in (0, 1)]
    assert any(words in told for fact in private if (words := sentence_of(fact, play.state)))


def test_whose_turn_it_is_stands_in_the_frame(played):
    row, frames = played
    asked = sorted({ask.seat for ask in loading.play_of(row).asks})
    assert json.loads(frames[-1].public)["asked"] == asked
    assert json.loads(frames[-1].public)["version"] == row.version
