"""The context that all pages of one league share."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from mfcampaign.campaigns.access import LeagueVisit

A_PAGE = 50
# The room of the league that a page belongs to, and what the way back calls the page.
ROOMS = {
    "campaigns/league/home.html": ("league", ""),
    "campaigns/history/front.html": ("front", "Front page"),
    "campaigns/week/week.html": ("", "Week"),
    "campaigns/league/standings.html": ("standings", "Standings"),
    "campaigns/playoffs/playoffs.html": ("playoffs", "Play-offs"),
    "campaigns/divisions/divisions.html": ("organise", "Divisions"),
    "campaigns/next_season/seasons.html": ("standings", "All seasons"),
    "campaigns/league/diary.html": ("diary", "Diary"),
    "campaigns/league/members.html": ("members", "Players"),
    "campaigns/league/fate.html": ("fate", "Fate"),
    "campaigns/points/points.html": ("organise", "Points and teams"),
    "campaigns/organiser/work.html": ("work", "Background jobs"),
    "campaigns/organiser/console.html": ("organise", "Organiser tools"),
    "campaigns/rulings/list.html": ("rulings", "Rulings"),
    "campaigns/rulings/ruling.html": ("rulings", ""),
    "campaigns/rulings/start.html": ("organise", "Make a correction"),
    "campaigns/rulings/enter.html": ("organise", ""),
    "campaigns/rulings/game.html": ("organise", ""),
    "campaigns/rulings/player.html": ("organise", ""),
    "campaigns/rulings/preview.html": ("organise", "What it changes"),
    "campaigns/transfer/export.html": ("organise", "Export league"),
    "campaigns/forecast/forecast.html": ("organise", "Simulation"),
    "campaigns/forecast/new.html": ("organise", "Simulate the season"),
    "campaigns/organiser/absent.html": ("organise", ""),
    "campaigns/organiser/absent_crew.html": ("organise", ""),
    "campaigns/organiser/link.html": ("organise", "A link"),
    "campaigns/settings/settings.html": ("settings", "Rules"),
    "campaigns/costs/costs.html": ("settings", "Costs"),
    "campaigns/settings/figures.html": ("settings", "Rules"),
    "campaigns/settings/change.html": ("settings", "Change the league"),
    "campaigns/opening/take_on.html": ("settings", "Rules"),
    "campaigns/history/history.html": ("history", "History"),
    "campaigns/history/player.html": ("history", ""),
    "campaigns/history/biography.html": ("history", ""),
    "campaigns/history/story.html": ("history", ""),
    "campaigns/history/compare.html": ("history", "Compared"),
    "campaigns/history/season.html": ("history", "The season"),
    "campaigns/charts/charts.html": ("charts", "Charts"),
    "campaigns/charts/set.html": ("charts", "Charts"),
    "campaigns/charts/chart.html": ("charts", "A chart"),
    "campaigns/charts/printed.html": ("charts", "Chart"),
    "campaigns/charts/row.html": ("charts", "A row"),
    "campaigns/charts/use.html": ("charts", "Change the charts"),
    "campaigns/charts/compare.html": ("charts", "Compared"),
    "campaigns/charts/refused.html": ("charts", "To fix"),
    "campaigns/arsenal/start.html": ("arsenal", "Starting Arsenal"),
    "campaigns/arsenal/card.html": ("arsenal", "A card"),
    "campaigns/arsenal/arsenal.html": ("arsenal", "Arsenal"),
    "campaigns/arsenal/scrip.html": ("arsenal", "Scrip"),
    "campaigns/arsenal/hires.html": ("hires", "New Hires"),
    "campaigns/restart/restart.html": ("arsenal", "Starting anew"),
    "campaigns/rising/leader.html": ("arsenal", "Your Leader"),
    "campaigns/rising/card.html": ("arsenal", "A Leader"),
    "campaigns/game/additional.html": ("league", "Additional games"),
    "campaigns/pairing/evenings.html": ("league", "When you can play"),
    "campaigns/pairing/plan.html": ("organise", "Pairing overrides"),
    "campaigns/pairing/why.html": ("", "Why these pairings"),
    "campaigns/arsenal/hires_confirm.html": ("hires", "New Hires"),
    "campaigns/arsenal/hires_closed.html": ("hires", "New Hires"),
}


def show(
    request: HttpRequest, template: str, visit: LeagueVisit, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of a league, with who looks at it.

    ``cached_as`` names a page without forms whose HTML depends on the league's acts, on
    ``LeagueVisit.viewer`` and on ``cached_by`` alone: it is made once for each of these.
    """
    tab, here = ROOMS[template.partition("#")[0]]
    context = {"tab": tab, "here": here, "cached_as": "", "cached_by": ""} | context
    context |= {"campaign": visit.campaign, "visit": visit, "entry": visit.entry}
    return render(request, template, context, status=status)


def back_to(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """Redirect to the page that a POST changed."""
    return HttpResponseRedirect(reverse(f"campaigns:{name}", args=args) + query, status=303)


def paged(request: HttpRequest, rows: Any, size: int = A_PAGE) -> Page[Any]:
    """The asked page of ``rows``, which may be any list with a length and parts."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def new_key() -> str:
    """For the hidden field of a form that must not act twice."""
    return secrets.token_hex(16)


def act_key(request: HttpRequest, *what: object) -> str | None:
    """The idempotency key of one act: the form's key bound to who does what; ``None`` without one."""
    posted = request.POST.get("key", "")
    if not posted:
        return None
    return hashlib.sha256("\n".join((posted, *map(str, what))).encode()).hexdigest()
