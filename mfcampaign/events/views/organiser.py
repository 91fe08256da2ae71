"""The organisers' pages of an event: people, rounds, results. What their forms do is in ``events.api``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import structs

from mfcampaign.accounts.names import zones
from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.events import access, corrections, drafts, stages
from mfcampaign.events.drafts import SEARCHED
from mfcampaign.events.forms import PRESETS, AddForm, CreateForm, SettingsForm
from mfcampaign.events.loading import CONFIRMED, Record, numbers
from mfcampaign.events.models import Event
from mfcampaign.events.operations import creation, people, results, rounds
from mfcampaign.events.queries import ladder as rungs
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.choices import choices
from mfcampaign.events.snapshots import GameSnapshot
from mfcampaign.events.views.page import back_to, show, unchanged, whole
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.navigation import edition_for
from mfcampaign.web.resilience.cost import expensive

FEW_CHOICES = 4


@sign_in_to("announce an event")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    """A new event in two minutes."""
    form = CreateForm(request.POST or None, user=request.user, initial={"edition": edition_for(request).code})
    if request.method == "POST" and form.is_valid():
        event = creation.create_open_event(request.user, **form.options())
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
        teams=list(record.teams.values()),
        adding=_adding(request, visit.event),
        may_add=people.may_be_added(visit.event),
        address=request.build_absolute_uri(reverse("events:event", args=[slug])),
        searched=visit.event.format in SEARCHED,
        minutes_offered=(5, 15, -5),
        settled=drafts.settled(record),
        sides=_sides(record),
        unsettled=record.unsettled,
        **pages.beside(record),
        cut_is_open=stages.cut_is_open(record),
        challenges=rungs.open_challenges(record),
        rungs=rungs.rungs(visit.event) if climbs else [],
    )


def _sides(record: Record) -> list[Any]:
    """What can be settled for the next round: the players who are here, or their teams."""
    return [record.teams[number] for number in record.teams_here] if record.event.of_teams else record.here


def _quick(games: Sequence[GameSnapshot]) -> list[GameSnapshot]:
    """The games whose results are entered side by side: open ones that need no word of their own."""
    return [game for game in games if game.b and not game.match and game.state in ("open", "reported")]


def _adding(request: HttpRequest, event: Event) -> AddForm:
    form = AddForm(auto_id="add_%s", event=event)
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
        players=[(player, record.teams.get(player.team)) for player in listed[:200]],
        teams=list(record.teams.values()),
        many=len(listed) > 200,
        find=request.GET.get("find", ""),
        adding=_adding(request, visit.event),
        may_add=people.may_be_added(visit.event),
        open=people.registers(visit.event),
    )


@never_cache
@require_safe
def codes(request: HttpRequest, slug: str) -> HttpResponse:
    """The players' codes for printing, to cut apart."""
    visit = access.organiser(request.user, slug)
    with expensive(request):
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
        with expensive(request):
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
        changed=drafts.changes(record, looked_at),
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
        searched=visit.event.format in SEARCHED and not looked_at.knockout and not visit.event.of_teams,
        matches=pages.match_rows(record, number),
        unsettled=[match for match in record.matches_of(number) if not match.settled],
        may_be_taken_back=rounds.may_be_taken_back(visit.event, looked_at, games),
    )


@never_cache
@require_safe
def correction(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """What correcting a result would change, before it is done."""
    visit = access.organiser(request.user, slug)
    record = cached_record(visit.event)
    game = next((g for g in record.of_round(number) if g.pk == pk and g.b is not None), None)
    if game is None:
        raise Http404
    if "outcome" not in request.GET:
        return back_to("organiser_round", slug, number)
    vp = whole(request.GET.get("vp_a", "")), whole(request.GET.get("vp_b", ""))
    outcome, winner = request.GET["outcome"], whole(request.GET.get("winner") or "0") or None
    if outcome not in results.OUTCOMES:
        raise Http404
    texts = [request.GET.get(f"penalty_{side}", "") for side in ("a", "b")]
    first, second = (whole(text) if text else None for text in texts)
    result = corrections.entered(game, vp, (first, second), outcome, winner)
    given = structs.asdict(result)
    return show(
        request,
        "correction.html",
        visit,
        here=f"Correct a result of round {number}",
        game=game,
        corrected=structs.replace(game, **given, state=CONFIRMED),
        given=given,
        reason=request.GET.get("reason", ""),
        follows=corrections.what_follows(record, game, result),
    )


@never_cache
@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Slips of a round for those who rather write: one a table."""
    visit = access.organiser(request.user, slug)
    record = cached_record(visit.event)
    games = [g for g in record.of_round(number) if g.b is not None]
    if not games:
        raise Http404
    teams = record.teams
    with expensive(request):
        halves = {
            p.number: (
                p,
                teams.get(p.team),
                qr(request.build_absolute_uri(reverse("events:seat", args=[p.code]))),
            )
            for game in games
            for p in (game.a, game.b)
            if p is not None
        }
    both = [(game, [halves[n] for n in numbers(game)]) for game in games]
    return show(request, "slips.html", visit, here=f"Slips of round {number}", slips=both, number=number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about the event that can be set; what that changes of a running one is shown first."""
    visit = access.organiser(request.user, slug)
    form = SettingsForm(request.POST if request.method == "POST" else None, event=visit.event)
    changes: Sequence[str] = ()
    if request.method == "POST" and form.is_valid():
        changes = creation.what_changes(visit.event, form.options()).sentences
        if request.POST.get("seen", "") == " ".join(changes):
            creation.change(visit.event, request.user, **form.options())
            messages.success(request, "Settings saved.")
            _say_clocks(request, form)
            return back_to("manage", slug)
    return show(
        request,
        "settings.html",
        visit,
        here="Settings",
        form=form,
        zones=zones(),
        changes=changes,
        seen=" ".join(changes),
        status=422 if form.errors else 200,
    )
