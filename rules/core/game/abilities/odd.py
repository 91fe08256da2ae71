"""Abilities the vocabulary cannot say: registered Python, with the same signature as the words' handlers.

>>> @odd("docs:draw-two")
... def draw_two(g, data, scene):
...     yield from draw(g, scene.source, 2)
>>> "docs:draw-two" in ODD
True
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.game.abilities.carry import Scene
from rules.core.game.asks import Proc
from rules.core.game.context import Game

Odd = Callable[[Game, dict[str, int | str], Scene], Proc[None]]
ODD: dict[str, Odd] = {}


def odd(key: str) -> Callable[[Odd], Odd]:
    """Register a generator under the key that a card's ``Registered`` word names."""

    def register(found: Odd) -> Odd:
        ODD[key] = found
        return found

    return register
