"""Numbers as the rulebook reckons them (M3E-MATH)."""

from __future__ import annotations

from fractions import Fraction

from rules.core.game.ruleset import Policies


def divided(number: int, by: int) -> int:
    """A division rounds up, unless a text says down (M3E-MATH-01). Movement is not rounded: divide inches as
    they are.

    >>> divided(7, 2), divided(6, 2), divided(1, 3)
    (4, 3, 1)
    """
    return -(-number // by)


def half_of(number: int, policies: Policies) -> Fraction:
    """Half a maximum, as a threshold: rounded up, or exact (M3E-MATH-02).

    >>> half_of(7, Policies()), half_of(7, Policies(half_rounds="exact"))
    (Fraction(4, 1), Fraction(7, 2))
    """
    return Fraction(divided(number, 2)) if policies.half_rounds == "up" else Fraction(number, 2)
