"""What abilities change all the time: computed when asked, never stored (M3E-ABIL-01, -02, M3E-AREA-01,
-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rules.game.abilities.restrictions import of_side
from rules.game.procedure.context import Game
from rules.game.procedure.hooks import (
    Reduction,
    duel_modifier,
    hit_modifier,
    reduction,
    stat_modifier,
    stone_user,
)
from rules.game.procedure.in_progress import Duel, Hit, Side
from rules.game.procedure.reach import in_aura
from rules.game.scripts.words import (
    AlwaysFinishedOff,
    Armor,
    Aura,
    Barred,
    DuelModifier,
    HardToKill,
    HardToWound,
    Insignificant,
    Manipulative,
    NoInjury,
    Part,
    Ruthless,
    StatBonus,
    Stealthy,
    Terrifying,
    UsesStones,
)
from rules.game.state import Model

P = TypeVar("P", bound=Part)


def parts(g: Game, model: Model, kind: type[P]) -> Iterator[P]:
    """The parts of a kind that the model has: its own, those that last on it, those of auras it stands in.

    A second copy of an ability does nothing, unless its value adds (Armor); auras of one name affect it once.
    """
    if kind not in g.kinds:
        if g.state.lasting:
            yield from _lasting(g, model, kind)
        return
    seen: set[str] = set()
    for ability in g.abilities(model):
        for part in ability.parts:
            if isinstance(part, kind) and (ability.name not in seen or isinstance(part, Armor)):
                seen.add(ability.name)
                yield part
    yield from _lasting(g, model, kind)
    if "aura" in g.moments:
        yield from _from_auras(g, model, kind)


def _lasting(g: Game, model: Model, kind: type[P]) -> Iterator[P]:
    for effect in g.state.lasting:
        if effect.on == model.id and isinstance(effect.part, kind):
            yield effect.part


def _from_auras(g: Game, model: Model, kind: type[P]) -> Iterator[P]:
    named: set[str] = set()
    for source in g.state.on_table():
        for ability in g.abilities(source):
            for part in ability.parts:
                if not isinstance(part, Aura) or not isinstance(part.part, kind) or ability.name in named:
                    continue
                if source.id == model.id and not part.includes_self:
                    continue
                if of_side(source.seat, model.seat, part.side) and in_aura(g, source, model, part.inches):
                    named.add(ability.name)
                    yield part.part


def is_hard_to_kill(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, HardToKill))


def is_insignificant(g: Game, model: Model) -> bool:
    """Ignored for Strategies and Schemes (M3E-STRAT-02)."""
    return any(True for _ in parts(g, model, Insignificant))


def immune(g: Game, model: Model, condition: str) -> bool:
    return any(part.condition == condition for part in parts(g, model, NoInjury))


def hidden_beyond(g: Game, model: Model) -> float | None:
    """From how far away the model can no longer be targeted, in inches."""
    return min((part.inches for part in parts(g, model, Stealthy)), default=None)


def terror(g: Game, model: Model) -> int | None:
    """The TN of the Wp duel before attacking it."""
    return max((part.tn for part in parts(g, model, Terrifying)), default=None)


def is_barred(g: Game, model: Model, action: str) -> bool:
    """Whether a card forbids the model the Action of that name."""
    if Barred not in g.kinds and not g.state.lasting:
        return False
    return any(part.action == action for part in parts(g, model, Barred))


def always_finished_off(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, AlwaysFinishedOff))


@stone_user
def by_ability(g: Game, model: Model) -> bool:
    return any(True for _ in parts(g, model, UsesStones))


@reduction
def armor(g: Game, hit: Hit, model: Model) -> Iterator[Reduction]:
    """Armor, copies added (M3E-ABIL-02), to no less than 1 (M3E-DMG-08)."""
    amount = sum(part.amount for part in parts(g, model, Armor))
    if amount:
        yield Reduction(f"Armor +{amount}", amount, 1)


@hit_modifier
def hard_to_wound(g: Game, hit: Hit, model: Model) -> tuple[int, int]:
    return 0, int(any(True for _ in parts(g, model, HardToWound)))


@hit_modifier
def cover(g: Game, hit: Hit, model: Model) -> tuple[int, int]:
    """Cover: minus on damage flips of a missile Action targeting it (M3E-COVER-01)."""
    in_progress = hit.in_progress
    if in_progress is None or in_progress.action.icon != "missile" or in_progress.target != model.id:
        return 0, 0
    return 0, int(g.table.cover(g.state, g.state.models[in_progress.model], model))


@stat_modifier
def bonuses(g: Game, model: Model, name: str) -> int:
    return sum(
        part.amount
        for part in parts(g, model, StatBonus)
        if part.stat == name and (not part.while_has or model.has(part.while_has))
    )


@duel_modifier
def modifiers(g: Game, duel: Duel, side: Side) -> None:
    """Plus and minus that abilities give to the model's duels."""
    role = (
        "attacking" if side is duel.actor and duel.opposed else "resisting" if side is duel.resister else ""
    )
    for part in parts(g, g.model(side.model), DuelModifier):
        if part.when in ("any", role) and part.icon in ("", duel.icon):
            side.modify("ability", part.plus, part.minus)


def is_ruthless(g: Game, model: Model) -> bool:
    """Terrifying and Manipulative do not hinder it."""
    return any(True for _ in parts(g, model, Ruthless))


@duel_modifier
def manipulative(g: Game, duel: Duel, side: Side) -> None:
    """Minus on an enemy's Action targeting a model that has not Activated this Turn."""
    if duel.in_progress is None or side is not duel.actor or duel.in_progress.target_model is None:
        return
    actor, target = g.model(side.model), g.model(duel.in_progress.target_model.id)
    if actor.seat == target.seat or target.activated or is_ruthless(g, actor):
        return
    if any(True for _ in parts(g, target, Manipulative)):
        side.modify("Manipulative", minus=1)
