"""The two logs of an Encounter (decisions and events), and taking back (undo).

Following the decisions and folding the events give the same state. A stored log is JSON: ``dump`` and
``load`` for decisions, ``events.encode`` for events, which the edition's ``Stored`` reads.

A player takes back freely until information was gained; after that the other player must consent. A take-back
is appended to the stored log, which keeps every decision; ``effective`` returns the decisions that count.
After a consented take-back past a card the unseen cards are reordered under the next shuffle's number, so
that knowing the top card gives no advantage.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

import msgspec

from rules.game.driver import START, Driver, chained
from rules.game.events import Event
from rules.game.state import State
from rules.game.stored import StoredDecision
from rules.refusal import Refusal

_decisions = msgspec.json.Decoder(list[StoredDecision])
D = TypeVar("D", bound=Driver)


def follow(play: D, decisions: Iterable[StoredDecision]) -> D:
    """Apply ``decisions`` to a new Encounter and return it. Raise ``Refusal`` at the first that does not
    answer the open question."""
    for decision in decisions:
        if decision.kind == "rewind":
            play.reshuffle(decision.value)
        elif decision.kind == "act":
            play.act(decision.seat, decision.value)
        else:
            play.answer(decision.seat, decision.value, decision.kind)
    return play


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after ``events``. No rules are applied."""
    for event in events:
        state = event.on(state)
    return state


def chain(events: Iterable[Event], start: str = START) -> str:
    """The hash of the log after ``events``."""
    for event in events:
        start = chained(start, event)
    return start


def dump(decisions: Iterable[StoredDecision]) -> bytes:
    return msgspec.json.encode(list(decisions))


def load(raw: bytes | str) -> list[StoredDecision]:
    """The decisions of that JSON. Raise ``msgspec.ValidationError`` when it is no list of
    decisions."""
    return _decisions.decode(raw)


def dump_state(state: State) -> bytes:
    return msgspec.json.encode(state, order="deterministic")


TAKE_BACK = "take_back"


def free_from(play: Driver, seat: int, unasked: Collection[int] = ()) -> int:
    """The index of the first of ``play.decisions`` to which ``seat`` may go back without consent;
    ``len(play.decisions)`` when there is none.

    Those are the seat's own last decisions in a row, after none of which a card was flipped, drawn or shown.
    ``unasked`` are indexes of decisions that nobody was asked for.
    """
    number = len(play.decisions)
    while number > 0:
        start = play.starts[number - 1]
        end = play.starts[number] if number < len(play.starts) else len(play.events)
        decision = play.decisions[number - 1]
        if decision.kind == "rewind" or (decision.seat != seat and number - 1 not in unasked):
            break
        if any(event.informs for event in play.events[start:end]):
            break
        number -= 1
    return number


def take_back(play: Driver, seat: int, to: int, *, consent: bool = False) -> StoredDecision:
    """The log entry that takes ``play.decisions[to:]`` back. Raise ``Refusal`` when that needs consent
    which was not given, or when there is no such decision.

    Append the entry to the stored log and rebuild with ``follow(…, effective(log))``.
    """
    if not 0 <= to < len(play.decisions):
        raise Refusal("There is nothing to take back there.", fix="Choose an earlier moment.")
    if to >= free_from(play, seat):
        return StoredDecision(seat, TAKE_BACK, {"to": to, "shuffles": []})
    if not consent:
        raise Refusal(
            "Cards were seen or the other player has answered since.", fix="Ask the other player to agree."
        )
    informed = any(event.informs for event in play.events[play.starts[to] :])
    shuffles = [crew.shuffles for crew in play.state.crews] if informed else []
    return StoredDecision(seat, TAKE_BACK, {"to": to, "shuffles": shuffles})


def effective(log: Iterable[StoredDecision]) -> list[StoredDecision]:
    """The decisions that count: each take-back removes the decisions from its index on, and adds a
    rewind when it names new shuffles.

    >>> log = [StoredDecision(0, "cut", 3), StoredDecision(1, "cut", 4)]
    >>> log.append(StoredDecision(1, "take_back", {"to": 1, "shuffles": []}))
    >>> effective(log)
    [StoredDecision(seat=0, kind='cut', value=3)]
    """
    kept: list[StoredDecision] = []
    for decision in log:
        if decision.kind == TAKE_BACK:
            del kept[decision.value["to"] :]
            if decision.value["shuffles"]:
                kept.append(StoredDecision(decision.seat, "rewind", decision.value["shuffles"]))
        else:
            kept.append(decision)
    return kept
