"""A date that one can put into a calendar, whichever room tells of it."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct


class Moment(Struct, frozen=True):
    """One date: ``key`` names it for good, ``at`` may move; ``yours`` is true of what one does oneself."""

    key: str
    what: str
    at: dt.datetime
    url: str
    yours: bool = False
