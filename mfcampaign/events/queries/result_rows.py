"""The results of an event as a table for spreadsheets and other programs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import queries as crews
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, Game, Round
from mfcampaign.events.models.round import strategies_in
from mfcampaign.events.queries.pages import match_rows, shows_declared, team_standings
from mfcampaign.events.snapshots import PlayerSnapshot

SIDES = ("first", "second")
RESULTS = (
    *("round", "table", "first", "second", "VP first", "VP second", "outcome", "state", "strategy"),
    *("time penalty first", "time penalty second"),
    *(f"{what} {side}" for side in SIDES for what in ("faction", "leader", "crew")),
)

TEAMS = (
    *("place", "number", "team", "players", "played", "won", "drawn", "lost"),
    *("match points", "table points", "vp_difference", "vp"),
)
MATCHES = (
    "round",
    "first",
    "second",
    "points first",
    "points second",
    "vp first",
    "vp second",
    "tables missing",
)


def team_rows(event: Event) -> Iterator[tuple[Any, ...]]:
    """The standings of teams, by the headings TEAMS."""
    for row in team_standings(event):
        place, players = row.place, "; ".join(player.name for player in row.players)
        played = (place.played, place.wins, place.draws, place.losses)
        yield (
            *(place.rank, place.team, row.team.name, players, *played),
            *(place.points, place.tables, place.difference, place.vp),
        )


def match_lines(record: Record) -> Iterator[tuple[Any, ...]]:
    """One row a match of the published rounds, by the headings MATCHES."""
    for number in (round_.number for round_ in record.published):
        for row in match_rows(record, number):
            other = row.match.b.name if row.match.b else "bye"
            left = sum(game.state != Game.State.CONFIRMED for game in row.games)
            missing = left if row.match.settled else record.event.team_size
            yield (number, row.match.a.name, other, *row.points, *row.vp, missing)


def result_rows(record: Record, now: dt.datetime) -> Iterator[tuple[Any, ...]]:
    """One row a game of the published rounds, by the headings RESULTS; what players declared only once
    everybody may read it."""
    factions = dict(catalog.faction_choices(record.event.edition))
    shown = shows_declared(record.event, record, now)
    texts = (player.crew for player in record.players.values()) if shown else ()
    leaders = crews.leaders_named(texts, record.event.edition)

    def brought(player: PlayerSnapshot | None) -> tuple[str, str, str]:
        if player is None or not shown:
            return "", "", ""
        return factions.get(player.faction, player.faction), leaders.get(player.crew, ""), player.crew

    for game in record.rows:
        if game.round.state == Round.State.DRAFT:
            continue
        yield (
            game.round.number,
            game.table or "",
            game.a.name,
            game.b.name if game.b else "bye",
            game.vp_a,
            game.vp_b,
            game.outcome,
            game.state,
            " / ".join(strategies_in(game.round.scenario_at(game.table or 1))),
            game.penalty_a,
            game.penalty_b,
            *brought(game.a),
            *brought(game.b),
        )
