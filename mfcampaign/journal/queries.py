"""Reading journals: a person's games (``accounts.past``) beside their notes. Eight queries."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from msgspec import Struct

from mfcampaign.accounts.past import past_of
from mfcampaign.accounts.persons import Person
from mfcampaign.journal.models import Note
from rules.crews.text.names import folded
from rules.tournament.standings.record import PlayedGame, Rival

GAME, OPPONENT = Note.Kind.GAME, Note.Kind.OPPONENT


class NotedGame(Struct, frozen=True):
    """A game with what its player wrote about it and about the opponent."""

    game: PlayedGame
    note: Note | None
    on_opponent: Note | None

    @property
    def notes(self) -> tuple[Note | None, ...]:
        return self.note, self.on_opponent


class NotedRival(Struct, frozen=True):
    """An opponent with what was written about them; ``key`` is ``PlayedGame.rival``."""

    key: str
    rival: Rival
    note: Note | None


class Journal(Struct, frozen=True):
    """A person's games, the last first, and opponents, as far as asked for; ``lost`` are notes whose game or
    opponent is not among them any more. ``tags`` are all of theirs, by name."""

    games: tuple[NotedGame, ...]
    opponents: tuple[NotedRival, ...]
    lost: tuple[Note, ...]
    tags: tuple[str, ...]


def journal(
    person: Person, *, tag: str = "", words: str = "", noted: bool = False, game: str = "", rival: str = ""
) -> Journal:
    """All of it, or what has the tag, holds all the words, has a note; one game by its path; one opponent by
    their key with the games against them."""
    past = past_of(person, person.pk)
    notes = {(note.kind, note.about): note for note in Note.objects.filter(owner=person)}
    wanted = folded(words).split()

    def fits(about: Iterable[Note | None], said: str) -> bool:
        own = [note for note in about if note is not None]
        text = folded(" ".join((said, *(f"{note.text} {' '.join(note.tags)}" for note in own))))
        return (
            (not noted or bool(own))
            and (not tag or any(tag in note.tags for note in own))
            and all(word in text for word in wanted)
        )

    games = [
        NotedGame(each, notes.get((GAME, each.path)), notes.get((OPPONENT, each.rival)))
        for each in past.games
    ]
    opponents = [
        NotedRival(each.games[0].rival, each, notes.get((OPPONENT, each.games[0].rival)))
        for each in past.rivals
    ]
    known = {(GAME, each.game.path) for each in games} | {(OPPONENT, each.key) for each in opponents}
    lost = [note for key, note in notes.items() if key not in known]
    return Journal(
        tuple(
            each
            for each in games
            if game in ("", each.game.path)
            and rival in ("", each.game.rival)
            and fits(each.notes, _said(each.game))
        ),
        tuple(
            each
            for each in opponents
            if not game and rival in ("", each.key) and fits((each.note,), each.rival.name)
        ),
        tuple(note for note in lost if not game and not rival and fits((note,), note.title)),
        tuple(sorted({tag for note in notes.values() for tag in note.tags}, key=str.casefold)),
    )


def _said(game: PlayedGame) -> str:
    return " ".join((game.where, game.about, game.opponent, game.named, game.leader, game.strategy))


def subject(person: Person, kind: str, about: str) -> str | None:
    """What a note on that would be called; ``None`` where the person's history has no such thing."""
    for game in past_of(person, person.pk).games:
        if kind == GAME and game.path == about:
            return f"{game.where}, {game.about}"[:200]
        if kind == OPPONENT and game.rival == about:
            return game.named or game.opponent
    return None


def notes_of(person: Person) -> QuerySet[Note]:
    """All notes of a person."""
    return Note.objects.filter(owner=person)
