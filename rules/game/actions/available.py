"""Which Actions a model may take now, and at what: the registry of general Actions, targets (M3E-ACT-17,
-18), and the menu of an Activation (M3E-TURN-14, M3E-ACT-03).

A general Action is an ``Action`` with a test whether it may be declared and a generator for its step 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.dialogue import Choice
from rules.game.abilities.costs import payable
from rules.game.abilities.passive import hidden_beyond, is_barred
from rules.game.abilities.restrictions import may_declare, meets, of_side
from rules.game.effects.conditions import action_limit
from rules.game.effects.markers import IMMUNE
from rules.game.procedure.asks import Proc
from rules.game.procedure.context import Game
from rules.game.procedure.in_progress import ActionInProgress
from rules.game.procedure.reach import is_engaged
from rules.game.scripts.statcards import Action
from rules.game.scripts.words import Restriction, TargetIs
from rules.game.state import Marker, Model
from rules.table.geometry.footprints import TOUCH

Available = Callable[[Game, Model], bool]
Perform = Callable[[Game, ActionInProgress], Proc[None]]


@dataclass(frozen=True, slots=True)
class General:
    action: Action
    available: Available
    perform: Perform


GENERAL: dict[str, General] = {}


def general(action: Action, available: Available) -> Callable[[Perform], Perform]:
    """Register a general Action."""

    def register(perform: Perform) -> Perform:
        GENERAL[action.name] = General(action, available, perform)
        return perform

    return register


def targets_a_model(action: Action) -> bool:
    return action.is_attack or action.targets in ("model", "buried")


def legal_targets(g: Game, model: Model, action: Action, only: str = "") -> list[Model]:
    """The models it may target: in range and sight, meeting its restrictions, never itself with an Attack
    (M3E-ACT-18). Buried ones only by what targets these, which then ignores position (M3E-BURY-02)."""
    return list(_targets(g, model, action, only))


def _targets(g: Game, model: Model, action: Action, only: str) -> Iterator[Model]:
    if not model.on_table:
        return
    targeting = _targeting(action)
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
        if meets(g, model, targeting, target):
            yield target


def _targeting(action: Action) -> tuple[Restriction, ...]:
    return tuple(
        restriction
        for restriction in action.restrictions
        if not (isinstance(restriction, TargetIs) and restriction.marker)
    )


def in_range(g: Game, model: Model, target: Model | Marker, action: Action) -> bool:
    """Within its reach (base contact for 0), and in line of sight where it needs that."""
    if g.table.gap(model, target) > action.reach + TOUCH:
        return False
    return not action.needs_sight or g.table.sees(g.state, model, target)


def _hidden(g: Game, model: Model, target: Model) -> bool:
    beyond = hidden_beyond(g, target) if target.seat != model.seat else None
    return beyond is not None and g.table.gap(model, target) > beyond + TOUCH


def legal_markers(g: Game, model: Model, action: Action) -> list[Marker]:
    """The markers it may target; Strategy Markers are immune (M3E-MARK-12)."""
    restrictions = [
        restriction
        for restriction in action.restrictions
        if isinstance(restriction, TargetIs) and restriction.marker
    ]
    return [
        marker
        for marker in g.state.markers.values()
        if marker.kind != IMMUNE
        and all(
            restriction.marker == marker.kind and of_side(model.seat, marker.seat, restriction.side)
            for restriction in restrictions
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


END = Choice("end", "End the Activation")


def affordable(g: Game, model: Model, action: Action, limit: int | None = None) -> bool:
    """Whether limits leave room: bonus actions cost none of it, one an Activation, and a Stunned model pays
    the limit for them too (M3E-ACT-03, M3E-COND-13). ``limit`` is its action limit, where that is known."""
    if action.bonus and model.bonus:
        return False
    free = action.bonus and not model.has("stunned")
    return free or model.acts < (action_limit(g, model) if limit is None else limit)


def menu(g: Game, model: Model) -> list[Action]:
    """Every Action it may declare now: its card's, then the general ones. A Buried model takes none
    (M3E-BURY-01)."""
    if not model.on_table:
        return []
    limit = action_limit(g, model)
    actions = [*g.actions(model), *(general.action for general in GENERAL.values())]
    return [
        action for action in actions if affordable(g, model, action, limit) and can_be_taken(g, model, action)
    ]
