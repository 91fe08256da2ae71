# ruff: noqa: F401 -- importing a module declares its endpoints
"""The API of leagues. Importing this module declares the endpoints of every feature."""

from mfcampaign.campaigns.aftermath import api as aftermath
from mfcampaign.campaigns.arsenal import api as arsenal
from mfcampaign.campaigns.calculator import api as calculator
from mfcampaign.campaigns.charts import api as charts
from mfcampaign.campaigns.costs import api as costs
from mfcampaign.campaigns.divisions import api as divisions
from mfcampaign.campaigns.forecast import api as forecast
from mfcampaign.campaigns.game import api as game
from mfcampaign.campaigns.game import play_api
from mfcampaign.campaigns.history import api as history
from mfcampaign.campaigns.league import api as league
from mfcampaign.campaigns.next_season import api as next_season
from mfcampaign.campaigns.opening import api as opening
from mfcampaign.campaigns.organiser import api as organiser
from mfcampaign.campaigns.pairing import api as pairing
from mfcampaign.campaigns.playoffs import api as playoffs
from mfcampaign.campaigns.points import api as points
from mfcampaign.campaigns.restart import api as restart
from mfcampaign.campaigns.rising import api as rising
from mfcampaign.campaigns.rulings import api as rulings
from mfcampaign.campaigns.sandbox import api as sandbox
from mfcampaign.campaigns.settings import api as settings
from mfcampaign.campaigns.transfer import api as transfer
from mfcampaign.campaigns.week import api as week
