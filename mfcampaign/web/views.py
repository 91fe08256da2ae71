"""About, the theme, and the error pages."""

from __future__ import annotations

import sys
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.web.context import THEME_COOKIE, THEMES, keep_for_a_year
from mfcampaign.web.resilience import failures

SECURITY_TXT_HOLDS = timedelta(days=180)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "web/about.html")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """RFC 9116: whom to tell of a weakness. It holds for half a year from each reading."""
    contact = settings.SECURITY_CONTACT or f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    until = (timezone.now() + SECURITY_TXT_HOLDS).strftime("%Y-%m-%dT00:00:00Z")
    here = request.build_absolute_uri(reverse("security_txt"))
    lines = f"Contact: {contact}\nExpires: {until}\nPreferred-Languages: en\nCanonical: {here}\n"
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """RFC 9309: what crawlers may read. The same for everybody."""
    return render(request, "web/robots.txt", content_type="text/plain; charset=utf-8")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie for a year; an unknown one means the device's own."""
    chosen = request.POST.get("theme", "")
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        back = reverse("home")
    answer = HttpResponseRedirect(back, status=303)
    if chosen in THEMES:
        keep_for_a_year(answer, THEME_COOKIE, chosen, httponly=False)
    else:
        answer.delete_cookie(THEME_COOKIE, samesite="Lax")
    return answer


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    failure = failures.failure_of(exception)
    if failure != failures.BROKEN:
        return failures.answer(request, failure)
    return _wrong(request, 400, "Bad request")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _wrong(request, 403, "No access")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _wrong(request, 404, "Page not found")


def too_many_tries(request: HttpRequest) -> HttpResponse:
    return _wrong(request, 429, "Too many tries")


def server_error(request: HttpRequest) -> HttpResponse:
    """What left a view or, before it, a session or another part of the way in."""
    return failures.answer(request, failures.failure_of(sys.exc_info()[1]))


def _wrong(request: HttpRequest, status: int, title: str) -> HttpResponse:
    if failures.asks_for_json(request):
        return JsonResponse(
            {"type": "about:blank", "title": title, "status": status},
            status=status,
            content_type="application/problem+json",
        )
    return render(request, f"web/errors/{status}.html", {"title": title, "status": status}, status=status)
