"""Draws the sheets of a set-up: chooses the procedure of ``rules.game`` and the deck for what was
requested."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Literal

import msgspec
from django.utils.crypto import salted_hmac
from msgspec import Struct

from rules.edition import edition_of
from rules.editions.m1e.setup import ScenarioM1, draw_scenario_m1, size_for
from rules.fate.cards import Card
from rules.fate.league import FateDeck, fate_of
from rules.game.setup.drawn import flip_scenario
from rules.game.setup.scenario import Scenario, Season
from rules.refusal import Refusal

Sheet = Scenario | ScenarioM1
Edition = Literal["m3e", "m2e", "m1e"]
PURPOSE = "encounter"


class Wanted(Struct, frozen=True, kw_only=True):
    """What is to be drawn. ``season`` for the Third and Second Edition; ``format`` (scrap, brawl),
    ``feature`` and ``event`` for the First; ``size`` in Soulstones, 0 where each table has its own."""

    edition: Edition = "m3e"
    season: str = ""
    size: int = 50
    format: str = ""
    feature: bool = False
    event: bool = False


def secret_of(code: str, number: int) -> bytes:
    """The seed of drawing ``number`` under ``code``: known to the portal alone until the cards have fallen,
    and the same however often the form is sent."""
    return salted_hmac("mfcampaign.setups", f"{code}/{number}", algorithm="sha256").digest()


def word_seed(word: str) -> tuple[bytes, ...]:
    """What the player's word adds to the seed: its SHA-256; nothing for no word."""
    return (hashlib.sha256(word.encode()).digest(),) if word else ()


def decks(seed: bytes, code: str, number: int, word: str) -> Iterator[FateDeck]:
    """A Fate Deck for each sheet of a drawing, in their order."""
    for place in count(1):
        yield fate_of(bytes(seed), PURPOSE, code, number, place, client_seeds=word_seed(word))


def by_fate(wanted: Wanted, season: Season | None, deck: FateDeck) -> Sheet:
    """A sheet from the first cards of ``deck``."""
    flips = (deck.draw(position) for position in count())
    return _drawn(wanted, season, lambda: next(flips))


def by_cards(wanted: Wanted, season: Season | None, text: str) -> Sheet:
    """A sheet from cards flipped at a table, in their order: ``9m 4c 1r 2r 3r 4r 5r``.

    ``Refusal`` for what is no card, for too few and for too many.
    """
    cards = [_card(code, wanted.edition) for code in text.replace(",", " ").split()]
    flips = iter(cards)
    sheet = _drawn(wanted, season, lambda: next(flips))
    if left := list(flips):
        raise Refusal(
            f"The set-up is complete after {len(cards) - len(left)} cards; {len(left)} more were written.",
            rule=edition_of(wanted.edition).rows["setup.last_flip"],
            fix=f"Leave out what comes after {cards[len(cards) - len(left) - 1].code}.",
        )
    return sheet


def _card(code: str, edition: Edition) -> Card:
    try:
        return Card.parse(code)
    except ValueError as problem:
        rule = edition_of(edition).rows["setup.cards"]
        raise Refusal(str(problem), rule=rule, fix="Write a value and r, m, c or t.") from None


def _drawn(wanted: Wanted, season: Season | None, draw: Callable[[], Card]) -> Sheet:
    if wanted.edition == "m1e":
        size = size_for(wanted.format, wanted.size)
        return draw_scenario_m1(draw, size, feature=wanted.feature, event=wanted.event)
    if season is None:
        rule = edition_of(wanted.edition).rows["setup.strategy"]
        raise Refusal("Which season’s Strategies and Schemes?", rule=rule, fix="Choose one.")
    return flip_scenario(draw, season)


def read(wanted: Wanted, sheets: list[dict[str, Any]]) -> list[Sheet]:
    """Stored sheets as the core's structs."""
    kind: type[Sheet] = ScenarioM1 if wanted.edition == "m1e" else Scenario
    return [msgspec.convert(sheet, kind) for sheet in sheets]
