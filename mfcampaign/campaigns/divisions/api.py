"""Endpoints of divisions."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from django.http import HttpRequest
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, league
from mfcampaign.campaigns.divisions import operations, queries

TAG = "Leagues"
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:divisions", tag=TAG)
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class DivisionRow(Struct, frozen=True):
    """A division: its rank (1 is the highest), its entries, and the names of those who are expected from the
    season before."""

    id: int
    rank: int
    name: str
    entries: tuple[int, ...]
    expected: tuple[str, ...]


class DivisionNames(Struct, frozen=True, forbid_unknown_fields=True):
    """The highest first; none for one table."""

    names: Annotated[tuple[Name, ...], Meta(max_length=8)]


class DivisionPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an entry plays."""

    division: Id


@get(f"{LEAGUE}divisions/", tuple[DivisionRow, ...], open=True, tag=TAG)
def divisions(call: PortalCall, slug: str) -> tuple[DivisionRow, ...]:
    """The divisions of the league (A-44), the highest first; none where everybody is in one table."""
    visit = league(call, slug)
    return tuple(
        DivisionRow(
            row.pk,
            row.rank,
            row.name,
            tuple(player.pk for player in row.players),
            tuple(one.name for one in row.expected) if visit.member else (),
        )
        for row in queries.divisions(visit.campaign)
    )


def _names_by_line(request: HttpRequest) -> DivisionNames:
    return DivisionNames(tuple(request.POST.get("names", "").splitlines()))


@organises(
    "put",
    f"{LEAGUE}divisions/",
    read_form=_names_by_line,
    example={"names": ["Premier", "Challengers"]},
)
def name_divisions(call: PersonCall, visit: LeagueVisit, body: DivisionNames) -> str:
    """Name the divisions, before the first week."""
    operations.name_divisions(visit.campaign, call.user, body.names)
    return "The divisions are named."


@organises("put", f"{LEAGUE}entries/<int:entry>/division/", example={"division": 2})
def place_in_division(call: PersonCall, visit: LeagueVisit, entry: int, body: DivisionPlace) -> str:
    """Move a player into a division."""
    operations.place(visit.campaign, call.user, entry, body.division)
    return "The player is moved."
