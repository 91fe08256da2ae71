"""Printed models of the First Edition: statistics, weapons, spells, talents, characteristics (M1-CARD-01 to
-12), in inches, Soulstones and wounds.

>>> blade = Weapon(name="Sabre", kind="melee", inches=2, combat=6, damage=(2, 3, 5))
>>> guard = Figure(slug="guard", name="Guard", faction="Guild", wd=6, weapons=(blade,))
>>> guard.living, guard.leaves, guard.melee_reach
(True, 'corpse', 2)
>>> Figure(slug="cart", name="Cart", faction="Guild", wd=6, characteristics=("Construct",)).leaves
'scrap'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.crews.catalogue import ANY_NUMBER, MINION
from rules.crews.catalogue import Profile as HiredProfile
from rules.fate.cards import SUITS
from rules.fate.flips import Profile
from rules.refusal import Refusal, Violation

WeaponKind = Literal["melee", "ranged"]
Resist = Literal["", "df", "wp", "ca"]
DuelStat = Literal["cb", "ca", "df", "wp"]
Gift = tuple[Literal["fast", "slow", "paralyzed", "reactivate", "poison"], int]
"""What a hit or spell puts on its target, with a number that is used for Poison only."""
Station = Literal["Master", "Henchman", "Minion", "Totem"]
Moment = Literal["draw", "closing", "activates"]
"""The end of the Draw Phase or the Closing Phase (step D), or that a model activates."""

NOT_LIVING = ("Construct", "Spirit", "Undead")
"""Characteristics of models that are not living (M1-CARD-01, -04, -06)."""

# The name of every talent in the quick reference, with its row; ``#`` stands for the talent's number.
TALENTS: dict[str, str] = {
    "Arachnid": "M1-ABL-01",
    "Armor #": "M1-ABL-02",
    "Black Blood": "M1-ABL-03",
    "Bulletproof #": "M1-ABL-04",
    "Casting Expert": "M1-ABL-05",
    "Casting Master": "M1-ABL-06",
    "Companion": "M1-ABL-07",
    "Evasive #": "M1-ABL-08",
    "Float": "M1-ABL-09",
    "Frozen Heart": "M1-EVT-09",
    "Flurry": "M1-ABL-10",
    "Fly": "M1-ABL-11",
    "Gunfighter": "M1-ABL-12",
    "Hard to Kill": "M1-ABL-13",
    "Hard to Wound #": "M1-ABL-14",
    "Harmless": "M1-ABL-15",
    "Hunter": "M1-ABL-17",
    "Magic Resistant #": "M1-ABL-18",
    "Immune to Influence": "M1-ABL-19",
    "Melee Expert": "M1-ABL-20",
    "Melee Master": "M1-ABL-20",
    "Pass Through": "M1-ABL-21",
    "Ranged Expert": "M1-ABL-23",
    "Ranged Master": "M1-ABL-23",
    "Rapid Fire": "M1-ABL-24",
    "Regeneration #": "M1-ABL-25",
    "Ruthless": "M1-ABL-26",
    "Scout": "M1-ABL-27",
    "Slow to Die": "M1-ABL-28",
    "Terrifying #": "M1-ABL-29",
    "Use Soulstones": "M1-ABL-30",
    "Immune to Fast": "M1R-MOD-01",
    "Immune to Slow": "M1R-MOD-01",
    "Immune to Paralyzed": "M1R-MOD-01",
    "Immune to Reactivate": "M1R-MOD-01",
}
# The talents that give more Strikes or Casts in an activation (M1-ABL-05, -06, -20, -23).
EXTRA: dict[str, tuple[str, int]] = {
    "Melee Expert": ("melee", 1),
    "Melee Master": ("melee", 2),
    "Ranged Expert": ("ranged", 1),
    "Ranged Master": ("ranged", 2),
    "Casting Expert": ("cast", 1),
    "Casting Master": ("cast", 2),
}


class Weapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One weapon line (M1-CARD-11). ``damage`` is weak, moderate, severe; ``blasts`` the Blast markers of
    each; ``suits`` are printed with its Combat stat; ``gives`` are modifiers or Poison that a hit puts on the
    target, with their number."""

    name: str
    kind: WeaponKind
    inches: float
    combat: int
    damage: Profile
    blasts: Profile = (0, 0, 0)
    suits: tuple[str, ...] = ()
    magical: bool = False
    paired: bool = False
    gives: tuple[Gift, ...] = ()


class WeaponBonus(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So much more Cb and damage of the weapons of a kind."""

    kind: WeaponKind
    combat: int = 0
    damage: int = 0


ALL_AP = -1
"""The cost of an (all) spell."""


class Spell(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One spell line (M1-MAG-01). ``cc`` is the number that the casting total must reach and ``suits`` the
    suits it needs; ``resist`` is the stat of the target's duel, empty for none; ``cost`` its general AP, 0
    for the (0) Action, ``ALL_AP`` for an (all) spell. A spell without ``damage`` ``gives`` modifiers,
    ``heals``, summons the figure ``summons``, ``buries`` its target, ``returns`` an own buried model, or
    turns the caster into another figure (``becomes``).

    ``pulls`` is how many inches it moves its target toward the caster. ``pushes_to`` is where a push leaves
    it: in "contact" with the caster, "within" ``pushes_inches`` of it or "completely" so; ``through_floor``
    pushes a Spirit down through what it stands on. The ``weapon_bonus`` of an own target lasts until the
    Closing Phase. What ``activates`` an own model lets it
    activate next. ``aura`` is a radius in inches around the target within which a stat changes until the
    Closing Phase, for all models but the caster; with a spell for friends, for own models.
    """

    name: str
    cc: int
    cost: int = 1
    suits: tuple[str, ...] = ()
    resist: Resist = ""
    inches: float = 0.0
    damage: Profile | None = None
    blasts: Profile = (0, 0, 0)
    pulse: float = 0.0
    gives: tuple[Gift, ...] = ()
    heals: int = 0
    summons: str = ""
    becomes: str = ""
    buries: bool = False
    returns: bool = False
    morale: int = 0
    pulls: float = 0.0
    pushes_to: Literal["", "contact", "within", "completely"] = ""
    pushes_inches: float = 0.0
    through_floor: bool = False
    weapon_bonus: WeaponBonus | None = None
    activates: bool = False
    aura: float = 0.0
    aura_changes: tuple[Resist, int] = ("", 0)
    friendly: bool = False

    @property
    def aims(self) -> bool:
        """Whether a model is declared as its target."""
        return not (self.summons or self.pulse or self.becomes or self.returns)

    @property
    def whole(self) -> bool:
        """Whether it takes all AP of the activation and nothing else is possible beside it (Q-14)."""
        return self.cost == ALL_AP

    @property
    def is_attack(self) -> bool:
        """Whether it affects enemies (M1-MAG-08)."""
        return not (self.friendly or self.summons or self.becomes or self.returns)


class Talent(Struct, frozen=True, forbid_unknown_fields=True):
    """One talent by its printed name, with its number where it has one. ``of`` names the model that a
    Companion accompanies, or the weapon of a Gunfighter or of Rapid Fire."""

    name: str
    number: int = 0
    of: str = ""


class TriggerM1(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Trigger (M1-TRG). ``stat`` is the stat of its duel, ``suits`` what the total must contain, ``does``
    its effect; with ``weapon`` it belongs to that weapon only."""

    name: str
    stat: DuelStat
    suits: tuple[str, ...]
    does: Literal["damage_per_suit", "damage", "damage_twist", "redraw"]
    number: int = 1
    weapon: str = ""

    @property
    def is_of_melee(self) -> bool:
        """Whether it helps melee Strikes alone, unless it names a weapon (M1-TRG-02, -03)."""
        return self.does in ("damage", "damage_twist")


class ReactionM1(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a model does by itself in step D of the Draw or the Closing Phase, to itself, or when such a model
    activates within ``inches`` of it, to that one (M1-TURN-03, -09, M1R-SIM-01). With ``cards`` only if its
    player discards so many Control Cards."""

    name: str
    when: Moment
    inches: float = 0.0
    whom: Literal["enemy", "own", "all"] = "enemy"
    cards: int = 0
    wounds: int = 0
    heals: int = 0
    gives: tuple[Gift, ...] = ()


class Figure(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One model as printed. ``wk`` and ``cg`` are inches; ``ap`` is the general AP where the card gives a
    number (0: the ruleset's); ``rare`` how many a Crew may hold (0: no limit); ``linked`` the Master to which
    a Totem belongs; ``avatar`` the figure that a Master manifests as."""

    slug: str
    name: str
    faction: str
    station: Station = "Minion"
    wk: float = 4
    cg: float = 6
    ht: int = 2
    wp: int = 4
    ca: int = 3
    df: int = 4
    wd: int = 5
    cost: int = 4
    cache: int = 0
    mm: float = 30.0
    ap: int = 0
    rare: int = 0
    ca_suits: tuple[str, ...] = ()
    characteristics: tuple[str, ...] = ()
    linked: str = ""
    avatar: str = ""
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    talents: tuple[Talent, ...] = ()
    triggers: tuple[TriggerM1, ...] = ()
    reactions: tuple[ReactionM1, ...] = ()

    def is_a(self, characteristic: str) -> bool:
        return characteristic in self.characteristics

    def talent(self, name: str) -> Talent | None:
        """The talent of that name with the highest number (M1-GLO-11); ``None`` when there is none."""
        held = [talent for talent in self.talents if talent.name == name]
        return max(held, key=lambda talent: talent.number, default=None)

    def has(self, name: str) -> bool:
        return any(talent.name == name for talent in self.talents)

    def number(self, name: str) -> int:
        """The number of a talent, 0 without it."""
        held = self.talent(name)
        return 0 if held is None else held.number

    def stacked(self, name: str) -> int:
        """The sum of all numbers of a talent that stacks (M1-ABL-02, -08)."""
        return sum(talent.number for talent in self.talents if talent.name == name)

    @property
    def unique(self) -> bool:
        """Whether the figure is unique: Masters are, and figures that say so (M1-CARD-08)."""
        return self.station == "Master" or self.is_a("Unique")

    @property
    def living(self) -> bool:
        """Whether the figure is living (M1-CARD-04)."""
        return not any(self.is_a(name) for name in NOT_LIVING)

    @property
    def fears(self) -> bool:
        """Whether the figure makes Morale Duels: no Construct, Spirit or Undead does (M1-CARD-01,
        -06)."""
        return self.living

    @property
    def uses_stones(self) -> bool:
        """Whether the figure may use Soulstones: Masters may, and figures that say so (M1-ABL-30)."""
        return self.station == "Master" or self.has("Use Soulstones")

    @property
    def leaves(self) -> Literal["", "corpse", "scrap"]:
        """The Counter it leaves where it is killed (M1-GLO-04, Q-34)."""
        if self.is_a("Construct"):
            return "scrap"
        return "" if self.is_a("Spirit") else "corpse"

    def fights_with(self, weapon: Weapon) -> bool:
        """Whether that is the ranged weapon of a gunfighter: the one its talent names, or any
        (M1-ABL-12)."""
        talent = self.talent("Gunfighter")
        return talent is not None and weapon.kind == "ranged" and talent.of in ("", weapon.name)

    @property
    def melee_reach(self) -> float | None:
        """The range of its longest basic melee weapon in inches, ``None`` without one (M1-GLO-08)."""
        return max((weapon.inches for weapon in self.weapons if weapon.kind == "melee"), default=None)

    def weapon(self, name: str) -> Weapon:
        """Its weapon of that name. Raise ``KeyError`` when it has none."""
        for weapon in self.weapons:
            if weapon.name == name:
                return weapon
        raise KeyError(name)


def profile_of(figure: Figure) -> HiredProfile:
    """The figure in the form that hiring uses (M1-CARD-05, -07, -10)."""
    return HiredProfile(
        slug=figure.slug,
        name=figure.name,
        title="",
        factions=(figure.faction.lower(),),
        keywords=(),
        station=MINION if figure.station == "Totem" else figure.station,
        cost=None if figure.station == "Master" else figure.cost,
        limit=figure.rare or ANY_NUMBER,
        is_totem=figure.station == "Totem",
        totem_for=figure.linked,
        characteristics=figure.characteristics,
        df=figure.df,
        wp=figure.wp,
        mv=int(figure.wk),
        sz=figure.ht,
        health=figure.wd,
        base_mm=int(figure.mm),
        cache=figure.cache,
        cg=int(figure.cg),
        ca=figure.ca,
    )


def problems_of(figure: Figure) -> Iterable[Violation]:
    """What is impossible in a figure, as sentences for the person who entered it."""
    known = {name.removesuffix(" #"): name.endswith("#") for name in TALENTS}
    rows = {name.removesuffix(" #"): rule for name, rule in TALENTS.items()}
    for talent in figure.talents:
        if talent.name not in known:
            yield _wrong(figure, f"no talent is called “{talent.name}”", "M1-CARD-12")
        elif known[talent.name] != bool(talent.number):
            wants = "needs a number" if known[talent.name] else "has no number"
            yield _wrong(figure, f"{talent.name} {wants}", rows[talent.name])
    for name, number in (("Wd", figure.wd), ("Ht", figure.ht), ("base", figure.mm)):
        if number <= 0:
            yield _wrong(figure, f"{name} must be above 0", "M1-CARD-09")
    if figure.cost < 0 or figure.cache < 0:
        yield _wrong(figure, "Soulstones cannot be fewer than 0", "M1-CARD-10")
    if figure.station == "Totem" and not figure.linked:
        yield _wrong(figure, "a Totem is linked to a Master", "M1-CARD-07")
    for spell in figure.spells:
        if spell.cost < ALL_AP:
            yield _wrong(figure, f"{spell.name}: AP are 0 or more, or {ALL_AP} for (all)", "M1-MAG-02")
        if (spell.pushes_to in ("within", "completely")) != (spell.pushes_inches > 0):
            yield _wrong(figure, f"{spell.name}: a push within inches says how many", "M1R-PUSH-02")
        bonus = spell.weapon_bonus
        if (spell.activates or bonus is not None) and not spell.friendly:
            yield _wrong(
                figure, f"{spell.name}: an activation or a weapon’s bonus is for friends", "M1-MAG-08"
            )
        if bonus is not None and not (bonus.combat or bonus.damage):
            yield _wrong(figure, f"{spell.name}: a weapon’s bonus says how much", "M1-CARD-11")
    for reaction in figure.reactions:
        if (reaction.when == "activates") != (reaction.inches > 0):
            yield _wrong(figure, f"{reaction.name}: who activates within how many inches?", "M1R-SIM-01")
        if not (reaction.wounds or reaction.heals or reaction.gives):
            yield _wrong(figure, f"{reaction.name} does nothing", "M1-CARD-12")
    for weapon in figure.weapons:
        if not 0 <= weapon.damage[0] <= weapon.damage[1] <= weapon.damage[2]:
            yield _wrong(figure, f"{weapon.name}: damage is weak, moderate, severe, rising", "M1-CARD-11")
    lines = (*((w.name, w.suits) for w in figure.weapons), *((s.name, s.suits) for s in figure.spells))
    for name, suits in (*lines, *((t.name, t.suits) for t in figure.triggers), ("Ca", figure.ca_suits)):
        for suit in suits:
            if suit not in SUITS:
                yield _wrong(figure, f"{name}: no suit is called “{suit}”", "M1-CARD-11")


def _wrong(figure: Figure, what: str, rule: str) -> Violation:
    return Violation(rule, f"{figure.name}: {what}.", "Look at the card again.", figure.slug)


def figure_of(data: Any) -> Figure:
    """The figure of plain data, as a pack stores it. Raise ``Refusal`` when it is none."""
    try:
        figure = msgspec.convert(data, Figure)
    except msgspec.ValidationError as error:
        raise Refusal(f"That is no First Edition model: {error}.", rule="M1-CARD-09") from None
    if broken := tuple(problems_of(figure)):
        raise Refusal.of(broken)
    return figure
