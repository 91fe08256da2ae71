"""Events: facts of an Encounter. Each event is one class that says what changes (``on``) and who may see it
(``audience``).

A new event is a class in the file of its subject; ``EVENTS`` below collects it. ``rules.game.stored`` reads
events back."""

from __future__ import annotations

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


def encode(event: Event) -> bytes:
    """Encode the event as canonical JSON, which is stored and hashed."""
    return _encoder.encode(event)


__all__ = ["EVENTS", "AnyEvent", "Audience", "Event", "Said", "encode"]
