"""Endpoints of divisions and of the next season."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
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


class NextSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """The league that follows."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    starts_on: dt.date


class NextSeasonRow(Struct, frozen=True):
    """The slug of the league that follows."""

    slug: str


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


@organises(
    "post",
    f"{LEAGUE}next-season/",
    example={"name": "The Long Winter II", "starts_on": "2027-01-10"},
    status=201,
)
def open_next_season(call: PersonCall, visit: LeagueVisit, body: NextSeason) -> Done[NextSeasonRow]:
    """Open the season after one that is over, with promotion and relegation."""
    following = operations.open_next_season(
        visit.campaign, call.user, name=body.name, starts_on=body.starts_on, key=call.key
    )
    return Done(
        "The next season is open; its players get a notice.",
        NextSeasonRow(following.slug),
        reverse("campaigns:league", args=[following.slug]),
    )
