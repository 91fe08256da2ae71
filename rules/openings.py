"""Cards opened while an Encounter is played: each against the root published before its shuffle's first draw.

A card that was flipped is opened to both, a drawn one to its owner (protocol ``mfx-deck-v1``, step 8). An
opening holds nothing of any other card: its neighbours in the tree are hidden by salts of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct

from rules import reading
from rules.core.game.events.cards import DeckCut, Drew, Flipped, Reshuffled, Shuffled
from rules.fate.cards import Card
from rules.fate.dealer import SEATS
from rules.fate.league import face
from rules.fate.shuffle import Reveal, Shuffle, shuffle_key
from rules.models import Encounter


class Laid(Struct):
    """A deck as it lies now: its shuffle and number, the decision that laid it, the indices still in it."""

    shuffle: Shuffle
    number: int
    decision: int
    left: list[int]


def openings(row: Encounter, own: Collection[int]) -> list[dict[str, Any]]:
    """Every card that whoever plays ``own`` may check now, in the order they left their decks."""
    if row.state == row.State.GATHERING:
        return []
    return list(_openings(row, own))


def _openings(row: Encounter, own: Collection[int]) -> Iterator[dict[str, Any]]:
    key = reading.key_of(row, row.seats.all())
    decks: dict[int, Laid] = {}
    for decision, fact in reading.facts(row):
        match fact:
            case Shuffled() | Reshuffled():
                faces = [face(card) for card in fact.order]
                laid = Shuffle(shuffle_key(key, SEATS[fact.seat], fact.number, faces), faces)
                decks[fact.seat] = Laid(laid, fact.number, decision, list(range(len(faces))))
            case DeckCut():
                deck = decks[fact.seat]
                deck.left = deck.left[fact.at :] + deck.left[: fact.at]
            case Flipped() | Drew():
                deck = decks[fact.seat]
                opened = deck.shuffle.opening(deck.left.pop(0))
                if isinstance(fact, Flipped) or fact.seat in own:
                    yield _told(decision, fact.seat, fact.card, deck, opened)


def _told(decision: int, seat: int, card: Card, deck: Laid, opened: Reveal) -> dict[str, Any]:
    assert opened.card == face(card)
    return {
        "decision": decision,
        "seat": seat,
        "number": deck.number,
        "laid": deck.decision,
        "index": opened.index,
        "card": opened.card.decode(),
        "salt": opened.salt.hex(),
        "path": [found.hex() if found is not None else None for found in opened.path],
    }


def check(proof: dict[str, Any]) -> list[tuple[bool, str]]:
    """Whether each opened card lay where it is said to, and none was opened twice."""
    roots = {(deck["decision"], deck["seat"], deck["number"]): deck["root"] for deck in proof["decks"]}
    seen: set[tuple[int, int, int, int]] = set()
    held = twice = 0
    for one in proof["openings"]:
        root = roots.get((one["laid"], one["seat"], one["number"]))
        path = tuple(bytes.fromhex(found) if found is not None else None for found in one["path"])
        opened = Reveal(one["index"], one["card"].encode(), bytes.fromhex(one["salt"]), path)
        held += root is not None and opened.opens(bytes.fromhex(root))
        place = (one["laid"], one["seat"], one["number"], one["index"])
        twice += place in seen
        seen.add(place)
    return [
        (
            held == len(proof["openings"]),
            f"{held} opened cards lay in decks whose roots were published before.",
        ),
        (twice == 0, "No place of a deck was opened twice."),
    ]
