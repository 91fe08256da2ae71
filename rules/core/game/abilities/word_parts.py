"""Words for abilities: what is always on, and what reacts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.core.game.abilities.word_base import Cost, Side, Word
from rules.core.game.abilities.word_effects import Effect
from rules.core.game.abilities.word_standing import Standing


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
    part: Standing
    includes_self: bool = True


class ByHand(Word, frozen=True, tag="by_hand"):
    """Not automated: shown to the players where it matters."""

    text: str


Part = Standing | Reaction | Aura | ByHand


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability by its printed name; the parts in printed order (M3E-ABIL-01)."""

    name: str
    parts: tuple[Part, ...] = ()
    status: Literal["automated", "prompted", "manual"] = "automated"
