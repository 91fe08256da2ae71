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
from dataclasses import dataclass
from typing import Any

from rules.fate.flips import Profile
from rules.game.procedure.asks import Proc
from rules.game.procedure.context import Game
from rules.game.procedure.in_progress import ActionInProgress, Duel, Side
from rules.game.scripts.words import Amount, Effect, Whom, Word
from rules.game.state import Model


@dataclass(slots=True)
class Scene:
    """Where effects are carried out: ``source`` is "this model" (M3E-GEN-04), ``target`` the Action's
    target or the model a moment is about, ``cause`` who brought that moment about; ids, empty for none.
    ``x`` is the X of these effects (M3E-GEN-05)."""

    source: str
    target: str = ""
    cause: str = ""
    in_progress: ActionInProgress | None = None
    duel: Duel | None = None
    side: Side | None = None
    label: str = ""
    by_trigger: bool = False
    x: int | None = None


Handler = Callable[[Game, Any, Scene], Proc[None]]
HANDLERS: dict[type[Word], Handler] = {}


def executes(word: type[Word]) -> Callable[[Handler], Handler]:
    """Register the generator that carries out a word."""

    def register(handler: Handler) -> Handler:
        HANDLERS[word] = handler
        return handler

    return register


def execute(g: Game, effects: Iterable[Effect], scene: Scene) -> Proc[None]:
    """The effects in printed order; what cannot be resolved is ignored (M3E-ACT-21, M3E-ABIL-01). Hands are
    checked by whoever resolves the whole Action, trigger or ability (M3E-FATE-06)."""
    for effect in effects:
        yield from HANDLERS[type(effect)](g, effect, scene)


def who(g: Game, scene: Scene, whom: Whom) -> Model | None:
    """The model a word means, as it is now; ``None`` when there is none or it has left play."""
    name = {"self": scene.source, "target": scene.target}.get(whom, scene.cause)
    model = g.state.models.get(name)
    return model if model is not None and model.in_play else None


def this_model(g: Game, scene: Scene) -> Model:
    """ "This model", even when it has left play."""
    return g.state.models[scene.source]


def amount_of(scene: Scene, amount: Amount) -> int | Profile:
    """The number or flip meant; X is 0 while undefined."""
    return (scene.x or 0) if amount == "X" else amount


Custom = Callable[[Game, dict[str, int | str], Scene], Proc[None]]
CUSTOM: dict[str, Custom] = {}


def custom(key: str) -> Callable[[Custom], Custom]:
    """Register a generator under the key that a card's ``Registered`` word names."""

    def register(effect: Custom) -> Custom:
        CUSTOM[key] = effect
        return effect

    return register
