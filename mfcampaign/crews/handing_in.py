"""The builder as a step of something else: the page a person came from, and where the Crew is handed in.

The page that sends a person here stores both in their session, so that they outlast every change of the Crew,
with and without a script. The app knows nothing of what Crews are for. ``drawn``, the code of a set-up for
which a Crew is hired, is passed on to where it is played.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

import msgspec
from django.http import HttpRequest
from msgspec import Struct

SESSION_KEY, DRAWN_KEY = "crew_hand_ins", "crew_drawn"
DRAWN = re.compile(r"[A-Za-z0-9_-]{1,40}(\?sheet=\d{1,3})?")
MOST = 10


class HandIn(Struct, frozen=True):
    """``back`` is the address it came from, called ``title``; ``hand_in`` takes the Crew by POST, with these
    ``fields``."""

    title: str
    back: str
    hand_in: str
    fields: dict[str, str]


def begin(request: HttpRequest, crew_id: str, hand_in: HandIn) -> None:
    """This Crew is built for that; the oldest entries are forgotten."""
    stored: dict[str, Any] = request.session.get(SESSION_KEY, {})
    stored.pop(crew_id, None)
    stored[crew_id] = msgspec.to_builtins(hand_in)
    request.session[SESSION_KEY] = dict(list(stored.items())[-MOST:])


def hand_in_of(request: HttpRequest, crew_id: str) -> HandIn | None:
    """What this Crew is built for, with a fresh ``key`` among the fields, so that a retry hands in once."""
    stored = request.session.get(SESSION_KEY, {}).get(crew_id)
    if stored is None:
        return None
    hand_in = msgspec.convert(stored, HandIn)
    return msgspec.structs.replace(hand_in, fields={**hand_in.fields, "key": secrets.token_urlsafe(12)})


def end(request: HttpRequest, back: str) -> None:
    """Whatever was built for that address is wanted there no more."""
    stored: dict[str, Any] = request.session.get(SESSION_KEY, {})
    left = {crew_id: hand_in for crew_id, hand_in in stored.items() if hand_in["back"] != back}
    if len(left) < len(stored):
        request.session[SESSION_KEY] = left


def code_of(text: str) -> str:
    """The code of a drawn set-up as an address names it; empty for what is none."""
    return text if DRAWN.fullmatch(text) else ""


def hire_for(request: HttpRequest, crew_id: str, drawn: str) -> None:
    """This Crew is hired for that set-up; the oldest entries are forgotten."""
    stored = {**request.session.get(DRAWN_KEY, {}), crew_id: drawn}
    request.session[DRAWN_KEY] = dict(list(stored.items())[-MOST:])


def drawn_for(request: HttpRequest, crew_id: str) -> str:
    """The code of the set-up that this Crew is hired for; empty for none."""
    code: str = request.session.get(DRAWN_KEY, {}).get(crew_id, "")
    return code
