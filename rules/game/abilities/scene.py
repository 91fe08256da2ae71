"""Where effects are carried out, and what they remember while they are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.fate.cards import Card
from rules.game.procedure.hooks import Happening
from rules.game.procedure.in_progress import ActionInProgress, Duel, Memory, Side


@dataclass(slots=True)
class Scene:
    """Where effects are carried out: ``source`` is "this model" (M3E-GEN-04), ``target`` the Action's
    target or the model a moment is about, ``cause`` who brought that moment about, ``it`` the model of the
    innermost selection, ``it_marker`` the marker; ids, empty for none."""

    source: str
    target: str = ""
    cause: str = ""
    in_progress: ActionInProgress | None = None
    duel: Duel | None = None
    side: Side | None = None
    label: str = ""
    by_trigger: bool = False
    it: str = ""
    it_marker: str = ""
    happening: Happening | None = None
    memory: Memory = field(default_factory=Memory)

    @property
    def x(self) -> int | None:
        return self.memory.x

    @property
    def done(self) -> int:
        return self.memory.done

    @property
    def card(self) -> Card | None:
        return self.memory.card

    @property
    def suit(self) -> str:
        return self.memory.suit

    def upon(self, model: str) -> Scene:
        """The same, with that model as "it"."""
        return replace(self, it=model)


__all__ = ["Memory", "Scene"]
