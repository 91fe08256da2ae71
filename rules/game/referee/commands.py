"""What the referee's hand can do: one small fact a person can see each, as data.

The same words serve an Encounter played here and a record of a real table. Several together are an ``Act``
with a name. Places are inches from the lower left corner, ids those of models and markers, seats 0 and 1.

>>> from rules.game.stored import PLAIN
>>> PLAIN.act([{"do": "hurt", "model": "a1", "amount": 2}]).lines
(Hurt(model='a1', amount=2, by='', reducible=False),)
>>> PLAIN.act({"name": "Lure", "lines": [{"do": "bury", "model": "b1"}]}).name
'Lure'
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from rules.game.printed import PrintedModel, PrintedUpgrade

MOST_COMMANDS = 60
LONGEST_NAME = 60
Way = Literal["table", "move", "push", "place"]
EndTime = Literal["activation", "turn", "end_phase", "next_activation", "game"]
Stat = Literal["df", "wp", "mv", "sz"]
AnyStat = Literal["df", "wp", "mv", "sz", "wk", "cg", "ht", "ca", "cb"]
"""What a duel may be made with, in whatever edition; ``cb`` is the weapon's."""
Step = Literal["strategy", "reveal", "end"]
Slug = Annotated[str, Meta(max_length=120)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
STEPS: tuple[Step, ...] = get_args(Step)


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every command is. One ``of_a_turn`` means another thing in another Turn."""

    of_a_turn: ClassVar[bool] = False


class Fact(Command, frozen=True, kw_only=True):
    """A command that says how something is: entered twice it counts once. All others would count twice."""


# Health


class Hurt(Command, frozen=True, tag="hurt"):
    """The model suffers so much damage: everything considered, or ``reducible`` by what reduces it."""

    model: str
    amount: int
    by: str = ""
    reducible: bool = False


class FlipDamage(Command, frozen=True, tag="damage_flip"):
    """A damage flip against the model (M3E-DMG-04)."""

    model: str
    weak: int
    moderate: int
    severe: int
    by: str = ""
    plus: int = 0
    minus: int = 0
    reducible: bool = True


class Heal(Command, frozen=True, tag="heal"):
    """The model heals so much damage."""

    model: str
    amount: int


class Slay(Fact, frozen=True, tag="slay"):
    """The model is killed, by another if named."""

    model: str
    by: str = ""


class Sacrifice(Fact, frozen=True, tag="sacrifice"):
    """The model is sacrificed: it leaves by its own hand."""

    model: str


class SetCondition(Fact, frozen=True, tag="condition"):
    """The Condition has that value; 0 ends it."""

    model: str
    condition: str
    value: int = 1


class SetTokens(Fact, frozen=True, tag="tokens"):
    model: str
    name: Name
    number: int


# Places


class Put(Command, frozen=True, tag="put"):
    """The model stands there now. With ``inches`` it gets there by that way, toward or away from another if
    named; ``anyway`` where the rules would not let it."""

    model: str
    x: float
    y: float
    way: Way = "table"
    inches: float | None = None
    toward: str = ""
    away: str = ""
    by: str = ""
    anyway: bool = False


class Under(Fact, frozen=True, tag="bury"):
    model: str


class Up(Fact, frozen=True, tag="unbury"):
    """Without a place only beside a real table, whose places nobody knows."""

    model: str
    x: float = 0.0
    y: float = 0.0
    anyway: bool = False


# Markers


class DropOne(Command, frozen=True, tag="drop"):
    """A marker of any kind and size, friendly to ``seat``; its Terrain Traits, what a Hazardous one does."""

    kind: Name
    x: float
    y: float
    seat: int | None = None
    mm: float = 30.0
    name: Name = ""
    size: int = 0
    traits: tuple[Name, ...] = ()
    hazard: Name = ""
    hazard_value: int = 1


class MoveMarker(Command, frozen=True, tag="move_marker"):
    """Straight there, or ``placed``."""

    marker: str
    x: float
    y: float
    placed: bool = False
    by: str = ""


class TurnMarker(Command, frozen=True, tag="turn_marker"):
    """The marker is friendly to that side now, or neutral."""

    marker: str
    seat: int | None = None


class FaceMarker(Command, frozen=True, tag="face_marker"):
    """The marker lies face down now, or face up again."""

    marker: str
    down: bool = True


class TakeOff(Command, frozen=True, tag="take_off"):
    """A marker leaves the table."""

    marker: str


class ClearPiece(Command, frozen=True, tag="clear_piece"):
    """A piece of terrain leaves the table."""

    piece: str


# Cards


class DrawCards(Command, frozen=True, tag="draw"):
    seat: int
    cards: int = 1


class DiscardCards(Command, frozen=True, tag="discard"):
    """Hand cards: those ``named`` by their owner, else ``cards`` of the owner's choice."""

    seat: int
    cards: int = 1
    named: tuple[str, ...] = ()


class Mill(Command, frozen=True, tag="mill"):
    """The top cards of a deck are discarded."""

    seat: int
    cards: int = 1


class Look(Command, frozen=True, tag="look"):
    """``by`` looks at the top cards of a seat's deck or at its hand; without ``by`` both see them."""

    seat: int
    source: Literal["deck", "hand"] = "deck"
    cards: int = 1
    by: int | None = None


class PutBack(Command, frozen=True, tag="put_back"):
    """Hand cards of the owner's choice go on the deck or under it; ``shuffled``: and the deck is shuffled."""

    seat: int
    cards: int = 1
    to: Literal["top", "bottom", "shuffled"] = "top"


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Deck and discard pile become a new deck."""

    seat: int


class FlipOne(Command, frozen=True, tag="flip"):
    """One flip, with fate modifiers; it may be cheated unless ``cheatable`` is off."""

    seat: int
    plus: int = 0
    minus: int = 0
    cheatable: bool = True
    why: Name = ""


class DuelByHand(Command, frozen=True, tag="duel"):
    """A duel of the model's stat against a TN, or against the ``resist`` stat of another."""

    model: str
    stat: AnyStat
    tn: int | None = None
    against: str = ""
    resist: AnyStat = "df"


CardCommand = DrawCards | DiscardCards | Mill | Look | PutBack | Shuffle | FlipOne | DuelByHand


# Both sides


class Stones(Command, frozen=True, tag="stones"):
    seat: int
    change: int


class Passes(Fact, frozen=True, tag="passes"):
    seat: int
    passes: int


class Point(Command, frozen=True, tag="score"):
    """One VP: ``source`` is the Strategy's or Scheme's name; ``lost``: the last one from it is taken away."""

    of_a_turn: ClassVar[bool] = True
    seat: int
    source: str
    step: str = "strategy"
    lost: bool = False


# Who is there, and what of


class Summon(Command, frozen=True, tag="summon"):
    """A new model of that card in that Crew, of the effect of ``by``; ``given_up`` are those that gave
    themselves up for it (SL-SUMMON-03). ``printed`` and ``bought`` are the cards where the Encounter has them
    not."""

    card: Slug
    seat: int
    x: float = 0.0
    y: float = 0.0
    upgrade: Slug = ""
    by: str = ""
    given_up: tuple[str, ...] = ()
    anyway: bool = False
    printed: PrintedModel | None = None
    bought: PrintedUpgrade | None = None


class Replace(Command, frozen=True, tag="replace"):
    """One or several become one or several (M3E-REPL-01); ``printed`` as for ``Summon``."""

    models: tuple[str, ...]
    cards: tuple[Slug, ...]
    seat: int | None = None
    heals: int = 0
    keep_upgrades: bool = False
    printed: tuple[PrintedModel, ...] = ()


class AttachUpgrade(Command, frozen=True, tag="attach"):
    model: str
    upgrade: Slug
    bought: PrintedUpgrade | None = None


class DiscardUpgrade(Command, frozen=True, tag="detach"):
    model: str
    upgrade: Slug


class Use(Fact, frozen=True, tag="use_up"):
    """The model's Upgrade Annihilates itself for its effect (SL-UPG-13)."""

    model: str
    upgrade: Slug


class Nickname(Fact, frozen=True, tag="nickname"):
    """What the model is called beside its name; empty for nothing."""

    model: str
    name: Annotated[str, Meta(max_length=24)]


# For a time


class Control(Command, frozen=True, tag="control"):
    """That seat controls the model until then; its own side: it is given back."""

    model: str
    seat: int
    until: EndTime = "end_phase"


class ChangeStat(Command, frozen=True, tag="stat"):
    model: str
    stat: Stat
    amount: int
    until: EndTime = "end_phase"


class GainAbility(Command, frozen=True, tag="gain_ability"):
    """An ability by its name, as some card of the Encounter has it, or what it says by hand."""

    model: str
    ability: Name
    until: EndTime = "end_phase"


class LoseAbility(Command, frozen=True, tag="lose_ability"):
    model: str
    ability: Name
    until: EndTime = "end_phase"


class EndEffect(Command, frozen=True, tag="end_effect"):
    """An effect of that name that rests on the model ends now."""

    model: str
    name: Name


class MoreActions(Command, frozen=True, tag="actions"):
    """So many Actions more in the model's Activation, or fewer."""

    model: str
    change: int


class Activate(Fact, frozen=True, tag="activated"):
    """The model has Activated, or has not; of the Activation going on it is the end."""

    of_a_turn: ClassVar[bool] = True
    model: str
    activated: bool = True


AnyCommand = (
    Hurt
    | FlipDamage
    | Heal
    | Slay
    | Sacrifice
    | SetCondition
    | SetTokens
    | Put
    | Under
    | Up
    | DropOne
    | MoveMarker
    | TurnMarker
    | FaceMarker
    | TakeOff
    | ClearPiece
    | DrawCards
    | DiscardCards
    | Mill
    | Look
    | PutBack
    | Shuffle
    | FlipOne
    | DuelByHand
    | Stones
    | Passes
    | Point
    | Summon
    | Replace
    | AttachUpgrade
    | DiscardUpgrade
    | Use
    | Nickname
    | Control
    | ChangeStat
    | GainAbility
    | LoseAbility
    | EndEffect
    | MoreActions
    | Activate
)
BY_WORD: dict[str, type[Command]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyCommand)}


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands that are one thing under a name. ``asked``: the other seat may object before it is done."""

    name: Name = ""
    lines: Annotated[tuple[AnyCommand, ...], Meta(max_length=MOST_COMMANDS)] = ()
    asked: bool = False


def as_act(given: Any) -> Any:
    """Plain data of an act; a bare list of commands is an act without a name."""
    return {"lines": list(given)} if isinstance(given, list | tuple) else given
