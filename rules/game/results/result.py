"""The result of an Encounter, the same for every way in which it was played (version 1).

Seats are 0 and 1. Lists by Turn start with Turn 1 and may be shorter than the game. The campaign reads
nothing else of an Encounter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from rules.edition import edition_of, meant_by
from rules.game.results.casualties import Casualty, FinishPolicies, Successor, casualty_faults
from rules.refusal import Violation

RESULT_VERSION = 1


class Scoring(Struct, frozen=True, kw_only=True):
    """The VP of an edition with their rows: ``turns`` is the usual number of Turns and ``goes_on`` whether
    flips may add more; ``strategy`` and ``scheme`` are the most VP of each, ``schemes`` the number of
    Schemes that may score, ``schemes_together`` the most VP of all of them (0: no further limit).

    ``strategy_by_turn`` and ``scheme_by_turn`` say whether it scores at most ``strategy_a_turn`` or
    ``scheme_a_turn`` VP in a Turn, and none before Turn ``first``. ``at_once`` is how many Schemes a side
    holds at a time, where others follow them during the game (0: all of them, from the pool); ``followed``
    is the row of what follows."""

    turns: int
    goes_on: bool
    strategy: int
    scheme: int
    schemes: int
    strategy_by_turn: bool
    scheme_by_turn: bool
    too_much: str
    first_turn: str
    after_end: str
    by_strategy: str
    by_scheme: str
    scheme_most: str
    chosen: str
    withdrawn: str
    first: int = 2
    strategy_a_turn: int = 1
    scheme_a_turn: int = 1
    schemes_together: int = 0
    at_once: int = 0
    followed: str = ""

    @property
    def of_schemes(self) -> int:
        """The most VP of all Schemes of a side."""
        return self.schemes_together or self.schemes * self.scheme

    @property
    def most(self) -> int:
        """The most VP in one game."""
        return self.strategy + self.of_schemes

    @property
    def chosen_first(self) -> int:
        """How many Schemes a side chooses before the game."""
        return self.at_once or self.schemes


class SchemeChain(Struct, frozen=True):
    """Schemes that take each other's place during a game: a side begins with one of ``first``, and one of its
    ``followers`` comes after each."""

    first: Collection[str]
    followers: Mapping[str, Collection[str]]

    def leads_through(self, names: Collection[str], held: int) -> bool:
        """Whether somebody who held so many, one after another, can have held all of ``names``."""
        wanted = frozenset(names)
        ways = {(name, wanted - {name}) for name in self.first}
        for _ in range(held - 1):
            ways |= {
                (follower, left - {follower})
                for name, left in ways
                for follower in self.followers.get(name, ())
            }
        return not wanted or any(not left for _, left in ways)


class ResultPolicies(FinishPolicies, Protocol):
    """The settings by which a result is judged; ``rules.campaign.policies.Policies`` has them."""

    @property
    def event_cap(self) -> int: ...
    @property
    def early_withdraw_turn(self) -> int: ...
    @property
    def early_withdraw_winner(self) -> Literal["stayer", "by_vp"]: ...
    @property
    def double_withdrawal(self) -> bool: ...


class HousePolicies(Struct, frozen=True):
    """The recommended settings, for a result outside a campaign."""

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
    """One Scheme and its VP in each Turn."""

    name: str
    vp: tuple[int, ...] = ()


class SeatResult(Struct, frozen=True, kw_only=True):
    """One side of a result. ``strategy_vp`` and each Scheme are by Turn; ``vp`` is as reported, before the
    rules of withdrawal; ``withdrew_turn`` is the Turn of a Strategic Withdrawal. ``event_ticks`` are the
    numbers of the Weekly Event's awards that were achieved, ``event_scrip`` their Scrip (SL-EVENT-04).
    ``proven_ticks`` are those of ``bounty_ticks`` that the log of an Encounter played or recorded here
    proves; the others rest on the players' statements. ``achieved`` are words for what a campaign asks of the
    Leader (``rules.campaign.system.EncounterRules``), ``more_vp`` the VP that they bring beside Strategy and
    Schemes, which are in ``vp``."""

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
    achieved: tuple[str, ...] = ()
    more_vp: int = 0

    @property
    def strategy_total(self) -> int:
        return sum(self.strategy_vp)


class EncounterResult(Struct, frozen=True, kw_only=True):
    """The result of an Encounter. ``ended_turn`` is the last Turn played."""

    seats: tuple[SeatResult, SeatResult]
    ended_turn: int
    version: int = RESULT_VERSION


class EncounterOutcome(Struct, frozen=True):
    """The outcome that counts: VP by seat after SL-WITHDRAW-04 to -09, the winner (``None``: a draw, A-31),
    the VP scored from the Strategy (A-20), who withdrew and whether early, and the reasons as sentences."""

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
    edition: str = "",
    chain: SchemeChain | None = None,
) -> tuple[Violation, ...]:
    """Everything impossible in a report. ``crews`` are the model ids that each seat hired, ``schemes``
    the names of those that may score, ``chain`` how they follow each other; ``None`` skips that check.
    ``edition`` selects the VP of the edition, and its rows."""
    played = edition_of(meant_by(edition))
    scoring = played.scoring
    faults = [*_game(result, policies, scoring)]
    for number, seat in enumerate(result.seats):
        faults += _strategy(number, seat, result.ended_turn, scoring)
        faults += _schemes(number, seat, result.ended_turn, schemes, scoring)
        if chain is not None and (schemes is None or all(row.name in schemes for row in seat.schemes)):
            faults += _followed(number, seat, result.ended_turn, chain, scoring)
        faults += _sum(number, seat, scoring)
        crew = crews[number] if crews else None
        foes = crews[1 - number] if crews else None
        withdrew = seat.withdrew_turn is not None
        faults += casualty_faults(number, seat.casualties, seat.successors, crew, withdrew, policies, foes)
        if not 0 <= seat.event_scrip <= policies.event_cap:
            sentence = (
                f"{seat.event_scrip} Scrip from the Weekly Event; 0 to {policies.event_cap} are possible."
            )
            faults.append(_fault("SL-EVENT-05", number, sentence))
    return played.rows.cited(tuple(faults))


def winner_by(vp: tuple[int, int]) -> int | None:
    """The side with more VP; ``None``: a draw (A-31)."""
    return None if vp[0] == vp[1] else int(vp[1] > vp[0])


def outcome(result: EncounterResult, policies: ResultPolicies = HOUSE) -> EncounterOutcome:
    """VP and winner after withdrawals (SL-WITHDRAW-04 to -09, A-12, A-20, A-31)."""
    withdrew = tuple(_withdrawal(seat, policies) for seat in result.seats)
    vp = [0 if when == "early" else seat.vp for seat, when in zip(result.seats, withdrew, strict=True)]
    strategy = [
        0 if when == "early" else seat.strategy_total
        for seat, when in zip(result.seats, withdrew, strict=True)
    ]
    notes: list[str] = []
    winner = winner_by((vp[0], vp[1]))
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


def _withdrawal(seat: SeatResult, policies: ResultPolicies) -> Literal["", "early", "late"]:
    if seat.withdrew_turn is None:
        return ""
    return "early" if seat.withdrew_turn <= policies.early_withdraw_turn else "late"


def _fault(rule: str, seat: int, sentence: str, fix: str = "Correct the report.") -> Violation:
    return Violation(rule, sentence, fix, f"seat-{seat}")


def _game(result: EncounterResult, policies: ResultPolicies, scoring: Scoring) -> Iterator[Violation]:
    if result.version != RESULT_VERSION:
        yield Violation("", f"Version {result.version} of a result is not known.", "Use version 1.")
    if result.ended_turn < 1 or (result.ended_turn > scoring.turns and not scoring.goes_on):
        latest = "or later" if scoring.goes_on else f"to {scoring.turns}"
        sentence = f"A game ends in Turn 1 {latest}, not in Turn {result.ended_turn}."
        yield Violation(scoring.after_end, sentence, "Correct it.")
    for number, seat in enumerate(result.seats):
        if seat.withdrew_turn is not None and not 1 <= seat.withdrew_turn <= result.ended_turn:
            sentence = (
                f"A withdrawal in Turn {seat.withdrew_turn} of a game that ended in {result.ended_turn}."
            )
            yield _fault(scoring.withdrawn, number, sentence)
    if all(seat.withdrew_turn is not None for seat in result.seats) and not policies.double_withdrawal:
        yield Violation(
            "A-09",
            "Both Crews withdrew; once one has, the other stays on the table.",
            "Name the Crew that withdrew first.",
        )


class _Cap(Struct, frozen=True):
    """The caps of one source: ``most`` VP in a game, ``a_turn`` in a Turn and none before the first that
    scores; with ``a_turn`` 0 neither."""

    most: int
    too_much: str
    rule: str
    a_turn: int


def _scored(
    what: str, seat: int, vp: tuple[int, ...], cap: _Cap, ended: int, scoring: Scoring
) -> Iterator[Violation]:
    """Check the caps that Strategy and Schemes share: per game, per Turn, none on Turn 1, none after
    the end."""
    if sum(vp) > cap.most:
        yield _fault(cap.too_much, seat, f"{what}: {sum(vp)} VP; {cap.most} is the most.")
    for turn, scored in enumerate(vp, 1):
        if scored < 0:
            yield _fault(cap.rule, seat, f"{what}: {scored} VP in Turn {turn}.")
        elif cap.a_turn and scored > cap.a_turn:
            sentence = f"{what}: {scored} VP in Turn {turn}; {cap.a_turn} is the most in a Turn."
            yield _fault(cap.rule, seat, sentence)
        if scored and turn < scoring.first and cap.a_turn:
            yield _fault(scoring.first_turn, seat, f"{what}: nothing scores on Turn {turn}.")
        elif scored and turn > ended:
            sentence = f"{what}: VP in Turn {turn}, but the game ended in Turn {ended}."
            yield _fault(scoring.after_end, seat, sentence)


def _strategy(number: int, seat: SeatResult, ended: int, scoring: Scoring) -> Iterator[Violation]:
    a_turn = scoring.strategy_a_turn if scoring.strategy_by_turn else 0
    cap = _Cap(scoring.strategy, scoring.too_much, scoring.by_strategy, a_turn)
    yield from _scored("Strategy", number, seat.strategy_vp, cap, ended, scoring)


def _schemes(
    number: int, seat: SeatResult, ended: int, pool: Collection[str] | None, scoring: Scoring
) -> Iterator[Violation]:
    if len(seat.schemes) > scoring.schemes:
        sentence = f"{len(seat.schemes)} Schemes; each side chooses {scoring.schemes}."
        yield _fault(scoring.chosen, number, sentence)
    names = [scheme.name for scheme in seat.schemes]
    if len(set(names)) < len(names):
        yield _fault(scoring.chosen, number, f"The two Schemes are the same: {names[0]}.")
    together = sum(sum(scheme.vp) for scheme in seat.schemes)
    if scoring.schemes_together and together > scoring.schemes_together:
        sentence = f"Schemes: {together} VP; {scoring.schemes_together} is the most of all together."
        yield _fault(scoring.scheme_most, number, sentence)
    a_turn = scoring.scheme_a_turn if scoring.scheme_by_turn else 0
    cap = _Cap(scoring.scheme, scoring.scheme_most, scoring.by_scheme, a_turn)
    for scheme in seat.schemes:
        yield from _scored(scheme.name, number, scheme.vp, cap, ended, scoring)
        if pool is not None and scheme.name not in pool:
            yield _fault(scoring.chosen, number, f"{scheme.name} is not in this Encounter's pool of Schemes.")


def _followed(
    number: int, seat: SeatResult, ended: int, chain: SchemeChain, scoring: Scoring
) -> Iterator[Violation]:
    """Each Turn's end brings at most one Scheme that follows the last; it scores from the next Turn on."""
    names = [scheme.name for scheme in seat.schemes]
    scored = [scheme.name for scheme in seat.schemes if any(scheme.vp)]
    if not (
        chain.leads_through(scored, min(scoring.schemes, ended))
        and chain.leads_through(names, min(scoring.schemes, ended + 1))
    ):
        sentence = (
            f"No side that begins with {', '.join(chain.first)} holds {', '.join(names)} in {ended} Turns, "
            "each follower after another."
        )
        yield _fault(scoring.followed, number, sentence)


def _sum(number: int, seat: SeatResult, scoring: Scoring) -> Iterator[Violation]:
    counted = seat.strategy_total + sum(sum(scheme.vp) for scheme in seat.schemes) + seat.more_vp
    if seat.vp != counted:
        sources = "Strategy, Schemes and what else brings VP" if seat.more_vp else "Strategy and Schemes"
        sentence = f"{seat.vp} VP reported; {sources} come to {counted}."
        yield _fault(scoring.too_much, number, sentence, "Make them agree.")


__all__ = [
    "HOUSE",
    "RESULT_VERSION",
    "Casualty",
    "EncounterOutcome",
    "EncounterResult",
    "HousePolicies",
    "ResultPolicies",
    "SchemeChain",
    "SchemeScore",
    "Scoring",
    "SeatResult",
    "Successor",
    "check_result",
    "outcome",
]
