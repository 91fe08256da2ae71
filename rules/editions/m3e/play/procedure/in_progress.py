"""What is being resolved: a flip, one side of a duel, a duel, an Action, a hit (one instance of damage).

These are mutable objects that procedures share while they run. None of them outlasts an Activation, and none
is part of the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct, field

from rules.editions.m3e.scripts.words import Passive
from rules.editions.m3e.statcards import Action, Trigger
from rules.fate.cards import BLACK_JOKER, RED_JOKER, Card
from rules.fate.flips import Profile, net
from rules.game.procedure.asks import Proc
from rules.game.state import Marker, Model
from rules.game.table_access.spots import Ending


class Memory(Struct):
    """What effects that are resolved together remember: X (M3E-GEN-05), the count of the last effect, the
    card last flipped, revealed or discarded, the suit that its owner gave a Red Joker, the suit chosen, the
    marker last removed, whether the last move was interrupted, the Upgrades discarded."""

    x: int | None = None
    done: int = 0
    card: Card | None = None
    joker_suit: str = ""
    suit: str = ""
    marker: Marker | None = None
    interrupted: bool = False
    upgrades: set[str] = set()


class Flip(Struct):
    """One flip of one player. ``flipped`` is the card taken, ``card`` the one in the Conflict now; ``barred``
    says why its owner may not cheat it, empty when it may. ``black_as_red``,
    ``red_as_black``: one Joker counts as the other. ``sinks``: the flipped card goes under the discards."""

    seat: int
    plus: int
    minus: int
    revealed: tuple[Card, ...]
    flipped: Card | None = None
    card: Card | None = None
    cheated: bool = False
    barred: str = ""
    black_as_red: bool = False
    red_as_black: bool = False
    sinks: bool = False

    @property
    def net(self) -> int:
        return net(self.plus, self.minus)

    def reads(self, card: Card) -> Card:
        """What the card counts as in this flip."""
        if card == BLACK_JOKER and self.black_as_red:
            return RED_JOKER
        return BLACK_JOKER if card == RED_JOKER and self.red_as_black else card

    @property
    def counted(self) -> Card | None:
        """What the card in the Conflict counts as."""
        return self.reads(self.card) if self.card is not None else None


class DuelSide(Struct):
    """One model in a duel. ``stat`` is its number, ``printed`` the suits printed with it, ``added`` those of
    Soulstones and effects; ``why`` lists the source of each fate modifier. ``unheeded``: the effects of its
    ``trigger`` are ignored; ``no_minus``: no minus counts on its flip."""

    model: str
    seat: int
    stat_name: str
    stat: int
    printed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    extra: int = 0
    plus: int = 0
    minus: int = 0
    why: list[str] = []
    flip: Flip | None = None
    card_suits: tuple[str, ...] = ()
    relented: bool = False
    stoned: bool = False
    focused: bool = False
    fixed: int | None = None
    fixed_suits: tuple[str, ...] = ()
    trigger: Trigger | None = None
    unheeded: bool = False
    success: bool = False
    no_cheat: bool = False
    no_trigger: bool = False
    no_suits: bool = False
    no_minus: bool = False
    memory: Memory = field(default_factory=Memory)

    def modify(self, why: str, plus: int = 0, minus: int = 0) -> None:
        """Add fate modifiers to the next flip."""
        self.plus += plus
        self.minus += minus
        self.why.append(why)

    @property
    def current(self) -> int:
        """Stat plus card (M3E-DUEL-07)."""
        counted = self.flip.counted if self.flip is not None else None
        return self.stat + (counted.value if counted is not None else 0)

    @property
    def total(self) -> int:
        """Stat, card and numeric modifiers; for a relenting side the other side's total (M3E-DUEL-04,
        -09)."""
        return (self.current if self.fixed is None else self.fixed) + self.extra

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the total, with multiplicity (M3E-TRIG-01)."""
        if self.no_suits:
            return ()
        if self.fixed is not None:
            return (*self.fixed_suits, *self.added)
        return (*self.printed, *self.card_suits, *self.added)

    def has_suits(self, suits: tuple[str, ...]) -> bool:
        have, need = Counter(self.suits), Counter(suits)
        return all(have[suit] >= number for suit, number in need.items())


class DuelInProgress(Struct):
    """A simple duel (``resister`` is ``None``) or an opposed one. ``in_progress`` is the Action it belongs
    to, ``by`` the model whose effect demands a simple one, if any, ``why`` the name of that effect."""

    actor: DuelSide
    resister: DuelSide | None = None
    tn: int | None = None
    tn_suits: tuple[str, ...] = ()
    icon: str = ""
    in_progress: ActionInProgress | None = None
    actor_triggers: tuple[Trigger, ...] = ()
    triggers_barred: bool = False
    resister_barred: bool = False
    over: bool = False
    by: str = ""
    why: str = ""

    @property
    def opposed(self) -> bool:
        return self.resister is not None

    @property
    def sides(self) -> tuple[DuelSide, ...]:
        return (self.actor,) if self.resister is None else (self.actor, self.resister)

    @property
    def difference(self) -> int:
        """The actor's final total less the resister's; 0 in a simple duel."""
        return self.lead(self.actor)

    def lead(self, side: DuelSide) -> int:
        """That side's final total less its rival's; 0 in a simple duel."""
        rival = self.against(side)
        return 0 if rival is None else side.total - rival.total

    def side_of(self, model: Model | str) -> DuelSide | None:
        name = model if isinstance(model, str) else model.id
        return next((side for side in self.sides if side.model == name), None)

    def against(self, side: DuelSide) -> DuelSide | None:
        return self.resister if side is self.actor else self.actor if self.resister is not None else None


class Change(Struct):
    """How Triggers change the damage an Action deals to its target: fate modifiers and blasts of its flip,
    what it ignores, and what is subtracted, to no less than ``floor``."""

    plus: int = 0
    minus: int = 0
    blasts: int = 0
    no_blasts: bool = False
    irreducible: bool = False
    ignoring: frozenset[str] = frozenset()
    cheatable: bool | None = None
    reductions: list[tuple[int, int]] = []


class Bound(Struct, frozen=True):
    """Limits on the target of a generated Action: only these models, none of those, what it ignores (range,
    sight, engagement), the models whose engagement does not count (``apart_from``), and the name of the
    Action whose effect it is (``generated_by``)."""

    upon: frozenset[str] | None = None
    not_upon: frozenset[str] = frozenset()
    ignoring: frozenset[str] = frozenset()
    generated_by: str = ""
    apart_from: frozenset[str] = frozenset()

    def allows(self, name: str) -> bool:
        return (self.upon is None or name in self.upon) and name not in self.not_upon


UNBOUND = Bound()


class ActionInProgress(Struct):
    """An Action that is being resolved. ``target_model`` is the target when it was declared; read the state
    for its current values.

    ``generated`` Actions do not count against the Action Limit (M3E-TIME-09), nor does one that was paid for
    to be taken ``as_bonus``. ``by_trigger`` bars the actor's
    Triggers (M3E-TRIG-13), ``no_triggers`` everybody's, and ``no_effect`` leaves only the duel (both for
    Disengage). ``only_target`` binds a generated Action to one target. ``more_damage`` is what Triggers add,
    until the first damage to the target uses it, ``raised`` the abilities that have raised that damage
    (M3E-DMG-11). ``moves`` are the moves made meanwhile, by
    model, to which Hazardous terrain is applied when the Action is resolved. ``following`` are the Actions it
    generated, taken when it is finished (M3E-TIME-09, -10), ``generator`` is the model whose effect generated
    this one. ``damaged`` is what each model suffered from it, ``segment`` the segment of its damage flip,
    ``cheated`` whether that was cheated, ``named`` the cards named on declaring it, ``parts`` and
    ``ignoring`` apply to it alone, ``passed`` are the models moved through, ``arrived`` those Summoned,
    ``dropped`` are the markers dropped or moved by it, ``memory`` what its cost and effects remember. A
    Trigger adds ``more_healing`` of its target, or its own effects come instead of the Action's
    (``replaced``), or ``at_shockwave``; ``killer`` counts as the model that kills, ``credits`` may count as
    the one that kills its target.
    """

    model: str
    action: Action
    generated: bool = False
    as_bonus: bool = False
    by_trigger: bool = False
    no_triggers: bool = False
    no_effect: bool = False
    only_target: str = ""
    bound: Bound = UNBOUND
    target_model: Model | None = None
    target_marker: Marker | None = None
    duel: DuelInProgress | None = None
    succeeded: bool = False
    resolved: bool = False
    failed: str = ""
    more_damage: int = 0
    change: Change = field(default_factory=Change)
    damaged: dict[str, int] = {}
    segment: int | None = None
    cheated: bool = False
    named: tuple[str, ...] = ()
    generated_by: str = ""
    generator: str = ""
    parts: tuple[Passive, ...] = ()
    ignoring: frozenset[str] = frozenset()
    more_shockwaves: int = 0
    more_shockwave_tn: int = 0
    passed: list[str] = []
    killed: list[str] = []
    arrived: list[str] = []
    following: list[Callable[[], Proc[None]]] = []
    afterwards: list[Callable[[], Proc[object]]] = []
    moves: dict[str, list[tuple[Model, Ending, bool]]] = {}
    triggers_spent: set[str] = set()
    raised: list[tuple[str, Passive]] = []
    dropped: list[str] = []
    more_healing: int = 0
    replaced: bool = False
    at_shockwave: dict[str, list[Callable[[], Proc[None]]]] = {}
    killer: str = ""
    credits: str = ""
    memory: Memory = field(default_factory=Memory)

    @property
    def target(self) -> str:
        return self.target_model.id if self.target_model else ""

    def follow(self, originals: tuple[str, ...], heir: Model) -> None:
        """Go on with the model that Replaced the target: it is the target and resists, and what the target
        suffered counts as its damage. A Trigger that the target declared is lost with it (M3E-REPL-04,
        M3E-TRIG-10)."""
        if self.target not in originals:
            return
        side = self.duel.side_of(self.target) if self.duel is not None else None
        if side is not None and self.duel is not None and side is self.duel.resister:
            side.model, side.trigger = heir.id, None
        if self.target in self.damaged:
            self.damaged[heir.id] = self.damaged[self.target]
        self.target_model = heir

    def take_more_damage(self) -> int:
        """The damage that Triggers add, once for each Action (M3E-DMG-11)."""
        more, self.more_damage = self.more_damage, 0
        return more


class Hit(Struct):
    """One instance of damage. ``amount`` is a number or a damage flip W/M/S (M3E-DMG-04). ``by`` is the model
    that deals it, empty for Conditions and terrain (M3E-KILL-04); ``source`` names the cause. ``accuracy``
    are the net fate modifiers of an opposed duel (M3E-DMG-05), ``plus`` and ``minus`` others. ``more`` is
    added to the amount unless the Black Joker was flipped (M3E-DMG-11); ``blasts`` are counted per segment.
    ``killer`` counts as the model that kills, where nobody deals it. ``barred`` forbids cheating the flip,
    ``despite_minus`` allows it in spite of a minus; ``minus_is_plus`` counts each minus on the flip as a
    plus, ``ignores_minus`` is how many do not count. ``ignoring`` names reductions that do not apply,
    ``kinds`` the kinds of damage."""

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
    why: list[str] = []
    barred: bool = False
    ignoring: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    killer: str = ""
    despite_minus: bool = False
    minus_is_plus: bool = False
    ignores_minus: int = 0
    # The result.
    segment: int | None = None
    black: bool = False
    red: bool = False
    flipped: int = 0
    final: int = 0
    suffered: int = 0

    @property
    def is_flip(self) -> bool:
        return isinstance(self.amount, tuple)

    @property
    def of_action(self) -> bool:
        """Whether an effect or a Trigger of the Action in progress deals it, not an ability that reacts."""
        return self.in_progress is not None and "ability" not in self.kinds
