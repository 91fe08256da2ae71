"""Why somebody is in the builder: from where they came, and where the Crew is handed in when it is done.

Kept in their session by whoever sent them, so that it outlasts every change of the Crew, with and without a
script. Crews know nothing of what they are for.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.http import HttpRequest
from msgspec import Struct

KEPT = "crew_errands"
MOST = 10


class HandIn(Struct, frozen=True):
    """``back`` is the address it came from, called ``title``; ``hand_in`` takes the Crew by POST, with these
    ``fields``."""

    title: str
    back: str
    hand_in: str
    fields: dict[str, str]


def begin(request: HttpRequest, crew_id: str, errand: HandIn) -> None:
    """This Crew is built for that; the oldest errands are forgotten."""
    kept: dict[str, Any] = request.session.get(KEPT, {})
    kept.pop(crew_id, None)
    kept[crew_id] = msgspec.to_builtins(errand)
    request.session[KEPT] = dict(list(kept.items())[-MOST:])


def hand_in_of(request: HttpRequest, crew_id: str) -> HandIn | None:
    """What this Crew is built for, with a fresh ``key`` among the fields, so that a retry hands in once."""
    kept = request.session.get(KEPT, {}).get(crew_id)
    if kept is None:
        return None
    found = msgspec.convert(kept, HandIn)
    return msgspec.structs.replace(found, fields={**found.fields, "key": secrets.token_urlsafe(12)})


def end(request: HttpRequest, back: str) -> None:
    """Whatever was built for that address is wanted there no more."""
    kept: dict[str, Any] = request.session.get(KEPT, {})
    left = {crew_id: errand for crew_id, errand in kept.items() if errand["back"] != back}
    if len(left) < len(kept):
        request.session[KEPT] = left
