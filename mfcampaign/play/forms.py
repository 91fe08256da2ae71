"""The forms that begin an Encounter: one to be played here, and a record of a game at a real table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import Http404

from mfcampaign.accounts.persons import Person, PersonRequest, PortalRequest, Viewer
from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import queries as crews
from mfcampaign.crews.access import begun_here, shared_or_404
from mfcampaign.play.clocks import MOST_MINUTES, PRESETS, Limit
from mfcampaign.play.crew_setup import EquippedCrew, equipped_as_built, equipped_from_text, setup_of_crews
from mfcampaign.play.editions import EDITIONS
from mfcampaign.play.first_edition import FirstEditionForm
from mfcampaign.play.hiring import open_setup
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import open_play
from mfcampaign.play.terrain import TerrainForm
from mfcampaign.web.forms import choice_field
from mfcampaign.web.names import NameField
from mfcampaign.web.refusals import in_words
from rules.crews.catalogue import FIRST, THIRD
from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.text_format import LARGEST_SIZE, LONGEST_TEXT
from rules.edition import unnamed
from rules.editions.m3e.examples.encounters import skirmish, two_crews
from rules.game.setup.scenario import SCHEMES_IN_POOL
from rules.game.setup.setup import Setup
from rules.refusal import Refusal

HIRE = "hire"


def short(encounter: str) -> Setup:
    """Return a set-up with two models a side; cards decide the scenario."""
    return two_crews(encounter, attacker=None, strategy="", deployment="", pool=())


PRACTICE = {
    "seven": ("December against Honeypot, seven a side", skirmish),
    "two": ("a short one: two models each", short),
}


class NameForm(forms.Form):
    """The Encounter's public id, chosen before the form is sent, so that a repeated request creates no second
    one."""

    name = forms.RegexField(r"^[A-Za-z0-9_-]{12}$", widget=forms.HiddenInput)


class NewForm(forms.Form):
    """The form for an Encounter: Crews, opponent, side. ``usual`` is the default opponent, ``left_open`` are
    the fields for what cards may leave to the players, ``about_ground`` those shown beside the terrain,
    ``about_readings`` those for ambiguous rows."""

    usual = "level-2"
    left_open: tuple[str, ...] = ()
    about_ground: tuple[str, ...] = ()
    about_readings: tuple[str, ...] = ()
    crews = forms.ChoiceField(
        label="Crews",
        choices=[
            *((key, words) for key, (words, _make) in PRACTICE.items()),
            (HIRE, "both hire here, in secret until both are ready"),
        ],
        help_text="Practice Crews: names of the game, figures made for practice. Where both hire here, you "
        "learn the Strategy first, then declare Faction and Leader at once and hand in a Crew of yours.",
    )
    size = forms.IntegerField(
        label="Encounter size",
        required=False,
        min_value=1,
        max_value=LARGEST_SIZE,
        initial=STANDARD_SIZE,
        help_text="In Soulstones, where both hire here.",
    )
    own = forms.ChoiceField(label="Or a Crew of mine", required=False)
    against = forms.ChoiceField(
        label="Which Crew it meets",
        required=False,
        help_text="Another Crew of yours, or the same once more.",
    )
    opponent = forms.ChoiceField(
        label="Who plays the other side",
        choices=[
            (usual, "a bot of level 2: plays for Strategy and Schemes"),
            ("level-3", "a bot of level 3: looks ahead"),
            ("greedy", "a bot of level 1: comes and fights with the cards as they fall"),
            ("random", "a bot that does anything lawful"),
            ("invite", "whoever I send the link"),
            ("hot", "someone beside me, on this device"),
        ],
    )
    seat = forms.TypedChoiceField(
        label="My side", coerce=int, choices=[(0, "the first Crew"), (1, "the second Crew")]
    )

    def __init__(self, *args: Any, crews: Iterable[Any], alone: bool = False, **kwargs: Any) -> None:
        """``alone`` is for visitors without an account, who cannot hire in secret."""
        super().__init__(*args, **kwargs)
        if alone:
            choice_field(self, "crews").choices = [(key, words) for key, (words, _make) in PRACTICE.items()]
            self.fields["crews"].help_text = "Names of the game, figures made for practice."
            del self.fields["size"]
        self.mine = {crew.public_id: crew for crew in crews}
        choices = [("", "a practice Crew, as above"), *((key, crew.name) for key, crew in self.mine.items())]
        for name in ("own", "against"):
            choice_field(self, name).choices = choices
            if not self.mine:
                del self.fields[name]

    def clean_own(self) -> str:
        """Clear the own Crew when both players hire in the Encounter."""
        own: str = self.cleaned_data["own"]
        if own and self.cleaned_data.get("crews") == HIRE:
            raise forms.ValidationError("You hand your Crew in when you are asked for it.")
        return own

    @property
    def ways(self) -> dict[str, str]:
        """Return arguments of ``creation.create``: who takes which seat."""
        return {"opponent": self.cleaned_data["opponent"]}

    def setup(self, owner: Person, name: str) -> Setup:
        """Return the set-up. Raise ``Refusal`` for a Crew that cannot be played."""
        if self.cleaned_data["crews"] == HIRE:
            return open_setup(self.cleaned_data.get("size") or STANDARD_SIZE)
        own = self.mine.get(self.cleaned_data.get("own", ""))
        if own is not None:
            return setup_of_crews(own, self.mine.get(self.cleaned_data.get("against", ""), own))
        make: Any = PRACTICE[self.cleaned_data["crews"]][1]
        practice: Setup = make("practice")
        return practice

    def on_ground(self, setup: Setup) -> Setup:
        """Return the set-up unchanged: the traits of its terrain say everything."""
        return setup


class ClockForm(forms.Form):
    """The form for a chess clock between two people; ``asked`` is the proposal in an address, for example of
    an event."""

    clock = forms.TypedChoiceField(label="Chess clock", coerce=int, empty_value="0", required=False)
    clock_claim = forms.BooleanField(
        label="Whose opponent has no time left may claim the game", required=False
    )

    def __init__(self, data: Any, asked: Mapping[str, str]) -> None:
        minutes = int(asked["clock"]) if re.fullmatch("[1-9][0-9]{0,2}", asked.get("clock", "")) else 0
        initial = {"clock": min(minutes, MOST_MINUTES), "clock_claim": asked.get("claim") == "1"}
        super().__init__(data, initial=initial)
        offered = sorted({*PRESETS, initial["clock"]} - {0})
        choice_field(self, "clock").choices = [
            (0, "none"),
            *((minutes, f"{minutes} minutes each") for minutes in offered),
        ]

    @property
    def proposed(self) -> bool:
        """Return whether the proposal differs from the default."""
        return bool(self["clock"].value() not in (0, "0", "", None))

    @property
    def limit(self) -> Limit:
        return Limit(int(self.cleaned_data["clock"]) * 60, self.cleaned_data["clock_claim"])


FORMS: dict[str, type[NewForm] | type[FirstEditionForm]] = {THIRD: NewForm, FIRST: FirstEditionForm}
"""The form of a new Encounter, by edition."""


def edition_asked(asked: Any) -> str:
    """Return the edition that an address or form names; the Third by default."""
    slug = str(asked.get("edition", THIRD))
    return slug if slug in EDITIONS else THIRD


MOST_CREWS = 60
AS_TEXT, LINK = "text", "link"
HOW = [
    ("fate", "flip it here"),
    ("hand", "we have flipped: I enter it"),
    ("drawn", "a drawn Encounter, by its link"),
    ("none", "leave it out"),
]


def has_account(user: Viewer) -> bool:
    return user.is_authenticated and not user.is_visitor


def own_crews(request: PortalRequest, edition: str = THIRD) -> dict[str, Any]:
    """Return the person's Crews by id, the latest first; without an account those of this browser."""
    if has_account(request.user):
        return crews_of(request.user, edition)
    begun = crews.of_nobody(begun_here(request)).filter(release__edition=edition)
    return {crew.public_id: crew for crew in begun[:MOST_CREWS]}


def crews_of(user: Viewer, edition: str = THIRD) -> dict[str, Any]:
    """Return the Crews of that person by id."""
    return {crew.public_id: crew for crew in crews.playable(user, edition)[:MOST_CREWS]}


class SideForm(forms.Form):
    """One side's Crew: a saved one, a shared one, or names entered here."""

    use_required_attribute = False  # what is not chosen is hidden, and could not be filled

    crew = forms.ChoiceField(label="Crew")
    link = forms.CharField(
        label="Link of the shared Crew",
        max_length=300,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"}),
    )
    name = NameField(label="Name", max_length=60, required=False)
    models = forms.CharField(
        label="Models, the Leader first",
        max_length=LONGEST_TEXT,
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 5, "spellcheck": "false", "autocapitalize": "words"}),
        help_text="One a line, as “Lady Justice” or “2x Guild Hound”. Health follows from the catalogue; "
        "write it after a name that is not there: “Old Bess 7”. Without models, Turns and VP are kept.",
    )
    stones = forms.IntegerField(label="Soulstones left", required=False, min_value=0, max_value=99)

    def __init__(self, *args: Any, own: Mapping[str, Any], called: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mine, self.called = own, called
        choices = [(AS_TEXT, "written down here"), (LINK, "a shared one, by its link")]
        choice_field(self, "crew").choices = [
            *choices,
            *((key, row.name) for key, row in own.items()),
        ]

    def cast(self) -> EquippedCrew | None:
        """Return the Crew; ``None`` when it cannot be read, which is then an error of the field."""
        data = self.cleaned_data
        try:
            if data["crew"] == LINK:
                return equipped_as_built(self._shared(data["link"]))
            if data["crew"] != AS_TEXT:
                return equipped_as_built(self.mine[data["crew"]])
        except Refusal as refusal:
            self.add_error("link" if data["crew"] == LINK else "crew", in_words(refusal))
            return None
        try:
            return equipped_from_text(
                " ".join(data["name"].split()) or self.called, data["models"], data["stones"] or 0
            )
        except Refusal as refusal:
            for violation in refusal.violations or (refusal,):
                self.add_error("models", f"{violation.sentence} {violation.fix}".strip())
            return None

    def _shared(self, text: str) -> Any:
        try:
            return shared_or_404(text.strip().rstrip("/").rpartition("/")[2])
        except Http404:
            raise Refusal(
                "No Crew is shared under that link.", fix="Its owner finds the link in the builder."
            ) from None


class ScenarioForm(forms.Form):
    """Strategy, Deployment and Schemes: flipped here, entered, taken from a drawn set-up's link, or omitted
    (M3E-SETUP-04 to -06, -15)."""

    use_required_attribute = False

    size = forms.IntegerField(
        label="Encounter size, in Soulstones", min_value=1, max_value=LARGEST_SIZE, initial=STANDARD_SIZE
    )
    how = forms.ChoiceField(label="Strategy, Deployment, Schemes", choices=HOW, initial="fate")
    season = forms.ChoiceField(label="Of the season")
    drawn = forms.CharField(
        label="Link or code of the drawn Encounter",
        max_length=200,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"}),
    )
    attacker = forms.TypedChoiceField(
        label="Attacker", coerce=int, choices=[(0, "the first Crew"), (1, "the second Crew")]
    )
    strategy = forms.ChoiceField(label="Strategy")
    deployment = forms.ChoiceField(label="Deployment", required=False)
    schemes = forms.MultipleChoiceField(
        label="Schemes to choose from", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Any = None, *, query: Mapping[str, str], **kwargs: Any) -> None:
        seasons = catalog.season_choices()
        season = (data or query).get("season", "")
        chosen = catalog.season(season if season in dict(seasons) else seasons[0][0])
        code = query.get("drawn", "")
        initial = {"season": chosen.slug, "drawn": code, "how": "drawn" if code else "fate"}
        super().__init__(data, initial=initial, **kwargs)
        for name, choices in {
            "season": seasons,
            "strategy": [("", "choose"), *((row.name, row.name) for row in chosen.strategies)],
            "deployment": [("", "not written down"), *((name, name) for name in unnamed().setup.deployments)],
            "schemes": [(row.name, f"{row.number}: {row.name}") for row in chosen.schemes],
        }.items():
            choice_field(self, name).choices = choices
        self.fields["strategy"].required = data is None or data.get("how") == "hand"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("how") == "hand" and len(data.get("schemes", ())) not in (0, SCHEMES_IN_POOL):
            self.add_error("schemes", f"A pool holds {SCHEMES_IN_POOL} Schemes; tick all, or none.")
        if "look" in self.data:  # only looked at so far: nothing is amiss yet
            self.errors.clear()
        return data

    def agreed(self) -> open_play.Agreed | open_play.Flip | None:
        """Return what was agreed; ``None`` when the link leads nowhere, which is then an error of the
        field."""
        data = self.cleaned_data
        match data["how"]:
            case "fate":
                return open_play.Flip(data["season"], data["size"])
            case "hand":
                return open_play.Agreed(
                    attacker=data["attacker"],
                    strategy=data["strategy"],
                    deployment=data["deployment"],
                    pool=tuple(data["schemes"]),
                )
            case "drawn":
                try:
                    return open_play.agreed_by_set_up(data["drawn"])
                except Refusal as refusal:
                    self.add_error("drawn", in_words(refusal))
                    return None
        return open_play.Agreed()


class RecordForm:
    """All forms of the record's page. ``query`` is the address's ``?drawn=`` and ``?season=``."""

    def __init__(self, request: PersonRequest) -> None:
        data = request.POST if request.method == "POST" else None
        own = own_crews(request)
        self.request, self.bound = request, data is not None
        self.naming = NameForm(data, initial={"name": public_id()})
        self.first = SideForm(data, prefix="first", own=own, called="First Crew")
        self.second = SideForm(data, prefix="second", own=own, called="Second Crew")
        self.scenario = ScenarioForm(data, query=request.GET)
        self.terrain = TerrainForm(data, user=request.user)

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        return (self.naming, self.first, self.second, self.scenario)

    @property
    def readable(self) -> bool:
        """Return whether every field can be read."""
        return all(form.is_valid() for form in self.forms)

    def begin(self) -> Encounter | None:
        """Begin the record and return it; ``None`` when a field cannot be read. Raise ``Refusal`` for faults
        that belong to no single field."""
        if not self.readable:
            return None
        first, second, agreed = self.first.cast(), self.second.cast(), self.scenario.agreed()
        if first is None or second is None or agreed is None:
            return None
        return open_play.begin_record(
            self.request.user,
            (first, second),
            agreed,
            self.terrain.terrain(self.request),
            name=self.naming.cleaned_data["name"],
            size=self.scenario.cleaned_data["size"],
        )
