"""An Encounter as readable text: each decision, its events, the hash chain. Golden Encounters are stored in
this form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules.game.driver import Driver
from rules.game.narration import sentence_of
from rules.plain_numbers import whole


def transcript(play: Driver) -> Iterator[str]:
    """A line for each decision (number, seat, kind, value), its events in words below it, and the hash
    after every tenth. ``decisions_of`` reads the decisions back."""
    ends = [*play.starts[1:], len(play.events)]
    yield from _sentences(play, 0, play.starts[0] if play.starts else len(play.events))
    for number, (decision, start, end) in enumerate(zip(play.decisions, play.starts, ends, strict=True), 1):
        value = msgspec.json.encode(decision.value).decode()
        yield f"{number} {'AB'[decision.seat]} {decision.kind} {value}"
        yield from _sentences(play, start, end)
        if number % 10 == 0:
            yield f"# {play.hashes[number - 1][:16]}"
    yield f"= {play.hash}"


def _sentences(play: Driver, start: int, end: int) -> Iterator[str]:
    for event in play.events[start:end]:
        if sentence := sentence_of(event, play.state):
            yield f"    {sentence}"


def decisions_of(lines: Iterable[str]) -> Iterator[tuple[int, str, Any]]:
    """Seat, kind and value of each decision in a transcript."""
    for line in lines:
        if whole(line[:1]) is not None:
            _, seat, kind, value = line.split(" ", 3)
            yield "AB".index(seat), kind, msgspec.json.decode(value)
