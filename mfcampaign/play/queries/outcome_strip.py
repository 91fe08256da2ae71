"""The strip beside the board: what was resolved since the visitor's last answer, and the other side's last
Activation before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.outcomes import Outcome, Step, Turned, outcomes_of
from rules.game.state import State

MOST = 40
"""Lines at most; the last ones."""

Heard = tuple[int, int, Event]
"""The number of an event, the number of its decision, and the event as the seat heard it."""


class StripCard(Struct, frozen=True):
    """A card that counted: its figure, the icon of its suit, its name in words."""

    seat: int
    figure: str
    icon: str
    spoken: str
    cheated: bool


class StripLine(Struct, frozen=True, kw_only=True):
    """``first`` and ``last`` are numbers of events. ``play`` holds the steps that static/js/outcomes.mjs
    shows on the board; ``fresh``: it followed the visitor's last answer."""

    kind: str
    words: str
    side: str
    first: int
    last: int
    cards: tuple[StripCard, ...]
    play: str
    fresh: bool


def strip_of(heard: Iterable[Heard], state: State, since: int, seat: int | None) -> tuple[StripLine, ...]:
    """The strip for ``seat`` from heard events in order; ``since`` is the number of the last decision that
    the visitor had seen when they answered last. ``seat`` is ``None`` for one who plays both sides."""
    events = list(heard)
    lines = outcomes_of(((number, event) for number, _, event in events), state)
    fresh = min((number for number, decision, _ in events if decision > since), default=None)
    begun = [line.first for line in lines if line.kind == "activation" and line.seat != seat]
    shown = [
        line
        for line in lines
        if (fresh is not None and line.last >= fresh) or (begun and line.first >= begun[-1])
    ]
    return tuple(_line(line, fresh) for line in shown[-MOST:])


def _line(line: Outcome, fresh: int | None) -> StripLine:
    return StripLine(
        kind=line.kind,
        words=line.words,
        side="" if line.seat is None else str(line.seat),
        first=line.first,
        last=line.last,
        cards=tuple(map(_card, line.cards)),
        play=";".join(map(_played, line.steps)),
        fresh=fresh is not None and line.last >= fresh,
    )


def _card(turned: Turned) -> StripCard:
    card = Card.parse(turned.code)
    figure = turned.code if card.is_joker else str(card.value)
    return StripCard(
        turned.seat, figure, "joker" if card.is_joker else card.suit, card.spoken, bool(turned.was)
    )


def _played(step: Step) -> str:
    """A step for the script: ``move|b1|3,4 5,6`` (``?`` first where it is unknown where it stood),
    ``aim|a1|b4``, ``rise|b4|bad|−3``, ``gone|b4|9,9|0.59|Be|1``."""
    if step.does == "move":
        return f"move|{step.model}|{'' if step.known else '? '}{_points(step.way)}"
    if step.does == "aim":
        return f"aim|{step.model}|{step.at}"
    if step.does == "rise":
        return f"rise|{step.model}|{'good' if step.good else 'bad'}|{step.words}"
    return f"gone|{step.model}|{_points(step.way)}|{step.radius:.2f}|{step.short}|{step.seat}"


def _points(way: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in way)
