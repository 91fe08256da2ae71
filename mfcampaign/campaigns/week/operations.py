"""Turns the week: opening, end of hires, pairing, closing (ledger sections 4.1 and 4.2).

Every step is one transaction under the league's row lock and does nothing when it was done already, so ticks,
workers and organisers may all request it at once.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import own_games, reactions
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.game import additional, results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    Availability,
    Campaign,
    Entry,
    Game,
    GameSide,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.pairing import operations as pairing
from mfcampaign.campaigns.playoffs import operations as playoffs
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.week import extensions, fate, set_ups
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.campaigns.week.scenario import scenario_of
from rules.campaign.payday import bye_pay
from rules.refusal import Refusal
from rules.wording import listed


@computes
def start(campaign: Campaign, actor: Actor) -> Week:
    """The first week opens for everyone whose Arsenal is ready; the others stay inactive."""
    with operation(campaign, actor, kind="league.started") as act:
        league = act.row
        if league.state not in (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD):
            raise Refusal("This league has begun already.")
        ready = league.entries.filter(state=Entry.State.READY)
        if ready.count() < 2:
            raise Refusal(
                "At least two players need a finished starting Arsenal.",
                rule="SL-START-02",
                fix="Remind those who are still building; the list shows who.",
            )
        left_out = list(league.entries.filter(state=Entry.State.BUILDING).select_related("user"))
        ready.update(state=Entry.State.ACTIVE)
        league.entries.filter(state=Entry.State.BUILDING).update(state=Entry.State.INACTIVE)
        league.state = Campaign.State.RUNNING
        league.save(update_fields=["state"])
        without = f" Without an Arsenal yet: {', '.join(e.label for e in left_out)}." if left_out else ""
        week = _open(league, 1)
        act.say(f"The campaign begins.{without} {_begin_games(week)}", week=1)
    return week


@computes
def close_hires(week: Week, actor: Actor, reason: str = "") -> None:
    """New Hires are over: nothing can be bought any more, and the week's games are paired. Who closes them
    while others may still hire says why."""
    with operation(week.campaign, actor, kind="week.hires_closed", reason=reason) as act:
        week = Week.objects.select_for_update().get(pk=week.pk)
        if week.state != Week.State.NEW_HIRES:
            raise Refusal("The hires of this week are closed already.", rule=act.row.played.rows.hires)
        week.campaign = act.row
        if actor is not None and week.hires_close_at > timezone.now():
            _expect_reason(reason, _hires_lost(week))
        hires.settle_window(week)
        act.say(f"{_begin_games(week)}{_why(reason)}", week=week.number)


def _hires_lost(week: Week) -> str:
    """Who may hire until the window closes, and has not said to be done; "" for nobody."""
    parts = week.parts.filter(hires_locked_at=None, entry__state=Entry.State.ACTIVE)
    labels = [part.entry.label for part in parts.select_related("entry__user").order_by("pk")]
    return f"{listed(labels)} may still hire" if labels else ""


def _games_lost(week: Week) -> str:
    """What players lose if the games are due now; "" for nothing."""
    return listed([loss for game in extensions.games_due(week).order_by("table") if (loss := _loss(game))])


def _expect_reason(reason: str, loss: str) -> None:
    """Whoever takes from others before the time that was known says why."""
    if loss and not reason.strip():
        raise Refusal(f"Before its time is up, {loss}.", fix="Say why: everybody reads it in the diary.")


def _why(reason: str) -> str:
    return f" ({reason.strip()})" if reason.strip() else ""


@reactions.hires_done.register
def _close_hires_early(week: Week) -> None:
    """Close the window of hires as soon as everybody has finished."""
    close_hires(week, None)


def _open(campaign: Campaign, number: int) -> Week:
    """Week ``number`` with its sealed fate and its scenario; hires open from week 2 on (SL-HIRE-01)."""
    settings.at_boundary(campaign, number)
    now = timezone.now()
    days = Calendar(campaign).week(number, now)
    seed, commitment = fate.new_secret()
    week = Week.objects.create(
        campaign=campaign,
        number=number,
        state=Week.State.GAMES_OPEN if number == 1 else Week.State.NEW_HIRES,
        opens_at=now,
        hires_close_at=days.hires,
        games_close_at=days.games,
        fate_seed=seed,
        fate_commitment=commitment,
        policies=campaign.policies,
        season=campaign.season,
    )
    if campaign.rules.scenario_generator == "3e_core":
        events.flip_scenario(week)
    restarting.open_window(week)
    new = restarting.restarts(week)
    WeekEntry.objects.bulk_create(
        WeekEntry(week=week, entry=entry, new_arsenal=entry.pk in new)
        for entry in campaign.entries.filter(state=Entry.State.ACTIVE)
    )
    return week


def _begin_games(week: Week) -> str:
    """The Weekly Event, then the pairing; a contest that has to be entered comes before the games."""
    sentence = events.determine(week)
    if events.awaits_contest(week):
        week.state = Week.State.EVENT
        week.contest_closes_at = min(events.contest_due(week), week.games_close_at)
        week.save(update_fields=["state", "contest_closes_at"])
        return f"{sentence} The games are paired once its contest is settled."
    return f"{sentence} {_pair(week)}".strip()


@reactions.contest_settled.register
def pair_if_waiting(week: Week) -> str:
    """Pair a week whose games waited for a contest; empty when they are paired already."""
    return _pair(week) if week.state == Week.State.EVENT else ""


def _pair(week: Week) -> str:
    """Pair everyone who plays this week, an odd player has a bye; the pairing in one sentence."""
    matches = playoffs.begin_round(week, {entry.pk for entry in pairing.present(week)})
    round_ = pairing.draw(week)
    week.state = Week.State.GAMES_OPEN
    week.save(update_fields=["state", "pairing"])
    labels = {entry.pk: entry.label for entry in week.campaign.entries.select_related("user")}
    games = "; ".join(f"{labels[p.a]} meets {labels[p.b]}" for p in round_.pairs)
    bye = f" {labels[round_.bye]} has a bye." if round_.bye is not None else ""
    apart = "".join(f" {labels[a]} and {labels[b]} must never meet; both sit out." for a, b in round_.apart)
    strategy = scenario_of(week)["strategy"]
    return f"Week {week.number} is paired for {strategy}: {games or 'no game'}.{bye}{apart} {matches}".strip()


def _pay_byes(week: Week) -> None:
    """Byes are paid when the week closes, so that every policy, the week's median too, can be known."""
    paid = balances.earned_by_entry(week.campaign, week.number)
    earned = {pk: paid.get(pk, 0) for pk in week.parts.values_list("entry", flat=True)}
    skipped = _away_without_game(week) if week.rules.away_pay == "bye" else set()
    idle = Q(bye=True) | Q(entry__in=skipped)
    for part in week.parts.filter(idle).select_related("entry__campaign"):
        others = [scrip for entry, scrip in earned.items() if entry != part.entry_id]
        pay = bye_pay(others, earned[part.entry_id], week.campaign.rules)
        if pay.amount:
            ledger.pay(
                part.entry,
                pay.amount,
                reason="bye",
                natural_key=f"week:{week.pk}/bye:{part.entry_id}",
                week=week.number,
                memo="The bye of the week" if part.bye else "Away this week, as was said in time",
            )


def _away_without_game(week: Week) -> set[int]:
    """Entries that said they are away (A-45) and played no game of the week all the same."""
    away = Availability.objects.filter(entry__campaign=week.campaign, week=week.number, away=True)
    games = GameSide.objects.filter(game__week=week).exclude(game__state=Game.State.VOID)
    played = games.values_list("entry", flat=True)
    return set(away.values_list("entry", flat=True)) - set(played)


def reach_deadline(week: Week, actor: Actor = None, reason: str = "") -> list[str]:
    """The week's games are due: settle what can be settled by itself, then close if nothing is open. An
    organiser who ends the week before its time says why, where somebody loses by it; the games of their own
    keep the deadline that was known.

    Returns what keeps the week open, in words for the organiser (empty: the week is closed).
    """
    with operation(week.campaign, actor, kind="week.deadline", reason=reason) as act:
        week = Week.objects.select_for_update().get(pk=week.pk)
        if week.state != Week.State.GAMES_OPEN:
            raise Refusal("This week has no games open.")
        kept = ""
        if week.games_close_at > timezone.now():
            kept = _end_early(week, actor, reason)
        additional.lapse(week)
        for game in extensions.games_due(week):
            results.at_deadline(game, early=actor is not None)
        countersigning.at_deadline(week)
        held = _held_open(week)
        over = (
            f"The games of week {week.number} are over."
            if not held
            else f"The games of week {week.number} are due. Still open: {'; '.join(held)}."
        )
        act.say(f"{over}{_why(reason)}{kept}", week=week.number)
        close_when_done(week)
    return held


def _end_early(week: Week, actor: Actor, reason: str) -> str:
    """The games are due now, but for those of ``actor``, which keep their deadline; that in a sentence."""
    keeping = own_games.parts_that_keep(week, actor, week.games_close_at)
    week.parts.filter(pk__in=[part.pk for part in keeping]).update(extended_until=week.games_close_at)
    week.games_close_at = timezone.now()
    week.save(update_fields=["games_close_at"])
    if actor is not None:
        _expect_reason(reason, _games_lost(week))
    names = listed([part.entry.label for part in keeping])
    return f" {names} keep the deadline that was known, because {actor} plays there." if names else ""


def _loss(game: Game) -> str:
    """What somebody loses when a game is due before its time; "" for nothing."""
    if game.state == Game.State.SCHEDULED and not game.additional:
        return f"table {game.table} may still be played"
    waiting = Aftermath.objects.filter(side__game=game, state=Aftermath.State.OPEN, waiting_for="player")
    labels = [row.side.entry.label for row in waiting.select_related("side__entry__user")]
    return f"{listed(labels)} may still decide in the Aftermath" if labels else ""


def _held_open(week: Week) -> list[str]:
    return [
        f"table {e.table} ({e.get_state_display()})" for e in week.games.filter(state__in=Game.OPEN_STATES)
    ] + countersigned.held_open(week)


@reactions.game_over.register
def close_when_done(week: Week) -> None:
    """Close the week once its deadline is past and no Encounter is open; then open the next.

    Call inside the operation that closed the last Encounter.
    """
    week = Week.objects.select_for_update().select_related("campaign").get(pk=week.pk)
    if week.state != Week.State.GAMES_OPEN or week.games_close_at > timezone.now():
        return
    if week.games.filter(state__in=Game.OPEN_STATES).exists() or countersigned.held_open(week):
        return
    campaign = week.campaign
    if week.number >= campaign.weeks_total:
        aftermath.finish_owed(campaign)
    _pay_byes(week)
    if problems := balances.verify(campaign):
        raise RuntimeError(f"The Scrip ledger of {campaign} does not balance: {problems}")
    week.state = Week.State.CLOSED
    week.closed_at = timezone.now()
    week.save(update_fields=["state", "closed_at"])
    set_ups.open_fate(week)
    with operation(campaign, None, kind="week.closed") as act:
        if week.number >= campaign.weeks_total:
            act.row.state = Campaign.State.COMPLETE
            act.row.save(update_fields=["state"])
            act.say(f"Week {week.number} closed, and with it the campaign.", week=week.number)
        else:
            _open(act.row, week.number + 1)
            act.say(
                f"Week {week.number} closed; its flips can be checked now. "
                f"New Hires of week {week.number + 1} begin.",
                week=week.number,
            )
