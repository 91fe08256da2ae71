"""Restrictions in italics: when a thing may be declared, and on whom (M3E-ACT-24, M3E-TRIG-06)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game.procedure.context import Game
from rules.game.procedure.reach import is_engaged
from rules.game.scripts.words import NotEngaged, OnlyEngaged, Restriction, SelfHas, Side, TargetHas, TargetIs
from rules.game.state import Model


def of_side(seat: int, other: int | None, side: Side) -> bool:
    """Whether something of ``other``'s is friendly or enemy as ``seat`` sees it (M3E-CTRL-01)."""
    return side == "any" or (side == "friendly") == (seat == other)


def meets(g: Game, model: Model, restrictions: Iterable[Restriction], target: Model | None) -> bool:
    """Whether the model meets all of them, with that target if there is one."""
    return all(_meets_one(g, model, restriction, target) for restriction in restrictions)


def may_declare(g: Game, model: Model, restrictions: Iterable[Restriction]) -> bool:
    """The special restrictions alone, before any target is known (M3E-ACT-17)."""
    return all(
        _meets_one(g, model, restriction, None)
        for restriction in restrictions
        if isinstance(restriction, SelfHas | NotEngaged | OnlyEngaged)
    )


def _meets_one(g: Game, model: Model, restriction: Restriction, target: Model | None) -> bool:
    match restriction:
        case SelfHas():
            return model.has(restriction.condition)
        case NotEngaged():
            return not is_engaged(g, model)
        case OnlyEngaged():
            return is_engaged(g, model)
        case TargetHas():
            return target is not None and g.model(target.id).has(restriction.condition)
        case TargetIs():
            return (
                target is not None
                and not restriction.marker
                and of_side(model.seat, target.seat, restriction.side)
                and (not restriction.word or g.card(target).is_a(restriction.word))
                and (not restriction.other or target.id != model.id)
            )
