"""Encounters played by bots with all invariants checked: ``manage.py simulate``.

A pure function of its seed: the same numbers and hash on every run, machine and ``PYTHONHASHSEED``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from rules.editions.m3e.play.play import Checkpoint, Play
from rules.editions.m3e.play.setup.hiring import Stock
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.simulation.bots import Bot, Greedy, RandomLegal
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.log import chain, dump, fold, load, replay
from rules.game.setup.setup import Setup
from rules.game.simulation.invariants import Watch, asks_tell_nothing, at_rest, sampled
from rules.game.table_access.exact_table import table_for

MOST_DECISIONS = 20_000
EVERY = 31
MakeSetup = Callable[[str], Setup]


class Run(Struct, frozen=True, kw_only=True):
    """One Encounter: its length, winner (``None``: a draw), hash, and broken invariants."""

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
    ``prompts`` are decisions in which players apply a card by hand, ``prompted_percent`` their share."""

    encounters: int
    seed: str
    decisions: int
    events: int
    wins: tuple[int, int, int]
    violations: tuple[str, ...]
    hash: str
    prompts: int = 0
    prompted_percent: float = 0.0


def players(seed: str, number: int) -> tuple[Bot, Bot]:
    """Return both bots: in every third Encounter both are random, otherwise one or both are greedy."""
    streams = [Stream(digest("mfx-simulate", seed, str(number), str(seat))) for seat in (0, 1)]
    kinds = ((RandomLegal, RandomLegal), (Greedy, RandomLegal), (Greedy, Greedy))[number % 3]
    return kinds[0](streams[0]), kinds[1](streams[1])


def play_one(
    setup: Setup,
    rules: Ruleset,
    bots: tuple[Bot, Bot],
    key: bytes,
    number: int = 0,
    stock: Stock | None = None,
) -> Run:
    """Play one Encounter to its end, checked after every decision."""
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(key), stock=stock)
    violations: list[str] = []
    eye = Watch()
    watch = Stream(digest("mfx-watch", key))
    folded, seen = fold(play.since.state, play.events), len(play.events)
    while not play.over and len(play.decisions) < MOST_DECISIONS:
        ask = play.asks[0]
        value = bots[ask.seat].answer(play, ask)
        play.answer(ask.seat, value)
        violations += eye.broken(play)
        folded, seen = fold(folded, play.events[seen:]), len(play.events)
        if folded != play.state:
            violations.append(f"after decision {len(play.decisions)} the events give another state")
        if len(play.decisions) % EVERY == 0:
            violations += sampled(play)
    if not play.over:
        violations.append(f"not over after {MOST_DECISIONS} decisions")
    violations += at_rest(play)
    violations += asks_tell_nothing(play, watch)
    violations += _both_logs(play, key, watch, stock)
    vp = (play.state.vp(0), play.state.vp(1))
    winner = None if vp[0] == vp[1] else int(vp[1] > vp[0])
    return Run(
        number=number,
        decisions=len(play.decisions),
        events=len(play.events),
        turns=play.state.turn,
        vp=vp,
        winner=winner,
        hash=play.hash,
        violations=tuple(f"{number}: {what}" for what in violations),
        prompts=sum(decision.kind == "apply" for decision in play.decisions),
    )


def _both_logs(play: Play, key: bytes, watch: Stream, stock: Stock | None) -> Iterator[str]:
    """Check that replay gives the same Encounter: from the start to any moment (undo = prefix), and on from
    the checkpoint before it to the end, for every decision."""
    decisions = load(dump(play.decisions))
    table = table_for(play.setup, play.rules)
    if chain(play.events) != play.hash:
        yield "the chain does not follow from the events"
    cut = watch.below(len(decisions))
    part = replay(play.setup, play.rules, table, KeyDealer(key), decisions[:cut], stock=stock)
    if part.events != play.events[: len(part.events)]:
        yield f"the first {cut} decisions do not give the first events"
    if fold(play.setup.first_state(), part.events) != part.state:
        yield f"folding after {cut} decisions gives another state"
    mark = msgspec.json.decode(msgspec.json.encode(part.checkpoint), type=Checkpoint)
    rest = replay(play.setup, play.rules, table, KeyDealer(key), decisions[mark.decisions :], mark, stock)
    if rest.hash != play.hash or rest.state != play.state:
        yield f"going on from the checkpoint before decision {cut} gives another Encounter"


def simulate(encounters: int, seed: str, make: MakeSetup, rules: Ruleset) -> Iterator[Run]:
    """Play that many Encounters, one after the other."""
    for number in range(encounters):
        setup = make(f"{seed}/{number}")
        key = digest("mfx-simulate-key", seed, str(number))
        yield play_one(setup, rules.with_policies(setup.policies), players(seed, number), key, number)


def summed(runs: Iterator[Run] | list[Run], seed: str) -> Summary:
    """Return the summary that ``--json`` prints."""
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
