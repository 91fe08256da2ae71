"""A sheet that computes the Victory Points of an Encounter from what is counted at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from rules.refusal import Total


class ScoredStrategy(Protocol):
    """A Strategy that can be taken; ``aim`` says what fulfils it."""

    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aim(self) -> str: ...


class ScoredScheme(Protocol):
    """A Scheme that can be taken: for one ``faction`` alone, or for something ``chosen``; announcing it pays,
    or it must be announced."""

    @property
    def rule(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aim(self) -> str: ...
    @property
    def faction(self) -> str | None: ...
    @property
    def chosen(self) -> str: ...
    @property
    def announcing_pays(self) -> bool: ...
    @property
    def must_be_announced(self) -> bool: ...


class ScoreResult(Protocol):
    """Both totals with their lines, and the seat that won, ``None`` for a draw."""

    @property
    def totals(self) -> tuple[Total, Total]: ...
    @property
    def winner(self) -> int | None: ...


class TakenScheme(Struct, frozen=True):
    """A Scheme as it stands on the sheet."""

    name: str
    announced: bool = False
    of: str = ""
    done: bool = False


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """What a score sheet asks, and how it computes the score.

    ``counts`` label the numbers that are counted at the end, ``choices`` what is chosen instead (label, then
    values with their words). ``schemes_of`` says how many Schemes a format allows. ``side`` makes one side of
    Strategy, counts, Schemes and faction; of two sides ``needed`` says which counts they read, by seat, and
    ``score`` computes it, for a format. ``question`` is a program's body: ``format``, and ``sides`` as
    ``side`` makes them, as in ``example``.
    """

    rule: str
    note: str
    note_rule: str
    factions: tuple[str, ...]
    strategies: Mapping[str, ScoredStrategy]
    schemes: Mapping[str, ScoredScheme]
    counts: Mapping[str, str]
    choices: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]]
    schemes_of: Callable[[str], int]
    side: Callable[[str, Mapping[str, Any], Sequence[TakenScheme], str], Any]
    needed: Callable[[Sequence[Any]], tuple[set[str], set[str]]]
    score: Callable[[Sequence[Any], str], ScoreResult]
    question: type[Any]
    example: Mapping[str, Any]
