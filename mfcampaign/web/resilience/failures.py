"""The outermost handler: the answer when a request fails and no rule said why.

A database that is locked, full or away, and a portal that already computes as much as it may, answer 503 with
``Retry-After``; the transaction is rolled back. What two did in the same moment, and only one can, is 409 for
the other. Input that is too deep, too long or too large is the client's
mistake: 400 or 413. Everything else is a fault of the portal and logged: 500.
"""

from __future__ import annotations

import json
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from msgspec import Struct

RETRY_SECONDS = 5
TYPE = "application/problem+json"


class Busy(Exception):
    """The portal computes as much as it may; asked again in ``seconds`` it may have room."""

    def __init__(self, seconds: int = RETRY_SECONDS) -> None:
        super().__init__(f"busy for {seconds} s")
        self.seconds = seconds


class Failure(Struct, frozen=True):
    """A status, what a person reads, and after how many seconds to ask again (0: never)."""

    status: HTTPStatus
    sentence: str
    retry_seconds: int = 0


BROKEN = Failure(HTTPStatus.INTERNAL_SERVER_ERROR, "Something broke on our side.")
UNAVAILABLE = "The portal cannot write or read just now. Nothing was done by halves; try again in a moment."
TWICE = Failure(
    HTTPStatus.CONFLICT, "Somebody did the like at this moment, so this was not done. Look, then try again."
)
TOO_LARGE = Failure(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is more than the portal takes in one request.")


def failure_of(error: BaseException | None) -> Failure:
    """The answer to the request that failed with this error.

    >>> failure_of(OperationalError("database is locked")).status
    <HTTPStatus.SERVICE_UNAVAILABLE: 503>
    >>> failure_of(RecursionError()).status, failure_of(KeyError()).status
    (<HTTPStatus.BAD_REQUEST: 400>, <HTTPStatus.INTERNAL_SERVER_ERROR: 500>)
    """
    match error:
        case Busy():
            words = "The portal is busy. Try again in a moment."
            return Failure(HTTPStatus.SERVICE_UNAVAILABLE, words, error.seconds)
        case OperationalError() | InterfaceError():
            return Failure(HTTPStatus.SERVICE_UNAVAILABLE, UNAVAILABLE, RETRY_SECONDS)
        case IntegrityError():
            return TWICE
        case RequestDataTooBig() | TooManyFieldsSent() | TooManyFilesSent():
            return TOO_LARGE
        case RecursionError():
            return Failure(HTTPStatus.BAD_REQUEST, "That is nested deeper than the portal reads.")
        case DataError() | OverflowError():
            return Failure(HTTPStatus.BAD_REQUEST, "A number or a text is larger than the portal keeps.")
    return BROKEN


def answer(request: HttpRequest, failure: Failure) -> HttpResponse:
    """A page, or ``problem+json`` for a program. Needs neither database nor context: whatever broke may have
    broken those."""
    if asks_for_json(request):
        words = {
            "type": "about:blank",
            "title": failure.status.phrase,
            "status": failure.status,
            "detail": failure.sentence,
        }
        response = HttpResponse(json.dumps(words), status=failure.status, content_type=TYPE)
    else:
        page = loader.render_to_string("500.html", {"failure": failure if failure != BROKEN else None})
        response = HttpResponse(page, status=failure.status)
    if failure.retry_seconds:
        response["Retry-After"] = str(failure.retry_seconds)
    response["Cache-Control"] = "no-store"
    return response


def asks_for_json(request: HttpRequest) -> bool:
    """True of the API, and of a client that sent JSON, or that accepts it and does not accept HTML."""
    if request.path.startswith("/api/") or request.content_type == "application/json":
        return True
    accept = request.headers.get("accept", "")
    return "json" in accept and "text/html" not in accept
