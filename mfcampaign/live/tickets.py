"""Tickets: signed permissions to open a stream, so that the listening process needs no session.

A ticket names one topic, the part of it that may be received, and its holders. It opens a stream for
``SECONDS`` and ends with the session, person or link that holds it; one that a session holds opens it to the
browser of that session alone.
"""

from __future__ import annotations

import hashlib
import time

from django.conf import settings
from django.core import signing
from django.http import parse_cookie
from msgspec import Struct, ValidationError, convert

SECONDS = 900
SALT = "mfcampaign.live"
SESSION = "session:"


class Ticket(Struct, frozen=True, array_like=True):
    """``issued`` in milliseconds since 1970."""

    topic: str
    part: str
    holders: tuple[str, ...]
    issued: int

    @property
    def ends(self) -> float:
        """When a stream opened with it ends, in seconds since 1970."""
        return self.issued / 1000 + SECONDS


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def signed(ticket: Ticket) -> str:
    return signing.dumps(
        [ticket.topic, ticket.part, list(ticket.holders), ticket.issued], salt=SALT, compress=True
    )


def read(text: str) -> Ticket | None:
    """The ticket, or nothing where it is not ours or too old."""
    try:
        ticket = convert(signing.loads(text, salt=SALT, max_age=SECONDS), Ticket)
    except (signing.BadSignature, ValidationError):
        return None
    return ticket if ticket.ends > time.time() else None


def session_holder(session_key: str) -> str:
    """The name of a session in tickets; the session cannot be found by it."""
    return SESSION + hashlib.sha256(session_key.encode()).hexdigest()[:32]


def is_for(ticket: Ticket, cookies: str) -> bool:
    """Whether the browser that sent these cookies may use the ticket: a stolen one is worth nothing."""
    sessions = [holder for holder in ticket.holders if holder.startswith(SESSION)]
    own = session_holder(parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, ""))
    return not sessions or own in sessions


def person_holder(pk: int) -> str:
    return f"person:{pk}"
