"""Encounters played to their end by bots, with all invariants checked after every decision: the loop, the
checks of both logs, and the summary of many."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from rules.fate.shuffle import Stream
from rules.game.driver import Driver
from rules.game.log import chain, dump, fold, follow, load
from rules.game.simulation.bots import Bot
from rules.game.simulation.invariants import asks_tell_nothing, at_rest, sampled
from rules.game.stored import Checkpoint

MOST_DECISIONS = 20_000
EVERY = 31
D = TypeVar("D", bound=Driver)


class Run(Struct, frozen=True, kw_only=True):
    """One Encounter: its length, winner (``None``: a draw), hash, and broken invariants. ``prompts`` are
    decisions in which players apply a card by hand."""

    number: int
    decisions: int
    events: int
    turns: int
    vp: tuple[int, int]
    winner: int | None
    hash: str
    violations: tuple[str, ...] = ()
    prompts: int = 0


class Summary(Struct, frozen=True, kw_only=True):
    """The summary of many. ``hash`` covers all hashes in order; ``wins`` of seat 0, of seat 1, draws.
    ``prompted_percent`` is the share of prompts."""

    encounters: int
    seed: str
    decisions: int
    events: int
    wins: tuple[int, int, int]
    violations: tuple[str, ...]
    hash: str
    prompts: int = 0
    prompted_percent: float = 0.0


def played_out(
    play: D,
    bots: tuple[Bot[D], Bot[D]],
    broken: Callable[[D], Iterable[str]],
    again: Callable[[Checkpoint | None], D],
    watch: Stream,
    number: int = 0,
) -> Run:
    """Play one Encounter to its end. ``broken`` are the edition's invariants after a decision, ``again``
    begins the same Encounter anew, or at a checkpoint; ``watch`` says where both logs are cut."""
    violations: list[str] = []
    folded, seen = fold(play.since.state, play.events), len(play.events)
    while not play.over and len(play.decisions) < MOST_DECISIONS:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
        violations += broken(play)
        folded, seen = fold(folded, play.events[seen:]), len(play.events)
        if folded != play.state:
            violations.append(f"after decision {len(play.decisions)} the events give another state")
        if len(play.decisions) % EVERY == 0:
            violations += sampled(play)
    if not play.over:
        violations.append(f"not over after {MOST_DECISIONS} decisions")
    violations += at_rest(play)
    violations += asks_tell_nothing(play)
    violations += _both_logs(play, again, watch)
    vp = (play.state.vp(0), play.state.vp(1))
    return Run(
        number=number,
        decisions=len(play.decisions),
        events=len(play.events),
        turns=play.state.turn,
        vp=vp,
        winner=None if vp[0] == vp[1] else int(vp[1] > vp[0]),
        hash=play.hash,
        violations=tuple(f"{number}: {what}" for what in violations),
        prompts=sum(decision.kind == "apply" for decision in play.decisions),
    )


def _both_logs(play: D, again: Callable[[Checkpoint | None], D], watch: Stream) -> Iterator[str]:
    """Check that following the decisions gives the same Encounter: from the start to any moment (undo =
    prefix), and on from the checkpoint before it to the end."""
    decisions = load(dump(play.decisions))
    if chain(play.events) != play.hash:
        yield "the chain does not follow from the events"
    cut = watch.below(len(decisions))
    part = follow(again(None), decisions[:cut])
    if part.events != play.events[: len(part.events)]:
        yield f"the first {cut} decisions do not give the first events"
    if fold(play.since.state, part.events) != part.state:
        yield f"folding after {cut} decisions gives another state"
    mark = play.stored.checkpoint(msgspec.json.encode(part.checkpoint))
    rest = follow(again(mark), decisions[mark.decisions :])
    if rest.hash != play.hash or rest.state != play.state:
        yield f"going on from the checkpoint before decision {cut} gives another Encounter"


def summed(runs: Iterable[Run], seed: str) -> Summary:
    """The summary that ``--json`` prints."""
    all_runs = list(runs)
    chained = hashlib.sha256("".join(run.hash for run in all_runs).encode()).hexdigest()
    wins = (
        sum(run.winner == 0 for run in all_runs),
        sum(run.winner == 1 for run in all_runs),
        sum(run.winner is None for run in all_runs),
    )
    decisions, prompts = sum(run.decisions for run in all_runs), sum(run.prompts for run in all_runs)
    return Summary(
        encounters=len(all_runs),
        seed=seed,
        decisions=decisions,
        events=sum(run.events for run in all_runs),
        wins=wins,
        hash=chained,
        violations=tuple(what for run in all_runs for what in run.violations),
        prompts=prompts,
        prompted_percent=round(100 * prompts / decisions, 2) if decisions else 0.0,
    )


def as_json(summary: Summary) -> str:
    return msgspec.json.encode(summary).decode()
