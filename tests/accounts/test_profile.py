"""The profile: the name others see, the time zone."""

from __future__ import annotations

import pytest
from django.test import Client

from mfcampaign.accounts.models import User

pytestmark = pytest.mark.django_db


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    for path in ("/account/profile/", "/account/claim/"):
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/account/login/?next=")


def test_name_and_zone_are_kept(client: Client, mara: User) -> None:
    client.force_login(mara)
    client.post("/account/profile/", {"display_name": " Mara  Voss", "timezone": "Europe/Madrid"})
    mara.refresh_from_db()
    assert (mara.display_name, mara.timezone) == ("Mara Voss", "Europe/Madrid")
    assert b"Mara Voss" in client.get("/account/profile/").content


@pytest.mark.parametrize(
    ("name", "zone"), [("M", ""), ("Ma\u200bra", ""), ("Mara", "Mars/Olympus"), ("Mara", "../etc/passwd")]
)
def test_what_is_wrong_is_said_at_its_field(client: Client, mara: User, name: str, zone: str) -> None:
    client.force_login(mara)
    answer = client.post("/account/profile/", {"display_name": name, "timezone": zone})
    assert answer.status_code == 422
    assert b'aria-invalid="true"' in answer.content
    mara.refresh_from_db()
    assert (mara.display_name, mara.timezone) == ("Mara", "")


def test_a_name_is_text_on_every_page(client: Client, mara: User) -> None:
    client.force_login(mara)
    client.post("/account/profile/", {"display_name": "<b>Mara</b>", "timezone": ""})
    page = client.get("/account/profile/").content
    assert b"<b>Mara</b>" not in page
    assert b"&lt;b&gt;Mara&lt;/b&gt;" in page


def test_opening_the_profile_asks_the_database_twice(
    client: Client, mara: User, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    client.force_login(mara)
    with django_assert_num_queries(2):  # type: ignore[operator]  # session, person
        client.get("/account/profile/")
