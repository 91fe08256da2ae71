"""Serves an endpoint: authentication, limits, transaction, idempotency key, version."""

from __future__ import annotations

import hashlib
import zlib
from contextlib import nullcontext
from typing import Any

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from mfcampaign.api import operations, problems
from mfcampaign.api.authentication import BearerToken, BrowserSession
from mfcampaign.api.bodies import body_of, query_of
from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import ActResult, Endpoint
from mfcampaign.api.models import Token
from mfcampaign.api.problems import Problem
from mfcampaign.api.throttles import PerAddress, PerHolder
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.audit.queries import acts_since
from mfcampaign.web.resilience.cost import expensive

LONGEST_KEY = 80


class AlwaysJson(BaseContentNegotiation):
    """There is one representation, independent of ``Accept``, so that an error is always readable."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class Address(APIView):
    """All operations of one address; ``endpoints`` by method."""

    endpoints: dict[str, Endpoint] = {}
    authentication_classes = [BearerToken, BrowserSession]
    permission_classes: list[Any] = []
    throttle_classes = [PerHolder]
    content_negotiation_class = AlwaysJson
    metadata_class = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        address = PerAddress()
        if not address.allow_request(request, self):
            raise exceptions.Throttled(address.wait())
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Any:
        return problems.handle

    @property
    def allowed_methods(self) -> list[str]:
        return [method.upper() for method in self.endpoints]

    def serve(self, endpoint: Endpoint, request: Request, **places: Any) -> HttpResponse:
        """The answer of one operation."""
        _may(endpoint, request)
        body = body_of(request, endpoint.body, endpoint.largest) if endpoint.body is not None else None
        query = query_of(request, endpoint.query) if endpoint.query is not None else None
        call = Call(request, body, query, acting=endpoint.acts)
        with expensive(request._request) if endpoint.expensive else nullcontext():
            if endpoint.acts:
                status, content = _act(endpoint, call, request._request, places)
                answer = HttpResponse(content, status=status, content_type="application/json")
            else:
                answer = _read(call, endpoint, msgspec.json.encode(endpoint.run(call, **places)))
        kept = endpoint.method == "get" and not request.user.is_authenticated
        answer["Cache-Control"] = "private, no-cache" if kept else "no-store"
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        return answer


def _may(endpoint: Endpoint, request: Request) -> None:
    if not request.user.is_authenticated:
        if not endpoint.open:
            raise exceptions.NotAuthenticated("Sign in, or send a token.")
        return
    if isinstance(request.auth, Token) and endpoint.scope not in request.auth.scopes:
        raise Problem(
            403,
            f"This token may not {endpoint.scope}.",
            fix="Make a token with that scope on /account/tokens/.",
            WWW_Authenticate=f'Bearer realm="api", error="insufficient_scope", scope="{endpoint.scope}"',
        )


def _read(call: Call, endpoint: Endpoint, content: bytes) -> HttpResponse:
    """200 with an ``ETag`` of the version and of the content, or 304."""
    answer = HttpResponse(content, content_type="application/json")
    if endpoint.method != "get":
        return answer
    tag = f'"{call.version if call.version is not None else ""}-{zlib.crc32(content):08x}"'
    tags = call.request.headers.get("if-none-match", "").split(",")
    if tag in {each.strip().removeprefix("W/") for each in tags}:
        answer = HttpResponseNotModified()
    answer["ETag"] = tag
    return answer


@computes
def _act(endpoint: Endpoint, call: Call, request: HttpRequest, places: dict[str, Any]) -> tuple[int, bytes]:
    """Act once for each key: the act and its answer are one transaction. A refused act leaves nothing,
    so that its key may be used again."""
    key = _key(request.headers.get("idempotency-key", ""))
    assert call.user.pk is not None, "an act is never open to strangers"
    with transaction.atomic():
        row = operations.begin_answer(call.user.pk, key, fingerprint(request))
        if row.status:
            return row.status, msgspec.json.encode(row.body)
        result = _acted(endpoint, call, places)
        content = msgspec.json.encode(result)
        later = msgspec.to_builtins(result)
        for name in endpoint.once:
            later[name] = ""
        operations.finish_answer(row, endpoint.status, later)
    return endpoint.status, content


def _key(key: str) -> str:
    if not key:
        raise Problem(
            400,
            "An act needs the header Idempotency-Key.",
            fix="Send a new random one with each act, and the same one again when you repeat it.",
        )
    if len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise Problem(400, f"An Idempotency-Key has at most {LONGEST_KEY} plain characters.")
    return key


def _acted(endpoint: Endpoint, call: Call, places: dict[str, Any]) -> Any:
    """The act's own answer, or the sentences that it left behind."""
    try:
        with transaction.atomic():
            result = _run(endpoint, call, places)
    except AlreadyDone as earlier:
        return ActResult((earlier.act.sentence,), call.version_now(), again=True)
    if result is not None:
        return result
    return _diary(call)


def _run(endpoint: Endpoint, call: Call, places: dict[str, Any]) -> Any:
    visit = endpoint.visit(call.request, places)
    aggregate = getattr(visit, "aggregate", None)
    if aggregate is not None:
        call.about(aggregate)
        visit = endpoint.visit(call.request, places)  # again: what was read before the lock may be stale
    return endpoint.perform(call, visit, places).answer


def _diary(call: Call) -> ActResult:
    """The sentences that this act left in the diary of what it is about."""
    sentences: tuple[str, ...] = ()
    if call.row is not None:
        sentences = tuple(act.sentence for act in acts_since(call.row, call.acts_before) if act.sentence)
    return ActResult(sentences, call.version_now())


def fingerprint(request: HttpRequest) -> str:
    """Method, address and body of a request as one number: JSON written otherwise is another request."""
    parts = (str(request.method).encode(), request.get_full_path().encode(), request.body)
    return hashlib.sha256(b"\n".join(parts)).hexdigest()
