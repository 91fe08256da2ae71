"""The page “First game”: one screen a step, with a practice Encounter in a window beside it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.accounts.visitors import remember_look, visitors_too
from mfcampaign.play.models import Encounter, public_id
from rules.edition import editions

PRACTICE = "first-game"
"""What the session calls the Encounter of this page, begun or not."""


@require_safe
@visitors_too
def first_game(request: PortalRequest, step: int) -> HttpResponse:
    """One step; 404 for an unknown one. The practice Encounter of the session keeps its name until it is
    over, so that the button leads back to it."""
    edition = next((each for each in editions() if each.play is not None and each.play.first_game), None)
    game = edition.play.first_game if edition is not None and edition.play is not None else None
    if edition is None or game is None or not 1 <= step <= len(game.steps):
        raise Http404
    remember_look(request)
    name = request.session.get(PRACTICE) or ""
    row = Encounter.objects.filter(public_id=name).first() if name else None
    if not name or (row is not None and row.over):
        name = request.session[PRACTICE] = public_id()
    context = {
        "step": game.steps[step - 1],
        "number": step,
        "steps": [(number, each.title) for number, each in enumerate(game.steps, start=1)],
        "before": step - 1,
        "after": step + 1 if step < len(game.steps) else 0,
        "name": name,
        "edition": edition.code,
        "game": game,
        "begun": row is not None and not row.over,
    }
    return render(request, "play/first_game.html", context)
