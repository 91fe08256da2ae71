"""The pages of one side's Aftermath: the owner's questions, the public part, cards entered from the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.aftermath import countersign_queries as countersign_page
from mfcampaign.campaigns.aftermath import operations
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.aftermath.forms import CardsForm
from mfcampaign.campaigns.aftermath.queries import OwnView
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.game.answers import is_part, see_other
from mfcampaign.campaigns.game.report.views import shared
from mfcampaign.campaigns.league.page import back_to
from mfcampaign.campaigns.models import Aftermath
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal


@require_safe
def aftermath(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Your own path; ``?seat=`` or somebody else's visit shows the public part only."""
    seat = access.at_table(access.member(request.user, slug), week, table)
    if seat.game.confirmed_at is None:
        return back_to("game", slug, week, table)
    if seat.own is not None and not _watched(request, seat):
        return _own_page(request, seat, aftermath_page.own(aftermath_page.of_side(seat.own)))
    return _public_page(request, seat)


@require_POST
def enter(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """The cards that fell on the player's own table; a card that cannot be comes back to be fixed."""
    seat = access.own_side(request.user, slug, week, table)
    aftermath = aftermath_page.of_side(seat.own)
    view = aftermath_page.own(aftermath)
    count = view.ask.cards if view.ask is not None and view.flips_here else 0
    form = CardsForm(request.POST, count=max(count, 1))
    if not form.is_valid():
        return _own_page(request, seat, view, form, status=422)
    try:
        operations.enter_cards(aftermath, request.user, form.cleaned_data["ordinal"], form.codes())
    except Refusal as refusal:
        if not view.flips_here:
            raise
        form.add_error(None, in_words(refusal))
        return _own_page(request, seat, view, form, status=422)
    return see_other(seat, "aftermath")


@require_safe
def entered(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """What both sides wrote down, and what is said to it; for the league's own people."""
    seat = access.at_table(access.member(request.user, slug), week, table)
    context = {**shared(seat), "page": countersign_page.load(seat)}
    return render(request, "campaigns/aftermath/countersign.html", context)


def _watched(request: HttpRequest, seat: Seat) -> bool:
    """Whether a player asked for the opponent's side."""
    return seat.other is not None and request.GET.get("seat") == str(seat.other.seat)


def _own_page(
    request: HttpRequest,
    seat: Seat,
    view: OwnView,
    form: CardsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    if form is None and view.ask is not None and view.flips_here:
        form = CardsForm(count=view.ask.cards, ordinal=view.ask.ordinal)
    context = {
        **shared(seat),
        "view": view,
        "public": view.public,
        "form": form,
        "steps": aftermath_page.path_of(seat.visit.campaign),
    }
    if is_part(request):
        return render(request, "campaigns/aftermath/_body.html", context, status=status)
    leaders = built_leaders(seat.visit.campaign)
    if leaders is not None and seat.own is not None:
        context["exchanges"] = leaders.exchanges(seat.game.pk, seat.own.entry_id)
    return render(request, "campaigns/aftermath/aftermath.html", context, status=status)


def _public_page(request: HttpRequest, seat: Seat) -> HttpResponse:
    rows = Aftermath.objects.filter(side__game=seat.game.pk).select_related(
        "side__entry__user", "side__game__week__campaign"
    )
    others = [
        aftermath
        for aftermath in rows.order_by("side__seat")
        if seat.own is None or aftermath.side_id != seat.own.pk
    ]
    context = {
        **shared(seat),
        "parts": [aftermath_page.public(aftermath) for aftermath in others],
        "steps": aftermath_page.path_of(seat.visit.campaign),
    }
    return render(request, "campaigns/aftermath/public.html", context)
