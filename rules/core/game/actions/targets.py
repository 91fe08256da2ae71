"""What an Action may target, and whether it can be taken at all (M3E-ACT-17, -18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.game.abilities.costs import payable
from rules.core.game.abilities.restrictions import may_declare, meets, of_side
from rules.core.game.abilities.standing import hidden_beyond, is_barred
from rules.core.game.abilities.words import Restriction, TargetIs
from rules.core.game.actions.engagement import is_engaged
from rules.core.game.actions.general import GENERAL
from rules.core.game.context import Game
from rules.core.game.effects.markers import IMMUNE
from rules.core.game.statcards import Action
from rules.core.game.state import Marker, Model
from rules.table.geometry.footprints import TOUCH


def targets_a_model(action: Action) -> bool:
    return action.is_attack or action.targets in ("model", "buried")


def legal_targets(g: Game, model: Model, action: Action, only: str = "") -> list[Model]:
    """The models it may target: in range and sight, meeting its restrictions, never itself with an Attack
    (M3E-ACT-18). Buried ones only by what targets these, which then ignores position (M3E-BURY-02)."""
    return list(_targets(g, model, action, only))


def _targets(g: Game, model: Model, action: Action, only: str) -> Iterator[Model]:
    if not model.on_table:
        return
    wanted = _targeting(action)
    buried = action.targets == "buried"
    for target in g.state.models.values():
        if target.where != ("buried" if buried else "table") or (only and target.id != only):
            continue
        if not buried and not (
            (target.id != model.id or not action.is_attack)
            and in_range(g, model, target, action)
            and not _hidden(g, model, target)
        ):
            continue
        if meets(g, model, wanted, target):
            yield target


def _targeting(action: Action) -> tuple[Restriction, ...]:
    return tuple(found for found in action.restrictions if not (isinstance(found, TargetIs) and found.marker))


def in_range(g: Game, model: Model, target: Model | Marker, action: Action) -> bool:
    """Within its reach (base contact for 0), and in line of sight where it needs that."""
    if g.ground.gap(model, target) > action.reach + TOUCH:
        return False
    return not action.needs_sight or g.ground.sees(g.state, model, target)


def _hidden(g: Game, model: Model, target: Model) -> bool:
    beyond = hidden_beyond(g, target) if target.seat != model.seat else None
    return beyond is not None and g.ground.gap(model, target) > beyond + TOUCH


def legal_markers(g: Game, model: Model, action: Action) -> list[Marker]:
    """The markers it may target; Strategy Markers are immune (M3E-MARK-12)."""
    wanted = [found for found in action.restrictions if isinstance(found, TargetIs) and found.marker]
    return [
        marker
        for marker in g.state.markers.values()
        if marker.kind != IMMUNE
        and all(
            found.marker == marker.kind and of_side(model.seat, marker.seat, found.side) for found in wanted
        )
        and in_range(g, model, marker, action)
    ]


def can_be_taken(g: Game, model: Model, action: Action, only: str = "") -> bool:
    """Whether declaring it would not fail for want of a cost or a target (M3E-ACT-25): such are not offered.

    Engaged models take no missile Action (M3E-ENG-03).
    """
    if not model.on_table:
        return False
    if action.icon == "missile" and is_engaged(g, model):
        return False
    if action.once == "activation" and action.name in model.once_activation:
        return False
    if action.once == "turn" and action.name in model.once_turn:
        return False
    if is_barred(g, model, action.name):
        return False
    if not may_declare(g, model, action.restrictions) or not payable(g, model, action.cost):
        return False
    general = GENERAL.get(action.name)
    if general is not None and general.action is action:
        return general.available(g, model)
    if targets_a_model(action):
        return next(_targets(g, model, action, only), None) is not None
    if action.targets == "marker":
        return bool(legal_markers(g, model, action))
    return True
