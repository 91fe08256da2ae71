"""Who has not signed in is told what a sign-in is for, and is led back."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.accounts.models import User
from mfcampaign.accounts.signing_in import act_at
from tests.accounts.mails import posted

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "act"),
    [
        ("/leagues/new/", "open a league"),
        ("/leagues/import/", "import a league"),
        ("/events/new/", "announce an event"),
        ("/catalogue/packs/new/", "make a house pack"),
        ("/notices/", "read your notices"),
        ("/crews/no-such-crew/", "see this Crew"),
    ],
)
def test_a_stranger_reads_what_to_sign_in_for(client: Client, path: str, act: str) -> None:
    page = client.get(path, follow=True).content.decode()
    assert f"<h1>Sign in to {act}</h1>" in page
    assert f'name="next" value="{path}"' in page
    assert f"<h1>Sign up to {act}</h1>" in client.get(f"/account/signup/?next={path}").content.decode()


@pytest.mark.parametrize("address", ["", "/about/", "/nowhere/", "https://evil.example/leagues/new/x", "//["])
def test_a_sign_in_for_nothing_in_particular_says_nothing(client: Client, address: str) -> None:
    assert act_at(address) == ""
    assert "<h1>Sign in</h1>" in client.get("/account/login/", {"next": address}).content.decode()


def test_who_sends_a_form_after_the_session_ended_comes_back_to_its_page(client: Client) -> None:
    page, read = "/notices/?show=unread", reverse("act:mark_notices")
    sent = client.post(read, headers={"referer": f"http://testserver{page}"})
    assert sent["Location"] == f"/account/login/?next={quote(page)}"
    foreign = client.post(read, headers={"referer": "https://evil.example/notices/"})
    assert foreign["Location"] == f"/account/login/?next={read}"


def test_mails_of_accounts_are_in_our_own_words(client: Client, mara: User) -> None:
    client.post("/account/password/reset/", {"email": "mara@example.org"})
    client.post("/account/password/reset/", {"email": "nobody@example.org"})
    passwords = dict.fromkeys(("password1", "password2"), "lantern-oil-and-rain-9")
    sign_up = {"username": "vesper", "email": "vesper@example.org"}
    client.post("/account/signup/", sign_up | passwords)
    assert [sent.subject for sent in posted()] == [
        "[Malifaux Leagues] Choose a new password",
        "[Malifaux Leagues] No account has this address",
        "[Malifaux Leagues] Confirm your e-mail address",
    ]
    for sent in posted():
        assert "http://testserver/account/" in sent.body
        assert "{" not in sent.body
        assert "&" not in sent.body, "plain text is not escaped"
