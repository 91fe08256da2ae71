"""The rows of a league. ``operations`` is their only writer."""

from mfcampaign.campaigns.models.aftermath import Aftermath, AftermathDecision
from mfcampaign.campaigns.models.anew import NewStart, NewStartDecision
from mfcampaign.campaigns.models.arsenal import ArsenalModel, ArsenalUpgrade
from mfcampaign.campaigns.models.bounty import ArsenalBounty, BountyTick
from mfcampaign.campaigns.models.campaign import Campaign, Entry, Invitation, Organiser
from mfcampaign.campaigns.models.correction import Correction, Debt, Repayment, Supplement, Tenure
from mfcampaign.campaigns.models.countersign import Countersign
from mfcampaign.campaigns.models.encounter import Encounter, EncounterSide, GameProposal, Report
from mfcampaign.campaigns.models.forecast import Forecast, ForecastPart
from mfcampaign.campaigns.models.ledger import Account, LedgerEntry, Transfer
from mfcampaign.campaigns.models.pairing import Availability, PairingPlan, PairRule, PlayerFacts
from mfcampaign.campaigns.models.portable import LeagueFile
from mfcampaign.campaigns.models.template import LeagueTemplate
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
    "Correction",
    "Countersign",
    "Debt",
    "Encounter",
    "EncounterSide",
    "Entry",
    "Forecast",
    "ForecastPart",
    "GameProposal",
    "Invitation",
    "LeagueFile",
    "LeagueTemplate",
    "LedgerEntry",
    "NewStart",
    "NewStartDecision",
    "Organiser",
    "PairRule",
    "PairingPlan",
    "PlayerFacts",
    "Repayment",
    "Report",
    "Supplement",
    "Tenure",
    "Transfer",
    "Week",
    "WeekEntry",
    "WeekPlan",
]
