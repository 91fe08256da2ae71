"""What all pages of one league have in common."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from mfcampaign.campaigns.access import Standing

A_PAGE = 50
# The room of the league that a page belongs to, and what the way back calls the page.
ROOMS = {
    "league": ("league", ""),
    "week": ("", "Week"),
    "standings": ("standings", "Standings"),
    "diary": ("diary", "Diary"),
    "members": ("members", "Players"),
    "fate": ("fate", "Fate"),
    "commands": ("work", "Work"),
    "organise": ("organise", "Organise"),
    "rulings": ("rulings", "Rulings"),
    "ruling": ("rulings", ""),
    "correct": ("organise", "Put something right"),
    "correct_game": ("organise", ""),
    "correct_player": ("organise", ""),
    "correct_look": ("organise", "What it changes"),
    "export": ("organise", "As a file"),
    "forecast": ("organise", "Forecasts"),
    "forecast_new": ("organise", "A forecast"),
    "link": ("organise", "A link"),
    "settings": ("settings", "Rules"),
    "take_on": ("settings", "Rules"),
    "history": ("history", "History"),
    "player": ("history", ""),
    "biography": ("history", ""),
    "compare": ("history", "Compared"),
    "season": ("history", "The season"),
    "charts": ("charts", "Charts"),
    "chart_set": ("charts", "Charts"),
    "chart": ("charts", "A chart"),
    "chart_row": ("charts", "A row"),
    "chart_use": ("charts", "Change the charts"),
    "charts_compare": ("charts", "Compared"),
    "charts_refused": ("charts", "To mend"),
    "arsenal_start": ("arsenal", "Starting Arsenal"),
    "arsenal": ("arsenal", "Arsenal"),
    "scrip": ("arsenal", "Scrip"),
    "hires": ("hires", "New Hires"),
    "anew": ("arsenal", "Starting anew"),
    "extra": ("league", "Further games"),
    "evenings": ("league", "When you can play"),
    "pairing_plan": ("organise", "Pairings"),
    "pairing_why": ("", "Why these pairings"),
    "hires_confirm": ("hires", "New Hires"),
    "hires_closed": ("hires", "New Hires"),
}


def show(
    request: HttpRequest, template: str, standing: Standing, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of a league, with who looks at it.

    ``kept_as`` names a page without forms whose HTML depends on the league's acts, on
    ``Standing.viewer`` and on ``kept_by`` alone: it is made once for each of these.
    """
    tab, here = ROOMS[template.partition(".")[0]]
    context = {"tab": tab, "here": here, "kept_as": "", "kept_by": ""} | context
    context |= {"campaign": standing.campaign, "standing": standing, "entry": standing.entry}
    return render(request, f"campaigns/{template}", context, status=status)


def back_to(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """After a POST: see the page it changed."""
    return HttpResponseRedirect(reverse(f"campaigns:{name}", args=args) + query, status=303)


def paged(request: HttpRequest, rows: Any, size: int = A_PAGE) -> Page[Any]:
    """The asked page of ``rows``; two queries."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def paged_at_once(request: HttpRequest, rows: Any, size: int = A_PAGE) -> Page[Any]:
    """As ``paged`` in one query, for rows that tell their ``total``; a page that is not there takes more."""
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    found = list(rows[(number - 1) * size : number * size]) if number else []
    if not found and number != 1:
        return paged(request, rows, size)
    pages = Paginator(rows, size)
    pages.count = found[0].total if found else 0
    return Page(found, number, pages)


def new_key() -> str:
    """For the hidden field of a form that must not act twice."""
    return secrets.token_hex(16)


def act_key(request: HttpRequest, *what: object) -> str | None:
    """The idempotency key of one act: the form's key bound to who does what; ``None`` without one."""
    posted = request.POST.get("key", "")
    if not posted:
        return None
    return hashlib.sha256("\n".join((posted, *map(str, what))).encode()).hexdigest()
