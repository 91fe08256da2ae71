"""``Running``: the context of procedures of every edition. Procedures read ``g.state`` and change it only
with ``g.emit``."""

from __future__ import annotations

from rules.fate.dealer import Dealer
from rules.game.events import Event
from rules.game.state import Crew, Model, State, other
from rules.game.table_access.interface import TableAccess

MOST_EVENTS = 5000


class Endless(RuntimeError):
    """One decision caused more events than the rules allow: the effects form a loop."""


class Running:
    """A running Encounter. Everything but ``state`` is transient and rebuilt by replay. ``fresh`` holds the
    events that are not yet in the log, ``ended`` is the model whose Activation something ended."""

    __slots__ = ("boundary_state", "dealer", "ended", "fresh", "state", "table")

    def __init__(self, table: TableAccess, dealer: Dealer, state: State) -> None:
        self.table = table
        self.dealer = dealer
        self.state = state
        self.fresh: list[Event] = []
        self.boundary_state: tuple[State, int] | None = None
        self.ended = ""

    def emit(self, event: Event) -> None:
        """Apply the event to the state and record it. Nothing else changes the state."""
        self.state = event.on(self.state)
        self.fresh.append(event)
        if len(self.fresh) > MOST_EVENTS:
            last = ", ".join(type(recent).__name__ for recent in self.fresh[-6:])
            raise Endless(f"More than {MOST_EVENTS} events after one decision: … {last}")

    def boundary(self) -> None:
        """Mark a point at which the state suffices to continue."""
        self.boundary_state = (self.state, len(self.fresh))

    def crew(self, seat: int) -> Crew:
        return self.state.crews[seat]

    def model(self, name: str) -> Model:
        return self.state.models[name]

    def to_activate(self, seat: int) -> list[Model]:
        """The models that the player could activate: controlled, in play, not activated this Turn
        (M3E-TURN-12, M1-TURN-07)."""
        return [
            model
            for model in self.state.models.values()
            if model.in_play and not model.activated and model.player == seat
        ]

    @property
    def first(self) -> int:
        """The Active player's seat, or that of the player with Initiative when nobody is Active
        (M3E-TIME-11)."""
        return self.state.initiative if self.state.active is None else self.state.active

    def seats(self) -> tuple[int, int]:
        return self.first, other(self.first)

    def fresh_id(self, letter: str) -> str:
        """An unused id: the letter and a running number."""
        return f"{letter}{self.state.made + 1}"
