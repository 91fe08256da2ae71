"""Pages of rulings: where an organiser begins, the preview, and the ruling that everybody can read."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit, Seat
from mfcampaign.campaigns.game.report.forms import ReportForm
from mfcampaign.campaigns.game.report.views import form_for
from mfcampaign.campaigns.game.steps import sides_of
from mfcampaign.campaigns.league.page import act_key, back_to, new_key, paged, show
from mfcampaign.campaigns.models import Game
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import queries as rulings_page
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.rulings.forms import PLAYER_FORMS, CrewsForm, RulingForm
from mfcampaign.campaigns.rulings.plans.enter import bring, enterable
from mfcampaign.campaigns.rulings.plans.result import brought
from mfcampaign.campaigns.rulings.queries import RULABLE
from mfcampaign.web.refusals import in_words
from rules.campaign.crew import CampaignCrew
from rules.plain_numbers import whole
from rules.refusal import Refusal

PAGE = 12


# -- what everybody reads ---------------------------------------------------------------------------


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling with its reason, who made it, and what it changed."""
    visit = access.league(request.user, slug)
    page = paged(request, rulings_page.rulings(visit.campaign), PAGE)
    readable = [rulings_page.read(row) for row in page.object_list]
    return show(request, "campaigns/rulings/list.html", visit, page=page, rulings=readable)


@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: PersonRequest, slug: str, number: int) -> HttpResponse:
    """One ruling. An organiser's POST looks at what undoing it would change."""
    visit = access.league(request.user, slug)
    row = get_object_or_404(rulings_page.rulings(visit.campaign), number=number)
    if request.method == "POST":
        if not visit.organiser:
            raise Http404
        return show_preview(request, visit, requests.Undo(ruling=number))
    readable = rulings_page.read(row)
    return show(request, "campaigns/rulings/ruling.html", visit, here=f"Ruling {number}", ruling=readable)


# -- where an organiser begins ----------------------------------------------------------------------


@require_safe
def new_ruling(request: HttpRequest, slug: str) -> HttpResponse:
    """Games and players of the league: whatever went wrong, it was with one of them."""
    visit = access.organiser(request.user, slug)
    return show(
        request,
        "campaigns/rulings/start.html",
        visit,
        games=rulings_page.games(visit.campaign, request.user),
        players=rulings_page.players(visit.campaign),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def rule_on_game(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """A game whose result is final: correct it, void it, open it again."""
    visit = access.organiser(request.user, slug)
    seat = access.at_table(visit, week, table)
    if seat.game.state not in RULABLE:
        return back_to("rule", slug, week, table)
    if request.method != "POST":
        return _game_page(request, seat, _form(seat))
    do = request.POST.get("do", "")
    if do == "void":
        return show_preview(request, visit, requests.VoidGame(encounter=seat.game.pk))
    if do == "reopen":
        return show_preview(request, visit, requests.ReopenResult(encounter=seat.game.pk))
    if do.startswith("choice-") and (aftermath := whole(do[7:])) is not None:
        return show_preview(request, visit, requests.ReopenAnswer(aftermath=aftermath))
    form = _form(seat, request.POST)
    if form is None:
        raise Refusal("This game ended without a result.", fix="Enter one, or void the game.")
    if not form.is_valid():
        return _game_page(request, seat, form, status=422)
    ruling_request = requests.CorrectResult(encounter=seat.game.pk, result=form.result())
    try:
        return show_preview(request, visit, ruling_request)
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        return _game_page(request, seat, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
def enter_result(request: PersonRequest, slug: str, week: int, table: int) -> HttpResponse:
    """The result of a game that was played and not reported. Who took part is said first and stands in the
    address, then the report; the preview shows all that follows."""
    visit = access.organiser(request.user, slug)
    seat = access.at_table(visit, week, table)
    if seat.game.state in Game.WITH_RESULT:
        return back_to("rule_on_game", slug, week, table)
    if seat.party or not enterable(seat.game):
        return _enter_page(request, seat)
    sides = sides_of(seat.game)
    crews: tuple[CampaignCrew, ...] = ()
    crews_form = None
    if seat.game.revealed_at is None:
        crews_form = CrewsForm(request.GET or None, sides=sides, campaign=visit.campaign)
        if not crews_form.is_valid():
            return _enter_page(request, seat, crews_form, status=422 if request.GET else 200)
        crews = crews_form.crews()
        try:
            bring(seat.game, sides, crews)
        except Refusal as refusal:
            crews_form.add_error(None, in_words(refusal))
            return _enter_page(request, seat, crews_form, status=422)
    brought_seat = replace(seat, sides=sides)
    form = form_for(brought_seat, request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _enter_page(request, seat, form=form, status=422 if form.is_bound else 200)
    wanted = requests.EnterResult(encounter=seat.game.pk, result=form.result(), crews=crews)
    try:
        return show_preview(request, visit, wanted)
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        return _enter_page(request, seat, form=form, status=422)


def _enter_page(
    request: HttpRequest,
    seat: Seat,
    crews_form: CrewsForm | None = None,
    form: ReportForm | None = None,
    status: int = 200,
) -> HttpResponse:
    game = seat.game
    return show(
        request,
        "campaigns/rulings/enter.html",
        seat.visit,
        status=status,
        here=f"Week {game.week.number}, table {game.table}",
        game=game,
        week=game.week,
        seat=seat,
        party=seat.party,
        crews_form=crews_form,
        form=form,
        sides=form.sides() if form is not None else [],
    )


def _form(seat: Seat, data: Any = None) -> ReportForm | None:
    """The report's own form with the final result; ``None`` for a game without one."""
    if seat.game.state == Game.State.FORFEITED:
        return None
    return form_for(seat, data, facts=brought(seat.game, seat.sides))


def _game_page(request: HttpRequest, seat: Seat, form: ReportForm | None, status: int = 200) -> HttpResponse:
    game = seat.game
    return show(
        request,
        "campaigns/rulings/game.html",
        seat.visit,
        status=status,
        here=f"Week {game.week.number}, table {game.table}",
        game=game,
        week=game.week,
        seat=seat,
        party=seat.party,
        enterable=enterable(game),
        form=form,
        sides=form.sides() if form is not None else [],
        choices=rulings_page.open_choices(game),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def rule_on_player(request: PersonRequest, slug: str, entry: int) -> HttpResponse:
    """Everything that can be given to, taken from, or changed for one player."""
    visit = access.organiser(request.user, slug)
    owner = get_object_or_404(rulings_page.players(visit.campaign), pk=entry)
    owner.campaign = visit.campaign
    page = rulings_page.player(visit.campaign, owner)
    forms = {
        form.kind: form for form in (form_class(page=page) for form_class in PLAYER_FORMS) if form.possible
    }
    status = 200
    if request.method == "POST":
        kind = request.POST.get("kind", "")
        if kind not in forms:
            raise Refusal("Choose what to do.", fix="The page lists it.")
        form = type(forms[kind])(request.POST, page=page)
        if form.is_valid():
            if form.clock_note:
                messages.warning(request, form.clock_note)
            return show_preview(request, visit, form.ruling_request())
        forms[kind], status = form, 422
    return show(
        request,
        "campaigns/rulings/player.html",
        visit,
        status=status,
        here=owner.label,
        owner=owner,
        page=page,
        own=owner.user_id == request.user.pk,
        forms=list(forms.values()),
    )


# -- preview and act --------------------------------------------------------------------------------


@never_cache
@require_POST
def preview(request: PersonRequest, slug: str) -> HttpResponse:
    """The preview again with other choices, or the ruling itself."""
    visit = access.organiser(request.user, slug)
    ruling_request = replace(
        ruling_operations.read(request.POST.get("request", "")), chosen=tuple(request.POST.getlist("chosen"))
    )
    if request.POST.get("do") != "act":
        return show_preview(request, visit, ruling_request)
    form = RulingForm(request.POST)
    if not form.is_valid():
        return show_preview(request, visit, ruling_request, form, status=422)
    if set(ruling_request.chosen) != set(request.POST.getlist("looked")):
        form.add_error(None, "You have decided otherwise since you looked: this is what it does now.")
        return show_preview(request, visit, ruling_request, form, status=422)
    try:
        ruling = ruling_operations.rule(
            visit.campaign,
            request.user,
            ruling_request,
            form.cleaned_data["reason"],
            seen=request.POST.get("seen", ""),
            key=act_key(request, "ruling", request.user.pk),
        )
    except AlreadyDone as done:
        return back_to("ruling", slug, done.act.facts["ruling"])
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        return show_preview(request, visit, ruling_request, form, status=422)
    messages.success(request, f"Ruling {ruling.number} is confirmed. Everybody can read it here.")
    return back_to("ruling", slug, ruling.number)


def show_preview(
    request: PersonRequest,
    visit: LeagueVisit,
    ruling_request: requests.AnyRequest,
    form: RulingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The preview; a posted key is kept, so that a form sent twice makes one ruling."""
    plan = ruling_operations.preview(visit.campaign, request.user, ruling_request)
    return show(
        request,
        "campaigns/rulings/preview.html",
        visit,
        status=status,
        plan=plan,
        ruling_request=ruling_operations.written(replace(ruling_request, chosen=())),
        rows=[change for change in plan.changes if not _of_purse(change)],
        places=rulings_page.places(visit.campaign, plan.changes),
        form=form or RulingForm(),
        key=request.POST.get("key") or new_key(),
    )


def _of_purse(change: Any) -> bool:
    return type(change).__name__ in ("Earned", "Moved", "Refunded")
