"""Decides which round comes next, and pairs the formats that need no search. It reads records and writes
nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from mfcampaign.events import ladder
from mfcampaign.events.loading import Record, winner_of
from mfcampaign.events.models import Event
from rules.tournament import brackets
from rules.tournament import round_robin as schedule
from rules.tournament.pairing.field import mixed_bits
from rules.wording import counted_are

Stage = Literal["rounds", "cut", "bracket", "ladder", "done"]


class Planned(Struct, frozen=True):
    """One game to come by players' numbers; ``b`` None for a bye."""

    a: int
    b: int | None
    why: str
    match: int = 0


def main_rounds(event: Event) -> int:
    """The number of rounds before a cut."""
    if event.knockout:
        return 0
    if event.format in (Event.Format.ROBIN, Event.Format.GROUPS) and event.groups:
        return max(len(schedule.round_robin(group)) for group in event.groups)
    return event.rounds


def planned_rounds(record: Record) -> int:
    """The number of rounds that the event is to have: those before a cut, and those of its bracket."""
    event = record.event
    size = len(event.seeds) or (len(by_strength(record, 0)) if event.knockout else event.cut)
    return main_rounds(event) + len({(m.side, m.round) for m in _matches(event, size)} if size > 1 else ())


def missing(count: int, number: int) -> str:
    """What round ``number`` waits for, in words."""
    return f"{counted_are(count, f'result of round {number}', f'results of round {number}')} missing"


def stage(record: Record) -> Stage:
    """The next round to pair."""
    event = record.event
    if event.climbing:
        return "ladder"
    if event.seeds or event.knockout:
        return "done" if event.seeds and not open_ties(record) and champion(record) else "bracket"
    played = sum(1 for r in record.published if not r.knockout)
    if played < main_rounds(event) or (event.format == Event.Format.GROUPS and not event.groups):
        return "rounds"
    return "cut" if event.cut or event.format == Event.Format.GROUPS else "done"


def too_few(record: Record) -> str:
    """Why no round can be paired of those who are left, in a sentence; empty where one can be. In a bracket
    whoever is left goes through."""
    if record.event.of_teams:
        return "" if len(record.teams_here) > 1 else "Fewer than two teams are here."
    here = record.here
    if len(here) > 1 or (here and record.event.seeds and record.published):
        return ""
    return f"Only {here[0].name} is here: nobody is left to play." if here else "Nobody is here any more."


def cut_is_open(record: Record) -> bool:
    """Whether a cut is made and no game of its bracket is out yet."""
    event = record.event
    return bool(event.seeds) and not event.knockout and not any(r.knockout for r in record.published)


def by_strength(record: Record, lot: int) -> list[int]:
    """Those who are here, the highest rating first, equals by lot."""
    here = [p for p in record.here if not p.ringer]
    return [p.number for p in sorted(here, key=lambda p: (-p.rating, mixed_bits(p.number, lot), p.number))]


def dealt(record: Record, lot: int) -> list[list[int]]:
    """The groups of the event, everybody in one where each meets each."""
    seeds = by_strength(record, lot)
    count = record.event.group_count if record.event.format == Event.Format.GROUPS else 1
    return [list(group) for group in schedule.groups(seeds, count)]


def matchday(record: Record, number: int) -> list[Planned]:
    """Round ``number`` of every group."""
    games: list[Planned] = []
    for place, group in enumerate(record.event.groups, start=1):
        days = schedule.round_robin(group)
        if number > len(days):
            continue
        why = (
            f"Everybody meets everybody in group {place}."
            if len(record.event.groups) > 1
            else ("Everybody meets everybody.")
        )
        day = days[number - 1]
        games += [Planned(g.first, g.second, why) for g in day.games]
        if day.bye is not None:
            games.append(Planned(day.bye, None, "An odd number plays; everybody has one bye."))
    return games


def qualified(record: Record) -> list[int]:
    """Seeds of the cut, best first: the top of the table, or the best of every group. ``ValueError`` if
    too few are left."""
    here = {p.number for p in record.here}
    order = [row.player for row in record.table().rows if row.player in here]
    if record.event.format == Event.Format.GROUPS:
        ranked = [[n for n in order if n in set(group)] for group in record.event.groups]
        return list(schedule.cut(ranked, max(1, (record.event.cut or 4) // len(ranked))))
    if len(order) < max(2, record.event.cut):
        raise ValueError("Fewer are left than go on.")
    return order[: record.event.cut]


def matches(event: Event) -> Sequence[brackets.Match]:
    return _matches(event, len(event.seeds))


def _matches(event: Event, count: int) -> Sequence[brackets.Match]:
    return (
        brackets.double_elimination(count)
        if event.format == Event.Format.DOUBLE
        else brackets.single_elimination(count)
    )


def ties(record: Record) -> tuple[brackets.Tie, ...]:
    """The bracket as the confirmed games leave it."""
    if not record.event.seeds:
        return ()
    won = {row.match: winner for row in record.rows if row.match and (winner := winner_of(row)) is not None}
    return brackets.bracket_after(matches(record.event), record.event.seeds, won)


def open_ties(record: Record) -> list[brackets.Tie]:
    return [tie for tie in ties(record) if tie.open]


def champion(record: Record) -> int | None:
    stands = ties(record)
    return brackets.champion(stands) if stands else None


def bracket_games(record: Record) -> list[Planned]:
    seed = {number: place for place, number in enumerate(record.event.seeds, start=1)}
    return [
        Planned(
            tie.a, tie.b, f"{_place(tie)}: seed {seed[tie.a]} against seed {seed[tie.b]}.", tie.match.number
        )
        for tie in open_ties(record)
        if tie.a is not None and tie.b is not None
    ]


def _place(tie: brackets.Tie) -> str:
    words = {"winners": "Bracket", "losers": "Second chance", "third": "For the third place"}
    side = words.get(tie.match.side, tie.match.side.capitalize())
    return f"{side}, round {tie.match.round}" if tie.match.side in ("winners", "losers") else side


def final_order(record: Record) -> list[tuple[int, int]]:
    """Place and number of everybody: those of the bracket by how far they came, or of the ladder by their
    rungs, then the table."""
    rows = [(row.rank, row.player) for row in record.table().rows]
    if record.event.climbing:
        return _followed(list(enumerate(ladder.rungs(record), start=1)), rows)
    if not record.event.seeds:
        return rows
    stands = ties(record)
    lost: dict[int, int] = {}
    groups: dict[tuple[str, int], int] = {}
    for place, tie in enumerate(stands):
        depth = groups.setdefault((tie.match.side, tie.match.round), place)
        if tie.winner is not None and not tie.walkover and not tie.needless:
            loser = tie.b if tie.winner == tie.a else tie.a
            if loser is not None:
                lost[loser] = depth
    top = brackets.champion(stands)
    far = len(stands) + 1
    depth_of = {n: far + 1 if n == top else lost.get(n, far) for n in record.event.seeds}
    order = sorted(record.event.seeds, key=lambda n: (-depth_of[n], record.event.seeds.index(n)))
    ranked: list[tuple[int, int]] = []
    for place, number in enumerate(order, start=1):
        same = ranked and depth_of[ranked[-1][1]] == depth_of[number]
        ranked.append((ranked[-1][0] if same else place, number))
    return _followed(ranked, rows)


def _followed(ranked: list[tuple[int, int]], rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """``ranked``, and behind them everybody else in the standings."""
    placed = {number for _, number in ranked}
    rest = [(rank, n) for rank, n in rows if n not in placed]
    offset = len(ranked)
    ranks = sorted({rank for rank, _ in rest})
    behind = {rank: offset + 1 + sum(1 for r, _ in rest if r < rank) for rank in ranks}
    return ranked + [(behind[rank], number) for rank, number in rest]
