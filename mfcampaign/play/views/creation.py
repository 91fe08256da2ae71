"""Pages before an Encounter: the list, a new one, invitations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest, PortalRequest
from mfcampaign.accounts.visitors import expect_visitor, remember_look, visitors_too
from mfcampaign.play import access
from mfcampaign.play.forms import (
    OPPONENT,
    OWN,
    TABLE,
    ClockForm,
    NameForm,
    NewForm,
    RecordForm,
    agreed_of,
    begun_here,
    expect_agreed,
    has_account,
    own_crews,
)
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation, open_play
from mfcampaign.play.queries import board, under_way
from mfcampaign.play.terrain import TerrainForm, terrain_preview
from mfcampaign.web.navigation import edition_for
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal


@require_safe
@visitors_too
def encounters(request: PortalRequest) -> HttpResponse:
    """List the person's Encounters, the latest first; without an account those of this browser."""
    kept_days = creation.KEPT_WITHOUT_ACCOUNT.days
    return render(
        request, "play/list.html", {"encounters": under_way.played(request.user), "kept_days": kept_days}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_too
def new(request: PortalRequest) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    naming = NameForm(data, initial={"name": public_id()})
    edition = edition_for(request, lambda each: each.play is not None)
    shown = {"edition": edition, "editions": [(each.code, each.name) for each in begun_here()]}
    if agreed_of(edition) is None:
        if data is not None:
            expect_agreed(edition)
        return render(request, "play/not_played.html", shown)
    mine, alone = own_crews(request, edition).values(), not has_account(request.user)
    last = request.session.get(LAST, {}).get(edition.code, {})
    initial = last | _from_address(request)
    form = NewForm(data, edition=edition, crews=mine, alone=alone, initial=initial)
    terrain = TerrainForm(data, user=request.user, ground=last.get("ground", ""))
    clocks = ClockForm(data, request.GET)
    looking = "look" in request.POST
    if naming.is_valid() and form.is_valid() and clocks.is_valid() and not looking:
        person = expect_visitor(request)
        chosen, name = form.cleaned_data, naming.cleaned_data["name"]

        def make() -> Encounter:
            setup = form.setup(person, name, ground)
            return creation.create(
                person,
                setup,
                seat=chosen["seat"],
                name=name,
                clock=clocks.limit,
                brought=form.brought,
                **form.ways,
            )

        try:
            ground = terrain.terrain(request)
            row = creation.create_once(person, name, make)
        except Refusal as refusal:
            form.add_error(None, in_words(refusal))
        else:
            _keep_choice(request, edition.code, chosen | {"ground": terrain.cleaned_data["ground"] or "open"})
            return redirect(row, permanent=False)
    remember_look(request)
    cards = form.cards()
    context = shown | {
        "cards": [card for card in cards if not card.offer.refused],
        "refused": [card.offer for card in cards if card.offer.refused],
        "asked": next((card.offer for card in cards if card.asked and card.offer.refused), None),
        "strange": request.GET.get(OWN, "") not in {"", *(card.offer.key for card in cards)},
        "naming": naming,
        "form": form,
        "terrain": terrain,
        "clocks": clocks,
        "preview": terrain_preview(request, terrain) if looking else None,
    }
    return render(request, "play/new.html", context, status=422 if form.is_bound and not looking else 200)


LAST = "play-last"
"""What the session calls what was chosen last for a new Encounter, by edition."""
KEPT_CHOICES = (OWN, OPPONENT, "against", "seat", "ground")


def _keep_choice(request: PortalRequest, edition: str, chosen: Mapping[str, Any]) -> None:
    """Begin the next Encounter of the edition in this browser with the same choice."""
    kept = {name: chosen[name] for name in KEPT_CHOICES if name in chosen}
    request.session[LAST] = request.session.get(LAST, {}) | {edition: kept}


ADDRESSED = ("drawn", "opponent", "own", "crews", "size", "format")


def _from_address(request: PortalRequest) -> dict[str, str]:
    """Initial values from the address: the drawn set-up, the side, one's own Crew, size and kind."""
    return {name: request.GET[name] for name in ADDRESSED if name in request.GET}


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_too
def new_record(request: PersonRequest) -> HttpResponse:
    """Begin a record of a game at a real table outside a league."""
    edition = edition_for(request, lambda each: each.record is not None)
    if edition.record is not None and edition.record.recorded_after is not None:
        address = urlencode({"edition": edition.code, "opponent": TABLE})
        return redirect(f"{reverse('play:new')}?{address}")
    shown = {"edition": edition, "editions": [(each.code, each.name) for each in begun_here()]}
    if edition.record is None:
        if request.method == "POST":
            open_play.recorded(edition)
        return render(request, "play/not_played.html", shown)
    form = RecordForm(request, edition)
    context: dict[str, Any] = shown | {"form": form}
    if getattr(request, "htmx", False) and request.htmx.target == "by-hand":
        return render(request, "play/_by_hand.html", context)
    if "look" in request.POST:
        context["preview"] = terrain_preview(request, form.terrain) if request.POST["look"] == "1" else None
        return render(request, "play/new_record.html", context)
    if form.bound and form.readable:
        expect_visitor(request)
        try:
            row = form.begin()
        except Refusal as refusal:
            context["violations"] = refusal.violations or (refusal,)
        else:
            if row is not None:
                return redirect(row, permanent=False)
    remember_look(request)
    return render(request, "play/new_record.html", context, status=422 if form.bound else 200)


@require_safe
@visitors_too
def terrain(request: PersonRequest) -> HttpResponse:
    """Preview the chosen terrain as a small picture with its score; nothing is stored."""
    form = TerrainForm(request.GET, user=request.user, deployment=request.GET.get("deployment", ""))
    return render(request, "play/_terrain_preview.html", {"preview": terrain_preview(request, form)})


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_too
def join(request: PersonRequest, token: str) -> HttpResponse:
    """Show an invitation, and take the seat on POST."""
    seat = access.invited(token)
    remember_look(request)
    if request.method == "POST":
        expect_visitor(request)
        return redirect(creation.join(seat, request.user))
    context = {"seat": seat, "encounter": seat.encounter, "drawn": board.before(seat.encounter)}
    return render(request, "play/join.html", context)
