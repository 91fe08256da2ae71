"""Teams of an event: who is in which, their standings, and what their captains choose."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_place
from mfcampaign.events.access import Seat, Visit
from mfcampaign.events.api.common import EVENT, PLAYER, ROUND, SEAT, TAG, Number, organises, plays, visit
from mfcampaign.events.operations import team_rounds, teams
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from rules.wording import counted

TEAM = f"{EVENT}teams/<int:team>/"


class EventTeamRow(Struct, frozen=True):
    """A team with the numbers of its players; ``captain`` is one of them, 0 while it has none."""

    number: int
    name: str
    captain: int
    players: tuple[int, ...]


class EventTeamPlace(Struct, frozen=True):
    """One line of the standings of teams: matches, match points, table points (two a game, one a draw), and
    Victory Points; ``by`` parts it from the line above."""

    rank: int
    team: int
    name: str
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    tables: int
    difference: int
    vp: int
    by: str
    tied: bool


class TeamChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a team, a new one or one that is there; empty for none."""

    team: Annotated[str, Meta(max_length=40)] = ""


class TeamChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a team, and which of its players is the captain."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    captain: Number


class TeamOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The players of your team who are here, by number, table by table, for a round."""

    round: Number
    order: Annotated[tuple[Number, ...], Meta(max_length=12)] = ()


@get(f"{EVENT}teams/", Page[EventTeamRow], query=PageQuery, open=True, tag=TAG)
def event_teams(call: PortalCall, event: str) -> Page[EventTeamRow]:
    """The teams by number; none where everybody plays for themselves."""
    record = cached_record(visit(call, event).event)
    return by_place(
        list(record.teams.values()),
        call.query,
        lambda team: EventTeamRow(
            team.number, team.name, team.captain, tuple(p.number for p in record.members(team.number))
        ),
    )


@get(f"{EVENT}teams/standings/", Page[EventTeamPlace], query=PageQuery, open=True, tag=TAG)
def event_team_standings(call: PortalCall, event: str) -> Page[EventTeamPlace]:
    """The standings of teams: match points, then table points, then Victory Points."""
    return by_place(pages.team_standings(visit(call, event).event), call.query, _place)


def _place(row: pages.TeamRow) -> EventTeamPlace:
    names = [name for name in EventTeamPlace.__struct_fields__ if name != "name"]
    return EventTeamPlace(name=row.team.name, **{name: getattr(row.place, name) for name in names})


@organises("put", f"{PLAYER}team/", example={"team": "Tower"})
def put_in_team(call: PersonCall, visit: Visit, player: int, body: TeamChoice) -> str:
    """Put a player who has not played yet into a team, or out of theirs."""
    row = teams.put_in_team(visit.event, call.user, player, body.team)
    return f"{row.name} plays for {row.team.name}." if row.team else f"{row.name} is in no team."


@organises("put", TEAM, example={"name": "Tower", "captain": 2})
def change_team(call: PersonCall, visit: Visit, team: int, body: TeamChange) -> str:
    """Give a team another name or another captain."""
    return f"{teams.change_team(visit.event, call.user, team, body.name, body.captain).name} is changed."


@organises("post", f"{ROUND}tables/")
def settle_team_tables(call: PersonCall, visit: Visit, round: int) -> str:
    """Settle the tables that captains have not chosen: who has not plays in the order of joining."""
    matches = team_rounds.settle_orders(visit.event, call.user, round)
    return f"The tables of {counted(matches, 'match', 'matches')} are settled."


@plays("post", f"{SEAT}tables/", example={"round": 1, "order": [1, 2, 3]})
def choose_team_tables(call: PersonCall, here: Seat, body: TeamOrder) -> str:
    """Choose who of your team plays at which table, as its captain; secret until the other captain has."""
    settled = team_rounds.choose_order(here.event, call.user, here.player, body.round, body.order)
    return "The tables stand: both captains have chosen." if settled else "Chosen: nobody sees it yet."
