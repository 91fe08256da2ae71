"""Reading a league: loaders with a fixed number of queries, one module a page's room."""

from mfcampaign.campaigns.queries.actions import NextAction, next_actions, waited_for
from mfcampaign.campaigns.queries.league_page import standings
from mfcampaign.campaigns.queries.organised import organised
from mfcampaign.campaigns.queries.table import arsenal_values, current_week, meetings

__all__ = [
    "NextAction",
    "arsenal_values",
    "current_week",
    "meetings",
    "next_actions",
    "organised",
    "standings",
    "waited_for",
]
