"""The organisers' page of divisions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.divisions import operations, queries
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.models import Campaign


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The divisions and their players."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    return show(
        request,
        "campaigns/divisions/divisions.html",
        visit,
        divisions=queries.divisions(campaign),
        nameable=campaign.state in Campaign.BEFORE_FIRST_WEEK,
        movable=campaign.state in operations.OPEN,
    )
