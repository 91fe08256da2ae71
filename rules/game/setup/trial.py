"""A trial of one card: two models of one player near each other, at the first Activation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rules.fate.shuffle import Stream
from rules.game.setup.equipping import Figures, Record


class Trial(Protocol):
    """One edition's. ``bot`` answers everything before the first Activation; ``spots`` are where the two
    models then stand, in inches."""

    @property
    def bot(self) -> Callable[[Stream], Any]: ...

    @property
    def spots(self) -> tuple[tuple[float, float], tuple[float, float]]: ...

    def setup(self, model: Record, against: Record, upgrade: Record | None, figures: Figures) -> Any:
        """The Encounter of the model, with the Upgrade attached, ``against`` another. Raise
        ``Refusal`` for a model with missing figures."""
