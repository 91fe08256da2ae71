"""The seven general Actions every model has, one file each (M3E-ACT-04 to -15).

A general Action is an ``Action`` with a test whether it may be declared and a generator for its step 5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.core.game.actions.deed import Deed
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.statcards import Action
from rules.core.game.state import Model

Available = Callable[[Game, Model], bool]
Perform = Callable[[Game, Deed], Proc[None]]


@dataclass(frozen=True, slots=True)
class General:
    action: Action
    available: Available
    perform: Perform


GENERAL: dict[str, General] = {}


def general(action: Action, available: Available) -> Callable[[Perform], Perform]:
    """Register a general Action."""

    def register(perform: Perform) -> Perform:
        GENERAL[action.name] = General(action, available, perform)
        return perform

    return register
