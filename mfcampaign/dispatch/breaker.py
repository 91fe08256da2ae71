"""A circuit breaker: a service that did not answer is not asked again for a few seconds."""

from __future__ import annotations

import logging
import threading
import time

log = logging.getLogger(__name__)
LEFT_ALONE_SECONDS = 5.0


class Breaker:
    """Open for ``seconds`` after a failure: while it is open, the service is not asked."""

    def __init__(self, what: str, seconds: float = LEFT_ALONE_SECONDS) -> None:
        self.what, self.seconds = what, seconds
        self._closed_at = 0.0
        self._lock = threading.Lock()

    @property
    def open(self) -> bool:
        """True while it is of no use to ask."""
        return time.monotonic() < self._closed_at

    def failed(self, problem: Exception) -> None:
        with self._lock:
            fresh = not self.open
            self._closed_at = time.monotonic() + self.seconds
        if fresh:
            log.warning("%s is left alone for %s s: %s", self.what, self.seconds, problem)
