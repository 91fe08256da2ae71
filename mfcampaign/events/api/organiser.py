"""Endpoints of organisers: the event's states, its settings, its people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.bodies import EditionCode
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_place
from mfcampaign.events.access import Visit
from mfcampaign.events.api.common import (
    EVENT,
    ORGANISER_TAG,
    PLAYER,
    EventReason,
    Moment,
    Number,
    organised,
    organises,
)
from mfcampaign.events.api.playing import Club, Declaration, Name, SignedUp
from mfcampaign.events.api.reading import EventView, view_of
from mfcampaign.events.figures import (
    ClockEach,
    Cut,
    Groups,
    Places,
    Rating,
    RoundMinutes,
    Rounds,
    Soulstones,
    Tables,
    TeamSize,
)
from mfcampaign.events.forms import CreateForm, SettingsForm
from mfcampaign.events.models import Event, Player
from mfcampaign.events.operations import creation, people, points
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import PlayerSnapshot
from mfcampaign.events.tables import PlayerRow
from rules.edition import edition_of, unnamed
from rules.game.results.overtime import PenaltyMinutes, PenaltyVp
from rules.tournament.ladder import Days, Few, LadderRules, RestDays, Rungs
from rules.wording import counted

LADDER = LadderRules()
Word: TypeAlias = Annotated[str, Meta(max_length=40)]


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A new event; the preset says what is not said here and can be changed later."""

    name: Annotated[str, Meta(min_length=3, max_length=80)]
    starts_at: Moment
    zone: Annotated[str, Meta(max_length=64)] = "Europe/London"
    place: Annotated[str, Meta(max_length=120)] = ""
    preset: Literal["evening", "day", "large", "teams", "robin", "bracket", "ladder"] = "evening"


class EventSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set. ``preferences`` in their order: the first outweighs the next; ``order``
    as well, in place of the scheme's own; without a ``season`` it is the edition's usual one;
    ``scenarios`` one for each round or table; ``cut`` 0 is none, ``tables`` 0 as many as are needed. From
    ``reach`` to ``exchange`` the rules of a ladder: rungs up,
    others before the same again, days, refusals in a row that cost nothing, whether rungs are exchanged.
    ``team_size`` 0 is everybody for themselves; ``team_tables`` says who of two teams sits across whom;
    ``apart`` are preferences that outweigh the points. ``clock_each`` are a player's minutes on a chess clock
    (0: half of the round); each begun ``penalty_minutes`` over them cost ``penalty_vp`` Victory Points."""

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
    clock_each: ClockEach = 0
    penalty_vp: PenaltyVp = 0
    penalty_minutes: PenaltyMinutes = 5
    cut: Cut = 0
    group_count: Groups = 2
    preferences: Annotated[tuple[Word, ...], Meta(max_length=6)] = ()
    scheme: Word = "malifaux"
    order: Annotated[tuple[Word, ...], Meta(max_length=6)] = ()
    bye_worth: Literal["scheme", "win", "draw", "half", "nothing"] = "scheme"
    capacity: Places = 32
    tables: Tables = 0
    listed: bool = True
    by_name: bool = False
    declares: Literal["nothing", "faction", "crew"] = "faction"
    declare_until: Moment | None = None
    declared_shown: Literal["at-once", "all", "deadline"] = "at-once"
    with_feature: bool = False
    with_event: bool = False
    team_size: TeamSize = 0
    team_tables: Literal["captains", "level", "order"] = "captains"
    apart: Annotated[tuple[Literal["club", "company", "mirror"], ...], Meta(max_length=3)] = ()
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
    team: int


class AddedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who needs no account; ``company`` is one word for all who travel together, ``team`` the name
    of one, new or not, where teams play. A ``ringer`` plays only where somebody would have a bye."""

    name: Name
    club: Club = ""
    company: Club = ""
    rating: Rating = 0
    ringer: bool = False
    team: Club = ""


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


@act(
    "post",
    "events/",
    signed_in,
    example={"name": "Thursday at the Tower", "starts_at": "2026-12-03T18:00", "zone": "Europe/Madrid"},
    scope="organise",
    status=201,
    tag=ORGANISER_TAG,
)
def announce_event(call: PersonCall, person: Person, body: NewEvent) -> Done[EventView]:
    """Announce an event; you run it, and its registration is open."""
    form = filled(CreateForm, body, user=person)
    event = creation.create_event(person, **form.options())
    creation.open_registration(event, person)
    return Done(f"{event.name} is open for registration.", view_of(call, event.slug))


@organises(
    "put",
    f"{EVENT}settings/",
    example={"name": "Tower Cup", "starts_at": "2026-12-03T10:00", "zone": "Europe/Madrid", "rounds": 4},
    page="",
)
def change_event(call: PersonCall, visit: Visit, body: EventSettings) -> str:
    """Set everything about the event; format, scheme and the worth of a bye are settled once it runs."""
    creation.change(visit.event, call.user, **_options(visit.event, body))
    return "Settings saved."


def _options(event: Event, body: EventSettings) -> dict[str, Any]:
    edition = edition_of(body.edition)
    season = body.season or edition.setup.usual_season or event.season
    settings = structs.replace(body, edition=edition.code, season=season)
    return filled(SettingsForm, settings, event=event).options()


class SettingsPreview(Struct, frozen=True):
    """What settings would change of an event that runs, in sentences."""

    changes: tuple[str, ...]


@asks(
    f"{EVENT}settings/preview/",
    SettingsPreview,
    body=EventSettings,
    example={"name": "Tower Cup", "starts_at": "2026-12-03T10:00", "zone": "Europe/Madrid", "rounds": 4},
    scope="organise",
    tag=ORGANISER_TAG,
)
def preview_event_settings(call: PersonCall, event: str) -> SettingsPreview:
    """What another order of the standings, number of rounds or size of the cut would change."""
    row = organised(call, event)
    return SettingsPreview(creation.what_changes(row, _options(row, call.body)).sentences)


@organises("post", f"{EVENT}organise/open/")
def open_event(call: PersonCall, visit: Visit) -> str:
    """Open the registration."""
    creation.open_registration(visit.event, call.user)
    return "Registration is open."


@organises("post", f"{EVENT}organise/begin/")
def begin_event(call: PersonCall, visit: Visit) -> str:
    """Begin the event with those who are checked in."""
    creation.begin(visit.event, call.user)
    return "The event has begun: pair the first round."


@organises("post", f"{EVENT}organise/finish/")
def finish_event(call: PersonCall, visit: Visit) -> str:
    """Make the standings final."""
    creation.finish(visit.event, call.user)
    return "The standings are final."


@organises("post", f"{EVENT}organise/cancel/", example={"reason": "The hall has no light."})
def cancel_event(call: PersonCall, visit: Visit, body: EventReason) -> str:
    """Cancel the event."""
    creation.cancel(visit.event, call.user, body.reason)
    return "The event is cancelled."


@organises("post", f"{EVENT}organise/news/", example={"text": "Lunch until one."})
def announce_to_event(call: PersonCall, visit: Visit, body: Announcement) -> str:
    """Show an announcement on every page of the event."""
    creation.announce(visit.event, call.user, body.text)
    return "Announced."


class EventPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """So many points (below 0: taken) for the player of that number, and what for."""

    number: Number
    points: Annotated[int, Meta(ge=-20, le=20)]
    why: Annotated[str, Meta(min_length=1, max_length=120)]


@organises(
    "post", f"{EVENT}organise/points/", example={"number": 3, "points": 2, "why": "Painted all through"}
)
def give_event_points(call: PersonCall, visit: Visit, body: EventPoints) -> str:
    """Give a player points beside the results, or take some."""
    points.give_points(visit.event, call.user, body.number, body.points, body.why, key=call.key)
    return "The points count; everybody can read what for."


@organises("post", f"{EVENT}organise/points/<int:n>/take-back/")
def take_event_points_back(call: PersonCall, visit: Visit, n: int) -> str:
    """Take back points that were given by mistake."""
    points.take_points_back(visit.event, call.user, n, key=call.key)
    return "They count no more."


class EventAward(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player of that number is honoured for."""

    number: Number
    award: Annotated[str, Meta(min_length=1, max_length=120)]


@organises("post", f"{EVENT}organise/awards/", example={"number": 3, "award": "Best painted Crew"})
def give_event_award(call: PersonCall, visit: Visit, body: EventAward) -> str:
    """Honour a player beside the table."""
    points.give_award(visit.event, call.user, body.number, body.award, key=call.key)
    return "The award is on the page of standings."


@organises("post", f"{EVENT}organise/awards/<int:n>/take-back/")
def take_event_award_back(call: PersonCall, visit: Visit, n: int) -> str:
    """Take an award back."""
    points.take_award_back(visit.event, call.user, n, key=call.key)
    return "The award is taken back."


@organises("post", f"{EVENT}organise/organisers/", example={"username": "ashby"})
def add_event_organiser(call: PersonCall, visit: Visit, body: EventOrganiser) -> str:
    """Add an organiser of the event."""
    creation.add_organiser(visit.event, call.user, body.username)
    return "The organiser is added."


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


@organises(
    "post",
    f"{EVENT}organise/players/",
    example={"name": "Robin", "club": "Tower", "rating": 1200},
    status=201,
    once=("code",),
    page="events:manage?again=add#add",
)
def add_event_player(call: PersonCall, visit: Visit, body: AddedPlayer) -> Done[SignedUp]:
    """Add a player who needs no account; while the event runs, a late entry."""
    player = people.sign_up(visit.event, call.user, by_organiser=True, **structs.asdict(body))
    return Done(f"{player.name} is {player.get_state_display()}.", _signed_up(player))


@organises(
    "post",
    f"{EVENT}organise/players/list/",
    example={"players": [{"name": "Robin"}, {"name": "Ilse", "club": "Tower", "rating": 1300}]},
    expensive=True,
    page="",
)
def add_event_players(call: PersonCall, visit: Visit, body: AddedPlayers) -> str:
    """Add a list of players, all or none."""
    rows = [PlayerRow(line, **structs.asdict(each)) for line, each in enumerate(body.players, start=1)]
    return added(visit.event, call.user, rows)


def added(event: Event, person: Person, rows: Sequence[PlayerRow]) -> str:
    """Add those players; how many they were."""
    players = people.add_many(event, person, rows)
    return f"{counted(len(players), 'player')} {'was' if len(players) == 1 else 'were'} added."


@organises("post", f"{EVENT}organise/all-here/")
def check_all_in(call: PersonCall, visit: Visit) -> str:
    """Check everybody in at once."""
    people.all_here(visit.event, call.user)
    return "Everybody is checked in."


@organises("post", f"{EVENT}organise/fill-up/")
def fill_event_up(call: PersonCall, visit: Visit) -> str:
    """Give free places to the waiting list."""
    people.fill_up(visit.event, call.user)
    return "The waiting list moved up."


@organises("put", f"{PLAYER}here/", example={"here": True})
def check_in(call: PersonCall, visit: Visit, player: int, body: CheckIn) -> str:
    """Check a player in, or undo that; repeating it changes nothing."""
    return _state_of(people.check_in(visit.event, call.user, player, here=body.here))


@organises("put", f"{PLAYER}paid/", example={"paid": True})
def mark_paid(call: PersonCall, visit: Visit, player: int, body: Payment) -> str:
    """Note that a player has paid, or has not."""
    return _state_of(people.mark_paid(visit.event, call.user, player, paid=body.paid))


@organises("put", f"{PLAYER}declaration/", example={"faction": "guild"}, page="")
def declare_for_player(call: PersonCall, visit: Visit, player: int, body: Declaration) -> str:
    """Declare Faction and Crew for a player, also after the deadline."""
    people.declare(visit.event, call.user, player, faction=body.faction, crew=body.crew, by_organiser=True)
    return "Declared."


@organises("post", f"{PLAYER}out/", example={"because": "dropped"})
def drop_player(call: PersonCall, visit: Visit, player: int, body: DropOut) -> str:
    """Drop a player; the other side wins an unfinished game."""
    return _state_of(people.leave(visit.event, call.user, player, because=body.because))


@organises("post", f"{PLAYER}back/")
def restore_player(call: PersonCall, visit: Visit, player: int) -> str:
    """Restore a player who was out."""
    return _state_of(people.come_back(visit.event, call.user, player))


def _state_of(player: Player) -> str:
    return f"{player.name}: {player.get_state_display()}."


@organises("post", f"{PLAYER}code/", once=("code",))
def renew_player_code(call: PersonCall, visit: Visit, player: int) -> Done[SignedUp]:
    """Create a new code for a player's page; the old one no longer works."""
    row = people.renew_code(visit.event, call.user, player)
    return Done(f"{row.name} has a new code; the old one no longer works.", _signed_up(row))


def _signed_up(player: Player) -> SignedUp:
    return SignedUp(player.number, player.name, player.state, player.code)
