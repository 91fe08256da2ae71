"""Endpoints that set up an Encounter, contribute to its shuffles, and answer its questions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct
from msgspec.structs import asdict
from msgspec.structs import fields as fields_of

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act
from mfcampaign.api.form_validation import filled
from mfcampaign.play import access
from mfcampaign.play.access import Visit
from mfcampaign.play.api.commands import COMMANDS
from mfcampaign.play.api.common import (
    PLAY,
    TAG,
    GroundKind,
    PlayUpdate,
    SeatNumber,
    Version,
    Word,
    held_against,
    players,
    terrain_data,
    update_since,
)
from mfcampaign.play.api.reading import PlayView, own_view
from mfcampaign.play.by_hand import MOST_LINES
from mfcampaign.play.clocks import MOST_MINUTES, Limit
from mfcampaign.play.forms import (
    NewForm,
    agreed_of,
    begun_here,
    crews_of,
    expect_agreed,
    opponents,
)
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import asking, between_games, creation, playing, recording
from mfcampaign.play.operations.log import StaleVersion
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.play.queries.questions import BY_HAND
from mfcampaign.play.terrain import TerrainForm
from rules.dialogue import Number, OneOf, Several
from rules.edition import Edition, edition_of, editions, unnamed
from rules.game.asking import LONGEST_NAME as LONGEST_HABIT
from rules.game.asking import MOST_HABITS
from rules.game.procedure.asks import Ask
from rules.game.referee.commands import LONGEST_NAME
from rules.game.setup.agreed import READING, AgreedField, CrewOptions
from rules.refusal import Refusal

FURTHEST = 1000
"""Inches: no table is larger."""


class PlayTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said of an Encounter in every edition."""

    edition: Annotated[
        str, Meta(max_length=20, extra_json_schema={"enum": [e.code for e in begun_here()]})
    ] = unnamed().code
    opponent: Literal["", "level-2", "level-3", "greedy", "random", "invite", "hot", "table"] = ""
    seat: SeatNumber = 0
    ground: GroundKind = "open"
    theme: Word = ""
    word: Word = ""
    table: Annotated[str, Meta(max_length=200)] = ""
    readings: dict[str, bool | int | str] = {}
    clock_minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    clock_claim: bool = False


def _agreed_fields() -> dict[str, list[AgreedField]]:
    """The fields of every edition by their names, without the readings."""
    named: dict[str, list[AgreedField]] = {}
    for edition in editions():
        if (agreed := agreed_of(edition)) is not None:
            for field in agreed.fields:
                if not field.name.startswith(READING):
                    named.setdefault(field.name, []).append(field)
    return named


def _typed(name: str, fields: list[AgreedField]) -> tuple[str, Any, Any]:
    """A field of the body for what one or more editions ask for under that name."""
    controls = {field.control for field in fields}
    if controls == {"flag"}:
        return name, bool, False
    if controls == {"number"}:
        least, most = min(field.least for field in fields), max(field.most for field in fields)
        return name, Annotated[int, Meta(ge=least, le=most)] | None, None
    if controls == {"choice"}:
        offered = dict.fromkeys(
            value
            for field in fields
            for value in (*(value for value, _words in field.choices), *field.unlisted)
        )
        listed = {"enum": ["", *offered]}
        return name, Annotated[str, Meta(max_length=80, extra_json_schema=listed)], fields[0].initial or ""
    longest = max(80, *(field.longest for field in fields))
    return name, Annotated[str, Meta(max_length=longest)], ""


def _described() -> str:
    """What the body means, edition by edition."""
    own = [
        f"In the {edition.name} (``{edition.code}``): {agreed.described}"
        for edition in editions()
        if (agreed := agreed_of(edition)) is not None
    ]
    return "\n\n".join(
        (
            "What is agreed. ``hot``: both sides are yours. ``clock_minutes`` each side has on a chess clock "
            "(0: none); with ``clock_claim`` the other may claim the game when they are used up.",
            *own,
        )
    )


NewPlay: Any = defstruct(
    "NewPlay",
    [_typed(name, fields) for name, fields in _agreed_fields().items()],
    bases=(PlayTerms,),
    namespace={"__doc__": _described()},
    module=__name__,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
)


def _given(body: Any, edition: Edition) -> dict[str, Any]:
    """The values for the form. What another edition begins with and this one does not offer is left
    to this one."""
    given = asdict(body) | {"opponent": body.opponent or opponents(edition)[0][0]}
    defaults = {field.name: field.default for field in fields_of(body)}
    for field in expect_agreed(edition).fields:
        if field.control == "choice" and field.name in given:
            value = given[field.name]
            offered = [
                *(value for value, _words in field.choices),
                *field.unlisted,
            ]
            if value == defaults[field.name] and value not in offered:
                del given[field.name]
    return given | {f"{READING}{name}": str(value) for name, value in body.readings.items()}


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
    ``[x, y]`` in inches (or a path of such), a list of table commands, or to ``hire`` the id of a saved Crew
    of yours or a Crew: ``{"leader": slug, "members": [{"slug": …, "upgrades": […]}], "leader_upgrades": […],
    "name": …}``, where the edition says so with its figures, as in ``NewPlay``. ``every_time``: the ability
    is used or left whenever it comes again."""

    seat: SeatNumber
    kind: Annotated[str, Meta(min_length=1, max_length=20)]
    value: Any
    seen: Version
    every_time: bool = False


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


@act("post", "play/", signed_in, example={"crews": "two", "opponent": "greedy"}, status=201, tag=TAG)
def new_play(call: PersonCall, user: Person, body: NewPlay) -> Done[PlayView]:
    """Set an Encounter up against a bot, a friend, or oneself."""
    edition = edition_of(body.edition)
    expect_agreed(edition).expect_readings(body.readings)
    mine = crews_of(user, edition).values()
    form = filled(NewForm, _given(body, edition), edition=edition, crews=mine)
    name = public_id()
    terrain = TerrainForm(terrain_data(body), user=user).terrain(call.request)
    setup = form.setup(user, name, terrain)
    clock = Limit(body.clock_minutes * 60, body.clock_claim)
    seat = form.cleaned_data["seat"]
    row = creation.create(user, setup, seat=seat, name=name, clock=clock, brought=form.brought, **form.ways)
    return Done("", own_view(call, row.public_id))


@act("post", "play/join/", signed_in, example={"token": "from-the-link"}, tag=TAG)
def join_play(call: PersonCall, user: Person, body: PlayInvitation) -> Done[PlayView]:
    """Take the empty seat that a link invites to."""
    row = creation.join(access.invited(body.token), user)
    return Done("", own_view(call, row.public_id))


@players(
    "post",
    f"{PLAY}fate/",
    example={"do": "speak", "seat": 0, "given": "the quick brown fox jumps over"},
)
def enter_shuffle(call: PersonCall, visit: Visit, body: ShufflePart) -> Done[PlayView]:
    """Commit or open your part of the shuffles; the last one opened begins the Encounter."""
    seat = access.expect_own(visit, body.seat)
    if body.do == "renew":
        creation.renew(visit.row, call.user, seat)
    else:
        do = {"commit": creation.commit, "open": creation.open_part, "speak": creation.speak}[body.do]
        do(visit.row, call.user, seat, body.given)
    return Done("", own_view(call, visit.row.public_id))


@players("post", f"{PLAY}answer/", example={"seat": 0, "kind": "cut", "value": 12, "seen": 4})
def answer_ask(call: PersonCall, visit: Visit, body: AskAnswer) -> Done[PlayUpdate]:
    """Answer your open question. When the Encounter went on meanwhile: 409 with what you missed
    (``missed``) and the ``version`` now; nothing is done."""
    seat = access.expect_own(visit, body.seat)
    with held_against(visit):
        now = respond(visit.row, call.user, seat, body)
    return Done("", update_since(visit, body.seen, now.state))


def respond(row: Any, actor: Person, seat: int, body: AskAnswer) -> Any:
    def read(ask: Ask) -> Any:
        if ask.kind != body.kind:
            raise StaleVersion(body.seen)
        value = fitting(ask, body.value)
        return creation.hand_in(row, ask, actor, value) if isinstance(ask.options, CrewOptions) else value

    return playing.respond(row, actor, seat, read, kind=body.kind, seen=body.seen, every_time=body.every_time)


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
    elif isinstance(options, CrewOptions):
        good = isinstance(value, str | dict)
    elif ask.kind == BY_HAND:
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
    """What is done by hand: ``lines`` are commands, named by ``do``; all of it is one act under ``name``."""

    seat: SeatNumber
    lines: Annotated[
        tuple[Annotated[dict[str, Any], Meta(extra_json_schema=COMMANDS)], ...],
        Meta(min_length=1, max_length=MOST_LINES),
    ]
    seen: Version
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


@players(
    "post",
    f"{PLAY}act/",
    example={
        "seat": 0,
        "name": "Lure",
        "lines": [{"do": "put", "model": "b1", "x": 12, "y": 18, "way": "move", "inches": 5}],
        "seen": 40,
    },
)
def act_by_hand(call: PersonCall, visit: Visit, body: RefereeAct) -> Done[PlayUpdate]:
    """Carry out commands of the referee's hand, while playing or recording. In play the
    engine's limits hold unless a line says ``anyway``; between two people the other side is asked (a question
    of kind ``object``) before it is done."""
    seat = access.expect_own(visit, body.seat)
    with held_against(visit):
        given = {"name": body.name, "lines": list(body.lines)}
        if visit.row.mode == Encounter.Mode.RECORD:
            entry = {"do": "act", "seat": seat, **given}
            recording.enter(visit.row, call.user, [entry], seen=body.seen)
        else:
            playing.act(visit.row, call.user, seat, given, seen=body.seen)
    return Done("", update_since(visit, body.seen))


@players("post", f"{PLAY}back/", example={"do": "ask", "seen": 9})
def take_back(call: PersonCall, visit: Visit, body: TakeBack) -> Done[PlayUpdate]:
    """Take your last answers back: at once where nothing new was seen, else the other side is asked. Where a
    rule was corrected since (409), ``go_on`` takes back what no longer follows."""
    seat = visit.own[0]
    with held_against(visit):
        if body.do == "ask":
            playing.take_back(visit.row, call.user, seat, steps=body.steps, seen=body.seen)
        elif body.do == "go_on":
            playing.go_on(visit.row, call.user, seat, seen=body.seen)
        else:
            agreed = body.do == "agree"
            playing.answer_take_back(visit.row, call.user, seat, agreed=agreed, seen=body.seen)
    return Done("", update_since(visit, body.seen))


@players("post", f"{PLAY}leave/", example={"sure": True})
def concede_play(call: PersonCall, visit: Visit, body: GivingUp) -> Done[PlayUpdate]:
    """End it without a result. A league's game that was dealt goes on (``asked_end``) unless the other side
    agrees, and then counts as a withdrawal of whoever asked."""
    seen = visit.row.version
    if body.do == "give_up":
        playing.give_up(visit.row, call.user, visit.own[0])
    elif body.do == "claim":
        playing.claim_time(visit.row, call.user, visit.own[0])
    else:
        playing.answer_end(visit.row, call.user, visit.own[0], agreed=body.do == "agree")
    return Done("", update_since(visit, seen))


class Watchers(Struct, frozen=True, forbid_unknown_fields=True):
    """Your permission to watch; both sides must permit it."""

    who: Annotated[str, Meta(max_length=20)]


class Phrase(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a phrase."""

    phrase: Annotated[str, Meta(max_length=20)]


@players("put", f"{PLAY}watch/", example={"who": "live"})
def let_play_be_watched(call: PersonCall, visit: Visit, body: Watchers) -> str:
    """Choose who may watch, at once or one Turn late; after a change the old link no longer works."""
    let_watch(visit.row, call.user, body.who)
    return ""


class InHistory(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a friendly game counts among your games."""

    counted: bool


@players("put", f"{PLAY}history/", page="play:encounter", example={"counted": True})
def count_play_in_history(call: PersonCall, visit: Visit, body: InHistory) -> str:
    """Count a friendly game that is over among your games, or no longer."""
    between_games.count_in_history(visit.row, call.user, body.counted)
    return "It counts among your games." if body.counted else "It no longer counts among your games."


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you are asked ``everything``, or only what matters; ``ask_again`` takes off the usual answer of
    that name (see ``every_time`` of an answer), ``leave`` settles beforehand that what has these names is
    left every time."""

    seat: SeatNumber
    everything: bool = False
    ask_again: Annotated[str, Meta(max_length=LONGEST_HABIT)] = ""
    leave: Annotated[
        tuple[Annotated[str, Meta(max_length=LONGEST_HABIT)], ...], Meta(max_length=MOST_HABITS)
    ] = ()


@players("put", f"{PLAY}asking/", example={"seat": 0, "everything": True})
def choose_what_is_asked(call: PersonCall, visit: Visit, body: Asking) -> Done[PlayUpdate]:
    """Choose whether you are asked every question, or take off a usual answer. What you are not asked is
    answered and stands in the log like any answer."""
    seat, seen = access.expect_own(visit, body.seat), visit.row.version
    if body.ask_again:
        asking.ask_again(visit.row, call.user, seat, body.ask_again)
    elif body.leave:
        asking.leave(visit.row, call.user, seat, body.leave)
    else:
        asking.ask(visit.row, call.user, seat, everything=body.everything)
    return Done("", update_since(visit, seen))


@players("post", f"{PLAY}say/", example={"phrase": "hello"})
def say_phrase(call: PersonCall, visit: Visit, body: Phrase) -> str:
    """Send a phrase to the other player."""
    between_games.say(visit.row, call.user, body.phrase)
    return ""


@players("post", f"{PLAY}rematch/", status=201)
def play_rematch(call: PersonCall, visit: Visit) -> Done[PlayView]:
    """Offer a rematch with exchanged sides, or join the one that was offered."""
    row = between_games.rematch(visit.row, call.user)
    return Done("", own_view(call, row.public_id))
