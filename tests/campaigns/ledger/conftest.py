import pytest

from mfcampaign.campaigns.ledger import operations as ledger
from tests.campaigns.ledger.making import make_league, make_player


@pytest.fixture
def league(db):
    return make_league()


@pytest.fixture
def mara(league):
    """A player with 12 Scrip from the first week's Payday."""
    entry = make_player(league, "mara")
    ledger.pay(entry, 12, reason="payday", natural_key="mara/1/payday", week=1)
    return entry
