"""Addresses of a portal whose streams are held and counted: the listening process of a test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.urls import path

from mfcampaign.urls import urlpatterns as portal

LASTS = 60
"""Seconds after which a stream ends by itself."""
BEAT = 0.1


class Streams:
    """How many are open now, and how many were ever."""

    def __init__(self) -> None:
        self.open = self.ever = 0
        self.lock = threading.Lock()
        self.over = threading.Event()

    def listen(self) -> Iterator[bytes]:
        with self.lock:
            self.open += 1
            self.ever += 1
        ends = time.monotonic() + LASTS
        try:
            yield b"retry: 60000\n\n"
            while time.monotonic() < ends and not self.over.wait(BEAT):
                yield b": beat\n\n"  # writing finds out that the page is gone
        finally:
            with self.lock:
                self.open -= 1


streams = Streams()


def live(_request: HttpRequest, ticket: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(streams.listen(), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    return answer


urlpatterns = [path("live/<path:ticket>/", live), *portal]
