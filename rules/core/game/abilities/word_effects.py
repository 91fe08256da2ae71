"""Words for what effects do."""

from __future__ import annotations

from typing import Literal

from rules.core.game.abilities.word_base import Amount, Cost, Flip3, Side, Way, Whom, Word
from rules.core.game.abilities.word_standing import Standing


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
    """Another friendly model Activates next (M3E-TURN-16)."""

    inches: float = 6.0


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

    part: Standing
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
    """A registered generator, for what the vocabulary cannot say (``abilities/odd.py``)."""

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
