"""The page of the referee's hand: an act is composed line by line and done as one. It needs no script."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import players_only
from mfcampaign.play import access
from mfcampaign.play.access import Visit
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import playing, recording
from mfcampaign.play.operations.log import AnsweredBefore, StaleVersion
from mfcampaign.play.queries import referee_panel
from mfcampaign.play.queries.referee_panel import Draft
from mfcampaign.web.resilience.cost import expensive
from rules.game.referee.commands import LONGEST_NAME
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def referee(request: PersonRequest, public_id: str) -> HttpResponse:
    """Show the panel; a POST is its next step: choose, look, add, remove, apply."""
    visit = access.own_visit(request.user, public_id)
    if visit.row.state != Encounter.State.PLAYING:
        return redirect(visit.row)
    if request.method != "POST":
        return _panel(request, visit, _begun(request, visit))
    step = request.POST.get("step", "choose")
    draft = referee_panel.draft_of(request.POST, visit)
    access.expect_own(visit, draft.seat)
    if step == "apply":
        return _apply(request, visit, draft)
    if step == "look":
        with expensive(request):
            return _tried(request, visit, draft, lambda: draft, look=True)
    if step == "add":
        return _tried(request, visit, draft, lambda: _with_line(request, visit, draft))
    if step.startswith("remove-"):
        lines = tuple(line for number, line in enumerate(draft.lines) if f"remove-{number}" != step)
        return _panel(request, visit, msgspec.structs.replace(draft, lines=lines, what=""))
    return _panel(request, visit, draft)


def _begun(request: PersonRequest, visit: Visit) -> Draft:
    """An empty act, with the side and name that a question of the board linked with."""
    seat = whole(request.GET.get("seat")) or 0
    name = " ".join(request.GET.get("name", "").split())[:LONGEST_NAME]
    return Draft(seat if seat in visit.own else visit.own[0], name)


def _with_line(request: PersonRequest, visit: Visit, draft: Draft) -> Draft:
    line = referee_panel.read_line(draft.what, request.POST, visit)
    referee_panel.expect_possible(visit, draft, line)
    return msgspec.structs.replace(draft, lines=(*draft.lines, line), what="")


def _tried(
    request: PersonRequest, visit: Visit, draft: Draft, follow: Callable[[], Draft], *, look: bool = False
) -> HttpResponse:
    """The panel after that step, or unchanged with the reason for the refusal."""
    try:
        return _panel(request, visit, follow(), look=look)
    except Refusal as refusal:
        return _panel(request, visit, draft, refusal=refusal)


def _apply(request: PersonRequest, visit: Visit, draft: Draft) -> HttpResponse:
    """Do all lines as one act, with the one that is filled in."""
    row, seen = visit.row, whole(request.POST.get("seen")) or 0
    key = request.POST.get("key", "")
    try:
        full = _with_line(request, visit, draft) if draft.what else draft
        given = {"name": full.name, "lines": list(full.lines)}
        if row.mode == Encounter.Mode.RECORD:
            entry = {"do": "act", "seat": full.seat, **given}
            recording.enter(row, request.user, [entry], seen=seen, key=key)
        else:
            playing.act(row, request.user, full.seat, given, seen=seen, key=key)
    except AnsweredBefore:
        pass
    except StaleVersion as missed:
        row.refresh_from_db()
        return _panel(request, visit, draft, refusal=missed, status=409)
    except Refusal as refusal:
        return _panel(request, visit, draft, refusal=refusal)
    return redirect(row)


def _panel(
    request: PersonRequest,
    visit: Visit,
    draft: Draft,
    *,
    refusal: Refusal | None = None,
    look: bool = False,
    status: int = 200,
) -> HttpResponse:
    if refusal is not None and status == 200:
        status = 409
    post: Any = request.POST if request.method == "POST" and draft.what else None
    context = {
        "visit": visit,
        "encounter": visit.row,
        "panel": referee_panel.composed(visit, draft, post, look=look),
        "refusal": refusal,
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "play/referee.html", context, status=status)
