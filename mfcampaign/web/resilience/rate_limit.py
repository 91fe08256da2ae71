"""Rate limits by person, or by address without an account, counted over all processes."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest

from mfcampaign.web.resilience.addresses import limited_address
from mfcampaign.web.resilience.shared_cache import Counted
from rules.refusal import Refusal

SECONDS = 3600


def counted(key: str, seconds: float, by: int = 1, *, wait: bool = True) -> Counted:
    """Count one, or ``by``, for ``key``; the count starts again ``seconds`` after its first.

    Without ``wait`` it is left out, and is 0, while somebody writes to the database for long.
    """
    shared: Any = cache
    count: Counted = shared.count(key, seconds, by, wait)
    return count


def asker(request: HttpRequest) -> str:
    """The subject of a limit: the person, or the address of a stranger or visitor.

    A visitor is one browser, of which an address has as many as it likes.
    """
    user: Any = request.user
    known = user.is_authenticated and not user.is_visitor
    return str(user.pk if known else limited_address(request))


def limit_rate(request: HttpRequest, what: str, most: int, refusal: Refusal) -> None:
    """Count one; ``refusal`` beyond ``most`` within an hour."""
    if counted(f"rate:{what}:{asker(request)}", SECONDS).number > most:
        raise refusal
