"""Play-offs at the end of a season (A-43): who is seeded, when a round is played, who goes on from a match.

A bracket of single elimination; each of its rounds takes one week, the last weeks of the season.
"""

from __future__ import annotations

from msgspec import Struct

from rules.tournament.brackets import Match

LAST_ROUNDS = ("Final", "Semi-final", "Quarter-final")


class Outcome(Struct, frozen=True):
    """Who goes on from a match, and why, as a clause."""

    winner: int
    why: str


def rounds_of(players: int) -> int:
    """How many rounds a bracket of ``players`` has.

    >>> [rounds_of(players) for players in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 3, 3, 4]
    """
    return (players - 1).bit_length()


def starting_size(wanted: int, active: int, weeks_left: int) -> int:
    """How many players begin the play-offs in a week that is the first of the last ``weeks_left``; 0 in one
    that comes too early. ``wanted`` is the house rule, ``active`` the players there are.

    >>> [starting_size(8, 20, left) for left in (4, 3, 2)], starting_size(8, 4, 3), starting_size(0, 9, 1)
    ([0, 8, 4], 0, 0)
    """
    size = min(wanted, active)
    if size < 2 or rounds_of(size) < weeks_left:
        return 0
    return min(size, 1 << weeks_left)


def round_name(match: Match, players: int) -> str:
    """What people call the round of ``match`` in a bracket of ``players``.

    >>> from rules.tournament.brackets import single_elimination
    >>> [round_name(match, 4) for match in single_elimination(4, third=True)]
    ['Semi-final', 'Semi-final', 'Final', 'Third place']
    """
    if match.side == "third":
        return "Third place"
    left = rounds_of(players) - match.round
    return LAST_ROUNDS[left] if left < len(LAST_ROUNDS) else f"Round of {2 ** (left + 1)}"


def outcome_of(
    higher: int, lower: int, *, winner: int | None = None, absent: int | None = None, drawn: bool = False
) -> Outcome:
    """Who goes on from the match of two seeds: the ``winner`` of their game, else who did not stay away,
    else the higher seed.

    >>> outcome_of(11, 14, winner=14).why, outcome_of(11, 14, drawn=True).why
    ('won the game', 'the game was drawn, the higher seed goes on')
    """
    if winner is not None:
        return Outcome(winner, "won the game")
    if absent is not None:
        return Outcome(lower if absent == higher else higher, "the other did not come")
    why = "the game was drawn" if drawn else "the game was not played"
    return Outcome(higher, f"{why}, the higher seed goes on")
