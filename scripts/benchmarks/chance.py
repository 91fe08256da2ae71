"""Numbers that look drawn and are the same in every run: no source of chance is needed to measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
MASK = (1 << 64) - 1


class Chance:
    """SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * (self.word() >> 11) / (1 << 53)

    def of(self, things: Sequence[Thing]) -> Thing:
        return things[self.word() % len(things)]
