"""Invariants of every edition, whatever was answered. A broken one is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rules.fate.cards import FULL_DECK
from rules.game.driver import Driver
from rules.game.log import dump_state, fold
from rules.game.state import Crew, State
from rules.game.view import heard_by, view

FULL = frozenset(FULL_DECK)


def crew_broken(crew: Crew) -> Iterator[str]:
    """Check that each card exists once and nothing is below 0."""
    cards = crew.cards
    if cards and (len(cards) != len(FULL) or frozenset(cards) != FULL):
        yield f"seat {crew.seat} has {len(cards)} cards, not each of the 54 once"
    if crew.stones < 0 or crew.passes < 0:
        yield f"seat {crew.seat} has {crew.stones} stones and {crew.passes} Pass Tokens"


def at_rest(play: Driver) -> Iterator[str]:
    """What is broken in the fold of the whole log, and in what ``sampled`` checks; slower."""
    if fold(play.since.state, play.events) != play.state:
        yield "folding the events gives another state"
    yield from sampled(play)


def sampled(play: Driver) -> Iterator[str]:
    """Check some decisions for a JSON round trip and non-interference."""
    stored = dump_state(play.state)
    again = play.stored.state(stored)
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
    """Another state that ``seat`` cannot distinguish from this one: decks in another order, hands
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


def asks_tell_nothing(play: Driver) -> Iterator[str]:
    """Check that the log for the other seat contains no card that only one may know."""
    for seat in (0, 1):
        for event in heard_by(play.events, seat):
            if event.audience not in ("all", seat):
                yield f"seat {seat} hears {type(event).__name__}"
