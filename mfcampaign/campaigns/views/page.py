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
    "campaigns/league.html": ("league", ""),
    "campaigns/week.html": ("", "Week"),
    "campaigns/standings.html": ("standings", "Standings"),
    "campaigns/diary.html": ("diary", "Diary"),
    "campaigns/members.html": ("members", "Players"),
    "campaigns/fate.html": ("fate", "Fate"),
    "campaigns/commands.html": ("work", "Work"),
    "campaigns/organise.html": ("organise", "Organise"),
    "campaigns/rulings.html": ("rulings", "Rulings"),
    "campaigns/ruling.html": ("rulings", ""),
    "campaigns/correct.html": ("organise", "Put something right"),
    "campaigns/correct_game.html": ("organise", ""),
    "campaigns/correct_player.html": ("organise", ""),
    "campaigns/correct_look.html": ("organise", "What it changes"),
    "campaigns/export.html": ("organise", "As a file"),
    "campaigns/forecast.html": ("organise", "Forecasts"),
    "campaigns/forecast_new.html": ("organise", "A forecast"),
    "campaigns/link.html": ("organise", "A link"),
    "campaigns/settings.html": ("settings", "Rules"),
    "campaigns/take_on.html": ("settings", "Rules"),
    "campaigns/history.html": ("history", "History"),
    "campaigns/player.html": ("history", ""),
    "campaigns/biography.html": ("history", ""),
    "campaigns/compare.html": ("history", "Compared"),
    "campaigns/season.html": ("history", "The season"),
    "campaigns/charts.html": ("charts", "Charts"),
    "campaigns/chart_set.html": ("charts", "Charts"),
    "campaigns/chart.html": ("charts", "A chart"),
    "campaigns/chart_row.html": ("charts", "A row"),
    "campaigns/chart_use.html": ("charts", "Change the charts"),
    "campaigns/charts_compare.html": ("charts", "Compared"),
    "campaigns/charts_refused.html": ("charts", "To mend"),
    "campaigns/arsenal_start.html": ("arsenal", "Starting Arsenal"),
    "campaigns/arsenal.html": ("arsenal", "Arsenal"),
    "campaigns/scrip.html": ("arsenal", "Scrip"),
    "campaigns/hires.html": ("hires", "New Hires"),
    "campaigns/anew.html": ("arsenal", "Starting anew"),
    "campaigns/extra.html": ("league", "Further games"),
    "campaigns/evenings.html": ("league", "When you can play"),
    "campaigns/pairing_plan.html": ("organise", "Pairings"),
    "campaigns/pairing_why.html": ("", "Why these pairings"),
    "campaigns/hires_confirm.html": ("hires", "New Hires"),
    "campaigns/hires_closed.html": ("hires", "New Hires"),
}


def show(
    request: HttpRequest, template: str, standing: Standing, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of a league, with who looks at it.

    ``kept_as`` names a page without forms whose HTML depends on the league's acts, on
    ``Standing.viewer`` and on ``kept_by`` alone: it is made once for each of these.
    """
    tab, here = ROOMS[template.partition("#")[0]]
    context = {"tab": tab, "here": here, "kept_as": "", "kept_by": ""} | context
    context |= {"campaign": standing.campaign, "standing": standing, "entry": standing.entry}
    return render(request, template, context, status=status)


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
