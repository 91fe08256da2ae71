"""Forms of events."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.utils import timezone

from mfcampaign.accounts.names import known_zones
from mfcampaign.accounts.persons import Viewer
from mfcampaign.catalog import queries as catalog
from mfcampaign.events import figures
from mfcampaign.events.ladder import rules_of
from mfcampaign.events.models import Event
from mfcampaign.events.operations.creation import RANKED_BY
from mfcampaign.web.forms import WALL, OrderedField, PastedField, WallTimeField, choice_field, number_field
from mfcampaign.web.names import NameField
from rules.bounds import bounds_of
from rules.campaign.calendar import taken
from rules.edition import choices, edition_of, editions
from rules.game.results.overtime import PenaltyMinutes, PenaltyVp
from rules.tournament.ladder import LadderRules
from rules.tournament.pairing.field import RULES, PairingPreference
from rules.tournament.standings.criteria import SCHEMES, ByeWorth

PRESETS = {
    "evening": ("Evening in the shop: three Swiss rounds", {"rounds": 3, "format": "swiss", "capacity": 16}),
    "day": (
        "A day: four Swiss rounds, then the four best play it out",
        {"rounds": 4, "format": "swiss", "cut": 4, "capacity": 32},
    ),
    "large": (
        "Large: seven Swiss rounds, then the eight best",
        {"rounds": 7, "format": "swiss", "cut": 8, "capacity": 1024},
    ),
    "teams": (
        "Teams of three: three Swiss rounds, team against team",
        {"rounds": 3, "format": "swiss", "capacity": 48, "team_size": 3},
    ),
    "robin": ("Everybody against everybody", {"format": "robin", "capacity": 8}),
    "bracket": ("A bracket: who loses is out", {"format": "single", "capacity": 16}),
    "ladder": (
        "A ladder for weeks: players challenge those above them when they like",
        {"format": "ladder", "capacity": 32, "declares": "nothing"},
    ),
}
SCHEME_WORDS = {
    "malifaux": "points, then difference, then Victory Points",
    "strength-first": "points, then strength of schedule",
    "second-edition": "as points, then difference; a bye is 10 to 5, a concession 10 to 0",
    "duel": "two points a win, no margins",
    "campaign": "wins, draws, difference",
}
ORDERS = 6
LADDER = LadderRules.__struct_fields__
BOUNDS = bounds_of(LadderRules)
OFFERED = (
    PairingPreference.CLUB,
    PairingPreference.COMPANY,
    PairingPreference.MIRROR,
    PairingPreference.TABLES,
    PairingPreference.RATING,
    PairingPreference.CATCH_UP,
)


class CreateForm(forms.Form):
    """A new event in two minutes: what is left alone is as the preset says."""

    preset = forms.ChoiceField(
        label="What kind of event",
        choices=[(key, words) for key, (words, _) in PRESETS.items()],
        widget=forms.RadioSelect,
        initial="evening",
    )
    edition = forms.ChoiceField(label="Edition", choices=choices, required=False)
    name = NameField(label="Name of the event", min_length=3, max_length=80)
    place = NameField(label="Place", max_length=120, required=False)
    starts_at = WallTimeField(label="Begins")
    zone = forms.CharField(
        label="Time zone",
        help_text="Such as Europe/Madrid.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, user: Viewer | None = None, **kwargs: Any) -> None:
        soon = timezone.localtime() + dt.timedelta(days=7)
        start = soon.replace(hour=10, minute=0, second=0, microsecond=0, tzinfo=None)
        zone = getattr(user, "timezone", "") or "Europe/London"
        kwargs["initial"] = {"starts_at": start.strftime(WALL), "zone": zone} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)

    def clean_zone(self) -> str:
        zone: str = self.cleaned_data["zone"].strip()
        if zone not in known_zones():
            raise forms.ValidationError("No such time zone: write it as Continent/City.")
        return zone

    def options(self) -> dict[str, Any]:
        data = self.cleaned_data
        preset, played = PRESETS[data["preset"]][1], {}
        if data["edition"]:
            edition = edition_of(data["edition"])
            played = {"edition": edition.code, "size": edition.setup.usual_size}
            if edition.setup.has_seasons:
                played["season"] = edition.setup.usual_season
        return {
            **preset,
            **played,
            "name": data["name"],
            "place": data["place"],
            "timezone": data["zone"],
            "starts_at": self.instant("starts_at"),
        }

    def instant(self, name: str) -> dt.datetime | None:
        """The moment of a wall time by the event's own clock."""
        wall = self.cleaned_data.get(name)
        return taken(wall, ZoneInfo(self.cleaned_data["zone"]))[0] if wall else None

    @property
    def clock_notes(self) -> list[str]:
        """What was taken for wall times that the event's clock skips or shows twice."""
        zone = ZoneInfo(self.cleaned_data["zone"])
        walls = [self.cleaned_data.get(name) for name in ("starts_at", "declare_until")]
        return [note for wall in walls if wall and (note := taken(wall, zone)[1])]


class SettingsForm(CreateForm):
    """Everything else about an event."""

    about = forms.CharField(
        label="Description", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )
    season = forms.ChoiceField(
        label="Strategies and Schemes of", help_text="Of the edition that is played; some have none."
    )
    scenarios = forms.ChoiceField(
        label="Encounters",
        choices=Event.Scenarios.choices,
        help_text="Drawn by fate with the pairings, and locked once these are out.",
    )
    with_feature = forms.BooleanField(label="With a shared feature", required=False)
    with_event = forms.BooleanField(label="With a special event", required=False)
    size = number_field(figures.Soulstones, "Soulstones")
    format = forms.ChoiceField(label="Format", choices=Event.Format.choices)
    rounds = number_field(figures.Rounds, "Rounds before a cut")
    round_minutes = number_field(figures.RoundMinutes, "Minutes of a round")
    clock_each = number_field(
        figures.ClockEach, "Minutes each on a chess clock", help_text="0: half of the round."
    )
    penalty_vp = number_field(
        PenaltyVp,
        "Victory Points off for time",
        help_text="Of a player over the time of a chess clock, each time the next has passed; 0: noted only.",
    )
    penalty_minutes = number_field(PenaltyMinutes, "For each begun minutes over")
    cut = number_field(figures.Cut, "How many go on to a bracket", help_text="0: none.")
    group_count = number_field(figures.Groups, "Groups", help_text="For groups only.")
    preferences = OrderedField(
        [(str(preference), preference.words) for preference in OFFERED],
        len(OFFERED),
        label="Preferences for the pairings",
        help_text="Once nobody meets twice and equals meet equals; the first outweighs the next.",
    )
    apart = forms.MultipleChoiceField(
        label="A rule, not a wish",
        choices=[(str(preference), preference.words) for preference in RULES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text="Outweighs the points: broken only where no round without exists that has no rematch.",
    )
    team_size = number_field(figures.TeamSize, "Players of a team", help_text="0: everybody for themselves.")
    team_tables = forms.ChoiceField(
        label="Who sits across whom where two teams meet", choices=Event.TeamTables.choices
    )
    reach = number_field(BOUNDS["reach"], "Rungs up")
    others_between = number_field(BOUNDS["others_between"], "Others before the same again")
    rest_days = number_field(BOUNDS["rest_days"], "Days of rest after a lost challenge")
    answer_days = number_field(BOUNDS["answer_days"], "Days to answer")
    play_days = number_field(BOUNDS["play_days"], "Days to play")
    free_refusals = number_field(BOUNDS["free_refusals"], "Refusals in a row that cost nothing")
    exchange = forms.BooleanField(label="Winner and loser change rungs; nobody between moves", required=False)
    scheme = forms.ChoiceField(label="Standings by", choices=[(key, SCHEME_WORDS[key]) for key in SCHEMES])
    order = OrderedField(
        [(str(criterion), criterion.words) for criterion in RANKED_BY],
        ORDERS,
        label="Standings in an order of your own",
        help_text="Left empty, the order of the scheme above.",
    )
    bye_worth = forms.ChoiceField(
        label="A bye counts",
        choices=[(str(worth), worth.words) for worth in ByeWorth],
        help_text="Victory Points only where the standings give them.",
    )
    capacity = number_field(figures.Places, "Places")
    tables = number_field(figures.Tables, "Tables", help_text="0: as many as are needed.")
    listed = forms.BooleanField(label="Listed publicly", required=False)
    by_name = forms.BooleanField(
        label="Anybody with the address may sign up by name, without an account", required=False
    )
    declares = forms.ChoiceField(label="Players declare", choices=Event.Declares.choices)
    declare_until = WallTimeField(label="Declared until", required=False)
    declared_shown = forms.ChoiceField(label="Declarations are shown", choices=Event.Shown.choices)

    NAMES = (
        "about edition season scenarios size format rounds round_minutes clock_each penalty_vp "
        "penalty_minutes cut group_count preferences scheme order bye_worth capacity tables "
        "listed by_name declares declared_shown with_feature with_event team_size team_tables apart"
    ).split()

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        zone = ZoneInfo(event.timezone)
        initial = {name: getattr(event, name) for name in ("name", "place", *self.NAMES)}
        initial |= msgspec.structs.asdict(rules_of(event))
        initial |= {"zone": event.timezone, "starts_at": event.starts_at.astimezone(zone).strftime(WALL)}
        if event.declare_until is not None:
            initial["declare_until"] = event.declare_until.astimezone(zone).strftime(WALL)
        super().__init__(*args, initial=initial, **kwargs)
        del self.fields["preset"]
        self.fields["edition"].required = True
        choice_field(self, "season").choices = [
            (each.name, catalog.season_choices(each.code)) for each in editions() if each.setup.has_seasons
        ]
        for name in ("feature", "event"):
            drawn = ", ".join(each.name for each in editions() if getattr(each.setup, f"{name}s"))
            self.fields[f"with_{name}"].help_text = f"{drawn}: drawn with the Encounter."

    @property
    def plain(self) -> list[forms.BoundField]:
        """All but what concerns a ladder alone."""
        return [self[name] for name in self.fields if name not in LADDER]

    @property
    def of_ladder(self) -> list[forms.BoundField]:
        return [self[name] for name in LADDER]

    def options(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            **{name: data[name] for name in ("name", "place", *self.NAMES)},
            "ladder": {name: data[name] for name in LADDER},
            "timezone": data["zone"],
            "starts_at": self.instant("starts_at"),
            "declare_until": self.instant("declare_until"),
        }


class SignUpForm(forms.Form):
    name = forms.CharField(label="Name", min_length=2, max_length=40)
    club = forms.CharField(label="Club", max_length=40, required=False)
    company = forms.CharField(
        label="Travels with", max_length=40, required=False, help_text="One word for all who came together."
    )

    team = forms.CharField(
        label="Team",
        max_length=40,
        required=False,
        help_text="Its name, a new one or one that is there.",
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not event.of_teams:
            del self.fields["team"]


class AddForm(SignUpForm):
    """An organiser adds somebody, who needs no account."""

    rating = number_field(figures.Rating, "Rating", required=False)
    ringer = forms.BooleanField(label="Plays only where somebody would have a bye", required=False)


class DeclareForm(forms.Form):
    faction = forms.ChoiceField(label="Faction")
    crew = PastedField(
        label="Crew",
        required=False,
        help_text="A text, or the link of a Crew that you share.",
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        faction = self.fields["faction"]
        assert isinstance(faction, forms.ChoiceField)
        faction.choices = [("", "choose"), *catalog.faction_choices(event.edition)]
        if event.declares != Event.Declares.CREW:
            del self.fields["crew"]


class ReportForm(forms.Form):
    mine = forms.IntegerField(label="Your Victory Points", min_value=0)
    theirs = forms.IntegerField(label="Their Victory Points", min_value=0)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["max"] = event.most_vp
