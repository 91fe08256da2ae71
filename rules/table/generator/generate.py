"""Generates tables worth playing on from a word and requirements: the same word always gives the same table.

The word and the requirements key a stream of numbers. Pieces are placed one after another: what blocks sight
goes across the longest line from zone to zone while that is too long, the rest where there is room. Every
table is measured by ``check`` against the ``Standard`` its requirements amount to; one that falls short is
generated again from the next stream, and so is, a few times, one whose pieces are much alike.

>>> from rules.edition import edition_of
>>> rules, wilds = edition_of("m3e").table, TableRequirements(theme="wilds")
>>> generate_table("a word", wilds, rules) == generate_table("a word", wilds, rules)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules import budget
from rules.fate.shuffle import Stream, digest, uint32
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.checker.check import Report, Standard, check
from rules.table.generator.layout import Layout, NoRoom, TerrainAreas
from rules.table.generator.themes import Theme, theme
from rules.table.geometry.footprints import MM
from rules.table.presets.kinds import Guide, guide_called
from rules.table.rules import TableRules
from rules.table.sheet import Sheet
from rules.table.terrain import touches
from rules.table.zones import Deployment

PROTOCOL = "mfx-table-v2"
"""Part of every key. Another algorithm needs another name, so that old addresses do not silently change."""
MOST_ATTEMPTS = 24
# So many layouts are tried for one that is varied, too; then the first that keeps its requirements will do.
VARIED_WITHIN = 5
# Part of the tolerance of the mix is left for what the layout cannot hit exactly.
AIMED_WITHIN = 0.08
LEAN = 0.05
COVERAGE_WITHIN = 0.03
LONGEST_WORD = 80
CENTRE_MM = 30.0
Share = Annotated[int, Meta(ge=0, le=100)]


class TableRequirements(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The requirements of a table: inches, percent of the table, and percent of the mix (which add up to
    100). ``base`` is the widest base, in millimetres, that every gap lets through.

    ``guide`` is the slug of the guide whose pieces are laid, ``deployment`` that of a Deployment; empty they
    are the edition's own guide and its usual Deployment. With ``None`` for the deployment the ``longest``
    line applies to every choice of all that the edition has. ``owned`` are the slugs of the kinds that may be
    laid, all of the guide's where there are none."""

    width: Annotated[int, Meta(ge=24, le=48)] = 36
    depth: Annotated[int, Meta(ge=24, le=48)] = 36
    guide: Annotated[str, Meta(max_length=20)] = ""
    theme: str = "town"
    deployment: Annotated[str, Meta(max_length=20)] | None = ""
    coverage: Annotated[int, Meta(ge=28, le=52)] = 37
    blocking: Share = 34
    severe: Share = 33
    cover: Share = 33
    longest: Annotated[int, Meta(ge=30, le=80)] = 44
    base: Literal[30, 40, 50] = 50
    asymmetry: Annotated[int, Meta(ge=0, le=60)] = 25
    owned: Annotated[tuple[Annotated[str, Meta(max_length=30)], ...], Meta(max_length=40)] = ()

    def standard(self) -> Standard:
        """The standard by which the checker judges the table."""
        whole = self.blocking + self.severe + self.cover
        if whole == 0:
            raise Refusal("The mix asks for nothing.", rule="terrain.mix", fix="Ask for a third each.")
        aim = self.coverage / 100
        return Standard(
            coverage=(aim - COVERAGE_WITHIN, aim + COVERAGE_WITHIN),
            mix=(self.blocking / whole, self.severe / whole, self.cover / whole),
            asymmetry=self.asymmetry / 100,
            longest=float(self.longest),
            base=self.base,
        )


class GeneratedTable(Struct, frozen=True):
    """The table as a sheet, and the checker's report."""

    sheet: Sheet
    report: Report


def requirements_from(values: object) -> TableRequirements:
    """Requirements from JSON values. Raise ``Refusal`` for values of another shape."""
    try:
        return msgspec.convert(values, TableRequirements)
    except msgspec.ValidationError as error:
        raise Refusal(f"These options cannot be read: {error}.", fix="Choose from the form.") from None


def generate_table(
    word: str, requirements: TableRequirements, rules: TableRules, guides: Sequence[Guide] = ()
) -> GeneratedTable:
    """The table of that word for the ``rules`` of an edition, laid of its own guide or one of
    ``guides``. Raise ``Refusal`` for contradictory requirements, or when so many attempts find no table."""
    budget.begin("a table")
    requirements = usual_unsaid(requirements, rules)
    guide = _guide(requirements, rules, guides)
    deployment = _deployment(requirements, rules)
    standard = requirements.standard()
    guide = guide.of(requirements.owned)
    style = theme(requirements.theme)
    if not (guide.others.get(style.slug) or guide.others[""]):
        style = replace(style, others=0.0)
    areas = _areas(requirements, style, standard)
    spare: GeneratedTable | None = None
    shut = 0
    for attempt in range(2 * MOST_ATTEMPTS):
        # A layout whose centre nobody reaches is none of those tried.
        if attempt - shut >= (VARIED_WITHIN if spare is not None else MOST_ATTEMPTS):
            break
        budget.check(partial("{} of {} layouts were tried, none of them good".format, attempt, MOST_ATTEMPTS))
        stream = Stream(digest(PROTOCOL, word, msgspec.json.encode(requirements), uint32(attempt)))
        try:
            pieces = Layout(
                stream,
                requirements.width,
                requirements.depth,
                rules,
                deployment,
                standard,
                style.of(guide),
                areas,
            ).lay()
        except NoRoom:
            continue
        sheet = Sheet(
            pieces=pieces,
            width=requirements.width,
            depth=requirements.depth,
            name=_called(style, word),
            deployment=deployment.slug if deployment is not None else None,
        )
        table = sheet.contents().table
        if not centre_is_free(table):
            shut += 1
            continue
        report = check(table, rules, deployment, standard)
        if satisfied(report, advised=rules.keeps_advice):
            if all(figure.good for figure in report.figures if figure.slug == "variety"):
                return GeneratedTable(sheet, report)
            spare = spare or GeneratedTable(sheet, report)
    if spare is not None:
        return spare
    raise Refusal(
        "No such table was found.",
        rule="setup.terrain",
        fix="Allow longer sight lines, choose one Deployment, ask for more terrain, "
        + ("tick more pieces, " if requirements.owned else "")
        + "or take another word.",
    )


def centre_is_free(table: Table) -> bool:
    """Whether a Marker of 30 mm can lie at the centre of the table where models come: on nothing Impassable
    (M3E-TRAIT-13, M1-STR-05)."""
    x, y = table.width / 2, table.depth / 2
    shut = (piece for piece in table.pieces if piece.has("impassable"))
    return not any(touches(piece, x, y, CENTRE_MM / 2 * MM) for piece in shut)


def usual_unsaid(requirements: TableRequirements, rules: TableRules) -> TableRequirements:
    """The requirements with what the edition does anyway left empty: however a table was asked for, it
    has one key."""
    guide, deployment = requirements.guide, requirements.deployment
    if rules.guide is not None and guide == rules.guide.slug:
        guide = ""
    if rules.deployments and deployment == rules.deployments[0].slug:
        deployment = ""
    return replace(
        requirements, guide=guide, deployment=deployment, owned=tuple(sorted(set(requirements.owned)))
    )


def _guide(requirements: TableRequirements, rules: TableRules, guides: Sequence[Guide]) -> Guide:
    known = [*([] if rules.guide is None else [rules.guide]), *guides]
    if known and not requirements.guide:
        return known[0]
    return guide_called(known, requirements.guide)


def _deployment(requirements: TableRequirements, rules: TableRules) -> Deployment | None:
    if requirements.deployment is None or not rules.deployments:
        return None
    if not requirements.deployment:
        return rules.deployments[0]
    deployment = rules.deployment(requirements.deployment)
    if deployment is None:
        raise Refusal(
            f"There is no Deployment {requirements.deployment!r}.", fix="Choose one of the list, or none."
        )
    return deployment


def satisfied(report: Report, *, advised: bool = False) -> bool:
    """Whether the table meets its requirements, to which variety does not belong, and the rulebook's
    advice where it is to be kept."""
    return all(
        figure.good
        for figure in report.figures
        if figure.slug != "variety" and (advised or not figure.slug.startswith("advice"))
    )


def _called(style: Theme, word: str) -> str:
    plain = "".join(letter for letter in word if letter.isprintable())
    return f"{style.name}: {plain}"[:60].strip(" :")


def _areas(requirements: TableRequirements, style: Theme, standard: Standard) -> TerrainAreas:
    """The square inches of each sort of terrain that give the mix.

    Blocking gives cover too, so cover can never be less than Blocking. Woods and fog distort the mix, so only
    as much of them is placed as the tolerance allows.
    """
    blocking, severe, cover = standard.mix
    # Blocking pieces need room around them; slightly less of them keeps tables varied.
    lean = min(LEAN, blocking)
    blocking, severe = blocking - lean, severe + lean
    if cover < blocking - standard.mix_tolerance:
        raise Refusal(
            "Whatever is Blocking gives cover too.",
            rule="terrain.mix",
            fix="Ask for as much cover as Blocking.",
        )
    for share in (1.0, 0.75, 0.5, 0.25, 0.0):
        woods, fog = style.woods * share * severe, style.fog * share
        lacking = max(0.0, cover - blocking - woods - fog)
        more_woods = min(lacking, severe - woods)
        woods, fog = woods + more_woods, fog + lacking - more_woods
        whole = blocking + severe + blocking + woods + fog
        parts = blocking / whole, severe / whole, (blocking + woods + fog) / whole
        if all(abs(one - aim) <= AIMED_WITHIN for one, aim in zip(parts, standard.mix, strict=True)):
            break
    sure = requirements.coverage / 100 * requirements.width * requirements.depth * (1 - style.others)
    unit = sure / (blocking + severe + fog)
    return TerrainAreas(
        solid=blocking * unit,
        woods=woods * unit,
        rough=(severe - woods) * unit,
        fog=fog * unit,
        others=requirements.coverage / 100 * requirements.width * requirements.depth * style.others,
    )
