"""How all of the random leagues begin: their size, their calendar, their Factions."""

from __future__ import annotations

import datetime as dt
from typing import Any

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.operations import league as verbs

MONDAY = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)
# Small leagues for the most part: they see as many corners and cost less.
SIZES = (*(2,) * 14, *(3,) * 7, *(4,) * 3, 6, 12)
WEEKS = (4, 4, 4, 4, 5, 6, 7, 8)
FACTIONS = ("guild", "arcanists", "bayou")


def opened(organiser: Any, rules: dict[str, Any], weeks_total: int) -> tuple[Campaign, str]:
    """A league and its invitation."""
    campaign = verbs.open_league(
        organiser,
        name="Season",
        starts_on=MONDAY.date(),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        weeks_total=weeks_total,
        policies=rules,
    )
    return campaign, verbs.invite(campaign, organiser)
