"""What an edition decides about the referee's hand: its Conditions, its caps, whom a Crew may hold, and the
words for what a command does for a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from rules.game.conditions import Conditions
from rules.game.printed import Models, Part, PrintedModel, PrintedUpgrade
from rules.game.results.result import Scoring
from rules.game.state import State, VictoryPoint
from rules.refusal import Violation
from rules.topics import Rows


class HandRules(Protocol):
    """One edition's; ``conditions`` and ``scoring`` are what may be entered, by its ``rows``."""

    conditions: Conditions
    scoring: Scoring
    rows: Rows

    def capped(
        self, state: State, source: str, step: str, own: Sequence[VictoryPoint]
    ) -> Iterator[Violation]:
        """Why the source scores no VP more in that step; ``own`` is what the side scored from it."""

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

    def capped(
        self, state: State, source: str, step: str, own: Sequence[VictoryPoint]
    ) -> Iterator[Violation]:
        """Check the caps of M3E-TURN-21."""
        if state.turn < 2:
            yield Violation("score.most", "Nothing scores on Turn 1.", "")
        if any(score.turn == state.turn for score in own):
            yield Violation("score.scheme", f"{source} has scored this Turn.", "One VP a Turn from each.")
        if len(own) >= (self.scoring.strategy if step == "strategy" else self.scoring.scheme):
            yield Violation("score.most", f"{source} has scored all it can.", "")

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
