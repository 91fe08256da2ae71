"""The context processor of every page. It runs no queries."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def portal(request: HttpRequest) -> dict[str, Any]:
    """``theme``: ``light``, ``dark``, or empty for whatever the device prefers."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}
