"""A world that is put back is the world that was built, row for row; what is not the same is built afresh."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import transaction

from mfcampaign.audit.computing import nobody_waits
from tests import data_sets
from tests.campaigns.conftest import (  # noqa: F401  fixtures
    League,
    catalogue,
    figures,
    founded,
    make_league,
    person,
)

built: list[str] = []


def two_people() -> list[int]:
    built.append("built")
    return [person(name).pk for name in ("ada", "bram")]


@pytest.mark.both
@pytest.mark.django_db
def test_rows_are_written_again_and_counting_goes_on():
    for _ in range(2):
        with transaction.atomic(), nobody_waits():
            keys = data_sets.world("two people", two_people)
            people = get_user_model().objects.order_by("pk")
            names = [(person.pk, person.username) for person in people]
            assert names == list(zip(keys, ("ada", "bram"), strict=True))
            assert person("cleo").pk > keys[1]
            transaction.set_rollback(True)
    assert built == ["built"], "once for both"


@pytest.mark.django_db
def test_where_rows_lie_already_or_the_clock_is_turned_it_is_built():
    before = len(built)
    with time_machine.travel(dt.datetime(2026, 1, 5, tzinfo=dt.UTC)):
        data_sets.world("two more people", two_people)
    get_user_model().objects.all().delete()
    person("first")
    data_sets.world("two more people", two_people)
    assert get_user_model().objects.count() == 3
    assert len(built) == before + 2


@pytest.mark.both
@pytest.mark.django_db
def test_a_league_put_back_is_the_league_that_was_built(make_league):  # noqa: F811
    def build() -> League:
        built.append("league")
        return founded(make_league)

    rows = []
    for _ in range(2):
        with transaction.atomic(), nobody_waits():
            league = data_sets.world("a league of this file", build)
            rows.append(dict(data_sets._written()))
            again = league.again()
            again.start()
            again.check()
            transaction.set_rollback(True)
    assert built.count("league") == 1
    assert rows[0] == rows[1]


@pytest.mark.django_db
def test_a_world_that_changes_what_lay_there_says_so():
    person("ada")
    with pytest.raises(AssertionError, match="a world only adds: accounts_user"):
        data_sets.world("ada renamed", lambda: get_user_model().objects.update(username="bea"))
