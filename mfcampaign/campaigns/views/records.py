"""What has happened in a league and what is under way: weeks, standings, diary, people, fate, work."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.queries import event_page, figures, league_page, week_page
from mfcampaign.campaigns.queries.diary import Chapter, chapters
from mfcampaign.campaigns.queries.remembered import remembered
from mfcampaign.campaigns.views.page import back_to, paged, show
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work


@require_safe
def week(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One week: its pairings with why, its scenario card by card, its sealed fate."""
    standing = access.league(request.user, slug)
    found = remembered(standing.campaign, "week", lambda: _week(standing, number), number, *standing.viewer)
    return show(
        request,
        "campaigns/week.html",
        standing,
        here=f"Week {number}",
        kept_as="week",
        kept_by=number,
        **found,
    )


def _week(standing: access.Standing, number: int) -> dict[str, Any]:
    """All that the page of a week shows to this visitor."""
    found = get_object_or_404(standing.campaign.weeks, number=number)
    found.campaign = standing.campaign
    tables = week_page.tables(found, standing.entry)
    return {
        "week": found,
        "tables": tables,
        "idle": week_page.idle(found),
        "scenario": week_page.scenario(found),
        "set_up": week_page.set_up(found),
        "event": event_page.event(found),
        "override": found.scenario_override,
        "sealed": league_page.sealed(found),
        "proof": week_page.proof(found, tables),
        "others": list(standing.campaign.weeks.order_by("number").values_list("number", flat=True)),
    }


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table in the league's own order; each figure opens to the games it came from. ``?by=`` shows it
    by another measure first."""
    standing = access.league(request.user, slug)
    campaign, you = standing.campaign, standing.entry
    by = request.GET.get("by", "")
    by = by if by in figures.MEASURES else ""
    rows = remembered(
        campaign,
        "placed",
        lambda: league_page.table(campaign, you, figures.scheme_by(campaign, by)),
        you and you.pk,
        by,
    )
    measures = [(name, criterion.words) for name, criterion in figures.MEASURES.items()]
    return show(
        request,
        "campaigns/standings.html",
        standing,
        kept_as="standings",
        kept_by=by,
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
    page, found = remembered(
        standing.campaign,
        "diary",
        lambda: _diary(request, standing, acts),
        standing.organiser,
        request.GET.get("page", ""),
    )
    return show(
        request,
        "campaigns/diary.html",
        standing,
        kept_as="diary",
        kept_by=request.GET.urlencode(),
        page=page,
        chapters=found,
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
        "campaigns/members.html",
        standing,
        members=league_page.members(standing.campaign),
        organisers=league_page.organisers(standing.campaign),
    )


@require_safe
def fate(request: HttpRequest, slug: str) -> HttpResponse:
    """Every week's commitment, the seeds of the closed ones, and how to check them."""
    standing = access.league(request.user, slug)
    return show(request, "campaigns/fate.html", standing, weeks=league_page.fate_of_weeks(standing.campaign))


@require_safe
def commands(request: HttpRequest, slug: str) -> HttpResponse:
    """The work of the league: what waits, runs, is done, is stuck."""
    standing = access.member(request.user, slug)
    page = paged(request, work.commands_of(standing.campaign.pk))
    under_way = any(command.open for command in page)
    return show(request, "campaigns/commands.html", standing, page=page, under_way=under_way)


@require_POST
def command_retry(request: HttpRequest, slug: str, command: int) -> HttpResponse:
    """An organiser lets a stuck piece of work try again; its cards stay the same."""
    standing = access.organiser(request.user, slug)
    if not work.commands_of(standing.campaign.pk).filter(pk=command).exists():
        raise Http404
    found = dispatch.retry(command, request.user)
    messages.success(request, f"“{found.subject or found.kind}” tries again, with the same cards.")
    return back_to("commands", slug)
