"""The scenario of a week, as the Weekly Event and the organisers changed it."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Week
from mfcampaign.campaigns.week import fate
from mfcampaign.catalog import queries as catalog
from rules.campaign.weekly_events import mandated
from rules.game.setup.scenario import Override, Scenario, overridden


def scenario_of(week: Week) -> dict[str, Any]:
    """What the week is played for: the drawn scenario, what its event mandates, an organiser's word last."""
    drawn = msgspec.convert(week.scenario or fate.scenario(week), Scenario)
    return laid_over(week, drawn)


def laid_over(week: Week, drawn: Scenario) -> dict[str, Any]:
    """``drawn`` under the event and the organiser's override of this week, as plain values."""
    by_hand = msgspec.convert(week.scenario_override.get("override", {}), Override)
    season = catalog.season(week.season_played) if by_hand.schemes else None
    by_event = mandated(loading.event_of(week), week.campaign.edition)
    scenario = overridden(drawn, by_event, by_hand, season=season)
    built: dict[str, Any] = msgspec.to_builtins(scenario)
    return built


def origin_of(week: Week) -> str:
    """The week's name in the generator; another league, and an imported one, has another."""
    return f"league:{week.campaign_id}/week:{week.number}"
