"""Effects that last: what they give while they do, and their end (M3E-TURN-18, M3E-CTRL-02)."""

from __future__ import annotations

from rules.game.events.table import ControlSet, LastingBegan, LastingEnded
from rules.game.procedure.context import Game
from rules.game.scripts.words import Part, Until
from rules.game.state import Lasting


def begin(
    g: Game,
    name: str,
    on: str,
    *,
    source: str = "",
    until: Until = "end_phase",
    part: Part | None = None,
    control: int | None = None,
    data: dict[str, str | int] | None = None,
) -> None:
    """The effect rests on a model from now on. The same effect from the same source begins anew, not
    twice."""
    key = f"{name}:{on}:{source}"
    g.emit(
        LastingBegan(
            Lasting(
                key=key,
                name=name,
                on=on,
                source=source,
                until=until,
                part=part,
                control=control,
                data=data or {},
            )
        )
    )
    if control is not None:
        g.emit(ControlSet(on, control))


def expire(g: Game, until: Until, of: str = "") -> None:
    """Everything that lasts until then ends (or what rests on or comes from one model); who was controlled
    is its own side's again."""
    for effect in g.state.lasting:
        if effect.until == until and (not of or of in (effect.on, effect.source)):
            finish(g, effect)


def finish(g: Game, effect: Lasting) -> None:
    """That effect ends."""
    g.emit(LastingEnded(effect.key))
    if effect.control is not None and g.model(effect.on).in_play:
        g.emit(ControlSet(effect.on, None))
