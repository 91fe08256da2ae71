"""What a duel is while it lasts (M3E-DUEL)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.core.game.cards import Flip
from rules.core.game.statcards import Trigger
from rules.core.game.state import Model

if TYPE_CHECKING:
    from rules.core.game.actions.deed import Deed


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

    def has_suits(self, wanted: tuple[str, ...]) -> bool:
        have, need = Counter(self.suits), Counter(wanted)
        return all(have[suit] >= number for suit, number in need.items())


@dataclass(slots=True)
class Duel:
    """A simple duel (``resister`` is ``None``) or an opposed one. ``deed`` is the Action it belongs to."""

    actor: Side
    resister: Side | None = None
    tn: int | None = None
    tn_suits: tuple[str, ...] = ()
    icon: str = ""
    deed: Deed | None = None
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
