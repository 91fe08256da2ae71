"""Pages that report a game, or object to a report."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.answers import is_part, see_other
from mfcampaign.campaigns.game.report import recorded
from mfcampaign.campaigns.game.report.forms import ReasonForm, ReportForm, parties_of
from mfcampaign.campaigns.game.report.words import ChangedLine, names_of
from mfcampaign.campaigns.game.schemes import written_by
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import Game
from mfcampaign.play.queries.so_far import SoFar
from mfcampaign.web.refusals import in_words
from rules.campaign.encounter import ReportFacts
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Write the result down; what cannot be comes back with everything kept."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.visit.campaign)
    if seat.game.state not in Game.REPORTABLE and not (request.method == "POST" and seat.game.revealed_at):
        return see_other(seat, "game")
    so_far = league_play.so_far_of(seat.game)
    if request.method != "POST":
        return _page(request, seat, form_for(seat, so_far=so_far), so_far)
    form = form_for(seat, request.POST, so_far=so_far)
    possible = form.is_valid()
    if request.POST.get("do") == "look" and is_part(request):
        context = {"form": form, "sides": form.sides(), "live": True}
        return render(request, "campaigns/game/_report_sum.html", context)
    if not possible:
        return _page(request, seat, form, so_far, status=422)
    try:
        result, logged = _as_recorded(seat, form.result(), so_far)
        results.report(seat.own, request.user, result, key=form.cleaned_data["key"] or None, logged=logged)
    except AlreadyDone as done:
        messages.info(request, done.sentence)
        return see_other(seat, "game")
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        form.violations = refusal.violations
        return _page(request, seat, form, so_far, status=422)
    messages.success(request, "Reported.")
    return see_other(seat, "game")


@require_safe
def object_to(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Disagree, with a reason; the table then waits for an organiser or a report both accept."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.visit.campaign)
    if seat.game.state != Game.State.REPORTED:
        return see_other(seat, "game")
    report = game_page.game_page_of(seat).report
    so_far = league_play.so_far_of(seat.game)
    if report is not None and so_far is not None:
        report = recorded.beside(report, so_far, names_of(seat.game.reveal), seat.visit.campaign.edition)
    context = {**shared(seat), "form": ReasonForm(), "report": report}
    return render(request, "campaigns/game/object.html", context)


def form_for(
    seat: Seat, data: Any = None, facts: ReportFacts | None = None, so_far: SoFar | None = None
) -> ReportForm:
    """The form for this game, holding the newest report where there is one, else what its record has
    ``so_far``, else the Schemes that its player wrote down; ``facts`` are what it is held against, those of
    now where there are none."""
    game = seat.game
    newest = game.reports.order_by("-number").first()
    standing = loading.result(newest) if newest is not None else so_far.result if so_far is not None else None
    labels = [(side.label, side.entry.faction) for side in seat.sides]
    facts = facts or loading.report_facts(game, seat.sides)
    form = ReportForm(
        data,
        parties=parties_of(game.reveal, labels, facts),
        facts=facts,
        policies=game.week.rules,
        standing=standing,
    )
    if seat.own is not None and (standing is None or not standing.seats[seat.own.seat].schemes):
        for number, choice in enumerate(written_by(seat.own)):
            form.initial[f"s{seat.own.seat}-scheme-{number}"] = choice.name
    return form


def _as_recorded(seat: Seat, result: EncounterResult, so_far: SoFar | None) -> tuple[EncounterResult, bool]:
    """The record itself where the report says nothing else: only a log proves what was ticked."""
    edition = seat.visit.campaign.edition
    if so_far is None or not so_far.over or recorded.changes_of(so_far, result, edition):
        return result, False
    return so_far.result, True


def _not_taken_over(seat: Seat, form: ReportForm, so_far: SoFar | None) -> tuple[ChangedLine, ...]:
    """What the form as it stands would report otherwise than the record, besides what is owed: what it has no
    field for, and what was changed."""
    if so_far is None:
        return ()
    edition, names = seat.visit.campaign.edition, names_of(seat.game.reveal)
    return recorded.changed(so_far, form.as_it_stands(), names, edition)


def shared(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat,
        "game": seat.game,
        "week": seat.week,
        "campaign": seat.visit.campaign,
    }


def _page(
    request: HttpRequest, seat: Seat, form: ReportForm, so_far: SoFar | None, status: int = 200
) -> HttpResponse:
    names = names_of(seat.game.reveal)
    context = {
        **shared(seat),
        "form": form,
        "sides": form.sides(),
        "so_far": so_far,
        "owed": recorded.owed_in(so_far.result, names) if so_far is not None else (),
        "down": [names.get(number, "") for number in so_far.down] if so_far is not None else (),
        "otherwise": _not_taken_over(seat, form, so_far),
    }
    return render(request, "campaigns/game/report.html", context, status=status)
