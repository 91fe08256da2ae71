"""Previews a ruling and carries it out exactly as it was shown.

The same function plans for the preview and under the lock. If the two plans differ, something happened in
between, and the organiser sees a new preview.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.db import transaction

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import own_games
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Campaign, Game, Ruling, Week
from mfcampaign.campaigns.rulings import applying, requests
from mfcampaign.campaigns.rulings.draft import Draft, Plan
from mfcampaign.campaigns.rulings.plans import adjustments as gifts
from mfcampaign.campaigns.rulings.plans import costs, deadlines, enter, leaders, people, reopen, result, void
from mfcampaign.campaigns.rulings.plans import undo as undoing
from mfcampaign.campaigns.rulings.plans.adjustments import settle_leaders
from mfcampaign.campaigns.rulings.plans.under_way import expect_models_as_they_are
from mfcampaign.campaigns.rulings.requests import AnyRequest
from mfcampaign.campaigns.week import operations as week
from rules.refusal import Refusal

PLANNERS: dict[type, Callable[[Draft, Any], None]] = {
    requests.CorrectResult: result.plan,
    requests.EnterResult: enter.plan,
    requests.VoidGame: void.plan,
    requests.ReopenResult: reopen.plan_result,
    requests.ReopenAnswer: reopen.plan_answer,
    requests.ReopenHires: reopen.plan_hires,
    requests.Give: gifts.plan_give,
    requests.GiveAward: gifts.plan_award,
    requests.Take: gifts.plan_take,
    requests.Lead: gifts.plan_lead,
    requests.CorrectRow: gifts.plan_row,
    requests.CorrectLeader: leaders.plan,
    requests.SettleCost: costs.plan,
    requests.TickBounty: gifts.plan_ticks,
    requests.ReplacePlayer: people.plan_replace,
    requests.SetPlaying: people.plan_playing,
    requests.Extend: people.plan_extend,
    requests.MoveDeadline: deadlines.plan,
    requests.Holiday: deadlines.plan_holiday,
    requests.Forgive: people.plan_forgive,
    requests.Undo: undoing.plan,
}


def read(written: str) -> AnyRequest:
    """A request of an organiser from its JSON; a ``Refusal`` for anything else."""
    try:
        return msgspec.json.decode(written.encode(), type=AnyRequest)
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise Refusal("That could not be read.", fix="Begin again from the page of rulings.") from None


def written(request: AnyRequest) -> str:
    return msgspec.json.encode(request).decode()


def preview(campaign: Campaign, actor: Person | None, request: AnyRequest) -> Plan:
    """All that the ruling would do and leave, without doing it. ``Refusal`` where it cannot be made."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        plan = _plan(campaign, actor, request)
        if actor is not None and own_games.own(campaign, actor.pk).plays:
            # Whether it decides a game of their own shows in what it changes.
            with transaction.atomic():
                rule(campaign, actor, request, "A preview.")
                transaction.set_rollback(True)
        return plan


def _plan(campaign: Campaign, actor: Person | None, request: AnyRequest) -> Plan:
    expect_going_on(campaign)
    if not campaign.organisers.filter(user=actor).exists():
        raise Refusal("Only an organiser of the league rules on it.")
    draft = Draft(campaign, actor, request.chosen)
    PLANNERS[type(request)](draft, request)
    settle_leaders(draft)
    expect_models_as_they_are(draft)
    plan = draft.plan()
    if not plan.changes:
        raise Refusal(
            "Nothing would change." if not plan.stays else " ".join(plan.stays),
            fix="Look at it as it is now.",
        )
    return plan


@computes
def rule(
    campaign: Campaign,
    actor: Person | None,
    request: AnyRequest,
    reason: str,
    *,
    seen: str | None = None,
    key: str | None = None,
) -> Ruling:
    """Make the ruling; ``seen`` is the digest of the plan that was shown.

    ``Refusal`` without a reason, for a party of the game, or when things have changed since ``seen``;
    ``AlreadyDone`` when ``key`` was used before.
    """
    if not reason.strip():
        raise Refusal("Say why: everybody in the league can read it.", fix="One sentence is enough.")
    with operation(campaign, actor, kind="league.ruling", key=key, reason=reason) as act:
        league = act.row
        plan = _plan(league, actor, request)
        if seen is not None and seen != plan.digest:
            raise Refusal(
                "Something has happened in the league since you looked, so this would do something else now.",
                fix="Look at the preview again.",
            )
        ruling = Ruling.objects.create(
            campaign=league,
            number=league.rulings.count() + 1,
            kind=plan.kind,
            title=plan.title,
            reason=reason.strip(),
            by=actor,
            request=msgspec.to_builtins(request),
            game_id=plan.game,
            undoes_id=plan.undoes,
            act=act.act,
        )
        ruling.entries.set(plan.entries)
        done = applying.carry_out(plan, applying.RulingContext(ruling, act.act, actor, reason.strip()))
        ruling.changes = msgspec.to_builtins(done)
        ruling.save(update_fields=["changes"])
        act.say(f"Ruling {ruling.number} by {actor}: {plan.title}.", ruling=ruling.number)
        _go_on(league, plan)
        if problems := balances.verify(league):
            raise RuntimeError(f"Ruling {ruling.number} of {league} would not balance: {problems}")
    campaign.refresh_from_db()
    return ruling


def _go_on(campaign: Campaign, plan: Plan) -> None:
    """A game without a result any more lets its players' next Aftermath begin; a void one, its week close."""
    if plan.game is None:
        return
    game = Game.objects.select_related("week__campaign").get(pk=plan.game)
    if game.state not in (Game.State.VOID, Game.State.PLAYING):
        return
    for row in Aftermath.objects.filter(side__game=game).select_related("side__entry"):
        aftermath.open_next(row)
    if game.state == Game.State.VOID and game.week.state == Week.State.GAMES_OPEN:
        week.close_when_done(game.week)
