"""The rows of events: the event, who runs and plays it, its rounds and games, what was announced."""

from mfcampaign.events.models.event import Event, EventOrganiser, News
from mfcampaign.events.models.ladder import Challenge, LadderStep
from mfcampaign.events.models.player import Player
from mfcampaign.events.models.round import Game, Round
from mfcampaign.events.models.team import Team, TeamMatch

__all__ = [
    "Challenge",
    "Event",
    "EventOrganiser",
    "Game",
    "LadderStep",
    "News",
    "Player",
    "Round",
    "Team",
    "TeamMatch",
]
