"""An Action while it is being resolved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules.core.game.asks import Proc
from rules.core.game.duels.duel import Duel
from rules.core.game.options import Ending
from rules.core.game.statcards import Action
from rules.core.game.state import Marker, Model


@dataclass(slots=True)
class Deed:
    """``target_model`` is the target as declared (a snapshot: ask the state for how it is now).

    ``generated`` Actions cost nothing of the limit (M3E-TIME-09); ``by_trigger`` bars the actor's triggers
    (M3E-TRIG-13), ``no_triggers`` everybody's, ``no_effect`` leaves only the duel (both for Disengage).
    ``only_target`` binds a generated Action to one target. ``more_damage`` is what triggers add (M3E-DMG-11);
    ``moves`` are the moves made meanwhile, by model, for what terrain does when the Action is resolved;
    ``following`` the Actions it generated, taken when it is wholly done (M3E-TIME-09, -10).
    """

    model: str
    action: Action
    generated: bool = False
    by_trigger: bool = False
    no_triggers: bool = False
    no_effect: bool = False
    only_target: str = ""
    target_model: Model | None = None
    target_marker: Marker | None = None
    duel: Duel | None = None
    succeeded: bool = False
    failed: str = ""
    more_damage: int = 0
    killed: list[str] = field(default_factory=list)
    following: list[Callable[[], Proc[None]]] = field(default_factory=list)
    afterwards: list[Callable[[], Proc[object]]] = field(default_factory=list)
    moves: dict[str, list[tuple[Model, Ending, bool]]] = field(default_factory=dict)
    triggers_spent: set[str] = field(default_factory=set)

    @property
    def target(self) -> str:
        return self.target_model.id if self.target_model else ""
