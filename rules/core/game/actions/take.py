"""Resolving an Action in its six steps (M3E-ACT-16 to -23)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.core.game.abilities.carry import Scene, carry_out
from rules.core.game.abilities.costs import pay
from rules.core.game.abilities.standing import is_ruthless, terror
from rules.core.game.abilities.words import MoreDamage
from rules.core.game.actions.deed import Deed
from rules.core.game.actions.general import GENERAL
from rules.core.game.actions.targets import legal_markers, legal_targets, targets_a_model
from rules.core.game.asks import Proc, one_of
from rules.core.game.cards import check_hands
from rules.core.game.context import Game
from rules.core.game.duels.duel import Duel, Side
from rules.core.game.duels.steps import end_duel, resolve_duel, side_for, simple_duel
from rules.core.game.duels.triggers import resolve_trigger
from rules.core.game.effects.conditions import change_condition
from rules.core.game.effects.movement import hazards_of
from rules.core.game.events.models import SpentAction, UsedOnce
from rules.core.game.events.talk import ActionDeclared, ActionEnded, Targeted
from rules.core.game.hooks import Happening, stat
from rules.core.game.options import Choice
from rules.core.game.state import Model
from rules.core.game.timing import happen, whole


def take_action(g: Game, deed: Deed) -> Proc[None]:
    """The Action, what it set off, then the Actions it generated, each wholly (M3E-TIME-08 to -10)."""
    g.deeds.append(deed)
    yield from whole(g, lambda: six_steps(g, deed))
    if deed.duel is not None:
        end_duel(g, deed.duel)
    yield from whole(g, lambda: hazards_of(g, deed))
    for effect in deed.afterwards:
        yield from whole(g, partial(_plain, effect))
    g.deeds.pop()
    yield from check_hands(g)
    for follow in deed.following:
        yield from follow()


def _plain(effect: Callable[[], Proc[object]]) -> Proc[None]:
    yield from effect()


def six_steps(g: Game, deed: Deed) -> Proc[None]:
    """Declare, costs, target, duels, results, after resolving. An unpaid cost skips 3 to 5; no target skips
    4 to 6 (M3E-ACT-17, -18)."""
    step_1_declare(g, deed)
    if (yield from pay(g, g.model(deed.model), deed.action.cost)):
        yield from step_3_target(g, deed)
        if not deed.failed:
            yield from step_4_duels(g, deed)
            if deed.succeeded and not deed.no_effect:
                yield from step_5_results(g, deed)
            yield from step_6_after(g, deed)
    else:
        deed.failed = "the cost was not paid"
        yield from step_6_after(g, deed)
    if not g.policies.failed_action_counts and not deed.failed:
        _count(g, deed)
    outcome = deed.failed or ("succeeded" if deed.succeeded else "failed its duel")
    g.emit(ActionEnded(deed.model, deed.action.name, outcome))


def step_1_declare(g: Game, deed: Deed) -> None:
    """Declared; it counts against the limits whatever becomes of it (M3E-ACT-25)."""
    g.emit(ActionDeclared(deed.model, deed.action.name, deed.generated))
    if g.policies.failed_action_counts:
        _count(g, deed)


def _count(g: Game, deed: Deed) -> None:
    """What it uses of the Action Limit and the one bonus action (M3E-ACT-03, M3E-COND-13)."""
    action = deed.action
    if not deed.generated:
        costs = 0 if action.bonus and not g.model(deed.model).has("stunned") else 1
        g.emit(SpentAction(deed.model, action.name, costs, int(action.bonus)))
    if action.once:
        g.emit(UsedOnce(deed.model, action.name, action.once))


def step_3_target(g: Game, deed: Deed) -> Proc[None]:
    """A target in range and sight that meets the restrictions, or the Action fails (M3E-ACT-18)."""
    model = g.model(deed.model)
    if targets_a_model(deed.action):
        found = legal_targets(g, model, deed.action, deed.only_target)
        if not found:
            deed.failed = "it had no target"
            return
        name = yield from one_of(
            model.player,
            "target",
            [Choice(target.id, target.name, target.id) for target in found],
            rule="M3E-ACT-18",
            text=f"{deed.action.name}: whom?",
            about=(model.id,),
            inches=deed.action.reach,
            forced=True,
        )
        deed.target_model = g.model(name)
        g.emit(Targeted(model.id, deed.action.name, name))
        yield from happen(g, Happening("targeted", model=g.model(name), by=g.model(model.id)))
    elif deed.action.targets == "marker":
        markers = legal_markers(g, model, deed.action)
        if not markers:
            deed.failed = "it had no target"
            return
        name = yield from one_of(
            model.player,
            "marker",
            [Choice(m.id, f"{m.kind.capitalize()} Marker", m.id) for m in markers],
            rule="M3E-ACT-18",
            text=f"{deed.action.name}: which marker?",
            about=(model.id,),
            inches=deed.action.reach,
            forced=True,
        )
        deed.target_marker = g.state.markers[name]
        g.emit(Targeted(model.id, deed.action.name, name))


def step_4_duels(g: Game, deed: Deed) -> Proc[None]:
    """Its duels; a failed one makes the Action fail, none makes it succeed (M3E-ACT-20)."""
    model = g.model(deed.model)
    if not (yield from _dares(g, deed, model)):
        return
    if not deed.action.has_duel or not model.on_table:
        deed.succeeded = model.on_table
        return
    deed.duel = duel_of(g, deed, model)
    deed.succeeded = yield from resolve_duel(g, deed.duel)


def _dares(g: Game, deed: Deed, model: Model) -> Proc[bool]:
    """Terrifying: an enemy attacking it first passes a Wp duel, or the Action fails (M3E-DUEL-14)."""
    target = deed.target_model
    if target is None or not deed.action.is_attack or target.seat == model.seat:
        return True
    tn = None if is_ruthless(g, model) else terror(g, target)
    return tn is None or (yield from simple_duel(g, model, "wp", tn))


def duel_of(g: Game, deed: Deed, model: Model) -> Duel:
    """The duel an Action asks for: opposed with Resist, against a TN, or both (M3E-DUEL-01, M3E-ACT-02)."""
    action = deed.action
    assert action.stat is not None
    value = stat(g, model, action.stat_name) if action.stat_name else action.stat
    actor = Side(model.id, model.player, action.stat_name or action.name, value, action.suits)
    resister = None
    if action.is_attack and deed.target_model is not None:
        resister = side_for(g, g.model(deed.target), action.resist)
    return Duel(
        actor,
        resister,
        action.tn,
        action.tn_suits,
        action.icon,
        deed,
        action.triggers,
        triggers_barred=deed.by_trigger or deed.no_triggers,
        resister_barred=deed.no_triggers,
    )


def step_5_results(g: Game, deed: Deed) -> Proc[None]:
    """Effects in printed order, then what "when resolving" triggers add (M3E-ACT-21, M3E-TRIG-08)."""
    duel = deed.duel
    if duel is not None and duel.actor.trigger is not None and duel.actor.trigger.timing == "when_resolving":
        deed.more_damage += sum(
            effect.amount for effect in duel.actor.trigger.effects if isinstance(effect, MoreDamage)
        )
    general = GENERAL.get(deed.action.name)
    if general is not None and general.action is deed.action:
        yield from general.perform(g, deed)
    else:
        scene = Scene(
            deed.model,
            deed.target,
            deed=deed,
            duel=duel,
            side=duel.actor if duel else None,
            label=deed.action.name,
        )
        yield from carry_out(g, deed.action.effects, scene)
    if duel is not None:
        for side in duel.sides:
            yield from resolve_trigger(g, duel, side, "when_resolving")


def step_6_after(g: Game, deed: Deed) -> Proc[None]:
    """After resolving, with the triggers of that time; Distracted drops (M3E-ACT-22, M3E-COND-18)."""
    if deed.duel is not None:
        for side in deed.duel.sides:
            yield from resolve_trigger(g, deed.duel, side, "after_resolving")
            yield from resolve_trigger(g, deed.duel, side, "after_succeeding")
    model = g.model(deed.model)
    target = deed.target_model
    if model.in_play and model.has("distracted") and target is not None and target.seat != model.seat:
        yield from change_condition(g, model.id, "distracted", -1)
    by = g.state.models[target.id] if target else None
    yield from happen(g, Happening("action_resolved", model=model, by=by, facts={"deed": deed}))
