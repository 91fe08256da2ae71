"""Hiring during an Encounter: from the question to the Crew builder, and back with a Crew."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import players_only
from mfcampaign.crews import handing_in
from mfcampaign.play import access, hiring, loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import AnsweredBefore
from rules.game.procedure.asks import Ask
from rules.refusal import Refusal


@require_POST
@players_only
def hire(request: PersonRequest, public_id: str) -> HttpResponse:
    """Open a Crew in the builder: a new one with what was declared, or one of one's own to fix. The builder
    links back to the Encounter."""
    visit = access.own_visit(request.user, public_id)
    playing.expect_playing(visit.row)
    seat, chosen = request.POST.get("seat", ""), request.POST.get("crew", "")
    ask = next(
        (a for a in loading.play_of(visit.row).asks if a.seat in visit.own and str(a.seat) == seat), None
    )
    if ask is None:
        raise Refusal("You are not asked for a Crew now.", fix="Look at the question again.")
    edition = recorded_of(visit.row).code
    if not chosen and (address := hiring.begin_at(edition, ask)):
        return redirect(address)
    crew = (
        hiring.own(request.user, edition, chosen)
        if chosen
        else hiring.draft(request.user, edition, visit.row, ask)
    )
    target = handing_in.HandIn(
        title=visit.row.title,
        back=visit.row.get_absolute_url(),
        hand_in=reverse("play:hand_in", args=[public_id]),
        fields={"seat": seat, "crew": crew.public_id},
    )
    handing_in.begin(request, crew.public_id, target)
    return redirect(crew)


@require_POST
@players_only
def hand_in(request: PersonRequest, public_id: str) -> HttpResponse:
    """Hand in the Crew from the builder as the answer. An illegal Crew is refused with every reason and stays
    in the builder."""
    visit = access.own_visit(request.user, public_id)
    seat = access.expect_own(visit, int(request.POST.get("seat") == "1"))
    row, crew = visit.row, request.POST.get("crew", "")

    def read(ask: Ask) -> Any:
        if ask.kind != "hire":
            raise Refusal("You are not asked for a Crew now.", fix="Look at the question again.")
        return creation.hand_in(row, ask, request.user, crew)

    try:
        key = request.POST.get("key", "")
        playing.respond(row, request.user, seat, read, kind="hire", seen=row.version, key=key)
    except AnsweredBefore:
        pass
    except Refusal:
        if not _owes_crew(visit, seat):
            handing_in.end(request, row.get_absolute_url())
        raise
    handing_in.end(request, row.get_absolute_url())
    return redirect(row)


def _owes_crew(visit: access.Visit, seat: int) -> bool:
    """Whether that side is still to hand a Crew in."""
    if visit.row.state != Encounter.State.PLAYING:
        return False
    return any(ask.seat == seat and ask.kind == "hire" for ask in loading.play_of(visit.row).asks)
