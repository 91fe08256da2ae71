import pytest
from django.core.cache import cache
from django.test import Client

from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures


@pytest.fixture
def shop(catalogue) -> Client:  # noqa: F811
    """A browser nobody signed in with, at an address that has asked for nothing yet."""
    cache.clear()
    return Client()
