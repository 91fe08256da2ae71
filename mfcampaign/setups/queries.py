"""The pages of set-ups, each with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q
from django.utils.http import urlencode
from msgspec import Struct, field

from mfcampaign.accounts.persons import Viewer
from mfcampaign.setups.drawing import PURPOSE, by_fate, decks, read, set_up_of, word_seed
from mfcampaign.setups.models import Drawing, SetUp
from rules.edition import edition_of, meant_by, unnamed
from rules.fate.league import fate_of, purpose_key, verify
from rules.game.setup.drawn import Format, Wanted
from rules.game.setup.scenario import Scenario, SeasonCards, Sheet
from rules.game.setup.special import SpecialEvent, SpecialTerrain
from rules.table.generator.generate import LONGEST_WORD

PAGE = 30


class Shown(Struct, frozen=True):
    """One sheet with its heading and, by fate, the key of its deck. ``feature`` and ``event`` in full;
    ``drawn`` is what a new Encounter knows it by."""

    label: str
    sheet: Sheet
    key: str
    feature: SpecialTerrain | None = None
    event: SpecialEvent | None = None
    drawn: str = ""
    edition: str = field(default_factory=meant_by)

    @property
    def table(self) -> str:
        """What asks the generator of tables for the table of this sheet: the same cards, the same table."""
        word = self.key[:12] or "-".join(flip.card.code for flip in self.sheet.flips)
        deployment = (self.sheet.deployment or "").lower()
        edition, usual = edition_of(self.edition), unnamed()
        known = isinstance(self.sheet, Scenario) and usual.table.deployment(deployment) is not None
        # A saved table names no edition, so its Deployments have to be those of the one that is meant then.
        own = edition is not usual and all(
            usual.table.deployment(each.slug) is not None for each in edition.table.deployments
        )
        whose = {"rules": edition.code} if own else {}
        return urlencode(whose | {"word": word[:LONGEST_WORD], "deployment": deployment if known else "any"})


class DrawingPage(Struct, frozen=True):
    """One drawing; ``agrees`` says whether the same cards fall again from its seed (None: entered, or the
    seed is still sealed)."""

    row: Drawing
    by: str
    sheets: tuple[Shown, ...]
    agrees: bool | None

    @property
    def seed(self) -> str:
        """As hexadecimal digits."""
        return bytes(self.row.seed).hex()


class OtherDrawing(Struct, frozen=True):
    """A drawing by itself, its sheets neither read nor checked."""

    row: Drawing
    by: str


class SetUpCard(Struct, frozen=True):
    """A set-up: the drawing that is looked at, and the ``others``, the newest first. ``latest`` is the number
    of the one that stands."""

    row: SetUp
    wanted: Wanted
    season: str
    now: DrawingPage
    others: tuple[OtherDrawing, ...]
    size: Format | None
    latest: int

    @property
    def stands(self) -> bool:
        """Whether what is looked at is what is played."""
        return self.now.row.number == self.latest

    @property
    def hired(self) -> str:
        """What an address says of the Crews that are hired for it."""
        return urlencode({"size": str(self.wanted.size), "format": self.wanted.format})

    @property
    def heading(self) -> str:
        """Its title; else what one sheet is called by, or how many there are."""
        if self.row.title:
            return self.row.title
        if len(self.now.sheets) > 1:
            return f"{len(self.now.sheets)} Encounters"
        sheet = self.now.sheets[0].sheet
        if isinstance(sheet, Scenario):
            return f"{sheet.strategy}, {sheet.deployment}"
        return f"A {self.size.name}" if self.size else str(self.row)


def card(row: SetUp, number: int = 0) -> SetUpCard:
    """One set-up with its drawing of that number, else with what stands; one query besides the set-up."""
    wanted = msgspec.convert(row.wanted, Wanted)
    drawings = list(row.drawings.select_related("by"))
    shown = next((drawing for drawing in drawings if drawing.number == number), drawings[0])
    return SetUpCard(
        row,
        wanted,
        drawings[0].season.get("name", ""),
        drawing_page(row, wanted, shown),
        tuple(OtherDrawing(drawing, _by(drawing)) for drawing in drawings if drawing is not shown),
        set_up_of(wanted).format(wanted.format),
        drawings[0].number,
    )


def listed(user: Viewer, codes: Sequence[str], number: str) -> Page[Any]:
    """The set-ups of a person, or of a browser without one; two queries."""
    mine = Q(owner=user.pk) if user.is_authenticated else Q(owner=None, code__in=codes)
    rows = SetUp.objects.filter(mine).annotate(times=Count("drawings")).order_by("-pk")
    return Paginator(rows, PAGE).get_page(number)


def exists(code: str) -> bool:
    """Whether something was drawn under this code."""
    return SetUp.objects.filter(code=code).exists()


def sheets(row: SetUp) -> list[Sheet]:
    """The sheets that stand, one a table or round, for other rooms; one query."""
    newest = row.drawings.order_by("-number").first()
    return read(msgspec.convert(row.wanted, Wanted), newest.sheets) if newest else []


def season(row: SetUp) -> SeasonCards | None:
    """The season that stands was drawn from, as it was then; one query."""
    newest = row.drawings.order_by("-number").first()
    return msgspec.convert(newest.season, SeasonCards) if newest and newest.season else None


def times(row: SetUp) -> int:
    """How often it was drawn."""
    return row.drawings.count()


def from_origin(origin: str) -> SetUp | None:
    """The set-up that was drawn for ``origin`` (``operations.draw``)."""
    return SetUp.objects.filter(origin=origin).first()


def _by(drawing: Drawing) -> str:
    if drawing.by:
        return str(drawing.by)
    return "fate" if drawing.deck else "somebody without an account"


def drawing_page(row: SetUp, wanted: Wanted, drawing: Drawing) -> DrawingPage:
    """One drawing with all its sheets, each dealt again to check it."""
    drawn_sheets, set_up = read(wanted, drawing.sheets), set_up_of(wanted)
    word = "" if row.each == SetUp.Each.ONE else row.each.capitalize()
    sheets_shown = tuple(
        Shown(
            f"{word} {place}" if word else "",
            sheet,
            _key(row, drawing, place),
            set_up.feature(getattr(sheet, "feature", "")),
            set_up.event(getattr(sheet, "event", "")),
            f"{row.code}?sheet={place}" if len(drawn_sheets) > 1 else row.code,
            wanted.edition,
        )
        for place, sheet in enumerate(drawn_sheets, start=1)
    )
    unknown = drawing.entered or drawing.sealed
    agrees = None if unknown else _agrees(row, wanted, drawing, drawn_sheets)
    return DrawingPage(drawing, _by(drawing), sheets_shown, agrees)


def _key(row: SetUp, drawing: Drawing, place: int) -> str:
    if not drawing.seed:
        return ""
    if drawing.deck:
        return purpose_key(bytes(drawing.seed), *drawing.deck).hex()
    natural = (PURPOSE, row.code, drawing.number, place)
    return purpose_key(bytes(drawing.seed), *natural, client_seeds=word_seed(drawing.word)).hex()


def _agrees(row: SetUp, wanted: Wanted, drawing: Drawing, sheets: list[Sheet]) -> bool:
    """Whether the seed keeps its promise and lays the same cards again."""
    season = msgspec.convert(drawing.season, SeasonCards) if drawing.season else None
    if drawing.deck:
        flipped = by_fate(wanted, season, fate_of(bytes(drawing.seed), *drawing.deck))
        return _as_flipped(flipped, sheets[0]) and verify(bytes(drawing.seed), drawing.commitment)
    each = zip(sheets, decks(bytes(drawing.seed), row.code, drawing.number, drawing.word), strict=False)
    again = all(by_fate(wanted, season, deck) == sheet for sheet, deck in each)
    return again and verify(bytes(drawing.seed), drawing.commitment)


def _as_flipped(again: Sheet, stands: Sheet) -> bool:
    """Whether a sheet is what its cards say, apart from what it names as set by hand (SL-3E-14)."""
    by_hand = {*getattr(stands, "set_by_hand", ()), "set_by_hand"}
    return all(getattr(again, n) == getattr(stands, n) for n in stands.__struct_fields__ if n not in by_hand)
