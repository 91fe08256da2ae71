"""Pages on which an organiser who does not play in a game settles it: a result, a forfeit, or void.

What cannot be undone begins here; voiding is a ruling with a preview (``views``).
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.answers import SETTLED, see_other
from mfcampaign.campaigns.game.report.forms import ReasonForm, ReportForm
from mfcampaign.campaigns.game.report.views import form_for, shared
from mfcampaign.campaigns.rulings.forms import RulingForm
from mfcampaign.campaigns.rulings.requests import VoidGame
from mfcampaign.campaigns.rulings.views import show_preview
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal

RULED = "ruling"


@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """The form shows what it will change; an organiser who plays in the game cannot use it."""
    seat = access.organised_table(request.user, slug, week, table)
    if seat.game.state in SETTLED:
        return see_other(seat, "game")
    if request.POST.get("do") == "void" and not seat.party:
        why = RulingForm(initial={"reason": request.POST.get("reason", "")})
        return show_preview(request, seat.visit, VoidGame(encounter=seat.game.pk), why)
    reason = ReasonForm(request.POST if request.method == "POST" else None)
    result = _result_form(seat, request)
    if request.method != "POST":
        return _page(request, seat, reason, result)
    if seat.party or not _ready(request, reason, result):
        return _page(request, seat, reason, result, status=422)
    try:
        _settle(request, seat, reason, result)
    except Refusal as refusal:
        reason.add_error(None, in_words(refusal))
        return _page(request, seat, reason, result, status=422)
    done = "set aside" if request.POST.get("do") == "set-aside" else "settled"
    messages.success(request, f"Table {seat.game.table} is {done}.")
    return see_other(seat, "game")


def _result_form(seat: Seat, request: HttpRequest) -> ReportForm | None:
    """The report's own form; ``None`` while no Crew is revealed, for then nothing can have happened."""
    if not seat.game.revealed_at:
        return None
    ruling = request.method == "POST" and request.POST.get("do") == RULED
    return form_for(seat, request.POST if ruling else None, so_far=league_play.so_far_of(seat.game))


def _ready(request: HttpRequest, reason: ReasonForm, result: ReportForm | None) -> bool:
    ready = reason.is_valid()
    if request.POST.get("do") == RULED and result is not None:
        ready = result.is_valid() and ready
    return ready


def _settle(request: PersonRequest, seat: Seat, reason: ReasonForm, result: ReportForm | None) -> None:
    game, why = seat.game, reason.data.get("reason", "")
    do = request.POST.get("do", "")
    if do == RULED and result is not None:
        if result.is_valid():
            results.rule(game, request.user, result.result(), why)
        else:
            raise Refusal("This result is not possible.", fix="Correct it below.")
    elif do in ("forfeit-0", "forfeit-1"):
        results.forfeit(game, request.user, seat.sides[int(do[-1])], why)
    elif do == "set-aside":
        league_play.set_aside(seat, request.user, why)
    else:
        raise Refusal("Choose what to do with this table.")


def _page(
    request: HttpRequest, seat: Seat, reason: ReasonForm, result: ReportForm | None, status: int = 200
) -> HttpResponse:
    page, league = game_page.game_page_of(seat), seat.visit.campaign.slug
    context: dict[str, Any] = {
        **shared(seat),
        "page": page,
        "reason_form": reason,
        "form": result,
        "sides": result.sides() if result is not None else [],
        "party": seat.party,
        "under_way": any(not each.over for each in game_page.played_here(seat.game, seat.week, league)),
    }
    return render(request, "campaigns/game/rule.html", context, status=status)
