"""What an Encounter stores, and how an edition reads it: decisions, events, checkpoints and acts as JSON or
plain data.

Everything but the cards is read alike in all editions. A card, and the words of an effect that rests on a
model, are read as the edition's own kinds, which it gives to its ``Stored``."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rules.game.events import AnyEvent, Event
from rules.game.printed import Part, PlainModel, PrintedModel, PrintedUpgrade, UpgradeFigures
from rules.game.referee.command import as_act
from rules.game.referee.commands import Act
from rules.game.state import State

T = TypeVar("T")


class StoredDecision(Struct, frozen=True):
    """One answer: the ``seat`` that gave it, the ``kind`` of the question and the stable key or keys chosen
    (``value``).

    ``kind`` "rewind" is a consented rewind past a flip; its ``value`` holds the numbers of the new shuffles
    (``log.py``). ``kind`` "act" is an act of the referee's hand between two questions.
    """

    seat: int
    kind: str
    value: Any


class Checkpoint(Struct, frozen=True):
    """A state from which the Encounter can continue without its log, with the length of both logs and the
    hash there."""

    state: State
    decisions: int
    events: int
    hash: str


class Stored:
    """What an edition's Encounters store: ``model``, ``upgrade`` and ``part`` are the types of its cards and
    of its effects. Every reading raises ``msgspec.ValidationError`` for what is none."""

    def __init__(self, model: Any = PlainModel, upgrade: Any = UpgradeFigures, part: Any = Any) -> None:
        self._kinds: dict[type, Any] = {PrintedModel: model, PrintedUpgrade: upgrade, Part: part}

    def _of_edition(self, kind: type, given: Any) -> Any:
        """The edition's own card of plain data; one that is given as such is kept."""
        if isinstance(given, Struct):
            return given
        return msgspec.convert(given, self._kinds[kind])

    def decoder(self, kind: Any) -> msgspec.json.Decoder[Any]:
        """What reads values of that type from JSON."""
        return msgspec.json.Decoder(kind, dec_hook=self._of_edition)

    def converted(self, given: Any, kind: type[T]) -> T:
        """Plain data as that type."""
        return msgspec.convert(given, kind, dec_hook=self._of_edition)

    def act(self, given: Any) -> Act:
        """An act of plain data, or of a bare list of commands."""
        return self.converted(as_act(given), Act)

    def event(self, raw: bytes | str) -> Event:
        event: Event = self._event.decode(raw)
        return event

    def checkpoint(self, raw: bytes | str) -> Checkpoint:
        checkpoint: Checkpoint = self._checkpoint.decode(raw)
        return checkpoint

    def state(self, raw: bytes | str) -> State:
        state: State = self._state.decode(raw)
        return state

    @cached_property
    def _event(self) -> msgspec.json.Decoder[Any]:
        return self.decoder(AnyEvent)

    @cached_property
    def _checkpoint(self) -> msgspec.json.Decoder[Any]:
        return self.decoder(Checkpoint)

    @cached_property
    def _state(self) -> msgspec.json.Decoder[Any]:
        return self.decoder(State)


PLAIN = Stored()
"""Of an edition whose effects stay with the players."""
