"""Triggers: which may be declared, what they cost, when they resolve (M3E-TRIG)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.costs import pay, payable
from rules.editions.m3e.play.abilities.execution import Scene, execute
from rules.editions.m3e.play.abilities.held import acting_parts
from rules.editions.m3e.play.abilities.passive import cannot, prices
from rules.editions.m3e.play.abilities.restrictions import meets
from rules.editions.m3e.play.procedure.cards import check_hands
from rules.editions.m3e.play.procedure.causes import asked
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, after_killing
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import (
    AtShockwave,
    ChangeDamage,
    Cost,
    Grant,
    Instead,
    MoreDamage,
    MoreHealing,
    MoreShockwaves,
    ResisterCannot,
    TakeAction,
)
from rules.editions.m3e.statcards import Timing, Trigger
from rules.game.events.announcements import TriggerDeclared
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Model


def declare_triggers(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Let each model in the duel declare one Trigger (M3E-DUEL-10, -11)."""
    for side in order(g, duel):
        ready = [trigger for trigger in triggers_of(g, duel, side) if qualifies(g, duel, side, trigger)]
        if not ready:
            continue
        choices = [Choice(t.name, t.name, side.model) for t in ready]
        if not _must(duel, side):
            choices.insert(0, Choice("none", "No trigger"))
        name = yield from one_of(
            side.seat,
            "trigger",
            choices,
            rule="M3E-DUEL-10",
            text=asked(g, "Declare a Trigger?"),
            about=(side.model,),
        )
        if name != "none":
            trigger = next(offered for offered in ready if offered.name == name)
            if (yield from pay(g, g.model(side.model), _price(g, duel, side))):
                yield from declare(g, duel, side, trigger)


def _price(g: Game, duel: DuelInProgress, side: DuelSide) -> tuple[Cost, ...]:
    """The costs that abilities demand for declaring any Trigger."""
    rival = duel.against(side)
    return prices(g, g.model(side.model), "trigger", against=g.model(rival.model) if rival else None)


def _must(duel: DuelInProgress, side: DuelSide) -> bool:
    """Whether the Action says that its triggers must be declared, if able."""
    in_progress = duel.in_progress
    return side is duel.actor and in_progress is not None and in_progress.action.triggers_must


def order(g: Game, duel: DuelInProgress) -> list[DuelSide]:
    """The sides in the order in which they declare (M3E-DUEL-11)."""
    sides = list(duel.sides)
    if g.policies.trigger_order == "active":
        sides.sort(key=lambda side: side.seat != g.first)
    return sides


def triggers_of(g: Game, duel: DuelInProgress, side: DuelSide) -> tuple[Trigger, ...]:
    """The side's Triggers: those of the Action for the actor (M3E-TRIG-02), Resistance Triggers for
    the resister (M3E-TRIG-03)."""
    if side is duel.actor:
        return duel.actor_triggers
    model = g.state.models[side.model]
    return tuple(
        resistance for resistance in g.resistance_triggers(model) if resistance.resists == side.stat_name
    )


def qualifies(g: Game, duel: DuelInProgress, side: DuelSide, trigger: Trigger) -> bool:
    """Whether the Trigger may be declared: its suits with multiplicity, nothing that bars it,
    restrictions met, cost payable (M3E-TRIG-01, -04 to -06, -13, -14)."""
    model = g.state.models[side.model]
    if model.has("stunned") or side.no_trigger or not side.has_suits(trigger.suits):
        return False
    if side is duel.actor and duel.triggers_barred:
        return False
    if side is duel.resister and (
        duel.resister_barred or (duel.triggers_barred and g.policies.generated_bars == "both")
    ):
        return False
    if side is duel.resister and duel.in_progress is not None:
        if any(part.trigger for part in acting_parts(g, duel.in_progress, ResisterCannot)):
            return False
    rival = duel.against(side)
    against = g.model(rival.model) if rival is not None else None
    if cannot(g, model, "trigger", against=against) or not payable(g, model, _price(g, duel, side)):
        return False
    if trigger.timing == "immediately" and _reflips_nothing(side, trigger):
        return False
    target = other_model(g, duel, side)
    if trigger.once and g.has_used(model, trigger.name, trigger.once):
        return False
    seen = _seen(duel, side, model, target, trigger.name)
    return meets(g, model, trigger.restrictions, target, seen) and payable(g, model, trigger.cost, seen)


def _seen(duel: DuelInProgress, side: DuelSide, model: Model, target: Model | None, name: str) -> Scene:
    """The scene in which a Trigger's effects are evaluated."""
    return Scene(
        source=model.id,
        target=target.id if target else "",
        cause=target.id if target else "",
        in_progress=duel.in_progress,
        duel=duel,
        side=side,
        label=name,
        by_trigger=True,
        memory=side.memory,
    )


def _reflips_nothing(side: DuelSide, trigger: Trigger) -> bool:
    """Whether the Trigger would flip again for a relenting side, which has no flip."""
    return side.relented and any(type(effect).__name__ == "Reflip" for effect in trigger.effects)


def other_model(g: Game, duel: DuelInProgress, side: DuelSide) -> Model | None:
    """The model that "the target" means in the Trigger: the Action's target for its actor, the other
    side's model otherwise."""
    if side is duel.actor and duel.in_progress is not None and duel.in_progress.target_model is not None:
        return duel.in_progress.target_model
    rival = duel.against(side)
    return g.state.models[g.heir(rival.model)] if rival is not None else None


def declare(g: Game, duel: DuelInProgress, side: DuelSide, trigger: Trigger) -> Proc[None]:
    """Pay the Trigger's cost, record it as declared, and resolve it now if it says "immediately". An unpaid
    Trigger does not resolve (M3E-TRIG-05, -07)."""
    side.trigger = trigger
    g.emit(TriggerDeclared(side.model, trigger.name))
    model = g.model(side.model)
    if trigger.once:
        g.use(side.model, trigger.name, trigger.once)
    seen = _seen(duel, side, model, other_model(g, duel, side), trigger.name)
    if not (yield from pay(g, model, trigger.cost, seen)):
        side.trigger = None
        return
    if "trigger_declared" in g.moments:
        facts = {"duel": duel, "side": side, "in_progress": duel.in_progress}
        yield from happen(g, Happening("trigger_declared", model=g.model(side.model), facts=facts))
    if duel.in_progress is not None and side is duel.actor and not side.unheeded:
        duel.in_progress.parts += trigger.parts
    if trigger.timing == "immediately":
        yield from resolve_trigger(g, duel, side, "immediately")


def resolve_trigger(
    g: Game, duel: DuelInProgress, side: DuelSide, timing: Timing, *, before: bool | None = None
) -> Proc[None]:
    """Resolve the declared Trigger's effects if this is their time (M3E-TRIG-07 to -11).

    "When resolving" effects that change the Action, and every effect printed ahead of them, resolve
    ``before`` the Action's effects; the others resolve after them (M3E-TRIG-08, M3E-TIME-02).
    """
    trigger = side.trigger
    if trigger is None or trigger.timing != timing or side.unheeded:
        return
    model = g.state.models[side.model]
    target = other_model(g, duel, side)
    effects = trigger.effects
    if before is not None:
        split = 1 + max((n for n, effect in enumerate(effects) if _changes_action(effect)), default=-1)
        effects = effects[:split] if before else effects[split:]
    if effects:
        yield from execute(g, effects, _seen(duel, side, model, target, trigger.name))
        yield from check_hands(g)


def after_resolving(g: Game, duel: DuelInProgress) -> Iterator[PendingReaction]:
    """The "after resolving" and "after succeeding" Triggers that resolve now: the declaring model is in play,
    and so is the Trigger's target, if it has one (M3E-TRIG-10, -11)."""
    for side in duel.sides:
        trigger, model = side.trigger, g.state.models[side.model]
        if trigger is None or trigger.timing not in ("after_resolving", "after_succeeding"):
            continue
        target = other_model(g, duel, side)
        gone = target is not None and not g.state.models[target.id].in_play
        if not model.in_play or (gone and has_target(trigger)):
            continue
        if trigger.timing == "after_succeeding" and not side.success:
            continue
        yield PendingReaction(
            f"trigger:{model.id}",
            side.seat,
            f"{model.name}: {trigger.name}",
            partial(resolve_trigger, g, duel, side, trigger.timing),
            model.id,
            rule="M3E-TRIG-10",
        )


def has_target(trigger: Trigger) -> bool:
    """Whether the Trigger has a target: its restrictions or effects speak of the Action's. One that
    only draws a card, or moves its own model, has none (M3E-TRIG-10)."""
    return bool(trigger.restrictions) or _speaks_of_target(trigger.effects)


def _speaks_of_target(value: object) -> bool:
    if isinstance(value, Struct):
        if isinstance(value, TakeAction) and value.on_target:
            return True
        fields = (name for name in value.__struct_fields__ if name != "besides")
        return any(_speaks_of_target(getattr(value, name)) for name in fields)
    if isinstance(value, tuple):
        return any(_speaks_of_target(inner) for inner in value)
    return value == "target"


def _changes_action(value: object) -> bool:
    """Whether an effect, nested ones included, changes the Action's damage, healing or Shockwave Markers,
    lasts for this Action only, or comes instead of its effects."""
    if isinstance(value, MoreDamage | ChangeDamage | MoreHealing | MoreShockwaves | Instead | AtShockwave):
        return True
    if isinstance(value, Grant) and value.until == "action":
        return True
    if isinstance(value, Struct):
        return any(_changes_action(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(_changes_action(inner) for inner in value)


@after_killing
def resolve_after_killing(g: Game, in_progress: ActionInProgress) -> Proc[None]:
    """Resolve the "after killing" Triggers of an Action that killed its target (M3E-TRIG-09)."""
    if in_progress.duel is not None and not in_progress.no_effect:
        side = in_progress.duel.actor
        if side.model == in_progress.model and side.trigger is not None:
            if side.trigger.name not in in_progress.triggers_spent:
                if side.trigger.timing == "after_killing":
                    in_progress.triggers_spent.add(side.trigger.name)
                yield from resolve_trigger(g, in_progress.duel, side, "after_killing")
