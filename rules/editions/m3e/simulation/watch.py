"""The invariants of the Third Edition after every decision. A broken one is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from rules.editions.m3e.play.play import Play
from rules.game.simulation.invariants import crew_broken
from rules.game.state import Model, State


class Watch:
    """The invariants after every decision. Objects that are identical to those checked last time are
    skipped."""

    def __init__(self) -> None:
        self.state: State | None = None

    def broken(self, play: Play) -> Iterator[str]:
        """What is broken in cards, caps, Health and places; quick enough for every decision."""
        state, before = play.state, self.state
        self.state = state
        for crew in state.crews:
            if before is None or crew is not before.crews[crew.seat]:
                yield from crew_broken(crew)
        if before is None or state.scores is not before.scores:
            yield from _caps(play, state)
        earlier = before.models if before is not None else {}
        for model in state.models.values():
            if earlier.get(model.id) is not model:
                yield from _model(model, play.rules.focused_cap)


def broken(play: Play) -> Iterator[str]:
    """Everything that is broken at one moment."""
    return Watch().broken(play)


def _model(model: Model, focused_cap: int) -> Iterator[str]:
    if not 0 <= model.health <= model.most:
        yield f"{model.id} has {model.health} of {model.most} Health"
    if any(value <= 0 for value in model.conditions.values()):
        yield f"{model.id} has a Condition without value: {model.conditions}"
    if model.conditions.get("focused", 0) > focused_cap:
        yield f"{model.id} is Focused +{model.conditions['focused']}"
    if model.has("fast") and model.has("slow"):
        yield f"{model.id} is Fast and Slow"
    if model.where == "gone" and (model.conditions or model.tokens):
        yield f"{model.id} has left play and still carries something"


def _caps(play: Play, state: State) -> Iterator[str]:
    """Check VP: none on Turn 1, one a Turn from each source, at most 4 and 2 (M3E-TURN-21)."""
    seen: set[tuple[int, int, str]] = set()
    for score in state.scores:
        if score.turn < play.rules.first_scoring_turn:
            yield f"a VP in Turn {score.turn}"
        if (score.turn, score.seat, score.source) in seen:
            yield f"two VP from {score.source} in Turn {score.turn}"
        seen.add((score.turn, score.seat, score.source))
    for seat in (0, 1):
        for source in {score.source for score in state.scores}:
            steps = [s.step for s in state.scores if s.seat == seat and s.source == source]
            if len(steps) > (4 if "strategy" in steps else 2):
                yield f"{len(steps)} VP from {source}"
