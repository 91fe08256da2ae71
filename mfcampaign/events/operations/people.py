"""Players of an event: registration with a waiting list, check-in, declarations, late entry and drops."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils import timezone

from mfcampaign.accounts.names import clean_display_name
from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import queries as crews
from mfcampaign.events import loading, stages
from mfcampaign.events.models import Event, Game, Player, Round
from mfcampaign.events.operations import ladder, teams
from mfcampaign.events.operations.announcements import MEMBERSHIP, notify_organisers, notify_players
from mfcampaign.events.operations.results import end_clock
from mfcampaign.events.tables import PlayerRow
from mfcampaign.web.names import looks, plain
from rules.crews.text.kinds import no_list
from rules.edition import edition_of, name_of
from rules.refusal import Refusal, Violation
from rules.wording import counted

MOST_WAITING = 200
CREW_LETTERS = 2_000
OPEN_TO_LATE = (Event.Format.SWISS, Event.Format.RANDOM, Event.Format.LADDER)


def new_code() -> str:
    """The secret of a player's own page: 96 bits, short enough for a code on paper."""
    return secrets.token_urlsafe(12)


def sign_up(
    event: Event,
    actor: Actor,
    *,
    name: str,
    user: Person | None = None,
    club: str = "",
    company: str = "",
    team: str = "",
    rating: int = 0,
    ringer: bool = False,
    key: str | None = None,
    by_organiser: bool = False,
) -> Player:
    """One more player, on the waiting list where the event is full. While the event runs only an
    organiser adds: a late entry, who is here at once and plays from the next round on. A ladder stays
    open to everybody while it has room."""
    with operation(event, actor, kind="player.signed-up", key=key) as act:
        known = _known_looks(act.row)
        player = _added(act.row, known, name, user, (club, company), rating, ringer, by_organiser)
        teams.join(act.row, player, team)
        late = " late" if act.row.phase == Event.Phase.RUNNING else ""
        waits = " and waits for a place" if player.state == Player.State.WAITING else ""
        plays_for = f" for {player.team}" if player.team is not None else ""
        act.say(f"{player.name} signed up{plays_for}{late}{waits}.", player=player.number)
        if not by_organiser:
            notify_organisers(act, f"{player.name} signed up{waits}.", kind=MEMBERSHIP)
    return player


def add_many(
    event: Event, actor: Person, rows: Sequence[PlayerRow], *, key: str | None = None
) -> list[Player]:
    """The players of a table or a list, all or none."""
    with operation(event, actor, kind="player.added-many", key=key) as act:
        known = _known_looks(act.row)
        if faults := _faults(act.row, known, rows):
            raise Refusal.of([Violation("", fault) for fault in faults])
        players = []
        for row in rows:
            belongs = (row.club, row.company)
            player = _added(act.row, known, row.name, None, belongs, row.rating, row.ringer, True)
            teams.join(act.row, player, row.team)
            players.append(player)
        act.say(f"{counted(len(players), 'player')} added from a list.")
    return players


def faults_of(event: Event, rows: Sequence[PlayerRow]) -> list[str]:
    """Why these cannot be added; nothing is written."""
    return _faults(event, _known_looks(event), rows)


def _faults(event: Event, known: set[str], rows: Sequence[PlayerRow]) -> list[str]:
    if event.over:
        return ["The event is over."]
    if not may_be_added(event):
        return ["Nobody can join this format once it has begun."]
    names = [row.name for row in rows]
    faults = [f"Somebody called {name} is in already." for name in names if looks(name) in known]
    faults += teams.faults_of(event, [row.team for row in rows])
    if len(known) + len(names) > event.capacity + MOST_WAITING:
        faults.append(f"The waiting list is full: it holds {MOST_WAITING} beside the places.")
    return faults


def _known_looks(event: Event) -> set[str]:
    """The look-alikes of the names of players who are in."""
    return set(map(looks, event.players.exclude(state=Player.State.OUT).values_list("name", flat=True)))


def _added(
    event: Event,
    known: set[str],
    name: str,
    user: Person | None,
    belongs: tuple[str, str],
    rating: int,
    ringer: bool,
    by_organiser: bool,
) -> Player:
    if event.over:
        raise Refusal("The event is over.")
    if not may_be_added(event):
        raise Refusal(
            "Nobody can join this format once it has begun.", fix="Who was out can be let in again."
        )
    if not by_organiser and not registers(event):
        raise Refusal("Registration is not open.", fix="Ask an organiser.")
    name = checked_name(name)
    if looks(name) in known:
        raise Refusal(f"Somebody called {name} is in already.", fix="Add a letter or the club.")
    if user is not None and event.players.filter(user=user).exists():
        raise Refusal("You are in already.")
    full = _taken(event) >= event.capacity and not ringer
    if full and event.players.filter(state=Player.State.WAITING).count() >= MOST_WAITING:
        raise Refusal("The waiting list is full.")
    state = Player.State.WAITING if full else Player.State.SIGNED
    if event.phase == Event.Phase.RUNNING and (by_organiser or not full):
        state = Player.State.HERE
    club, company = (plain(word)[:40] for word in belongs)
    last = event.players.aggregate(last=Max("number"))["last"] or 0
    player = Player.objects.create(
        event=event,
        number=last + 1,
        user=user,
        name=name,
        club=club,
        company=company,
        rating=rating,
        ringer=ringer,
        state=state,
        code=new_code(),
        since_round=_next_round(event),
    )
    ladder.joined(event, player)
    known.add(looks(name))
    return player


def may_be_added(event: Event) -> bool:
    """Whether an organiser may add somebody."""
    return event.before or (event.phase == Event.Phase.RUNNING and event.format in OPEN_TO_LATE)


def registers(event: Event) -> bool:
    """Whether people may sign up by themselves."""
    running = event.climbing and event.phase == Event.Phase.RUNNING
    return running or event.phase == Event.Phase.REGISTRATION


def checked_name(name: str) -> str:
    try:
        return clean_display_name(name)
    except ValidationError as wrong:
        raise Refusal(" ".join(wrong.messages)) from None


def _taken(event: Event) -> int:
    return event.players.filter(state__in=[Player.State.SIGNED, Player.State.HERE], ringer=False).count()


def _next_round(event: Event) -> int:
    played = event.played_rounds.exclude(state=Round.State.DRAFT).aggregate(last=Max("number"))["last"]
    return (played or 0) + 1


def leave(event: Event, actor: Actor, number: int, *, because: str = "dropped") -> Player:
    """Out: before the event the first of the waiting list moves up; in a round that is being played a game
    that nobody reported is forfeited. ``because``: withdrew, dropped, did not come."""
    with operation(event, actor, kind="player.out") as act:
        player = one(act.row, number)
        if act.row.over or player.state == Player.State.OUT:
            raise Refusal(f"{player.name} is out already, or the event is over.")
        player.state, player.out_because = Player.State.OUT, because
        player.save(update_fields=["state", "out_because"])
        sentence = f"{player.name} {because}."
        if _forfeits_open_game(act.row, player):
            sentence += " The unfinished game goes to the other side."
        ladder.gone(act.row, player)
        if player.team is not None:
            teams.see_to_captain(player.team)
        sentence += _moved_up(act) + _cut_moved_up(act.row, player)
        act.say(sentence, player=number)
    return player


def _forfeits_open_game(event: Event, player: Player) -> bool:
    open_games = Game.objects.filter(round__event=event, round__state=Round.State.OPEN, state=Game.State.OPEN)
    for game in open_games.filter(a=player, b__isnull=False) | open_games.filter(b=player):
        game.outcome = "forfeit-by-a" if game.a_id == player.pk else "forfeit-by-b"
        game.state, game.vp_a, game.vp_b = Game.State.CONFIRMED, 0, 0
        end_clock(game)
        game.save()
        ladder.settled(event, game)
        return True
    return False


def _moved_up(act: ActInProgress[Event]) -> str:
    event = act.row
    sentence = ""
    waiting = list(event.players.filter(state=Player.State.WAITING).order_by("number"))
    free = max(0, event.capacity - _taken(event)) if event.before or registers(event) else 0
    for player in waiting[:free]:
        player.state = Player.State.SIGNED if event.before else Player.State.HERE
        player.save(update_fields=["state"])
        ladder.joined(event, player)
        sentence += f" {player.name} moves up from the waiting list."
        notify_players(act, "you have a place.", only=[player.number])
    return sentence


def _cut_moved_up(event: Event, gone: Player) -> str:
    """Where a cut is made and no game of its bracket is out, the next of the standings moves up."""
    record = loading.record(event)
    if gone.number not in event.seeds or not stages.cut_is_open(record):
        return ""
    before = set(event.seeds)
    try:
        event.seeds = stages.qualified(record)
    except ValueError:
        return " Nobody is left to move up in the cut: the other side goes on."
    event.save(update_fields=["seeds"])
    names = ", ".join(record.names[number] for number in event.seeds if number not in before)
    return f" {names} moves up in the cut."


def fill_up(event: Event, actor: Actor) -> Event:
    """Give free places to the waiting list after the capacity grew."""
    with operation(event, actor, kind="player.moved-up") as act:
        sentence = _moved_up(act)
        if not sentence:
            raise Refusal(
                "Nobody can move up.", fix="Raise the number of places, or wait until somebody leaves."
            )
        act.say(sentence.strip())
    return act.row


def come_back(event: Event, actor: Actor, number: int) -> Player:
    """A player who was out: at a running event at once, before it by the waiting list."""
    with operation(event, actor, kind="player.back") as act:
        player = one(act.row, number)
        if act.row.over or player.state != Player.State.OUT:
            raise Refusal(f"{player.name} is not out.")
        full = act.row.before and _taken(act.row) >= act.row.capacity
        player.state = Player.State.WAITING if full else Player.State.SIGNED
        if act.row.phase == Event.Phase.RUNNING:
            player.state, player.since_round = Player.State.HERE, _next_round(act.row)
        player.out_because = ""
        player.save(update_fields=["state", "out_because", "since_round"])
        ladder.joined(act.row, player)
        back = f"{player.name} is back.{teams.come_back(act.row, player)}"
        if stages.cut_is_open(loading.record(act.row)):
            back += " The cut stands as it is; an organiser can make it again."
        act.say(back, player=number)
    return player


def check_in(event: Event, actor: Actor, number: int, *, here: bool = True) -> Player:
    """Check a player in, by list or code; ``here`` false takes it back. A second tap changes nothing."""
    state = Player.State.HERE if here else Player.State.SIGNED
    player = one(event, number)
    if player.state == state:
        return player
    with operation(event, actor, kind="player.check-in") as act:
        player = one(act.row, number)
        if not act.row.before:
            raise Refusal("The event has begun.", fix="An organiser lets late players in.")
        if not player.in_play:
            raise Refusal(f"{player.name} has no place: {player.get_state_display()}.")
        player.state = state
        player.save(update_fields=["state"])
        act.say(f"{player.name} {'checked in' if here else 'is not checked in any more'}.", player=number)
    return player


def all_here(event: Event, actor: Actor) -> Event:
    with operation(event, actor, kind="player.all-here") as act:
        if not act.row.before:
            raise Refusal("The event has begun.")
        count = act.row.players.filter(state=Player.State.SIGNED).update(state=Player.State.HERE)
        if not count:
            raise Refusal("Nobody is left to check in.", fix="Begin the event.")
        players = "One player was" if count == 1 else f"{count} players were"
        act.say(f"{players} checked in at once.")
    return act.row


def mark_paid(event: Event, actor: Actor, number: int, *, paid: bool) -> Player:
    with operation(event, actor, kind="player.paid") as act:
        player = one(act.row, number)
        player.paid = paid
        player.save(update_fields=["paid"])
        act.say(f"{player.name} {'has paid' if paid else 'has not paid'}.", organisers_only=True)
    return player


def declare(
    event: Event, actor: Actor, number: int, *, faction: str, crew: str = "", by_organiser: bool = False
) -> Player:
    """A Faction (and Crew), until the deadline or the start; organisers may put it right later. What was
    declared is not told in the act: it may be hidden still."""
    text = _crew_text(crew.strip())
    with operation(event, actor, kind="player.declared") as act:
        player = one(act.row, number)
        if act.row.over or act.row.declares == Event.Declares.NOTHING:
            raise Refusal("Nothing is to be declared here.")
        factions = dict(catalog.faction_choices(act.row.edition))
        if faction not in factions:
            rule = edition_of(act.row.edition).rows["hire.declared"]
            raise Refusal(f"Choose one of the {len(factions)} Factions.", rule=rule)
        if not by_organiser:
            if act.row.declare_until is not None and timezone.now() > act.row.declare_until:
                raise Refusal("The deadline for declarations has passed.", fix="Ask an organiser.")
            if not act.row.before:
                raise Refusal("The event has begun.", fix="Ask an organiser.")
        of = crews.edition_of_link(crew)
        if of and of != act.row.edition:
            named, played = name_of(of), act.row.rules.name
            sentence = f"That Crew is of the {named}; this event plays the {played}."
            raise Refusal(sentence, fix="Share one of the same edition.")
        player.faction = faction
        if act.row.declares == Event.Declares.CREW:
            player.crew = text
        player.save(update_fields=["faction", "crew"])
        act.say(f"{player.name} declared.", player=number)
    return player


def _crew_text(text: str) -> str:
    """A Crew as declared, a text or a link. ``Refusal`` for one too long to keep, or no text for people."""
    if refusal := no_list(text):
        raise refusal
    if len(text) > CREW_LETTERS:
        fix = "Leave something out, or save the Crew and declare its link."
        raise Refusal(f"The Crew has {len(text)} characters; {CREW_LETTERS} are kept.", fix=fix)
    return text


def renew_code(event: Event, actor: Actor, number: int) -> Player:
    """A new code for a player's page; the old one leads nowhere."""
    with operation(event, actor, kind="player.code") as act:
        player = one(act.row, number)
        player.code = new_code()
        player.save(update_fields=["code"])
        act.say(f"{player.name} has a new code.", organisers_only=True)
    return player


def one(event: Event, number: int) -> Player:
    """``Refusal`` where nobody has that number."""
    player = event.players.filter(number=number).first()
    if player is None:
        raise Refusal("Nobody here has that number.")
    player.event = event
    return player
