"""Beside a real table: one thumb, one tap for each thing that happened."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.play import access
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import recording as verbs
from mfcampaign.play.operations.log import AnsweredBefore, Missed
from mfcampaign.play.queries import record_page
from mfcampaign.play.queries.record_page import entries_of
from mfcampaign.play.terrain import league_ground, terrain_preview
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def of_league(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """To a league's game as it is played here or recorded; its players begin either here."""
    seat = leagues.own_side(request.user, slug, week, table)
    found = league_play.of_game(seat.encounter)
    if found is not None:
        return redirect(found)
    form = league_ground(seat, request.user, request.POST if request.method == "POST" else None)
    context = {"seat": seat, "campaign": seat.standing.campaign, "ground": form}
    if request.method == "POST" and "look" in request.POST:
        context["glance"] = terrain_preview(request, form)
    elif request.method == "POST":
        mode: league_play.Mode = "play" if request.POST.get("mode") == "play" else "record"
        return redirect(league_play.begin(seat, request.user, mode, form.laid(request)))
    return render(request, "play/of_league.html", context)


@require_POST
@login_required
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """One tap, or one small form."""
    visit = access.own_visit(request.user, public_id)
    entries = entries_of(request.POST)
    return _done(
        request,
        visit,
        lambda: verbs.enter(
            visit.row, request.user, entries, seen=_seen(request), key=request.POST.get("key", "")
        ),
    )


@require_POST
@login_required
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    visit = access.own_visit(request.user, public_id)
    return _done(request, visit, lambda: verbs.undo(visit.row, request.user, seen=_seen(request)))


@require_POST
@login_required
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """To the league, where the opponent confirms it or says what is wrong."""
    visit = access.own_visit(request.user, public_id)
    game = visit.row.game
    try:
        league_play.report(visit.row, request.user)
        messages.success(request, "Reported to the league.")
    except AlreadyDone:
        pass
    if game is None:
        return redirect(visit.row)
    week = game.week
    return redirect(reverse("campaigns:encounter", args=[week.campaign.slug, week.number, game.table]))


def _done(request: HttpRequest, visit: access.Visit, act: Any) -> HttpResponse:
    if visit.row.mode != Encounter.Mode.RECORD:
        raise Refusal("This Encounter is played here, not recorded.")
    context: dict[str, Any] = {}
    status = 200
    try:
        act()
    except AnsweredBefore:
        pass
    except Missed as missed:
        visit.row.refresh_from_db()
        status = 409
        context = {"missed": record_page.missed(visit, missed.seen), "missed_sentence": missed.sentence}
    if status == 200 and not getattr(request, "htmx", False):
        return redirect(f"{visit.row.get_absolute_url()}{_anchor(request)}")
    context |= record_page.context(visit)
    template = "play/record_body.html" if getattr(request, "htmx", False) else "play/record.html"
    return render(request, template, context, status=status)


def _anchor(request: HttpRequest) -> str:
    model = request.POST.get("at", "")
    return f"#model-{model}" if model.isalnum() and len(model) < 8 else ""


def _seen(request: HttpRequest) -> int:
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
