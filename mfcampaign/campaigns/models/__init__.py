"""The rows of a league. The operations of each feature are their only writers."""

from mfcampaign.campaigns.models.aftermath import Aftermath, AftermathDecision, Countersign
from mfcampaign.campaigns.models.arsenal import (
    ArsenalBounty,
    ArsenalModel,
    ArsenalUpgrade,
    BountyTick,
    LeaderGrowth,
)
from mfcampaign.campaigns.models.costs import StatedCost
from mfcampaign.campaigns.models.forecast import Forecast, ForecastPart
from mfcampaign.campaigns.models.game import Game, GameProposal, GameSide, Report
from mfcampaign.campaigns.models.league import (
    Campaign,
    Division,
    Entry,
    Invitation,
    JoinRequest,
    LeagueTemplate,
    Organiser,
    Placing,
)
from mfcampaign.campaigns.models.ledger import Account, LedgerEntry, Transfer
from mfcampaign.campaigns.models.pairing import Availability, PairingPlan, PairRule, PlayerFacts
from mfcampaign.campaigns.models.playoff import PlayOff, PlayOffMatch, PlayOffSeed
from mfcampaign.campaigns.models.points import PointsGiven
from mfcampaign.campaigns.models.restart import Restart, RestartDecision
from mfcampaign.campaigns.models.ruling import Debt, Repayment, Ruling, Supplement, Tenure
from mfcampaign.campaigns.models.transfer import LeagueFile
from mfcampaign.campaigns.models.week import Week, WeekEntry, WeekPlan

__all__ = [
    "Account",
    "Aftermath",
    "AftermathDecision",
    "ArsenalBounty",
    "ArsenalModel",
    "ArsenalUpgrade",
    "Availability",
    "BountyTick",
    "Campaign",
    "Countersign",
    "Debt",
    "Division",
    "Entry",
    "Forecast",
    "ForecastPart",
    "Game",
    "GameProposal",
    "GameSide",
    "Invitation",
    "JoinRequest",
    "LeaderGrowth",
    "LeagueFile",
    "LeagueTemplate",
    "LedgerEntry",
    "Organiser",
    "PairRule",
    "PairingPlan",
    "Placing",
    "PlayOff",
    "PlayOffMatch",
    "PlayOffSeed",
    "PlayerFacts",
    "PointsGiven",
    "Repayment",
    "Report",
    "Restart",
    "RestartDecision",
    "Ruling",
    "StatedCost",
    "Supplement",
    "Tenure",
    "Transfer",
    "Week",
    "WeekEntry",
    "WeekPlan",
]
