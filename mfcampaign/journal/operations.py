"""The only writer of journals."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.journal.models import Note
from mfcampaign.journal.queries import subject
from mfcampaign.web.names import clean_tags
from mfcampaign.web.resilience.quotas import expect_room
from rules.refusal import Refusal

LONGEST_NOTE = 8_000


def write_note(person: Person, kind: str, about: str, text: str, tags: Iterable[str] = ()) -> str:
    """Say this and nothing else about the game or opponent; no words and no tags take the note back.
    ``Refusal`` for what is not in the person's history. The sentence of the act."""
    text, kept = text.strip(), clean_tags(tags)
    if len(text) > LONGEST_NOTE:
        raise Refusal(f"A note has at most {LONGEST_NOTE} characters.", fix="Shorten it.")
    title = subject(person, kind, about)
    with transaction.atomic():
        own = Note.objects.filter(owner=person, kind=kind, about=about)
        if title is None and not own.exists():
            raise Refusal(f"Your history has no such {kind}.", fix="Open the journal again.")
        if not text and not kept and not own.exists():
            return "There was no note."
        if not own.exists():
            expect_room("notes", Note.objects.filter(owner=person).count(), "Delete one first.")
        note, _ = Note.objects.get_or_create(
            owner=person, kind=kind, about=about, defaults={"title": title or about}
        )
        with operation(note, person, kind="journal.note") as act:
            # The acts say nothing of what is private.
            if not text and not kept:
                act.row.delete()
                act.say("A note was deleted.")
                return "The note is deleted."
            act.row.text, act.row.tags = text, kept
            act.row.title = title or act.row.title
            act.row.save()
            act.say("A note was written.")
    return "The note is saved; only you can read it."


def hindrances(person: Person) -> list[str]:
    """Nobody waits for a journal."""
    return []


def leave(person: Person, pseudonym: str) -> None:
    """Others' notes on the person stay theirs, under the pseudonym."""
    Note.objects.filter(kind=Note.Kind.OPPONENT, about=f"person:{person.pk}").update(title=pseudonym)
