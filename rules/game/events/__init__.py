"""Facts. Every event is one class that says what changes (``on``) and who may hear it (``audience``).

A new event is a class in the file of its kind; ``EVENTS`` below finds it, and the decoder with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Union

import msgspec

from rules.game.events import announcements as talk
from rules.game.events import cards, turns
from rules.game.events import crews as hiring
from rules.game.events import crews as league
from rules.game.events import table as markers
from rules.game.events import table as models
from rules.game.events.base import Audience, Event, Said


def _event_types(module: ModuleType) -> list[type[Event]]:
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
    ]


EVENTS: tuple[type[Event], ...] = tuple(
    kind for module in (cards, hiring, league, markers, models, talk, turns) for kind in _event_types(module)
)
AnyEvent: Any = Union[EVENTS]  # noqa: UP007 - built from a tuple
_encoder = msgspec.json.Encoder(order="deterministic")
_one = msgspec.json.Decoder(AnyEvent)
_many = msgspec.json.Decoder(tuple[AnyEvent, ...])


def encode(event: Event) -> bytes:
    """The event as canonical JSON: what is stored and what the chain hashes."""
    return _encoder.encode(event)


def decode(raw: bytes | str) -> Event:
    """The event of that JSON; ``msgspec.ValidationError`` for anything else."""
    event = _one.decode(raw)
    assert isinstance(event, Event)
    return event


def encode_log(events: Iterable[Event]) -> bytes:
    """A JSON list of events."""
    return _encoder.encode(list(events))


def decode_log(raw: bytes | str) -> tuple[Event, ...]:
    """A JSON list of events."""
    events: tuple[Event, ...] = _many.decode(raw)
    return events


__all__ = ["EVENTS", "Audience", "Event", "Said", "decode", "decode_log", "encode", "encode_log"]
