"""Forms of Arsenals and New Hires."""

from __future__ import annotations

from django import forms

from mfcampaign.campaigns.arsenal.queries import Filter
from mfcampaign.web.names import NameField
from rules.crews.catalogue import STATIONS


class FilterForm(forms.Form):
    """What the player looks for; nonsense is no filter at all."""

    q = forms.CharField(required=False, max_length=60)
    station = forms.ChoiceField(required=False, choices=[("", "all"), *((s, s) for s in STATIONS)])

    @classmethod
    def of(cls, data: object) -> Filter:
        form = cls(data)  # type: ignore[arg-type]
        form.is_valid()
        cleaned = form.cleaned_data
        return Filter(cleaned.get("q", ""), cleaned.get("station", ""))


class NicknameForm(forms.Form):
    """The player's own name for a model; empty takes it away."""

    nickname = NameField(label="Nickname", required=False, max_length=60)
