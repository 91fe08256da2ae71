"""What checks of the referee's hand know, and what they measure.

In play there is a table, so a move has a region and a Crew its limits; a command beyond them needs
``anyway``, and the log records that. A record of a real table measures nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any, Literal, Protocol

from msgspec import Struct

from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.referee.hand import HandRules
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Marker, Model, State
from rules.game.table_access.interface import TableAccess
from rules.refusal import Violation
from rules.table.geometry.footprints import MM, TOUCH

Way = Literal["table", "move", "push", "place"]
SIDE = 36.0
ANYWAY = "Choose a place where it may be, or say “anyway”."


class Named(Protocol):
    """A card or figure of any edition."""

    @property
    def name(self) -> str:
        """Its printed name."""


class Ground(Struct, frozen=True):
    """What a check knows besides the state: the rules of the edition's ``hand``, what was agreed, the
    ``table`` in play, and whose hand it is."""

    hand: HandRules
    setup: EncounterSetup | None = None
    table: TableAccess | None = None
    seat: int | None = None

    def cards(self, state: State) -> dict[str, PrintedModel]:
        """Every card of a model in the Encounter."""
        return {**state.cards, **(self.setup.cards if self.setup else {})}

    def upgrades(self, state: State) -> dict[str, PrintedUpgrade]:
        return {**state.upgrades, **(self.setup.upgrades if self.setup else {})}


def answer_in(options: Any, x: float, y: float) -> Any:
    """The answer that ends the move there, straight or by the shortest path; ``None`` when there is
    none."""
    place = [round(x * 1000) / 1000, round(y * 1000) / 1000]
    if options.contains(place):
        return place
    path_to = getattr(options, "path_to", None)
    return path_to(place[0], place[1]) if path_to is not None else None


def is_free(state: State, body: Model | Marker, x: float, y: float) -> bool:
    """Whether no other model's base is there (M3E-MOVE-05)."""
    return not any(
        other.id != body.id and hypot(other.x - x, other.y - y) < (other.mm + body.mm) / 2 * MM - TOUCH
        for other in state.on_table()
    )


def on_table(x: float, y: float, mm: float) -> bool:
    """Whether a base of ``mm`` there is wholly on the play area (M3E-GEN-01, M3E-MOVE-01)."""
    own = mm / 2 * MM - TOUCH
    return own <= x <= SIDE - own and own <= y <= SIDE - own


def off_table(x: float, y: float, mm: float, subject: str = "") -> Iterator[Violation]:
    if not on_table(x, y, mm):
        yield Violation("move.table", "That is not wholly on the table.", "Move it inward.", subject)
