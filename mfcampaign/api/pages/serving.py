"""Serves an act to a form: its sentence becomes a message, and the browser returns to the page.

A refusal is answered where those of all pages are (``web.middleware.RefusalMiddleware``).
"""

from __future__ import annotations

import hashlib
import re
from contextlib import nullcontext
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import ON_PAGES, Done, Endpoint
from mfcampaign.api.pages.forms import form_body, form_places, form_version
from mfcampaign.api.problems import Problem, ProblemDetails, ProblemReason
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.web.navigation import asked_to_sign_in, previous_page
from mfcampaign.web.resilience.cost import expensive
from mfcampaign.web.resilience.rate_limit import limit_rate
from mfcampaign.web.undo import undoable
from rules.refusal import Refusal, Violation

ACTS_AN_HOUR = 3_000
"""The limit of one address without an account: all players in a hall may share one."""


def page_acts() -> list[URLPattern]:
    """The address of each act that a form does: its name, then the places that say who may."""
    return [path(_route(endpoint), _view(endpoint), name=name) for name, endpoint in ON_PAGES.items()]


def _route(endpoint: Endpoint) -> str:
    places = (f"<{endpoint.places[name]}:{name}>/" for name in endpoint.places_of_access)
    return f"{endpoint.name.replace('_', '-')}/{''.join(places)}"


def _view(endpoint: Endpoint) -> Any:
    @require_POST
    def act(request: HttpRequest, **places: Any) -> HttpResponse:
        return perform(endpoint, request, places)

    return act


def perform(endpoint: Endpoint, request: HttpRequest, places: dict[str, Any]) -> HttpResponse:
    """Do the act of a form and return to its page."""
    if endpoint.no_account:
        limit_rate(request, "acts", ACTS_AN_HOUR, Refusal("Those were too many acts.", fix="Wait an hour."))
    elif not request.user.is_authenticated:
        return asked_to_sign_in(request)
    try:
        visit = endpoint.visit(request, places)
    except Http404:
        if request.user.is_authenticated:
            raise
        return asked_to_sign_in(request)  # it may be theirs
    to = _page(endpoint, request, places)
    try:
        with expensive(request) if endpoint.expensive else nullcontext():
            done = carry_out(endpoint, request, visit, places)
    except AlreadyDone as earlier:
        messages.info(request, earlier.sentence)
    else:
        if done.undo:
            undoable(request, done.sentence, done.undo)
        elif done.sentence:
            messages.success(request, done.sentence)
        to = done.to or to
    return HttpResponseRedirect(to, status=303)


def carry_out(endpoint: Endpoint, request: HttpRequest, visit: Any, places: dict[str, Any]) -> Done[Any]:
    """Do the act that the form of ``request`` asks for. ``Refusal`` where it is refused."""
    places = places | form_places(endpoint, request)
    body = form_body(endpoint, request) if endpoint.body is not None else None
    call = Call(request, body, key=_key(endpoint, request, places), seen=form_version(request))
    try:
        return endpoint.perform(call, visit, places)
    except Problem as problem:
        raise _refusal(problem.details()) from None


def _refusal(problem: ProblemDetails) -> Refusal:
    reasons = problem.violations or (ProblemReason(problem.detail, fix=problem.fix),)
    return Refusal.of(Violation(each.rule, each.sentence, each.fix, each.subject) for each in reasons)


def _page(endpoint: Endpoint, request: HttpRequest, places: dict[str, Any]) -> str:
    """The address to return to. The query that a page had belongs to what was asked of it before the act."""
    name = re.split("[?#]", endpoint.page)[0]
    own = reverse(name, args=[places[place] for place in endpoint.places_of_access])
    here = urlsplit(previous_page(request)).path if endpoint.stays else ""
    return (here or own) + endpoint.page.removeprefix(name)


def _key(endpoint: Endpoint, request: HttpRequest, places: dict[str, Any]) -> str | None:
    """The key of the form, bound to the act and its places: one page may have several forms."""
    sent = request.POST.get("key", "")
    parts = (sent, endpoint.name, *map(str, places.values()))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest() if sent else None
