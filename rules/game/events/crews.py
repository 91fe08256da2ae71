"""Events of Crews: declarations and hiring in set-up (M3E-SETUP-16, -17), and those of a league: falls,
heirs, withdrawals, claims.

No event of a hire exists before both players have hired, so that a view cannot reveal it.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.game.events.base import Event
from rules.game.state import Claim, FallenModel, Heir, Model, State, Withdrawal


class FactionDeclared(Event, frozen=True):
    """Step E: a player declared a Faction."""

    informs: ClassVar[bool] = True
    seat: int
    faction: str

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], faction=self.faction))


class LeaderDeclared(Event, frozen=True):
    """Step E: a player declared the Leader's ``name``, without the title."""

    informs: ClassVar[bool] = True
    seat: int
    name: str

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], leader=self.name))


class MastersAnnounced(Event, frozen=True):
    """Step F: a player announced additional Masters by slug; ``names`` are their names for people."""

    informs: ClassVar[bool] = True
    seat: int
    masters: tuple[str, ...]
    names: tuple[str, ...]

    def on(self, state: State) -> State:
        return state.with_crew(replace(state.crews[self.seat], masters=self.masters))


class CrewHired(Event, frozen=True):
    """Step H: a player revealed the whole Crew, in reserve, and the Soulstones left."""

    informs: ClassVar[bool] = True
    seat: int
    name: str
    stones: int
    models: tuple[Model, ...]

    def on(self, state: State) -> State:
        crew = replace(state.crews[self.seat], name=self.name, stones=self.stones)
        models = {**state.models, **{model.id: model for model in self.models}}
        return replace(state.with_crew(crew), models=models)


class Fell(Event, frozen=True):
    """A hired model fell for the first time, with its Finished Off flip (SL-FINISH-01, -06)."""

    fall: FallenModel

    def on(self, state: State) -> State:
        return replace(state, falls=(*state.falls, self.fall))


class Succeeded(Event, frozen=True):
    """A model replaced hired models, or a model that had replaced them (SL-3E-12)."""

    heir: Heir

    def on(self, state: State) -> State:
        gone = set(self.heir.originals)
        kept = tuple(heir for heir in state.heirs if not gone & set(heir.originals))
        return replace(state, heirs=(*kept, self.heir))


class Withdrew(Event, frozen=True):
    """A Crew declared its Strategic Withdrawal; its models leave by ``LeftPlay`` (SL-WITHDRAW-03)."""

    seat: int

    def on(self, state: State) -> State:
        return replace(state, withdrawals=(*state.withdrawals, Withdrawal(self.seat, state.turn)))


class Claimed(Event, frozen=True):
    """A player recorded something for the league (SL-BOUNTY-05, SL-EVENT-04, SL-UPG-13)."""

    claim: Claim

    def on(self, state: State) -> State:
        return replace(state, claims=(*state.claims, self.claim))
