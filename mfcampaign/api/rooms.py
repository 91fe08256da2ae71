"""Where operations are declared: importing this declares them all."""

from mfcampaign.accounts import api as accounts
from mfcampaign.campaigns import api as campaigns
from mfcampaign.catalog import api as catalog
from mfcampaign.crews import api as crews
from mfcampaign.events import api as events
from mfcampaign.notices import api as notices
from mfcampaign.organizing import api as organizing
from mfcampaign.people import api as people
from mfcampaign.play import api as play
from mfcampaign.setups import api as setups
from mfcampaign.tables import api as tables

__all__ = [
    "accounts",
    "campaigns",
    "catalog",
    "crews",
    "events",
    "notices",
    "organizing",
    "people",
    "play",
    "setups",
    "tables",
]
