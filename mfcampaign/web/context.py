"""What a browser keeps: the theme, which the context processor of every page reads without a query, and other
cookies of the portal's own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
A_YEAR = 365 * 24 * 3600


def portal(request: HttpRequest) -> dict[str, Any]:
    """``theme``: ``light``, ``dark``, or empty for whatever the device prefers."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


def keep_for_a_year(response: HttpResponseBase, name: str, value: str, *, httponly: bool = True) -> None:
    """Have the browser keep a cookie; scripts read it only without ``httponly``."""
    response.set_cookie(
        name,
        value,
        max_age=A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=httponly,
        samesite="Lax",
    )
