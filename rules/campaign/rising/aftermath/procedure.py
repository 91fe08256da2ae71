"""The Aftermath of one side: six phases, one flip at a time (M4-CAMP-16, -17)."""

from __future__ import annotations

from collections.abc import Generator

from rules.campaign.aftermath.asks import CREW, LOCK, Answer, Ask, HandDrawn, Option, Steps
from rules.campaign.aftermath.procedure import ProcedureReplay
from rules.campaign.rising.aftermath.advance import advance
from rules.campaign.rising.aftermath.barter import barter
from rules.campaign.rising.aftermath.doctor import doctor
from rules.campaign.rising.aftermath.facts import (
    RisingContext,
    RisingOutcome,
    RisingView,
    ScripPaid,
)
from rules.campaign.rising.aftermath.injuries import injuries, injuries_of_before
from rules.campaign.rising.aftermath.state import RisingState
from rules.refusal import Total, TotalLine
from rules.wording import counted, listed

MOST_SCHEMES = 3


def aftermath(context: RisingContext, state: RisingState) -> Generator[Ask, Answer, RisingOutcome]:
    """Run the phases in order; what the game did to the Injuries of before comes when they are next asked
    about, so that until then the result can be opened again. After a withdrawal by Turn 2 only Injuries
    follow (M4-CAMP-15)."""
    if context.withdrew == "early":
        injuries_of_before(state)
        state.note(f"{CREW} withdrew by Turn 2: only the Injuries follow.", "M4-CAMP-15")
    else:
        yield from draw_hand(state)
        pay(state)
        yield from barter(state)
        yield from advance(state)
        injuries_of_before(state)
        yield from doctor(state)
    yield from injuries(state)
    yield from lock(state)
    return state.outcome()


def hand_size(context: RisingContext) -> list[str]:
    """Why cards are drawn, one reason a card: at most 4, and those of Equipment and of the week's event
    (M4-CAMP-16, -30)."""
    reasons = [] if context.withdrew else ["finished without withdrawing"]
    reasons += ["scored a Scheme"] * min(context.schemes, MOST_SCHEMES)
    reasons += ["earned a card by Equipment"] * context.more_cards
    return [*reasons, *([f"has a card by {context.event}"] * context.by_event("hand"))]


def draw_hand(state: RisingState) -> Steps:
    """Phase 1: one shuffle for the whole Aftermath (M4-CAMP-16)."""
    state.phase = "hand"
    reasons = hand_size(state.context)
    if not reasons:
        state.note("No Aftermath hand: nothing earned a card.", "M4-CAMP-16")
        return
    why = listed(dict.fromkeys(reasons))
    ask = state.ask_fate(
        "draw_hand", f"Draw {len(reasons)} for the Aftermath hand: {why}.", "M4-CAMP-16", cards=len(reasons)
    )
    answer = yield ask
    state.hand += state.cards(ask, answer)
    state.record("hand", ask, tuple(state.hand), answer)
    sentence = f"{CREW} draws {counted(len(reasons), 'card')}: it {why}."
    state.effects.append(HandDrawn(sentence=sentence, rule="M4-CAMP-16", cards=tuple(state.hand)))


def payday(vp: int, won: bool, rating: int, other_rating: int, extra: int = 0) -> Total:
    """Phase 2 (M4-CAMP-18): 1 Scrip for each 3 VP begun, 1 for the winner, and for the lower rating the whole
    difference; ``extra`` by a house rule (M4-CAMP-29).

    >>> payday(4, True, 0, 0).amount, payday(0, False, -2, 3).amount
    (3, 5)
    """
    lines = [TotalLine(f"{vp} VP, 3 for one Scrip, rounded up", -(-vp // 3), "M4-CAMP-18")]
    if won:
        lines.append(TotalLine("won the game", 1, "M4-CAMP-18"))
    if rating < other_rating:
        lines.append(
            TotalLine(f"rating {rating} against {other_rating}", other_rating - rating, "M4-CAMP-18")
        )
    if extra:
        lines.append(TotalLine("extra Scrip, a house rule", extra, "M4-CAMP-29"))
    return Total.of(lines)


def payday_of(context: RisingContext) -> Total:
    extra = context.policies.extra_scrip
    total = payday(context.vp, context.won, context.rating, context.other_rating, extra)
    if scrip := context.by_event("scrip"):
        return Total.of([*total.lines, TotalLine(context.event, scrip, "M4-CAMP-30")])
    return total


def pay(state: RisingState) -> None:
    state.phase = "payday"
    total = payday_of(state.context)
    settled = min(state.context.outstanding, total.amount)
    state.earn(total.amount - settled)
    sentence = f"{CREW} earns {total.amount} Scrip at Payday."
    state.effects.append(ScripPaid(sentence=sentence, rule="M4-CAMP-18", total=total))
    if settled:
        state.note(f"{settled} Scrip of that goes to the debt that a ruling left.", "M4-CAMP-18")


def lock(state: RisingState) -> Steps:
    state.phase = "lock"
    ask = state.ask_system("lock", "All is settled.", "M4-CAMP-17", (Option(LOCK, "Close the Aftermath"),))
    state.choice(ask, (yield ask))
    state.hand.clear()


class RisingReplay(ProcedureReplay[RisingView]):
    """That of *Rising Names*; ``state`` has the Leader's and the Totem's cards as they are now."""

    context, run_state = RisingContext, RisingState
    procedure = aftermath
    closed = ("This Aftermath is closed.", "M4-CAMP-17")

    def living(self) -> frozenset[int]:
        return frozenset(model.id for model in self.state.arsenal.models)
