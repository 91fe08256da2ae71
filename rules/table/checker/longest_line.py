"""The longest sight line from zone to zone: exact for straight-sided terrain, never too short.

Both ends of a line slide along sides of zones and pieces, so while it turns about a point its length is
convex, and while it slides it is linear: the longest one passes two corners of a piece or a zone. All pairs
of corners are tried at once. What only just touches is free there, and the longest are tried again a hair
to each side, so that no line runs through the seam between two pieces that abut.

Round pieces count as the octagon within them, round zones as the one around them. Dense pieces stop lines
unless they reach into a zone, from where one would look out of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from rules import budget
from rules.table.board import Table
from rules.table.geometry.footprints import Outline, parts
from rules.table.geometry.plane import ConvexPart, Point, disc, length, part_to_part, turn
from rules.table.obstacles.free_space import offset_ring
from rules.table.policies import POLICIES, TablePolicies
from rules.table.rules import TableRules
from rules.table.sight.lines import SightLine
from rules.table.sight.occlusion import hiding_height
from rules.table.terrain import Piece
from rules.table.zones import Deployment, Zone

FINE = 1e-7
HAIR = 0.0005
# The number of lines tried again beside a corner before the upper bound is returned.
MOST_TRIES = 64
# The number of lines tested against all sides at once.
AT_ONCE = 400

Ring = tuple[Point, ...]


class ZonePair(Struct, frozen=True):
    """Two opposite Deployment Zones as convex rings. ``turned``: at the left and right edge, or in the other
    corners or quarters, as players may choose."""

    deployment: str
    turned: bool
    south: tuple[Ring, ...]
    north: tuple[Ring, ...]


class Longest(Struct, frozen=True):
    """The longest free line from zone to zone, and its zones; ``line`` is ``None`` when no line is free."""

    pair: ZonePair
    line: SightLine | None = None

    @property
    def inches(self) -> float:
        return 0.0 if self.line is None else self.line.length


def zone_pairs(table: Table, rules: TableRules, deployment: Deployment | None) -> tuple[ZonePair, ...]:
    """The two zones of ``deployment``; without one, those of every choice of all that are defined
    for a table of that size (M1-ENC-06, M2-SETUP-02)."""
    if deployment is not None:
        return (_pair(table, deployment, rules.policies, turned=False),)
    known = [each for each in rules.deployments if each.known_on(table)]
    return tuple(
        _pair(table, each, rules.policies, turned=turned) for each in known for turned in (False, True)
    )


def _pair(table: Table, deployment: Deployment, policies: TablePolicies, *, turned: bool) -> ZonePair:
    """Both zones as rings; ``turned`` by a quarter."""
    laid = Table(width=table.depth, depth=table.width) if turned else table
    rings = [_rings(area) for area in deployment.both(laid, policies)]
    if turned:
        rings = [tuple(tuple((table.width - y, x) for x, y in ring) for ring in each) for each in rings]
    return ZonePair(deployment.slug, turned, *rings)


def _rings(area: Zone) -> tuple[Ring, ...]:
    if area.area is not None:
        return tuple(part.corners for part in parts(area.area))
    assert area.corner is not None
    (x, y), r = area.corner, area.reach
    way_x, way_y = (1 if x == 0.0 else -1), (1 if y == 0.0 else -1)
    around = [
        (px, py)
        for px, py in offset_ring(disc(x, y, 0.0), r)
        if (px - x) * way_x > 0 and (py - y) * way_y > 0
    ]
    around.sort(key=lambda p: (p[0] - x) * way_x, reverse=True)
    return (((x, y), (x + way_x * r, y), *around, (x, y + way_y * r)),)


def blocks_sight(piece: Piece, size: int, policies: TablePolicies = POLICIES) -> bool:
    """Whether models of that Size on the table cannot look across the piece (M3E-LOS-05,
    T2-BLOCK-01)."""
    if not (piece.has("blocking") or piece.has("dense")):
        return False
    return hiding_height(piece, policies) >= size and not (piece.open_below and size <= piece.bottom)


def longest_line(
    table: Table, pair: ZonePair, size: int = 2, policies: TablePolicies = POLICIES, *, over: float = 0.0
) -> Longest:
    """The longest sight line between models of that Size, one in each zone; with ``over`` any that is
    longer than that many inches."""
    walls = _outermost([ring for piece in table.pieces for ring in _walls(piece, pair, size, policies)])
    corners = sorted({point for ring in (*walls, *pair.south, *pair.north) for point in ring})
    sides = _Sides(_padded(walls), _padded(pair.south), _padded(pair.north))
    spots = np.array(corners)
    first, second = np.triu_indices(len(corners), 1)
    along = spots[second] - spots[first]
    far = np.sqrt(along[:, 0] ** 2 + along[:, 1] ** 2)
    start, unit = spots[first], along / far[:, None]
    # Lines are tried in the order of their length on an empty table, the longest first.
    low, high = sides.measured(start, unit, far * 0.0, far, bare=True)
    most = high - low
    order = np.argsort(-most, kind="stable")
    best, longest, tries = over, None, 0
    for chunk in (order[i : i + AT_ONCE] for i in range(0, len(order), AT_ONCE)):
        budget.check(lambda: "the longest sight line is not found")
        chunk = chunk[most[chunk] > best]
        if not len(chunk):
            break
        low, high = sides.measured(start[chunk], unit[chunk], far[chunk] * 0.0 + FINE, far[chunk] - FINE)
        spans = high - low
        for at in np.argsort(-spans, kind="stable"):
            if spans[at] <= best:
                break
            line = start[chunk[at]], unit[chunk[at]], float(far[chunk[at]]), float(low[at]), float(high[at])
            tries += 1
            aside = (
                _aside(*line, sides) if tries <= MOST_TRIES else (spans[at], _segment(*line[:2], *line[3:]))
            )
            if aside is not None and aside[0] > best:
                best, longest = aside
                if over:
                    return Longest(pair, longest)
    return Longest(pair, longest)


def _walls(piece: Piece, pair: ZonePair, size: int, policies: TablePolicies) -> list[Ring]:
    if not blocks_sight(piece, size, policies):
        return []
    convex = parts(piece.footprint)
    if not piece.has("blocking") and _reaches(convex, pair):
        return []
    return [part.corners if part.rho == 0.0 else _within(part) for part in convex]


def _reaches(convex: Sequence[ConvexPart], pair: ZonePair) -> bool:
    zones = [part for ring in (*pair.south, *pair.north) for part in parts(Outline(ring))]
    return any(part_to_part(one, other) <= 0.0 for one in convex for other in zones)


def _within(part: ConvexPart) -> Ring:
    """An octagon within the disc."""
    (x, y), r = part.corners[0], part.rho
    a, b = r, round(r * 0.7071, 6)
    ways = ((a, 0.0), (b, b), (0.0, a), (-b, b), (-a, 0.0), (-b, -b), (0.0, -a), (b, -b))
    return tuple((x + dx, y + dy) for dx, dy in ways)


def _outermost(rings: list[Ring]) -> list[Ring]:
    """The rings that do not lie wholly in another, such as trees in a forest that blocks sight
    anyway."""
    return [
        ring
        for i, ring in enumerate(rings)
        if not any(
            _holds(other, ring) and (j < i or not _holds(ring, other))
            for j, other in enumerate(rings)
            if j != i
        )
    ]


def _holds(outer: Ring, inner: Ring) -> bool:
    sides = list(zip(outer, outer[1:] + outer[:1], strict=True))
    return all(turn(a, b, point) >= 0.0 for point in inner for a, b in sides)


def _padded(rings: Sequence[Ring]) -> Any:
    """The rings as one array; short ones repeat their last corner."""
    if not rings:
        return np.zeros((0, 1, 2))
    most = max(len(ring) for ring in rings)
    return np.array([[*ring, *[ring[-1]] * (most - len(ring))] for ring in rings])


def _crossings(start: Any, unit: Any, rings: Any, touch: bool) -> tuple[Any, Any, Any]:
    """For each line and ring whether the line crosses it (with ``touch`` also touches it), from where,
    to where."""
    across = rings[None, :, :, :] - start[:, None, None, :]
    ux, uy = unit[:, None, None, 0], unit[:, None, None, 1]
    s = across[..., 0] * ux + across[..., 1] * uy
    o = across[..., 1] * ux - across[..., 0] * uy
    margin = -FINE if touch else FINE
    met = (o.min(axis=2) < -margin) & (o.max(axis=2) > margin)
    o2, s2 = np.roll(o, -1, axis=2), np.roll(s, -1, axis=2)
    between = ((o < 0) & (o2 > 0)) | ((o > 0) & (o2 < 0))
    share = np.where(between, o, 0.0) / np.where(between, o - o2, 1.0)
    at = s + (s2 - s) * share
    on = np.abs(o) <= FINE
    lows = np.minimum(np.where(between, at, np.inf), np.where(on, s, np.inf)).min(axis=2)
    highs = np.maximum(np.where(between, at, -np.inf), np.where(on, s, -np.inf)).max(axis=2)
    return met, lows, highs


class _Sides:
    """What lines meet: the walls, and the zones between which they run."""

    def __init__(self, walls: Any, souths: Any, norths: Any) -> None:
        self.walls, self.souths, self.norths = walls, souths, norths

    def measured(
        self, start: Any, unit: Any, low: Any, high: Any, *, touch: bool = False, bare: bool = False
    ) -> tuple[Any, Any]:
        """For each line the longest stretch from zone to zone in the gap that contains ``low`` to
        ``high``, as from and to along it; equal when there is none. ``bare`` ignores walls."""
        count = len(start)
        gap_low, gap_high = np.full(count, -np.inf), np.full(count, np.inf)
        shut = np.zeros(count, dtype=bool)
        if len(self.walls) and not bare:
            met, lows, highs = _crossings(start, unit, self.walls, touch)
            shut = (met & (lows < high[:, None]) & (highs > low[:, None])).any(axis=1)
            gap_high = np.where(met & (lows >= high[:, None]), lows, np.inf).min(axis=1)
            gap_low = np.where(met & (highs <= low[:, None]), highs, -np.inf).max(axis=1)
        best_low, best_high = np.zeros(count), np.zeros(count)
        met_a, low_a, high_a = _crossings(start, unit, self.souths, True)
        met_b, low_b, high_b = _crossings(start, unit, self.norths, True)
        for i in range(len(self.souths)):
            a0, a1 = np.maximum(low_a[:, i], gap_low), np.minimum(high_a[:, i], gap_high)
            for j in range(len(self.norths)):
                b0, b1 = np.maximum(low_b[:, j], gap_low), np.minimum(high_b[:, j], gap_high)
                there = met_a[:, i] & met_b[:, j] & (a0 <= a1) & (b0 <= b1) & ~shut
                for end0, end1 in ((a0, b1), (b0, a1)):
                    longer = there & (end1 - end0 > best_high - best_low)
                    best_low, best_high = np.where(longer, end0, best_low), np.where(longer, end1, best_high)
        return best_low, best_high


def _aside(
    start: Any, unit: Any, far: float, low: float, high: float, sides: _Sides
) -> tuple[float, SightLine] | None:
    """The longest of the lines just beside one through two corners, which touch nothing."""
    normal = np.array([-unit[1], unit[0]])
    ends = start + unit * far
    starts, units = [], []
    for one in (HAIR, -HAIR):
        for two in (HAIR, -HAIR):
            p, q = start + normal * one, ends + normal * two
            d = q - p
            starts.append(p)
            units.append(d / length(float(d[0]), float(d[1])))
    middle = np.full(4, (low + high) / 2)
    lows, highs = sides.measured(np.array(starts), np.array(units), middle - HAIR, middle + HAIR, touch=True)
    at = int(np.argmax(highs - lows))
    if highs[at] - lows[at] <= 0.0:
        return None
    return float(highs[at] - lows[at]), _segment(starts[at], units[at], lows[at], highs[at])


def _segment(start: Any, unit: Any, low: float, high: float) -> SightLine:
    x, y, ux, uy, low, high = (float(v) for v in (*start, *unit, low, high))
    return SightLine(x + low * ux, y + low * uy, x + high * ux, y + high * uy)
