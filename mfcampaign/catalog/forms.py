"""Forms of the pack pages. Their bounds are those of ``pack_figures``; the operation checks them again."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.models import Pack
from mfcampaign.catalog.pack_figures import BASES, CHARACTERISTICS
from rules.crews.catalogue import FIRST, SECOND, STATIONS, THIRD
from rules.edition import choices, edition_of
from rules.refusal import Refusal


class NewPackForm(forms.ModelForm):
    """Name a pack and say of which edition its figures are; that stays."""

    edition = forms.ChoiceField(
        choices=choices(),
        initial=THIRD,
        required=False,
        help_text="It stays as it is.",
    )

    class Meta:
        model = Pack
        fields = ("name", "edition", "public")

    def clean_edition(self) -> str:
        return self.cleaned_data["edition"] or THIRD


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


def _number(label: str, low: int, high: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False, **more)


class EntryForm(forms.Form):
    """Figures of one card. ``body()`` are those entered; a field left empty changes nothing."""

    error_css_class = "is-wrong"

    def body(self) -> dict[str, Any]:
        """The figures that the person entered, as the operation takes them."""
        entered = {name: value for name, value in self.cleaned_data.items() if value not in (None, "", [])}
        return {name: int(value) if name == "base_mm" else value for name, value in entered.items()}

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
            elif name == "base_mm" and value and int(value) != stands:
                changed[name] = int(value)
        return changed

    def take(self, refusal: Refusal) -> None:
        """Put each violation beside its field, or on top."""
        for violation in refusal.violations or ():
            field = violation.subject if violation.subject in self.fields else None
            self.add_error(field, f"{violation.sentence} {violation.fix}".strip())
        if not refusal.violations:
            self.add_error(None, f"{refusal.sentence} {refusal.fix}".strip())


class ModelFiguresForm(EntryForm):
    """Change the figures of a model, or enter those that nobody knows."""

    cost = _number("Cost", 0, 30, help_text="Soulstones. A model without a cost cannot be hired.")
    station = forms.ChoiceField(choices=[("", "not known"), *((s, s) for s in STATIONS)], required=False)
    limit = _number("Model limit", 1, 12, help_text="How many of it one Crew may hold.")
    df = _number("Df", 0, 12)
    wp = _number("Wp", 0, 12)
    mv = _number("Mv", 0, 12)
    sz = _number("Sz", 0, 9)
    health = _number("Health", 1, 40)
    base_mm = forms.TypedChoiceField(
        label="Base (mm)",
        choices=[("", "not known"), *((str(size), f"{size} mm") for size in BASES)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    cache = _number("Cache", 0, 9, help_text="Figures of an earlier edition print one.")
    keywords = WordsField(required=False, help_text="Separate them with commas.")
    characteristics = forms.MultipleChoiceField(
        choices=[(c, c) for c in CHARACTERISTICS], required=False, widget=forms.CheckboxSelectMultiple
    )
    versatile = forms.BooleanField(required=False)
    is_totem = forms.BooleanField(label="Totem", required=False)
    totem_for = forms.CharField(
        label="Totem of", max_length=80, required=False, help_text="The Master's name, without the title."
    )


class UpgradeFiguresForm(EntryForm):
    """Change the figures of an Upgrade."""

    cost = _number("Cost", 0, 10, help_text="Soulstones.")
    plentiful = _number("Plentiful", 1, 6, help_text="Copies that one Crew may hold.")
    restricted = WordsField(
        required=False, help_text="What the bearer must match, in lower case, separated by commas."
    )


class _House(forms.Form):
    name = forms.CharField(max_length=80)
    factions = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple)


class HouseModelForm(ModelFiguresForm, _House):
    """A whole model of the house."""

    title = forms.CharField(max_length=80, required=False)
    field_order = ("name", "title", "factions", "station", "cost")


class HouseUpgradeForm(UpgradeFiguresForm, _House):
    """A whole Upgrade of the house."""

    field_order = ("name", "factions", "cost")


class SecondEditionFigures(ModelFiguresForm):
    """The same card under the names of the Second Edition, without what it does not print."""

    station = forms.ChoiceField(
        choices=[("", "not known"), *((s, s) for s in edition_of(SECOND).cards.stations)], required=False
    )
    limit = _number("Rare", 0, 12, help_text="How many of it one Crew may hold; 0: any number.")
    mv = _number("Wk", 0, 12)
    cg = _number("Cg", 0, 12)
    sz = _number("Ht", 0, 9)
    health = _number("Wd", 1, 40)
    cache = _number("Cache", 0, 9, help_text="Of Masters and Henchmen.")
    characteristics = WordsField(  # type: ignore[assignment]
        required=False, help_text="Separate them with commas; Mercenary is one."
    )
    keywords = None  # type: ignore[assignment]
    versatile = None  # type: ignore[assignment]


class SecondEditionHouse(SecondEditionFigures, _House):
    """A whole model of the house in the Second Edition."""

    field_order = ("name", "factions", "station", "cost")


class FirstEditionFigures(SecondEditionFigures):
    """The same with Ca, in the order of the card (M1-CARD-09)."""

    station = forms.ChoiceField(
        choices=[("", "not known"), *((s, s) for s in edition_of(FIRST).cards.stations)], required=False
    )
    mv = _number("Wk", 0, 20)
    cg = _number("Cg", 0, 20)
    sz = _number("Ht", 1, 9)
    ca = _number("Ca", 0, 12)
    cost = _number("SS cost", 0, 30, help_text="Soulstones; a Master has none.")
    cache = _number("SS Cache", 0, 9, help_text="Of Masters.")
    characteristics = WordsField(
        required=False,
        help_text="Separate them with commas: Living is not written, Mercenary, Unique, Undead are.",
    )
    field_order: tuple[str, ...] = (
        "name",
        "factions",
        "station",
        "cost",
        "cache",
        "limit",
        *edition_of(FIRST).cards.stats,
        "health",
        "base_mm",
        "characteristics",
        "is_totem",
        "totem_for",
    )


class FirstEditionHouse(FirstEditionFigures, _House):
    """A whole model of the house in the First Edition."""


MODEL_FORMS: dict[str, tuple[type[EntryForm], type[EntryForm]]] = {
    THIRD: (ModelFiguresForm, HouseModelForm),
    SECOND: (SecondEditionFigures, SecondEditionHouse),
    FIRST: (FirstEditionFigures, FirstEditionHouse),
}
"""For a printed model and for one of the house."""


def form_for(kind: str, *, house: bool, edition: str = THIRD) -> type[EntryForm]:
    if kind == "model":
        return MODEL_FORMS[edition][house]
    return HouseUpgradeForm if house else UpgradeFiguresForm
