"""What is being resolved: a flip, one side of a duel, the duel, an Action, one instance of damage.

Plain data that procedures hand on and change while they run; nothing of it outlasts the decision, and none of
it is state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rules.fate.cards import Card
from rules.fate.flips import Profile, net
from rules.game.procedure.asks import Proc
from rules.game.scripts.statcards import Action, Trigger
from rules.game.scripts.words import Passive
from rules.game.state import Marker, Model
from rules.game.table_access.spots import Ending


@dataclass(slots=True)
class Memory:
    """What effects resolved together remember: the X of these effects (M3E-GEN-05), how much the last one
    did, the card last flipped, revealed or discarded, the suit chosen, the marker last removed, who was
    moved through."""

    x: int | None = None
    done: int = 0
    card: Card | None = None
    suit: str = ""
    marker: Marker | None = None


@dataclass(slots=True)
class Flip:
    """One flip of one player as it stands. ``flipped`` is the card taken, ``card`` the one in the Conflict
    now; ``barred`` says why its owner may not cheat it."""

    seat: int
    plus: int
    minus: int
    revealed: tuple[Card, ...]
    flipped: Card | None = None
    card: Card | None = None
    cheated: bool = False
    barred: str = ""

    @property
    def net(self) -> int:
        return net(self.plus, self.minus)


@dataclass(slots=True)
class Side:
    """One model in a duel. ``stat`` is its number, ``printed`` the suits that come with it, ``added`` those
    of stones and effects; ``why`` says where each fate modifier came from."""

    model: str
    seat: int
    stat_name: str
    stat: int
    printed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    extra: int = 0
    plus: int = 0
    minus: int = 0
    why: list[str] = field(default_factory=list)
    flip: Flip | None = None
    card_suits: tuple[str, ...] = ()
    relented: bool = False
    stoned: bool = False
    focused: bool = False
    fixed: int | None = None
    fixed_suits: tuple[str, ...] = ()
    trigger: Trigger | None = None
    success: bool = False
    no_cheat: bool = False
    no_trigger: bool = False
    memory: Memory = field(default_factory=Memory)

    def modify(self, why: str, plus: int = 0, minus: int = 0) -> None:
        """Add fate modifiers to the flip to come."""
        self.plus += plus
        self.minus += minus
        self.why.append(why)

    @property
    def current(self) -> int:
        """Stat and card (M3E-DUEL-07)."""
        return self.stat + (self.flip.card.value if self.flip and self.flip.card else 0)

    @property
    def total(self) -> int:
        """Stat, card and numeric modifiers; a relenter's is the other's (M3E-DUEL-04, -09)."""
        return (self.current if self.fixed is None else self.fixed) + self.extra

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the total, with multiplicity (M3E-TRIG-01)."""
        if self.fixed is not None:
            return (*self.fixed_suits, *self.added)
        return (*self.printed, *self.card_suits, *self.added)

    def has_suits(self, suits: tuple[str, ...]) -> bool:
        have, need = Counter(self.suits), Counter(suits)
        return all(have[suit] >= number for suit, number in need.items())


@dataclass(slots=True)
class Duel:
    """A simple duel (``resister`` is ``None``) or an opposed one; ``in_progress`` is the Action it belongs
    to."""

    actor: Side
    resister: Side | None = None
    tn: int | None = None
    tn_suits: tuple[str, ...] = ()
    icon: str = ""
    in_progress: ActionInProgress | None = None
    actor_triggers: tuple[Trigger, ...] = ()
    triggers_barred: bool = False
    resister_barred: bool = False
    over: bool = False

    @property
    def opposed(self) -> bool:
        return self.resister is not None

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.actor,) if self.resister is None else (self.actor, self.resister)

    @property
    def difference(self) -> int:
        """Final totals, the actor's less the resister's; 0 in a simple duel."""
        return 0 if self.resister is None else self.actor.total - self.resister.total

    def side_of(self, model: Model | str) -> Side | None:
        name = model if isinstance(model, str) else model.id
        return next((side for side in self.sides if side.model == name), None)

    def against(self, side: Side) -> Side | None:
        return self.resister if side is self.actor else self.actor if self.resister is not None else None


@dataclass(slots=True)
class Change:
    """How Triggers change the damage an Action does to its target: fate modifiers and blasts of its flip,
    what it ignores, what is taken off (to no less than ``floor``)."""

    plus: int = 0
    minus: int = 0
    blasts: int = 0
    no_blasts: bool = False
    irreducible: bool = False
    ignoring: frozenset[str] = frozenset()
    cheatable: bool | None = None
    reductions: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bound:
    """Whom a generated Action may target: only those, not those; what it ignores (range, sight,
    engagement); the name of the Action whose effect it is (``generated_by``)."""

    upon: frozenset[str] | None = None
    not_upon: frozenset[str] = frozenset()
    ignoring: frozenset[str] = frozenset()
    generated_by: str = ""

    def allows(self, name: str) -> bool:
        return (self.upon is None or name in self.upon) and name not in self.not_upon


UNBOUND = Bound()


@dataclass(slots=True)
class ActionInProgress:
    """``target_model`` is the target as declared (a snapshot: ask the state for how it is now).

    ``generated`` Actions cost nothing of the limit (M3E-TIME-09); ``by_trigger`` bars the actor's triggers
    (M3E-TRIG-13), ``no_triggers`` everybody's, ``no_effect`` leaves only the duel (both for Disengage).
    ``only_target`` binds a generated Action to one target. ``more_damage`` is what triggers add, until the
    first damage to the target takes it (M3E-DMG-11); ``moves`` are the moves made meanwhile, by model, for
    what terrain does when the Action is resolved; ``following`` the Actions it generated, taken when it is
    wholly done (M3E-TIME-09, -10). ``damaged`` is what each model suffered from it, ``segment`` how its
    damage flip came out, ``named`` the cards named on declaring it, ``parts`` and ``ignoring`` what holds
    for it alone, ``passed`` who was moved through, ``arrived`` who was Summoned, ``dropped`` the marker
    dropped last, ``memory`` what its cost and its effects remember.
    """

    model: str
    action: Action
    generated: bool = False
    by_trigger: bool = False
    no_triggers: bool = False
    no_effect: bool = False
    only_target: str = ""
    bound: Bound = UNBOUND
    target_model: Model | None = None
    target_marker: Marker | None = None
    duel: Duel | None = None
    succeeded: bool = False
    failed: str = ""
    more_damage: int = 0
    change: Change = field(default_factory=Change)
    damaged: dict[str, int] = field(default_factory=dict)
    segment: int | None = None
    named: tuple[str, ...] = ()
    generated_by: str = ""
    parts: tuple[Passive, ...] = ()
    ignoring: frozenset[str] = frozenset()
    more_shockwaves: int = 0
    more_shockwave_tn: int = 0
    passed: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    arrived: list[str] = field(default_factory=list)
    following: list[Callable[[], Proc[None]]] = field(default_factory=list)
    afterwards: list[Callable[[], Proc[object]]] = field(default_factory=list)
    moves: dict[str, list[tuple[Model, Ending, bool]]] = field(default_factory=dict)
    triggers_spent: set[str] = field(default_factory=set)
    dropped: str = ""
    memory: Memory = field(default_factory=Memory)

    @property
    def target(self) -> str:
        return self.target_model.id if self.target_model else ""

    def take_more_damage(self) -> int:
        """What triggers add to the damage, once an Action (M3E-DMG-11)."""
        more, self.more_damage = self.more_damage, 0
        return more


@dataclass(slots=True)
class Hit:
    """``amount`` is a number or a damage flip W/M/S (M3E-DMG-04). ``by`` is the model that does it, empty for
    Conditions and terrain (M3E-KILL-04); ``source`` names what does it. ``accuracy`` are the net fate
    modifiers of an opposed duel (M3E-DMG-05), ``plus`` and ``minus`` others. ``more`` is added to the
    amount unless the Black Joker came (M3E-DMG-11); ``blasts`` per segment. ``barred`` forbids cheating the
    flip. ``ignoring`` names reductions that do not count, ``kinds`` what sort of damage it is,
    ``despite_minus`` lets a flip with a minus be cheated."""

    target: str
    amount: int | Profile
    by: str = ""
    source: str = ""
    irreducible: bool = False
    accuracy: int = 0
    plus: int = 0
    minus: int = 0
    more: int = 0
    blasts: Profile = (0, 0, 0)
    in_progress: ActionInProgress | None = None
    why: list[str] = field(default_factory=list)
    barred: bool = False
    ignoring: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    despite_minus: bool = False
    # What came of it
    segment: int | None = None
    black: bool = False
    red: bool = False
    flipped: int = 0
    final: int = 0
    suffered: int = 0

    @property
    def is_flip(self) -> bool:
        return isinstance(self.amount, tuple)
