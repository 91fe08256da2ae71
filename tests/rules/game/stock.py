"""What Crews are hired from in tests: the practice cards, some Masters more, one model without figures."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.editions.m3e.examples.crews import CARDS, UPGRADES
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import ruleset as edition
from rules.editions.m3e.scripts.arrivals import arriving
from rules.editions.m3e.statcards import StatCard
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.setup.setup import NOBODY, EncounterSetup, Hire
from rules.game.table_access.exact_table import table_for

RASPUTINA = CARDS["rasputina"]
MORE = (
    replace(RASPUTINA, slug="rasputina-abominable", title="Abominable"),
    replace(RASPUTINA, slug="ironsides", name="Ironsides", keywords=("Oyabun",), cost=14),
    replace(RASPUTINA, slug="sandeep", name="Sandeep Desai", keywords=("Academic",), cost=10),
    replace(RASPUTINA, slug="ramos", name="Viktor Ramos", keywords=("Union",), cost=13),
)
ALL = CARDS | {card.slug: card for card in MORE}


def profile(card: StatCard) -> Profile:
    return Profile(
        card.slug, card.name, card.title, card.factions, card.keywords, card.station, card.cost, card.limit
    )


class PracticeStock:
    """``hoarcat`` is in the catalogue, and nobody knows its figures."""

    catalogue = Catalogue(
        [
            *map(profile, ALL.values()),
            Profile("hoarcat", "Hoarcat Pride", "", ("arcanists",), ("December",), "Minion", 5, 3),
        ],
        [UpgradeProfile("magical-training", "Magical Training", ("arcanists",), 2)],
        release="practice",
        edition="m3e",
    )
    playable = frozenset(ALL)

    def cards(self, slugs: Any) -> dict[str, StatCard]:
        return {slug: ALL[slug] for slug in slugs}

    def upgrades(self, slugs: Any) -> dict[str, Any]:
        return {slug: UPGRADES[slug] for slug in slugs}

    def arriving(self, cards: Any) -> Any:
        return arriving(cards, ALL, UPGRADES)


STOCK = PracticeStock()


def open_setup(size: int = 50, ruleset: str = "m3e", **settings: Any) -> EncounterSetup:
    """Nothing but the size is agreed."""
    return EncounterSetup(
        ruleset=ruleset,
        encounter="hiring",
        crews=NOBODY,
        cards={},
        hire=Hire(size=size, stock="practice"),
        **settings,
    )


def begun(edition_id: str = "m3e", seed: str = "1", size: int = 50, **settings: Any) -> Play:
    """An Encounter whose Crews are hired in it, at its first cut."""
    setup = open_setup(size, ruleset=edition_id, **settings)
    rules = edition(setup.ruleset, setup.policies)
    key = digest("hiring", seed)
    return Play(setup, rules, table_for(setup, rules), KeyDealer(key), stock=STOCK)
