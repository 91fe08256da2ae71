"""Encounters for tests: made by the operations, never by rows."""

from __future__ import annotations

import hashlib
from typing import Any

from django.contrib.auth import get_user_model

from mfcampaign.catalog.queries import current_release
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import creation, playing
from rules.editions.m3e.examples.encounters import skirmish, two_crews
from rules.editions.m3e.play.setup.agreed import open_setup
from rules.fate.shuffle import Stream, client_commitment, digest

SMALL = two_crews("tests")


def person(name: str) -> Any:
    return get_user_model().objects.create_user(
        username=name, email=f"{name}@example.org", password="secret-pass"
    )


def part(row: Encounter, seat: int) -> bytes:
    """A player's chance, the same in every run."""
    return hashlib.sha256(f"{seat} of a test".encode()).digest()


def lay_down(row: Encounter, who: dict[int, Any]) -> None:
    """Commit for everyone, then open for everyone: the Encounter begins."""
    for seat, user in who.items():
        creation.commit(row, user, seat, client_commitment(row.fate_name, "AB"[seat], part(row, seat)).hex())
    for seat, user in who.items():
        creation.open_part(row, user, seat, part(row, seat).hex())


def duel(a: Any, b: Any) -> Encounter:
    """Two people, two models each, at the first question."""
    row = creation.create(a, SMALL, opponent="known", other=b)
    lay_down(row, {0: a, 1: b})
    return row


def hired_in_it(size: int) -> Any:
    """The set-up of an Encounter of which only the size is agreed."""
    return open_setup(size, str(current_release().pk))


def against_bot(user: Any, setup: Any = None, bot: str = "greedy") -> Encounter:
    row = creation.create(user, setup or skirmish("tests"), opponent=bot)
    lay_down(row, {0: user})
    return row


def set_up(client: Any, **fields: Any) -> Any:
    """The form of a new Encounter, sent from a page that was just loaded."""
    return client.post("/play/new/", {"name": public_id(), **fields})


def go_on(row: Encounter, people: dict[int, Any], steps: int, seed: str = "test") -> int:
    """So many lawful answers, each in an operation of its own; how many there were."""
    for number in range(steps):
        row.refresh_from_db()
        if row.over:
            return number
        encounter = loading.play_of(row)
        ask = encounter.asks[0]
        value = ask.options.sample(Stream(digest("go-on", seed, str(row.version))))
        playing.answer(row, people[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
    return steps
