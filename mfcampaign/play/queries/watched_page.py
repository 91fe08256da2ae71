"""The watcher's page of a running Encounter: the table, both Crews and the log with what everybody may
see."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.queries import board
from mfcampaign.play.queries.board import Drawn
from mfcampaign.play.queries.encounter_page import LINES
from mfcampaign.play.watching import Watching
from rules.game.events import Event as Fact
from rules.game.events.turns import TurnBegan
from rules.game.narration import sentence_of
from rules.game.pictures.tokens import initials
from rules.game.procedure.asks import Ask
from rules.game.view import heard, view


class WatchedPage(Struct, frozen=True, kw_only=True):
    """``turn`` is the last Turn shown; ``asked`` who is asked, when watching without delay. ``recorded``
    means a record beside a real table, whose cards and places are unknown."""

    turn: int
    drawn: Drawn
    crews: tuple[dict[str, Any], ...]
    lines: tuple[str, ...]
    scenario: str
    asked: tuple[str, ...]
    recorded: bool = False


def load(watching: Watching) -> WatchedPage:
    """Load the page. Three queries, two more without delay."""
    row = watching.row
    setup = loading.setup_of(row)
    facts = [fact for _number, fact in loading.facts(row)]
    shown = before_this_turn(facts) if watching.late else facts
    state = loading.state_after(row, enumerate(shown))
    seen = view(state, (), None)
    known = (heard(fact, None, over=row.over) for fact in reversed(shown))
    lines = (words for fact in known if fact is not None and (words := sentence_of(fact, state)))
    recorded = row.mode == row.Mode.RECORD
    asks = () if watching.late or row.over or recorded else _asks(row)
    crews, short = seen["crews"], initials(state)
    for crew in crews:
        crew["player"] = watching.seats[crew["seat"]].label
        crew["models"] = [
            model | {"short": short[model["id"]]} for model in seen["models"] if model["seat"] == crew["seat"]
        ]
    return WatchedPage(
        turn=state.turn,
        drawn=board.bare(setup, state) if recorded else board.moment(setup, state, state),
        crews=tuple(crews),
        lines=tuple(words for words, _number in zip(lines, range(LINES), strict=False)),
        scenario=f"{state.strategy}, {state.deployment}" if state.strategy else "",
        asked=tuple(watching.seats[seat].label for seat in sorted({ask.seat for ask in asks})),
        recorded=recorded,
    )


def _asks(row: Encounter) -> tuple[Ask, ...]:
    """The open questions; none while a corrected rule keeps the players from going on."""
    try:
        return loading.play_of(row).asks
    except loading.Diverged:
        return ()


def before_this_turn(facts: list[Fact]) -> list[Fact]:
    """Everything before the current Turn; nothing during the first."""
    last = max((at for at, fact in enumerate(facts) if isinstance(fact, TurnBegan)), default=0)
    first = next((at for at, fact in enumerate(facts) if isinstance(fact, TurnBegan)), 0)
    return facts[:last] if last > first else []
