"""Endpoints that read an Encounter as the caller may see it; everybody with the link may read one that is
over."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.play import access, fate_proof, loading
from mfcampaign.play.access import Visit
from mfcampaign.play.api.common import PLAY, TAG, state_of, visit_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.origins import origin_of
from mfcampaign.play.queries import encounter_page, replay_page
from rules.game.view import model_view, view
from rules.table.board import Table
from rules.table.sheet import sheet_of


class PlayRow(Struct, frozen=True):
    """One of your Encounters. ``mode`` is ``play`` or ``record``; ``seats`` who sits where."""

    id: str
    title: str
    mode: str
    state: str
    version: int
    seats: tuple[str, ...]
    at: dt.datetime


class PlaySeat(Struct, frozen=True):
    """One side. ``laid`` and ``opened`` say how far its part of the shuffles is; ``invitation`` is a link
    for an empty one, shown to the other side alone."""

    seat: int
    label: str
    mine: bool
    bot: bool
    laid: bool
    opened: bool
    invitation: str


class PlayTable(Struct, frozen=True):
    """What is played on: ``open``, or ``exact`` with the table in its documented form."""

    kind: str
    name: str = ""
    sheet: dict[str, Any] | None = None


class PlayClock(Struct, frozen=True):
    """Chess clocks: seconds that both sides had left at ``since``, and the seats whose clocks run from then
    on. ``claim``: whose opponent has none left may claim the game."""

    left: tuple[float, float]
    runs: tuple[int, ...]
    since: dt.datetime | None
    claim: bool


class PlayView(Struct, frozen=True):
    """An Encounter as you see it.

    ``view`` is the table and both Crews as your side may see them; ``asks`` your open questions with what
    may be answered; ``waiting`` whom else it waits for, by kind of question. ``fate`` is the name that the
    shuffles are bound to. ``result`` once it is over.
    """

    id: str
    title: str
    mode: str
    state: str
    version: int
    league: str
    seats: tuple[PlaySeat, ...]
    fate: str
    server_commitment: str
    view: dict[str, Any]
    asks: tuple[dict[str, Any], ...]
    waiting: tuple[dict[str, Any], ...]
    asked_back: dict[str, Any]
    asked_end: dict[str, Any]
    result: dict[str, Any] | None
    ground: PlayTable
    clock: PlayClock | None


class LogQuery(Struct, frozen=True):
    """From where on."""

    after: Annotated[int, Meta(ge=-1, le=1_000_000_000, description="A version: what came after it")] = -1


class LogLine(Struct, frozen=True):
    """A sentence of the log and the number of its decision."""

    decision: int
    words: str


class MomentQuery(Struct, frozen=True):
    """Which moment."""

    at: Annotated[int, Meta(ge=0, le=1_000_000_000, description="The number of a decision")] | None = None


class MomentRow(Struct, frozen=True):
    """A place to jump to."""

    at: int
    words: str


class MomentCrew(Struct, frozen=True):
    """A Crew at that moment."""

    name: str
    vp: int
    stones: int
    hand: int
    models: tuple[dict[str, Any], ...]


class MomentView(Struct, frozen=True):
    """An Encounter after decision ``at``; ``before`` and ``after`` are the neighbours that count."""

    at: int
    last: int
    before: int | None
    after: int | None
    turn: int
    said: tuple[str, ...]
    crews: tuple[MomentCrew, ...]
    activations: tuple[MomentRow, ...]
    taken_back: tuple[MomentRow, ...]


class ProofCheck(Struct, frozen=True):
    """One thing that was checked, and whether it held."""

    held: bool
    sentence: str


class ProofView(Struct, frozen=True):
    """What may be known of the shuffles now, and what the portal's own check says of it; the seeds and the
    whole log once it is over."""

    proof: dict[str, Any]
    checks: tuple[ProofCheck, ...]


@get("play/", Page[PlayRow], query=PageQuery, tag=TAG)
def plays(call: PersonCall) -> Page[PlayRow]:
    """The Encounters that you play, played or record here, the newest first."""
    rows = Encounter.objects.filter(seats__user=call.user.pk).distinct().prefetch_related("seats__user")
    return by_key(rows, call.query, _rows)


def _rows(rows: Iterable[Encounter]) -> list[PlayRow]:
    return [
        PlayRow(
            row.public_id,
            row.title,
            row.mode,
            row.state,
            row.version,
            tuple(seat.label for seat in row.seats.all()),
            row.updated_at,
        )
        for row in rows
    ]


@get(PLAY, PlayView, open=True, tag=TAG)
def play_(call: PortalCall, play: str) -> PlayView:
    """The state of an Encounter, with your open question. One that is over is public by its link."""
    return view_of(call, visit_of(call, play))


def own_view(call: PersonCall, public_id: str) -> PlayView:
    """One's own Encounter, read again."""
    return view_of(call, access.own_visit(call.user, public_id))


def view_of(call: PortalCall, visit: Visit) -> PlayView:
    row = visit.row
    asks: Iterable[Any] = ()
    if row.mode == Encounter.Mode.PLAY and row.state == Encounter.State.PLAYING:
        now = loading.play_of(row)
        state, asks = now.state, now.asks
    else:
        state = state_of(row)
    asked_seat = next((ask.seat for ask in asks if ask.seat in visit.own), visit.seat)
    seen = view(state, asks, asked_seat)
    own, waiting = seen.pop("asks"), seen.pop("waiting")
    origin = origin_of(row)
    return PlayView(
        row.public_id,
        row.title,
        row.mode,
        row.state,
        row.version,
        origin.url if origin else "",
        tuple(_seat(call, visit, number) for number in (0, 1)),
        row.fate_name,
        row.server_commitment,
        seen,
        tuple({"seat": asked_seat, **ask} for ask in own),
        tuple(waiting),
        dict(row.asked_back),
        dict(row.asked_end),
        row.result,
        _ground(row),
        _clock(row),
    )


def _clock(row: Encounter) -> PlayClock | None:
    clock = loading.clock_of(row)
    return PlayClock(clock.left, clock.runs, clock.since, row.clock_claim) if clock is not None else None


def _ground(row: Encounter) -> PlayTable:
    setup = loading.setup_of(row)
    if setup.ground == "open":
        return PlayTable("open")
    sheet = sheet_of(Table(setup.terrain), setup.ground_name)
    return PlayTable(setup.ground, setup.ground_name, msgspec.to_builtins(sheet))


def _seat(call: PortalCall, visit: Visit, number: int) -> PlaySeat:
    seat = visit.seats[number]
    empty = bool(visit.own) and not seat.user_id and not seat.bot
    link = call.link(f"/play/join/{seat.invitation}/") if empty else ""
    laid, opened = bool(seat.commitment), bool(seat.seed)
    return PlaySeat(number, seat.label, number in visit.own, bool(seat.bot), laid, opened, link)


@get(f"{PLAY}log/", tuple[LogLine, ...], query=LogQuery, open=True, tag=TAG)
def play_log(call: PortalCall, play: str) -> tuple[LogLine, ...]:
    """The last lines of the log as you may see it, the newest first; with ``after``, only newer ones."""
    visit = visit_of(call, play)
    seat = None if visit.alone else visit.seat
    lines = encounter_page.last_lines(visit.row, seat, state_of(visit.row), after=call.query.after)
    return tuple(LogLine(line.decision, line.words) for line in lines)


@get(f"{PLAY}replay/", MomentView, query=MomentQuery, open=True, tag=TAG)
def replay_play(call: PortalCall, play: str) -> MomentView:
    """One moment of an Encounter, folded from its events."""
    page = replay_page.load(visit_of(call, play), call.query.at)
    return MomentView(
        page.at,
        page.last,
        page.before,
        page.after,
        page.turn,
        page.lines,
        tuple(
            MomentCrew(
                crew["name"],
                crew["vp"],
                crew["stones"],
                crew["hand"],
                tuple(model_view(model) for model in crew["models"]),
            )
            for crew in page.crews
        ),
        tuple(MomentRow(mark.at, mark.words) for mark in page.activations),
        tuple(MomentRow(mark.at, mark.words) for mark in page.taken_back),
    )


@get(f"{PLAY}proof/", ProofView, open=True, tag=TAG)
def play_proof(call: PortalCall, play: str) -> ProofView:
    """The proof that nobody chose the cards, to be checked by any program (docs: mfx-deck-v1)."""
    visit = visit_of(call, play)
    if visit.row.mode != Encounter.Mode.PLAY:
        raise Http404
    proof = fate_proof.proof_of(visit.row)
    return ProofView(proof, tuple(ProofCheck(held, sentence) for held, sentence in fate_proof.check(proof)))
