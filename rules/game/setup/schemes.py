"""Schemes that each side writes down before the game, with what each has noted, revealed or hidden.

A choice stays with its owner while it is hidden; what was written down is what can score. Which Schemes ask
for what, and what may be noted, is the edition's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from rules.game.results.result import SeatResult
from rules.refusal import Violation

Reveal = Literal["gains", "nothing", "hidden"]


class WrittenScheme(Struct, frozen=True, omit_defaults=True):
    """One Scheme as it is written down: the ids of the ``own`` and the ``enemy`` model that it has noted, and
    whether it starts ``revealed``."""

    name: str
    revealed: bool = False
    own: int | None = None
    enemy: int | None = None


class SchemeModel(Struct, frozen=True):
    """A hired model as Schemes look at it: ``cost`` is what it costs for them, ``None`` for a Master
    (SL-CREW-05)."""

    id: int
    name: str
    station: str
    cost: int | None
    leader: bool = False


class SchemeTerms(Struct, frozen=True, kw_only=True):
    """What a Scheme asks for when it is chosen: a ``reveal`` that gains a VP, that gains nothing, or none;
    whether an own or an enemy model is noted; ``hidden_most`` VP it comes to when it started hidden, ``None``
    for as many as revealed."""

    reveal: Reveal = "nothing"
    own: bool = False
    enemy: bool = False
    hidden_most: int | None = None


Check = Callable[
    [Sequence[WrittenScheme], Collection[str], str, Sequence[SchemeModel], Sequence[SchemeModel]],
    tuple[Violation, ...],
]
CheckScored = Callable[[Sequence[WrittenScheme], SeatResult, int, str], Iterator[Violation]]


class SchemesWritten(Struct, frozen=True, kw_only=True):
    """How an edition has ``number`` Schemes written down.

    ``terms`` of a Scheme by its name and the season; ``check`` is everything that keeps choices from being
    written down, by the pool, the season, the own and the enemy Crew; ``check_scored`` holds a seat's report
    against them; ``rule`` is the row by which they are chosen.
    """

    number: int
    rule: str
    terms: Callable[[str, str], SchemeTerms]
    check: Check
    check_scored: CheckScored


def open_to_all(choices: Iterable[WrittenScheme]) -> tuple[WrittenScheme, ...]:
    """What the opponent may see of them before the report: those that started revealed (M2-SETUP-17)."""
    return tuple(choice for choice in choices if choice.revealed)
