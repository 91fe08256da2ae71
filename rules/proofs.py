"""The proof of an Encounter's shuffles: what is published, and the check that anyone can repeat.

``check`` is the same procedure as ``static/js/mfx.mjs``, which a visitor's own browser runs; tests hold both
to the same vectors. What it proves and what not stands on the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from rules import openings
from rules.core.game.play import START
from rules.fate.cards import Card
from rules.fate.dealer import SEATS
from rules.fate.league import face
from rules.fate.shuffle import Shuffle, client_commitment, encounter_key, server_commitment, shuffle_key
from rules.models import Encounter

PROTOCOL = "mfx-deck-v1"
OUT_OF_THE_DECK = ("Flipped", "Drew")


def proof_of(row: Encounter) -> dict[str, Any]:
    """What may be known now: commitments and roots from the start, seeds and the whole log once it is over.

    Seven queries at most.
    """
    seats = sorted(row.seats.all(), key=lambda seat: seat.seat)
    found: dict[str, Any] = {
        "protocol": PROTOCOL,
        "encounter": row.public_id,
        "name": row.fate_name,
        "over": row.over,
        "server_commitment": row.server_commitment,
        "commitments": [seat.commitment for seat in seats],
        "bots": [bool(seat.bot) for seat in seats],
        "void_rounds": row.void_rounds,
        "decks": list(row.decks.values("seat", "number", "cards", "root", "decision")),
    }
    if row.over:
        taken = sorted(row.decisions.exclude(undone_by=None).values_list("number", flat=True))
        found |= {
            "server_seed": bytes(row.server_seed).hex(),
            "seeds": [bytes(seat.seed).hex() for seat in seats],
            "hash": row.hash,
            "taken_back": taken,
            "events": [list(pair) for pair in row.events.order_by("number").values_list("decision", "body")],
        }
    return found


def proof_for(row: Encounter, own: Collection[int]) -> dict[str, Any]:
    """As ``proof_of``, while it is played with the cards that whoever plays ``own`` may open now."""
    found = proof_of(row)
    if not row.over:
        found["openings"] = openings.openings(row, own)
    return found


def check(proof: dict[str, Any]) -> list[tuple[bool, str]]:
    """Each thing that was checked, and whether it held. An Encounter that goes on opens its cards alone."""
    if not proof["over"] and proof.get("openings"):
        return openings.check(proof)
    if not proof["over"]:
        return [(False, "The Encounter is not over: its seeds are still secret.")]
    return [*_commitments(proof), *_log(proof)]


def _commitments(proof: dict[str, Any]) -> Iterator[tuple[bool, str]]:
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


def _log(proof: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    key = encounter_key(
        bytes.fromhex(proof["server_seed"]), proof["name"], *map(bytes.fromhex, proof["seeds"])
    )
    roots = {(deck["decision"], deck["seat"], deck["number"]): deck["root"] for deck in proof["decks"]}
    taken, chain = set(proof["taken_back"]), START
    decks: dict[int, list[bytes]] = {0: [], 1: []}
    shuffles, laid, published, drawn, wrong = 0, True, True, 0, 0
    for decision, body in proof["events"]:
        event = msgspec.json.decode(body)
        kind, counts = event["event"], decision not in taken
        if counts:
            chain = hashlib.sha256(chain.encode() + body.encode()).hexdigest()
        if kind in ("Shuffled", "Reshuffled"):
            order = [_face(card) for card in event["order"]]
            there = Shuffle(shuffle_key(key, SEATS[event["seat"]], event["number"], order), order)
            shuffles += 1
            laid = laid and list(there.cards) == order
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
    yield shuffles > 0 and laid, f"{shuffles} shuffles lie as the three seeds lay them."
    yield (
        published and len(roots) == shuffles,
        "The root published before each shuffle's first draw binds it.",
    )
    yield drawn > 0 and not wrong, f"{drawn} cards left their decks from the top, none was skipped."
    yield chain == proof["hash"], "The log is the one whose chain was kept."


def _face(card: dict[str, Any]) -> bytes:
    return face(msgspec.convert(card, Card))


__all__ = ["PROTOCOL", "check", "proof_for", "proof_of"]
