"""Which ground an Encounter is founded on: the choice as a form, and what it shows of it."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpRequest
from msgspec import Struct

from mfcampaign.tables import queries as tables
from mfcampaign.tables.making import made
from mfcampaign.tables.pacing import CHECKED_AN_HOUR, paced
from mfcampaign.tables.showing import Shown, shown
from mfcampaign.tables.words import suggested
from rules.core.table.making import LONGEST_WORD, Wishes
from rules.core.table.making_themes import THEMES
from rules.core.table.zones import DEPLOYMENTS, Deployment
from rules.laying import PLAIN, Laid, ready
from rules.refusal import Refusal

KINDS = [
    ("open", "an open field"),
    ("ready", "the practice table: a house, woods, wire, a pond, crates"),
    ("fate", "a table laid by fate for this game"),
    ("saved", "a table of mine, or one whose link I have"),
]
CODE = re.compile(r"(?:.*/)?([A-Za-z0-9_-]{1,16})/?")
"""A code by itself, or at the end of the link that a table is shared by."""


class GroundForm(forms.Form):
    """The ground, the theme for one laid by fate, the table for a saved one.

    A game of a league brings its own ``word``, so that nobody draws tables until one suits them, and its
    ``deployment`` where that is known.
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

    def __init__(self, data: Any = None, *, user: Any, word: str = "", deployment: str = "") -> None:
        super().__init__(data, initial={"word": suggested()})
        self.game_word, self.deployment = word, deployment.lower()
        self.fields["theme"].choices = [(t.slug, t.name) for t in THEMES]  # type: ignore[attr-defined]
        own = tables.choices(user)
        self.fields["table"].choices = [("", "none"), *own]  # type: ignore[attr-defined]
        if word:
            del self.fields["word"]
        if not own:
            del self.fields["table"]

    def laid(self, request: HttpRequest) -> Laid:
        """The ground as it was chosen; ``Refusal`` for a table nobody shares, or that fate cannot lay."""
        if not self.is_valid():
            raise Refusal("That is no ground.", fix="Choose one of the list.")
        found = self.cleaned_data
        match found["ground"] or "open":
            case "ready":
                return ready()
            case "fate":
                sheet = made(request, self._word(), self._wishes())
                return Laid(sheet, sheet.name)
            case "saved":
                return saved(found["link"] or found.get("table", ""))
        return PLAIN

    def _word(self) -> str:
        word = self.game_word or self.cleaned_data["word"].strip()
        if not word:
            raise Refusal("Fate needs a word to lay a table.", fix="Write any.")
        return word

    def _wishes(self) -> Wishes:
        """Good for every Deployment, as long as none is known."""
        known: Deployment | None = self.deployment if self.deployment in DEPLOYMENTS else None
        return Wishes(theme=self.cleaned_data["theme"] or THEMES[0].slug, deployment=known)


def league_ground(seat: Any, user: Any, data: Any = None) -> GroundForm:
    """What a game of a league may be played on: fate's word is its place in the league, so that nobody
    chooses."""
    game = seat.encounter
    word = f"{game.week.campaign.slug}/{game.week.number}/{game.table}"
    return GroundForm(data, user=user, word=word, deployment=game.scenario.get("deployment", ""))


def saved(text: str) -> Laid:
    """The table of a code, or of a link that ends in one."""
    match = CODE.fullmatch(text.strip())
    found = tables.by_code(match[1]) if match else None
    if match is None or found is None:
        raise Refusal("No table is shared under that link.", fix="Choose one of yours, or paste its link.")
    title, sheet = found
    return Laid(sheet, title, match[1])


class Glance(Struct, frozen=True):
    """What the form shows of the ground it has: the table with its picture and score, or why there is
    none."""

    laid: Laid = PLAIN
    shown: Shown | None = None
    refusal: Refusal | None = None


def glance(request: HttpRequest, form: GroundForm) -> Glance:
    """The ground as chosen so far; nothing is kept."""
    try:
        laid = form.laid(request)
        if laid.sheet is None:
            return Glance()
        paced(request, "checked", CHECKED_AN_HOUR)
        return Glance(laid, shown(laid.sheet))
    except Refusal as refusal:
        return Glance(refusal=refusal)
