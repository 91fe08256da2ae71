"""Endpoints about a table given in the request: sight, distance, movement, a picture; nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import asks
from mfcampaign.api.problems import Problem, ProblemDetails, of_refusal
from mfcampaign.tables import saved_api  # noqa: F401  declares its operations
from rules.edition import Edition, edition_of, unnamed
from rules.refusal import Refusal
from rules.table.answers import (
    MOST_WITHIN,
    Distance,
    Explanation,
    LineOfSightAnswer,
    check_corners_between,
    corners_within,
    distance_answer,
    line_of_sight_answer,
)
from rules.table.asked_moves import AskedMove, Inches, Way, Waypoints, resolved
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.checker.check import STANDARD, check
from rules.table.measuring import at_most, completely_within
from rules.table.movement.moves import Allowance, MoveResult
from rules.table.pictures.drawing import legend, picture
from rules.table.pictures.layers import (
    band_layer,
    gap_layer,
    grants_layer,
    path_layer,
    region_layer,
    shadows_layer,
    sight_layer,
)
from rules.table.policies import TablePolicies
from rules.table.reach.reachable_region import reachable_region
from rules.table.sheet import Sheet, SheetContents
from rules.table.sight.line_of_sight import LineOfSight

TAG = "Calculator"

Named = Annotated[str, Meta(min_length=1, max_length=60)]
Range = Annotated[float, Meta(ge=0, le=100)]
Place = Annotated[tuple[float, ...], Meta(min_length=2, max_length=3)]


class SightQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Does ``one``, who draws the lines, see ``other``? Both are models or markers of the table.
    ``drawn`` asks for the picture as well."""

    table: Sheet
    one: Named
    other: Named
    edition: EditionCode = unnamed().code
    drawn: bool = False


class SightAnswer(Struct, frozen=True):
    """The verdict with its reasons; ``picture`` is an SVG of it, one unit an inch."""

    seen: bool
    because: LineOfSightAnswer
    picture: str = ""


class MeasureQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """How far are two models or markers apart, and which of these ranges reach?"""

    table: Sheet
    one: Named
    other: Named
    ranges: Annotated[tuple[Range, ...], Meta(max_length=20)] = ()
    edition: EditionCode = unnamed().code


class RangeAnswer(Struct, frozen=True):
    """Whether ``one`` is within so many inches of the other, and whether it is completely."""

    inches: float
    within: bool
    completely: bool


class MeasureAnswer(Struct, frozen=True):
    """The distance in inches, and each range asked about."""

    measured: Distance
    ranges: tuple[RangeAnswer, ...]


class MovementQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Where may ``model`` end with so many ``inches``? With ``to``: by which shortest way does it come
    there. With ``path``: is this way legal. Places are x, y, and where it changes, the elevation.

    With ``flight``, ``float`` or ``incorporeal`` it goes over everything to where ``to`` says, by itself on
    the highest surface there; with ``push`` straight toward ``to`` until something stops it. What ``flies``
    comes down from a Push without a fall."""

    table: Sheet
    model: Named
    inches: Inches
    way: Way = "walk"
    flies: bool = False
    ignores: Annotated[tuple[Named, ...], Meta(max_length=10)] = ()
    through_models: bool = False
    to: Place | None = None
    path: Annotated[tuple[Place, ...], Meta(max_length=60)] = ()
    edition: EditionCode = unnamed().code
    drawn: bool = False


class RegionPart(Struct, frozen=True):
    """A part of the region: where the centre may end at that elevation. Elevations are the table's, those of
    floors and tops, and the model's own; on a hill or stairs any height between may be chosen there too."""

    elevation: float
    outline: tuple[tuple[float, float], ...]
    holes: tuple[tuple[tuple[float, float], ...], ...] = ()


class MoveEnd(Struct, frozen=True):
    """Where a move ends, the movement it spent, how many inches it fell and the damage of that, or in the
    First Edition the damage flips of 2/4/6."""

    x: float
    y: float
    elevation: float
    spent: float
    path: tuple[tuple[float, ...], ...]
    fell: float
    damage: int
    flips: int = 0


class MovementAnswer(Struct, frozen=True):
    """``region`` when neither ``to`` nor ``path`` was asked for; else ``ended``, or when it is not legal
    ``why``."""

    legal: bool
    region: tuple[RegionPart, ...] = ()
    square_inches: float = 0.0
    ended: MoveEnd | None = None
    why: tuple[Explanation, ...] = ()
    picture: str = ""


class TableQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be looked at, for an edition: its Deployments, and the rows that it has."""

    table: Sheet
    edition: EditionCode = unnamed().code
    drawn: bool = False


class PieceRow(Struct, frozen=True):
    """A piece by its number in the picture."""

    number: int
    name: str
    words: str


class TableFigure(Struct, frozen=True):
    """One thing measured of a table: ``value`` and what is ``wanted``, as they are read; ``fix`` when it is
    not ``good``; the ``pieces`` it concerns, by name."""

    name: str
    value: str
    wanted: str
    good: bool
    sentence: str
    rule: str = ""
    fix: str = ""
    pieces: tuple[str, ...] = ()


class TableAnswer(Struct, frozen=True):
    """The table as it was understood, on the grid of 1/1000", with its legend; how well it is to be played
    on, 0 to 100, and every figure that makes the ``score``, the worst first. A table names a
    Deployment of the edition that is meant where none is named; without one, and for another edition, it is
    held against all that the edition has. Where their zones are defined for 36 by 36 inches, what depends on
    them is left out on a table of another size."""

    table: Sheet
    legend: tuple[PieceRow, ...]
    score: int
    figures: tuple[TableFigure, ...]
    picture: str = ""


class BadTable(Problem):
    """400 for a table that cannot be laid, with all that is wrong with it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(400, refusal.sentence, fix=refusal.fix)
        self.refusal = refusal

    def details(self) -> ProblemDetails:
        problem = of_refusal(self.refusal)
        return ProblemDetails(
            problem.type,
            "This is no table",
            400,
            problem.detail,
            problem.rule,
            problem.fix,
            problem.violations,
        )


SEEN = {
    "table": {
        "pieces": [
            {
                "name": "Crates",
                "traits": ["blocking", "climbable"],
                "height": 2,
                "footprint": {"shape": "polygon", "points": [[0, 0], [2, 0], [2, 1.5], [0, 1.5]]},
                "at": [14, 17],
                "turn": 30,
            }
        ],
        "models": [
            {"name": "Rasputina", "x": 10, "y": 18, "size": 2},
            {"name": "Pandora", "x": 20, "y": 18},
        ],
        "markers": [{"name": "Scheme", "x": 18, "y": 10}],
    },
    "one": "Rasputina",
    "other": "Pandora",
}


@asks("calculator/sight/", SightAnswer, body=SightQuestion, open=True, expensive=True, tag=TAG, example=SEEN)
def sight(call: PortalCall) -> SightAnswer:
    """Whether one model sees another, exactly, and why.

    The answer holds a free line, or the blockers that together close every line; cover, concealment and the
    distance besides. 400 for a table that cannot be laid.
    """
    question: SightQuestion = call.body
    edition = edition_of(question.edition)
    table, policies = _table(question.table, edition), edition.table.policies
    one, other = _base(table, question.one), _base(table, question.other)
    try:
        check_corners_between(table, one, other)
    except Refusal as refusal:
        raise BadTable(edition.rows.refusal(refusal)) from None
    answer = edition.rows.cited(line_of_sight_answer(table, one, other, policies))
    return SightAnswer(
        answer.seen, answer, _seen(table, one, other, answer, policies) if question.drawn else ""
    )


def _seen(table: Table, one: Base, other: Base, answer: LineOfSightAnswer, policies: TablePolicies) -> str:
    layers = [band_layer(one, other), gap_layer(one, other)]
    if policies.shadows:
        layers.insert(0, shadows_layer(table, (one, other), policies))
    layers.append(sight_layer(table, LineOfSight(answer.seen, "", answer.line, answer.blockers)))
    layers += [grants_layer(answer.cover, "cover"), grants_layer(answer.concealment, "concealment")]
    text = " ".join(each.sentence for each in answer.said)
    return picture(table, *layers, title=answer.said[0].sentence, desc=text)


@asks(
    "calculator/measure/",
    MeasureAnswer,
    body=MeasureQuestion,
    open=True,
    expensive=True,
    tag=TAG,
    example={**SEEN, "ranges": [8, 10]},
)
def measure(call: PortalCall) -> MeasureAnswer:
    """The distance between two models or markers, across and up, and which ranges reach."""
    question: MeasureQuestion = call.body
    edition = edition_of(question.edition)
    table, policies = _table(question.table, edition), edition.table.policies
    one, other = _base(table, question.one), _base(table, question.other)
    far = distance_answer(one, other, policies)
    return MeasureAnswer(
        far,
        tuple(
            RangeAnswer(inches, at_most(far.apart, inches), completely_within(one, other, inches, policies))
            for inches in question.ranges
        ),
    )


@asks(
    "calculator/movement/",
    MovementAnswer,
    body=MovementQuestion,
    open=True,
    expensive=True,
    tag=TAG,
    example={"table": SEEN["table"], "model": "Rasputina", "inches": 5, "to": [13, 20]},
)
def movement(call: PortalCall) -> MovementAnswer:
    """Where a model may end its Walk or move; the shortest way to a place; whether a way is legal."""
    question: MovementQuestion = call.body
    edition = edition_of(question.edition)
    table, policies = _table(question.table, edition), edition.table.policies
    base, straight = _base(table, question.model), question.way not in ("walk", "move")
    if straight and question.to is None:
        raise Problem(400, "A flight and a Push need a place.", fix="Say where it goes with `to`.")
    move = AskedMove(
        question.way,
        question.inches,
        question.to or (base.x, base.y),
        question.flies,
        question.ignores,
        question.through_models,
        () if straight else cast(Waypoints, question.path),
    )
    if not straight and not question.path:
        _honest(corners_within(table, base, question.inches))
    try:
        if not straight and question.to is None and not question.path:
            return _region(table, base, move.allowance, policies, drawn=question.drawn)
        moved, path = resolved(table, base, move, policies)
    except Refusal as no:
        rule = edition.rows.named(no.rule)
        return MovementAnswer(False, why=(Explanation(f"{no.sentence} {no.fix}".strip(), rule),))
    return _ended(table, base, moved, path, drawn=question.drawn)


def _ended(table: Table, base: Base, moved: MoveResult, path: Waypoints, *, drawn: bool) -> MovementAnswer:
    end = MoveEnd(
        moved.base.x,
        moved.base.y,
        moved.base.elevation,
        round(moved.spent, 3),
        path,
        sum(fall.inches for fall in moved.falls),
        sum(fall.damage for fall in moved.falls),
        sum(fall.flips for fall in moved.falls),
    )
    svg = picture(table, path_layer(base, path), title=f"{base.name} moves") if drawn else ""
    return MovementAnswer(True, ended=end, picture=svg)


def _region(
    table: Table, base: Base, allowance: Allowance, policies: TablePolicies, *, drawn: bool
) -> MovementAnswer:
    region = reachable_region(table, base, allowance, policies)
    areas = tuple(
        RegionPart(z, _ring(outline), tuple(map(_ring, holes))) for z, outline, holes in region.rings()
    )
    svg = picture(table, region_layer(region), title=f"Where {base.name} may end") if drawn else ""
    return MovementAnswer(True, areas, round(region.area, 3), picture=svg)


def _ring(points: Any) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


@asks(
    "calculator/table/",
    TableAnswer,
    body=TableQuestion,
    open=True,
    expensive=True,
    tag=TAG,
    example={"table": SEEN["table"]},
)
def check_table(call: PortalCall) -> TableAnswer:
    """A table as the rules understand it: its legend, its places on the grid, how well it plays and why."""
    question: TableQuestion = call.body
    edition = edition_of(question.edition)
    contents = _contents(question.table, edition)
    rows = tuple(PieceRow(entry.number, entry.name, entry.words) for entry in legend(contents.table))
    report = check(
        contents.table,
        edition.table,
        contents.deployment if edition is unnamed() else None,
        replace(STANDARD, coverage=edition.table.coverage),
    )
    figures = tuple(
        TableFigure(
            f.name,
            f.value,
            f.wanted,
            f.good,
            f.sentence,
            edition.rows.named(f.rule),
            f.fix,
            f.pieces,
        )
        for f in report.figures
    )
    drawn = (
        picture(contents.table, title=contents.name or "The table", numbered=True) if question.drawn else ""
    )
    return TableAnswer(question.table, rows, report.score, figures, drawn)


def _contents(sheet: Sheet, edition: Edition) -> SheetContents:
    try:
        return sheet.contents(unnamed().table.deployments)
    except Refusal as refusal:
        raise BadTable(edition.rows.refusal(refusal)) from None


def _table(sheet: Sheet, edition: Edition) -> Table:
    return _contents(sheet, edition).table


def _base(table: Table, name: str) -> Base:
    try:
        return table.base(name)
    except KeyError:
        raise Problem(
            400, f"No model or marker of this table is called {name}.", fix="Name one of the table."
        ) from None


def _honest(corners: int) -> None:
    if corners > MOST_WITHIN:
        raise Problem(
            400,
            f"There are {corners} corners of terrain within that movement, more than {MOST_WITHIN}.",
            fix="Draw the terrain with fewer corners.",
        )
