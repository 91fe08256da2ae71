"""The page of Costs that no source has."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.costs import queries
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.rulings.views import show_preview


@require_http_methods(["GET", "HEAD", "POST"])
def costs(request: PersonRequest, slug: str) -> HttpResponse:
    """What was stated and confirmed. An organiser's POST looks at what settling a Cost would change."""
    visit = access.member(request.user, slug)
    if request.method == "POST":
        if not visit.organiser:
            raise Http404
        return show_preview(request, visit, requests.SettleCost(slug=request.POST.get("model", "")))
    return _page(request, visit)


def _page(request: HttpRequest, visit: access.LeagueVisit) -> HttpResponse:
    return show(
        request,
        "campaigns/costs/costs.html",
        visit,
        costs=queries.costs(visit.campaign),
        unknown=queries.without_cost(visit.campaign),
        key=new_key(),
    )
