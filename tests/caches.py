"""The shared cache within one process: tests without a database count, too."""

from __future__ import annotations

import time

from django.core.cache.backends.locmem import LocMemCache

from mfcampaign.web.shared_cache import Counted


class MemoryCache(LocMemCache):
    def count(self, key: str, seconds: float) -> Counted:
        now = time.time()
        number, until = self.get(key) or (0, now + seconds)
        self.set(key, (number + 1, until), until - now)
        return Counted(number + 1, until - now)
