"""What every edition shares of an act of the referee's hand: its announcement, the other seat's consent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dialogue import Choice
from rules.game.events.announcements import ActSaid
from rules.game.narration import Names
from rules.game.procedure.asks import Proc, one_of
from rules.game.procedure.running import Running
from rules.game.referee.command import sentences_of
from rules.game.referee.commands import Act
from rules.game.referee.ground import Named
from rules.game.state import other

ACCEPT, OBJECT = Choice("accept", "I agree"), Choice("object", "I object")


def said(g: Running, seat: int, act: Act, step: Any, cards: Mapping[str, Named]) -> ActSaid:
    """The announcement of the act at that ``step``; ``cards`` are those that may be Summoned."""
    return ActSaid(seat, act.name, sentences_of(act.lines, Names(g.state), cards), step)


def agreed(g: Running, seat: int, act: Act, cards: Mapping[str, Named]) -> Proc[bool]:
    """Show the act to the other seat, which may object; return whether it agreed. An act that is objected to
    has no effect."""
    proposed = said(g, seat, act, "proposed", cards)
    g.emit(proposed)
    text = f"{g.crew(seat).name or 'Your opponent'}: {act.name or 'by hand'}. {' '.join(proposed.lines)}"
    answer = yield from one_of(other(seat), "object", (ACCEPT, OBJECT), text=text)
    if answer == OBJECT.key:
        g.emit(ActSaid(other(seat), act.name, (), "objected"))
    return answer != OBJECT.key
