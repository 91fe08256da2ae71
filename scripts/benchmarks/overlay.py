"""A whole table at once: the overlay, the matrix after one move, and the movement region, as ratios.

Yardstick is the matrix of all 190 pairs of the same table in the same round. Processor time, rounds
interleaved, medians of the ratios of each round.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.table.bases import Base, overlap
from rules.table.board import Table
from rules.table.movement.moves import Allowance
from rules.table.reach.reachable_region import reachable_region
from rules.table.sight.visibility_matrix import (
    VisibilityMatrix,
    matrix_after_move,
    visibility_matrix,
    visibility_overlay,
)
from rules.table.terrain import touches
from scripts.benchmarks.sight import scene

TABLES, ROUNDS, MOVES, MOVEMENT = 12, 3, 5, 6.0


def run() -> dict[str, Any]:
    ratios: dict[str, list[float]] = {"overlay": [], "one_moved": [], "region": []}
    full_times, cells = [], []
    for seed in range(TABLES):
        table = _walked(scene(seed, plain=False))
        base = next(base for base in table.bases if base.mm == 30)
        matrix = visibility_matrix(table)
        cells.append(len(visibility_overlay(table, base)))
        for step in range(1, ROUNDS + 1):
            moves = [_stepped(table, seed + MOVES * step + turn) for turn in range(MOVES)]
            fresh, again = _fresh(table), _fresh(table)
            full = _seconds(partial(visibility_matrix, fresh))
            full_times.append(full)
            for name, times, work in (
                ("overlay", 1, partial(visibility_overlay, again, again.base(base.name))),
                ("one_moved", MOVES, partial(_moved, matrix, moves)),
                ("region", 1, partial(reachable_region, table, base, Allowance(MOVEMENT))),
            ):
                ratios[name].append(_seconds(work) / times / full)
    return {
        "matrix_ms": round(statistics.median(full_times) * 1000, 2),
        "overlay_cells": round(statistics.median(cells)),
        **{f"{name}_times_matrix": round(statistics.median(factors), 3) for name, factors in ratios.items()},
    }


def _walked(table: Table) -> Table:
    """Half of the pieces bar the way and every fifth is slow, so that there is something to go round."""
    return replace(
        table,
        pieces=tuple(
            replace(piece, traits=(*piece.traits, *_ways(number)))
            for number, piece in enumerate(table.pieces)
        ),
    )


def _ways(number: int) -> tuple[Any, ...]:
    return ("severe",) if number % 5 == 0 else ("impassable",) if number % 2 == 0 else ()


def _fresh(table: Table) -> Table:
    """The same table as new objects: nothing is cached for its pieces and bases."""
    return replace(
        table,
        pieces=tuple(replace(piece) for piece in table.pieces),
        bases=tuple(replace(base) for base in table.bases),
    )


def _stepped(table: Table, turn: int) -> tuple[Base, Table]:
    """One of its models, another each turn, and the table with that model a little farther on, where there is
    room between terrain and the other models."""
    for base in table.bases[turn % len(table.bases) :] + table.bases:
        rest = table.without_base(base.name)
        for far in range(40):
            spot = base.at(min(35.0, base.x + 0.7 + 0.13 * far), base.y)
            if not (
                any(touches(piece, spot.x, spot.y, spot.radius) for piece in rest.pieces)
                or any(overlap(spot, other) for other in rest.bases)
            ):
                return base, table.with_base(spot)
    raise AssertionError("there is no room on this table")


def _moved(matrix: VisibilityMatrix, moves: list[tuple[Base, Table]]) -> None:
    for base, after in moves:
        matrix_after_move(matrix, base, after)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
