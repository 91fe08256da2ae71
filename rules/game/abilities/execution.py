"""Carrying out effects: one registered generator for each word of the vocabulary (``@executes``), and
custom ones in Python for what the vocabulary cannot say (``@custom``), with the same signature.

>>> from rules.game.scripts.words import Draw
>>> from rules.game import content
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

from rules.game.abilities import choosing
from rules.game.abilities.scene import Memory, Scene
from rules.game.effects.areas import one_by_one
from rules.game.procedure.asks import Proc
from rules.game.procedure.context import Game
from rules.game.scripts.selects import Who, Whom
from rules.game.scripts.words import Effect, Word
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
    """The effects in printed order; what cannot be resolved is ignored (M3E-ACT-21, M3E-ABIL-01). A handler
    says how much it did, where that can be counted. Hands are checked by whoever resolves the whole Action,
    trigger or ability (M3E-FATE-06)."""
    for effect in effects:
        done = yield from HANDLERS[type(effect)](g, effect, scene)
        if done is not None:
            scene.memory.done = done


def upon_each(
    g: Game, scene: Scene, wanted: Who, effect: Callable[[Model], Proc[int]], *, ordered: bool = True
) -> Proc[int]:
    """The effect on each model meant, one wholly after the other in an order that this model's player says
    (M3E-TIME-07); the sum of what it did."""
    models = yield from choosing.models_of(g, scene, wanted)
    total = 0

    def one(name: str) -> Proc[None]:
        nonlocal total
        total += yield from effect(g.model(name))

    if ordered and len(models) > 1:
        yield from one_by_one(g, models, one, this_model(g, scene).player, "M3E-TIME-07")
        return total
    for model in models:
        if g.model(model.id).in_play:
            yield from one(model.id)
    return total


def who(g: Game, scene: Scene, whom: Whom) -> Model | None:
    """The model a word means, as it is now; ``None`` when there is none or it has left play."""
    return choosing.who(g, scene, whom)


def this_model(g: Game, scene: Scene) -> Model:
    """ "This model", even when it has left play."""
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
    "who",
]
