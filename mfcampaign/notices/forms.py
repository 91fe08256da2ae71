"""Forms of notice preferences and of a new webhook."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.notices.models import Preference, Webhook
from mfcampaign.notices.models.notice import Channel, Kind
from mfcampaign.notices.outbound import Refused, check_form
from mfcampaign.notices.queries import NoticePreferences
from mfcampaign.notices.routing import TOPICS

LEAGUE_CHOICES = [("all", "as everywhere"), ("inbox", "on the portal only"), ("none", "nothing")]


class PreferencesForm(forms.Form):
    """How often mails go; a box for each kind and channel; one choice for each league."""

    rhythm = forms.ChoiceField(label="E-mails", choices=Preference.Rhythm.choices, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, preferences: NoticePreferences) -> None:
        super().__init__(data)
        self.preferences = preferences
        self.fields["rhythm"].initial = preferences.rhythm
        for kind in Kind.values:
            for channel in Channel.values:
                self.fields[f"{kind}-{channel}"] = forms.BooleanField(
                    required=False, initial=(kind, channel) in preferences.open
                )
        for choice in preferences.leagues:
            self.fields[f"league-{choice.campaign.pk}"] = forms.ChoiceField(
                label=choice.campaign.name, choices=LEAGUE_CHOICES, initial=choice.level
            )

    def rows(self) -> list[tuple[str, str, list[tuple[str, Any]]]]:
        """Each kind with its label and the box of each channel, for the table of the page."""
        return [
            (value, label, [(channel.label, self[f"{value}-{channel.value}"]) for channel in Channel])
            for value, label in Kind.choices
        ]

    def leagues(self) -> list[Any]:
        return [self[f"league-{choice.campaign.pk}"] for choice in self.preferences.leagues]


class WebhookForm(forms.Form):
    """A new webhook."""

    name = forms.CharField(label="Name", max_length=60, help_text="For yourselves, such as “Club’s Discord”.")
    kind = forms.ChoiceField(label="Who listens", choices=Webhook.Kind.choices, widget=forms.RadioSelect)
    url = forms.CharField(
        label="Address",
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
        help_text="In Discord: channel settings, Integrations, Webhooks, Copy Webhook URL. Not shown again.",
    )
    topics = forms.MultipleChoiceField(
        label="Tell it about",
        choices=list(TOPICS.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["weeks", "games", "rulings"],
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            check_form(url)
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None
        return url
