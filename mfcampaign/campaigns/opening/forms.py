"""Forms that open a league and join one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone

from mfcampaign.accounts.names import known_zones
from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.models.league import HIRE_DAYS, WEEKS_TOTAL, HireDays, Weeks, usual_edition
from mfcampaign.campaigns.opening.operations import without_use
from mfcampaign.campaigns.opening.queries import Beginning
from mfcampaign.catalog import queries as catalog
from mfcampaign.web.forms import choice_field, number_field
from mfcampaign.web.names import NameField
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.policies import declarable
from rules.campaign.system import system_of, systems_for, unnamed_system
from rules.edition import Edition, edition_of, name_of


class LeagueForm(forms.Form):
    """A new league, in five minutes; whatever is left alone is sensible.

    ``begin`` is the key of a preset or template; what is left empty is as that says.
    """

    begin = forms.ChoiceField(label="Begin from", widget=forms.RadioSelect)
    usual = forms.CharField(widget=forms.HiddenInput, required=False)
    edition = forms.ChoiceField(
        label="Edition",
        required=False,
        help_text="Of the figures, hiring, Strategies and Schemes. It stays for as long as the league lasts.",
    )
    system = forms.ChoiceField(
        label="Campaign", required=False, help_text="It stays for as long as the league lasts."
    )
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
    weeks_total = number_field(Weeks, "Weeks", required=False, help_text="Empty: as many as chosen above.")
    hire_days = number_field(
        HireDays,
        "Days for New Hires",
        required=False,
        help_text="Usually: 2. "
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

    FIRST = ("begin", "edition", "system", "name", "starts_on", "turnover_time", "zone")

    def __init__(
        self, *args: Any, user: Viewer, beginnings: Sequence[Beginning], edition: Edition, **kwargs: Any
    ) -> None:
        own = (beginning.key for beginning in beginnings if beginning.edition == edition.code)
        kwargs["initial"] = {
            **_sensible(user),
            "begin": next(own, beginnings[0].key),
            "usual": edition.code,
            **kwargs.get("initial", {}),
        }
        super().__init__(*args, **kwargs)
        self.beginnings = {beginning.key: beginning for beginning in beginnings}
        choice_field(self, "begin").choices = [(beginning.key, beginning.name) for beginning in beginnings]
        known = catalog.edition_choices()
        editions = [(code, name) for code, name in known if edition_of(code).arsenal is not None]
        usual = name_of(self["usual"].value() or edition.code)
        left = f"as chosen above; where that goes with any, the {usual}"
        choice_field(self, "edition").choices = [("", left), *editions]
        offered = {each.code: each for slug, _ in editions for each in systems_for(slug) if each.offered}
        left = f"as chosen above; where that goes with any, {unnamed_system().name}"
        campaigns = [(code, f"{each.name}: {each.words.about}") for code, each in offered.items()]
        choice_field(self, "system").choices = [("", left), *campaigns]
        if len(offered) < 2:
            self.fields["system"].widget = forms.HiddenInput()
        seasons = [choice for slug, _ in editions for choice in catalog.season_choices(slug)]
        choice_field(self, "season").choices = [("", "as chosen above"), *seasons]
        packs = [(str(pk), name) for slug, _ in editions for pk, name in catalog.pack_choices(user, slug)]
        if packs:
            choice_field(self, "pack").choices = [("", "none, or as chosen above"), *packs]
        else:
            del self.fields["pack"]

    def clean_usual(self) -> str:
        code: str = self.cleaned_data["usual"] or usual_edition()
        arsenal_of(code)
        return code

    def clean_zone(self) -> str:
        zone: str = self.cleaned_data["zone"].strip()
        if zone not in known_zones():
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

    def clean(self) -> dict[str, Any]:
        """What is chosen is of one edition, that of the beginning where that has one."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not {"begin", "edition", "usual"} <= data.keys():
            return data
        edition, fixed = self.league_edition, self.beginning.edition
        played = system_of(data.get("system") or self.beginning.system)
        name = name_of(edition)
        if fixed and edition != fixed:
            sentence = f"“{self.beginning.name}” is for the {name_of(fixed)}."
            self.add_error("edition", f"{sentence} Begin from another, or leave the edition to it.")
        elif self.beginning.system and played.code != self.beginning.system:
            sentence = f"“{self.beginning.name}” is for {system_of(self.beginning.system).name}."
            self.add_error("system", f"{sentence} Begin from another, or leave the campaign to it.")
        elif played not in systems_for(edition):
            self.add_error("system", f"Leagues of the {name} do not play {played.name}.")
        elif without_use(played, self.policies(), edition):
            sentence = f"“{self.beginning.name}” has settings that {played.name} does not know."
            self.add_error("system", f"{sentence} Begin from another.")
        elif data.get("season") and data["season"] not in dict(catalog.season_choices(edition)):
            self.add_error("season", f"These Strategies and Schemes are not of the {name}.")
        elif data.get("pack") and catalog.pack_edition(int(data["pack"])) != edition:
            self.add_error("pack", f"This pack is not for figures of the {name}.")
        return data

    @property
    def league_edition(self) -> str:
        """The edition that was chosen, or that of the beginning, or the one that the page was for."""
        chosen: str = self.cleaned_data["edition"]
        return chosen or self.beginning.edition or self.cleaned_data["usual"]

    def policies(self) -> dict[str, Any]:
        """The house rules to begin with."""
        return self.beginning.house_rules(self.league_edition)

    @property
    def first(self) -> list[forms.BoundField]:
        """What everybody looks at; ``rest`` may be left alone."""
        return [self[name] for name in self.FIRST if not self[name].is_hidden]

    @property
    def rest(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.FIRST]

    @property
    def beginning(self) -> Beginning:
        """What was chosen to begin from."""
        return self.beginnings[self.cleaned_data["begin"]]

    def options(self) -> dict[str, Any]:
        """What ``operations.open_league`` takes, but for the house rules."""
        values = self.cleaned_data | {"edition": self.league_edition}
        values["system"] = values["system"] or self.beginning.system
        usual = {"weeks_total": WEEKS_TOTAL, "hire_days": HIRE_DAYS, "season": ""}
        begun = usual | self.beginning.schedule
        del values["begin"], values["usual"]
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


def _faction_field(campaign: Campaign) -> forms.ChoiceField:
    """The Factions that this league lets its players declare."""
    allowed = declarable(campaign.rules, campaign.edition)
    choices = catalog.faction_choices(campaign.edition)
    return forms.ChoiceField(
        label="Faction",
        choices=[(slug, name) for slug, name in choices if slug in allowed],
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

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["faction"] = _faction_field(campaign)


class AskForm(JoinForm):
    """The same, with a few words for the organisers."""

    words = forms.CharField(
        label="A few words for the organisers",
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Who you are, when you can play.",
    )


class GuestForm(forms.Form):
    """A player without an account, entered by an organiser."""

    prefix = "guest"
    name = NameField(label="Name", min_length=2, max_length=40)
    crew_name = NameField(label="Name of the Crew", required=False, max_length=60)

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["faction"] = _faction_field(campaign)


class ReasonForm(forms.Form):
    """Why: the diary shows it."""

    reason = forms.CharField(
        label="Reason",
        min_length=3,
        max_length=300,
        help_text="Everybody in the league reads it in the diary.",
    )
