"""The deletion of abandoned Encounters, registered with the ticker."""

from __future__ import annotations

import datetime as dt

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.play.operations.creation import forget_visits


@dispatch.ticker
def forget_abandoned(now: dt.datetime) -> bool:
    """Delete Encounters without any account that nobody continued for long; return whether there may be
    more."""
    return forget_visits(now)
