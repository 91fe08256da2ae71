"""The page of one Encounter, phase by phase, and the size both agree on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.forms.encounter import SizeForm
from mfcampaign.campaigns.models import Encounter
from mfcampaign.campaigns.operations import encounter as verbs
from mfcampaign.campaigns.queries import encounter_page
from mfcampaign.campaigns.queries.corrections_page import RULABLE
from mfcampaign.campaigns.queries.encounter_page import EncounterPage
from mfcampaign.campaigns.queries.remembered import remembered
from mfcampaign.campaigns.views.answers import SETTLED, acting, see_other


@require_safe
def encounter(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Where this game stands; your own next action first."""
    standing = access.league(request.user, slug)
    page = remembered(
        standing.campaign,
        "encounter",
        lambda: encounter_page.load(access.at_table(standing, week, table)),
        week,
        table,
        *standing.viewer,
    )
    return _page(request, standing, page)


@require_POST
def size(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Propose a size, or agree to the opponent's by naming the same one (SL-SIZE-04)."""
    seat = access.own_side(request.user, slug, week, table)
    form = SizeForm(request.POST, ceiling=seat.encounter.ceiling)
    if not form.is_valid():
        return _page(request, seat.standing, encounter_page.load(seat), form, status=422)
    verbs.propose_size(acting(seat), request.user, form.cleaned_data["size"])
    return see_other(seat, "encounter")


def _page(
    request: HttpRequest,
    standing: Standing,
    page: EncounterPage,
    size_form: SizeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    if size_form is None and page.mine is not None and page.game.state == Encounter.State.SCHEDULED:
        size_form = SizeForm(ceiling=page.game.ceiling)
    context = {
        "seat": {"standing": standing, "own": page.mine},
        "page": page,
        "game": page.game,
        "week": page.game.week,
        "campaign": standing.campaign,
        "size_form": size_form,
        "may_rule": standing.organiser and page.game.state not in SETTLED,
        "may_correct": standing.organiser and page.game.state in RULABLE,
    }
    return render(request, "campaigns/encounter.html", context, status=status)
