"""The work of events on the ticker."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.events.models import Challenge, Event
from mfcampaign.events.operations import ladder
from rules.refusal import Refusal

State = Challenge.State


@dispatch.ticker
def turn_ladders(now: dt.datetime) -> None:
    """Challenges that nobody answered in time have run out, and of those not played in time people are
    told. A second look finds nothing to do."""
    running = Challenge.objects.filter(event__phase=Event.Phase.RUNNING)
    # Two questions, each answered by an index of its own.
    unanswered = running.filter(state=State.WAITING, answer_by__lt=now)
    unplayed = running.filter(state=State.ACCEPTED, play_by__lt=now, late_at=None)
    due = [*unanswered.select_related("event"), *unplayed.select_related("event")]
    for row in sorted(due, key=lambda row: (row.event_id, row.number)):
        turn = ladder.expire if row.state == State.WAITING else ladder.call_late
        with suppress(Refusal):
            turn(row.event, row.number, now)
