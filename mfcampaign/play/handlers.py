"""Encounters and the rest of the portal: what the ticker deletes."""

from __future__ import annotations

import datetime as dt

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.play.operations.creation import forget_visits


@dispatch.ticker
def forget_abandoned(now: dt.datetime) -> bool:
    """Encounters without any account that nobody went on with for long leave the database."""
    return forget_visits(now)
