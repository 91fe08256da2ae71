"""The forms that begin an Encounter: one to be played here, and a record of a game at a real table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from django import forms
from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonRequest, PortalRequest, Viewer
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.queries import current_release
from mfcampaign.crews import queries as crews
from mfcampaign.crews.access import begun_here as begun_in_browser
from mfcampaign.crews.access import shared_or_404
from mfcampaign.play.clocks import MOST_MINUTES, PRESETS, Limit
from mfcampaign.play.engines import recorded_by
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import open_play
from mfcampaign.play.saved_crews import ReleaseFigures, Saved, current_figures
from mfcampaign.play.sheets import drawn_sheet, flipped_sheet
from mfcampaign.play.terrain import Terrain, TerrainForm
from mfcampaign.web.forms import PastedField, choice_field, number_field
from mfcampaign.web.names import NameField
from mfcampaign.web.refusals import in_words
from rules.crews.text.reading import LARGEST_SIZE
from rules.edition import Edition, editions, name_of
from rules.game.results.overtime import PenaltyMinutes, PenaltyVp, TimePenalty
from rules.game.setup.agreed import HIRE, READING, Agreed, AgreedField, CrewOffer
from rules.game.setup.equipping import EquippedCrew, equipped, equipped_from_text
from rules.refusal import Refusal


class NameForm(forms.Form):
    """The Encounter's public id, chosen before the form is sent, so that a repeated request creates no second
    one."""

    name = forms.RegexField(r"^[A-Za-z0-9_-]{12}$", widget=forms.HiddenInput)


TABLE = "table"
"""The opponent of a game that is recorded beside a real table."""
PEOPLE = (("invite", "whoever I send the link"), ("hot", "someone beside me, on this device"))
AT_A_TABLE = (TABLE, "nobody here: it is played at a real table, and I record it")
Size = Annotated[int, Meta(ge=1, le=LARGEST_SIZE)]
StonesLeft = Annotated[int, Meta(ge=0, le=99)]


def agreed_of(edition: Edition) -> Agreed | None:
    """What is agreed on the page of a new Encounter; ``None`` when the edition is not begun there."""
    if edition.play is not None:
        return edition.play.played_after
    return edition.record.recorded_after if edition.record is not None else None


def expect_agreed(edition: Edition) -> Agreed:
    """What is agreed before an Encounter of the edition. Raise ``Refusal`` when none is played
    here."""
    if (agreed := agreed_of(edition)) is None:
        fix = "Record the game beside a real table." if edition.record is not None else ""
        raise Refusal(f"Encounters of the {edition.name} are not played here yet.", fix=fix)
    return agreed


class OfferedField(forms.ChoiceField):
    """A choice of what a page lists; ``unlisted`` values are taken from programs."""

    def __init__(self, *, unlisted: Iterable[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.unlisted = frozenset(unlisted)

    def valid_value(self, value: Any) -> bool:
        return value in self.unlisted or super().valid_value(value)


OWN, OPPONENT = "own", "opponent"
"""The fields of one's own Crew, which a page shows as cards, and of who plays the other."""
MOST_CARDS = 12


class NewForm(forms.Form):
    """The form for an Encounter: what its edition asks for, opponent, side. Empty fields have their initial
    values."""

    opponent = OfferedField(label="Who plays the other side", unlisted=["random"])
    seat = forms.TypedChoiceField(
        label="My side", coerce=int, choices=[(0, "the first Crew"), (1, "the second Crew")]
    )

    def __init__(
        self, *args: Any, edition: Edition, crews: Iterable[Any] = (), alone: bool = False, **kwargs: Any
    ) -> None:
        """``alone`` is for visitors without an account, who cannot hire in secret."""
        super().__init__(*args, **kwargs)
        self.edition, self.agreed = edition, expect_agreed(edition)
        self.mine = {crew.public_id: crew for crew in crews}
        asked = {}
        self.under: dict[str, str] = {}
        for each in self.agreed.fields:
            if (field := self._field(each, alone=alone)) is not None:
                asked[each.name] = field
                self.under[each.name] = each.under
        self.fields = self.fields | asked
        choice_field(self, "opponent").choices = opponents(edition)

    def _field(self, each: AgreedField, *, alone: bool) -> forms.Field | None:
        """The field for a page; ``None`` where it leaves nothing to choose."""
        if each.hires and alone:
            return None
        help_text = each.help if alone else f"{each.help} {each.help_hiring}".strip()
        about: dict[str, Any] = {
            "label": each.label,
            "help_text": help_text,
            "initial": each.initial,
            "required": False,
        }
        match each.control:
            case "choice" | "crew":
                choices = [choice for choice in each.choices if not (alone and choice[0] == HIRE)]
                if each.control == "crew":
                    choices += [(key, f"{crew.name} (mine)") for key, crew in self.mine.items()]
                if len(choices) < 2 and not each.unlisted:
                    return None
                if len(choices) < 2:
                    about["widget"] = forms.HiddenInput
                return OfferedField(choices=choices, unlisted=each.unlisted, **about)
            case "number":
                return forms.IntegerField(min_value=each.least, max_value=each.most, **about)
            case "flag":
                return forms.BooleanField(**about)
            case "lines":
                widget = forms.Textarea({"rows": 3, "spellcheck": "false", "autocapitalize": "words"})
                return forms.CharField(max_length=each.longest, strip=False, widget=widget, **about)
            case "link":
                off = forms.TextInput({"autocomplete": "off", "autocapitalize": "off"})
                return forms.CharField(max_length=each.longest, widget=off, **about)
        return forms.CharField(max_length=each.longest, **about)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name, field in self.fields.items():
            if data.get(name) in (None, "") and field.initial is not None:
                data[name] = field.initial
        for name, sentence in self.agreed.faults(data, at_table=data.get("opponent") == TABLE):
            self.add_error(name, sentence)
        return data

    def cards(self) -> list[OfferedCard]:
        """One's own Crew to choose: the practice Crews and the latest of one's own, those that cannot play
        last. Nothing is chosen by itself that cannot play."""
        try:
            figures = current_figures(self.edition.code)
        except Refusal:  # no catalogue is imported yet
            figures = None
        chosen = str(self[OWN].value() or "")
        latest = list(self.mine.items())[:MOST_CARDS]
        if chosen in self.mine and chosen not in dict(latest):
            latest.append((chosen, self.mine[chosen]))
        own = [self.agreed.offer(key, Saved(row)) for key, row in latest]
        offers = [*own, *self.agreed.practice(figures)]
        fit = [offer.key for offer in offers if not offer.refused]
        practised = [offer.key for offer in offers if offer.practice]
        checked = chosen if chosen in fit else practised[0]
        return [
            OfferedCard(offer, checked=offer.key == checked, asked=offer.key == chosen)
            for offer in sorted(offers, key=lambda offer: bool(offer.refused))
        ]

    @property
    def unseen(self) -> int:
        """How many of one's own Crews are no cards."""
        return max(0, len(self.mine) - MOST_CARDS)

    @property
    def first(self) -> list[forms.BoundField]:
        """The options that stand under no heading."""
        shown = [field for field in self.visible_fields() if field.name != OWN]
        return [field for field in shown if not self.under.get(field.name)]

    @property
    def opened(self) -> bool:
        """Whether the options are shown: something there is amiss, or no bot plays the other side."""
        amiss = any(field.errors for field in self.first) or any(
            field.errors for _, fields in self.further for field in fields
        )
        return amiss or "drawn" in self.initial or not self.by_bot

    @property
    def by_bot(self) -> bool:
        """Whether a bot plays the other side, as far as is known."""
        bots = dict(self.edition.play.opponents) if self.edition.play is not None else {}
        return (self[OPPONENT].value() or next(iter(bots), "")) in {*bots, "random"}

    @property
    def further(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The headings with their fields."""
        headings = dict.fromkeys(heading for heading in self.under.values() if heading)
        return [(of, [self[name] for name, under in self.under.items() if under == of]) for of in headings]

    @property
    def sheet(self) -> Any:
        """The drawn sheet of the link in the field; ``None`` without a link, or when it leads
        nowhere."""
        link = str(self["drawn"].value() or "") if "drawn" in self.fields else ""
        try:
            return drawn_sheet(link, self.edition) if link else None
        except Refusal:
            return None

    @property
    def sheet_templates(self) -> list[str]:
        """The names of the template that shows the sheet, the edition's own first."""
        return [f"editions/{self.edition.code}/drawn_sheet.html", "play/_drawn_sheet.html"]

    @property
    def at_table(self) -> bool:
        return bool(self.cleaned_data["opponent"] == TABLE)

    @property
    def ways(self) -> dict[str, str]:
        """Arguments of ``creation.create``: who takes which seat, and whether it is recorded."""
        chosen = self.cleaned_data["opponent"]
        return {"mode": "record", "opponent": "invite"} if chosen == TABLE else {"opponent": chosen}

    @property
    def brought(self) -> dict[int, int]:
        """The saved Crews that are played, by seat."""
        seat, chosen = self.cleaned_data["seat"], self.cleaned_data
        of_seats = {seat: chosen.get(OWN), 1 - seat: chosen.get("against")}
        return {of: self.mine[key].pk for of, key in of_seats.items() if key in self.mine}

    def setup(self, owner: Person, name: str, terrain: Terrain) -> Any:
        """The set-up on that terrain. Raise ``Refusal`` for a Crew that cannot be played, a link that
        leads to no sheet, and terrain that cannot be used."""
        supplies = PersonSupplies(owner, self.edition, name, self.mine, self.agreed.scenario_rule)
        setup = self.agreed.setup(self.cleaned_data, supplies, at_table=self.at_table)
        on_terrain = terrain.under(setup)
        return self.agreed.on_ground(on_terrain, self.cleaned_data, at_table=self.at_table)


class OfferedCard(Struct, frozen=True):
    """A Crew to choose: ``asked`` for by the address or the form, ``checked`` when the page opens."""

    offer: CrewOffer
    checked: bool
    asked: bool


def opponents(edition: Edition) -> list[tuple[str, str]]:
    """Who may play the other side: bots, people, and nobody where the game is recorded."""
    played = (*edition.play.opponents, *PEOPLE) if edition.play is not None else ()
    recorded = edition.record is not None and edition.record.recorded_after is not None
    return [*played, *([AT_A_TABLE] if recorded else [])]


class PersonSupplies(Struct, frozen=True):
    """What the rules are handed for a set-up: the person's Crews ``mine`` by id, sheets drawn and flipped."""

    owner: Person
    edition: Edition
    name: str
    mine: Mapping[str, Any]
    scenario_rule: str

    @property
    def figures(self) -> ReleaseFigures:
        return current_figures(self.edition.code)

    @property
    def stock(self) -> str:
        return str(current_release(self.edition.code).pk)

    def crew(self, name: str) -> Saved | None:
        row = self.mine.get(name)
        return None if row is None else Saved(row)

    def drawn(self, link: str) -> Any:
        return drawn_sheet(link, self.edition, self.scenario_rule)

    def flipped(self, **asked: Any) -> Any:
        return flipped_sheet(
            self.owner, self.edition, f"play:{self.name}", "An Encounter played here", **asked
        )


class TableClockForm(forms.Form):
    """The form for a chess clock beside a real table."""

    minutes = forms.IntegerField(label="Minutes each", min_value=1, max_value=MOST_MINUTES, initial=60)
    penalty_vp = number_field(PenaltyVp, "Victory Points off", initial=0, help_text="0: none.")
    penalty_minutes = number_field(PenaltyMinutes, "For each begun minutes over", initial=5)

    @property
    def penalty(self) -> TimePenalty:
        """Of a valid form."""
        return TimePenalty(self.cleaned_data["penalty_vp"], self.cleaned_data["penalty_minutes"])


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
        """Whether the proposal differs from the default."""
        return bool(self["clock"].value() not in (0, "0", "", None))

    @property
    def limit(self) -> Limit:
        return Limit(int(self.cleaned_data["clock"]) * 60, self.cleaned_data["clock_claim"])


def begun_here() -> tuple[Edition, ...]:
    """The editions whose Encounters are played or recorded here."""
    return tuple(each for each in editions() if each.play is not None or each.record is not None)


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


def own_crews(request: PortalRequest, edition: Edition) -> dict[str, Any]:
    """The person's Crews by id, the latest first; without an account those of this browser."""
    if has_account(request.user):
        return crews_of(request.user, edition)
    begun = crews.of_nobody(begun_in_browser(request)).filter(release__edition=edition.code)
    return {crew.public_id: crew for crew in begun.prefetch_related("members")[:MOST_CREWS]}


def crews_of(user: Viewer, edition: Edition) -> dict[str, Any]:
    """The Crews of that person by id."""
    played = crews.playable(user, edition.code).select_related("release", "pack").prefetch_related("members")
    return {crew.public_id: crew for crew in played[:MOST_CREWS]}


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
    models = PastedField(
        label="Models, the Leader first", required=False, strip=False, autocapitalize="words"
    )
    stones = number_field(StonesLeft, "Soulstones left", required=False)

    def __init__(
        self, *args: Any, edition: Edition, own: Mapping[str, Any], called: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.edition, self.mine, self.called = edition, own, called
        self.row: Any = None  # the saved Crew that was cast
        self.fields["models"].help_text = (
            "One a line, as “Lady Justice” or “2x Guild Hound”. The catalogue gives each model’s "
            f"{recorded_by(edition.code).health}; write it after a name that is not there: “Old Bess 7”. "
            "Without models, Turns and VP are kept."
        )
        choices = [(AS_TEXT, "written down here"), (LINK, "a shared one, by its link")]
        choice_field(self, "crew").choices = [
            *choices,
            *((key, row.name) for key, row in own.items()),
        ]

    def cast(self) -> EquippedCrew | None:
        """The Crew; ``None`` when it cannot be read, which is then an error of the field."""
        data, by = self.cleaned_data, open_play.recorded(self.edition).equipment
        try:
            if data["crew"] != AS_TEXT:
                self.row = self._shared(data["link"]) if data["crew"] == LINK else self.mine[data["crew"]]
                return equipped(Saved(self.row), by)
        except Refusal as refusal:
            self.add_error("link" if data["crew"] == LINK else "crew", in_words(refusal))
            return None
        try:
            name = " ".join(data["name"].split()) or self.called
            figures = current_figures(self.edition.code)
            return equipped_from_text(name, data["models"], data["stones"], figures, by)
        except Refusal as refusal:
            for violation in refusal.violations or (refusal,):
                self.add_error("models", f"{violation.sentence} {violation.fix}".strip())
            return None

    def _shared(self, text: str) -> Any:
        try:
            row = shared_or_404(text.strip().rstrip("/").rpartition("/")[2])
        except Http404:
            raise Refusal(
                "No Crew is shared under that link.", fix="Its owner finds the link in the builder."
            ) from None
        if row.release.edition != self.edition.code:
            raise Refusal(f"That is a Crew of the {name_of(row.release.edition)}.", fix="Choose another.")
        return row


class ScenarioForm(forms.Form):
    """Strategy, Deployment and Schemes: flipped here, entered, taken from a drawn set-up's link, or omitted;
    omitted in an edition without seasons."""

    use_required_attribute = False

    size = number_field(Size, "Encounter size, in Soulstones")
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

    def __init__(
        self, data: Any = None, *, edition: Edition, query: Mapping[str, str], **kwargs: Any
    ) -> None:
        seasons = catalog.season_choices(edition.code)
        season = (data or query).get("season", "")
        chosen = catalog.season(season if season in dict(seasons) else seasons[0][0]) if seasons else None
        code = query.get("drawn", "")
        self.edition = edition
        how = HOW if chosen else HOW[-1:]
        initial = {"season": chosen and chosen.slug, "drawn": code, "how": "drawn" if code else how[0][0]}
        super().__init__(data, initial=initial | {"size": edition.setup.usual_size}, **kwargs)
        for name, choices in {
            "how": how,
            "season": seasons,
            "strategy": [
                ("", "choose"),
                *((row.name, row.name) for row in (chosen.strategies if chosen else ())),
            ],
            "deployment": [("", "not written down"), *((name, name) for name in edition.setup.deployments)],
            "schemes": [
                (row.name, f"{row.number}: {row.name}") for row in (chosen.schemes if chosen else ())
            ],
        }.items():
            choice_field(self, name).choices = choices
        self.fields["season"].required = chosen is not None
        self.fields["strategy"].required = chosen is not None and (data is None or data.get("how") == "hand")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        most = self.edition.setup.schemes_in_pool
        if data.get("how") == "hand" and len(data.get("schemes", ())) not in (0, most):
            self.add_error("schemes", f"A pool holds {most} Schemes; tick all, or none.")
        if "look" in self.data:  # only looked at so far: nothing is amiss yet
            self.errors.clear()
        return data

    def agreed(self) -> open_play.AgreedScenario | open_play.Flip | None:
        """What was agreed; ``None`` when the link leads nowhere, which is then an error of the
        field."""
        data = self.cleaned_data
        match data["how"]:
            case "fate":
                return open_play.Flip(data["season"], data["size"])
            case "hand":
                return open_play.AgreedScenario(
                    attacker=data["attacker"],
                    strategy=data["strategy"],
                    deployment=data["deployment"],
                    pool=tuple(data["schemes"]),
                    schemes=open_play.following(catalog.season(data["season"])),
                )
            case "drawn":
                try:
                    return open_play.agreed_by_set_up(data["drawn"], self.edition)
                except Refusal as refusal:
                    self.add_error("drawn", in_words(refusal))
                    return None
        return open_play.AgreedScenario()


class ReadingsForm(forms.Form):
    """How open rows are read in a record, where its edition asks."""

    def __init__(self, data: Any = None, *, edition: Edition, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        asked = edition.record.readings if edition.record is not None else ()
        for each in asked:
            self.fields[each.name] = forms.ChoiceField(
                label=each.label,
                choices=each.choices,
                initial=each.initial,
                help_text=each.help,
                required=False,
            )

    def chosen(self) -> dict[str, str]:
        """The readings that are not as usual, by their names."""
        return {
            name.removeprefix(READING): value
            for name, value in self.cleaned_data.items()
            if value and value != self.fields[name].initial
        }


class RecordForm:
    """All forms of the record's page. The address says ``?drawn=`` and ``?season=``."""

    def __init__(self, request: PersonRequest, edition: Edition) -> None:
        data = request.POST if request.method == "POST" else None
        own = own_crews(request, edition)
        self.request, self.edition, self.bound = request, edition, data is not None
        self.naming = NameForm(data, initial={"name": public_id()})
        self.first = SideForm(data, prefix="first", edition=edition, own=own, called="First Crew")
        self.second = SideForm(data, prefix="second", edition=edition, own=own, called="Second Crew")
        self.scenario = ScenarioForm(data, edition=edition, query=request.GET)
        self.readings = ReadingsForm(data, edition=edition)
        self.terrain = TerrainForm(data, user=request.user)

    @property
    def forms(self) -> tuple[forms.Form, ...]:
        return (self.naming, self.first, self.second, self.scenario, self.readings)

    @property
    def readable(self) -> bool:
        """Whether every field can be read."""
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
            edition=self.edition,
            name=self.naming.cleaned_data["name"],
            size=self.scenario.cleaned_data["size"],
            readings=self.readings.chosen(),
            brought={seat: side.row.pk for seat, side in enumerate((self.first, self.second)) if side.row},
        )
