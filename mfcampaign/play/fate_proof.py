"""The fate proof of an Encounter's shuffles: the published data, and the check that anyone can repeat.

``check`` is the procedure of ``static/js/fate_proof.mjs``, which runs in a visitor's browser; tests run both
on the same vectors. The page says what the proof shows and what it does not.

During an Encounter cards are revealed one by one, each against the root that was published before its
shuffle's first draw: a flipped card to both players, a drawn one to its owner (protocol ``mfx-deck-v1``, step
8). A reveal discloses no other card: its neighbours in the tree are hidden by their own salts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.play import loading, origins
from mfcampaign.play.models import Decision, Encounter, Seat
from rules.fate.cards import Card
from rules.fate.dealer import SEATS
from rules.fate.league import face
from rules.fate.shuffle import (
    CardReveal,
    ShuffledDeck,
    client_commitment,
    encounter_key,
    server_commitment,
    shuffle_key,
)
from rules.game.driver import START
from rules.game.events.cards import (
    CardSetAside,
    CardsTaken,
    DeckArranged,
    DeckCut,
    Drew,
    Flipped,
    HandReturned,
    Milled,
    Reshuffled,
    Shuffled,
)

__all__ = [
    "PROTOCOL",
    "check",
    "proof_for",
    "proof_of",
]


class OpenDeck(Struct):
    """A deck in its current order: its shuffle and number, the decision that dealt it, the cards still in it,
    each with its index in the shuffle; ``None`` for a card that an effect put back."""

    shuffle: ShuffledDeck
    number: int
    decision: int
    left: list[tuple[bytes, int | None]]

    def take(self, card: Card) -> tuple[bytes, int | None]:
        """Remove the card and return it."""
        return self.left.pop([held for held, _ in self.left].index(face(card)))

    def put(self, cards: Sequence[Card], to: str) -> None:
        """Put cards on top of the deck or under it."""
        new: list[tuple[bytes, int | None]] = [(face(card), None) for card in cards]
        self.left = new + self.left if to == "top" else self.left + new


def reveals(row: Encounter, own: Collection[int]) -> list[dict[str, Any]]:
    """Every card that the player of ``own`` may check now, in the order the cards left their decks."""
    if row.state == row.State.GATHERING:
        return []
    return list(_reveals(row, own))


def _reveals(row: Encounter, own: Collection[int]) -> Iterator[dict[str, Any]]:
    key = loading.key_of(row, row.seats.all())
    decks: dict[int, OpenDeck] = {}
    for decision, fact in loading.facts(row):
        match fact:
            case Shuffled() | Reshuffled() if fact.order:
                faces = [face(card) for card in fact.order]
                shuffled = ShuffledDeck(shuffle_key(key, SEATS[fact.seat], fact.number, faces), faces)
                left: list[tuple[bytes, int | None]] = [(card, at) for at, card in enumerate(shuffled.cards)]
                decks[fact.seat] = OpenDeck(shuffled, fact.number, decision, left)
            case DeckCut():
                deck = decks[fact.seat]
                deck.left = deck.left[fact.at :] + deck.left[: fact.at]
            case Flipped() | Drew() | Milled() | CardSetAside():
                deck = decks[fact.seat]
                for card in _left(fact):
                    _face_of, index = deck.take(card)
                    if index is not None and (not isinstance(fact, Drew) or fact.seat in own):
                        yield _revealed(decision, fact.seat, deck, deck.shuffle.reveal(index))
            case DeckArranged():
                deck = decks[fact.seat]
                top, bottom = ([deck.take(card) for card in cards] for cards in (fact.top, fact.bottom))
                deck.left = top + deck.left + bottom
            case CardsTaken() | HandReturned() if fact.to != "hand":
                decks[fact.seat].put(fact.cards, fact.to)


def _left(fact: Flipped | Drew | Milled | CardSetAside) -> tuple[Card, ...]:
    """The cards that left the deck."""
    if isinstance(fact, Milled):
        return fact.cards
    return () if isinstance(fact, CardSetAside) and fact.source != "deck" else (fact.card,)


def _revealed(decision: int, seat: int, deck: OpenDeck, opened: CardReveal) -> dict[str, Any]:
    return {
        "decision": decision,
        "seat": seat,
        "number": deck.number,
        "laid": deck.decision,
        "index": opened.index,
        "card": opened.card.decode(),
        "salt": opened.salt.hex(),
        "path": [sibling.hex() if sibling is not None else None for sibling in opened.path],
    }


def check_reveals(proof: dict[str, Any]) -> list[tuple[bool, str]]:
    """Check that each opened card was at the stated place and that none was opened twice."""
    roots = {(deck["decision"], deck["seat"], deck["number"]): deck["root"] for deck in proof["decks"]}
    seen: set[tuple[int, int, int, int]] = set()
    held = twice = 0
    for one in proof["reveals"]:
        root = roots.get((one["laid"], one["seat"], one["number"]))
        path = tuple(bytes.fromhex(sibling) if sibling is not None else None for sibling in one["path"])
        opened = CardReveal(one["index"], one["card"].encode(), bytes.fromhex(one["salt"]), path)
        held += root is not None and opened.proves(bytes.fromhex(root))
        place = (one["laid"], one["seat"], one["number"], one["index"])
        twice += place in seen
        seen.add(place)
    return [
        (
            held == len(proof["reveals"]),
            f"{held} opened cards lay in decks whose roots were published before.",
        ),
        (twice == 0, "No place of a deck was opened twice."),
    ]


PROTOCOL = "mfx-deck-v1"
OUT_OF_THE_DECK = ("Flipped", "Drew")
BY_EFFECTS = ("Milled", "CardSetAside", "DeckArranged", "CardsTaken", "HandReturned")


def proof_of(row: Encounter) -> dict[str, Any]:
    """What may be published now: commitments and roots from the start; seeds and the whole log once it
    is over.

    Nine queries at most.
    """
    seats = sorted(row.seats.all(), key=lambda seat: seat.seat)
    proof: dict[str, Any] = {
        "protocol": PROTOCOL,
        "encounter": row.public_id,
        "name": row.fate_name,
        "over": row.over,
        "server_commitment": row.server_commitment,
        "commitments": [seat.commitment for seat in seats],
        "bots": [bool(seat.bot) for seat in seats],
        "void_rounds": row.void_rounds,
        "same_game": list(_same_game(row)),
        "decks": list(row.decks.values("seat", "number", "cards", "root", "decision")),
    }
    if row.over:
        taken = sorted(row.decisions.exclude(undone_by=None).values_list("number", flat=True))
        proof |= {
            "server_seed": bytes(row.server_seed).hex(),
            "seeds": [bytes(seat.seed).hex() for seat in seats],
            "hash": row.hash,
            "taken_back": taken,
            "events": [list(pair) for pair in row.events.order_by("number").values_list("decision", "body")],
        }
    return proof


def _same_game(row: Encounter) -> Iterator[dict[str, str]]:
    """The other Encounters of the same game, and why an organiser set one aside. Two queries at
    most."""
    if not row.origin:
        return
    others = origins.encounters_of(row.origin).exclude(pk=row.pk).only("public_id", "state")
    by_pk = {other.pk: other for other in others}
    notes = Decision.objects.filter(encounter__in=by_pk, kind="set_aside")
    why = {pk: msgspec.json.decode(value)["reason"] for pk, value in notes.values_list("encounter", "value")}
    for pk, other in by_pk.items():
        yield {
            "encounter": other.public_id,
            "state": other.get_state_display(),
            "reason": why.get(pk, ""),
        }


def ending_of(row: Encounter, seats: Sequence[Seat]) -> dict[str, str]:
    """How it ended before its rules did: set aside by whom and why, given up by whom, or by the clock;
    ``{}`` for any other end. One query."""
    note = row.decisions.filter(kind__in=("set_aside", "leave", "claim_time")).select_related("actor").last()
    if note is None:
        return {}
    value = msgspec.json.decode(note.value)
    if note.kind == "set_aside":
        return {"by": str(note.actor or "an organiser"), "reason": value["reason"]}
    who = seats[value.get("asked", note.seat)].label
    return {"by": str(note.actor or ""), "who": who, "how": note.kind}


def proof_for(row: Encounter, own: Collection[int]) -> dict[str, Any]:
    """``proof_of`` with the cards that the player of ``own`` may open during the Encounter."""
    proof = proof_of(row)
    if not row.over:
        proof["reveals"] = reveals(row, own)
    return proof


def check(proof: dict[str, Any]) -> list[tuple[bool, str]]:
    """Each check with its result. Of an Encounter in progress only the opened cards are checked."""
    if not proof["over"] and proof.get("reveals"):
        return check_reveals(proof)
    if not proof["over"]:
        return [(False, "The Encounter is not over: its seeds are still secret.")]
    return [*_commitment_checks(proof), *_log_checks(proof)]


def _commitment_checks(proof: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    name, server = proof["name"], bytes.fromhex(proof["server_seed"])
    held = server_commitment(name, server).hex() == proof["server_commitment"]
    yield held, "The server's seed is the one it committed to."
    for at, seat in enumerate(SEATS):
        seed = bytes.fromhex(proof["seeds"][at])
        held = client_commitment(name, seat, seed).hex() == proof["commitments"][at]
        yield held, f"The seed of seat {seat} is the one laid down."
    for void in proof["void_rounds"]:
        held = server_commitment(void["name"], bytes.fromhex(void["server_seed"])).hex() == void["commitment"]
        yield held, f"The void round {void['name']} shows the seed it would have used."


def _log_checks(proof: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    key = encounter_key(
        bytes.fromhex(proof["server_seed"]), proof["name"], *map(bytes.fromhex, proof["seeds"])
    )
    roots = {(deck["decision"], deck["seat"], deck["number"]): deck["root"] for deck in proof["decks"]}
    taken, chain = set(proof["taken_back"]), START
    decks: dict[int, list[bytes]] = {0: [], 1: []}
    shuffles, in_order, published, drawn, wrong = 0, True, True, 0, 0
    for decision, body in proof["events"]:
        event = msgspec.json.decode(body)
        kind, counts = event["event"], decision not in taken
        if counts:
            chain = hashlib.sha256(chain.encode() + body.encode()).hexdigest()
        if kind in ("Shuffled", "Reshuffled") and event["order"]:
            order = [_face(card) for card in event["order"]]
            there = ShuffledDeck(shuffle_key(key, SEATS[event["seat"]], event["number"], order), order)
            shuffles += 1
            in_order = in_order and list(there.cards) == order
            published = (
                published and roots.get((decision, event["seat"], event["number"])) == there.root.hex()
            )
            if counts:
                decks[event["seat"]] = order
        elif counts and kind == "DeckCut":
            deck = decks[event["seat"]]
            decks[event["seat"]] = deck[event["at"] :] + deck[: event["at"]]
        elif counts and kind in OUT_OF_THE_DECK:
            deck = decks[event["seat"]]
            drawn += 1
            if deck[:1] == [_face(event["card"])]:
                deck.pop(0)
            else:
                wrong += 1
        elif counts and kind in BY_EFFECTS:
            decks[event["seat"]], missing = _changed(decks[event["seat"]], event)
            wrong += missing
    yield shuffles > 0 and in_order, f"{shuffles} shuffles lie as the three seeds lay them."
    yield (
        published and len(roots) == shuffles,
        "The root published before each shuffle's first draw binds it.",
    )
    yield drawn > 0 and not wrong, f"{drawn} cards left their decks from the top, none was skipped."
    yield chain == proof["hash"], "The log is the one whose chain was kept."


def _changed(deck: list[bytes], event: dict[str, Any]) -> tuple[list[bytes], int]:
    """The deck after a card's effect, and how many of its cards were not there."""
    kind = event["event"]
    if kind in ("CardsTaken", "HandReturned"):
        new = [_face(card) for card in event["cards"]]
        return {"top": new + deck, "bottom": deck + new, "hand": deck}[event["to"]], 0
    top = [_face(card) for card in event.get("top", ())]
    bottom = [_face(card) for card in event.get("bottom", ())]
    gone = [_face(card) for card in event.get("cards", ())]
    if kind == "CardSetAside" and event["source"] == "deck":
        gone = [_face(event["card"])]
    moved = [*top, *bottom, *gone]
    rest = [card for card in deck if card not in moved]
    return [*top, *rest, *bottom], len(rest) + len(moved) - len(deck)


def _face(card: dict[str, Any]) -> bytes:
    return face(msgspec.convert(card, Card))
