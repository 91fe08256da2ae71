"""Practice Crews of five factions of the First Edition. Every figure is our own, made so that each talent and
Trigger of the quick reference is on some card; none is a printed model.

>>> sorted({figure.faction for figure in FIGURES.values()})
['Arcanists', 'Guild', 'Neverborn', 'Outcasts', 'Resurrectionists']
>>> encounter_of("practice").title
'The Watch against The Opened Graves'
"""

from __future__ import annotations

from rules.crews.catalogue import Catalogue
from rules.crews.crewlist import CrewList, Member
from rules.editions.m1e.hiring import check_crew
from rules.editions.m1e.play.figures import (
    Figure,
    ReactionM1,
    Spell,
    Talent,
    TriggerM1,
    Weapon,
    WeaponBonus,
    profile_of,
)
from rules.editions.m1e.play.match import CrewM1, EncounterSetupM1, hired
from rules.editions.m1e.setup import DEPLOYMENTS, SCRAP, STRATEGIES
from rules.editions.m1e.special import EVENTS
from rules.fate.shuffle import Stream, digest
from rules.table.terrain import Piece


def _melee(name: str, inches: float, combat: int, *damage: int, **more: object) -> Weapon:
    return _weapon(name, "melee", inches, combat, damage, more)


def _ranged(name: str, inches: float, combat: int, *damage: int, **more: object) -> Weapon:
    return _weapon(name, "ranged", inches, combat, damage, more)


def _weapon(
    name: str, kind: str, inches: float, combat: int, damage: tuple[int, ...], more: dict[str, object]
) -> Weapon:
    return Weapon(name=name, kind=kind, inches=inches, combat=combat, damage=damage, **more)  # type: ignore[arg-type]


CRITICAL = TriggerM1(name="Critical Strike", stat="cb", suits=("ram",), does="damage_per_suit")
FLAY = TriggerM1(name="Flay", stat="cb", suits=("mask", "mask"), does="damage", number=2)
ROT = TriggerM1(name="Rot", stat="cb", suits=("crow", "crow"), does="damage_twist")
SURGE = TriggerM1(name="Surge", stat="ca", suits=("tome",), does="redraw")

_ALL = (
    # The Watch: Guild
    Figure(
        slug="captain-of-the-watch",
        name="Captain of the Watch",
        faction="Guild",
        station="Master",
        wk=5,
        cg=7,
        wp=6,
        ca=5,
        df=5,
        wd=10,
        cost=0,
        cache=4,
        weapons=(
            _melee("Long Sword", 2, 7, 2, 3, 5, paired=True),
            _ranged("Horse Pistol", 10, 6, 2, 3, 5, blasts=(0, 0, 1)),
        ),
        talents=(
            Talent("Use Soulstones"),
            Talent("Melee Expert"),
            Talent("Ranged Master"),
            Talent("Ruthless"),
        ),
        triggers=(CRITICAL,),
    ),
    Figure(
        slug="lamplighter",
        name="Lamplighter",
        faction="Guild",
        station="Totem",
        linked="Captain of the Watch",
        wk=5,
        cg=5,
        ht=1,
        wd=3,
        cost=2,
        characteristics=("Insignificant",),
        weapons=(_melee("Pole", 2, 3, 0, 1, 2),),
        talents=(Talent("Harmless"), Talent("Scout")),
    ),
    Figure(
        slug="watchman",
        name="Watchman",
        faction="Guild",
        wk=4,
        cg=6,
        wp=5,
        df=4,
        wd=6,
        cost=4,
        rare=3,
        weapons=(_melee("Truncheon", 1, 5, 1, 2, 4), _ranged("Carbine", 12, 5, 1, 3, 4)),
        talents=(Talent("Companion", of="Watchman"), Talent("Rapid Fire", of="Carbine")),
    ),
    Figure(
        slug="bloodhound",
        name="Bloodhound",
        faction="Guild",
        wk=6,
        cg=9,
        ht=1,
        wp=4,
        df=5,
        wd=5,
        cost=3,
        characteristics=("Insignificant",),
        weapons=(_melee("Teeth", 1, 5, 1, 2, 3),),
        talents=(Talent("Hunter"), Talent("Companion", of="Watchman")),
    ),
    Figure(
        slug="bailiff",
        name="Bailiff",
        faction="Guild",
        wk=4,
        cg=5,
        wp=6,
        df=4,
        wd=8,
        cost=6,
        weapons=(_melee("Maul", 2, 6, 2, 4, 6, gives=(("slow", 1),)),),
        talents=(Talent("Armor", 1), Talent("Hard to Kill"), Talent("Immune to Influence")),
    ),
    # The Opened Graves: Resurrectionists
    Figure(
        slug="doctor-of-the-graves",
        name="Doctor of the Graves",
        faction="Resurrectionists",
        station="Master",
        wk=4,
        cg=6,
        wp=6,
        ca=7,
        df=4,
        wd=9,
        cost=0,
        cache=5,
        characteristics=("Graverobber",),
        weapons=(_melee("Scalpel", 1, 5, 1, 3, 4, gives=(("poison", 2),)),),
        spells=(
            Spell(name="Raise", cc=14, suits=("crow",), summons="sexton", cost=2),
            Spell(name="Wither", cc=12, resist="wp", inches=10, damage=(2, 3, 5)),
            Spell(name="Stitch", cc=11, inches=6, heals=3, friendly=True, cost=0),
            Spell(name="Grave Breath", cc=13, resist="df", pulse=4, damage=(1, 2, 3)),
        ),
        talents=(Talent("Casting Master"), Talent("Use Soulstones")),
        triggers=(SURGE,),
        ca_suits=("crow",),
        avatar="avatar-of-the-graves",
    ),
    Figure(
        slug="avatar-of-the-graves",
        name="Avatar of the Graves",
        faction="Resurrectionists",
        station="Master",
        wk=5,
        cg=7,
        ht=3,
        wp=7,
        ca=6,
        df=5,
        wd=11,
        cost=0,
        mm=50.0,
        characteristics=("Avatar",),
        weapons=(_melee("Grave Hands", 2, 7, 2, 4, 6),),
        talents=(Talent("Terrifying", 12), Talent("Use Soulstones"), Talent("Hard to Wound", 1)),
        ca_suits=("crow",),
    ),
    Figure(
        slug="sexton",
        name="Sexton",
        faction="Resurrectionists",
        wk=3,
        cg=5,
        wp=3,
        df=3,
        wd=6,
        cost=3,
        characteristics=("Undead",),
        weapons=(_melee("Spade", 1, 4, 1, 2, 4),),
        talents=(Talent("Slow to Die"), Talent("Hard to Wound", 1)),
        triggers=(ROT,),
    ),
    Figure(
        slug="mourner",
        name="Mourner",
        faction="Resurrectionists",
        wk=5,
        cg=7,
        wp=5,
        ca=4,
        df=4,
        wd=5,
        cost=5,
        characteristics=("Spirit",),
        weapons=(_melee("Cold Hands", 1, 5, 1, 2, 3, magical=True),),
        spells=(
            Spell(name="Keen", cc=11, resist="wp", inches=8, morale=12),
            Spell(name="Pall", cc=12, inches=8, aura=3, aura_changes=("wp", -2)),
        ),
        talents=(Talent("Terrifying", 12), Talent("Float"), Talent("Magic Resistant", 1)),
    ),
    Figure(
        slug="knacker",
        name="Knacker",
        faction="Resurrectionists",
        wk=4,
        cg=6,
        ht=3,
        wp=4,
        df=3,
        wd=9,
        cost=6,
        mm=40.0,
        characteristics=("Undead",),
        weapons=(_melee("Hooks", 2, 5, 2, 4, 5),),
        talents=(Talent("Hard to Wound", 2), Talent("Regeneration", 1), Talent("Flurry")),
        triggers=(FLAY,),
    ),
    # The Boiler Room: Arcanists
    Figure(
        slug="chief-engineer",
        name="Chief Engineer",
        faction="Arcanists",
        station="Master",
        wk=4,
        cg=6,
        wp=6,
        ca=6,
        df=5,
        wd=9,
        cost=0,
        cache=4,
        weapons=(_melee("Wrench", 1, 5, 1, 3, 5),),
        spells=(
            Spell(name="Steam Burst", cc=13, resist="df", inches=10, damage=(1, 3, 5), blasts=(0, 1, 2)),
            Spell(name="Overdrive", cc=12, inches=6, gives=(("fast", 1),), friendly=True),
            Spell(name="Seize Up", cc=15, resist="df", inches=8, gives=(("paralyzed", 1),)),
        ),
        talents=(Talent("Casting Expert"), Talent("Use Soulstones"), Talent("Evasive", 1)),
        triggers=(SURGE,),
    ),
    Figure(
        slug="boiler-spider",
        name="Boiler Spider",
        faction="Arcanists",
        wk=5,
        cg=7,
        ht=1,
        wp=4,
        df=4,
        wd=4,
        cost=3,
        characteristics=("Construct", "Scavenger"),
        weapons=(_melee("Pincers", 1, 5, 1, 2, 3),),
        talents=(Talent("Arachnid"), Talent("Armor", 1), Talent("Companion", of="Construct")),
    ),
    Figure(
        slug="iron-porter",
        name="Iron Porter",
        faction="Arcanists",
        wk=4,
        cg=6,
        ht=3,
        wp=5,
        df=3,
        wd=8,
        cost=6,
        mm=40.0,
        characteristics=("Construct",),
        weapons=(_melee("Fists", 2, 6, 2, 3, 6),),
        talents=(
            Talent("Armor", 2),
            Talent("Immune to Slow"),
            Talent("Frozen Heart"),
            Talent("Pass Through"),
        ),
    ),
    # The Hollow Wood: Neverborn
    Figure(
        slug="lady-of-the-hollow",
        name="Lady of the Hollow",
        faction="Neverborn",
        station="Master",
        wk=5,
        cg=8,
        wp=7,
        ca=6,
        df=6,
        wd=8,
        cost=0,
        cache=3,
        weapons=(_melee("Thorns", 2, 6, 2, 3, 4),),
        spells=(
            Spell(name="Dread", cc=12, resist="wp", inches=8, morale=13),
            Spell(name="Beckon", cc=11, resist="wp", inches=12, pulls=5),
            Spell(name="Nettle", cc=11, resist="df", inches=8, damage=(1, 2, 4), gives=(("poison", 1),)),
        ),
        talents=(Talent("Terrifying", 13), Talent("Use Soulstones"), Talent("Casting Expert")),
    ),
    Figure(
        slug="bramble-child",
        name="Bramble Child",
        faction="Neverborn",
        wk=6,
        cg=9,
        wp=5,
        df=5,
        wd=5,
        cost=4,
        weapons=(_melee("Claws", 1, 5, 1, 3, 4, paired=True),),
        talents=(Talent("Black Blood"), Talent("Fly"), Talent("Melee Master")),
    ),
    Figure(
        slug="undertow",
        name="Undertow",
        faction="Neverborn",
        wk=5,
        cg=7,
        wp=6,
        ca=5,
        df=4,
        wd=6,
        cost=6,
        characteristics=("Spirit",),
        weapons=(_melee("Drowned Hands", 1, 5, 1, 3, 4, magical=True),),
        spells=(
            Spell(name="Drag Under", cc=12, resist="wp", inches=8, pushes_to="contact"),
            Spell(name="Eddy", cc=11, resist="df", inches=10, pushes_to="within", pushes_inches=3),
            Spell(name="Trapdoor", cc=10, resist="wp", inches=10, through_floor=True),
        ),
        reactions=(ReactionM1(name="Cold Water", when="activates", inches=3, gives=(("slow", 1),)),),
    ),
    # The Toll Road: Outcasts
    Figure(
        slug="toll-master",
        name="Toll Master",
        faction="Outcasts",
        station="Master",
        wk=5,
        cg=7,
        wp=5,
        ca=4,
        df=5,
        wd=9,
        cost=0,
        cache=4,
        characteristics=("Mercenary",),
        weapons=(_ranged("Brace of Pistols", 10, 7, 2, 3, 5, paired=True),),
        talents=(Talent("Gunfighter"), Talent("Use Soulstones"), Talent("Bulletproof", 1)),
        triggers=(CRITICAL,),
    ),
    Figure(
        slug="hired-gun",
        name="Hired Gun",
        faction="Outcasts",
        wk=5,
        cg=6,
        wp=4,
        df=5,
        wd=6,
        cost=5,
        characteristics=("Mercenary",),
        weapons=(_ranged("Rifle", 14, 6, 2, 3, 4), _melee("Knife", 1, 4, 1, 2, 3)),
        talents=(Talent("Ranged Expert"), Talent("Hunter")),
    ),
    Figure(
        slug="quartermaster",
        name="Quartermaster",
        faction="Outcasts",
        wk=4,
        cg=5,
        wp=5,
        ca=5,
        df=4,
        wd=7,
        cost=5,
        characteristics=("Mercenary",),
        weapons=(_ranged("Blunderbuss", 8, 5, 2, 3, 4), _melee("Stock", 1, 4, 1, 2, 3)),
        spells=(
            Spell(
                name="Dry Powder",
                cc=10,
                inches=8,
                friendly=True,
                weapon_bonus=WeaponBonus(kind="ranged", combat=1, damage=1),
            ),
            Spell(name="Your Watch", cc=12, inches=8, friendly=True, activates=True),
        ),
        reactions=(
            ReactionM1(name="Field Dressing", when="closing", cards=1, heals=2),
            ReactionM1(name="Early Rise", when="draw", cards=2, gives=(("fast", 1),)),
        ),
    ),
)
FIGURES: dict[str, Figure] = {figure.slug: figure for figure in _ALL}

SIZE = 35
# Name, faction, Master, and how many of each figure.
LISTS: tuple[tuple[str, str, str, dict[str, int]], ...] = (
    (
        "The Watch",
        "guild",
        "captain-of-the-watch",
        {"lamplighter": 1, "watchman": 3, "bloodhound": 1, "bailiff": 1},
    ),
    (
        "The Opened Graves",
        "resurrectionists",
        "doctor-of-the-graves",
        {"sexton": 2, "mourner": 1, "knacker": 2},
    ),
    ("The Boiler Room", "arcanists", "chief-engineer", {"boiler-spider": 2, "iron-porter": 2}),
    ("The Hollow Wood", "neverborn", "lady-of-the-hollow", {"bramble-child": 3, "hired-gun": 1}),
    ("The Toll Road", "outcasts", "toll-master", {"hired-gun": 4}),
)


def _crews() -> tuple[CrewM1, ...]:
    """The Crews, hired for a Scrap."""
    hired_from = [profile_of(figure) for figure in FIGURES.values() if not figure.is_a("Avatar")]
    catalogue = Catalogue(hired_from, edition="m1e")
    crews = []
    for name, faction, leader, models in LISTS:
        crew = CrewList(
            faction, leader, SIZE, tuple(Member(slug) for slug, count in models.items() for _ in range(count))
        )
        crews.append(hired(crew, check_crew(crew, catalogue, SCRAP), name))
    return tuple(crews)


CREWS = _crews()


def encounter_of(name: str, terrain: tuple[Piece, ...] = ()) -> EncounterSetupM1:
    """An Encounter of two practice Crews; ``name`` seeds the choice of Crews, deployment and
    Strategies."""
    stream = Stream(digest("mfx-m1-practice", name))
    one = 0 if name == "practice" else stream.below(len(CREWS))
    two = 1 if name == "practice" else (one + 1 + stream.below(len(CREWS) - 1)) % len(CREWS)
    deployment = DEPLOYMENTS[stream.below(len(DEPLOYMENTS))][1].lower()
    strategies = tuple(STRATEGIES[stream.below(len(STRATEGIES))][1] for _ in (0, 1))
    return EncounterSetupM1(
        encounter=name,
        crews=(CREWS[one], CREWS[two]),
        size=SCRAP.slug,
        figures=FIGURES,
        deployment=deployment,
        strategies=(strategies[0], strategies[1]),
        first=stream.below(2),
        terrain=terrain,
        event=EVENTS[stream.below(len(EVENTS))].name,
    )
