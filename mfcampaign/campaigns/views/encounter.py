"""The page of one Encounter, phase by phase, and the size both agree on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.forms.encounter import SizeForm
from mfcampaign.campaigns.operations import encounter as verbs
from mfcampaign.campaigns.queries import encounter_page
from mfcampaign.campaigns.queries.remembered import remembered
from mfcampaign.campaigns.views.answers import SETTLED, acting, see_other


@require_safe
def encounter(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Where this game stands; your own next action first."""
    return _page(request, access.encounter(request.user, slug, week, table))


@require_POST
def size(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Propose a size, or agree to the opponent's by naming the same one (SL-SIZE-04)."""
    seat = access.own_side(request.user, slug, week, table)
    form = SizeForm(request.POST, ceiling=seat.encounter.ceiling)
    if not form.is_valid():
        return _page(request, seat, form, status=422)
    verbs.propose_size(acting(seat), request.user, form.cleaned_data["size"])
    return see_other(seat, "encounter")


def _page(
    request: HttpRequest, seat: Seat, size_form: SizeForm | None = None, status: int = 200
) -> HttpResponse:
    viewer = (seat.own and seat.own.pk, seat.standing.organiser, seat.standing.member)
    page = remembered(
        seat.standing.campaign, "encounter", lambda: encounter_page.load(seat), seat.encounter.pk, *viewer
    )
    context = {
        "seat": seat,
        "page": page,
        "game": page.game,
        "week": page.game.week,
        "campaign": seat.standing.campaign,
        "size_form": size_form or SizeForm(ceiling=page.game.ceiling),
        "may_rule": seat.standing.organiser and page.game.state not in SETTLED,
    }
    return render(request, "campaigns/encounter.html", context, status=status)
