"""Tokens: shown once, kept as a hash, ended at will; and what strangers, browsers and the impatient hear."""

from __future__ import annotations

import json

import msgspec
import pytest
from django.test import Client

from mfcampaign.accounts.operations import create_guest
from mfcampaign.api.bodies import DEEPEST, LARGEST, depth
from mfcampaign.api.endpoint import REGISTERED
from mfcampaign.api.models import Token
from tests.api.conftest import Program, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara():
    return person("mara")


def test_a_token_is_shown_once_and_kept_as_a_hash(mara):
    browser = Client()
    browser.force_login(mara)
    asked = browser.post("/account/tokens/", {"name": "Bot", "scopes": ["play"]})["Location"]
    page = browser.post(asked, {"password": "secret-pass"}).content.decode()
    secret = page.partition('id="secret">')[2].partition("<")[0]
    assert secret.startswith("mfl_")
    row = Token.objects.get()
    assert secret not in str(vars(row))
    assert row.scopes == ["read", "play"]
    assert secret not in browser.get("/account/tokens/").content.decode()
    response = Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"})
    assert response.json()["scopes"] == ["read", "play"]
    row.refresh_from_db()
    assert row.last_used_at is not None
    browser.post(f"/account/tokens/{row.pk}/revoke/")
    assert Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"}).status_code == 401
    assert "Bot" not in browser.get("/account/tokens/").content.decode().partition("Your tokens")[2]


def test_somebody_elses_token_is_not_there(mara):
    Program(mara)
    other = Client()
    other.force_login(person("ash"))
    assert other.post(f"/account/tokens/{Token.objects.get().pk}/revoke/").status_code == 404
    assert Token.objects.get().revoked_at is None


def test_a_guest_has_no_tokens(mara):
    guest, _ = create_guest("Robin", mara)
    browser = Client()
    browser.force_login(guest)
    assert browser.post("/account/tokens/", {"name": "Bot"}).status_code == 302
    assert not Token.objects.exists()


def test_a_wrong_token_is_refused_even_where_strangers_may_ask():
    answer = Client().get("/api/v1/calculator/", headers={"authorization": "Bearer mfl_wrong"})
    assert answer.status_code == 404
    wrong = Client().get("/api/v1/leagues/", headers={"authorization": "Bearer mfl_wrong"})
    assert wrong.status_code == 401
    assert wrong["WWW-Authenticate"].startswith("Bearer")
    assert wrong["Content-Type"] == "application/problem+json"


def test_a_browser_acts_with_its_csrf_token_only(mara):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(mara)
    headers = {"idempotency-key": "k"}
    body = json.dumps({"text": "nobody", "name": ""})
    refused = browser.post("/api/v1/crews/import/", body, content_type="application/json", headers=headers)
    assert refused.status_code == 403
    page = browser.get("/account/tokens/").content.decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    let_in = browser.post(
        "/api/v1/crews/import/",
        body,
        content_type="application/json",
        headers=headers | {"x-csrftoken": token},
    )
    assert let_in.status_code == 409, "past the door; the catalogue is empty"


def test_the_impatient_are_told_when_to_come_back(settings, mara):
    settings.API_RATES = {"address": "100/min", "holder": "2/min"}
    program = Program(mara)
    assert [program.get("me/").status_code for _ in range(3)] == [200, 200, 429]
    assert int(program.get("me/")["Retry-After"]) >= 1
    settings.API_RATES = {"address": "1/min", "holder": "100/min"}
    stranger = Program()
    assert {stranger.get("leagues/").status_code for _ in range(2)} >= {429}


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "application/json", 400),
        (b'{"vp": 5, "winner": "\\u0000"}', "application/json", 400),
        (b'{"vp": "five", "winner": true}', "application/json", 422),
        (b'{"vp": 5, "winner": true, "more": 1}', "application/json", 422),
        (b'{"vp": 5, "winner": true}', "text/plain", 415),
        (b" " * (LARGEST + 1), "application/json", 413),
        (b'{"vp": 5, "winner": true}', "application/json", 200),
    ],
)
def test_bodies_are_read_under_limits(body, kind, status):
    answer = Client().generic("POST", "/api/v1/calculator/campaign/payday/", body, content_type=kind)
    assert answer.status_code == status
    if status != 200:
        assert answer["Content-Type"] == "application/problem+json"


def test_brackets_in_strings_are_no_depth():
    assert depth(b'{"a": "[[[[\\"[[", "b": [1]}') == 2


def test_every_body_has_an_example_that_is_one():
    seen = 0
    for endpoint in REGISTERED.values():
        if endpoint.body is not None:
            seen += 1
            assert endpoint.example is not None, f"{endpoint.name} has no example"
            msgspec.json.decode(msgspec.json.encode(endpoint.example), type=endpoint.body)
    assert seen > 30


def test_the_description_is_served():
    served = Client().get("/api/v1/openapi.json").content
    assert json.loads(served)["openapi"].startswith("3.1")
