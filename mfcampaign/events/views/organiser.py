"""The organisers' pages of an event: people, rounds, results, actions (``ACTIONS``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.names import zones
from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.events import access
from mfcampaign.events.forms import PRESETS, AddForm, CreateForm, SettingsForm
from mfcampaign.events.models import Event
from mfcampaign.events.operations import creation, people, results, round_setup, rounds
from mfcampaign.events.queries import ladder as rungs
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.choices import choices
from mfcampaign.events.snapshots import GameSnapshot
from mfcampaign.events.views import ladder as ladder_views
from mfcampaign.events.views.page import back_to, number, show, unchanged, whole, words
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.resilience.cost import dear
from rules import plain_numbers
from rules.refusal import Refusal
from rules.wording import counted

FEW_CHOICES = 4


@sign_in_to("announce an event")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    """A new event in two minutes."""
    form = CreateForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        event = creation.create_event(request.user, **form.options())
        creation.open_registration(event, request.user)
        messages.success(request, f"{event.name} is open for registration. Send its address to the players.")
        _say_clocks(request, form)
        return back_to("manage", event.slug)
    status = 422 if form.errors else 200
    return render(
        request,
        "events/new.html",
        {"form": form, "zones": zones(), "presets": PRESETS},
        status=status,
    )


def _say_clocks(request: HttpRequest, form: CreateForm) -> None:
    for note in form.clock_notes:
        messages.warning(request, note)


@require_safe
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The organisers' page: next step, players present, missing results."""
    visit = access.organiser(request.user, slug)
    if same := unchanged(request, visit.event):
        return same
    record = cached_record(visit.event)
    climbs = visit.event.climbing
    latest = None if climbs else record.latest
    games = record.rows if climbs else record.of_round(latest.number) if latest else []
    return show(
        request,
        "manage.html",
        visit,
        here="Organiser tools",
        organiser_action=pages.organiser_action(record),
        latest=latest,
        games=games,
        missing=[g for g in games if g.state != "confirmed"],
        quick=_quick(games),
        players=list(record.players.values()),
        adding=_adding(request),
        may_add=people.may_be_added(visit.event),
        address=request.build_absolute_uri(reverse("events:event", args=[slug])),
        searched=visit.event.format in rounds.SEARCHED,
        minutes_offered=(5, 15, -5),
        challenges=rungs.open_challenges(record),
        rungs=rungs.rungs(visit.event) if climbs else [],
    )


def _quick(games: Sequence[GameSnapshot]) -> list[GameSnapshot]:
    """The games whose results are entered side by side: open ones that need no word of their own."""
    return [game for game in games if game.b and not game.match and game.state in ("open", "reported")]


@require_POST
def act(request: PersonRequest, slug: str, verb: str) -> HttpResponse:
    """Carry out one organiser action, and redirect to the page it came from."""
    visit = access.organiser(request.user, slug)
    action = ACTIONS.get(verb)
    if action is None:
        raise Http404
    message = action(request, visit.event)
    if message:
        messages.success(request, message)
    back = request.POST.get("back", "")
    query = {"add": AGAIN, "results": RESULTS, "result": RESULTS}.get(verb, "")
    if verb == "pair":
        drawn = visit.event.played_rounds.order_by("number").last()
        back = str(drawn.number) if drawn is not None else back
    if (number := plain_numbers.whole(back, 999)) is not None:
        return back_to("organiser_round", slug, number, query=query)
    return back_to("people" if back == "people" else "manage", slug, query=query)


RESULTS = "#results"
"""Redirect to the table of results, where the next one is entered."""
AGAIN = "?again=add#add"
"""Redirect to the form for the next player."""


def _adding(request: HttpRequest) -> AddForm:
    form = AddForm(auto_id="add_%s")
    if request.GET.get("again") == "add":
        next(iter(form.fields.values())).widget.attrs["autofocus"] = True
    return form


@never_cache
@require_safe
def people_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The players with an organiser's actions: check-in by list, paid, out, back, codes."""
    visit = access.organiser(request.user, slug)
    record = cached_record(visit.event)
    query = request.GET.get("find", "").strip().casefold()
    listed = [p for p in record.players.values() if query in p.name.casefold() or query in p.club.casefold()]
    return show(
        request,
        "people.html",
        visit,
        here="Players",
        players=listed[:200],
        many=len(listed) > 200,
        find=request.GET.get("find", ""),
        adding=_adding(request),
        may_add=people.may_be_added(visit.event),
        open=people.registers(visit.event),
    )


@never_cache
@require_safe
def codes(request: HttpRequest, slug: str) -> HttpResponse:
    """The players' codes for printing, to cut apart."""
    visit = access.organiser(request.user, slug)
    with dear(request):
        cards = [
            (player, qr(request.build_absolute_uri(reverse("events:seat", args=[player.code]))))
            for player in cached_record(visit.event).players.values()
            if player.in_play
        ]
    return show(request, "codes.html", visit, here="Codes", cards=cards)


@never_cache
@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round as organisers see it, a draft too: reasons, proof, what another choice would cost."""
    visit = access.organiser(request.user, slug)
    record = cached_record(visit.event)
    looked_at = next((r for r in record.rounds if r.number == number), None)
    if looked_at is None:
        raise Http404
    one, other = request.GET.get("one", ""), request.GET.get("other", "")
    change = (
        rounds.what_exchange_breaks(record, looked_at, whole(one), whole(other)) if one and other else None
    )
    why, offered = request.GET.get("why", ""), []
    if why:
        with dear(request):
            offered = choices(record, looked_at, whole(why), FEW_CHOICES)
    games = record.of_round(number)
    placed = {p.number: p for game in games for p in (game.a, game.b) if p is not None}
    two = [whole(one), whole(other)] if change is not None else [game.a.number for game in games[:2]]
    return show(
        request,
        "organiser_round.html",
        visit,
        here=f"Round {number}",
        looked_at=looked_at,
        organiser_action=pages.organiser_action(record),
        latest=record.latest,
        games=games,
        quick=_quick(games),
        places=list(placed.values()),
        selects=list(zip(("one", "other"), ("First", "Second"), two, strict=True)) if len(two) > 1 else (),
        change=change,
        breaches=[b.sentence(record.names) for b in change.breaches] if change else [],
        one=record.players.get(whole(one)) if one else None,
        other=record.players.get(whole(other)) if other else None,
        why=record.players.get(whole(why)) if why else None,
        choices=[choice.sentence(record.names) for choice in offered],
        searched=visit.event.format in rounds.SEARCHED and not looked_at.knockout,
        may_be_taken_back=rounds.may_be_taken_back(visit.event, looked_at, games),
    )


@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Slips of a round for those who rather write: one a table."""
    visit = access.organiser(request.user, slug)
    games = [g for g in cached_record(visit.event).of_round(number) if g.b is not None]
    if not games:
        raise Http404
    return show(request, "slips.html", visit, here=f"Slips of round {number}", games=games, number=number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about the event that can be set."""
    visit = access.organiser(request.user, slug)
    form = SettingsForm(request.POST if request.method == "POST" else None, event=visit.event)
    if request.method == "POST" and form.is_valid():
        creation.change(visit.event, request.user, **form.options())
        messages.success(request, "Settings saved.")
        _say_clocks(request, form)
        return back_to("manage", slug)
    status = 422 if form.errors else 200
    return show(request, "settings.html", visit, here="Settings", form=form, zones=zones(), status=status)


# -- actions ---------------------------------------------------------------------------------------


def _add(request: HttpRequest, event: Event) -> str:
    form = AddForm(request.POST)
    if not form.is_valid():
        raise Refusal("A name has 2 to 40 characters.")
    options = form.cleaned_data | {"rating": form.cleaned_data["rating"] or 0}
    player = people.sign_up(event, request.user, by_organiser=True, **options)
    return f"{player.name} is {player.get_state_display()}."


def _results(request: PersonRequest, event: Event) -> str:
    """Enter every filled line of the table, all or none; empty lines stay open."""
    record = cached_record(event)
    games = [game for game in record.of_round(number(request, "round")) if game.b is not None]
    filled = []
    for game in games:
        how = request.POST.get(f"how-{game.pk}", "score")
        vp = [request.POST.get(f"vp-{side}-{game.pk}", "").strip() for side in ("a", "b")]
        if how == "score" and not any(vp):
            continue
        if how == "score" and not all(vp):
            raise Refusal(
                f"Table {game.table} lacks one side's Victory Points.", fix="Enter both, or neither."
            )
        scored = (whole(vp[0]), whole(vp[1])) if how == "score" else (0, 0)
        if game.state == "confirmed":
            # The players were quicker than who typed.
            if (game.vp_a, game.vp_b, game.outcome) == (*scored, how):
                continue
            raise Refusal(
                f"Table {game.table} has a result by now: {pages.score(game)}.",
                fix="Correct it there, with a reason, if it is wrong.",
            )
        filled.append((game, how, scored))
    if not filled:
        raise Refusal("No result was entered.", fix="Enter both sides' Victory Points at a table.")
    with transaction.atomic():
        for game, how, scored in filled:
            results.rule(event, request.user, game.round.number, game.pk, vp=scored, outcome=how)
    return f"{counted(len(filled), 'result')} saved."


def _who(request: HttpRequest, act: Callable[..., Any], **more: Any) -> str:
    player = act(request.user, number(request, "player"), **more)
    return f"{player.name}: {player.get_state_display()}."


def _result(request: HttpRequest, event: Event) -> str:
    outcome = request.POST.get("outcome", "score")
    vp = (number(request, "vp_a"), number(request, "vp_b")) if outcome == "score" else (0, 0)
    winner = request.POST.get("winner", "")
    results.rule(
        event,
        request.user,
        number(request, "round"),
        number(request, "game"),
        vp=vp,
        outcome=outcome,
        winner=whole(winner) if winner else None,
        reason=words(request, "reason"),
    )
    return "The result is saved."


def _decide(request: HttpRequest, event: Event) -> str:
    other = request.POST.get("other", "")
    what = request.POST.get("what", "")
    rounds.decide(event, request.user, what, number(request, "one"), whole(other) if other else None)
    return "The decision counts for the next round."


def _clock(verb: str) -> Callable[[PersonRequest, Event], str]:
    def action(request: HttpRequest, event: Event) -> str:
        minutes = number(request, "minutes") if verb == "extend" else 0
        round_setup.clock(event, request.user, number(request, "round"), verb, minutes)
        return ""

    return action


def _plain(act: Callable[..., Any], message: str = "") -> Callable[[PersonRequest, Event], str]:
    def action(request: HttpRequest, event: Event) -> str:
        act(event, request.user)
        return message

    return action


def _of_round(act: Callable[..., Any], message: str) -> Callable[[PersonRequest, Event], str]:
    def action(request: HttpRequest, event: Event) -> str:
        act(event, request.user, number(request, "round"))
        return message

    return action


def _of_player(act: Callable[..., Any], **more: Any) -> Callable[[PersonRequest, Event], str]:
    return lambda request, event: _who(request, lambda user, who, **o: act(event, user, who, **o), **more)


def _code(request: HttpRequest, event: Event) -> str:
    player = people.renew_code(event, request.user, number(request, "player"))
    return f"{player.name} has a new code; the old one no longer works."


def _exchange(request: HttpRequest, event: Event) -> str:
    round_ = number(request, "round")
    rounds.exchange(event, request.user, round_, number(request, "one"), number(request, "other"))
    return "They changed places."


def _pair(request: PersonRequest, event: Event) -> str:
    with dear(request):
        rounds.pair(event, request.user)
    return "Look at the pairings, then publish them."


def _again(request: HttpRequest, event: Event) -> str:
    chosen = [whole(n) for n in request.POST.getlist("again")]
    with dear(request):
        rounds.pair_again(event, request.user, number(request, "round"), chosen)
    return "The rest of the round is paired again."


def _scenario(request: PersonRequest, event: Event) -> str:
    reason = words(request, "reason")
    if not reason.strip():
        raise Refusal("Why is it drawn again?", fix="Write a reason: everybody will see it.")
    round_setup.set_scenario(event, request.user, number(request, "round"), reason=reason)
    return "The Encounters are drawn again."


def _tell(request: HttpRequest, event: Event) -> str:
    creation.announce(event, request.user, words(request, "text"))
    return "Announced."


def _cancel(request: HttpRequest, event: Event) -> str:
    creation.cancel(event, request.user, words(request, "reason"))
    return "The event is cancelled."


def _organiser(request: HttpRequest, event: Event) -> str:
    creation.add_organiser(event, request.user, words(request, "username"))
    return "The organiser is added."


ACTIONS: dict[str, Callable[[PersonRequest, Event], str]] = {
    "open": _plain(creation.open_registration, "Registration is open."),
    "begin": _plain(creation.begin, "The event has begun: pair the first round."),
    "pair": _pair,
    "put-away": _plain(rounds.put_away, "The pairings are discarded."),
    "cut": _plain(rounds.make_cut, "The cut is made."),
    "shorten": _plain(rounds.end_early, "No further rounds."),
    "finish": _plain(creation.finish, "The standings are final."),
    "all-here": _plain(people.all_here, "Everybody is checked in."),
    "fill-up": _plain(people.fill_up, "The waiting list moved up."),
    "cancel": _cancel,
    "organiser": _organiser,
    "tell": _tell,
    "add": _add,
    "check-in": _of_player(people.check_in),
    "check-out": _of_player(people.check_in, here=False),
    "out": _of_player(people.leave, because="dropped"),
    "no-show": _of_player(people.leave, because="did not come"),
    "back": _of_player(people.come_back),
    "paid": _of_player(people.mark_paid, paid=True),
    "unpaid": _of_player(people.mark_paid, paid=False),
    "code": _code,
    "publish": _of_round(rounds.publish, "The pairings are out."),
    "take-back": _of_round(rounds.take_back, "The pairings are taken back."),
    "scenario": _scenario,
    "exchange": _exchange,
    "again": _again,
    "decide": _decide,
    "result": _result,
    "results": _results,
    "lift": ladder_views.lifted,
    "place": ladder_views.placed,
    "clock-start": _clock("start"),
    "clock-pause": _clock("pause"),
    "clock-extend": _clock("extend"),
}
