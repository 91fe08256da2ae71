"""The context that all pages of an event share."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from mfcampaign.events.access import Visit
from mfcampaign.events.models import Event
from mfcampaign.events.queries.cached import cached_record
from rules import plain_numbers
from rules.refusal import Refusal

LARGEST = 999_999_999


def unchanged(request: HttpRequest, event: Event) -> HttpResponse | None:
    """204 for a page that asks whether anything has happened since the acts it shows; else ``None``.

    A watching screen costs one query that way, until something is to be told.
    """
    if getattr(request, "htmx", False) and request.headers.get("X-Seen") == str(event.acts):
        return HttpResponse(status=204)
    return None


def show(
    request: HttpRequest, template: str, visit: Visit, *, here: str = "", status: int = 200, **context: Any
) -> HttpResponse:
    """A page of an event, with who looks at it."""
    record = cached_record(visit.event)
    context |= {
        "event": visit.event,
        "visit": visit,
        "here": here,
        "audience": (visit.organiser,),
        "round": record.current,
        "now": timezone.now(),
    }
    answer = render(request, f"events/{template}", context, status=status)
    if not visit.event.listed:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def back_to(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """Redirect to the page that a POST changed."""
    return HttpResponseRedirect(reverse(f"events:{name}", args=args) + query, status=303)


def whole(text: str) -> int:
    digits = text.strip()
    number = plain_numbers.whole(digits.removeprefix("-"), LARGEST)
    if number is None:
        raise Refusal("A number is missing.", fix="Fill in every field.")
    return -number if digits.startswith("-") else number
