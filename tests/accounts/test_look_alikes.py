"""No two accounts have names that a person could take for each other; nothing invisible is in a name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from mfcampaign.accounts import operations
from mfcampaign.accounts.models import HeldName, User
from mfcampaign.web.names import honest, looks
from tests.accounts.test_ways_in import sign_up

pytestmark = pytest.mark.django_db

LIKE_MARA = [
    "Mara",
    "MARA",
    "M\u0430ra",  # Cyrillic a
    "\uff2d\uff41\uff52\uff41",  # full width
    "\U0001d40cara",  # mathematical bold
    "rnara",
    "\u039cara",  # Greek capital Mu
]


@pytest.mark.parametrize("name", LIKE_MARA)
def test_neither_a_username_nor_a_shown_name_may_be_like_anothers(
    client: Client, mara: User, name: str
) -> None:
    before = User.objects.count()
    sign_up(client, username=name)
    assert User.objects.count() == before
    other = User.objects.create_user("other", display_name="Other")
    client.force_login(other)
    answer = client.post("/account/profile/", {"display_name": name, "timezone": ""})
    assert answer.status_code == 422
    assert b"looks like it" in answer.content
    other.refresh_from_db()
    assert other.display_name == "Other"


@pytest.mark.parametrize("pair", [("Iris", "lris"), ("Bob", "B0b"), ("Eli\u0301", "El\u00ed")])
def test_pairs_that_look_alike_are_one(pair: tuple[str, str]) -> None:
    assert looks(pair[0]) == looks(pair[1])


@pytest.mark.parametrize("pair", [("Mara", "Mira"), ("Nan", "Van"), ("Tom", "Tim"), ("Zoe", "Zo\u00eb")])
def test_names_that_differ_to_the_eye_are_two(pair: tuple[str, str]) -> None:
    assert looks(pair[0]) != looks(pair[1])


@pytest.mark.parametrize("unseen", ["\u3164", "\u115f", "\uffa0", "\u034f", "\u2800", "\ufe01", "\U000e0101"])
def test_what_draws_nothing_is_in_no_name(unseen: str) -> None:
    with pytest.raises(ValidationError):
        honest(f"Ma{unseen}ra")
    assert looks(f"Ma{unseen}ra") == looks("Mara")


def test_a_name_given_up_is_free_for_others(mara: User) -> None:
    operations.rename(mara, display_name="Vesper", zone="", past_open=True)
    other = User.objects.create_user("other")
    with pytest.raises(ValidationError):
        operations.rename(other, display_name="Mara", zone="", past_open=True)  # still the username
    operations.rename(mara, display_name="Nova", zone="", past_open=True)
    operations.rename(other, display_name="vesper", zone="", past_open=True)


def test_two_at_once_do_not_get_one_name(mara: User) -> None:
    """The look beforehand says free to both; the constraint lets one pass."""
    other = User.objects.create_user("other")
    HeldName.objects.filter(user=mara).delete()
    HeldName.objects.create(user=mara, looks=looks("Raven"))
    other.display_name = "R\u0430ven"
    with pytest.raises(ValidationError):
        operations.hold_names(other, other.display_name)


def test_a_guest_cannot_take_an_accounts_name_but_may_have_had_it(mara: User) -> None:
    guest, _ = operations.create_guest("Robin", mara)
    with pytest.raises(ValidationError):
        operations.rename(guest, display_name="rnara", zone="", past_open=True)
    guest, _ = operations.create_guest("Mara", mara)  # an organiser may know another Mara
    claimed = operations.claim(guest, username="raven", email="raven@example.org", password="lantern-oil-9-x")
    assert set(HeldName.objects.filter(user=claimed).values_list("looks", flat=True)) == {looks("raven")}
