"""Ready-made pieces: what the editor offers and the generator lays (M3E-TERR, T2-GEN).

A ``PieceKind`` is one row of a ``Guide``: its traits and default Height, and how large it is usually built.
``sheets`` gives it a size around (0, 0), to be placed somewhere and turned. The organiser may give any piece
another Height (T2-TABLE-04). Each guide stands with its edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.refusal import Refusal
from rules.table.geometry.footprints import Footprint, Outline, RoundFootprint, quantised, rectangle
from rules.table.geometry.plane import Point
from rules.table.sheet import TerrainSheet, terrain_sheet_of
from rules.table.terrain import TRAITS, Piece

Shape = Literal["block", "line", "area", "round"]
Range = tuple[float, float]
Weighted = tuple[tuple[str, int], ...]
"""Slugs of kinds with their weights."""
Parts = Callable[[Piece, float, float], tuple[Piece, ...]]
"""What a piece of that width and depth consists of, made of the plain piece of its footprint and traits."""
# How far the corners of an area are from its middle, by default; varied so that no two woods are alike.
EDGE = (100, 86, 96, 82, 99, 88, 94, 84, 97)
# Rounded to nine digits, because C libraries differ in the last one.
AROUND = tuple((round(cos(radians(40 * i)), 9), round(sin(radians(40 * i)), 9)) for i in range(9))


class PieceKind(Struct, frozen=True):
    """One row of a guide. ``columns`` are the marks of its row in the guide's own table; ``width``, ``depth``
    and ``heights`` are inches, least and most as it is usually built. ``height`` is the default Ht, ``None``
    for no Height trait. ``rooms``: one may enter; ``parts``: it is more than one plain piece."""

    slug: str
    name: str
    guide: str
    rule: str
    shape: Shape
    columns: tuple[str, ...]
    width: Range
    depth: Range
    height: int | None = None
    heights: tuple[int, int] = (0, 0)
    gradual: bool = False
    rooms: bool = False
    parts: Parts | None = None

    @property
    def traits(self) -> tuple[str, ...]:
        """The columns that are traits."""
        return tuple(column for column in self.columns if column in TRAITS)

    def sheets(
        self,
        name: str = "",
        width: float | None = None,
        depth: float | None = None,
        height: int | None = None,
        edge: tuple[int, ...] = EDGE,
    ) -> tuple[TerrainSheet, ...]:
        """The piece in its parts; of middle size by default.

        Parts of one piece are named after it ("Old bridge, walkway"). ``edge`` roughens an area: hundredths
        of the way from its middle to its rim, corner by corner.
        """
        w = quantised((self.width[0] + self.width[1]) / 2 if width is None else width)
        d = quantised((self.depth[0] + self.depth[1]) / 2 if depth is None else depth)
        ht = self.height if height is None else height
        whole = self._whole(name or self.name, w, d, ht, edge)
        pieces = (whole,) if self.parts is None else self.parts(whole, w, d)
        return tuple(terrain_sheet_of(piece) for piece in pieces)

    def _whole(self, name: str, w: float, d: float, ht: int | None, edge: tuple[int, ...]) -> Piece:
        interior, openings = _rooms(w, d) if self.rooms else (None, ())
        # Stairs rise from front to back; the shape of a hill does not say where it rises.
        rises = ((0.0, -d / 2), (0.0, d / 2)) if self.gradual and self.shape == "block" else None
        return Piece(
            name,
            self._footprint(w, d, edge),
            self.traits,  # type: ignore[arg-type]
            ht,
            gradual=self.gradual,
            interior=interior,
            openings=openings,
            rises=rises,
        )

    def _footprint(self, w: float, d: float, edge: tuple[int, ...]) -> Footprint:
        if self.shape == "round":
            return RoundFootprint(0.0, 0.0, quantised(w * 25.4))
        if self.shape != "area":
            return rectangle(-w / 2, -d / 2, w, d)
        ring: list[Point] = [
            (quantised(x * w * share / 200), quantised(y * d * share / 200))
            for (x, y), share in zip(AROUND, edge, strict=True)
        ]
        return Outline(tuple(ring))


def _rooms(w: float, d: float) -> tuple[Outline, tuple[Outline, ...]]:
    """Rooms behind walls of a quarter inch, with a door of 2" in front and a window of 1" behind."""
    inner = rectangle(0.25 - w / 2, 0.25 - d / 2, w - 0.5, d - 0.5)
    return inner, (rectangle(-1, -d / 2, 2, 0.25), rectangle(-0.5, d / 2 - 0.25, 1, 0.25))


class Guide(Struct, frozen=True, kw_only=True):
    """A guide to terrain. ``name`` is a heading over its pieces, ``whose`` says whose pieces they are.

    The rest is how a generated table uses them: ``solid`` and ``others`` by theme, ``""`` for a theme that is
    not named; ``woods``, ``rough`` and ``fog`` on every table; ``screen`` is the slug of what is placed
    across a line with little room. Each holds at least one kind.
    """

    slug: str
    name: str
    whose: str
    kinds: tuple[PieceKind, ...]
    solid: Mapping[str, Weighted]
    others: Mapping[str, Weighted]
    woods: Weighted
    rough: Weighted
    fog: Weighted
    screen: str

    def kind(self, slug: str) -> PieceKind:
        """The kind of that slug. Raise ``Refusal`` when the guide has none."""
        for kind in self.kinds:
            if kind.slug == slug:
                return kind
        raise Refusal(
            f"There is no ready-made piece {slug!r}.", rule="setup.terrain", fix="Choose one of the list."
        )

    def of(self, owned: Iterable[str]) -> Guide:
        """The guide with the kinds of those slugs alone, all where there are none.

        Instead of what is not owned the like is laid: woods for fog, what blocks sight for a screen and for
        a theme's own pieces. ``others`` may become empty. Raise ``Refusal`` for a slug that the guide has
        not, and when nothing is left that blocks sight, no woods or no rough ground."""
        held = frozenset(owned)
        if not held:
            return self
        kinds = tuple(kind for kind in self.kinds if kind.slug in held)
        for slug in held:
            self.kind(slug)
        blocking = tuple((kind.slug, 1) for kind in kinds if "blocking" in kind.columns)
        solid = {theme: _held(weighted, held) or blocking for theme, weighted in self.solid.items()}
        woods = _held(self.woods, held)
        rough = _held(self.rough, held)
        needed = (
            (blocking, "blocks sight", [kind.slug for kind in self.kinds if "blocking" in kind.columns]),
            (woods, "is woods", [slug for slug, _ in self.woods]),
            (rough, "is rough ground", [slug for slug, _ in self.rough]),
        )
        for left, what, slugs in needed:
            if not left:
                names = ", ".join(self.kind(slug).name for slug in slugs)
                raise Refusal(
                    f"Nothing that is ticked {what}.", rule="setup.terrain", fix=f"Tick one: {names}."
                )
        return replace(
            self,
            kinds=kinds,
            solid=solid,
            others={theme: _held(weighted, held) for theme, weighted in self.others.items()},
            woods=woods,
            rough=rough,
            fog=_held(self.fog, held) or woods,
            screen=self.screen if self.screen in held else blocking[0][0],
        )


def _held(weighted: Weighted, held: frozenset[str]) -> Weighted:
    return tuple((slug, weight) for slug, weight in weighted if slug in held)


def guide_called(guides: Iterable[Guide], slug: str) -> Guide:
    """The guide of that slug. Raise ``Refusal`` when there is none."""
    for guide in guides:
        if guide.slug == slug:
            return guide
    raise Refusal(f"There is no guide {slug!r}.", fix="Choose one of the list.")


def laid_at(
    sheets: tuple[TerrainSheet, ...], x: float, y: float, turn: float = 0
) -> tuple[TerrainSheet, ...]:
    """The parts of a piece, turned around their middle and placed at (x, y)."""
    at = quantised(x), quantised(y)
    return tuple(replace(sheet, at=at, turn=float(turn)) for sheet in sheets)


def piece_of(name: str) -> str:
    """The name of the piece to which a part belongs: the parts move together.

    >>> piece_of("Old bridge, archway")
    'Old bridge'
    """
    return name.partition(", ")[0]
