"""The database keeps a league's edition and its figures in it, past every model."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from mfcampaign.campaigns.models import Campaign
from mfcampaign.catalog.models import Release
from tests.campaigns.conftest import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(make_league) -> League:
    return make_league(players=0, edition="m2e")


def test_no_statement_changes_the_edition(league):
    for change in ({"edition": "m3e"}, {"release": Release.objects.get(edition="m3e", is_current=True)}):
        with pytest.raises(IntegrityError, match="edition"), transaction.atomic():
            Campaign.objects.filter(pk=league.campaign.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_campaign SET edition = 'm3e', release_id = release_id")
    assert Campaign.objects.get(pk=league.campaign.pk).edition == "m2e"


def test_no_league_begins_by_the_figures_of_another_edition(league):
    mixed = Campaign.objects.get(pk=league.campaign.pk)
    mixed.pk, mixed.slug, mixed.edition = None, "mixed", "m3e"
    mixed._state.adding = True
    with pytest.raises(IntegrityError, match="figures"), transaction.atomic():
        mixed.save()


def test_what_belongs_together_may_change(league):
    mine = Campaign.objects.get(pk=league.campaign.pk)
    mine.name = "Another name"
    mine.save()
    assert Campaign.objects.filter(pk=mine.pk).update(release=mine.release, edition="m2e") == 1
