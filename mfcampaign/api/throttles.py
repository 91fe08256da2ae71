"""How often one may ask: by address, and by who asks. Rates: ``API_RATES`` in the settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle

from mfcampaign.api.models import Token


class Rate(SimpleRateThrottle):
    def get_rate(self) -> str | None:
        rates: dict[str, str] = settings.API_RATES
        return rates[str(self.scope)]


class PerAddress(Rate):
    """Everything from one address, right tokens and wrong ones; asked before anybody is recognised."""

    scope = "address"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"api:address:{self.get_ident(request)}"


class PerHolder(Rate):
    """Everything with one token, or of one person's browsers."""

    scope = "holder"

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        if isinstance(request.auth, Token):
            return f"api:token:{request.auth.pk}"
        return f"api:person:{request.user.pk}" if request.user.is_authenticated else None
