"""What Conditions do in the End Phase: Burning and Poison (M3E-COND-15 to -17)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects.conditions import burn, change_condition
from rules.core.game.effects.damage import damage
from rules.core.game.effects.hit import Hit
from rules.core.game.hooks import Happening, Reaction, reacts


@reacts
def burning_and_poison(g: Game, happening: Happening) -> Iterator[Reaction]:
    """Each bearer suffers; nobody did it (M3E-KILL-04). Burning stays, Poison drops by 1. What a model took
    over by a Replace in this Phase does not resolve now (M3E-REPL-03)."""
    if happening.moment != "end_phase":
        return
    here = happening.facts.get("in_play", g.state.models)
    for model in g.state.models.values():
        if model.in_play and model.id in here:
            for name in ("burning", "poison"):
                if model.has(name):
                    yield Reaction(
                        f"{name}:{model.id}",
                        model.player,
                        f"{model.name}: {name.capitalize()}",
                        partial(suffer, g, model.id, name),
                        model.id,
                        rule="M3E-COND-15",
                    )


def suffer(g: Game, model: str, name: str) -> Proc[None]:
    """The damage of its value now; then Poison drops by 1 (M3E-COND-17)."""
    amount = burn(g.model(model).conditions.get(name, 0), g.policies.every_three)
    yield from damage(g, Hit(model, amount, source=name.capitalize()))
    if name == "poison" and g.model(model).in_play:
        yield from change_condition(g, model, name, -1)
