"""Fate modifiers of a duel: printed ones, engagement, Concealment and Cover, Conditions.

Each is a function registered with ``@duel_modifier``; those of abilities are in ``abilities/passive.py``.
"""

from __future__ import annotations

from rules.editions.m3e.play.abilities.passive import distracts, has_cover, ignores, is_concealed, spares_fire
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import DUEL_MODIFIERS, duel_modifier, is_called
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide
from rules.editions.m3e.play.procedure.reach import is_engaged, is_engaging
from rules.game.state import Model


def gather(g: Game, duel: DuelInProgress) -> None:
    """Apply every registered modifier to each side that flips (M3E-DUEL-03 A)."""
    for side in duel.sides:
        if not side.relented:
            for modifier in DUEL_MODIFIERS:
                modifier(g, duel, side)


def _shot(g: Game, duel: DuelInProgress, side: DuelSide) -> tuple[Model, Model] | None:
    """The attacker and the target of an Action that targets a model, if ``side`` is the attacker's;
    else ``None``."""
    if duel.in_progress is None or side is not duel.actor or duel.in_progress.target_model is None:
        return None
    return g.model(side.model), duel.in_progress.target_model


@duel_modifier
def printed(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Apply the modifier printed with the stat (M3E-ACT-01)."""
    if side is duel.actor and duel.in_progress is not None and duel.in_progress.action.modifier:
        modifier = duel.in_progress.action.modifier
        side.modify("printed", max(0, modifier), max(0, -modifier))


@duel_modifier
def friendly_fire(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give minus to a missile Action whose target is engaged or engages a model (M3E-ENG-04 to -06)."""
    shot = _shot(g, duel, side)
    if shot is None or duel.in_progress is None or duel.icon != "missile":
        return
    shooter, target = shot
    if ignores(g, shooter, "friendly_fire", duel.in_progress):
        return
    spared = {shooter.id} if is_engaged(g, shooter) or g.policies.sole_engager_fires_free else set()
    spared |= {m.id for m in g.state.on_table() if spares_fire(g, m, shooter, duel.in_progress)}
    if is_engaged(g, target, apart_from=spared) or is_engaging(g, target, apart_from=spared):
        side.modify("Friendly Fire", minus=1)


@duel_modifier
def concealment(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give minus to a non-melee Attack against a concealed target (M3E-COVER-02)."""
    shot = _shot(g, duel, side)
    if shot is None or duel.icon == "melee" or not duel.opposed:
        return
    if duel.in_progress is not None and is_concealed(g, *shot, duel.in_progress):
        side.modify("Concealment", minus=1)


@duel_modifier
def cover(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give +1 Df against a missile Action while in Cover (M3E-COVER-01). The stat itself is higher, so the
    current total is too (M3E-DUEL-07)."""
    if (
        side is not duel.resister
        or duel.icon != "missile"
        or side.stat_name != "df"
        or duel.in_progress is None
    ):
        return
    if has_cover(g, g.model(duel.actor.model), g.model(side.model), duel.in_progress):
        side.stat += 1
        side.why.append("Cover")


@duel_modifier
def distracted(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give minus to the duel of an Action that targets an enemy, whatever the Condition's value
    (M3E-COND-18)."""
    shot = _shot(g, duel, side)
    if shot and shot[0].has("distracted") and shot[0].seat != shot[1].seat:
        if duel.in_progress is not None and duel.in_progress.action.is_attack and not distracts(g, shot[1]):
            return
        side.modify("Distracted", minus=1)


@duel_modifier
def adversary(g: Game, duel: DuelInProgress, side: DuelSide) -> None:
    """Give one plus to an Attack that targets a model whose Adversary the attacker is (M3E-COND-06, -07)."""
    shot = _shot(g, duel, side)
    if shot is None or duel.in_progress is None or not duel.in_progress.action.is_attack:
        return
    for condition in shot[1].conditions:
        if condition.startswith("adversary:") and is_called(g, shot[0], condition.partition(":")[2]):
            side.modify("Adversary", plus=1)
            return
