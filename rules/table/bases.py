"""Models and markers: where their bases are and how high.

Positions are the base's centre in inches on the grid of 1/1000"; bases are round, in millimetres.
"""

from __future__ import annotations

from math import floor
from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from rules.refusal import Refusal
from rules.table.geometry.footprints import MM, TOUCH, quantised
from rules.table.geometry.plane import ConvexPart, disc, length

Kind = Literal["model", "marker", "blast"]
DIAMETERS = (30, 40, 50)
"""Of the bases that models are sold with, in millimetres."""


class Base(Struct, frozen=True):
    """A model or marker. ``size`` is Sz for a model, Ht (usually 0) for a marker (M3E-MARK-06).

    ``elevation`` is the inches from the table to the underside of the base. ``side`` names the Crew.
    ``reach`` is the longest melee range, ``None`` without a melee action (M3E-ENG-01). ``unaffected`` names
    the terrain traits it ignores (M3E-TRAIT-15). A ``spirit`` moves and hides by special rules (M1R-SPI,
    T2-INC); others may move through a ``passable`` one.
    """

    name: str
    x: float
    y: float
    mm: float = 30
    size: int = 2
    elevation: float = 0.0
    side: str = ""
    kind: Kind = "model"
    reach: float | None = None
    unaffected: tuple[str, ...] = ()
    spirit: bool = False
    passable: bool = False

    def __post_init__(self) -> None:
        for field in ("x", "y", "elevation"):
            force_setattr(self, field, quantised(getattr(self, field)))
        if not 1 <= quantised(self.mm) <= 500:
            raise Refusal(f"{self.name}: a base of {self.mm} mm cannot be used.", fix="30, 40 or 50 mm.")
        if self.elevation < 0 or self.size < 0:
            raise Refusal(f"{self.name}: Size and elevation are never below 0.", rule="terrain.height")

    @property
    def radius(self) -> float:
        """The radius in inches."""
        return self.mm / 2 * MM

    @property
    def part(self) -> ConvexPart:
        return disc(self.x, self.y, self.radius)

    @property
    def effective_size(self) -> int:
        """Size plus the Height stood upon, for sight only (M3E-LOS-06).

        A hill or staircase counts the lowest point of the base, rounded down (M3E-TERR-08, -09).
        """
        return self.size + floor(self.elevation + TOUCH)

    def at(self, x: float, y: float, elevation: float | None = None) -> Base:
        """The same base at another place."""
        return replace(self, x=x, y=y, elevation=self.elevation if elevation is None else elevation)


def marker(name: str, x: float, y: float, mm: float = 30, *, size: int = 0, elevation: float = 0.0) -> Base:
    """A marker: 30 mm by default (M3E-MARK-01), flat unless it has a Height (M3E-MARK-06)."""
    return Base(name, x, y, mm, size, elevation, kind="marker")


def centres_apart(one: Base, other: Base) -> float:
    return length(one.x - other.x, one.y - other.y)


def overlap(one: Base, other: Base) -> bool:
    """Whether the bases overlap as seen from above, by more than touching."""
    return centres_apart(one, other) < one.radius + other.radius - TOUCH
