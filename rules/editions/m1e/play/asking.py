"""Which questions of the First Edition nothing depends on, and how they are answered then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.dialogue import Answer, OneOf
from rules.editions.m1e.play.cards import KEEP
from rules.editions.m1e.play.duels import DuelM1, DuelSideM1
from rules.editions.m1e.play.match import PARALYZED, Match
from rules.fate.cards import Card
from rules.game.asking import (
    CHEATING_AHEAD,
    CHEATING_ELSE,
    ORDER,
    STONES_AGAINST_DAMAGE,
    STONES_IN_DUELS,
)
from rules.game.procedure.asks import Ask, RecurringUse

HIGHEST = 14
STONES = {"M1-DUEL-05": STONES_IN_DUELS, "M1-DMG-03": STONES_AGAINST_DAMAGE}
SETTLES = (CHEATING_AHEAD, CHEATING_ELSE, STONES_IN_DUELS, STONES_AGAINST_DAMAGE, ORDER)


def needless(g: Match, ask: Ask, *, alone: bool) -> Answer | None:
    """The answer, where nothing depends on it; ``None`` where something may. ``alone``: nobody who must not
    know the asked seat's hand can notice that it was not asked."""
    duel: DuelM1 | None = g.duel
    if duel is None or not isinstance(ask.options, OneOf):
        return None
    side = next((side for side in duel.sides if side.seat == ask.seat and side.model in ask.about), None)
    if ask.kind == "suit":
        sides = [side for side in duel.sides if side.seat == ask.seat]
        wanted = len(sides) != 1 or _wants_suits(g, duel, sides[0])
        return None if wanted else ask.options.choices[0].key
    if side is None or side.flip is None or _is_friendly(g, duel):
        return None
    if ask.kind == "cheat":
        hand = g.crew(ask.seat).hand if alone else None
        return None if _cheating_matters(g, duel, side, hand) else KEEP.key
    if ask.kind == "stone":
        return None if _more_matters(g, duel, side) else "no"
    return None


def recurring(g: Match, ask: Ask) -> RecurringUse | None:
    """What may be left every time, with the answer that leaves it."""
    if ask.kind == "stone":
        return RecurringUse(STONES[ask.rule], leaves="no") if ask.rule in STONES else None
    if ask.kind == "order" and isinstance(ask.options, OneOf):
        return RecurringUse(ORDER, leaves=ask.options.choices[0].key)
    duel: DuelM1 | None = g.duel
    if ask.kind != "cheat" or duel is None:
        return None
    side = next((side for side in duel.sides if side.seat == ask.seat and side.model in ask.about), None)
    ahead = side is not None and _is_ahead(duel, side) and _has_answered(duel, side)
    return RecurringUse(CHEATING_AHEAD if ahead else CHEATING_ELSE, leaves=KEEP.key)


def _is_friendly(g: Match, duel: DuelM1) -> bool:
    return duel.target is not None and duel.target.seat == duel.actor.seat


def _is_ahead(duel: DuelM1, side: DuelSideM1, more: int = 0) -> bool:
    """Whether the side wins with so much more in its total (M1-DUEL-04, M1-OPP-02)."""
    total = side.total + more
    if side is duel.target:
        return total > duel.actor.total
    beaten = duel.target is None or total >= duel.target.total
    return beaten and (duel.tn is None or total >= duel.tn)


def _has_answered(duel: DuelM1, side: DuelSideM1) -> bool:
    """Whether nobody decides after the side: who is losing decides first (M1-OPP-03)."""
    changed = side.stone is not None or (side.flip is not None and side.flip.cheated)
    return duel.target is None or (duel.losing_first()[-1] is side and not changed)


def _more_matters(g: Match, duel: DuelM1, side: DuelSideM1) -> bool:
    """Whether a higher total or a suit may change what follows: also the margin of who acts, which says how
    hard it hits (M1-DMG-01)."""
    if not _is_ahead(duel, side) or not _has_answered(duel, side):
        return True
    return (side is duel.actor and duel.target is not None) or _wants_suits(g, duel, side)


def _cheating_matters(g: Match, duel: DuelM1, side: DuelSideM1, hand: tuple[Card, ...] | None) -> bool:
    if _more_matters(g, duel, side) and hand is None:
        return True
    if hand is None or not _is_ahead(duel, side):
        return _more_matters(g, duel, side)
    assert side.flip is not None
    now = side.read(side.flip.card).value
    wants = _wants_suits(g, duel, side)
    higher = any(side.read(card).value > now for card in hand)
    kept = (card for card in hand if _is_ahead(duel, side, side.read(card).value - now))
    return _more_matters(g, duel, side) and (higher or (wants and any(kept)))


def _wants_suits(g: Match, duel: DuelM1, side: DuelSideM1) -> bool:
    """Whether a suit of the card may bring success or a Trigger."""
    if side is duel.actor and _missing(side, duel.suits):
        return True
    model = g.model(side.model)
    triggers = () if model.has(PARALYZED) else g.figure(model).triggers
    return any(trigger.stat == side.stat_name and _missing(side, trigger.suits) for trigger in triggers)


def _missing(side: DuelSideM1, suits: Iterable[str]) -> bool:
    return bool(Counter(suits) - Counter(side.printed))
