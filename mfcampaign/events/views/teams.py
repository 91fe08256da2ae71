"""The page of teams: who plays for which, and for organisers the forms."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.events import access
from mfcampaign.events.models import Player
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.views.page import show, unchanged


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams with their players and captains. 404 where everybody plays for themselves."""
    visit = access.event(request.user, slug)
    if not visit.event.of_teams:
        raise Http404
    if same := unchanged(request, visit.event):
        return same
    record = cached_record(visit.event)
    ranks = {row.team.number: row.place.rank for row in pages.team_standings(visit.event)}
    in_event = [p for p in record.players.values() if p.state != Player.State.OUT]
    return show(
        request,
        "teams.html",
        visit,
        here="Teams",
        teams=[(team, record.members(team.number), ranks.get(team.number)) for team in record.teams.values()],
        alone=[player for player in in_event if not player.team],
        players=in_event,
        begun=bool(record.published),
    )
