"""Pages of strangers, and of one's own account: axe clean, as wide as the window, quiet console."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from mfcampaign.accounts.operations import create_guest
from tests.accounts.codes import code_for
from tests.browser.actions import press, sign_in
from tests.browser.checks import axe, faults_everywhere, overflow, problems
from tests.browser.timeouts import MOVED_ON, until_it_stays

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]
PASSWORD = "iron-harvest-moon-47"

PUBLIC = [
    "/",
    "/about/",
    "/about/style/",
    "/about/rules/",
    "/about/rules/M3E-HIRE-12/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/1-broken-token/",
    "/account/password/reset/key/done/",
    "/account/confirm-email/",
    "/account/confirm-email/broken/",
    "/account/inactive/",
    "/no-page/",
]
OWN = [
    "/",
    "/account/profile/",
    "/account/email/",
    "/account/password/change/",
    "/account/2fa/",
    "/account/logout/",
]
GUARDED = [
    "/account/2fa/totp/activate/",
    "/account/2fa/recovery-codes/",
    "/account/2fa/recovery-codes/generate/",
    "/account/2fa/totp/deactivate/",
]


@pytest.fixture
def mara() -> Any:
    person = get_user_model().objects.create_user("mara", "mara@example.org", PASSWORD, display_name="Mara")
    EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    return person


# One frame holds the small pages about address and password; a landing looks at one of them.
LANDING = [
    "/",
    "/about/style/",
    "/about/rules/",
    "/account/signup/",
    "/account/password/reset/",
    "/no-page/",
]
SEEN = [pytest.param(path, marks=[] if path in LANDING else pytest.mark.soak) for path in PUBLIC]


@pytest.mark.parametrize("path", SEEN)
def test_a_page_for_strangers_is_clean(new_page: NewPage, path: str) -> None:
    assert faults_everywhere(new_page(bypass_csp=True), path) == []


@pytest.mark.parametrize("path", SEEN)
def test_a_page_for_strangers_keeps_the_policy(new_page: NewPage, path: str) -> None:
    page = new_page(375, "dark")
    page.goto(path)
    heard = [line for line in problems(page) if "404 (Not Found)" not in line]
    assert heard == []
    assert overflow(page) == 0


def test_the_pages_of_an_account_are_clean(new_page: NewPage, mara: Any) -> None:
    page = new_page(bypass_csp=True)
    sign_in(page, "mara", PASSWORD)
    for path in OWN:
        assert faults_everywhere(page, path) == []
        assert page.url.endswith(path), f"{path} led elsewhere: {page.url}"
    assert problems(page) == []


def test_the_pages_of_the_second_step_are_clean(new_page: NewPage, mara: Any, settings: Any) -> None:
    settings.MFA_TOTP_TOLERANCE = 1  # tests.accounts.codes
    page = new_page(bypass_csp=True)
    sign_in(page, "mara", PASSWORD)
    assert faults_everywhere(page, "/account/reauthenticate/") == []
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Confirm")
    assert faults_everywhere(page, GUARDED[0]) == []
    secret = page.locator("#authenticator_secret").inner_text()
    page.get_by_label("Authenticator code").fill(code_for(secret))
    press(page, "Turn on")
    expect(page).to_have_url(re.compile("/recovery-codes/$"))
    for path in GUARDED[1:]:
        assert faults_everywhere(page, path) == []
        assert page.url.endswith(path), f"{path} led elsewhere: {page.url}"
    other = new_page(bypass_csp=True)
    sign_in(other, "mara", PASSWORD)
    assert faults_everywhere(other, "/account/2fa/authenticate/") == []


def test_the_pages_of_a_guest_are_clean(new_page: NewPage, mara: Any) -> None:
    _, token = create_guest("Old Tom", mara)
    page = new_page(bypass_csp=True)
    assert faults_everywhere(page, f"/account/guest/{token}/") == []
    press(page, "Continue as Old Tom")
    for path in ("/", "/account/profile/", "/account/claim/"):
        assert faults_everywhere(page, path) == []


def test_a_visitor_has_the_masthead_in_one_row_on_a_phone(new_page: NewPage) -> None:
    page = new_page(360)
    page.goto("/play/new/")
    press(page, "Start")
    page.wait_for_url(lambda url: not url.endswith("/play/new/"))
    mast = page.get_by_role("banner")
    expect(mast.get_by_role("link", name="Sign up")).to_be_visible()
    height = until_it_stays(MOVED_ON, mast.evaluate)
    assert height("banner => banner.getBoundingClientRect().height") < 80


def test_axe_sees_what_is_wrong(new_page: NewPage) -> None:
    """The judge itself: a nameless button and pale words must be found."""
    page = new_page(bypass_csp=True)
    page.goto("/about/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        " '<button></button><p style=\"color:#999;background:#fff\">pale</p>')"
    )
    violations = " ".join(axe(page))
    assert "button-name" in violations
    assert "color-contrast" in violations


def test_the_console_is_heard(new_page: NewPage) -> None:
    """The other judge: an inline script breaks the policy and must be told."""
    page = new_page()
    page.goto("/about/")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(
            "() => { const s = document.createElement('script'); s.textContent = '1'; "
            "document.body.append(s) }"
        )
    assert any("Content Security Policy" in line for line in problems(page))
