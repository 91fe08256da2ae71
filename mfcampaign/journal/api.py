"""Endpoints of one's journal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Literal
from urllib.parse import urlencode

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.journal import operations, queries
from mfcampaign.journal.models import Note

TAG = "You"


class WrittenNote(Struct, frozen=True):
    """A private note. ``about`` is the ``path`` of a game of yours, or the ``rival`` of an opponent, as your
    own games say them; ``title`` is what it was called."""

    kind: str
    about: str
    title: str
    text: str
    tags: tuple[str, ...]
    written_at: dt.datetime


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Words and tags on a game or an opponent; neither deletes the note. A comma parts tags."""

    kind: Literal["game", "opponent"]
    about: Annotated[str, Meta(min_length=1, max_length=200)]
    text: Annotated[str, Meta(max_length=operations.LONGEST_NOTE)] = ""
    tags: Annotated[tuple[Annotated[str, Meta(max_length=400)], ...], Meta(max_length=20)] = ()


@get("journal/", Page[WrittenNote], query=PageQuery, tag=TAG)
def notes(call: PersonCall) -> Page[WrittenNote]:
    """Your notes on games and opponents, the newest first. Nobody else can read them."""
    return by_key(queries.notes_of(call.user), call.query, _written)


def _written(notes: Iterable[Note]) -> list[WrittenNote]:
    return [
        WrittenNote(note.kind, note.about, note.title, note.text, tuple(note.tags), note.written_at)
        for note in notes
    ]


@act(
    "put",
    "journal/",
    signed_in,
    tag=TAG,
    page="journal:journal",
    example={"kind": "opponent", "about": "person:7", "text": "Brings two Riders.", "tags": ["rivals"]},
)
def write_note(call: PersonCall, user: Person, body: NewNote) -> Done[None]:
    """Write a private note on a game or an opponent of yours, instead of the one there was."""
    said = operations.write_note(user, body.kind, body.about, body.text, body.tags)
    asked = {"game" if body.kind == "game" else "rival": body.about}
    return Done(said, None, f"{reverse('journal:journal')}?{urlencode(asked)}")
