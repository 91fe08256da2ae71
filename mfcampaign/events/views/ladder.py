"""The page of a ladder, and its part of a player's own page."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from mfcampaign.events import access
from mfcampaign.events import ladder as standing
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event
from mfcampaign.events.queries import ladder as ladder_queries
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import PlayerSnapshot
from mfcampaign.events.views.page import show, unchanged

A_PAGE = 24


@require_safe
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Rungs, rules, open challenges and all that ever moved; also on paper."""
    visit = access.event(request.user, slug)
    if not visit.event.climbing:
        raise Http404
    if same := unchanged(request, visit.event):
        return same
    record = cached_record(visit.event)
    return show(
        request,
        "ladder.html",
        visit,
        here="Ladder",
        rungs=ladder_queries.rungs(visit.event),
        rules=standing.rules_of(visit.event).sentences(),
        waiting=ladder_queries.open_challenges(record),
        climb=ladder_queries.climb(visit.event),
        mine=record.players.get(visit.player.number) if visit.player is not None else None,
        page=Paginator(ladder_queries.moves(visit.event), A_PAGE).get_page(request.GET.get("page")),
    )


def own(record: Record, player: PlayerSnapshot) -> dict[str, Any]:
    """The ladder on a player's own page; empty for other formats."""
    event = record.event
    if not event.climbing or event.phase != Event.Phase.RUNNING:
        return {}
    open_ = standing.open_challenge(record, player.number)
    return {
        "challenge": open_,
        "choice": standing.possible_opponents(record, player.number, timezone.now()),
        "costs": standing.refusal_costs(record, player.number),
        "rung": standing.rung_of(record, player.number),
        "rules": standing.rules_of(event).sentences(),
    }
