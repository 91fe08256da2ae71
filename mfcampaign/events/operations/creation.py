"""An event's states: created, opened, begun, ended or cancelled; its settings and its organisers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.names import known_zones
from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.catalog import queries as catalog
from mfcampaign.events import loading, stages
from mfcampaign.events.drafts import SEARCHED
from mfcampaign.events.figures import ClockEach, Places, Rounds, TeamSize
from mfcampaign.events.ladder import rules_of
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Event, EventOrganiser, Game, News, Player, Round, Team, TeamMatch
from mfcampaign.events.operations import ladder, team_rounds, teams
from mfcampaign.events.operations.announcements import notify_players
from mfcampaign.events.operations.round_setup import wanted_of
from mfcampaign.web.names import with_free_slug
from mfcampaign.web.resilience.quotas import expect_room
from rules.bounds import bounds_said
from rules.columns import Criterion
from rules.game.results.overtime import PenaltyMinutes, PenaltyVp
from rules.refusal import Refusal
from rules.tournament.pairing.field import RULES, PairingPreference
from rules.tournament.standings.criteria import SCHEMES, ByeWorth, scheme_of
from rules.wording import counted, counted_are

RESERVED = frozenset({"new", "import", "play"})
ROUNDS, PLACES, TEAM_SIZES = bounds_said(Rounds), bounds_said(Places), bounds_said(TeamSize)
CLOCK_EACH, PENALTY_VP = bounds_said(ClockEach), bounds_said(PenaltyVp)
PENALTY_MINUTES = bounds_said(PenaltyMinutes)
RANKED_BY = tuple(c for c in Criterion if not c.column.held and c != Criterion.PLAYED)
"""The criteria that an event's games can feed; the others are a league's."""
SETTLED_AT_START = frozenset({"format", "scheme", "group_count", "bye_worth", "team_size"})
OF_THE_CUT = ("order", "rounds", "cut")
"""What decides who goes on; it can be changed until their games are paired."""
SETTINGS = frozenset(
    "name place about starts_at timezone season size format rounds round_minutes cut group_count preferences "
    "clock_each penalty_vp penalty_minutes "
    "scheme order bye_worth ladder edition scenarios capacity tables listed by_name declares declare_until "
    "declared_shown with_feature with_event team_size team_tables apart".split()
)


def create_event(user: Person, **options: Any) -> Event:
    """A new event, announced, with ``user`` as its organiser. ``options``: names of SETTINGS."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=user.pk)  # two at once are counted one after the other
        over = (Event.Phase.FINISHED, Event.Phase.CANCELLED)
        held = EventOrganiser.objects.filter(user=user).exclude(event__phase__in=over).count()
        expect_room("events", held, "End one, or call it off.")
        listed = options.get("listed", True)
        event = Event()
        apply_settings(event, options)

        def save(slug: str) -> None:
            event.slug = slug
            event.save(force_insert=True)

        with_free_slug(Event, event.name, save, usual="event", reserved=RESERVED, listed=listed)
        EventOrganiser.objects.create(event=event, user=user)
        with operation(event, user, kind="event.founded") as act:
            act.say(f"{user} announced {event.name}.")
    return event


def create_open_event(user: Person, **options: Any) -> Event:
    """A new event whose registration is open: both, or neither."""
    with transaction.atomic():
        return open_registration(create_event(user, **options), user)


def change(event: Event, actor: Actor, **options: Any) -> Event:
    """New settings; what pairing and standings hang on is settled once the event runs."""
    with operation(event, actor, kind="event.changed") as act:
        if act.row.over:
            raise Refusal("The event is over.", fix="A result can still be corrected, with a reason.")
        before = {name: getattr(act.row, name) for name in options}
        exchanged = rules_of(act.row).exchange
        changes = what_changes(act.row, options)
        apply_settings(act.row, options)
        different = sorted(name for name, value in before.items() if getattr(act.row, name) != value)
        if act.row.phase == Event.Phase.RUNNING and set(different) & SETTLED_AT_START:
            raise Refusal(
                "Format and scheme are settled once the event runs, and so is what a bye is worth, and the "
                "size of teams.",
                fix="Leave them as they are.",
            )
        if act.row.phase == Event.Phase.RUNNING and rules_of(act.row).exchange != exchanged:
            raise Refusal(
                "How rungs change hands cannot be changed once the ladder has begun.",
                fix="Keep it.",
            )
        if changes.new_cut:
            act.row.seeds = []
        if changes.draft is not None:
            act.row.played_rounds.filter(state=Round.State.DRAFT, number=changes.draft).delete()
        act.row.save()
        act.say("The settings changed: " + ", ".join(n.replace("_", " ") for n in different) + ".")
    return act.row


class Changes(Struct, frozen=True):
    """What new settings change of an event that runs: ``sentences`` for people; whether the cut is to be made
    again; the number of a draft that is discarded."""

    sentences: tuple[str, ...] = ()
    new_cut: bool = False
    draft: int | None = None


def what_changes(event: Event, options: dict[str, Any]) -> Changes:
    """What the order, the number of rounds and the size of the cut change. Nothing is written; ``Refusal``
    where they would change a pairing that is made."""
    different = [name for name in OF_THE_CUT if name in options and options[name] != getattr(event, name)]
    if event.phase != Event.Phase.RUNNING or not different:
        return Changes()
    record = loading.record(event)
    open_cut = stages.cut_is_open(record)
    if event.seeds and not event.knockout and not open_cut:
        raise Refusal(
            "The bracket has begun: the order, the rounds and the cut are settled.",
            fix="Leave them as they are.",
        )
    sentences: list[str] = []
    if "order" in different:
        sentences += _moved(record, options["order"])
    draft = record.draft
    discarded = draft if draft is not None and draft.knockout and open_cut else None
    if "rounds" in different and event.format in SEARCHED:
        played, rounds = sum(not r.knockout for r in record.published), options["rounds"]
        if rounds < played:
            out = f"{counted(played, 'round')} {'is' if played == 1 else 'are'} out already."
            raise Refusal(out, fix=f"Choose {played} or more.")
        then = "the cut" if options.get("cut", event.cut) else "the end"
        left = (
            f"{counted(rounds - played, 'more round')}, then"
            if rounds > played
            else "No more rounds: now comes"
        )
        sentences.append(f"{left} {then}.")
        if draft is not None and draft.number > rounds:
            discarded = draft
    if discarded is not None:
        sentences.append(f"The pairings of round {discarded.number} are discarded; nobody has seen them.")
    if open_cut:
        sentences.append("The cut is to be made again.")
    return Changes(tuple(sentences), open_cut, None if discarded is None else discarded.number)


def _moved(record: Record, order: Sequence[str]) -> list[str]:
    """The places of the standings that another order changes."""
    event = record.event
    scheme = scheme_of(event.scheme, order, event.bye_worth)
    now, then = (
        {row.player: row.rank for row in table.rows}
        for table in (record.table(), record.table(scheme=scheme))
    )
    moved = [f"{record.names[n]}: place {then[n]}, now {now[n]}." for n in now if now[n] != then[n]]
    return moved or ["The order of the standings changes, and nobody’s place."]


def apply_settings(event: Event, options: dict[str, Any]) -> None:
    unknown = set(options) - SETTINGS
    if unknown:
        raise ValueError(f"no settings: {sorted(unknown)}")
    for name, value in options.items():
        setattr(event, name, value)
    if event.timezone not in known_zones():
        raise Refusal(f"{event.timezone!r} is not a time zone that we know.", fix="Choose one of the list.")
    if event.rounds not in ROUNDS:
        raise Refusal(f"An event has between {ROUNDS.least:g} and {ROUNDS.most:g} rounds.")
    if event.capacity not in PLACES:
        raise Refusal(f"An event has room for {PLACES.words} players.")
    if event.clock_each not in CLOCK_EACH:
        raise Refusal(f"A chess clock has {CLOCK_EACH.words} minutes for each player.")
    if event.penalty_minutes not in PENALTY_MINUTES:
        raise Refusal(f"Overtime is counted by {PENALTY_MINUTES.words} minutes.")
    if event.penalty_vp not in PENALTY_VP:
        raise Refusal(f"Time takes {PENALTY_VP.words} Victory Points off.")
    if event.scheme not in SCHEMES:
        raise Refusal("No such scheme of standings.")
    if event.bye_worth not in set(ByeWorth):
        raise Refusal("A bye is worth nothing of that kind.", fix="Choose one of the list.")
    if len(set(event.preferences)) != len(event.preferences) or not set(event.preferences) <= {
        str(w) for w in PairingPreference
    }:
        raise Refusal("Preferences are different ones of the list.")
    if len(set(event.apart)) != len(event.apart) or not set(event.apart) <= {str(each) for each in RULES}:
        raise Refusal("Kept apart as a rule are different ones of the list.")
    if event.team_tables not in Event.TeamTables.values:
        raise Refusal("Tables are not assigned in such a way.", fix="Choose one of the list.")
    if event.of_teams:
        _refuse_teams(event)
    if event.cut == 1:
        raise Refusal("A cut needs at least two players.", fix="0 means no cut.")
    if len(set(event.order)) != len(event.order) or not set(event.order) <= {str(c) for c in RANKED_BY}:
        raise Refusal("An order of the standings names different figures of the list.")
    try:
        rules_of(event)
    except msgspec.ValidationError as wrong:
        raise Refusal(f"These are no rules of a ladder: {wrong}.") from None
    if event.climbing:
        # Each challenge has a drawing of its own, at its own table.
        event.scenarios = Event.Scenarios.ROUND
    if event.rules.setup.has_seasons and catalog.season(event.season).edition != event.edition:
        raise Refusal(
            f"These Strategies and Schemes are not of the {event.rules.name}.",
            fix="Choose one of its own.",
        )
    wanted_of(event)


def _refuse_teams(event: Event) -> None:
    """``Refusal`` for settings that teams cannot be played by."""
    if event.team_size not in TEAM_SIZES:
        raise Refusal(f"A team has {TEAM_SIZES.words} players.", fix="0: everybody for themselves.")
    if event.format not in SEARCHED or event.cut:
        raise Refusal(
            "Teams play Swiss rounds or rounds by lot, without a cut.",
            fix="Choose such a format; 0 for the cut.",
        )
    too_many = Team.objects.filter(event=event.pk).annotate(
        count=Count("players", filter=~Q(players__state=Player.State.OUT))
    )
    if event.pk and (team := too_many.filter(count__gt=event.team_size).first()):
        raise Refusal(f"{team.name} has more players.", fix="Let some play for another team first.")


def add_organiser(event: Event, actor: Actor, username: str) -> Event:
    """Add an organiser. ``Refusal`` for an unknown username."""
    people: Any = get_user_model().objects
    person = people.filter(username=username.strip(), is_active=True, is_guest=False).first()
    if person is None:
        raise Refusal(f"Nobody signs in as {username!r}.", fix="Ask them for the name they sign in with.")
    with operation(event, actor, kind="event.organiser") as act:
        _, new = EventOrganiser.objects.get_or_create(event=act.row, user=person)
        if not new:
            raise Refusal(f"{person} organises this event already.")
        act.say(f"{actor} made {person} an organiser.")
    return act.row


def open_registration(event: Event, actor: Actor) -> Event:
    with operation(event, actor, kind="event.opened") as act:
        if act.row.phase != Event.Phase.ANNOUNCED:
            raise Refusal("Registration was opened before.", fix="Look at the event’s page for what is next.")
        act.row.phase = Event.Phase.REGISTRATION
        act.row.save(update_fields=["phase"])
        act.say("Registration is open.")
    return act.row


def begin(event: Event, actor: Actor) -> Event:
    """The doors close: who is not checked in did not come, and may still come late. On a ladder nobody
    checks in: everybody who signed up is on it."""
    with operation(event, actor, kind="event.begun") as act:
        if not act.row.before:
            raise Refusal(
                "The event has begun already, or is over.", fix="Look at its page for what is next."
            )
        if act.row.climbing:
            act.row.players.filter(state=Player.State.SIGNED).update(state=Player.State.HERE)
        if act.row.of_teams:
            teams.refuse_without_teams(act.row)
        here, least = act.row.players.filter(state=Player.State.HERE).count(), _least(act.row)
        if here < least:
            raise Refusal(f"{here} checked in; {least} are needed.", fix="Check people in first.")
        act.row.players.filter(state=Player.State.SIGNED).update(
            state=Player.State.OUT, out_because="did not come"
        )
        act.row.phase = Event.Phase.RUNNING
        act.row.save(update_fields=["phase"])
        if act.row.climbing:
            ladder.begun(act.row)
        act.say(f"The event begins with {here} players.")
    return act.row


def _least(event: Event) -> int:
    if event.climbing:
        return ladder.LEAST_PLAYERS
    return 2 * event.group_count if event.format == Event.Format.GROUPS else 2


def finish(event: Event, actor: Actor) -> Event:
    """The standings are final. ``Refusal`` while a game has no confirmed result."""
    with operation(event, actor, kind="event.finished") as act:
        if act.row.phase != Event.Phase.RUNNING:
            raise Refusal("Only a running event can be finished.", fix="Begin it, or call it off.")
        if act.row.played_rounds.filter(state=Round.State.DRAFT).exists():
            raise Refusal("A round is being paired.", fix="Publish it, or discard it.")
        team_rounds.refuse_unsettled(TeamMatch.objects.filter(round__event=act.row, settled=False).count())
        missing = Game.objects.filter(round__event=act.row).exclude(state=Game.State.CONFIRMED).count()
        if missing:
            raise Refusal(f"{counted_are(missing, 'result')} missing.", fix="Enter them, or a forfeit.")
        if not act.row.played_rounds.exists():
            raise Refusal("Nothing was played.", fix="Cancel the event instead.")
        act.row.played_rounds.update(state=Round.State.CLOSED, clock_since=None, clock_left=0)
        ladder.ended(act.row)
        act.row.phase, act.row.finished_at = Event.Phase.FINISHED, timezone.now()
        act.row.save(update_fields=["phase", "finished_at"])
        act.say("The event is finished; the standings are final.")
        notify_players(act, "the standings are final.")
    return act.row


def cancel(event: Event, actor: Actor, reason: str) -> Event:
    if not reason.strip():
        raise Refusal("Say why: everybody reads it.")
    with operation(event, actor, kind="event.cancelled", reason=reason) as act:
        if act.row.over:
            raise Refusal("The event is over already.")
        act.row.phase, act.row.cancelled_reason = Event.Phase.CANCELLED, reason.strip()
        act.row.save(update_fields=["phase", "cancelled_reason"])
        act.say(f"The event is cancelled: {reason.strip()}")
        notify_players(act, f"cancelled: {reason.strip()}")
    return act.row


def announce(event: Event, actor: Actor, text: str) -> News:
    """An announcement on every screen."""
    text = " ".join(text.split())
    if not text or len(text) > 300:
        raise Refusal("An announcement has 1 to 300 characters.")
    with operation(event, actor, kind="event.news") as act:
        news = News.objects.create(event=act.row, text=text)
        act.say(f"Announced: {text}")
        notify_players(act, text)
    return news
