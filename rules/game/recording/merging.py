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

from rules.editions.m1e import record as m1
from rules.editions.m2e import record as m2
from rules.game.recording import record as r
from rules.game.referee import commands as c

Relation = Literal["apart", "same", "asks"]
Subject = tuple[str | int, ...]
AnyEntry = r.AnyEntry | m1.EntryM1 | m2.Hazard
Single = r.Own | c.AnyCommand | m1.Own | m1.Line | m2.Hazard
TURN: Subject = ("turn",)

# Commands that state a fact: entered twice they count once. All others would count twice.
STATES = (
    r.Scenario,
    r.Choose,
    r.Turn,
    r.Initiative,
    r.Reveal,
    r.FinishedOff,
    r.Withdraw,
    r.Tick,
    r.Had,
    r.HasHealth,
    r.Over,
    m1.ScenarioFlipped,
    m1.SchemesTaken,
    m1.Reckoned,
    c.Slay,
    c.Sacrifice,
    c.SetCondition,
    c.SetTokens,
    c.Under,
    c.Up,
    c.Passes,
    c.Use,
    c.Nickname,
    c.Activate,
)
# Commands whose meaning depends on the Turn in which they are entered.
OF_A_TURN = (c.Point, c.Activate, r.Initiative, r.Withdraw)


def relation(entry: AnyEntry, earlier: AnyEntry) -> Relation:
    """Return how an entry relates to one entered before it without its knowledge: ``apart`` (both are kept),
    ``same`` (it is already entered), ``asks`` (a person decides whether it is entered too)."""
    if entry == earlier and isinstance(entry, STATES):
        return "same"
    depends = {TURN} if isinstance(entry, OF_A_TURN) else set()
    return "asks" if (subjects(entry) | depends) & subjects(earlier) else "apart"


def subjects(entry: AnyEntry) -> set[Subject]:
    """Return the subjects that an entry changes."""
    if isinstance(entry, r.ActEntry | m1.ActM1):
        return set().union(*(subjects(line) for line in entry.lines))
    return {_subject(entry)}


def _subject(entry: Single) -> Subject:
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


def _of_its_kind(entry: Single) -> Subject:
    """Return the subject "health and place" of one model, or everything of this kind of one side."""
    model = getattr(entry, "model", None)
    if isinstance(model, str):
        kind = "fall" if isinstance(entry, r.FinishedOff) else "model"
        return kind, model
    return type(entry).__name__, getattr(entry, "seat", -1)
