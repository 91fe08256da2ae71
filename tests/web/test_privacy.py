"""What browsers are told to keep, to embed and to use; and whom to tell of a weakness."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.play.playing import duel, person

pytestmark = pytest.mark.django_db


def test_nothing_that_a_signed_in_person_sees_is_kept_by_a_browser() -> None:
    one, two = person("one"), person("two")
    row = duel(one, two)
    client = Client()
    client.force_login(one)
    for path in (
        "/",
        row.get_absolute_url(),
        f"{row.get_absolute_url()}now/?seen=0",
        "/account/email/",
        "/notices/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "no-store" in answer["Cache-Control"], path
    for path in (f"play/{row.public_id}/", "me/", "me/calendars/", "crews/"):
        assert client.get(f"/api/v1/{path}")["Cache-Control"] == "no-store", path
    assert Client().get("/api/v1/leagues/")["Cache-Control"] == "private, no-cache"
    assert "no-store" not in Client().get("/about/").headers.get("Cache-Control", "")


def test_every_answer_says_who_may_embed_it_and_which_devices_it_may_use() -> None:
    for path in ("/", "/nowhere/", "/api/v1/leagues/", "/healthz", "/static/css/base.css"):
        headers = Client().get(path).headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert "camera=()" in headers["Permissions-Policy"], path


def test_security_txt_names_a_contact_that_holds_for_months(settings: Any) -> None:
    settings.SECURITY_CONTACT = "https://league.example/security"
    answer = Client().get("/.well-known/security.txt")
    assert answer["Content-Type"].startswith("text/plain")
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "https://league.example/security"
    expires = dt.datetime.fromisoformat(fields["Expires"])
    assert dt.timedelta(days=90) < expires - timezone.now() < dt.timedelta(days=366)
    settings.SECURITY_CONTACT, settings.DEFAULT_FROM_EMAIL = "", "portal@league.example"
    assert b"Contact: mailto:portal@league.example" in Client().get("/.well-known/security.txt").content
