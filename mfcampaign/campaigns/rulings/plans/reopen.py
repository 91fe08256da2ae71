"""Opening a step again that nothing has followed from: a result, a choice, a player's hires.

A flip is never opened again. Answers that only the portal gave (the hand it drew, the Payday it
reckoned) are set aside with the result and come again from the same deck, in the same order.
"""

from __future__ import annotations

from typing import Any

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, Entry, Game, Ruling, Week, WeekEntry
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import weeks
from mfcampaign.campaigns.rulings.plans.bounties import no_ticks
from mfcampaign.campaigns.rulings.plans.settled import (
    SettledSide,
    follows,
    game_of,
    sides_of,
)
from mfcampaign.campaigns.rulings.plans.take_back import unused
from mfcampaign.campaigns.rulings.requests import ReopenAnswer, ReopenHires, ReopenResult
from rules.campaign.aftermath.asks import HandDrawn
from rules.campaign.rulings.changes import AnswerBack, HiresOpened, ResultOpened
from rules.refusal import Refusal

PORTAL = ("fate", "portal")
CHOICES = ("player", "timeout")


def plan_result(draft: Draft, request: ReopenResult) -> None:
    game = game_of(draft, request.encounter)
    draft.kind = Ruling.Kind.REOPEN
    draft.title = f"Week {game.week.number}, table {game.table}: the result open again"
    if game.state != Game.State.AFTERMATH:
        raise Refusal("Only a confirmed result whose Aftermath is not over can be reported again.")
    sides = sides_of(game)
    for side in sides:
        _expect_undecided(side)
        draft.about(side.row.entry)
    draft.add(
        ResultOpened(
            sentence=f"The result of table {game.table} is open again: both players report anew. Cards the "
            "portal drew come again in the same order.",
            encounter=game.pk,
            set_aside=tuple(_set_aside(side.aftermath) for side in sides if side.aftermath is not None),
        )
    )
    for side in sides:
        no_ticks(draft, game, side)
        unused(draft, game, side)
        draft.add(*weeks.changes_of(side.row.entry, game.week, {game.pk: None}))


def _expect_undecided(side: SettledSide) -> None:
    aftermath = side.aftermath
    if aftermath is None:
        return
    decided = aftermath.decisions.exclude(source__in=PORTAL).exists()
    effects = side.now.effects if side.now is not None else ()
    # What comes again by itself: the hand from the same deck, Payday from the new result.
    again = (HandDrawn, replay.played(aftermath).aftermath.paid)
    followed = follows(effect for effect in effects if not isinstance(effect, again))
    if aftermath.state == Aftermath.State.LOCKED or decided or followed:
        raise Refusal(
            f"{side.label} has gone on in the Aftermath.", fix="Correct the result instead of opening it."
        )


def _set_aside(aftermath: Aftermath) -> dict[str, Any]:
    """All of an Aftermath that is set aside, as plain values: the record keeps it word by word."""
    return {
        "aftermath": aftermath.pk,
        "state": aftermath.state,
        "context": aftermath.context,
        "answers": [
            {"ordinal": d.ordinal, "kind": d.kind, "answer": d.answer, "source": d.source}
            for d in aftermath.decisions.order_by("ordinal")
        ],
    }


def plan_answer(draft: Draft, request: ReopenAnswer) -> None:
    aftermath = (
        Aftermath.objects.select_for_update(of=("self",))
        .select_related("side__game__week__campaign", "side__entry__user")
        .filter(pk=request.aftermath, side__game__week__campaign=draft.campaign)
        .first()
    )
    if aftermath is None:
        raise Refusal("There is no such Aftermath in this league.")
    game = aftermath.side.game
    draft.game = game
    draft.about(aftermath.side.entry)
    draft.kind = Ruling.Kind.REOPEN
    draft.title = f"Week {game.week.number}, table {game.table}: a choice open again"
    last = aftermath.decisions.order_by("-ordinal").first()
    if aftermath.state != Aftermath.State.OPEN or last is None or last.source not in CHOICES:
        raise Refusal(
            "The last thing in this Aftermath is no choice of the player’s, or the Aftermath is done.",
            fix="A flip is never opened again; what it led to can be given or taken by hand.",
        )
    if aftermath.waiting_for != "player" or _followed(aftermath, last.ordinal):
        raise Refusal(
            "Something has followed from that choice already.",
            fix="Annul what it led to instead: the Arsenal’s page lists it.",
        )
    word = last.kind.replace("_", " ")
    draft.add(
        AnswerBack(
            sentence=f"{aftermath.side.entry.label} answers “{word}” again; it was "
            f"“{last.answer.get('option', '')}”.",
            entry=aftermath.side.entry_id,
            aftermath=aftermath.pk,
            ordinal=last.ordinal,
            answer={"kind": last.kind, "answer": last.answer, "source": last.source},
        )
    )


def _followed(aftermath: Aftermath, ordinal: int) -> bool:
    """Whether the answer at ``ordinal`` led to more than words."""
    answers = replay.answers(aftermath)
    before = replay.replay_of(aftermath, answers[:ordinal]).view()
    after = replay.replay_of(aftermath, answers).view()
    return follows(after.effects[len(before.effects) :])


def plan_hires(draft: Draft, request: ReopenHires) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.REOPEN
    draft.title = f"{entry.label}: New Hires open again"
    part = WeekEntry.objects.filter(
        entry=entry, week__state=Week.State.NEW_HIRES, hires_locked_at__isnull=False
    ).first()
    if part is None:
        raise Refusal(
            f"{entry.label} has no locked hires that could be opened.",
            fix="Once the week is paired its hires stay closed; give a model by hand instead.",
        )
    assert part.hires_locked_at is not None
    draft.add(
        HiresOpened(
            sentence=f"{entry.label} may hire again until the window closes for everyone.",
            entry=entry.pk,
            part=part.pk,
            before=part.hires_locked_at.isoformat(),
        )
    )


def entry_in(draft: Draft, pk: int) -> Entry:
    """The player's entry in this league, locked."""
    entry = (
        Entry.objects.select_for_update(of=("self",))
        .select_related("user", "campaign")
        .filter(pk=pk, campaign=draft.campaign)
        .first()
    )
    if entry is None:
        raise Refusal("That player is not in this league.")
    draft.about(entry)
    return entry
