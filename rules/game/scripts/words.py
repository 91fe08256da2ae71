"""The vocabulary of card scripts: every effect, cost, restriction and ability that can be read, as data.

A card is data in these words and nothing else; an unknown word fails when the card is loaded. How a word is
carried out stands in ``abilities/*_words.py`` (``@executes(Word)``), what an ability changes all the time in
``abilities/passive.py``. What cannot be said here is ``Prompted``: the engine opens the window, shows the
sentence, and the players apply it with table commands. Amounts are numbers, ``(W, M, S)`` flips, or ``X`` set
by an earlier effect (M3E-GEN-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Flip3 = tuple[int, int, int]
Amount = int | Flip3 | Literal["X"]
Whom = Literal["target", "self", "killer", "attacker", "cause"]
Side = Literal["any", "friendly", "enemy"]
Way = Literal["any", "toward", "away"]


class Word(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every word of the vocabulary is."""


# Costs: paid on declaring, or nothing resolves (M3E-TRIG-05, M3E-ACT-17)


class PayCards(Word, frozen=True, tag="pay_cards"):
    cards: int = 1


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


Cost = PayCards | PayStones | PayDamage | PayToken | PayMarker | PayCondition


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


Restriction = TargetIs | TargetHas | SelfHas | NotEngaged | OnlyEngaged


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
    amount: int
    while_has: str = ""


class DuelModifier(Word, frozen=True, tag="duel_modifier"):
    """Plus or minus on this model's duels: attacking, resisting, or both; with one icon if named."""

    plus: int = 0
    minus: int = 0
    when: Literal["attacking", "resisting", "any"] = "any"
    icon: str = ""


class Manipulative(Word, frozen=True, tag="manipulative"):
    """Until it has Activated this Turn, an enemy's Action that targets it has a minus on its duel."""


class Ruthless(Word, frozen=True, tag="ruthless"):
    """Terrifying and Manipulative do not hinder this model's Actions."""


class UsesStones(Word, frozen=True, tag="uses_stones"):
    """May use Soulstones though its station may not (M3E-STONE-01)."""


class Barred(Word, frozen=True, tag="barred"):
    """May not take the Action of that name."""

    action: str


class AlwaysFinishedOff(Word, frozen=True, tag="always_finished_off"):
    """Its fall Finishes it Off without a flip (SL-FINISH-08)."""


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
    | Ruthless
    | Barred
    | AlwaysFinishedOff
)


class Damage(Word, frozen=True, tag="damage"):
    """The target suffers damage; ``blasts`` per segment of a flipped amount (M3E-AREA-04)."""

    amount: Amount
    whom: Whom = "target"
    irreducible: bool = False
    blasts: Flip3 = (0, 0, 0)


class MoreDamage(Word, frozen=True, tag="more_damage"):
    """+N damage to what this action does to its target (M3E-DMG-11)."""

    amount: int = 1


class Heal(Word, frozen=True, tag="heal"):
    amount: Amount
    whom: Whom = "target"


class Gain(Word, frozen=True, tag="gain"):
    """A Condition, with its value; ``of`` is the X of Adversary (X)."""

    condition: str
    value: int = 1
    whom: Whom = "target"
    of: str = ""


class Lose(Word, frozen=True, tag="lose"):
    """Lower a Condition by ``value``, or end it when ``value`` is 0."""

    condition: str
    value: int = 0
    whom: Whom = "target"


class Draw(Word, frozen=True, tag="draw"):
    cards: int = 1
    whom: Whom = "self"


class DiscardCards(Word, frozen=True, tag="discard"):
    cards: int = 1
    whom: Whom = "self"


class Move(Word, frozen=True, tag="move"):
    """A Move, Push or Place of so many inches. ``way`` is relative to this model."""

    kind: Literal["move", "push", "place"]
    inches: float
    whom: Whom = "target"
    way: Way = "any"
    chosen_by: Literal["source", "mover"] = "source"


class DropMarker(Word, frozen=True, tag="drop_marker"):
    """Drop a marker in base contact with a model; or Create it within ``inches``, as an Impassable one
    always is (M3E-MARK-09, -10). ``traits`` are Terrain Traits."""

    kind: str
    whom: Whom = "self"
    create: bool = False
    inches: float = 0.0
    traits: tuple[str, ...] = ()
    name: str = ""


class RemoveMarkers(Word, frozen=True, tag="remove_markers"):
    """Remove up to ``most`` markers of a kind within ``inches`` of a model."""

    kind: str
    inches: float = 0.0
    most: int = 1
    whom: Whom = "target"


class Token(Word, frozen=True, tag="token"):
    """Give (or with a negative number take) tokens."""

    name: str
    number: int = 1
    whom: Whom = "target"


class TakeAction(Word, frozen=True, tag="take_action"):
    """Generate an action: by ``name``, or any with that ``icon``; ``on_target``: it must target the same."""

    name: str = ""
    icon: str = ""
    whom: Whom = "self"
    on_target: bool = False
    optional: bool = True


class Pulse(Word, frozen=True, tag="pulse"):
    """Everyone within ``inches`` of a model, it excluded, suffers the effects (M3E-AREA-09)."""

    inches: float
    effects: tuple[Effect, ...]
    whom: Whom = "self"
    side: Side = "any"


class Shockwave(Word, frozen=True, tag="shockwave"):
    """Drop a marker in the action's range; who is reached takes the duel or suffers (M3E-AREA-10)."""

    inches: float
    stat: str
    tn: int
    penalty: tuple[Effect, ...]


class Duel(Word, frozen=True, tag="duel"):
    """A simple duel with its two ends (M3E-CHOICE-02)."""

    stat: str
    tn: int
    whom: Whom = "target"
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()


class May(Word, frozen=True, tag="may"):
    """The source's player may have these effects resolved, having paid the cost."""

    effects: tuple[Effect, ...]
    cost: tuple[Cost, ...] = ()
    text: str = ""
    chooser: Whom = "self"


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

    number: int = 1


class Kill(Word, frozen=True, tag="kill"):
    whom: Whom = "target"


class Sacrifice(Word, frozen=True, tag="sacrifice"):
    """The model is removed as killed by its own side."""

    whom: Whom = "self"


class Summon(Word, frozen=True, tag="summon"):
    """Summon a card of the Encounter's own list; ``near`` a marker removed first, if named."""

    card: str
    upgrade: str = ""
    remove: str = ""


class Replace(Word, frozen=True, tag="replace"):
    card: str
    whom: Whom = "self"


class Bury(Word, frozen=True, tag="bury"):
    whom: Whom = "target"


class Unbury(Word, frozen=True, tag="unbury"):
    """Into base contact with this model."""

    whom: Whom = "target"


class ActivateNext(Word, frozen=True, tag="activate_next"):
    """Another friendly model Activates next, or up to ``most`` of them one after the other (M3E-TURN-16)."""

    inches: float = 6.0
    most: int = 1


class Reflip(Word, frozen=True, tag="reflip"):
    """The duel's flip of a model is discarded and flipped anew (M3E-FATE-15); immediately only."""

    whom: Whom = "self"


class ModifyDuel(Word, frozen=True, tag="modify_duel"):
    """Add to a total, or suits to it; immediately only."""

    total: int = 0
    suits: tuple[str, ...] = ()
    whom: Whom = "self"


class Grant(Word, frozen=True, tag="grant"):
    """The model has the part until then: a stat bonus, a modifier, Armor, …"""

    part: Passive
    until: Literal["activation", "end_phase", "game"] = "end_phase"
    whom: Whom = "target"


class TakeControl(Word, frozen=True, tag="take_control"):
    """This model's player controls the model until then (M3E-CTRL-02)."""

    until: Literal["activation", "end_phase"] = "end_phase"
    whom: Whom = "target"


class LookAt(Word, frozen=True, tag="look_at"):
    """This model's player looks at (or with ``both`` reveals) the top cards of a deck, or a hand
    (M3E-FATE-14)."""

    source: Literal["deck", "hand"] = "deck"
    cards: int = 1
    both: bool = False
    whom: Whom = "self"


class UseUp(Word, frozen=True, tag="use_up"):
    """This model's Upgrade Annihilates itself: off for this Encounter and out of the Arsenal (SL-UPG-13)."""

    upgrade: str


class SetAside(Word, frozen=True, tag="set_aside"):
    """The top card of a discard pile is removed from the game (M3E-FATE-04)."""

    whom: Whom = "self"


class Prompted(Word, frozen=True, tag="prompted"):
    """Not automated: the window opens and the players apply the sentence with table commands."""

    text: str


class Registered(Word, frozen=True, tag="registered"):
    """A registered generator, for what the vocabulary cannot say (``abilities/execution.py``)."""

    key: str
    data: dict[str, int | str] = {}


Effect = (
    Damage
    | MoreDamage
    | Heal
    | Gain
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
    | Prompted
    | Registered
)


class Reaction(Word, frozen=True, tag="reaction"):
    """When ``moment`` comes (``rules.game.procedure.hooks.MOMENTS``), the effects resolve.

    ``about`` says whose moment it must be: this model's own, or one within ``inches`` of a side. In its
    effects "target" is the model the moment is about, "cause" who brought it about. ``after_current`` waits
    until the Action or ability going on is resolved.
    """

    moment: str
    effects: tuple[Effect, ...]
    optional: bool = False
    cost: tuple[Cost, ...] = ()
    about: Literal["self", "others"] = "self"
    side: Side = "any"
    inches: float = 0.0
    once: Literal["", "activation", "turn"] = ""
    after_current: bool = False


class Aura(Word, frozen=True, tag="aura"):
    """Models of a side within ``inches`` and sight have the part while they stand there (M3E-AREA-01)."""

    inches: float
    side: Side
    part: Passive
    includes_self: bool = True


class ByHand(Word, frozen=True, tag="by_hand"):
    """Not automated: shown to the players where it matters."""

    text: str


Part = Passive | Reaction | Aura | ByHand


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability by its printed name; the parts in printed order (M3E-ABIL-01)."""

    name: str
    parts: tuple[Part, ...] = ()
    status: Literal["automated", "prompted", "manual"] = "automated"


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
