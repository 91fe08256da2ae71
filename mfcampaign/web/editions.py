"""The edition of the game that a page is for: the one that its address or form names, else the one that this
browser used last, else the newest."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from rules.edition import Edition, edition_of, editions, is_known

NAMED = "edition"
COOKIE = "edition"
KEPT_SECONDS = 365 * 24 * 3600


class EditionMiddleware:
    """Keeps the edition that a person's page named last in a cookie of its own; an address of the API is no
    page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        code = named(request)
        page = response.status_code < 400 and not request.path.startswith("/api/")
        if code and page and request.COOKIES.get(COOKIE) != code:
            response.set_cookie(
                COOKIE,
                code,
                max_age=KEPT_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def named(request: HttpRequest) -> str:
    """The code that the address or the form names; empty for none that is known."""
    sent = request.POST if request.method == "POST" else request.GET
    code = sent.get(NAMED, "")
    return code if is_known(code) else ""


def edition_for(request: HttpRequest, fits: Callable[[Edition], bool] = lambda edition: True) -> Edition:
    """The edition that is named; else the last used, else the newest, of those that fit. Where none does, the
    newest of all."""
    if code := named(request):
        return edition_of(code)
    last = request.COOKIES.get(COOKIE, "")
    fitting = [edition for edition in editions() if fits(edition)] or list(editions())
    return next((edition for edition in fitting if edition.code == last), fitting[0])
