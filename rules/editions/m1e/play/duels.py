"""Duels of the First Edition: simple (M1-DUEL), opposed (M1-OPP), and their Triggers (M1-TRG).

A total is a card, a stat, modifiers and the Soulstone's card (M1-DUEL-03, -06). In an opposed duel the model
that is losing decides first; the acting model wins ties (M1-OPP-02, -03).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import FateFlip, clear, flip, named_suit, offer_cheat, refill, spend_stone
from rules.editions.m1e.play.figures import TriggerM1
from rules.editions.m1e.play.match import FELL_BACK, PANIC, PARALYZED, Match
from rules.fate.cards import Card
from rules.game.events.announcements import DuelBegan, DuelEnded, TotalAnnounced, TriggerDeclared
from rules.game.events.cards import Flipped, Taken
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model, other

NO_TRIGGER = Choice("none", "No Trigger")


def as_printed(card: Card) -> Card:
    return card


@dataclass(slots=True)
class DuelSideM1:
    """One side of a duel: ``stat`` as it is now, ``extra`` what modifies the total, ``twist`` the net fate
    twists with ``why``; ``weapon`` is the one in use, for the Triggers that are bound to one, ``shot`` says
    that it is used at range, where those of melee Strikes do nothing."""

    model: str
    seat: int
    stat_name: str
    stat: int
    printed: tuple[str, ...] = ()
    extra: int = 0
    twist: int = 0
    why: list[str] = field(default_factory=list)
    weapon: str = ""
    shot: bool = False
    flip: FateFlip | None = None
    stone: Card | None = None
    named: tuple[str, ...] = ()
    trigger: TriggerM1 | None = None
    read: Callable[[Card], Card] = as_printed

    def twisted(self, why: str, twist: int) -> None:
        """Add a fate twist; all twists are added up (M1-GLO-12)."""
        if twist:
            self.twist += twist
            self.why.append(why)

    def modified(self, why: str, amount: int) -> None:
        if amount:
            self.extra += amount
            self.why.append(why)

    @property
    def total(self) -> int:
        """Card, stat, modifiers and the Soulstone's card added up (M1-DUEL-03, -06)."""
        cards = (self.flip.card if self.flip else None, self.stone)
        return self.stat + self.extra + sum(self.read(card).value for card in cards if card is not None)

    @property
    def called(self) -> str:
        """The name of the weapon or stat it duels with, as cards print it."""
        return self.weapon or self.stat_name.capitalize()

    @property
    def suits(self) -> tuple[str, ...]:
        return self.printed + self.named

    def has_suits(self, wanted: Iterable[str]) -> bool:
        """Whether the total has each suit as often as it is wanted."""
        return not Counter(wanted) - Counter(self.suits)


@dataclass(slots=True)
class DuelM1:
    """A duel in progress. The actor has to reach ``tn`` with its ``suits``, or to beat ``target``."""

    actor: DuelSideM1
    target: DuelSideM1 | None = None
    tn: int | None = None
    suits: tuple[str, ...] = ()
    success: bool = False

    @property
    def sides(self) -> tuple[DuelSideM1, ...]:
        return (self.actor,) if self.target is None else (self.actor, self.target)

    @property
    def difference(self) -> int:
        """By how much the actor won, at least 0 (M1-DMG-01)."""
        return 0 if self.target is None else max(0, self.actor.total - self.target.total)

    def is_won(self) -> bool:
        """Whether the actor wins with the current totals (M1-DUEL-04, M1-OPP-02)."""
        beaten = self.target is None or self.actor.total >= self.target.total
        reached = self.tn is None or self.actor.total >= self.tn
        return beaten and reached and self.actor.has_suits(self.suits)

    def losing_first(self) -> list[DuelSideM1]:
        """The sides in the order in which they decide: the losing side first, on a tie the target
        (M1-OPP-03, -04)."""
        if self.target is None:
            return [self.actor]
        sides = [self.actor, self.target]
        return sides if self.actor.total < self.target.total else sides[::-1]


def side_of(g: Match, model: Model, stat_name: str, stat: int | None = None) -> DuelSideM1:
    """A side that uses one of the model's stats, or the weapon's ``stat`` (M1-CARD-09, -11)."""
    figure = g.figure(model)
    printed = figure.ca_suits if stat_name == "ca" else ()
    value = g.stat(model, stat_name) if stat is None else stat
    return DuelSideM1(model.id, model.player, stat_name, value, printed)


def panics(g: Match, side: DuelSideM1, against: str) -> None:
    """Give `−` in duels against enemies to a model that is falling back (M1-MOR-07)."""
    model = g.model(side.model)
    if model.conditions.get(PANIC) == FELL_BACK and model.seat != g.model(against).seat:
        side.twisted("falling back", -1)


def resolve(g: Match, duel: DuelM1) -> Proc[DuelM1]:
    """Resolve the duel: flips, changes, final totals, Triggers; its cards are discarded at the end
    (M1-DUEL-03 to -08)."""
    g.duel = duel
    target = duel.target
    if target is not None:
        panics(g, duel.actor, target.model)
        panics(g, target, duel.actor.model)
    g.emit(
        DuelBegan(
            duel.actor.model,
            duel.actor.called,
            target.model if target else "",
            target.stat_name if target else "",
            duel.tn,
            (max(0, duel.actor.twist), max(0, target.twist) if target else 0),
            (max(0, -duel.actor.twist), max(0, -target.twist) if target else 0),
            tuple(why for side in duel.sides for why in side.why),
        )
    )
    for side in duel.sides:
        side.read = g.read
        side.flip = yield from flip(g, side.seat, side.twist, f"{side.called} duel", duel=True)
        g.emit(TotalAnnounced(side.model, side.total, side.printed, "current"))
    for side in duel.losing_first():
        yield from change_total(g, duel, side)
    for side in duel.sides:
        assert side.flip is not None
        side.named = yield from named_suit(g, side.seat, side.flip.card)
        if side.stone is not None and g.readings.stone_suit_counts:
            side.named += yield from named_suit(g, side.seat, side.stone)
        g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))
    duel.success = duel.is_won()
    for side in duel.losing_first():
        yield from use_trigger(g, side)
    resisted = target is not None and not duel.success
    g.emit(DuelEnded(duel.actor.model, duel.success, target.model if target else "", resisted))
    for side in duel.sides:
        assert side.flip is not None
        clear(g, side.seat, side.flip.card, side.stone)
    g.duel = None
    return duel


def change_total(g: Match, duel: DuelM1, side: DuelSideM1) -> Proc[None]:
    """Let the side cheat, then add a Soulstone's card: each once, in that order, each optional (M1-DUEL-05,
    Q-32)."""
    assert side.flip is not None
    text = f"{_standing(duel, side)} Cheat?"
    if (yield from offer_cheat(g, side.flip, text, side.model, "M1-DUEL-05")):
        g.emit(TotalAnnounced(side.model, side.total, side.printed, "current"))
    model = g.model(side.model)
    refill(g, side.seat)
    if not g.uses_stones(model) or not g.crew(side.seat).deck:
        return
    text = f"{_standing(duel, side)} Add a card for a Soulstone?"
    if not (yield from yes(side.seat, "stone", rule="M1-DUEL-05", text=text, about=(model.id,))):
        return
    spend_stone(g, model, "duel")
    card = g.crew(side.seat).deck[0]
    g.emit(Flipped(side.seat, card, "Soulstone"))
    g.emit(Taken(side.seat, card))
    side.stone = card
    g.emit(TotalAnnounced(side.model, side.total, side.printed, "current"))


def _standing(duel: DuelM1, side: DuelSideM1) -> str:
    """How the duel stands for that side, as shown when it decides."""
    other = duel.target if side is duel.actor else duel.actor
    if other is not None:
        return f"{side.total} against {other.total}."
    return f"{side.total} against {duel.tn}."


def use_trigger(g: Match, side: DuelSideM1) -> Proc[None]:
    """Let the side use one Trigger whose suits are in its final total, whether it won or lost (M1-DUEL-07,
    M1-OPP-04)."""
    model = g.model(side.model)
    if model.has(PARALYZED):
        return
    ready = [
        trigger
        for trigger in g.figure(model).triggers
        if trigger.stat == side.stat_name
        and side.has_suits(trigger.suits)
        and (trigger.weapon == side.weapon if trigger.weapon else not (side.shot and trigger.is_of_melee))
    ]
    if not ready:
        return
    choices = (NO_TRIGGER, *(Choice(trigger.name, trigger.name) for trigger in ready))
    text = "Use a Trigger?"
    key = yield from one_of(side.seat, "trigger", choices, rule="M1-DUEL-07", text=text, about=(side.model,))
    if key == NO_TRIGGER.key:
        return
    side.trigger = next(trigger for trigger in ready if trigger.name == key)
    g.emit(TriggerDeclared(side.model, key))


def simple(
    g: Match,
    model: Model,
    stat_name: str,
    tn: int,
    suits: tuple[str, ...] = (),
    side: DuelSideM1 | None = None,
) -> Proc[DuelM1]:
    """Duel with a stat against a number with suits (M1-DUEL-01, -04)."""
    return (yield from resolve(g, DuelM1(side or side_of(g, model, stat_name), tn=tn, suits=suits)))


def opposed(g: Match, actor: DuelSideM1, target: DuelSideM1) -> Proc[DuelM1]:
    """Duel with the acting model's stat against the target's (M1-OPP-01, -05)."""
    return (yield from resolve(g, DuelM1(actor, target)))


def in_order(g: Match, models: Sequence[Model], text: str) -> Proc[list[str]]:
    """The order in which several models duel: those of one player as that player says, the players in the
    Turn's activation order, whoever acts now (M1-DUEL-02, M1-TURN-07)."""
    order: list[str] = []
    for seat in (g.state.initiative, other(g.state.initiative)):
        own = {model.id: model for model in models if model.player == seat}
        while own:
            choices = [Choice(model.id, model.name, model.id) for model in own.values()]
            name = yield from one_of(seat, "order", choices, rule="M1-DUEL-02", text=text, forced=True)
            order.append(name)
            del own[name]
    return order
