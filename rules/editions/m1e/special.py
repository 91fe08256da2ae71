"""The First Edition's shared features and special events (M1-FEAT, M1-EVT).

Numbers are inches, millimetres of base, wounds and Soulstones as named; ``effect`` is in our own words.
"""

from __future__ import annotations

from msgspec import Struct

from rules.fate.cards import Card
from rules.game.setup.special import SpecialEvent, SpecialTerrain

FEATURES: tuple[SpecialTerrain, ...] = (
    SpecialTerrain(
        rule="M1-FEAT-01",
        name="Ancient Monument",
        shape="element",
        base=50,
        height=5,
        within=1,
        effect="Models within 1″ cast with +1 Ca.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-02", name="Bog", shape="whole table", effect="The ground is severe and water."
    ),
    SpecialTerrain(
        rule="M1-FEAT-03",
        name="Campsite",
        shape="area",
        least=2,
        effect="Severe. A model on it may exchange one card of the hand: (1) Interact.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-04",
        name="Creepy Structure",
        shape="area",
        least=3,
        effect="A model on it may try its luck once a turn: (1) Interact, then a card decides.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-05",
        name="Dead Zone",
        shape="area",
        least=3,
        effect="Open ground; whoever touches it casts nothing.",
    ),
    SpecialTerrain(rule="M1-FEAT-06", name="Forested", shape="whole table", effect="The ground is covering."),
    SpecialTerrain(
        rule="M1-FEAT-07",
        name="Gravestone",
        shape="area",
        least=3,
        effect="A model completely on it may gain a Corpse Counter: (1) Interact.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-08",
        name="Hanging Tree",
        shape="element",
        base=50,
        height=6,
        within=2,
        effect="Ending an activation within 2″ brings a Terrifying duel of 12.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-09",
        name="Hazardous Terrain",
        shape="area",
        least=3,
        effect="Whoever places it says its kind and its damage.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-10",
        name="Magic Nexus",
        shape="area",
        most=3,
        effect="Models completely on it cast and resist with a positive twist.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-11",
        name="Mysterious Effigies",
        shape="markers",
        base=30,
        count=4,
        within=2,
        effect="Two markers each. At the end, the nearest model no farther than 2″ earns its side 1 VP.",
    ),
    SpecialTerrain(rule="M1-FEAT-12", name="Rubble", shape="whole table", effect="The ground is severe."),
    SpecialTerrain(
        rule="M1-FEAT-13",
        name="Scrap Pile",
        shape="area",
        least=3,
        effect="A model completely on it may gain a Scrap Counter: (1) Interact.",
    ),
    SpecialTerrain(
        rule="M1-FEAT-14",
        name="Soulstone Vein",
        shape="area",
        most=2,
        effect="A Master completely on it may gain a Soulstone: (1) Interact.",
    ),
)

EVENTS: tuple[SpecialEvent, ...] = (
    SpecialEvent(
        "M1-EVT-02", "Alone in the Dark", "all game", "Who falls back from a lost Morale Duel is killed."
    ),
    SpecialEvent(
        "M1-EVT-03",
        "Cruel Winds",
        "the event turn",
        "Chance names a table edge when the game starts; each activation ends with a push of 1″ towards it.",
    ),
    SpecialEvent(
        "M1-EVT-04",
        "Dark Omens",
        "the event turn",
        "Ones count 13 and thirteens 1, from the Draw Phase to the end of the Activation Phase.",
    ),
    SpecialEvent("M1-EVT-05", "Disturbing Whispers", "all game", "Defenders duel with −1 Wp."),
    SpecialEvent(
        "M1-EVT-06",
        "Earthquake",
        "the event turn",
        "As the Activation Phase begins, each player in order may push every enemy model 1″, but none with "
        "Flight or Float.",
    ),
    SpecialEvent("M1-EVT-07", "Foggy", "the event turn", "Ranged attacks flip with a negative twist."),
    SpecialEvent("M1-EVT-08", "Heat Wave", "the event turn", "Wk and Cg are 1 less."),
    SpecialEvent(
        "M1-EVT-09",
        "Heavy Snows",
        "the event turn",
        "Nobody charges and ranged attacks have −2 Cb; Frozen Heart cares for neither.",
    ),
    SpecialEvent(
        "M1-EVT-10",
        "Rockfall",
        "the event turn",
        "As the Activation Phase begins, models within 1″ of terrain suffer 1 Wd.",
    ),
    SpecialEvent(
        "M1-EVT-11",
        "Stampede!",
        "the event turn",
        "As the Activation Phase begins, models within 8″ of the centreline suffer as many Wd as their Ht.",
    ),
    SpecialEvent("M1-EVT-12", "Torrential Rains", "the event turn", "Nobody charges."),
)


def feature_named(name: str) -> SpecialTerrain | None:
    return next((feature for feature in FEATURES if feature.name == name), None)


def event_named(name: str) -> SpecialEvent | None:
    return next((event for event in EVENTS if event.name == name), None)


def event_strikes(card: Card) -> bool:
    """Whether the card at the end of the Closing Phase brings the event next turn (M1-EVT-01).

    >>> [event_strikes(Card.parse(code)) for code in ("9r", "10r", "BJ")]
    [False, True, True]
    """
    return card.is_joker or card.value >= 10


class Luck(Struct, frozen=True):
    """What a Creepy Structure does to the model that uses it: ``wounds`` it suffers (negative: heals),
    ``gift`` wounds it may deal to a model on the structure, whether it is ``all_healed`` or ``killed``."""

    killed: bool = False
    wounds: int = 0
    gift: int = 0
    soulstones: int = 0
    all_healed: bool = False


def creepy_structure(card: Card) -> Luck:
    """The effect of the card (M1-FEAT-04)."""
    if card.is_joker:
        return Luck(killed=True)
    if card.value <= 3:
        return Luck(wounds=2)
    if card.value <= 6:
        return Luck(gift=2)
    if card.value <= 9:
        return Luck(wounds=-2)
    return Luck(soulstones=2, all_healed=card.value >= 12)
