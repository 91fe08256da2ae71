"""The page of a league's seasons."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.next_season import queries


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons and their table; organisers of one that is over open the next."""
    visit = access.league(request.user, slug)
    campaign = visit.campaign
    following = campaign.next_seasons.exclude(state=Campaign.State.CANCELLED).first()
    return show(
        request,
        "campaigns/next_season/seasons.html",
        visit,
        chain=queries.seasons(campaign, request.user),
        opens=visit.organiser and campaign.state == Campaign.State.COMPLETE and following is None,
        next_name=f"{campaign.name}, next season"[:80],
        choices=Campaign.Keeps.choices,
        key=new_key(),
    )
