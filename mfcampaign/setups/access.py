"""The permission check of set-ups: whoever knows the code may read, the person who made it may change it."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from mfcampaign.setups.models import SetUp
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.refusal import Refusal

MADE_HERE = "setups"
MOST_IN_SESSION = 100
MOST_AN_HOUR = 240
"""How many drawings one address may ask for without an account."""


def read_or_404(code: str) -> SetUp:
    """A set-up by its code, to read; for everybody who knows the code."""
    return get_object_or_404(SetUp.objects.select_related("owner"), code=code)


def own_or_404(request: HttpRequest, code: str) -> SetUp:
    """A set-up by its code, to draw again or lock: its owner, or the browser that made it without one."""
    set_up = read_or_404(code)
    if not may_change(request, set_up):
        raise Http404
    return set_up


def may_change(request: HttpRequest, set_up: SetUp) -> bool:
    if set_up.origin:
        return False
    if set_up.owner_id is not None:
        return bool(set_up.owner_id == request.user.pk)
    return set_up.code in made_here(request)


def made_here(request: HttpRequest) -> list[str]:
    """The codes this browser made without an account, the newest first."""
    return list(request.session.get(MADE_HERE, []))


def add_to_session(request: HttpRequest, set_up: SetUp) -> None:
    """This browser made it."""
    if set_up.owner_id is None:
        codes = [set_up.code, *(code for code in made_here(request) if code != set_up.code)]
        request.session[MADE_HERE] = codes[:MOST_IN_SESSION]


def limit_drawings(request: HttpRequest) -> None:
    """Without an account, so many drawings an hour."""
    if not request.user.is_authenticated:
        refusal = Refusal("Those were too many drawings within an hour.", fix="Wait a while, or sign in.")
        limit_rate(request, "setups", MOST_AN_HOUR, refusal)
