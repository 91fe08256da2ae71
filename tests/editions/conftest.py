"""Editions that are registered for a test, with their figures beside those of the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command

from mfcampaign.catalog import release_cards
from mfcampaign.web import cache as page_cache
from rules.edition import Edition, is_known, registered
from tests.campaigns.conftest import catalogue, figures, in_process  # noqa: F401  fixtures
from tests.editions.m0e import BARE, DATA, EDITION
from tests.editions.walked import WALKED, Walked


@pytest.fixture
def toy(catalogue: None) -> Iterator[Edition]:  # noqa: F811
    yield from known(EDITION)


@pytest.fixture
def bare(catalogue: None) -> Iterator[Edition]:  # noqa: F811
    """Without rules for Arsenals and without a record."""
    yield from known(BARE)


@pytest.fixture(params=WALKED.values(), ids=WALKED)
def of(request: pytest.FixtureRequest, catalogue: None) -> Iterator[Walked]:  # noqa: F811
    for _ in known(request.param.edition):
        yield request.param


def known(edition: Edition) -> Iterator[Edition]:
    """Listed, and loaded by the command that loads any figures; forgotten afterwards. One that the portal has
    stays as it is."""
    if is_known(edition.code):
        yield edition
        return
    with registered(edition):
        call_command("load_catalogue", data=DATA, verbosity=0)
        yield edition
    release_cards.forget()
    page_cache._values.clear()
