"""Forms of an Aftermath: cards flipped at the table, and the answer to one question."""

from __future__ import annotations

from typing import Any

from django import forms

VALUES = [
    ("", "Card"),
    *((str(value), str(value)) for value in range(1, 14)),
    ("RJ", "Red Joker"),
    ("BJ", "Black Joker"),
]
SUITS = [("r", "Rams"), ("m", "Masks"), ("c", "Crows"), ("t", "Tomes")]
JOKERS = ("RJ", "BJ")


class CardsForm(forms.Form):
    """``count`` cards, each a value and a suit; a joker needs no suit."""

    ordinal = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, data: Any = None, *, count: int, ordinal: int | None = None) -> None:
        super().__init__(data, initial={"ordinal": ordinal})
        self.count = count
        for number in range(count):
            self.fields[f"value-{number}"] = forms.ChoiceField(label="Value", choices=VALUES)
            self.fields[f"suit-{number}"] = forms.ChoiceField(
                label="Suit", choices=SUITS, widget=forms.RadioSelect, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for number in range(self.count):
            value, suit = cleaned.get(f"value-{number}"), cleaned.get(f"suit-{number}")
            if value and value not in JOKERS and not suit:
                self.add_error(f"suit-{number}", "Which suit?")
        return cleaned

    def codes(self) -> list[str]:
        """The cards as codes: ``10r``, ``RJ``."""
        pairs = [
            (self.cleaned_data[f"value-{number}"], self.cleaned_data[f"suit-{number}"])
            for number in range(self.count)
        ]
        return [value if value in JOKERS else f"{value}{suit}" for value, suit in pairs]

    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"value-{number}"], self[f"suit-{number}"]) for number in range(self.count)]


class ChoiceForm(forms.Form):
    """The answer to question ``ordinal``. ``bearer`` is a model's id, or ``id:slug`` where that model
    gives the Skill ``slug`` up for the new one (SL-UPG-10). ``words`` name what an option asks for."""

    ordinal = forms.IntegerField(min_value=0)
    option = forms.CharField(max_length=120)
    bearer = forms.RegexField(r"^\d{1,12}(:[a-z0-9-]{1,100})?$", required=False)

    words = forms.CharField(max_length=60, required=False)

    def bearer_id(self) -> int | None:
        bearer: str = self.cleaned_data["bearer"]
        return int(bearer.partition(":")[0]) if bearer else None

    def gives_up(self) -> str:
        bearer: str = self.cleaned_data["bearer"]
        return bearer.partition(":")[2]
