"""The steps of a duel, A to F (M3E-DUEL-03)."""

from __future__ import annotations

from typing import Any

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.costs import pay, payable
from rules.editions.m3e.play.abilities.held import acting_parts
from rules.editions.m3e.play.abilities.passive import cannot, harder, prices
from rules.editions.m3e.play.duels.modifiers import gather
from rules.editions.m3e.play.duels.triggers import declare_triggers
from rules.editions.m3e.play.effects.conditions import change_condition
from rules.editions.m3e.play.effects.damage import may_use_stone, spend_stone
from rules.editions.m3e.play.procedure.cards import (
    bars_opponent,
    clear,
    from_discard,
    govern,
    joker_suit,
    lift,
    modifiers,
    offer_cheat,
    reveal,
    take,
)
from rules.editions.m3e.play.procedure.causes import asked
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, fates_of, stat
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide, Flip
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import ResisterCannot
from rules.game.events.announcements import DuelBegan, DuelEnded, Relented, TotalAnnounced
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model


def resolve_duel(g: Game, duel: DuelInProgress) -> Proc[bool]:
    """Resolve a duel, from the modifiers to its outcome; return whether the actor succeeded.

    The cards stay in the Conflict until the effect that caused the duel is resolved (``end_duel``).
    """
    if duel.in_progress is None:
        g.simple.append((len(g.in_progress), duel))
    yield from offer_relenting(g, duel)
    yield from step_a(g, duel)
    yield from step_b(g, duel)
    yield from step_c(g, duel)
    yield from step_d(g, duel)
    yield from step_e(g, duel)
    success = step_f(g, duel)
    if "duel_ended" in g.moments:
        yield from happen(g, *(_ended(g, duel, side) for side in duel.sides))
    if duel.in_progress is None:
        g.simple.pop()
    return success


def _ended(g: Game, duel: DuelInProgress, side: DuelSide) -> Happening:
    rival = duel.against(side)
    by = g.state.models.get(rival.model if rival is not None else duel.by)
    return Happening("duel_ended", model=g.model(side.model), by=by, facts=_facts(duel, side))


def offer_relenting(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Let a friendly resister relent before any flip (M3E-DUEL-04)."""
    side = duel.resister
    if side is None or g.model(side.model).seat != g.model(duel.actor.model).seat:
        return
    if (
        yield from yes(side.seat, "relent", rule="M3E-DUEL-04", text=asked(g, "Relent?"), about=(side.model,))
    ):
        side.relented = True
        g.emit(Relented(side.model))


def step_a(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Modify the duel: registered modifiers, Focused, one Soulstone for each side, the attacker first
    (M3E-DUEL-06)."""
    gather(g, duel)
    for side in duel.sides:
        if side.relented:
            continue
        model = g.model(side.model)
        yield from happen(g, Happening("before_duel", model=model, facts=_facts(duel, side)))
        yield from _focus(g, duel, side, model)
        yield from _stone(g, duel, side, model)
    resister = duel.resister
    if resister is not None and duel.in_progress is not None:
        if any(part.plus for part in acting_parts(g, duel.in_progress, ResisterCannot)):
            resister.plus = 0
    for side in duel.sides:
        side.minus = 0 if side.no_minus else side.minus
    g.emit(
        DuelBegan(
            duel.actor.model,
            duel.actor.stat_name,
            resister.model if resister else "",
            resister.stat_name if resister else "",
            duel.tn,
            (duel.actor.plus, resister.plus if resister else 0),
            (duel.actor.minus, resister.minus if resister else 0),
            tuple(why for side in duel.sides for why in side.why),
        )
    )


def _facts(duel: DuelInProgress, side: DuelSide) -> dict[str, Any]:
    return {"duel": duel, "side": side, "in_progress": duel.in_progress}


def _focus(g: Game, duel: DuelInProgress, side: DuelSide, model: Model) -> Proc[None]:
    """Offer to lower Focused by 1 for plus on this duel and on a damage flip from it (M3E-COND-19)."""
    if not duel.opposed or not model.has("focused"):
        return
    if (
        yield from yes(
            side.seat, "focus", rule="M3E-COND-19", text=asked(g, "Use Focused?"), about=(model.id,)
        )
    ):
        yield from change_condition(g, model.id, "focused", -1)
        side.focused = True
        side.modify("Focused", plus=1)


def _stone(g: Game, duel: DuelInProgress, side: DuelSide, model: Model) -> Proc[None]:
    """Offer plus, or a suit in the final total, for one Soulstone (M3E-DUEL-06, M3E-STONE-02)."""
    if not may_use_stone(g, model) or side.stoned:
        return
    choices = [Choice("no", "No Soulstone"), Choice("plus", "Plus to the flip")]
    choices += [Choice(suit, f"A {suit}") for suit in ("ram", "mask", "crow", "tome")]
    chosen = yield from one_of(
        side.seat, "stone", choices, rule="M3E-DUEL-06", text=asked(g, "Use a Soulstone?"), about=(model.id,)
    )
    if chosen == "no":
        return
    yield from spend_stone(g, model, "enhance", duel=duel)
    side.stoned = True
    if chosen == "plus":
        side.modify("Soulstone", plus=1)
    else:
        side.added += (chosen,)


def step_b(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Flip for both sides; a side with plus chooses its card, the Active player first; announce the current
    totals (M3E-DUEL-07)."""
    for side in duel.sides:
        if not side.relented:
            side.flip = yield from _flip(g, duel, side)
    for side in sorted(duel.sides, key=lambda side: side.seat != g.first):
        if side.flip is not None:
            yield from take(g, side.flip)
    for side in duel.sides:
        if side.flip is not None:
            g.emit(TotalAnnounced(side.model, side.current, side.printed, "current"))
    if "flipped" in g.moments:
        flipped = [side for side in duel.sides if side.flip is not None]
        yield from happen(
            g,
            *(Happening("flipped", model=g.model(side.model), facts=_facts(duel, side)) for side in flipped),
        )


def _flip(g: Game, duel: DuelInProgress, side: DuelSide) -> Proc[Flip]:
    """Flip for the side; where no fate modifier is left and an ability allows it, the top card of the discard
    pile at its price."""
    why = f"{side.stat_name} duel"
    model = g.model(side.model)
    rules = fates_of(g, model, duel)
    flip = None
    for rule in rules:
        if flip is not None or not rule.flip_from_discard or side.plus != side.minus:
            continue
        if g.crew(side.seat).discard and payable(g, model, rule.cost):
            text = "Flip from the discard pile?"
            if (yield from yes(side.seat, "use", rule="M3E-FATE-15", text=text, about=(model.id,))):
                if (yield from pay(g, model, rule.cost)):
                    flip = from_discard(g, side.seat, why)
    if flip is None:
        flip = yield from reveal(g, side.seat, *modifiers(rules, side.plus, side.minus), why)
    govern(flip, rules)
    return flip


def cheat_order(g: Game, duel: DuelInProgress) -> list[DuelSide]:
    """The sides in the order in which they may cheat: the lower current total first, on a tie the
    resister (M3E-DUEL-08). Against an enemy an ability may make a side the first or the last."""
    if duel.resister is None:
        return [duel.actor]
    order = [duel.resister, duel.actor]
    if duel.actor.current < duel.resister.current:
        order.reverse()
    if g.model(duel.actor.model).seat == g.model(duel.resister.model).seat:
        return order
    return sorted(order, key=lambda side: _turn_to_cheat(g, duel, side))


def _turn_to_cheat(g: Game, duel: DuelInProgress, side: DuelSide) -> int:
    rules = fates_of(g, g.model(side.model), duel)
    return any(rule.cheats_last for rule in rules) - any(rule.cheats_first for rule in rules)


def step_c(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Give each side one chance to cheat, without a second round (M3E-DUEL-08, M3E-FATE-25)."""
    for side in cheat_order(g, duel):
        flip = side.flip
        if flip is None:
            continue
        rival = duel.against(side)
        rules = fates_of(g, g.model(side.model), duel)
        lift(flip, rules)
        if rival is not None and rival.flip is not None and bars_opponent(g, rival.flip):
            flip.barred = flip.barred or "The opponent flipped the Red Joker."
        if not (yield from _may_cheat(g, duel, side)):
            continue
        text = asked(g, _standing(duel, side))
        if (yield from offer_cheat(g, flip, g.model(side.model), text, rules)):
            g.emit(TotalAnnounced(side.model, side.current, side.printed, "current"))


def _may_cheat(g: Game, duel: DuelInProgress, side: DuelSide) -> Proc[bool]:
    """Whether the side may cheat: nothing forbids it, or its price was paid (M3E-FATE-23)."""
    model = g.model(side.model)
    if side is duel.resister and duel.in_progress is not None:
        if any(part.cheat for part in acting_parts(g, duel.in_progress, ResisterCannot)):
            return False
    rival = duel.against(side)
    against = g.model(rival.model) if rival is not None else None
    if side.no_cheat or cannot(g, model, "cheat", against=against):
        return False
    price = prices(g, model, "cheat", against=against)
    if not price or side.flip is None or side.flip.barred or not g.crew(side.seat).hand:
        return True
    if not payable(g, model, price):
        return False
    text = "Pay to be able to cheat?"
    wanted = yield from yes(side.seat, "use", rule="M3E-FATE-22", text=text, about=(model.id,))
    return wanted and (yield from pay(g, model, price))


def _standing(duel: DuelInProgress, side: DuelSide) -> str:
    """How the duel would end for that side now, modifiers included (M3E-DUEL-09)."""
    rival = duel.against(side)
    if rival is not None and rival.flip is not None:
        return f"{side.total} against {rival.total}. Cheat?"
    return f"{side.total}{f' against TN {duel.tn}' if duel.tn is not None else ''}. Cheat?"


def step_d(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Announce the final totals; a side that relents copies the actor's total (M3E-DUEL-04, -05, -09)."""
    for side in duel.sides:
        if side.flip is not None:
            side.card_suits = yield from joker_suit(g, side.flip)
    for side in duel.sides:
        if side.relented:
            side.fixed = duel.actor.total
            if g.policies.relent_copies == "total_and_suits":
                side.fixed_suits = duel.actor.suits
    for side in duel.sides:
        g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))


def step_e(g: Game, duel: DuelInProgress) -> Proc[None]:
    """Let each model declare one Trigger; "immediately" Triggers resolve here (M3E-DUEL-10, M3E-TRIG-07)."""
    if "before_triggers" in g.moments:
        for side in duel.sides:
            if side.flip is not None:
                facts = _facts(duel, side)
                yield from happen(g, Happening("before_triggers", model=g.model(side.model), facts=facts))
    yield from declare_triggers(g, duel)


def step_f(g: Game, duel: DuelInProgress) -> bool:
    """Determine the outcome from totals computed again; return whether the actor succeeded (M3E-DUEL-12,
    -13)."""
    actor, resister = duel.actor, duel.resister
    duel.over = True
    actor.success = (
        (resister is None or actor.total >= resister.total)
        and (duel.tn is None or actor.total >= duel.tn)
        and actor.has_suits(duel.tn_suits)
    )
    if resister is not None:
        resister.success = resister.total > actor.total
    g.emit(
        DuelEnded(
            actor.model,
            actor.success,
            resister.model if resister else "",
            resister.success if resister else False,
        )
    )
    return actor.success


def end_duel(g: Game, duel: DuelInProgress) -> None:
    """Clear the Conflict once the effect that caused the duel is resolved (M3E-FATE-10)."""
    for side in duel.sides:
        if side.flip is not None:
            clear(g, side.flip)


def simple_duel(
    g: Game,
    model: Model,
    stat_name: str,
    tn: int,
    tn_suits: tuple[str, ...] = (),
    *,
    plus: int = 0,
    minus: int = 0,
    by: str = "",
    why: str = "",
) -> Proc[bool]:
    """Resolve a simple duel outside of an Action: one model against a TN (M3E-DUEL-01). ``by`` is the model
    whose effect ``why`` demands it; an ability of that model may raise the TN."""
    tn += harder(g, g.state.models[by]) if by else 0
    duel = DuelInProgress(side_for(g, model, stat_name), tn=tn, tn_suits=tn_suits, by=by, why=why)
    if plus or minus:
        duel.actor.modify("ability", plus, minus)
    success = yield from resolve_duel(g, duel)
    end_duel(g, duel)
    return success


def side_for(g: Game, model: Model, stat_name: str) -> DuelSide:
    """A side that uses one of the card's stats, with the suits printed there."""
    card = g.card(model)
    suits = {"df": card.df_suits, "wp": card.wp_suits}.get(stat_name, ())
    return DuelSide(model.id, model.player, stat_name, stat(g, model, stat_name), suits)


__all__ = ["Flip", "end_duel", "resolve_duel", "side_for", "simple_duel"]
