"""Pushes of the rulings: into contact or within inches of the one that pushes, which are placements, and
through a floor (M1R-PUSH, M1R-SPI-06, -07)."""

from __future__ import annotations

from typing import cast

from rules.dialogue import Answer
from rules.editions.m1e.play.figures import Spell
from rules.editions.m1e.play.ground.movement import fall, go, manner_of, moved_to, settle_bravery
from rules.editions.m1e.play.match import Match
from rules.game.events.table import Moved
from rules.game.procedure.asks import Ask, Proc
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import Narrowed
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import length
from rules.table.movement.pushes import push_down

RULES = {"contact": "M1R-PUSH-01", "within": "M1R-PUSH-02", "completely": "M1R-PUSH-03"}


def push_to(g: Match, caster: str, target: str, spell: Spell) -> Proc[None]:
    """Place the target where the caster's player says: touching the caster, with some part of its base within
    the spell's inches, or no part farther. Where there is no such place it stays (M1R-PUSH-01 to -03)."""
    source, model = g.model(caster), g.model(target)
    if not (source.on_table and model.on_table) or source.id == model.id:
        return
    options = g.table.contact(g.state, model, (source,), spell.pushes_inches)
    if spell.pushes_to == "completely":
        near, farthest = options, spell.pushes_inches + source.mm / 2 * MM + TOUCH

        def inside(place: Answer) -> bool:
            there = moved_to(model, cast(MoveRegion, near).end(place))
            return length(there.x - source.x, there.y - source.y) + model.mm / 2 * MM <= farthest

        options = Narrowed(near, inside)
    if next(iter(options.listed()), None) is None:
        return
    place = yield Ask(
        seat=source.player,
        kind="destination",
        options=options,
        rule=RULES[spell.pushes_to],
        text=f"{spell.name}: where does {model.name} stand?",
        about=(target,),
    )
    yield from go(g, target, cast(MoveRegion, options).end(place), "place", free=True)


def push_through_floor(g: Match, target: str) -> Proc[None]:
    """Push a Spirit down through what it stands on: it falls unless it flies or floats. Nobody else passes
    the ground (M1R-SPI-06, -07)."""
    model = g.model(target)
    if not model.on_table or not g.figure(model).is_a("Spirit") or model.elevation <= TOUCH:
        return
    if not isinstance(g.table, ExactTable):
        return
    landed = push_down(g.table.as_table(g.state), g.table.base(model), g.table.policies)
    g.emit(Moved(target, landed.base.x, landed.base.y, landed.base.elevation, "push"))
    settle_bravery(g, model)
    if not manner_of(g, model).flies:
        for drop in landed.falls:
            yield from fall(g, target, drop.inches)
