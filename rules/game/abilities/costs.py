"""Costs: whether they can be paid, and paying them (M3E-TRIG-05, M3E-ACT-17, M3E-CHOICE-03)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.game.effects.conditions import change_condition
from rules.game.effects.damage import damage
from rules.game.effects.markers import near, remove_some
from rules.game.events.table import TokensSet
from rules.game.events.turns import StonesChanged
from rules.game.procedure.asks import Proc
from rules.game.procedure.cards import discard
from rules.game.procedure.context import Game
from rules.game.procedure.in_progress import Hit
from rules.game.scripts.words import Cost, PayCards, PayCondition, PayDamage, PayMarker, PayStones, PayToken
from rules.game.state import Model


def payable(g: Game, model: Model, costs: Collection[Cost]) -> bool:
    """Whether the model's player could pay all of it now, costs of one kind together."""
    if not costs:
        return True
    all_costs = list(costs)
    crew = g.crew(model.player)
    return (
        all(_can(g, model, cost) for cost in all_costs)
        and sum(cost.cards for cost in all_costs if isinstance(cost, PayCards)) <= len(crew.hand)
        and sum(cost.stones for cost in all_costs if isinstance(cost, PayStones)) <= crew.stones
        and sum(cost.amount for cost in all_costs if isinstance(cost, PayDamage)) < model.health
    )


def _can(g: Game, model: Model, cost: Cost) -> bool:
    crew = g.crew(model.player)
    match cost:
        case PayCards():
            return len(crew.hand) >= cost.cards
        case PayStones():
            return crew.stones >= cost.stones
        case PayDamage():
            return model.health - cost.amount > 0
        case PayToken():
            return model.tokens.get(cost.name, 0) >= cost.number
        case PayMarker():
            return bool(near(g, model, cost.inches, cost.kind))
        case PayCondition():
            return model.conditions.get(cost.condition, 0) >= cost.value


def pay(g: Game, model: Model, costs: Iterable[Cost]) -> Proc[bool]:
    """Pay them in order; ``False`` at the first that can no longer be paid."""
    for cost in costs:
        held = g.model(model.id)
        if not held.in_play or not _can(g, held, cost):
            return False
        yield from _pay_one(g, held, cost)
    return True


def _pay_one(g: Game, model: Model, cost: Cost) -> Proc[None]:
    match cost:
        case PayCards():
            text = f"Discard {cost.cards} as the cost."
            yield from discard(
                g, model.player, cost.cards, cost.cards, rule="M3E-TRIG-05", text=text, model=model
            )
        case PayStones():
            g.emit(StonesChanged(model.player, -cost.stones, "cost", model.id))
        case PayDamage():
            yield from damage(g, Hit(model.id, cost.amount, by=model.id, source="cost"))
        case PayToken():
            g.emit(TokensSet(cost.name, model.tokens.get(cost.name, 0) - cost.number, model.id))
        case PayMarker():
            markers = near(g, model, cost.inches, cost.kind)
            yield from remove_some(g, markers, 1, 1, seat=model.player, by=model.id, rule="M3E-TRIG-05")
        case PayCondition():
            yield from change_condition(g, model.id, cost.condition, -cost.value)
