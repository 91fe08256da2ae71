"""The scene of effects: the models they refer to, and what they remember while they are resolved."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Memory
from rules.fate.cards import Card


class Scene(Struct):
    """The context in which effects are resolved. ``source`` is "this model" (M3E-GEN-04), ``target`` the
    Action's target or the model that the moment is about, ``cause`` the model that caused the moment, ``it``
    the model of the innermost selection, ``it_marker`` its marker. All are ids, empty for none."""

    source: str
    target: str = ""
    cause: str = ""
    in_progress: ActionInProgress | None = None
    duel: DuelInProgress | None = None
    side: DuelSide | None = None
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
        """The scene with that model as "it"."""
        return replace(self, it=model)


__all__ = ["Memory", "Scene"]
