"""The standings by other measures, and what the games say of Factions and Strategies."""

from __future__ import annotations

from django.db.models import Count
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns.models import ArsenalBounty, Campaign, Encounter, Entry
from mfcampaign.campaigns.queries import league_page
from mfcampaign.campaigns.queries.history import record
from mfcampaign.organizing.standings import CAMPAIGN, Criterion, Game, Outcome, Side
from mfcampaign.organizing.standings import statistics as tallies
from mfcampaign.organizing.standings.table import Holding, Table
from rules.core.crews.factions import faction_name

MEASURES = {
    "wins": Criterion.WINS,
    "arsenal": Criterion.ARSENAL,
    "rating": Criterion.RATING,
    "bounties": Criterion.BOUNTIES,
    "scrip": Criterion.SCRIP,
}
"""What the table of a league can be ordered by; what is equal in it falls to the league's own order."""


class Placed(Struct, frozen=True):
    """One row at its place; ``figure`` is the measure's where the table has no column for it."""

    place: int
    row: league_page.TableRow
    figure: int | None = None


def placed(campaign: Campaign, by: str, you: Entry | None = None) -> list[Placed]:
    """The table of the league by one of ``MEASURES``. A rating is that of the Crew a player hired last."""
    rows = league_page.table(campaign, you)
    if by == "wins":
        return [Placed(row.standing.rank, row) for row in rows]
    held = _holdings(campaign, rows)
    seen = [
        Side(row.entry.pk, 0, game.week, game.vp, game.opponent_vp, game.won)
        for row in rows
        for game in row.games
    ]
    criterion = MEASURES[by]
    scheme = replace(CAMPAIGN, order=(criterion, *(c for c in CAMPAIGN.order if c != criterion)))
    by_entry = {row.entry.pk: row for row in rows}
    table = Table(by_entry, scheme=scheme, holdings=held, seen=seen)
    hidden = by in ("rating", "bounties")
    return [
        Placed(line.rank, by_entry[line.player], line.figures[criterion] if hidden else None)
        for line in table.rows
    ]


def _holdings(campaign: Campaign, rows: list[league_page.TableRow]) -> dict[int, Holding]:
    done = ArsenalBounty.objects.filter(
        entry__campaign=campaign, state=ArsenalBounty.State.ACCOMPLISHED
    ).order_by()
    bounties = dict(done.values_list("entry").annotate(Count("pk")))
    ratings = {side.entry: side.rating for game in record(campaign).games for side in game.sides}
    return {
        row.entry.pk: Holding(
            arsenal=row.standing.arsenal_value,
            rating=ratings.get(row.entry.pk, 0),
            bounties=bounties.get(row.entry.pk, 0),
            scrip=row.standing.scrip,
        )
        for row in rows
    }


class Line(Struct, frozen=True):
    """A Faction; ``percent`` is the share of wins, half for a draw (None: no game to judge)."""

    slug: str
    name: str
    played: int
    wins: int
    draws: int
    losses: int
    mirrors: int
    percent: int | None


class StrategyLine(Struct, frozen=True):
    """How a Strategy played; VP of both sides and margin are means of its games."""

    name: str
    played: int
    draws: int
    vp: float
    margin: float


class Figures(Struct, frozen=True):
    factions: tuple[Line, ...]
    strategies: tuple[StrategyLine, ...]


def figures(campaign: Campaign) -> Figures:
    """Factions and Strategies over the league's games. One query beside the record's own."""
    found = record(campaign)
    rows = Encounter.objects.filter(week__campaign=campaign).values_list("week__number", "table", "scenario")
    strategy = {(week, table): scenario.get("strategy", "") for week, table, scenario in rows}
    games = [
        Game(
            game.week,
            game.sides[0].entry,
            game.sides[1].entry,
            game.sides[0].vp,
            game.sides[1].vp,
            outcome=Outcome.SCORE,
            winner=0 if game.winner is None else game.sides[game.winner].entry,
            faction_a=found.people[game.sides[0].entry].faction,
            faction_b=found.people[game.sides[1].entry].faction,
            strategy=strategy.get((game.week, game.table), ""),
        )
        for game in found.games
    ]
    return Figures(
        tuple(
            Line(
                t.name,
                faction_name(t.name),
                t.played,
                t.wins,
                t.draws,
                t.losses,
                t.mirrors,
                None if t.share is None else round(100 * t.share),
            )
            for t in tallies.factions(games)
        ),
        tuple(
            StrategyLine(t.name, t.played, t.draws, round(t.vp / t.played, 1), round(t.margin / t.played, 1))
            for t in tallies.strategies(games)
        ),
    )
