"""Replace: new models in the place of old ones (M3E-REPL)."""

from __future__ import annotations

from msgspec.structs import replace as change

from rules.core.game.asks import Proc, one_of, spot
from rules.core.game.context import Game
from rules.core.game.effects.finish import succeed, taken_over
from rules.core.game.effects.heal import heal
from rules.core.game.effects.kill import kill
from rules.core.game.effects.summon import within_limits
from rules.core.game.events.models import (
    Activated,
    Attached,
    ConditionSet,
    Detached,
    Inherited,
    Killed,
    LeaderSet,
    LeftPlay,
    MadeTheActive,
    ModelAdded,
    TokensSet,
)
from rules.core.game.events.talk import Remark
from rules.core.game.options import Choice
from rules.core.game.setup import new_model
from rules.core.game.state import Model


def replace(
    g: Game, originals: tuple[str, ...], cards: tuple[str, ...], *, seat: int | None = None, heals: int = 0
) -> Proc[tuple[str, ...]]:
    """The originals become models of ``cards``, in the Crew ``seat`` (their own); the new ids.

    Nothing happens when one cannot be placed or breaks a limit (M3E-REPL-01).
    """
    old = [g.model(name) for name in originals]
    side = old[0].seat if seat is None else seat
    if not all(within_limits(g, card, side, originals) for card in cards):
        g.emit(Remark("The Replace breaks a model limit.", "M3E-REPL-01"))
        return ()
    new = yield from _step_1_place(g, old, cards, side)
    if not new:
        return ()
    yield from _step_2_health(g, old, new, heals)
    heir = yield from _step_3_carry_over(g, old, new, side)
    if side == old[0].seat:
        _step_4_inherit(g, old, heir)
        succeed(g, old, heir)
    activating = g.state.activating in originals
    spent = next((found for found in old if found.id == g.state.activating), old[0])
    _step_5_remove(g, old, side)
    if side != old[0].seat:
        yield from taken_over(g, old)
    for name in new:
        if g.model(name).health <= 0:
            yield from kill(g, name, source="Replace")
    _step_7_activation(g, old, new, heir, activating, spent)
    return tuple(new)


def _step_1_place(g: Game, old: list[Model], cards: tuple[str, ...], side: int) -> Proc[list[str]]:
    """Each in base contact with any original (M3E-REPL-01). One lone original's own place is as good: the new
    base touches what it stands on."""
    new: list[str] = []
    for card in cards:
        model = new_model(g.fresh_id("s"), g.setup.cards[card], side)
        options = g.ground.contact(g.state, model, tuple(old))
        if next(iter(options.listed()), None) is None:
            for name in new:
                g.emit(LeftPlay(name, "the Replace was cancelled"))
            g.emit(Remark("A model has no room: the Replace is cancelled.", "M3E-REPL-01"))
            return []
        x, y = yield from spot(
            side,
            "spot",
            options,
            rule="M3E-REPL-01",
            text=f"Where does {model.name} stand?",
            about=(old[0].id,),
        )
        g.emit(ModelAdded(change(model, x=x, y=y, where="table", health=0), "replaced"))
        new.append(model.id)
    return new


def _step_2_health(g: Game, old: list[Model], new: list[str], heals: int) -> Proc[None]:
    """The sum of the originals' Health, at most its own maximum; then the heals granted (M3E-REPL-02)."""
    from rules.core.game.events.models import HealthSet

    total = sum(model.health for model in old)
    for name in new:
        g.emit(HealthSet(name, min(total, g.model(name).most), "Replace"))
        if heals:
            yield from heal(g, name, heals, dying=True)


def _step_3_carry_over(g: Game, old: list[Model], new: list[str], side: int) -> Proc[str]:
    """One new model takes all Conditions and tokens; Summon Upgrades move, others are discarded
    (M3E-REPL-03)."""
    choices = [Choice(name, g.model(name).name, name) for name in new]
    heir = yield from one_of(
        side, "model", choices, rule="M3E-REPL-03", text="Which takes Conditions and tokens?", forced=True
    )
    for model in old:
        for key, value in model.conditions.items():
            g.emit(ConditionSet(heir, key, max(value, g.model(heir).conditions.get(key, 0)), "Replace"))
        for key, number in model.tokens.items():
            g.emit(TokensSet(key, number + g.model(heir).tokens.get(key, 0), heir))
        for upgrade in model.upgrades:
            g.emit(Detached(model.id, upgrade))
            found = g.setup.upgrades.get(upgrade)
            if found is not None and found.summon:
                g.emit(Attached(heir, upgrade))
    return heir


def _step_4_inherit(g: Game, old: list[Model], heir: str) -> None:
    """Within a Crew the heir takes what was aimed at the originals (M3E-REPL-04)."""
    for model in old:
        g.emit(Inherited(model.id, heir))
        if model.leader:
            g.emit(LeaderSet(model.id, False))
            g.emit(LeaderSet(heir, True))


def _step_5_remove(g: Game, old: list[Model], side: int) -> None:
    """The originals leave; in another Crew they count as killed, without any effect (M3E-REPL-05, -08)."""
    for model in old:
        if side != model.seat and g.policies.replaced_counts_as_kill:
            g.emit(Killed(model.id, model, source="Replace"))
        g.emit(LeftPlay(model.id, "replaced"))


def _step_7_activation(
    g: Game, old: list[Model], new: list[str], heir: str, activating: bool, spent: Model
) -> None:
    """Had one Activated, all new ones have; during an original's Activation one goes on with it (-07)."""
    if activating and g.model(heir).in_play:
        g.emit(MadeTheActive(heir))
        g.emit(Activated(heir, False, spent.acts, spent.bonus))
    done = any(model.activated for model in old)
    for name in new:
        if done and g.model(name).in_play and not (activating and name == heir):
            g.emit(Activated(name))
