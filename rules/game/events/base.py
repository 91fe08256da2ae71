"""What every event is: a fact, its audience, and the change it makes."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from rules.game.state import State

Audience = Literal["all", "nobody", 0, 1]


class Event(Struct, frozen=True, tag=True, tag_field="event"):
    """A fact of the Encounter. ``on`` gives the state after it and judges nothing.

    ``audience`` is all, one seat, or nobody until the Encounter is over; whoever is not meant hears the
    ``shadow`` instead. ``informs`` is set where a card was flipped, drawn or shown: no free undo past it.
    """

    informs: ClassVar[bool] = False

    def on(self, state: State) -> State:
        raise NotImplementedError

    @property
    def audience(self) -> Audience:
        return "all"

    def shadow(self) -> Event | None:
        """What the others may know, ``None`` for nothing."""
        return None


class Said(Event, frozen=True):
    """An event that only tells: nothing in the state changes."""

    def on(self, state: State) -> State:
        return state
