"""The terrain of an Encounter: an open field, or a table copied by value.

A later change to a saved table does not affect a game: ``EncounterSetup`` holds the pieces themselves
(M3E-SETUP-03). Models, markers and zones that the table was drawn with are left out. ``TerrainForm`` is the
choice on a page, ``terrain_preview`` its preview.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.tables import queries as tables
from mfcampaign.tables.generation import CHECKED_AN_HOUR, generated, limit_rate, suggested_word
from mfcampaign.tables.pictures import DrawnTable, drawn_table
from mfcampaign.web.forms import choice_field
from mfcampaign.web.resilience.cost import expensive
from rules.edition import edition_of, unnamed
from rules.game.examples import terrain
from rules.game.setup.setup import EncounterSetup
from rules.refusal import Refusal
from rules.table.board import Table
from rules.table.generator.generate import LONGEST_WORD, TableRequirements
from rules.table.generator.themes import THEMES
from rules.table.sheet import Sheet, sheet_of
from rules.table.terrain import Piece

SIDE = 36.0
MARKER = re.compile(r"m\d+")
"""Prefixes of the engine's markers, which no piece may be named after."""


class Terrain(Struct, frozen=True):
    """``sheet`` is ``None`` for an open field; ``code`` is the code of the saved table it was copied from."""

    sheet: Sheet | None = None
    name: str = ""
    code: str = ""

    def under(self, setup: Any) -> Any:
        """The Encounter on this terrain. Raise ``Refusal`` for a table of another size, or one that
        cannot be used."""
        if self.sheet is None:
            return replace(setup, ground="open", terrain=(), ground_name="")
        table = self.sheet.contents().table
        if (table.width, table.depth) != (SIDE, SIDE):
            raise Refusal(
                f"An Encounter is played on 36″ by 36″; this table is {table.width:g}″ by {table.depth:g}″.",
                rule=edition_of(setup.edition).rows["setup.table"],
                fix="Choose another, or copy it to one of that size.",
            )
        pieces = tuple(_named(piece) for piece in table.pieces)
        return replace(setup, ground="exact", terrain=pieces, ground_name=self.name or "A table")


OPEN_FIELD = Terrain()
FIELD = "An open field"


def with_pieces(setup: EncounterSetup, pieces: Iterable[Piece]) -> EncounterSetup:
    """The Encounter with additional terrain, on top of what is there."""
    terrain = _beside(setup.terrain, pieces)
    if len(terrain) == len(setup.terrain):
        return setup
    return replace(setup, ground="exact", terrain=terrain, ground_name=setup.ground_name or FIELD)


def _beside(terrain: Iterable[Piece], pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """``terrain``, then ``pieces`` under unique names."""
    standing = list(terrain)
    for piece in map(_named, pieces):
        while any(piece.name == other.name for other in standing):
            piece = replace(piece, name=f"{piece.name}′")
        standing.append(piece)
    return tuple(standing)


def practice_terrain() -> Terrain:
    """The practice table: a house, woods, wire, a pond, crates."""
    return Terrain(sheet_of(Table(terrain()), "The practice table"), "The practice table")


def _named(piece: Piece) -> Piece:
    return replace(piece, name=f"{piece.name}′") if MARKER.fullmatch(piece.name) else piece


KINDS = [
    ("open", "an open field"),
    ("ready", "the practice table: a house, woods, wire, a pond, crates"),
    ("fate", "a table generated for this game"),
    ("saved", "a table of mine, or one whose link I have"),
]
CODE = re.compile(r"(?:.*/)?([A-Za-z0-9_-]{1,16})/?")
"""A code alone, or at the end of a table's shared link."""


class TerrainForm(forms.Form):
    """The kind of terrain, the theme of a generated table, or the code of a saved one.

    A league's game passes its own ``word`` as seed, so that players cannot generate tables until one suits
    them, its ``deployment`` if it is known, what is ``laid`` on any ground, and the address that ``looks`` at
    all of it. ``ground`` is the kind chosen last.
    """

    ground = forms.ChoiceField(label="Ground", choices=KINDS, required=False, initial="open")
    theme = forms.ChoiceField(label="Theme, if fate lays it", required=False)
    word = forms.CharField(
        label="Word for fate",
        max_length=LONGEST_WORD,
        required=False,
        help_text="The same word is always the same table.",
    )
    table = forms.ChoiceField(label="Table of mine", required=False)
    link = forms.CharField(
        label="Or the link or code of a shared table",
        max_length=200,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        user: Viewer,
        word: str = "",
        deployment: str = "",
        laid: Table | None = None,
        looks: str = "",
        ground: str = "",
    ) -> None:
        super().__init__(data, initial={"word": suggested_word(), "ground": ground or "open"})
        self.game_word, self.deployment = word, deployment.lower()
        self.laid, self.looks = laid or Table(), looks or reverse("play:terrain")
        choice_field(self, "theme").choices = [(t.slug, t.name) for t in THEMES]
        own = tables.choices(user)
        choice_field(self, "table").choices = [("", "none"), *own]
        if word:
            del self.fields["word"]
        if not own:
            del self.fields["table"]

    def terrain(self, request: HttpRequest) -> Terrain:
        """The chosen terrain. Raise ``Refusal`` for a table that is not shared, or that cannot be
        generated."""
        if not self.is_valid():
            raise Refusal("That is no ground.", fix="Choose one of the list.")
        data = self.cleaned_data
        match data["ground"] or "open":
            case "ready":
                return practice_terrain()
            case "fate":
                sheet = generated(request, self._word(), self._wishes())
                return Terrain(sheet, sheet.name)
            case "saved":
                return saved_terrain(data["link"] or data.get("table", ""))
        return OPEN_FIELD

    def _word(self) -> str:
        word = self.game_word or self.cleaned_data["word"].strip()
        if not word:
            raise Refusal("Fate needs a word to lay a table.", fix="Write any.")
        return word

    def _wishes(self) -> TableRequirements:
        """The requirements; without a known Deployment the table must suit all of them."""
        deployment = self.deployment if unnamed().table.deployment(self.deployment) else None
        return TableRequirements(theme=self.cleaned_data["theme"] or THEMES[0].slug, deployment=deployment)


def saved_terrain(text: str) -> Terrain:
    """The table of a code, or of a link that ends in one."""
    match = CODE.fullmatch(text.strip())
    shared = tables.by_code(match[1]) if match else None
    if match is None or shared is None:
        raise Refusal("No table is shared under that link.", fix="Choose one of yours, or paste its link.")
    title, sheet = shared
    return Terrain(sheet, title, match[1])


class TerrainPreview(Struct, frozen=True):
    """What the form shows of its terrain: the table with its picture and score, or why there is none.
    ``more`` names what the game adds to it."""

    terrain: Terrain = OPEN_FIELD
    shown: DrawnTable | None = None
    refusal: Refusal | None = None
    more: tuple[str, ...] = ()


def terrain_preview(request: HttpRequest, form: TerrainForm) -> TerrainPreview:
    """The preview of the current choice; nothing is stored."""
    try:
        terrain = form.terrain(request)
        more = (*(piece.name for piece in form.laid.pieces), *(base.name for base in form.laid.bases))
        sheet = _with_all(terrain, form.laid) if more else terrain.sheet
        if sheet is None:
            return TerrainPreview()
        limit_rate(request, "checked", CHECKED_AN_HOUR)
        with expensive(request):
            return TerrainPreview(terrain, drawn_table(sheet), more=more)
    except Refusal as refusal:
        return TerrainPreview(refusal=refusal)


def _with_all(terrain: Terrain, laid: Table) -> Sheet:
    """That ground as a game on it begins: its pieces, then what is ``laid``."""
    own = terrain.sheet.contents().table if terrain.sheet is not None else Table()
    every = replace(own, pieces=_beside(own.pieces, laid.pieces), bases=laid.bases)
    return sheet_of(every, terrain.name or FIELD, terrain.sheet.deployment if terrain.sheet else None)
