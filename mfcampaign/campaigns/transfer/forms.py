"""Forms that export and import a league."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.campaigns.transfer.sealing import SHORTEST

_PHRASE = {"autocomplete": "off", "spellcheck": "false"}


class ExportForm(forms.Form):
    phrase = forms.CharField(
        label="Pass-phrase",
        required=False,
        min_length=SHORTEST,
        max_length=200,
        help_text=f"{SHORTEST} characters or more. Without one, what is hidden stays out of the file.",
        widget=forms.TextInput(attrs=_PHRASE),
    )


class ImportForm(forms.Form):
    file = forms.FileField(
        label="File", help_text="As the other portal wrote it; its name ends in .league.jsonl."
    )
    phrase = forms.CharField(
        label="Pass-phrase",
        required=False,
        max_length=200,
        help_text="The one that was given when the file was written, if there was one.",
        widget=forms.TextInput(attrs=_PHRASE),
    )


class PersonForm(forms.Form):
    """Whose place in the league one takes: the choices are the people of the file."""

    person = forms.TypedChoiceField(
        label="You are",
        coerce=int,
        empty_value=None,
        required=False,
        help_text="Everybody else becomes a guest of the same name; organisers give them links to come in.",
    )

    def __init__(self, *args: Any, people: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["person"]
        field.choices = [("", "nobody of them"), *people]
