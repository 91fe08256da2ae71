"""Effects the engine does not know: it opens the window and the players apply them with table commands."""

from __future__ import annotations

from rules.core.game.asks import Ask, Proc
from rules.core.game.commands import Commands, as_commands, perform
from rules.core.game.context import Game
from rules.core.game.events.talk import TableWord
from rules.core.game.state import Model


def by_hand(g: Game, source: Model, text: str, about: tuple[str, ...] = ()) -> Proc[None]:
    """Ask the source's player to apply the sentence; each command is carried out and logged."""
    g.emit(TableWord(source.id, text))
    answer = yield Ask(
        seat=source.player,
        kind="apply",
        options=Commands(g.state),
        text=text,
        about=tuple(name for name in about if name),
    )
    for command in as_commands(answer):
        yield from perform(g, command, source.id)
    g.emit(TableWord(source.id, text, "applied" if answer else "nothing to apply"))
