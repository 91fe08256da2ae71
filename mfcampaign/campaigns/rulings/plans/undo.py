"""Undoes an earlier ruling: the opposite of each change, and the week recomputed."""

from __future__ import annotations

import msgspec

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import Aftermath, Entry, Game, Ruling, Week
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans import deadlines, leaders, weeks
from mfcampaign.campaigns.rulings.plans.adjustments import expect_not_had_since
from mfcampaign.campaigns.rulings.plans.bounties import undo_ticks
from mfcampaign.campaigns.rulings.plans.owed_flips import beside, drawn, nobody_to_flip
from mfcampaign.campaigns.rulings.plans.people import undo_playing
from mfcampaign.campaigns.rulings.plans.result import BEFORE_INJURIES, set_result
from mfcampaign.campaigns.rulings.plans.settled import follows
from mfcampaign.campaigns.rulings.plans.under_way import expect_to_go_on
from mfcampaign.campaigns.rulings.requests import Undo
from rules.campaign.rulings.changes import (
    FINAL,
    AftermathSet,
    AnyChange,
    BountySet,
    DeadlineSet,
    EntrySet,
    FactsSet,
    FlipsDue,
    FlipsOff,
    GameSet,
    GrowthSet,
    InjuryDue,
    ResultSet,
    opposite,
)
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal

# A game in one of these states has had no consequences yet.


def plan(draft: Draft, request: Undo) -> None:
    undone = _ruling(draft, request.ruling)
    expect_not_had_since(undone)
    draft.kind, draft.undoes = Ruling.Kind.UNDO, undone
    draft.title = f"Ruling {undone.number} undone: {undone.title}"
    for entry in Entry.objects.filter(rulings=undone).select_related("user", "campaign"):
        draft.about(entry)
    changes = msgspec.convert(undone.changes, list[AnyChange])
    if any(isinstance(change, FINAL) for change in changes):
        raise Refusal(
            "What was opened again, entered or written off is not undone by a button.",
            fix="Answer the open question, void the game, or make a new ruling.",
        )
    what_if: dict[int, weeks.IfSo] = {}
    for change in reversed(changes):
        _undo(draft, change, what_if)
    deadlines.expect_order_with(draft)
    if undone.game_id is not None:
        game = Game.objects.select_related("week").get(pk=undone.game_id)
        game.week.campaign = draft.campaign
        if what_if:
            for side in game.sides.select_related("entry__user", "entry__campaign"):
                draft.about(side.entry)
                draft.add(*weeks.changes_of(side.entry, game.week, what_if))


def _ruling(draft: Draft, number: int) -> Ruling:
    ruling = (
        Ruling.objects.select_for_update(of=("self",)).filter(campaign=draft.campaign, number=number).first()
    )
    if ruling is None:
        raise Refusal("There is no such ruling in this league.")
    if Ruling.objects.filter(undoes=ruling).exists():
        raise Refusal("This ruling is undone already.", fix="Undo that undoing, to have it again.")
    if ruling.game is not None:
        later = Ruling.objects.filter(game=ruling.game, number__gt=number, undone_by=None).exclude(
            undoes__isnull=False, undoes__number__gt=number
        )
        if (last := later.order_by("-number").first()) is not None:
            raise Refusal(
                f"Ruling {last.number} was made on the same game since.", fix="Undo that one first."
            )
        draft.game = ruling.game
    return ruling


def _undo(draft: Draft, change: AnyChange, what_if: dict[int, weeks.IfSo]) -> None:
    match change:
        case ResultSet():
            game = Game.objects.select_related("week").get(pk=change.encounter)
            game.week.campaign = draft.campaign
            former = msgspec.convert(change.before, EncounterResult)
            set_result(draft, game, msgspec.convert(change.after, EncounterResult), former)
            what_if[game.pk] = former
        case GameSet():
            game = Game.objects.select_related("week").get(pk=change.encounter)
            _expect_week_open(game, change)
            draft.add(*opposite(change))
            if change.before in Game.BEFORE_RESULT:
                return
            what_if[game.pk] = None if change.before == Game.State.VOID else weeks.STANDS
        case FactsSet():
            aftermath = Aftermath.objects.get(pk=change.aftermath)
            if aftermath.context != beside(change.after, aftermath.context) or _gone_on(aftermath, change):
                raise Refusal(
                    "The Aftermath has gone on from the corrected facts since.",
                    fix="Correct the result once more instead.",
                )
            draft.add(*opposite(change))
        case GrowthSet():
            leaders.expect_as_left(change)
            draft.add(*opposite(change))
        case BountySet():
            undo_ticks(draft, change)
        case EntrySet():
            undo_playing(draft, change)
        case AftermathSet():
            expect_to_go_on(draft, change)
            draft.add(*opposite(change))
        case DeadlineSet():
            deadlines.expect_unmoved(draft.campaign, change)
            draft.add(*opposite(change))
        case FlipsDue() if drawn(change):
            draft.explain("Flips that were made up for and are drawn stand: none is drawn again later.")
        case FlipsOff() if why := _not_owed_again(change):
            draft.explain(f"{change.sentence} That stays: {why}")
        case InjuryDue():
            draft.explain(f"The Injury flip of {change.name} stands drawn: it is not drawn again later.")
            draft.add(*opposite(change))
        case _:
            draft.add(*opposite(change))


def _not_owed_again(change: FlipsOff) -> str:
    row = Aftermath.objects.select_related("side__entry__campaign").get(pk=change.aftermath)
    return nobody_to_flip(row.side.entry, replay.context(row))


def _gone_on(aftermath: Aftermath, change: FactsSet) -> bool:
    """Whether the facts that would change have been used: at the Injuries for casualties, else at once."""
    differing = {name for name in change.after if change.before.get(name) != change.after[name]}
    if aftermath.state != Aftermath.State.OPEN:
        return True
    if differing <= {"owed", "killed"}:
        return replay.view(aftermath).phase not in BEFORE_INJURIES
    return aftermath.decisions.exists() or follows(replay.view(aftermath).effects)


def _expect_week_open(game: Game, change: GameSet) -> None:
    if change.before in Game.OPEN_STATES and game.week.state == Week.State.CLOSED:
        raise Refusal("That game was still open, and its week is closed.")
