"""Conditions as data: what each edition lists of its own, and what comes of several models' Conditions on
one.

A Condition with a value is stored with its value, another with 1. What follows a colon says of whom it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct


class Condition(Struct, frozen=True, kw_only=True):
    """The rules of one Condition: whether it has a value and the ``most`` of it (0: no limit), what cancels
    it, and when it ends: with its bearer's Activation, or during the End Phase."""

    name: str
    valued: bool = False
    most: int = 0
    opposite: str = ""
    ends: Literal["", "activation", "end_phase"] = ""
    rule: str = ""


Conditions = Mapping[str, Condition]
"""The Conditions of an edition by name."""


def condition_named(key: str, of: Conditions) -> Condition:
    """The Condition of a stored key. Raise ``KeyError`` for an unknown one.

    >>> condition_named("adversary:Guild", {"adversary": Condition(name="adversary")}).name
    'adversary'
    """
    return of[key.partition(":")[0]]


def gained_together(of_models: Iterable[Mapping[str, int]], known: Conditions) -> dict[str, int]:
    """What one model has that gains the Conditions of several: values add up, opposed ones cancel
    (M3E-COND-01, -03, -20).

    >>> fast, slow = Condition(name="fast", opposite="slow"), Condition(name="slow", opposite="fast")
    >>> known = {"fast": fast, "slow": slow, "burning": Condition(name="burning", valued=True)}
    >>> gained_together(({"fast": 1, "burning": 2}, {"slow": 1, "burning": 1}), known)
    {'burning': 3}
    """
    held: dict[str, int] = {}
    for conditions in of_models:
        for key, value in conditions.items():
            held[key] = held.get(key, 0) + value if condition_named(key, known).valued else 1
    for key, value in held.items():
        most = condition_named(key, known).most
        held[key] = min(value, most) if most else value
    against = {key: held.get(condition_named(key, known).opposite, 0) for key in held}
    return {key: value - against[key] for key, value in held.items() if value > against[key]}
