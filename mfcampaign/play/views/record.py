"""The recorder of a game at a real table: one tap for each event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import players_only
from mfcampaign.play import access, loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import recording
from mfcampaign.play.operations.log import AnsweredBefore, StaleVersion
from mfcampaign.play.queries import record_page
from mfcampaign.play.queries.record_page import entries_of
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_POST
@players_only
def enter(request: PersonRequest, public_id: str) -> HttpResponse:
    """Handle one tap or one small form."""
    visit = access.own_visit(request.user, public_id)
    entries = entries_of(request.POST, recorded_of(visit.row))
    return _done(
        request,
        visit,
        lambda: recording.enter(
            visit.row, request.user, entries, seen=_seen(request), key=request.POST.get("key", "")
        ),
    )


@require_POST
@players_only
def undo(request: PersonRequest, public_id: str) -> HttpResponse:
    visit = access.own_visit(request.user, public_id)
    key = request.POST.get("key", "")
    return _done(
        request, visit, lambda: recording.undo(visit.row, request.user, seen=_seen(request), key=key)
    )


@require_safe
@players_only
def cards(request: PersonRequest, public_id: str) -> HttpResponse:
    """Show what is read beside the table: scenario, Stat Cards and Upgrades of both Crews."""
    visit = access.own_visit(request.user, public_id)
    if visit.row.mode != Encounter.Mode.RECORD:
        return redirect(visit.row)  # the board shows each model's card
    return render(request, "play/cards.html", record_page.printed(visit))


def _done(request: HttpRequest, visit: access.Visit, act: Any) -> HttpResponse:
    if visit.row.mode != Encounter.Mode.RECORD:
        raise Refusal("This Encounter is played here, not recorded.")
    context: dict[str, Any] = {}
    status = 200
    try:
        act()
    except AnsweredBefore:
        pass
    except StaleVersion as missed:
        visit.row.refresh_from_db()
        status = 409
        context = {"missed": record_page.missed(visit, missed.seen), "missed_sentence": missed.sentence}
    if status == 200 and not getattr(request, "htmx", False):
        return redirect(f"{visit.row.get_absolute_url()}{_anchor(request, visit)}")
    context |= record_page.context(visit)
    template = "play/record_body.html" if getattr(request, "htmx", False) else "play/record.html"
    return render(request, template, context, status=status)


def _anchor(request: HttpRequest, visit: access.Visit) -> str:
    """Where the page comes back to without a script: the model, and its Crew on a narrow screen."""
    model = loading.record_of(visit.row).state.models.get(request.POST.get("at", ""))
    return f"?crew={model.seat}#model-{model.id}" if model is not None else ""


def _seen(request: HttpRequest) -> int:
    return whole(request.POST.get("seen")) or 0
