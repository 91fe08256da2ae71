"""Invariants that hold after every decision, whatever was answered. A broken one is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rules.editions.m3e.play.play import Play
from rules.fate.cards import FULL_DECK
from rules.fate.shuffle import Stream
from rules.game.driver import Driver
from rules.game.log import dump_state, fold, load_state
from rules.game.state import Crew, Model, State
from rules.game.view import heard_by, view

FULL = frozenset(FULL_DECK)


class Watch:
    """The invariants after every decision. Objects that are identical to those checked last time are
    skipped."""

    def __init__(self) -> None:
        self.state: State | None = None

    def broken(self, play: Play) -> Iterator[str]:
        """Yield what is broken in cards, caps, Health and places; quick enough for every decision."""
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
    """Yield everything that is broken at one moment."""
    return Watch().broken(play)


def crew_broken(crew: Crew) -> Iterator[str]:
    """Check that each card exists once and nothing is below 0."""
    cards = crew.cards
    if cards and (len(cards) != len(FULL) or frozenset(cards) != FULL):
        yield f"seat {crew.seat} has {len(cards)} cards, not each of the 54 once"
    if crew.stones < 0 or crew.passes < 0:
        yield f"seat {crew.seat} has {crew.stones} stones and {crew.passes} Pass Tokens"


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


def at_rest(play: Driver) -> Iterator[str]:
    """Yield what is broken in the fold of the whole log, and in what ``sampled`` checks; slower."""
    if fold(play.since.state, play.events) != play.state:
        yield "folding the events gives another state"
    yield from sampled(play)


def sampled(play: Driver) -> Iterator[str]:
    """Check some decisions for a JSON round trip and non-interference."""
    stored = dump_state(play.state)
    again = load_state(stored)
    if again != play.state or dump_state(again) != stored:
        yield "the state does not survive JSON"
    yield from interference(play)


def interference(play: Driver) -> Iterator[str]:
    """Check that a change of what a seat must not know leaves its view byte-equal."""
    for seat in (0, 1, None):
        seen = msgspec.json.encode(view(play.state, play.asks, seat))
        other = msgspec.json.encode(view(disguised(play.state, seat), play.asks, seat))
        if seen != other:
            yield f"the view of seat {seat} changes with what it must not know"


def disguised(state: State, seat: int | None) -> State:
    """Return another state that ``seat`` cannot distinguish from this one: decks in another order, hands
    mixed with decks, other hidden Schemes."""
    for crew in state.crews:
        state = state.with_crew(_disguise(crew, own=crew.seat == seat))
    return state


def _disguise(crew: Crew, *, own: bool) -> Crew:
    if own:
        return replace(crew, deck=tuple(reversed(crew.deck)))
    unseen = tuple(reversed(crew.deck + crew.hand))
    schemes = tuple(
        scheme if scheme.revealed else replace(scheme, name=f"other than {scheme.name}", secret={})
        for scheme in crew.schemes
    )
    size = len(crew.hand)
    discard = crew.discard[-2::-1] + crew.discard[-1:]
    return replace(crew, hand=unseen[:size], deck=unseen[size:], schemes=schemes, discard=discard)


def asks_tell_nothing(play: Driver, stream: Stream) -> Iterator[str]:
    """Check that the log for the other seat contains no card that only one may know."""
    for seat in (0, 1):
        for event in heard_by(play.events, seat):
            if event.audience not in ("all", seat):
                yield f"seat {seat} hears {type(event).__name__}"


__all__ = ["Watch", "asks_tell_nothing", "at_rest", "broken", "crew_broken", "disguised", "interference"]
