"""The small words that card scripts are made of: which models and markers, how many, whether.

``Models`` and ``Markers`` select ("pick"), amounts count ("count"), tests decide ("if"). They compose: an
amount counts selected models, a selection may hold tests, a test compares amounts. Who is meant by a plain
word: "self" this model (M3E-GEN-04), "target" the Action's target or the model a moment is about, "it" the
model of the innermost ``each`` (or just Summoned, Replaced), "cause" who brought the moment about ("killer"
and "attacker" are the same), "actor" who takes the Action going on, "opponent" the other model of the duel.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Flip3 = tuple[int, int, int]
Whom = Literal["target", "self", "killer", "attacker", "cause", "it", "actor", "opponent", "leader"]
Side = Literal["any", "friendly", "enemy"]
Way = Literal["any", "toward", "away"]
ThisMarker = Literal["target_marker", "it_marker"]
Suit = Literal["ram", "mask", "crow", "tome", "any", "chosen"]
Which = Literal["all", "one", "some", "nearest"]
Relation = Literal["<", "<=", "=", ">=", ">", "!="]
Since = Literal["action", "activation", "turn", "game"]


class Count(
    Struct, frozen=True, kw_only=True, tag_field="count", forbid_unknown_fields=True, omit_defaults=True
):
    """What every amount that is counted is."""


class Pick(
    Struct, frozen=True, kw_only=True, tag_field="pick", forbid_unknown_fields=True, omit_defaults=True
):
    """What every selection is."""


class Test(Struct, frozen=True, kw_only=True, tag_field="if", forbid_unknown_fields=True, omit_defaults=True):
    """What every test is."""

    __test__ = False


class Stat(Count, frozen=True, tag="stat"):
    """A figure of a model: df, wp, mv, sz, cost, health (current), max_health, lost (max less current)."""

    stat: Literal["df", "wp", "mv", "sz", "cost", "health", "max_health", "lost"]
    of: Whom = "self"


class ConditionValue(Count, frozen=True, tag="condition"):
    """The value of a Condition on a model, 0 without it."""

    condition: str
    of: Whom = "target"


class ConditionsOn(Count, frozen=True, tag="conditions"):
    """How many Conditions a model has."""

    of: Whom = "target"


class TokensOn(Count, frozen=True, tag="tokens"):
    name: str
    of: Whom = "self"


class UpgradesOn(Count, frozen=True, tag="upgrades"):
    """How many Upgrades of that name or kind a model has; every one when empty."""

    name: str = ""
    of: Whom = "self"


class Suits(Count, frozen=True, tag="suits"):
    """How many of a suit are in a model's final duel total."""

    suit: Suit
    of: Whom = "self"


class Done(Count, frozen=True, tag="done"):
    """How much the effect before this one really did: cards discarded, markers removed, damage suffered,
    Health healed, tokens or Condition points taken, models affected, inches moved."""


class ActionDamage(Count, frozen=True, tag="action_damage"):
    """The damage a model has suffered from the Action going on."""

    of: Whom = "target"


class CardValue(Count, frozen=True, tag="card"):
    """The value of the card last discarded, flipped or revealed by these effects."""


class TurnNumber(Count, frozen=True, tag="turn"):
    pass


class Difference(Count, frozen=True, tag="difference"):
    """By how much the acting model's duel total beats the other's (or the TN)."""


class InHand(Count, frozen=True, tag="hand"):
    """Cards in the hand of a model's player, or of the ``opposing`` one."""

    of: Whom = "self"
    opposing: bool = False


class RevealedSchemes(Count, frozen=True, tag="revealed_schemes"):
    """How many Schemes this model's player, or the ``opposing`` one, has revealed."""

    opposing: bool = False


class ActionStat(Count, frozen=True, tag="action_stat"):
    """The printed stat of the Action going on."""


class ResistStat(Count, frozen=True, tag="resist_stat"):
    """A model's stat that resists the Action going on."""

    of: Whom = "self"


class PassTokens(Count, frozen=True, tag="pass_tokens"):
    of: Whom = "self"


class Stones(Count, frozen=True, tag="stones"):
    of: Whom = "self"


class NamedCost(Count, frozen=True, tag="named_cost"):
    """The total Cost of the models (or Upgrades) named when the Action was declared."""


class HowMany(Count, frozen=True, tag="models"):
    """How many models there are of a selection."""

    models: Models


class HowManyMarkers(Count, frozen=True, tag="markers"):
    markers: Markers


class Sum(Count, frozen=True, tag="sum"):
    of: tuple[Amount, ...]


class Times(Count, frozen=True, tag="times"):
    """``amount`` multiplied by ``by``; by -1 to subtract."""

    amount: Amount
    by: Amount


class Half(Count, frozen=True, tag="half"):
    """Half, rounded up (M3E-MATH-01), or down; ``by`` another divisor ("for every three")."""

    amount: Amount
    by: int = 2
    down: bool = False


class Limit(Count, frozen=True, tag="limit"):
    """``amount``, but no more than ``most`` and no less than ``least``."""

    amount: Amount
    most: Amount | None = None
    least: Amount | None = None


class Chosen(Count, frozen=True, tag="chosen"):
    """A number that a player chooses: "up to", "any number" (``most`` null)."""

    least: Amount = 0
    most: Amount | None = None
    by: Whom = "self"


class IfCount(Count, frozen=True, tag="if"):
    """``then`` when the test holds, else ``otherwise``."""

    test: AnyTest
    then: Amount
    otherwise: Amount = 0


AnyCount = (
    Stat
    | ConditionValue
    | ConditionsOn
    | TokensOn
    | UpgradesOn
    | Suits
    | Done
    | ActionDamage
    | CardValue
    | TurnNumber
    | Difference
    | InHand
    | RevealedSchemes
    | ActionStat
    | ResistStat
    | PassTokens
    | Stones
    | NamedCost
    | HowMany
    | HowManyMarkers
    | Sum
    | Times
    | Half
    | Limit
    | Chosen
    | IfCount
)
Amount = int | Flip3 | Literal["X"] | AnyCount
Inches = float | Literal["X"] | AnyCount


class StatTest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure of the candidate compared with an amount: cost, df, wp, mv, sz, health, max_health, lost."""

    stat: str
    is_: Relation = field(name="is")
    than: Amount


class Models(Pick, frozen=True, tag="models"):
    """Models: those for which everything said holds. Words in a tuple are alternatives; ``words`` are
    characteristics, keywords, stations or names. ``other``: not this model; ``besides``: nor these.

    ``within`` inches ``of`` someone or something; ``area`` "aura" (M3E-AREA-01: with sight, the source too)
    or "pulse" (M3E-AREA-09: with sight, not the source). ``in_range``: in this Action's range and sight.
    ``upgrade`` a name, a kind or "any". ``damaged``, ``moved``, ``arrived`` (Summoned): by the Action going
    on; ``passed``: moved through by the last move. ``where`` are tests with "it" the candidate. ``which``
    of them: all, one, ``number`` ("some": up to that many), nearest (to ``of``); chosen by ``chosen_by``;
    ``optional``: or none.
    """

    side: Side = "any"
    other: bool = False
    besides: tuple[Whom, ...] = ()
    words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()
    not_words: tuple[str, ...] = ()
    within: Inches | None = None
    beyond: Inches | None = None
    of: Spot = "self"
    area: Literal["", "aura", "pulse"] = ""
    in_range: bool = False
    sight_of: Whom | ThisMarker | None = None
    contact: Spot | None = None
    engaged: bool | None = None
    engaging: Whom | None = None
    engaged_by: Whom | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    tokens: str = ""
    tokens_least: int = 1
    upgrade: str = ""
    no_upgrade: str = ""
    ability: str = ""
    action: str = ""
    same_name: bool = False
    shares_keyword: bool = False
    leader: bool | None = None
    uses_stones: bool | None = None
    activated: bool | None = None
    buried: bool = False
    summoned: bool | None = None
    health: Literal["", "half", "full", "hurt"] = ""
    terrain: str = ""
    stats: tuple[StatTest, ...] = ()
    damaged: bool = False
    moved: bool = False
    arrived: bool = False
    passed: bool = False
    where: tuple[AnyTest, ...] = ()
    which: Which = "all"
    number: Amount = 1
    chosen_by: Whom = "self"
    optional: bool = False


class Markers(Pick, frozen=True, tag="markers"):
    """Markers, chosen like models. ``kinds`` in lower case ("scheme", "corpse", "scrap", "ice pillar"), any
    but Strategy Markers when empty; ``own``: dropped by this model; ``pieces``: Destructible or other
    terrain pieces with those ``traits`` too."""

    kinds: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    side: Side = "any"
    traits: tuple[str, ...] = ()
    own: bool = False
    pieces: bool = False
    within: Inches | None = None
    beyond: Inches | None = None
    of: Spot = "self"
    area: Literal["", "aura", "pulse"] = ""
    in_range: bool = False
    sight_of: Whom | None = None
    contact: Spot | None = None
    besides: tuple[ThisMarker, ...] = ()
    which: Which = "all"
    number: Amount = 1
    chosen_by: Whom = "self"
    optional: bool = False


Spot = Whom | ThisMarker | Literal["centre"] | Models | Markers
Who = Whom | Models
WhichMarkers = ThisMarker | Markers


class Acts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which Actions: by printed name, by icon ("none": without one), attack, tactical or general;
    ``generated`` by an effect, ``generated_by`` of that name ("Charge", "Disengage"); ``targets``: with
    such a target; ``resist`` the stat that resists."""

    names: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    icons: tuple[Literal["melee", "missile", "aura", "pulse", "none"], ...] = ()
    not_icons: tuple[Literal["melee", "missile", "aura", "pulse", "none"], ...] = ()
    kind: Literal["", "attack", "tactical", "general", "not_general"] = ""
    bonus: bool | None = None
    generated: bool | None = None
    generated_by: tuple[str, ...] = ()
    resist: str = ""
    targets: Models | None = None


class Is(Test, frozen=True, tag="is"):
    """Whether a model is one of a selection; ``like`` says what it must be."""

    who: Whom
    like: Models


class ThereAre(Test, frozen=True, tag="there_are"):
    """At least ``least`` (and at most ``most``) models of the selection are there."""

    models: Models
    least: Amount = 1
    most: Amount | None = None


class ThereAreMarkers(Test, frozen=True, tag="there_are_markers"):
    markers: Markers
    least: Amount = 1
    most: Amount | None = None


class Compare(Test, frozen=True, tag="compare"):
    left: Amount
    is_: Relation = field(name="is")
    right: Amount


class HasDone(Test, frozen=True, tag="done"):
    """The effect before this one really happened ("if it does so")."""

    least: int = 1


class Not(Test, frozen=True, tag="not"):
    test: AnyTest


class Every(Test, frozen=True, tag="all"):
    tests: tuple[AnyTest, ...]


class Some(Test, frozen=True, tag="some"):
    tests: tuple[AnyTest, ...]


class Acting(Test, frozen=True, tag="acting"):
    """The Action going on is such a one; ``by`` its model, ``generator`` the model whose effect generated
    it."""

    acts: Acts = Acts()
    by: Models | None = None
    generator: Models | None = None


class InActivation(Test, frozen=True, tag="activation_of"):
    """The Activation going on is that model's."""

    who: Who


class Took(Test, frozen=True, tag="took"):
    """The model has taken such an Action since then."""

    who: Whom = "self"
    acts: Acts = Acts()
    since: Since = "activation"


class Did(Test, frozen=True, tag="did"):
    """The model has killed, damaged, cheated, moved, … since then; ``to`` what sort of model."""

    what: Literal["killed", "damaged", "targeted", "cheated", "moved", "was_damaged", "discarded", "healed"]
    who: Whom = "self"
    to: Models | None = None
    since: Since = "activation"


class CardIs(Test, frozen=True, tag="card"):
    """The card last discarded, flipped or revealed: of one of the suits ("chosen": the suit chosen before),
    of a value, a Joker."""

    suits: tuple[Suit, ...] = ()
    least: int = 0
    most: int = 14
    joker: Literal["", "no", "any", "red", "black"] = ""


class DuelWas(Test, frozen=True, tag="duel"):
    """The duel going on (or just resolved): its stat, opposed or not, who won, who cheated; the ``joker``
    that this model flipped."""

    stats: tuple[str, ...] = ()
    opposed: bool | None = None
    won_by: Whom | None = None
    cheated_by: Whom | None = None
    plain: bool | None = None
    joker: Literal["", "red", "black"] = ""


class SharedSuit(Test, frozen=True, tag="shared_suit"):
    """Both final duel totals have a suit in common."""


class Segment(Test, frozen=True, tag="segment"):
    """The damage flip came out at least so; ``cheated`` or not."""

    least: Literal["weak", "moderate", "severe"] = "weak"
    cheated: bool | None = None


AnyTest = (
    Is
    | ThereAre
    | ThereAreMarkers
    | Compare
    | HasDone
    | Not
    | Every
    | Some
    | Acting
    | InActivation
    | Took
    | Did
    | CardIs
    | DuelWas
    | SharedSuit
    | Segment
)
