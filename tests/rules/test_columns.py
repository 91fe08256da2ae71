"""The columns of standings: each said once, and every reader takes it from there."""

from __future__ import annotations

from rules.columns import COLUMNS, LEAGUE_TABLE, Criterion
from rules.tournament.standings.league import LeagueStanding
from rules.tournament.standings.ranking import Holding


def test_every_criterion_has_its_column():
    assert set(COLUMNS) == set(Criterion)
    for name in ("words", "measure", "field", "heading"):
        said = [getattr(column, name) for column in COLUMNS.values() if getattr(column, name)]
        assert len(set(said)) == len(said), name


def test_a_column_shows_what_there_is():
    assert {column.held for column in COLUMNS.values()} - {""} == set(Holding.__struct_fields__)
    fields = tuple(each.column.field for each in LEAGUE_TABLE)
    assert set(fields) <= set(LeagueStanding.__struct_fields__)
    assert fields == tuple(f for f in LeagueStanding.__struct_fields__ if f in fields)
    assert {each for each, column in COLUMNS.items() if column.field} == set(LEAGUE_TABLE)
