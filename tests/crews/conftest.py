"""The whole catalogue loaded once a module, two people, and short words for posting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from mfcampaign.catalog.operations.releases import load_release
from mfcampaign.crews import operations
from mfcampaign.crews.models import Crew
from tests.blocks import taken_back


@pytest.fixture(scope="module")
def figures(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The project's own figures; rolled back at the end of the module."""
    with django_db_blocker.unblock(), taken_back():
        load_release()
        yield


def person(name: str) -> Any:
    return get_user_model().objects.create_user(name, f"{name}@example.org", "a long secret")


@pytest.fixture
def mara(figures: None, db: None) -> Any:
    return person("mara")


@pytest.fixture
def tom(figures: None, db: None) -> Any:
    return person("tom")


@pytest.fixture
def crew(mara: Any) -> Crew:
    """Dashel Barker leads, nobody follows yet."""
    return operations.create(mara, faction="guild", leader="dashel-barker", name="Night watch")


@pytest.fixture
def client_of(client: Client) -> Any:
    def signed_in(user: Any) -> Client:
        client.force_login(user)
        return client

    return signed_in
