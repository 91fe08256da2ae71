"""An Encounter looked at again: by decision, by Activation, each moment with an address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.visitors import visitors_too
from mfcampaign.play import access
from mfcampaign.play.queries import replay_page


@require_safe
@visitors_too
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """``?at=`` is the number of a decision; without it, the latest."""
    visit = access.visit(request.user, public_id)
    text = request.GET.get("at", "")
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
    page = replay_page.load(visit, at)
    return render(request, "play/replay.html", {"page": page, "visit": visit, "encounter": visit.row})
