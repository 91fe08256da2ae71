"""The one record in which every Encounter ends, however it was played (version 1).

Seats are 0 and 1. Turn lists start with Turn 1 and may be shorter than the game. The campaign reads
nothing else of an Encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, Protocol

from msgspec import Struct

from rules.fate.cards import Card
from rules.game.results.casualties import Casualty, FinishPolicies, Successor, casualty_faults, finishes_off
from rules.refusal import Violation

RESULT_VERSION = 1
TURNS = 5
STRATEGY_VP, SCHEME_VP, SCHEMES = 4, 2, 2


class ResultPolicies(FinishPolicies, Protocol):
    """The settings a result is judged by; ``rules.campaign.policies.Policies`` is one."""

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
    finish_jokers: Literal["core", "reflip"] = "core"
    finish_trigger: Literal["killed", "killed_or_sacrificed"] = "killed"
    replace_chain: bool = True
    withdraw_buried: Literal["removed", "killed"] = "removed"
    event_cap: int = 6
    early_withdraw_turn: int = 2
    early_withdraw_winner: Literal["stayer", "by_vp"] = "stayer"
    double_withdrawal: bool = False


HOUSE = HousePolicies()


class SchemeScore(Struct, frozen=True):
    """One Scheme and the VP it scored in each Turn."""

    name: str
    vp: tuple[int, ...] = ()


class SeatResult(Struct, frozen=True, kw_only=True):
    """One side. ``strategy_vp`` and each Scheme by Turn; ``vp`` as reported, before the rules of
    withdrawal; ``withdrew_turn`` is the Turn of a Strategic Withdrawal; ``event_ticks`` are the numbers of
    the Weekly Event's awards that were achieved, ``event_scrip`` what they came to (SL-EVENT-04).
    ``proven_ticks`` are those of ``bounty_ticks`` that the log of an Encounter played or recorded here
    proves; the others rest on the players' word."""

    strategy_vp: tuple[int, ...] = ()
    schemes: tuple[SchemeScore, ...] = ()
    vp: int = 0
    casualties: tuple[Casualty, ...] = ()
    successors: tuple[Successor, ...] = ()
    withdrew_turn: int | None = None
    bounty: str = ""
    bounty_ticks: tuple[str, ...] = ()
    used_up: tuple[int, ...] = ()
    event_scrip: int = 0
    event_ticks: tuple[int, ...] = ()
    proven_ticks: tuple[str, ...] = ()

    @property
    def strategy_total(self) -> int:
        return sum(self.strategy_vp)


class EncounterResult(Struct, frozen=True, kw_only=True):
    """What happened. ``ended_turn`` is the last Turn played, 1 to 5."""

    seats: tuple[SeatResult, SeatResult]
    ended_turn: int
    version: int = RESULT_VERSION


class EncounterOutcome(Struct, frozen=True):
    """What counts: VP per seat after SL-WITHDRAW-04 to -09, the winner (``None``: a draw, A-31), the
    VP really scored from the Strategy (A-20), who withdrew and whether early, and why in sentences."""

    vp: tuple[int, int]
    winner: int | None
    strategy_vp: tuple[int, int]
    withdrew: tuple[Literal["", "early", "late"], Literal["", "early", "late"]]
    notes: tuple[str, ...] = ()


def check_result(
    result: EncounterResult,
    crews: tuple[Collection[int], Collection[int]] | None = None,
    schemes: Collection[str] | None = None,
    policies: ResultPolicies = HOUSE,
) -> tuple[Violation, ...]:
    """Everything impossible in a report. ``crews`` are the model ids each seat hired, ``schemes`` the
    names of the Encounter's pool; what is ``None`` is not checked."""
    faults = [*_game(result, policies)]
    for number, seat in enumerate(result.seats):
        faults += _strategy(number, seat, result.ended_turn)
        faults += _schemes(number, seat, result.ended_turn, schemes)
        faults += _sum(number, seat)
        crew = crews[number] if crews else None
        foes = crews[1 - number] if crews else None
        withdrew = seat.withdrew_turn is not None
        faults += casualty_faults(number, seat.casualties, seat.successors, crew, withdrew, policies, foes)
        if not 0 <= seat.event_scrip <= policies.event_cap:
            sentence = (
                f"{seat.event_scrip} Scrip from the Weekly Event; 0 to {policies.event_cap} are possible."
            )
            faults.append(_fault("SL-EVENT-05", number, sentence))
    return tuple(faults)


def outcome(result: EncounterResult, policies: ResultPolicies = HOUSE) -> EncounterOutcome:
    """VP and winner after withdrawals (SL-WITHDRAW-04 to -09, A-12, A-20, A-31)."""
    withdrew = tuple(_withdrawal(seat, policies) for seat in result.seats)
    vp = [0 if when == "early" else seat.vp for seat, when in zip(result.seats, withdrew, strict=True)]
    strategy = [
        0 if when == "early" else seat.strategy_total
        for seat, when in zip(result.seats, withdrew, strict=True)
    ]
    notes: list[str] = []
    winner = None if vp[0] == vp[1] else int(vp[1] > vp[0])
    if sum(when != "" for when in withdrew) == 1:
        gone = 0 if withdrew[0] else 1
        stayer = 1 - gone
        if withdrew[gone] == "early":
            notes.append("An early Strategic Withdrawal leaves that Crew without VP.")
            if policies.early_withdraw_winner == "stayer":
                winner = stayer
        elif vp[gone] >= vp[stayer]:
            vp[stayer] = vp[gone] + 1
            winner = stayer
            notes.append(f"After a late Strategic Withdrawal the Crew that stayed counts as {vp[stayer]} VP.")
    return EncounterOutcome(
        (vp[0], vp[1]), winner, (strategy[0], strategy[1]), (withdrew[0], withdrew[1]), tuple(notes)
    )


def is_finished_off(card: Card, policies: ResultPolicies = HOUSE) -> bool:
    """What a Finished Off flip says: 3 or more, so never the Black Joker and always the Red (A-08).

    >>> [is_finished_off(Card.parse(code)) for code in ("2r", "3r", "BJ", "RJ")]
    [False, True, False, True]
    """
    return finishes_off(card, policies)


def _withdrawal(seat: SeatResult, policies: ResultPolicies) -> Literal["", "early", "late"]:
    if seat.withdrew_turn is None:
        return ""
    return "early" if seat.withdrew_turn <= policies.early_withdraw_turn else "late"


def _fault(rule: str, seat: int, sentence: str, fix: str = "Correct the report.") -> Violation:
    return Violation(rule, sentence, fix, f"seat-{seat}")


def _game(result: EncounterResult, policies: ResultPolicies) -> Iterator[Violation]:
    if result.version != RESULT_VERSION:
        yield Violation("", f"Version {result.version} of a result is not known.", "Use version 1.")
    if not 1 <= result.ended_turn <= TURNS:
        yield Violation(
            "M3E-TURN-22",
            f"A game ends in Turn 1 to {TURNS}, not in Turn {result.ended_turn}.",
            "Correct it.",
        )
    for number, seat in enumerate(result.seats):
        if seat.withdrew_turn is not None and not 1 <= seat.withdrew_turn <= result.ended_turn:
            sentence = (
                f"A withdrawal in Turn {seat.withdrew_turn} of a game that ended in {result.ended_turn}."
            )
            yield _fault("SL-WITHDRAW-01", number, sentence)
    if all(seat.withdrew_turn is not None for seat in result.seats) and not policies.double_withdrawal:
        yield Violation(
            "A-09",
            "Both Crews withdrew; once one has, the other stays on the table.",
            "Name the Crew that withdrew first.",
        )


def _scored(
    rule: str, what: str, seat: int, vp: tuple[int, ...], most: int, ended: int
) -> Iterator[Violation]:
    """The caps shared by Strategy and Schemes: per game, per Turn, none on Turn 1, none after the end."""
    if sum(vp) > most:
        yield _fault("M3E-TURN-21", seat, f"{what}: {sum(vp)} VP; {most} is the most.")
    for turn, scored in enumerate(vp, 1):
        if scored < 0:
            yield _fault(rule, seat, f"{what}: {scored} VP in Turn {turn}.")
        elif scored > 1:
            yield _fault(rule, seat, f"{what}: {scored} VP in Turn {turn}; 1 is the most in a Turn.")
        if scored and turn == 1:
            yield _fault("M3E-TURN-21", seat, f"{what}: nothing scores on Turn 1.")
        elif scored and turn > ended:
            yield _fault(
                "M3E-TURN-22", seat, f"{what}: VP in Turn {turn}, but the game ended in Turn {ended}."
            )


def _strategy(number: int, seat: SeatResult, ended: int) -> Iterator[Violation]:
    yield from _scored("M3E-STRAT-01", "Strategy", number, seat.strategy_vp, STRATEGY_VP, ended)


def _schemes(number: int, seat: SeatResult, ended: int, pool: Collection[str] | None) -> Iterator[Violation]:
    if len(seat.schemes) > SCHEMES:
        yield _fault("M3E-SETUP-18", number, f"{len(seat.schemes)} Schemes; each side chooses {SCHEMES}.")
    names = [scheme.name for scheme in seat.schemes]
    if len(set(names)) < len(names):
        yield _fault("M3E-SETUP-18", number, f"The two Schemes are the same: {names[0]}.")
    for scheme in seat.schemes:
        yield from _scored("M3E-SCHEME-02", scheme.name, number, scheme.vp, SCHEME_VP, ended)
        if pool is not None and scheme.name not in pool:
            yield _fault("M3E-SETUP-18", number, f"{scheme.name} is not in this Encounter's pool of Schemes.")


def _sum(number: int, seat: SeatResult) -> Iterator[Violation]:
    counted = seat.strategy_total + sum(sum(scheme.vp) for scheme in seat.schemes)
    if seat.vp != counted:
        sentence = f"{seat.vp} VP reported; Strategy and Schemes come to {counted}."
        yield _fault("M3E-TURN-21", number, sentence, "Make them agree.")


__all__ = [
    "HOUSE",
    "RESULT_VERSION",
    "Casualty",
    "EncounterOutcome",
    "EncounterResult",
    "HousePolicies",
    "ResultPolicies",
    "SchemeScore",
    "SeatResult",
    "Successor",
    "check_result",
    "is_finished_off",
    "outcome",
]
