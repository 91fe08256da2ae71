"""The organisers' page of points beside results and of teams."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.points import operations, queries

USUAL = ("Painted a model", "Attendance", "Sportsmanship", "Late report")
"""What organisers usually give or take points for, to choose from."""


@require_safe
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """Who got points for what, and who plays for which team; both are changed here."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    given = queries.points_given(campaign)
    players = list(campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user"))
    challenges = [
        (challenge, [(player, player.pk in challenge.done) for player in players])
        for challenge in queries.challenges(given)
    ]
    return show(
        request,
        "campaigns/points/points.html",
        visit,
        given=given,
        players=players,
        challenges=challenges,
        usual=[*dict.fromkeys((*USUAL, *(row.why for row in given)))],
        counts=operations.counts_points(campaign),
        over=campaign.state in campaign.OVER,
        teams=queries.teams(campaign, league_page.table(campaign)),
        key=new_key(),
    )
