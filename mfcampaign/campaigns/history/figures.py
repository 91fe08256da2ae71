"""Standings by further figures, and statistics of Factions and Strategies."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.models import Campaign
from rules.columns import COLUMNS, LEAGUE_TABLE, Criterion
from rules.crews.catalogue import faction_name
from rules.tournament.standings import statistics as tallies
from rules.tournament.standings.criteria import Scheme, in_words
from rules.tournament.standings.games import GameResult, Outcome

MEASURES = {column.measure: criterion for criterion, column in COLUMNS.items() if column.measure}
"""What the table of a league can be ordered by; what is equal in it falls to the league's own order."""


BESIDE_GAMES = tuple(each for each in LEAGUE_TABLE if each not in (Criterion.PLAYED, Criterion.BYES))
"""The columns of the page beside that of the games, which tells byes as well."""


class Order(Struct, frozen=True):
    """What a page of standings is ordered by: ``words`` of its criteria, ``own`` those of the league's own
    order (the same unless ``other``), ``columns`` the figures that the table has no column for."""

    words: str
    own: str
    other: bool
    columns: tuple[Criterion, ...]

    @property
    def rated(self) -> bool:
        """Whether a Campaign Rating is among them, which needs a word on whose it is."""
        return Criterion.RATING in self.columns


def order_of(campaign: Campaign, by: str) -> Order:
    """The league's own order, or that of one of ``MEASURES``."""
    scheme = scheme_by(campaign, by)
    columns = tuple(c for c in scheme.order if c not in LEAGUE_TABLE and c != Criterion.HEAD_TO_HEAD)
    return Order(in_words(scheme.order), in_words(campaign.scheme.order), by in MEASURES, columns)


def scheme_by(campaign: Campaign, by: str) -> Scheme:
    """The league's own scheme, one of ``MEASURES`` before all else in it."""
    scheme = campaign.scheme
    if by not in MEASURES:
        return scheme
    return replace(scheme, order=(MEASURES[by], *(c for c in scheme.order if c != MEASURES[by])))


class FactionLine(Struct, frozen=True):
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
    factions: tuple[FactionLine, ...]
    strategies: tuple[StrategyLine, ...]


def figures(campaign: Campaign) -> Figures:
    """Factions and Strategies over the league's games. No query beside the record's own."""
    league_record = record(campaign)
    games = [
        GameResult(
            game.week,
            game.sides[0].entry,
            game.sides[1].entry,
            game.sides[0].vp,
            game.sides[1].vp,
            outcome=Outcome.SCORE,
            winner=0 if game.winner is None else game.sides[game.winner].entry,
            faction_a=league_record.people[game.sides[0].entry].faction,
            faction_b=league_record.people[game.sides[1].entry].faction,
            strategy=game.strategy,
        )
        for game in league_record.games
    ]
    return Figures(
        tuple(
            FactionLine(
                t.name,
                faction_name(t.name, campaign.edition),
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
