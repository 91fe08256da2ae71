"""Terrain set up by both players in turns until one stops; the other adds one more (M1-ENC-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Options
from rules.editions.m1e.play.ground.pieces import of_first_edition
from rules.editions.m1e.play.match import Match
from rules.fate.shuffle import Stream
from rules.game.events.table import TerrainPlaced
from rules.game.procedure.asks import Ask, Proc, one_of
from rules.game.state import other
from rules.game.table_access.spots import Ending, grid, is_place
from rules.refusal import Refusal
from rules.table.geometry.footprints import Footprint, Outline, RoundFootprint, bounds, distance_between
from rules.table.terrain import Piece

STOP = Choice("stop", "No more terrain")


class PieceSpots(Options, frozen=True):
    """Places for the middle of a piece: wholly on the table, on no other piece."""

    piece: Piece
    standing: tuple[Piece, ...]
    width: float
    depth: float
    rule: str = "M1-ENC-04"

    def contains(self, answer: Answer) -> bool:
        if not is_place(answer):
            return False
        placed = self.placed(answer)
        return self._on_table(placed) and self._free(placed)

    def refused(self, answer: Answer) -> Refusal | None:
        if not is_place(answer) or self.contains(answer):
            return None
        if self._on_table(self.placed(answer)):
            return Refusal("Another piece stands there.", rule=self.rule, fix="Put it beside that one.")
        return Refusal("That is not wholly on the table.", rule=self.rule, fix="Move it inward.")

    def placed(self, answer: Answer) -> Piece:
        """The piece with its middle there, as the First Edition reads it."""
        return of_first_edition(moved(self.piece, float(answer[0]), float(answer[1])))

    def end(self, answer: Answer) -> Ending:
        return Ending(float(answer[0]), float(answer[1]))

    def _on_table(self, placed: Piece) -> bool:
        left, low, right, high = bounds(placed.footprint)
        return left >= 0 and low >= 0 and right <= self.width and high <= self.depth

    def _free(self, placed: Piece) -> bool:
        return all(distance_between(placed.footprint, held.footprint) > 0.0 for held in self.standing)

    def listed(self) -> Iterator[Answer]:
        """Every third inch."""
        for x in range(3, int(self.width), 3):
            for y in range(3, int(self.depth), 3):
                if self.contains([float(x), float(y)]):
                    yield [float(x), float(y)]

    def sample(self, stream: Stream) -> Answer:
        for _ in range(100):
            share, more = (stream.below(1 << 20) / (1 << 20) for _ in (0, 1))
            place = grid(share * self.width, more * self.depth)
            if self.contains(place):
                return place
        return next(iter(self.listed()))


def moved(piece: Piece, x: float, y: float) -> Piece:
    """The piece with its middle there.

    >>> moved(Piece("well", RoundFootprint(0, 0, 50)), 4, 5).footprint
    Round(x=4.0, y=5.0, mm=50)
    """
    left, low, right, high = bounds(piece.footprint)
    across, up = x - (left + right) / 2, y - (low + high) / 2
    return replace(
        piece,
        footprint=_shifted(piece.footprint, across, up),
        interior=None if piece.interior is None else _outline(piece.interior, across, up),
        openings=tuple(_outline(opening, across, up) for opening in piece.openings),
        rises=None if piece.rises is None else tuple((px + across, py + up) for px, py in piece.rises),
    )


def _shifted(footprint: Footprint, across: float, up: float) -> Footprint:
    if isinstance(footprint, RoundFootprint):
        return replace(footprint, x=footprint.x + across, y=footprint.y + up)
    return _outline(footprint, across, up)


def _outline(footprint: Outline, across: float, up: float) -> Outline:
    rings = [tuple((x + across, y + up) for x, y in ring) for ring in (footprint.points, *footprint.holes)]
    return replace(footprint, points=rings[0], holes=tuple(rings[1:]))


def place_terrain(g: Match) -> Proc[None]:
    """Who flipped the higher card begins. What does not fit anywhere is not offered."""
    seat, stopped = g.setup.first, False
    while True:
        placed = yield from _place_one(g, seat, last=stopped)
        if stopped or not _fitting(g):
            return
        if not placed:
            stopped = True
        seat = other(seat)


def _fitting(g: Match) -> dict[str, PieceSpots]:
    """The pieces of the stock that are left and fit somewhere, with where."""
    placed = {piece.name for piece in g.state.terrain_placed}
    standing = (*g.setup.terrain, *g.state.terrain_placed)
    left = (piece for piece in g.setup.stock if piece.name not in placed)
    spots = {piece.name: PieceSpots(piece, standing, g.table.width, g.table.depth) for piece in left}
    return {name: options for name, options in spots.items() if next(options.listed(), None) is not None}


def _place_one(g: Match, seat: int, *, last: bool) -> Proc[bool]:
    """Whether that player put a piece down, or stops; who adds the last one may not."""
    fitting = _fitting(g)
    if not fitting:
        return False
    choices = (*(Choice(name, name) for name in fitting), *(() if last else (STOP,)))
    text = "Which piece of terrain do you set up?"
    name = yield from one_of(seat, "terrain", choices, rule="M1-ENC-04", text=text)
    if name == STOP.key:
        return False
    options = fitting[name]
    answer = yield Ask(
        seat=seat, kind="spot", options=options, rule="M1-ENC-04", text=f"Where does {name} stand?"
    )
    g.emit(TerrainPlaced(seat, options.placed(answer)))
    return True
