"""A field for values in an order of one's own."""

from __future__ import annotations

from typing import Any

from django import forms


class InOrder(forms.MultiWidget):
    """One choice after another, each less than the one before."""

    use_fieldset = True

    def __init__(self, choices: list[tuple[str, str]], times: int) -> None:
        heads = ["first", *["then"] * (times - 1)]
        super().__init__(
            [
                forms.Select({"aria-label": f"{place}. {head}"}, [("", head), *choices])
                for place, head in enumerate(heads, start=1)
            ]
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """The selects, or as a program sends it: the name itself, several times."""
        return data.getlist(name) if name in data else super().value_from_datadict(data, files, name)

    def decompress(self, value: Any) -> list[str]:
        return list(value or [])


class OrderedField(forms.MultiValueField):
    """Values in the order in which they outweigh each other; the same value twice is refused."""

    def __init__(self, choices: list[tuple[str, str]], times: int, **more: Any) -> None:
        fields = [forms.ChoiceField(choices=[("", "–"), *choices], required=False) for _ in range(times)]
        super().__init__(
            fields, required=False, require_all_fields=False, widget=InOrder(choices, times), **more
        )

    def compress(self, values: list[str]) -> list[str]:
        chosen = [value for value in values if value]
        if len(set(chosen)) != len(chosen):
            raise forms.ValidationError("Each can stand in the order once only.")
        return chosen
