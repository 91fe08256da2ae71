"""Opening a league, joining one, and what its organisers fill in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.models.league import HIRE_DAYS, SEASON, WEEKS_TOTAL
from mfcampaign.campaigns.opening.queries import Beginning
from mfcampaign.catalog import queries as catalog
from mfcampaign.web.names import NameField
from rules.campaign.policies import Policies, declarable

WALL = "%Y-%m-%dT%H:%M"


class LeagueForm(forms.Form):
    """A new league, in five minutes; whatever is left alone is sensible.

    ``begin`` is the key of a preset or template; what is left empty is as that says.
    """

    begin = forms.ChoiceField(label="Begin from", widget=forms.RadioSelect)
    name = NameField(label="Name of the league", min_length=3, max_length=80)
    description = forms.CharField(
        label="Description",
        required=False,
        max_length=1000,
        help_text="Where and when you meet; who may join.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    starts_on = forms.DateField(
        label="First day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    turnover_time = forms.TimeField(
        label="The week turns at",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="On the weekday of the first day, by the league’s own clock.",
    )
    zone = forms.CharField(
        label="Time zone",
        help_text="Such as Europe/Madrid.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    weeks_total = forms.IntegerField(
        label="Weeks",
        min_value=1,
        max_value=20,
        required=False,
        help_text="Empty: as many as its beginning says.",
    )
    hire_days = forms.IntegerField(
        label="Days for New Hires",
        min_value=0,
        max_value=6,
        required=False,
        help_text="Usually 2. "
        "From the second week on each week begins with hires; then the games are paired.",
    )
    season = forms.ChoiceField(label="Strategies and Schemes of", required=False)
    pack = forms.ChoiceField(
        label="House figures", required=False, help_text="A pack laid over the catalogue for this league."
    )
    listed = forms.BooleanField(
        label="Listed publicly",
        required=False,
        initial=True,
        help_text="Anyone may read pairings, standings and diary. Joining always needs your invitation.",
    )

    FIRST = ("begin", "name", "starts_on", "turnover_time", "zone")

    def __init__(self, *args: Any, user: Viewer, beginnings: Sequence[Beginning], **kwargs: Any) -> None:
        kwargs["initial"] = {
            **_sensible(user),
            "begin": beginnings[0].key,
            **kwargs.get("initial", {}),
        }
        super().__init__(*args, **kwargs)
        self.beginnings = {beginning.key: beginning for beginning in beginnings}
        begin, season, pack = self.fields["begin"], self.fields["season"], self.fields["pack"]
        assert isinstance(begin, forms.ChoiceField)
        assert isinstance(season, forms.ChoiceField)
        assert isinstance(pack, forms.ChoiceField)
        begin.choices = [(beginning.key, beginning.name) for beginning in beginnings]
        season.choices = [("", "as its beginning says"), *catalog.season_choices()]
        packs = [(str(pk), name) for pk, name in catalog.pack_choices(user)]
        if packs:
            pack.choices = [("", "none, or as its beginning says"), *packs]
        else:
            del self.fields["pack"]

    def clean_zone(self) -> str:
        zone: str = self.cleaned_data["zone"].strip()
        if zone not in available_timezones():
            raise forms.ValidationError(
                "No such time zone: write it as Continent/City, such as Europe/Madrid."
            )
        return zone

    def clean_starts_on(self) -> dt.date:
        day: dt.date = self.cleaned_data["starts_on"]
        today = timezone.localdate()
        if not today - dt.timedelta(days=31) <= day <= today + dt.timedelta(days=366):
            raise forms.ValidationError("The first day lies within the coming year.")
        return day

    @property
    def first(self) -> list[forms.BoundField]:
        """What everybody looks at; ``rest`` may be left alone."""
        return [self[name] for name in self.FIRST]

    @property
    def rest(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.FIRST]

    @property
    def beginning(self) -> Beginning:
        """What was chosen to begin from."""
        return self.beginnings[self.cleaned_data["begin"]]

    def options(self) -> dict[str, Any]:
        """What ``operations.open_league`` takes, but for the house rules."""
        values = dict(self.cleaned_data)
        usual = {"weeks_total": WEEKS_TOTAL, "hire_days": HIRE_DAYS, "season": SEASON}
        begun = usual | self.beginning.schedule
        del values["begin"]
        for name in ("weeks_total", "hire_days", "season"):
            if values[name] in (None, ""):
                values[name] = begun[name]
        pack = values.pop("pack", "")
        values["pack_id"] = int(pack) if pack else None
        return values


def _sensible(user: Viewer) -> dict[str, Any]:
    """Next Monday but one week's notice, at 19:00, where the organiser lives."""
    today = timezone.localdate()
    return {
        "starts_on": today + dt.timedelta(days=7 + (-today.weekday()) % 7),
        "turnover_time": dt.time(19, 0),
        "zone": getattr(user, "timezone", "") or "Europe/London",
    }


def _faction_field(rules: Policies) -> forms.ChoiceField:
    """The Factions that this league lets its players declare."""
    allowed = declarable(rules)
    return forms.ChoiceField(
        label="Faction",
        choices=[(slug, name) for slug, name in catalog.faction_choices() if slug in allowed],
        help_text="It stays until the league ends.",
    )


class JoinForm(forms.Form):
    """Faction and Crew name of a player."""

    crew_name = NameField(
        label="Name of your Crew",
        required=False,
        max_length=60,
        help_text="Tables and diary show it. Empty: your own name.",
    )

    def __init__(self, *args: Any, rules: Policies, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["faction"] = _faction_field(rules)


class GuestForm(forms.Form):
    """A player without an account, entered by an organiser."""

    prefix = "guest"
    name = NameField(label="Name", min_length=2, max_length=40)
    crew_name = NameField(label="Name of the Crew", required=False, max_length=60)

    def __init__(self, *args: Any, rules: Policies, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["faction"] = _faction_field(rules)


class ReasonForm(forms.Form):
    """Why: it stands in the diary."""

    reason = forms.CharField(
        label="Reason",
        min_length=3,
        max_length=300,
        help_text="Everybody in the league reads it in the diary.",
    )


class OrganiserForm(forms.Form):
    prefix = "organiser"
    username = forms.CharField(
        label="Sign-in name", widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )


class EntryForm(forms.Form):
    """One of the players of a league."""

    entry = forms.ModelChoiceField(label="Player", queryset=Entry.objects.none())

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["entry"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user")
