"""Pages of a league's past: front page, figures over the weeks, biographies, histories, season, tables."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.history import biographies as history_lives
from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.history import front_page as history_front
from mfcampaign.campaigns.history import season as history_season
from mfcampaign.campaigns.history import series as history_charts
from mfcampaign.campaigns.history import spreadsheets as sheets
from mfcampaign.campaigns.history.record import Record, record
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.web.cache import cached
from mfcampaign.web.spreadsheets import streamed
from rules.plain_numbers import whole

AT_ONCE = 4


def _charts(visit: access.LeagueVisit, *only: int) -> tuple[history_charts.Chart, ...]:
    campaign = visit.campaign

    def charts() -> tuple[history_charts.Chart, ...]:
        return history_charts.charts(record(campaign), campaign, frozenset(only))

    return charts() if only else cached(campaign, "courses", charts)


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's figures over the weeks."""
    visit = access.league(request.user, slug)
    return show(
        request,
        "campaigns/history/history.html",
        visit,
        cached_as="history",
        charts=_charts(visit),
        record=record(visit.campaign),
        sheets=_sheets(visit),
    )


def _sheets(visit: access.LeagueVisit) -> list[tuple[str, str]]:
    """The tables that this visitor may download."""
    return [
        (name, sheet.title) for name, sheet in sheets.SHEETS.items() if visit.member or not sheet.members_only
    ]


@require_safe
def player(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """One player's games, and what they made of each opponent."""
    visit = access.league(request.user, slug)
    history = history_lives.history(record(visit.campaign), entry)
    if history is None:
        raise Http404
    user = Entry.objects.select_related("user").get(pk=entry).user
    person = user.pk if user.shows_past_to(request.user) else None
    return show(
        request,
        "campaigns/history/player.html",
        visit,
        cached_as="player",
        cached_by=(entry, person),
        here=history.person.label,
        history=history,
        person=person,
        charts=_charts(visit, entry),
    )


@require_safe
def biography(request: HttpRequest, slug: str, model: int) -> HttpResponse:
    """One model, from its hire to its end."""
    visit = access.member(request.user, slug)
    league_record = record(visit.campaign)
    life = history_lives.biography(league_record, model)
    if life is None:
        raise Http404
    built, one = built_leaders(visit.campaign), life.life
    return show(
        request,
        "campaigns/history/biography.html",
        visit,
        cached_as="biography",
        cached_by=model,
        here=life.life.label,
        biography=life,
        leader=built.life(one.entry, one.roster, one.station) if built else None,
        weeks=life.weeks(league_record.weeks),
    )


@require_safe
def story(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """What became of a player's Crew: each model's life on one page, to read or to print."""
    visit = access.member(request.user, slug)
    league_record = record(visit.campaign)
    person = league_record.people.get(entry)
    if person is None:
        raise Http404
    return show(
        request,
        "campaigns/history/story.html",
        visit,
        cached_as="story",
        cached_by=entry,
        here=f"Story of {person.label}",
        person=person,
        biographies=history_lives.biographies(league_record, entry),
    )


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Two Arsenals or more, side by side."""
    visit = access.member(request.user, slug)
    league_record = record(visit.campaign)
    chosen = _chosen(request, visit, league_record)
    arsenals = arsenal_page.sheets_of(visit.campaign, chosen)
    built = built_leaders(visit.campaign)
    leaders = built.compared(chosen) if built else {}
    columns = [
        (
            league_record.people[pk],
            arsenals[pk],
            history_lives.history(league_record, pk),
            leaders.get(pk),
        )
        for pk in chosen
    ]
    return show(
        request,
        "campaigns/history/compare.html",
        visit,
        people=list(league_record.people.values()),
        chosen=chosen,
        columns=columns,
        charts=[chart for chart in _charts(visit, *chosen) if chart.name in ("value", "scrip")],
        most=AT_ONCE,
    )


def _chosen(request: HttpRequest, visit: access.LeagueVisit, league_record: Record) -> list[int]:
    """The players to compare: those of the request, else the viewer and the first of the standings."""
    numbers = dict.fromkeys(map(whole, request.GET.getlist("with")))
    chosen = [pk for pk in numbers if pk is not None and pk in league_record.people]
    if not chosen:
        own = [visit.entry.pk] if visit.entry is not None else []
        chosen = [pk for pk in dict.fromkeys([*own, *league_record.people]) if pk in league_record.people][:2]
    return chosen[:AT_ONCE]


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The league as a whole: table, awards, its weeks, its dead. For paper too."""
    visit = access.league(request.user, slug)
    campaign = visit.campaign
    return show(
        request,
        "campaigns/history/season.html",
        visit,
        cached_as="season",
        season=cached(campaign, "season", lambda: history_season.season(campaign)),
        figures=cached(campaign, "figures", lambda: figures.figures(campaign)),
        over=campaign.state == Campaign.State.COMPLETE,
        charts=_charts(visit),
    )


@require_safe
def front(request: HttpRequest, slug: str) -> HttpResponse:
    """What one shows a friend of the league: its last week, its best, what comes next."""
    visit = access.league(request.user, slug)
    campaign = visit.campaign
    return show(
        request,
        "campaigns/history/front.html",
        visit,
        cached_as="front",
        front=cached(campaign, "front", lambda: history_front.front(campaign)),
    )


@require_safe
def csv(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """One table of the league as CSV."""
    sheet = sheets.SHEETS.get(what)
    if sheet is None:
        raise Http404
    let_in = access.member if sheet.members_only else access.league
    visit = let_in(request.user, slug)
    return streamed(f"{slug}-{visit.campaign.edition}-{what}.csv", sheet.header, sheet.rows(visit))
