"""What every word of the vocabulary is, and the costs and restrictions that others use."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Flip3 = tuple[int, int, int]
Amount = int | Flip3 | Literal["X"]
Whom = Literal["target", "self", "killer", "attacker", "cause"]
Side = Literal["any", "friendly", "enemy"]
Way = Literal["any", "toward", "away"]


class Word(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every word of the vocabulary is."""


# Costs: paid on declaring, or nothing resolves (M3E-TRIG-05, M3E-ACT-17)


class PayCards(Word, frozen=True, tag="pay_cards"):
    cards: int = 1


class PayStones(Word, frozen=True, tag="pay_stones"):
    stones: int = 1


class PayDamage(Word, frozen=True, tag="pay_damage"):
    """Damage the acting model chooses to suffer; unpayable if it would leave 0 Health (M3E-CHOICE-03)."""

    amount: int = 1


class PayToken(Word, frozen=True, tag="pay_token"):
    name: str
    number: int = 1


class PayMarker(Word, frozen=True, tag="pay_marker"):
    """Remove a marker of a kind within so many inches."""

    kind: str
    inches: float = 1.0


class PayCondition(Word, frozen=True, tag="pay_condition"):
    condition: str
    value: int = 1


Cost = PayCards | PayStones | PayDamage | PayToken | PayMarker | PayCondition


# Restrictions: when a thing may be declared, and on whom (M3E-ACT-24, M3E-TRIG-06)


class TargetIs(Word, frozen=True, tag="target_is"):
    """``side`` as the acting model sees it; ``word`` a characteristic, keyword, station or name."""

    side: Side = "any"
    word: str = ""
    other: bool = False
    marker: str = ""


class TargetHas(Word, frozen=True, tag="target_has"):
    condition: str


class SelfHas(Word, frozen=True, tag="self_has"):
    condition: str


class NotEngaged(Word, frozen=True, tag="not_engaged"):
    pass


class OnlyEngaged(Word, frozen=True, tag="only_engaged"):
    pass


Restriction = TargetIs | TargetHas | SelfHas | NotEngaged | OnlyEngaged
