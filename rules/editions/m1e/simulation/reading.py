"""What a side would score if the game ended now, and what would change that: the places of its models, and
enemies that fall.

It is read from what Strategies and Schemes count; of the opponent's Schemes only those that are announced are
known.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import hypot

from msgspec.structs import replace

from rules.editions.m1e.hiring import SIZES
from rules.editions.m1e.play.ground.places import sides_of
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.scoring import SCHEME, STRATEGY, FinalCounts, ScoredSide, score_m1
from rules.game.state import Model, Scheme, State, other
from rules.table.geometry.plane import Point

A_STEP = 0.25
"""What one more of what is counted is worth, where it gives no Victory Point yet."""
GRID = 9.0
"""Inches between the places that are looked at."""
WORTH_GOING = 0.2
LIKELY = 0.35
"""How likely it is that a place is had which is wanted from the start."""
PLACED = frozenset({"quarters", "central", "central_whole", "far", "home", "treasure"})
"""What is counted by where models stand."""


class Reading:
    """One moment as a side reads it, in Victory Points ahead of the other side. Goals are those of the moment
    at which they are first asked for."""

    def __init__(self, g: Match, seat: int) -> None:
        self.seat, self.state = seat, g.state
        self._match = copy(g)
        self.now = self._ahead(g.state)
        self._gone: dict[str, float] = {}
        self._goals: dict[str, Point | None] = {}

    def gone(self, model: Model) -> float:
        """What it would change that this model were gone."""
        if model.id not in self._gone:
            away = replace(model, where="gone", tokens={})
            self._gone[model.id] = self._ahead(self.state.with_model(away)) - self.now
        return self._gone[model.id]

    def at(self, model: Model, x: float, y: float) -> float:
        """What it would change that this model stood there."""
        return self._ahead(self.state.with_model(replace(model, x=x, y=y))) - self.now

    def goal(self, model: Model) -> Point | None:
        """The place where the model would change most, the nearer the better; its own where it is missed
        elsewhere; ``None`` where it changes nothing."""
        if model.id not in self._goals:
            self._goals[model.id] = self._goal(model) if self.is_about_places() else None
        return self._goals[model.id]

    def is_about_places(self) -> bool:
        """Whether something that this side scores depends on where its models stand."""
        return any(
            PLACED & {*counts, *theirs} or not (counts or theirs)
            for counts, theirs in map(_counts, self._sources(self.seat))
        )

    def _goal(self, model: Model) -> Point | None:
        best, place, least = WORTH_GOING, None, 0.0
        for x, y in self._places():
            change = self.at(model, x, y)
            worth = change - 0.01 * hypot(x - model.x, y - model.y)
            least = min(least, change)
            if worth > best:
                best, place = worth, (x, y)
        return (model.x, model.y) if place is None and least < -WORTH_GOING else place

    def best(self, model: Model) -> float:
        """The most that the model could change."""
        return max(0.0, *(self.at(model, x, y) for x, y in self._places()))

    def _places(self) -> Iterator[Point]:
        table, half = self._match.table, GRID / 2
        yield table.width / 2, table.depth / 2
        for column in range(int(table.width / GRID)):
            for row in range(int(table.depth / GRID)):
                yield half + column * GRID, half + row * GRID

    def _sources(self, seat: int) -> Iterator[str]:
        """The Strategy and the known Schemes of a side, by name."""
        yield self._match.setup.strategies[seat]
        for scheme in self.state.crews[seat].schemes:
            if seat == self.seat or scheme.revealed:
                yield scheme.name.partition(": ")[0]

    def _ahead(self, state: State) -> float:
        self._match.state = state
        sides = sides_of(self._match, self.seat)
        totals = score_m1(sides, SIZES[self._match.setup.size]).totals
        steps = [self._steps(seat, sides) for seat in (0, 1)]
        own, rival = self.seat, other(self.seat)
        return totals[own].amount - totals[rival].amount + A_STEP * (steps[own] - steps[rival])

    def _steps(self, seat: int, sides: list[ScoredSide]) -> float:
        """How much is counted for a side, and against it."""
        own, rival = sides[seat].tally, sides[other(seat)].tally
        return sum(
            sum(_number(own, name) for name in counts) - sum(_number(rival, name) for name in theirs)
            for counts, theirs in map(_counts, self._sources(seat))
        )


def _counts(source: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rules = STRATEGY.get(source) or SCHEME[source]
    return rules.counts, rules.theirs


def _number(tally: FinalCounts, name: str) -> int:
    value = getattr(tally, name)
    return ("", "lies", "carried").index(value) if isinstance(value, str) else value


def promise(g: Match, seat: int, scheme: Scheme) -> float:
    """What a Scheme is worth to a side that takes it: what it would give now, and a part of what one of its
    models could make of it; of two that are equal the one for whom lasts longer."""
    rules, crew = SCHEME[scheme.name.partition(": ")[0]], g.crew(seat)
    taken = replace(scheme, revealed=rules.announcing_pays or rules.must_be_announced)
    trial = copy(g)
    trial.state = g.state.with_crew(replace(crew, schemes=()))
    without = Reading(trial, seat).now
    trial.state = g.state.with_crew(replace(crew, schemes=(taken,)))
    reading = Reading(trial, seat)
    front = next((model for model in g.state.on_table() if model.seat == seat), None)
    gain = reading.best(front) if front is not None else 0.0
    of = g.state.models.get(scheme.secret.get("of", ""))
    return reading.now - without + LIKELY * gain + (0.01 * of.health if of is not None else 0.0)
