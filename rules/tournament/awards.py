"""Awards at the end of a season, from the figures of its record. Pure; a tie is shared and said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct


class SeasonFigures(Struct, frozen=True):
    """What one player did: games won, VP, models killed and lost, and the best single moments.

    ``upset`` is the largest Campaign Rating by which a beaten opponent's Crew was ahead; ``streak`` the
    longest run of wins; ``best`` the most VP in one game; ``survivor`` the most games one model of
    theirs lived through that is still there.
    """

    entry: int
    rank: int
    games: int = 0
    wins: int = 0
    vp: int = 0
    best: int = 0
    kills: int = 0
    lost: int = 0
    injuries: int = 0
    annihilated: int = 0
    earned: int = 0
    upset: int = 0
    streak: int = 0
    survivor: int = 0


class Award(Struct, frozen=True):
    """``winners`` are entries, in the order of the table; ``reason`` is a sentence without its subject."""

    name: str
    winners: tuple[int, ...]
    figure: int
    reason: str

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1


class _Kind(Struct, frozen=True):
    """``reason`` of a figure of one, and of more; ``least`` is what earns it."""

    name: str
    figure: Callable[[SeasonFigures], int]
    one: str
    more: str
    least: int = 1


_KINDS = (
    _Kind(
        "Heaviest Hand", lambda d: d.vp, "scored 1 Victory Point in all", "scored {} Victory Points in all"
    ),
    _Kind(
        "Finest Hour",
        lambda d: d.best,
        "scored 1 Victory Point in one game",
        "scored {} Victory Points in one game",
    ),
    _Kind("Long Run", lambda d: d.streak, "", "won {} games in a row", least=2),
    _Kind("Giant Slayer", lambda d: d.upset, "beat a Crew rated 1 higher", "beat a Crew rated {} higher"),
    _Kind(
        "Undertaker’s Friend",
        lambda d: d.kills,
        "killed 1 enemy model",
        "killed {} enemy models",
    ),
    _Kind(
        "Walking Wounded",
        lambda d: d.injuries,
        "has 1 Injury",
        "has {} Injuries",
    ),
    _Kind("Fresh Graves", lambda d: d.annihilated, "lost 1 model for good", "lost {} models for good"),
    _Kind("Deep Pockets", lambda d: d.earned, "earned 1 Scrip", "earned {} Scrip"),
    _Kind("Old Hand", lambda d: d.survivor, "", "has a model that came home from {} games", least=2),
)


def awards(figures: Sequence[SeasonFigures], champion: int | None = None) -> list[Award]:
    """The Champion first, then every award whose figure anybody has; nobody gets one for nothing.
    ``champion`` is the entry that won the play-offs, where there were any (A-43).

    >>> won = awards([SeasonFigures(1, rank=1, games=2, vp=9), SeasonFigures(2, rank=2, games=2, vp=9)])
    >>> [(award.name, award.winners) for award in won]
    [('Champion', (1,)), ('Heaviest Hand', (1, 2))]
    """
    ranked = sorted(figures, key=lambda d: (d.rank, d.entry))
    awarded = []
    played = [d for d in ranked if d.games]
    if champion is not None:
        awarded.append(Award("Champion", (champion,), 1, "won the play-offs"))
    elif played:
        first = played[0].rank
        champions = tuple(d.entry for d in played if d.rank == first)
        awarded.append(Award("Champion", champions, first, "first in the standings"))
    for kind in _KINDS:
        best = max((kind.figure(d) for d in ranked), default=0)
        if best >= kind.least:
            winners = tuple(d.entry for d in ranked if kind.figure(d) == best)
            awarded.append(
                Award(kind.name, winners, best, (kind.one if best == 1 else kind.more).format(best))
            )
    return awarded
