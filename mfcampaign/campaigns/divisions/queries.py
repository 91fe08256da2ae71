"""Readers of divisions: their players, their standings, and who is expected in the next season (A-44)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Q
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.league.queries import TableRow
from mfcampaign.campaigns.models import Campaign, Division, Entry, Placing
from mfcampaign.campaigns.snapshots import EntrySnapshot, entry_snapshot


class Expected(Struct, frozen=True):
    """Somebody who played the season before and has not joined this one."""

    name: str
    place: int
    move: str


class DivisionView(Struct, frozen=True):
    """A division with its players and those who are expected."""

    pk: int
    rank: int
    name: str
    players: tuple[EntrySnapshot, ...]
    expected: tuple[Expected, ...]


class DivisionTable(Struct, frozen=True):
    """The standings of one division; ``up`` and ``down`` are how many places promote and relegate. Without
    divisions there is one, nameless."""

    pk: int | None
    name: str
    rows: tuple[TableRow, ...]
    up: int = 0
    down: int = 0


def divisions(campaign: Campaign) -> tuple[DivisionView, ...]:
    """Three queries."""
    rows = list(campaign.divisions.all())
    entries = list(campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user"))
    here = {entry.user_id for entry in entries}
    placings = Placing.objects.filter(division__campaign=campaign).exclude(user__in=here)
    expected = list(placings.select_related("user"))
    return tuple(
        DivisionView(
            row.pk,
            row.rank,
            row.name,
            tuple(entry_snapshot(entry) for entry in entries if entry.division_id == row.pk),
            tuple(
                Expected(str(placing.user), placing.place, placing.get_move_display())
                for placing in expected
                if placing.division_id == row.pk
            ),
        )
        for row in rows
    )


def tables(campaign: Campaign, rows: Sequence[TableRow]) -> tuple[DivisionTable, ...]:
    """``rows`` of the whole table by division, ranked within each. No query."""
    named = sorted({row.division for row in rows if row.division is not None}, key=lambda one: one.rank)
    if not named:
        return (DivisionTable(None, "", tuple(rows)),)
    parts = [[row for row in rows if row.division == division] for division in named]
    moving = campaign.rules.promotion
    steps = [0, *(_moving(moving, parts[n], parts[n + 1]) for n in range(len(parts) - 1)), 0]
    shown = [
        DivisionTable(division.pk, division.name, _ranked(part), steps[n], steps[n + 1])
        for n, (division, part) in enumerate(zip(named, parts, strict=True))
    ]
    others = [row for row in rows if row.division is None]
    return (*shown, *([DivisionTable(None, "In no division", _ranked(others))] if others else []))


def _moving(most: int, upper: Sequence[TableRow], lower: Sequence[TableRow]) -> int:
    return min(most, len(upper) // 2, len(lower) // 2)


def _ranked(rows: Sequence[TableRow]) -> tuple[TableRow, ...]:
    """Places within the division; who shares one in the whole table shares it here."""
    ranked: list[TableRow] = []
    for n, row in enumerate(rows):
        same = n > 0 and row.standing.rank == rows[n - 1].standing.rank
        rank = ranked[-1].standing.rank if same else n + 1
        ranked.append(replace(row, standing=replace(row.standing, rank=rank)))
    return tuple(ranked)


def placing_of(campaign: Campaign, user: Viewer) -> Placing | None:
    """Where the season before puts this person. One query."""
    if not user.is_authenticated:
        return None
    rows = Placing.objects.filter(campaign=campaign, user=user)
    return rows.select_related("division").first()


def is_placed(campaign: Campaign, user: Viewer) -> bool:
    """Whether this person has a place of the season before: they join without an invitation."""
    return placing_of(campaign, user) is not None


def division_for(campaign: Campaign, user: Viewer) -> Division | None:
    """Where somebody who joins begins: by the season before, else in the lowest division; before the first
    week of a first season in the one with the fewest players."""
    placing = placing_of(campaign, user)
    if placing is not None and placing.division is not None:
        return placing.division
    there = Count("entries", filter=~Q(entries__state=Entry.State.RETIRED))
    rows = campaign.divisions.annotate(players=there).order_by("-rank")
    if campaign.previous_id is not None or campaign.state not in Campaign.BEFORE_FIRST_WEEK:
        return rows.first()
    return rows.order_by("players", "-rank").first()
