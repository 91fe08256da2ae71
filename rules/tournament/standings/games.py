"""What has been played, as each side sees it."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator

from msgspec import Struct


class Outcome(enum.StrEnum):
    """How a game ended. ``SCORE``: by Victory Points; a forfeit names who was there."""

    SCORE = "score"
    FORFEIT_BY_A = "forfeit-by-a"
    FORFEIT_BY_B = "forfeit-by-b"
    FORFEIT_BY_BOTH = "forfeit-by-both"


class GameResult(Struct, frozen=True):
    """A finished game of ``a`` against ``b``, or a bye of ``a`` (``b`` None). ``winner`` overrules the
    score where both agree on one (0: a draw); factions and Strategy are for statistics."""

    round: int
    a: int
    b: int | None
    vp_a: int = 0
    vp_b: int = 0
    outcome: Outcome = Outcome.SCORE
    winner: int | None = None
    table: int = 0
    faction_a: str = ""
    faction_b: str = ""
    strategy: str = ""

    @property
    def won(self) -> tuple[bool | None, bool | None]:
        """Whether ``a`` and ``b`` won; both ``None`` for a draw. A bye is won, and who is not there loses."""
        if self.b is None:
            return True, False
        if self.outcome == Outcome.FORFEIT_BY_BOTH:
            return False, False
        if self.outcome != Outcome.SCORE:
            return self.outcome == Outcome.FORFEIT_BY_B, self.outcome == Outcome.FORFEIT_BY_A
        if self.winner is not None:
            return (None, None) if self.winner == 0 else (self.winner == self.a, self.winner == self.b)
        if self.vp_a == self.vp_b:
            return None, None
        return self.vp_a > self.vp_b, self.vp_b > self.vp_a

    @property
    def victor(self) -> int | None:
        """The player who won; ``None`` where nobody did."""
        first, second = self.won
        return self.a if first else self.b if second else None


class PlayerResult(Struct, frozen=True):
    """One game as ``player`` sees it; ``won`` None for a draw. ``kind``: game, bye, forfeit."""

    player: int
    opponent: int | None
    round: int
    vp: int
    vp_against: int
    won: bool | None
    kind: str = "game"
    faction: str = ""
    opponent_faction: str = ""
    strategy: str = ""


def sides(games: Iterable[GameResult]) -> Iterator[PlayerResult]:
    """Both sides of every game, the one side of every bye."""
    for game in games:
        if game.b is None:
            yield PlayerResult(game.a, None, game.round, 0, 0, True, "bye", game.faction_a)
            continue
        kind = "game" if game.outcome == Outcome.SCORE else "forfeit"
        won_a, won_b = game.won
        first = game.faction_a, game.faction_b, game.strategy
        second = game.faction_b, game.faction_a, game.strategy
        yield PlayerResult(game.a, game.b, game.round, game.vp_a, game.vp_b, won_a, kind, *first)
        yield PlayerResult(game.b, game.a, game.round, game.vp_b, game.vp_a, won_b, kind, *second)
