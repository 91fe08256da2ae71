"""The table: what stands on it, and exact answers about it. Lengths are inches, base sizes millimetres.

``bases``, ``terrain`` and ``board`` say what a table is; ``measuring``, ``zones`` and ``policies`` (readings
and editions) serve everything else; ``sheet`` is the table as JSON, ``answers`` explains in sentences. The
packages, each building on those before it:

- ``geometry``: convex parts and footprints in the plane
- ``obstacles``: what stops, slows or carries a base: legs of a move, linear terrain, free space, falls
- ``sight``: line of sight, Cover, Concealment, the sight index and the visibility matrix
- ``areas``: auras, pulses, blasts and shockwaves
- ``movement``: Walks, Pushes, Places, flights, engagement, hazards
- ``reach``: the reachable region and the shortest path
- ``presets``: ready-made terrain of the guides, sample tables
- ``checker``, ``generator``: is a table worth playing on, and tables that are
- ``pictures``: the table as SVG

What a person wants most is here:

>>> wall = Piece("a wall", rectangle(14, 10, 1, 16), ("blocking", "impassable"), 3)
>>> basse, pandora = Base("Basse", 8, 18, 40), Base("Pandora", 20, 18)
>>> table = Table((wall,), (basse, pandora))
>>> answer = line_of_sight(table, basse, pandora)
>>> answer.seen, [blocker.name for blocker in answer.blockers]
(False, ['a wall'])
>>> round(gap(basse, pandora), 2), within(basse, pandora, 12)
(10.62, True)
>>> region = reachable_region(table, basse, Allowance(6))
>>> region.contains(12, 18), region.contains(16, 18)
(True, False)
>>> path, move = shortest_path(table, basse, 16, 9, Allowance(16))
>>> path[-1], round(move.spent, 1)
((16.0, 9.0), 12.8)
"""

from __future__ import annotations

from rules.table.areas.effects import aura, pulse
from rules.table.bases import Base, marker
from rules.table.board import Table
from rules.table.checker.check import check
from rules.table.generator.generate import TableRequirements, generate_table
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.measuring import gap, in_contact, within
from rules.table.movement.engagement import engaged_by, engages
from rules.table.movement.moves import Allowance, MoveResult, walk_path
from rules.table.movement.places import place
from rules.table.movement.pushes import push
from rules.table.pictures.drawing import picture
from rules.table.policies import TablePolicies
from rules.table.reach.reachable_region import ReachableRegion, reachable_region, shortest_path
from rules.table.rules import TableRules
from rules.table.sheet import Sheet, read_sheet, sheet_of
from rules.table.sight.cover import concealment, cover
from rules.table.sight.line_of_sight import LineOfSight, line_of_sight, sees
from rules.table.sight.visibility_matrix import VisibilityMatrix, visibility_matrix
from rules.table.terrain import Piece
from rules.table.zones import Deployment, Zone

__all__ = [
    "Allowance",
    "Base",
    "Deployment",
    "LineOfSight",
    "MoveResult",
    "Outline",
    "Piece",
    "ReachableRegion",
    "RoundFootprint",
    "Sheet",
    "Table",
    "TablePolicies",
    "TableRequirements",
    "TableRules",
    "VisibilityMatrix",
    "Zone",
    "aura",
    "check",
    "concealment",
    "cover",
    "engaged_by",
    "engages",
    "gap",
    "generate_table",
    "in_contact",
    "line_of_sight",
    "marker",
    "picture",
    "place",
    "pulse",
    "push",
    "reachable_region",
    "read_sheet",
    "rectangle",
    "sees",
    "sheet_of",
    "shortest_path",
    "visibility_matrix",
    "walk_path",
    "within",
]
