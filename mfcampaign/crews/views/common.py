"""Helpers that the Crew views share: the permission check, numbers from a request, responses after a
change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from mfcampaign.accounts.signing_in import signs_in_to
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.crews import access
from mfcampaign.crews.models import Crew
from mfcampaign.web.navigation import asked_to_sign_in
from rules.plain_numbers import whole
from rules.refusal import Refusal

LARGEST_NUMBER = 2**31 - 1
Fetch = Callable[[Any, str], Crew]


def opened(
    view: Callable[..., HttpResponse], fetch: Fetch = access.crew_or_404
) -> Callable[..., HttpResponse]:
    """The view gets the Crew itself. A Crew that is not the visitor's answers as one that never was; who has
    not signed in is asked to, as it may be theirs."""

    @signs_in_to("see this Crew")
    @wraps(view)
    def guarded(request: HttpRequest, public_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            access.limit_changes(request)
        try:
            crew = fetch(request.user, public_id)
        except Http404:
            if request.user.is_authenticated:
                raise
            return asked_to_sign_in(request)
        return view(request, crew, *args, **kwargs)

    return guarded


def number(request: HttpRequest, field: str) -> int | None:
    """A whole number posted as ``field``; ``None`` when absent, ``Refusal`` when it is none."""
    text = request.POST.get(field, "")
    if not text:
        return None
    sent = whole(text, LARGEST_NUMBER)
    if sent is None:
        raise Refusal(f"The {field} that was sent is not a number.", fix="Load the page again.")
    return sent


def seen(request: HttpRequest) -> int | None:
    """The version of the Crew that the page showed."""
    return number(request, "version")


@contextmanager
def once() -> Iterator[None]:
    """Answer a repeated act as if it had just been done."""
    try:
        yield
    except AlreadyDone:
        return


def see_other(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=303)


def to_crew(crew: Crew, words: str = "") -> HttpResponse:
    """Back to the builder, the filter kept."""
    query = f"?{urlencode({'q': words})}" if words else ""
    return see_other(reverse("crews:crew", args=[crew.public_id]) + query)
