"""A table: its size, its terrain, and what stands on it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from rules.refusal import Refusal, Violation
from rules.table.bases import Base, overlap
from rules.table.geometry.footprints import TOUCH, bounds, quantised
from rules.table.terrain import Piece


class Table(Struct, frozen=True):
    """Terrain and bases on a table of ``width`` × ``depth`` inches (36 × 36, M3E-SETUP-12).

    Names are unique among the pieces and among the bases. ``Refusal`` when something has no name of its
    own or hangs over the edge (M3E-MOVE-01). Never changes: ``with_base`` gives another table.

    >>> Table(bases=(Base("Rasputina", 18, 18),)).base("Rasputina").x
    18.0
    """

    pieces: tuple[Piece, ...] = ()
    bases: tuple[Base, ...] = ()
    width: float = 36.0
    depth: float = 36.0

    def __post_init__(self) -> None:
        for field in ("width", "depth"):
            force_setattr(self, field, quantised(getattr(self, field)))
        if not (1 <= self.width <= 240 and 1 <= self.depth <= 240):
            raise Refusal("A table is between 1 and 240 inches each way.", rule="setup.table")
        _unique(piece.name for piece in self.pieces)
        _unique(base.name for base in self.bases)
        off = [
            Violation("move.table", f"{name} is not wholly on the table.", "Move it inward.", name)
            for name, box in [(piece.name, bounds(piece.footprint)) for piece in self.pieces]
            + [(base.name, _box(base)) for base in self.bases]
            if not self.holds(*box)
        ]
        if off:
            raise Refusal.of(off)

    def holds(self, low_x: float, low_y: float, high_x: float, high_y: float) -> bool:
        """Whether that box is on the table, its edge included."""
        return min(low_x, low_y) >= -TOUCH and high_x <= self.width + TOUCH and high_y <= self.depth + TOUCH

    def holds_base(self, base: Base) -> bool:
        return self.holds(*_box(base))

    def base(self, name: str) -> Base:
        """The base of that name. Raise ``KeyError`` when there is none."""
        for base in self.bases:
            if base.name == name:
                return base
        raise KeyError(name)

    def piece(self, name: str) -> Piece:
        """The piece of that name. Raise ``KeyError`` when there is none."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise KeyError(name)

    def with_base(self, base: Base) -> Table:
        """The table with ``base`` in place of the one of its name, or added."""
        kept = tuple(other for other in self.bases if other.name != base.name)
        return replace(self, bases=(*kept, base))

    def without_base(self, name: str) -> Table:
        return replace(self, bases=tuple(base for base in self.bases if base.name != name))

    def with_pieces(self, *pieces: Piece) -> Table:
        return replace(self, pieces=(*self.pieces, *pieces))

    def without_piece(self, name: str) -> Table:
        return replace(self, pieces=tuple(piece for piece in self.pieces if piece.name != name))


def _box(base: Base) -> tuple[float, float, float, float]:
    r = base.radius
    return base.x - r, base.y - r, base.x + r, base.y + r


def _unique(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not name or name in seen:
            raise Refusal(
                f"Everything on the table needs a name of its own ({name!r} is empty or used twice).",
                rule="setup.terrain",
            )
        seen.add(name)


def overlapping_models(table: Table, base: Base) -> list[Base]:
    """The models whose bases the base overlaps (M3E-MOVE-05)."""
    return [
        other
        for other in table.bases
        if other.name != base.name
        and other.kind == "model"
        and overlap(base, other)
        and _same_level(base, other)
    ]


def _same_level(one: Base, other: Base) -> bool:
    """Whether two models share a level; a model on a bridge and one under it do not."""
    low, high = (one, other) if one.elevation <= other.elevation else (other, one)
    return high.elevation < low.elevation + max(low.size, TOUCH)
