"""Checks a table against the guides' advice: each figure with its reason.

Nothing here refuses: a table is the players' to agree (M3E-SETUP-03). A ``Figure`` says what was measured,
what is wanted, how far off that is (``fault``, 0 to 1), by which row, and how to fix it; the worst comes
first. Figures without a rule are this program's own, and say so.

>>> from rules.edition import edition_of
>>> check(Table(), edition_of("m3e").table).figures[0].slug
'coverage'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, Literal

import shapely
from msgspec import Struct

from rules import budget
from rules.refusal import Violation
from rules.table.board import Table
from rules.table.checker.longest_line import (
    ZonePair,
    blocks_sight,
    longest_line,
    zone_pairs,
)
from rules.table.checker.room import deployment_room, has_path, narrow_gaps
from rules.table.geometry.footprints import MM, Outline, RoundFootprint, parts
from rules.table.presets.kinds import piece_of
from rules.table.rules import TableRules
from rules.table.sight.lines import SightLine
from rules.table.terrain import Piece
from rules.table.zones import Deployment, across, diagonal, half_beside
from rules.wording import span

Role = Literal["blocking", "severe", "cover"]
ROLES: tuple[Role, ...] = ("blocking", "severe", "cover")
# With more corners, trying the lines between all of them would take many seconds.
MOST_CORNERS, MOST_LINES = 300, 400_000
WEIGHTS = {"coverage": 3, "sight": 3, "way": 3, "asymmetry": 2, "gaps": 2, "variety": 3}
# Tables with fewer pieces are not called monotonous.
FEW = 6


class Standard(Struct, frozen=True, kw_only=True):
    """The requirements of a good table. Shares are 0 to 1, lengths inches.

    ``mix_basis`` and ``mix_tolerance`` are readings of T2-TABLE-03 (T2-A01). ``size`` is that of the models
    that look for long lines, ``base`` the diameter in millimetres of the widest that must pass. ``alike`` is
    the largest share of pieces with the same traits, ``twins`` of pieces that share Height and size with two
    more.
    """

    coverage: tuple[float, float] = (0.33, 0.50)
    mix: tuple[float, float, float] = (1 / 3, 1 / 3, 1 / 3)
    mix_basis: Literal["area", "pieces"] = "area"
    mix_tolerance: float = 0.10
    asymmetry: float = 0.25
    longest: float = 44.0
    size: int = 2
    base: int = 50
    halves: float = 2 / 3
    room: float = 0.4
    alike: float = 0.25
    twins: float = 0.5


STANDARD = Standard()


class Figure(Struct, frozen=True, kw_only=True):
    """One measurement. ``value`` and ``wanted`` are formatted for reading; ``pieces`` are those concerned, by
    name."""

    slug: str
    name: str
    value: str
    wanted: str
    sentence: str
    fault: float = 0.0
    rule: str = ""
    fix: str = ""
    pieces: tuple[str, ...] = ()
    line: SightLine | None = None

    @property
    def good(self) -> bool:
        return self.fault <= 0.0

    @property
    def grave(self) -> bool:
        return self.fault >= 0.5


class Report(Struct, frozen=True):
    """All figures, the worst first, and a ``score`` of 0 to 100 computed from them."""

    figures: tuple[Figure, ...]
    score: int

    @property
    def good(self) -> bool:
        return all(figure.good for figure in self.figures)

    def figure(self, slug: str) -> Figure:
        """The figure of that slug. Raise ``KeyError`` when it was not measured."""
        for figure in self.figures:
            if figure.slug == slug:
                return figure
        raise KeyError(slug)


def check(
    table: Table, rules: TableRules, deployment: Deployment | None = None, standard: Standard = STANDARD
) -> Report:
    """The report of the table, by the ``rules`` of an edition; without a ``deployment`` for every
    choice of all that the edition has, counting the worst."""
    budget.begin("a check of a table")
    figures = [
        *_measured(table, deployment, zone_pairs(table, rules, deployment), standard, rules.coverage_words),
        *(_advice(rules.advice(table)) if rules.advice is not None else ()),
        *_undefined(table),
    ]
    return _report(figures)


def _measured(
    table: Table,
    deployment: Deployment | None,
    pairs: tuple[ZonePair, ...],
    standard: Standard,
    coverage_words: str,
) -> Iterator[Figure]:
    """The figures; those that depend on zones are left out when none are known."""
    yield _coverage(table, standard, coverage_words or BOTH_GUIDES)
    yield from _mix(table, standard)
    yield _asymmetry(table, deployment, standard)
    yield _halves(table, deployment, standard)
    if pairs:
        yield _sight(table, pairs, standard)
    yield _gaps(table, standard)
    if pairs:
        yield _way(table, pairs, standard)
        yield _room(table, pairs, standard)
    yield from _variety(table, standard)


def _report(figures: list[Figure]) -> Report:
    weights = [WEIGHTS.get(figure.slug, 1) for figure in figures]
    lost = sum(weight * figure.fault for weight, figure in zip(weights, figures, strict=True))
    score = round(100 * (1 - lost / sum(weights)))
    ordered = sorted(figures, key=lambda f: -f.fault * WEIGHTS.get(f.slug, 1))
    return Report(tuple(ordered), score)


def roles_of(piece: Piece) -> tuple[Role, ...]:
    """Every role that the piece has in the mix (T2-A01).

    Cover: hard or soft as the Second Edition's guide marks it, Concealing as the rulebook does, and Blocking,
    whose Shadow gives Cover (M3E-SHADOW-04).
    """
    traits = set(piece.traits)
    has_role: dict[Role, bool] = {
        "blocking": "blocking" in traits,
        "severe": "severe" in traits,
        "cover": bool(traits & {"hard_cover", "soft_cover", "concealing", "blocking"}),
    }
    return tuple(role for role in ROLES if has_role[role])


def area_of(piece: Piece) -> Any:
    """The footprint as a shapely polygon; a round one has 64 corners."""
    fp = piece.footprint
    if isinstance(fp, RoundFootprint):
        return shapely.Point(fp.x, fp.y).buffer(fp.radius, quad_segs=16)
    return shapely.Polygon(fp.points, fp.holes)


def covered(pieces: tuple[Piece, ...]) -> float:
    """The square inches under the pieces, overlaps counted once."""
    return float(shapely.union_all([area_of(piece) for piece in pieces]).area) if pieces else 0.0


def percent(share: float) -> str:
    """A share as text: ``38 %``."""
    return f"{share * 100:.0f} %"


def _off(value: float, low: float, high: float, far: float) -> float:
    """0 within the bounds, rising to 1 at ``far`` outside."""
    outside = max(low - value, value - high, 0.0)
    return 0.0 if outside < 5e-4 else min(1.0, max(0.05, outside / far))


BOTH_GUIDES = "The Second Edition’s guide asks for 33 to 50 %, the rulebook for about a third."


def _coverage(table: Table, standard: Standard, words: str) -> Figure:
    share = covered(table.pieces) / (table.width * table.depth)
    low, high = standard.coverage
    more = share < low
    area = abs((low if more else high) - share) * table.width * table.depth
    return Figure(
        slug="coverage",
        name="Covered by terrain",
        value=percent(share),
        wanted=span(percent(low), percent(high)),
        fault=_off(share, low, high, 0.25),
        rule="terrain.share",
        sentence=f"Terrain covers {percent(share)} of the table. {words}",
        fix=f"{'Add' if more else 'Take off'} about {area:.0f} square inches.",
    )


def _mix(table: Table, standard: Standard) -> Iterator[Figure]:
    amounts = {role: _amount(table, role, standard) for role in ROLES}
    whole = sum(amounts.values())
    unit = "area" if standard.mix_basis == "area" else "pieces"
    for role, aim in zip(ROLES, standard.mix, strict=True):
        share = amounts[role] / whole if whole else 0.0
        low, high = aim - standard.mix_tolerance, aim + standard.mix_tolerance
        fault = _off(share, low, high, 0.3) if whole else 1.0
        names = {"blocking": "Blocking", "severe": "Severe", "cover": "giving cover"}
        yield Figure(
            slug=f"mix-{role}",
            name=f"Terrain {names[role]}",
            value=percent(share),
            wanted=span(percent(max(0.0, low)), percent(high)),
            fault=fault,
            rule="terrain.mix",
            sentence=f"By {unit}, {percent(share)} of what the pieces do is {names[role]}; a piece counts in"
            f" each role it has. A third each is asked for, give or take"
            f" {standard.mix_tolerance * 100:.0f} points.",
            fix=f"{'Add' if share < aim else 'Replace some'} terrain that is {names[role]}.",
            pieces=tuple(p.name for p in table.pieces if role in roles_of(p)),
        )


def _amount(table: Table, role: Role, standard: Standard) -> float:
    counted = tuple(piece for piece in table.pieces if role in roles_of(piece))
    if standard.mix_basis == "pieces":
        return float(len({piece_of(piece.name) for piece in counted}))
    return covered(counted)


def _asymmetry(table: Table, deployment: Deployment | None, standard: Standard) -> Figure:
    most, how = max((_likeness(table, *turn), how) for how, turn in _swaps(table, deployment).items())
    value = 1.0 - most
    return Figure(
        slug="asymmetry",
        name="Asymmetry",
        value=percent(value),
        wanted=f"at least {percent(standard.asymmetry)}",
        fault=_off(value, standard.asymmetry, 1.0, standard.asymmetry or 1.0),
        rule="terrain.symmetry",
        sentence=f"{how}, {percent(most)} of the terrain falls on terrain of its own kind. On a table that"
        " looks the same from both sides, choosing a side is worth nothing.",
        fix="Move, turn or exchange some of the larger pieces on one side.",
    )


Affine = tuple[float, float, float, float, float, float]


def _swaps(table: Table, deployment: Deployment | None) -> dict[str, Affine]:
    """The symmetries that map the table on itself and exchange the zones: x' = ax + by + c, y' = dx +
    ey + f."""
    w, d = table.width, table.depth
    symmetries: dict[str, Affine] = {"Turned half about": (-1, 0, w, 0, -1, d)}
    line = None if deployment is None else deployment.centre_line(table)
    if line in (None, across(w, d)):
        symmetries["Mirrored at the middle line"] = (1, 0, 0, 0, -1, d)
    if deployment is None:
        symmetries["Mirrored from left to right"] = (-1, 0, w, 0, 1, 0)
    if w == d and line in (None, diagonal(w, d)):
        symmetries["Mirrored at the diagonal"] = (0, -1, w, -1, 0, w)
    return symmetries


def _likeness(table: Table, a: float, b: float, c: float, d: float, e: float, f: float) -> float:
    """The share of the terrain that lies on terrain of the same traits after the table is mapped on
    itself."""
    alike: dict[tuple[str, ...], list[Any]] = {}
    for piece in table.pieces:
        alike.setdefault(piece.traits, []).append(area_of(piece))
    same = whole = 0.0
    for shapes in alike.values():
        here = shapely.union_all(shapes)
        there = shapely.transform(
            here, lambda x, y: (a * x + b * y + c, d * x + e * y + f), interleaved=False
        )
        same += float(here.intersection(there).area)
        whole += float(here.area)
    return min(1.0, same / whole) if whole else 1.0


def _halves(table: Table, deployment: Deployment | None, standard: Standard) -> Figure:
    solid = [area_of(piece) for piece in table.pieces if "blocking" in roles_of(piece)]
    whole = shapely.union_all(solid)
    if deployment is not None:
        halves = [deployment.half("south", table)]
    else:
        halves = [half_beside(across(table.width, table.depth), "south", table)]
        halves.append(
            Outline(((0, 0), (table.width / 2, 0), (table.width / 2, table.depth), (0, table.depth)))
        )
    shares = [
        float(whole.intersection(shapely.Polygon(h.points)).area / whole.area) if whole.area else 0.5
        for h in halves
    ]
    share = max(max(s, 1 - s) for s in shares)
    return Figure(
        slug="halves",
        name="Blocking terrain in one half",
        value=percent(share),
        wanted=f"at most {percent(standard.halves)}",
        fault=_off(share, 0.0, standard.halves, 1 - standard.halves),
        sentence=f"The fuller half holds {percent(share)} of the Blocking terrain. Not alike is good,"
        " one-sided is not. A measure of this house; no guide gives a figure.",
        fix="Move something Blocking to the emptier half.",
    )


def _sight(table: Table, pairs: tuple[ZonePair, ...], standard: Standard) -> Figure:
    tall = [piece for piece in table.pieces if blocks_sight(piece, standard.size)]
    corners = sum(len(part.corners) for piece in tall for part in parts(piece.footprint))
    if corners > MOST_CORNERS or corners * corners * len(pairs) > MOST_LINES:
        return Figure(
            slug="sight",
            name="Longest sight line from zone to zone",
            value="not measured",
            wanted="",
            fault=0.1,
            sentence=f"The pieces have {corners} corners: too many to try every line between them.",
            fix="Draw them with fewer corners, or choose one Deployment.",
        )
    longest = max((longest_line(table, pair, standard.size) for pair in pairs), key=lambda line: line.inches)
    where = f"with {longest.pair.deployment.capitalize()} Deployment"
    if longest.line is None:
        sentence = f"No model of Size {standard.size} sees from one Deployment Zone into the other."
    else:
        sentence = (
            f'Models of Size {standard.size} may see each other over {longest.inches:.1f}" from zone to zone,'
            f" {where}. A measure of this house; no guide gives a figure."
        )
    return Figure(
        slug="sight",
        name="Longest sight line from zone to zone",
        value=f'{longest.inches:.1f}"',
        wanted=f'at most {standard.longest:g}"',
        fault=_off(longest.inches, 0.0, standard.longest, 12.0),
        sentence=sentence,
        line=longest.line,
        fix=f"Lay something Blocking of Ht {standard.size} or more, or something Dense, across the line"
        " drawn.",
    )


def _gaps(table: Table, standard: Standard) -> Figure:
    need = standard.base * MM
    gaps = narrow_gaps(table, need)
    names = tuple(dict.fromkeys(name for gap in gaps for name in gap.between))
    listed = "; ".join(f'{gap.description}, {gap.inches:.2f}"' for gap in gaps[:4])
    more = f" and {len(gaps) - 4} more" if len(gaps) > 4 else ""
    return Figure(
        slug="gaps",
        name=f"Gaps too narrow for {standard.base} mm",
        value=str(len(gaps)),
        wanted="none",
        fault=min(1.0, 0.2 * len(gaps)),
        rule="terrain.impassable",
        pieces=names,
        sentence=f'{listed}{more}: no base of {standard.base} mm ({need:.2f}") passes there.'
        if gaps
        else f"Wherever there is a gap between what cannot be walked through, a base of {standard.base} mm"
        " passes.",
        fix="Move them apart, or together until they touch.",
    )


def _way(table: Table, pairs: tuple[ZonePair, ...], standard: Standard) -> Figure:
    shut = [pair.deployment for pair in pairs if not has_path(table, pair, standard.base)]
    return Figure(
        slug="way",
        name="A way from zone to zone",
        value="none" if shut else "open",
        wanted="open",
        fault=1.0 if shut else 0.0,
        rule="move.through",
        sentence=f"With {shut[0].capitalize()} Deployment no base of {standard.base} mm can walk from one"
        " zone to the other."
        if shut
        else f"A base of {standard.base} mm can walk from zone to zone.",
        fix="Open a passage.",
    )


def _room(table: Table, pairs: tuple[ZonePair, ...], standard: Standard) -> Figure:
    share, pair = min(
        ((deployment_room(table, pair, standard.base), pair) for pair in pairs), key=lambda worst: worst[0]
    )
    return Figure(
        slug="room",
        name="Room to deploy",
        value=percent(share),
        wanted=f"at least {percent(standard.room)}",
        fault=_off(share, standard.room, 1.0, standard.room or 1.0),
        rule="setup.deploying",
        sentence=f"In the fuller zone of {pair.deployment.capitalize()} Deployment, {percent(share)} of the"
        f" places for a base of {standard.base} mm on the ground are free.",
        fix="Clear a part of that zone.",
    )


def _variety(table: Table, standard: Standard) -> Iterator[Figure]:
    """Figures on whether the pieces differ in kind (traits, climbable or enterable), Height and
    size."""
    pieces: dict[str, Piece] = {}
    for piece in table.pieces:
        pieces.setdefault(piece_of(piece.name), piece)
    if len(pieces) < FEW:
        return
    kinds: dict[tuple[object, ...], list[str]] = {}
    looks: Counter[tuple[object, ...]] = Counter()
    for name, piece in pieces.items():
        kind = piece.traits, piece.gradual, piece.interior is None
        kinds.setdefault(kind, []).append(name)
        looks[kind, piece.height, _sides(piece)] += 1
    commonest = max(kinds.values(), key=len)
    share = len(commonest) / len(pieces)
    twins = sum(count for count in looks.values() if count > 2) / len(pieces)
    faults = _off(share, 0.0, standard.alike, 0.2), _off(twins, 0.0, standard.twins, 0.5)
    yield Figure(
        slug="variety",
        name="Pieces of the commonest kind",
        value=percent(share),
        wanted=f"at most {percent(standard.alike)}",
        fault=max(faults),
        rule="terrain.advice",
        pieces=tuple(commonest),
        sentence=f"Of {len(pieces)} pieces {len(commonest)} have the same traits, and {percent(twins)} look"
        " like two others or more, in traits, Height and size to the inch. The rulebook asks for variety; the"
        " figures are this house’s.",
        fix="Replace some by another kind, or give them other Heights and sizes.",
    )


def _sides(piece: Piece) -> tuple[int, ...]:
    """The sides of the smallest box around the piece, at any angle, in whole inches."""
    ring = list(shapely.minimum_rotated_rectangle(area_of(piece)).exterior.coords)
    sides = (hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(ring[:3]))
    return tuple(sorted(round(side) for side in sides))


def _advice(warnings: Sequence[Violation]) -> Iterator[Figure]:
    """What else the rulebook advises (M3E-TERR-11); its coverage is reported with the other guide's."""
    for number, warning in enumerate(warnings, start=1):
        grave = not warning.subject
        yield Figure(
            slug=f"advice-{number}",
            name=warning.subject or "The rulebook’s advice",
            value="",
            wanted="",
            sentence=warning.sentence,
            fault=0.3 if grave else 0.15,
            rule=warning.rule,
            fix=warning.fix,
            pieces=(warning.subject,) if warning.subject else (),
        )


def _undefined(table: Table) -> Iterator[Figure]:
    undefined = tuple(p.name for p in table.pieces if not p.traits and p.height is None)
    if undefined:
        yield Figure(
            slug="undefined",
            name="Not yet agreed",
            value=str(len(undefined)),
            wanted="none",
            fault=0.3,
            rule="setup.terrain",
            sentence=f"{', '.join(undefined)}: without any trait or Height it does nothing.",
            fix="Agree on traits, or take it off.",
            pieces=undefined,
        )
