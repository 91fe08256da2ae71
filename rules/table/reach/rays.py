"""Rays over one level: how far they run, and what movement along them costs.

Rays are rows: where each starts, and its unit direction. Arrays are worked element by element with ``+ - *
/`` and square roots only, so the numbers are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rules.table.obstacles.free_space import EngagementDisc

# Rays times edges computed at once: what a processor's cache holds.
AT_ONCE = 40_000


def first_hits(starts: Any, directions: Any, edges: Any) -> Any:
    """The inches from each start along its direction to the first edge, infinite where there is
    none."""
    distances = np.full(len(directions), np.inf)
    if len(edges):
        for some in _slices(len(directions), len(edges)):
            distances[some] = _crossings(starts[some], directions[some], edges).min(axis=1)
    return distances


def cut_at_engagement(starts: Any, directions: Any, engagement: Sequence[EngagementDisc], out: Any) -> Any:
    """``out``, cut where a ray first leaves an engagement range it is in or enters (M3E-ENG-03)."""
    for disc in engagement:
        cx, cy = disc.x - starts[:, 0], disc.y - starts[:, 1]
        along = directions[:, 0] * cx + directions[:, 1] * cy
        rest = disc.radius * disc.radius - (cx * cx + cy * cy - along * along)
        half = np.sqrt(np.maximum(rest, 0.0))
        meets = (rest > 0.0) & (along + half > 0.0)
        enters = np.where(meets, np.maximum(along - half, 0.0), np.inf)
        out = np.where(enters < out, np.minimum(out, np.where(meets, along + half, np.inf)), out)
    return out


def severe_crossings(starts: Any, directions: Any, edges: Any, in_severe: Any) -> Any:
    """Where each ray alternately enters and leaves Severe terrain, in columns filled with infinity;
    ``edges`` are those of Severe terrain, ``in_severe`` says which starts are in it."""
    slices = [
        _severe_intervals(starts[some], directions[some], edges, in_severe[some])
        for some in _slices(len(directions), len(edges) + 1)
    ]
    wide = max((part.shape[1] for part in slices), default=2)
    return np.concatenate(
        [np.pad(part, ((0, 0), (0, wide - part.shape[1])), constant_values=np.inf) for part in slices]
        or [np.zeros((0, 2))]
    )


def _severe_intervals(starts: Any, directions: Any, edges: Any, in_severe: Any) -> Any:
    at = _crossings(starts, directions, edges)
    every = np.concatenate([np.where(in_severe, 0.0, np.inf)[:, None], at], axis=1)
    every.sort(axis=1)
    most = int((every < np.inf).sum(axis=1).max(initial=0))
    most += most % 2
    every = every[:, : max(2, most)]
    return every if every.shape[1] % 2 == 0 else np.pad(every, ((0, 0), (0, 1)), constant_values=np.inf)


def movement_costs(met: Any, far: Any) -> Any:
    """The movement that the first ``far`` inches of each ray cost: double inside Severe terrain
    (M3E-TRAIT-14)."""
    spent = far
    for k in range(0, met.shape[1], 2):
        spent = spent + np.minimum(met[:, k + 1], far) - np.minimum(met[:, k], far)
    return spent


def distance_affordable(met: Any, left: Any) -> Any:
    """How far ``left`` inches of movement go along each ray."""
    at, rest = np.zeros_like(left), left
    for k in range(0, met.shape[1], 2):
        open_run = np.minimum(met[:, k] - at, rest)
        at, rest = at + open_run, rest - open_run
        # With nothing left the ray is not in it, and its edge may lie at infinity.
        severe_run = np.where(rest > 0.0, np.minimum(met[:, k + 1] - at, rest / 2.0), 0.0)
        at, rest = at + severe_run, rest - 2.0 * severe_run
    return at + rest


def edges_near(edges: Any, x: float, y: float, far: float) -> Any:
    """The edges whose box comes within ``far`` inches in x and y."""
    if not len(edges):
        return edges
    reach = far + 0.01
    low = np.minimum(edges[:, :2], edges[:, 2:])
    high = np.maximum(edges[:, :2], edges[:, 2:])
    keep = (low[:, 0] <= x + reach) & (high[:, 0] >= x - reach) & (low[:, 1] <= y + reach)
    return edges[keep & (high[:, 1] >= y - reach)]


def circle_crossings(edges: Any, starts: Any, radii: Any) -> tuple[Any, Any]:
    """Where edges cross the circle around each start: the numbers of the starts, and the vectors
    there."""
    wx, wy = edges[:, 0] - starts[:, :1], edges[:, 1] - starts[:, 1:]
    ex, ey = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    square, half = ex * ex + ey * ey, wx * ex + wy * ey
    rest = half * half - square * (wx * wx + wy * wy - (radii * radii)[:, None])
    good = (rest >= 0.0) & (square > 0.0)
    root, safe = np.sqrt(np.where(good, rest, 0.0)), np.where(square > 0.0, square, 1.0)
    numbers, directions = [], []
    for share in ((-half - root) / safe, (-half + root) / safe):
        number, edge = np.nonzero(good & (share >= 0.0) & (share <= 1.0))
        part = share[number, edge]
        numbers.append(number)
        directions.append(
            np.stack([wx[number, edge] + part * ex[edge], wy[number, edge] + part * ey[edge]], axis=1)
        )
    return np.concatenate(numbers), np.concatenate(directions)


def _slices(rays: int, edges: int) -> list[slice]:
    step = max(1, AT_ONCE // max(1, edges))
    return [slice(low, low + step) for low in range(0, rays, step)]


def _crossings(starts: Any, directions: Any, edges: Any) -> Any:
    """For each ray and edge where they cross along the ray, infinite where they do not.

    A corner is on the same side of a ray for both of its edges: no ray slips through a corner, and each
    leaves a ring as often as it enters it.
    """
    dx, dy = directions[:, :1], directions[:, 1:]
    ax, ay = edges[:, 0] - starts[:, :1], edges[:, 1] - starts[:, 1:]
    bx, by = edges[:, 2] - starts[:, :1], edges[:, 3] - starts[:, 1:]
    one, two = dx * ay - dy * ax, dx * by - dy * bx
    distances = np.full(one.shape, np.inf)
    met = np.nonzero((one >= 0.0) != (two >= 0.0))  # few do: the rest is worked for them alone
    dx, dy, one, two = dx[met[0], 0], dy[met[0], 0], one[met], two[met]
    start, end = dx * ax[met] + dy * ay[met], dx * bx[met] + dy * by[met]
    at = start + (end - start) * (one / (one - two))
    distances[met] = np.where(at > 0.0, at, np.inf)
    return distances
