"""Taking back against a bot: free while nothing hidden was shown, refused in words from then on."""

from __future__ import annotations

import pytest

from mfcampaign.play import loading
from mfcampaign.play.operations import playing
from rules.fate.shuffle import Stream, digest
from rules.refusal import Refusal
from tests.play.playing import against_bot, person

pytestmark = pytest.mark.django_db


def informed(play, start: int) -> bool:
    return any(event.informs for event in play.events[play.starts[start] :])


@pytest.mark.parametrize("seed", ["one", "two"])
def test_it_stops_at_the_last_card_that_was_turned_and_says_so(seed):
    mara = person("mara")
    row = against_bot(mara)
    kept = stopped = 0
    for _ in range(60):
        row.refresh_from_db()
        if row.over or (kept > 2 and stopped > 2):
            break
        play = loading.play_of(row, whole=True)
        ask = play.asks[0]
        value = ask.options.sample(Stream(digest("back", seed, str(row.version))))
        playing.answer(row, mara, 0, value, kind=ask.kind, seen=row.version)
        row.refresh_from_db()
        if row.over:
            break
        after = loading.play_of(row, whole=True)
        steps = len(after.decisions) - len(play.decisions)
        state, hidden = after.state, informed(after, len(play.decisions))
        if not hidden:
            assert playing.take_back(row, mara, 0, steps=steps, seen=row.version)
            row.refresh_from_db()
            again = loading.play_of(row, whole=True)
            assert again.asks[0].kind == ask.kind
            assert again.state == play.state
            kept += 1
            playing.answer(row, mara, 0, value, kind=ask.kind, seen=row.version)
            continue
        with pytest.raises(Refusal, match="a card was turned or shown") as refused:
            playing.take_back(row, mara, 0, steps=steps, seen=row.version)
        assert refused.value.fix
        row.refresh_from_db()
        assert loading.play_of(row, whole=True).state == state, "nothing has changed"
        stopped += 1
    assert kept
    assert stopped
