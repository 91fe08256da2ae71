"""Damage in six steps (M3E-TIME-01 to -07, M3E-DMG), Soulstones spent on it (M3E-STONE), and killing with the
markers of killed models (M3E-KILL)."""

from __future__ import annotations

from typing import Any

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.held import acting_parts, parts
from rules.editions.m3e.play.abilities.passive import cannot, change_hit, heals_instead, is_hard_to_kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import drop_touching
from rules.editions.m3e.play.procedure.cards import flip_number
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import (
    AFTER_KILLING,
    HIT_MODIFIERS,
    REDUCTIONS,
    STONE_USERS,
    Happening,
    Reduction,
    is_called,
)
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts.words import Cannot, Leaves
from rules.fate.cards import RED_JOKER
from rules.game.events.announcements import DamageReduced, Remark
from rules.game.events.table import ConditionSet, Damaged, Killed, LeftPlay
from rules.game.events.turns import StonesChanged
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model

STONE = "Soulstone"


def damage(g: Game, hit: Hit) -> Proc[int | None]:
    """Deal the damage; return how much was suffered after reductions (M3E-DMG-01 to -03).

    During the damage or healing timing of another model it is queued (M3E-TIME-07): then ``None`` is returned
    and ``hit`` holds the result later.
    """
    if g.busy:
        g.defer(lambda: damage(g, hit))
        return None
    hit.target = g.heir(hit.target)
    if not g.model(hit.target).in_play or g.model(hit.target).health <= 0:
        return 0
    g.busy = len(g.waiting)
    change_hit(g, hit)
    yield from step_1_block(g, hit)
    yield from step_2_flip(g, hit)
    yield from step_3_reduce(g, hit)
    yield from _heals_instead(g, hit)
    step_4_lower(g, hit)
    yield from step_5_after(g, hit)
    yield from step_6_kill(g, hit)
    g.busy = 0
    return hit.suffered


def step_1_block(g: Game, hit: Hit) -> Proc[None]:
    """Offer a Soulstone for minus on the damage flip (M3E-DMG-07)."""
    model = g.model(hit.target)
    if not hit.is_flip or not may_use_stone(g, model):
        return
    text = "Use a Soulstone to block?"
    if (yield from yes(model.player, "stone", rule="M3E-DMG-07", text=text, about=(model.id,))):
        yield from spend_stone(g, model, "block")
        hit.minus += 1
        hit.why.append(STONE)


def step_2_flip(g: Game, hit: Hit) -> Proc[None]:
    """Set the amount: fixed, or flipped with accuracy and other modifiers; then apply additions
    (M3E-TIME-02)."""
    if isinstance(hit.amount, int):
        hit.flipped = hit.amount
    else:
        model = g.model(hit.target)
        for modifier in HIT_MODIFIERS:
            plus, minus = modifier(g, hit, model)
            hit.plus += plus
            hit.minus += minus
        plus, minus = hit.plus + max(0, hit.accuracy), hit.minus + max(0, -hit.accuracy)
        minus = max(0, minus - hit.ignores_minus)
        if hit.minus_is_plus:
            plus, minus = plus + minus, 0
        number = yield from flip_number(
            g,
            flipper(g, hit),
            hit.amount,
            plus=plus,
            minus=minus,
            cheatable=not hit.barred,
            despite_minus=hit.despite_minus,
            why=f"damage to {model.name}",
            model=g.state.models.get(hit.by),
        )
        hit.flipped, hit.segment, hit.black = number.value, number.segment, number.black
        hit.red = number.card == RED_JOKER
        if hit.in_progress is not None and hit.of_action:
            hit.in_progress.segment, hit.in_progress.cheated = hit.segment, number.cheated
    hit.final = 0 if hit.black else max(0, hit.flipped + hit.more)


def flipper(g: Game, hit: Hit) -> int:
    """The seat that flips: that of the dealing model; for a Condition or terrain that of the suffering
    model."""
    attacker = g.state.models.get(hit.by)
    return attacker.player if attacker is not None else g.model(hit.target).player


def step_3_reduce(g: Game, hit: Hit) -> Proc[None]:
    """Apply reductions, Shielded, those that are chosen, then a Soulstone (M3E-TIME-03, M3E-DMG-08 to -10,
    -12)."""
    if hit.final > 0 and "would_suffer" in g.moments:
        by = g.state.models.get(hit.by)
        yield from happen(g, Happening("would_suffer", model=g.model(hit.target), by=by, facts={"hit": hit}))
    model = g.model(hit.target)
    if hit.irreducible or hit.final <= 0 or cannot(g, model, "reduce_damage"):
        return
    reductions = [reduction for source in REDUCTIONS for reduction in source(g, hit, model)]
    shield = Reduction("Shielded", 1, 0)
    shielded = model.has("shielded") and "shielded" not in hit.ignoring
    if shielded:
        reductions.append(shield)
    if g.policies.reduction_order == "controller" and shielded and len(reductions) > 1:
        key = yield from one_of(
            model.player,
            "order",
            (Choice("last", "Shielded last"), Choice("first", "Shielded first")),
            rule="M3E-DMG-12",
            text="In which order is the damage reduced?",
            about=(model.id,),
        )
        if key == "first":
            reductions.insert(0, reductions.pop())
    for reduction in reductions:
        before = hit.final
        hit.final = min(before, max(reduction.floor, before - reduction.amount))
        if hit.final < before:
            g.emit(DamageReduced(model.id, before, hit.final, reduction.name))
            if reduction is shield:
                left = g.model(model.id).conditions.get("shielded", 0) - 1
                g.emit(ConditionSet(model.id, "shielded", left, "it reduced damage"))
    if hit.final > 0 and "reducing" in g.moments:
        by = g.state.models.get(hit.by)
        yield from happen(g, Happening("reducing", model=g.model(hit.target), by=by, facts={"hit": hit}))
    yield from _stone_reduction(g, hit, g.model(model.id))


def _stone_reduction(g: Game, hit: Hit, model: Model) -> Proc[None]:
    """Offer one Soulstone: 1/2/3 less, to no less than 0, without cheating (M3E-DMG-10)."""
    if hit.final <= 0 or not may_use_stone(g, model) or _bars_stones(g, hit, model):
        return
    text = f"Use a Soulstone to reduce {hit.final} damage?"
    if (yield from yes(model.player, "stone", rule="M3E-DMG-10", text=text, about=(model.id,))):
        yield from spend_stone(g, model, "reduce")
        number = yield from flip_number(
            g, model.player, g.rules.stone_reduction, cheatable=False, why="damage reduction"
        )
        before, hit.final = hit.final, max(0, hit.final - number.value)
        g.emit(DamageReduced(model.id, before, hit.final, STONE))


def _heals_instead(g: Game, hit: Hit) -> Proc[None]:
    """Heal instead of damage from such a Condition, after the damage timing (M3E-HEAL-04)."""
    if hit.final > 0 and heals_instead(g, g.model(hit.target), hit.kinds):
        amount, hit.final = hit.final, 0
        yield from heal(g, hit.target, amount, hit.target)


def _bars_stones(g: Game, hit: Hit, model: Model) -> bool:
    """Whether Soulstones may not be used for the model or against damage of this Action."""
    if cannot(g, model, "reduce_with_stones"):
        return True
    bars = acting_parts(g, hit.in_progress, Cannot) if hit.in_progress is not None and hit.of_action else ()
    return any(part.what == "reduce_with_stones" for part in bars)


def step_4_lower(g: Game, hit: Hit) -> None:
    """Lower Health by the final amount, never below 0 (M3E-TIME-04, M3E-DMG-01)."""
    model = g.model(hit.target)
    lost = min(hit.final, model.health)
    if cannot(g, model, "be_killed"):
        lost = min(lost, model.health - 1)
    if _hard_to_kill(g, model, hit) and model.health >= 2 and lost == model.health:
        lost = model.health - 1
        g.emit(Remark(f"{model.name} is Hard to Kill.", "M3E-KILL-01"))
    hit.suffered = lost if g.policies.suffered == "health_lost" else hit.final
    if hit.in_progress is not None:
        damaged = hit.in_progress.damaged
        damaged[model.id] = damaged.get(model.id, 0) + hit.suffered
    if lost > 0:
        g.emit(Damaged(model.id, lost, hit.by, hit.source))


def _hard_to_kill(g: Game, model: Model, hit: Hit) -> bool:
    ignored = hit.source == "idol" or "hard_to_kill" in hit.ignoring
    return is_hard_to_kill(g, model) and not ignored


def step_5_after(g: Game, hit: Hit) -> Proc[None]:
    """Resolve "after damaged" effects. Damage of 0 was not suffered (M3E-TIME-05, M3E-DMG-02)."""
    if hit.suffered > 0:
        by = g.state.models.get(hit.by)
        yield from happen(g, Happening("damaged", model=g.model(hit.target), by=by, facts={"hit": hit}))


def step_6_kill(g: Game, hit: Hit) -> Proc[None]:
    """Kill the model at 0 Health (M3E-TIME-06)."""
    if g.model(hit.target).health <= 0 and g.model(hit.target).in_play:
        by = hit.by or hit.killer
        yield from kill(g, hit.target, by=by, source=hit.source, in_progress=hit.in_progress, hit=hit)


def may_use_stone(g: Game, model: Model) -> bool:
    """Whether the model's player has a Soulstone and may spend it for this model: a Master, a
    Henchman, or one that an ability allows (M3E-STONE-01)."""
    if g.crew(model.player).stones <= 0 or cannot(g, model, "use_stones"):
        return False
    return g.card(model).station in g.rules.stone_users or any(may(g, model) for may in STONE_USERS)


def spend_stone(g: Game, model: Model, use: str, *, duel: DuelInProgress | None = None) -> Proc[None]:
    """Spend one Soulstone for the model, in that duel, if any. The caller ensures one per game effect
    (M3E-STONE-02)."""
    g.emit(StonesChanged(model.player, -1, use, model.id))
    if "stone_used" in g.moments:
        yield from happen(g, Happening("stone_used", model=g.model(model.id), facts={"duel": duel}))


LEAVES = (("Living", "corpse"), ("Undead", "corpse"), ("Beast", "corpse"), ("Construct", "scrap"))


def kill(
    g: Game,
    model: str,
    *,
    by: str = "",
    source: str = "",
    in_progress: ActionInProgress | None = None,
    hit: Hit | None = None,
    instant: bool = False,
) -> Proc[bool]:
    """Kill the model, by that ``hit`` if any; return whether it was killed (M3E-KILL-01 to -03).

    Healing and Replace resolve first; unless ``instant``, a model that is above 0 Health afterwards is not
    killed and nothing else follows. Then come "after killing" Triggers, other effects of the killer and of
    others at once (M3E-TIME-11), markers, removal.
    """
    acting = by
    if in_progress is not None and by == in_progress.model and in_progress.killer:
        by = in_progress.killer
    killer = g.state.models.get(by)
    yield from happen(g, Happening("dying", model=g.model(model), by=killer, facts={"source": source}))
    snapshot = g.model(model)
    if not snapshot.in_play or (snapshot.health > 0 and not instant):
        return False
    by = yield from _credited(g, snapshot, by, in_progress, hit)
    killer = g.state.models.get(by)
    g.emit(Killed(model, snapshot, by, killer.seat if killer else None, source))
    if in_progress is not None and acting == in_progress.model:
        in_progress.killed.append(model)
        if model == in_progress.target:
            for follow in AFTER_KILLING:
                yield from follow(g, in_progress)
    killed = Happening("killed", model=snapshot, by=killer, facts={"source": source})
    if killer is not None:
        yield from happen(g, Happening("killing", model=g.model(killer.id), by=snapshot), killed)
    else:
        yield from happen(g, killed)
    if not g.model(model).in_play:
        return True
    if snapshot.on_table:
        yield from drop_remains(g, snapshot)
    g.emit(LeftPlay(model))
    return True


def _credited(
    g: Game, victim: Model, by: str, in_progress: ActionInProgress | None, hit: Hit | None
) -> Proc[str]:
    """The model that counts as the killer instead, by the effect that generated the Action or by an ability
    (M3E-KILL-04); else the one that is."""
    may = g.state.models.get(in_progress.credits) if in_progress is not None else None
    if in_progress is not None and may is not None and may.in_play:
        if (by, victim.id) == (in_progress.model, in_progress.target):
            text = f"{victim.name} is killed. Does {may.name} count as its killer?"
            if (yield from yes(may.player, "use", rule="M3E-KILL-04", text=text, about=(may.id,))):
                by = may.id
    if not {"would_kill", "would_be_killed"} & g.moments:
        return by
    facts: dict[str, Any] = {"killer": by, **({"hit": hit} if hit is not None else {})}
    killer = g.state.models.get(by)
    happenings = [Happening("would_be_killed", model=victim, by=killer, facts=facts)]
    if killer is not None:
        happenings.append(Happening("would_kill", model=killer, by=victim, facts=facts))
    yield from happen(g, *happenings)
    credited: str = facts["killer"]
    return credited


def remains_of(g: Game, model: Model) -> tuple[str, ...]:
    """The kinds of marker that the model leaves when killed (M3E-KILL-06)."""
    kinds: list[str] = []
    for characteristic, kind in LEAVES:
        if is_called(g, model, characteristic) and kind not in kinds:
            kinds.append(kind)
    return tuple(kinds)


def drop_remains(g: Game, model: Model) -> Proc[None]:
    """Drop one Corpse or Scrap Marker in base contact; its controller picks among several (M3E-KILL-06, -07).
    Abilities may change the marker or prevent it."""
    if model.id in g.bare:
        kind = g.bare.pop(model.id)
        if kind:
            yield from drop_touching(g, kind, model, seat=model.player)
        return
    leaves = list(parts(g, model, Leaves))
    besides = [kind for part in leaves for kind in part.markers if not part.instead]
    instead = [kind for part in leaves for kind in part.markers if part.instead]
    kinds = tuple(instead) or remains_of(g, model)
    if not any(part.nothing for part in leaves) and kinds:
        yield from _drop_one_of(g, kinds, model)
    for kind in besides:
        yield from drop_touching(g, kind, model, seat=model.player)


def _drop_one_of(g: Game, kinds: tuple[str, ...], model: Model) -> Proc[None]:
    kind = yield from one_of(
        model.player,
        "marker",
        [Choice(kind, kind.capitalize()) for kind in kinds],
        rule="M3E-KILL-07",
        text="Which marker does it leave?",
        about=(model.id,),
        noted=g.emit,
    )
    yield from drop_touching(g, kind, model, seat=model.player)
