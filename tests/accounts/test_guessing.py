"""Strangers who try passwords lock nobody out, and still do not try as many as they like."""

from __future__ import annotations

import threading
import time
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from mfcampaign.accounts.models import User
from mfcampaign.accounts.ways_in import guessing
from tests.accounts.test_ways_in import signed_in

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/"


@pytest.fixture(autouse=True)
def delays(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each try that had to wait would have waited."""
    waited: list[float] = []
    monkeypatch.setattr(guessing, "DELAY_SECONDS", 2.0)
    monkeypatch.setattr(guessing.time, "sleep", waited.append)
    return waited


@pytest.fixture
def strangers(mara: User) -> None:
    """Twenty wrong passwords for Mara, each from an address of its own."""
    for number in range(20):
        Client(REMOTE_ADDR=f"198.51.100.{number}").post(LOGIN, {"login": "mara", "password": "wrong"})


def test_the_right_password_passes_late_but_passes(
    mara: User, password: str, strangers: None, delays: list[float]
) -> None:
    assert delays == [guessing.DELAY_SECONDS] * (20 - guessing.WRONG), "each further one waits its turn"
    new = Client(REMOTE_ADDR="203.0.113.4")
    assert new.post(LOGIN, {"login": "mara", "password": "wrong"}).status_code == 200
    assert signed_in(new) is None
    new.post(LOGIN, {"login": "mara", "password": password})
    assert signed_in(new) == mara


def test_a_known_browser_does_not_even_wait(
    mara: User, password: str, delays: list[float], request: pytest.FixtureRequest
) -> None:
    own = Client(REMOTE_ADDR="203.0.113.4")
    own.post(LOGIN, {"login": "mara", "password": password})
    assert str(mara.pk) not in own.cookies["known"].value.split("."), "the cookie names nobody"
    assert own.cookies["known"]["httponly"]
    own.post("/account/logout/")
    request.getfixturevalue("strangers")
    delays.clear()
    own.post(LOGIN, {"login": "mara@example.org", "password": password})
    assert signed_in(own) == mara
    assert delays == []
    own.post("/account/logout/")
    for _ in range(guessing.WRONG):
        own.post(LOGIN, {"login": "mara", "password": "wrong"})
    barred = own.post(LOGIN, {"login": "mara", "password": password})
    assert signed_in(own) is None, "its own wrong tries are counted, too"
    assert "Too many failed tries" in barred.content.decode()


def test_a_cookie_of_another_person_or_of_chance_is_no_known_browser(
    mara: User, password: str, delays: list[float], strangers: None
) -> None:
    User.objects.create_user("vesper", password=password)
    other = Client(REMOTE_ADDR="203.0.113.5")
    other.post(LOGIN, {"login": "vesper", "password": password})
    other.post("/account/logout/")
    forged = Client(REMOTE_ADDR="203.0.113.6")
    forged.cookies = SimpleCookie({"known": f"{'a' * 16}.{'b' * 32}"})
    delays.clear()
    for client in (other, forged):
        client.post(LOGIN, {"login": "mara", "password": "wrong"})
    assert delays == [guessing.DELAY_SECONDS] * 2


def test_one_at_a_time_waits_and_the_next_hears_when_to_come_back(
    mara: User, password: str, strangers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as turn:
        taken = threading.BoundedSemaphore(1)
        taken.acquire()
        turn.setattr(guessing, "_turn", taken)
        began = time.monotonic()
        answer = Client(REMOTE_ADDR="203.0.113.7").post(LOGIN, {"login": "mara", "password": password})
        assert time.monotonic() - began < 5
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
    later = Client(REMOTE_ADDR="203.0.113.7")
    later.post(LOGIN, {"login": "mara", "password": password})
    assert signed_in(later) == mara


def test_one_address_has_ten_wrong_tries_a_minute_whoever_they_are_for(mara: User, password: str) -> None:
    client = Client(REMOTE_ADDR="203.0.113.8")
    for number in range(10):
        client.post(LOGIN, {"login": f"name-{number}", "password": "wrong"})
    barred = client.post(LOGIN, {"login": "mara", "password": password})
    assert "Too many failed tries" in barred.content.decode()
    assert signed_in(client) is None
