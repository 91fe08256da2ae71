"""Endpoints of a league's seasons: the table of all, the next one, the Arsenal that is kept."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated, Literal

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, league
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.next_season import operations, queries

TAG = "Leagues"
organises = partial(act, access=access.organiser, scope="organise", page="campaigns:seasons", tag=TAG)


@get(f"{LEAGUE}seasons/", queries.Seasons, open=True, tag=TAG)
def league_seasons(call: PortalCall, slug: str) -> queries.Seasons:
    """All seasons of a league that you may know of, and the table over all of them."""
    return queries.seasons(league(call, slug).campaign, call.user)


class NextSeason(Struct, frozen=True, forbid_unknown_fields=True):
    """The league that follows; ``keeps`` says what Arsenals players may bring along: none, models worth at
    most ``most`` Soulstones (``cap``), or ``whole``."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    starts_on: dt.date
    keeps: Literal["none", "cap", "whole"] = "none"
    most: Annotated[int, Meta(ge=1, le=999)] | None = None
    guests: bool = True
    webhooks: bool = True


class NextSeasonRow(Struct, frozen=True):
    """The slug of the league that follows."""

    slug: str


@organises(
    "post",
    f"{LEAGUE}next-season/",
    example={"name": "The Long Winter II", "starts_on": "2027-01-10"},
    status=201,
)
def open_next_season(call: PersonCall, visit: LeagueVisit, body: NextSeason) -> Done[NextSeasonRow]:
    """Open the season after one that is over: everybody of it joins without an invitation."""
    following = operations.open_next_season(
        visit.campaign,
        call.user,
        name=body.name,
        starts_on=body.starts_on,
        over=operations.CarriedOver(body.keeps, body.most, body.guests, body.webhooks),
        key=call.key,
    )
    return Done(
        "The next season is open; its players get a notice.",
        NextSeasonRow(following.slug),
        reverse("campaigns:league", args=[following.slug]),
    )


class KeptModels(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is kept beside a Leader who was built, by the numbers of the season before; null: everybody."""

    models: Annotated[tuple[Id, ...], Meta(max_length=200)] | None = None


@act(
    "post",
    f"{LEAGUE}arsenal/keep/",
    access.own_entry,
    page="campaigns:league",
    tag="Arsenals",
    example={"models": [3, 4]},
)
def keep_arsenal(call: PersonCall, entry: Entry, body: KeptModels) -> Done[None]:
    """Begin with the Arsenal of the season before, where the league keeps them."""
    operations.keep_arsenal(entry, call.user, body.models, key=call.key)
    to = reverse("campaigns:arsenal", args=[entry.campaign.slug, entry.pk])
    return Done("Your Arsenal is kept.", None, to)
