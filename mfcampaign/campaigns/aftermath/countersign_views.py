"""Pages of cards entered from the table: reading, countersigning, objecting, an organiser's decision."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.aftermath import countersign_queries as countersign_page
from mfcampaign.campaigns.aftermath import countersigning as verbs
from mfcampaign.campaigns.game.answers import acting, see_other
from mfcampaign.campaigns.game.report_views import shared
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
def entered(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """What both sides wrote down, and what is said to it; for the league's own people."""
    seat = access.at_table(access.member(request.user, slug), week, table)
    context = {**shared(seat), "page": countersign_page.load(seat)}
    return render(request, "campaigns/aftermath/countersign.html", context)


@require_POST
def agree(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Countersign the flips one has read; a second tap changes nothing."""
    seat = access.own_side(request.user, slug, week, table)
    numbers = [n for text in request.POST.getlist("number") if (n := whole(text)) is not None]
    if verbs.agree(acting(seat), request.user, numbers):
        messages.success(request, "Countersigned.")
    return see_other(seat, "aftermath_entered")


@require_POST
def object_to(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Object to one flip; the organisers are notified."""
    seat = access.own_side(request.user, slug, week, table)
    verbs.object_to(acting(seat), request.user, _number(request), request.POST.get("reason", "")[:500])
    messages.success(request, "Your objection is sent; an organiser is asked to rule.")
    return see_other(seat, "aftermath_entered")


@require_POST
def rule(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """An organiser who does not play in the game settles an objection."""
    seat = access.seat(request.user, slug, week, table)
    if not seat.standing.organiser:
        raise Http404
    verdict = request.POST.get("verdict", "")
    if verdict not in ("stands", "struck"):
        raise Refusal("Choose whether the cards are right or struck.")
    reason = request.POST.get("reason", "")[:500]
    verbs.rule(seat.game, request.user, _number(request), verdict == "stands", reason)
    messages.success(request, "Your ruling is saved.")
    return see_other(seat, "aftermath_entered")


def _number(request: HttpRequest) -> int:
    number = whole(request.POST.get("number"))
    if number is None:
        raise Refusal("Which cards?")
    return number
