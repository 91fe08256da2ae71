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

from rules.game.referee.command import TURN, Command, Fact

Relation = Literal["apart", "same", "asks"]


def relation(entry: Command, earlier: Command) -> Relation:
    """How an entry relates to one entered before it without its knowledge: ``apart`` (both are kept),
    ``same`` (it is already entered), ``asks`` (a person decides whether it is entered too)."""
    if entry == earlier and isinstance(entry, Fact):
        return "same"
    depends = {TURN} if entry.of_a_turn else set()
    return "asks" if (entry.subjects | depends) & earlier.subjects else "apart"
