"""What an Encounter belongs to: apps above this one register where their games have their pages.

``Encounter.origin`` is a natural key: the name under which such an app registered, a colon, and what the app
calls the game by.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from mfcampaign.play.models import Encounter

__all__ = ["Encounter", "Origin", "encounter_of", "origin_of", "register"]


class Origin(Struct, frozen=True):
    """``url`` is the page of the game, ``report_url`` takes its result by POST."""

    url: str
    report_url: str


_registered: dict[str, Callable[[str], Origin]] = {}


def register(name: str, origin: Callable[[str], Origin]) -> None:
    """``origin`` makes an ``Origin`` of a key, without a query."""
    _registered[name] = origin


def origin_of(row: Encounter) -> Origin | None:
    """What the Encounter belongs to; ``None`` for one that stands by itself."""
    name, _, key = (row.origin or "").partition(":")
    return _registered[name](key) if name else None


def encounter_of(origin: str) -> Encounter | None:
    """The Encounter that was begun under this key and not given up."""
    return Encounter.objects.filter(origin=origin).exclude(state=Encounter.State.LEFT).first()
