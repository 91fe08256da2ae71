"""The rows of an edition for what is said of its table, records and Crews: the functions name the row that
they were written by, most often the Third Edition's, and an answer for another edition cites its own. A row
that is of no edition, a campaign's or a reading's, stands for each.

Where its texts are silent nothing is cited: the quick reference and the rulings of 2013 have no Places, the
terrain guide no measuring.

>>> own_row("M3E-LOS-02", "m1e"), own_row("M3E-LOS-02", "m3e"), own_row("M3E-MOVE-16", "m1e")
('M1-GLO-05', 'M3E-LOS-02', '')
>>> own_row("SL-3E-07", "m3e"), own_row("SL-3E-07", "m2e"), own_row("SL-CREW-05", "m2e")
('SL-3E-07', 'M2-HIRE-08', 'SL-CREW-05')
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from rules.refusal import Refusal

S = TypeVar("S")

PREFIXES = {"m3e": ("M3E-", "SL-3E-", "T2-", "M1-", "M1R-"), "m2e": ("M2-", "T2-"), "m1e": ("M1-", "M1R-")}
"""Whose rows an edition's answers may name. The Third has borrowed flights and linear pieces, and adapts the
campaign by rows of its own."""
THEIRS = tuple({prefix for prefixes in PREFIXES.values() for prefix in prefixes})

FIRST = {
    "M3E-AREA-04": "M1-DMG-11",
    "M3E-ENG-03": "M1-CMB-05",
    "M3E-FATE-01": "M1-DUEL-03",
    "M3E-GEN-06": "M1-CARD-09",
    "M3E-HIRE-03": "M1-CARD-10",
    "M3E-LOS-02": "M1-GLO-05",
    "M3E-LOS-03": "M1-GLO-05",
    "M3E-LOS-04": "M1-GLO-05",
    "M3E-LOS-07": "M1-TER-11",
    "M3E-LOS-10": "M1-TER-03",
    "M3E-LOS-11": "M1-GLO-05",
    "M3E-MEAS-01": "M1-GLO-07",
    "M3E-MEAS-02": "M1R-MEAS-04",
    "M3E-MOVE-02": "M1-MOVE-01",
    "M3E-MOVE-05": "M1R-SPI-09",
    "M3E-MOVE-06": "M1-MOVE-11",
    "M3E-MOVE-08": "M1-TER-05",
    "M3E-MOVE-09": "M1-TER-05",
    "M3E-MOVE-10": "M1R-TOW-01",
    "M3E-MOVE-12": "M1R-TOW-01",
    "M3E-MOVE-13": "M1-MOVE-08",
    "M3E-MOVE-14": "M1R-SPI-06",
    "M3E-MOVE-18": "M1-MOVE-11",
    "M3E-SETUP-02": "M1-ENC-01",
    "M3E-SETUP-03": "M1-ENC-04",
    "M3E-SETUP-06": "M1-ENC-05",
    "M3E-SETUP-12": "M1-ENC-05",
    "M3E-SETUP-19": "M1-ENC-06",
    "M3E-SHADOW-02": "M1-TER-03",
    "M3E-SHADOW-04": "M1-TER-06",
    "M3E-TERR-08": "M1R-MEAS-02",
    "M3E-TERR-09": "M1R-MEAS-02",
    "M3E-TRAIT-01": "M1-TER-01",
    "M3E-TRAIT-02": "M1-TER-03",
    "M3E-TRAIT-03": "M1-TER-05",
    "M3E-TRAIT-04": "M1-TER-11",
    "M3E-TRAIT-12": "M1-TER-09",
    "M3E-TRAIT-13": "M1-TER-10",
    "T2-BLOCK-01": "M1-TER-03",
    "T2-DENSE-04": "M1-TER-11",
    "T2-FLY-01": "M1-MOVE-09",
    "T2-FLY-02": "M1-MOVE-09",
    "T2-FLY-03": "M1-MOVE-09",
    "T2-GEN-09": "M1-TER-10",
    "T2-INC-03": "M1R-SPI-05",
    "T2-VLOS-06": "M1-TER-03",
    "T2-VLOS-09": "M1R-MEAS-04",
}
SECOND = {
    "M1-MOVE-09": "T2-FLY-02",
    "M1-MOVE-10": "T2-FLY-02",
    "M1R-SPI-05": "T2-INC-03",
    "M1R-SPI-06": "T2-PUSH-07",
    "M3E-HIRE-03": "M2-HIRE-01",
    "M3E-HIRE-08": "M2-HIRE-08",
    "M3E-HIRE-16": "M2-HIRE-43",
    "M3E-HIRE-17": "M2-HIRE-42",
    "M3E-HIRE-19": "M2-HIRE-46",
    "M3E-HIRE-20": "M2-HIRE-45",
    "M3E-LOS-07": "T2-DENSE-01",
    "M3E-LOS-10": "T2-A03",
    "M3E-MEAS-02": "T2-VLOS-09",
    "M3E-MOVE-06": "T2-PUSH-10",
    "M3E-MOVE-08": "T2-CLIMB-01",
    "M3E-MOVE-09": "T2-CLIMB-01",
    "M3E-MOVE-10": "T2-PUSH-06",
    "M3E-MOVE-12": "T2-PUSH-06",
    "M3E-MOVE-13": "T2-PUSH-01",
    "M3E-MOVE-14": "T2-PUSH-08",
    "M3E-SCHEME-01": "M2-SETUP-16",
    "M3E-SETUP-02": "M2-HIRE-01",
    "M3E-SETUP-03": "M2-SETUP-01",
    "M3E-SETUP-06": "M2-SETUP-03",
    "M3E-SETUP-12": "M2-SETUP-02",
    "M3E-SETUP-18": "M2-SETUP-14",
    "M3E-SHADOW-02": "T2-BLOCK-01",
    "M3E-SHADOW-04": "T2-COVER-01",
    "M3E-STONE-01": "M2-HIRE-59",
    "M3E-TERR-08": "T2-CLIMB-02",
    "M3E-TERR-09": "T2-CLIMB-02",
    "M3E-TRAIT-02": "T2-BLOCK-01",
    "M3E-TRAIT-03": "T2-CLIMB-01",
    "M3E-TRAIT-04": "T2-COVER-01",
    "M3E-TRAIT-12": "T2-TABLE-04",
    "M3E-TRAIT-13": "T2-IMP-01",
    "SL-3E-01": "M2-CAMP-12",
    "SL-3E-02": "M2-HIRE-60",
    "SL-3E-03": "M2-CAMP-04",
    "SL-3E-04": "SL-CREW-06",
    "SL-3E-05": "M2-CAMP-06",
    "SL-3E-06": "M2-HIRE-08",
    "SL-3E-07": "M2-HIRE-08",
    "SL-3E-08": "M2-HIRE-56",
    "SL-3E-09": "M2-CAMP-07",
    "SL-3E-10": "SL-REWARD-05",
    "SL-3E-11": "SL-FINISH-01",
    "SL-3E-12": "SL-SUMMON-04",
    "SL-3E-13": "M2-CAMP-08",
    "SL-3E-14": "M2-CAMP-13",
    "SL-3E-15": "M2-CAMP-03",
    "SL-3E-16": "SL-LEADER-05",
    "SL-3E-17": "M2-HIRE-25",
    "SL-3E-18": "M2-CAMP-02",
    "SL-3E-19": "M2-CAMP-11",
    "SL-3E-20": "SL-INJURY-07",
    "SL-3E-21": "SL-WITHDRAW-04",
    "SL-3E-22": "A-08",
    "SL-3E-23": "M2-HIRE-05",
}
OWN: dict[str, dict[str, str]] = {"m1e": FIRST, "m2e": SECOND}


def own_row(rule: str, edition: str) -> str:
    """The edition's row for what that row says; empty where it has none."""
    if rule.startswith(PREFIXES[edition]) or not rule.startswith(THEIRS):
        return rule
    return OWN[edition].get(rule, "") if edition in OWN else rule


def cited(answer: S, edition: str) -> S:
    """The answer, a struct of structs, with each ``rule`` in it the edition's own.

    >>> from rules.refusal import Violation
    >>> cited(Violation("M3E-TRAIT-13", "Nobody stands there."), "m2e").rule
    'T2-IMP-01'
    """
    return cast(S, _cited(answer, edition)) if edition in OWN else answer


def _cited(value: Any, edition: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_cited(each, edition) for each in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changed: dict[str, Any] = {}
    for name in value.__struct_fields__:
        held = getattr(value, name)
        if name == "rule" and isinstance(held, str):
            changed[name] = own_row(held, edition)
        elif isinstance(held, tuple | msgspec.Struct):
            changed[name] = _cited(held, edition)
    return replace(value, **changed) if changed else value


def refused_by(refusal: Refusal, edition: str) -> Refusal:
    """The refusal, naming the edition's rows."""
    if edition not in OWN:
        return refusal
    if refusal.violations:
        return Refusal.of(tuple(cited(each, edition) for each in refusal.violations))
    return Refusal(refusal.sentence, rule=own_row(refusal.rule, edition), fix=refusal.fix)
