"""How all of the random leagues begin: their calendar, their Factions."""

from __future__ import annotations

import datetime as dt
from typing import Any

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import operations

MONDAY = dt.datetime(2026, 3, 16, 19, 0, tzinfo=dt.UTC)
FACTIONS = {
    "m3e": ("guild", "arcanists", "bayou"),
    "m2e": ("outcasts", "arcanists", "bayou"),
    "m4e": ("outcasts", "guild", "bayou"),
}
EDITIONS = tuple(FACTIONS)


def opened(
    organiser: Any, edition: str, rules: dict[str, Any], weeks_total: int, system: str = ""
) -> tuple[Campaign, str]:
    """A league of that edition and campaign, and its invitation."""
    campaign = operations.open_league(
        organiser,
        name="Season",
        starts_on=MONDAY.date(),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        weeks_total=weeks_total,
        policies=rules,
        edition=edition,
        system=system,
    )
    return campaign, operations.invite(campaign, organiser)
