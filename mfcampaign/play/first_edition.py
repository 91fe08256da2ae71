"""The set-up of a First Edition Encounter: two Crews and a scenario sheet.

A Crew is a practice Crew or a person's own. The sheet was drawn before, under a link, or is flipped when the
Encounter is set up, under a link of its own where anybody can check the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.http import Http404
from django.utils.text import slugify
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.catalog.queries import laid_cards
from mfcampaign.crews.queries import build
from mfcampaign.setups import access as setup_access
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as setup_queries
from mfcampaign.web.refusals import in_words
from rules.crews.catalogue import MASTER
from rules.crews.text_format import MOST_MODELS
from rules.editions.m1e.examples import CREWS, FIGURES, SIZE
from rules.editions.m1e.hiring import BRAWL, SCRAP, SIZES, Size, size_for, size_of
from rules.editions.m1e.play.figures import Figure, Station
from rules.editions.m1e.play.hire import FiguredCrew, crew_of, figured, with_crews
from rules.editions.m1e.play.match import NOBODY, CrewFile, CrewM1, HireM1, SetupM1, hired
from rules.editions.m1e.readings import READINGS, STANDARD
from rules.editions.m1e.setup import DEPLOYMENTS, STRATEGIES
from rules.editions.m1e.written import figure_of_record, is_complete
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import SeparateScenario
from rules.refusal import Refusal, Violation
from rules.single_names import named_twice
from rules.upright_text import upright_json

CODE = re.compile(r"(?:.*/)?([A-Za-z0-9_-]{6,16})/?(?:\?sheet=([1-9]\d?))?")
"""A set-up's code alone or at the end of its link, with the number of the sheet when there are several."""
LINE = re.compile(r"(?:([1-9])x\s+)?(\S.{0,79}?)\s+([1-9]\d?)")
"""A line of a written Crew: how many, the model's name, its Wd."""


def practice_crews() -> dict[str, FiguredCrew]:
    """Return the practice Crews by their names in an address, such as ``the-watch``."""
    return {slugify(crew.name): figured(crew, FIGURES) for crew in CREWS}


def saved_crew(row: Any, size: Size, *, at_table: bool = False) -> FiguredCrew:
    """Return a saved Crew with the figures of its release and pack. Raise ``Refusal`` when it breaks a rule
    of hiring, is hired for the other size, or has a model with missing figures. At a real table it is
    accepted unchecked, and only the models' Wd are needed."""
    built = build(row)
    printed, _upgrades = laid_cards(row.release_id, row.pack_id)
    kind = size_of(built.written, built.catalogue)
    if not at_table and kind != size:
        raise Refusal(
            f"{row.name} is hired for a {kind.name}, and this is a {size.name}.",
            rule="M1-ENC-01" if size == SCRAP else "M1-ENC-02",
            fix="Hire it for this size, or play the other.",
        )
    slugs = (built.written.leader, *(member.slug for member in built.written.members))
    models = tuple(slug for slug in slugs if slug in printed)
    crew = (
        CrewM1(name=row.name, models=models, faction=row.faction, stones=built.report.pool)
        if at_table
        else hired(built.written, built.report, row.name)
    )
    records = {slug: msgspec.to_builtins(card) for slug, card in printed.items()}
    figures = {
        slug: figure_of_record(each, row.faction) for slug, each in records.items() if is_complete(each)
    }
    for slug in crew.models:
        if slug not in figures:
            figures[slug] = _bare(records[slug]) if at_table else figure_of_record(records[slug], row.faction)
    return figured(crew, figures)


def _bare(record: Mapping[str, Any]) -> Figure:
    """Return a model for a record, of which only the Wd is known, or not even that: then it is 0."""
    station: Station = "Master" if record["station"] == MASTER else "Minion"
    return Figure(
        slug=record["slug"], name=record["name"], faction="", station=station, wd=record["health"] or 0
    )


def written_crew(name: str, text: str) -> FiguredCrew:
    """Return a Crew at a real table from text, one model with its Wd on each line. Raise ``Refusal`` that
    names every line which cannot be read."""
    figures: dict[str, Figure] = {}
    models: list[str] = []
    problems: list[Violation] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = LINE.fullmatch(line.strip())
        copies = int(match[1] or 1) if match else 0
        if match is None or len(models) + copies > MOST_MODELS:
            sentence = f"Line {number}: a model is written with its Wd, at most {MOST_MODELS} of them."
            problems.append(Violation("M1-CARD-09", sentence, "As “Guild Hound 5”.", f"line {number}"))
            continue
        slug = slugify(match[2]) or f"line-{number}"
        station: Station = "Minion" if models else "Master"
        figures[slug] = Figure(slug=slug, name=match[2], faction="", station=station, wd=int(match[3]))
        models += [slug] * copies
    if problems:
        raise Refusal.of(problems)
    return FiguredCrew(CrewM1(name=name, models=tuple(models)), figures)


def crew_of_file(text: str, size: Size, soulstones: int) -> FiguredCrew:
    """Return the Crew of a JSON text, hired for that many Soulstones. Raise ``Refusal`` when it is none, or
    with every rule that it breaks (M1-ENC-09 to -16)."""
    if name := named_twice(text):
        sentence = f"That is no Crew: an object of this JSON names “{name[:60]}” twice."
        raise Refusal(sentence, rule="M1-CARD-09", fix="Leave one of them out.")
    try:
        file = msgspec.json.decode(upright_json(text.encode()), type=CrewFile)
    except msgspec.MsgspecError as slip:
        raise Refusal(f"That is no Crew: {slip}.", rule="M1-CARD-09", fix="Look at that place.") from None
    return crew_of(file, size, soulstones)


def setup_of(sheet: SeparateScenario, schemes: int = 0) -> SetupM1:
    """Return the set-up of that complete sheet; each side takes ``schemes`` Schemes in play. No Crew is hired
    yet."""
    return SetupM1(
        encounter="crews",
        crews=NOBODY,
        figures={},
        size=sheet.size,
        deployment=sheet.deployment.lower(),
        strategies=sheet.strategies,
        first=sheet.first,
        event=sheet.event,
        feature=sheet.feature,
        schemes=min(schemes, SIZES[sheet.size].schemes),
    )


def hired_in_it(soulstones: int) -> HireM1:
    """Return the terms of hiring in the Encounter; a player without a Crew may take a practice Crew."""
    return HireM1(soulstones=soulstones, offered=tuple(held.file for held in practice_crews().values()))


# The scenario sheet


def drawn_sheet(text: str) -> SeparateScenario:
    """Return the sheet of a drawn set-up, by its code or link. Raise ``Refusal`` for several tables of which
    none is named, and for one of another edition."""
    match = CODE.fullmatch(text.strip())
    try:
        row = setup_access.read_or_404(match[1] if match else "")
    except Http404:
        raise Refusal("No Encounter was drawn under that link.", fix="Paste the link of its page.") from None
    sheets = setup_queries.sheets(row)
    number = int(match[2] or 0) if match else 0
    if number > len(sheets) or not (number or len(sheets) == 1):
        fix = "Follow the link of one of them on its page."
        raise Refusal("Several Encounters were drawn under that link.", fix=fix)
    sheet = sheets[max(0, number - 1)]
    if not isinstance(sheet, SeparateScenario):
        raise Refusal(
            "That is no Encounter of the First Edition.", rule="M1-ENC-03", fix="Draw one of the First."
        )
    return sheet


def flipped_sheet(owner: Person, name: str, wanted: Wanted) -> SeparateScenario:
    """Return a new set-up, locked at once; the same one when asked for again under that name."""
    row = setups.draw(owner, wanted, origin=f"play:{name}", title="An Encounter played here")
    setups.lock(row, owner)
    (sheet,) = setup_queries.sheets(row)
    assert isinstance(sheet, SeparateScenario)
    return sheet


def on_ground(
    setup: SetupM1, *, in_turns: bool, elements: str, water: str, materials: Mapping[str, str]
) -> SetupM1:
    """Return the set-up with its terrain described: ``elements`` and ``water`` by names separated by commas
    (M1-TER-02, -14), and materials of breakable pieces (M1-TER-04). ``in_turns`` makes the pieces the stock
    that both players set up one by one (M1-ENC-04). Raise ``Refusal`` for a name that no piece has."""
    if in_turns and not setup.terrain:
        raise Refusal(
            "On an open field there is no terrain to set up.", rule="M1-ENC-04", fix="Choose a ground."
        )
    laid = replace(
        setup,
        elements=_pieces(setup, elements, "M1-TER-02"),
        water=_pieces(setup, water, "M1-TER-14"),
        materials={
            name: material
            for material, names in materials.items()
            for name in _pieces(setup, names, "M1-TER-04")
        },
    )
    return replace(laid, terrain=(), stock=laid.terrain) if in_turns else laid


def _pieces(setup: SetupM1, text: str, rule: str) -> tuple[str, ...]:
    known = {piece.name.lower(): piece.name for piece in setup.terrain}
    wanted = [" ".join(name.split()) for name in text.split(",") if name.strip()]
    if unknown := [name for name in wanted if name.lower() not in known]:
        fix = f"Its pieces: {', '.join(known.values())}." if known else "Choose a ground with terrain."
        raise Refusal(f"There is no piece “{unknown[0]}” on that ground.", rule=rule, fix=fix)
    return tuple(dict.fromkeys(known[name.lower()] for name in wanted))


def settled(sheet: SeparateScenario, deployment: str, strategies: tuple[str, str]) -> SeparateScenario:
    """Return the sheet with what its jokers left to the players (M1-ENC-05, -07)."""
    first, second = (drawn or own for drawn, own in zip(sheet.strategies, strategies, strict=True))
    return replace(sheet, deployment=sheet.deployment or deployment, strategies=(first, second))


AT_A_TABLE = "table"
HIRE = "hire"
LARGEST_CREW = 60_000
PRACTICE = tuple(slugify(crew.name) for crew in CREWS)
CREW_FIELDS = (("own", "models"), ("against", "other_models"))
_STRATEGIES = [(name, name) for _top, name in STRATEGIES]


def _models(label: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LARGEST_CREW,
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocapitalize": "words"}),
        help_text="For a real table one model a line with its Wd, Master first: “2x Guild Hound 5”. To be "
        "played here, the Crew with its figures as JSON, as the API describes it.",
    )


def _names_of_pieces(label: str, words: str) -> forms.CharField:
    text = f"Names of pieces of the ground, with commas. {words}"
    return forms.CharField(label=label, max_length=400, required=False, help_text=text)


HARDNESS = dict(STANDARD.hardness)
MATERIALS = ("wood", "brick", "metal")
"""The materials of breakable terrain other than stone (M1-TER-04)."""


def _made_of(material: str) -> forms.CharField:
    words = f"It breaks by more than {HARDNESS[material]} damage; stone, as all else, by more than"
    return _names_of_pieces(f"Breakable, of {material}", f"{words} {HARDNESS['stone']}.")


def _reading(name: str) -> forms.ChoiceField:
    """Return the field for one reading of an ambiguous row."""
    reading = READINGS[name]
    return forms.ChoiceField(
        label=f"{reading.question} ({reading.rule})",
        choices=[(str(value), words) for value, words in reading.answers],
        initial=str(reading.usual),
        required=False,
    )


class FirstEditionForm(forms.Form):
    """The form for a First Edition Encounter: Crews, sheet, opponent, side and readings. ``usual``,
    ``left_open``, ``about_ground`` and ``about_readings`` are as in ``NewForm``."""

    usual = "level-2"
    left_open = ("deployment", "strategy", "other_strategy")
    about_ground = ("in_turns", "elements", "water", *MATERIALS)
    about_readings = tuple(f"reading_{name}" for name in READINGS)
    crews = forms.CharField(
        label="Crews",
        initial="two",
        required=False,
        widget=forms.Select(
            choices=[("two", "the two chosen here"), (HIRE, "both hire here, in secret until both are ready")]
        ),
        help_text="Where both hire here, you learn both Strategies first, then each hands in a Crew of the "
        "builder, or a practice Crew.",
    )
    own = forms.ChoiceField(label="First Crew", initial=PRACTICE[0], required=False)
    against = forms.ChoiceField(label="Second Crew", initial=PRACTICE[1], required=False)
    models = _models("Or a first Crew written here")
    other_models = _models("Or a second Crew written here")
    drawn = forms.CharField(
        label="Link or code of a drawn Encounter",
        max_length=200,
        required=False,
        help_text="Empty: it is flipped now, under a link of its own.",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off"}),
    )
    format = forms.ChoiceField(
        label="Size",
        choices=[(s.slug, f"{s.name}: {s.least} to {s.most} Soulstones") for s in SIZES.values()],
        initial=SCRAP.slug,
        required=False,
    )
    size = forms.IntegerField(label="Soulstones", min_value=1, max_value=200, initial=SIZE, required=False)
    feature = forms.BooleanField(label="With a shared feature", required=False)
    event = forms.BooleanField(label="With a special event", required=False)
    schemes = forms.IntegerField(
        label="Schemes each in play",
        min_value=0,
        max_value=BRAWL.schemes,
        initial=BRAWL.schemes,
        required=False,
        help_text="A Scrap has up to 2, a Brawl up to 3, chosen in secret. 0: they are kept on paper.",
    )
    in_turns = forms.BooleanField(
        label="Both set the terrain up in turns",
        required=False,
        help_text="The pieces of the ground below are the stock; on paper they lie as they are.",
    )
    elements = _names_of_pieces("Elements", "They affect every model within 1″ of them.")
    water = _names_of_pieces("Water", "It does nothing by itself; some models react to it.")
    wood, brick, metal = (_made_of(material) for material in MATERIALS)
    deployment = forms.ChoiceField(
        label="Deployment",
        choices=[(name, name) for _top, name in DEPLOYMENTS],
        initial="Standard",
        required=False,
    )
    strategy = forms.ChoiceField(
        label="Strategy of the first Crew",
        choices=_STRATEGIES,
        initial="Slaughter",
        required=False,
    )
    other_strategy = forms.ChoiceField(
        label="Strategy of the second Crew",
        choices=_STRATEGIES,
        initial="Slaughter",
        required=False,
    )
    opponent = forms.ChoiceField(
        label="Who plays the other side",
        choices=[
            (usual, "a bot of level 2: plays for its Strategy"),
            ("level-3", "a bot of level 3: looks ahead"),
            ("greedy", "a bot of level 1: comes and fights"),
            ("random", "a bot that does anything lawful"),
            ("invite", "whoever I send the link"),
            ("hot", "someone beside me, on this device"),
            (AT_A_TABLE, "nobody here: it is played at a real table, and I record it"),
        ],
    )
    seat = forms.TypedChoiceField(
        label="My side", coerce=int, choices=[(0, "the first Crew"), (1, "the second Crew")]
    )

    def __init__(self, *args: Any, crews: Iterable[Any] = (), alone: bool = False, **kwargs: Any) -> None:
        """``alone`` is for visitors without an account, who cannot hire in secret."""
        super().__init__(*args, **kwargs)
        if alone:
            del self.fields["crews"]
        self.fields.update({f"reading_{name}": _reading(name) for name in READINGS})
        self.practice = practice_crews()
        self.mine = {crew.public_id: crew for crew in crews}
        choices = [
            *((slug, f"{held.crew.name} (practice)") for slug, held in self.practice.items()),
            *((key, f"{crew.name} (mine)") for key, crew in self.mine.items()),
        ]
        for name in ("own", "against"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Replace empty fields by the form's defaults."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name, field in self.fields.items():
            if data.get(name) in (None, "") and field.initial is not None:
                data[name] = field.initial
        if data.get("size") and data.get("format") and not data.get("drawn"):
            try:
                size_for(data["format"], data["size"])
            except Refusal as refusal:
                self.add_error("size", in_words(refusal))
        if data.get("crews") == HIRE and data.get("opponent") == AT_A_TABLE:
            self.add_error("crews", "At a real table Crews are hired before: choose both.")
        return data

    @property
    def sheet(self) -> SeparateScenario | None:
        """Return the drawn sheet of the link in the field; ``None`` without a link, or when it leads
        nowhere."""
        link = str(self["drawn"].value() or "")
        try:
            return drawn_sheet(link) if link else None
        except Refusal:
            return None

    @property
    def readings(self) -> dict[str, Any]:
        """Return the readings that differ from the default."""
        chosen = {
            name: next(
                value for value, _ in reading.answers if str(value) == self.cleaned_data[f"reading_{name}"]
            )
            for name, reading in READINGS.items()
        }
        return {name: value for name, value in chosen.items() if value != READINGS[name].usual}

    @property
    def ways(self) -> dict[str, str]:
        """Return arguments of ``creation.create``: who takes which seat, and whether it is recorded."""
        chosen = self.cleaned_data["opponent"]
        return {"mode": "record", "opponent": "invite"} if chosen == AT_A_TABLE else {"opponent": chosen}

    def setup(self, owner: Person, name: str) -> SetupM1:
        """Return the set-up. Raise ``Refusal`` for a Crew that cannot be played, or a link that leads to no
        sheet."""
        data = self.cleaned_data
        drawn = drawn_sheet(data["drawn"]) if data["drawn"] else None
        size = SIZES[data["format"] if drawn is None else drawn.size]
        if hiring := data.get("crews") == HIRE:
            size_for(size.slug, data["size"])
        crews = [] if hiring else [self._crew(*fields, size) for fields in CREW_FIELDS]
        strategies = (data["strategy"], data["other_strategy"])
        sheet = drawn or self._sheet(owner, name)
        setup = setup_of(settled(sheet, data["deployment"], strategies), data["schemes"])
        setup = replace(setup, readings=self.readings)
        return replace(setup, hire=hired_in_it(data["size"])) if hiring else with_crews(setup, *crews)

    def on_ground(self, setup: SetupM1) -> SetupM1:
        """Return the set-up with its terrain described and who sets it up; a record leaves that to the
        table."""
        data = self.cleaned_data
        in_turns = data["in_turns"] and data["opponent"] != AT_A_TABLE
        return on_ground(
            setup,
            in_turns=in_turns,
            elements=data["elements"],
            water=data["water"],
            materials={material: data[material] for material in MATERIALS},
        )

    def _crew(self, chosen: str, written: str, size: Size) -> FiguredCrew:
        data = self.cleaned_data
        if data[written].lstrip().startswith("{"):
            return crew_of_file(data[written], size, data["size"])
        if data["opponent"] == AT_A_TABLE and data[written].strip():
            return written_crew(str(self.fields[chosen].label), data[written])
        if own := self.mine.get(data[chosen]):
            return saved_crew(own, size, at_table=data["opponent"] == AT_A_TABLE)
        return self.practice[data[chosen]]

    def _sheet(self, owner: Person, name: str) -> SeparateScenario:
        data = self.cleaned_data
        asked = {name: data[name] for name in ("size", "format", "feature", "event")}
        wanted = Wanted(edition="m1e", **asked)
        return flipped_sheet(owner, name, wanted)
