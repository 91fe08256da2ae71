"""The page of restarts and late entries: its state, and the next step."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath.forms import CardsForm
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.restart import queries as restart_page


@require_safe
def restart(request: PersonRequest, slug: str) -> HttpResponse:
    visit = access.player(request.user, slug)
    page = restart_page.restart_page(visit.entry)
    form = None
    if page.flips_here and page.ask is not None:
        form = CardsForm(count=1, ordinal=page.ask.ordinal)
    return show(request, "campaigns/restart/restart.html", visit, page=page, form=form)
