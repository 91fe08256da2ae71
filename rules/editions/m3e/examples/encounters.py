"""Small Encounters for the documentation and the tests.

>>> play = duel_of_two()
>>> [model.name for model in play.state.models.values()]
['Cornelius Basse', 'Guild Hound', 'Pandora', 'Sorrow']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.editions.m3e.examples.crews import seven_a_side
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import M3E, ruleset
from rules.editions.m3e.scripts.words import Ability, Damage, Draw, Terrifying
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.fate.dealer import Dealer, KeyDealer
from rules.fate.shuffle import digest
from rules.game.examples import terrain
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.game.table_access.open_field import OpenField

STRIKE = Action(
    name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=(1, 2, 4)),)
)
BASSE = StatCard(
    slug="basse",
    name="Cornelius Basse",
    station="Master",
    cost=15,
    df=5,
    wp=5,
    mv=5,
    health=12,
    mm=40,
    keywords=("Frontier",),
    characteristics=("Living",),
    actions=(
        Action(
            name="Chesterfield Shotgun",
            icon="missile",
            reach=8,
            stat=6,
            resist="df",
            effects=(Damage(amount=(2, 3, 5)),),
            triggers=(Trigger(name="Surge", suits=("tome",), effects=(Draw(),)),),
        ),
        Action(name="Boot", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=(1, 2, 3)),)),
    ),
)
HOUND = StatCard(
    slug="guild-hound",
    name="Guild Hound",
    station="Minion",
    cost=3,
    df=5,
    wp=4,
    mv=6,
    sz=1,
    health=4,
    keywords=("Guard",),
    characteristics=("Beast",),
    limit=4,
    actions=(
        Action(name="Bite", icon="melee", reach=1, stat=5, resist="df", effects=(Damage(amount=(1, 2, 3)),)),
    ),
)
PANDORA = StatCard(
    slug="pandora",
    name="Pandora",
    station="Master",
    cost=15,
    df=5,
    wp=7,
    mv=5,
    health=11,
    keywords=("Woe",),
    characteristics=("Living",),
    actions=(
        Action(
            name="Misery", icon="missile", reach=8, stat=6, resist="wp", effects=(Damage(amount=(1, 3, 4)),)
        ),
        STRIKE,
    ),
    abilities=(Ability(name="Terrifying (13)", parts=(Terrifying(tn=13),)),),
)
SORROW = StatCard(
    slug="sorrow",
    name="Sorrow",
    station="Minion",
    cost=5,
    df=4,
    wp=5,
    mv=6,
    health=5,
    keywords=("Woe",),
    characteristics=("Nightmare", "Undead"),
    limit=3,
    actions=(STRIKE,),
)
CARDS = {card.slug: card for card in (BASSE, HOUND, PANDORA, SORROW)}


def two_crews(encounter: str = "docs", **settings: Any) -> EncounterSetup:
    """A set-up of two Crews of two models, with Strategy and Deployment agreed and without Schemes."""
    crews = (
        CrewSetup(
            name="Frontier", stones=3, models=(Hired(card="basse", leader=True), Hired(card="guild-hound"))
        ),
        CrewSetup(name="Woe", stones=3, models=(Hired(card="pandora", leader=True), Hired(card="sorrow"))),
    )
    agreed: Mapping[str, Any] = {
        "ruleset": M3E.id,
        "attacker": 0,
        "strategy": "None",
        "deployment": "Standard",
        "pool": ("None",),
    }
    return EncounterSetup(encounter=encounter, crews=crews, cards=CARDS, **{**agreed, **settings})


def duel_of_two(seed: str = "docs", dealer: Dealer | None = None, **settings: Any) -> Play:
    """That Encounter on an open field, its decks shuffled from ``seed``."""
    setup = two_crews(seed, **settings)
    rules = ruleset(setup.ruleset, setup.policies)
    return Play(setup, rules, OpenField(), dealer or KeyDealer(digest("docs", seed)))


def skirmish(encounter: str) -> EncounterSetup:
    """A set-up of seven models a side with Triggers, abilities, blasts, Summons and Schemes;
    ``simulate`` plays it."""
    return seven_a_side(encounter)


def skirmish_among_terrain(encounter: str) -> EncounterSetup:
    """The same set-up among terrain."""
    return among_terrain(skirmish(encounter))


def among_terrain(setup: EncounterSetup) -> EncounterSetup:
    """The set-up on the exact table with a house, woods, wire, water and crates."""
    return replace(setup, ground="exact", terrain=terrain())
