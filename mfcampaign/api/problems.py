"""Errors as RFC 9457 problem details: a sentence, its rule, how to fix it, and the page that explains the
rule."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.urls import reverse
from msgspec import Struct, inspect
from rest_framework import exceptions

from mfcampaign.web.refusals import in_words, rows_of, violations_of
from rules.refusal import Refusal

log = logging.getLogger(__name__)

TYPE = "application/problem+json"


class ProblemReason(Struct, frozen=True):
    """One thing that is wrong. ``rule`` is an ID of the ledger, ``see`` its page, ``subject`` what it is
    about (a slug, a row, a field)."""

    sentence: str
    rule: str = ""
    fix: str = ""
    subject: str = ""
    see: str = ""


class ProblemDetails(Struct, frozen=True):
    """RFC 9457. ``type`` is the page of the rule that says no, or ``about:blank``; ``detail`` is for a
    person; ``violations`` are all reasons, where there are several. ``missed`` and ``version`` where an
    Encounter went on meanwhile: what was heard since, and how far it is."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    fix: str = ""
    violations: tuple[ProblemReason, ...] = ()
    missed: tuple[str, ...] = ()
    version: int | None = None


class Problem(Exception):
    """An answer that is an error: ``status``, a sentence, how to fix it."""

    def __init__(self, status: int, detail: str, *, fix: str = "", **headers: str) -> None:
        super().__init__(detail)
        self.status, self.detail, self.fix = status, detail, fix
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def details(self) -> ProblemDetails:
        return ProblemDetails(
            "about:blank", HTTPStatus(self.status).phrase, self.status, self.detail, fix=self.fix
        )


def rule_page(rule: str) -> str:
    return reverse("web:rule", args=[rule]) if rule else ""


def of_refusal(refusal: Refusal) -> ProblemDetails:
    """A refusal of the rules, or of the current state: 409."""
    rule = rows_of().named(refusal.rule)
    reasons = tuple(
        ProblemReason(v.sentence, v.rule, v.fix, v.subject, rule_page(v.rule)) for v in violations_of(refusal)
    )
    return ProblemDetails(
        type=rule_page(rule) or "about:blank",
        title="Not allowed" if rule else "Not now",
        status=409,
        detail=refusal.sentence,
        rule=rule,
        fix=refusal.fix,
        violations=reasons,
    )


def answer(problem: ProblemDetails, headers: dict[str, str] | None = None) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=TYPE)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def plain(status: int, detail: str, fix: str = "", headers: dict[str, str] | None = None) -> HttpResponse:
    title = HTTPStatus(status).phrase
    return answer(ProblemDetails("about:blank", title, status, detail, fix=fix), headers)


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """The answer to an exception of an endpoint; ``None`` for an unexpected one (a 500, logged)."""
    if isinstance(error, Refusal):
        log.info("refused %s: %s", context["request"].path, in_words(error))
        return answer(of_refusal(error))
    if isinstance(error, Problem):
        return answer(error.details(), error.headers)
    if isinstance(error, Http404):
        return plain(404, "There is no such thing here, or it is not yours to know of.")
    if isinstance(error, PermissionDenied):
        return plain(403, "That is not yours to do.")
    if isinstance(error, exceptions.APIException):
        return _of_framework(error, context)
    return None


def _of_framework(error: exceptions.APIException, context: dict[str, Any]) -> HttpResponse:
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(int(getattr(error, "wait", None) or 1) + 1)
    if isinstance(error, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    if error.status_code == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="api"'
    return plain(error.status_code, str(error.detail), headers=headers)


def from_validation(error: msgspec.ValidationError, wanted: Any, under: str = "") -> Problem:
    """422 for what is valid JSON and no ``wanted``, with the place in the body: ``under`` a field of it, or
    anywhere. A wrong choice is told which there are."""
    choices = choices_for(str(error), wanted)
    which = f" One of: {', '.join(choices)}." if choices else ""
    place = str(error).replace("`$", f"`$.{under}") if under else str(error)
    return Problem(422, f"{place}.{which}", fix="See the operation in /api/v1/docs/.")


_PLACE = re.compile(r" - at `\$(.*)`$")
_STEP = re.compile(r"\.(\w+)|\[")


def choices_for(error: str, wanted: Any) -> tuple[str, ...]:
    """The choices at the place of that error in what should be a ``wanted``; none for another error."""
    place = _PLACE.search(error)
    if place is None or not error.startswith("Invalid enum value"):
        return ()
    kinds = [inspect.type_info(wanted)]
    for step in _STEP.finditer(place[1]):
        kinds = [inner for kind in kinds for inner in _inside(kind, step[1])]
    values = (value for kind in kinds for value in _values(kind))
    return tuple(dict.fromkeys(str(value) for value in values if value is not None))


def _inside(kind: Any, name: str | None) -> Iterator[Any]:
    """What that kind holds under ``name``, or as items."""
    for each in _alternatives(kind):
        if name is not None:
            yield from (field.type for field in getattr(each, "fields", ()) if field.encode_name == name)
        elif isinstance(each, inspect.DictType):
            yield each.value_type
        elif isinstance(each, inspect.TupleType):
            yield from each.item_types
        elif (item := getattr(each, "item_type", None)) is not None:
            yield item


def _alternatives(kind: Any) -> Iterator[Any]:
    if isinstance(kind, inspect.Metadata):
        yield from _alternatives(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _alternatives(each)
    else:
        yield kind


def _values(kind: Any) -> Iterator[Any]:
    for each in _alternatives(kind):
        if isinstance(each, inspect.LiteralType):
            yield from each.values
        elif isinstance(each, inspect.EnumType):
            yield from (member.value for member in each.cls)
