"""Execution of effects: one generator for each word of the vocabulary, registered with ``@executes``, and
generators with the same signature for effects that the vocabulary cannot express (``@custom``).

>>> from rules.editions.m3e.scripts.words import Draw
>>> from rules.editions.m3e.play import content
>>> Draw in HANDLERS
True
>>> @custom("docs:draw-two")
... def draw_two(g, data, scene):
...     yield from draw(g, scene.source, 2)
>>> "docs:draw-two" in CUSTOM
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.editions.m3e.play.abilities import choosing
from rules.editions.m3e.play.abilities.scene import Memory, Scene
from rules.editions.m3e.play.effects.areas import one_by_one
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.scripts.selects import Who
from rules.editions.m3e.scripts.words import Effect, Word
from rules.game.procedure.asks import Proc
from rules.game.state import Model

Handler = Callable[[Game, Any, Scene], Proc[int | None]]
HANDLERS: dict[type[Word], Handler] = {}


def executes(word: type[Word]) -> Callable[[Handler], Handler]:
    """Register the generator that carries out a word."""

    def register(handler: Handler) -> Handler:
        HANDLERS[word] = handler
        return handler

    return register


def execute(g: Game, effects: Iterable[Effect], scene: Scene) -> Proc[None]:
    """Carry out the effects in printed order and skip what cannot be resolved (M3E-ACT-21, M3E-ABIL-01). A
    handler returns a count where later effects may ask for one. The caller that resolves the whole Action,
    Trigger or ability checks hand sizes afterwards (M3E-FATE-06)."""
    for effect in effects:
        done = yield from HANDLERS[type(effect)](g, effect, scene)
        if done is not None:
            scene.memory.done = done


def upon_each(
    g: Game, scene: Scene, wanted: Who, effect: Callable[[Model], Proc[int]], *, ordered: bool = True
) -> Proc[int]:
    """Carry out ``effect`` on each model of the selection, one after the other, in an order that this model's
    player chooses (M3E-TIME-07). Return the sum of the results."""
    models = yield from choosing.models_of(g, scene, wanted)
    total = 0

    def one(name: str) -> Proc[None]:
        nonlocal total
        total += yield from effect(g.model(name))

    if ordered and len(models) > 1:
        yield from one_by_one(g, models, one, this_model(g, scene).player, "M3E-TIME-07")
        return total
    for model in models:
        name = g.heir(model.id)
        if g.model(name).in_play:
            yield from one(name)
    return total


def this_model(g: Game, scene: Scene) -> Model:
    """The source of the effects, even when it has left play."""
    return g.state.models[scene.source]


Custom = Callable[[Game, dict[str, int | str], Scene], Proc[None]]
CUSTOM: dict[str, Custom] = {}


def custom(key: str) -> Callable[[Custom], Custom]:
    """Register a generator under the key that a card's ``Registered`` word names."""

    def register(effect: Custom) -> Custom:
        CUSTOM[key] = effect
        return effect

    return register


__all__ = [
    "CUSTOM",
    "HANDLERS",
    "Memory",
    "Scene",
    "custom",
    "execute",
    "executes",
    "this_model",
    "upon_each",
]
