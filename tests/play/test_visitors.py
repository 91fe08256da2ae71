"""Playing a bot and recording a game without an account: kept by the browser, handed over at the sign-up."""

from __future__ import annotations

import datetime as dt
from urllib.parse import quote

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from mfcampaign.accounts import operations as accounts
from mfcampaign.accounts import visitors
from mfcampaign.audit.models import Act
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.play.playing import set_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

BOT = {"crews": "two", "opponent": "greedy", "seat": "0", "ground": "open"}
RECORD = {
    "edition": "m3e",
    "size": "40",
    "season": "gg0",
    "how": "fate",
    "attacker": "0",
    "first-crew": "text",
    "second-crew": "text",
}
PHRASE = "twenty letters of a phrase"
PASSWORD = "iron-harvest-moon-47"
FORM = {"username": "vera", "email": "vera@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


@pytest.fixture
def row(client: Client) -> Encounter:
    """A stranger's game against the bot, as far as the first question."""
    client.get("/play/new/")
    answer = set_up(client, **BOT)
    assert answer.status_code == 302, answer.content.decode()
    row = Encounter.objects.get()
    sent = client.post(f"{row.get_absolute_url()}fate/", {"seat": "0", "do": "speak", "given": PHRASE})
    assert sent.status_code == 302
    row.refresh_from_db()
    return row


def test_a_stranger_plays_the_bot(client: Client, row: Encounter) -> None:
    assert row.state == "playing"
    page = client.get(row.get_absolute_url()).content.decode()
    assert 'name="kind"' in page, "asked for an answer"
    assert ">to keep it<" in page
    assert "no-store" in client.get(row.get_absolute_url())["Cache-Control"]
    assert row.title in client.get("/play/").content.decode()
    assert row.title not in Client().get("/play/").content.decode()


def test_only_that_browser_plays_it(row: Encounter) -> None:
    sent = Client().post(f"{row.get_absolute_url()}answer/", {"seat": "0"})
    assert sent.status_code == 302
    assert "/account/login/" in sent["Location"]


def test_whose_session_ended_signs_in_and_is_back(client: Client, row: Encounter) -> None:
    """An Encounter of others and one that never was are answered alike."""
    client.post("/account/signup/", FORM)
    elsewhere = Client()
    elsewhere.get("/play/new/")
    set_up(elsewhere, **BOT)
    for address in (row.get_absolute_url(), f"{row.get_absolute_url()}replay/?at=3", "/play/n0such/"):
        for stranger in (Client(), elsewhere):
            asked = stranger.get(address)
            assert asked.status_code == 302
            assert asked["Location"] == f"/account/login/?next={quote(address)}"
    words = {"login": FORM["username"], "password": FORM["password1"]}
    back = Client().post(f"/account/login/?next={quote(row.get_absolute_url())}", words)
    assert back["Location"] == row.get_absolute_url()
    assert client.get("/play/n0such/").status_code == 404
    assert Client().get(f"{row.get_absolute_url()}follow/").status_code == 404, "asked by a script"


def test_a_visitor_is_a_stranger_elsewhere(client: Client, row: Encounter) -> None:
    for address in ("/leagues/new/", "/account/tokens/", "/notices/", "/account/", "/catalogue/packs/new/"):
        answer = client.get(address)
        assert answer.status_code == 302, address
        assert "/account/login/" in answer["Location"], address
    assert client.get("/api/v1/me/").status_code in (401, 403)
    visitor = get_user_model().objects.get()
    assert not visitor.has_usable_password()
    assert not Client().login(username=visitor.username, password="!")


def test_signing_up_keeps_it(client: Client, row: Encounter) -> None:
    client.post("/account/signup/", FORM)
    vera = get_user_model().objects.get()
    assert vera.username == "vera", "the visitor is no more"
    assert [seat.user for seat in row.seats.exclude(user=None)] == [vera]
    assert Act.objects.filter(actor=vera, kind="encounter.created").exists()
    assert row.title in client.get("/play/").content.decode()


def test_a_form_sent_twice_begins_one(client: Client) -> None:
    client.get("/play/new/")
    name = public_id()
    key = client.session.session_key
    for _ in range(2):
        again = Client()
        again.cookies["sessionid"] = key
        assert again.post("/play/new/", {"name": name, **BOT}).status_code == 302
    assert Encounter.objects.count() == get_user_model().objects.count() == 1


def test_a_stranger_records_a_game(client: Client) -> None:
    client.get("/play/new/record/")
    answer = client.post("/play/new/record/", RECORD | {"name": public_id()})
    assert answer.status_code == 302, answer.content.decode()
    row = Encounter.objects.get()
    tapped = client.post(f"{row.get_absolute_url()}enter/", {"tap": "turn:1", "seen": row.version})
    assert tapped.status_code == 302
    assert "Turn 1" in client.get(row.get_absolute_url()).content.decode()
    other = Client()
    link = f"/play/join/{row.seats.get(seat=1).invitation}/"
    assert other.get(link).status_code == 200
    assert other.post(link).status_code == 302, "a friend needs no account either"
    assert other.get(row.get_absolute_url()).status_code == 200
    assert get_user_model().objects.count() == 2


def test_strangers_begin_so_many(client: Client, row: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "MOST_RUNNING_WITHOUT_ACCOUNT", 1)
    assert "You have 1 Encounters running" in set_up(client, **BOT).content.decode()
    monkeypatch.setattr(visitors, "BEGINNINGS_AN_HOUR", 0)
    assert "too much within an hour" in set_up(Client(), **BOT).content.decode()
    assert Encounter.objects.count() == 1


def test_what_rests_is_forgotten(row: Encounter) -> None:
    now = timezone.now() + creation.KEPT_WITHOUT_ACCOUNT - dt.timedelta(minutes=1)
    creation.forget_visits(now)
    assert Encounter.objects.exists()
    creation.forget_visits(now + dt.timedelta(minutes=2))
    assert not Encounter.objects.exists()
    assert not get_user_model().objects.exists()
    assert not Act.objects.filter(aggregate=f"encounter:{row.pk}").exists()


def test_what_somebody_shares_stays(client: Client, row: Encounter) -> None:
    """Only what nobody with an account takes part in goes."""
    vera = get_user_model().objects.create_user("vera")
    row.seats.filter(seat=1).update(user=vera, bot="")
    creation.forget_visits(timezone.now() + dt.timedelta(days=400))
    assert Encounter.objects.get() == row


def test_nobody_with_an_account_is_handed_over() -> None:
    vera, jonas = (get_user_model().objects.create_user(name) for name in ("vera", "jonas"))
    assert not accounts.hand_over(jonas.pk, vera)
    assert get_user_model().objects.count() == 2
