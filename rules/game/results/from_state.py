"""The step from a finished Encounter to the one record that the campaign reads (``result.py``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.game.league.finished_off import open_falls
from rules.game.league.needs import GameRecord, finding
from rules.game.league.policies import policies_of
from rules.game.league.portions import logged_game
from rules.game.league.terms import SideTerms
from rules.game.results.casualties import Casualty, Successor
from rules.game.results.result import EncounterResult, SchemeScore, Scoring, SeatResult
from rules.game.setup.setup import EncounterSetup
from rules.game.state import FallenModel, State, VictoryPoint
from rules.wording import counted


def result_of(
    setup: EncounterSetup, state: State, scoring: Scoring, gave_up: int | None = None
) -> EncounterResult:
    """The result of an Encounter played or recorded: VP by Turn and source, the Arsenal's models that
    fell and their killers, successors, withdrawals and claims.

    ``gave_up`` is the seat that ended it early, which counts as a Strategic Withdrawal in the Turn reached
    (SL-WITHDRAW-04, -07), unless the other Crew has withdrawn, for only one may (A-09). Claimed portions and
    awards count unless the log contradicts them; awards that it proves count without a claim (SL-BOUNTY-05,
    SL-EVENT-04).
    """
    result = _with_awards(setup, state, without_ticks(setup, state, gave_up), scoring)
    game = logged_game(setup, state, result, scoring)
    seats = tuple(
        _ticked(own, state, seat, setup.terms.sides[seat], game) if setup.terms else own
        for seat, own in enumerate(result.seats)
    )
    return replace(result, seats=(seats[0], seats[1]))


class UncountedClaim(Struct, frozen=True):
    """A portion of a Bounty, or an award of the Weekly Event, that a side claimed and that does not count,
    ``times`` of it: ``why`` the log contradicts it."""

    seat: int
    what: str
    times: int
    why: str


def uncounted_claims(
    setup: EncounterSetup, state: State, result: EncounterResult, scoring: Scoring
) -> Iterator[UncountedClaim]:
    """What was claimed and is missing in the ``result`` of that state (SL-BOUNTY-05, SL-EVENT-04)."""
    if setup.terms is None:
        return
    game = logged_game(setup, state, result, scoring)
    for seat, (own, side) in enumerate(zip(result.seats, setup.terms.sides, strict=True)):
        ticked = Counter(_claimed(state, seat, "portion")) - Counter(own.bounty_ticks)
        for portion in side.portions:
            if times := ticked[portion.id]:
                can = finding(portion.needs, seat, game)
                why = can.why or f"the game had it {counted(can.most or 0, 'time')}"
                yield UncountedClaim(seat, portion.goal, times, why)
        had = {int(number) for number in _claimed(state, seat, "award")} - set(own.event_ticks)
        for award in side.awards:
            if award.number in had:
                yield UncountedClaim(seat, award.condition, 1, finding(award.needs, seat, game).why)


def without_ticks(setup: EncounterSetup, state: State, gave_up: int | None = None) -> EncounterResult:
    """The result before portions of a Bounty and awards are counted."""
    left = gave_up if not state.withdrawals else None
    falls = _falls(setup, state, gave_up is not None, left)
    seats = [_seat(setup, state, seat, falls) for seat in (0, 1)]
    turn = max(1, state.turn)
    if left is not None:
        seats[left] = replace(seats[left], withdrew_turn=turn)
    return EncounterResult(seats=(seats[0], seats[1]), ended_turn=turn)


def _with_awards(
    setup: EncounterSetup, state: State, result: EncounterResult, scoring: Scoring
) -> EncounterResult:
    terms = setup.terms
    if terms is None or not any(side.awards for side in terms.sides):
        return result
    game = logged_game(setup, state, result, scoring)
    seats = []
    for seat, (own, side) in enumerate(zip(result.seats, terms.sides, strict=True)):
        claimed = _claimed(state, seat, "award")
        had = [
            award
            for award in side.awards
            if (can := finding(award.needs, seat, game)).proven
            or (str(award.number) in claimed and can.most != 0)
        ]
        scrip = min(sum(award.scrip for award in had), terms.event_cap)
        ticks = tuple(sorted(award.number for award in had))
        seats.append(replace(own, event_ticks=ticks, event_scrip=scrip))
    return replace(result, seats=(seats[0], seats[1]))


def _ticked(own: SeatResult, state: State, seat: int, side: SideTerms, game: GameRecord) -> SeatResult:
    """``own`` with the portions it claimed, and those of them that the log proves."""
    needs = {portion.id: portion.needs for portion in side.portions}
    ticks: list[str] = []
    proven: list[str] = []
    for portion, times in Counter(_claimed(state, seat, "portion")).items():
        can = finding(needs.get(portion, ""), seat, game)
        counts = times if can.most is None else min(times, can.most)
        ticks += [portion] * counts
        proven += [portion] * min(counts, can.proven)
    if not ticks:
        return own
    return replace(own, bounty=side.bounty, bounty_ticks=tuple(ticks), proven_ticks=tuple(proven))


class _Fall(Struct, frozen=True):
    """A fallen model with its flip, or with the flip that it owes."""

    fell: FallenModel
    owed: bool = False


def _falls(setup: EncounterSetup, state: State, ended: bool, left: int | None) -> dict[str, _Fall]:
    """Every fall by model: those with a flip, then those without. A model that was Buried when its flip was
    entered has not fallen if it came back, or left with its Crew (A-10)."""
    stays = policies_of(setup).withdraw_buried == "killed"
    killed = {kill.victim for kill in state.kills}
    falls = {}
    for fall in state.falls:
        model = state.models[fall.model]
        gone = model.seat == left or state.withdrew(model.seat) is not None
        back = model.where == "table" or (gone and not stays)
        if fall.model in killed or not back:
            falls[fall.model] = _Fall(fall)
    for each in open_falls(setup, state, ended=ended, left=left):
        falls[each.model] = _Fall(FallenModel(model=each.model, how=each.how), owed=each.owes)
    return falls


def _seat(setup: EncounterSetup, state: State, seat: int, falls: Mapping[str, _Fall]) -> SeatResult:
    own = [score for score in state.scores if score.seat == seat]
    other = [score for score in own if score.step != "strategy"]
    named = (*(scheme.name for scheme in state.crews[seat].schemes), *(score.source for score in other))
    schemes = dict.fromkeys(named)
    return SeatResult(
        strategy_vp=_by_turn(state, [score for score in own if score.step == "strategy"]),
        schemes=tuple(
            SchemeScore(name, _by_turn(state, [score for score in other if score.source == name]))
            for name in schemes
        ),
        vp=state.vp(seat),
        casualties=tuple(_casualties(setup, state, seat, falls)),
        successors=tuple(_successors(setup, state, seat, falls)),
        withdrew_turn=state.withdrew(seat),
        used_up=tuple(_used_up(setup, state, seat)),
    )


def _claimed(state: State, seat: int, kind: str) -> list[str]:
    return [claim.what for claim in state.claims if claim.seat == seat and claim.kind == kind]


def _casualties(
    setup: EncounterSetup, state: State, seat: int, falls: Mapping[str, _Fall]
) -> Iterator[Casualty]:
    ids = setup.arsenal_ids()
    replaced = {name for heir in state.heirs for name in heir.originals}
    for name, each in falls.items():
        fall = each.fell
        if name in ids and name not in replaced and state.models[name].seat == seat:
            yield Casualty(
                ids[name],
                fall.finished_off,
                fall.flip or None,
                fall.how,
                fall.cheated_from or None,
                _killer(state, ids, name, seat),
                each.owed,
            )


def _killer(state: State, ids: dict[str, int], victim: str, seat: int) -> int | None:
    """The Arsenal's number of the enemy model that killed it; ``None`` when no such model did."""
    kill = next((candidate for candidate in state.kills if candidate.victim == victim), None)
    return ids.get(kill.by) if kill is not None and kill.by_seat == 1 - seat else None


def _successors(
    setup: EncounterSetup, state: State, seat: int, falls: Mapping[str, _Fall]
) -> Iterator[Successor]:
    ids = setup.arsenal_ids()
    for heir in state.heirs:
        if state.models[heir.model].seat != seat:
            continue
        each = falls.get(heir.model)
        fall = each.fell if each is not None else None
        # Who was sacrificed where only kills count left without being killed (SL-3E-11).
        killed = each is not None and (each.owed or bool(each.fell.flip) or each.fell.how != "sacrificed")
        yield Successor(
            originals=tuple(ids[name] for name in heir.originals),
            names=heir.names,
            killed=killed,
            finished_off=fall is not None and fall.finished_off,
            flip=(fall.flip if fall else "") or None,
            cheated_from=(fall.cheated_from if fall else "") or None,
            owed=each is not None and each.owed,
        )


def _used_up(setup: EncounterSetup, state: State, seat: int) -> Iterator[int]:
    hired = setup.hired()
    for claim in state.claims:
        if claim.seat == seat and claim.kind == "used_up" and claim.model in hired:
            owned = hired[claim.model].owned
            if claim.what in owned:
                yield owned[claim.what]


def _by_turn(state: State, scores: list[VictoryPoint]) -> tuple[int, ...]:
    vp = [0] * max(1, state.turn)
    for score in scores:
        vp[score.turn - 1] += 1
    return tuple(vp)
