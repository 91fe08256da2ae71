"""Markers and terrain: dropped, moved, turned, removed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.game.events.base import Event
from rules.core.game.state import Marker, State


class MarkerDropped(Event, frozen=True):
    """A marker lies on the table: Dropped, or Created when ``created`` (M3E-MARK-09, -10)."""

    marker: Marker
    by: str = ""
    created: bool = False

    def on(self, state: State) -> State:
        return replace(state, markers={**state.markers, self.marker.id: self.marker}, made=state.made + 1)


class MarkerMoved(Event, frozen=True):
    marker: str
    x: float
    y: float
    elevation: float = 0.0
    by: str = ""

    def on(self, state: State) -> State:
        moved = replace(state.markers[self.marker], x=self.x, y=self.y, elevation=self.elevation)
        return replace(state, markers={**state.markers, self.marker: moved})


class MarkerTurned(Event, frozen=True):
    """A marker is friendly to another side now, or neutral (M3E-STRAT-04)."""

    marker: str
    seat: int | None
    by: str = ""

    def on(self, state: State) -> State:
        turned = replace(state.markers[self.marker], seat=self.seat)
        return replace(state, markers={**state.markers, self.marker: turned})


class MarkerRemoved(Event, frozen=True):
    """``quiet`` removals (blasts, shockwaves) fire nothing (M3E-AREA-04, -11)."""

    marker: str
    by: str = ""
    quiet: bool = False

    def on(self, state: State) -> State:
        return replace(
            state, markers={key: held for key, held in state.markers.items() if key != self.marker}
        )


class TerrainRemoved(Event, frozen=True):
    """A Destructible piece left the table (M3E-ACT-15)."""

    piece: str
    by: str = ""

    def on(self, state: State) -> State:
        return replace(state, terrain_gone=(*state.terrain_gone, self.piece))
