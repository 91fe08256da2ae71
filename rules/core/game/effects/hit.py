"""One instance of damage on its way (M3E-DMG)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.game.actions.deed import Deed
from rules.fate.flips import Profile


@dataclass(slots=True)
class Hit:
    """``amount`` is a number or a damage flip W/M/S (M3E-DMG-04). ``by`` is the model that does it, empty for
    Conditions and terrain (M3E-KILL-04); ``source`` names what does it. ``accuracy`` are the net fate
    modifiers of an opposed duel (M3E-DMG-05), ``plus`` and ``minus`` others. ``more`` is added to the
    amount unless the Black Joker came (M3E-DMG-11); ``blasts`` per segment. ``barred`` forbids cheating the
    flip."""

    target: str
    amount: int | Profile
    by: str = ""
    source: str = ""
    irreducible: bool = False
    accuracy: int = 0
    plus: int = 0
    minus: int = 0
    more: int = 0
    blasts: Profile = (0, 0, 0)
    deed: Deed | None = None
    why: list[str] = field(default_factory=list)
    barred: bool = False
    # What came of it
    segment: int | None = None
    black: bool = False
    red: bool = False
    flipped: int = 0
    final: int = 0
    suffered: int = 0

    @property
    def is_flip(self) -> bool:
        return isinstance(self.amount, tuple)
