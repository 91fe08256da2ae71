"""The layout of one table, placed piece by piece from a stream of numbers. Lengths are inches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import atan2, degrees

from msgspec import Struct

from rules import budget
from rules.fate.shuffle import Stream
from rules.table.board import Table
from rules.table.checker.check import Standard
from rules.table.checker.longest_line import blocks_sight, longest_line, zone_pairs
from rules.table.checker.room import blocks_walking
from rules.table.generator.themes import Style, WeightedKinds
from rules.table.geometry.footprints import MM, bounds, distance_between
from rules.table.presets.kinds import PieceKind, laid_at
from rules.table.rules import TableRules
from rules.table.sheet import MOST_CORNERS_IN_ALL, MOST_PIECES, TerrainSheet
from rules.table.sight.lines import SightLine
from rules.table.terrain import Piece
from rules.table.zones import Deployment

# Between an area and whatever is not part of it, so that a picture shows two things.
SEAM = 0.2
SPARE = 0.02
ROUGHEST = 80
TURN = 15
# The nine corners of an area lie 80 to 100 % out: so much of its box it covers in the middle.
AREA_OF_EDGE = 0.588
HALVED, SMALLEST, NARROWEST = 0.72, 1.25, 2.0
SPOTS, ALONG, GRID = 12, 14, 1.0
Box = tuple[float, float, float, float]
MOST_SCREENS = 8
LEAST = 2.0
"""Square inches not worth another piece."""


class NoRoom(Exception):
    """This stream found no room for what is required."""


class TerrainAreas(Struct, frozen=True):
    """Square inches to place of each sort."""

    solid: float
    woods: float
    rough: float
    fog: float
    others: float


class _PlannedPiece(Struct, frozen=True):
    """A piece to place, and how large."""

    kind: PieceKind
    width: float
    depth: float
    height: int | None

    @property
    def area(self) -> float:
        share = {"area": AREA_OF_EDGE, "round": 0.785}.get(self.kind.shape, 1.0)
        return self.width * self.depth * share

    def halves(self) -> tuple[_PlannedPiece, _PlannedPiece] | None:
        """Two of half the size; ``None`` when it is small already."""
        width, depth = _quarter(self.width * HALVED), _quarter(self.depth * HALVED)
        if min(width, depth) < SMALLEST:
            return None
        half = _PlannedPiece(self.kind, width, depth, self.height)
        return half, half


class _LaidPiece(Struct, frozen=True):
    """A placed piece: its sheets, its ``pieces`` as the rules see them, whether it is ``solid`` (nobody walks
    into it), which parts stop walkers, and the box around it."""

    sheets: tuple[TerrainSheet, ...]
    pieces: tuple[Piece, ...]
    solid: bool
    stops: tuple[Piece, ...]
    box: Box


class Layout:
    """The table while it is generated."""

    def __init__(
        self,
        stream: Stream,
        width: float,
        depth: float,
        rules: TableRules,
        deployment: Deployment | None,
        standard: Standard,
        style: Style,
        areas: TerrainAreas,
    ) -> None:
        self.stream, self.style, self.areas, self.standard = stream, style, areas, standard
        self.bare = Table(width=width, depth=depth)
        self.pairs = list(zone_pairs(self.bare, rules, deployment))
        self.passage = standard.base * MM + SPARE
        self.placed: list[_LaidPiece] = []
        self.counts: dict[str, int] = {}

    def lay(self) -> tuple[TerrainSheet, ...]:
        """Every sheet of the table; ``NoRoom`` when there is no room."""
        self._fill(self.style.solid, self.areas.solid, across=True)
        self._fill(self.style.woods, self.areas.woods, across=True)
        self._add_screens()
        self._fill(self.style.rough, self.areas.rough)
        self._fill(self.style.fog, self.areas.fog)
        self._fill(self.style.others, self.areas.others, must=False)
        return self._within_a_sheet()

    def _within_a_sheet(self) -> tuple[TerrainSheet, ...]:
        """All sheets of the pieces. A large table has more than a ``Sheet`` holds once each tree is one: then
        the smallest forests are left without trees."""
        pieces = list(self.placed)
        excess = sum(len(placed.sheets) for placed in pieces) - MOST_PIECES
        forests = [i for i, placed in enumerate(pieces) if len(placed.sheets) > 1 and not placed.solid]
        for i in sorted(forests, key=lambda i: _box_area(pieces[i].box)):
            if excess > 0:
                excess -= len(pieces[i].sheets) - 1
                pieces[i] = _laid_piece(pieces[i].sheets[:1])
        sheets = tuple(sheet for placed in pieces for sheet in placed.sheets)
        if excess > 0 or sum(sheet.count() for sheet in sheets) > MOST_CORNERS_IN_ALL:
            raise NoRoom
        return sheets

    def _fill(self, choice: WeightedKinds, area: float, *, across: bool = False, must: bool = True) -> None:
        """Lay pieces of that choice, the largest first, until they cover so much; the last is cut to what is
        left."""
        planned_pieces: list[_PlannedPiece] = []
        left = area
        while left > LEAST:
            planned = self._size(self._pick(choice), left)
            planned_pieces.append(planned)
            left -= planned.area
        planned_pieces.sort(key=lambda w: w.area)
        while planned_pieces:
            planned = planned_pieces.pop()
            if self._place(planned, self._too_long() if across else None) is not None:
                continue
            smaller = planned.halves()
            if smaller is None and must:
                raise NoRoom
            planned_pieces += smaller or ()

    def _add_screens(self) -> None:
        """Something thin across each line that is still too long."""
        for _ in range(MOST_SCREENS):
            line = self._too_long()
            if line is None:
                return
            kind = self.style.screen
            tall = max(self.standard.size, kind.height or 0)
            sizes = (kind.width[1], kind.width[0])
            if all(
                self._place(_PlannedPiece(kind, wide, kind.depth[0], tall), line) is None for wide in sizes
            ):
                raise NoRoom
        if self._too_long() is not None:
            raise NoRoom

    def _too_long(self) -> SightLine | None:
        """The longest line from zone to zone, if it is too long; pairs of zones once good stay good."""
        table = self._table()
        while self.pairs:
            longest = longest_line(table, self.pairs[0], self.standard.size, over=self.standard.longest)
            if longest.line is not None:
                return longest.line
            self.pairs.pop(0)
        return None

    def _table(self) -> Table:
        # Without the trees in a forest: more terrain never opens a line, and this is faster.
        pieces = tuple(placed.pieces[0] for placed in self.placed)
        return Table(pieces, (), self.bare.width, self.bare.depth)

    def _pick(self, choice: WeightedKinds) -> PieceKind:
        at = self.stream.below(sum(choice.weights))
        for kind, weight in zip(choice.kinds, choice.weights, strict=True):
            if at < weight:
                return kind
            at -= weight
        raise AssertionError

    def _size(self, kind: PieceKind, left: float) -> _PlannedPiece:
        """A size by chance, no larger than what is left, in quarters of an inch."""
        width, depth = self._between(*kind.width), self._between(*kind.depth)
        if width * depth > left + LEAST:
            # No slivers: the rest of the area may be exceeded by a little.
            thin = {"line": kind.depth[0], "area": NARROWEST}.get(kind.shape, 1.0)
            depth = max(thin, _quarter(left / width))
            width = min(width, max(thin, 1.0, _quarter(left / depth)))
        if kind.height is None:
            return _PlannedPiece(kind, width, depth, None)
        low, high = kind.heights
        return _PlannedPiece(kind, width, depth, low + self.stream.below(high - low + 1))

    def _between(self, low: float, high: float) -> float:
        return low + 0.25 * self.stream.below(round((high - low) * 4) + 1)

    def _place(self, planned: _PlannedPiece, line: SightLine | None) -> _LaidPiece | None:
        """Place it on the line if it stops sight, else where there is room; ``None`` when there is none."""
        budget.check(partial("{} pieces are laid".format, len(self.placed)))
        number = self.counts.get(planned.kind.slug, 0) + 1
        edge = tuple(ROUGHEST + self.stream.below(101 - ROUGHEST) for _ in range(9))
        sheets = planned.kind.sheets(
            f"{planned.kind.name} {number}", planned.width, planned.depth, planned.height, edge
        )
        stops = any(blocks_sight(sheet.piece(), self.standard.size) for sheet in sheets)
        spots = [*self._across(line, planned.width >= planned.depth)] if line is not None and stops else []
        for x, y, turn in [*spots, *self._anywhere(planned.kind)]:
            placed = _laid_piece(laid_at(sheets, x, y, turn))
            if self._fits(placed):
                return self._add(planned, placed)
        squeezed = self._place_on_grid(sheets)
        return None if squeezed is None else self._add(planned, squeezed)

    def _add(self, planned: _PlannedPiece, placed: _LaidPiece) -> _LaidPiece:
        self.placed.append(placed)
        self.counts[planned.kind.slug] = self.counts.get(planned.kind.slug, 0) + 1
        return placed

    def _place_on_grid(self, sheets: tuple[TerrainSheet, ...]) -> _LaidPiece | None:
        """Upright, in the first free place of a grid that is tried in a random order."""
        for turn in (0, 90) if self.stream.below(2) else (90, 0):
            model = _laid_piece(laid_at(sheets, 0.0, 0.0, turn))
            low_x, low_y, high_x, high_y = model.box
            edge_gap = self.passage if model.solid else 0.0
            across = int((self.bare.width - 2 * edge_gap - (high_x - low_x)) / GRID) + 1
            along = int((self.bare.depth - 2 * edge_gap - (high_y - low_y)) / GRID) + 1
            count = across * along
            first = self.stream.below(count) if count > 0 else 0
            for i in range(count):
                # 7919 is prime and no divisor of a smaller count: every place comes up once.
                row, column = divmod((first + i * 7919) % count, across)
                x, y = edge_gap - low_x + GRID * column, edge_gap - low_y + GRID * row
                box = low_x + x, low_y + y, high_x + x, high_y + y
                if all(_boxes_apart(box, other.box) >= self._need(model, other) for other in self.placed):
                    placed = _laid_piece(laid_at(sheets, x, y, turn))
                    if self._fits(placed):
                        return placed
        return None

    def _need(self, one: _LaidPiece, other: _LaidPiece) -> float:
        return self.passage if one.solid and other.solid else SEAM

    def _across(self, line: SightLine, wide: bool) -> Iterator[tuple[float, float, int]]:
        """Places along the line, lying across it."""
        bearing = degrees(atan2(line.y2 - line.y1, line.x2 - line.x1))
        turn = (round(bearing / TURN) * TURN + (90 if wide else 0)) % 180
        shares = [10 + self.stream.below(81) for _ in range(ALONG)]
        for share in shares:
            x = line.x1 + (line.x2 - line.x1) * share / 100
            y = line.y1 + (line.y2 - line.y1) * share / 100
            yield round(x * 4) / 4, round(y * 4) / 4, turn

    def _anywhere(self, kind: PieceKind) -> Iterator[tuple[float, float, int]]:
        turns = 180 // TURN if kind.shape in ("block", "line") else 360 // TURN
        for _ in range(SPOTS):
            x = self.stream.below(round(self.bare.width * 4) + 1) / 4
            y = self.stream.below(round(self.bare.depth * 4) + 1) / 4
            yield x, y, TURN * self.stream.below(turns)

    def _fits(self, placed: _LaidPiece) -> bool:
        if not self.bare.holds(*placed.box):
            return False
        edge_gap, (w, d) = self.passage, (self.bare.width, self.bare.depth)
        for low_x, low_y, high_x, high_y in (bounds(piece.footprint) for piece in placed.stops):
            if min(low_x, low_y) < edge_gap or high_x > w - edge_gap or high_y > d - edge_gap:
                return False
        return not any(self._too_near(placed, other) for other in self.placed)

    def _too_near(self, placed: _LaidPiece, other: _LaidPiece) -> bool:
        boxes = _boxes_apart(placed.box, other.box)
        if boxes >= self.passage:
            return False
        need = self._need(placed, other)
        if boxes < need and distance_between(placed.pieces[0].footprint, other.pieces[0].footprint) < need:
            return True
        # Trees in a forest stand in the way of bases too.
        return (len(placed.stops) > 1 or len(other.stops) > 1) and any(
            distance_between(one.footprint, two.footprint) < self.passage
            for one in placed.stops
            for two in other.stops
        )


def _laid_piece(sheets: tuple[TerrainSheet, ...]) -> _LaidPiece:
    pieces = tuple(sheet.piece() for sheet in sheets)
    boxes = [bounds(piece.footprint) for piece in pieces]
    box = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    stops = tuple(piece for piece in pieces if blocks_walking(piece))
    return _LaidPiece(sheets, pieces, blocks_walking(pieces[0]), stops, box)


def _boxes_apart(a: Box, b: Box) -> float:
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def _box_area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _quarter(inches: float) -> float:
    return round(inches * 4) / 4
