"""Rate limits of the API, by address and by caller. Rates: ``API_RATES`` in the settings.

``rate_limit.counted`` counts atomically, so that parallel requests pass no more than the rate; DRF's own
throttles read, then write.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from mfcampaign.api.models import Token
from mfcampaign.web.resilience.addresses import limited_address
from mfcampaign.web.resilience.rate_limit import counted
from mfcampaign.web.resilience.waiting import SAFE_METHODS

PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Rate(BaseThrottle):
    """At most so many within a period that begins with the first; ``wait`` says how long it still lasts."""

    scope = ""
    _seconds_left = 0.0

    def get_rate(self) -> str:
        """``"300/min"``: the number, and the unit by its first letter."""
        rates: dict[str, str] = settings.API_RATES
        return rates[self.scope]

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        key = self.get_cache_key(request, view)
        if key is None:
            return True
        most, _, period = self.get_rate().partition("/")
        # Who reads does not wait for who writes.
        count = counted(key, PERIODS[period[0]], wait=request.method not in SAFE_METHODS)
        self._seconds_left = count.seconds_left
        return count.number <= int(most)

    def wait(self) -> float:
        return self._seconds_left


class PerAddress(Rate):
    """Everything from one address, right tokens and wrong ones; asked before anybody is recognised."""

    scope = "address"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"api:address:{limited_address(request)}"


class PerHolder(Rate):
    """Everything with one token, or of one person's browsers."""

    scope = "holder"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if isinstance(request.auth, Token):
            return f"api:token:{request.auth.pk}"
        return f"api:person:{request.user.pk}" if request.user.is_authenticated else None
