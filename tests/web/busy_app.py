"""A WSGI application for tests of the web server: it says which pool served it, computes and waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

LARGE = 40_000_000
"""Bytes: more than the system keeps for a reader that does not read."""


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/busy":
        until = time.monotonic() + float(environ["QUERY_STRING"])
        while time.monotonic() < until:
            sum(number * number for number in range(2_000))
    if environ["PATH_INFO"] == "/large":
        body = bytes(LARGE)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]
    if environ["PATH_INFO"] == "/waits":  # for a lock, as it may be: it computes nothing
        time.sleep(float(environ["QUERY_STRING"]))
    body = b"health" if threading.current_thread().name.startswith("health") else b"pool"
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
