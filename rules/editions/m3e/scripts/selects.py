"""The small words that card scripts are made of: which models and markers, how many, whether.

``Models`` and ``Markers`` select ("pick"), amounts count ("count"), tests decide ("if"). They compose: an
amount counts selected models, a selection may hold tests, a test compares amounts. Who is meant by a plain
word: "self" this model (M3E-GEN-04), "target" the Action's target or the model a moment is about, "it" the
model of the innermost ``each`` (or just Summoned, Replaced), "cause" who brought the moment about ("killer"
and "attacker" are the same), "actor" who takes the Action going on, "opponent" the other model of the duel.
Each says itself what it is in a sentence (``phrase``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from rules.wording import titled, with_article

Flip3 = tuple[int, int, int]
Whom = Literal["target", "self", "killer", "attacker", "cause", "it", "actor", "opponent", "leader"]
Side = Literal["any", "friendly", "enemy"]
Way = Literal["any", "toward", "away"]
ThisMarker = Literal["target_marker", "it_marker"]
PrintedSuit = Literal["ram", "mask", "crow", "tome"]
Suit = Literal[PrintedSuit, "any", "chosen"]
Which = Literal["all", "one", "some", "nearest"]
Relation = Literal["<", "<=", "=", ">=", ">", "!="]
Since = Literal["action", "activation", "turn", "game"]


WHOM = {
    "target": "the target",
    "self": "this model",
    "killer": "its killer",
    "attacker": "the attacker",
    "cause": "the model that caused it",
    "it": "that model",
    "actor": "the acting model",
    "opponent": "the opponent in the duel",
    "leader": "the Leader",
    "target_marker": "the targeted Marker",
    "centre": "the centre of the table",
    "it_marker": "that Marker",
}
RELATIONS = {
    "<": "below",
    "<=": "at most",
    "=": "exactly",
    ">=": "at least",
    ">": "above",
    "!=": "other than",
}
FIGURES = {
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "cost": "Cost",
    "health": "Health",
    "max_health": "full Health",
    "lost": "lost Health",
}


OPPOSITES = {"<": ">=", "<=": ">", "=": "!=", ">=": "<", ">": "<=", "!=": "="}
# What these say of themselves comes after a noun; an apostrophe would stand too late.
LONG = ("cause", "opponent", "centre")


class Count(
    Struct, frozen=True, kw_only=True, tag_field="count", forbid_unknown_fields=True, omit_defaults=True
):
    """What every amount that is counted is."""

    def phrase(self) -> str:
        """What is counted."""
        raise NotImplementedError(type(self).__name__)

    def unit(self) -> str:
        """One of what is counted; empty where it is not counted one by one."""
        return ""


class Pick(
    Struct, frozen=True, kw_only=True, tag_field="pick", forbid_unknown_fields=True, omit_defaults=True
):
    """What every selection is."""

    def phrase(self, *, plural: bool = False) -> str:
        """Which of them, of what kind, where they stand."""
        raise NotImplementedError(type(self).__name__)


class Test(Struct, frozen=True, kw_only=True, tag_field="if", forbid_unknown_fields=True, omit_defaults=True):
    """What every test is."""

    __test__ = False

    def phrase(self) -> str:
        """What must hold."""
        raise NotImplementedError(type(self).__name__)

    def denied(self) -> str:
        """What must not hold."""
        return f"it is not so that {self.phrase()}"


class Stat(Count, frozen=True, tag="stat"):
    """A figure of a model: df, wp, mv, sz, cost, health (current), max_health, lost (max less current)."""

    stat: Literal["df", "wp", "mv", "sz", "cost", "health", "max_health", "lost"]
    of: Whom = "self"

    def phrase(self) -> str:
        return possessed(FIGURES[self.stat], self.of)


class ConditionValue(Count, frozen=True, tag="condition"):
    """The value of a Condition on a model, 0 without it."""

    condition: str
    of: Whom = "target"

    def phrase(self) -> str:
        return f"the value of {self.condition.capitalize()} on {WHOM[self.of]}"


class ConditionsOn(Count, frozen=True, tag="conditions"):
    """How many Conditions a model has."""

    of: Whom = "target"

    def phrase(self) -> str:
        return f"the number of Conditions on {WHOM[self.of]}"

    def unit(self) -> str:
        return f"Condition on {WHOM[self.of]}"


class TokensOn(Count, frozen=True, tag="tokens"):
    name: str
    of: Whom = "self"

    def phrase(self) -> str:
        return f"the number of {titled(self.name)} Tokens on {WHOM[self.of]}"

    def unit(self) -> str:
        return f"{titled(self.name)} Token on {WHOM[self.of]}"


class UpgradesOn(Count, frozen=True, tag="upgrades"):
    """How many Upgrades of that name or kind a model has; every one when empty."""

    name: str = ""
    of: Whom = "self"

    def phrase(self) -> str:
        return f"the number of {self.name or 'attached'} Upgrades on {WHOM[self.of]}"

    def unit(self) -> str:
        return f"{self.name + ' ' if self.name else ''}Upgrade on {WHOM[self.of]}"


class Suits(Count, frozen=True, tag="suits"):
    """How many of a suit are in a model's final duel total."""

    suit: Suit
    of: Whom = "self"

    def phrase(self) -> str:
        named = {"any": "suits", "chosen": "that suit"}.get(self.suit, f"{self.suit.capitalize()}s")
        return f"the number of {named} in {possessed('final total', self.of)}"

    def unit(self) -> str:
        named = {"any": "suit", "chosen": "such suit"}.get(self.suit, self.suit.capitalize())
        return f"{named} in {possessed('final total', self.of)}"


class Done(Count, frozen=True, tag="done"):
    """How much the effect before this one really did: cards discarded, markers removed, damage suffered,
    Health healed, tokens or Condition points taken, models affected, inches moved."""

    def phrase(self) -> str:
        return "that many"


class ActionDamage(Count, frozen=True, tag="action_damage"):
    """The damage a model has suffered from the Action going on."""

    of: Whom = "target"

    def phrase(self) -> str:
        return f"the damage that {WHOM[self.of]} suffered from this Action"


class Distance(Count, frozen=True, tag="distance"):
    """How far it is from this model to that, in whole inches, rounded up (M3E-MATH-01)."""

    to: Whom | ThisMarker = "target"

    def phrase(self) -> str:
        return f"the distance in inches between this model and {WHOM[self.to]}"


class HowManyKilled(Count, frozen=True, tag="killed"):
    """How many such models the Action going on has killed."""

    models: Models

    def phrase(self) -> str:
        return f"the number of {self.models.phrase(plural=True)} that this Action killed"

    def unit(self) -> str:
        return f"{replace(self.models, which='all').phrase().removeprefix('each ')} that this Action killed"


class HowMuchHealed(Count, frozen=True, tag="healed"):
    """By how much the Health of the model that the moment is about rose."""

    def phrase(self) -> str:
        return "as much as was healed"


class ByCard(Count, frozen=True, tag="by_card"):
    """The number of a variable profile that the card last discarded, flipped or revealed gives
    (M3E-FATE-16)."""

    profile: Flip3

    def phrase(self) -> str:
        return f"{amount(self.profile)} by the value of that card"


class MomentDamage(Count, frozen=True, tag="moment_damage"):
    """The damage that the moment is about: about to be suffered, or suffered."""

    def phrase(self) -> str:
        return "that damage"


class CardValue(Count, frozen=True, tag="card"):
    """The value of the card last discarded, flipped or revealed by these effects."""

    def phrase(self) -> str:
        return "the value of that card"


class TurnNumber(Count, frozen=True, tag="turn"):
    def phrase(self) -> str:
        return "the number of the Turn"


class Difference(Count, frozen=True, tag="difference"):
    """By how much the acting model's duel total beats the other's (or the TN)."""

    def phrase(self) -> str:
        return "the difference of the totals"


class DuelTotal(Count, frozen=True, tag="duel_total"):
    """The acting model's final total in the duel of the Action going on."""

    def phrase(self) -> str:
        return "this Action’s final duel total"


class InHand(Count, frozen=True, tag="hand"):
    """Cards (of the ``suit``) in the hand of a model's player, or of the ``opposing`` one."""

    of: Whom = "self"
    opposing: bool = False
    suit: Literal["", PrintedSuit, "chosen"] = ""

    def phrase(self) -> str:
        hand = "the opponent’s hand" if self.opposing else possessed("hand", self.of)
        return f"the number of {self._cards()}s in {hand}"

    def unit(self) -> str:
        hand = "the opponent’s hand" if self.opposing else possessed("hand", self.of)
        return f"{self._cards()} in {hand}" if self.suit else ""

    def _cards(self) -> str:
        return {"": "card", "chosen": "such card"}.get(self.suit, self.suit.capitalize())


class MostCards(Count, frozen=True, tag="most_cards"):
    """The maximum hand of a model's player (M3E-FATE-06)."""

    of: Whom = "self"

    def phrase(self) -> str:
        return f"the maximum hand of the player of {WHOM[self.of]}"


class RevealedSchemes(Count, frozen=True, tag="revealed_schemes"):
    """How many Schemes this model's player, or the ``opposing`` one, has revealed."""

    opposing: bool = False

    def phrase(self) -> str:
        return f"the number of revealed Schemes of {'the opponent' if self.opposing else 'its player'}"


class ActionStat(Count, frozen=True, tag="action_stat"):
    """The printed stat of the Action going on."""

    def phrase(self) -> str:
        return "the stat of the Action"


class ResistStat(Count, frozen=True, tag="resist_stat"):
    """A model's stat that resists the Action going on."""

    of: Whom = "self"

    def phrase(self) -> str:
        return f"the stat by which {WHOM[self.of]} resists"


class PassTokens(Count, frozen=True, tag="pass_tokens"):
    """Pass Tokens of a model's player, or of the ``opposing`` one."""

    of: Whom = "self"
    opposing: bool = False

    def phrase(self) -> str:
        return f"the number of Pass Tokens of {'the opponent' if self.opposing else WHOM[self.of]}"


class Stones(Count, frozen=True, tag="stones"):
    of: Whom = "self"

    def phrase(self) -> str:
        return f"the number of Soulstones of {WHOM[self.of]}"


class NamedCost(Count, frozen=True, tag="named_cost"):
    """The total Cost of the models (or Upgrades) named when the Action was declared."""

    def phrase(self) -> str:
        return "the Cost of all that was named"


class HowMany(Count, frozen=True, tag="models"):
    """How many models there are of a selection."""

    models: Models

    def phrase(self) -> str:
        return f"the number of {self.models.phrase(plural=True)}"

    def unit(self) -> str:
        return replace(self.models, which="all", other=False).phrase().removeprefix("each ")


class HowManyMarkers(Count, frozen=True, tag="markers"):
    markers: Markers

    def phrase(self) -> str:
        return f"the number of {self.markers.phrase(plural=True)}"

    def unit(self) -> str:
        return replace(self.markers, which="all").phrase().removeprefix("each ")


class Sum(Count, frozen=True, tag="sum"):
    of: tuple[Amount, ...]

    def phrase(self) -> str:
        return " plus ".join(amount(part) for part in self.of)


class Times(Count, frozen=True, tag="times"):
    """``amount`` multiplied by ``by``; by -1 to subtract."""

    amount: Amount
    by: Amount

    def phrase(self) -> str:
        return f"{amount(self.by)} times {amount(self.amount)}"


class Half(Count, frozen=True, tag="half"):
    """Half, rounded up (M3E-MATH-01), or down; ``by`` another divisor ("for every three")."""

    amount: Amount
    by: int = 2
    down: bool = False

    def phrase(self) -> str:
        part = {2: "half", 3: "a third of"}.get(self.by, f"one {self.by}th of")
        return f"{part} {amount(self.amount)}, rounded {'down' if self.down else 'up'}"


class Limit(Count, frozen=True, tag="limit"):
    """``amount``, but no more than ``most`` and no less than ``least``."""

    amount: Amount
    most: Amount | None = None
    least: Amount | None = None

    def phrase(self) -> str:
        most = f", at most {amount(self.most)}" if self.most is not None else ""
        least = f", at least {amount(self.least)}" if self.least is not None else ""
        return f"{amount(self.amount)}{most}{least}"


class Chosen(Count, frozen=True, tag="chosen"):
    """A number that a player chooses: "up to", "any number" (``most`` null)."""

    least: Amount = 0
    most: Amount | None = None
    by: Whom = "self"

    def phrase(self) -> str:
        if self.most is None:
            return "any number" if self.least == 0 else f"any number from {amount(self.least)}"
        return (
            f"up to {amount(self.most)}"
            if self.least in (0, 1)
            else f"{amount(self.least)} to {amount(self.most)}"
        )


class IfCount(Count, frozen=True, tag="if"):
    """``then`` when the test holds, else ``otherwise``."""

    test: AnyTest
    then: Amount
    otherwise: Amount = 0

    def phrase(self) -> str:
        return f"{amount(self.then)} if {self.test.phrase()}, else {amount(self.otherwise)}"


AnyCount = (
    Stat
    | ConditionValue
    | ConditionsOn
    | TokensOn
    | UpgradesOn
    | Suits
    | Done
    | ActionDamage
    | Distance
    | HowManyKilled
    | HowMuchHealed
    | ByCard
    | MomentDamage
    | CardValue
    | TurnNumber
    | Difference
    | DuelTotal
    | InHand
    | MostCards
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
Amount = int | Literal["X"] | AnyCount
Flippable = Amount | Flip3
"""What damage and healing may be: a number, or a W/M/S flip (M3E-DMG-04, M3E-HEAL-01)."""
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
    chosen_by: Whom | Literal["opposing"] = "self"
    optional: bool = False

    def phrase(self, *, plural: bool = False) -> str:
        noun = self.kind()
        tail = "".join(f" {text}" for text in self.details())
        if plural:
            return f"{'other ' * self.other}{noun}s{tail}"
        match self.which:
            case "one":
                if self.chosen_by == "opposing":
                    chosen = " of the opponent’s choice"
                else:
                    chosen = "" if self.chosen_by == "self" else f" of {possessed('choice', self.chosen_by)}"
                other = f"another {noun}" if self.other else with_article(noun)
                others = f"{'other ' if self.other else ''}{noun}"
                return f"{f'up to one {others}' if self.optional else other}{tail}{chosen}"
            case "some":
                return f"up to {amount(self.number)} {'other ' if self.other else ''}{noun}s{tail}"
            case "nearest":
                return f"the nearest {'other ' if self.other else ''}{noun}{tail}"
        return f"each {'other ' if self.other else ''}{noun}{tail}"

    def one(self) -> str:
        """One of them: "an enemy model"."""
        return replace(self, which="one", optional=False).phrase()

    def kind(self) -> str:
        words = [
            "Buried" if self.buried else "",
            "" if self.side == "any" else self.side,
            " ".join(self.all_words),
            " or ".join(self.words),
            "" if self.leader is None else "leading" if self.leader else "not leading",
            "model",
        ]
        return " ".join(word for word in words if word)

    def details(self) -> list[str]:
        says = []
        if self.not_words:
            says.append(f"that is no {' or '.join(self.not_words)}")
        says += [f"besides {WHOM[whom]}" for whom in self.besides]
        says += _where(self)
        flags = {
            "that was damaged by this Action": self.damaged,
            "that was moved by this Action": self.moved,
            "that was moved through": self.passed,
            "that was Summoned by this Action": self.arrived,
            "of the same name": self.same_name,
            "that shares a keyword with this model": self.shares_keyword,
        }
        says += [text for text, flag in flags.items() if flag]
        says += self._conditions()
        choices = (
            (self.engaged, "that is engaged", "that is not engaged"),
            (self.activated, "that has Activated", "that has not Activated"),
            (self.summoned, "that was Summoned", "that was not Summoned"),
            (self.uses_stones, "that may use Soulstones", "that may not use Soulstones"),
        )
        says += [yes if flag else no for flag, yes, no in choices if flag is not None]
        if self.engaging is not None:
            says.append(f"that engages {WHOM[self.engaging]}")
        if self.engaged_by is not None:
            says.append(f"that is engaged by {WHOM[self.engaged_by]}")
        return says + [f"where {inner.phrase()}" for inner in self.where]

    def _conditions(self) -> list[str]:
        says = []
        if self.has:
            says.append(f"with {' or '.join(condition_name(name) for name in self.has)}")
        if self.lacks:
            says.append(f"without {' and '.join(condition_name(name) for name in self.lacks)}")
        if self.tokens:
            least = "" if self.tokens_least == 1 else f"at least {self.tokens_least} "
            says.append(f"with {least}{titled(self.tokens)} Tokens")
        if self.upgrade:
            kind = f"the Upgrade {self.upgrade}"
            if self.upgrade.islower():
                kind = with_article("Upgrade" if self.upgrade == "any" else f"{titled(self.upgrade)} Upgrade")
            says.append(f"with {kind}")
        if self.no_upgrade:
            says.append("without an Upgrade" if self.no_upgrade == "any" else f"without {self.no_upgrade}")
        if self.ability:
            says.append(f"with {titled(self.ability)}")
        if self.action:
            says.append(f"with the Action {self.action}")
        if self.health:
            hurt = {
                "half": "with half its Health or less",
                "full": "with all its Health",
                "hurt": "that is hurt",
            }
            says.append(hurt[self.health])
        if self.terrain:
            says.append(f"in {'' if self.terrain == 'any' else self.terrain.capitalize() + ' '}terrain")
        says += [
            f"with {FIGURES[held.stat]} {RELATIONS[held.is_]} {amount(held.than)}" for held in self.stats
        ]
        return says


class Markers(Pick, frozen=True, tag="markers"):
    """Markers, chosen like models. ``kinds`` in lower case ("scheme", "corpse", "scrap", "ice pillar"), any
    but Strategy Markers when empty; ``own``: dropped by this model, ``dropped``: by the Action going on;
    ``pieces``: Destructible or other terrain pieces with those ``traits`` too."""

    kinds: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    side: Side = "any"
    traits: tuple[str, ...] = ()
    own: bool = False
    dropped: bool = False
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

    def phrase(self, *, plural: bool = False) -> str:
        kind = " or ".join(titled(name) for name in self.kinds)
        traits = " ".join(name.capitalize() for name in self.traits)
        words = ["" if self.side == "any" else self.side, traits, kind, "Marker"]
        noun = " ".join(word for word in words if word)
        says = [f"that is no {' or '.join(self.not_kinds)}"] if self.not_kinds else []
        says += [f"besides {WHOM[which]}" for which in self.besides]
        says += ["that this model dropped"] if self.own else []
        says += ["that this Action dropped"] if self.dropped else []
        says += ["or terrain"] if self.pieces else []
        tail = "".join(f" {text}" for text in [*says, *_where(self)])
        if plural:
            return f"{noun}s{tail}"
        match self.which:
            case "one" | "nearest":
                if self.optional:
                    return f"up to one {noun}{tail}"
                return f"{f'the nearest {noun}' if self.which == 'nearest' else with_article(noun)}{tail}"
            case "some":
                return f"up to {amount(self.number)} {noun}s{tail}"
        return f"each {noun}{tail}"


Spot = Whom | ThisMarker | Literal["centre"] | Models | Markers
Who = Whom | Models
WhichMarkers = ThisMarker | Markers


class Acts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which Actions: by printed name, by icon ("none": without one), attack, tactical or general;
    ``kind`` "card": printed on the model's own Stat Card (of what it cannot take);
    ``generated`` by an effect, ``generated_by`` of that name ("Charge", "Disengage"); ``targets``: with
    such a target; ``resist`` the stat that resists."""

    names: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()
    icons: tuple[Literal["melee", "missile", "aura", "pulse", "none"], ...] = ()
    not_icons: tuple[Literal["melee", "missile", "aura", "pulse", "none"], ...] = ()
    kind: Literal["", "attack", "tactical", "general", "not_general", "card"] = ""
    bonus: bool | None = None
    generated: bool | None = None
    generated_by: tuple[str, ...] = ()
    resist: str = ""
    targets: Models | None = None

    def phrase(self) -> str:
        icons = " or ".join("plain" if icon == "none" else icon for icon in self.icons)
        kind = {"not_general": "printed", "card": ""}.get(self.kind, self.kind)
        bonus = "" if self.bonus is None else "bonus" if self.bonus else "non-bonus"
        words = [bonus, icons, kind, " or ".join(self.names), "Actions"]
        text = " ".join(word for word in words if word) + " of its Stat Card" * (self.kind == "card")
        if self.not_names:
            text += f" besides {' and '.join(self.not_names)}"
        if self.not_icons:
            text += f" that are not {' or '.join(self.not_icons)}"
        if self.generated_by:
            text += f" that {' or '.join(self.generated_by)} generates"
        elif self.generated is not None:
            text += " that an effect generates" if self.generated else " that no effect generates"
        if self.resist:
            text += f" resisted by {FIGURES.get(self.resist, self.resist)}"
        return text + (f" against {self.targets.phrase()}" if self.targets is not None else "")

    def one(self) -> str:
        """One of these Actions.

        >>> Acts(icons=("melee",)).one(), Acts(kind="attack", not_icons=("melee",)).one()
        ('a melee Action', 'an attack Action that is not melee')
        """
        text = self.phrase().replace("Actions", "Action", 1).replace(" that are not ", " that is not ")
        return with_article(text)


class Is(Test, frozen=True, tag="is"):
    """Whether a model is one of a selection; ``like`` says what it must be."""

    who: Whom
    like: Models

    def phrase(self) -> str:
        return _is_like(WHOM[self.who], self.like)[0]

    def denied(self) -> str:
        return _is_like(WHOM[self.who], self.like)[1]


class ThereAre(Test, frozen=True, tag="there_are"):
    """At least ``least`` (and at most ``most``) models of the selection are there."""

    models: Models
    least: Amount = 1
    most: Amount | None = None

    def phrase(self) -> str:
        if self.least == 1:
            return f"there is {self.models.one()}"
        return f"there are at least {amount(self.least)} {self.models.phrase(plural=True)}"

    def denied(self) -> str:
        if self.least != 1:
            return super().denied()
        return f"there is no {replace(self.models, which='all').phrase().removeprefix('each ')}"


class ThereAreMarkers(Test, frozen=True, tag="there_are_markers"):
    markers: Markers
    least: Amount = 1
    most: Amount | None = None

    def phrase(self) -> str:
        if self.least == 1:
            return f"there is {replace(self.markers, which='one', optional=False).phrase()}"
        return f"there are at least {amount(self.least)} {self.markers.phrase(plural=True)}"

    def denied(self) -> str:
        if self.least != 1:
            return super().denied()
        return f"there is no {replace(self.markers, which='all').phrase().removeprefix('each ')}"


class Compare(Test, frozen=True, tag="compare"):
    left: Amount
    is_: Relation = field(name="is")
    right: Amount

    def phrase(self) -> str:
        return f"{amount(self.left)} is {RELATIONS[self.is_]} {amount(self.right)}"

    def denied(self) -> str:
        return replace(self, is_=OPPOSITES[self.is_]).phrase()


class HasDone(Test, frozen=True, tag="done"):
    """The effect before this one really happened ("if it does so")."""

    least: int = 1

    def phrase(self) -> str:
        return "that happened"

    def denied(self) -> str:
        return "that did not happen"


class Not(Test, frozen=True, tag="not"):
    test: AnyTest

    def phrase(self) -> str:
        return self.test.denied()

    def denied(self) -> str:
        return self.test.phrase()


class Every(Test, frozen=True, tag="all"):
    tests: tuple[AnyTest, ...]

    def phrase(self) -> str:
        return " and ".join(inner.phrase() for inner in self.tests)


class Some(Test, frozen=True, tag="some"):
    tests: tuple[AnyTest, ...]

    def phrase(self) -> str:
        return " or ".join(inner.phrase() for inner in self.tests)


class Acting(Test, frozen=True, tag="acting"):
    """The Action going on is such a one; ``by`` its model, ``generator`` the model whose effect generated
    it."""

    acts: Acts = Acts()
    by: Models | None = None
    generator: Models | None = None

    def phrase(self) -> str:
        by = f" by {self.by.one()}" if self.by is not None else ""
        of = f" that {self.generator.one()} generated" if self.generator is not None else ""
        return f"it comes from {self.acts.phrase()}{by}{of}"

    def denied(self) -> str:
        return self.phrase().replace("it comes", "it does not come", 1)


class InActivation(Test, frozen=True, tag="activation_of"):
    """The Activation going on is that model's."""

    who: Who

    def phrase(self) -> str:
        if isinstance(self.who, str):
            return f"it is {possessed('Activation', self.who)}"
        return f"it is the Activation of {who(self.who)}"

    def denied(self) -> str:
        return self.phrase().replace("it is", "it is not", 1)


class Took(Test, frozen=True, tag="took"):
    """The model has taken such an Action since then."""

    who: Whom = "self"
    acts: Acts = Acts()
    since: Since = "activation"

    def phrase(self) -> str:
        return f"{WHOM[self.who]} has taken {self.acts.phrase()} {_since(self.since)}"

    def denied(self) -> str:
        return self.phrase().replace(" has ", " has not ", 1)


class Did(Test, frozen=True, tag="did"):
    """The model has killed, damaged, cheated, moved, … since then; ``to`` what sort of model."""

    what: Literal["killed", "damaged", "targeted", "cheated", "moved", "was_damaged", "discarded", "healed"]
    who: Whom = "self"
    to: Models | None = None
    since: Since = "activation"

    def phrase(self) -> str:
        to = f" {self.to.one()}" if self.to is not None else ""
        did = "suffered damage" if self.what == "was_damaged" else self.what
        return f"{WHOM[self.who]} has {did}{to} {_since(self.since)}"

    def denied(self) -> str:
        return self.phrase().replace(" has ", " has not ", 1)


class CardIs(Test, frozen=True, tag="card"):
    """The card last discarded, flipped or revealed: of one of the suits ("chosen": the suit chosen before),
    of a value, a Joker."""

    suits: tuple[Suit, ...] = ()
    least: int = 0
    most: int = 14
    joker: Literal["", "no", "any", "red", "black"] = ""

    def phrase(self) -> str:
        says = []
        if self.suits:
            named = " or ".join(suit_name(suit) for suit in self.suits)
            says.append(named.replace("the chosen suit", "of the chosen suit"))
        says += [f"{self.least} or more"] if self.least else []
        says += [f"{self.most} or less"] if self.most < 14 else []
        jokers = {"no": "no Joker", "any": "a Joker", "red": "the Red Joker", "black": "the Black Joker"}
        says += [jokers[self.joker]] if self.joker else []
        return f"the card is {' and '.join(says) or 'any'}"


class Stands(Test, frozen=True, tag="stands"):
    """The model is on its own or the enemy half of the table, or on the centreline (M3E-SETUP-12 to -14)."""

    on: Literal["own_half", "enemy_half", "centreline"]
    who: Whom = "self"

    def phrase(self) -> str:
        half = {"own_half": "its own half", "enemy_half": "the enemy half", "centreline": "the centreline"}
        return f"{WHOM[self.who]} is on {half[self.on]}"

    def denied(self) -> str:
        return self.phrase().replace(" is on ", " is not on ", 1)


class Repeated(Test, frozen=True, tag="repeated"):
    """The acting model has declared the Action going on before in this Activation."""

    def phrase(self) -> str:
        return "that Action was declared before in this Activation"

    def denied(self) -> str:
        return "that Action was not declared before in this Activation"


class DuelWas(Test, frozen=True, tag="duel"):
    """The duel going on (or just resolved): its stat, opposed or not, who won, who cheated, who declared
    a Trigger; the ``joker`` that this model flipped."""

    stats: tuple[str, ...] = ()
    opposed: bool | None = None
    won_by: Whom | None = None
    cheated_by: Whom | None = None
    declared_by: Whom | None = None
    plain: bool | None = None
    joker: Literal["", "red", "black"] = ""

    def phrase(self) -> str:
        says = [f"the duel uses {' or '.join(FIGURES.get(n, n) for n in self.stats)}"] if self.stats else []
        if self.opposed is not None:
            says.append("the duel is opposed" if self.opposed else "the duel is not opposed")
        if self.won_by is not None:
            says.append(f"{WHOM[self.won_by]} won the duel")
        if self.cheated_by is not None:
            says.append(f"{WHOM[self.cheated_by]} cheated")
        if self.declared_by is not None:
            says.append(f"{WHOM[self.declared_by]} declared a Trigger")
        if self.joker:
            says.append(f"this model flipped the {self.joker.capitalize()} Joker")
        if self.plain is not None:
            says.append("the flips have no modifiers" if self.plain else "a flip has a modifier")
        return " and ".join(says)

    def denied(self) -> str:
        if self.won_by and self == DuelWas(won_by=self.won_by):
            return f"{WHOM[self.won_by]} did not win the duel"
        if self.declared_by and self == DuelWas(declared_by=self.declared_by):
            return f"{WHOM[self.declared_by]} declared no Trigger"
        return super().denied()


class Interrupted(Test, frozen=True, tag="interrupted"):
    """The last move of these effects was stopped before its full length by something in its way."""

    def phrase(self) -> str:
        return "that move was interrupted"


class SharedSuit(Test, frozen=True, tag="shared_suit"):
    """Both final duel totals have a suit in common."""

    def phrase(self) -> str:
        return "both totals have a suit in common"


class Segment(Test, frozen=True, tag="segment"):
    """The damage flip came out at least so; ``cheated`` or not."""

    least: Literal["weak", "moderate", "severe"] = "weak"
    cheated: bool | None = None

    def phrase(self) -> str:
        if self.cheated is not None and self.least == "weak":
            return f"the damage flip was {'' if self.cheated else 'not '}cheated"
        also = {None: "", True: " and cheated", False: " and not cheated"}[self.cheated]
        return f"the damage flip was at least {self.least}{also}"


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
    | Stands
    | Repeated
    | DuelWas
    | Interrupted
    | SharedSuit
    | Segment
)


# Phrases


def possessed(thing: str, whom: str) -> str:
    """What somebody has: "the target’s Mv"."""
    return f"the {thing} of {WHOM[whom]}" if whom in LONG else f"{WHOM[whom]}’s {thing}"


def amount(value: Any) -> str:
    """A number, a flip or what is counted, in words."""
    if isinstance(value, Count):
        return value.phrase()
    if isinstance(value, tuple):
        return "/".join(str(part) for part in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def scaled(value: Any, say: Callable[[str], str]) -> str:
    """``say`` of a number; of what is counted, once for each.

    >>> scaled(2, lambda number: f"{number} higher")
    '2 higher'
    >>> scaled(Limit(amount=Suits(suit="ram"), most=2), lambda number: f"{number} higher")
    '1 higher for each Ram in this model’s final total (at most 2)'
    """
    factor, most, counted = 1, None, value
    while isinstance(counted, Limit | Times):
        if isinstance(counted, Limit):
            if counted.least is not None or not isinstance(counted.most, int):
                return say(amount(value))
            most = counted.most * factor
        elif isinstance(counted.by, int):
            factor *= counted.by
        counted = counted.amount
    if not (unit := counted.unit() if isinstance(counted, Count) else ""):
        return say(amount(value))
    return f"{say(str(factor))} for each {unit}{f' (at most {most})' if most is not None else ''}"


def inches(value: Any) -> str:
    if isinstance(value, Struct):
        if scaled(value, str) != amount(value):
            return scaled(value, lambda number: f"{number} inch{'' if number == '1' else 'es'}")
        return f"{amount(value)} in inches"
    return f"{amount(value)} inch{'' if value == 1 else 'es'}"


def condition_name(key: str) -> str:
    """A Condition with its X, if it is about one.

    >>> condition_name("adversary:Urami"), condition_name("slow")
    ('Adversary (Urami)', 'Slow')
    """
    name, _colon, about = key.partition(":")
    return name.capitalize() + (f" ({about})" if about else "")


def suit_name(suit: str) -> str:
    named = {"any": "a suit of its choice", "chosen": "the chosen suit"}
    return named.get(suit) or with_article(suit.capitalize())


def who(value: Any) -> str:
    """A model or marker meant, or a selection of them."""
    return value.phrase() if isinstance(value, Pick) else WHOM[value]


def _is_like(who_is: str, like: Models) -> tuple[str, str]:
    """That it is such a model, and that it is not.

    >>> _is_like("the target", Models(has=("slow",)))
    ('the target has Slow', 'the target does not have Slow')
    >>> _is_like("this model", Models(activated=False))
    ('this model has not Activated', 'this model has Activated')
    >>> _is_like("it", Models(side="enemy"))
    ('it is an enemy model', 'it is not an enemy model')
    """
    details = like.details()
    plain = like.kind() == "model" and not like.other
    if not plain or not details or any(text.startswith("where ") for text in details):
        return f"{who_is} is {like.one()}", f"{who_is} is not {like.one()}"
    both = [_verbal(text) for text in details]
    yes, no = " and ".join(pair[0] for pair in both), " or ".join(pair[1] for pair in both)
    return f"{who_is} {yes}", f"{who_is} {no}"


def _verbal(detail: str) -> tuple[str, str]:
    """A detail after a noun as what is said of it, and its opposite."""
    text = detail.removeprefix("that ")
    verb, _space, rest = text.partition(" ")
    match verb:
        case "is" | "has" | "was" | "may" if rest.startswith(("not ", "no ")):
            article = "a " if rest.startswith("no ") else ""
            return text, f"{verb} {article}{rest.partition(' ')[2]}"
        case "is" | "was" | "may":
            return text, f"{verb} not {rest}"
        case "has":
            return text, f"has not {rest}"
        case "engages" | "shares":
            return text, f"does not {verb.removesuffix('s')} {rest}"
        case "with":
            return f"has {rest}", f"does not have {rest}"
        case "without":
            return f"does not have {rest}", f"has {rest}"
        case "besides":
            return f"is not {rest}", f"is {rest}"
    return f"is {text}", f"is not {text}"


def _where(wanted: Models | Markers) -> list[str]:
    says = []
    if wanted.within is not None:
        area = {"": "within", "aura": "in an aura of", "pulse": "in a pulse of"}[wanted.area]
        near = "" if wanted.of == "self" and wanted.area else f" of {who(wanted.of)}"
        says.append(f"{area} {inches(wanted.within)}{near}")
    if wanted.beyond is not None:
        says.append(f"farther than {inches(wanted.beyond)} from {who(wanted.of)}")
    if wanted.in_range:
        says.append("in range")
    if wanted.sight_of is not None:
        says.append(f"in sight of {who(wanted.sight_of)}")
    if wanted.contact is not None:
        says.append(f"in base contact with {who(wanted.contact)}")
    return says


def _since(since: str) -> str:
    return f"this {since if since == 'game' else since.capitalize()}"
