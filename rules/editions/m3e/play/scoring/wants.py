"""What a Strategy or a Scheme would have next: places (``Goal``) and enemies (``Hunt``).

Its own class says so beside what it scores; ``simulation.goals`` weighs it for bots of every level. Worths
are in tenths of a VP.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Protocol

from msgspec import Struct

from rules.editions.m3e.play.procedure.context import Game
from rules.game.state import Marker, Model, Scheme
from rules.table.geometry.footprints import MM

A_VP = 10.0
STEP_OF_STRATEGY, STEP_OF_SCHEME = 4.0, 2.5


class Goal(Struct, frozen=True):
    """A place worth having within ``near`` inches of a base, for ``who`` (all where empty). ``act`` begins
    the key of the Interact that earns it; empty where standing there does. ``beside`` is the model it goes
    with."""

    x: float
    y: float
    near: float
    worth: float
    act: str = ""
    who: frozenset[str] = frozenset()
    beside: str = ""

    def far(self, x: float, y: float) -> float:
        """Inches still to go."""
        return max(0.0, hypot(x - self.x, y - self.y) - self.near)


class Hunt(Struct, frozen=True):
    """An enemy whose wounds are worth more than its Cost by so much for all of its Health; negative where it
    is to live. ``own`` is what they are worth by the model ``by``, where that counts; ``share`` is how much
    of its Health is to be taken."""

    target: str
    worth: float
    by: str = ""
    own: float = 0.0
    share: float = 1.0


class Wants(Protocol):
    """What is wanted where a class says nothing: nothing. ``scheme`` is as the side holds it; of a Strategy
    it has the name alone. ``steps`` is how many of its places it takes to score."""

    steps: int = 1

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """The places that bring the next VP nearer."""
        return iter(())

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        """The enemies whose wounds do."""
        return iter(())

    def held(self, g: Game, seat: int) -> tuple[int, int]:
        """How many Scheme Markers lie where they count, and how many are needed at most; 0 of 0 where they
        do not."""
        return 0, 0


def marker_goal(marker: Marker, worth: float, act: str) -> Goal:
    """In base contact with it."""
    return Goal(marker.x, marker.y, marker.mm / 2 * MM, worth, act)


def model_goal(
    model: Model, inches: float, worth: float, act: str = "", who: frozenset[str] = frozenset()
) -> Goal:
    """Within that many inches of a model."""
    return Goal(model.x, model.y, model.mm / 2 * MM + inches, worth, act, who, model.id)
