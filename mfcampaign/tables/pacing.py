"""How often one person, or one address without an account, may have tables generated and checked."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest

from rules.refusal import Refusal

MADE_AN_HOUR, CHECKED_AN_HOUR = 120, 2400


def paced(request: HttpRequest, what: str, most: int) -> None:
    """Count one; ``Refusal`` beyond ``most`` within an hour."""
    who = request.user.pk if request.user.is_authenticated else get_adapter().get_client_ip(request)
    key = f"tables:{what}:{who}"
    cache.add(key, 0, 3600)
    if cache.incr(key) > most:
        raise Refusal("That were many tables within one hour.", fix="Wait a while.")
