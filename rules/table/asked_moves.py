"""A move that a player asks about: where it ends and why, in sentences with their rules.

>>> from rules.table.geometry.footprints import rectangle
>>> from rules.table.terrain import flat_building
>>> nephilim = Base("Nephilim", 10, 9, elevation=3)
>>> table = Table((flat_building("roof", rectangle(8, 8, 3, 3), 3),), (nephilim,))
>>> guide = TablePolicies(falling="each_inch")
>>> [
...     answer_move(table, nephilim, AskedMove("push", 4, (4, 9), flies=flies), guide).said[-1].rule
...     for flies in (False, True)
... ]
['fall.inches', 'fly.fall']
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from rules.refusal import Refusal
from rules.table.answers import Explanation, on_highest_surface
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.movement.leaps import Manner, fly
from rules.table.movement.moves import Allowance, MoveResult, Waypoint, walk_path
from rules.table.movement.pushes import push
from rules.table.obstacles.falls import FALL_FLIP
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.reachable_region import shortest_path
from rules.wording import counted

Way = Literal["walk", "move", "flight", "float", "incorporeal", "push"]
Waypoints = tuple[Waypoint, ...]
BY_ROW = {
    "walk": "move.distance",
    "move": "move.distance",
    "flight": "fly.way",
    "float": "fly.float",
    "incorporeal": "spirit.way",
    "push": "push.line",
}


Inches = Annotated[float, Meta(ge=0, le=12)]
"""As far as a question may be about."""


class AskedMove(Struct, frozen=True):
    """A move of ``inches`` ``to`` a place: x, y, and the elevation if it matters. A Push goes straight toward
    it until something stops it; a base that ``flies`` comes down from it without a fall."""

    way: Way
    inches: Inches
    to: tuple[float, ...]
    flies: bool = False
    ignores: tuple[str, ...] = ()
    through_models: bool = False
    path: Waypoints = ()

    @property
    def allowance(self) -> Allowance:
        """The allowance of a Walk or move."""
        way: Literal["walk", "move"] = "walk" if self.way == "walk" else "move"
        return Allowance(self.inches, way, self.ignores, self.through_models)


class MoveAnswer(Struct, frozen=True):
    """The end of the move and its ``path``, empty when it is illegal; ``said`` explains it."""

    said: tuple[Explanation, ...]
    moved: MoveResult | None = None
    path: Waypoints = ()


def resolved(
    table: Table, base: Base, move: AskedMove, policies: TablePolicies = POLICIES
) -> tuple[MoveResult, Waypoints]:
    """The move and its path. Raise ``Refusal`` for an illegal one (T2-FLY, T2-INC, T2-PUSH, M1-MOVE-08
    to -10)."""
    if move.path:
        return walk_path(table, base, move.path, move.allowance, policies), move.path
    x, y, *up = move.to
    if move.way == "push":
        moved = push(
            table,
            base,
            x - base.x,
            y - base.y,
            move.inches,
            policies,
            ignores=move.ignores,
            through_models=move.through_models,
            flies=move.flies,
        )
    elif move.way in ("walk", "move"):
        at = up[0] if up else None
        path, moved = shortest_path(table, base, x, y, move.allowance, policies, elevation=at)
        return moved, tuple(path)
    else:
        spot = base.at(x, y, up[0]) if up else on_highest_surface(table, base.at(x, y))
        moved = fly(table, base, spot, move.inches, policies, cast(Manner, move.way))
    return moved, ((moved.base.x, moved.base.y, moved.base.elevation),)


def answer_move(table: Table, base: Base, move: AskedMove, policies: TablePolicies = POLICIES) -> MoveAnswer:
    """The move with its sentences; a refusal becomes one of them."""
    try:
        moved, path = resolved(table, base, move, policies)
    except Refusal as no:
        return MoveAnswer((Explanation(f"{no.sentence} {no.fix}".strip(), no.rule),))
    said = [Explanation(_where(base, moved, move), BY_ROW[move.way])]
    if moved.stopped_by:
        said.append(Explanation(f"It is stopped by {moved.stopped_by}.", "push.stop"))
    said += [_fallen(base, fall.inches, fall.damage, fall.flips, policies) for fall in moved.falls]
    if not moved.falls and moved.base.elevation < base.elevation and move.way in ("push", "flight"):
        said.append(Explanation(f"{base.name} comes down without a fall: it flies.", "fly.fall"))
    return MoveAnswer(tuple(said), moved, path)


def _where(base: Base, moved: MoveResult, move: AskedMove) -> str:
    end = moved.base
    high = f', {end.elevation:g}" up' if end.elevation else ""
    place = f"({end.x:.2f}, {end.y:.2f}){high}"
    return f'{base.name} ends at {place}; that takes {moved.spent:.2f}" of {move.inches:g}".'


BY_FALL = {"half": "fall.half", "each_inch": "fall.inches", "one": "fall.one"}
"""What a fall's damage cites, by how it is reckoned; flips say more."""


def _fallen(base: Base, inches: float, damage: int, flips: int, policies: TablePolicies) -> Explanation:
    if policies.falling == "flips":
        weak, moderate, severe = FALL_FLIP
        does = f"{counted(flips, 'damage flip')} of {weak}/{moderate}/{severe}" if flips else "no damage"
        return Explanation(f'{base.name} falls {inches:g}": {does}.', "fall.flips")
    return Explanation(f'{base.name} falls {inches:g}": {damage} damage.', BY_FALL[policies.falling])
