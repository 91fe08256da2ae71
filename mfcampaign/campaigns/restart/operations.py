"""Restarts and late entries: a new Arsenal in a running league (SL-ANEW, ledger 4.2 and 4.5).

A player asks for it. It begins with a window of New Hires (at once after the last model is lost), is bought
like any starting Arsenal, and makes its Barter flips one at a time. A player who finishes before the window
closes plays in that week. ``restart.barter`` has the flips.
"""

from __future__ import annotations

from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import reactions
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalModel,
    Campaign,
    Entry,
    Game,
    Restart,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.restart.queries import UNFINISHED, next_to_play, restart_under_way
from mfcampaign.campaigns.week import fate
from rules.campaign.policies import declarable
from rules.refusal import Refusal

State, Why = Restart.State, Restart.Why
# No Aftermath of such a game comes any more, even where a result was opened again; flips that a ruling made
# up for, after a closed one, keep no Arsenal without models.
OVER = (Game.State.CLOSED, Game.State.VOID, Game.State.FORFEITED)
NOT_READY = "The new Arsenal was not finished when the hires closed."


def _expect_time(campaign: Campaign) -> int:
    number = next_to_play(campaign)
    if number is None:
        rule = campaign.played.restart.asked_rule
        raise Refusal("No week is left that a new Arsenal could play.", rule=rule)
    return number


# -- asking ------------------------------------------------------------------------------------------


def ask(entry: Entry, actor: Actor, *, faction: str = "") -> Restart:
    """Give the present roster up for a new one: now while hires are open, else with the next (SL-ANEW-01).

    ``faction``: another one than declared, where the league allows it (A-29).
    """
    with operation(entry.campaign, actor, kind="restart.asked") as act:
        fresh = _own(entry, act.row)
        if fresh.state != Entry.State.ACTIVE:
            rule = act.row.played.restart.asked_rule
            raise Refusal("Only who plays with an Arsenal can give it up.", rule=rule)
        if restart_under_way(fresh) is not None:
            raise Refusal("A new start is under way already.")
        number = _expect_time(act.row)
        _redeclare(fresh, act.row, faction)
        now = act.row.weeks.filter(state=Week.State.NEW_HIRES).first()
        restart = _begin(fresh, Why.SCRAPPED, number, roster=fresh.roster + 1, state=State.QUEUED)
        if now is not None:
            act.say(_scrap(restart, now, act.act), entry=fresh.pk, week=number)
        else:
            act.say(
                f"{fresh.label} will start anew with the New Hires of week {number}; until then the old "
                "Arsenal plays.",
                entry=fresh.pk,
            )
    entry.refresh_from_db()
    return restart


def _redeclare(entry: Entry, campaign: Campaign, faction: str) -> None:
    if not faction or faction == entry.faction:
        return
    if not campaign.rules.restart_faction_change:
        raise Refusal("The Faction stays until the league ends.", rule=campaign.played.rows.faction)
    factions = declarable(campaign.rules, campaign.edition)
    if faction not in factions:
        raise Refusal(f"Declare one of the {len(factions)} Factions.", rule=campaign.played.rows.faction)
    entry.faction = faction
    entry.save(update_fields=["faction"])


def call_off(entry: Entry, actor: Actor) -> None:
    """Keep the old Arsenal after all, as long as the new start has not begun."""
    with operation(entry.campaign, actor, kind="restart.called_off") as act:
        restart = restart_under_way(_own(entry, act.row))
        if restart is None or restart.state != State.QUEUED:
            raise Refusal("Nothing can be called off: the old Arsenal is gone, or nothing was asked.")
        restart.state = State.CANCELLED
        restart.save(update_fields=["state"])
        act.say(f"{entry.label} keeps the old Arsenal after all.", entry=entry.pk)


def join_late(entry: Entry, actor: Actor) -> Restart:
    """Begin an Arsenal for a player who had none when the league began (ledger 4.1)."""
    with operation(entry.campaign, actor, kind="restart.came_in") as act:
        fresh = _own(entry, act.row)
        if fresh.state != Entry.State.INACTIVE or fresh.models.owned().exists():
            raise Refusal("You are in the league already.")
        restart = enter(fresh, Why.IDLE)
        act.say(f"{fresh.label} builds an Arsenal to join from week {restart.begun_week} on.", entry=fresh.pk)
    entry.refresh_from_db()
    return restart


def enter(entry: Entry, why: str) -> Restart:
    """A first Arsenal after the league began. Part of the act that lets the player in."""
    number = _expect_time(entry.campaign)
    # One left open when the player retired is not taken up again.
    Restart.objects.filter(entry=entry, state__in=Restart.OPEN_STATES).update(state=State.CANCELLED)
    restart = _begin(entry, why, number, roster=entry.roster)
    entry.state = Entry.State.BUILDING
    entry.save(update_fields=["state"])
    _hold_place(entry)
    return restart


def _begin(
    entry: Entry, why: str, week: int, *, roster: int, state: Restart.State = State.BUILDING
) -> Restart:
    return Restart.objects.create(
        entry=entry,
        roster=roster,
        why=why,
        state=state,
        begun_week=week,
        keyed_as=fate.entry_key(entry),
    )


def _own(entry: Entry, campaign: Campaign) -> Entry:
    fresh = Entry.objects.select_for_update(of=("self",)).select_related("user").get(pk=entry.pk)
    fresh.campaign = campaign
    if campaign.state != Campaign.State.RUNNING:
        rule = campaign.played.restart.asked_rule
        raise Refusal("New starts belong to a league under way.", rule=rule)
    return fresh


# -- beginning ---------------------------------------------------------------------------------------


def _scrap(restart: Restart, week: Week | None, act: Act) -> str:
    """The old roster is history: its models, its Scrip, its Bounty, and what a ruling made up for it
    (SL-ANEW-02, A-29)."""
    entry, rules = restart.entry, restart.entry.campaign.rules
    reactions.arsenal_given_up(entry)
    number = week.number if week is not None else restart.begun_week
    lost = 0 if rules.restart_keep_scrip else balances.balance(entry)
    ledger.charge(
        entry,
        lost,
        reason="restart",
        natural_key=f"restart:{restart.pk}/lost",
        week=number,
        act=act,
        memo="Lost with the old Arsenal",
    )
    bounties.drop(entry, week=number)
    entry.roster, entry.state, entry.draft = restart.roster, Entry.State.BUILDING, {}
    entry.save(update_fields=["roster", "state", "draft"])
    restart.state = State.BUILDING
    restart.save(update_fields=["state"])
    _hold_place(entry)
    went = f" {lost} Scrip are lost with it." if lost else ""
    return f"{entry.label} gives the old Arsenal up and starts anew.{went}"


def _hold_place(entry: Entry) -> None:
    """While hires are open, the week waits for who builds, until the deadline."""
    now = entry.campaign.weeks.filter(state=Week.State.NEW_HIRES).first()
    if now is not None:
        fresh = {"new_arsenal": True, "hires_locked_at": None, "hired_models": 0, "hired_masters": 0}
        WeekEntry.objects.update_or_create(week=now, entry=entry, defaults=fresh)


def open_window(week: Week) -> None:
    """A window of New Hires opens: who asked for it starts anew, who is still at it gets the further week.

    Part of the act that opens the week, before its players are written down.
    """
    waiting = Restart.objects.filter(entry__campaign=week.campaign, state__in=Restart.OPEN_STATES)
    for restart in waiting.select_related("entry__user").order_by("pk"):
        restart.entry.campaign = week.campaign
        if restart.state == State.QUEUED:
            if restart.entry.state != Entry.State.ACTIVE:
                restart.state = State.CANCELLED
                restart.save(update_fields=["state"])
                continue
            with operation(week.campaign, None, kind="restart.begun") as act:
                act.say(_scrap(restart, week, act.act), entry=restart.entry_id, week=week.number)
        elif restart.entry.state == Entry.State.BUILDING:
            _hold_place(restart.entry)
        elif restart.state in UNFINISHED:
            _grant(restart, week.number)


def restarts(week: Week) -> set[int]:
    """Entries whose new Arsenal first plays in this week: no hire is owed, nothing is discounted."""
    restarts = Restart.objects.filter(entry__campaign=week.campaign, plays_from=week.number)
    return set(restarts.exclude(state=State.CANCELLED).values_list("entry", flat=True))


def founded(entry: Entry, act: Act) -> int:
    """The 35 Soulstones are spent: extra Scrip comes, Barter flips are due (SL-ANEW-03, -04).

    Part of the act that founds the Arsenal; the first week it plays comes back.
    """
    restart = restart_under_way(entry)
    if restart is None or restart.state != State.BUILDING:
        raise Refusal("This Arsenal is confirmed already.", fix="New models are hired week by week.")
    number = _expect_time(entry.campaign)
    restart.entry = entry
    restart.state = State.SHOPPING
    restart.save(update_fields=["state"])
    _grant(restart, number, act)
    _hold_place(entry)
    return number


def _grant(restart: Restart, number: int, act: Act | None = None) -> None:
    """Scrip and flips for playing from week ``number`` on; what was granted before is not granted twice."""
    rules = restart.entry.campaign.rules
    for line in restart.entry.campaign.played.restart.scrip(number, rules).lines:
        ledger.pay(
            restart.entry,
            line.amount,
            reason="restart",
            natural_key=f"restart:{restart.pk}/{line.label.replace(' ', '-')}",  # "week:2" would name a row
            week=number,
            act=act,
            memo=f"Starting anew: {line.label}",
        )
    restart.plays_from, restart.flips_due = number, restart.entry.campaign.played.restart.flips(number, rules)
    restart.save(update_fields=["plays_from", "flips_due"])
    if restart.context:
        restart.context = {**restart.context, "extra_barter_flips": restart.flips_due}
        restart.save(update_fields=["context"])


def expect_playing(entry: Entry, week: Week) -> None:
    """A new Arsenal plays from its own first week on, and only when it is finished."""
    newest = entry.restarts.exclude(state__in=[State.CANCELLED, State.QUEUED]).last()
    if newest is None or (newest.state == State.DONE and (newest.plays_from or 0) <= week.number):
        return
    rule = entry.campaign.played.restart.asked_rule
    raise Refusal("Your new Arsenal does not play in this week yet.", rule=rule)


def without_models(game: Game) -> None:
    """A game is closed: who lost the last model in it starts anew at once (ledger 4.5)."""
    for side in game.sides.select_related("entry__user"):
        entry = side.entry
        entry.campaign = game.week.campaign
        begun = Aftermath.objects.filter(side__entry=entry).exclude(side__game__state__in=OVER)
        busy = begun.exclude(state=Aftermath.State.LOCKED)
        has_models = ArsenalModel.objects.filter(entry=entry).owned().exists()
        if entry.state != Entry.State.ACTIVE or has_models or busy.exists():
            continue
        number = next_to_play(entry.campaign)
        if number is None:
            continue
        Restart.objects.filter(entry=entry, state=State.QUEUED).update(state=State.CANCELLED)
        restart = _begin(entry, Why.ANNIHILATED, number, roster=entry.roster + 1)
        with operation(entry.campaign, None, kind="restart.annihilated") as act:
            sentence = _scrap(restart, None, act.act)
            act.say(f"{entry.label} has no model left. {sentence}", entry=entry.pk, week=game.week.number)


def done(restart: Restart) -> None:
    """The last flip is made: the new Arsenal plays. Part of the act that made it."""
    restart.state, restart.done_at = State.DONE, timezone.now()
    restart.waiting_for = restart.asks = ""
    restart.save(update_fields=["applied", "state", "done_at", "waiting_for", "asks"])
