"""Costs of Actions, Triggers and abilities: whether a player can pay them, and payment (M3E-TRIG-05,
M3E-ACT-17, M3E-CHOICE-03)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from msgspec.structs import replace as changed

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.choosing import (
    count,
    markers_of,
    matching,
    matching_markers,
    model_meant,
    models_of,
    upgrades_of,
)
from rules.editions.m3e.play.abilities.passive import removable
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.effects.conditions import change_condition
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.markers import near, remove, remove_some
from rules.editions.m3e.play.effects.movement import let_fall
from rules.editions.m3e.play.procedure.cards import choice_of, discard
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.selects import Which
from rules.editions.m3e.scripts.words import (
    Cost,
    PayCards,
    PayCondition,
    PayDamage,
    PayKill,
    PayMarker,
    PayMarkers,
    PayOneOf,
    PayPassToken,
    PayStones,
    PayToken,
    PayUpgrade,
    PayUpTo,
)
from rules.fate.cards import Card
from rules.game.events.cards import Discarded
from rules.game.events.table import Detached, TokensSet
from rules.game.events.turns import PassesSet, StonesChanged
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model

RULE = "M3E-TRIG-05"


def payable(g: Game, model: Model, costs: Collection[Cost], scene: Scene | None = None) -> bool:
    """Whether the model's player could pay all costs now; costs of one kind are added up."""
    if not costs:
        return True
    all_costs = list(costs)
    crew = g.crew(model.player)
    seen = _seen_by(model, scene)
    damage_paid = sum(count(g, seen, cost.amount) for cost in all_costs if isinstance(cost, PayDamage))
    return (
        all(_can(g, model, cost, scene) for cost in all_costs)
        and sum(cost.cards for cost in all_costs if isinstance(cost, PayCards)) <= len(crew.hand)
        and sum(cost.stones for cost in all_costs if isinstance(cost, PayStones)) <= crew.stones
        and (not damage_paid or damage_paid < model.health)
    )


def _seen_by(model: Model, scene: Scene | None) -> Scene:
    """The scene in which the selections of a cost are evaluated: the model with the ability is the
    source."""
    return scene if scene is not None else Scene(model.id)


def _can(g: Game, model: Model, cost: Cost, scene: Scene | None) -> bool:
    crew = g.crew(model.player)
    match cost:
        case PayCards():
            return len(_cards(crew.hand, cost)) >= cost.cards
        case PayStones():
            return crew.stones >= cost.stones
        case PayDamage():
            return model.health - count(g, _seen_by(model, scene), cost.amount) > 0
        case PayToken():
            return _held(g, model, cost, scene).tokens.get(cost.name, 0) >= cost.number
        case PayMarker():
            return bool(removable(g, near(g, model, cost.inches, cost.kind), model))
        case PayCondition():
            return model.conditions.get(cost.condition, 0) >= cost.value
        case PayPassToken():
            return crew.passes >= cost.tokens
        case PayUpgrade():
            return bool(upgrades_of(g, model, cost.upgrade))
        case PayKill():
            return any(
                bearer.player == bearer.seat for bearer in matching(g, _seen_by(model, scene), cost.models)
            )
        case PayMarkers():
            seen = _seen_by(model, scene)
            ready = removable(g, matching_markers(g, seen, cost.markers), model)
            return len(ready) >= _least(g, seen, cost)
        case PayOneOf():
            return any(_can(g, model, one, scene) for one in cost.costs)
        case PayUpTo():
            return True


def _held(g: Game, model: Model, cost: PayToken, scene: Scene | None) -> Model:
    """The model whose tokens are discarded."""
    if cost.of == "self":
        return model
    return model_meant(g, _seen_by(model, scene), cost.of) or model


def _cards(hand: tuple[Card, ...], cost: PayCards) -> list[Card]:
    return [card for card in hand if not cost.suit or card.is_of((cost.suit,))]


def pay(g: Game, model: Model, costs: Iterable[Cost], scene: Scene | None = None) -> Proc[bool]:
    """Pay the costs in order; return ``False`` at the first that can no longer be paid, or that was not paid
    after all."""
    for cost in costs:
        held = g.model(model.id)
        if not held.in_play or not _can(g, held, cost, scene):
            return False
        if not (yield from _pay_one(g, held, cost, scene)):
            return False
    return True


def _pay_one(g: Game, model: Model, cost: Cost, scene: Scene | None) -> Proc[bool]:
    """Pay one cost; return whether it was paid: damage that reductions leave, a model that is killed
    (M3E-DMG-02, M3E-KILL-03)."""
    match cost:
        case PayCards():
            yield from _pay_cards(g, model, cost, scene)
        case PayStones():
            g.emit(StonesChanged(model.player, -cost.stones, "cost", model.id))
        case PayDamage():
            amount = count(g, _seen_by(model, scene), cost.amount)
            hit = Hit(model.id, amount, by=model.id, source="cost", irreducible=cost.irreducible)
            # Paid now, also in the timing of another's damage (M3E-TRIG-05); that goes on afterwards.
            busy, g.busy = g.busy, 0
            suffered = yield from damage(g, hit)
            g.busy = busy
            return bool(suffered)
        case PayToken():
            held = _held(g, model, cost, scene)
            g.emit(TokensSet(cost.name, held.tokens.get(cost.name, 0) - cost.number, held.id))
        case PayMarker():
            markers = removable(g, near(g, model, cost.inches, cost.kind), model)
            yield from remove_some(g, markers, 1, 1, seat=model.player, by=model.id, rule=RULE)
            yield from let_fall(g, model.id)
        case PayCondition():
            yield from change_condition(g, model.id, cost.condition, -cost.value)
        case PayPassToken():
            g.emit(PassesSet(model.player, g.crew(model.player).passes - cost.tokens, "cost"))
        case PayUpgrade():
            yield from _pay_upgrade(g, model, cost)
        case PayKill():
            wanted = changed(cost.models, which="one", optional=False)
            killed = False
            for victim in (yield from models_of(g, _seen_by(model, scene), wanted)):
                killed = yield from kill(g, victim.id, by=model.id, source="cost", instant=True)
            return killed
        case PayMarkers():
            yield from _pay_markers(g, model, cost, _seen_by(model, scene))
            yield from let_fall(g, model.id)
        case PayOneOf():
            return (yield from _pay_one_of(g, model, cost, scene))
        case PayUpTo():
            return (yield from _pay_up_to(g, model, cost, _seen_by(model, scene)))
    return True


def _least(g: Game, scene: Scene, cost: PayMarkers) -> int:
    """How many markers must be there; 0 for a cost that removes all, however many there are."""
    if cost.markers.which == "all":
        return 0
    return count(g, scene, cost.markers.number) if cost.markers.which == "some" else 1


def _pay_markers(g: Game, model: Model, cost: PayMarkers, scene: Scene) -> Proc[None]:
    """Remove the markers; later effects may count them ("done")."""
    removed = 0
    if cost.markers.which == "all":
        for marker in removable(g, matching_markers(g, scene, cost.markers), model):
            yield from remove(g, marker.id, model.id)
            removed += 1
    else:
        which: Which = "nearest" if cost.markers.which == "nearest" else "one"
        wanted = changed(cost.markers, which=which, optional=False)
        for _ in range(_least(g, scene, cost)):
            only = partial(removable, g, by=model)
            for marker in (yield from markers_of(g, scene, wanted, only=only)):
                yield from remove(g, marker.id, model.id)
                removed += 1
    scene.memory.done = removed


def _pay_cards(g: Game, model: Model, cost: PayCards, scene: Scene | None) -> Proc[None]:
    seat, hand = model.player, g.crew(model.player).hand
    if cost.suit:
        choices = [choice_of(card) for card in _cards(hand, cost)]
        for _ in range(cost.cards):
            text = f"Discard a {cost.suit} as the cost."
            code = yield from one_of(seat, "cards", choices, rule=RULE, text=text, forced=True)
            choices = [choice for choice in choices if choice.key != code]
            g.emit(Discarded(seat, (Card.parse(code),), True))
            yield from happen(g, Happening("discarded", model=model, seat=seat, facts={"cards": (code,)}))
    else:
        text = f"Discard {cost.cards} as the cost."
        yield from discard(g, seat, cost.cards, cost.cards, rule=RULE, text=text, model=model)
    if scene is not None:
        gone = [card for card in hand if card not in g.crew(seat).hand]
        scene.memory.card = gone[-1] if gone else None


def _pay_upgrade(g: Game, model: Model, cost: PayUpgrade) -> Proc[None]:
    held = upgrades_of(g, model, cost.upgrade)
    choices = [Choice(slug, g.upgrades[slug].name if slug in g.upgrades else slug) for slug in held]
    slug = yield from one_of(
        model.player, "branch", choices, rule=RULE, text="Which Upgrade is discarded?", forced=True
    )
    g.emit(Detached(model.id, slug))
    yield from happen(g, Happening("upgrade_discarded", model=g.model(model.id), facts={"upgrade": slug}))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pay_one_of(g: Game, model: Model, cost: PayOneOf, scene: Scene | None) -> Proc[bool]:
    ready = [number for number, one in enumerate(cost.costs) if _can(g, model, one, scene)]
    choices = [Choice(str(number), _capital(cost.costs[number].sentence())) for number in ready]
    key = yield from one_of(model.player, "branch", choices, rule=RULE, text="Pay with what?", forced=True)
    return (yield from _pay_one(g, model, cost.costs[int(key)], scene))


def _pay_up_to(g: Game, model: Model, cost: PayUpTo, scene: Scene) -> Proc[bool]:
    """Ask each time whether to pay once more; X is how often it was paid (M3E-GEN-05)."""
    paid = 0
    while cost.most is None or paid < cost.most:
        if not g.model(model.id).in_play or not _can(g, g.model(model.id), cost.cost, scene):
            break
        text = f"{scene.label}: {cost.cost.sentence()}?"
        if not (yield from yes(model.player, "use", rule=RULE, text=text, about=(model.id,))):
            break
        if (yield from _pay_one(g, g.model(model.id), cost.cost, scene)):
            paid += 1
    scene.memory.x = paid
    return True
