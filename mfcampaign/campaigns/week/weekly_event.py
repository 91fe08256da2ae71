"""The Weekly Event and the week's scenario: drawn from the sealed fate, or set by an organiser with a reason.

Both are decided once and stored; a retry returns what is stored (SL-EVENT-01, -02, SL-3E-14).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from django.utils import timezone
from msgspec import Meta
from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.computing import computes
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading, reactions
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameSide, Week
from mfcampaign.campaigns.pairing import operations as pairing
from mfcampaign.campaigns.week import fate, set_ups
from mfcampaign.campaigns.week.scenario import scenario_of
from mfcampaign.catalog import queries as catalog
from mfcampaign.setups import operations as setups
from rules.campaign.payday import within_week
from rules.campaign.weekly_events import (
    WeekEvent,
    contest_pay,
    draw_event,
    extra_barter_flips,
    high_card,
)
from rules.game.setup.scenario import Override, Scenario, overridden
from rules.refusal import Refusal

# A game past this keeps the scenario and the event it was begun with.
Drawing = Annotated[int, Meta(ge=1, le=100)]
"""The number of a drawing of a week's scenario."""
CHANGEABLE = (Game.State.SCHEDULED,)
"""States of all games of a week while its event and scenario may still be set."""


def determine(week: Week) -> str:
    """The event of a week whose hires are done, in one sentence; nothing is drawn twice (SL-EVENT-02).

    Part of the act that begins the week's games. An event that an organiser chose before is kept.
    """
    if not week.scenario:
        flip_scenario(week)
    weekly_event = loading.event_of(week)
    if weekly_event is None:
        chart = loading.charts(week.campaign).weekly_events
        if week.campaign.rules.weekly_events == "off":
            return ""
        if not chart:
            return "No Weekly Event is drawn: the league’s charts have none."
        played = week.campaign.played
        event, flips = draw_event(fate.draws(week, "event"), chart, played.rows.event)
        weekly_event = played.charts.week_event(event, flips=flips)
        _store(week, weekly_event)
        set_ups.show(week, scenario_of(week), reason=f"Weekly Event: {event.name}")
    sentence = f"The Weekly Event is {weekly_event.event.name}."
    if weekly_event.awaits_contest and weekly_event.event.contest == "high_card":
        return f"{sentence} {_flip_contest(week, weekly_event)}"
    return sentence


def flip_scenario(week: Week) -> None:
    """The scenario by the week's sealed fate, once, and as a set-up to be shared (SL-3E-14)."""
    week.scenario = fate.scenario(week)
    week.save(update_fields=["scenario"])
    set_ups.show(week, scenario_of(week))


def awaits_contest(week: Week) -> bool:
    """Whether the games wait for the results of an immediate event (ledger 4.2)."""
    weekly_event = loading.event_of(week)
    return weekly_event is not None and weekly_event.awaits_contest


def _flip_contest(week: Week, weekly_event: WeekEvent) -> str:
    entries = contestants(week)
    flips, winners = high_card(fate.draws(week, "contest"), [entry.pk for entry in entries])
    return _settle(week, replace(weekly_event, contest=flips), winners)


def contestants(week: Week) -> list[Entry]:
    """Who takes part in a contest of the week: everyone who plays in it, in the order of entry (SL-EVENT-01,
    A-45)."""
    there = [entry.pk for entry in pairing.present(week)]
    active = week.campaign.entries.filter(pk__in=there, weeks__week=week)
    return list(active.select_related("user", "campaign").order_by("pk"))


def _settle(week: Week, weekly_event: WeekEvent, winners: Iterable[int]) -> str:
    """Write who won and pay it, within the week's maximum (SL-EVENT-04, -05, A-19)."""
    weekly_event = replace(weekly_event, winners=tuple(winners))
    _store(week, weekly_event)
    sentences = []
    rules = week.campaign.rules
    for entry in contestants(week):
        due = contest_pay(weekly_event, entry.pk, rules)
        if entry.pk not in (weekly_event.winners or ()):
            continue
        pay = within_week(list(due.lines), balances.earned_in_week(entry, week.number), rules)
        ledger.pay(
            entry,
            pay.amount,
            reason="event",
            natural_key=f"week:{week.pk}/event:{entry.pk}",
            week=week.number,
            memo=weekly_event.event.name,
        )
        sentences.append(f"{entry.label} wins {pay.amount} Scrip")
    return f"{'; '.join(sentences)}." if sentences else "Nobody won its contest."


def _store(week: Week, weekly_event: WeekEvent) -> None:
    week.event = msgspec.to_builtins(weekly_event)
    week.save(update_fields=["event"])


# -- the organiser's word ---------------------------------------------------------------------------


def choose_event(week: Week, actor: Actor, slug: str, reason: str) -> None:
    """An organiser names the event instead of fate, before any Crew of the week is revealed."""
    with operation(week.campaign, actor, kind="week.event_chosen", reason=reason) as act:
        week = _changeable(act, week)
        standing = loading.event_of(week)
        if standing is not None and standing.winners is not None:
            raise Refusal("The contest of this week's event is settled and paid, and stays so.")
        charts = act.row.played.charts
        weekly_event = charts.week_event(_row(act.row, slug), how="chosen", reason=reason)
        _store(week, weekly_event)
        sentence = (
            f"{actor} set the Weekly Event of week {week.number}: {weekly_event.event.name} ({reason})."
        )
        if (
            week.state != Week.State.NEW_HIRES
            and weekly_event.awaits_contest
            and weekly_event.event.contest == "high_card"
        ):
            sentence += f" {_flip_contest(week, weekly_event)}"
        _carry_on(week, actor, reason)
        act.say(sentence, week=week.number)


def _row(campaign: Campaign, slug: str) -> Any:
    for row in loading.charts(campaign).weekly_events:
        if row.slug == slug:
            return row
    raise Refusal("The league's charts have no such Weekly Event.", fix="Choose one from the list.")


def set_scenario(week: Week, actor: Actor, override: Override, reason: str) -> None:
    """An organiser sets the scenario of a week, in whole or in part; empty fields keep what was flipped.

    Games whose Crews are revealed keep the scenario they were begun with (SL-SCHEME-01, SL-3E-14).
    """
    with operation(week.campaign, actor, kind="week.scenario_set", reason=reason) as act:
        week = _changeable(act, week)
        drawn = msgspec.convert(week.scenario or fate.scenario(week), Scenario)
        overridden(drawn, override, season=catalog.season(week.season_played))
        week.scenario_override = {"override": msgspec.to_builtins(override), "reason": reason}
        week.save(update_fields=["scenario_override"])
        now = _carry_on(week, actor, reason)
        what = f"{now['strategy']}, {now['deployment']}"
        act.say(f"{actor} set the scenario of week {week.number}: {what} ({reason}).", week=week.number)


def flip_again(week: Week, actor: Actor, reason: str, *, seen: int) -> None:
    """A new drawing of the week's fate instead of the valid one; all stay visible.

    ``seen`` is the number of the drawing that was looked at: sent again, ``AlreadyDone``. What the event and
    the organisers require stays laid over it. ``Refusal`` without a reason, once a game has begun.
    """
    key = f"week:{week.pk}/scenario:{seen}"
    with operation(week.campaign, actor, kind="week.scenario_flipped_again", key=key, reason=reason) as act:
        week = _changeable(act, week)
        if not reason.strip():
            raise Refusal("Why is it flipped again?", fix="Write a reason: everybody will see it.")
        if not week.scenario:
            raise Refusal("The scenario of this week is not flipped yet.")
        if seen != len(week.drawings) + 1:
            raise Refusal("It was flipped again meanwhile.", fix="Look at the present one.")
        if seen >= setups.MOST_DRAWINGS:
            raise Refusal(f"It was flipped {seen} times: enough.", fix="Set the scenario by hand.")
        week.drawings = [*week.drawings, {"scenario": week.scenario, "reason": reason, "by": str(actor)}]
        week.scenario = fate.scenario(week)
        week.save(update_fields=["drawings", "scenario"])
        now = _carry_on(week, actor, reason)
        act.say(
            f"{actor} had the scenario of week {week.number} flipped again ({reason}): "
            f"{now['strategy']}, {now['deployment']}.",
            week=week.number,
        )


def _changeable(act: ActInProgress[Campaign], week: Week) -> Week:
    week = Week.objects.select_for_update().get(pk=week.pk)
    week.campaign = act.row
    if week.state == Week.State.CLOSED:
        raise Refusal("This week is closed.")
    if week.games.exclude(state__in=CHANGEABLE).exists():
        raise Refusal(
            "A game of this week has begun, so what it is played for stays.",
            rule="SL-SCHEME-01",
            fix="Change the next week.",
        )
    return week


def _carry_on(week: Week, actor: Actor, reason: str) -> dict[str, Any]:
    """Every paired game that has not begun is played for what the week now says, and so is its set-up."""
    now = scenario_of(week)
    if not week.scenario:
        return now
    by = actor if isinstance(actor, Person) else None
    set_ups.show(week, now, actor=by, reason=reason)
    for game in week.games.filter(state__in=CHANGEABLE, additional=False):
        game.scenario = now
        game.save(update_fields=["scenario"])
    return now


@computes
def enter_contest(week: Week, actor: Actor, winners: Iterable[int], reason: str) -> None:
    """An organiser writes down who won the contest of an immediate event; then the games are paired."""
    chosen = tuple(sorted(set(winners)))
    with operation(week.campaign, actor, kind="week.contest_entered", reason=reason) as act:
        week = Week.objects.select_for_update().get(pk=week.pk)
        week.campaign = act.row
        weekly_event = loading.event_of(week)
        if weekly_event is None or not weekly_event.awaits_contest or week.state == Week.State.CLOSED:
            raise Refusal("No contest of this week waits for its result.", rule="SL-EVENT-03")
        by_pk = {entry.pk: entry for entry in contestants(week)}
        if wrong := [pk for pk in chosen if pk not in by_pk]:
            raise Refusal(f"Entry {wrong[0]} does not play this week.", fix="Choose among the players.")
        sentence = _settle(week, weekly_event, chosen)
        act.say(
            f"{weekly_event.event.name}: {sentence} {reactions.contest_settled(week)}".strip(),
            week=week.number,
        )


@computes
def close_contest(week: Week) -> None:
    """End a contest without a winner when no result was entered in time, and pair the games."""
    with operation(week.campaign, None, kind="week.contest_closed") as act:
        week = Week.objects.select_for_update().get(pk=week.pk)
        week.campaign = act.row
        weekly_event = loading.event_of(week)
        if week.state != Week.State.EVENT or weekly_event is None:
            raise Refusal("No contest of this week waits for its result.", rule="SL-EVENT-03")
        sentence = _settle(week, weekly_event, ())
        act.say(
            f"{weekly_event.event.name}: {sentence} {reactions.contest_settled(week)}".strip(),
            week=week.number,
        )


def contest_due(week: Week) -> dt.datetime:
    """Until when the result of a contest is awaited."""
    return timezone.now() + dt.timedelta(hours=week.campaign.rules.contest_h)


# -- what a game takes from the event ----------------------------------------------------------------


def barter_flips(side: GameSide) -> int:
    """Further Barter flips of this side's Aftermath (SL-BARTER-04)."""
    week = side.game.week
    played = GameSide.objects.filter(entry=side.entry_id, game__week=week, aftermath__isnull=False)
    earlier = played.exclude(pk=side.pk).exclude(game__state=Game.State.VOID)
    return extra_barter_flips(loading.event_of(week), first_game=not earlier.exists())
