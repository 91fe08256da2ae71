"""A Crew to read: by its share link, as text, on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog.queries import cards_with_pack
from mfcampaign.catalog.sheets import sheet, upgrade_sheet
from mfcampaign.crews import queries
from mfcampaign.crews.access import shared_or_404
from mfcampaign.crews.models import Crew
from mfcampaign.crews.outings import history_of
from mfcampaign.crews.views.common import opened


@require_safe
def share(request: HttpRequest, token: str) -> HttpResponse:
    """The Crew as it is now, without the owner's notes, for everybody who has the link."""
    build = queries.build(shared_or_404(token))
    answer = render(request, "crews/share.html", {"build": build, "crew": build.crew})
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@opened
def games(request: PortalRequest, crew: Crew) -> HttpResponse:
    """The games that the Crew was brought to, and the story of each of its models."""
    context = {"crew": crew, "history": history_of(request.user, crew)}
    return render(request, "crews/games.html", context)


@require_safe
@opened
def text(request: HttpRequest, crew: Crew) -> HttpResponse:
    """The Crew as text; ``?form=app`` as the official app writes it."""
    return _plain(request, crew)


@require_safe
def share_text(request: HttpRequest, token: str) -> HttpResponse:
    return _plain(request, shared_or_404(token))


@require_safe
@opened
def print_sheet(request: HttpRequest, crew: Crew) -> HttpResponse:
    """One A4: figures, Upgrades, boxes to tick for Health."""
    build = queries.build(crew)
    return render(request, "crews/print.html", {"build": build, "crew": build.crew})


@require_safe
@opened
def print_cards(request: HttpRequest, crew: Crew) -> HttpResponse:
    """A Stat Card for each model of the Crew, once a name, the card that its Leader brings, and each Upgrade
    on which a house wrote; ``?size=card`` as wide as a card in a sleeve."""
    build = queries.build(crew)
    printed, upgrades = cards_with_pack(crew.release_id, crew.pack_id)
    slugs = dict.fromkeys(line.slug for line in build.report.lines if line.slug in printed)
    brought = [build.leader_card.slug] if build.leader_card else []
    borne = dict.fromkeys((*brought, *(slug for seat in build.seats for slug in seat.bought)))
    context = {
        "build": build,
        "crew": crew,
        "sheets": [sheet(printed[slug]) for slug in slugs],
        "upgrades": [upgrade_sheet(upgrades[slug]) for slug in borne if upgrades[slug].figures],
        "small": request.GET.get("size") == "card",
    }
    return render(request, "crews/cards.html", context)


def _plain(request: HttpRequest, crew: Crew) -> HttpResponse:
    build = queries.build(crew)
    written = build.app_text if request.GET.get("form") == "app" else build.text
    answer = HttpResponse(written, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="crew-{crew.public_id}.txt"'
    return answer
