"""The proof of the shuffles: a page that checks it in the visitor's browser, and its data."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.visitors import else_sign_in, visitors_too
from mfcampaign.play import access, fate_proof
from mfcampaign.play.access import Visit
from mfcampaign.play.models import Encounter


@require_safe
@else_sign_in
def proof(request: HttpRequest, public_id: str) -> HttpResponse:
    visit = _played(request, public_id)
    published = fate_proof.proof_for(visit.row, visit.own)
    context = {
        "visit": visit,
        "encounter": visit.row,
        "proof": published,
        "checks": fate_proof.check(published),
    }
    return render(request, "play/proof.html", context)


@require_safe
@visitors_too
def proof_json(request: HttpRequest, public_id: str) -> JsonResponse:
    """The data that the page and other programs check; seeds and log only once it is over."""
    visit = _played(request, public_id)
    answer = JsonResponse(fate_proof.proof_for(visit.row, visit.own))
    answer["Cache-Control"] = "no-store"
    return answer


def _played(request: HttpRequest, public_id: str) -> Visit:
    visit = access.visit(request.user, public_id)
    if visit.row.mode != Encounter.Mode.PLAY:
        raise Http404
    return visit
