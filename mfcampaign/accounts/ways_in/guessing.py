"""Wrong passwords for one account: strangers who try them slow each other down, and lock nobody out.

A browser in which a person has signed in before is known by a cookie, and has tries of its own. After a few
wrong ones elsewhere each further try waits its turn, one at a time, before the password is looked at: the
right one still passes. How many tries one address has is limited besides (``ACCOUNT_RATE_LIMITS``).
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from mfcampaign.accounts.models import User
from mfcampaign.web.context import keep_for_a_year
from mfcampaign.web.resilience.failures import Busy
from mfcampaign.web.resilience.rate_limit import counted

WRONG, WITHIN_SECONDS = 5, 300
DELAY_SECONDS = 2.0
SALT = "mfcampaign.accounts.ways_in.guessing"
MOST_PEOPLE = 5
"""The people whom one browser remembers; the latest."""

_turn = threading.BoundedSemaphore(1)


class TooManyOwn(Exception):
    """Too many wrong passwords in a browser of the person's own."""


def begin(request: HttpRequest, login: str) -> str:
    """Count a try for ``login``, and wait where strangers tried too often; the key for ``was_right``.

    ``Busy`` while another such try waits, ``TooManyOwn`` in a known browser.
    """
    browser = _known_as(request, login)
    key = _key(login, browser)
    if counted(key, WITHIN_SECONDS).number <= WRONG:
        return key
    if browser:
        raise TooManyOwn
    if not _turn.acquire(blocking=False):
        raise Busy(int(DELAY_SECONDS) + 1)
    try:
        time.sleep(DELAY_SECONDS)
    finally:
        _turn.release()
    return key


def was_right(key: str) -> None:
    """That try was no guess."""
    counted(key, WITHIN_SECONDS, -1)


def forget(login: str) -> None:
    """The password is another one now."""
    cache.delete(_key(login, ""))


def remember(request: HttpRequest, response: HttpResponseBase, person: User) -> None:
    """This browser is one of the person's from now on. The cookie names nobody."""
    browser, marks = _cookie(request)
    browser = browser or secrets.token_hex(8)
    mark = _mark(browser, person.pk)
    marks = [mark, *(each for each in marks if each != mark)][:MOST_PEOPLE]
    keep_for_a_year(response, _cookie_name(), ".".join((browser, *marks)))


def _known_as(request: HttpRequest, login: str) -> str:
    """This browser, if somebody of that name has signed in by it; else empty."""
    browser, marks = _cookie(request)
    if not marks:
        return ""
    named = Q(username__iexact=login) | Q(emailaddress__email__iexact=login)
    people = User.objects.filter(named).values_list("pk", flat=True)[:MOST_PEOPLE]
    ours = [_mark(browser, pk) for pk in people]
    known = any(constant_time_compare(mark, own) for mark in marks for own in ours)
    return browser if known else ""


def _cookie(request: HttpRequest) -> tuple[str, list[str]]:
    browser, *marks = request.COOKIES.get(_cookie_name(), "").split(".")
    return browser[:16], marks[:MOST_PEOPLE]


def _cookie_name() -> str:
    return "__Host-known" if settings.SESSION_COOKIE_SECURE else "known"


def _mark(browser: str, pk: Any) -> str:
    return salted_hmac(SALT, f"{browser}:{pk}", algorithm="sha256").hexdigest()[:32]


def _key(login: str, browser: str) -> str:
    return f"wrong:{hashlib.sha256(login.encode()).hexdigest()[:32]}:{browser}"
