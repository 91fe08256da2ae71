"""What is agreed before an Encounter of the Third Edition: two Crews of practice or saved ones, or a size for
which both hire in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.text.reading import LARGEST_SIZE
from rules.editions.m3e.examples import practice
from rules.editions.m3e.examples.encounters import skirmish, two_crews
from rules.editions.m3e.scripts.equipment import EQUIPMENT
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.game.setup.agreed import HIRE, AgreedField, Chosen, CrewOffer, Supplies, counted
from rules.game.setup.equipping import (
    EquippedCrew,
    Figures,
    SavedCrew,
    equipped,
    expect_playable,
    setup_of_equipped,
)
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
    "two": ("A short one: two models each", _short),
}
"""Both Crews of a set-up, made for practice."""
_OF_FACTIONS = tuple((key, practice.words(key)) for key in practice.KEYS)
_KEYS = ", ".join(f"``{key}``" for key in practice.KEYS)
_FOR_PRACTICE = tuple((key, words) for key, (words, _make) in PRACTICE.items())


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
    one, two = map(_playable, (first, second))
    return setup_of_equipped(one, two, EQUIPMENT, "m3e")


def _playable(crew: SavedCrew) -> EquippedCrew:
    return expect_playable(crew, equipped(crew, EQUIPMENT), "M3E-GEN-06")


def by_hand(crew: EquippedCrew) -> Iterator[str]:
    """What the players apply of the cards that the Crew begins with: its name, whose it is."""
    hired = dict.fromkeys(one.card for one in crew.crew.models)
    borne = dict.fromkeys(slug for one in crew.crew.models for slug in one.upgrades)
    cards = [*(crew.cards[slug] for slug in hired), *(crew.upgrades[slug] for slug in borne)]
    for card in cards:
        assert isinstance(card, StatCard | UpgradeCard)
        actions = [replace(action, triggers=()) for action in card.actions]
        triggers = [*card.triggers, *(trigger for action in card.actions for trigger in action.triggers)]
        things: list[Ability | Action | Trigger] = [*card.abilities, *actions, *triggers]
        yield from dict.fromkeys(
            f"{thing.name} ({card.name})" for thing in things if status_of(thing, thing.status) != "automated"
        )


def _offer(key: str, crew: SavedCrew) -> CrewOffer:
    offer = CrewOffer(key=key, name=crew.name, faction=crew.written.faction, leader="")
    known = crew.figures.catalogue
    names = [known.profile(one.slug).full_name for one in crew.written.members if known.has_profile(one.slug)]
    leads = known.has_profile(crew.written.leader)
    offer = replace(
        offer,
        leader=known.profile(crew.written.leader).full_name if leads else "",
        models=counted(names),
        practice=key in practice.KEYS,
    )
    try:
        return replace(offer, by_hand=tuple(by_hand(_playable(crew))))
    except Refusal as refusal:
        return replace(offer, refused=f"{refusal.sentence} {refusal.fix}".strip())


def _chosen(key: str, supplies: Supplies) -> SavedCrew | None:
    """The practice Crew of a Faction, or the saved one, of that key; ``None`` for none."""
    return practice.PracticeCrew(key, supplies.figures) if key in practice.KEYS else supplies.crew(key)


class _Agreed:
    scenario_rule = "M3E-SETUP-05"
    described = (
        "Practice Crews by ``crews``; or ``own`` and ``against``, saved Crews by their ids or practice Crews "
        f"of the catalogue ({_KEYS}). Without ``against`` a practice Crew of another Faction is drawn. With "
        "``hire`` both declare and hire in the Encounter, in secret until both are ready, for ``size`` "
        "Soulstones."
    )
    fields: tuple[AgreedField, ...] = (
        AgreedField(
            name="own",
            label="My Crew",
            control="crew",
            choices=(*_OF_FACTIONS, *_FOR_PRACTICE),
        ),
        AgreedField(
            name="against",
            label="Which Crew it meets",
            control="crew",
            choices=(("", "a practice Crew of another Faction"), *_OF_FACTIONS),
        ),
        AgreedField(
            name="crews",
            label="Hiring",
            control="choice",
            choices=(
                ("seven", "the Crews chosen here"),
                (HIRE, "both hire here, in secret until both are ready"),
            ),
            unlisted=("two",),
            initial="seven",
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
    )

    def faults(self, chosen: Chosen, *, at_table: bool) -> Iterator[tuple[str, str]]:
        offered = {"", *practice.KEYS, *PRACTICE}
        if chosen.get("own", "") not in offered and chosen.get("crews") == HIRE:
            yield "own", "You hand your Crew in when you are asked for it."

    def setup(self, chosen: Chosen, supplies: Supplies, *, at_table: bool) -> EncounterSetup:
        if chosen["crews"] == HIRE:
            return open_setup(chosen["size"], supplies.stock)
        own = _chosen(chosen.get("own", ""), supplies)
        if own is None:
            return PRACTICE[chosen.get("own") or chosen["crews"]][1]()
        other = chosen.get("against") or practice.another(own.written.faction, supplies.name)
        against = _chosen(other, supplies)
        assert against is not None, "one of the choices"
        return setup_of_crews(own, against)

    def practice(self, figures: Figures | None) -> Iterator[CrewOffer]:
        """Those of the Factions, then the two small ones."""
        if figures is not None:
            yield from (_offer(key, practice.PracticeCrew(key, figures)) for key in practice.KEYS)
        for key, (words, make) in PRACTICE.items():
            setup = make()
            leader, *others = (setup.cards[one.card].name for one in setup.crews[0].models)
            yield CrewOffer(
                key=key, name=words, faction="", leader=leader, models=counted(others), practice=True
            )

    def offer(self, key: str, crew: SavedCrew) -> CrewOffer:
        return _offer(key, crew)

    def on_ground(self, setup: EncounterSetup, chosen: Chosen, *, at_table: bool) -> EncounterSetup:
        """The set-up unchanged: the traits of its terrain say everything."""
        return setup

    def expect_readings(self, readings: Mapping[str, bool | int | str]) -> None:
        if readings:
            raise Refusal("No row of this edition is read so here.", fix="Leave `readings` out.")


AGREED = _Agreed()
