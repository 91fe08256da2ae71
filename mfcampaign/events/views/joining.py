"""Pages to sign up, and a player's own page, which needs no account."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.signing_in import signs_in_to
from mfcampaign.events import access
from mfcampaign.events.forms import DeclareForm, ReportForm, SignUpForm
from mfcampaign.events.operations import people
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.views import ladder as ladder_views
from mfcampaign.events.views.page import back_to, show, unchanged
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.navigation import asked_to_sign_in
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.refusal import Refusal

SIGN_UPS_AN_HOUR = 120
"""The limit of one person, or of one address without an account: all players in a hall may share one."""


@signs_in_to("join the event")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Sign up for the event, or for its waiting list."""
    visit = access.event(request.user, slug)
    if visit.player is not None:
        return back_to("seat", visit.player.code)
    person = request.user if request.user.is_authenticated else None
    if request.method == "POST" and person is None and not visit.event.by_name:
        return asked_to_sign_in(request)
    if request.method == "POST":
        limit_rate(request, "event-sign-up", SIGN_UPS_AN_HOUR, _too_many())
    initial = {"name": str(person or "")}
    form = SignUpForm(request.POST if request.method == "POST" else None, initial=initial, event=visit.event)
    if request.method == "POST" and form.is_valid():
        player = people.sign_up(visit.event, person, user=person, **form.cleaned_data)
        messages.success(request, "You are in. This page is yours: keep its address.")
        return back_to("seat", player.code)
    record = cached_record(visit.event)
    playing = sum(p.in_play and not p.ringer for p in record.players.values())
    return show(
        request,
        "join.html",
        visit,
        here="Sign up",
        form=form,
        playing=playing,
        teams=list(record.teams.values()),
        open=people.registers(visit.event),
        status=422 if form.errors else 200,
    )


@never_cache
@require_safe
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """A player's own page: what to do now, the form for it, the code to show an organiser."""
    here = access.seat(request.user, code)
    if same := unchanged(request, here.event):
        return same
    record = cached_record(here.event)
    player = record.players[here.player.number]
    game = pages.own_game(record, player)
    match, choosing = pages.own_match(record, player), record.choosing(player.number)
    other = next((team for team in match.teams if team.number != player.team), None) if match else None
    seated = record.teams_here.get(player.team, []) if choosing else []
    seated_numbers = [mate.number for mate in seated]
    # A captain's choice is secret from organisers too, who hold every code.
    chosen = choosing if not here.organiser or here.player.user_id == request.user.pk else None
    order = (chosen.order_a if chosen.a.captain == player.number else chosen.order_b) if chosen else ()
    context = {
        "event": here.event,
        "player": player,
        "organiser": here.organiser,
        "action": pages.own_action(record, player),
        "game": game,
        "team": record.teams.get(player.team),
        "mates": record.members(player.team) if player.team else [],
        "match": match,
        "opponents": record.members(other.number) if other is not None else [],
        "other_team": other,
        "choosing": choosing,
        "seated": seated,
        "orders": [(number, place) for place, number in enumerate(order or seated_numbers, start=1)],
        "reporting": ReportForm(auto_id="report_%s", event=here.event),
        "declaring": DeclareForm(event=here.event, initial={"faction": player.faction, "crew": player.crew}),
        "games": pages.games_of(record, player),
        "round": game.round if game is not None else record.current,
        "now": timezone.now(),
        "code": code,
        "qr": qr(request.build_absolute_uri(reverse("events:seat", args=[code]))),
        "news": list(here.event.news.all()[:2]),
    } | ladder_views.own(record, player)
    answer = render(request, "events/seat.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _too_many() -> Refusal:
    return Refusal("That was too much within an hour.", fix="Wait a while, or ask an organiser.")
