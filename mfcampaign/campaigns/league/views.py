"""The list of leagues, and the pages of one: home, standings, diary, people, fate."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.league import dates, next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import paged, paged_at_once, show
from mfcampaign.campaigns.league.queries import Chapter, chapters
from mfcampaign.campaigns.opening.views import BEFORE
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.web.cache import cached

EXCERPT = 6


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Your leagues first, then the listed ones."""
    page = paged_at_once(request, league_page.leagues(request.user))
    return render(request, "campaigns/league/list.html", {"page": page, "cards": league_page.cards(page)})


@require_safe
def league(request: PersonRequest, slug: str) -> HttpResponse:
    """The league's home: your next action, who is waited for, the week, the table, the diary."""
    standing = access.league(request.user, slug)
    context = cached(standing.campaign, "home", lambda: _home(request.user, standing), *standing.viewer)
    return show(request, "campaigns/league/home.html", standing, cached_as="league", **context)


def _home(user: Person, standing: access.Standing) -> dict[str, Any]:
    """All that the home of a league shows to this visitor."""
    campaign, you = standing.campaign, standing.entry
    week = pairing_values.current_week(campaign) if campaign.state not in BEFORE else None
    return {
        "actions": next_actions.next_actions(user, campaign) if you is not None else [],
        "waited_for": next_actions.waited_for(campaign, week),
        "week": week,
        "tables": week_page.tables(week, you) if week is not None else [],
        "idle": list(week_page.idle(week)) if week is not None else [],
        "scenario": week_page.scenario(week) if week is not None else None,
        "event": week_page.event(week) if week is not None else None,
        "rows": _excerpt(league_page.table(campaign, you)) if week is not None else [],
        "entrants": list(league_page.members(campaign)) if week is None else [],
        "starts_at": boundary_of(campaign, 1),
        "diary": list(acts_of(campaign, organiser=standing.organiser)[:EXCERPT]),
        "coming": dates.coming(campaign, timezone.now(), you),
    }


def _excerpt(rows: list[league_page.TableRow]) -> list[league_page.TableRow]:
    """The top of the table, and you."""
    return [row for place, row in enumerate(rows) if place < EXCERPT or row.mine]


# -- joining ----------------------------------------------------------------------------------------


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table in the league's own order; each figure opens to the games it came from. ``?by=`` shows it
    by another measure first."""
    standing = access.league(request.user, slug)
    campaign, you = standing.campaign, standing.entry
    by = request.GET.get("by", "")
    by = by if by in figures.MEASURES else ""
    rows = cached(
        campaign,
        "placed",
        lambda: league_page.table(campaign, you, figures.scheme_by(campaign, by)),
        you and you.pk,
        by,
    )
    measures = [(name, criterion.words) for name, criterion in figures.MEASURES.items()]
    return show(
        request,
        "campaigns/league/standings.html",
        standing,
        cached_as="standings",
        cached_by=by,
        rows=rows,
        by=by,
        order=figures.order_of(campaign, by),
        measures=measures,
    )


@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was done, in words, newest first."""
    standing = access.league(request.user, slug)
    acts = acts_of(standing.campaign, organiser=standing.organiser)
    page, chapters = cached(
        standing.campaign,
        "diary",
        lambda: _diary(request, standing, acts),
        standing.organiser,
        request.GET.get("page", ""),
    )
    return show(
        request,
        "campaigns/league/diary.html",
        standing,
        cached_as="diary",
        cached_by=request.GET.urlencode(),
        page=page,
        chapters=chapters,
    )


def _diary(request: HttpRequest, standing: access.Standing, acts: Any) -> tuple[Any, list[Chapter]]:
    """A page of acts, and the same under their weeks."""
    page = paged(request, acts)
    return page, chapters(standing.campaign, page.object_list)


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays and who organises."""
    standing = access.member(request.user, slug)
    return show(
        request,
        "campaigns/league/members.html",
        standing,
        members=league_page.members(standing.campaign),
        organisers=league_page.organisers(standing.campaign),
    )


@require_safe
def fate(request: HttpRequest, slug: str) -> HttpResponse:
    """Every week's commitment, the seeds of the closed ones, and how to check them."""
    standing = access.league(request.user, slug)
    return show(
        request, "campaigns/league/fate.html", standing, weeks=league_page.fate_of_weeks(standing.campaign)
    )
