"""A prepared query gives what Django would make of it each time."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet
from django.test.utils import CaptureQueriesContext

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.web.resilience.prepared import prepared

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def entries_of(user: int, slug: str) -> QuerySet[Entry]:
    acted = Act.objects.filter(actor=OuterRef("user"))
    rows = Entry.objects.filter(user=user, campaign__slug=slug).exclude(state="retired")
    return rows.select_related("campaign", "division").annotate(acted=Exists(acted), twice=F("user_id") * 2)


def _fields(rows: Any) -> list[Any]:
    """With the fields that were read along, and no others."""
    return [
        (row.pk, row.crew_name, row.campaign.name, row.campaign.policies, row.division, row.acted, row.twice)
        for row in rows
    ]


def test_it_gives_the_rows_that_django_gives_for_each_argument(league):
    fast = prepared(entries_of)
    slug = league.campaign.slug
    for user in (*league.players, league.organiser):
        for address in (slug, "elsewhere", "' OR 1=1 --"):
            assert _fields(fast(user.pk, address)) == _fields(entries_of(user.pk, address))
    with CaptureQueriesContext(connection) as seen:
        (row,) = fast(league.players[0].pk, slug=slug)
        assert row.campaign.slug == slug
    assert len(seen) == 1
    row.crew_name = "Anew"
    row.save()
    assert [entry.crew_name for entry in fast(row.user_id, slug)] == ["Anew"]


def test_fields_that_were_left_out_are_read_when_asked_for(league):
    @prepared
    def leagues(slug: str) -> QuerySet[Campaign]:
        return Campaign.objects.filter(slug=slug).only("name")

    (row,) = leagues(league.campaign.slug)
    assert row.get_deferred_fields() >= {"policies", "description"}
    assert row.description == league.campaign.description


def test_tuples_are_those_that_django_gives(league):
    def names(slug: str) -> QuerySet[Entry, tuple[Any, ...]]:
        return Entry.objects.filter(campaign__slug=slug).order_by("pk").values_list("crew_name", "joined_at")

    assert prepared(names)(league.campaign.slug) == list(names(league.campaign.slug)) != []
    assert prepared(names)("elsewhere") == []


def test_what_is_reckoned_from_an_argument_is_refused():
    @prepared
    def later(number: int) -> QuerySet[Entry]:
        return Entry.objects.filter(pk__gt=number + 1)

    with pytest.raises(TypeError, match="compared as they are"):
        later(1)


@pytest.mark.parametrize(
    "rows", [lambda: Entry.objects.values("pk"), lambda: Entry.objects.prefetch_related("sides")]
)
def test_only_whole_rows_and_tuples_of_one_query_are_prepared(rows):
    @prepared
    def these() -> QuerySet[Any]:
        return rows()

    with pytest.raises(TypeError, match="whole rows"):
        these()


def test_a_person_is_no_number():
    with pytest.raises(KeyError):

        @prepared
        def theirs(person: Any) -> QuerySet[Any]:
            return get_user_model().objects.filter(pk=person.pk)
