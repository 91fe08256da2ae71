"""Pages of a game's Encounter: either player begins it; its result becomes the report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game.report.recorded import FlipsOwed
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.play.terrain import terrain_preview
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """To the Encounter that the game is; before it was begun, the choice of how and on what terrain. Asked
    with a ``ground`` it is that ground as a picture, with what the week's event lays on it."""
    seat = leagues.played_side(request.user, slug, week, table)
    row = league_play.of_game(seat.game)
    if row is not None:
        return redirect(row)
    expect_going_on(seat.visit.campaign)
    sent = request.POST if request.method == "POST" else request.GET if "ground" in request.GET else None
    form = league_play.terrain_form(seat, request.user, sent)
    if request.method != "POST" and sent is not None:
        return render(request, "play/_terrain_preview.html", {"preview": terrain_preview(request, form)})
    here = league_play.playable(seat.visit.campaign)
    context = {"seat": seat, "campaign": seat.visit.campaign, "terrain": form, "here": here}
    if request.method == "POST" and "look" in request.POST:
        context["preview"] = terrain_preview(request, form)
    elif request.method == "POST":
        mode: league_play.Mode = "play" if request.POST.get("mode") == "play" else "record"
        return redirect(league_play.begin(seat, request.user, mode, form.terrain(request)))
    return render(request, "campaigns/game/play.html", context)


@require_POST
@sign_in_to("report the game")
def play_report(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """To the league, where the opponent confirms it or says what is wrong."""
    seat = leagues.played_side(request.user, slug, week, table)
    row = league_play.of_game(seat.game)
    if row is None:
        raise Refusal("There is no result to report yet.", fix="The game has to be over first.")
    try:
        league_play.report(row, request.user)
        messages.success(request, "Reported to the league.")
    except AlreadyDone:
        pass
    except FlipsOwed as owed:
        messages.warning(request, in_words(owed))
        return redirect("campaigns:report", slug, week, table)
    return redirect("campaigns:game", slug, week, table)
