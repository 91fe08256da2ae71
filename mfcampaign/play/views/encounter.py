"""The page of one Encounter and its acts: parts for htmx, a redirect for a plain form."""

from __future__ import annotations

import math
import secrets
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import else_sign_in, players_only, visitors_too
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.crews import handing_in
from mfcampaign.live import following
from mfcampaign.play import access, fate_proof, loading
from mfcampaign.play.access import Visit
from mfcampaign.play.engines import Played, recorded_of
from mfcampaign.play.models import Encounter, Seat
from mfcampaign.play.operations import asking as asking_operations
from mfcampaign.play.operations import between_games, creation, playing
from mfcampaign.play.operations.log import AnsweredBefore, StaleVersion
from mfcampaign.play.origins import fruitless, origin_of
from mfcampaign.play.queries import board, clocks, encounter_page, past, record_page, spots
from mfcampaign.play.queries.questions import Further, answer_of, placements_of
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.resilience.cost import expensive
from rules import edition as registry
from rules.game.procedure.asks import Ask
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
@else_sign_in
def encounter(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the Encounter to this visitor."""
    visit = access.visit(request.user, public_id)
    if visit.row.mode == Encounter.Mode.RECORD:
        context = record_page.context(visit) | _invitation(request, visit) | _watched(request, visit)
        if (crew := whole(request.GET.get("crew"))) in (0, 1):
            context["shows"] = crew
        return render(request, "play/record.html", context)
    if visit.row.state == Encounter.State.GATHERING:
        return render(request, "play/before_first_card.html", _gathering(request, visit))
    if visit.row.over:
        return render(request, "play/over.html", over_context(visit))
    try:
        table = _table(visit, listed=_wants_list(request))
    except loading.Diverged as diverged:
        return render(request, "play/corrected.html", _corrected(visit, diverged.kept))
    return render(request, "play/encounter.html", table | _watched(request, visit))


@require_safe
@players_only
def now(request: HttpRequest, public_id: str) -> HttpResponse:
    """The changed parts since the version seen, or 204. While the open question is the same it is not
    replaced, so that what is being typed stays."""
    visit = access.own_visit(request.user, public_id)
    row = visit.row
    if (whole(request.GET.get("seen")) or 0) == row.version and row.state == request.GET.get("state"):
        return HttpResponse(status=204)
    if row.state != Encounter.State.PLAYING or request.GET.get("state") != row.state:
        return _reload()
    try:
        since = whole(request.GET.get("since"))
        page = _table(visit, since=since, listed=_wants_list(request))
    except loading.Diverged:
        return _reload()
    page["fresh_question"] = page["page"].digest != request.GET.get("q")
    return render(request, "play/encounter_parts.html", page)


@require_safe
@visitors_too
def follow(request: HttpRequest, public_id: str) -> HttpResponse:
    """Frames since the version seen, and where to listen for more."""
    visit = access.visit(request.user, public_id)
    return following.follow(request, aggregate_name(visit.row), visit.row.acts, visit.part)


@require_safe
@players_only
def region(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture with the whole region of the move, after the page was loaded; 204 when another
    question is open by now."""
    visit = access.own_visit(request.user, public_id)
    running = visit.row.mode == Encounter.Mode.PLAY and visit.row.state == Encounter.State.PLAYING
    with expensive(request):
        drawn = encounter_page.region(visit) if running else None
    if drawn is None:
        return HttpResponse(status=204)
    return render(request, "play/_tokens.html", {"drawn": drawn, "encounter": visit.row})


@require_safe
@players_only
def spot(request: HttpRequest, public_id: str) -> HttpResponse:
    """The preview of the place pointed at as JSON; 204 when no place is asked for."""
    visit = access.own_visit(request.user, public_id)
    running = visit.row.mode == Encounter.Mode.PLAY and visit.row.state == Encounter.State.PLAYING
    x, y = _inches(request.GET.get("x")), _inches(request.GET.get("y"))
    if not running or x is None or y is None:
        return HttpResponse(status=204)
    with expensive(request):
        seen = spots.spot_at(visit, x, y, request.GET.get("model", ""))
    if seen is None:
        return HttpResponse(status=204)
    return HttpResponse(msgspec.json.encode(seen), content_type="application/json")


@require_safe
@players_only
def pointed(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a tap on a model or on the ground may mean, as JSON; 204 when neither an Action nor who Activates
    is asked for."""
    visit = access.own_visit(request.user, public_id)
    running = visit.row.mode == Encounter.Mode.PLAY and visit.row.state == Encounter.State.PLAYING
    with expensive(request):
        place = _inches(request.GET.get("x")) or 0.0, _inches(request.GET.get("y")) or 0.0
        actor, target = request.GET.get("actor", ""), request.GET.get("model", "")
        offered = spots.meanings(visit, actor, target, place) if running else None
    if offered is None:
        return HttpResponse(status=204)
    return HttpResponse(msgspec.json.encode(offered), content_type="application/json")


@require_safe
@players_only
def rest(request: HttpRequest, public_id: str) -> HttpResponse:
    """A place for every model that is not in the draft of a deployment, as JSON; 204 when nothing is
    deployed."""
    visit = access.own_visit(request.user, public_id)
    running = visit.row.mode == Encounter.Mode.PLAY and visit.row.state == Encounter.State.PLAYING
    with expensive(request):
        places = spots.rest(visit, placements_of(request.GET)) if running else None
    if places is None:
        return HttpResponse(status=204)
    return HttpResponse(msgspec.json.encode(places), content_type="application/json")


@require_POST
@players_only
def fate(request: PersonRequest, public_id: str) -> HttpResponse:
    """Handle one's part of the shuffles: commit, open, speak a phrase, or renew the round."""
    visit = access.own_visit(request.user, public_id)
    seat = access.expect_own(visit, (whole(request.POST.get("seat")) or 0))
    what, text = request.POST.get("do", ""), request.POST.get("given", "")
    try:
        if what == "commit":
            creation.commit(visit.row, request.user, seat, text)
        elif what == "open":
            creation.open_part(visit.row, request.user, seat, text)
        elif what == "speak":
            creation.speak(visit.row, request.user, seat, text)
        elif what == "renew":
            creation.renew(visit.row, request.user, seat)
        else:
            raise Refusal("Nothing was asked for.", fix="Load the page again.")
    except Refusal:
        # A page that was loaded again meanwhile sends its part once more.
        visit.row.refresh_from_db()
        if visit.row.state == Encounter.State.GATHERING:
            raise
    return redirect(visit.row)


@require_POST
@players_only
def asking(request: PersonRequest, public_id: str) -> HttpResponse:
    """Choose whether everything is asked or what matters, settle answers beforehand, or take one off."""
    visit = access.own_visit(request.user, public_id)
    seat = access.expect_own(visit, (whole(request.POST.get("seat")) or 0))
    if name := request.POST.get("ask_again", ""):
        asking_operations.ask_again(visit.row, request.user, seat, name)
        messages.success(request, f"You are asked again: {name}")
    elif names := request.POST.getlist("leave"):
        asking_operations.leave(visit.row, request.user, seat, names)
        messages.success(request, f"You are no longer asked: {', '.join(names)}")
    elif "ask" not in request.POST:
        raise Refusal("Nothing was chosen.", fix="Tick what is not to be asked.")
    else:
        everything = request.POST.get("ask") == "everything"
        asking_operations.ask(visit.row, request.user, seat, everything=everything)
        messages.success(request, f"You are asked {'everything' if everything else 'only what matters'}.")
    return redirect(visit.row)


@require_POST
@players_only
def answer(request: PersonRequest, public_id: str) -> HttpResponse:
    """Handle the visitor's answer; 409 with what they missed when the Encounter changed meanwhile."""
    visit = access.own_visit(request.user, public_id)
    seat = access.expect_own(visit, (whole(request.POST.get("seat")) or 0))
    seen = whole(request.POST.get("seen")) or 0
    key, kind = request.POST.get("key", ""), request.POST.get("kind", "")
    further = Further(request.POST)
    every_time = bool(request.POST.get("every_time") or request.POST.get("each_time"))
    now_asked: Played | None = None
    try:
        now_asked = playing.respond(
            visit.row,
            request.user,
            seat,
            lambda ask: _read(visit, ask, kind, seen, request, further),
            kind=kind,
            seen=seen,
            key=key,
            further=further,
            every_time=every_time,
        )
    except AnsweredBefore as before:
        _say_before(request, visit, before)
    except StaleVersion as missed:
        return _missed(request, visit, missed)
    if every_time:
        visit = access.own_visit(request.user, public_id)
    if kind == "hire":
        handing_in.end(request, visit.row.get_absolute_url())
    return _changed(request, visit, now_asked, answering=seat, since=seen, ahead=further)


def _say_before(request: HttpRequest, visit: Visit, before: AnsweredBefore) -> None:
    """Say that the first request counted. The row is read again: it may have been read before that one was
    done."""
    visit.row.refresh_from_db()
    messages.info(request, before.sentence)


def _read(visit: Visit, ask: Ask, kind: str, seen: int, request: HttpRequest, further: Further) -> Any:
    """The form's answer to the question it was made for. Raise ``StaleVersion`` when another is open
    by now."""
    if ask.kind != kind:
        raise StaleVersion(seen)
    if ask.kind == "hire":
        return creation.hand_in(visit.row, ask, request.user, request.POST.get("crew", ""))
    further.begin(ask)
    return answer_of(ask, request.POST)


@require_POST
@players_only
def back(request: PersonRequest, public_id: str) -> HttpResponse:
    """Take back, answer the other player's request to, or go on where a rule was corrected."""
    visit = access.own_visit(request.user, public_id)
    seen, what = (whole(request.POST.get("seen")) or 0), request.POST.get("do", "")
    seat = visit.own[0]
    try:
        if what in ("agree", "decline"):
            playing.answer_take_back(visit.row, request.user, seat, agreed=what == "agree", seen=seen)
        elif what == "go_on":
            playing.go_on(visit.row, request.user, seat, seen=seen)
        else:
            steps = max(1, (whole(request.POST.get("steps")) or 0))
            key = request.POST.get("key", "")
            playing.take_back(visit.row, request.user, seat, steps=steps, seen=seen, key=key)
    except AnsweredBefore as before:
        _say_before(request, visit, before)
    except StaleVersion as missed:
        return _missed(request, visit, missed)
    return _changed(request, visit)


@require_POST
@players_only
def leave(request: PersonRequest, public_id: str) -> HttpResponse:
    """Give up after a confirmation, answer the other player's request to, or claim the game by the clock."""
    visit = access.own_visit(request.user, public_id)
    what = request.POST.get("do", "")
    if what in ("agree", "decline"):
        playing.answer_end(visit.row, request.user, visit.own[0], agreed=what == "agree")
    elif what == "claim":
        playing.claim_time(visit.row, request.user, visit.own[0])
    elif request.POST.get("sure") != "yes":
        raise Refusal("Nothing was ended.", fix="Tick that you are sure.")
    else:
        playing.give_up(visit.row, request.user, visit.own[0])
    return redirect(visit.row)


@require_POST
@players_only
def say(request: PersonRequest, public_id: str) -> HttpResponse:
    """Send a phrase to the other player. The open question is not replaced."""
    visit = access.own_visit(request.user, public_id)
    between_games.say(visit.row, request.user, request.POST.get("phrase", ""))
    if not getattr(request, "htmx", False) or visit.row.state != Encounter.State.PLAYING:
        return redirect(visit.row)
    return render(request, "play/encounter_parts.html", _table(visit) | {"fresh_question": False})


@require_POST
@players_only
def rematch(request: PersonRequest, public_id: str) -> HttpResponse:
    """Begin a rematch with the sides exchanged."""
    visit = access.own_visit(request.user, public_id)
    return redirect(between_games.rematch(visit.row, request.user))


def over_context(visit: Visit) -> dict[str, Any]:
    facts = loading.facts(visit.row)
    state = loading.state_after(visit.row, facts)
    return {
        "visit": visit,
        "encounter": visit.row,
        "origin": origin_of(visit.row),
        "state": state,
        "sides": [
            {"player": visit.seats[n].label, "name": state.crews[n].name, "vp": state.vp(n)} for n in (0, 1)
        ],
        "ending": fate_proof.ending_of(visit.row, visit.seats),
        "decisions": loading.counting(visit.row).count(),
        "events": len(facts),
        **past.own_choice(visit),
    }


LISTED = "play-listed"
"""What the session calls that the list of whole intents stays open, in every Encounter."""


def _wants_list(request: HttpRequest) -> bool:
    """Whether the visitor has the list of whole intents open."""
    said = request.GET.get("list")
    if said is not None:
        request.session[LISTED] = said == "1"
    return bool(request.session.get(LISTED))


def _table(
    visit: Visit, play: Played | None = None, since: int | None = None, *, listed: bool = False
) -> dict[str, Any]:
    return {
        "page": encounter_page.load(visit, play, since, listed=listed),
        "listed": listed,
        "visit": visit,
        "encounter": visit.row,
        "key": secrets.token_urlsafe(12),
        "fresh_question": True,
        "opponent": next(
            (seat.label for seat in visit.seats if seat.user_id and seat.seat not in visit.own), ""
        ),
        "phrases": between_games.PHRASES,
        "clocks": clocks.shown(visit.row, visit.seats, visit.own),
    }


def _corrected(visit: Visit, kept: int) -> dict[str, Any]:
    """What was played, and which lines of the log follow from more than the first ``kept``
    decisions."""
    row = visit.row
    state = loading.state_after(row, loading.facts(row))
    last = max(loading.counting(row).values_list("number", flat=True)[:kept], default=0)
    heard = None if visit.alone else visit.seat
    return {
        "visit": visit,
        "encounter": row,
        "drawn": board.moment(loading.setup_of(row), state, state),
        "lines": encounter_page.last_lines(row, heard, state, after=last)[::-1],
    }


def _gathering(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    row = visit.row
    ready = all(seat.commitment for seat in visit.seats)
    return {
        "visit": visit,
        "encounter": row,
        "ready": ready,
        "seats": visit.seats,
        "drawn": board.before(row),
        "ground_rule": registry.edition_of(recorded_of(row).code).rows["setup.terrain"],
        "fruitless": fruitless(row),
        "most_fruitless": playing.MOST_FRUITLESS,
        **_invitation(request, visit),
    }


def _invitation(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """The link to the free seat for those who may share it; empty when there is none."""
    empty = next((seat for seat in visit.seats if not seat.user_id and not seat.bot), None)
    if empty is None or not visit.own or visit.row.over:
        return {}
    link = request.build_absolute_uri(reverse("play:join", args=[empty.invitation]))
    return {"link": link, "qr": qr(link)}


def _changed(
    request: HttpRequest,
    visit: Visit,
    play: Played | None = None,
    *,
    answering: int | None = None,
    since: int | None = None,
    ahead: Further | None = None,
) -> HttpResponse:
    """The changed parts; ``ahead`` is what was said and is still to come. On one device the next question is
    open for the side that answered."""
    if not getattr(request, "htmx", False):
        return redirect(visit.row)
    if visit.row.state != Encounter.State.PLAYING:
        return _reload()
    # Remove the refusal of an earlier answer.
    page = _table(visit, play, since, listed=_wants_list(request)) | {
        "answered": True,
        "answering": answering,
    }
    page["ahead"] = ahead if ahead is not None and ahead.left else None
    page["draft"] = ahead.draft if ahead is not None else ""
    return render(request, "play/encounter_parts.html", page)


def _missed(request: HttpRequest, visit: Visit, missed: StaleVersion) -> HttpResponse:
    """409 with what happened since in words, and the current page."""
    visit.row.refresh_from_db()
    if visit.row.state != Encounter.State.PLAYING:
        return _changed(request, visit)
    page = _table(visit, listed=_wants_list(request))
    state = loading.play_of(visit.row).state
    heard = None if visit.alone else visit.seat
    page["missed"] = encounter_page.last_lines(visit.row, heard, state, after=missed.seen)
    page["missed_sentence"] = missed.sentence
    template = "play/encounter_parts.html" if getattr(request, "htmx", False) else "play/encounter.html"
    return render(request, template, page | _watched(request, visit), status=409)


def _watched(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """Whom the visitor lets watch, and the link when both players do."""
    link = visit.row.watch_link
    own = (seat for seat in visit.seats if seat.seat in visit.own and seat.user_id)
    return {
        "watched_by": next((seat.watched for seat in own), ""),
        "watch_choices": Seat.WATCHED,
        "watch_url": request.build_absolute_uri(reverse("play:watch", args=[link])) if link else "",
    }


def _reload() -> HttpResponse:
    answer = HttpResponse(status=200)
    answer["HX-Refresh"] = "true"
    return answer


def _inches(text: str | None) -> float | None:
    try:
        inches = float(text or "")
    except ValueError:
        return None
    return inches if math.isfinite(inches) and abs(inches) < 1000 else None
