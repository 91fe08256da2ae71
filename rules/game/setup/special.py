"""Special terrain and events that an Encounter may be drawn with."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Shape = Literal["element", "area", "whole table", "markers"]
Span = Literal["all game", "the event turn"]


class SpecialTerrain(Struct, frozen=True, kw_only=True):
    """One piece of special terrain. ``base`` is in mm, ``height`` is Ht; ``least`` and ``most`` are the sides
    of a square area in inches; ``within`` is the reach of its effect in inches."""

    rule: str
    name: str
    shape: Shape
    effect: str
    base: int | None = None
    height: int | None = None
    least: int | None = None
    most: int | None = None
    within: int | None = None
    count: int = 1

    @property
    def measure(self) -> str:
        """Its size in words."""
        if self.base:
            return f"{self.base} mm" + (f", Ht {self.height}" if self.height else "")
        if self.least:
            return f"at least {self.least}″ × {self.least}″"
        return f"at most {self.most}″ × {self.most}″" if self.most else "all ground without terrain"


class SpecialEvent(Struct, frozen=True):
    """One special event; ``span`` says how long it applies."""

    rule: str
    name: str
    span: Span
    effect: str
