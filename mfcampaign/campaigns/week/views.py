"""The page of a week."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.web.cache import cached


@require_safe
def week(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One week: its pairings with why, its scenario card by card, its sealed fate."""
    visit = access.league(request.user, slug)
    context = cached(visit.campaign, "week", lambda: _week(visit.campaign, number), number)
    return show(
        request,
        "campaigns/week/week.html",
        visit,
        here=f"Week {number}",
        cached_as="week",
        cached_by=number,
        **asdict(context) | {"tables": week_page.as_seen_by(visit.viewer[0], context.tables)},
    )


def _week(campaign: Campaign, number: int) -> week_page.WeekPage:
    row = get_object_or_404(campaign.weeks, number=number)
    row.campaign = campaign
    return week_page.week_page(row)
