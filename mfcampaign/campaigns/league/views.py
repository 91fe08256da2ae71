"""The list of leagues, and the pages of one: home, standings, diary, people, fate."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.audit.operations import aggregate_name
from mfcampaign.campaigns import access
from mfcampaign.campaigns.divisions import queries as divisions
from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.diary_queries import TOPICS, diary_filter
from mfcampaign.campaigns.league.home import Home
from mfcampaign.campaigns.league.page import A_PAGE, paged, show
from mfcampaign.campaigns.points import queries as points
from mfcampaign.live import following
from mfcampaign.web.cache import cached

KEPT = frozenset({"", *(f"page={number}" for number in range(1, 10))})
"""Queries of the diary whose pages are kept. What anybody else writes into the address, a search or words of
their own, is nobody else's page, and would push out what is."""

LEAGUES_A_PAGE = 20


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Your leagues first, then the listed ones."""
    page = paged(request, league_page.LeagueList(request.user), LEAGUES_A_PAGE)
    return render(request, "campaigns/league/list.html", {"page": page, "cards": league_page.cards(page)})


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The league's home: your next action, who is waited for, the week, the table, the diary."""
    visit = access.league(request.user, slug)
    parts = Home(visit).parts()
    return show(request, "campaigns/league/home.html", visit, cached_as="league", **parts)


@require_safe
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """The answer to polling: whether anything happened since, and the address of the stream."""
    campaign = access.league(request.user, slug).campaign
    return following.follow(request, aggregate_name(campaign), campaign.acts)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table in the league's own order; each figure opens to the games it came from. ``?by=`` shows it
    by another measure first."""
    visit = access.league(request.user, slug)
    campaign = visit.campaign
    by = request.GET.get("by", "")
    by = by if by in figures.MEASURES else ""
    rows = cached(campaign, "table", lambda: league_page.table(campaign, figures.scheme_by(campaign, by)), by)
    measures = [(name, criterion.words) for name, criterion in figures.MEASURES.items()]
    return show(
        request,
        "campaigns/league/standings.html",
        visit,
        given=lambda: [row for row in points.points_given(campaign) if row.counts],
        teams=lambda: points.teams(campaign, rows),
        cached_as="standings",
        cached_by=by,
        tables=divisions.tables(campaign, league_page.as_seen_by(visit.viewer[0], rows)),
        by=by,
        order=figures.order_of(campaign, by),
        measures=measures,
        beside=figures.BESIDE_GAMES,
    )


@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was done, in words, newest first; ``?q=``, ``?about=`` and ``?week=`` leave the rest out."""
    visit = access.league(request.user, slug)
    address = request.GET.urlencode()
    kept = address in KEPT
    wanted = diary_filter(*(request.GET.get(name, "") for name in ("q", "about", "week")))

    @cache
    def read() -> league_page.DiaryPage:
        asked = request.GET.get("page", "")
        return league_page.diary_page(
            visit.campaign, organiser=visit.organiser, asked=asked, size=A_PAGE, wanted=wanted
        )

    return show(
        request,
        "campaigns/league/diary.html",
        visit,
        cached_as="diary" if kept else "",
        cached_by=address,
        page=lambda: read().page,
        chapters=lambda: read().chapters,
        weeks=lambda: read().weeks,
        wanted=wanted,
        topics=[(name, words) for name, (words, _) in TOPICS.items()],
    )


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of players and organisers."""
    visit = access.member(request.user, slug)
    return show(
        request,
        "campaigns/league/members.html",
        visit,
        members=league_page.members(visit.campaign),
        organisers=league_page.organisers(visit.campaign),
        asking=league_page.asking_to_join(visit.campaign) if visit.organiser else (),
    )


@require_safe
def fate(request: HttpRequest, slug: str) -> HttpResponse:
    """Every week's commitment, the seeds of the closed ones, and how to check them."""
    visit = access.league(request.user, slug)
    return show(request, "campaigns/league/fate.html", visit, weeks=league_page.fate_of_weeks(visit.campaign))
