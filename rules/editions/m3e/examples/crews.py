"""Two practice Crews that use most of the vocabulary.

Names are the game's. Figures and effects are chosen to exercise the engine and are not those of printed
cards, except for the rulebook's own examples (Winter's Strike, Lightning Strike, Scamper, Hold 'Em, Squeal,
Surge).
"""

from __future__ import annotations

from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability, Effect
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired


def strike(
    name: str, stat: int, weak: int, moderate: int, severe: int, *more: Trigger, reach: float = 1
) -> Action:
    """A melee attack without modifiers."""
    damage = (w.Damage(amount=(weak, moderate, severe)),)
    return Action(name=name, icon="melee", reach=reach, stat=stat, resist="df", effects=damage, triggers=more)


def shot(name: str, stat: int, reach: float, *effects: Effect, resist: str = "df") -> Action:
    """A missile attack without modifiers."""
    return Action(name=name, icon="missile", reach=reach, stat=stat, resist=resist, effects=effects)


SURGE = Trigger(name="Surge", suits=("tome",), effects=(w.Draw(),))
CRITICAL = Trigger(
    name="Critical Strike", suits=("ram",), timing="when_resolving", effects=(w.MoreDamage(amount=1),)
)
ONSLAUGHT = Trigger(
    name="Onslaught",
    suits=("mask",),
    timing="after_resolving",
    effects=(w.TakeAction(icon="melee", on_target=True),),
)
SQUEAL = Trigger(
    name="Squeal",
    suits=("mask",),
    timing="after_resolving",
    resists="df",
    restrictions=(w.TargetIs(side="enemy"),),
    effects=(w.Move(kind="move", inches=3, whom="self"),),
)

RASPUTINA = StatCard(
    slug="rasputina",
    name="Rasputina",
    station="Master",
    cost=15,
    df=4,
    wp=6,
    mv=5,
    health=12,
    factions=("arcanists",),
    keywords=("December",),
    characteristics=("Living",),
    actions=(
        Action(
            name="Winter's Strike",
            icon="missile",
            reach=10,
            stat=6,
            resist="df",
            effects=(w.Damage(amount=(2, 3, 4), blasts=(0, 1, 2)),),
            triggers=(
                SURGE,
                Trigger(name="Ice Grip", suits=("crow",), effects=(w.Gain(condition="staggered"),)),
            ),
        ),
        strike("Icy Touch", 5, 2, 3, 4, CRITICAL),
        Action(
            name="Frozen Heart",
            icon="",
            stat=6,
            tn=10,
            bonus=True,
            once="turn",
            effects=(w.Gain(condition="shielded", value=2, whom="self"),),
        ),
    ),
    abilities=(Ability(name="Armor +1", parts=(w.Armor(amount=1),)),),
)
MISAKI = StatCard(
    slug="misaki",
    name="Misaki Katanaka",
    station="Henchman",
    cost=9,
    df=6,
    wp=6,
    mv=6,
    health=9,
    factions=("arcanists",),
    keywords=("December",),
    characteristics=("Living",),
    actions=(
        Action(
            name="Lightning Strike",
            icon="missile",
            reach=8,
            stat=7,
            tn=13,
            effects=(w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
        ),
        strike("Bisento", 6, 2, 3, 5, ONSLAUGHT, reach=2),
    ),
    triggers=(SQUEAL,),
)
BUSHWHACKER = StatCard(
    slug="bushwhacker",
    name="Bushwhacker",
    station="Minion",
    cost=5,
    df=5,
    wp=5,
    mv=5,
    health=6,
    limit=3,
    factions=("arcanists",),
    keywords=("December",),
    characteristics=("Living",),
    actions=(shot("Rifle", 5, 12, w.Damage(amount=(2, 3, 5))), strike("Knife", 4, 1, 2, 3)),
    abilities=(
        Ability(
            name="Scamper",
            parts=(
                w.Reaction(
                    moment="cheated",
                    about="others",
                    side="enemy",
                    inches=6,
                    optional=True,
                    after_current=True,
                    effects=(w.Move(kind="push", inches=2, whom="self"),),
                ),
            ),
        ),
    ),
)
GAMIN = StatCard(
    slug="ice-gamin",
    name="Ice Gamin",
    station="Minion",
    cost=4,
    df=5,
    wp=4,
    mv=5,
    sz=1,
    health=4,
    limit=3,
    factions=("arcanists",),
    keywords=("December",),
    characteristics=("Construct",),
    actions=(
        strike(
            "Bite",
            4,
            1,
            2,
            3,
            Trigger(
                name="Chill", suits=("crow",), timing="after_succeeding", effects=(w.Gain(condition="slow"),)
            ),
        ),
        Action(
            name="Snow Cover",
            bonus=True,
            effects=(w.Pulse(inches=2, side="friendly", effects=(w.Heal(amount=1),)),),
        ),
    ),
    abilities=(
        Ability(
            name="Shatter",
            parts=(
                w.Reaction(
                    moment="killed",
                    effects=(
                        w.Pulse(inches=1, effects=(w.Duel(stat="mv", tn=12, failure=(w.Damage(amount=2),)),)),
                    ),
                ),
            ),
        ),
    ),
)
LYNCH = StatCard(
    slug="jakob-lynch",
    name="Jakob Lynch",
    station="Master",
    cost=15,
    df=5,
    wp=6,
    mv=5,
    health=11,
    factions=("ten-thunders",),
    keywords=("Honeypot",),
    characteristics=("Living",),
    actions=(
        shot("Pistol", 6, 8, w.Damage(amount=(2, 3, 4)), w.Gain(condition="distracted", value=1)),
        strike("Cane", 5, 1, 3, 4, SURGE),
        Action(
            name="Deal Me In",
            stat=6,
            tn=11,
            bonus=True,
            once="activation",
            cost=(w.PayCards(cards=1),),
            effects=(w.Draw(cards=2),),
        ),
        Action(name="Call the Dark", stat=6, tn=12, once="turn", effects=(w.Summon(card="depleted"),)),
    ),
    abilities=(
        Ability(
            name="Hold 'Em",
            parts=(
                w.Reaction(
                    moment="cheated",
                    about="others",
                    side="enemy",
                    inches=6,
                    after_current=True,
                    effects=(w.Damage(amount=1),),
                ),
            ),
        ),
    ),
)
GRACIE = StatCard(
    slug="gracie",
    name="Gracie",
    station="Henchman",
    cost=8,
    df=5,
    wp=5,
    mv=6,
    health=10,
    mm=50,
    factions=("ten-thunders",),
    keywords=("Honeypot",),
    characteristics=("Beast",),
    actions=(
        strike(
            "Tusks",
            6,
            2,
            4,
            5,
            CRITICAL,
            Trigger(
                name="Toss",
                suits=("mask",),
                timing="after_succeeding",
                effects=(w.Move(kind="push", inches=3, way="away"),),
            ),
        ),
        Action(
            name="Trample",
            icon="melee",
            reach=1,
            stat=5,
            resist="df",
            once="activation",
            restrictions=(w.TargetIs(side="enemy"),),
            effects=(w.Damage(amount=2), w.Gain(condition="stunned")),
        ),
    ),
    abilities=(Ability(name="Hard to Kill", parts=(w.HardToKill(),)),),
)
BECKONER = StatCard(
    slug="beckoner",
    name="Beckoner",
    station="Enforcer",
    cost=7,
    df=5,
    wp=6,
    mv=6,
    health=7,
    factions=("ten-thunders",),
    keywords=("Honeypot",),
    characteristics=("Nightmare",),
    actions=(
        shot("Lure", 6, 12, w.Move(kind="move", inches=5, way="toward"), resist="wp"),
        strike("Claws", 5, 1, 3, 4),
        Action(
            name="Soothe",
            targets="model",
            reach=6,
            stat=5,
            tn=10,
            restrictions=(w.TargetIs(side="friendly", other=True),),
            effects=(w.Heal(amount=(1, 2, 3)),),
        ),
    ),
    abilities=(Ability(name="Terrifying (11)", parts=(w.Terrifying(tn=11),)),),
)
ILLUMINATED = StatCard(
    slug="illuminated",
    name="Illuminated",
    station="Minion",
    cost=6,
    df=5,
    wp=5,
    mv=5,
    health=7,
    limit=3,
    factions=("ten-thunders",),
    keywords=("Honeypot",),
    characteristics=("Living", "Nightmare"),
    actions=(
        strike(
            "Glowing Blade",
            5,
            2,
            3,
            4,
            Trigger(name="Poisoned", suits=("crow",), effects=(w.Gain(condition="poison", value=2),)),
        ),
    ),
    abilities=(
        Ability(
            name="Regeneration",
            parts=(w.Reaction(moment="activation_begins", effects=(w.Heal(amount=1, whom="self"),)),),
        ),
    ),
)
DEPLETED = StatCard(
    slug="depleted",
    name="Depleted",
    station="Minion",
    cost=4,
    df=4,
    wp=3,
    mv=5,
    health=7,
    limit=3,
    factions=("ten-thunders",),
    keywords=("Honeypot",),
    characteristics=("Living", "Nightmare"),
    actions=(
        strike(
            "Frenzied Bite",
            5,
            1,
            3,
            4,
            Trigger(
                name="Burn Out",
                suits=("ram",),
                timing="after_resolving",
                cost=(w.PayDamage(amount=1),),
                effects=(w.Gain(condition="burning", value=3),),
            ),
        ),
    ),
    abilities=(
        Ability(name="Hard to Wound", parts=(w.HardToWound(),)),
        Ability(name="Insignificant", parts=(w.Insignificant(),)),
    ),
)
CARDS = {
    card.slug: card
    for card in (
        RASPUTINA,
        MISAKI,
        BUSHWHACKER,
        GAMIN,
        LYNCH,
        GRACIE,
        BECKONER,
        ILLUMINATED,
        DEPLETED,
    )
}
UPGRADES = {
    "magical-training": UpgradeCard(
        slug="magical-training",
        name="Magical Training",
        abilities=(Ability(name="Armor +1", parts=(w.Armor(amount=1),)),),
    )
}


def seven_a_side(encounter: str) -> EncounterSetup:
    """The set-up of the two Crews; cards decide the scenario."""
    december = CrewSetup(
        name="December",
        stones=5,
        models=(
            Hired(card="rasputina", leader=True),
            Hired(card="misaki", upgrades=("magical-training",)),
            Hired(card="bushwhacker"),
            Hired(card="bushwhacker"),
            Hired(card="ice-gamin"),
            Hired(card="ice-gamin"),
            Hired(card="ice-gamin"),
        ),
    )
    honeypot = CrewSetup(
        name="Honeypot",
        stones=5,
        models=(
            Hired(card="jakob-lynch", leader=True),
            Hired(card="gracie"),
            Hired(card="beckoner"),
            Hired(card="illuminated"),
            Hired(card="illuminated"),
            Hired(card="depleted"),
        ),
    )
    return EncounterSetup(
        encounter=encounter, crews=(december, honeypot), cards=CARDS, upgrades=UPGRADES, ruleset=M3E.id
    )
