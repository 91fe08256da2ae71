"""Sign-up, sign-in, a lost password, the second step: end to end, through the pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from mfcampaign.accounts.models import User
from mfcampaign.api import operations
from tests.accounts.codes import code_for
from tests.accounts.mails import posted

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _fresh_limits(settings: Any) -> None:
    cache.clear()
    settings.MFA_TOTP_TOLERANCE = 1  # tests.accounts.codes


def signed_in(client: Client) -> User | None:
    person = get_user(client)  # type: ignore[arg-type]
    return person if isinstance(person, User) else None


def new_secret(client: Client, password: str) -> str:
    """The secret of the page that turns the second step on, after proving once more who one is."""
    response = client.get("/account/2fa/totp/activate/")
    assert response.headers["Location"].startswith("/account/reauthenticate/")
    assert b"Confirm it is you" in client.get(response.headers["Location"]).content
    client.post("/account/reauthenticate/", {"password": password})
    page = client.get("/account/2fa/totp/activate/")
    secret = re.search(rb'id="authenticator_secret">([A-Z2-7]+)<', page.content)
    assert secret is not None
    return secret[1].decode()


def sign_up(client: Client, **changes: str) -> Any:
    form = {
        "username": "vesper",
        "email": "vesper@example.org",
        "password1": "lantern-oil-and-rain-9",
        "password2": "lantern-oil-and-rain-9",
    }
    return client.post("/account/signup/", form | changes)


def test_a_sign_up_signs_in_and_gives_a_name(client: Client) -> None:
    answer = sign_up(client)
    assert answer.status_code == 302
    person = signed_in(client)
    assert person is not None
    assert (person.username, person.display_name, person.is_guest) == ("vesper", "vesper", False)
    assert posted()[0].to == ["vesper@example.org"]


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client)
    path = re.search(r"https?://[^/]+(/account/confirm-email/\S+)", str(posted()[0].body))
    assert path is not None
    assert b"Confirm" in client.get(path[1]).content
    client.post(path[1])
    person = signed_in(client)
    assert person is not None
    assert person.emailaddress_set.get().verified


def test_who_signs_up_reads_times_in_the_browsers_zone(client: Client) -> None:
    assert "data-own-zone" in client.get("/account/signup/").content.decode()
    for name, zone, kept in (("one", "Europe/Berlin", "Europe/Berlin"), ("two", "Mars/Olympus", "")):
        sign_up(Client(), username=name, email=f"{name}@example.org", timezone=zone)
        assert User.objects.get(username=name).timezone == kept


def test_an_address_has_one_name_on_every_page(client: Client, mara: User) -> None:
    pages = [client.get("/account/password/reset/").content.decode()]
    client.force_login(mara)
    pages.append(client.get("/account/email/").content.decode())
    for page in pages:
        assert re.search(r"<label[^>]*>\s*E-mail\b", page)
        assert not re.search(r"<label[^>]*>\s*Email\b", page)


@pytest.mark.parametrize(
    ("address", "labels"),
    [
        ("/account/login/", ("Username or e-mail", "Password")),
        ("/account/password/reset/", ("E-mail",)),
        ("/account/email/", ("E-mail",)),
        ("/account/password/change/", ("Current password", "New password", "New password again")),
    ],
)
def test_a_label_says_once_what_a_field_is(
    client: Client, mara: User, address: str, labels: tuple[str, ...]
) -> None:
    if address in ("/account/email/", "/account/password/change/"):
        client.force_login(mara)
    page = client.get(address).content.decode()
    main = page[page.index("<main") :]
    assert "placeholder" not in main
    for label in labels:
        assert re.search(rf"<label[^>]*>\s*{label}\s*<", main)


def test_a_sign_up_speaks_as_the_other_forms_do(client: Client) -> None:
    page = client.get("/account/signup/").content.decode()
    main = page[page.index("<main") :]
    assert "E-mail" in main
    assert "Password again" in main
    assert "placeholder" not in main


@pytest.mark.parametrize(
    "changes",
    [
        {"username": "ves\u200bper"},
        {"password2": "another"},
        {"password1": "12345678", "password2": "12345678"},
        {"email": "no address"},
    ],
)
def test_a_bad_sign_up_makes_nobody(client: Client, changes: dict[str, str]) -> None:
    answer = sign_up(client, **changes)
    assert answer.status_code == 200
    assert b'aria-invalid="true"' in answer.content
    assert not User.objects.exists()


@pytest.mark.parametrize("known_as", ["mara", "mara@example.org"])
def test_username_and_address_both_sign_in_and_the_session_is_new(
    client: Client, mara: User, password: str, known_as: str
) -> None:
    client.get("/account/login/")
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    answer = client.post("/account/login/", {"login": known_as, "password": password})
    assert answer.status_code == 302
    assert signed_in(client) == mara
    assert client.session.session_key != planted


def test_signing_in_leads_back_to_this_site_only(client: Client, mara: User, password: str) -> None:
    form = {"login": "mara", "password": password}
    assert (
        client.post("/account/login/?next=/about/", form | {"next": "/about/"}).headers["Location"]
        == "/about/"
    )
    other = Client()
    away = other.post("/account/login/", form | {"next": "https://evil.example/"})
    assert away.headers["Location"] == "/"


def test_guessing_a_password_is_slowed_down(client: Client, mara: User, password: str) -> None:
    for _ in range(12):
        last = client.post("/account/login/", {"login": "mara", "password": "wrong"})
    assert signed_in(client) is None
    barred = client.post("/account/login/", {"login": "mara", "password": password})
    assert last.status_code in (200, 429)
    assert barred.status_code in (200, 429)
    assert signed_in(client) is None


def test_signing_out_needs_a_post(client: Client, mara: User) -> None:
    client.force_login(mara)
    assert b"Sign out" in client.get("/account/logout/").content
    assert signed_in(client) == mara
    client.post("/account/logout/")
    assert signed_in(client) is None


def test_a_lost_password_is_replaced_by_mail(client: Client, mara: User, password: str) -> None:
    client.post("/account/password/reset/", {"email": "mara@example.org"})
    path = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", str(posted()[0].body))
    assert path is not None
    form_page = client.get(path[1], follow=True)
    where = form_page.redirect_chain[-1][0]
    assert b"Choose a new password" in form_page.content
    new = "seven-coffins-by-noon"
    client.post(where, {"password1": new, "password2": new})
    stale = Client()
    stale.post("/account/login/", {"login": "mara", "password": password})
    assert signed_in(stale) is None
    fresh = Client()
    fresh.post("/account/login/", {"login": "mara", "password": new})
    assert signed_in(fresh) == mara
    assert b"This link has expired" in Client().get(path[1], follow=True).content


def test_a_reset_does_not_tell_who_is_registered(client: Client, mara: User) -> None:
    known = client.post("/account/password/reset/", {"email": "mara@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )


def test_no_mail_is_written_for_a_host_that_is_not_ours(client: Client, mara: User) -> None:
    address = {"email": "mara@example.org"}
    for forged in ({"HTTP_HOST": "elsewhere.example"}, {"HTTP_X_FORWARDED_HOST": "elsewhere.example"}):
        client.post("/account/password/reset/", address, **forged)  # type: ignore[arg-type]
    assert [sent.to for sent in posted()] == [["mara@example.org"]], "the forwarded name is not read"
    assert "elsewhere.example" not in str(posted()[0].message())
    assert client.get("/", HTTP_HOST="elsewhere.example").status_code == 400


def test_nobody_has_one_address_mailed_again_and_again(client: Client, mara: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(8):
            client.post("/account/password/reset/", {"email": "mara@example.org"})
            clock.shift(120)
    assert len(posted()) == 5


def test_the_second_step_guards_the_door(client: Client, mara: User, password: str) -> None:
    client.post("/account/login/", {"login": "mara", "password": password})
    key = new_secret(client, password)
    wrong = client.post("/account/2fa/totp/activate/", {"code": "000000"})
    assert b"aria-invalid" in wrong.content
    assert client.post("/account/2fa/totp/activate/", {"code": code_for(key)}).status_code == 302
    codes = re.findall(rb"<li>(\d{8})</li>", client.get("/account/2fa/recovery-codes/").content)
    assert len(codes) == 10

    by_phone = Client()
    half = by_phone.post("/account/login/", {"login": "mara", "password": password})
    assert half.headers["Location"] == "/account/2fa/authenticate/"
    assert signed_in(by_phone) is None
    assert b"Two-factor sign-in" in by_phone.get("/account/2fa/authenticate/").content
    cache.clear()  # a code is good once; the code of this half minute was spent above
    by_phone.post("/account/2fa/authenticate/", {"code": code_for(key)})
    assert signed_in(by_phone) == mara

    by_paper = Client()
    by_paper.post("/account/login/", {"login": "mara", "password": password})
    by_paper.post("/account/2fa/authenticate/", {"code": codes[0].decode()})
    assert signed_in(by_paper) == mara
    again = Client()
    again.post("/account/login/", {"login": "mara", "password": password})
    again.post("/account/2fa/authenticate/", {"code": codes[0].decode()})
    assert signed_in(again) is None, "a recovery code works once"


def test_a_code_is_good_once_and_guessing_it_is_slowed_down(
    client: Client, mara: User, password: str, request: pytest.FixtureRequest
) -> None:
    """Whoever looked over a shoulder comes too late, and whoever knows the password has few tries."""
    half_minute = time_machine.travel(timezone.now(), tick=False)
    half_minute.start()
    request.addfinalizer(half_minute.stop)
    client.post("/account/login/", {"login": "mara", "password": password})
    key = new_secret(client, password)
    client.post("/account/2fa/totp/activate/", {"code": code_for(key)})
    (paper, other) = re.findall(rb"<li>(\d{8})</li>", client.get("/account/2fa/recovery-codes/").content)[:2]

    def tried(code: str) -> User | None:
        browser = Client()
        browser.post("/account/login/", {"login": "mara", "password": password})
        browser.post("/account/2fa/authenticate/", {"code": code})
        return signed_in(browser)

    assert tried(code_for(key)) == mara
    assert tried(code_for(key)) is None, "it was spent"
    assert tried(paper.decode()) == mara
    for guess in range(5):
        assert tried(f"{guess:06}") is None
    assert tried(other.decode()) is None, "even the right one has to wait"
    cache.clear()
    assert tried(other.decode()) == mara


def test_the_second_step_can_be_turned_off_again(client: Client, mara: User, password: str) -> None:
    client.post("/account/login/", {"login": "mara", "password": password})
    key = new_secret(client, password)
    client.post("/account/2fa/totp/activate/", {"code": code_for(key)})
    assert b"Authenticator" in client.get("/account/2fa/").content
    assert client.get("/account/2fa/recovery-codes/generate/").status_code == 200
    assert b"Turn off two-factor sign-in" in client.get("/account/2fa/totp/deactivate/").content
    client.post("/account/2fa/totp/deactivate/")
    plain = Client()
    plain.post("/account/login/", {"login": "mara", "password": password})
    assert signed_in(plain) == mara


def test_a_changed_password_keeps_the_session(client: Client, mara: User, password: str) -> None:
    client.post("/account/login/", {"login": "mara", "password": password})
    new = "seven-coffins-by-noon"
    form = {"oldpassword": password, "password1": new, "password2": new}
    assert client.post("/account/password/change/", form).status_code == 302
    assert signed_in(client) == mara
    assert User.objects.get(pk=mara.pk).check_password(new)


def test_an_address_is_added_and_made_the_main_one(client: Client, mara: User, password: str) -> None:
    """The session alone does not suffice: with an address of one's own the password could be set anew."""
    client.post("/account/login/", {"login": "mara", "password": password})
    asked = client.post("/account/email/", {"action_add": "", "email": "second@example.org"})
    assert asked.headers["Location"].startswith("/account/reauthenticate/")
    assert not mara.emailaddress_set.filter(email="second@example.org").exists()
    client.post(asked.headers["Location"], {"password": password})
    assert b"second@example.org" in client.get("/account/email/").content
    assert mara.emailaddress_set.filter(email="second@example.org", verified=False).exists()
    mara.emailaddress_set.filter(email="second@example.org").update(verified=True)
    posted().clear()
    client.post("/account/email/", {"action_primary": "", "email": "second@example.org"})
    assert mara.emailaddress_set.get(primary=True).email == "second@example.org"
    assert [told.to for told in posted()] == [["mara@example.org"]], "the address before hears of it"


@pytest.mark.parametrize("confirmed", [True, False])
def test_of_a_new_password_a_confirmed_address_hears(
    client: Client, mara: User, password: str, confirmed: bool
) -> None:
    mara.emailaddress_set.update(verified=confirmed)
    client.force_login(mara)
    new = {"oldpassword": password, "password1": "copper-tide-82", "password2": "copper-tide-82"}
    client.post("/account/password/change/", new)
    assert [told.to for told in posted()] == [["mara@example.org"]] * confirmed


def test_signing_up_does_not_tell_whose_address_is_known(db: None, mara: User) -> None:
    answers = []
    for number, address in enumerate(("mara@example.org", "nobody@example.org")):
        said = {
            "username": f"new-{number}",
            "email": address,
            "password1": "copper-tide-82",
            "password2": "copper-tide-82",
        }
        answer = Client().post("/account/signup/", said)
        answers.append((answer.status_code, answer.headers.get("Location"), answer.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 302
    assert EmailAddress.objects.get(email="mara@example.org", verified=True).user == mara, "it stays hers"


@pytest.mark.parametrize("says_so", [True, False])
def test_tokens_end_with_the_password_if_the_person_says_so(
    client: Client, mara: User, password: str, says_so: bool
) -> None:
    _token, secret = operations.make_token(mara, name="bot", scopes=["read"])
    client.force_login(mara)
    new = {"oldpassword": password, "password1": "copper-tide-82", "password2": "copper-tide-82"}
    page = client.get("/account/password/change/")
    assert b"End my tokens, too" in page.content
    changed = client.post("/account/password/change/", new | ({"end_tokens": "on"} if says_so else {}))
    assert changed.status_code == 302
    mara.refresh_from_db()
    assert mara.check_password("copper-tide-82")
    answer = Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == (401 if says_so else 200)


def test_a_session_alone_makes_no_token(client: Client, mara: User, password: str) -> None:
    """A token goes on when the session of a shared computer has ended."""
    client.force_login(mara)
    asked = client.post("/account/tokens/", {"name": "Bot", "scopes": ["play"]})
    assert asked.headers["Location"].startswith("/account/reauthenticate/")
    assert not mara.api_tokens.exists()
    made = client.post(asked.headers["Location"], {"password": password})
    assert b'id="secret">mfl_' in made.content
    assert "no-store" in made.headers["Cache-Control"]


def test_what_is_tried_too_often_is_refused_by_a_page_of_the_portal(client: Client) -> None:
    for _ in range(6):
        answer = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "<h1>Too many tries</h1>" in page
    assert 'class="mast' in page


@pytest.mark.django_db(transaction=True)  # some are sent once the act is committed
def test_mails_about_an_account_say_what_was_done_in_plain_words(
    client: Client, mara: User, password: str
) -> None:
    second = EmailAddress.objects.create(user=mara, email="second@example.org", verified=True)
    client.post("/account/login/", {"login": "mara", "password": password})
    key = new_secret(client, password)
    client.post("/account/2fa/totp/activate/", {"code": code_for(key)})
    client.post("/account/2fa/recovery-codes/generate/")
    client.post("/account/2fa/totp/deactivate/")
    client.post("/account/email/", {"action_primary": "", "email": second.email})
    client.post("/account/email/", {"action_remove": "", "email": "mara@example.org"})
    new = "lantern-oil-and-rain-9"
    client.post("/account/password/change/", {"oldpassword": password, "password1": new, "password2": new})
    client.logout()
    client.post("/account/password/reset/", {"email": second.email})
    path = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", str(posted().pop().body))
    assert path is not None
    where = client.get(path[1], follow=True).redirect_chain[-1][0]
    client.post(where, {"password1": new, "password2": new})
    mara.refresh_from_db()
    mara.set_unusable_password()
    mara.save()
    client.force_login(mara)
    client.post("/account/password/set/", {"password1": new, "password2": new})
    told = [(str(sent.subject), str(sent.body)) for sent in posted()]
    assert [(subject, body.split("\n\n")[1]) for subject, body in told] == [
        (f"[Malifaux Leagues] {subject}", sentence) for subject, sentence in ACCOUNT_MAILS
    ]
    for _, body in told:
        assert body.startswith("Hello,\n\n")
        assert re.search(r"\n\nIt was done on \d+ \w+ \d{4} at \d\d:\d\d \(UTC\)\nfrom the address ", body)
        assert "\n\nIf it was not you, choose a new password now" in body
        assert "{" not in body
        assert "&" not in body, "plain text is not escaped"


ACCOUNT_MAILS = (
    ("Two-factor sign-in is on", "Two-factor sign-in was turned on for your account."),
    (
        "New recovery codes",
        "New recovery codes were made for your account; the earlier ones no longer work.",
    ),
    ("Two-factor sign-in is off", "Two-factor sign-in was turned off for your account."),
    (
        "Your e-mail address was changed",
        "The e-mail address of your account was changed from mara@example.org to second@example.org.",
    ),
    (
        "An e-mail address was removed",
        "The e-mail address mara@example.org was removed from your account.",
    ),
    ("Your password was changed", "The password of your account was changed."),
    (
        "Your password was replaced",
        "The password of your account was replaced through a link that we mailed.",
    ),
    ("Your account has a password", "Your account was given a password."),
)


def test_every_mail_about_an_account_is_one_that_is_sent() -> None:
    written = {
        path.with_name(path.name.replace("_message", "_subject")).read_text(encoding="utf-8").strip()
        for path in ROOT.glob("templates/*/email/*_message.txt")
        if "base_notification" in path.read_text(encoding="utf-8")
    }
    assert written == {subject for subject, _ in ACCOUNT_MAILS}


@pytest.mark.django_db(transaction=True)  # some is said once the act is committed
def test_what_was_done_to_an_account_is_said_in_plain_words(
    client: Client, mara: User, password: str
) -> None:
    EmailAddress.objects.create(user=mara, email="second@example.org", verified=True)
    said: set[str] = set()

    def act(address: str, **form: str) -> None:
        page = client.post(address, form, follow=True)
        said.update(str(message) for message in page.context["messages"])

    act("/account/login/", login="mara", password=password)
    act("/account/2fa/totp/activate/", code=code_for(new_secret(client, password)))
    act("/account/2fa/recovery-codes/generate/")
    act("/account/2fa/totp/deactivate/")
    EmailAddress.objects.create(user=mara, email="third@example.org")
    act("/account/email/", action_remove="", email="mara@example.org")
    act("/account/email/", action_primary="", email="third@example.org")
    act("/account/email/", action_send="", email="third@example.org")
    act("/account/email/", action_primary="", email="second@example.org")
    act("/account/email/", action_remove="", email="third@example.org")
    new = "lantern-oil-and-rain-9"
    act("/account/password/change/", oldpassword=password, password1=new, password2=new)
    act("/account/logout/")
    assert said == {
        "You are signed in as Mara.",
        "Two-factor sign-in is on.",
        "You have new recovery codes; the earlier ones no longer work.",
        "Two-factor sign-in is off.",
        "mara@example.org is your primary address. Make another one primary first.",
        "Confirm the address first; then it can be your primary one.",
        "A link was sent to third@example.org. Open it to confirm the address.",
        "Your primary address is changed.",
        "third@example.org is removed.",
        "Your password is changed.",
        "You are signed out.",
    }


def test_what_is_wrong_with_a_form_of_the_account_is_said_in_plain_words(
    client: Client, mara: User, password: str
) -> None:
    def said(address: str, form: dict[str, str]) -> str:
        return client.post(address, form).content.decode()

    login = "/account/login/"
    assert "The username or the password is wrong." in said(login, {"login": "mara", "password": "no"})
    by_address = {"login": "mara@example.org", "password": "no"}
    assert "The e-mail address or the password is wrong." in said(login, by_address)
    assert "This username is taken." in sign_up(client, username="mara").content.decode()
    client.post(login, {"login": "mara", "password": password})
    client.get("/account/email/")
    assert "That is not your password." in said("/account/reauthenticate/", {"password": "no"})
    client.post("/account/reauthenticate/", {"password": password})
    assert "Your account has this address already." in said(
        "/account/email/", {"action_add": "", "email": "mara@example.org"}
    )
    wrong = {"oldpassword": "no", "password1": "copper-tide-82", "password2": "copper-tide-82"}
    assert "That is not your current password." in said("/account/password/change/", wrong)


def test_failed_tries_are_counted_and_said_in_plain_words(client: Client, mara: User) -> None:
    for _ in range(11):
        page = client.post("/account/login/", {"login": "mara", "password": "no"}).content.decode()
    assert "Too many failed tries. Try again in a few minutes." in page
