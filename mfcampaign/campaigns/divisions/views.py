"""The organisers' page of divisions and the next season."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.divisions import operations, queries
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Campaign


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The divisions' players, and the next season of a league that is over."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    return show(
        request,
        "campaigns/divisions/divisions.html",
        visit,
        divisions=queries.divisions(campaign),
        nameable=campaign.state in Campaign.BEFORE_FIRST_WEEK,
        movable=campaign.state in operations.OPEN,
        next_name=f"{campaign.name}, next season"[:80],
        following=campaign.next_seasons.exclude(state=Campaign.State.CANCELLED).first(),
        key=new_key(),
    )
