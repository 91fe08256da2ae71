"""Entries of a record that were written without knowing each other: which are both kept, and which a person
must decide.

Two phones beside one table write at the same time, one of them without signal. Entries about different
things add up. Entries about the same thing may be one happening that was written down twice, or two
happenings: nobody but the players knows, so they are asked.

>>> from rules.game.recording.record import Turn
>>> from rules.game.referee.commands import Heal, Hurt, Point
>>> hurt = Hurt(model="b1", amount=2)
>>> relation(hurt, Hurt(model="b2", amount=2)), relation(hurt, Heal(model="b1", amount=1))
('apart', 'asks')
>>> relation(hurt, hurt), relation(Turn(turn=2), Turn(turn=2))
('asks', 'same')
>>> relation(Point(seat=0, source="Reckoning"), Turn(turn=3))
'asks'
"""

from __future__ import annotations

from typing import Literal

from rules.game.recording import record as r
from rules.game.referee import commands as c

Relation = Literal["apart", "same", "asks"]
Subject = tuple[str | int, ...]
TURN: Subject = ("turn",)


def relation(entry: c.Command, earlier: c.Command) -> Relation:
    """How an entry relates to one entered before it without its knowledge: ``apart`` (both are kept),
    ``same`` (it is already entered), ``asks`` (a person decides whether it is entered too)."""
    if entry == earlier and isinstance(entry, c.Fact):
        return "same"
    depends = {TURN} if entry.of_a_turn else set()
    return "asks" if (subjects(entry) | depends) & subjects(earlier) else "apart"


def subjects(entry: c.Command) -> set[Subject]:
    """The subjects that an entry changes; an act has ``lines``, which are commands."""
    return {_subject(line) for line in getattr(entry, "lines", (entry,))}


def _subject(entry: c.Command) -> Subject:
    match entry:
        case r.Turn() | r.Over():
            return TURN
        case r.Choose():
            return "schemes", entry.seat
        case r.Reveal():
            return "scheme", entry.seat, entry.scheme
        case r.Enter():
            return "card", entry.seat, entry.card
        case r.Tick():
            return "portion", entry.seat, entry.portion
        case r.Had():
            return "award", entry.seat, entry.award
        case c.SetCondition():
            return "condition", entry.model, entry.condition
        case c.SetTokens():
            return "token", entry.model, entry.name
        case c.Activate():
            return "activated", entry.model
        case c.Use():
            return "upgrade", entry.model, entry.upgrade
        case c.Point():
            return "vp", entry.seat, entry.source
        case c.Summon():
            return "summon", entry.seat, entry.card
    return _of_its_kind(entry)


def _of_its_kind(entry: c.Command) -> Subject:
    """The subject "health and place" of one model, or everything of this kind of one side."""
    model = getattr(entry, "model", None)
    if isinstance(model, str):
        kind = "fall" if isinstance(entry, r.FinishedOff) else "model"
        return kind, model
    return type(entry).__name__, getattr(entry, "seat", -1)
