"""Endpoints of divisions and of the next season."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.campaigns.api_access import LEAGUE, Id, league, organised
from mfcampaign.campaigns.divisions import operations, queries

TAG = "Leagues"
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
    standing = league(call, slug)
    return tuple(
        DivisionRow(
            row.pk,
            row.rank,
            row.name,
            tuple(player.pk for player in row.players),
            tuple(one.name for one in row.expected) if standing.member else (),
        )
        for row in queries.divisions(standing.campaign)
    )


@acts(
    "put",
    f"{LEAGUE}divisions/",
    body=DivisionNames,
    example={"names": ["Premier", "Challengers"]},
    scope="organise",
    tag=TAG,
)
def name_divisions(call: PersonCall, slug: str) -> None:
    """Name the divisions, before the first week."""
    operations.name_divisions(organised(call, slug), call.user, call.body.names)


@acts(
    "put",
    f"{LEAGUE}entries/<int:entry>/division/",
    body=DivisionPlace,
    example={"division": 2},
    scope="organise",
    tag=TAG,
)
def place_in_division(call: PersonCall, slug: str, entry: int) -> None:
    """Move a player into a division."""
    operations.place(organised(call, slug), call.user, entry, call.body.division)


@acts(
    "post",
    f"{LEAGUE}next-season/",
    NextSeasonRow,
    body=NextSeason,
    example={"name": "The Long Winter II", "starts_on": "2027-01-10"},
    scope="organise",
    status=201,
    tag=TAG,
)
def open_next_season(call: PersonCall, slug: str) -> NextSeasonRow:
    """Open the season after one that is over, with promotion and relegation."""
    body: NextSeason = call.body
    campaign = organised(call, slug)
    following = operations.open_next_season(campaign, call.user, name=body.name, starts_on=body.starts_on)
    return NextSeasonRow(following.slug)
