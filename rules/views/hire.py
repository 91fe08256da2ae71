"""Hiring on the spot: from the question to the builder of Crews."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from rules import access, hiring, play, reading
from rules.core.refusal import Refusal


@require_POST
@login_required
def hire(request: HttpRequest, public_id: str) -> HttpResponse:
    """A Crew that begins with what was declared; it is handed in from the Encounter's page."""
    visit = access.own_visit(request.user, public_id)
    play.expect_playing(visit.row)
    seat = request.POST.get("seat", "")
    ask = next(
        (a for a in reading.play_of(visit.row).asks if a.seat in visit.own and str(a.seat) == seat), None
    )
    if ask is None:
        raise Refusal("You are not asked for a Crew now.", mend="Look at the question again.")
    return redirect(hiring.draft(request.user, visit.row, ask))
