"""Additional games of a week, agreed on by the two players (SL-SCHEME-02, -03)."""

from __future__ import annotations

import msgspec
from django.db.models import Max, Q
from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game.queries import playing_week
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameProposal, Week
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.week import fate
from rules.campaign.calendar import one_game_more
from rules.campaign.weekly_events import mandated
from rules.game.setup.scenario import Scenario, overridden
from rules.refusal import Refusal

State, SetUp = GameProposal.State, GameProposal.SetUp


def propose(entry: Entry, actor: Actor, other: Entry, set_up: str, *, key: str | None = None) -> GameProposal:
    """Offer ``other`` an additional game this week: with the week's scenario, or a new one by fate."""
    if set_up not in SetUp.values:
        raise Refusal("Play the week's scenario again, or have a new one flipped.", rule="SL-SCHEME-02")
    with operation(entry.campaign, actor, kind="additional.proposed", key=key) as act:
        week = _open_week(act.row)
        own = _plays(entry, week)
        theirs = _plays(other, week)
        if own.pk == theirs.pk:
            raise Refusal("A game needs an opponent.")
        _expect_room(week, own, theirs)
        between = Q(by=own, to=theirs) | Q(by=theirs, to=own)
        if week.proposals.filter(between, state=State.OPEN).exists():
            raise Refusal("An offer between you two waits for its answer.", fix="Answer that one first.")
        proposal = GameProposal.objects.create(week=week, by=own, to=theirs, set_up=set_up)
        act.say(
            f"{own.label} offers {theirs.label} an additional game in week {week.number}, "
            f"{proposal.get_set_up_display()}.",
            week=week.number,
        )
    return proposal


def accept(proposal: GameProposal, actor: Actor) -> Game:
    """The other agrees: the game is scheduled, its scenario settled before it starts (SL-SCHEME-03)."""
    with operation(proposal.week.campaign, actor, kind="additional.accepted") as act:
        fresh = _waiting(proposal)
        week = _open_week(act.row)
        if week.pk != fresh.week_id:
            raise Refusal("The games of that week are over.")
        _expect_person(fresh.to, actor)
        by, to = _plays(fresh.by, week), _plays(fresh.to, week)
        _expect_room(week, by, to)
        game = _scheduled(week, by, to, fresh.set_up)
        fresh.state, fresh.game, fresh.answered_at = State.ACCEPTED, game, timezone.now()
        fresh.save(update_fields=["state", "game", "answered_at"])
        act.say(
            f"{to.label} and {by.label} agree on an additional game: table {game.table}, "
            f"{game.scenario['strategy']}.",
            week=week.number,
            encounter=game.pk,
        )
    return game


def _expect_room(week: Week, a: Entry, b: Entry) -> None:
    """Neither has had all the additional games of a week, nor the two all against each other (A-41)."""
    games = week.games.exclude(state=Game.State.VOID)
    more = games.filter(additional=True)
    additional = {each.label: more.filter(sides__entry=each).count() for each in (a, b)}
    together = games.filter(sides__entry=a).filter(sides__entry=b).count()
    if faults := list(one_game_more(additional, together, week.rules)):
        raise Refusal.of(faults)


def _scheduled(week: Week, a: Entry, b: Entry, set_up: str) -> Game:
    arsenals = loading.arsenals(week.campaign, [a, b])
    crew = week.campaign.played.crew
    mine, theirs = (crew.value(arsenals[e.pk].models, week.rules) for e in (a, b))
    table = (week.games.aggregate(last=Max("table"))["last"] or 0) + 1
    game = game_operations.schedule(week, table, a, b, ceiling=crew.ceiling(mine, theirs, week.rules).amount)
    game.additional = True
    if set_up == SetUp.NEW:
        drawn = msgspec.convert(fate.additional_scenario(week, table), Scenario)
        event = mandated(loading.event_of(week), week.campaign.edition)
        game.scenario = msgspec.to_builtins(overridden(drawn, event))
    game.save(update_fields=["additional", "scenario"])
    return game


def decline(proposal: GameProposal, actor: Actor) -> None:
    """No agreement, no game."""
    with operation(proposal.week.campaign, actor, kind="additional.declined") as act:
        expect_going_on(act.row)
        fresh = _waiting(proposal)
        _expect_person(fresh.to, actor)
        _answer(fresh, State.DECLINED)
        act.say(f"{fresh.to.label} declines the additional game with {fresh.by.label}.")


def withdraw(proposal: GameProposal, actor: Actor) -> None:
    """Take one's own offer back while it waits."""
    with operation(proposal.week.campaign, actor, kind="additional.withdrawn") as act:
        expect_going_on(act.row)
        fresh = _waiting(proposal)
        _expect_person(fresh.by, actor)
        _answer(fresh, State.WITHDRAWN)
        act.say(f"{fresh.by.label} takes the offer to {fresh.to.label} back.")


def lapse(week: Week) -> None:
    """The games are due: offers without an answer lapse. Part of the deadline's act."""
    week.proposals.filter(state=State.OPEN).update(state=State.LAPSED, answered_at=timezone.now())


def _answer(proposal: GameProposal, state: str) -> None:
    proposal.state, proposal.answered_at = state, timezone.now()
    proposal.save(update_fields=["state", "answered_at"])


def _waiting(proposal: GameProposal) -> GameProposal:
    fresh = (
        GameProposal.objects.select_for_update(of=("self",))
        .select_related("by__user", "to__user")
        .get(pk=proposal.pk)
    )
    if fresh.state != State.OPEN:
        raise Refusal(f"This offer is {fresh.get_state_display()}.")
    return fresh


def _expect_person(entry: Entry, actor: Actor) -> None:
    if getattr(actor, "pk", None) != entry.user_id:
        raise Refusal("This is for the other player to answer.")


def _open_week(campaign: Campaign) -> Week:
    expect_going_on(campaign)
    week = playing_week(campaign)
    if week is None or campaign.state != Campaign.State.RUNNING:
        raise Refusal("Additional games are played while the games of a week are open.", rule="SL-SCHEME-02")
    return week


def _plays(entry: Entry, week: Week) -> Entry:
    fresh = Entry.objects.select_related("user").get(pk=entry.pk)
    fresh.campaign = week.campaign
    if fresh.state != Entry.State.ACTIVE or not week.parts.filter(entry=fresh).exists():
        raise Refusal(f"{fresh.label} does not play this week.")
    restarting.expect_playing(fresh, week)
    return fresh
