"""Leaving an enemy's engagement range: what bars it, and who strikes (M3E-ENG-03, -07, M1-CMB-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.core.table.bases import Base
from rules.core.table.board import Table
from rules.core.table.engaged import engages
from rules.core.table.legs import LEAST, Leg, spans
from rules.core.table.measure import rise, within
from rules.core.table.policies import POLICIES, TablePolicies
from rules.core.table.shapes import TOUCH
from rules.refusal import Refusal


class Leaving(Struct, frozen=True):
    """The walker where it is about to leave an enemy's range, and that enemy."""

    enemy: Base
    walker: Base


def may_charge(table: Table, model: Base, policies: TablePolicies = POLICIES) -> None:
    """``Refusal`` for an engaged model (M3E-ENG-03)."""
    for other in table.bases:
        if engages(table, other, model, policies):
            raise Refusal(
                f"{model.name} is engaged by {other.name} and cannot Charge.",
                rule="M3E-ENG-03",
                fix="Disengage first.",
            )


def may_leave(
    table: Table,
    base: Base,
    legs: Sequence[Leg],
    policies: TablePolicies = POLICIES,
    end: Base | None = None,
) -> None:
    """``Refusal`` when a Walk over those legs to ``end`` leaves an enemy's engagement range, across or up or
    down (M3E-ENG-03, -07)."""
    for found in leavings(table, base, legs, policies, end):
        if policies.walk_may_not_leave == "began_in" and not engages(table, found.enemy, base, policies):
            continue
        if policies.walk_may_not_leave == "engaging" and not engages(
            table, found.enemy, found.walker, policies
        ):
            continue
        raise Refusal(
            f"A Walk may not leave the engagement range of {found.enemy.name}.",
            rule="M3E-ENG-03",
            fix="Stay within its reach, or Disengage.",
        )


def strikes(
    table: Table, base: Base, legs: Sequence[Leg], policies: TablePolicies = POLICIES
) -> tuple[Leaving, ...]:
    """Who may strike at a walker that leaves, and where it then stands and stays if hit (M1-CMB-05).

    Also at a Spirit, and where it leaves out of sight through a wall: a hit keeps it before the wall
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
    """Each time the way leaves an enemy's range, seen or not."""
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
            flat_range = enemy.reach - rise(enemy, walker, policies)
            if flat_range < 0:
                continue
            for _, out in spans(leg, (enemy.part,), base.radius + flat_range + TOUCH / 2):
                if out < leg.length - LEAST:
                    yield Leaving(enemy, walker.at(*leg.at(max(0.0, out - TOUCH))))
