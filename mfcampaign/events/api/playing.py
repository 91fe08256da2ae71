"""Operations of players: signing up, and what a player does with the code of their own page."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.events import access
from mfcampaign.events.access import Seat, Visit
from mfcampaign.events.api.common import EVENT, SEAT, TAG, Number, Points, plays
from mfcampaign.events.api.reading import EventGameRow, EventPlayerRow, game_row, player_row
from mfcampaign.events.ladder import possible_opponents
from mfcampaign.events.operations import people, results, table_clocks
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record

Name = Annotated[str, Meta(min_length=2, max_length=40)]
Club = Annotated[str, Meta(max_length=40)]


class SignUp(Struct, frozen=True, forbid_unknown_fields=True):
    """The name as the table will show it; ``company`` is one word for all who travel together, ``team`` the
    name of one, new or not, where teams play."""

    name: Name
    club: Club = ""
    company: Club = ""
    team: Club = ""


class SignedUp(Struct, frozen=True):
    """A new player. ``code`` opens their page, it is told this once; ``state`` may be ``waiting``."""

    number: int
    name: str
    state: str
    code: str


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """The slug of a Faction; ``crew`` is a text, or the link of a Crew that is shared."""

    faction: Annotated[str, Meta(min_length=1, max_length=40)]
    crew: Annotated[str, Meta(max_length=2000)] = ""


class EventGameReport(Struct, frozen=True, forbid_unknown_fields=True):
    """The round, your Victory Points, theirs."""

    round: Number
    mine: Points
    theirs: Points


class RoundChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a round."""

    round: Number


class OpenedClock(Struct, frozen=True):
    """The code of a chess clock at a table."""

    clock: str


class OwnEventView(Struct, frozen=True):
    """A player's own page: who, what is asked now, the game of this round, all games so far; on a ladder
    ``may_challenge`` are the numbers of those whom you may challenge now."""

    event: str
    player: EventPlayerRow
    paid: bool
    next: str
    game: EventGameRow | None
    games: tuple[EventGameRow, ...]
    news: tuple[str, ...]
    may_challenge: tuple[int, ...] = ()


@act(
    "post",
    f"{EVENT}players/",
    access.event,
    example={"name": "Mara", "club": "Tower"},
    status=201,
    once=("code",),
    tag=TAG,
)
def sign_up_for_event(call: PersonCall, visit: Visit, body: SignUp) -> Done[SignedUp]:
    """Sign up, or go onto the waiting list where the event is full."""
    player = people.sign_up(visit.event, call.user, user=call.user, **structs.asdict(body))
    return Done("You are in.", SignedUp(player.number, player.name, player.state, player.code))


@get(SEAT, OwnEventView, open=True, tag=TAG)
def event_seat(call: PortalCall, code: str) -> OwnEventView:
    """The page of the player whose code this is: what is asked of them now."""
    here = access.seat(call.user, code)
    call.about(here.event)
    record = cached_record(here.event)
    player = record.players.get(here.player.number)
    if player is None:
        raise Http404
    game = pages.own_game(record, player)
    return OwnEventView(
        here.event.slug,
        player_row(player, True),
        player.paid,
        pages.own_action(record, player).sentence,
        game_row(game) if game is not None else None,
        tuple(game_row(each) for each in pages.games_of(record, player)),
        tuple(here.event.news.values_list("text", flat=True)[:2]),
        tuple(other.number for other in possible_opponents(record, player.number, timezone.now()).whom),
    )


@plays("post", f"{SEAT}declare/", example={"faction": "neverborn"})
def declare_for_event(call: PersonCall, here: Seat, body: Declaration) -> str:
    """Declare a Faction (and a Crew, where the event asks for one)."""
    people.declare(
        here.event,
        call.user,
        here.player.number,
        faction=body.faction,
        crew=body.crew,
        by_organiser=here.organiser,
    )
    return "Declared."


@plays("post", f"{SEAT}report/", example={"round": 1, "mine": 6, "theirs": 4})
def report_event_game(call: PersonCall, here: Seat, body: EventGameReport) -> str:
    """Report the game of a round; the second report confirms the first, or disputes it."""
    results.report(here.event, call.user, here.player, body.round, body.mine, body.theirs)
    return "Reported."


@plays("post", f"{SEAT}confirm/", example={"round": 1})
def confirm_event_game(call: PersonCall, here: Seat, body: RoundChoice) -> str:
    """Confirm the result that the other side reported."""
    results.confirm(here.event, call.user, here.player, body.round)
    return "Confirmed."


@plays("post", f"{SEAT}clock/", example={"round": 1})
def open_event_clock(call: PersonCall, here: Seat, body: RoundChoice) -> Done[OpenedClock]:
    """Lay a chess clock at the table of a round, or find the one that lies there."""
    code = table_clocks.open_clock(here.event, call.user, here.player, body.round)
    return Done("", OpenedClock(code), reverse("play:table_clock", args=[code]))


@plays("post", f"{SEAT}leave/")
def leave_event(call: PersonCall, here: Seat) -> str:
    """Withdraw before the event, or drop out while it runs."""
    because = "withdrew" if here.event.before else "dropped"
    people.leave(here.event, call.user, here.player.number, because=because)
    return "You left the event."
