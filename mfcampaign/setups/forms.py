"""Forms of set-ups: what to draw, and the reason for drawing again."""

from __future__ import annotations

from typing import Annotated, Any

from django import forms
from msgspec import Meta

from mfcampaign.catalog import queries as catalog
from mfcampaign.setups.models import SetUp
from mfcampaign.setups.operations import LONGEST_WORD, MOST_SHEETS
from mfcampaign.web.forms import choice_field, number_field
from mfcampaign.web.names import NameField
from mfcampaign.web.refusals import in_words
from rules.edition import Edition
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal

CARDS_HELP = (
    "Leave it empty to let fate draw. Else every card in the order it fell, as 9m 4c 1r RJ: {cards_words}"
)
WORD_HELP = "Anything. It goes into the shuffle, so that not even the portal could have chosen the cards."

Size = Annotated[int, Meta(ge=1, le=200)]
Sheets = Annotated[int, Meta(ge=1, le=MOST_SHEETS)]
Drawing = Annotated[int, Meta(ge=1, le=1000)]
"""The number of a drawing."""


def _word() -> forms.CharField:
    return forms.CharField(
        label="A word of yours", max_length=LONGEST_WORD, required=False, help_text=WORD_HELP
    )


class DrawForm(forms.Form):
    """All editions; the fields that an edition has no use for are left out."""

    edition = forms.CharField(widget=forms.HiddenInput)
    code = forms.RegexField(r"^[A-Za-z0-9_-]{11}$", widget=forms.HiddenInput)
    promised = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
    season = forms.ChoiceField(label="Strategies and Schemes of")
    format = forms.ChoiceField(label="Size")
    size = number_field(Size, "Soulstones")
    feature = forms.BooleanField(label="With a shared feature", required=False)
    event = forms.BooleanField(label="With a special event", required=False)
    each = forms.ChoiceField(label="For", choices=SetUp.Each.choices)
    count = number_field(Sheets, "How many", initial=1, help_text="Tables, or rounds; one Encounter is one.")
    called = NameField(
        label="Title", max_length=80, required=False, help_text="To find it again: Thursday at the shop."
    )
    word = _word()
    cards = forms.CharField(
        label="Cards flipped at the table", max_length=400, required=False, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, data: Any = None, *, edition: Edition, initial: dict[str, Any]) -> None:
        set_up = edition.setup
        super().__init__(data, initial={"size": set_up.usual_size, "edition": edition.code, **initial})
        self.of = edition
        choice_field(self, "season").choices = catalog.season_choices(edition.code)
        choice_field(self, "format").choices = [
            (each.slug, f"{each.name}: {each.least} to {each.most} Soulstones") for each in set_up.formats
        ]
        self.fields["cards"].help_text = CARDS_HELP.format(cards_words=set_up.cards_words)
        asked = {
            "season": set_up.has_seasons,
            "format": bool(set_up.formats),
            "feature": bool(set_up.features),
            "event": bool(set_up.events),
        }
        for name in (name for name, needed in asked.items() if not needed):
            del self.fields[name]

    @property
    def before_size(self) -> list[forms.BoundField]:
        """What is asked before the size."""
        return [self[name] for name in ("season", "format") if name in self.fields]

    @property
    def after_size(self) -> list[forms.BoundField]:
        """What is asked after it."""
        return [self[name] for name in ("feature", "event") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("each") == SetUp.Each.ONE:
            data["count"] = 1
        if data.get("cards") and data.get("each") != SetUp.Each.ONE:
            self.add_error("cards", "Cards are entered for one Encounter at a time.")
        played = self.of.setup.format(data.get("format", ""))
        if played is not None and data.get("size"):
            try:
                played.check(data["size"])
            except Refusal as refusal:
                self.add_error("size", in_words(refusal))
        return data

    def wanted(self) -> Wanted:
        data = self.cleaned_data
        return Wanted(
            edition=self.of.code,
            season=data.get("season", ""),
            size=data["size"],
            format=data.get("format", ""),
            feature=data.get("feature", False),
            event=data.get("event", False),
        )

    def rest(self) -> dict[str, Any]:
        """What ``operations.draw`` takes besides."""
        return {
            name: self.cleaned_data[name] for name in ("code", "promised", "each", "count", "word", "cards")
        } | {"title": self.cleaned_data["called"]}


class AgainForm(forms.Form):
    """Why it is drawn again; ``seen`` is the drawing on the page."""

    seen = number_field(Drawing, widget=forms.HiddenInput)
    reason = forms.CharField(label="Why", max_length=200, help_text="Everybody with the link will see it.")
    word = _word()
