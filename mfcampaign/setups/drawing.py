"""Draws the sheets of a set-up: by the procedure of its edition, from the deck for what was requested."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

from rules.edition import edition_of
from rules.fate.cards import Card
from rules.fate.league import FateDeck, fate_of
from rules.game.setup.drawn import SetUpRules, Wanted
from rules.game.setup.scenario import SeasonCards, Sheet
from rules.refusal import Refusal

PURPOSE = "encounter"


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


def by_fate(wanted: Wanted, season: SeasonCards | None, deck: FateDeck) -> Sheet:
    """A sheet from the first cards of ``deck``."""
    flips = (deck.draw(position) for position in count())
    return _drawn(wanted, season, lambda: next(flips))


def by_cards(wanted: Wanted, season: SeasonCards | None, text: str) -> Sheet:
    """A sheet from cards flipped at a table, in their order: ``9m 4c 1r 2r 3r 4r 5r``.

    ``Refusal`` for what is no card, for too few and for too many.
    """
    set_up = set_up_of(wanted)
    cards = [_card(code, set_up) for code in text.replace(",", " ").split()]
    flips = iter(cards)
    sheet = _drawn(wanted, season, lambda: next(flips))
    if left := list(flips):
        raise Refusal(
            f"The set-up is complete after {len(cards) - len(left)} cards; {len(left)} more were written.",
            rule=set_up.last_flip_rule,
            fix=f"Leave out what comes after {cards[len(cards) - len(left) - 1].code}.",
        )
    return sheet


def _card(code: str, set_up: SetUpRules) -> Card:
    try:
        return Card.parse(code)
    except ValueError as problem:
        raise Refusal(str(problem), rule=set_up.deck_rule, fix="Write a value and r, m, c or t.") from None


def _drawn(wanted: Wanted, season: SeasonCards | None, draw: Callable[[], Card]) -> Sheet:
    return set_up_of(wanted).draw(draw, wanted, season)


def set_up_of(wanted: Wanted) -> SetUpRules:
    """How its edition sets an Encounter up."""
    return edition_of(wanted.edition).setup


def read(wanted: Wanted, sheets: list[dict[str, Any]]) -> list[Sheet]:
    """Stored sheets as the core's structs."""
    return [msgspec.convert(sheet, set_up_of(wanted).sheet) for sheet in sheets]
