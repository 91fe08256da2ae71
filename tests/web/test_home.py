"""Home knows the Encounters one has under way, and what serves a game tonight."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules import founding
from rules.queries import shelf
from tests.rules.playing import SMALL, person

pytestmark = pytest.mark.django_db


def test_encounters_under_way_stand_at_home(client: Client, django_assert_num_queries: Any) -> None:
    mara = person("mara")
    row = founding.found(mara, SMALL, opponent="greedy")
    client.force_login(mara)
    assert row.get_absolute_url() in client.get("/").content.decode()
    with django_assert_num_queries(3):
        assert [found.title for found in shelf.running(mara)] == [row.title]
    assert list(shelf.running(person("stranger"))) == []


@pytest.mark.parametrize("signed_in", [False, True])
def test_what_serves_a_game_tonight_is_one_tap_away(client: Client, signed_in: bool) -> None:
    if signed_in:
        client.force_login(person("mara"))
    page = client.get("/").content.decode()
    for door in ("encounters:new", "tables:list", "tables:sight", "rules:encounters"):
        assert f'href="{reverse(door)}"' in page
