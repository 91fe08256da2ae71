"""Middleware: a ``Refusal`` that escapes a view becomes a message, a fragment or a problem; headers that
protect forms and browsers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from mfcampaign.audit.computing import NotComputed, with_computing
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.web.context import keep_for_a_year
from mfcampaign.web.forms import form_without_control_characters
from mfcampaign.web.navigation import EDITION, edition_named, previous_page
from mfcampaign.web.refusals import in_words, problem, violations_of, worded
from mfcampaign.web.resilience.failures import BROKEN, answer, asks_for_json, failure_of
from mfcampaign.web.resilience.waiting import SAFE_METHODS, waited_in_vain
from rules.refusal import Refusal

log = logging.getLogger(__name__)

MOST_MESSAGES = 6
UNUSED_DEVICES = "accelerometer camera geolocation gyroscope magnetometer microphone midi payment serial usb"
PERMISSIONS = ", ".join(f"{device}=()" for device in [*UNUSED_DEVICES.split(), "browsing-topics"])


class RefusalMiddleware:
    """Turns a ``Refusal`` that leaves a view into the answer its asker can read.

    htmx gets a 409 fragment for ``#messages``; a program that prefers JSON gets ``problem+json``; a
    form post goes back (303) to the page it came from with the sentences as messages; anything else
    gets a page of its own. So does who opens the address that a button sends to, as of an invitation that was
    just made: Django's answer is an empty page.

    A view whose operation needs something computed first is done again with it. No other middleware must take
    that for a fault, so this one is the last of the settings and hears first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content or request.method != "GET":
            return response
        page = render(request, "web/errors/405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, NotComputed) or (match := request.resolver_match) is None:
            return _answered(request, exception)
        try:
            return with_computing(lambda: match.func(request, *match.args, **match.kwargs), needed=exception)
        except Exception as later:
            if (answered := _answered(request, later)) is None:
                raise  # Django knows what a page that is not there is, and logs this fault, not the first
            return answered


class PartsMiddleware:
    """A page and a part of it have one address: whoever keeps answers keeps them apart. Else Back may show
    the part alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ("HX-Request", "HX-Target"))
        return response


class QuietRefusalMiddleware:
    """A page or part that says what is refused reaches a browser as 200, its own status in ``Portal-Status``.

    Browsers write every answer from 400 on into their console as an error, and a refusal is none of the
    page. Programs, and scripts of ours that fetch data, get the status itself. It is the outermost, so
    metrics count the status itself, too.
    """

    QUIET = frozenset({409, 422})

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        mode = request.headers.get("sec-fetch-mode", "")
        shown = mode == "navigate" or (mode and request.headers.get("hx-request") == "true")
        page = response.get("Content-Type", "").startswith("text/html")
        if response.status_code in self.QUIET and shown and page:
            response["Portal-Status"] = str(response.status_code)
            response.status_code = 200
        return response


class ControlCharactersMiddleware:
    """Takes control characters out of forms before views read them; the API and readers of files clean theirs
    (``rules.control_characters``). Views that need no CSRF token read no forms."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any) -> None:
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        request.POST = form_without_control_characters(request.POST)  # type: ignore[assignment]  # its setter takes any form


class PrivacyMiddleware:
    """What every answer says to browsers: who may embed it, which devices it uses, and that nothing is kept
    which a signed-in person saw. Hands, hidden Crews and addresses are on such pages only."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        user = getattr(request, "_cached_user", None)  # the user that was looked up for this answer
        if user is not None and user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class CompressionMiddleware(GZipMiddleware):
    """Pages, fragments and pictures go compressed; their lengths are masked against BREACH by Django, and
    CSRF tokens differ in each answer. Streams stay as they are: a compressor would hold events back."""

    COMPRESSED = ("text/html", "image/svg+xml", "application/json", "text/csv")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith(self.COMPRESSED):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed


def _answered(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    if not isinstance(exception, Refusal):
        return _failed(request, exception)
    log.info("refused %s %s: %s", request.method, request.path, in_words(exception))
    if getattr(request, "htmx", False):
        return _fragment(request, exception)
    if asks_for_json(request):
        return JsonResponse(problem(exception), status=409, content_type="application/problem+json")
    back = previous_page(request)
    if back and request.method not in SAFE_METHODS:
        if isinstance(exception, AlreadyDone):
            messages.info(request, exception.sentence)
            return HttpResponse(status=303, headers={"Location": back})
        return _back_with_messages(request, exception, back)
    return render(request, "web/refused.html", {"violations": violations_of(exception)}, status=409)


def _failed(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """An answer where the fault is known; ``None`` for one of the portal, which Django logs."""
    failure = failure_of(exception)
    if failure == BROKEN:
        return None
    if isinstance(exception, OperationalError) and "lock" in str(exception):
        waited_in_vain()
    # A row that another took is nobody's fault; one that lacks something is the portal's, and leaves a trace.
    ours = isinstance(exception, IntegrityError) and "unique" not in str(exception).casefold()
    level = logging.ERROR if ours else logging.WARNING
    where = (failure.status.value, request.method, request.path, exception)
    log.log(level, "%s %s %s: %s", *where, exc_info=exception if ours else None)
    return answer(request, failure)


def _fragment(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    response = render(request, "web/refusal_toast.html", {"violations": violations_of(refusal)}, status=409)
    response["HX-Retarget"] = "#messages"
    response["HX-Reswap"] = "innerHTML show:top"
    # A refused write changed nothing: the address must not pretend that it did.
    response["HX-Push-Url"] = "false"
    return response


def _back_with_messages(request: HttpRequest, refusal: Refusal, back: str) -> HttpResponse:
    violations = violations_of(refusal)
    for violation in violations[:MOST_MESSAGES]:
        messages.error(request, worded(violation), extra_tags="refusal")
    if len(violations) > MOST_MESSAGES:
        messages.error(
            request, f"… and {len(violations) - MOST_MESSAGES} more reasons.", extra_tags="refusal"
        )
    response = HttpResponse(status=303)
    response["Location"] = back
    return response


class EditionMiddleware:
    """Keeps the edition that a person's page named last in a cookie of its own; an address of the API is no
    page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        code = edition_named(request)
        page = response.status_code < 400 and not request.path.startswith("/api/")
        if code and page and request.COOKIES.get(EDITION) != code:
            keep_for_a_year(response, EDITION, code)
        return response
