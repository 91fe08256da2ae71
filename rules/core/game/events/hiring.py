"""Crews hired in set-up: what both reveal at once (M3E-SETUP-16, -17).

Before that there is no event of it, so that nothing of it can be heard.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.core.game.events.base import Event
from rules.core.game.state import Model, State


class FactionDeclared(Event, frozen=True):
    """Step E."""

    informs: ClassVar[bool] = True
    seat: int
    faction: str

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], faction=self.faction))


class LeaderDeclared(Event, frozen=True):
    """Step E: the Leader's ``name``, not yet the title."""

    informs: ClassVar[bool] = True
    seat: int
    name: str

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], leader=self.name))


class MastersAnnounced(Event, frozen=True):
    """Step F: the additional Masters by slug, their ``names`` for people."""

    informs: ClassVar[bool] = True
    seat: int
    masters: tuple[str, ...]
    names: tuple[str, ...]

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], masters=self.masters))


class CrewHired(Event, frozen=True):
    """Step H: the whole Crew, in reserve, and the Soulstones left."""

    informs: ClassVar[bool] = True
    seat: int
    name: str
    stones: int
    models: tuple[Model, ...]

    def on(self, state: State) -> State:
        crew = replace(state.crews[self.seat], name=self.name, stones=self.stones)
        models = {**state.models, **{model.id: model for model in self.models}}
        return replace(state.with_crew(crew), models=models)
