"""Seasons as rows of a file: what they say, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.edition import edition_of
from rules.game.setup.scenario import SchemeCard, SeasonCards, StrategyCard


def season_from(row: Mapping[str, Any], edition: str) -> SeasonCards:
    """A row of ``seasons.json``. Raise ``msgspec.ValidationError`` for one of another shape."""
    given = msgspec.convert(row, _SeasonRow)
    return SeasonCards(
        slug=given.slug,
        name=given.name,
        strategies=tuple(StrategyCard(each.name, each.suit or "") for each in given.strategies),
        schemes=tuple(SchemeCard(each.number, each.name, followers=each.followers) for each in given.schemes),
        edition=edition,
    )


def faults_of_season(row: Mapping[str, Any], edition: str) -> list[str]:
    """Everything that the edition finds wrong with the row, as sentences."""
    season = season_from(row, edition)
    return [fault.sentence for fault in edition_of(edition).setup.season_faults(season)]


class _StrategyRow(msgspec.Struct):
    name: str
    suit: str | None = None


class _SchemeRow(msgspec.Struct):
    number: int
    name: str
    followers: tuple[str, ...] = ()


class _SeasonRow(msgspec.Struct):
    slug: str
    name: str
    strategies: tuple[_StrategyRow, ...]
    schemes: tuple[_SchemeRow, ...]
