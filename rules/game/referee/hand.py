"""What an edition decides about the referee's hand: its Conditions, its caps, whom a Crew may hold, and the
words for what a command does for a time."""

from __future__ import annotations

from typing import Protocol

from rules.game.conditions import Conditions
from rules.game.printed import Models, Part, PrintedModel, PrintedUpgrade
from rules.game.results.result import Scoring
from rules.game.state import State
from rules.topics import Rows


class HandRules(Protocol):
    """One edition's; ``conditions`` and ``scoring`` are what may be entered, by its ``rows``."""

    conditions: Conditions
    scoring: Scoring
    rows: Rows

    def room_for(
        self,
        cards: Models,
        state: State,
        printed: PrintedModel,
        seat: int,
        leaving: tuple[str, ...] = (),
        coming: tuple[str, ...] = (),
    ) -> bool:
        """Whether the Crew may hold one more of that card. ``leaving`` are models that no longer
        count, ``coming`` cards that arrive besides."""

    def changed_stat(self, stat: str, amount: int) -> Part | None:
        """A change of a stat in the edition's words; ``None`` where the players apply it."""

    def parts_of(self, card: PrintedModel | PrintedUpgrade, ability: str) -> tuple[str, tuple[Part, ...]]:
        """The printed name and the parts of the card's ability of that name, in whatever case; nothing
        of an ability it lacks, and of one that the players apply."""


class PlayersApply:
    """The hand in an edition whose effects stay with the players: a Crew holds whom they put there."""

    def __init__(self, conditions: Conditions, scoring: Scoring, rows: Rows) -> None:
        self.conditions = conditions
        self.scoring = scoring
        self.rows = rows

    def room_for(
        self,
        cards: Models,
        state: State,
        printed: PrintedModel,
        seat: int,
        leaving: tuple[str, ...] = (),
        coming: tuple[str, ...] = (),
    ) -> bool:
        return True

    def changed_stat(self, stat: str, amount: int) -> Part | None:
        return None

    def parts_of(self, card: PrintedModel | PrintedUpgrade, ability: str) -> tuple[str, tuple[Part, ...]]:
        return "", ()
