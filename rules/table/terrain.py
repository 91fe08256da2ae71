"""Pieces of terrain: a footprint, traits, height, floors (M3E-TRAIT, M3E-TERR).

Heights are whole inches as players define them, measured from ``bottom`` (0: the table). The ready-made
pieces of the rulebook are the functions below; each takes inches and rounds down where the book does.
"""

from __future__ import annotations

from math import floor, isfinite
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from rules.refusal import Refusal
from rules.table.geometry.footprints import (
    TOUCH,
    Footprint,
    Outline,
    difference,
    parts,
    quantised,
)
from rules.table.geometry.plane import ConvexPart, Point, length, point_to_part

# The rulebook's eight, then those of the Second Edition's guide (T2-GEN): covers, an enclosed inside, what
# counts as a line to be crossed, what stops Pushes, and where a model may be deployed.
Trait = Literal[
    "blocking",
    "climbable",
    "concealing",
    "dense",
    "destructible",
    "hazardous",
    "impassable",
    "severe",
    "deployment",
    "enclosed",
    "hard_cover",
    "linear",
    "soft_cover",
    "stops_pushes",
]
TRAITS: tuple[str, ...] = get_args(Trait)
SHADOW_MOST = 3.0
# A base that touches the head or foot of a slope is at it: tolerance in inches.
BRINK = 0.01


class Piece(Struct, frozen=True):
    """One piece of terrain (M3E-TRAIT-01).

    ``height`` is Ht in inches, ``None`` without the trait; ``bottom`` where it starts. ``floors`` are the
    elevations of floors above the lowest one, without the roof. One may pass and look under a piece that is
    ``open_below`` (a walkway). On a ``gradual`` piece (hill, staircase) elevation changes are free.
    ``interior`` makes an enterable building; ``openings`` are gaps in its wall. ``known_as`` is the name
    under which hazardous markers are one piece (M3E-TRAIT-09); ``hazard`` the Condition it gives, 1 damage if
    empty. ``rises`` says from where to where a gradual piece rises evenly from ``bottom`` to its top
    (``partway``).
    """

    name: str
    footprint: Footprint
    traits: tuple[Trait, ...] = ()
    height: int | None = None
    bottom: int = 0
    floors: tuple[int, ...] = ()
    open_below: bool = False
    gradual: bool = False
    interior: Outline | None = None
    openings: tuple[Outline, ...] = ()
    known_as: str = ""
    hazard: str = ""
    rises: tuple[Point, Point] | None = None

    def __post_init__(self) -> None:
        unknown = sorted(set(self.traits) - set(TRAITS))
        if unknown:
            raise Refusal(f"{self.name}: there is no trait {unknown[0]!r}.", rule="terrain.traits")
        force_setattr(self, "traits", tuple(sorted(set(self.traits))))
        for value in (self.height or 0, self.bottom, *self.floors):
            if quantised(value) < 0 or value != floor(value):
                raise Refusal(f"{self.name}: heights are whole inches from 0 up.", rule="terrain.height")
        if self.interior is not None and not isinstance(self.footprint, Outline):
            raise Refusal(f"{self.name}: only an outline can have rooms.", rule="terrain.rooms")
        if self.rises is not None:
            self._check_rise(*self.rises)

    def _check_rise(self, foot: Point, head: Point) -> None:
        ends = tuple((quantised(x), quantised(y)) for x, y in (foot, head))
        if not self.gradual:
            raise Refusal(
                f"{self.name}: only a hill or stairs rise from one place to another.",
                rule="terrain.stairs",
                fix="Call it gradual.",
            )
        if not self.height:
            raise Refusal(
                f"{self.name}: what rises has a Height to rise to.",
                rule="terrain.stairs",
                fix="Give it a Ht of 1 or more.",
            )
        if ends[0] == ends[1]:
            raise Refusal(f"{self.name}: its foot and its head are one place.", rule="terrain.stairs")
        force_setattr(self, "rises", ends)

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @property
    def hazard_name(self) -> str:
        """The name under which hazardous pieces are one (M3E-TRAIT-09)."""
        return self.known_as or self.name

    @property
    def top(self) -> int | None:
        """The elevation of its upper side; pieces on other terrain add up (M3E-LOS-06)."""
        return None if self.height is None else self.bottom + self.height

    @property
    def shadow(self) -> float:
        """How far its Shadow reaches from the edge in inches, 0 for none (M3E-SHADOW-01).

        >>> crates("crates", Outline(((0, 0), (1, 0), (1, 1))), 4.5).shadow
        3.0
        """
        if self.height is None or not self.has("blocking"):
            return 0.0
        return min(float(self.height), SHADOW_MOST)

    def walls(self) -> tuple[Outline, ...]:
        """The solid wall of an enterable building, without its openings (M3E-TERR-06)."""
        if self.interior is None or not isinstance(self.footprint, Outline):
            return ()
        return difference(self.footprint, (self.interior, *self.openings))


def roofed(piece: Piece, elevation: float) -> bool:
    """Whether the elevation is on or above a roof one can stand on, although the piece is Impassable
    (T2-GEN-09)."""
    return piece.has("impassable") and bool(piece.floors) and elevation >= max(piece.floors) - TOUCH


def partway(piece: Piece, x: float, y: float, radius: float) -> float:
    """The elevation of a base on a hill or stairs: that of its lowest point, which rises evenly from
    foot to head where these are known (M3E-TERR-08, -09). Elsewhere the players agree, and it is the top.

    >>> steps = staircase("steps", Outline(((0, 0), (2, 0), (2, 4), (0, 4))), 2, rises=((1, 0), (1, 4)))
    >>> [partway(steps, 1, y, 0.5) for y in (0, 0.5, 2.5, 4.5)]
    [0.0, 0.0, 1.0, 2.0]
    """
    assert piece.top is not None
    if piece.rises is None:
        return float(piece.top)
    (fx, fy), (hx, hy) = piece.rises
    run = length(hx - fx, hy - fy)
    along = ((x - fx) * (hx - fx) + (y - fy) * (hy - fy)) / run - radius
    return quantised(piece.bottom + (piece.top - piece.bottom) * min(1.0, max(0.0, along / run)))


def rideable(piece: Piece, x: float, y: float, radius: float, elevation: float) -> bool:
    """Whether a base there may begin or end a change of height at that elevation on a hill or stairs:
    with a known foot and head, at an elevation that the slope has under the base (M3E-TERR-08, -09).

    >>> steps = staircase("steps", Outline(((0, 0), (2, 0), (2, 4), (0, 4))), 2, rises=((1, 0), (1, 4)))
    >>> [rideable(steps, 1, 2, 0.5, height) for height in (0, 0.75, 1.25, 2)]
    [False, True, True, False]
    """
    if not piece.gradual or piece.top is None or not piece.bottom - TOUCH <= elevation <= piece.top + TOUCH:
        return False
    if piece.rises is None:
        return True
    low, high = (partway(piece, x, y, far) for far in (radius + BRINK, -radius - BRINK))
    return low - TOUCH <= elevation <= high + TOUCH


def covers(piece: Piece, x: float, y: float, radius: float) -> bool:
    """Whether a base there overlaps the piece by more than touching: it is "in" it (M3E-TRAIT-01)."""
    return any(point_to_part(x, y, part) < radius - TOUCH for part in _parts_near(piece, x, y, radius))


def touches(piece: Piece, x: float, y: float, radius: float) -> bool:
    """Whether a base there touches or overlaps the piece."""
    return any(point_to_part(x, y, part) <= radius + TOUCH for part in _parts_near(piece, x, y, radius))


def _parts_near(piece: Piece, x: float, y: float, radius: float) -> list[ConvexPart]:
    """The parts that a base there may touch, by the circles around them."""
    near = []
    for part in parts(piece.footprint):
        far, dx, dy = part.bound + radius + 2 * TOUCH, part.cx - x, part.cy - y
        if dx * dx + dy * dy <= far * far:
            near.append(part)
    return near


def reaches_elevation(piece: Piece, elevation: float) -> bool:
    """Whether a base at that elevation can be in the piece: between its bottom and its top. A piece without
    Height lies on ground that may slope: a base in it is less than 1" above its bottom."""
    if piece.top is None:
        return piece.bottom - TOUCH <= elevation < piece.bottom + 1
    return piece.bottom - TOUCH <= elevation <= piece.top + TOUCH


def indoors(piece: Piece, elevation: float) -> bool:
    """Whether the elevation is in the rooms of an enterable building, not on its roof."""
    return not roofed(piece, elevation) and (piece.top is None or elevation < piece.top - TOUCH)


def inside(piece: Piece, x: float, y: float, radius: float, elevation: float) -> bool:
    """Whether any part of the base is in the rooms of an enterable building (M3E-TERR-05)."""
    if piece.interior is None or not indoors(piece, elevation):
        return False
    return min(point_to_part(x, y, part) for part in parts(piece.interior)) < radius - TOUCH


def _down(inches: float) -> int:
    if not isfinite(inches) or inches < 0:
        raise Refusal(f"{inches!r} is not a height.", rule="terrain.height", fix="Give inches from 0 up.")
    return floor(inches)


def barbed_wire(name: str, footprint: Footprint) -> Piece:
    return Piece(name, footprint, ("hazardous",))


def water(name: str, footprint: Footprint) -> Piece:
    return Piece(name, footprint, ("severe",))


def woods(name: str, footprint: Footprint, height: float | None = None) -> Piece:
    return Piece(
        name, footprint, ("concealing", "dense", "severe"), None if height is None else _down(height)
    )


def fog_bank(name: str, footprint: Footprint) -> Piece:
    return Piece(name, footprint, ("concealing", "dense"))


def flat_building(
    name: str,
    footprint: Footprint,
    height: float,
    *,
    floors: tuple[int, ...] = (),
    interior: Outline | None = None,
    openings: tuple[Outline, ...] = (),
) -> Piece:
    """A building whose roof may be stood upon, at most Ht 4 (M3E-TERR-03)."""
    if _down(height) > 4:
        raise Refusal(
            f"{name}: a flat building is at most Ht 4.",
            rule="terrain.building",
            fix="Make its roof steep, or define it in several pieces.",
        )
    return Piece(
        name,
        footprint,
        ("blocking", "climbable"),
        _down(height),
        floors=floors,
        interior=interior,
        openings=openings,
    )


def steep_building(name: str, footprint: Footprint, height: float) -> Piece:
    return Piece(name, footprint, ("blocking", "impassable"), _down(height))


def crates(name: str, footprint: Footprint, height: float) -> Piece:
    return Piece(name, footprint, ("blocking", "climbable", "destructible"), _down(height))


def crate_stack(name: str, footprint: Footprint, heights: tuple[float, ...]) -> Piece:
    """Several crates as one piece, as tall as the tallest (M3E-TERR-07)."""
    return crates(name, footprint, max(heights))


def staircase(
    name: str, footprint: Footprint, height: float, rises: tuple[Point, Point] | None = None
) -> Piece:
    return Piece(name, footprint, ("blocking", "climbable"), _down(height), gradual=True, rises=rises)


def hill(name: str, footprint: Footprint, height: float, rises: tuple[Point, Point] | None = None) -> Piece:
    return Piece(name, footprint, (), _down(height), gradual=True, rises=rises)


def fence(name: str, footprint: Footprint, height: float) -> Piece:
    return Piece(name, footprint, ("climbable", "destructible"), _down(height))


def wall(name: str, footprint: Footprint, height: float) -> Piece:
    return Piece(name, footprint, ("blocking", "climbable"), _down(height))


def bridge(name: str, footprint: Footprint, walkway: float, archway: float) -> tuple[Piece, Piece]:
    """Walkway and archway of one bridge, both heights from the table in inches (M3E-TERR-02)."""
    over, under = _down(walkway), _down(archway)
    if under > over:
        raise Refusal(f"{name}: the archway is below the walkway.", rule="terrain.bridge")
    solid = Piece(
        f"{name}, walkway", footprint, ("blocking", "climbable"), over - under, bottom=under, open_below=True
    )
    return solid, Piece(f"{name}, archway", footprint, (), under)
