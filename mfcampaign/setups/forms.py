"""Forms of set-ups: what to draw, and the reason for drawing again."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.catalog import queries as catalog
from mfcampaign.setups.drawing import Edition, Wanted
from mfcampaign.setups.models import SetUp
from mfcampaign.setups.operations import LONGEST_WORD, MOST_SHEETS
from mfcampaign.web.forms import choice_field
from mfcampaign.web.names import NameField
from mfcampaign.web.refusals import in_words
from rules.editions.m1e.setup import SIZES, size_for
from rules.refusal import Refusal

CARDS_HELP = (
    "Leave it empty to let fate draw. Else every card in the order it fell, as 9m 4c 1r RJ: both sides’ "
    "flips, then the pool, with jokers, ties and repeats."
)
CARDS_HELP_M1 = (
    "Leave it empty to let fate draw. Else every card in the order it fell, as 9m 4c 1r RJ: location, "
    "deployment, a Strategy each, sides, then feature and event."
)
CARDS_HELP_M2 = (
    "Leave it empty to let fate draw. Else every card in the order it fell, as 9m 4c 1r RJ: deployment, "
    "Strategy, then the pool with its jokers."
)
HELP = {"m3e": CARDS_HELP, "m2e": CARDS_HELP_M2, "m1e": CARDS_HELP_M1}
SIZE = {"m3e": 50, "m2e": 50, "m1e": 35}
WORD_HELP = "Anything. It goes into the shuffle, so that not even the portal could have chosen the cards."


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
    format = forms.ChoiceField(
        label="Size",
        choices=[(s.slug, f"{s.name}: {s.least} to {s.most} Soulstones") for s in SIZES.values()],
    )
    size = forms.IntegerField(label="Soulstones", min_value=1, max_value=200)
    feature = forms.BooleanField(label="With a shared feature", required=False)
    event = forms.BooleanField(label="With a special event", required=False)
    each = forms.ChoiceField(label="For", choices=SetUp.Each.choices)
    count = forms.IntegerField(
        label="How many",
        min_value=1,
        max_value=MOST_SHEETS,
        initial=1,
        help_text="Tables, or rounds; one Encounter is one.",
    )
    called = NameField(
        label="Title", max_length=80, required=False, help_text="To find it again: Thursday at the shop."
    )
    word = _word()
    cards = forms.CharField(
        label="Cards flipped at the table", max_length=400, required=False, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, data: Any = None, *, edition: Edition, initial: dict[str, Any]) -> None:
        super().__init__(data, initial={"size": SIZE[edition], "edition": edition, **initial})
        self.of = edition
        choice_field(self, "season").choices = catalog.season_choices(edition)
        self.fields["cards"].help_text = HELP[edition]
        for name in ("season",) if edition == "m1e" else ("format", "feature", "event"):
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("each") == SetUp.Each.ONE:
            data["count"] = 1
        if data.get("cards") and data.get("each") != SetUp.Each.ONE:
            self.add_error("cards", "Cards are entered for one Encounter at a time.")
        if self.of == "m1e" and data.get("size") and data.get("format"):
            try:
                size_for(data["format"], data["size"])
            except Refusal as refusal:
                self.add_error("size", in_words(refusal))
        return data

    def wanted(self) -> Wanted:
        data = self.cleaned_data
        return Wanted(
            edition=self.of,
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

    seen = forms.IntegerField(min_value=1, max_value=1000, widget=forms.HiddenInput)
    reason = forms.CharField(label="Why", max_length=200, help_text="Everybody with the link will see it.")
    word = _word()
