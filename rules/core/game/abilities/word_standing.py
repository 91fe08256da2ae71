"""Words for what is always on: also what an aura or a lasting effect gives."""

from __future__ import annotations

from typing import Literal

from rules.core.game.abilities.word_base import Word


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
    """An enemy that targets it with an Attack first passes a Wp duel, or the Action fails."""

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


class Manipulative(Word, frozen=True, tag="manipulative"):
    """Until it has Activated this Turn, an enemy's Action that targets it has a minus on its duel."""


class Ruthless(Word, frozen=True, tag="ruthless"):
    """Terrifying and Manipulative do not hinder this model's Actions."""


class UsesStones(Word, frozen=True, tag="uses_stones"):
    """May use Soulstones though its station may not (M3E-STONE-01)."""


class Barred(Word, frozen=True, tag="barred"):
    """May not take the Action of that name."""

    action: str


class AlwaysFinishedOff(Word, frozen=True, tag="always_finished_off"):
    """Its fall Finishes it Off without a flip (SL-FINISH-08)."""


Standing = (
    Armor
    | HardToKill
    | HardToWound
    | Insignificant
    | Terrifying
    | Stealthy
    | NoInjury
    | StatBonus
    | DuelModifier
    | UsesStones
    | Manipulative
    | Ruthless
    | Barred
    | AlwaysFinishedOff
)
