"""Forms of rulings, one for each kind of request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Campaign, GameSide, Week, WeekEntry
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.rulings.plans.adjustments import AWARDS, scrip_of_award
from mfcampaign.campaigns.rulings.plans.deadlines import LATER, WHAT, from_week, moment_in_words
from mfcampaign.campaigns.rulings.queries import PlayerPage
from mfcampaign.campaigns.week.queries import WeekRows
from mfcampaign.web.forms import WallTimeField, choice_field, number_field
from rules.bounds import Bounds, bounds_said
from rules.campaign.arsenal import Arsenal
from rules.campaign.calendar import taken
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.campaign.rising.arsenal import Advancement

GIVE, TAKE = "give", "take"
SCRIP = bounds_said(requests.Scrip)


class CrewsForm(forms.Form):
    """Who took part in a game for which no Crew was handed in: for each side its models, its Leader, and
    which of them bore the loose Upgrades."""

    def __init__(self, data: Any = None, *, sides: Iterable[GameSide], campaign: Campaign) -> None:
        self.by_seat = {side.seat: side for side in sides}
        super().__init__(data)
        arsenals = loading.arsenals(campaign, [side.entry for side in self.by_seat.values()])
        self.arsenals = {seat: arsenals[side.entry_id] for seat, side in self.by_seat.items()}
        for seat, arsenal in self.arsenals.items():
            self._add(seat, arsenal)

    def _add(self, seat: int, arsenal: Arsenal) -> None:
        models = [(model.id, model.name) for model in arsenal.models]
        label = self.by_seat[seat].entry.label
        self.fields[f"crew-{seat}"] = forms.TypedMultipleChoiceField(
            label=f"{label}: who took part",
            choices=models,
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
        )
        leader = arsenal.leader
        self.fields[f"leader-{seat}"] = forms.TypedChoiceField(
            label=f"{label}: who led",
            choices=models,
            coerce=int,
            initial=leader.id if leader is not None else None,
        )
        for upgrade in arsenal.upgrades:
            self.fields[f"upgrade-{seat}-{upgrade.id}"] = forms.TypedChoiceField(
                label=f"{label}: {upgrade.name}",
                choices=[("", "Stayed at home"), *models],
                coerce=int,
                empty_value=None,
                required=False,
            )

    def crews(self) -> tuple[CampaignCrew, ...]:
        """By seat, once the form is valid."""
        return tuple(self._crew(seat) for seat in sorted(self.by_seat))

    def _crew(self, seat: int) -> CampaignCrew:
        given = self.cleaned_data
        leader = given[f"leader-{seat}"]
        borne = {
            upgrade.id: given[f"upgrade-{seat}-{upgrade.id}"] for upgrade in self.arsenals[seat].upgrades
        }
        there = dict.fromkeys([leader, *given[f"crew-{seat}"]])
        members = tuple(
            CrewModel(model, tuple(pk for pk, bearer in borne.items() if bearer == model)) for model in there
        )
        return CampaignCrew(leader, members)


class PlayerRulingForm(forms.Form):
    """A form of the player's page; ``ruling_request`` is what it asks for, once it is valid."""

    title = ""
    word = "Preview"
    clock_note = ""
    """What was taken for a wall time that the league's clock skips or shows twice."""

    def __init__(self, data: Any = None, *, page: PlayerPage) -> None:
        self.page = page
        super().__init__(data, prefix=type(self).__name__.removesuffix("Form").lower())
        self.offer()

    @property
    def kind(self) -> str:
        return str(self.prefix)

    @property
    def entry(self) -> int:
        return self.page.entry.pk

    @property
    def possible(self) -> bool:
        """Whether there is anything it could be done to."""
        return True

    def offer(self) -> None:
        """Fill in what can be chosen."""

    def ruling_request(self) -> requests.AnyRequest:
        raise NotImplementedError

    def _choose(self, name: str, choices: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ScripForm(PlayerRulingForm):
    title = "Give or take Scrip"
    which = forms.ChoiceField(label="What", choices=[(GIVE, "Give Scrip"), (TAKE, "Take Scrip")])
    amount = number_field(Bounds(1, SCRIP.most), "How much")

    def ruling_request(self) -> requests.AnyRequest:
        amount = self.cleaned_data["amount"]
        signed = amount if self.cleaned_data["which"] == GIVE else -amount
        return requests.Give(entry=self.entry, what="scrip", amount=signed)


class UpgradeForm(PlayerRulingForm):
    title = "Give an Upgrade, Skill or Injury"
    thing = forms.ChoiceField(label="What")
    bearer = forms.ChoiceField(
        label="On which model", required=False, help_text="Skills and Injuries belong to a model."
    )

    def offer(self) -> None:
        self._choose("thing", self.page.things)
        self._choose("bearer", [("", "none"), *self.page.models])

    def ruling_request(self) -> requests.AnyRequest:
        what, _, slug = self.cleaned_data["thing"].partition(":")
        bearer = self.cleaned_data["bearer"]
        return requests.Give(entry=self.entry, what=what, slug=slug, bearer=int(bearer) if bearer else None)


class ModelForm(PlayerRulingForm):
    title = "Give a model"
    model = forms.ChoiceField(label="Model", help_text="Those of the Faction first, then everyone else.")

    def offer(self) -> None:
        self._choose("model", self.page.figures)

    def ruling_request(self) -> requests.AnyRequest:
        return requests.Give(entry=self.entry, what="model", slug=self.cleaned_data["model"])


class AwayForm(PlayerRulingForm):
    title = "Take a model, an Upgrade or an Injury"
    row = forms.ChoiceField(label="What leaves the Arsenal")

    @property
    def possible(self) -> bool:
        return bool(self.page.owned)

    def offer(self) -> None:
        self._choose("row", self.page.owned)

    def ruling_request(self) -> requests.AnyRequest:
        what, _, row = self.cleaned_data["row"].partition(":")
        return requests.Take(entry=self.entry, what=what, row=int(row))


class BackForm(PlayerRulingForm):
    title = "Restore something lost"
    row = forms.ChoiceField(label="What comes back")

    @property
    def possible(self) -> bool:
        return bool(self.page.lost)

    def offer(self) -> None:
        self._choose("row", self.page.lost)

    def ruling_request(self) -> requests.AnyRequest:
        what, _, row = self.cleaned_data["row"].partition(":")
        return requests.Take(entry=self.entry, what=what, row=int(row), back=True)


class RowForm(PlayerRulingForm):
    title = "Correct a name or a cost"
    row = forms.ChoiceField(label="Which")
    name = forms.CharField(label="Name", max_length=120)
    cost = number_field(requests.Soulstones, "Soulstones")
    scrip = number_field(
        SCRIP,
        "Scrip for the difference",
        initial=0,
        help_text="What the player gets back; below 0, what is still to be paid.",
    )

    @property
    def possible(self) -> bool:
        return bool(self.page.owned)

    def offer(self) -> None:
        self._choose("row", self.page.owned)

    def ruling_request(self) -> requests.AnyRequest:
        what, _, row = self.cleaned_data["row"].partition(":")
        cleaned = self.cleaned_data
        return requests.CorrectRow(
            entry=self.entry,
            what=what,
            row=int(row),
            name=cleaned["name"],
            cost=cleaned["cost"],
            scrip=cleaned["scrip"],
        )


class LeaderForm(PlayerRulingForm):
    title = "Name another Leader"
    model = forms.ChoiceField(label="Who leads")

    @property
    def possible(self) -> bool:
        return len(self.page.models) > 1 and self.page.growth is None

    def offer(self) -> None:
        self._choose("model", self.page.models)

    def ruling_request(self) -> requests.AnyRequest:
        return requests.Lead(entry=self.entry, model=int(self.cleaned_data["model"]))


class GrowthForm(PlayerRulingForm):
    title = "Correct the Leader"
    experience = number_field(requests.Boxes, "Experience")
    recovered = forms.BooleanField(label="Was annihilated once and recovered", required=False)
    without = forms.TypedMultipleChoiceField(
        label="Advancements to annul",
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text="What they cost is given back by hand.",
    )

    @property
    def possible(self) -> bool:
        return self.page.growth is not None

    def offer(self) -> None:
        if (growth := self.page.growth) is None:
            return
        self.fields["experience"].initial = growth.experience
        self.fields["recovered"].initial = growth.recovered
        rows = list(enumerate(growth.advancements, 1))
        self._choose("without", [(str(n), _advancement(each)) for n, each in rows])
        if not rows:
            del self.fields["without"]

    def ruling_request(self) -> requests.AnyRequest:
        cleaned = self.cleaned_data
        return requests.CorrectLeader(
            entry=self.entry,
            experience=cleaned["experience"],
            recovered=cleaned["recovered"],
            without=tuple(cleaned.get("without") or ()),
        )


def _advancement(each: Advancement) -> str:
    return f"{each.name} on {each.action}" if each.action else each.name


class TicksForm(PlayerRulingForm):
    title = "Correct the ticks of a Bounty"
    portion = forms.ChoiceField(label="Portion, and the game it was ticked in")
    count = number_field(requests.Ticks, "Ticks in that game")

    @property
    def possible(self) -> bool:
        return bool(self.page.portions)

    def offer(self) -> None:
        self._choose("portion", self.page.portions)

    def ruling_request(self) -> requests.AnyRequest:
        bounty, game, portion = self.cleaned_data["portion"].split(":", 2)
        return requests.TickBounty(
            bounty=int(bounty), encounter=int(game), portion=portion, count=self.cleaned_data["count"]
        )


class ReplaceForm(PlayerRulingForm):
    title = "Hand over to another player"
    username = forms.CharField(
        label="Sign-in name of the new player",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    crew_name = forms.CharField(
        label="Name of the Crew from now on",
        required=False,
        max_length=60,
        help_text="Empty: their own name.",
    )

    def ruling_request(self) -> requests.AnyRequest:
        cleaned = self.cleaned_data
        return requests.ReplacePlayer(
            entry=self.entry, username=cleaned["username"], crew_name=cleaned["crew_name"]
        )


class ExtendForm(PlayerRulingForm):
    title = "More time for this player alone"
    until = WallTimeField(label="Until")

    @property
    def possible(self) -> bool:
        return self.page.extendable

    def offer(self) -> None:
        self.fields["until"].help_text = f"In the time of {self.page.zone}."

    def clean_until(self) -> str:
        moment, self.clock_note = taken(self.cleaned_data["until"], ZoneInfo(self.page.zone))
        return moment.isoformat()

    def ruling_request(self) -> requests.AnyRequest:
        return requests.Extend(entry=self.entry, until=self.cleaned_data["until"])


class PlayingForm(PlayerRulingForm):
    """Retire, or come back: whichever is the other."""

    @property
    def title(self) -> str:  # type: ignore[override]
        return "Retire this player" if self.page.plays else "Bring this player back"

    def ruling_request(self) -> requests.AnyRequest:
        return requests.SetPlaying(entry=self.entry, playing=not self.page.plays)


class HiresForm(PlayerRulingForm):
    title = "Open the locked hires again"

    @property
    def possible(self) -> bool:
        return self.page.hires_locked

    def ruling_request(self) -> requests.AnyRequest:
        return requests.ReopenHires(entry=self.entry)


class DebtForm(PlayerRulingForm):
    title = "Write off what is owed"

    @property
    def possible(self) -> bool:
        return self.page.owed > 0

    def ruling_request(self) -> requests.AnyRequest:
        return requests.Forgive(entry=self.entry)


PLAYER_FORMS: tuple[type[PlayerRulingForm], ...] = (
    ScripForm,
    UpgradeForm,
    ModelForm,
    AwayForm,
    BackForm,
    RowForm,
    LeaderForm,
    GrowthForm,
    TicksForm,
    HiresForm,
    ExtendForm,
    DebtForm,
    ReplaceForm,
    PlayingForm,
)


WHOLE = "all-"


class MoveForm(forms.Form):
    """Another time for one deadline of the league, in its own wall time."""

    prefix = "deadline"
    clock_note = ""
    due = forms.ChoiceField(label="Which deadline")
    until = WallTimeField(label="From now on")

    def __init__(self, *args: Any, rows: WeekRows, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = rows.campaign.timezone
        field = choice_field(self, "due")
        field.choices = _dues(rows)
        if len(field.choices) > 1:
            whole = "The whole calendar: the next deadline moves here, and all others by as much"
            field.choices = [*field.choices, (f"{WHOLE}{field.choices[0][0]}", whole)]
        self.possible = bool(field.choices)
        self.fields["until"].help_text = f"In the time of {self.zone}. You see what it changes first."

    def clean_until(self) -> str:
        moment, self.clock_note = taken(self.cleaned_data["until"], ZoneInfo(self.zone))
        return moment.isoformat()

    def ruling_request(self) -> requests.AnyRequest:
        due = self.cleaned_data["due"]
        along = (LATER,) if due.startswith(WHOLE) else ()
        what, _, week = due.removeprefix(WHOLE).partition("-")
        until = self.cleaned_data["until"]
        return requests.MoveDeadline(week=int(week), what=what, until=until, chosen=along)


class HolidayForm(forms.Form):
    """Every deadline from one on, so many whole days later: a week off, or a calendar that moves."""

    prefix = "holiday"
    due = forms.ChoiceField(label="The first deadline that moves")
    days = number_field(
        requests.Days, "Days later", initial=7, help_text="7 skips a week; below 0 everything is earlier."
    )

    def __init__(self, *args: Any, rows: WeekRows, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = choice_field(self, "due")
        field.choices = _dues(rows)
        self.possible = bool(field.choices)

    def ruling_request(self) -> requests.AnyRequest:
        what, _, week = self.cleaned_data["due"].partition("-")
        return requests.Holiday(week=int(week), what=what, days=self.cleaned_data["days"])


def _dues(rows: WeekRows) -> list[tuple[str, str]]:
    """The deadlines ahead, to choose from."""
    zone = ZoneInfo(rows.campaign.timezone)
    return [
        (f"{due.what}-{due.week}", f"Week {due.week}: {WHAT[due.what]} {moment_in_words(due.at, zone)}")
        for due in from_week(rows.newest, rows.calendar)
    ]


class AwardForm(forms.Form):
    """An award of the house rules, to players of the week who have not had it (A-46)."""

    prefix = "award"
    what = forms.ChoiceField(label="For")
    entries = forms.TypedMultipleChoiceField(label="To", coerce=int, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self, *args: Any, week: Week, parts: Iterable[WeekEntry], user: Viewer, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        figures = {what: scrip_of_award(week, what) for what in AWARDS}
        choice_field(self, "what").choices = [
            (what, f"{AWARDS[what]} ({scrip} Scrip)") for what, scrip in figures.items() if scrip
        ]
        self.possible = any(figures.values())
        if self.possible:
            entries = sorted((part.entry for part in parts), key=lambda entry: entry.pk)
            others = [(entry.pk, entry.label) for entry in entries if entry.user_id != user.pk]
            choice_field(self, "entries").choices = others

    def ruling_request(self) -> requests.AnyRequest:
        cleaned = self.cleaned_data
        return requests.GiveAward(what=cleaned["what"], entries=tuple(cleaned["entries"]))


class RulingForm(forms.Form):
    """Why: everybody in the league reads it."""

    reason = forms.CharField(
        label="Reason",
        min_length=3,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Everybody in the league reads it beside what changed.",
    )
