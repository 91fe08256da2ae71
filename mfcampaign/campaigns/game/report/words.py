"""A report in words, for reading."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import ArsenalBounty, ArsenalUpgrade, Game, GameSide, Report
from rules.campaign.charts.rows import Portion
from rules.campaign.system import systems
from rules.edition import edition_of
from rules.fate.cards import Card
from rules.game.league.needs import finding, record_of
from rules.game.results.casualties import Successor
from rules.game.results.result import Casualty, EncounterOutcome, EncounterResult, outcome

HOW_WORDS = {
    "killed": "killed",
    "buried": "buried at the end",
    "automatic": "finished off by an effect",
    "sacrificed": "sacrificed",
}

ACHIEVEMENT_WORDS = {
    word: question for system in systems() for word, question in system.encounter.achievements
}
"""What campaigns ask of a side, by the stored word."""
MORE_VP = "Injuries and Lucky Misses"


# In every line ``recorded`` is what the record of the game has otherwise, empty where it has the same.


class Line(Struct, frozen=True):
    """One fact in words; ``of`` is what it is of."""

    of: Any
    text: str
    recorded: str = ""


class Row(Struct, frozen=True):
    """VP of the Strategy or of one Scheme, by Turn and in all."""

    name: str
    turns: tuple[int, ...]
    sum: int
    recorded: str = ""


class Lost(Struct, frozen=True):
    """A casualty in words: the model and its name, what became of it, the card if it was written down and the
    one it was cheated from; ``by`` whose hand, where somebody wrote that down."""

    model: int
    name: str
    finished_off: bool
    card: str
    cheated_from: str = ""
    how: str = "killed"
    flipless: bool = False
    by: str = ""
    recorded: str = ""


class ChangedLine(Struct, frozen=True):
    """One fact that a report has otherwise than the record: what it is of, as reported, as recorded."""

    of: str
    reported: str
    recorded: str

    @property
    def sentence(self) -> str:
        return f"{self.of}: {self.reported}; in the record: {self.recorded}."


class Scored(Struct, frozen=True):
    """One side of a report, for reading: VP by Turn for each source. ``not_reported`` is what the record
    alone has."""

    label: str
    faction: str
    rows: tuple[Row, ...]
    vp: int
    counts: int
    lost: tuple[Lost, ...]
    withdrew_turn: int | None
    event_scrip: int
    heirs: tuple[Line, ...] = ()
    bounty: tuple[Line, ...] = ()
    used_up: tuple[Line, ...] = ()
    achieved: tuple[Line, ...] = ()
    withdrew_recorded: str = ""
    event_recorded: str = ""
    not_reported: tuple[ChangedLine, ...] = ()


class ReportView(Struct, frozen=True):
    """The newest report, and what the viewer may do with it. ``record_url`` is the Encounter that was played
    or recorded of the game, ``changed`` is what the report has otherwise."""

    number: int
    state: str
    by: str
    by_seat: int | None
    sides: tuple[Scored, Scored]
    outcome: EncounterOutcome
    winner: str
    ended_turn: int
    result: EncounterResult
    objection: str = ""
    reason: str = ""
    ruled_by: str = ""
    later: bool = False
    """A ruling made it after the Aftermaths had begun."""
    due: dt.datetime | None = None
    """When it counts without an answer, while it waits for one."""
    record_url: str = ""
    changed: tuple[ChangedLine, ...] = ()
    ended_recorded: str = ""


def report_view(game: Game, sides: Sequence[GameSide], report: Report) -> ReportView:
    """A report as a table to read. No query when its people are loaded and it ticks no Bounty."""
    result = loading.result(report)
    score = outcome(result, game.week.rules)
    names = names_of(game.reveal)
    gains = report_words(sides, result, score)
    by_turn = edition_of(game.week.campaign.edition).scoring.scheme_by_turn
    first, second = (_scored(side, result, score, names, gains, by_turn=by_turn) for side in sides)
    by = next((side for side in sides if side.entry_id == report.by_entry_id), None)
    return ReportView(
        number=report.number,
        state=report.state,
        by=by.label if by else "an organiser",
        by_seat=by.seat if by else None,
        sides=(first, second),
        outcome=score,
        winner="" if score.winner is None else sides[score.winner].label,
        ended_turn=result.ended_turn,
        result=result,
        objection=report.objection,
        reason=report.reason,
        ruled_by=str(report.ruled_by or ""),
        later=game.confirmed_at is not None and report.created_at > game.confirmed_at,
        due=report.due_at if report.state == Report.State.PROPOSED else None,
    )


def names_of(reveal: Mapping[str, Any]) -> dict[int, str]:
    """The hired models of both sides, of the snapshot of the reveal."""
    return {member["id"]: member["name"] for seat in reveal["seats"] for member in seat["members"]}


def _scored(
    side: GameSide,
    result: EncounterResult,
    score: EncounterOutcome,
    names: Mapping[int, str],
    gains: Gains,
    *,
    by_turn: bool,
) -> Scored:
    mine = result.seats[side.seat]
    turns = range(result.ended_turn)
    return Scored(
        label=side.label,
        faction=side.entry.faction,
        rows=(
            _row("Strategy", mine.strategy_vp, turns),
            *(_row(scheme.name, scheme.vp, turns, by_turn=by_turn) for scheme in mine.schemes),
            *([_row(MORE_VP, (mine.more_vp,), turns, by_turn=False)] if mine.more_vp else []),
        ),
        vp=mine.vp,
        counts=score.vp[side.seat],
        lost=tuple(_lost(casualty, names) for casualty in mine.casualties),
        withdrew_turn=mine.withdrew_turn,
        event_scrip=mine.event_scrip,
        heirs=tuple(Line(tuple(sorted(heir.originals)), heir_words(heir, names)) for heir in mine.successors),
        bounty=gains[side.seat][0],
        used_up=gains[side.seat][1],
        achieved=tuple(Line(word, ACHIEVEMENT_WORDS.get(word, word)) for word in mine.achieved),
    )


def _row(name: str, vp: Sequence[int], turns: range, *, by_turn: bool = True) -> Row:
    """VP by Turn and in total; without ``by_turn`` a total alone."""
    return Row(name, tuple(vp[turn] if by_turn and turn < len(vp) else 0 for turn in turns), sum(vp))


def _lost(casualty: Casualty, names: Mapping[int, str]) -> Lost:
    name = names.get(casualty.model_id, f"Model {casualty.model_id}")
    return Lost(
        casualty.model_id,
        name,
        casualty.finished_off,
        casualty.flip or "",
        casualty.cheated_from or "",
        HOW_WORDS[casualty.how],
        casualty.how == "automatic",
        names.get(casualty.killed_by, "") if casualty.killed_by is not None else "",
    )


Gains = tuple[tuple[tuple[Line, ...], tuple[Line, ...]], ...]
"""By seat: the portions ticked, the Upgrades used up."""


def report_words(sides: Sequence[GameSide], result: EncounterResult, score: EncounterOutcome) -> Gains:
    """Both sides by seat; each tick of a Bounty says what it rests on. One query for Bounties if any is
    ticked, one for Upgrades if any is used up."""
    ordered = sorted(sides, key=lambda side: side.seat)
    ticked = {s.entry_id: result.seats[s.seat].bounty for s in ordered if result.seats[s.seat].bounty_ticks}
    bounties: dict[int, ArsenalBounty] = {}
    if ticked:
        for row in ArsenalBounty.objects.filter(entry__in=ticked, slug__in=set(ticked.values())):
            if ticked[row.entry_id] == row.slug:
                bounties[row.entry_id] = row
    used = [pk for seat in result.seats for pk in seat.used_up]
    names = dict(ArsenalUpgrade.objects.filter(pk__in=used).values_list("pk", "name")) if used else {}
    return tuple(
        (
            _ticks(bounties.get(side.entry_id), side, result, score),
            tuple(Line(pk, names.get(pk, f"Upgrade {pk}")) for pk in result.seats[side.seat].used_up),
        )
        for side in ordered
    )


def _ticks(
    row: ArsenalBounty | None, side: GameSide, result: EncounterResult, score: EncounterOutcome
) -> tuple[Line, ...]:
    ticks = result.seats[side.seat].bounty_ticks
    if not ticks:
        return ()
    portions = msgspec.convert(row.portions, tuple[Portion, ...]) if row is not None else ()
    goals = {portion.id: portion.goal for portion in portions}
    name = row.name if row is not None else "Bounty"
    return tuple(
        Line(
            portion,
            f"{name}: {goals.get(portion, portion)}"
            + (f", {ticks.count(portion)} times" if ticks.count(portion) > 1 else "")
            + f" ({_rests_on(portion, portions, side, result, score)})",
        )
        for portion in dict.fromkeys(ticks)
    )


def _rests_on(
    name: str,
    portions: Sequence[Portion],
    side: GameSide,
    result: EncounterResult,
    score: EncounterOutcome,
) -> str:
    """Whether the log or the report itself shows a portion, or only the players know it (SL-BOUNTY-05)."""
    own, game = result.seats[side.seat], side.game
    times = own.bounty_ticks.count(name)
    if own.proven_ticks.count(name) >= times:
        return "the log of the game proves it"
    pool = [scheme["name"] for scheme in game.scenario["schemes"]]
    crews = (loading.fighters(game, 0), loading.fighters(game, 1))
    needs = next((portion.needs for portion in portions if portion.id == name), "")
    if finding(needs, side.seat, record_of(result, score, crews, pool)).proven >= times:
        return "the report shows it"
    return f"on the word of {side.label}: confirming says it was so"


def heir_words(heir: Successor, names: Mapping[int, str]) -> str:
    """One successor as a sentence."""
    who = " and ".join(names.get(pk, f"Model {pk}") for pk in heir.originals)
    fate = "stayed in play"
    if heir.owed:
        fate = "was killed, its Finished Off flip still owed"
    elif heir.killed:
        fate = "was Finished Off" if heir.finished_off else "was killed, not Finished Off"
    return f"{' then '.join(heir.names)} stood for {who} and {fate}."


def lost_words(fell: Casualty, names: Mapping[int, str]) -> str:
    """What became of a model that fell, in words."""
    how = HOW_WORDS[fell.how] + (f" by {names.get(fell.killed_by, '')}" if fell.killed_by is not None else "")
    if fell.owed:
        return f"{how}, its Finished Off flip still owed"
    if fell.how == "automatic" or (fell.how == "sacrificed" and fell.flip is None):
        return how
    card = "no card" if fell.flip is None else Card.parse(fell.flip).spoken
    cheated = f", cheated for the {Card.parse(fell.cheated_from).spoken}" if fell.cheated_from else ""
    return f"{how}, {'Finished Off' if fell.finished_off else 'not Finished Off'} ({card}{cheated})"
