"""The API's work on the ticker: deletion of old stored answers."""

from __future__ import annotations

import datetime as dt

from mfcampaign.api import operations
from mfcampaign.dispatch import operations as dispatch


@dispatch.ticker
def forget_answers(now: dt.datetime) -> bool:
    """Delete stored answers that no client asks for any more, a few at a time."""
    return operations.forget_answers(now)
