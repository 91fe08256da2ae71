"""Readers of points beside results and of the table of teams."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from msgspec import Struct

from mfcampaign.campaigns.league.queries import TableRow
from mfcampaign.campaigns.models import Campaign
from rules.tournament.standings.teams import TeamStanding, team_standings


class GivenRow(Struct, frozen=True):
    """Points that a player got or lost beside results, and why; ``counts`` unless they were taken back."""

    id: int
    entry: int
    player: str
    week: int | None
    points: int
    why: str
    by: str
    at: dt.datetime
    counts: bool


def points_given(campaign: Campaign) -> tuple[GivenRow, ...]:
    """The newest first. One query."""
    rows = campaign.points_given.select_related("entry__user", "by").order_by("-pk")
    return tuple(
        GivenRow(
            row.pk,
            row.entry_id,
            row.entry.label,
            row.week,
            row.points,
            row.why,
            str(row.by or ""),
            row.given_at,
            row.taken_back_at is None,
        )
        for row in rows
    )


class HobbyChallenge(Struct, frozen=True):
    """What players get the same points for, and the entries that did it."""

    why: str
    points: int
    done: frozenset[int]


def challenges(given: Iterable[GivenRow]) -> tuple[HobbyChallenge, ...]:
    """What was given points for so far and counts, the first one first: the list to be ticked."""
    done: dict[tuple[str, int], set[int]] = {}
    for row in sorted(given, key=lambda row: row.id):
        if row.counts and row.points > 0:
            done.setdefault((row.why, row.points), set()).add(row.entry)
    return tuple(HobbyChallenge(why, points, frozenset(who)) for (why, points), who in done.items())


def teams(campaign: Campaign, rows: Iterable[TableRow]) -> tuple[TeamStanding, ...]:
    """The table of teams from the league's own ``rows``; empty without teams. One query."""
    named = dict(campaign.entries.exclude(team="").values_list("pk", "team"))
    return team_standings((named.get(row.entry.pk, ""), row.standing) for row in rows) if named else ()
