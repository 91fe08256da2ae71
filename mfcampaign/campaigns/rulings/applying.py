"""Writes the changes of a plan, one function for each kind; it decides nothing.

Scrip moves at the end, as one sum for each purse, so that no purse is below zero in between.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.db.models import F
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import results, steps
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    AftermathDecision,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Debt,
    Entry,
    Game,
    GameSide,
    Report,
    Ruling,
    Tenure,
    Transfer,
    WeekEntry,
)
from mfcampaign.campaigns.rising import growth
from mfcampaign.campaigns.rulings import supplements as supplementing
from mfcampaign.campaigns.rulings.draft import Plan
from mfcampaign.campaigns.rulings.plans import bounties, deadlines, enter, weeks
from mfcampaign.campaigns.rulings.plans import owed_flips as owing
from rules.campaign.crew import CampaignCrew
from rules.campaign.hires import hirer_of
from rules.campaign.rising.growth import Growth
from rules.campaign.rulings import changes as words
from rules.campaign.rulings.changes import AnyChange
from rules.game.results.result import EncounterResult, outcome

SCRIP = (words.Earned, words.Moved, words.Refunded)
LAST = (words.FlipsDue, words.FlipsOff, words.ResultEntered)


class RulingContext(Struct, frozen=True):
    """The ruling, its act, the person and the reason."""

    ruling: Ruling
    act: Act
    actor: Person | None
    reason: str


def carry_out(plan: Plan, context: RulingContext) -> tuple[AnyChange, ...]:
    """Every change in order, then the Scrip, at last what is made up for and Aftermaths that begin: these go
    by the Arsenal and the purse as the ruling leaves them. The changes come back as they were done, with
    their ids."""
    done = [_apply(change, context) for change in plan.changes if not isinstance(change, (*SCRIP, *LAST))]
    scrip = [change for change in plan.changes if isinstance(change, SCRIP)]
    _move(scrip, plan, context)
    last = [_apply(change, context) for change in plan.changes if isinstance(change, LAST)]
    return (*done, *scrip, *last)


# -- Scrip ------------------------------------------------------------------------------------------


def _move(changes: Sequence[AnyChange], plan: Plan, context: RulingContext) -> None:
    by_entry: dict[int, list[tuple[int, Any]]] = defaultdict(list)
    for number, change in enumerate(changes):
        assert change.entry is not None, "Scrip moves in somebody's purse"
        by_entry[change.entry].append((number, change))
    ends = {purse.entry: purse.end for purse in plan.purses}
    for pk, changes_and_numbers in sorted(by_entry.items()):
        entry = Entry.objects.select_related("campaign").get(pk=pk)
        _settle(entry, changes_and_numbers, ends[pk].lent, context)
        assert balances.balance(entry) == ends[pk].after, f"{entry}: the purse is not as it was shown"


def _settle(entry: Entry, changes: Sequence[tuple[int, Any]], lent: int, context: RulingContext) -> None:
    """First all that comes, then the loan if the purse is too light, then all that goes."""
    later: list[Transfer] = []
    takes: list[tuple[int, words.Moved]] = []
    week = max(change.week for _, change in changes)
    for number, change in changes:
        match change:
            case words.Earned():
                standing = weeks.standing(change.cause)
                assert standing.standing == change.before, f"{change.cause} has moved since"
                key = f"replaces:{standing.last.pk}" if standing.last else change.cause
                ledger.pay_whole(
                    entry,
                    change.after,
                    reason=change.reason,
                    natural_key=key,
                    week=change.week,
                    act=context.act,
                    memo=f"{change.memo}, by ruling {context.ruling.number}"[:200],
                )
                if change.before and standing.last is not None:
                    later.append(standing.last)
            case words.Refunded():
                paid = Transfer.objects.select_related("debit", "credit").get(pk=change.transfer)
                ledger.reverse(paid, act=context.act)
            case words.Moved(amount=amount) if amount > 0:
                _ruled(ledger.pay_whole, entry, number, change, context)
            case words.Moved():
                takes.append((number, change))
    if lent:
        ledger.lend(entry, lent, context.ruling, week=week, act=context.act)
    for paid in later:
        ledger.reverse(paid, act=context.act)
    for number, taken in takes:
        _ruled(ledger.charge, entry, number, taken, context)
    if not lent:
        ledger.repay(entry, f"ruling:{context.ruling.pk}", act=context.act)


def _ruled(verb: Any, entry: Entry, number: int, change: words.Moved, context: RulingContext) -> None:
    verb(
        entry,
        abs(change.amount),
        reason="ruling",
        natural_key=f"ruling:{context.ruling.pk}/{number}:{entry.pk}",
        week=change.week or None,
        act=context.act,
        memo=f"{change.memo} (ruling {context.ruling.number})"[:200],
    )


# -- everything else --------------------------------------------------------------------------------


@singledispatch
def _apply(change: Any, context: RulingContext) -> AnyChange:
    raise TypeError(f"No way to do {type(change).__name__}.")


def _week_of(context: RulingContext) -> int:
    from mfcampaign.campaigns.pairing.values import current_week

    week = current_week(context.ruling.campaign)
    return week.number if week is not None else 0


@_apply.register
def _(change: words.UpgradeGone, context: RulingContext) -> AnyChange:
    ArsenalUpgrade.objects.filter(pk=change.upgrade).update(annihilated_week=_week_of(context))
    return change


@_apply.register
def _(change: words.UpgradeBack, context: RulingContext) -> AnyChange:
    ArsenalUpgrade.objects.filter(pk=change.upgrade).update(annihilated_week=None)
    return change


@_apply.register
def _(change: words.UpgradeGiven, context: RulingContext) -> AnyChange:
    entry = _entry(change)
    if change.kind == ArsenalUpgrade.Kind.ORDINARY:
        row = arsenal.add_ordinary_upgrade(entry, change.slug, week=change.week)
    elif entry.campaign.played.start.leader_is_built:
        row = growth.give(entry, change.slug, week=change.week, bearer=change.bearer)
    elif change.kind == ArsenalUpgrade.Kind.INJURY:
        assert change.bearer is not None
        row = arsenal.add_injury(entry, change.slug, week=change.week, model_id=change.bearer)
    else:
        row = arsenal.add_campaign_upgrade(
            entry, change.slug, week=change.week, how="ruling", bearer_id=change.bearer
        )
    row.gained_how = "ruling"
    row.save(update_fields=["gained_how"])
    return replace(change, upgrade=row.pk)


@_apply.register
def _(change: words.ModelGone, context: RulingContext) -> AnyChange:
    entry = _entry(change)
    bound = tuple(
        entry.upgrades.owned().filter(bearer=change.model).order_by("pk").values_list("pk", flat=True)
    )
    why = f"Ruling {context.ruling.number}"
    arsenal.annihilate_model(entry, change.model, week=_week_of(context), why=why)
    return replace(change, bound=bound)


@_apply.register
def _(change: words.ModelBack, context: RulingContext) -> AnyChange:
    ArsenalModel.objects.filter(pk=change.model).update(
        annihilated_week=None, annihilated_why="", is_leader=False
    )
    ArsenalUpgrade.objects.filter(pk__in=change.bound).update(annihilated_week=None)
    return change


@_apply.register
def _(change: words.ModelGiven, context: RulingContext) -> AnyChange:
    entry = _entry(change)
    owned, figures = loading.arsenal(entry), loading.catalogue(entry.campaign)
    profile = figures.profile(change.slug)
    leads, hirer = owned.leader is None, hirer_of(owned, figures, entry.campaign.rules)
    extra = None if leads else hirer.rules.surcharge(profile, hirer)
    row = arsenal.add_model(entry, profile, week=change.week, leader=leads, surcharge=extra)
    arsenal.add_companions(entry, profile, week=change.week)
    return replace(change, model=row.pk)


@_apply.register
def _(change: words.LeaderSet, context: RulingContext) -> AnyChange:
    entry = _entry(change)
    if change.after is not None and entry.models.owned().filter(pk=change.after).exists():
        arsenal.set_leader(entry, change.after)
    return change


@_apply.register
def _(change: words.RowSet, context: RulingContext) -> AnyChange:
    rows = ArsenalModel.objects if change.table == "model" else ArsenalUpgrade.objects
    rows.filter(pk=change.row).update(**{change.field: change.after})
    return change


@_apply.register
def _(change: words.GrowthSet, context: RulingContext) -> AnyChange:
    growth.change(_entry(change), msgspec.convert(change.after, Growth))
    return change


@_apply.register
def _(change: words.BountySet, context: RulingContext) -> AnyChange:
    bounties.write(change)
    return change


@_apply.register
def _(change: words.ResultSet, context: RulingContext) -> AnyChange:
    game = _game(change.encounter)
    game.reports.filter(state__in=weeks.SETTLED).update(state=Report.State.SUPERSEDED)
    _report(game, change.after, context)
    score = outcome(msgspec.convert(change.after, EncounterResult), game.week.rules)
    game.outcome = msgspec.to_builtins(score)
    game.save(update_fields=["outcome"])
    return change


@_apply.register
def _(change: words.ResultEntered, context: RulingContext) -> AnyChange:
    """The Crews where none were revealed, the result, and what follows from it while the season lasts."""
    game = _game(change.encounter)
    sides = steps.sides_of(game)
    result = msgspec.convert(change.result, EncounterResult)
    if change.crews:
        enter.bring(game, sides, msgspec.convert(change.crews, tuple[CampaignCrew, ...]))
        game.revealed_at = timezone.now()
        game.save(update_fields=["size", "reveal", "revealed_at"])
        for side in sides:
            side.crew_submitted_at = side.crew_submitted_at or game.revealed_at
            side.save(update_fields=["crew", "crew_submitted_at"])
    results.settle(game, sides, _report(game, change.result, context))
    if game.week.campaign.state == Campaign.State.COMPLETE:
        steps.end(game, Game.State.CLOSED, game.outcome)
    else:
        aftermath.begin(sides, result)
    return change


def _report(game: Game, result: dict[str, Any], context: RulingContext) -> Report:
    return Report.objects.create(
        game=game,
        number=game.reports.count() + 1,
        result=result,
        state=Report.State.RULED,
        ruled_by=context.actor,
        reason=context.reason,
        answered_at=timezone.now(),
    )


@_apply.register
def _(change: words.GameSet, context: RulingContext) -> AnyChange:
    game = _game(change.encounter)
    game.state, game.outcome = change.after, change.outcome_after
    if change.after == Game.State.VOID and game.closed_at is None:
        game.closed_at = timezone.now()
    elif change.after in Game.OPEN_STATES:
        game.closed_at = None
    game.save(update_fields=["state", "outcome", "closed_at"])
    return change


@_apply.register
def _(change: words.AftermathSet, context: RulingContext) -> AnyChange:
    row = _aftermath(change.aftermath)
    row.state = change.after
    if change.after == Aftermath.State.LOCKED:
        row.waiting_for = row.asks = ""
        row.locked_at = timezone.now()
    else:
        row.locked_at = None
    row.save(update_fields=["state", "waiting_for", "asks", "locked_at"])
    if change.after == Aftermath.State.OPEN:
        aftermath.resume(row)
    elif change.after == Aftermath.State.QUEUED and row.context:
        aftermath.reopen(row)
    return change


@_apply.register
def _(change: words.FactsSet, context: RulingContext) -> AnyChange:
    row = _aftermath(change.aftermath)
    row.context = owing.beside(change.after, row.context)
    if not row.decisions.exists():
        row.applied = 0  # words alone had followed from the facts
    row.save(update_fields=["context", "applied"])
    aftermath.resume(row)
    return change


@_apply.register
def _(change: words.InjuryDue, context: RulingContext) -> AnyChange:
    return supplementing.draw(change, context.ruling)


@_apply.register
def _(change: words.FlipsDue, context: RulingContext) -> AnyChange:
    owing.write(change, _aftermath(change.aftermath), context.ruling.number)
    return replace(change, ruling=context.ruling.number)


@_apply.register
def _(change: words.FlipsOff, context: RulingContext) -> AnyChange:
    owing.write(change, _aftermath(change.aftermath), context.ruling.number)
    return change


@_apply.register
def _(change: words.AnswerBack, context: RulingContext) -> AnyChange:
    """The row goes, the record of it stays in the ruling; nothing had followed from it."""
    row = _aftermath(change.aftermath)
    AftermathDecision.objects.filter(aftermath=row, ordinal__gte=change.ordinal).delete()
    row.applied = len(replay.view(row).effects)
    row.save(update_fields=["applied"])
    aftermath.resume(row)
    return change


@_apply.register
def _(change: words.ResultOpened, context: RulingContext) -> AnyChange:
    """The portal's own answers go, the record of them stays in the ruling; they will be the same again."""
    game = _game(change.encounter)
    game.reports.filter(state__in=weeks.SETTLED).update(state=Report.State.SUPERSEDED)
    game.state, game.outcome, game.confirmed_at = Game.State.PLAYING, {}, None
    game.save(update_fields=["state", "outcome", "confirmed_at"])
    for row in Aftermath.objects.select_for_update().filter(side__game=game):
        row.decisions.all().delete()
        row.state, row.context, row.applied = Aftermath.State.QUEUED, {}, 0
        row.waiting_for = row.asks = ""
        row.asks_ordinal, row.opened_at, row.again = 0, None, F("again") + 1
        row.save()
    return change


@_apply.register
def _(change: words.HiresOpened, context: RulingContext) -> AnyChange:
    WeekEntry.objects.filter(pk=change.part).update(hires_locked_at=None)
    return change


@_apply.register
def _(change: words.EntrySet, context: RulingContext) -> AnyChange:
    Entry.objects.filter(pk=_entry(change).pk).update(state=change.after)
    return change


@_apply.register
def _(change: words.PlayerSet, context: RulingContext) -> AnyChange:
    """Past games keep the old name; from now on the entry is the other person's."""
    entry = _entry(change)
    Tenure.objects.create(
        entry=entry,
        user=entry.user,
        label=change.label,
        until_week=change.week,
        ruling=context.ruling,
    )
    over = (Game.State.CLOSED, Game.State.FORFEITED, Game.State.VOID)
    GameSide.objects.filter(entry=entry, game__state__in=over, played_as="").update(
        played_as=change.label[:200]
    )
    person = get_user_model().objects.get(pk=change.after)
    entry.user = person
    entry.crew_name = "" if change.label_after == str(person) else change.label_after[:60]
    entry.save(update_fields=["user", "crew_name"])
    return change


@_apply.register
def _(change: words.ExtensionSet, context: RulingContext) -> AnyChange:
    until = dt.datetime.fromisoformat(change.after) if change.after else None
    WeekEntry.objects.filter(pk=change.part).update(extended_until=until)
    return change


@_apply.register
def _(change: words.DeadlineSet, context: RulingContext) -> AnyChange:
    deadlines.write(context.ruling.campaign, change)
    return change


@_apply.register
def _(change: words.DebtForgiven, context: RulingContext) -> AnyChange:
    Debt.objects.filter(pk=change.debt).update(forgiven=F("forgiven") + change.amount)
    return change


def _entry(change: Any) -> Entry:
    return Entry.objects.select_related("user", "campaign").get(pk=change.entry)


def _game(pk: int) -> Game:
    return Game.objects.select_for_update(of=("self",)).select_related("week__campaign").get(pk=pk)


def _aftermath(pk: int) -> Aftermath:
    return (
        Aftermath.objects.select_for_update(of=("self",))
        .select_related("side__entry__user", "side__entry__campaign", "side__game__week__campaign")
        .get(pk=pk)
    )
