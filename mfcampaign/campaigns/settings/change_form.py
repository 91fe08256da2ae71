"""The form that changes a league after it opened."""

from __future__ import annotations

from typing import Any

from django import forms

from mfcampaign.accounts.names import known_zones
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.models.league import HireDays, Weeks
from mfcampaign.campaigns.settings.changes import LASTING, LeagueFacts, facts_of
from mfcampaign.campaigns.settings.operations import CHANGEABLE
from mfcampaign.catalog import queries as catalog
from mfcampaign.web.forms import choice_field, number_field
from mfcampaign.web.names import NameField


class ChangeForm(forms.Form):
    """What a league is called, when its weeks turn, whose Strategies and Schemes it plays. What can no longer
    change is not in it."""

    name = NameField(label="Name of the league", min_length=3, max_length=80)
    description = forms.CharField(
        label="Description",
        required=False,
        max_length=1000,
        help_text="Where and when you meet; who may join.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    listed = forms.BooleanField(
        label="Listed publicly",
        required=False,
        help_text="Anyone may read pairings, standings and diary. Joining always needs your invitation.",
    )
    starts_on = forms.DateField(
        label="First day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    weeks_total = number_field(Weeks, "Weeks")
    turnover_time = forms.TimeField(
        label="The week turns at", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    zone = forms.CharField(
        label="Time zone",
        help_text="Such as Europe/Madrid.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    hire_days = number_field(HireDays, "Days for New Hires")
    season = forms.ChoiceField(label="Strategies and Schemes of")
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=300,
        help_text="Everybody in the league reads it in the diary.",
    )

    def __init__(self, data: Any, *, campaign: Campaign) -> None:
        self.now = facts_of(campaign)
        fields = LeagueFacts.__struct_fields__
        super().__init__(data, initial={name: getattr(self.now, name) for name in fields})
        choice_field(self, "season").choices = catalog.season_choices(campaign.edition)
        if campaign.state not in Campaign.BEFORE_FIRST_WEEK:
            del self.fields["starts_on"]
        if campaign.state not in CHANGEABLE:
            for name in set(self.fields) - {*LASTING, "reason"}:
                del self.fields[name]

    @property
    def zones(self) -> list[str]:
        """The names of all time zones, to choose from."""
        return sorted(known_zones()) if "zone" in self.fields else []

    @property
    def said(self) -> list[tuple[str, str]]:
        """Name and value of each field, the reason apart, as they were sent."""
        return [
            (field.name, "on" if field.value() is True else field.value() or "")
            for field in self
            if field.name != "reason"
        ]

    def facts(self) -> LeagueFacts:
        """The league as the form has it."""
        given = self.cleaned_data
        fields = LeagueFacts.__struct_fields__
        return LeagueFacts(*(given.get(name, getattr(self.now, name)) for name in fields))
