"""Changes of players: a new person for an entry, retiring, returning, more time, a debt written off."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth import get_user_model
from django.utils import timezone
from msgspec.structs import replace

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, Restart, Ruling, Week, WeekEntry
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans.adjustments import week_now
from mfcampaign.campaigns.rulings.plans.reopen import entry_in
from mfcampaign.campaigns.rulings.requests import Extend, Forgive, ReplacePlayer, SetPlaying
from rules.campaign.rulings.changes import DebtForgiven, EntrySet, ExtensionSet, PlayerSet, opposite
from rules.refusal import Refusal

State = Entry.State
PLAYING = (State.ACTIVE, State.READY)


def plan_replace(draft: Draft, request: ReplacePlayer) -> None:
    entry = entry_in(draft, request.entry)
    person = get_user_model().objects.filter(username=request.username.strip(), is_active=True).first()
    if person is None:
        raise Refusal("Nobody signs in with that name.", fix="The new player needs an account first.")
    if draft.campaign.entries.filter(user=person).exists():
        raise Refusal(f"{person} plays in this league already.")
    if len(request.crew_name) > 60:
        raise Refusal("A Crew’s name has at most 60 letters.")
    draft.kind = Ruling.Kind.PEOPLE
    after = request.crew_name.strip() or str(person)
    draft.title = f"{person} plays on instead of {entry.label}"
    draft.add(
        PlayerSet(
            sentence=f"{person} takes over the Arsenal, the purse and the games to come of {entry.label}.",
            entry=entry.pk,
            before=entry.user_id,
            after=person.pk,
            label=entry.label,
            label_after=after,
            week=week_now(draft),
        )
    )
    draft.explain(f"Games of the past stay under the name {entry.label}.")
    opponents = Game.objects.filter(sides__entry=entry, state__in=Game.OPEN_STATES)
    for game in opponents.select_related("week").order_by("week__number", "table"):
        draft.explain(f"Week {game.week.number}, table {game.table} is still open: {person} plays it on.")
    if draft.campaign.organisers.filter(user=person).exists():
        draft.explain(f"{person} organises this league, and cannot rule on these games from now on.")


def plan_playing(draft: Draft, request: SetPlaying) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.PEOPLE
    if request.playing == (entry.state != State.RETIRED):
        raise Refusal(f"{entry.label} {'plays' if request.playing else 'has retired'} already.")
    if request.playing:
        draft.title = f"{entry.label} comes back"
        after = state_again(entry)
        sentence = f"{entry.label} comes back with Arsenal and purse as they were."
        draft.explain("The next pairing counts them in; games of the weeks between are not made up for.")
    else:
        draft.title = f"{entry.label} retires"
        after, sentence = State.RETIRED, f"{entry.label} retires; later weeks pair without them."
        draft.explain("Finished games count. You can declare a game that is still open forfeited.")
    draft.add(EntrySet(sentence=sentence, entry=entry.pk, before=entry.state, after=str(after)))


def state_again(entry: Entry) -> Entry.State:
    """The state of who comes back: by the league, and by what there is of an Arsenal, as they are now."""
    running = entry.campaign.state == Campaign.State.RUNNING
    if running and entry.restarts.filter(state=Restart.State.BUILDING).exists():
        return State.BUILDING
    owned = entry.models.owned().exists()
    return State.ACTIVE if running and owned else State.READY if owned else State.INACTIVE


def undo_playing(draft: Draft, change: EntrySet) -> None:
    """To retire, or to come back, taken back by whether the player plays now."""
    assert change.entry is not None, "somebody retires or comes back"
    entry = Entry.objects.select_related("user", "campaign").get(pk=change.entry)
    plays = entry.state != State.RETIRED
    if plays == (change.before != State.RETIRED):
        draft.explain(f"{entry.label} {'plays' if plays else 'has retired'} already.")
        return
    after = State.RETIRED if plays else state_again(entry)
    for turned in opposite(change):
        draft.add(replace(turned, before=entry.state, after=str(after)))


def plan_extend(draft: Draft, request: Extend) -> None:
    """A deadline of one player's own, in the week that is open."""
    entry = entry_in(draft, request.entry)
    part = (
        WeekEntry.objects.filter(entry=entry)
        .exclude(week__state=Week.State.CLOSED)
        .select_related("week")
        .order_by("-week__number")
        .first()
    )
    if part is None:
        raise Refusal(f"{entry.label} plays no week that is open.")
    try:
        until = dt.datetime.fromisoformat(request.until)
    except ValueError:
        raise Refusal("Write day and time, such as 2026-03-02T19:00.") from None
    if until.tzinfo is None or until <= timezone.now():
        raise Refusal("A deadline is in the future.")
    draft.kind = Ruling.Kind.DEADLINE
    draft.title = f"Week {part.week.number}: {entry.label} has longer"
    what = "hires" if part.week.state == Week.State.NEW_HIRES else "games and Aftermath"
    draft.add(
        ExtensionSet(
            sentence=f"{entry.label} has until {until:%d %B %Y %H:%M} UTC for the {what} of week "
            f"{part.week.number}; everyone else keeps the week’s deadline.",
            entry=entry.pk,
            part=part.pk,
            before=part.extended_until.isoformat() if part.extended_until else "",
            after=until.astimezone(dt.UTC).isoformat(),
        )
    )
    draft.explain(f"Week {part.week.number} goes on when that time is past or the player is done.")


def plan_forgive(draft: Draft, request: Forgive) -> None:
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.DEBT
    draft.title = f"{entry.label} owes nothing more"
    for debt, left in balances.open_debts(entry):
        draft.add(
            DebtForgiven(
                sentence=f"{left} Scrip that ruling {debt.ruling.number} left owed are written off.",
                entry=entry.pk,
                debt=debt.pk,
                amount=left,
            )
        )
    if not draft.changes:
        raise Refusal(f"{entry.label} owes nothing.")
