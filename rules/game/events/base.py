"""The base classes of events."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from rules.game.state import State

Audience = Literal["all", "nobody", 0, 1]


class Event(Struct, frozen=True, tag=True, tag_field="event"):
    """A fact of the Encounter. ``on`` returns the state after it and checks no rules.

    ``audience`` is all, one seat, or nobody until the Encounter is over; everyone else receives the
    ``shadow`` instead. ``informs`` is true when a card was flipped, drawn or shown; a player cannot undo past
    it without consent.
    """

    informs: ClassVar[bool] = False

    def on(self, state: State) -> State:
        raise NotImplementedError

    @property
    def audience(self) -> Audience:
        return "all"

    def shadow(self) -> Event | None:
        """The event that everyone outside the audience receives; ``None`` for nothing."""
        return None


class Said(Event, frozen=True):
    """An event that is only announced: the state does not change."""

    def on(self, state: State) -> State:
        return state
