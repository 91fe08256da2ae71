"""Forms of divisions and of the next season."""

from __future__ import annotations

from django import forms


class NamesForm(forms.Form):
    names = forms.CharField(
        label="Divisions, the highest first, one a line",
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Empty for one table.",
    )

    def clean_names(self) -> list[str]:
        return [line for line in self.cleaned_data["names"].splitlines() if line.strip()]


class PlaceForm(forms.Form):
    entry = forms.IntegerField(min_value=1)
    division = forms.IntegerField(min_value=1)


class SeasonForm(forms.Form):
    name = forms.CharField(label="Name of the next season", max_length=80)
    starts_on = forms.DateField(label="First day", widget=forms.DateInput(attrs={"type": "date"}))
