"""What a device writes into its outbox, and what it is answered."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

MOST = 50
Outcome = Literal["done", "repeat", "same", "dropped", "conflict", "refused"]
STANDS = ("done", "repeat", "same", "dropped")
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Written(Struct, frozen=True):
    """What was tapped: the kind of form, with its fields as a browser sends them. Those of an act follow its
    address and a question mark."""

    to: Literal["enter", "undo", "report", "act"]
    form: Annotated[str, Meta(max_length=4000)] = ""


class WaitingEntry(Struct, frozen=True):
    """One entry of a device's outbox. ``id`` is unique, ``n`` its number on the device, ``game`` the
    Encounter (of acts: what they are kept in order under), ``base`` the version that was on the screen.
    ``drop`` means that it was given up. The device's clock is not used."""

    id: Annotated[str, Meta(min_length=8, max_length=80)]
    device: Annotated[str, Meta(min_length=1, max_length=40)]
    n: Number
    game: Annotated[str, Meta(max_length=80)]
    base: Number
    body: Written
    drop: bool = False


class Answer(Struct, frozen=True, omit_defaults=True):
    """``theirs`` are the others' entries since, as the writer may see them; ``version`` is the version after
    it."""

    id: str
    is_: Outcome = msgspec.field(name="is")
    version: int = 0
    sentence: str = ""
    fix: str = ""
    theirs: tuple[str, ...] = ()


class Unread(Struct, frozen=True):
    """An entry whose form this release cannot read; the device keeps it, and its writer is told."""

    id: Annotated[str, Meta(max_length=80)] = ""
    game: Annotated[str, Meta(max_length=80)] = ""

    @property
    def refused(self) -> Answer:
        """Its answer."""
        fix = "Save it as a file, drop it here and write it down once more."
        return Answer(self.id, "refused", sentence="This portal cannot read what was written down.", fix=fix)


def digest_of(entry: WaitingEntry) -> str:
    """The digest of the Encounter and of what was tapped, without time and version."""
    return hashlib.sha256(msgspec.json.encode((entry.game, entry.body))).hexdigest()
