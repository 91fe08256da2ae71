"""The registry of general Actions: each is an ``Action``, a test whether it may be declared, and a generator
for step 5."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.statcards import Action
from rules.game.procedure.asks import Proc
from rules.game.state import Model

Available = Callable[[Game, Model], bool]
Perform = Callable[[Game, ActionInProgress], Proc[None]]


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
