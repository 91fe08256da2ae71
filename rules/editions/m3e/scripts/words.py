"""The vocabulary of card scripts: every effect, cost, restriction and ability that can be read, as data.

A card is data in these words and nothing else; an unknown word fails when the card is loaded. How a word is
carried out stands in ``abilities/*_words.py`` (``@executes(Word)``), what an ability changes all the time in
``abilities/passive.py``. What cannot be said here is ``Prompted``: the engine opens the window, shows the
sentence, and the players apply it with table commands. Amounts are numbers, ``(W, M, S)`` flips, ``X`` set
by an earlier effect (M3E-GEN-05), or counted (``selects.py``, which also selects models and markers).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from msgspec import Struct

from rules.editions.m3e.scripts.selects import (
    Acts,
    Amount,
    AnyTest,
    Flip3,
    Inches,
    Markers,
    Models,
    Side,
    Spot,
    StatTest,
    Suit,
    ThisMarker,
    Way,
    WhichMarkers,
    Who,
    Whom,
)

Until = Literal["action", "activation", "turn", "end_phase", "next_activation", "next_duel", "killed", "game"]
Once = Literal["", "activation", "turn", "game", "target"]
Player = Literal["own", "opposing", "both"]
Chooser = Literal["source", "mover", "opposing"]


class Word(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every word of the vocabulary is."""


# Costs: paid on declaring, or nothing resolves (M3E-TRIG-05, M3E-ACT-17)


class PayCards(Word, frozen=True, tag="pay_cards"):
    """Discard cards; with ``suit`` one of that suit; ``random`` ones chosen at random."""

    cards: int = 1
    suit: str = ""
    random: bool = False


class PayStones(Word, frozen=True, tag="pay_stones"):
    stones: int = 1


class PayDamage(Word, frozen=True, tag="pay_damage"):
    """Damage the acting model chooses to suffer; unpayable if it would leave 0 Health (M3E-CHOICE-03)."""

    amount: int = 1


class PayToken(Word, frozen=True, tag="pay_token"):
    name: str
    number: int = 1


class PayMarker(Word, frozen=True, tag="pay_marker"):
    """Remove a marker of a kind within so many inches."""

    kind: str
    inches: float = 1.0


class PayCondition(Word, frozen=True, tag="pay_condition"):
    condition: str
    value: int = 1


class PayPassToken(Word, frozen=True, tag="pay_pass_token"):
    tokens: int = 1


class PayUpgrade(Word, frozen=True, tag="pay_upgrade"):
    """Discard an attached Upgrade of a name or kind."""

    upgrade: str = ""


class PayKill(Word, frozen=True, tag="pay_kill"):
    """Kill a model of the selection (one, chosen by the payer)."""

    models: Models


class PayMarkers(Word, frozen=True, tag="pay_markers"):
    """Remove markers of the selection: one, exactly ``number`` ("some"), or all that there are."""

    markers: Markers


class PayOneOf(Word, frozen=True, tag="pay_one_of"):
    """One of several costs, at the payer's choice."""

    costs: tuple[Cost, ...]


Cost = (
    PayCards
    | PayStones
    | PayDamage
    | PayToken
    | PayMarker
    | PayCondition
    | PayPassToken
    | PayUpgrade
    | PayKill
    | PayMarkers
    | PayOneOf
)


# Restrictions: when a thing may be declared, and on whom (M3E-ACT-24, M3E-TRIG-06)


class TargetIs(Word, frozen=True, tag="target_is"):
    """``side`` as the acting model sees it; ``word`` a characteristic, keyword, station or name."""

    side: Side = "any"
    word: str = ""
    other: bool = False
    marker: str = ""


class TargetHas(Word, frozen=True, tag="target_has"):
    condition: str


class SelfHas(Word, frozen=True, tag="self_has"):
    condition: str


class NotEngaged(Word, frozen=True, tag="not_engaged"):
    pass


class OnlyEngaged(Word, frozen=True, tag="only_engaged"):
    pass


class Only(Word, frozen=True, tag="only"):
    """The target must be one of those models."""

    models: Models


class OnlyMarkers(Word, frozen=True, tag="only_markers"):
    """The target must be one of those markers."""

    markers: Markers


class OnlyIf(Word, frozen=True, tag="only_if"):
    """It may be declared only when the test holds."""

    test: AnyTest


Restriction = TargetIs | TargetHas | SelfHas | NotEngaged | OnlyEngaged | Only | OnlyMarkers | OnlyIf


# Passive abilities: what they change as long as they apply (M3E-ABIL-01)


class Armor(Word, frozen=True, tag="armor"):
    """Damage is lowered by so much, to no less than 1 (M3E-DMG-08); copies add (M3E-ABIL-02)."""

    amount: int = 1


class HardToKill(Word, frozen=True, tag="hard_to_kill"):
    """Damage that would take it from 2 or more Health to 0 leaves it at 1."""


class HardToWound(Word, frozen=True, tag="hard_to_wound"):
    """Damage flips against it have a minus."""


class Insignificant(Word, frozen=True, tag="insignificant"):
    """Ignored for Strategies and Schemes (M3E-STRAT-02)."""


class Terrifying(Word, frozen=True, tag="terrifying"):
    """An enemy that targets it with an Attack first passes a Wp duel, or the Action fails."""

    tn: int


class Stealthy(Word, frozen=True, tag="stealthy"):
    """May not be targeted from farther than so many inches."""

    inches: float = 6.0


class NoInjury(Word, frozen=True, tag="immune"):
    """Never has that Condition."""

    condition: str


class StatBonus(Word, frozen=True, tag="stat_bonus"):
    """A stat (df, wp, mv, sz) is higher or lower, always or while a Condition lasts."""

    stat: str
    amount: Amount
    while_has: str = ""


class DuelModifier(Word, frozen=True, tag="duel_modifier"):
    """Plus or minus on this model's duels, or a number (``total``) or suits added: attacking (an Attack
    Action of its own), resisting, acting (any Action of its own), or any duel; of one icon, stat or sort of
    Action if named, against such an opponent."""

    plus: int = 0
    minus: int = 0
    when: Literal["attacking", "resisting", "acting", "any"] = "any"
    icon: str = ""
    total: Amount = 0
    suits: tuple[Suit, ...] = ()
    stats: tuple[str, ...] = ()
    acts: Acts | None = None
    against: Models | None = None
    opposed: bool | None = None


class Manipulative(Word, frozen=True, tag="manipulative"):
    """Until it has Activated this Turn, an enemy's Action that targets it has a minus on its duel."""


class Nerve(Word, frozen=True, tag="nerve"):
    """Of the Wp duel that Terrifying asks for: plus on it; a failed one is ignored for the ``cost``."""

    plus: int = 0
    cost: tuple[Cost, ...] = ()


class FirstInitiative(Word, frozen=True, tag="first_initiative"):
    """Plus on its player's flip for Initiative in the first Turn; once for all copies."""

    plus: int = 1


class MoreBonus(Word, frozen=True, tag="more_bonus"):
    """May take a second bonus Action each Activation, another than the first."""


class Unanswered(Word, frozen=True, tag="unanswered"):
    """Enemy models do not react to those moments of this model."""

    moments: tuple[str, ...]


class Ruthless(Word, frozen=True, tag="ruthless"):
    """Terrifying and Manipulative do not hinder this model's Actions."""


class UsesStones(Word, frozen=True, tag="uses_stones"):
    """May use Soulstones though its station may not (M3E-STONE-01)."""


class Barred(Word, frozen=True, tag="barred"):
    """May not take the Action of that name."""

    action: str


class AlwaysFinishedOff(Word, frozen=True, tag="always_finished_off"):
    """Its fall Finishes it Off without a flip (SL-FINISH-08)."""


Source = Literal[
    "any",
    "attack",
    "action",
    "trigger",
    "ability",
    "melee",
    "missile",
    "blast",
    "pulse",
    "shockwave",
    "hazard",
    "falling",
    "burning",
    "poison",
    "condition",
]


class Reduce(Word, frozen=True, tag="reduce"):
    """Damage the model suffers is lowered, to no less than ``floor``; ``nothing``: to 0. Only from those
    sources, such Actions, such models."""

    amount: Amount = 0
    floor: int = 1
    nothing: bool = False
    sources: tuple[Source, ...] = ()
    acts: Acts | None = None
    by: Models | None = None
    named: str = ""


class DamageModifier(Word, frozen=True, tag="damage_modifier"):
    """Plus or minus on damage flips, or more damage: of the model's own Actions ("dealing") or against it
    ("suffering"); ``ignoring`` reductions by name (armor, shielded, incorporeal, hard_to_kill,
    hard_to_wound)."""

    when: Literal["dealing", "suffering"] = "dealing"
    plus: int = 0
    minus: int = 0
    more: Amount = 0
    irreducible: bool = False
    ignoring: tuple[str, ...] = ()
    cheatable: bool | None = None
    acts: Acts | None = None
    against: Models | None = None
    sources: tuple[Source, ...] = ()


class ReachModifier(Word, frozen=True, tag="reach_modifier"):
    """The range of such Actions is longer by so many inches; or ``as_icon``: they may be taken as melee (or
    missile) with range ``as_inches``. ``cost``: paid for a target that is farther than the range alone."""

    acts: Acts = Acts()
    inches: Amount = 0
    cost: tuple[Cost, ...] = ()
    as_icon: Literal["", "melee", "missile"] = ""
    as_inches: float = 0.0


class TreatAsBonus(Word, frozen=True, tag="treat_as_bonus"):
    """May take such Actions as bonus Actions; with a ``cost`` if any."""

    acts: Acts
    cost: tuple[Cost, ...] = ()


class NoLimit(Word, frozen=True, tag="no_limit"):
    """Ignores the once-per-Activation (or Turn) limit of such Actions."""

    acts: Acts


class ChargeWith(Word, frozen=True, tag="charge_with"):
    """Charge may generate an Action of that icon instead of a melee one."""

    icon: Literal["missile", "none"] = "missile"


Ignored = Literal[
    "cover",
    "concealment",
    "friendly_fire",
    "sight",
    "range",
    "severe",
    "hazardous",
    "terrain",
    "impassable",
    "models",
    "falling",
    "engagement",
    "leaving_engagement",
    "armor",
    "shielded",
    "hard_to_kill",
    "hard_to_wound",
    "incorporeal",
    "stealth",
    "disguised",
    "terrifying",
    "manipulative",
    "serene_countenance",
    "demise",
    "targeting_restrictions",
    "disengaged",
]


class Ignores(Word, frozen=True, tag="ignores"):
    """The model ignores those things: always, or with such Actions; ``of``: only where such models (of
    friendly_fire, manipulative, …) or such ``markers`` (of severe, hazardous, sight) cause them."""

    what: tuple[Ignored, ...]
    acts: Acts | None = None
    of: Models | None = None
    markers: Markers | None = None


class Passable(Word, frozen=True, tag="passable"):
    """Other models may move through this one."""


class Cannot(Word, frozen=True, tag="cannot"):
    """The model may not: take such Actions ("act"), be targeted by such Actions of such models
    ("be_targeted"), "target" such models itself (while who says so is in play), declare Triggers, cheat, be
    moved, heal, gain ``conditions``, …; ``unless`` it pays each time (its player chooses). ``against``: the
    opposed or targeting or moving models meant. ``optional``: its player says each time whether (be_moved).
    """

    what: Literal[
        "act",
        "be_targeted",
        "target",
        "trigger",
        "cheat",
        "be_moved",
        "be_placed",
        "be_pushed",
        "be_buried",
        "heal",
        "use_stones",
        "reduce_damage",
        "reduce_with_stones",
        "gain_condition",
        "gain_tokens",
        "draw",
        "relent",
        "engage",
        "be_engaged",
        "leave_engagement",
        "drop_markers",
        "remove_markers",
        "be_killed",
        "suffer_damage",
        "attach",
        "move",
        "lose_condition",
    ]
    acts: Acts | None = None
    against: Models | None = None
    unless: tuple[Cost, ...] = ()
    conditions: tuple[str, ...] = ()
    markers: Markers | None = None
    sources: tuple[Source, ...] = ()
    optional: bool = False


class Gives(Word, frozen=True, tag="gives"):
    """The model has Cover or Concealment, or none ("no_cover", "no_concealment"); with ``icon`` against
    Actions of that icon. "hazardous", "severe": the place counts as such for it (aura parts)."""

    what: Literal["cover", "concealment", "no_cover", "no_concealment", "hazardous", "severe", "concealing"]
    icon: str = ""
    condition: str = ""
    value: int = 0


class CountsAs(Word, frozen=True, tag="counts_as"):
    """The model has that characteristic, keyword or name too (``leaders_keywords``: those of its Crew's
    Leader), or has it ``instead_of`` others; or it counts as a marker of a kind; or as of the other side
    ("friendly" to everybody) for such Actions."""

    words: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    leaders_keywords: bool = False
    marker: str = ""
    acts: Acts | None = None


class DrawsFrom(Word, frozen=True, tag="draws_from"):
    """Such Actions may draw range and sight (or only sight) from such models or markers."""

    acts: Acts = Acts()
    models: Models | None = None
    markers: Markers | None = None
    sight_only: bool = False


class InsteadOfMoving(Word, frozen=True, tag="instead_of_moving"):
    """When taking those Actions (Walk, Charge), the model may be Placed instead: completely within
    ``inches``, or in base contact with one of ``contact``; ``even_engaged`` lifts the bar of engagement."""

    names: tuple[str, ...] = ("Walk",)
    kind: Literal["place", "push", "move"] = "place"
    inches: Inches = 0.0
    contact: Spot | None = None
    even_engaged: bool = False


class ActionModifier(Word, frozen=True, tag="action_modifier"):
    """Such Actions of the model move it farther (``inches``: Walk, Charge), must be taken with Triggers if
    able, may be taken while engaged or after Disengage, may be taken while Buried, may target Buried
    models."""

    acts: Acts
    inches: Amount = 0
    even_engaged: bool = False
    after_disengage: bool = False
    while_buried: bool = False
    target_buried: bool = False
    tn: Amount = 0
    triggers: tuple[str, ...] = ()


class HandSize(Word, frozen=True, tag="hand_size"):
    """This Crew's maximum hand is higher; once for all copies."""

    amount: int = 1


class Leaves(Word, frozen=True, tag="leaves"):
    """When killed the model leaves no marker (``nothing``), these ``instead`` of its own, or besides."""

    markers: tuple[str, ...] = ()
    nothing: bool = False
    instead: bool = False


class Deploys(Word, frozen=True, tag="deploys"):
    """Deployed otherwise: ``farther`` inches beyond the zone, or ``anywhere`` at the start of the game but
    ``beyond`` inches from the enemy zone (or enemy models); ``no_interact`` on the first Turn."""

    anywhere: bool = False
    farther: int = 0
    beyond_zone: float = 0.0
    beyond_models: float = 0.0
    no_interact: bool = False
    buried: bool = False


class Hiring(Word, frozen=True, tag="hiring"):
    """Says something about hiring only: a cost treated otherwise, words it counts as, models or Crews it
    may not go with, Upgrades it may buy. Nothing happens in the game itself."""

    cost: int | None = None
    keywords: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    only_with: tuple[str, ...] = ()
    when_leader: str = ""
    text: str = ""


class SparesFire(Word, frozen=True, tag="spares_fire"):
    """Friendly models' Attack Actions ignore this model for Friendly Fire; with ``by`` only such models'."""

    by: Models | None = None


class ArrivesActivated(Word, frozen=True, tag="arrives_activated"):
    """When Summoned it counts as having Activated this Turn, and nobody gains a Pass Token for it."""


class PartingBlow(Word, frozen=True, tag="parting_blow"):
    """Its melee Action that an enemy's Disengage generates may have its effects and Triggers; then it takes
    nothing from the Push (its player says so before the duel)."""


class ResisterCannot(Word, frozen=True, tag="resister_cannot"):
    """Of an Action: who resists it declares no Resistance Trigger, or does not cheat."""

    trigger: bool = False
    cheat: bool = False


class ConditionRule(Word, frozen=True, tag="condition_rule"):
    """A Condition works otherwise on the model: it ``heals`` instead of damage, is not lowered, has no
    effect."""

    condition: str
    heals: bool = False
    not_lowered: bool = False
    more_damage: int = 0
    no_effect: bool = False


class Fate(Word, frozen=True, tag="fate"):
    """The model's flips: Jokers as each other, a card flipped from the discard pile at a ``cost`` where no
    fate modifier is left, cheating though barred, with the top card of the deck, before or after its enemy.
    With ``of_opponent`` those of an enemy in an opposed duel with this model."""

    black_as_red: bool = False
    red_as_black: bool = False
    cheat_despite_minus: bool = False
    cheats_last: bool = False
    cheats_first: bool = False
    cheat_with_top: bool = False
    flip_from_discard: bool = False
    cost: tuple[Cost, ...] = ()
    of_opponent: bool = False
    acts: Acts | None = None
    against: Models | None = None


class EngagementRange(Word, frozen=True, tag="engagement_range"):
    """The model's engagement range is so many inches (0 contact, null none)."""

    inches: float | None = None


class While(Word, frozen=True, tag="while"):
    """The part holds only while the tests hold ("it" is the model that has the part, "self" who bears the
    ability)."""

    tests: tuple[AnyTest, ...]
    part: Passive | Aura


Passive = (
    Armor
    | HardToKill
    | HardToWound
    | Insignificant
    | Terrifying
    | Stealthy
    | NoInjury
    | StatBonus
    | DuelModifier
    | UsesStones
    | Manipulative
    | Nerve
    | FirstInitiative
    | MoreBonus
    | Unanswered
    | Ruthless
    | Barred
    | AlwaysFinishedOff
    | Reduce
    | DamageModifier
    | ReachModifier
    | TreatAsBonus
    | NoLimit
    | ChargeWith
    | Ignores
    | Passable
    | Cannot
    | Gives
    | CountsAs
    | DrawsFrom
    | InsteadOfMoving
    | ActionModifier
    | HandSize
    | Leaves
    | Deploys
    | Hiring
    | ConditionRule
    | Fate
    | EngagementRange
    | SparesFire
    | ArrivesActivated
    | ResisterCannot
    | PartingBlow
    | While
)


# Effects: damage and Health


class Damage(Word, frozen=True, tag="damage"):
    """The target suffers damage; ``blasts`` per segment of a flipped amount (M3E-AREA-04). ``of``: from
    that Condition (M3E-COND-05); ``ignoring`` reductions by name; ``plus``, ``minus`` on the flip;
    ``area``: counts as from a pulse or shockwave."""

    amount: Amount
    whom: Who = "target"
    irreducible: bool = False
    blasts: Flip3 = (0, 0, 0)
    ignoring: tuple[str, ...] = ()
    of: str = ""
    plus: int = 0
    minus: int = 0
    cheatable: bool = True
    area: Literal["", "pulse", "shockwave"] = ""


class MoreDamage(Word, frozen=True, tag="more_damage"):
    """+N damage to what this action does to its target (M3E-DMG-11)."""

    amount: Amount = 1


class ChangeDamage(Word, frozen=True, tag="change_damage"):
    """Changes the damage this Action does to its target (when resolving): ``plus``, ``minus`` on its flip,
    ``blasts`` added or ``no_blasts``, irreducible, ``ignoring`` reductions, may be cheated despite a minus;
    or (resisting) lowered by ``reduce``, to no less than ``floor``, or to ``nothing``."""

    plus: Amount = 0
    minus: Amount = 0
    blasts: Amount = 0
    no_blasts: bool = False
    irreducible: bool = False
    ignoring: tuple[str, ...] = ()
    cheatable: bool | None = None
    reduce: Amount = 0
    floor: int = 1
    nothing: bool = False
    also_kill: bool = False


class Heal(Word, frozen=True, tag="heal"):
    """The model Heals; ``plus``, ``minus`` on a healing flip."""

    amount: Amount
    whom: Who = "target"
    plus: int = 0
    minus: int = 0


# Effects: Conditions


class Gain(Word, frozen=True, tag="gain"):
    """A Condition, with its value; ``of`` is the X of Adversary (X)."""

    condition: str
    value: Amount = 1
    whom: Who = "target"
    of: str = ""


class SameCondition(Word, frozen=True, tag="same_condition"):
    """The Condition that the moment is about, with its value, for that model."""

    whom: Who = "target"


class Lose(Word, frozen=True, tag="lose"):
    """Lower a Condition by ``value``, or end it when ``value`` is 0."""

    condition: str
    value: Amount = 0
    whom: Who = "target"


class EndConditions(Word, frozen=True, tag="end_conditions"):
    """End ``number`` Conditions of a model (all when null), of those named or any; ``chooser`` picks. With
    ``move_to`` the ended ones are gained by that model."""

    number: Amount | None = 1
    whom: Who = "target"
    conditions: tuple[str, ...] = ()
    chooser: Whom = "self"
    optional: bool = False
    move_to: Whom | None = None


# Effects: cards


class Draw(Word, frozen=True, tag="draw"):
    """The model's player draws; or ``player``: own, opposing, both."""

    cards: Amount = 1
    whom: Who = "self"
    player: Player | None = None


class DiscardCards(Word, frozen=True, tag="discard"):
    """The model's player discards (as many as it has); ``random``, or of a suit."""

    cards: Amount = 1
    whom: Who = "self"
    player: Player | None = None
    random: bool = False
    suit: str = ""


class ArrangeCards(Word, frozen=True, tag="arrange"):
    """Look at (``reveal``: both see) the top cards of a deck; ``discard`` up to so many of them (those of
    ``suits``, or any), put up to ``bottom`` on the bottom, ``draw`` so many, ``aside`` so many out of the
    game, and the rest back on top in any order. ``deck``: whose; the looking player chooses."""

    cards: Amount
    deck: Whom = "self"
    chooser: Whom = "self"
    reveal: bool = False
    discard: Amount = 0
    must_discard: bool = False
    suits: tuple[Suit, ...] = ()
    bottom: Amount = 0
    draw: Amount = 0
    aside: Amount = 0
    reorder: bool = True


class TakeFromDiscard(Word, frozen=True, tag="take_from_discard"):
    """Cards from the discard pile: its top ones, or ``any`` the player picks; into the hand, onto the deck,
    or under it."""

    cards: Amount = 1
    any: bool = False
    suits: tuple[Suit, ...] = ()
    to: Literal["hand", "top", "bottom", "aside"] = "hand"
    whom: Whom = "self"


class HandToDeck(Word, frozen=True, tag="hand_to_deck"):
    """Cards from the hand onto or under the deck."""

    cards: Amount = 1
    to: Literal["top", "bottom"] = "top"
    whom: Whom = "self"
    optional: bool = False


class ShuffleDiscard(Word, frozen=True, tag="shuffle"):
    """Shuffle the discard pile into the deck."""

    whom: Whom = "self"


class FlipCard(Word, frozen=True, tag="flip_card"):
    """Flip (or ``reveal``, or ``discard``) the top card of a deck; what follows may ask about it ("card")."""

    whom: Whom = "self"
    how: Literal["flip", "reveal", "discard"] = "flip"
    cheatable: bool = True


class ChooseSuit(Word, frozen=True, tag="choose_suit"):
    """A suit is chosen ("chosen" from now on); ``of_card``: it is that of the card last discarded, flipped or
    revealed (of the Red Joker any)."""

    chooser: Whom = "self"
    of_card: bool = False


# Effects: moves and markers


class Move(Word, frozen=True, tag="move"):
    """A Move, Push or Place of so many inches. ``way`` is relative to ``of`` (this model unless said).

    ``full``: exactly so far ("4 inches"), else up to; ``optional``: it may be left. ``contact``: ends in
    base contact with that; ``through``: on the way its base crosses that model's. ``within``: (Place) inside
    ``inches`` of ``of`` instead of where it stands; ``end_within``: it ends within so many inches of ``of``.
    ``unengaged``: where it and that model do not engage each other. ``anywhere`` on the table;
    ``chosen_by`` "opposing": the other player says where. ``ignoring``: models, severe, terrain, engagement.
    """

    kind: Literal["move", "push", "place"]
    inches: Inches = 0.0
    whom: Who = "target"
    way: Way = "any"
    chosen_by: Chooser = "source"
    of: Spot = "self"
    full: bool = False
    optional: bool = False
    contact: Spot | None = None
    through: Whom | None = None
    within: bool = False
    end_within: Inches | None = None
    unengaged: Whom | None = None
    anywhere: bool = False
    in_range: bool = False
    ignoring: tuple[Literal["models", "severe", "hazardous", "terrain", "engagement", "impassable"], ...] = ()
    closest: bool = False


class Swap(Word, frozen=True, tag="swap"):
    """Two models (or a model and a marker) change places."""

    one: Spot = "self"
    two: Spot = "target"


class DropMarker(Word, frozen=True, tag="drop_marker"):
    """Drop a marker in base contact with a model; or Create it within ``inches``, as an Impassable one
    always is (M3E-MARK-09, -10). ``traits`` are Terrain Traits; ``hazard`` the Condition of a Hazardous
    one, with its value. ``in_range``: anywhere in this Action's range; ``anywhere`` on the table;
    ``centred`` on ``whom``; ``apart`` inches at least from ``apart_from`` (other markers unless said).
    ``sight_of``: where that model sees it. ``side``: to whose side."""

    kind: str
    whom: Spot = "self"
    create: bool = False
    inches: Inches = 0.0
    traits: tuple[str, ...] = ()
    name: str = ""
    number: Amount = 1
    optional: bool = False
    in_range: bool = False
    anywhere: bool = False
    centred: bool = False
    mm: float = 0.0
    height: int = 0
    hazard: str = ""
    hazard_value: int = 1
    apart: float = 0.0
    apart_from: Spot | None = None
    sight_of: Whom | None = None
    side: Literal["own", "enemy", "neutral"] = "own"
    chooser: Whom | Literal["opposing"] = "self"


class RemoveMarkers(Word, frozen=True, tag="remove_markers"):
    """Remove up to ``most`` markers of a kind within ``inches`` of a model."""

    kind: str
    inches: float = 0.0
    most: int = 1
    whom: Whom = "target"


class Remove(Word, frozen=True, tag="remove"):
    """Remove those markers (or terrain pieces); ``done`` counts them, "it_marker" is the last of them."""

    markers: WhichMarkers
    by: Whom = "self"


class MoveMarkers(Word, frozen=True, tag="move_markers"):
    """Move, Push or Place those markers up to ``inches``, toward or away from ``of``, into ``contact``."""

    markers: WhichMarkers
    inches: Inches = 0.0
    kind: Literal["move", "push", "place"] = "move"
    way: Way = "any"
    of: Spot = "self"
    contact: Spot | None = None
    in_range: bool = False
    optional: bool = False


class TurnMarkers(Word, frozen=True, tag="turn_markers"):
    """Those markers become friendly to a side, or of another kind."""

    markers: WhichMarkers
    side: Literal["", "own", "enemy", "neutral"] = ""
    kind: str = ""


# Effects: tokens


class Token(Word, frozen=True, tag="token"):
    """Give (or with a negative number take) tokens; ``all``: every one is taken. ``optional``: may."""

    name: str
    number: Amount = 1
    whom: Who = "target"
    all: bool = False
    optional: bool = False


class MoveTokens(Word, frozen=True, tag="move_tokens"):
    """Tokens go from one model to another; all when ``number`` is null."""

    name: str
    number: Amount | None = None
    source: Whom = "self"
    to: Who = "target"


class PassToken(Word, frozen=True, tag="pass_token"):
    """A player gains (or loses) Pass Tokens."""

    number: Amount = 1
    player: Player = "own"


# Effects: generated Actions


class TakeAction(Word, frozen=True, tag="take_action"):
    """Generate an action: by ``name``, or any with that ``icon``; ``on_target``: it must target the same.

    ``again``: the Action going on; ``acts`` any such; ``upon`` whom it must target; ``different``: not the
    target of the Action going on. ``controlled_by``: who chooses and controls it. ``plain``: none that
    Attaches Upgrades or lists a model by name. ``plus``, ``minus`` on its duel, ``damage_plus``,
    ``damage_minus`` on its damage flip, ``total`` and ``suits`` added; ``no_triggers``; ``ignoring`` range,
    sight, engagement, …
    """

    name: str = ""
    icon: str = ""
    whom: Who = "self"
    on_target: bool = False
    optional: bool = True
    again: bool = False
    acts: Acts | None = None
    upon: Spot | None = None
    different: bool = False
    controlled_by: Whom | None = None
    plain: bool = False
    plus: int = 0
    minus: int = 0
    damage_plus: int = 0
    damage_minus: int = 0
    total: int = 0
    suits: tuple[Suit, ...] = ()
    no_triggers: bool = False
    triggers_must: bool = False
    ignoring: tuple[Ignored, ...] = ()
    toward: Spot | None = None


class CopyAction(Word, frozen=True, tag="copy_action"):
    """Take an Action printed on one of those models (``printed`` "card") or on an Upgrade it has ("upgrade",
    of that name or kind) as if it were this model's; or with ``until`` have it as its own until then.
    ``own_stat``: with the stat of the Action going on; ``plain``: none that Attaches Upgrades or lists a
    model by name."""

    models: Who
    acts: Acts = Acts()
    whom: Whom = "self"
    optional: bool = True
    stat_modifier: int = 0
    own_stat: bool = False
    no_triggers: bool = False
    plain: bool = False
    printed: Literal["", "card", "upgrade"] = ""
    upgrade: str = ""
    until: Until | None = None


# Effects: areas, and what happens next


class Pulse(Word, frozen=True, tag="pulse"):
    """Everyone within ``inches`` of a model, it excluded, suffers the effects (M3E-AREA-09)."""

    inches: float
    effects: tuple[Effect, ...]
    whom: Whom = "self"
    side: Side = "any"


class Each(Word, frozen=True, tag="each"):
    """The effects for every model of the selection, one wholly after the other: in them it is "it", and
    "target" stays who it was. A selection of one is how a model is chosen."""

    models: Who
    effects: tuple[Effect, ...]


class EachMarker(Word, frozen=True, tag="each_marker"):
    """The effects for every marker of the selection: in them it is "it_marker"."""

    markers: WhichMarkers
    effects: tuple[Effect, ...]


class If(Word, frozen=True, tag="if"):
    """The effects when the test holds, else the others."""

    test: AnyTest
    effects: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Repeat(Word, frozen=True, tag="repeat"):
    times: Amount
    effects: tuple[Effect, ...]


class SetX(Word, frozen=True, tag="set_x"):
    """X is that amount for the effects that follow (M3E-GEN-05)."""

    amount: Amount


class Later(Word, frozen=True, tag="later"):
    """The effects wait: until the Action or ability going on is resolved, the end of the Activation, the End
    Phase, the start of that model's next Activation. They come once; "it" is ``whom``."""

    when: Literal["after_current", "activation_ends", "end_phase", "next_activation"]
    effects: tuple[Effect, ...]
    whom: Whom = "self"


class Shockwave(Word, frozen=True, tag="shockwave"):
    """Drop markers in the action's range, or the first is that ``on`` the table already; who is reached takes
    the duel or suffers (M3E-AREA-10). ``may_ignore``: such models as their player likes."""

    inches: float
    stat: str
    tn: Amount
    penalty: tuple[Effect, ...]
    markers: Amount = 1
    on: ThisMarker | None = None
    may_ignore: Models | None = None


class MoreShockwaves(Word, frozen=True, tag="more_shockwaves"):
    """This Action drops so many further Shockwave Markers, and their duel has a TN so much higher (when
    resolving)."""

    number: Amount = 1
    tn: int = 0


class Duel(Word, frozen=True, tag="duel"):
    """A simple duel with its two ends (M3E-CHOICE-02)."""

    stat: str
    tn: Amount
    whom: Who = "target"
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()


class May(Word, frozen=True, tag="may"):
    """The chooser's player may have these effects resolved, having paid the cost; else the others."""

    effects: tuple[Effect, ...]
    cost: tuple[Cost, ...] = ()
    text: str = ""
    chooser: Whom = "self"
    otherwise: tuple[Effect, ...] = ()


class Either(Word, frozen=True, tag="either"):
    """One of the branches that can be resolved, chosen by ``chooser`` (M3E-CHOICE-01)."""

    branches: tuple[tuple[Effect, ...], ...]
    chooser: Whom = "target"


class FlipNumber(Word, frozen=True, tag="flip_number"):
    """Flip a variable profile; its number is X for the effects that follow."""

    profile: Flip3
    whom: Whom = "self"


class Stone(Word, frozen=True, tag="stone"):
    """The Crew's pool gains (or loses) Soulstones."""

    number: Amount = 1
    player: Player = "own"


# Effects: models that leave and arrive, Upgrades


class Kill(Word, frozen=True, tag="kill"):
    """Killed at any Health; ``no_demise``: its Demise abilities do nothing; ``no_markers`` are left."""

    whom: Who = "target"
    no_demise: bool = False
    no_markers: bool = False


class Sacrifice(Word, frozen=True, tag="sacrifice"):
    """The model is removed as killed by its own side."""

    whom: Who = "self"


class NoMarkers(Word, frozen=True, tag="no_markers"):
    """The killed model leaves no marker (after killing); or ``kind`` instead of its own."""

    whom: Whom = "target"
    kind: str = ""


class Summon(Word, frozen=True, tag="summon"):
    """Summon a card by name, or one chosen by words and cost (``declared``: those named when the Action was
    declared); in base contact with this model unless ``contact``, ``within`` inches ``of``, ``in_range``,
    ``anywhere`` (``apart`` inches from enemies). ``upgrade`` is attached. ``effects``: on the new model
    "it"."""

    card: str = ""
    upgrade: str = ""
    remove: str = ""
    words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()
    not_words: tuple[str, ...] = ()
    cost_most: Amount | None = None
    number: Amount = 1
    contact: Spot | None = None
    within: Inches | None = None
    of: Spot = "self"
    in_range: bool = False
    anywhere: bool = False
    apart: float = 0.0
    declared: bool = False
    effects: tuple[Effect, ...] = ()
    optional: bool = False


class Replace(Word, frozen=True, tag="replace"):
    """Replace a model by a card of that name, or one chosen by words and stats (``stats`` of the new card;
    "it" in their amounts is the old one). ``effects``: on the new model "it"; ``keep_upgrades``: none is
    discarded."""

    card: str = ""
    whom: Whom = "self"
    words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    number: int = 1
    stats: tuple[StatTest, ...] = ()
    together_with: tuple[Whom, ...] = ()
    effects: tuple[Effect, ...] = ()
    keep_upgrades: bool = False
    optional: bool = False


class Bury(Word, frozen=True, tag="bury"):
    whom: Who = "target"


class Unbury(Word, frozen=True, tag="unbury"):
    """Into base contact with this model; or ``contact`` with that, ``within`` inches ``of`` that,
    ``anywhere``."""

    whom: Who = "target"
    contact: Spot | None = None
    within: Inches | None = None
    of: Spot = "self"
    anywhere: bool = False
    apart: float = 0.0
    optional: bool = False


class Attach(Word, frozen=True, tag="attach"):
    """Attach an Upgrade of that name (or of a kind, chosen); ``different``: from those it has."""

    upgrade: str
    whom: Who = "self"
    chooser: Whom = "self"
    optional: bool = False
    different: bool = False


class DiscardUpgrade(Word, frozen=True, tag="discard_upgrade"):
    """Discard (or ``to``: move to that model) attached Upgrades of a name or kind; all when ``number`` is
    null."""

    upgrade: str = ""
    whom: Who = "target"
    number: Amount | None = 1
    chooser: Whom = "self"
    to: Whom | None = None
    optional: bool = False


# Effects: Activations, and what is being resolved


class ActivateNext(Word, frozen=True, tag="activate_next"):
    """Another friendly model Activates next, or up to ``most`` of them one after the other (M3E-TURN-16):
    within ``inches``, or of ``models``, or ``whom``."""

    inches: float = 6.0
    most: int = 1
    models: Models | None = None
    whom: Whom | None = None
    cost: tuple[Cost, ...] = ()


class EndActivation(Word, frozen=True, tag="end_activation"):
    """The Activation going on ends (of that model)."""

    whom: Whom = "self"


class MoreActions(Word, frozen=True, tag="more_actions"):
    """So many Actions more (or fewer) this Activation."""

    number: int = 1
    whom: Whom = "self"


class FailAction(Word, frozen=True, tag="fail_action"):
    """The Action going on fails."""


class NewTarget(Word, frozen=True, tag="new_target"):
    """The Action going on has a new target, whatever range, sight and restrictions say."""

    whom: Who


class ChangeCondition(Word, frozen=True, tag="instead_condition"):
    """In a "would gain" or "would lose" moment: it is not gained (or lost), or another one is."""

    condition: str = ""
    value: int = 1
    less: int = 0


class ChangeHit(Word, frozen=True, tag="change_hit"):
    """In a "would suffer" moment: the damage is so much lower, nothing, or suffered by another."""

    reduce: Amount = 0
    nothing: bool = False
    onto: Whom | None = None


class ChangeHeal(Word, frozen=True, tag="change_heal"):
    """In a "would heal" or "heals" moment: so much ``more`` is healed (or fewer), or ``nothing``; ``onto``:
    then that model Heals the same amount."""

    more: Amount = 0
    nothing: bool = False
    onto: Who | None = None


class Reflip(Word, frozen=True, tag="reflip"):
    """The duel's flip of a model is discarded and flipped anew (M3E-FATE-15); immediately only."""

    whom: Whom = "self"
    plus: int = 0
    minus: int = 0


class ModifyDuel(Word, frozen=True, tag="modify_duel"):
    """Add to a total, suits to it, plus or minus to its flip (before it); ``cannot_cheat``,
    ``cannot_trigger``: that model in this duel."""

    total: Amount = 0
    suits: tuple[str, ...] = ()
    whom: Whom = "self"
    plus: int = 0
    minus: int = 0
    damage_plus: int = 0
    damage_minus: int = 0
    cannot_cheat: bool = False
    cannot_trigger: bool = False
    card_value: Amount | None = None
    no_suits: bool = False


# Effects: lasting ones, control, cards shown


class Grant(Word, frozen=True, tag="grant"):
    """The model has the part until then: a stat bonus, a modifier, Armor, a reaction, …; or an Action by
    name, or an ability by name (one that some model's script has)."""

    part: Part | None = None
    until: Until = "end_phase"
    whom: Who = "target"
    ability: str = ""
    value: int | None = None
    kind: str = ""


class TakeControl(Word, frozen=True, tag="take_control"):
    """This model's player controls the model until then (M3E-CTRL-02)."""

    until: Literal["action", "activation", "end_phase", "game"] = "end_phase"
    whom: Whom = "target"


class LookAt(Word, frozen=True, tag="look_at"):
    """This model's player looks at (or with ``both`` reveals) the top cards of a deck, or a hand
    (M3E-FATE-14)."""

    source: Literal["deck", "hand"] = "deck"
    cards: Amount = 1
    both: bool = False
    whom: Whom = "self"


class UseUp(Word, frozen=True, tag="use_up"):
    """This model's Upgrade Annihilates itself: off for this Encounter and out of the Arsenal (SL-UPG-13)."""

    upgrade: str


class SetAside(Word, frozen=True, tag="set_aside"):
    """The top card of a discard pile is removed from the game (M3E-FATE-04)."""

    whom: Whom = "self"


# Effects that the vocabulary cannot express


class Prompted(Word, frozen=True, tag="prompted"):
    """Not automated: the window opens and the players apply the sentence with table commands."""

    text: str


class Registered(Word, frozen=True, tag="registered"):
    """A registered generator, for what the vocabulary cannot say (``abilities/execution.py``)."""

    not_written: ClassVar[bool] = True
    key: str
    data: dict[str, int | str] = {}


Effect = (
    Damage
    | MoreDamage
    | Heal
    | Gain
    | SameCondition
    | Lose
    | Draw
    | DiscardCards
    | Move
    | DropMarker
    | RemoveMarkers
    | Token
    | TakeAction
    | Pulse
    | Shockwave
    | Duel
    | May
    | Either
    | FlipNumber
    | Stone
    | Kill
    | Sacrifice
    | Summon
    | Replace
    | Bury
    | Unbury
    | ActivateNext
    | Reflip
    | ModifyDuel
    | Grant
    | TakeControl
    | LookAt
    | SetAside
    | UseUp
    | EndConditions
    | ArrangeCards
    | TakeFromDiscard
    | HandToDeck
    | ShuffleDiscard
    | FlipCard
    | ChooseSuit
    | Swap
    | Remove
    | MoveMarkers
    | TurnMarkers
    | MoveTokens
    | PassToken
    | CopyAction
    | Each
    | EachMarker
    | If
    | Repeat
    | SetX
    | Later
    | MoreShockwaves
    | NoMarkers
    | ChangeDamage
    | Attach
    | DiscardUpgrade
    | EndActivation
    | MoreActions
    | FailAction
    | NewTarget
    | ChangeCondition
    | ChangeHit
    | ChangeHeal
    | Prompted
    | Registered
)


# Abilities and their parts


class Reaction(Word, frozen=True, tag="reaction"):
    """When ``moment`` comes (``rules.editions.m3e.play.procedure.hooks.MOMENTS``), the effects resolve.

    ``about`` says whose moment it must be: this model's own, or one within ``inches`` of a side. In its
    effects "target" is the model the moment is about, "cause" who brought it about. ``after_current`` waits
    until the Action or ability going on is resolved. ``models`` says what the model it is about must be
    ("it"), ``by`` what brought it about, ``acts`` the Action, ``conditions``, ``markers``, ``sources`` of
    damage and ``stats`` of the duel what it is about, ``where`` further tests. ``inches`` above 0 is an
    aura (with sight).
    """

    moment: str
    effects: tuple[Effect, ...]
    optional: bool = False
    cost: tuple[Cost, ...] = ()
    about: Literal["self", "others", "any"] = "self"
    side: Side = "any"
    inches: float = 0.0
    once: Once = ""
    after_current: bool = False
    models: Models | None = None
    by: Models | None = None
    acts: Acts | None = None
    where: tuple[AnyTest, ...] = ()
    conditions: tuple[str, ...] = ()
    markers: Markers | None = None
    sources: tuple[Source, ...] = ()
    stats: tuple[str, ...] = ()
    each_copy: bool = False


class Aura(Word, frozen=True, tag="aura"):
    """Models of a side within ``inches`` and sight have the part while they stand there (M3E-AREA-01)."""

    inches: float
    side: Side
    part: Passive
    includes_self: bool = True
    models: Models | None = None
    around: Markers | None = None


class ByHand(Word, frozen=True, tag="by_hand"):
    """Not automated: shown to the players where it matters."""

    text: str


Part = Passive | Reaction | Aura | ByHand


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability by its printed name; the parts in printed order (M3E-ABIL-01)."""

    name: str
    parts: tuple[Part, ...] = ()
    status: Literal["automated", "prompted", "manual"] = "automated"


def auras_of(abilities: Iterable[Ability]) -> Iterator[float]:
    """How far each aura round the bearer itself goes, in inches."""
    parts = (part for ability in abilities for part in ability.parts)
    return (part.inches for part in parts if isinstance(part, Aura) and part.around is None)


def parts_of(value: object) -> Iterator[Word]:
    """Every word inside a card, an ability or an effect, however deep."""
    if isinstance(value, Word):
        yield value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from parts_of(getattr(value, name))
    elif isinstance(value, tuple):
        for inner in value:
            yield from parts_of(inner)
