"""What was recorded of a game beside what is reported of it: what a report takes over, what is still owed,
what was changed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mfcampaign.campaigns.game.report.words import (
    ACHIEVEMENT_WORDS,
    ChangedLine,
    ReportView,
    Scored,
    heir_words,
    lost_words,
)
from mfcampaign.play.queries.so_far import SoFar
from rules.edition import edition_of
from rules.game.results.casualties import Casualty, Successor
from rules.game.results.comparing import Difference, Fact, differences
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal
from rules.wording import counted, listed

Names = Mapping[int, str]
"""The hired models of both sides by their numbers in the Arsenals."""


class FlipsOwed(Refusal):
    """A result cannot be reported yet: models fell, and their Finished Off flips are not entered."""


def owed_in(result: EncounterResult, names: Names) -> list[str]:
    """The names of those whose Finished Off flip is owed."""
    fell = (names.get(each.model_id, "") for seat in result.seats for each in seat.casualties if each.owed)
    heirs = (each.names[-1] for seat in result.seats for each in seat.successors if each.owed)
    return [*fell, *heirs]


def expect_settled(so_far: SoFar, names: Names) -> None:
    """Refuse to report what is owed as if nothing had been (SL-FINISH-01)."""
    if owed := owed_in(so_far.result, names):
        flips = "flip" if len(owed) == 1 else "flips"
        raise FlipsOwed(
            f"The Finished Off {flips} of {listed(owed)} {'is' if len(owed) == 1 else 'are'} still owed.",
            rule="SL-FINISH-01",
            fix="Enter the card, or say in the report what became of it.",
        )
    if down := [names.get(number, "") for number in so_far.down]:
        raise FlipsOwed(
            f"{listed(down)} {'has' if len(down) == 1 else 'have'} no Health left in the record, and "
            f"{'is' if len(down) == 1 else 'are'} not marked killed.",
            fix="Take the end back and mark it, or say in the report what became of it.",
        )


def changes_of(so_far: SoFar, reported: EncounterResult, edition: str) -> tuple[Difference, ...]:
    """What a report has otherwise than the record."""
    return differences(so_far.result, reported, by_turn=edition_of(edition).scoring.scheme_by_turn)


def changed(so_far: SoFar, reported: EncounterResult, names: Names, edition: str) -> tuple[ChangedLine, ...]:
    """The same in lines, but for what the record owes."""
    words = _Words(so_far, names)
    otherwise = changes_of(so_far, reported, edition)
    return tuple(words.line(each) for each in otherwise if not getattr(each.one, "owed", False))


def beside(report: ReportView, so_far: SoFar, names: Names, edition: str) -> ReportView:
    """The report with what the record has, at each line that was changed by hand."""
    words = _Words(so_far, names)
    otherwise = changes_of(so_far, report.result, edition)
    first, second = (
        _marked(side, [each for each in otherwise if each.seat == seat], words, so_far.result.seats[seat])
        for seat, side in enumerate(report.sides)
    )
    ended = [words.said("ended", each.one) for each in otherwise if each.what == "ended"]
    return replace(
        report,
        sides=(first, second),
        record_url=so_far.url,
        changed=tuple(words.line(each) for each in otherwise),
        ended_recorded="".join(ended),
    )


def _marked(
    side: Scored,
    otherwise: Sequence[Difference],
    words: _Words,
    recorded: SeatResult,
) -> Scored:
    """One side with its marks; what the record alone has is listed at its end."""
    awards = any(each.what == "award" for each in otherwise)
    left: dict[tuple[Fact, Any], Difference] = {
        (each.what, each.of): each for each in otherwise if each.what != "award"
    }

    def mark(what: Fact, of: Any) -> str:
        each = left.pop((what, of), None)
        return words.said(what, each.one) if each is not None else ""

    rows = tuple(
        replace(row, recorded=mark("scheme", row.name) if number else mark("strategy", None))
        for number, row in enumerate(side.rows)
    )
    lost = tuple(replace(each, recorded=mark("casualty", each.model)) for each in side.lost)
    lines = {
        "heirs": tuple(replace(each, recorded=mark("successor", each.of)) for each in side.heirs),
        "bounty": tuple(replace(each, recorded=mark("tick", each.of)) for each in side.bounty),
        "used_up": tuple(replace(each, recorded=mark("used_up", each.of)) for each in side.used_up),
    }
    withdrew = mark("withdrawal", None) if side.withdrew_turn is not None else ""
    return replace(
        side,
        rows=rows,
        lost=lost,
        **lines,
        withdrew_recorded=withdrew,
        event_recorded=f"{recorded.event_scrip} Scrip" if awards else "",
        not_reported=tuple(words.line(each) for each in left.values()),
    )


class _Words:
    """A difference in words."""

    def __init__(self, so_far: SoFar, names: Names) -> None:
        self.names, self.upgrades = names, dict(so_far.upgrades)
        self.portions: dict[Any, str] = {(seat, name): goal for seat, name, goal in so_far.portions}

    def line(self, each: Difference) -> ChangedLine:
        reported = self.said(each.what, each.other)
        return ChangedLine(self.of(each), reported, self.said(each.what, each.one))

    def of(self, each: Difference) -> str:
        of = each.of
        match each.what:
            case "casualty":
                return self.names.get(of, f"Model {of}")
            case "successor":
                return listed([self.names.get(number, f"Model {number}") for number in of])
            case "tick":
                return f"“{self.portions.get((each.seat, of), of)}”"
            case "used_up":
                return self.upgrades.get(of, f"Upgrade {of}")
            case "achievement":
                return ACHIEVEMENT_WORDS.get(of, of)
            case "award":
                return f"Award {of} of the Weekly Event"
            case "ended":
                return "Last Turn played"
            case "withdrawal":
                return "Strategic Withdrawal"
        return "Strategy" if each.what == "strategy" else str(of)

    def said(self, what: Fact, value: Any) -> str:
        if isinstance(value, Casualty):
            return lost_words(value, self.names)
        if isinstance(value, Successor):
            return heir_words(value, self.names)
        if what in ("strategy", "scheme"):
            return _vp(value)
        absent = {
            "casualty": "survived",
            "successor": "nobody stood for it",
            "withdrawal": "stayed",
            "tick": "not ticked",
            "award": "not had",
            "used_up": "not used up",
            "achievement": "not done",
        }
        if value is None:
            return absent[what]
        present = {
            "ended": f"Turn {value}",
            "withdrawal": f"withdrew in Turn {value}",
            "tick": f"ticked {counted(value, 'time')}",
            "award": "had",
            "used_up": "used up",
            "achievement": "done",
        }
        return present[what]


def _vp(scored: tuple[int, ...] | int | None) -> str:
    """VP in all, and in which Turns."""
    if isinstance(scored, int):
        return f"{scored} VP"
    turns = [str(turn) for turn, vp in enumerate(scored or (), 1) for _ in range(vp)]
    return f"{len(turns)} VP, Turn {listed(turns)}" if turns else "no VP"
