"""The vocabulary of card scripts: every effect, cost, restriction and ability that can be read, as data.

A card is data in these words and nothing else; an unknown word fails when the card is loaded. A word says
itself what it does (``sentence``). How it is carried out stands in ``abilities/*_words.py``
(``@executes(Word)``), what an ability changes all the time in ``abilities/passive.py``. What cannot be said
here is ``Prompted``: the engine opens the window, shows the sentence, and the players apply it with table
commands. Amounts are numbers, ``X`` set by an earlier effect (M3E-GEN-05), or counted (``selects.py``,
which also selects models and markers); only damage and healing may be ``(W, M, S)`` flips.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.scripts.phrases import (
    MOMENTS,
    ONCE,
    PLAYERS,
    SCHEMES,
    SOURCES,
    UNTIL,
    UNVALUED,
    added,
    any_of,
    base_verb,
    capitalised,
    cards_counted,
    damage_suffered,
    fate_modifiers,
    is_figure,
    plural_verb,
    repeated,
    several,
    top_cards,
    with_verb,
)
from rules.editions.m3e.scripts.selects import (
    FIGURES,
    RELATIONS,
    WHOM,
    Acts,
    Amount,
    AnyTest,
    Chosen,
    Done,
    Flip3,
    Flippable,
    Half,
    Inches,
    Markers,
    Models,
    MomentDamage,
    PrintedSuit,
    Side,
    Spot,
    StatTest,
    Suit,
    ThisMarker,
    Times,
    Way,
    WhichMarkers,
    Who,
    Whom,
    amount,
    inches,
    possessed,
    scaled,
    suit_name,
    who,
)
from rules.game.state import Until
from rules.wording import titled, with_article

Once = Literal["", "activation", "turn", "game", "target"]
Player = Literal["own", "opposing", "both"]
Chooser = Literal["source", "mover", "opposing"]


class Word(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every word of the vocabulary is."""

    def sentence(self) -> str:
        """What it does, without a capital and a full stop."""
        raise NotImplementedError(type(self).__name__)


def effects_in_words(effects: Iterable[Word]) -> str:
    """The sentences of the effects, one after the other."""
    return ", then ".join(text for effect in effects if (text := effect.sentence()))


def _paid(costs: Iterable[Word]) -> str:
    return " and ".join(cost.sentence() for cost in costs)


def _with(acts: Acts | None) -> str:
    """Which Actions, as a tail; empty for all."""
    return f" with {acts.phrase()}" if acts is not None else ""


def _against(models: Models | None) -> str:
    """Which models, as a tail; empty for everybody."""
    return f" against {models.one()}" if models is not None else ""


# Costs: paid on declaring, or nothing resolves (M3E-TRIG-05, M3E-ACT-17)


class PayCards(Word, frozen=True, tag="pay_cards"):
    """Discard cards; with ``suit`` one of that suit; ``random`` ones chosen at random."""

    cards: int = 1
    suit: Literal["", PrintedSuit] = ""
    random: bool = False

    def sentence(self) -> str:
        suit = f" of {self.suit.capitalize()}s" if self.suit else ""
        cards = "a card" if self.cards == 1 else f"{self.cards} cards"
        return f"discard {cards}{suit}{' at random' * self.random}"


class PayStones(Word, frozen=True, tag="pay_stones"):
    stones: int = 1

    def sentence(self) -> str:
        return "spend a Soulstone" if self.stones == 1 else f"spend {self.stones} Soulstones"


class PayDamage(Word, frozen=True, tag="pay_damage"):
    """Damage the acting model chooses to suffer; unpayable if it would leave 0 Health (M3E-CHOICE-03), unpaid
    if reductions leave none (M3E-DMG-02)."""

    amount: Amount = 1
    irreducible: bool = False

    def sentence(self) -> str:
        return f"suffer {damage_suffered(self.amount)}{' that cannot be lowered' * self.irreducible}"


class PayToken(Word, frozen=True, tag="pay_token"):
    """Discard tokens of this model, or of the one that is meant."""

    name: str
    number: int = 1
    of: Whom = "self"

    def sentence(self) -> str:
        name = f"{titled(self.name)} Token"
        of = "" if self.of == "self" else f" of {WHOM[self.of]}"
        return f"discard {with_article(name) if self.number == 1 else f'{self.number} {name}s'}{of}"


class PayMarker(Word, frozen=True, tag="pay_marker"):
    """Remove a marker of a kind within so many inches."""

    kind: str
    inches: float = 1.0

    def sentence(self) -> str:
        return f"remove {with_article(titled(self.kind))} Marker within {inches(self.inches)}"


class PayCondition(Word, frozen=True, tag="pay_condition"):
    condition: str
    value: int = 1

    def sentence(self) -> str:
        return f"lower {self.condition.capitalize()} by {self.value}"


class PayPassToken(Word, frozen=True, tag="pay_pass_token"):
    tokens: int = 1

    def sentence(self) -> str:
        return "discard a Pass Token" if self.tokens == 1 else f"discard {self.tokens} Pass Tokens"


class PayUpgrade(Word, frozen=True, tag="pay_upgrade"):
    """Discard an attached Upgrade of a name or kind."""

    upgrade: str = ""

    def sentence(self) -> str:
        return f"discard an attached {self.upgrade + ' ' if self.upgrade else ''}Upgrade"


class PayKill(Word, frozen=True, tag="pay_kill"):
    """Kill a model of the selection (one, chosen by the payer)."""

    models: Models

    def sentence(self) -> str:
        return f"kill {self.models.one()}"


class PayMarkers(Word, frozen=True, tag="pay_markers"):
    """Remove markers of the selection: one, exactly ``number`` ("some"), or all that there are."""

    markers: Markers

    def sentence(self) -> str:
        return f"remove {self.markers.phrase().removeprefix('up to ')}"


class PayOneOf(Word, frozen=True, tag="pay_one_of"):
    """One of several costs, at the payer's choice."""

    costs: tuple[Cost, ...]

    def sentence(self) -> str:
        costs = [cost.sentence() for cost in self.costs]
        verb = costs[0].partition(" ")[0] + " "
        same = all(cost.startswith(verb) for cost in costs)
        return " or ".join([costs[0], *(cost.removeprefix(verb) if same else cost for cost in costs[1:])])


class PayUpTo(Word, frozen=True, tag="pay_up_to"):
    """The cost as often as the payer likes, or up to ``most`` times: X is how often it was paid."""

    cost: Cost
    most: int | None = None

    def sentence(self) -> str:
        if self.most is None:
            return f"{self.cost.sentence()} as often as it likes (X)"
        return f"{self.cost.sentence()} up to {self.most} time{'s' * (self.most > 1)} (X)"


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
    | PayUpTo
)


# Restrictions: when a thing may be declared, and on whom (M3E-ACT-24, M3E-TRIG-06)


class TargetIs(Word, frozen=True, tag="target_is"):
    """``side`` as the acting model sees it; ``word`` a characteristic, keyword, station or name."""

    side: Side = "any"
    word: str = ""
    other: bool = False
    marker: str = ""

    def sentence(self) -> str:
        side = "" if self.side == "any" else f"{self.side} "
        return f"only {'another ' * self.other}{side}{self.word or self.marker or 'model'}"


class TargetHas(Word, frozen=True, tag="target_has"):
    condition: str

    def sentence(self) -> str:
        return f"only with {self.condition.capitalize()} on the target"


class SelfHas(Word, frozen=True, tag="self_has"):
    condition: str

    def sentence(self) -> str:
        return f"only with {self.condition.capitalize()} on this model"


class NotEngaged(Word, frozen=True, tag="not_engaged"):
    def sentence(self) -> str:
        return "only while not engaged"


class OnlyEngaged(Word, frozen=True, tag="only_engaged"):
    def sentence(self) -> str:
        return "only while engaged"


class Only(Word, frozen=True, tag="only"):
    """The target must be one of those models."""

    models: Models

    def sentence(self) -> str:
        return f"only on {self.models.one()}"


class OnlyMarkers(Word, frozen=True, tag="only_markers"):
    """The target must be one of those markers."""

    markers: Markers

    def sentence(self) -> str:
        return f"only on {replace(self.markers, which='one', optional=False).phrase()}"


class OnlyIf(Word, frozen=True, tag="only_if"):
    """It may be declared only when the test holds."""

    test: AnyTest

    def sentence(self) -> str:
        return f"only if {self.test.phrase()}"


Restriction = TargetIs | TargetHas | SelfHas | NotEngaged | OnlyEngaged | Only | OnlyMarkers | OnlyIf


# Passive abilities: what they change as long as they apply (M3E-ABIL-01)


class Armor(Word, frozen=True, tag="armor"):
    """Damage is lowered by so much, to no less than 1 (M3E-DMG-08); copies add (M3E-ABIL-02)."""

    amount: int = 1

    def sentence(self) -> str:
        return f"damage to this model is {self.amount} lower, but not below 1"


class HardToKill(Word, frozen=True, tag="hard_to_kill"):
    """Damage that would take it from 2 or more Health to 0 leaves it at 1."""

    def sentence(self) -> str:
        return "damage that would kill it at 2 Health or more leaves it at 1"


class HardToWound(Word, frozen=True, tag="hard_to_wound"):
    """Damage flips against it have a minus."""

    def sentence(self) -> str:
        return "damage flips against it have −"


class Insignificant(Word, frozen=True, tag="insignificant"):
    """Ignored for Strategies and Schemes (M3E-STRAT-02)."""

    def sentence(self) -> str:
        return "Strategies and Schemes pass it over"


class Terrifying(Word, frozen=True, tag="terrifying"):
    """An enemy that targets it with an Attack first passes a Wp duel, or the Action fails."""

    tn: int

    def sentence(self) -> str:
        return f"an enemy that attacks it first needs a Wp duel against {self.tn}"


class Stealthy(Word, frozen=True, tag="stealthy"):
    """May not be targeted from farther than so many inches."""

    inches: float = 6.0

    def sentence(self) -> str:
        return f"enemies farther than {inches(self.inches)} cannot target it"


class NoInjury(Word, frozen=True, tag="immune"):
    """Never has that Condition."""

    label: ClassVar[str] = "Immune to a Condition"
    condition: str

    def sentence(self) -> str:
        return f"it never has {self.condition.capitalize()}"


class StatBonus(Word, frozen=True, tag="stat_bonus"):
    """A stat (df, wp, mv, sz) is higher or lower, always or while a Condition lasts."""

    stat: str
    amount: Amount
    while_has: str = ""

    def sentence(self) -> str:
        while_has = f" while it has {self.while_has.capitalize()}" if self.while_has else ""
        return f"it has {added(self.amount)} {FIGURES.get(self.stat, self.stat)}{while_has}"


class DuelModifier(Word, frozen=True, tag="duel_modifier"):
    """Plus or minus on this model's duels, or a number (``total``) or suits added: attacking (an Attack
    Action of its own), resisting, acting (any Action of its own), or any duel; of one icon, stat or sort of
    Action if named, against such an opponent, or one without Cover and Concealment (``exposed``); simple ones
    that an effect of such a model demands ("by"). A suit "chosen" before only where it is granted.
    ``no_minus``: no minus counts."""

    plus: int = 0
    minus: int = 0
    when: Literal["attacking", "resisting", "acting", "any"] = "any"
    icon: str = ""
    total: Amount = 0
    suits: tuple[Literal[PrintedSuit, "chosen"], ...] = ()
    stats: tuple[str, ...] = ()
    acts: Acts | None = None
    against: Models | None = None
    exposed: bool = False
    opposed: bool | None = None
    by: Models | None = None
    no_minus: bool = False

    def sentence(self) -> str:
        role = {"attacking": "attack", "resisting": "resisting", "acting": "Action", "any": ""}[self.when]
        opposed = {None: "", True: "opposed", False: "simple"}[self.opposed]
        stats = "/".join(FIGURES.get(name, name) for name in self.stats)
        duels = " ".join(part for part in (opposed, self.icon, stats, role, "duels") if part)
        got = [fate_modifiers(self.plus, self.minus)]
        got += [added(self.total)] if self.total else []
        got += [" and ".join(suit_name(suit) for suit in self.suits)] if self.suits else []
        got += ["no −"] if self.no_minus else []
        about = _with(self.acts) + (f" that {self.by.one()} demands" if self.by is not None else "")
        of = _against(self.against)
        if self.exposed:
            of = f"{of or ' against a model'} without Cover and Concealment"
        return f"its {duels}{about}{of} have {' and '.join(part for part in got if part)}"


class Manipulative(Word, frozen=True, tag="manipulative"):
    """Until it has Activated this Turn, an enemy's Action that targets it has a minus on its duel."""

    def sentence(self) -> str:
        return "until it has Activated, enemies that target it have −"


class HarderDuels(Word, frozen=True, tag="harder_duels"):
    """The TN of simple duels that the model generates is so much higher."""

    label: ClassVar[str] = "Its duels are harder"
    amount: Amount = 1

    def sentence(self) -> str:
        return f"simple duels that it generates have {added(self.amount)} to their TN"


class Nerve(Word, frozen=True, tag="nerve"):
    """Of the Wp duel that Terrifying asks for: plus on it; a failed one is ignored for the ``cost``."""

    plus: int = 0
    cost: tuple[Cost, ...] = ()

    def sentence(self) -> str:
        says = [f"its duels against Terrifying have {fate_modifiers(self.plus, 0)}"] if self.plus else []
        if self.cost:
            price = _paid(self.cost)
            says.append(f"it may {price} to ignore a failed duel against Terrifying")
        return " and ".join(says)


class FirstInitiative(Word, frozen=True, tag="first_initiative"):
    """Plus on its player's flip for Initiative in the first Turn; once for all copies."""

    plus: int = 1

    def sentence(self) -> str:
        return f"the first Initiative flip of the game has {fate_modifiers(self.plus, 0)}"


class Initiative(Word, frozen=True, tag="initiative"):
    """Plus on each flip of its player for Initiative, or so much more; once for all copies."""

    plus: int = 0
    more: int = 0

    def sentence(self) -> str:
        got = [f"have {fate_modifiers(self.plus, 0)}"] if self.plus else []
        got += [f"are {self.more} higher"] if self.more else []
        return f"the Initiative flips of its player {' and '.join(got)}"


class GivesTN(Word, frozen=True, tag="gives_tn"):
    """Attack Actions without a TN that target the model have this one."""

    label: ClassVar[str] = "Attacks on it have a TN"
    tn: int

    def sentence(self) -> str:
        return f"attack Actions without a TN that target it have a TN of {self.tn}"


class NotDistracting(Word, frozen=True, tag="not_distracting"):
    """Enemies that target the model with attack Actions have no minus from their own Distracted."""

    label: ClassVar[str] = "Attacks on it ignore Distracted"

    def sentence(self) -> str:
        return "enemies that target it with attack Actions ignore their Distracted"


class MoreBonus(Word, frozen=True, tag="more_bonus"):
    """May take a second bonus Action each Activation, another than the first."""

    def sentence(self) -> str:
        return "it may take a second, different bonus Action each Activation"


class Unanswered(Word, frozen=True, tag="unanswered"):
    """Enemy models do not react to those moments of this model."""

    label: ClassVar[str] = "Enemies do not react"
    moments: tuple[str, ...]

    def sentence(self) -> str:
        moments = " or ".join(begin(moment, who="it") for moment in self.moments)
        return f"enemy models do not react {moments[0].lower()}{moments[1:]}"


class Ruthless(Word, frozen=True, tag="ruthless"):
    """Terrifying and Manipulative do not hinder this model's Actions."""

    def sentence(self) -> str:
        return "Terrifying and Manipulative do not stop it"


class UsesStones(Word, frozen=True, tag="uses_stones"):
    """May use Soulstones though its station may not (M3E-STONE-01)."""

    def sentence(self) -> str:
        return "it may use Soulstones"


class Barred(Word, frozen=True, tag="barred"):
    """May not take the Action of that name."""

    label: ClassVar[str] = "Cannot take one Action"
    action: str

    def sentence(self) -> str:
        return f"it cannot take {self.action}"


class AlwaysFinishedOff(Word, frozen=True, tag="always_finished_off"):
    """Its fall Finishes it Off without a flip (SL-FINISH-08)."""

    def sentence(self) -> str:
        return "its fall always finishes it off"


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

    def sentence(self) -> str:
        source = f" from {any_of(self.sources)}" if self.sources else ""
        by = f" dealt by {self.by.one()}" if self.by is not None else ""
        about = f" from {self.acts.phrase()}" if self.acts is not None else ""
        if self.nothing:
            return f"it suffers no damage{source}{about}{by}"
        floor = "" if self.floor == 1 else f" (down to {self.floor})"
        return scaled(self.amount, lambda number: f"damage to it{source}{about}{by} is {number} lower{floor}")


class DamageModifier(Word, frozen=True, tag="damage_modifier"):
    """Plus or minus on damage flips, or more damage: of the model's own Actions ("dealing") or against it
    ("suffering"); ``ignoring`` reductions by name (armor, shielded, incorporeal, hard_to_kill,
    hard_to_wound). ``ignores_minus``: so many minus, or all, do not count."""

    when: Literal["dealing", "suffering"] = "dealing"
    plus: int = 0
    minus: int = 0
    more: Amount = 0
    irreducible: bool = False
    minus_is_plus: bool = False
    ignoring: tuple[str, ...] = ()
    cheatable: bool | None = None
    acts: Acts | None = None
    against: Models | None = None
    sources: tuple[Source, ...] = ()
    ignores_minus: Amount | Literal["all"] = 0

    def sentence(self) -> str:
        whose = "its damage" if self.when == "dealing" else "damage against it"
        about = _with(self.acts)
        got = [f"has {flips} on the flip"] if (flips := fate_modifiers(self.plus, self.minus)) else []
        got += [scaled(self.more, lambda number: f"is {number} higher")] if self.more else []
        got += ["cannot be lowered"] if self.irreducible else []
        got += ["has + on the flip for each −"] if self.minus_is_plus else []
        if self.ignores_minus:
            many = "each" if self.ignores_minus == "all" else amount(self.ignores_minus)
            got.append(f"ignores {many} − on the flip")
        got += [f"ignores {capitalised(self.ignoring)}"] if self.ignoring else []
        if self.cheatable is not None:
            got.append("may be cheated" if self.cheatable else "cannot be cheated")
        source = " or ".join(SOURCES.get(name, name.capitalize()) for name in self.sources)
        about = f" from {source}{about}" if source else about
        return f"{whose}{about}{_against(self.against)} {' and '.join(got)}"


class ReachModifier(Word, frozen=True, tag="reach_modifier"):
    """The range of such Actions is longer by so many inches; or ``as_icon``: they may be taken as melee (or
    missile) with range ``as_inches``. ``cost``: paid for a target that is farther than the range alone."""

    acts: Acts = Acts()
    inches: Amount = 0
    cost: tuple[Cost, ...] = ()
    as_icon: Literal["", "melee", "missile"] = ""
    as_inches: float = 0.0

    def sentence(self) -> str:
        if self.as_icon:
            return f"its {self.acts.phrase()} may be {self.as_icon} with a range of {inches(self.as_inches)}"
        cost = f" ({_paid(self.cost)})" if self.cost else ""
        return f"its {self.acts.phrase()} reach {inches(self.inches)} farther{cost}"


class TreatAsBonus(Word, frozen=True, tag="treat_as_bonus"):
    """May take such Actions as bonus Actions; with a ``cost`` if any."""

    label: ClassVar[str] = "Actions as bonus Actions"
    acts: Acts
    cost: tuple[Cost, ...] = ()

    def sentence(self) -> str:
        cost = f" ({_paid(self.cost)})" if self.cost else ""
        return f"it may take {self.acts.phrase()} as bonus Actions{cost}"


class NoTarget(Word, frozen=True, tag="no_target"):
    """Such Actions, which target a Marker, may be taken without one."""

    label: ClassVar[str] = "Actions without their Marker"
    acts: Acts

    def sentence(self) -> str:
        return f"it may take {self.acts.phrase()} without a target"


class NoLimit(Word, frozen=True, tag="no_limit"):
    """Ignores the once-per-Activation (or Turn) limit of such Actions."""

    label: ClassVar[str] = "Actions as often as it likes"
    acts: Acts

    def sentence(self) -> str:
        return f"it may take {self.acts.phrase()} as often as it likes"


class ChargeWith(Word, frozen=True, tag="charge_with"):
    """Charge may generate an Action of that icon instead of a melee one."""

    icon: Literal["missile", "none"] = "missile"

    def sentence(self) -> str:
        return f"its Charge may end in a {'plain' if self.icon == 'none' else self.icon} Action"


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
    "ruthless",
    "serene_countenance",
    "demise",
    "targeting_restrictions",
    "disengaged",
]


class Ignores(Word, frozen=True, tag="ignores"):
    """The model ignores those things: always, or with such Actions; ``of``: only where such models (of
    friendly_fire, cover, manipulative, …) or such ``markers`` (of severe, hazardous, sight) cause them."""

    what: tuple[Ignored, ...]
    acts: Acts | None = None
    of: Models | None = None
    markers: Markers | None = None

    def sentence(self) -> str:
        about = _with(self.acts)
        of = f" of {self.of.phrase()}" if self.of is not None else ""
        of += f" of {self.markers.phrase(plural=True)}" if self.markers is not None else ""
        return f"it ignores {capitalised(self.what)}{of}{about}"


class Passable(Word, frozen=True, tag="passable"):
    """Other models may move through this one."""

    label: ClassVar[str] = "Others move through it"

    def sentence(self) -> str:
        return "other models may move through it"


class Cannot(Word, frozen=True, tag="cannot"):
    """The model may not: take such Actions ("act"), be targeted by such Actions of such models
    ("be_targeted"), "target" such models itself (while who says so is in play), declare Triggers, cheat, be
    moved, heal, gain ``conditions`` or ``tokens``, …; ``unless`` it pays each time (its player chooses).
    ``against``: the opposed or targeting or moving models meant. ``optional``: its player says each time
    whether (be_moved). ``but_by``: the Actions that may nevertheless (be_removed, of a Marker).
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
        "be_removed",
    ]
    acts: Acts | None = None
    against: Models | None = None
    unless: tuple[Cost, ...] = ()
    conditions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    markers: Markers | None = None
    sources: tuple[Source, ...] = ()
    optional: bool = False
    but_by: Acts | None = None

    def sentence(self) -> str:
        acts = self.acts.phrase() if self.acts is not None else "Actions"
        what = {
            "act": f"cannot take {acts}",
            "target": "cannot target",
            "be_targeted": f"cannot be targeted by {acts}",
            "trigger": "cannot declare Triggers",
            "cheat": "cannot cheat fate",
            "heal": "cannot Heal",
            "reduce_with_stones": "cannot lower damage with Soulstones",
            "use_stones": "cannot use Soulstones",
            "gain_condition": f"cannot gain {capitalised(self.conditions) or 'Conditions'}",
            "gain_tokens": f"cannot gain {capitalised(self.tokens)} Tokens".replace("  ", " "),
            "lose_condition": f"cannot lose {capitalised(self.conditions) or 'Conditions'}",
            "remove_markers": f"cannot remove {(self.markers or Markers()).phrase(plural=True)}",
        }.get(self.what, f"cannot {self.what.replace('_', ' ')}")
        unless = f" unless its player chooses to {_paid(self.unless)}" if self.unless else ""
        of = _against(self.against)
        if self.what.startswith("be_"):
            of = of.replace(" against ", " by ", 1)
        elif self.what == "target":
            of = of.removeprefix(" against") + _with(self.acts)
        if self.optional:
            return f"its player may say that it is not {self.what.removeprefix('be_')}{of}"
        if self.but_by is not None:
            unless += f" but by {self.but_by.phrase()}"
        return f"it {what}{of}{unless}"


class Gives(Word, frozen=True, tag="gives"):
    """The model has Cover or Concealment, or none ("no_cover", "no_concealment"); with ``icon`` against
    Actions of that icon. "hazardous", "severe": the place counts as such for it (aura parts)."""

    label: ClassVar[str] = "Has Cover, Concealment or the like"
    what: Literal["cover", "concealment", "no_cover", "no_concealment", "hazardous", "severe", "concealing"]
    icon: str = ""
    condition: str = ""
    value: int = 0

    def sentence(self) -> str:
        if self.what in ("hazardous", "severe", "concealing"):
            does = f" ({self.condition.capitalize()} {added(self.value)})" if self.condition else ""
            return f"the ground there counts as {self.what.capitalize()}{does}"
        icon = f" against {self.icon} Actions" if self.icon else ""
        return f"it has {self.what.replace('no_', 'no ').replace('_', ' ').capitalize()}{icon}"


class Shortens(Word, frozen=True, tag="shortens"):
    """A move of the model is so much shorter, to no less than 0; not one that such a model causes
    (``not_by``)."""

    label: ClassVar[str] = "Its moves are shorter"
    inches: Amount
    not_by: Models | None = None

    def sentence(self) -> str:
        unless = f" unless {self.not_by.one()} causes it" if self.not_by is not None else ""
        return f"a move of it is {inches(self.inches)} shorter{unless}"


class CentresShockwave(Word, frozen=True, tag="centres_shockwave"):
    """Instead of a Shockwave Marker the model may choose such a model as its centre, which suffers the
    ``effects`` as "it"; the duels have a TN so much higher. The centre is in its own Shockwave as little as
    in its own pulse (M3E-AREA-09)."""

    label: ClassVar[str] = "Shockwaves round a model"
    models: Models
    tn: int = 0
    effects: tuple[Effect, ...] = ()

    def sentence(self) -> str:
        then = f"; then {effects_in_words(self.effects)}" if self.effects else ""
        higher = f", and the duel has {added(self.tn)} to its TN" if self.tn else ""
        return f"instead of a Shockwave Marker it may take {self.models.one()} as centre{then}{higher}"


class CountsAs(Word, frozen=True, tag="counts_as"):
    """The model has that characteristic, keyword or name too (``leaders_keywords``: those of its Crew's
    Leader), or has it ``instead_of`` others; or it counts as a marker of a kind; or as of the other side
    ("friendly" to everybody) for such Actions."""

    words: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    leaders_keywords: bool = False
    marker: str = ""
    acts: Acts | None = None

    def sentence(self) -> str:
        names = " and ".join(self.words) or (f"a {titled(self.marker)} Marker" if self.marker else "a friend")
        instead = f" instead of {' and '.join(self.instead_of)}" if self.instead_of else ""
        if self.leaders_keywords:
            return "it has the Keywords of its Leader"
        return f"it counts as {names}{instead}{f' for {self.acts.phrase()}' if self.acts is not None else ''}"


class DrawsFrom(Word, frozen=True, tag="draws_from"):
    """Such Actions may draw range and sight (or only sight) from such models or markers. What does not
    reach its target otherwise then declares no Triggers, ``unless`` that is paid, or has so much on its
    ``total``."""

    acts: Acts = Acts()
    models: Models | None = None
    markers: Markers | None = None
    sight_only: bool = False
    no_triggers: bool = False
    unless: tuple[Cost, ...] = ()
    total: int = 0

    def sentence(self) -> str:
        source = self.models.phrase() if self.models is not None else (self.markers or Markers()).phrase()
        price = ", then without Triggers" if self.no_triggers else ""
        price += f" unless its player chooses to {_paid(self.unless)}" if self.unless else ""
        price += f", then with {added(self.total)} on its duel" if self.total else ""
        return (
            f"its {self.acts.phrase()} may draw {'' if self.sight_only else 'range and '}sight from "
            f"{source}{price}"
        )


class InsteadOfMoving(Word, frozen=True, tag="instead_of_moving"):
    """When taking those Actions (Walk, Charge), the model may be Placed instead: completely within
    ``inches``, or in base contact with one of ``contact``; ``even_engaged`` lifts the bar of engagement."""

    names: tuple[str, ...] = ("Walk",)
    kind: Literal["place", "push", "move"] = "place"
    inches: Inches = 0.0
    contact: Spot | None = None
    even_engaged: bool = False

    def sentence(self) -> str:
        how = {"place": "be placed", "push": "be pushed", "move": "move"}[self.kind]
        where = f" into base contact with {who(self.contact)}" if self.contact is not None else ""
        wholly = "completely " * (self.kind == "place" and self.contact is None)
        where += f" {wholly}within {inches(self.inches)}" if self.inches else ""
        engaged = ", even if engaged" * self.even_engaged
        return f"for {' or '.join(self.names)} it may {how}{where} instead{engaged}"


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

    def sentence(self) -> str:
        got = [f"go {inches(self.inches)} farther"] if self.inches else []
        got += ["may be taken while engaged"] if self.even_engaged else []
        got += ["may be taken after a Disengage"] if self.after_disengage else []
        got += ["may be taken while Buried"] if self.while_buried else []
        got += ["may target Buried models"] if self.target_buried else []
        got += [f"have their TN changed by {amount(self.tn)}"] if self.tn else []
        got += [f"also have {' and '.join(self.triggers)}"] if self.triggers else []
        return f"its {self.acts.phrase()} {' and '.join(got)}"


class HandSize(Word, frozen=True, tag="hand_size"):
    """This Crew's maximum hand is higher, or that of the ``opposing`` one lower; once for all copies."""

    amount: int = 1
    opposing: bool = False

    def sentence(self) -> str:
        if self.opposing:
            return f"the opponent may hold {self.amount} card{'s' * (self.amount > 1)} fewer"
        return f"its Crew may hold {self.amount} more card{'s' * (self.amount > 1)}"


class Leaves(Word, frozen=True, tag="leaves"):
    """When killed the model leaves no marker (``nothing``), these ``instead`` of its own, or besides."""

    label: ClassVar[str] = "Markers it leaves when killed"
    markers: tuple[str, ...] = ()
    nothing: bool = False
    instead: bool = False

    def sentence(self) -> str:
        if self.nothing:
            return "it leaves no Marker when killed"
        names = " and ".join(f"a {titled(kind)} Marker" for kind in self.markers)
        return f"when killed it leaves {names}{' instead' if self.instead else ' besides'}"


class Deploys(Word, frozen=True, tag="deploys"):
    """Deployed otherwise: ``farther`` inches beyond the zone, or ``anywhere`` at the start of the game but
    within inches of the enemy zone (``beyond_zone``) or models; ``no_interact`` on the first Turn."""

    label: ClassVar[str] = "Deployment"
    anywhere: bool = False
    farther: int = 0
    beyond_zone: float = 0.0
    beyond_models: float = 0.0
    no_interact: bool = False
    buried: bool = False

    def sentence(self) -> str:
        if self.buried:
            return "it is deployed Buried"
        where = "anywhere" if self.anywhere else f"up to {inches(self.farther)} beyond its zone"
        far = f", not within {inches(self.beyond_zone)} of the enemy zone" if self.beyond_zone else ""
        far += f", not within {inches(self.beyond_models)} of enemies" if self.beyond_models else ""
        return f"it may be deployed {where}{far}{'; no Interact on Turn 1' * self.no_interact}"


class Hiring(Word, frozen=True, tag="hiring"):
    """Says something about hiring only: a cost treated otherwise, words it counts as, models or Crews it
    may not go with, Upgrades it may buy. Nothing happens in the game itself."""

    label: ClassVar[str] = "Hiring rule"
    cost: int | None = None
    keywords: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    only_with: tuple[str, ...] = ()
    when_leader: str = ""
    text: str = ""

    def sentence(self) -> str:
        says = [f"hired for a Cost of {self.cost}"] if self.cost is not None else []
        says += [f"has the Keyword {' and '.join(self.keywords)} when hiring"] if self.keywords else []
        says += [f"not hired together with {' or '.join(self.not_with)}"] if self.not_with else []
        says += [f"hired only together with {' or '.join(self.only_with)}"] if self.only_with else []
        says += [f"if the Leader is {self.when_leader}"] if self.when_leader else []
        says += [self.text] if self.text else []
        return "; ".join(says) or "concerns hiring only"


class SparesFire(Word, frozen=True, tag="spares_fire"):
    """Friendly models' Attack Actions ignore this model for Friendly Fire; with ``by`` only such models'."""

    label: ClassVar[str] = "Spared by Friendly Fire"
    by: Models | None = None

    def sentence(self) -> str:
        by = self.by.phrase(plural=True) if self.by is not None else "friends"
        return f"Attacks of {by} ignore it for Friendly Fire"


class ArrivesActivated(Word, frozen=True, tag="arrives_activated"):
    """When Summoned it counts as having Activated this Turn, and nobody gains a Pass Token for it."""

    def sentence(self) -> str:
        return "Summoned, it counts as Activated, and nobody gains a Pass Token"


class NotScoring(Word, frozen=True, tag="not_scoring"):
    """Its own side's Strategies and Schemes ignore it."""

    label: ClassVar[str] = "Ignored by its own side's scoring"

    def sentence(self) -> str:
        return "Strategies and Schemes of its own side pass it over"


class StaysOut(Word, frozen=True, tag="stays_out"):
    """Its owner may choose that it does not take an Action outside of its Activation."""

    label: ClassVar[str] = "May refuse Actions outside its Activation"

    def sentence(self) -> str:
        return "outside of its Activation its owner may choose that it takes no Action"


class PartingBlow(Word, frozen=True, tag="parting_blow"):
    """Its melee Action that an enemy's Disengage generates may have its effects and Triggers; then it takes
    nothing from the Push (its player says so before the duel)."""

    def sentence(self) -> str:
        return "its attack on who Disengages may have its effects instead of shortening the Push"


class InteractsFor(Word, frozen=True, tag="interacts_for"):
    """Who says so controls Interact Actions of the model, which takes them as a model of that Crew."""

    label: ClassVar[str] = "Its Interact is controlled"

    def sentence(self) -> str:
        return "this model controls its Interact Actions, which it takes as a friendly model"


class ResisterCannot(Word, frozen=True, tag="resister_cannot"):
    """Of an Action: who resists it declares no Resistance Trigger, does not cheat, or has no plus."""

    trigger: bool = False
    cheat: bool = False
    plus: bool = False

    def sentence(self) -> str:
        cannot = ["declares no Trigger"] * self.trigger + ["does not cheat"] * self.cheat
        cannot += ["has no + on its flip"] * self.plus
        return f"who resists {' and '.join(cannot)}"


class ConditionRule(Word, frozen=True, tag="condition_rule"):
    """A Condition works otherwise on the model: it ``heals`` instead of damage, is not lowered, has no
    effect."""

    condition: str
    heals: bool = False
    not_lowered: bool = False
    more_damage: int = 0
    no_effect: bool = False

    def sentence(self) -> str:
        got = ["heals it instead"] if self.heals else []
        got += ["does not drop by itself"] if self.not_lowered else []
        got += [f"does {self.more_damage} more damage"] if self.more_damage else []
        got += ["has no effect on it"] if self.no_effect else []
        return f"{self.condition.capitalize()} {' and '.join(got)}"


class Fate(Word, frozen=True, tag="fate"):
    """The model's flips: Jokers as each other, plus and minus as each other, a card flipped from the discard
    pile at a ``cost`` where no fate modifier is left, cheating though barred, with the top card of the deck,
    before or after its enemy. With ``of_opponent`` those of an enemy in an opposed duel with this model."""

    label: ClassVar[str] = "Fate: cheating and Jokers"
    black_as_red: bool = False
    red_as_black: bool = False
    turns_modifiers: bool = False
    cheat_despite_minus: bool = False
    cheats_last: bool = False
    cheats_first: bool = False
    cheat_with_top: bool = False
    flip_from_discard: bool = False
    cost: tuple[Cost, ...] = ()
    of_opponent: bool = False
    acts: Acts | None = None
    against: Models | None = None

    def sentence(self) -> str:
        says = {
            "treats Black Jokers as Red": self.black_as_red,
            "treats Red Jokers as Black": self.red_as_black,
            "treats + as − and − as +": self.turns_modifiers,
            "may cheat in spite of −": self.cheat_despite_minus,
            "cheats last": self.cheats_last,
            "cheats first": self.cheats_first,
            "may cheat with the top card of the deck": self.cheat_with_top,
            "may flip from the discard pile where no fate modifier is left": self.flip_from_discard,
        }
        about = _with(self.acts)
        price = f" ({_paid(self.cost)})" if self.cost else ""
        subject = "an enemy in an opposed duel with it" if self.of_opponent else "it"
        what = " and ".join(text for text, said in says.items() if said)
        return f"{subject} {what}{price}{about}{_against(self.against)}"


class EngagementRange(Word, frozen=True, tag="engagement_range"):
    """The model's engagement range is so many inches (0 contact, null none)."""

    inches: float | None = None

    def sentence(self) -> str:
        return "it engages nobody" if self.inches is None else f"it engages within {inches(self.inches)}"


class While(Word, frozen=True, tag="while"):
    """The part holds only while the tests hold ("it" is the model that has the part, "self" who bears the
    ability)."""

    label: ClassVar[str] = "While … holds"
    tests: tuple[AnyTest, ...]
    part: Passive | Aura

    def sentence(self) -> str:
        return f"while {' and '.join(inner.phrase() for inner in self.tests)}, {self.part.sentence()}"


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
    | HarderDuels
    | Nerve
    | FirstInitiative
    | Initiative
    | GivesTN
    | NotDistracting
    | MoreBonus
    | Unanswered
    | Ruthless
    | Barred
    | AlwaysFinishedOff
    | Reduce
    | DamageModifier
    | ReachModifier
    | TreatAsBonus
    | NoTarget
    | NoLimit
    | ChargeWith
    | Ignores
    | Passable
    | Cannot
    | Gives
    | Shortens
    | CentresShockwave
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
    | InteractsFor
    | PartingBlow
    | StaysOut
    | NotScoring
    | While
)


# Effects: damage and Health


class Damage(Word, frozen=True, tag="damage"):
    """The target suffers damage; ``blasts`` per segment of a flipped amount (M3E-AREA-04). ``of``: from
    that Condition (M3E-COND-05); ``ignoring`` reductions by name; ``plus``, ``minus`` on the flip;
    ``area``: counts as from a pulse or shockwave."""

    amount: Flippable
    whom: Who = "target"
    irreducible: bool = False
    blasts: Flip3 = (0, 0, 0)
    ignoring: tuple[str, ...] = ()
    of: str = ""
    plus: int = 0
    minus: int = 0
    cheatable: bool = True
    area: Literal["", "pulse", "shockwave"] = ""

    def sentence(self) -> str:
        blasts = f" with {'/'.join(str(n) for n in self.blasts)} blasts" if any(self.blasts) else ""
        how = f" from {self.of.capitalize()}" if self.of else ""
        how += " that cannot be lowered" if self.irreducible else ""
        how += f" ignoring {capitalised(self.ignoring)}" if self.ignoring else ""
        flips = fate_modifiers(self.plus, self.minus)
        how += f" with {flips} on the flip" if flips else ""
        how += "" if self.cheatable else " without cheating"
        return f"{with_verb(who(self.whom), 'suffers')} {damage_suffered(self.amount)}{how}{blasts}"


class MoreDamage(Word, frozen=True, tag="more_damage"):
    """+N damage to what this action does to its target (M3E-DMG-11); from a Trigger whose time comes after
    the damage, N damage."""

    amount: Amount = 1

    def sentence(self) -> str:
        if isinstance(self.amount, Done):
            return "the damage is that much higher"
        if is_figure(self.amount) or isinstance(self.amount, Half):
            return f"the damage is higher by {amount(self.amount)}"
        return scaled(self.amount, lambda number: f"the damage is {number} higher")


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

    def sentence(self) -> str:
        got = []
        if not isinstance(self.plus or self.minus, int):
            sign, many = ("+", self.plus) if self.plus else ("−", self.minus)
            got.append(scaled(many, lambda number: f"has {repeated(sign, number)} on its flip"))
        if isinstance(self.plus, int) and isinstance(self.minus, int) and (self.plus or self.minus):
            got.append(f"has {fate_modifiers(self.plus, self.minus)} on its flip")
        got += ["has no blasts"] if self.no_blasts else []
        got += [f"has {amount(self.blasts)} more blast{'s' * (self.blasts != 1)}"] if self.blasts else []
        got += ["cannot be lowered"] if self.irreducible else []
        got += [f"ignores {capitalised(self.ignoring)}"] if self.ignoring else []
        if self.cheatable is not None:
            got.append("may be cheated in spite of −" if self.cheatable else "cannot be cheated")
        if self.reduce:
            got.append(scaled(self.reduce, lambda number: f"is {number} lower, but not below {self.floor}"))
        got += ["does nothing"] if self.nothing else []
        got += ["kills"] if self.also_kill else []
        return f"the damage of this Action {' and '.join(got)}"


class MoreHealing(Word, frozen=True, tag="more_healing"):
    """What this Action heals its target is so much more (when resolving)."""

    amount: Amount = 1

    def sentence(self) -> str:
        if isinstance(self.amount, Done):
            return "the healing is that much higher"
        return scaled(self.amount, lambda number: f"the healing is {number} higher")


class Heal(Word, frozen=True, tag="heal"):
    """The model Heals; ``plus``, ``minus`` on a healing flip, or ``plain``: without any modifier."""

    amount: Flippable
    whom: Who = "target"
    plus: Amount = 0
    minus: int = 0
    plain: bool = False

    def sentence(self) -> str:
        flips = fate_modifiers(self.plus, self.minus) if isinstance(self.plus, int) else ""
        if not isinstance(self.plus, int):
            flips = scaled(self.plus, lambda number: repeated("+", number))
        flips = "no modifiers" if self.plain else flips
        healed = scaled(self.amount, lambda number: f"{number}{f' with {flips}' if flips else ''}")
        return f"{with_verb(who(self.whom), 'heals')} {healed}"


# Effects: Conditions


class Gain(Word, frozen=True, tag="gain"):
    """A Condition, with its value; ``of`` is the X of Adversary (X), "chosen" a Keyword that this model's
    player chooses among those of both Crews."""

    condition: str
    value: Amount = 1
    whom: Who = "target"
    of: str = ""

    def sentence(self) -> str:
        of = "a chosen Keyword" if self.of == "chosen" else self.of
        kind = self.condition.capitalize() + (f" ({of})" if of else "")
        valued = "" if self.value == 1 and self.condition in UNVALUED else f" {added(self.value)}"
        return f"{with_verb(who(self.whom), 'gains')} {kind}{valued}"


class SameCondition(Word, frozen=True, tag="same_condition"):
    """The Condition that the moment is about, with its value, for that model."""

    whom: Who = "target"

    def sentence(self) -> str:
        return f"{with_verb(who(self.whom), 'gains')} the same Condition"


class Lose(Word, frozen=True, tag="lose"):
    """Lower a Condition by ``value``, or end it when ``value`` is 0."""

    condition: str
    value: Amount = 0
    whom: Who = "target"

    def sentence(self) -> str:
        if self.value:
            lowers = f"{with_verb(who(self.whom), 'lowers')} its {self.condition.capitalize()}"
            return scaled(self.value, lambda number: f"{lowers} by {number}")
        return f"{with_verb(who(self.whom), 'loses')} {self.condition.capitalize()}"


class EndConditions(Word, frozen=True, tag="end_conditions"):
    """End ``number`` Conditions of a model (all when null), of those named or any; ``chooser`` picks. With
    ``move_to`` the ended ones are gained by that model, with ``most`` as the highest value."""

    number: Amount | None = 1
    whom: Who = "target"
    conditions: tuple[str, ...] = ()
    chooser: Whom = "self"
    optional: bool = False
    move_to: Whom | None = None
    most: int | None = None

    def sentence(self) -> str:
        kinds = any_of(self.conditions) if self.conditions else "Condition"
        to = f"; {WHOM[self.move_to]} gains {'it' if self.number == 1 else 'them'}" if self.move_to else ""
        to += f", up to {added(self.most)}" if self.most is not None else ""
        if self.number == 1:
            which = f"{'up to one' if self.optional else 'one'} {kinds}" if kinds == "Condition" else kinds
            return f"{which} on {who(self.whom)} ends{to}"
        many = "all" if self.number is None else amount(self.number)
        which = "Conditions" if kinds == "Condition" else f"of {kinds}"
        return f"{'up to ' * self.optional}{many} {which} on {who(self.whom)} end{to}"


# Effects: cards


class Draw(Word, frozen=True, tag="draw"):
    """The model's player draws; or ``player``: own, opposing, both."""

    cards: Amount = 1
    whom: Who = "self"
    player: Player | None = None

    def sentence(self) -> str:
        subject = PLAYERS[self.player] if self.player is not None else who(self.whom)
        return f"{subject} {'draw' if self.player == 'both' else 'draws'} {cards_counted(self.cards)}"


class DiscardCards(Word, frozen=True, tag="discard"):
    """The model's player discards (as many as it has); ``random``, or of a suit ("chosen": that chosen
    before); ``chooser``: that model's player says which."""

    cards: Amount = 1
    whom: Who = "self"
    player: Player | None = None
    random: bool = False
    suit: Literal["", PrintedSuit, "chosen"] = ""
    chooser: Whom | None = None

    def sentence(self) -> str:
        subject = PLAYERS[self.player] if self.player is not None else who(self.whom)
        suit = f" of {self.suit.capitalize()}s" if self.suit else ""
        suit = " of the chosen suit" if self.suit == "chosen" else suit
        suit += f" of {possessed('choice', self.chooser)}" if self.chooser is not None else ""
        verb = "discard" if self.player == "both" else "discards"
        return f"{subject} {verb} {cards_counted(self.cards)}{suit}{' at random' * self.random}"


class ArrangeCards(Word, frozen=True, tag="arrange"):
    """Look at (``reveal``: both see) the top cards of a deck; ``discard`` up to so many of them (those of
    ``suits``, or any; X is then how many), put up to ``bottom`` on the bottom, ``draw`` so many, ``aside``
    so many out of the game, and the rest back on top in any order. ``deck``: whose; the looking player
    chooses."""

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

    def sentence(self) -> str:
        got = []
        if self.discard:
            suits = f" ({' or '.join(suit_name(suit) for suit in self.suits)})" if self.suits else ""
            got.append(f"discards {'' if self.must_discard else 'up to '}{amount(self.discard)}{suits}")
        got += [f"sets {amount(self.aside)} aside"] if self.aside else []
        got += [f"draws {amount(self.draw)}"] if self.draw else []
        got += [f"puts up to {amount(self.bottom)} at the bottom"] if self.bottom else []
        got += ["puts the rest back in any order"] if self.reorder else []
        looks = "shows" if self.reveal else "looks at"
        first = f"{WHOM[self.chooser]} {looks} the {top_cards(self.cards)} of the deck of {WHOM[self.deck]}"
        return ", ".join([first, *got])


class TakeFromDiscard(Word, frozen=True, tag="take_from_discard"):
    """Cards from the discard pile: its top ones, or ``any`` the player picks; into the hand, onto the deck,
    under it, or ``shuffled`` into it."""

    cards: Amount = 1
    any: bool = False
    suits: tuple[Suit, ...] = ()
    to: Literal["hand", "top", "bottom", "aside", "shuffled"] = "hand"
    whom: Whom = "self"

    def sentence(self) -> str:
        to = {
            "hand": "into the hand",
            "top": "on the deck",
            "bottom": "under the deck",
            "aside": "aside",
            "shuffled": "and shuffles them into the deck",
        }[self.to]
        cards = f"{cards_counted(self.cards)} of its choice" if self.any else f"the {top_cards(self.cards)}"
        return f"{who(self.whom)} takes {cards} from its discard pile {to}"


class HandToDeck(Word, frozen=True, tag="hand_to_deck"):
    """Cards from the hand onto or under the deck."""

    cards: Amount = 1
    to: Literal["top", "bottom"] = "top"
    whom: Whom = "self"
    optional: bool = False

    def sentence(self) -> str:
        where = "on" if self.to == "top" else "under"
        puts = "may put" if self.optional else "puts"
        return f"{who(self.whom)} {puts} {cards_counted(self.cards)} {where} its deck"


class ShuffleDiscard(Word, frozen=True, tag="shuffle"):
    """Shuffle the discard pile of the model's player into the deck; or of ``player``: own, opposing,
    both."""

    whom: Whom = "self"
    player: Player | None = None

    def sentence(self) -> str:
        if self.player == "both":
            return "both players shuffle their discard piles into their decks"
        subject = PLAYERS[self.player] if self.player is not None else who(self.whom)
        return f"{subject} shuffles its discard pile into the deck"


class FlipCard(Word, frozen=True, tag="flip_card"):
    """Flip (or ``reveal``, or ``discard``) the top card of a deck; what follows may ask about it ("card").
    ``discarded``: it is one of the cards that the moment discarded, as the model's player chooses.
    ``names_suit``: of a Red Joker its owner says the suit now (M3E-FATE-03); else it has each."""

    whom: Whom = "self"
    how: Literal["flip", "reveal", "discard", "discarded"] = "flip"
    cheatable: bool = True
    names_suit: bool = False

    def sentence(self) -> str:
        verb = {
            "flip": "flips a card",
            "reveal": "shows its top card",
            "discard": "discards its top card",
            "discarded": "takes one of the discarded cards",
        }[self.how]
        how = "" if self.cheatable or self.how != "flip" else " without cheating"
        how += " and names the suit of a Red Joker" * self.names_suit
        return f"{who(self.whom)} {verb}{how}"


class ChooseSuit(Word, frozen=True, tag="choose_suit"):
    """A suit is chosen ("chosen" from now on); ``of_card``: it is that of the card last discarded, flipped or
    revealed (of the Red Joker any)."""

    chooser: Whom = "self"
    of_card: bool = False

    def sentence(self) -> str:
        return "the suit of that card is taken" if self.of_card else f"{WHOM[self.chooser]} names a suit"


# Effects: moves and markers


class Move(Word, frozen=True, tag="move"):
    """A Move, Push or Place of so many inches. ``way`` is relative to ``of`` (this model unless said).

    ``full``: exactly so far ("4 inches"), else up to; ``optional``: it may be left. ``contact``: ends in
    base contact with that; ``through``: on the way its base crosses that model's. ``within``: (Place) inside
    ``inches`` of ``of`` instead of where it stands; ``end_within``: it ends within so many inches of ``of``.
    ``unengaged``: where it and that model do not engage each other; ``beside`` terrain of that trait, within
    1 inch. ``anywhere`` on the table;
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
    beside: str = ""
    ignoring: tuple[Literal["models", "severe", "hazardous", "terrain", "engagement", "impassable"], ...] = ()
    closest: bool = False

    def sentence(self) -> str:
        subject = who(self.whom)
        verb = {"move": "moved", "push": "pushed", "place": "placed"}[self.kind]
        be = "may be" if self.optional else "is"
        far = "" if not self.inches else f" {'' if self.full else 'up to '}{inches(self.inches)}"
        if self.within:
            far = f" within {inches(self.inches)} of {who(self.of)}"
        where = f" {self.way} {'from ' * (self.way == 'away')}{who(self.of)}" if self.way != "any" else ""
        where += f" into base contact with {who(self.contact)}" if self.contact is not None else ""
        where += f" through {WHOM[self.through]}" if self.through is not None else ""
        where += " anywhere" if self.anywhere else ""
        where += " anywhere in range" if self.in_range else ""
        end = (
            f", ending within {inches(self.end_within)} of {who(self.of)}"
            if self.end_within is not None
            else ""
        )
        end += f", not engaged with {WHOM[self.unengaged]}" if self.unengaged is not None else ""
        end += f", ignoring {capitalised(self.ignoring)}" if self.ignoring else ""
        end += f", within 1 inch of {self.beside.capitalize()} terrain" if self.beside else ""
        end += ", as its own player likes" if self.chosen_by == "mover" else ""
        end += ", as the opponent likes" if self.chosen_by == "opposing" else ""
        return f"{with_verb(subject, be) if be == 'is' else f'{subject} {be}'} {verb}{far}{where}{end}"


class Swap(Word, frozen=True, tag="swap"):
    """Two models (or a model and a marker) change places."""

    one: Spot = "self"
    two: Spot = "target"

    def sentence(self) -> str:
        return f"{who(self.one)} and {who(self.two)} change places"


class DropMarker(Word, frozen=True, tag="drop_marker"):
    """Drop a marker in base contact with a model; or Create it within ``inches``, as an Impassable one
    always is (M3E-MARK-09, -10). ``traits`` are Terrain Traits; ``hazard`` the Condition of a Hazardous
    one, with its value, ``hazard_damage`` what it deals besides. ``in_range``: anywhere in this Action's
    range; ``anywhere`` on the table (``beyond_zone``: not within so many inches of the enemy zone); in the
    own ``zone`` or table half; ``centred`` on ``whom``; ``apart`` inches at least from ``apart_from`` (other
    markers unless said); ``touching``: in base contact with the one before.
    ``sight_of``: where that model sees it. ``side``: to whose side. ``own``: who dropped it is kept, for what
    asks for its own; ``credited``: whom it kills counts as killed by this model."""

    kind: str
    whom: Spot = "self"
    create: bool = False
    inches: Inches = 0.0
    traits: tuple[str, ...] = ()
    name: str = ""
    number: Amount = 1
    touching: bool = False
    optional: bool = False
    in_range: bool = False
    anywhere: bool = False
    zone: Literal["", "deployment", "half"] = ""
    centred: bool = False
    mm: float = 0.0
    height: int = 0
    hazard: str = ""
    hazard_value: int = 1
    hazard_damage: int = 0
    beyond_zone: float = 0.0
    apart: float = 0.0
    apart_from: Spot | None = None
    sight_of: Whom | None = None
    side: Literal["own", "enemy", "neutral"] = "own"
    own: bool = False
    credited: bool = False
    chooser: Whom | Literal["opposing"] = "self"

    def sentence(self) -> str:
        size = f"{self.mm:g} mm " if self.mm else ""
        traits = "".join(f"{trait.capitalize()} " for trait in self.traits)
        besides = f"{self.hazard_damage} damage and " if self.hazard_damage else ""
        hazard = f" ({besides}{self.hazard.capitalize()} {added(self.hazard_value)})" if self.hazard else ""
        height = f"Ht {self.height} " if self.height else ""
        side = "" if self.side == "own" else f"{self.side} "
        called = f"{size}{height}{traits}{side}{titled(self.name or self.kind)}"
        what = f"{called} Marker{'s' * (self.number != 1)}{hazard}"
        what = with_article(what) if self.number == 1 else f"{amount(self.number)} {what}"
        what += " in base contact with each other" if self.touching else ""
        what += " of its own" * self.own
        if self.in_range:
            where = "anywhere in range"
        elif self.anywhere:
            far = f" that is not within {inches(self.beyond_zone)} of the enemy Deployment Zone"
            where = f"anywhere{far if self.beyond_zone else ''}"
        elif self.zone:
            where = f"anywhere in its {'Deployment Zone' if self.zone == 'deployment' else 'table half'}"
        elif self.inches:
            where = f"within {inches(self.inches)} of {who(self.whom)}"
        else:
            where = f"{'on' if self.centred else 'touching'} {who(self.whom)}"
        others = "other Markers"
        if self.apart_from is not None:
            wanted = self.apart_from
            others = wanted.phrase(plural=True) if isinstance(wanted, Markers) else who(wanted)
        apart = f", at least {inches(self.apart)} from {others}" if self.apart else ""
        seen = f" in sight of {WHOM[self.sight_of]}" if self.sight_of is not None else ""
        verb = f"{'may ' * self.optional}{'create' if self.create else 'drop'}{'' if self.optional else 's'}"
        credit = "; whom it kills counts as killed by this model" * self.credited
        return f"{WHOM[self.chooser]} {verb} {what} {where}{seen}{apart}{credit}"


class RemoveMarkers(Word, frozen=True, tag="remove_markers"):
    """Remove up to ``most`` markers of a kind within ``inches`` of a model."""

    kind: str
    inches: float = 0.0
    most: int = 1
    whom: Whom = "target"

    def sentence(self) -> str:
        near = f"within {inches(self.inches)} of {who(self.whom)}"
        return f"up to {self.most} {titled(self.kind)} Markers {near} go"


class Remove(Word, frozen=True, tag="remove"):
    """Remove those markers (or terrain pieces); ``done`` counts them, "it_marker" is the last of them."""

    markers: WhichMarkers
    by: Whom = "self"

    def sentence(self) -> str:
        return f"{who(self.markers)} is removed"


class MoveMarkers(Word, frozen=True, tag="move_markers"):
    """Move, Push or Place those markers up to ``inches`` (``full``: exactly so far, or until something stops
    it), toward or away from ``of``, into ``contact``."""

    markers: WhichMarkers
    inches: Inches = 0.0
    kind: Literal["move", "push", "place"] = "move"
    way: Way = "any"
    of: Spot = "self"
    contact: Spot | None = None
    in_range: bool = False
    optional: bool = False
    full: bool = False

    def sentence(self) -> str:
        verb = {"move": "moved", "push": "pushed", "place": "placed"}[self.kind]
        far = f" {'' if self.full else 'up to '}{inches(self.inches)}" if self.inches else ""
        where = f" {self.way} {'from ' * (self.way == 'away')}{who(self.of)}" if self.way != "any" else ""
        where += f" into base contact with {who(self.contact)}" if self.contact is not None else ""
        where += " in range" if self.in_range else ""
        return f"{who(self.markers)} {'may be' if self.optional else 'is'} {verb}{far}{where}"


class ChangeMarker(Word, frozen=True, tag="change_marker"):
    """In a "would drop" moment: the marker is one of that side instead."""

    side: Literal["own", "enemy", "neutral"] = "own"

    def sentence(self) -> str:
        whose = {"own": "a friendly", "enemy": "an enemy", "neutral": "a neutral"}[self.side]
        return f"{whose} Marker is dropped instead"


class TurnMarkers(Word, frozen=True, tag="turn_markers"):
    """Those markers become friendly to a side, or of another kind."""

    markers: WhichMarkers
    side: Literal["", "own", "enemy", "neutral"] = ""
    kind: str = ""

    def sentence(self) -> str:
        side = {"own": "friendly", "enemy": "the enemy’s", "neutral": "nobody’s", "": ""}[self.side]
        return f"{who(self.markers)} becomes {side or f'{with_article(titled(self.kind))} Marker'}"


# Effects: tokens


def taken(number: Amount) -> tuple[Amount, bool]:
    """What is given or taken as a number without a sign, and whether it is taken."""
    if isinstance(number, int):
        return abs(number), number < 0
    if isinstance(number, Times) and number.by == -1:
        return number.amount, True
    return number, False


class Token(Word, frozen=True, tag="token"):
    """Give (or with a negative number take) tokens; ``all``: every one is taken. ``optional``: may."""

    name: str
    number: Amount = 1
    whom: Who = "target"
    all: bool = False
    optional: bool = False

    def sentence(self) -> str:
        name = f"{titled(self.name)} Token"
        if self.all:
            return f"{with_verb(who(self.whom), 'loses')} its {name}s"
        number, loses = taken(self.number)
        said = scaled(number, lambda many: with_article(name) if many == "1" else f"{many} {name}s")
        said = said.replace("any number ", "any number of ", 1)
        verb = "loses" if loses else "gains"
        return f"{who(self.whom)} {f'may {plural_verb(verb)}' if self.optional else verb} {said}"


class MoveTokens(Word, frozen=True, tag="move_tokens"):
    """Tokens go from one model to another; all when ``number`` is null."""

    name: str
    number: Amount | None = None
    source: Whom = "self"
    to: Who = "target"

    def sentence(self) -> str:
        name = f"{titled(self.name)} Token"
        if self.number == 1:
            return f"{with_article(name)} goes from {WHOM[self.source]} to {who(self.to)}"
        many = "all" if self.number is None else amount(self.number)
        return f"{many} {name}s go from {WHOM[self.source]} to {who(self.to)}"


class PassToken(Word, frozen=True, tag="pass_token"):
    """A player gains (or loses) Pass Tokens."""

    number: Amount = 1
    player: Player = "own"

    def sentence(self) -> str:
        number, loses = taken(self.number)
        verb = ("lose" if loses else "gain") + "s" * (self.player != "both")
        many = "a Pass Token" if number == 1 else several(amount(number), "Pass Tokens")
        many = f"Pass Tokens, {amount(number)}" if isinstance(number, Chosen) else many
        return f"{PLAYERS[self.player]} {verb} {many}"


# Effects: generated Actions


class TakeAction(Word, frozen=True, tag="take_action"):
    """Generate an action: by ``name``, or any with that ``icon``; ``on_target``: it must target the same.

    ``again``: the Action going on; ``acts`` any such; ``upon`` whom it must target; ``different``: not the
    target of the Action going on. ``controlled_by``: who chooses and controls it. ``plain``: none that
    Attaches Upgrades or lists a model by name. ``plus``, ``minus`` on its duel, ``damage_plus``,
    ``damage_minus`` on its damage flip, ``total`` and ``suits`` added; ``no_triggers``; ``ignoring`` range,
    sight, engagement, … ``unengaged_by``: that model's engagement does not count. ``credit``: if it kills its
    target, this model may count as the killer.
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
    suits: tuple[PrintedSuit, ...] = ()
    no_triggers: bool = False
    triggers_must: bool = False
    ignoring: tuple[Ignored, ...] = ()
    unengaged_by: Whom | None = None
    toward: Spot | None = None
    credit: bool = False

    def sentence(self) -> str:
        if self.again:
            what = "this Action again"
        elif self.name:
            what = self.name
        elif self.acts is not None:
            what = f"one of its {self.acts.phrase()}"
        else:
            what = f"{with_article(self.icon or 'printed')} Action"
        how = " against the same target" if self.on_target else ""
        how += " against another target" if self.different and self.upon is None else ""
        how += f" against {self._whom()}" if self.upon is not None else ""
        flips = fate_modifiers(self.plus, self.minus)
        how += f", with {flips} on the duel" if flips else ""
        damage = fate_modifiers(self.damage_plus, self.damage_minus)
        how += f", with {damage} on damage" if damage else ""
        how += f", with {added(self.total)}" if self.total else ""
        how += f", with {' and '.join(map(suit_name, self.suits))}" if self.suits else ""
        how += ", none that attaches Upgrades or names a model" if self.plain else ""
        how += ", without Triggers" if self.no_triggers else ""
        how += f", ignoring {capitalised(self.ignoring)}" if self.ignoring else ""
        how += f", as if not engaged by {WHOM[self.unengaged_by]}" if self.unengaged_by is not None else ""
        how += f", as {WHOM[self.controlled_by]} says" if self.controlled_by is not None else ""
        how += "; if it kills the target, this model may count as the killer" * self.credit
        subject = who(self.whom)
        return f"{subject} {'may take' if self.optional else 'takes'} {what}{how}"

    def _whom(self) -> str:
        """The target that it must have: one of several."""
        upon = self.upon
        if isinstance(upon, Models | Markers) and upon.which == "all":
            return replace(upon, which="one").phrase()
        return who(upon)


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

    def sentence(self) -> str:
        what = self.acts.one()
        what += " that names no model" if self.plain else ""
        what += " of the card" if self.printed == "card" else ""
        if self.printed == "upgrade":
            what += f" of {with_article(' '.join(filter(None, (titled(self.upgrade), 'Upgrade'))))}"
        how = f" with {added(self.stat_modifier)} to its stat" if self.stat_modifier else ""
        how += " with the stat of this Action" if self.own_stat else ""
        whose = f"{what} of {who(self.models)}"
        if self.until is not None:
            return f"{UNTIL[self.until]}, {WHOM[self.whom]} has {whose} as its own{how}"
        return f"{WHOM[self.whom]} {'may take' if self.optional else 'takes'} {whose}{how}"


# Effects: areas, and what happens next


class Pulse(Word, frozen=True, tag="pulse"):
    """Everyone within ``inches`` of a model, it excluded, suffers the effects (M3E-AREA-09)."""

    inches: float
    effects: tuple[Effect, ...]
    whom: Whom = "self"
    side: Side = "any"

    def sentence(self) -> str:
        side = "model" if self.side == "any" else f"{self.side} model"
        where = f"in a pulse of {inches(self.inches)} of {WHOM[self.whom]}"
        return f"for each {side} {where}: {effects_in_words(self.effects)}"


class Each(Word, frozen=True, tag="each"):
    """The effects for every model of the selection, one wholly after the other: in them it is "it", and
    "target" stays who it was. A selection of one is how a model is chosen."""

    models: Who
    effects: tuple[Effect, ...]

    def sentence(self) -> str:
        return f"for {who(self.models)}: {effects_in_words(self.effects)}"


class EachMarker(Word, frozen=True, tag="each_marker"):
    """The effects for every marker of the selection: in them it is "it_marker"."""

    markers: WhichMarkers
    effects: tuple[Effect, ...]

    def sentence(self) -> str:
        return f"for {who(self.markers)}: {effects_in_words(self.effects)}"


class If(Word, frozen=True, tag="if"):
    """The effects when the test holds, else the others."""

    label: ClassVar[str] = "If … then"
    test: AnyTest
    effects: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()

    def sentence(self) -> str:
        otherwise = f"; otherwise {effects_in_words(self.otherwise)}" if self.otherwise else ""
        return f"if {self.test.phrase()}, {effects_in_words(self.effects)}{otherwise}"


class Repeat(Word, frozen=True, tag="repeat"):
    times: Amount
    effects: tuple[Effect, ...]

    def sentence(self) -> str:
        return f"{amount(self.times)} times: {effects_in_words(self.effects)}"


class SetX(Word, frozen=True, tag="set_x"):
    """X is that amount for the effects that follow (M3E-GEN-05)."""

    label: ClassVar[str] = "X is a number"
    amount: Amount

    def sentence(self) -> str:
        return f"X is {amount(self.amount)}"


class Later(Word, frozen=True, tag="later"):
    """The effects wait: until the Action or ability going on is resolved, the end of the Activation, the End
    Phase, the start of that model's next Activation. They come once; "it" is ``whom``."""

    label: ClassVar[str] = "Later: at a moment to come"
    when: Literal["after_current", "activation_ends", "end_phase", "next_activation"]
    effects: tuple[Effect, ...]
    whom: Whom = "self"

    def sentence(self) -> str:
        when = {
            "after_current": "when that is resolved",
            "activation_ends": "at the end of the Activation",
            "end_phase": "in the End Phase",
            "next_activation": f"at the start of {possessed('next Activation', self.whom)}",
        }[self.when]
        return f"{when}, {effects_in_words(self.effects)}"


class WhileBuried(Word, frozen=True, tag="while_buried"):
    """As long as the model stays Buried: each time that one of the ``moments`` comes for ``about``, the
    effects resolve; "target" and "it" are the Buried one."""

    label: ClassVar[str] = "While it stays Buried"
    moments: tuple[Literal["activation_begins", "killed", "buried"], ...]
    effects: tuple[Effect, ...]
    whom: Whom = "target"
    about: Whom = "target"

    def sentence(self) -> str:
        moments = (begin(moment, WHOM[self.about]) for moment in self.moments)
        when = " or ".join(f"{moment[:1].lower()}{moment[1:]}" for moment in moments)
        return f"as long as {WHOM[self.whom]} stays Buried, {when}: {effects_in_words(self.effects)}"


class Shockwave(Word, frozen=True, tag="shockwave"):
    """Drop markers in the action's range, or the first is that ``on`` the table already; who is reached takes
    the duel or suffers (M3E-AREA-10). ``may_ignore``: such models as their player likes, which have the
    effects ``instead``."""

    inches: float
    stat: str
    tn: Amount
    penalty: tuple[Effect, ...]
    markers: Amount = 1
    on: ThisMarker | None = None
    may_ignore: Models | None = None
    instead: tuple[Effect, ...] = ()

    def sentence(self) -> str:
        many = "a Shockwave Marker" if self.markers == 1 else f"{amount(self.markers)} Shockwave Markers"
        where = f" on {who(self.on)}" if self.on is not None else ""
        spared = f"; {self.may_ignore.phrase()} may ignore it" if self.may_ignore is not None else ""
        spared += f", so that instead {effects_in_words(self.instead)}" if self.instead else ""
        stat = FIGURES.get(self.stat, self.stat)
        return (
            f"{many}{where}: who is within {inches(self.inches)} needs {stat} against {amount(self.tn)}, "
            f"or {effects_in_words(self.penalty)}{spared}"
        )


class MoreShockwaves(Word, frozen=True, tag="more_shockwaves"):
    """This Action drops so many further Shockwave Markers, and their duel has a TN so much higher (when
    resolving)."""

    number: Amount = 1
    tn: int = 0

    def sentence(self) -> str:
        many = f"{amount(self.number)} more Shockwave Marker{'s' * (self.number != 1)}"
        higher = f"{added(self.tn)} to the TN of its Shockwave"
        return " and ".join([many] * (self.number != 0) + [higher] * bool(self.tn))


class Duel(Word, frozen=True, tag="duel"):
    """A simple duel with its two ends (M3E-CHOICE-02); ``minus`` on its flip ("it" is who makes it)."""

    stat: str
    tn: Amount
    whom: Who = "target"
    minus: Amount = 0
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()

    def sentence(self) -> str:
        won = f"; if it passes, {effects_in_words(self.success)}" if self.success else ""
        lost = f"; if it fails, {effects_in_words(self.failure)}" if self.failure else ""
        stat = FIGURES.get(self.stat, self.stat)
        minus = f" with {fate_modifiers(0, self.minus)}" if isinstance(self.minus, int) and self.minus else ""
        if not isinstance(self.minus, int):
            minus = scaled(self.minus, lambda number: f" with {repeated('−', number)}")
        return f"{who(self.whom)} makes a {stat} duel against {amount(self.tn)}{minus}{won}{lost}"


class May(Word, frozen=True, tag="may"):
    """The chooser's player may have these effects resolved, having paid the cost; else the others."""

    label: ClassVar[str] = "May: at a price or not"
    effects: tuple[Effect, ...]
    cost: tuple[Cost, ...] = ()
    text: str = ""
    chooser: Whom = "self"
    otherwise: tuple[Effect, ...] = ()

    def sentence(self) -> str:
        cost = f" {_paid(self.cost)}" if self.cost else ""
        effects = effects_in_words(self.effects)
        own = f"{WHOM[self.chooser]} "
        if effects.startswith(own) and not cost:
            verb, _space, rest = effects.removeprefix(own).partition(" ")
            effects = f"{base_verb(verb)} {rest}".strip()
            so = f" {effects}"
        else:
            so = f"{' so that' if cost else ':'} {effects}" if effects else ""
        otherwise = f"; if not, {effects_in_words(self.otherwise)}" if self.otherwise else ""
        return f"{WHOM[self.chooser]} may{cost}{so}{otherwise}"


class Either(Word, frozen=True, tag="either"):
    """One of the branches that can be resolved, chosen by ``chooser`` or by the ``opposing`` player
    (M3E-CHOICE-01)."""

    branches: tuple[tuple[Effect, ...], ...]
    chooser: Whom | Literal["opposing"] = "target"

    def sentence(self) -> str:
        branches = " or ".join(effects_in_words(branch) for branch in self.branches)
        chooser = PLAYERS["opposing"] if self.chooser == "opposing" else WHOM[self.chooser]
        return f"{chooser} chooses: {branches}"


class FlipNumber(Word, frozen=True, tag="flip_number"):
    """Flip a variable profile; its number is X for the effects that follow."""

    profile: Flip3
    whom: Whom = "self"

    def sentence(self) -> str:
        return f"{WHOM[self.whom]} flips {amount(self.profile)}, which is X"


class Stone(Word, frozen=True, tag="stone"):
    """The Crew's pool gains (or loses) Soulstones."""

    number: Amount = 1
    player: Player = "own"

    def sentence(self) -> str:
        number = abs(self.number) if isinstance(self.number, int) else self.number
        verb = "gain" if number == self.number else "lose"
        stones = scaled(number, lambda many: "a Soulstone" if many == "1" else f"{many} Soulstones")
        return f"{PLAYERS[self.player]} {verb if self.player == 'both' else verb + 's'} {stones}"


# Effects: models that leave and arrive, Upgrades


class Kill(Word, frozen=True, tag="kill"):
    """Killed at any Health; ``no_demise``: its Demise abilities do nothing; ``no_markers`` are left."""

    whom: Who = "target"
    no_demise: bool = False
    no_markers: bool = False

    def sentence(self) -> str:
        how = " without its Demise" if self.no_demise else ""
        return f"{with_verb(who(self.whom), 'is')} killed{how}{' and leaves no Markers' * self.no_markers}"


class Sacrifice(Word, frozen=True, tag="sacrifice"):
    """The model is removed as killed by its own side."""

    whom: Who = "self"

    def sentence(self) -> str:
        return f"{with_verb(who(self.whom), 'is')} sacrificed"


class NoMarkers(Word, frozen=True, tag="no_markers"):
    """The killed model leaves no marker (after killing); or ``kind`` instead of its own."""

    whom: Whom = "target"
    kind: str = ""

    def sentence(self) -> str:
        instead = f" but a {titled(self.kind)} Marker" if self.kind else ""
        return f"{WHOM[self.whom]} leaves no Markers{instead}"


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

    def sentence(self) -> str:
        what = self.card or " ".join([*self.all_words, " or ".join(self.words)]).strip()
        cost = f" of Cost {amount(self.cost_most)} or less" if self.cost_most is not None else ""
        several = f"{amount(self.number)} {what}"
        what = (with_article(what) if self.number == 1 else several) if what else "what was named"
        if self.anywhere:
            where = " anywhere"
        elif self.in_range:
            where = " in range"
        elif self.contact is not None:
            where = f" into base contact with {who(self.contact)}"
        else:
            where = f" within {inches(self.within)} of {who(self.of)}" if self.within is not None else ""
        where += f", more than {inches(self.apart)} from enemies" if self.apart else ""
        upgrade = f" with {self.upgrade}" if self.upgrade else ""
        then = f", then {effects_in_words(self.effects)}" if self.effects else ""
        return f"this model {'may summon' if self.optional else 'summons'} {what}{cost}{where}{upgrade}{then}"


class Replace(Word, frozen=True, tag="replace"):
    """Replace a model by a card of that name, or one chosen by words and stats (``stats`` of the new card;
    "it" in their amounts is the old one), ``together`` with others: exactly the ``number`` of them, or all;
    ``declared``: the one named when the Action was declared; ``killed``: one of the Crew's models that were
    killed. ``effects``: on the new model "it"; ``keep_upgrades``: none is discarded."""

    card: str = ""
    whom: Whom = "self"
    words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()
    not_words: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    declared: bool = False
    killed: bool = False
    number: int = 1
    stats: tuple[StatTest, ...] = ()
    together_with: tuple[Whom, ...] = ()
    together: Models | None = None
    effects: tuple[Effect, ...] = ()
    keep_upgrades: bool = False
    optional: bool = False

    def sentence(self) -> str:
        name = (
            self.card
            or " and ".join(self.cards)
            or " ".join([*self.all_words, " or ".join(self.words)]).strip()
        )
        tests = "".join(f" with {FIGURES[t.stat]} {RELATIONS[t.is_]} {amount(t.than)}" for t in self.stats)
        tests += f" that is no {' or '.join(self.not_words)}" if self.not_words else ""
        tests += " of its Crew that was killed" if self.killed else ""
        tests += ", named on declaring" if self.declared else ""
        others = [self.together.phrase().removeprefix("up to ")] if self.together is not None else []
        whom = " and ".join([WHOM[self.whom], *(WHOM[other] for other in self.together_with), *others])
        then = f", then {effects_in_words(self.effects)}" if self.effects else ""
        be = "may be" if self.optional else "are" if self.together_with or self.together else "is"
        by = (name or "a model") if self.number == 1 else f"{self.number} {name or 'models'}"
        keeps = ", with all its Upgrades" * self.keep_upgrades
        return f"{whom} {be} replaced by {by}{tests}{keeps}{then}"


class Bury(Word, frozen=True, tag="bury"):
    whom: Who = "target"

    def sentence(self) -> str:
        return f"{with_verb(who(self.whom), 'is')} Buried"


class Unbury(Word, frozen=True, tag="unbury"):
    """Into base contact with this model; or ``contact`` with that, ``within`` inches ``of`` that,
    ``anywhere``; ``no_zone``: where that is impossible, not into its owner's Deployment Zone either."""

    whom: Who = "target"
    contact: Spot | None = None
    within: Inches | None = None
    of: Spot = "self"
    anywhere: bool = False
    apart: float = 0.0
    optional: bool = False
    no_zone: bool = False

    def sentence(self) -> str:
        where = f" into base contact with {who(self.contact)}" if self.contact is not None else ""
        where += f" within {inches(self.within)} of {who(self.of)}" if self.within is not None else ""
        where += " anywhere" if self.anywhere else ""
        where += f" more than {inches(self.apart)} from enemies" if self.apart else ""
        where += " if it fits there" * self.no_zone
        return f"{who(self.whom)} {'may be' if self.optional else 'is'} Unburied{where}"


class Attach(Word, frozen=True, tag="attach"):
    """Attach an Upgrade of that name (or of a kind, chosen); ``different``: from those that were discarded in
    the same effect or moment."""

    upgrade: str
    whom: Who = "self"
    chooser: Whom = "self"
    optional: bool = False
    different: bool = False

    def sentence(self) -> str:
        verb = "may attach" if self.optional else "attaches"
        what = f"a different {self.upgrade} Upgrade" if self.different else self.upgrade
        return f"{WHOM[self.chooser]} {verb} {what} to {who(self.whom)}"


class DiscardUpgrade(Word, frozen=True, tag="discard_upgrade"):
    """Discard (or ``to``: move to that model) attached Upgrades of a name or kind; all when ``number`` is
    null. ``after_current``: chosen now, discarded when the Action or ability going on is resolved."""

    upgrade: str = ""
    whom: Who = "target"
    number: Amount | None = 1
    chooser: Whom = "self"
    to: Whom | None = None
    optional: bool = False
    after_current: bool = False

    def sentence(self) -> str:
        name = f"{self.upgrade} Upgrade".strip()
        later = ", chosen now, when that is resolved" * self.after_current
        if self.number == 1:
            verb = f"goes to {WHOM[self.to]}" if self.to is not None else "is discarded"
            one = f"up to one {name}" if self.optional else with_article(name)
            return f"{one} of {who(self.whom)} {verb}{later}"
        many = "all" if self.number is None else amount(self.number)
        verb = f"go to {WHOM[self.to]}" if self.to is not None else "are discarded"
        return f"{'up to ' * self.optional}{many} {name}s of {who(self.whom)} {verb}{later}"


# Effects: Activations, and what is being resolved


class ActivateNext(Word, frozen=True, tag="activate_next"):
    """Another friendly model Activates next, or up to ``most`` of them one after the other (M3E-TURN-16):
    within ``inches``, or of ``models``, or ``whom``; ``must``: somebody is chosen."""

    inches: float = 6.0
    most: int = 1
    models: Models | None = None
    whom: Whom | None = None
    cost: tuple[Cost, ...] = ()
    must: bool = False

    def sentence(self) -> str:
        if self.whom is not None:
            subject = WHOM[self.whom]
        elif self.models is not None:
            subject = self.models.one()
        else:
            subject = f"another friendly model within {inches(self.inches)}"
        cost = f", for which its player must {_paid(self.cost)}" if self.cost else ""
        return f"{subject} {'must Activate' if self.must else 'Activates'} next{cost}"


class ActivateInstead(Word, frozen=True, tag="activate_instead"):
    """When a model was chosen to Activate: that one does instead."""

    whom: Who

    def sentence(self) -> str:
        return f"{with_verb(who(self.whom), 'Activates')} instead"


class EndActivation(Word, frozen=True, tag="end_activation"):
    """The Activation going on ends (of that model)."""

    whom: Whom = "self"

    def sentence(self) -> str:
        return f"{possessed('Activation', self.whom)} ends"


class MoreActions(Word, frozen=True, tag="more_actions"):
    """So many Actions more (or fewer) this Activation."""

    number: int = 1
    whom: Whom = "self"

    def sentence(self) -> str:
        many = abs(self.number)
        more = "more" if self.number > 0 else "fewer"
        return f"{WHOM[self.whom]} has {many} {more} Action{'s' * (many > 1)} this Activation"


class Instead(Word, frozen=True, tag="instead"):
    """These effects are resolved instead of the Action's own (of a Trigger, when resolving); ``optional``:
    as its player says then."""

    label: ClassVar[str] = "Instead of the Action's effects"
    effects: tuple[Effect, ...]
    optional: bool = False

    def sentence(self) -> str:
        may = "this player may choose that " if self.optional else ""
        return f"{may}instead of the Action’s own effects {effects_in_words(self.effects)}"


class EffectsOf(Word, frozen=True, tag="effects_of"):
    """The Action going on has the effects of such an Action of those models, which this model's player
    chooses: of one without a Shockwave whose restrictions are met and whose cost can be paid, and is."""

    label: ClassVar[str] = "Effects of another Action"
    models: Who = "target"
    acts: Acts = Acts()

    def sentence(self) -> str:
        return (
            f"this Action has the effects, the cost and the restrictions of {self.acts.one()} without a "
            f"Shockwave of {who(self.models)}"
        )


class IgnoreTrigger(Word, frozen=True, tag="ignore_trigger"):
    """When a Trigger was declared: its effects are ignored."""

    def sentence(self) -> str:
        return "the effects of that Trigger are ignored"


class AtShockwave(Word, frozen=True, tag="at_shockwave"):
    """While this Action's Shockwave Markers lie on the table, the effects are resolved: when they were
    dropped, or before they are removed (when resolving)."""

    label: ClassVar[str] = "While its Shockwave Markers lie"
    effects: tuple[Effect, ...]
    when: Literal["dropped", "leaving"] = "dropped"

    def sentence(self) -> str:
        when = {"dropped": "once the Shockwave Markers are dropped", "leaving": "before they are removed"}
        return f"{when[self.when]}, {effects_in_words(self.effects)}"


class CountsAsKiller(Word, frozen=True, tag="counts_as_killer"):
    """Whom this Action kills counts as killed by that model (immediately); in a "would kill" or "would be
    killed" moment whom it is about."""

    label: ClassVar[str] = "Another counts as the killer"
    whom: Who = "it"

    def sentence(self) -> str:
        return f"{who(self.whom)} counts as the killer of whom this Action kills"


class FailAction(Word, frozen=True, tag="fail_action"):
    """The Action going on fails."""

    def sentence(self) -> str:
        return "the Action fails"


class NewTarget(Word, frozen=True, tag="new_target"):
    """The Action going on has a new target, whatever range, sight and restrictions say."""

    whom: Who

    def sentence(self) -> str:
        return f"the Action now targets {who(self.whom)}"


class ChangeCondition(Word, frozen=True, tag="instead_condition"):
    """In a "would gain" or "would lose" moment: it is not gained (or lost), or another one is."""

    label: ClassVar[str] = "Another Condition instead"
    condition: str = ""
    value: int = 1
    less: int = 0

    def sentence(self) -> str:
        if self.condition:
            return f"it becomes {self.condition.capitalize()} {added(self.value)} instead"
        return f"it is {self.less} lower" if self.less else "it does not happen"


class ChangeHit(Word, frozen=True, tag="change_hit"):
    """In a "would suffer" or "reducing" moment: the damage is so much lower (a negative number: higher), to
    no less than ``floor``; or only ``floor`` is left of it ("nothing"), and ``irreducible``; Severe damage of
    a flip is ``moderate``; or another suffers it."""

    reduce: Amount = 0
    floor: int = 0
    nothing: bool = False
    irreducible: bool = False
    moderate: bool = False
    onto: Whom | None = None

    def sentence(self) -> str:
        if self.onto is not None:
            return f"{WHOM[self.onto]} suffers it instead"
        if self.moderate:
            return "Severe damage becomes Moderate damage"
        if self.nothing:
            left = f"it becomes {self.floor}" if self.floor else "it is not suffered"
            return left + " and cannot be lowered" * self.irreducible
        if isinstance(self.reduce, MomentDamage):
            return "it is lowered to 0"
        if isinstance(self.reduce, int) and self.reduce < 0:
            return f"it is {-self.reduce} higher"
        lower = "that much" if isinstance(self.reduce, Done) else amount(self.reduce)
        return f"it is {lower} lower" + f", but not below {self.floor}" * bool(self.floor)


class ChangeHeal(Word, frozen=True, tag="change_heal"):
    """In a "would heal" or "heals" moment: so much ``more`` is healed (or fewer), or ``nothing``; ``onto``:
    then that model Heals the same amount."""

    more: Amount = 0
    nothing: bool = False
    onto: Who | None = None

    def sentence(self) -> str:
        what = "nothing is healed" if self.nothing else f"the healing changes by {amount(self.more)}"
        return what + (f"; {who(self.onto)} Heals as much" if self.onto is not None else "")


class Reflip(Word, frozen=True, tag="reflip"):
    """The duel's flip of a model is discarded and flipped anew (M3E-FATE-15); immediately only."""

    whom: Whom = "self"
    plus: int = 0
    minus: int = 0

    def sentence(self) -> str:
        flips = fate_modifiers(self.plus, self.minus)
        return f"{WHOM[self.whom]} flips again{f' with {flips}' if flips else ''}"


class ModifyDuel(Word, frozen=True, tag="modify_duel"):
    """Add to a total, suits to it, plus or minus to its flip (before it); ``cannot_cheat``,
    ``cannot_trigger``: that model in this duel."""

    total: Amount = 0
    suits: tuple[Suit, ...] = ()
    whom: Whom = "self"
    plus: int = 0
    minus: int = 0
    damage_plus: int = 0
    damage_minus: int = 0
    cannot_cheat: bool = False
    cannot_trigger: bool = False
    card_value: Amount | None = None
    no_suits: bool = False

    def sentence(self) -> str:
        got = [f"has {flips} on the flip"] if (flips := fate_modifiers(self.plus, self.minus)) else []
        if isinstance(self.total, int) and self.total < 0:
            got.append(f"has {-self.total} less in its total")
        elif self.total:
            got.append(scaled(self.total, lambda n: f"has {n} more in its total"))
        got += [f"adds {' and '.join(suit_name(suit) for suit in self.suits)}"] if self.suits else []
        damage = fate_modifiers(self.damage_plus, self.damage_minus)
        got += [f"has {damage} on the damage flip"] if damage else []
        got += ["cannot cheat"] if self.cannot_cheat else []
        got += ["cannot declare Triggers"] if self.cannot_trigger else []
        got += [f"has a card of {amount(self.card_value)}"] if self.card_value is not None else []
        got += ["has no suits"] if self.no_suits else []
        return f"{WHOM[self.whom]} {' and '.join(got)} in this duel"


# Effects: lasting ones, control, cards shown


class Grant(Word, frozen=True, tag="grant"):
    """The model has the part until then: a stat bonus, a modifier, Armor, a reaction, …; or an Action by
    name, or an ability by name (one that some model's script has). Or the ``marker`` has it: an aura round
    it, or that it cannot be removed."""

    part: Part | None = None
    until: Until = "end_phase"
    whom: Who = "target"
    ability: str = ""
    value: int | None = None
    kind: str = ""
    marker: ThisMarker | None = None

    def sentence(self) -> str:
        if self.ability:
            value = f" {added(self.value)}" if self.value is not None else ""
            what = f"has {self.ability}{value}{f' ({self.kind})' if self.kind else ''}"
            return f"{UNTIL[self.until]}, {with_verb(who(self.whom), what)}"
        assert self.part is not None
        sentence = self.part.sentence().rstrip(".")
        if self.marker is not None:
            return f"{UNTIL[self.until]}, for {WHOM[self.marker]}: {sentence}"
        if isinstance(self.part, Reaction | Aura) and self.whom == "self":
            return f"{UNTIL[self.until]}, {sentence[:1].lower()}{sentence[1:]}"
        return f"{UNTIL[self.until]}, for {who(self.whom)}: {sentence[:1].lower()}{sentence[1:]}"


class TakeControl(Word, frozen=True, tag="take_control"):
    """This model's player controls the model until then (M3E-CTRL-02)."""

    until: Literal["action", "activation", "end_phase", "game"] = "end_phase"
    whom: Whom = "target"

    def sentence(self) -> str:
        return f"this player controls {WHOM[self.whom]} {UNTIL[self.until]}"


class LookAt(Word, frozen=True, tag="look_at"):
    """This model's player looks at (or with ``both`` reveals) the top cards of a deck, or a hand
    (M3E-FATE-14)."""

    source: Literal["deck", "hand"] = "deck"
    cards: Amount = 1
    both: bool = False
    whom: Whom = "self"

    def sentence(self) -> str:
        what = "hand" if self.source == "hand" else f"{top_cards(self.cards)} of the deck"
        return f"{'both players see' if self.both else 'this player sees'} the {what} of {WHOM[self.whom]}"


class UseUp(Word, frozen=True, tag="use_up"):
    """This model's Upgrade Annihilates itself: off for this Encounter and out of the Arsenal (SL-UPG-13)."""

    label: ClassVar[str] = "Upgrade is used up"
    upgrade: str

    def sentence(self) -> str:
        return "this Upgrade is used up"


class SetAside(Word, frozen=True, tag="set_aside"):
    """The top card of a discard pile is removed from the game (M3E-FATE-04)."""

    whom: Whom = "self"

    def sentence(self) -> str:
        return f"the top card of the discard pile of {WHOM[self.whom]} leaves the game"


# Effects that the vocabulary cannot express


class Prompted(Word, frozen=True, tag="prompted"):
    """Not automated: the window opens and the players apply the sentence with table commands."""

    label: ClassVar[str] = "By hand, in words of the card"
    text: str

    def sentence(self) -> str:
        return self.text.rstrip(".")


class Registered(Word, frozen=True, tag="registered"):
    """A registered generator, for what the vocabulary cannot say (``abilities/execution.py``)."""

    not_written: ClassVar[bool] = True
    key: str
    data: dict[str, int | str] = {}

    def sentence(self) -> str:
        return f"as the rule {self.key} says"


Effect = (
    Damage
    | MoreDamage
    | MoreHealing
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
    | ActivateInstead
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
    | ChangeMarker
    | MoveTokens
    | PassToken
    | CopyAction
    | Each
    | EachMarker
    | If
    | Repeat
    | SetX
    | Later
    | WhileBuried
    | MoreShockwaves
    | NoMarkers
    | ChangeDamage
    | Attach
    | DiscardUpgrade
    | EndActivation
    | MoreActions
    | Instead
    | EffectsOf
    | AtShockwave
    | IgnoreTrigger
    | CountsAsKiller
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
    damage, the ``named`` abilities or Actions by which damage or healing came (none ``not_named``), the
    ``upgrade`` by name or kind (``first``: one that the model has not had in this Turn), the ``tokens``
    gained and ``stats`` of the duel what it is about, ``where`` further tests. ``inches`` above 0 is an aura
    (with sight).
    """

    label: ClassVar[str] = "Reaction: when something happens"
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
    named: tuple[str, ...] = ()
    not_named: tuple[str, ...] = ()
    upgrade: str = ""
    first: bool = False
    stats: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    each_copy: bool = False

    def sentence(self) -> str:
        subject = "this model" if self.about == "self" else self._other_model()
        moment = begin(self.moment, subject, self) + self._details()
        may = "this player may choose that " if self.optional and not self.cost else ""
        cost = f"this player may {_paid(self.cost)} so that " if self.cost else ""
        after = ", once that is resolved" if self.after_current else ""
        effects = effects_in_words(self.effects)
        about = "this model" if self.about == "self" else "that model"
        if about == "this model" or about not in moment + effects:
            moment, effects = (re.sub(r"\bthe target\b", about, text) for text in (moment, effects))
        sentence = f"{moment}{after}: {may}{cost}{effects}."
        if self.moment == "killing":
            sentence = sentence.replace(WHOM["cause"], "the killed model")
        if self.moment in ("would_kill", "would_be_killed"):
            sentence = sentence.replace(" of whom this Action kills", "")
        once = f"{ONCE[self.once].removesuffix(': ')}, " if self.once else ""
        return f"{once}{sentence[:1].lower()}{sentence[1:]}" if once else sentence

    def _other_model(self) -> str:
        wanted = self.models or Models()
        if wanted.side == "any":
            wanted = replace(wanted, side=self.side)
        if wanted.within is None and self.inches:
            wanted = replace(wanted, within=self.inches, area="", of="self")
        near = f" within {inches(self.inches)}"
        sentence = replace(wanted, which="one", other=self.about == "others", optional=False).phrase()
        sentence = sentence.replace(f"{near} of this model", near)
        return sentence if self.about == "others" else f"any {sentence.partition(' ')[2]}"

    def _details(self) -> str:
        """What else must hold, of which the moment says nothing."""
        moment = MOMENTS[self.moment]
        says = []
        if self.by is not None and not ("{act}" in moment or "{other}" in moment):
            says.append(f"{'from' if 'damage' in moment else 'by'} {self.by.one()}")
        if self.acts is not None and "{act}" not in moment:
            says.append(f"with {self.acts.one()}")
        if self.conditions and "{condition}" not in moment:
            says.append(f"with {any_of(self.conditions)}")
        if self.markers is not None and "{marker}" not in moment:
            says.append(f"of {self.markers.phrase(plural=True)}")
        says += [f"from {any_of(self.sources)}"] if self.sources else []
        says += [f"by {' or '.join(map(titled, self.named))}"] if self.named else []
        says += [f"not by {' or '.join(map(titled, self.not_named))}"] if self.not_named else []
        says += ["that it has not had in this Turn"] if self.first else []
        says += [f"on {'/'.join(FIGURES.get(name, name) for name in self.stats)}"] if self.stats else []
        wheres = f", if {' and '.join(inner.phrase() for inner in self.where)}" if self.where else ""
        return "".join(f" {text}" for text in says) + wheres


def begin(moment: str, who: str, reaction: Reaction | None = None) -> str:
    """When it is, with what the moment itself names."""
    by = reaction.by.one() if reaction and reaction.by is not None else ""
    act = reaction.acts.one() if reaction and reaction.acts is not None else "an Action"
    marker = reaction.markers if reaction else None
    side = reaction.side if reaction else "any"
    tokens = " or ".join(titled(name) for name in reaction.tokens) if reaction else ""
    return MOMENTS[moment].format(
        who=who,
        upgrade=with_article(f"{reaction.upgrade if reaction else ''} Upgrade".strip()),
        token=with_article(f"{tokens} Token".strip()),
        player={"any": "a player", "friendly": "this player", "enemy": "the opponent"}[side],
        scheme=SCHEMES[reaction.side if reaction else "any"],
        activation="its Activation" if who in ("it", "this model") else f"the Activation of {who}",
        act=f"{act} of {by}" if by else act,
        other=by or "a model",
        condition=any_of(reaction.conditions) if reaction and reaction.conditions else "a Condition",
        marker=replace(marker, which="one").phrase() if marker is not None else "a Marker",
    )


class Aura(Word, frozen=True, tag="aura"):
    """Models of a side within ``inches`` and sight have the part while they stand there (M3E-AREA-01); with
    null every such model, wherever it is."""

    inches: float | None
    side: Side
    part: Passive
    includes_self: bool = True
    models: Models | None = None
    around: Markers | None = None

    def sentence(self) -> str:
        meant = self.models or Models()
        meant = meant if self.side == "any" else replace(meant, side=self.side)
        whom = meant.phrase().removeprefix("each ")
        other = "" if self.includes_self else "other "
        where = f" in an aura of {inches(self.inches)}" if self.inches is not None else ""
        where += f" of {self.around.phrase()}" if self.around is not None else ""
        return f"each {other}{whom}{where}: {self.part.sentence()}"


class ByHand(Word, frozen=True, tag="by_hand"):
    """Not automated: shown to the players where it matters."""

    label: ClassVar[str] = "By hand, in your own words"
    text: str

    def sentence(self) -> str:
        return self.text.rstrip(".")


Part = Passive | Reaction | Aura | ByHand


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability by its printed name; the parts in printed order (M3E-ABIL-01)."""

    name: str
    parts: tuple[Part, ...] = ()
    status: Literal["automated", "prompted", "manual"] = "automated"


def auras_of(abilities: Iterable[Ability]) -> Iterator[float]:
    """How far each aura round the bearer itself goes, in inches."""
    parts = (part for ability in abilities for part in ability.parts)
    auras = (part for part in parts if isinstance(part, Aura) and part.around is None)
    return (part.inches for part in auras if part.inches is not None)


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
