"""How often one person, or one address without an account, may ask for something dear."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from rules.refusal import Refusal

SECONDS = 3600


def limit_rate(request: HttpRequest, what: str, most: int, refusal: Refusal) -> None:
    """Count one; ``refusal`` beyond ``most`` within an hour."""
    who = request.user.pk if request.user.is_authenticated else get_adapter().get_client_ip(request)
    key = f"rate:{what}:{who}"
    cache.add(key, 0, SECONDS)
    if cache.incr(key) > most:
        raise refusal
