"""Endpoints that set up an Encounter, contribute to its shuffles, and answer its questions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.api.endpoint import acts
from mfcampaign.api.form_validation import filled
from mfcampaign.play import access
from mfcampaign.play.api.common import (
    PLAY,
    TAG,
    GroundKind,
    PlayUpdate,
    SeatNumber,
    Version,
    Word,
    held_against,
    own_visit,
    terrain_data,
    update_since,
)
from mfcampaign.play.api.reading import PlayView, view_of
from mfcampaign.play.by_hand import MOST_LINES
from mfcampaign.play.clocks import MOST_MINUTES, Limit
from mfcampaign.play.first_edition import LARGEST_CREW
from mfcampaign.play.forms import FORMS, crews_of
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import between_games, creation, recording
from mfcampaign.play.operations import playing as verbs
from mfcampaign.play.operations.log import Missed
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.play.terrain import TerrainForm
from rules.crews.text_format import LARGEST_SIZE
from rules.dialogue import Number, OneOf, Several
from rules.editions.m1e.play.hire import HiringM1
from rules.editions.m1e.readings import M1E
from rules.editions.m3e.play.by_hand.performing import Commands
from rules.editions.m3e.play.setup.hiring import Hiring
from rules.game.procedure.asks import Ask
from rules.game.referee.commands import LONGEST_NAME
from rules.refusal import Refusal

FURTHEST = 1000
"""Inches: no table is larger."""


class NewPlay(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Practice Crews by ``crews``, or two saved Crews by their ids; with ``hire`` both declare and hire in
    the Encounter, in secret until both are ready, for ``size`` Soulstones. ``hot``: both sides are yours.
    ``clock_minutes`` each side has on a chess clock (0: none); with ``clock_claim`` the other may claim the
    game when they are used up.

    In the First Edition (``m1e``) ``own`` and ``against`` are saved Crews or practice Crews (``the-watch``,
    ``the-opened-graves``, ``the-boiler-room``, ``the-hollow-wood``, ``the-toll-road``); with ``hire`` each
    hands one in, with its figures as below. What is played is ``drawn`` under a link, or flipped for that
    ``format`` and ``size``; ``deployment`` and the strategies hold where a joker leaves them open. A
    ``feature`` is put down by who picks sides; each side takes up to ``schemes`` in secret (by itself as many
    as the size has, 0: they stay on paper). The pieces of the ground are set up ``in_turns`` where both wish
    so; ``elements`` and ``water`` are names of pieces, with commas, and so are those that break like
    ``wood``, ``brick`` or ``metal`` and not like stone. ``table`` begins a record of a real table, whose
    ``models`` may be written one a line with their Wd (``Old Bess 7``); or they are a Crew with its figures
    as JSON text: ``name``, ``faction``, ``leader`` and ``members`` (slugs), ``figures`` each with ``slug``,
    ``name``, ``faction``, ``station``, ``wk``, ``cg``, ``ht``, ``wp``, ``ca``, ``df``, ``wd``, ``cost``,
    ``cache``, ``weapons``, ``spells``, ``talents``, ``triggers``, ``characteristics``. ``readings`` are rows
    that read two ways, by name (``{"toward": "nearer"}``)."""

    edition: Literal["m3e", "m1e"] = "m3e"
    crews: Literal["seven", "two", "hire"] = "seven"
    size: Annotated[int, Meta(ge=1, le=LARGEST_SIZE)] | None = None
    own: Annotated[str, Meta(max_length=40)] = ""
    against: Annotated[str, Meta(max_length=40)] = ""
    drawn: Annotated[str, Meta(max_length=200)] = ""
    format: Literal["", "scrap", "brawl"] = ""
    feature: bool = False
    event: bool = False
    schemes: Annotated[int, Meta(ge=0, le=3)] | None = None
    in_turns: bool = False
    elements: Annotated[str, Meta(max_length=400)] = ""
    water: Annotated[str, Meta(max_length=400)] = ""
    wood: Annotated[str, Meta(max_length=400)] = ""
    brick: Annotated[str, Meta(max_length=400)] = ""
    metal: Annotated[str, Meta(max_length=400)] = ""
    deployment: Word = ""
    strategy: Word = ""
    other_strategy: Word = ""
    models: Annotated[str, Meta(max_length=LARGEST_CREW)] = ""
    other_models: Annotated[str, Meta(max_length=LARGEST_CREW)] = ""
    opponent: Literal["", "level-2", "level-3", "greedy", "random", "invite", "hot", "table"] = ""
    seat: SeatNumber = 0
    ground: GroundKind = "open"
    theme: Word = ""
    word: Word = ""
    table: Annotated[str, Meta(max_length=200)] = ""
    readings: dict[str, bool | int | str] = {}
    clock_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    clock_claim: bool = False


class PlayInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The last part of an invitation's link."""

    token: Annotated[str, Meta(min_length=1, max_length=40)]


class ShufflePart(Struct, frozen=True, forbid_unknown_fields=True):
    """Your part of the shuffles: ``commit`` its hash (64 hexadecimal digits), ``open`` the 32 bytes
    themselves, ``speak`` a phrase in one go, ``renew`` the round when a part was lost."""

    do: Literal["commit", "open", "speak", "renew"]
    seat: SeatNumber
    given: Annotated[str, Meta(max_length=200)] = ""


class AskAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the open question of ``kind``, as its ``options`` say: a key, a list of keys, a number,
    ``[x, y]`` in inches (or a path of such), a list of table commands, or to ``hire`` a Crew:
    ``{"leader": slug, "members": [{"slug": …, "upgrades": […]}], "leader_upgrades": […], "name": …}``, in the
    First Edition with its figures, as in ``NewPlay``."""

    seat: SeatNumber
    kind: Annotated[str, Meta(min_length=1, max_length=20)]
    value: Any
    seen: Version


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """``ask`` for that many decisions back; ``agree`` or ``decline`` when the other asks; ``go_on`` where a
    rule was corrected."""

    do: Literal["ask", "agree", "decline", "go_on"]
    seen: Version
    steps: Annotated[int, Meta(ge=1, le=10_000)] = 1


class GivingUp(Struct, frozen=True, forbid_unknown_fields=True):
    """``give_up``, said twice; ``agree`` or ``decline`` when the other side of a league's game wishes to,
    ``decline`` also to take one's own wish back; ``claim`` where the other's time is up."""

    sure: Literal[True]
    do: Literal["give_up", "agree", "decline", "claim"] = "give_up"


@acts(
    "post",
    "play/",
    PlayView,
    body=NewPlay,
    example={"crews": "two", "opponent": "greedy"},
    status=201,
    tag=TAG,
)
def new_play(call: PersonCall) -> PlayView:
    """Set an Encounter up against a bot, a friend, or oneself."""
    mine = crews_of(call.user, call.body.edition).values()
    kind = FORMS[call.body.edition]
    given = asdict(call.body) | {"opponent": call.body.opponent or kind.usual}
    if call.body.readings:
        _expect_readings(call.body)
        given |= {f"reading_{name}": str(value) for name, value in call.body.readings.items()}
    form: Any = filled(kind, given, crews=mine)
    chosen, name = form.cleaned_data, public_id()
    terrain = TerrainForm(terrain_data(call.body), user=call.user).terrain(call.request)
    setup = form.on_ground(terrain.under(form.setup(call.user, name)))
    clock = Limit(call.body.clock_minutes * 60, call.body.clock_claim)
    row = creation.create(call.user, setup, seat=chosen["seat"], name=name, clock=clock, **form.ways)
    return view_of(call, access.own_visit(call.user, row.public_id))


def _expect_readings(body: NewPlay) -> None:
    """``Refusal`` for what is no reading of the edition."""
    if body.edition != M1E.id:
        raise Refusal("Only rows of the First Edition are read so here.", fix="Leave `readings` out.")
    M1E.with_readings(body.readings)


@acts("post", "play/join/", PlayView, body=PlayInvitation, example={"token": "from-the-link"}, tag=TAG)
def join_play(call: PersonCall) -> PlayView:
    """Take the empty seat that a link invites to."""
    row = creation.join(access.invited(call.body.token), call.user)
    return view_of(call, access.own_visit(call.user, row.public_id))


@acts(
    "post",
    f"{PLAY}fate/",
    PlayView,
    body=ShufflePart,
    example={"do": "speak", "seat": 0, "given": "the quick brown fox jumps over"},
    tag=TAG,
)
def enter_shuffle(call: PersonCall, play: str) -> PlayView:
    """Commit or open your part of the shuffles; the last one opened begins the Encounter."""
    visit, body = own_visit(call, play), call.body
    seat = access.expect_own(visit, body.seat)
    if body.do == "renew":
        creation.renew(visit.row, call.user, seat)
    else:
        do = {"commit": creation.commit, "open": creation.open_part, "speak": creation.speak}[body.do]
        do(visit.row, call.user, seat, body.given)
    return view_of(call, access.own_visit(call.user, play))


@acts(
    "post",
    f"{PLAY}answer/",
    PlayUpdate,
    body=AskAnswer,
    example={"seat": 0, "kind": "cut", "value": 12, "seen": 4},
    tag=TAG,
)
def answer_ask(call: PersonCall, play: str) -> PlayUpdate:
    """Answer your open question. When the Encounter went on meanwhile: 409 with what you missed
    (``missed``) and the ``version`` now; nothing is done."""
    visit, body = own_visit(call, play), call.body
    seat = access.expect_own(visit, body.seat)
    with held_against(visit):
        now = respond(visit.row, call.user, seat, body)
    return update_since(visit, body.seen, now.state)


def respond(row: Any, actor: Person, seat: int, body: AskAnswer) -> Any:
    def read(ask: Ask) -> Any:
        if ask.kind != body.kind:
            raise Missed(body.seen)
        return fitting(ask, body.value)

    return verbs.respond(row, actor, seat, read, kind=body.kind, seen=body.seen)


def fitting(ask: Ask, value: Any) -> Any:
    """``value`` where it is of the sort that the question takes; whether it is offered the engine says.

    >>> fitting(Ask(seat=0, kind="cut", options=Number(0, 53)), 12)
    12
    """
    options: Any = ask.options
    if isinstance(options, OneOf):
        good = isinstance(value, str)
    elif isinstance(options, Number):
        good = isinstance(value, int)
    elif isinstance(options, Several):
        good = isinstance(value, list) and all(isinstance(key, str) for key in value)
    elif isinstance(options, Hiring | HiringM1):
        good = isinstance(value, dict)
    elif isinstance(options, Commands):
        good = isinstance(value, dict) or (
            isinstance(value, list) and all(isinstance(each, dict) for each in value)
        )
    else:
        good = isinstance(value, list) and _on_a_table(value)
    if not good:
        raise Refusal("That is no answer to this question.", fix="Look at its `options`.")
    return value


def _on_a_table(value: Any) -> bool:
    """Whether those are two distances, or a path of them."""
    if isinstance(value, list) and value and all(isinstance(each, list) for each in value):
        return all(_on_a_table(each) and not isinstance(each[0], list) for each in value)
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(n, int | float) and not isinstance(n, bool) and abs(n) <= FURTHEST for n in value)
    )


class RefereeAct(Struct, frozen=True, forbid_unknown_fields=True):
    """What is done by hand: ``lines`` are commands, ``do`` names each (``put``, ``hurt``, ``condition``,
    ``drop``, ``draw``, ``summon``, ``replace``, ``attach``, ``control`` …) with its fields; all of it is one
    act under ``name``."""

    seat: SeatNumber
    lines: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=MOST_LINES)]
    seen: Version
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


@acts(
    "post",
    f"{PLAY}act/",
    PlayUpdate,
    body=RefereeAct,
    example={
        "seat": 0,
        "name": "Lure",
        "lines": [{"do": "put", "model": "b1", "x": 12, "y": 18, "way": "move", "inches": 5}],
        "seen": 40,
    },
    tag=TAG,
)
def act_by_hand(call: PersonCall, play: str) -> PlayUpdate:
    """Carry out commands of the referee's hand, while playing or recording. In play the
    engine's limits hold unless a line says ``anyway``; between two people the other side is asked (a question
    of kind ``object``) before it is done."""
    visit, body = own_visit(call, play), call.body
    seat = access.expect_own(visit, body.seat)
    with held_against(visit):
        given = {"name": body.name, "lines": list(body.lines)}
        if visit.row.mode == Encounter.Mode.RECORD:
            entry = {"do": "act", "seat": seat, **given}
            recording.enter(visit.row, call.user, [entry], seen=body.seen)
        else:
            verbs.act(visit.row, call.user, seat, given, seen=body.seen)
    return update_since(visit, body.seen)


@acts("post", f"{PLAY}back/", PlayUpdate, body=TakeBack, example={"do": "ask", "seen": 9}, tag=TAG)
def take_back(call: PersonCall, play: str) -> PlayUpdate:
    """Take your last answers back: at once where nothing new was seen, else the other side is asked. Where a
    rule was corrected since (409), ``go_on`` takes back what no longer follows."""
    visit, body = own_visit(call, play), call.body
    seat = visit.own[0]
    with held_against(visit):
        if body.do == "ask":
            verbs.take_back(visit.row, call.user, seat, steps=body.steps, seen=body.seen)
        elif body.do == "go_on":
            verbs.go_on(visit.row, call.user, seat, seen=body.seen)
        else:
            agreed = body.do == "agree"
            verbs.answer_take_back(visit.row, call.user, seat, agreed=agreed, seen=body.seen)
    return update_since(visit, body.seen)


@acts("post", f"{PLAY}leave/", PlayUpdate, body=GivingUp, example={"sure": True}, tag=TAG)
def concede_play(call: PersonCall, play: str) -> PlayUpdate:
    """End it without a result. A league's game that was dealt goes on (``asked_end``) unless the other side
    agrees, and then counts as a withdrawal of whoever asked."""
    visit = own_visit(call, play)
    seen = visit.row.version
    if call.body.do == "give_up":
        verbs.give_up(visit.row, call.user, visit.own[0])
    elif call.body.do == "claim":
        verbs.claim_time(visit.row, call.user, visit.own[0])
    else:
        verbs.answer_end(visit.row, call.user, visit.own[0], agreed=call.body.do == "agree")
    return update_since(visit, seen)


class Watchers(Struct, frozen=True, forbid_unknown_fields=True):
    """Your permission to watch; both sides must permit it."""

    who: Annotated[str, Meta(max_length=20)]


class Phrase(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a phrase."""

    phrase: Annotated[str, Meta(max_length=20)]


@acts("put", f"{PLAY}watch/", body=Watchers, example={"who": "live"}, tag=TAG)
def let_play_be_watched(call: PersonCall, play: str) -> None:
    """Choose who may watch, at once or one Turn late; after a change the old link no longer works."""
    let_watch(own_visit(call, play).row, call.user, call.body.who)


@acts("post", f"{PLAY}say/", body=Phrase, example={"phrase": "hello"}, tag=TAG)
def say_phrase(call: PersonCall, play: str) -> None:
    """Send a phrase to the other player."""
    between_games.say(own_visit(call, play).row, call.user, call.body.phrase)


@acts("post", f"{PLAY}rematch/", PlayView, status=201, tag=TAG)
def play_rematch(call: PersonCall, play: str) -> PlayView:
    """Offer a rematch with exchanged sides, or join the one that was offered."""
    row = between_games.rematch(own_visit(call, play).row, call.user)
    return view_of(call, access.own_visit(call.user, row.public_id))
