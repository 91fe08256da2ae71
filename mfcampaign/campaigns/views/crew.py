"""Hiring the Crew for one Encounter, hidden until both are in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.forms.encounter import CrewForm
from mfcampaign.campaigns.models import Encounter
from mfcampaign.campaigns.operations import encounter as verbs
from mfcampaign.campaigns.queries import crew_page
from mfcampaign.campaigns.views.answers import acting, by_htmx, is_part, see_other
from rules.campaign.crew import CampaignCrew
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def crew(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Tap models in and out; each tap is kept. Nobody but the owner ever gets this page."""
    seat = access.own_side(request.user, slug, week, table)
    if seat.encounter.state != Encounter.State.SCHEDULED:
        return see_other(seat, "encounter")
    if request.method != "POST":
        return _page(request, seat)
    if request.POST.get("do") == "take-back":
        verbs.take_back_crew(acting(seat), request.user)
        return see_other(seat, "crew")
    return _written(request, seat)


def _written(request: HttpRequest, seat: Seat) -> HttpResponse:
    side = acting(seat)
    form = CrewForm(request.POST, arsenal=loading.arsenal(side.entry))
    if not form.is_valid():
        raise Refusal("This Crew could not be read.", fix="Load the page again and tap it together anew.")
    found = form.crew()
    if request.POST.get("do") == "hand-in":
        return _handed_in(request, seat, found)
    verbs.save_crew(side, request.user, found)
    if is_part(request):
        return _page(request, seat, found)
    messages.success(request, "Kept. It stays hidden until both Crews are in.")
    return see_other(seat, "crew")


def _handed_in(request: HttpRequest, seat: Seat, found: CampaignCrew) -> HttpResponse:
    """A legal Crew goes in; an illegal one comes back as it was, with every reason."""
    side = acting(seat)
    try:
        revealed = verbs.submit_crew(side, request.user, found)
    except Refusal as refusal:
        if not refusal.violations:
            raise
        verbs.save_crew(side, request.user, found)
        return _page(request, seat, found, status=422)
    if not revealed:
        messages.success(request, "Your Crew is in, hidden until your opponent's is in too.")
    return see_other(seat, "encounter")


def _page(
    request: HttpRequest, seat: Seat, found: CampaignCrew | None = None, status: int = 200
) -> HttpResponse:
    side = acting(seat)
    campaign = seat.standing.campaign
    context = {
        "seat": seat,
        "side": side,
        "game": seat.encounter,
        "week": seat.encounter.week,
        "campaign": campaign,
        "size": seat.encounter.size or seat.encounter.ceiling,
        "page": crew_page.load(campaign, seat.encounter, side, found),
        "refused": status == 422,
    }
    part = is_part(request)
    template = "campaigns/crew_body.html" if part else "campaigns/crew.html"
    return by_htmx(render(request, template, context, status=status))
