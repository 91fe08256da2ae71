"""Endpoints of points beside results and of teams."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, league
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.points import operations, queries
from rules.tournament.standings.teams import TeamStanding

TAG = "Leagues"
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:points", tag="Organising")


@get(f"{LEAGUE}points/", tuple[queries.GivenRow, ...], open=True, tag=TAG)
def points_given(call: PortalCall, slug: str) -> tuple[queries.GivenRow, ...]:
    """Points beside results with their reasons, the newest first."""
    return queries.points_given(league(call, slug).campaign)


@get(f"{LEAGUE}teams/", tuple[TeamStanding, ...], open=True, tag=TAG)
def team_table(call: PortalCall, slug: str) -> tuple[TeamStanding, ...]:
    """The table of teams; empty in a league without."""
    campaign = league(call, slug).campaign
    return queries.teams(campaign, league_page.table(campaign))


class PointsBeside(Struct, frozen=True, forbid_unknown_fields=True):
    """So many points (below 0: taken) for each of these entries, and what for."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=200)]
    points: Annotated[int, Meta(ge=-20, le=20)]
    why: Annotated[str, Meta(min_length=1, max_length=120)]


@organises(
    "post", f"{LEAGUE}organise/points/", example={"entries": [3, 4], "points": 1, "why": "Painted a Master"}
)
def give_points(call: PersonCall, visit: LeagueVisit, body: PointsBeside) -> str:
    """Give players points beside their results, or take some."""
    operations.give_points(visit.campaign, call.user, body.entries, body.points, body.why, key=call.key)
    return "The points count in the table; the diary says what for."


@organises("post", f"{LEAGUE}organise/points/<int:given>/take-back/")
def take_points_back(call: PersonCall, visit: LeagueVisit, given: int) -> str:
    """Take back points that were given by mistake."""
    operations.take_points_back(visit.campaign, call.user, given, key=call.key)
    return "They count no more."


class TeamOfPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The team of an entry; empty for none."""

    team: Annotated[str, Meta(max_length=40)] = ""


@organises("put", f"{LEAGUE}entries/<int:entry>/team/", example={"team": "The Tower"})
def set_team(call: PersonCall, visit: LeagueVisit, entry: int, body: TeamOfPlayer) -> str:
    """Put a player into a team, or into none."""
    operations.set_team(visit.campaign, call.user, entry, body.team, key=call.key)
    return "The team is set."
