from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from mfcampaign.catalog import queries as catalog
from tests import data_sets
from tests.campaigns.conftest import figures  # noqa: F401  the figures, loaded once
from tests.events.making import Day


@pytest.fixture
def host(db: None) -> Any:
    return get_user_model().objects.create_user("host", "host@example.org", "iron-harvest-moon-47")


@pytest.fixture
def catalogue(figures: None, db: None) -> None:  # noqa: F811
    if not catalog.season_choices():
        data_sets.catalogue()


@pytest.fixture
def make_day(catalogue: None, host: Any) -> Any:
    return lambda players=8, **options: Day(host, players, **options)
