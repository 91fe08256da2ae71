"""The format of log lines: words or JSON, with the request and the command, without secret addresses.

Whoever holds the address of an invitation, a calendar, a guest, a sheet or a password reset may use it, so
such addresses are masked wherever a line names one: by the portal's own table of addresses, not by a list.
"""

from __future__ import annotations

import json
import logging
import re
import time
from typing import Any

from django.apps import apps
from django.urls import Resolver404, resolve

from mfcampaign.dispatch import trace

# The names of the parts of an address that open something by themselves.
BEARERS = frozenset({"token", "code", "key", "uidb36"})
MASK = "…"
PATH = re.compile(r"(https?://[^/\s\"'<>]+)?(/[^\s\"'<>?#]*)")
QUERY = re.compile(r"([?&](?:token|code|key|sig|signature)=)[^&\s\"'<>#]+", re.IGNORECASE)
# In addresses that lead nowhere: what looks drawn by chance.
LONG_WORD = re.compile(r"[\w-]{16,}+")
DIGIT, LETTER = re.compile(r"\d"), re.compile(r"[A-Za-z]")


def masked(text: str) -> str:
    """``text`` without what opens something.

    >>> masked("Not Found: /leagues/join/kQz8-1mW0pX9Yt2v/?next=1")
    'Not Found: /leagues/join/…/?next=1'
    """
    if "/" not in text:
        return text
    return QUERY.sub(rf"\1{MASK}", PATH.sub(lambda match: (match[1] or "") + _masked_path(match[2]), text))


def _without_random(path: str) -> str:
    return LONG_WORD.sub(
        lambda word: MASK if DIGIT.search(word[0]) and LETTER.search(word[0]) else word[0], path
    )


def _masked_path(path: str) -> str:
    if not apps.ready:  # there is no table of addresses while the portal starts
        return _without_random(path)
    known = False
    for candidate in (path, path + "/", path.rstrip(".,;:)")):
        try:
            named = resolve(candidate).kwargs
        except (Resolver404, ValueError, ImportError):
            continue
        known = True
        for name, value in named.items():
            if name in BEARERS:
                path = path.replace(str(value), MASK)
    return path if known else _without_random(path)


class LineFormatter(logging.Formatter):
    """One line in words."""

    def format(self, record: logging.LogRecord) -> str:
        known = trace.request_id.get()
        return masked(super().format(record)) + (f" [{known}]" if known else "")


class JsonFormatter(logging.Formatter):
    """One JSON object a line: ``at``, ``level``, ``logger``, ``message``, ``request``, ``command``,
    ``exception``; what is not known is left out."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.gmtime(record.created)
        line: dict[str, Any] = {
            "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', moment)}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if known := trace.request_id.get():
            line["request"] = known
        if (command := trace.command_id.get()) is not None:
            line["command"] = command
        if record.exc_info:
            line["exception"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def without_secrets(event: Any, hint: Any = None) -> Any:
    """What of an error report may leave the portal: every text masked, no cookies, bodies or headers."""
    if isinstance(event, dict):
        dropped = {"cookies", "data", "env", "headers", "vars"}
        return {key: without_secrets(value) for key, value in event.items() if key not in dropped}
    if isinstance(event, list | tuple):
        return [without_secrets(value) for value in event]
    return masked(event) if isinstance(event, str) else event


def sentry_options() -> dict[str, Any]:
    """What a collector of errors is told (``SENTRY_DSN``): where it broke, nothing of people or hands. No
    variables of the stack, no bodies, no cookies."""
    return {
        "include_local_variables": False,
        "max_request_body_size": "never",
        "before_send": without_secrets,
        "before_breadcrumb": without_secrets,
        "traces_sample_rate": 0.0,
    }
