"""A player without an account: one link, hashed at rest, counted, ending; claimed in the end."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from mfcampaign.accounts import operations
from mfcampaign.accounts.models import GuestLink, User
from mfcampaign.live import tickets
from mfcampaign.live.models import Ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom(mara: User) -> tuple[User, str]:
    return operations.create_guest("Old Tom", mara)


def test_a_guest_has_a_name_and_no_password(tom: tuple[User, str], mara: User) -> None:
    guest, token = tom
    assert (str(guest), guest.is_guest, guest.has_usable_password()) == ("Old Tom", True, False)
    link = GuestLink.objects.get()
    assert link.created_by == mara
    assert token not in str(GuestLink.objects.values().get()), "only the hash is kept"
    assert len(link.token_hash) == 64


def test_looking_at_the_link_signs_nobody_in(client: Client, tom: tuple[User, str]) -> None:
    page = client.get(f"/account/guest/{tom[1]}/")
    assert b"Old Tom" in page.content
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in page.headers["Cache-Control"]
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]
    assert GuestLink.objects.get().uses == 0


def test_the_button_signs_in_and_is_counted(client: Client, tom: tuple[User, str]) -> None:
    for _ in range(2):
        client.post(f"/account/guest/{tom[1]}/")
    assert get_user(client) == tom[0]  # type: ignore[arg-type]
    link = GuestLink.objects.get()
    assert link.uses == 2
    assert link.last_used_at is not None


def test_the_session_of_someone_else_ends_first(client: Client, tom: tuple[User, str], mara: User) -> None:
    client.force_login(mara)
    session = client.session
    session["secret of mara"] = 1
    session.save()
    assert b"You are signed in as Mara" in client.get(f"/account/guest/{tom[1]}/").content
    client.post(f"/account/guest/{tom[1]}/")
    assert get_user(client) == tom[0]  # type: ignore[arg-type]
    assert "secret of mara" not in client.session


@pytest.mark.parametrize("ending", ["invented", "revoked", "replaced", "expired", "closed"])
def test_an_ended_link_is_a_plain_404(client: Client, tom: tuple[User, str], mara: User, ending: str) -> None:
    guest, token = tom
    later = timezone.now()
    if ending == "invented":
        token = "x" * 43
    elif ending == "revoked":
        assert operations.revoke_guest_links(guest) == 1
    elif ending == "replaced":
        fresh = operations.new_guest_link(guest, mara)
        assert client.get(f"/account/guest/{fresh}/").status_code == 200
    elif ending == "expired":
        later += operations.GUEST_LINK_LIFE + timedelta(seconds=1)
    else:
        guest.is_active = False
        guest.save()
    with time_machine.travel(later):
        assert client.get(f"/account/guest/{token}/").status_code == 404
        assert client.post(f"/account/guest/{token}/").status_code == 404
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]


def test_a_link_that_ends_between_look_and_button_does_not_sign_in(tom: tuple[User, str]) -> None:
    link = GuestLink.objects.select_related("user").get()
    operations.revoke_guest_links(link.user)
    assert operations.use_guest_link(link) is False
    assert GuestLink.objects.get().uses == 0


CLAIM = {
    "username": "oldtom",
    "email": "Tom@Example.org",
    "password1": "seven-coffins-by-noon",
    "password2": "seven-coffins-by-noon",
}


def test_a_guest_claims_the_account_and_stays_signed_in(client: Client, tom: tuple[User, str]) -> None:
    client.post(f"/account/guest/{tom[1]}/")
    answer = client.post("/account/claim/", CLAIM)
    assert answer.status_code == 302
    person = User.objects.get(pk=tom[0].pk)
    assert (person.username, person.email, person.is_guest) == ("oldtom", "tom@example.org", False)
    assert person.emailaddress_set.get().primary
    assert get_user(client) == person  # type: ignore[arg-type]
    assert client.get(f"/account/guest/{tom[1]}/").status_code == 404, "the link ended"
    assert client.get("/account/claim/").status_code == 404
    other = Client()
    other.post("/account/login/", {"login": "oldtom", "password": CLAIM["password1"]})
    assert get_user(other) == person  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "mara"),
        ("username", ""),
        ("email", "no address"),
        ("password2", "different"),
        ("password1", "password"),
    ],
)
def test_a_bad_claim_changes_nothing(client: Client, tom: tuple[User, str], field: str, value: str) -> None:
    client.post(f"/account/guest/{tom[1]}/")
    form = CLAIM | {field: value}
    if field == "password1":
        form["password2"] = value
    answer = client.post("/account/claim/", form)
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert User.objects.get(pk=tom[0].pk).is_guest


@pytest.mark.parametrize(
    "path",
    [
        "/account/password/set/",
        "/account/password/change/",
        "/account/email/",
        "/account/2fa/",
        "/account/2fa/totp/activate/",
    ],
)
def test_a_guest_is_sent_to_claim_the_account_first(client: Client, tom: tuple[User, str], path: str) -> None:
    client.force_login(tom[0])
    for answer in (client.get(path), client.post(path, {"password1": "x", "password2": "x"})):
        assert (answer.status_code, answer.headers["Location"]) == (302, "/account/claim/")
    assert not User.objects.get(pk=tom[0].pk).has_usable_password()


def test_a_guest_is_never_staff(tom: tuple[User, str]) -> None:
    tom[0].is_staff = True
    with pytest.raises(IntegrityError), transaction.atomic():
        tom[0].save()


def test_only_guests_have_links_and_claims(mara: User) -> None:
    with pytest.raises(ValueError, match="guest"):
        operations.new_guest_link(mara, mara)
    with pytest.raises(ValueError, match="guest"):
        operations.claim(mara, username="x", email="x@example.org", password="x")


@pytest.mark.parametrize("address", ["mara@example.org", "MARA@example.org"])
def test_a_claim_does_not_tell_whose_address_is_known(
    client: Client, mara: User, tom: tuple[User, str], address: str
) -> None:
    client.post(f"/account/guest/{tom[1]}/")
    assert client.post("/account/claim/", CLAIM | {"email": address}).status_code == 302
    assert EmailAddress.objects.get(email="mara@example.org", verified=True).user == mara, "it stays hers"


def test_a_new_link_ends_the_sessions_of_the_one_before(tom: tuple[User, str], mara: User) -> None:
    """The negative control: while nobody renews it, the session goes on."""
    guest, token = tom
    phone = Client()
    phone.post(f"/account/guest/{token}/")
    assert get_user(phone) == guest  # type: ignore[arg-type]
    assert phone.get("/account/profile/").status_code == 200
    fresh = operations.new_guest_link(User.objects.get(pk=guest.pk), mara)
    assert phone.get("/account/profile/").status_code == 302
    assert not get_user(phone).is_authenticated  # type: ignore[arg-type]
    other = Client()
    other.post(f"/account/guest/{fresh}/")
    assert get_user(other) == guest  # type: ignore[arg-type]
    assert Ended.objects.filter(holder=tickets.person_holder(guest.pk)).exists(), "open streams, too"
