"""Words for abilities: what is always on, and what reacts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.core.game.abilities.word_base import Cost, Side, Word
from rules.core.game.abilities.word_effects import Effect


class Armor(Word, frozen=True, tag="armor"):
    """Damage is lowered by so much, to no less than 1 (M3E-DMG-08); copies add (M3E-ABIL-02)."""

    amount: int = 1


class HardToKill(Word, frozen=True, tag="hard_to_kill"):
    """Damage that would take it from 2 or more Health to 0 leaves it at 1."""


class HardToWound(Word, frozen=True, tag="hard_to_wound"):
    """Damage flips against it have a minus."""


class Insignificant(Word, frozen=True, tag="insignificant"):
    """Ignored for Strategies and Schemes (M3E-STRAT-02)."""


class Terrifying(Word, frozen=True, tag="terrifying"):
    """An enemy that targets it with an Attack, or that engages or Charges it, first takes a Wp duel."""

    tn: int


class Stealthy(Word, frozen=True, tag="stealthy"):
    """May not be targeted from farther than so many inches."""

    inches: float = 6.0


class NoInjury(Word, frozen=True, tag="immune"):
    """Never has that Condition."""

    condition: str


class StatBonus(Word, frozen=True, tag="stat_bonus"):
    """A stat (df, wp, mv, sz) is higher or lower, always or while a Condition lasts."""

    stat: str
    amount: int
    while_has: str = ""


class DuelModifier(Word, frozen=True, tag="duel_modifier"):
    """Plus or minus on this model's duels: attacking, resisting, or both; with one icon if named."""

    plus: int = 0
    minus: int = 0
    when: Literal["attacking", "resisting", "any"] = "any"
    icon: str = ""


class Reaction(Word, frozen=True, tag="reaction"):
    """When ``moment`` comes (``rules.core.game.hooks.MOMENTS``), the effects resolve.

    ``about`` says whose moment it must be: this model's own, or one within ``inches`` of a side. In its
    effects "target" is the model the moment is about, "cause" who brought it about. ``after_current`` waits
    until the Action or ability going on is resolved.
    """

    moment: str
    effects: tuple[Effect, ...]
    optional: bool = False
    cost: tuple[Cost, ...] = ()
    about: Literal["self", "others"] = "self"
    side: Side = "any"
    inches: float = 0.0
    once: Literal["", "activation", "turn"] = ""
    after_current: bool = False


class Aura(Word, frozen=True, tag="aura"):
    """Models of a side within ``inches`` and sight have the part while they stand there (M3E-AREA-01)."""

    inches: float
    side: Side
    part: Armor | HardToWound | StatBonus | DuelModifier
    includes_self: bool = True


class ByHand(Word, frozen=True, tag="by_hand"):
    """Not automated: shown to the players where it matters."""

    text: str


Part = (
    Armor | HardToKill | HardToWound | Insignificant | Terrifying | Stealthy | NoInjury | StatBonus
    | DuelModifier | Reaction | Aura | ByHand
)  # fmt: skip


class Ability(Struct, frozen=True, kw_only=True):
    """An ability by its printed name; the parts in printed order (M3E-ABIL-01)."""

    name: str
    parts: tuple[Part, ...] = ()
    status: Literal["automated", "prompted", "manual"] = "automated"
