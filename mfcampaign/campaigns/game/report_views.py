"""Pages that report a game, confirm a report, or object to one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import results as verbs
from mfcampaign.campaigns.game.answers import acting, by_htmx, is_part, see_other
from mfcampaign.campaigns.game.report_forms import ReasonForm, ReportForm, parties_of
from mfcampaign.campaigns.game.schemes import written_by
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import Game
from mfcampaign.web.refusals import in_words
from rules.campaign.encounter import ReportFacts
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Write the result down; what cannot be comes back with everything kept."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.standing.campaign)
    if seat.game.state not in verbs.REPORTABLE and not (request.method == "POST" and seat.game.revealed_at):
        return see_other(seat, "game")
    if request.method != "POST":
        return _page(request, seat, form_for(seat))
    form = form_for(seat, request.POST)
    possible = form.is_valid()
    if request.POST.get("do") == "look" and is_part(request):
        context = {"form": form, "sides": form.sides(), "live": True}
        return render(request, "campaigns/game/_report_sum.html", context)
    if not possible:
        return _page(request, seat, form, status=422)
    try:
        verbs.report(acting(seat), request.user, form.result(), key=form.cleaned_data["key"] or None)
    except AlreadyDone as done:
        messages.info(request, done.sentence)
        return see_other(seat, "game")
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        form.violations = refusal.violations
        return _page(request, seat, form, status=422)
    messages.success(request, "Reported.")
    return see_other(seat, "game")


@require_POST
def confirm(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Agree with the report one has read; a second tap says that it is confirmed."""
    seat = access.played_side(request.user, slug, week, table)
    try:
        verbs.confirm(acting(seat), request.user, _number(request))
    except AlreadyDone as done:
        messages.info(request, done.sentence)
    return see_other(seat, "game")


@require_POST
def withdraw(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Take one's own report back, to write another; the form still holds what was written."""
    seat = access.played_side(request.user, slug, week, table)
    verbs.withdraw_report(acting(seat), request.user)
    messages.success(request, "Your report is taken back. Report the game again.")
    return see_other(seat, "report")


@require_http_methods(["GET", "HEAD", "POST"])
def object_to(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Disagree, with a reason; the table then waits for an organiser or a report both accept."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.standing.campaign)
    if seat.game.state != Game.State.REPORTED:
        return see_other(seat, "game")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        verbs.object_to(acting(seat), request.user, form.cleaned_data["reason"], _number(request))
        messages.success(request, "Your objection is sent; an organiser is asked to rule.")
        return see_other(seat, "game")
    page = game_page.game_page_of(seat)
    context = {**shared(seat), "form": form, "report": page.report}
    return render(request, "campaigns/game/object.html", context, status=422 if form.is_bound else 200)


def form_for(seat: Seat, data: Any = None, facts: ReportFacts | None = None) -> ReportForm:
    """The form for this game, holding the newest report where there is one, else the Schemes that its player
    wrote down; ``facts`` are what it is held against, those of now where there are none."""
    game = seat.game
    newest = game.reports.order_by("-number").first()
    labels = [(side.entry.label, side.entry.faction) for side in seat.sides]
    facts = facts or loading.report_facts(game, seat.sides)
    form = ReportForm(
        data,
        parties=parties_of(game.reveal, labels, facts),
        facts=facts,
        policies=game.week.rules,
        standing=loading.result(newest) if newest is not None else None,
    )
    if seat.own is not None and newest is None:
        for number, choice in enumerate(written_by(seat.own)):
            form.initial[f"s{seat.own.seat}-scheme-{number}"] = choice.name
    return form


def shared(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat,
        "game": seat.game,
        "week": seat.week,
        "campaign": seat.standing.campaign,
    }


def _number(request: HttpRequest) -> int | None:
    return whole(request.POST.get("number"))


def _page(request: HttpRequest, seat: Seat, form: ReportForm, status: int = 200) -> HttpResponse:
    context = {**shared(seat), "form": form, "sides": form.sides()}
    return by_htmx(render(request, "campaigns/game/report.html", context, status=status))
