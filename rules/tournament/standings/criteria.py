"""How results count, and the tiebreaks: a scheme is data, every event has its own.

A scheme's ``order`` is its ranking criterion followed by the tiebreaks, in their order.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rules.columns import Criterion


def in_words(order: Iterable[Criterion]) -> str:
    """An order as a sentence's part.

    >>> in_words((Criterion.WINS, Criterion.SCRIP))
    'wins, then Scrip'
    """
    return ", then ".join(criterion.words for criterion in order)


class Award(Struct, frozen=True):
    """What something other than a game counts: points, Victory Points, and those of the other side."""

    points: int
    vp: int = 0
    vp_against: int = 0


class Scheme(Struct, frozen=True):
    """Points of a win, a draw and a loss; what a bye and a forfeit count; the cap of one game's difference
    (None: none); the order. Strengths of opponents count their points."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: Award = Award(3)
    forfeit_won: Award = Award(3)
    forfeit_lost: Award = Award(0)
    difference_cap: int | None = None
    order: tuple[Criterion, ...] = (
        Criterion.POINTS,
        Criterion.DIFFERENCE,
        Criterion.VICTORY_POINTS,
        Criterion.OPPONENTS,
        Criterion.HEAD_TO_HEAD,
    )

    @property
    def bye_in_words(self) -> str:
        """What a bye does in the table, as a clause.

        >>> Scheme().bye_in_words, Scheme(bye=Award(3, 10, 5)).bye_in_words, CAMPAIGN.bye_in_words
        ('counts 3 points', 'counts 3 points and 10–5 VP', 'counts nothing in the table')
        """
        points = f"{self.bye.points} point{'' if self.bye.points == 1 else 's'}"
        if self.bye.vp or self.bye.vp_against:
            return f"counts {points} and {self.bye.vp}–{self.bye.vp_against} VP"
        return f"counts {points}" if self.bye.points else "counts nothing in the table"


class ByeWorth(enum.StrEnum):
    """What an organiser can let a bye count: as the scheme has it, or one of these without Victory Points."""

    SCHEME = "scheme"
    WIN = "win"
    DRAW = "draw"
    HALF = "half"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        return WORTH[self]

    def in_scheme(self, scheme: Scheme) -> Scheme:
        """The scheme in which a bye counts so; points are whole, so half a win of an odd number rounds up.

        >>> [worth.in_scheme(MALIFAUX).bye.points for worth in ByeWorth]
        [3, 3, 1, 2, 0]
        """
        if self == ByeWorth.SCHEME:
            return scheme
        half = (scheme.win + 1) // 2
        points = {ByeWorth.WIN: scheme.win, ByeWorth.DRAW: scheme.draw, ByeWorth.HALF: half}.get(self, 0)
        return replace(scheme, bye=Award(points))


WORTH = {
    ByeWorth.SCHEME: "as the standings say",
    ByeWorth.WIN: "as a win",
    ByeWorth.DRAW: "as a draw",
    ByeWorth.HALF: "as half a win, rounded up",
    ByeWorth.NOTHING: "nothing",
}

MALIFAUX = Scheme()
"""Tournament points, then the difference, then Victory Points; then who had the harder way."""

STRENGTH_FIRST = Scheme(
    order=(
        Criterion.POINTS,
        Criterion.OPPONENTS,
        Criterion.OPPONENTS_OPPONENTS,
        Criterion.DIFFERENCE,
        Criterion.VICTORY_POINTS,
    )
)
"""Points, then the strength of schedule before any margin."""

DUEL = Scheme(
    win=2,
    bye=Award(2),
    forfeit_won=Award(2),
    order=(
        Criterion.POINTS,
        Criterion.HEAD_TO_HEAD,
        Criterion.BEATEN,
        Criterion.OPPONENTS_CUT,
        Criterion.WINS,
    ),
)
"""Two points a win and no margins, as in leagues of duels."""

SECOND_EDITION = Scheme(
    bye=Award(3, 10, 5),
    forfeit_won=Award(3, 10, 0),
    order=MALIFAUX.order,
)
"""As Second Edition days count: a bye is a win of 10 to 5 VP, a concession one of 10 to 0 (M2-SCORE-10)."""

CAMPAIGN = Scheme(
    win=2,
    bye=Award(0),
    order=(
        Criterion.WINS,
        Criterion.DRAWS,
        Criterion.DIFFERENCE,
        Criterion.VICTORY_POINTS,
        Criterion.ARSENAL,
    ),
)
"""A league of Shifting Loyalties: wins, draws, difference, Victory Points, Arsenal value."""

SCHEMES = {
    "malifaux": MALIFAUX,
    "strength-first": STRENGTH_FIRST,
    "second-edition": SECOND_EDITION,
    "duel": DUEL,
    "campaign": CAMPAIGN,
}


def scheme_of(name: str, order: Iterable[str] = (), bye: str = ByeWorth.SCHEME) -> Scheme:
    """The scheme of that name, in an order of one's own where one is given (what stands twice counts once),
    in which a bye counts as said.

    >>> in_words(scheme_of("campaign", ("scrip", "wins")).order)
    'Scrip, then wins'
    """
    own = tuple(Criterion(word) for word in dict.fromkeys(order))
    scheme = ByeWorth(bye).in_scheme(SCHEMES[name])
    return replace(scheme, order=own) if own else scheme
