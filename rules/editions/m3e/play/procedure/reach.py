"""Engagement (M3E-ENG), auras and pulses (M3E-AREA): which bodies are in reach of which."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import MELEE_RANGES
from rules.editions.m3e.scripts.selects import Side
from rules.editions.m3e.scripts.words import EngagementRange, ReachModifier
from rules.editions.m3e.statcards import melee_range
from rules.game.state import Model
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH


def of_side(seat: int, other: int | None, side: Side) -> bool:
    """Whether something of seat ``other`` is on that ``side`` as ``seat`` sees it (M3E-CTRL-01)."""
    return side == "any" or (side == "friendly") == (seat == other)


def engagement_range(g: Game, model: Model) -> float | None:
    """The longest melee range of the model's Actions with the inches that abilities add, or what an
    ability says; ``None`` without one (M3E-ENG-01). An ability that adds inches to those who are engaged
    cannot engage anybody itself."""
    if EngagementRange in g.kinds and (held := g.parts_of(model, EngagementRange)):
        return cast(EngagementRange, held[0].part).inches
    if ReachModifier not in g.kinds or g.measuring:
        return melee_range(g.actions(model))
    g.measuring = True
    ranges = [inches for source in MELEE_RANGES for inches in source(g, model)]
    g.measuring = False
    return max(ranges, default=None)


def engages(g: Game, one: Model, two: Model) -> bool:
    """Whether ``one`` engages the enemy ``two``: within its melee range and line of sight (M3E-ENG-01,
    -02)."""
    if one.seat == two.seat or not one.on_table or not two.on_table:
        return False
    reach = engagement_range(g, one)
    return reach is not None and g.table.gap(one, two) <= reach + TOUCH and g.table.sees(g.state, one, two)


def engagers(g: Game, model: Model) -> tuple[Model, ...]:
    """The enemies that engage the model. The result is cached until the table changes."""
    memo = g.memo if g.state.models.get(model.id) is model and not g.measuring else {}
    engaging: tuple[Model, ...] | None = memo.get(model.id)
    if engaging is None:
        engaging = memo[model.id] = tuple(
            other
            for other in g.state.models.values()
            if other.seat != model.seat and engages(g, other, model)
        )
    return engaging


def is_engaged(g: Game, model: Model, apart_from: Collection[str] = ()) -> bool:
    return any(engager.id not in apart_from for engager in engagers(g, model))


def is_engaging(g: Game, model: Model, apart_from: Collection[str] = ()) -> bool:
    return any(engages(g, model, other) for other in g.state.on_table() if other.id not in apart_from)


def in_aura(g: Game, source: Body, model: Model, inches: float) -> bool:
    """Whether the model is within ``inches`` and line of sight of the source; a source is in its own
    aura (M3E-AREA-01)."""
    return source.id == model.id or (
        g.table.gap(source, model) <= inches + TOUCH and g.table.sees(g.state, source, model)
    )


def in_pulse(g: Game, source: Body, inches: float) -> tuple[Model, ...]:
    """Every model in the pulse; the source is not (M3E-AREA-09)."""
    return tuple(
        model for model in g.state.on_table() if model.id != source.id and in_aura(g, source, model, inches)
    )
