"""No page of the portal asks the database more than fifteen questions, nothing of it being kept."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mfcampaign.web import cache as page_cache
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.permissions.table import OWN_ACCOUNT, ROWS
from tests.permissions.test_matrix import visitor, world  # noqa: F401  the fixture

pytestmark = pytest.mark.django_db
MOST = 15
ONE_A_KEY = ("accounts:own_data",)
"""One question for each key that names the person, whatever the rows: a file, not a page."""
KEEPS_TIME = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@pytest.mark.slow
def test_no_page_asks_more_than_fifteen_questions(world: dict[str, Any]) -> None:  # noqa: F811
    addresses = [reverse(row.name, args=[world[n] for n in row.args]) for row in ROWS if row.method == "get"]
    asked = {}
    for actor in ("player", "organiser"):
        client = visitor(world, actor)
        for address in (*addresses, *(reverse(name) for name in OWN_ACCOUNT if name not in ONE_A_KEY)):
            if client.get(address).status_code == 200:  # the catalogue is read by whoever comes first
                page_cache._values.clear()
                with CaptureQueriesContext(connection) as seen:
                    client.get(address)
                asked[actor, address] = sum(not q["sql"].startswith(KEEPS_TIME) for q in seen)
    assert len(asked) > 150, "the pages were not reached at all"
    assert {page: number for page, number in asked.items() if number > MOST} == {}
