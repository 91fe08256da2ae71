"""What the ticker does for the frame of the portal."""

from __future__ import annotations

import datetime as dt

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web.awake import shared_cache


@dispatch.ticker
def forget_expired(now: dt.datetime) -> None:
    """Counts and locks whose time is over leave the database."""
    shared_cache.forget_expired()
