"""What players of a Second Edition Encounter ask at the table: how long it takes, what a model counts for
Strategies that weigh models."""

from __future__ import annotations

from rules.crews.catalogue import ENFORCER, HENCHMAN, MASTER, MINION, PEON

TIMES = ((25, (30, 45)), (40, (45, 60)))
"""Minutes of an Encounter of up to so many Soulstones (M2-SCORE-08)."""
LONGEST = (60, 90)
BOUNTIES = {PEON: 0, MINION: 1, ENFORCER: 2, HENCHMAN: 3, MASTER: 4}
"""What a model counts for Collect the Bounty (M2-STR-07)."""
LEADER_OF_OURS = 10


def minutes(size: int) -> tuple[int, int]:
    """How long an Encounter of that size takes, at least and at most (M2-SCORE-08).

    >>> minutes(25), minutes(35), minutes(50)
    ((30, 45), (45, 60), (60, 90))
    """
    return next((time for most, time in TIMES if size <= most), LONGEST)


def weight(strategy: str, station: str, cost: int | None, *, leader: bool) -> int | None:
    """What a model counts for the Strategy, ``None`` for one that weighs nobody. Of Ours the Leader counts
    10, which also serves a Master, who has no cost (M2-STR-10, SL-CREW-05).

    >>> (
    ...     weight("Collect the Bounty", "Henchman", 9, leader=True),
    ...     weight("Turf War", "Minion", 5, leader=False),
    ... )
    (3, None)
    """
    if strategy == "Collect the Bounty":
        return BOUNTIES.get(station, 0)
    if strategy == "Ours":
        return LEADER_OF_OURS if leader else cost or 0
    return None
