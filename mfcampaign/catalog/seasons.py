"""Seasons as rows of a file and as people write them: what they say, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.edition import Edition, edition_of, editions
from rules.game.setup.scenario import SchemeCard, SeasonCards, StrategyCard, season_faults
from rules.refusal import Refusal, Violation


def editions_with_own_seasons() -> list[Edition]:
    """The editions that take seasons which people bring in."""
    return [each for each in editions() if each.setup.season_faults is not None]


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
    faults = edition_of(edition).setup.season_faults or season_faults
    return [fault.sentence for fault in faults(season_from(row, edition))]


MOST_LINES = 60
LONGEST = 60


def written_season(edition: str, slug: str, name: str, strategies: str, schemes: str) -> SeasonCards:
    """A season as a person writes it: a Strategy a line with its suit (``Informants, ram``), a Scheme a line
    with those that follow it (``Ensnare > Reshape the Land, Search the Area, Frame Job``). Raise ``Refusal``
    with everything that is wrong with it."""
    of_edition = edition_of(edition)
    check = of_edition.setup.season_faults
    if check is None:
        raise Refusal(
            f"Seasons of the {of_edition.name} come with the portal.", fix="Choose another edition."
        )
    known = tuple(_strategy(line) for line in _lines(strategies))
    cards = tuple(_scheme(number, line) for number, line in enumerate(_lines(schemes), 1))
    season = SeasonCards(slug=slug, name=name, strategies=known, schemes=cards, edition=edition)
    names = [season.name, *(each.name for each in known), *(each.name for each in cards)]
    faults = [
        Violation("", f"“{each[:20]}…” is longer than {LONGEST} characters.", "Write it shorter.", each)
        for each in names
        if len(each) > LONGEST
    ]
    if faults := [*faults, *check(season)]:
        raise Refusal.of(faults)
    return season


def as_written(season: SeasonCards) -> tuple[str, str]:
    """The same two texts, to be corrected."""
    strategies = "\n".join(f"{each.name}, {each.suit}" for each in season.strategies)
    schemes = "\n".join(f"{each.name} > {', '.join(each.followers)}" for each in season.schemes)
    return strategies, schemes


def _lines(text: str) -> list[str]:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refusal(f"More than {MOST_LINES} lines.", fix="Write one season.")
    return lines


def _strategy(line: str) -> StrategyCard:
    name, _, suit = line.rpartition(",")
    return StrategyCard(name.strip() or line, suit.strip().casefold() if name else "")


def _scheme(number: int, line: str) -> SchemeCard:
    name, _, followers = line.partition(">")
    named = tuple(each.strip() for each in followers.split(",") if each.strip())
    return SchemeCard(number, name.strip(), followers=named)


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
