"""Events: facts of an Encounter. Each event is one class that says what changes (``on``) and who may see it
(``audience``).

A new event is a class in the file of its subject; ``EVENTS`` below collects it, and the decoder uses
``EVENTS``.
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
    """Encode the event as canonical JSON, which is stored and hashed."""
    return _encoder.encode(event)


def decode(raw: bytes | str) -> Event:
    """Decode an event. Raise ``msgspec.ValidationError`` when the JSON is no event."""
    event = _one.decode(raw)
    assert isinstance(event, Event)
    return event


def encode_log(events: Iterable[Event]) -> bytes:
    """Encode events as a JSON list."""
    return _encoder.encode(list(events))


def decode_log(raw: bytes | str) -> tuple[Event, ...]:
    """Decode a JSON list of events. Raise ``msgspec.ValidationError`` when it is none."""
    events: tuple[Event, ...] = _many.decode(raw)
    return events


__all__ = ["EVENTS", "Audience", "Event", "Said", "decode", "decode_log", "encode", "encode_log"]
