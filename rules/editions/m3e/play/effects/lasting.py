"""Lasting effects: how they begin and end (M3E-TURN-18, M3E-CTRL-02)."""

from __future__ import annotations

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.scripts.words import Part
from rules.game.events.table import ControlSet, LastingBegan, LastingEnded
from rules.game.state import Lasting, Until


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
    """Begin a lasting effect on a model. The same effect from the same source is renewed instead of added."""
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
    """End every effect that lasts ``until`` that moment; with ``of`` only those on or from that model. A
    controlled model returns to its own side."""
    for effect in g.state.lasting:
        if effect.until == until and (not of or of in (effect.on, effect.source)):
            finish(g, effect)


def finish(g: Game, effect: Lasting) -> None:
    """End one effect."""
    g.emit(LastingEnded(effect.key))
    if effect.control is not None and g.model(effect.on).in_play:
        g.emit(ControlSet(effect.on, None))
