"""The shared cache within one process: tests without a database count, too."""

from __future__ import annotations

import time

from django.core.cache.backends.locmem import LocMemCache

from mfcampaign.web.resilience.shared_cache import Counted


class MemoryCache(LocMemCache):
    def count(self, key: str, seconds: float, by: int = 1, wait: bool = True) -> Counted:
        now = time.time()
        number, until = self.get(key) or (0, now + seconds)
        self.set(key, (number + by, until), until - now)
        return Counted(number + by, until - now)
