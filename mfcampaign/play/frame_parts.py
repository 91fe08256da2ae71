"""The frame of an act in an Encounter: a public part, and a part for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mfcampaign.live.frames import latest, write_frame
from mfcampaign.play.clocks import Clock
from mfcampaign.play.engines import Played
from mfcampaign.play.models import Encounter
from rules.game.events import Event as Fact
from rules.game.narration import sentence_of
from rules.game.state import State
from rules.game.view import heard

Parts = tuple[dict[str, Any], tuple[dict[str, Any], dict[str, Any]]]


def parts_of(row: Encounter, play: Played | None, facts: Sequence[Fact], clock: Clock | None = None) -> Parts:
    """The public part and both seats' parts. ``lines`` are the sentences of the act as each may see
    them, ``asked`` the seats that are asked. The frame of a record holds only its version, because entries
    may be private."""
    public: dict[str, Any] = {"version": row.version, "state": row.state}
    if clock is not None:
        public["clock"] = clock.figures
    if play is None:
        return public, ({}, {})
    state = play.state
    public["turn"] = state.turn
    public["vp"] = [state.vp(seat) for seat in (0, 1)]
    public["asked"] = sorted({ask.seat for ask in play.asks})
    public["lines"] = _lines(facts, state, None, over=row.over)
    seats = (_lines(facts, state, seat, over=row.over) for seat in (0, 1))
    first, second = ({"lines": lines} if lines != public["lines"] else {} for lines in seats)
    return public, (first, second)


def late_topic(row: Encounter) -> str:
    """The topic that watchers one Turn late follow."""
    return f"late:{row.pk}"


def tell_late(row: Encounter) -> None:
    """Send late watchers what happened before, when a Turn begins or the Encounter is over."""
    write_frame(late_topic(row), latest(late_topic(row)) + 1)


def _lines(facts: Iterable[Fact], state: State, seat: int | None, *, over: bool) -> list[str]:
    known = (heard(fact, seat, over=over) for fact in facts)
    return [words for fact in known if fact is not None and (words := sentence_of(fact, state))]
