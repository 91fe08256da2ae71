"""What is agreed before an Encounter of the First Edition: two Crews, a scenario sheet, the terrain, and how
ambiguous rows are read. A Crew is a practice Crew, a saved one, or written down with its figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.control_characters import json_without_control_characters
from rules.crews.text.reading import MOST_MODELS
from rules.duplicate_keys import duplicate_key
from rules.editions.m1e.examples import CREWS, FIGURES, SIZE
from rules.editions.m1e.hiring import BRAWL, SCRAP, SIZES, Size, size_for, size_of
from rules.editions.m1e.play.figures import Figure, Station
from rules.editions.m1e.play.hire import FiguredCrew, crew_of, figured, saved_crew, with_crews
from rules.editions.m1e.play.match import NOBODY, CrewFile, CrewM1, EncounterSetupM1, HireM1
from rules.editions.m1e.readings import READINGS, STANDARD
from rules.editions.m1e.setup import DEPLOYMENTS, STRATEGIES
from rules.game.setup.agreed import HIRE, READING, AgreedField, Chosen, CrewOffer, Supplies, counted
from rules.game.setup.equipping import Figures, SavedCrew
from rules.game.setup.scenario import SeparateScenario
from rules.refusal import Refusal, Violation
from rules.wording import slug_of

LINE = re.compile(r"(?:([1-9])x\s+)?(\S.{0,79}?)\s+([1-9]\d?)")
"""A line of a written Crew: how many, the model's name, its Wd."""
LARGEST_CREW = 60_000
MATERIALS = ("wood", "brick", "metal")
"""The materials of breakable terrain other than stone (M1-TER-04)."""
CREW_FIELDS = (("own", "models", "First Crew"), ("against", "other_models", "Second Crew"))
"""For each side the field of a Crew to choose, that of one written down, and what the latter is called."""


@cache
def practice_crews() -> dict[str, FiguredCrew]:
    """The practice Crews by their names in an address, such as ``the-watch``."""
    return {slug_of(crew.name): figured(crew, FIGURES) for crew in CREWS}


def written_crew(name: str, text: str) -> FiguredCrew:
    """A Crew at a real table from text, one model with its Wd on each line. Raise ``Refusal`` that
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
        slug = slug_of(match[2]) or f"line-{number}"
        station: Station = "Minion" if models else "Master"
        figures[slug] = Figure(slug=slug, name=match[2], faction="", station=station, wd=int(match[3]))
        models += [slug] * copies
    if problems:
        raise Refusal.of(problems)
    return FiguredCrew(CrewM1(name=name, models=tuple(models)), figures)


def crew_of_file(text: str, size: Size, soulstones: int) -> FiguredCrew:
    """The Crew of a JSON text, hired for that many Soulstones. Raise ``Refusal`` when it is none, or
    with every rule that it breaks (M1-ENC-09 to -16)."""
    if name := duplicate_key(text):
        sentence = f"That is no Crew: an object of this JSON names “{name[:60]}” twice."
        raise Refusal(sentence, rule="M1-CARD-09", fix="Leave one of them out.")
    try:
        file = msgspec.json.decode(json_without_control_characters(text.encode()), type=CrewFile)
    except msgspec.MsgspecError as slip:
        raise Refusal(f"That is no Crew: {slip}.", rule="M1-CARD-09", fix="Look at that place.") from None
    return crew_of(file, size, soulstones)


def setup_of(sheet: SeparateScenario, schemes: int = 0) -> EncounterSetupM1:
    """The set-up of that complete sheet; each side takes ``schemes`` Schemes in play. No Crew is hired
    yet."""
    return EncounterSetupM1(
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
    """The terms of hiring in the Encounter; a player without a Crew may take a practice Crew."""
    return HireM1(soulstones=soulstones, offered=tuple(held.file for held in practice_crews().values()))


def settled(sheet: SeparateScenario, deployment: str, strategies: tuple[str, str]) -> SeparateScenario:
    """The sheet with what its jokers left to the players (M1-ENC-05, -07)."""
    first, second = (drawn or own for drawn, own in zip(sheet.strategies, strategies, strict=True))
    return replace(sheet, deployment=sheet.deployment or deployment, strategies=(first, second))


def on_ground(
    setup: EncounterSetupM1, *, in_turns: bool, elements: str, water: str, materials: Mapping[str, str]
) -> EncounterSetupM1:
    """The set-up with its terrain described: ``elements`` and ``water`` by names separated by commas
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


def _pieces(setup: EncounterSetupM1, text: str, rule: str) -> tuple[str, ...]:
    known = {piece.name.lower(): piece.name for piece in setup.terrain}
    wanted = [" ".join(name.split()) for name in text.split(",") if name.strip()]
    if unknown := [name for name in wanted if name.lower() not in known]:
        fix = f"Its pieces: {', '.join(known.values())}." if known else "Choose a ground with terrain."
        raise Refusal(f"There is no piece “{unknown[0]}” on that ground.", rule=rule, fix=fix)
    return tuple(dict.fromkeys(known[name.lower()] for name in wanted))


LEFT_OPEN = "If a joker leaves something to the players"
ABOUT_GROUND = "What its pieces are, and who sets them up"
READ_TWO_WAYS = "Rules that read two ways"
HARDNESS = dict(STANDARD.hardness)
_STRATEGIES = tuple((name, name) for _top, name in STRATEGIES)
_PRACTICE = tuple((slug_of(crew.name), f"{crew.name} (practice)") for crew in CREWS)
_KEYS = ", ".join(f"``{key}``" for key, _words in _PRACTICE)


def _models(name: str, label: str) -> AgreedField:
    return AgreedField(
        name=name,
        label=label,
        control="lines",
        longest=LARGEST_CREW,
        help="For a real table one model a line with its Wd, Master first: “2x Guild Hound 5”. To be played "
        "here, the Crew with its figures as JSON, as the API describes it.",
    )


def _names_of_pieces(name: str, label: str, words: str) -> AgreedField:
    text = f"Names of pieces of the ground, with commas. {words}"
    return AgreedField(name=name, label=label, control="text", longest=400, help=text, under=ABOUT_GROUND)


def _made_of(material: str) -> AgreedField:
    words = f"It breaks by more than {HARDNESS[material]} damage; stone, as all else, by more than"
    return _names_of_pieces(material, f"Breakable, of {material}", f"{words} {HARDNESS['stone']}.")


def _reading(name: str) -> AgreedField:
    """The field for one reading of an ambiguous row."""
    reading = READINGS[name]
    return AgreedField(
        name=f"{READING}{name}",
        label=f"{reading.question} ({reading.rule})",
        control="choice",
        choices=tuple((str(value), words) for value, words in reading.answers),
        initial=str(reading.usual),
        under=READ_TWO_WAYS,
    )


def _strategy(name: str, whose: str) -> AgreedField:
    return AgreedField(
        name=name,
        label=f"Strategy of the {whose} Crew",
        control="choice",
        choices=_STRATEGIES,
        initial="Slaughter",
        under=LEFT_OPEN,
    )


class _Agreed:
    scenario_rule = "M1-ENC-03"
    described = (
        f"``own`` and ``against`` are saved Crews or practice Crews ({_KEYS}); with ``hire`` each hands one "
        "in, with its figures as below. What is played is ``drawn`` under a link, or flipped for that "
        "``format`` and ``size``; ``deployment`` and the strategies hold where a joker leaves them "
        "open. A ``feature`` is put down by who picks sides; each side takes up to ``schemes`` in "
        "secret (by itself as many as the size has, 0: they stay on paper). The pieces of the ground "
        "are set up ``in_turns`` where both wish so; ``elements`` and ``water`` are names of pieces, "
        "with commas, and so are those that break like ``wood``, ``brick`` or ``metal`` and not like "
        "stone. ``table`` begins a record of a real table, whose ``models`` may be written one a line "
        "with their Wd (``Old Bess 7``); or they are a Crew with its figures as JSON text: ``name``, "
        "``faction``, ``leader`` and ``members`` (slugs), ``figures`` each with ``slug``, ``name``, "
        "``faction``, ``station``, ``wk``, ``cg``, ``ht``, ``wp``, ``ca``, ``df``, ``wd``, ``cost``, "
        "``cache``, ``weapons``, ``spells``, ``talents``, ``triggers``, ``characteristics``. "
        '``readings`` are rows that read two ways, by name (``{"toward": "nearer"}``).'
    )
    fields: tuple[AgreedField, ...] = (
        AgreedField(
            name="crews",
            label="Crews",
            control="choice",
            choices=(
                ("two", "the two chosen here"),
                (HIRE, "both hire here, in secret until both are ready"),
            ),
            initial="two",
            help_hiring="Where both hire here, you learn both Strategies first, then each hands in a Crew of "
            "the builder, or a practice Crew.",
        ),
        AgreedField(
            name="own", label="First Crew", control="crew", choices=_PRACTICE, initial=_PRACTICE[0][0]
        ),
        AgreedField(
            name="against",
            label="Second Crew",
            control="crew",
            choices=(("", "a practice Crew, not the first"), *_PRACTICE),
        ),
        _models("models", "Or a first Crew written here"),
        _models("other_models", "Or a second Crew written here"),
        AgreedField(
            name="drawn",
            label="Link or code of a drawn Encounter",
            control="link",
            longest=200,
            help="Empty: it is flipped now, under a link of its own.",
        ),
        AgreedField(
            name="format",
            label="Size",
            control="choice",
            choices=tuple((s.slug, f"{s.name}: {s.least} to {s.most} Soulstones") for s in SIZES.values()),
            initial=SCRAP.slug,
        ),
        AgreedField(name="size", label="Soulstones", control="number", least=1, most=200, initial=SIZE),
        AgreedField(name="feature", label="With a shared feature", control="flag"),
        AgreedField(name="event", label="With a special event", control="flag"),
        AgreedField(
            name="schemes",
            label="Schemes each in play",
            control="number",
            most=BRAWL.schemes,
            help="Chosen in secret. Empty: as many as the size has, 2 in a Scrap and 3 in a Brawl. 0: kept on"
            " paper.",
        ),
        AgreedField(
            name="in_turns",
            label="Both set the terrain up in turns",
            control="flag",
            help="The pieces of the ground above are the stock; on paper they lie as they are.",
            under=ABOUT_GROUND,
        ),
        _names_of_pieces("elements", "Elements", "They affect every model within 1″ of them."),
        _names_of_pieces("water", "Water", "It does nothing by itself; some models react to it."),
        *map(_made_of, MATERIALS),
        AgreedField(
            name="deployment",
            label="Deployment",
            control="choice",
            choices=tuple((name, name) for _top, name in DEPLOYMENTS),
            initial="Standard",
            under=LEFT_OPEN,
        ),
        _strategy("strategy", "first"),
        _strategy("other_strategy", "second"),
        *map(_reading, READINGS),
    )

    def faults(self, chosen: Chosen, *, at_table: bool) -> Iterator[tuple[str, str]]:
        if chosen.get("size") and chosen.get("format") and not chosen.get("drawn"):
            try:
                size_for(chosen["format"], chosen["size"])
            except Refusal as refusal:
                yield "size", str(refusal)
        if chosen.get("crews") == HIRE and at_table:
            yield "crews", "At a real table Crews are hired before: choose both."

    def setup(self, chosen: Chosen, supplies: Supplies, *, at_table: bool) -> EncounterSetupM1:
        drawn = supplies.drawn(chosen["drawn"]) if chosen["drawn"] else None
        size = SIZES[chosen["format"] if drawn is None else drawn.size]
        if hiring := chosen.get("crews") == HIRE:
            size_for(size.slug, chosen["size"])
        chosen = {**chosen, "against": chosen.get("against") or _another(chosen["own"])}
        crews = [] if hiring else [_crew(chosen, supplies, size, side, at_table) for side in CREW_FIELDS]
        strategies = (chosen["strategy"], chosen["other_strategy"])
        sheet = drawn or supplies.flipped(
            **{name: chosen[name] for name in ("size", "format", "feature", "event")}
        )
        schemes = SIZES[sheet.size].schemes if chosen.get("schemes") is None else chosen["schemes"]
        setup = setup_of(settled(sheet, chosen["deployment"], strategies), schemes)
        setup = replace(setup, readings=_readings(chosen))
        return replace(setup, hire=hired_in_it(chosen["size"])) if hiring else with_crews(setup, *crews)

    def practice(self, figures: Figures | None) -> Iterator[CrewOffer]:
        for key, crew in practice_crews().items():
            leader, *others = (crew.figures[slug].name for slug in crew.crew.models)
            yield CrewOffer(
                key=key,
                name=crew.crew.name,
                faction=slug_of(crew.crew.faction),
                leader=leader,
                models=counted(others),
                practice=True,
            )

    def offer(self, key: str, crew: SavedCrew) -> CrewOffer:
        """A Crew of either size; the size agreed on is judged with the form."""
        known, written = crew.figures.catalogue, crew.written
        slugs = (written.leader, *(member.slug for member in written.members))
        names = [known.profile(slug).full_name for slug in slugs if known.has_profile(slug)]
        offer = CrewOffer(
            key=key,
            name=crew.name,
            faction=written.faction,
            leader=names[0] if written.leader and names else "",
            models=counted(names[1:] if written.leader else names),
        )
        try:
            saved_crew(crew, size_of(written, known))
        except Refusal as refusal:
            return replace(offer, refused=f"{refusal.sentence} {refusal.fix}".strip())
        return offer

    def on_ground(self, setup: EncounterSetupM1, chosen: Chosen, *, at_table: bool) -> EncounterSetupM1:
        """The set-up with its terrain described and who sets it up; a record leaves that to the
        table."""
        return on_ground(
            setup,
            in_turns=chosen["in_turns"] and not at_table,
            elements=chosen["elements"],
            water=chosen["water"],
            materials={material: chosen[material] for material in MATERIALS},
        )

    def expect_readings(self, readings: Mapping[str, bool | int | str]) -> None:
        STANDARD.with_readings(dict(readings))


def _another(than: str) -> str:
    """The key of a practice Crew that is not that one."""
    return next(key for key, _words in (_PRACTICE[1], _PRACTICE[0]) if key != than)


def _crew(
    chosen: Chosen, supplies: Supplies, size: Size, side: tuple[str, str, str], at_table: bool
) -> FiguredCrew:
    own, written, called = side
    text = chosen[written]
    if text.lstrip().startswith("{"):
        return crew_of_file(text, size, chosen["size"])
    if at_table and text.strip():
        return written_crew(called, text)
    if (saved := supplies.crew(chosen[own])) is not None:
        return saved_crew(saved, size, at_table=at_table)
    return practice_crews()[chosen[own]]


def _readings(chosen: Chosen) -> dict[str, Any]:
    """The readings that differ from the default."""
    read = {
        name: next(value for value, _ in reading.answers if str(value) == chosen[f"{READING}{name}"])
        for name, reading in READINGS.items()
    }
    return {name: value for name, value in read.items() if value != READINGS[name].usual}


AGREED = _Agreed()
