"""Parsing request bodies under limits of size, depth and types, without characters that a database
refuses."""

from __future__ import annotations

import contextlib
import re
from typing import Annotated, Any, get_origin, get_type_hints

import msgspec
from django.http import HttpRequest
from msgspec import Meta
from rest_framework.request import Request

from mfcampaign.api.problems import Problem, from_validation
from rules.control_characters import json_without_control_characters
from rules.duplicate_keys import duplicate_key
from rules.edition import editions

LARGEST = 262_144
"""The most bytes of a body, where an operation does not set another limit."""
DEEPEST = 24
# One that never ends is taken to the end of the text, or each escaped quote in it would begin another search.
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


EditionCode = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20,
        description=f"Edition of the game: {', '.join(f'`{each.code}` {each.name}' for each in editions())}",
        extra_json_schema={"enum": [each.code for each in editions()]},
    ),
]
"""The code of an edition in a body or an answer; ``edition_of`` checks it."""


def body_of(request: Request, wanted: type, largest: int = LARGEST) -> Any:
    """The body as a ``wanted``; ``Problem`` 400, 413, 415 or 422 for anything else."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > largest:
        raise Problem(413, f"A body has at most {largest // 1024} KiB here.")
    raw = _read(request._request, largest)
    if not raw:
        with contextlib.suppress(msgspec.ValidationError):
            return msgspec.convert({}, wanted)  # nothing was sent, and nothing has to be
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(415, "Send JSON, as “Content-Type: application/json”.")
    if len(raw) > largest:
        raise Problem(413, f"A body has at most {largest // 1024} KiB here.")
    if depth(raw) > DEEPEST:
        raise Problem(400, f"This JSON is nested more than {DEEPEST} deep.")
    if b"\\u0000" in raw:
        raise Problem(400, "A text holds the character U+0000, which no text may.")
    if largest == LARGEST:  # a file is cleaned by its own reader, which may know a sum of it
        raw = json_without_control_characters(raw)
    if name := duplicate_key(raw):
        raise Problem(400, f"An object of this JSON names “{name[:60]}” twice.")
    try:
        return msgspec.json.decode(raw, type=wanted)
    except msgspec.ValidationError as error:
        raise from_validation(error, wanted) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, f"This is not JSON: {error}.") from None


def _read(request: HttpRequest, largest: int) -> bytes:
    """The bytes of a body. An operation that takes files has a limit of its own, in place of the one that
    the settings have for forms."""
    if largest > LARGEST and not hasattr(request, "_body"):
        request._body = request.read(largest + 1)
    body: bytes = request.body
    return body


def depth(raw: bytes) -> int:
    """How deep lists and objects are nested; brackets in strings do not count.

    >>> depth(b'{"a": [1, "[[["]}')
    2
    """
    deepest = now = 0
    for bracket in _BRACKETS.findall(_STRING.sub(b"", raw)):
        now += 1 if bracket in b"[{" else -1
        deepest = max(deepest, now)
    return deepest


def query_of(request: Request, wanted: type) -> Any:
    """The query string as a ``wanted``; unknown parameters are ignored."""
    query = request._request.GET
    if any("\x00" in value for values in query.lists() for value in (values[0], *values[1])):
        raise Problem(400, "The address holds the character U+0000.")
    hints = get_type_hints(wanted)
    parameters = {
        name: query.getlist(name) if get_origin(hint) in (list, tuple) else query[name]
        for name, hint in hints.items()
        if name in query
    }
    try:
        return msgspec.convert(parameters, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, f"{error}.", fix="Look at the parameters in /api/v1/docs/.") from None
