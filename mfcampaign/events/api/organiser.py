"""Endpoints of organisers: the event's states, its settings, its people."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_place
from mfcampaign.events.api.common import EVENT, ORGANISER_TAG, PLAYER, EventReason, Moment, organised
from mfcampaign.events.api.playing import Club, Declaration, Name, SignedUp
from mfcampaign.events.api.reading import EventView, view_of
from mfcampaign.events.figures import Cut, Groups, Places, Rating, RoundMinutes, Rounds, Soulstones, Tables
from mfcampaign.events.forms import CreateForm, SettingsForm
from mfcampaign.events.operations import creation, people
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import PlayerSnapshot
from rules.edition import edition_of, unnamed
from rules.tournament.ladder import Days, Few, LadderRules, RestDays, Rungs

LADDER = LadderRules()
Word: TypeAlias = Annotated[str, Meta(max_length=40)]


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A new event; the preset says what is not said here and can be changed later."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_at: Moment
    zone: Annotated[str, Meta(max_length=64)] = "Europe/London"
    place: Annotated[str, Meta(max_length=120)] = ""
    preset: Literal["evening", "day", "large", "robin", "bracket", "ladder"] = "evening"


class EventSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set. ``preferences`` in their order: the first outweighs the next; ``order``
    as well, in place of the scheme's own; without a ``season`` it is the edition's usual one;
    ``scenarios`` one for each round or table; ``cut`` 0 is none, ``tables`` 0 as many as are needed. From
    ``reach`` to ``exchange`` the rules of a ladder: rungs up,
    others before the same again, days, refusals in a row that cost nothing, whether rungs are exchanged."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_at: Moment
    zone: Annotated[str, Meta(max_length=64)]
    place: Annotated[str, Meta(max_length=120)] = ""
    about: Annotated[str, Meta(max_length=2000)] = ""
    edition: EditionCode = unnamed().code
    season: Word = ""
    scenarios: Literal["round", "table"] = "round"
    size: Soulstones = 50
    format: Literal["swiss", "random", "robin", "groups", "single", "double", "ladder"] = "swiss"
    rounds: Rounds = 3
    round_minutes: RoundMinutes = 120
    cut: Cut = 0
    group_count: Groups = 2
    preferences: Annotated[tuple[Word, ...], Meta(max_length=6)] = ()
    scheme: Word = "malifaux"
    order: Annotated[tuple[Word, ...], Meta(max_length=6)] = ()
    capacity: Places = 32
    tables: Tables = 0
    listed: bool = True
    by_name: bool = False
    declares: Literal["nothing", "faction", "crew"] = "faction"
    declare_until: Moment | None = None
    declared_shown: Literal["at-once", "all", "deadline"] = "at-once"
    with_feature: bool = False
    with_event: bool = False
    reach: Rungs = LADDER.reach
    others_between: Few = LADDER.others_between
    rest_days: RestDays = LADDER.rest_days
    answer_days: Days = LADDER.answer_days
    play_days: Days = LADDER.play_days
    free_refusals: Few = LADDER.free_refusals
    exchange: bool = LADDER.exchange


class OrganisersPlayerRow(Struct, frozen=True):
    """A player as organisers see them: what they paid, what they declared, the code of their page."""

    number: int
    name: str
    club: str
    company: str
    rating: int
    state: str
    out_because: str
    ringer: bool
    paid: bool
    faction: str
    crew: str
    code: str


class AddedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who needs no account; ``company`` is one word for all who travel together. A ``ringer`` plays
    only where somebody would have a bye."""

    name: Name
    club: Club = ""
    company: Club = ""
    rating: Rating = 0
    ringer: bool = False


class AddedPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of players: all come in, or none."""

    players: Annotated[tuple[AddedPlayer, ...], Meta(min_length=1, max_length=1024)]


class CheckIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player is here."""

    here: bool


class Payment(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the player has paid."""

    paid: bool


class DropOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Why the player is out."""

    because: Literal["withdrew", "dropped", "did not come"] = "dropped"


class Announcement(Struct, frozen=True, forbid_unknown_fields=True):
    """The announcement, on every page of the event."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class EventOrganiser(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-in name."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]


# -- its life -----------------------------------------------------------------------------------------


@acts(
    "post",
    "events/",
    EventView,
    body=NewEvent,
    example={"name": "Thursday at the Tower", "starts_at": "2026-12-03T18:00", "zone": "Europe/Madrid"},
    scope="organise",
    status=201,
    tag=ORGANISER_TAG,
)
def announce_event(call: PersonCall) -> EventView:
    """Announce an event; you run it, and its registration is open."""
    form = filled(CreateForm, call.body, user=call.user)
    event = creation.create_event(call.user, **form.options())
    creation.open_registration(event, call.user)
    return view_of(call, event.slug)


@acts(
    "put",
    f"{EVENT}settings/",
    body=EventSettings,
    example={"name": "Tower Cup", "starts_at": "2026-12-03T10:00", "zone": "Europe/Madrid", "rounds": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def change_event(call: PersonCall, event: str) -> None:
    """Set everything about the event; format and scheme are settled once it runs."""
    row = organised(call, event)
    edition = edition_of(call.body.edition)
    season = call.body.season or edition.setup.usual_season or row.season
    form = filled(SettingsForm, structs.replace(call.body, edition=edition.code, season=season), event=row)
    creation.change(row, call.user, **form.options())


@acts("post", f"{EVENT}organise/open/", scope="organise", tag=ORGANISER_TAG)
def open_event(call: PersonCall, event: str) -> None:
    """Open the registration."""
    creation.open_registration(organised(call, event), call.user)


@acts("post", f"{EVENT}organise/begin/", scope="organise", tag=ORGANISER_TAG)
def begin_event(call: PersonCall, event: str) -> None:
    """Begin the event with those who are checked in."""
    creation.begin(organised(call, event), call.user)


@acts("post", f"{EVENT}organise/finish/", scope="organise", tag=ORGANISER_TAG)
def finish_event(call: PersonCall, event: str) -> None:
    """Make the standings final."""
    creation.finish(organised(call, event), call.user)


@acts(
    "post",
    f"{EVENT}organise/cancel/",
    body=EventReason,
    example={"reason": "The hall has no light."},
    scope="organise",
    tag=ORGANISER_TAG,
)
def cancel_event(call: PersonCall, event: str) -> None:
    """Cancel the event."""
    creation.cancel(organised(call, event), call.user, call.body.reason)


@acts(
    "post",
    f"{EVENT}organise/news/",
    body=Announcement,
    example={"text": "Lunch until one."},
    scope="organise",
    tag=ORGANISER_TAG,
)
def announce_to_event(call: PersonCall, event: str) -> None:
    """Show an announcement on every page of the event."""
    creation.announce(organised(call, event), call.user, call.body.text)


@acts(
    "post",
    f"{EVENT}organise/organisers/",
    body=EventOrganiser,
    example={"username": "ashby"},
    scope="organise",
    tag=ORGANISER_TAG,
)
def add_event_organiser(call: PersonCall, event: str) -> None:
    """Add an organiser of the event."""
    creation.add_organiser(organised(call, event), call.user, call.body.username)


# -- its people ---------------------------------------------------------------------------------------


@get(
    f"{EVENT}organise/players/",
    Page[OrganisersPlayerRow],
    query=PageQuery,
    scope="organise",
    tag=ORGANISER_TAG,
)
def players_for_organisers(call: PersonCall, event: str) -> Page[OrganisersPlayerRow]:
    """The players as organisers see them, by number."""
    rows = list(cached_record(organised(call, event)).players.values())
    return by_place(rows, call.query, _player_row)


def _player_row(player: PlayerSnapshot) -> OrganisersPlayerRow:
    return OrganisersPlayerRow(
        **{name: getattr(player, name) for name in OrganisersPlayerRow.__struct_fields__}
    )


@acts(
    "post",
    f"{EVENT}organise/players/",
    SignedUp,
    body=AddedPlayer,
    example={"name": "Robin", "club": "Tower", "rating": 1200},
    scope="organise",
    status=201,
    once=("code",),
    tag=ORGANISER_TAG,
)
def add_event_player(call: PersonCall, event: str) -> SignedUp:
    """Add a player who needs no account; while the event runs, a late entry."""
    row = organised(call, event)
    player = people.sign_up(row, call.user, by_organiser=True, **structs.asdict(call.body))
    return SignedUp(player.number, player.name, player.state, player.code)


@acts(
    "post",
    f"{EVENT}organise/players/list/",
    body=AddedPlayers,
    example={"players": [{"name": "Robin"}, {"name": "Ilse", "club": "Tower", "rating": 1300}]},
    scope="organise",
    dear=True,
    tag=ORGANISER_TAG,
)
def add_event_players(call: PersonCall, event: str) -> None:
    """Add a list of players, all or none."""
    row = organised(call, event)
    people.add_many(row, call.user, [(p.name, p.club, p.rating, p.company) for p in call.body.players])


@acts("post", f"{EVENT}organise/all-here/", scope="organise", tag=ORGANISER_TAG)
def check_all_in(call: PersonCall, event: str) -> None:
    """Check everybody in at once."""
    people.all_here(organised(call, event), call.user)


@acts("post", f"{EVENT}organise/fill-up/", scope="organise", tag=ORGANISER_TAG)
def fill_event_up(call: PersonCall, event: str) -> None:
    """Give free places to the waiting list."""
    people.fill_up(organised(call, event), call.user)


@acts("put", f"{PLAYER}here/", body=CheckIn, example={"here": True}, scope="organise", tag=ORGANISER_TAG)
def check_in(call: PersonCall, event: str, player: int) -> None:
    """Check a player in, or undo that; repeating it changes nothing."""
    people.check_in(organised(call, event), call.user, player, here=call.body.here)


@acts("put", f"{PLAYER}paid/", body=Payment, example={"paid": True}, scope="organise", tag=ORGANISER_TAG)
def mark_paid(call: PersonCall, event: str, player: int) -> None:
    """Note that a player has paid, or has not."""
    people.mark_paid(organised(call, event), call.user, player, paid=call.body.paid)


@acts(
    "put",
    f"{PLAYER}declaration/",
    body=Declaration,
    example={"faction": "guild"},
    scope="organise",
    tag=ORGANISER_TAG,
)
def declare_for_player(call: PersonCall, event: str, player: int) -> None:
    """Declare Faction and Crew for a player, also after the deadline."""
    row, body = organised(call, event), call.body
    people.declare(row, call.user, player, faction=body.faction, crew=body.crew, by_organiser=True)


@acts(
    "post", f"{PLAYER}out/", body=DropOut, example={"because": "dropped"}, scope="organise", tag=ORGANISER_TAG
)
def drop_player(call: PersonCall, event: str, player: int) -> None:
    """Drop a player; the other side wins an unfinished game."""
    people.leave(organised(call, event), call.user, player, because=call.body.because)


@acts("post", f"{PLAYER}back/", scope="organise", tag=ORGANISER_TAG)
def restore_player(call: PersonCall, event: str, player: int) -> None:
    """Return a player who was out."""
    people.come_back(organised(call, event), call.user, player)


@acts("post", f"{PLAYER}code/", SignedUp, scope="organise", once=("code",), tag=ORGANISER_TAG)
def renew_player_code(call: PersonCall, event: str, player: int) -> SignedUp:
    """Create a new code for a player's page; the old one no longer works."""
    row = people.renew_code(organised(call, event), call.user, player)
    return SignedUp(row.number, row.name, row.state, row.code)
