"""The Aftermath of one Crew after one Encounter (SL-AFTER; states A0 to A8 of the ledger).

``aftermath`` is the rulebook's procedure as a generator; ``AftermathReplay`` runs it over stored answers.
Generators are never stored: replay to continue. Flips that a ruling found due afterwards (``owed_flips``;
SL-BARTER-03, SL-REWARD-01, ledger 4.5) follow it. They cannot be cheated, because the hand was discarded at
the lock; the player takes or leaves what they offer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from rules.campaign.aftermath.asks import (
    CREW,
    LOCK,
    AftermathContext,
    AftermathOutcome,
    AftermathView,
    Answer,
    Ask,
    FlipsOwed,
    HandDrawn,
    LeaderChanged,
    Option,
    ScripEarned,
    Steps,
)
from rules.campaign.aftermath.barter import barter, buy
from rules.campaign.aftermath.bounties import bounties
from rules.campaign.aftermath.flips import flip
from rules.campaign.aftermath.injuries import injuries
from rules.campaign.aftermath.reward import reward, reward_of
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import new_leader_choices
from rules.campaign.payday import payday
from rules.campaign.policies import Policies
from rules.dialogue import Dialogue
from rules.fate.cards import Card
from rules.refusal import Refusal, Total
from rules.wording import counted, listed


def aftermath(
    context: AftermathContext, state: AftermathState | None = None
) -> Generator[Ask, Answer, AftermathOutcome]:
    """Run the phases in order, one flip at a time (SL-AFTER-01, -08).

    It yields questions, receives answers and returns the outcome. An answer that does not fit raises
    ``Refusal`` and ends the generator; replay to ask again.
    """
    state = state or AftermathState(context)
    if context.withdrew == "early":
        state.note(
            "An early Strategic Withdrawal: no hand, no Payday, no Barter; only the Injuries follow.",
            "SL-WITHDRAW-05",
        )
        yield from withdrawn_reward(state)
    else:
        yield from draw_hand(state)
        yield from pay(state)
        yield from barter(state)
        yield from reward(state)
        yield from bounties(state)
    yield from injuries(state)
    yield from new_leader(state)
    yield from lock(state)
    for run, owed in enumerate(context.owed_flips, 1):
        yield from owed_flips(state, owed, run)
        yield from lock(state)
    return state.outcome()


def hand_size(context: AftermathContext) -> list[tuple[str, str]]:
    """Why cards are drawn, one pair (reason, rule) for each card (SL-AFTER-03 to -06)."""
    reasons = []
    if not context.withdrew:
        reasons.append(("finished without withdrawing", "SL-AFTER-03"))
    if context.won:
        reasons.append(("won the Encounter", "SL-AFTER-04"))
    if context.completed_bounty:
        reasons.append(("completed a Bounty", "SL-AFTER-05"))
    return reasons


def draw_hand(state: AftermathState) -> Steps:
    """Phase 1: shuffle the deck and draw the Aftermath Hand (SL-AFTER-02 to -06)."""
    state.phase = "hand"
    reasons = hand_size(state.context)
    if not reasons:
        state.note("No Aftermath Hand: nothing earned a card.", "SL-AFTER-06")
        return
    why = ", ".join(reason for reason, _ in reasons)
    ask = state.ask_fate(
        "draw_hand", f"Draw {len(reasons)} for the Aftermath Hand: {why}.", "SL-AFTER-02", cards=len(reasons)
    )
    answer = yield ask
    state.hand += state.cards(ask, answer)
    state.record("hand", ask, tuple(state.hand), answer)
    drawn = counted(len(reasons), "card")
    sentence = f"{CREW} draws {drawn}: it {listed(reason for reason, _ in reasons)}."
    state.effects.append(HandDrawn(sentence=sentence, rule="SL-AFTER-06", cards=tuple(state.hand)))


def pay(state: AftermathState) -> Steps:
    """Phase 2: Payday, within the week's maximum (SL-PAY)."""
    state.phase = "payday"
    context = state.context
    answer = yield state.ask_system("payday", "What has this Crew earned this week?", "SL-PAY-05")
    if answer.kind != "facts" or answer.earned_this_week < 0:
        raise Refusal("Payday needs what was earned earlier this week.", rule="SL-PAY-05")
    total = payday_of(context, state.policies, answer.earned_this_week)
    if answer.scrip is not None:
        state.scrip = answer.scrip
    # A purse below 0 before Payday owes what a ruling took; Payday pays that first.
    state.scrip = max(0, state.scrip + total.amount)
    state.earned += total.amount
    state.effects.append(
        ScripEarned(sentence=f"{CREW} earns {total.amount} Scrip at Payday.", rule="SL-PAY-01", total=total)
    )


def payday_of(context: AftermathContext, policies: Policies, earned_this_week: int = 0) -> Total:
    """Payday from the facts of a game (SL-PAY)."""
    return payday(
        vp=context.vp,
        winner=context.won,
        rating=context.rating,
        other_rating=context.other_rating,
        event_scrip=context.event_scrip,
        earned_this_week=earned_this_week,
        policies=policies,
    )


def withdrawn_reward(state: AftermathState) -> Steps:
    """Forfeit the Reward of a Bounty completed in a game withdrawn from early, unless the campaign's policy
    keeps it (A-11); the Bounty counts as completed."""
    if state.policies.early_withdraw_reward == "keep":
        yield from reward(state)
    elif state.context.completed_bounty:
        state.note("The Bounty is complete; its Reward is forfeited by the withdrawal.", "A-11")


def new_leader(state: AftermathState) -> Steps:
    """Replace an Annihilated Leader (SL-LEADER-02 to -04)."""
    state.phase = "leader"
    old = next((model for model in state.context.models if model.is_leader), None)
    if old is None or old.id in state.living:
        return
    heirs = new_leader_choices([model_state.model for model_state in state.living.values()], state.policies)
    if not heirs:
        state.note("No model is left to lead: this Arsenal starts anew.", "SL-LEADER-02")
        return
    chosen = heirs[0]
    if len(heirs) > 1:
        options = tuple(Option(str(heir), state.living[heir].model.name) for heir in heirs)
        ask = state.ask_player(
            "choose_leader", f"{old.name} is gone. Who leads now?", "SL-LEADER-03", options, options[0].key
        )
        chosen = int(state.choice(ask, (yield ask)).key)
    model = state.living[chosen].model
    rule = "SL-LEADER-03" if model.station == "Henchman" else "SL-LEADER-04"
    state.effects.append(
        LeaderChanged(
            sentence=f"{model.name} leads now.",
            subject=model.name,
            rule=rule,
            model_id=model.id,
            name=model.name,
        )
    )


def lock(state: AftermathState) -> Steps:
    """Discard the unused hand, face down, and finish the Aftermath."""
    state.phase = "lock"
    ask = state.ask_system("lock", "All is settled.", "SL-AFTER-01", (Option(LOCK, "Close the Aftermath"),))
    state.choice(ask, (yield ask))
    if state.hand:
        state.note(f"{CREW} discards {counted(len(state.hand), 'unused card')} of its hand.", "SL-AFTER-07")
        state.hand.clear()


V = TypeVar("V")


class ProcedureReplay(ABC, Generic[V]):
    """A replay: the same context and answers always give the same view.

    Further answers can be added without beginning again. A ``Refusal`` ends it; make a new one to ask again.
    ``state`` holds what one run does, ``closed`` is the sentence and the row of an answer after its end.
    """

    context: ClassVar[type[Any]]
    run_state: ClassVar[type[Any]]
    procedure: ClassVar[Callable[[Any, Any], Generator[Ask, Answer, Any]]]
    closed: ClassVar[tuple[str, str]]

    @classmethod
    def read(cls, stored: Mapping[str, Any], charts: Any) -> Any:
        """The stored facts with their charts laid in."""
        return msgspec.convert({**stored, "charts": charts}, cls.context, from_attributes=True)

    @classmethod
    def run(cls, context: Any) -> tuple[Any, Generator[Ask, Answer, Any]]:
        """The state of one run, and its procedure, for who follows each step."""
        state = cls.run_state(context)
        return state, cls.procedure(context, state)

    def __init__(self, context: Any, answers: Iterable[Answer] = ()) -> None:
        sentence, rule = self.closed
        self.state, procedure = self.run(context)
        self._dialogue = Dialogue(procedure, answers, closed=Refusal(sentence, rule=rule))

    def answer(self, answer: Answer) -> None:
        """Add one answer. Raise ``Refusal`` when it does not fit, or when nothing is asked."""
        self._dialogue.answer(answer)

    def view(self) -> V:
        """The current state of the Aftermath."""
        view: V = self.state.view(self._dialogue.question)
        return view

    @abstractmethod
    def living(self) -> frozenset[int]:
        """The ids of the models that its further questions and effects may name."""


class AftermathReplay(ProcedureReplay[AftermathView]):
    """The Aftermath of *Shifting Loyalties* over stored answers."""

    context, run_state = AftermathContext, AftermathState
    procedure = aftermath
    closed = ("This Aftermath is closed.", "SL-AFTER-01")

    def living(self) -> frozenset[int]:
        """None before the Arsenal is looked at anew."""
        asked = self._dialogue.question
        if asked is not None and asked.kind == "owed_flips":
            return frozenset()
        return frozenset(self.state.living)


def draws_needed(ask: Ask) -> int:
    """How many cards fate must give this ask; 0 for other asks."""
    return ask.cards if ask.who == "fate" else 0


def cards_for(ask: Ask, order: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that answer ``ask``: the next in ``order``, the 54 cards in shuffle number
    ``ask.shuffle``, without those already out."""
    out = frozenset(ask.out)
    return tuple(card for card in order if card.code not in out)[: draws_needed(ask)]


def fate_answer(ask: Ask, cards: Sequence[Card], source: Literal["fate", "entered"] = "fate") -> Answer:
    """The answer that gives ``cards`` to a fate ask. Raise ``Refusal`` when their number is wrong."""
    if ask.who != "fate" or len(cards) != ask.cards:
        raise Refusal(f"{ask.cards} cards are wanted here, {len(cards)} came.", rule=ask.rule)
    if ask.kind == "draw_hand" or ask.cards > 1:
        return Answer(kind="cards", cards=tuple(cards), source=source)
    return Answer(kind="card", card=cards[0], source=source)


def default_answer(ask: Ask) -> Answer:
    """The answer taken at the deadline. Raise ``ValueError`` for asks without a default."""
    if not ask.default:
        raise ValueError(f"{ask.kind} has no default")
    option = ask.option(ask.default)
    taker = option.ready if option is not None else None
    return Answer(kind="choose", option=ask.default, bearer=taker.model_id if taker else None)


def owed_flips(state: AftermathState, owed: FlipsOwed, run: int) -> Steps:
    """Run number ``run`` (from 1) of owed flips: a fresh shuffle, each Barter flip bought on or passed, then
    the Reward."""
    state.phase = "barter" if owed.barter else "reward"
    state.begin_owed(run)
    answer = yield state.ask_system("owed_flips", "What does this Arsenal hold by now?", "SL-AFTER-01")
    if answer.kind != "facts" or answer.scrip is None:
        raise Refusal("Flips that are made up for need the Arsenal as it is now.", rule="SL-AFTER-01")
    state.hold(answer.models, answer.owned_upgrades, answer.scrip)
    for number in range(1, owed.barter + 1):
        sentence = f"Barter flip {number} of {owed.barter}, owed by ruling {owed.ruling}."
        card = yield from flip(state, "barter", sentence, "SL-BARTER-03")
        for _ in range(state.policies.purchases_per_barter_flip):
            if not (yield from buy(state, card)):
                break
    if owed.reward:
        yield from reward_of(state, owed.reward_modifier)
