"""The one record in which every Encounter ends, however it was played (version 1).

Seats are 0 and 1. Turn lists start with Turn 1 and may be shorter than the game. The campaign reads
nothing else of an Encounter.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol

from msgspec import Struct

from rules.core.refusal import Violation

RESULT_VERSION = 1
TURNS = 5


class ResultPolicies(Protocol):
    """The settings a result is judged by; ``rules.core.campaign.policies.Policies`` is one."""

    @property
    def finish_threshold(self) -> int: ...
    @property
    def event_cap(self) -> int: ...
    @property
    def early_withdraw_turn(self) -> int: ...
    @property
    def early_withdraw_winner(self) -> Literal["stayer", "by_vp"]: ...
    @property
    def double_withdrawal(self) -> bool: ...


class HousePolicies(Struct, frozen=True):
    """The recommended settings, for a result judged outside a campaign."""

    finish_threshold: int = 3
    event_cap: int = 6
    early_withdraw_turn: int = 2
    early_withdraw_winner: Literal["stayer", "by_vp"] = "stayer"
    double_withdrawal: bool = False


HOUSE = HousePolicies()


class SchemeScore(Struct, frozen=True):
    """One Scheme and the VP it scored in each Turn."""

    name: str
    vp: tuple[int, ...] = ()


class Casualty(Struct, frozen=True):
    """A model of the Arsenal that was killed (buried at the end counts, SL-FINISH-07).

    ``flip`` is the final card of its Finished Off flip as a code (``9r``, ``BJ``); ``None`` where an
    effect finished it off by itself (SL-FINISH-08) or the table did not write the card down.
    """

    model_id: int
    finished_off: bool
    flip: str | None = None


class SeatResult(Struct, frozen=True, kw_only=True):
    """One side. ``strategy_vp`` and each Scheme by Turn; ``vp`` as reported, before the rules of
    withdrawal; ``withdrew_turn`` is the Turn of a Strategic Withdrawal."""

    strategy_vp: tuple[int, ...] = ()
    schemes: tuple[SchemeScore, ...] = ()
    vp: int = 0
    casualties: tuple[Casualty, ...] = ()
    withdrew_turn: int | None = None
    bounty_ticks: tuple[str, ...] = ()
    event_scrip: int = 0

    @property
    def strategy_total(self) -> int:
        return sum(self.strategy_vp)


class EncounterResult(Struct, frozen=True, kw_only=True):
    """What happened. ``ended_turn`` is the last Turn played, 1 to 5."""

    seats: tuple[SeatResult, SeatResult]
    ended_turn: int
    version: int = RESULT_VERSION


class Outcome(Struct, frozen=True):
    """What counts: VP per seat after SL-WITHDRAW-04 to -09, the winner (``None``: a draw, A-31), the
    VP really scored from the Strategy (A-20), who withdrew and whether early, and why in sentences."""

    vp: tuple[int, int]
    winner: int | None
    strategy_vp: tuple[int, int]
    withdrew: tuple[str, str]
    notes: tuple[Violation, ...] = ()


def check_result(
    result: EncounterResult,
    crews: tuple[Collection[int], Collection[int]] | None = None,
    schemes: Collection[str] | None = None,
    policies: ResultPolicies = HOUSE,
) -> tuple[Violation, ...]:
    """Everything impossible in a report. ``crews`` are the model ids each seat hired, ``schemes`` the
    names of the Encounter's pool; what is ``None`` is not checked."""
    raise NotImplementedError


def outcome(result: EncounterResult, policies: ResultPolicies = HOUSE) -> Outcome:
    """VP and winner after withdrawals (SL-WITHDRAW-04 to -09, A-12, A-20, A-31)."""
    raise NotImplementedError
