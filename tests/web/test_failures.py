"""Errors are answers: a database that says no, requests too deep or large, JSON that says a thing twice."""

from __future__ import annotations

import json
import sqlite3
from typing import Any
from unittest import mock

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from mfcampaign.accounts.models import User
from mfcampaign.web.resilience.failures import Busy
from rules.duplicate_keys import duplicate_key
from rules.table.sheet import read_sheet

PROBLEM = "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_a_locked_database_is_503_with_a_time_to_come_back_and_nothing_half_done() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("one writer at a time is SQLite's way")
    User.objects.create_user(username="waiting", password="a-lantern-on-the-rails")
    client, right = (
        Client(raise_request_exception=False),
        {"login": "waiting", "password": "a-lantern-on-the-rails"},
    )
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=50")
    name = str(connection.settings_dict["NAME"])
    writer = sqlite3.connect(name, uri=name.startswith("file:"), isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    try:
        page = client.post("/account/login/", right, headers={"accept": "text/html"})
        told = client.post("/account/login/", right, headers={"accept": "application/json"})
    finally:
        writer.execute("ROLLBACK")
        writer.close()
        connection.close()
    assert (page.status_code, told.status_code) == (503, 503)
    assert int(page["Retry-After"]) == int(told["Retry-After"]) > 0
    assert "Nothing was done by halves" in page.content.decode()
    assert (told["Content-Type"], json.loads(told.content)["status"]) == (PROBLEM, 503)
    assert client.get("/").wsgi_request.user.is_anonymous
    assert client.post("/account/login/", right).status_code == 302, "and then it works"


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("database or disk is full"), InterfaceError("gone")])
def test_a_database_that_fails_before_any_view_is_503_too(error: Exception) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a" * 32
    with mock.patch.object(SessionStore, "load", side_effect=error):
        answers = [client.get("/leagues/"), client.get("/api/v1/leagues/")]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert all(answer["Retry-After"] for answer in answers)
    assert answers[1]["Content-Type"] == PROBLEM


@pytest.mark.django_db
def test_a_portal_that_computes_all_it_may_says_when_to_come_back() -> None:
    with mock.patch("mfcampaign.web.views.render", side_effect=Busy(9)):
        answer = Client().get("/about/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "9")


@pytest.mark.django_db
def test_what_is_nested_too_deep_or_too_large_is_the_askers_mistake(settings: Any) -> None:
    client = Client(raise_request_exception=False)
    deep = b'{"a":' * 30_000
    answer = client.post("/api/v1/calculator/pairing/", deep, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (400, PROBLEM)
    with mock.patch("mfcampaign.web.views.render", side_effect=RecursionError):
        assert client.get("/about/").status_code == 400
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    answer = client.post("/theme/", {"theme": "x" * 2_000})
    assert answer.status_code == 413
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 3
    assert client.post("/theme/", {str(number): "" for number in range(9)}).status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize("digits", [20, 4_301, 100_000])
def test_absurd_lengths_are_refused(digits: int) -> None:
    client = Client(raise_request_exception=False)
    body = b'{"players": [{"id": ' + b"9" * digits + b'}, {"id": 2}]}'
    answer = client.post("/api/v1/calculator/pairing/", body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer["Content-Type"] == PROBLEM
    number = "9" * min(digits, 5_000)
    assert client.get(f"/leagues/x/week/{number}/").status_code == 404
    assert client.get(f"/api/v1/leagues/?after={number}").status_code < 500
    assert client.get(f"/leagues/?page={number}").status_code < 500


@pytest.mark.django_db
def test_an_object_that_names_a_field_twice_is_refused() -> None:
    body = '{"players": [{"id": 1}, {"id": 2}], "players": [{"id": 3}, {"id": 4}]}'
    answer = Client().post("/api/v1/calculator/pairing/", body, content_type="application/json")
    assert answer.status_code == 400
    assert "“players” twice" in json.loads(answer.content)["detail"]
    with pytest.raises(Exception, match="twice"):
        read_sheet('{"name": "a", "name": "b"}')
    assert duplicate_key(json.dumps({"a": [{"b": 1}, {"b": 2}]})) == ""
