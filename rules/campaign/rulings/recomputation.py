"""What follows from a corrected result: Payday, hands, Barter flips, Injuries (SL-PAY, SL-AFTER).

Nothing is drawn again; valid flips stay. The only flip a ruling makes is an Injury found due after the
Aftermath (SL-INJURY-01, ledger 4.5): the hand was discarded by then, so it cannot be cheated, and its choices
take their defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.aftermath.asks import (
    AftermathContext,
    AftermathView,
    Answer,
    AnyEffect,
    Ask,
    InjuryAttached,
    ModelAnnihilated,
)
from rules.campaign.aftermath.barter import barter_flips
from rules.campaign.aftermath.injuries import ends_bearer, injure, room_for_injuries
from rules.campaign.aftermath.procedure import (
    cards_for,
    default_answer,
    fate_answer,
    hand_size,
    new_leader,
    payday_of,
)
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.payday import within_week
from rules.campaign.policies import POLICIES, Policies
from rules.campaign.rulings.changes import AnyChange, LeaderSet, ModelBack, ModelGone
from rules.dialogue import Dialogue
from rules.fate.cards import Card
from rules.refusal import Total, TotalLine

NO_MAXIMUM = 99


class Earning(Struct, frozen=True, kw_only=True):
    """One cause of Scrip in one week, in the order of payment.

    ``lines`` are before the week's maximum; ``paid`` is what the purse received.
    """

    cause: str
    label: str
    lines: tuple[TotalLine, ...]
    paid: int
    reason: str = "payday"


def week_recomputed(earnings: Iterable[Earning], policies: Policies = POLICIES) -> tuple[Total, ...]:
    """The Scrip of each earning of one Crew's week; the maximum applies over all of them in the order
    of payment (SL-PAY-05, A-19).

    >>> ten = (TotalLine("won", 10),)
    >>> two = [Earning(cause=c, label=c, lines=ten, paid=0) for c in "ab"]
    >>> [total.amount for total in week_recomputed(two)]
    [10, 6]
    """
    totals: list[Total] = []
    for earning in earnings:
        totals.append(within_week(list(earning.lines), sum(total.amount for total in totals), policies))
    return tuple(totals)


def lost_to(injury: str, model_id: int, context: AftermathContext, now: AftermathView) -> bool:
    """Whether a model was Annihilated in that Aftermath only because of ``injury``: one that ends its
    bearer after a game, or one above its limit (SL-INJURY-05, -11, A-25)."""
    model = next((model for model in context.models if model.id == model_id), None)
    fell = next((e for e in now.effects if isinstance(e, ModelAnnihilated) and e.model_id == model_id), None)
    borne = [each.slug for each in model.injuries] if model is not None else []
    if model is None or fell is None or injury not in borne:
        return False
    if not any(flip.kind == "injury" and flip.model_id == model_id for flip in now.flips):
        killed = model_id in context.killed
        return {slug for slug in borne if ends_bearer(context.charts.injury(slug), killed)} == {injury}
    gained = sum(isinstance(e, InjuryAttached) and e.model_id == model_id for e in now.effects)
    full_without = len(borne) + gained - 1 >= room_for_injuries(model, context.policies)
    return fell.rule in ("SL-INJURY-11", "A-25") and not full_without


def payday_lines(context: AftermathContext) -> tuple[TotalLine, ...]:
    """The lines of Payday before the week's maximum; none after an early withdrawal
    (SL-WITHDRAW-04)."""
    if context.withdrew == "early":
        return ()
    return payday_of(context, replace(context.policies, weekly_cap=NO_MAXIMUM)).lines


def barter_flips_due(context: AftermathContext) -> int:
    """The number of Barter flips by these facts (SL-BARTER-01, -03, -04); none after an early
    withdrawal."""
    return 0 if context.withdrew == "early" else len(barter_flips(context))


def hand_due(context: AftermathContext) -> int:
    """The number of cards of the Aftermath Hand by these facts (SL-AFTER-03 to -05,
    SL-WITHDRAW-04)."""
    return 0 if context.withdrew == "early" else len(hand_size(context))


def flip_of_each_purchase(steps: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    """The number of the Barter flip, from 1, that each purchase followed. ``steps`` are (kind of
    question, answer).

    >>> flip_of_each_purchase(
    ...     [("barter_flip", ""), ("barter_buy", "pass"), ("barter_flip", ""), ("barter_buy", "lucky-coin")]
    ... )
    (2,)
    """
    purchases, flips = [], 0
    for kind, option in steps:
        flips += kind == "barter_flip"
        if kind == "barter_buy" and option != "pass":
            purchases.append(flips)
    return tuple(purchases)


class Settlement(Struct, frozen=True):
    """The effect of a ruling on a purse: what it holds after, what is lent to it, what of older debts is
    paid. All in Scrip, none below 0."""

    after: int
    lent: int
    repaid: int


def settle(balance: int, *, comes: int, goes: int, owed: int = 0) -> Settlement:
    """The settlement of a purse of ``balance`` that receives ``comes`` and gives back ``goes``; it
    never falls below 0.

    What it lacks is lent and stays owed; what is over pays the ``owed`` of earlier rulings first.

    >>> settle(3, comes=0, goes=5), settle(0, comes=6, goes=1, owed=2)
    (Settlement(after=0, lent=2, repaid=0), Settlement(after=3, lent=0, repaid=2))
    """
    lent = max(0, goes - comes - balance)
    left = balance + comes + lent - goes
    repaid = min(left, owed)
    return Settlement(left - repaid, lent, repaid)


def left_after(
    changes: Sequence[AnyChange], models: Iterable[int], leader: int | None
) -> tuple[frozenset[int], int | None]:
    """The ids of the models a ruling leaves in one Arsenal, and their Leader; models without a Leader
    need an heir (SL-LEADER-02).

    ``changes`` are that Arsenal's. Whoever comes back brings no flag with them; who is there is settled
    before who leads.

    >>> gone = ModelGone(sentence="", entry=1, model=7, name="Envy")
    >>> left_after([LeaderSet(sentence="", entry=1, before=7, after=8), gone], [7, 8], 7)
    (frozenset({8}), 8)
    >>> left_after([gone], [7, 8], 7)
    (frozenset({8}), None)
    """
    present = set(models)
    for change in changes:
        if isinstance(change, ModelGone):
            present.discard(change.model)
            leader = None if change.model == leader else leader
        elif isinstance(change, ModelBack):
            present.add(change.model)
    for change in changes:
        if isinstance(change, LeaderSet) and change.after in present:
            leader = change.after
    return frozenset(present), leader


class OwedInjury(Struct, frozen=True):
    """The result of one owed flip: the answers, fate's and the defaults, and every effect in order."""

    answers: tuple[Answer, ...]
    effects: tuple[AnyEffect, ...]


def owed_injury(
    context: AftermathContext, model_id: int, shuffle: Callable[[int], Sequence[Card]]
) -> OwedInjury:
    """Flip one model's Injury without a hand; then choose a new Leader if the old one is gone.

    ``shuffle(n)`` is the deck's n-th order, from 0. Raise ``KeyError`` when the model is not in ``context``.
    """
    state = AftermathState(context)
    answers: list[Answer] = []

    def steps() -> Generator[Ask, Answer, None]:
        state.phase = "injury"
        yield from injure(state, state.living[model_id])
        yield from new_leader(state)

    dialogue = Dialogue(steps())
    while (ask := dialogue.question) is not None:
        answers.append(_answer(ask, shuffle))
        dialogue.answer(answers[-1])
    return OwedInjury(tuple(answers), tuple(state.effects))


def _answer(ask: Ask, shuffle: Callable[[int], Sequence[Card]]) -> Answer:
    if ask.who == "fate":
        return fate_answer(ask, cards_for(ask, shuffle(ask.shuffle)))
    return default_answer(ask)
