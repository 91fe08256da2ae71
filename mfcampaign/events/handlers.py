"""What the ticker does for events."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.events.models import Challenge, Event
from mfcampaign.events.operations import ladder
from rules.core.refusal import Refusal


@dispatch.ticker
def turn_ladders(now: dt.datetime) -> None:
    """Challenges that nobody answered in time have run out. A second look finds nothing to do."""
    late = Challenge.objects.filter(state=Challenge.State.WAITING, answer_by__lt=now)
    for event in Event.objects.filter(phase=Event.Phase.RUNNING, challenges__in=late).distinct():
        with suppress(Refusal):
            ladder.expire(event, now)
