"""Forms of the pack pages. Their bounds are those of ``pack_figures``; the operation checks them again."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.seasons import editions_with_own_seasons
from mfcampaign.web.forms import choice_field
from rules.crews.printed import COMMON, Cards, FigureField
from rules.edition import choices, edition_of, meant_by
from rules.refusal import Refusal


class NewPackForm(forms.ModelForm):
    """Name a pack and say of which edition its figures are; that stays."""

    edition = forms.ChoiceField(
        choices=choices,
        initial=meant_by,
        required=False,
        help_text="It stays as it is.",
    )

    class Meta:
        model = Pack
        fields = ("name", "edition", "public")

    def clean_edition(self) -> str:
        return meant_by(self.cleaned_data["edition"])


class SeasonForm(forms.Form):
    """A season as it is printed, for an edition that takes some."""

    edition = forms.ChoiceField()
    name = forms.CharField(max_length=60, help_text="As it is printed, “Gaining Grounds 1”.")
    strategies = forms.CharField(
        max_length=4000,
        widget=forms.Textarea({"rows": 4}),
        help_text="One a line, with its suit: “Informants, ram”.",
    )
    schemes = forms.CharField(
        max_length=16000,
        widget=forms.Textarea({"rows": 15}),
        help_text="One a line in their order, with those that follow it: "
        "“Ensnare > Reshape the Land, Search the Area, Frame Job”.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        taking = editions_with_own_seasons()
        choice_field(self, "edition").choices = [(each.code, each.name) for each in taking]


class PackForm(forms.ModelForm):
    """Name a pack; say whether others may see and use it."""

    class Meta:
        model = Pack
        fields = ("name", "public")


class WordsField(forms.CharField):
    """Words with commas between them, as a list."""

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        if isinstance(value, list | tuple):
            return list(value)
        text = super().to_python(value) or ""
        return list(dict.fromkeys(word for part in text.split(",") if (word := " ".join(part.split()))))

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(initial or "") != self.to_python(data or "")


class EntryForm(forms.Form):
    """Figures of one card. ``body()`` are those entered; a field left empty changes nothing."""

    error_css_class = "is-wrong"

    def body(self) -> dict[str, Any]:
        """The figures that the person entered, as the operation takes them."""
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "", [])}

    def body_against(self, printed: ModelCard | Upgrade) -> dict[str, Any]:
        """Only what differs from the printed card; lists emptied on purpose differ too."""
        changed = {}
        for name, value in self.cleaned_data.items():
            stands = getattr(printed, name)
            if isinstance(stands, tuple):
                if list(stands) != value:
                    changed[name] = value
            elif value not in (None, "") and value != stands:
                changed[name] = value
        return changed

    def take(self, refusal: Refusal) -> None:
        """Put each violation beside its field, or on top."""
        for violation in refusal.violations or ():
            field = violation.subject if violation.subject in self.fields else None
            self.add_error(field, f"{violation.sentence} {violation.fix}".strip())
        if not refusal.violations:
            self.add_error(None, f"{refusal.sentence} {refusal.fix}".strip())


HOUSE_ORDER = ("name", "title", "factions", "station", "cost")


def form_for(kind: str, *, house: bool, edition: str = "") -> type[EntryForm]:
    """The form of a printed card's figures, or of a whole one of the house, as its edition prints it."""
    printed = edition_of(meant_by(edition)).cards
    figures = printed.fields if kind == "model" else printed.upgrade_fields
    fields: dict[str, forms.Field] = {
        figure.name: _field(figure, printed) for figure in figures if figure.asked
    }
    if house:
        fields["name"] = forms.CharField(max_length=80)
        fields["factions"] = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)
        if kind == "model" and printed.titles:
            fields["title"] = forms.CharField(max_length=80, required=False)
    order = HOUSE_ORDER if house else ()
    return type("FiguresForm", (EntryForm,), {**fields, "field_order": order})


def _field(figure: FigureField, printed: Cards) -> forms.Field:
    common: dict[str, Any] = {"required": False, "help_text": figure.help}
    if label := figure.label or printed.labels.get(figure.name) or COMMON.get(figure.name):
        common["label"] = label
    unknown = ("", "not known")
    match figure.kind:
        case "number":
            return forms.IntegerField(min_value=figure.least, max_value=figure.most, **common)
        case "choice":
            first = ("", printed.no_station) if "" in figure.offered else unknown
            words = [(word, word) for word in figure.offered if word]
            return forms.ChoiceField(choices=[first, *words], **common)
        case "millimetres":
            sizes = [(str(size), f"{size} mm") for size in figure.offered]
            return forms.TypedChoiceField(choices=[unknown, *sizes], coerce=int, empty_value=None, **common)
        case "choices":
            words = [(word, word) for word in figure.offered]
            return forms.MultipleChoiceField(choices=words, widget=forms.CheckboxSelectMultiple, **common)
        case "words":
            return WordsField(**common)
        case "text":
            return forms.CharField(max_length=figure.most, **common)
        case "flag":
            return forms.BooleanField(**common)
