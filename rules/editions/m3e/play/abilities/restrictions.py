"""Restrictions printed in italics: when an Action or Trigger may be declared, and at which target
(M3E-ACT-24, M3E-TRIG-06)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.editions.m3e.play.abilities.choosing import holds, marker_matches, model_matches_anywhere
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import is_called
from rules.editions.m3e.play.procedure.reach import is_engaged, of_side
from rules.editions.m3e.scripts.words import (
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
    """Whether the model meets all restrictions, with ``target`` if there is one. Where models and markers are
    restricted, those on the other sort do not concern it."""
    wanted = tuple(restrictions)
    if {Only, OnlyMarkers} <= {type(held) for held in wanted}:
        other_sort = Only if target is None else OnlyMarkers
        wanted = tuple(held for held in wanted if not isinstance(held, other_sort))
    return all(_meets_one(g, model, restriction, target, scene) for restriction in wanted)


def may_declare(g: Game, model: Model, restrictions: Iterable[Restriction], *, targets: bool) -> bool:
    """Whether the special restrictions are met before a target is known (M3E-ACT-17). A test that
    refers to the target is postponed when there will be one."""
    return all(
        _meets_one(g, model, restriction, None, None)
        for restriction in restrictions
        if isinstance(restriction, SelfHas | NotEngaged | OnlyEngaged)
        or (isinstance(restriction, OnlyIf) and not targets)
    )


def marker_meets(g: Game, model: Model, restrictions: Iterable[Restriction], marker: Marker) -> bool:
    """Whether the marker may be the target: it matches a marker restriction, or there are only
    restrictions on models."""
    return all(
        marker_matches(g, Scene(model.id), marker, restriction.markers)
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
            return target is not None and model_matches_anywhere(
                g, seen, g.state.models[target.id], restriction.models
            )
        case OnlyMarkers():
            return target is None
        case TargetHas():
            return target is not None and g.model(target.id).has(restriction.condition)
        case TargetIs():
            return (
                target is not None
                and not restriction.marker
                and of_side(model.seat, target.seat, restriction.side)
                and (not restriction.word or is_called(g, target, restriction.word))
                and (not restriction.other or target.id != model.id)
            )
