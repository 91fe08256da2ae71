"""The pages of a game: the game itself, the size both agree on, hiring the Crew, additional games."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe
from msgspec.structs import replace

from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import LeagueVisit, PlayerSeat, Seat
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.game import crew_queries as crew_page
from mfcampaign.campaigns.game import operations
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import schemes as written
from mfcampaign.campaigns.game.answers import SETTLED, is_part, see_other
from mfcampaign.campaigns.game.forms import crew_from
from mfcampaign.campaigns.game.queries import After, Entered, GamePage
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Campaign, Game
from mfcampaign.campaigns.rulings.queries import RULABLE
from mfcampaign.web.cache import cached
from rules.campaign.crew import CampaignCrew
from rules.refusal import Refusal


@require_safe
def game(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """The state of this game; your own next action first."""
    visit = access.playing(access.league(request.user, slug), week, table)

    def read() -> Shown:
        return _read(access.at_table(visit, week, table))

    return _page(request, visit, cached(visit.campaign, "game", read, week, table, *visit.viewer))


Shown = tuple[GamePage, After, Entered]


def _read(seat: Seat) -> Shown:
    page, visit = game_page.game_page_of(seat), seat.visit
    listed = visit.member and not visit.campaign.cancelled
    return page, game_page.after_of(page, visit), game_page.entered_at(page) if listed else ()


def _page(request: HttpRequest, visit: LeagueVisit, shown: Shown) -> HttpResponse:
    page, after, entered = shown
    campaign = visit.campaign
    going_on = not campaign.cancelled
    played = game_page.played_here(page.game, page.week, campaign.slug, request.user.pk)
    here = next((each for each in played if not each.left), None)
    page = replace(page, report=game_page.beside_record(page, here, campaign))
    after = replace(after, step=game_page.step_beside(page, here, campaign) or after.step)
    context = {
        "exchanges": _exchanges(page, campaign),
        "seat": {"visit": visit, "own": page.mine if going_on else None},
        "page": page,
        "after": after,
        "entered": entered,
        "played": played,
        "current": here,
        "game": page.game,
        "week": page.week,
        "campaign": campaign,
        "may_rule": going_on and visit.organiser and page.game.state not in SETTLED,
        "may_enter_result": going_on and visit.organiser and page.game.state == Game.State.VOID,
        "may_change_result": going_on and visit.organiser and page.game.state in RULABLE,
    }
    return render(request, "campaigns/game/game.html", context)


def _exchanges(page: GamePage, campaign: Campaign) -> Any:
    """``None``, and no query, but where Leaders are built and the game has a result."""
    leaders = built_leaders(campaign)
    if leaders is None or page.game.state not in Game.WITH_RESULT:
        return None
    return leaders.exchanges(page.game.pk, page.mine.entry if page.mine is not None else None)


@require_http_methods(["GET", "HEAD", "POST"])
def crew(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Tap models in and out; each tap is kept. Nobody but the owner ever gets this page."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.visit.campaign)
    if seat.game.state != Game.State.SCHEDULED:
        return see_other(seat, "game")
    if request.method != "POST":
        return _page_crew(request, seat)
    return _written(request, seat)


def _written(request: HttpRequest, seat: PlayerSeat) -> HttpResponse:
    side = seat.own
    crew = crew_from(request.POST, loading.arsenal(side.entry))
    if request.POST.get("do") == "hand-in":
        return _handed_in(request, seat, crew)
    if request.POST.get("do") == "all":
        crew = crew_page.filled(seat.visit.campaign, seat.game, side, crew)
    operations.save_crew(side, request.user, crew)
    if is_part(request):
        return _page_crew(request, seat, crew)
    messages.success(request, "Saved. It stays hidden until both Crews are in.")
    return see_other(seat, "crew")


def _handed_in(request: HttpRequest, seat: PlayerSeat, crew: CampaignCrew) -> HttpResponse:
    """A legal Crew goes in; an illegal one comes back as it was, with every reason."""
    side = seat.own
    try:
        revealed = operations.submit_crew(side, request.user, crew)
    except Refusal as refusal:
        if not refusal.violations:
            raise
        operations.save_crew(side, request.user, crew)
        return _page_crew(request, seat, crew, status=422)
    if not revealed:
        messages.success(request, "Your Crew is in, hidden until your opponent's is in too.")
    return see_other(seat, "game")


def _page_crew(
    request: HttpRequest, seat: PlayerSeat, crew: CampaignCrew | None = None, status: int = 200
) -> HttpResponse:
    side = seat.own
    campaign = seat.visit.campaign
    context = {
        "seat": seat,
        "side": side,
        "game": seat.game,
        "week": seat.game.week,
        "campaign": campaign,
        "size": seat.game.size or seat.game.ceiling,
        "page": crew_page.load(campaign, seat.game, side, crew),
        "refused": status == 422,
    }
    part = is_part(request)
    template = "campaigns/game/_crew_body.html" if part else "campaigns/game/crew.html"
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def schemes(request: HttpRequest, slug: str, week: int, table: int) -> HttpResponse:
    """Write one's Schemes down before a game. Nobody but the owner gets this page."""
    seat = access.played_side(request.user, slug, week, table)
    expect_going_on(seat.visit.campaign)
    if seat.game.state != Game.State.PLAYING or written.how_written(seat.game) is None:
        return see_other(seat, "game")
    side = seat.own
    form = written.SchemesForm(request.POST if request.method == "POST" else None, seat.game, side)
    if request.method == "POST" and form.is_valid():
        try:
            written.write_down(side, request.user, form.choices())
        except Refusal as refusal:
            form.add_error(None, [str(violation) for violation in refusal.violations] or [str(refusal)])
        else:
            messages.success(request, "Your Schemes are written down.")
            return see_other(seat, "game")
    context = {
        "seat": seat,
        "game": seat.game,
        "week": seat.game.week,
        "campaign": seat.visit.campaign,
        "form": form,
        "stands": all(each.schemes for each in seat.sides),
        "own": [written.words(choice, seat.game) for choice in written.written_by(side)],
    }
    return render(request, "campaigns/game/schemes.html", context, status=422 if form.errors else 200)


@require_safe
def additional_games(request: HttpRequest, slug: str) -> HttpResponse:
    visit = access.player(request.user, slug)
    expect_going_on(visit.campaign)
    page = game_page.additional_games_of(visit.entry)
    return show(request, "campaigns/game/additional.html", visit, page=page, key=new_key())
