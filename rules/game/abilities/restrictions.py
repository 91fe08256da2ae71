"""Restrictions in italics: when a thing may be declared, and on whom (M3E-ACT-24, M3E-TRIG-06)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game.abilities.choosing import holds, is_like, is_such
from rules.game.abilities.scene import Scene
from rules.game.procedure.context import Game
from rules.game.procedure.reach import is_engaged, of_side
from rules.game.scripts.words import (
    NotEngaged,
    Only,
    OnlyEngaged,
    OnlyIf,
    OnlyMarkers,
    Restriction,
    SelfHas,
    TargetHas,
    TargetIs,
)
from rules.game.state import Marker, Model


def meets(
    g: Game,
    model: Model,
    restrictions: Iterable[Restriction],
    target: Model | None,
    scene: Scene | None = None,
) -> bool:
    """Whether the model meets all of them, with that target if there is one."""
    return all(_meets_one(g, model, restriction, target, scene) for restriction in restrictions)


def may_declare(g: Game, model: Model, restrictions: Iterable[Restriction], *, targets: bool) -> bool:
    """The special restrictions alone, before any target is known (M3E-ACT-17). A test may speak of the
    target: where there will be one, it waits for it."""
    return all(
        _meets_one(g, model, restriction, None, None)
        for restriction in restrictions
        if isinstance(restriction, SelfHas | NotEngaged | OnlyEngaged)
        or (isinstance(restriction, OnlyIf) and not targets)
    )


def marker_meets(g: Game, model: Model, restrictions: Iterable[Restriction], marker: Marker) -> bool:
    """Whether the marker may be the target: one of those said, or any where only models are spoken of."""
    return all(
        is_such(g, Scene(model.id), marker, restriction.markers)
        if isinstance(restriction, OnlyMarkers)
        else not isinstance(restriction, TargetIs)
        or not restriction.marker
        or (restriction.marker == marker.kind and of_side(model.seat, marker.seat, restriction.side))
        for restriction in restrictions
    )


def _meets_one(
    g: Game, model: Model, restriction: Restriction, target: Model | None, scene: Scene | None
) -> bool:
    seen = scene or Scene(model.id, target.id if target is not None else "")
    match restriction:
        case SelfHas():
            return model.has(restriction.condition)
        case NotEngaged():
            return not is_engaged(g, model)
        case OnlyEngaged():
            return is_engaged(g, model)
        case OnlyIf():
            return holds(g, seen, restriction.test)
        case Only():
            return target is not None and is_like(g, seen, g.state.models[target.id], restriction.models)
        case OnlyMarkers():
            return target is None
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
