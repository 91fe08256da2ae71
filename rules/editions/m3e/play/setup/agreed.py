"""What is agreed before an Encounter of the Third Edition: practice Crews, two saved ones, or a size for
which both hire in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.text.reading import LARGEST_SIZE
from rules.editions.m3e.examples.encounters import skirmish, two_crews
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.game.setup.agreed import HIRE, AgreedField, Chosen, Supplies
from rules.game.setup.equipping import SavedCrew, equipped, expect_playable, setup_of_equipped
from rules.game.setup.setup import NOBODY, EncounterSetup, Hire
from rules.refusal import Refusal

NAME = "practice"


def _short() -> EncounterSetup:
    """A set-up with two models a side; cards decide the scenario."""
    return two_crews(NAME, attacker=None, strategy="", deployment="", pool=())


def _seven() -> EncounterSetup:
    return skirmish(NAME)


PRACTICE: dict[str, tuple[str, Callable[[], EncounterSetup]]] = {
    "seven": ("December against Honeypot, seven a side", _seven),
    "two": ("a short one: two models each", _short),
}
_NONE_SAVED = (("", "a practice Crew, as above"),)


def open_setup(size: int, stock: str) -> EncounterSetup:
    """The set-up of an Encounter of which only the size is agreed; it is hired from that stock
    (M3E-SETUP-02)."""
    if not 1 <= size <= LARGEST_SIZE:
        raise Refusal(f"The size is 1 to {LARGEST_SIZE} Soulstones.", rule="M3E-SETUP-02", fix="50 is usual.")
    return EncounterSetup(
        ruleset="m3e", encounter="crews", crews=NOBODY, cards={}, hire=Hire(size=size, stock=stock)
    )


def setup_of_crews(first: SavedCrew, second: SavedCrew) -> EncounterSetup:
    """A set-up to be played. Raise ``Refusal`` with every reason for an illegal Crew or a model with
    missing figures."""
    one, two = (expect_playable(crew, equipped(crew, EQUIPMENT), "M3E-GEN-06") for crew in (first, second))
    return setup_of_equipped(one, two, EQUIPMENT, "m3e")


class _Agreed:
    scenario_rule = "M3E-SETUP-05"
    described = (
        "Practice Crews by ``crews``, or two saved Crews by their ids; with ``hire`` both declare and hire "
        "in the Encounter, in secret until both are ready, for ``size`` Soulstones."
    )
    fields: tuple[AgreedField, ...] = (
        AgreedField(
            name="crews",
            label="Crews",
            control="choice",
            choices=(
                *((key, words) for key, (words, _make) in PRACTICE.items()),
                (HIRE, "both hire here, in secret until both are ready"),
            ),
            initial="seven",
            help="Practice Crews: names of the game, figures made for practice.",
            help_hiring="Where both hire here, you learn the Strategy first, then declare Faction and Leader "
            "at once and hand in a Crew of yours.",
        ),
        AgreedField(
            name="size",
            label="Encounter size",
            control="number",
            least=1,
            most=LARGEST_SIZE,
            initial=STANDARD_SIZE,
            help="In Soulstones, where both hire here.",
            hires=True,
        ),
        AgreedField(name="own", label="Or a Crew of mine", control="crew", choices=_NONE_SAVED),
        AgreedField(
            name="against",
            label="Which Crew it meets",
            control="crew",
            choices=_NONE_SAVED,
            help="Another Crew of yours, or the same once more.",
        ),
    )

    def faults(self, chosen: Chosen, *, at_table: bool) -> Iterator[tuple[str, str]]:
        if chosen.get("own") and chosen.get("crews") == HIRE:
            yield "own", "You hand your Crew in when you are asked for it."

    def setup(self, chosen: Chosen, supplies: Supplies, *, at_table: bool) -> EncounterSetup:
        if chosen["crews"] == HIRE:
            return open_setup(chosen["size"], supplies.stock)
        own = supplies.crew(chosen.get("own", ""))
        if own is not None:
            return setup_of_crews(own, supplies.crew(chosen.get("against", "")) or own)
        return PRACTICE[chosen["crews"]][1]()

    def on_ground(self, setup: EncounterSetup, chosen: Chosen, *, at_table: bool) -> EncounterSetup:
        """The set-up unchanged: the traits of its terrain say everything."""
        return setup

    def expect_readings(self, readings: Mapping[str, bool | int | str]) -> None:
        if readings:
            raise Refusal("No row of this edition is read so here.", fix="Leave `readings` out.")


AGREED = _Agreed()
