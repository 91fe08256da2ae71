"""Engagement: who engages whom, when an enemy's range may not be left, and who strikes (M3E-ENG,
M1-CMB-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.measuring import vertical_gap, within
from rules.table.obstacles.legs import LEAST, Leg, spans
from rules.table.policies import POLICIES, TablePolicies
from rules.table.sight.line_of_sight import sees


def engages(table: Table, one: Base, other: Base, policies: TablePolicies = POLICIES) -> bool:
    """Whether ``one`` engages the enemy ``other``: within its longest melee range and sight.

    With unequal ranges this may hold one way only. A model without a melee action engages nobody.
    """
    if one.reach is None or one.kind != "model" or other.kind != "model" or one.side == other.side:
        return False
    return within(one, other, one.reach, policies) and sees(table, one, other, policies)


def engaged_by(table: Table, model: Base, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """The enemies that engage the model; it is engaged when there is one."""
    return tuple(other for other in table.bases if engages(table, other, model, policies))


def engaging(table: Table, model: Base, policies: TablePolicies = POLICIES) -> tuple[Base, ...]:
    """The enemies that the model engages, which restricts it in nothing (M3E-ENG-03)."""
    return tuple(other for other in table.bases if engages(table, model, other, policies))


class Leaving(Struct, frozen=True):
    """The walker where it is about to leave an enemy's range, and that enemy."""

    enemy: Base
    walker: Base


def check_charge(table: Table, model: Base, policies: TablePolicies = POLICIES) -> None:
    """Raise ``Refusal`` for an engaged model (M3E-ENG-03)."""
    for other in table.bases:
        if engages(table, other, model, policies):
            raise Refusal(
                f"{model.name} is engaged by {other.name} and cannot Charge.",
                rule="move.engaged",
                fix="Disengage first.",
            )


def check_leaving(
    table: Table,
    base: Base,
    legs: Sequence[Leg],
    policies: TablePolicies = POLICIES,
    end: Base | None = None,
) -> None:
    """Raise ``Refusal`` when a Walk over those legs to ``end`` leaves an enemy's engagement range,
    horizontally or vertically (M3E-ENG-03, -07)."""
    for leaving in leavings(table, base, legs, policies, end):
        if policies.walk_may_not_leave == "began_in" and not engages(table, leaving.enemy, base, policies):
            continue
        if policies.walk_may_not_leave == "engaging" and not engages(
            table, leaving.enemy, leaving.walker, policies
        ):
            continue
        raise Refusal(
            f"A Walk may not leave the engagement range of {leaving.enemy.name}.",
            rule="move.engaged",
            fix="Stay within its reach, or Disengage.",
        )


def strikes(
    table: Table, base: Base, legs: Sequence[Leg], policies: TablePolicies = POLICIES
) -> tuple[Leaving, ...]:
    """Who may strike at a walker that leaves, and where the walker stands and stays if hit
    (M1-CMB-05).

    Spirits may be struck too, also where they leave sight through a wall: a hit keeps them before the wall
    (M1R-SPI-10).
    """
    return tuple(leavings(table, base, legs, policies))


def leavings(
    table: Table,
    base: Base,
    legs: Sequence[Leg],
    policies: TablePolicies = POLICIES,
    end: Base | None = None,
) -> Iterator[Leaving]:
    """Each time the path leaves an enemy's range, in its sight or not."""
    starts = [base.at(leg.x, leg.y, leg.elevation) for leg in legs] + ([] if end is None else [end])
    for enemy in table.bases:
        if enemy.reach is None or enemy.side == base.side or enemy.kind != "model":
            continue
        for leg, after in zip(legs, starts[1:], strict=False):
            before = base.at(*leg.at(leg.length), leg.elevation)
            if before.elevation != after.elevation and within(enemy, before, enemy.reach, policies):
                if not within(enemy, after, enemy.reach, policies):
                    yield Leaving(enemy, before)
        for leg in legs:
            walker = base.at(leg.x, leg.y, leg.elevation)
            flat_range = enemy.reach - vertical_gap(enemy, walker, policies)
            if flat_range < 0:
                continue
            for _, out in spans(leg, (enemy.part,), base.radius + flat_range + TOUCH / 2):
                if out < leg.length - LEAST:
                    yield Leaving(enemy, walker.at(*leg.at(max(0.0, out - TOUCH))))
