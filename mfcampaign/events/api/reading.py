"""Endpoints for everybody who has an event's address."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

import msgspec
from django.http import Http404
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_key, by_place
from mfcampaign.audit.queries import acts_of, author
from mfcampaign.events import drafts, stages
from mfcampaign.events.api.common import EVENT, PLAYER, ROUND, TAG, visit
from mfcampaign.events.loading import Record
from mfcampaign.events.models import Player, Round
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import GameSnapshot, PlayerSnapshot, RoundSnapshot
from mfcampaign.web.cache import plain_json
from rules.refusal import Total
from rules.tournament.standings import statistics


class EventRow(Struct, frozen=True):
    """An event in a list; ``playing`` have a place."""

    slug: str
    name: str
    place: str
    starts_at: dt.datetime
    timezone: str
    phase: str
    format: str
    season: str
    size: int
    capacity: int
    playing: int


class OwnPlace(Struct, frozen=True):
    """You as a player: your number, the code of your page, and what is asked of you now."""

    number: int
    code: str
    next: str


class EventView(Struct, frozen=True):
    """An event and your part in it. ``round`` is the last one that everybody may see; ``next`` the
    organiser's next step, empty for others; ``version`` counts its acts."""

    slug: str
    name: str
    place: str
    about: str
    starts_at: dt.datetime
    timezone: str
    phase: str
    edition: str
    season: str
    size: int
    format: str
    rounds: int
    round_minutes: int
    clock_minutes: int
    penalty_vp: int
    penalty_minutes: int
    cut: int
    group_count: int
    preferences: tuple[str, ...]
    scheme: str
    capacity: int
    tables: int
    listed: bool
    by_name: bool
    declares: str
    declare_until: dt.datetime | None
    declared_shown: str
    with_feature: bool
    with_event: bool
    bye_worth: str
    team_size: int
    team_tables: str
    apart: tuple[str, ...]
    cancelled_reason: str
    finished_at: dt.datetime | None
    playing: int
    waiting: int
    round: int | None
    champion: int | None
    news: tuple[str, ...]
    organiser: bool
    own: OwnPlace | None
    next: str
    version: int


class EventPlayerRow(Struct, frozen=True):
    """A player; ``faction`` and ``crew`` once declarations are shown; ``team`` is its number, 0 for none."""

    number: int
    name: str
    club: str
    rating: int
    state: str
    out_because: str
    ringer: bool
    since_round: int
    faction: str
    crew: str
    team: int


class EventGameRow(Struct, frozen=True):
    """One game, or a bye (``b`` null), by players' numbers. VP count once the state is ``confirmed``,
    less ``penalty_a`` and ``penalty_b`` for time; ``time_left`` are the seconds that both had left on a chess
    clock (below 0: over), empty without one; ``winner`` where the score does not tell."""

    id: int
    round: int
    table: int
    a: int
    b: int | None
    state: str
    vp_a: int
    vp_b: int
    penalty_a: int
    penalty_b: int
    time_left: tuple[float, ...]
    outcome: str
    winner: int | None
    match: int
    why: str
    ruling: str


class EventMatchRow(Struct, frozen=True):
    """A match of two teams, by their numbers, or the bye of one (``b`` null); until it is ``settled`` it has
    no games, as the captains have yet to choose. ``points`` at the tables and ``vp`` of both so far."""

    a: int
    b: int | None
    settled: bool
    points: tuple[int, int]
    vp: tuple[int, int]
    why: str


class EventRoundView(Struct, frozen=True):
    """A round, played for ``scenario``, or for one of ``sheets`` at each table. The clock ends at
    ``ends_at``, or is paused with ``clock_left`` seconds; ``certified`` where a file proves the pairing the
    best there is; ``changed`` is what has changed since a draft was paired: then it cannot be published."""

    number: int
    state: str
    knockout: bool
    scenario: dict[str, Any]
    proof: str
    certified: bool
    clock_left: int
    ends_at: dt.datetime | None
    games: tuple[EventGameRow, ...]
    sheets: tuple[dict[str, Any], ...] = ()
    changed: tuple[str, ...] = ()
    matches: tuple[EventMatchRow, ...] = ()


class EventStandingsRow(Struct, frozen=True):
    """One line of the standings; ``figures`` by the words of the scheme, in its order; ``by`` parts it from
    the line above."""

    rank: int
    player: int
    name: str
    club: str
    wins: int
    draws: int
    losses: int
    figures: dict[str, int]
    by: str
    tied: bool


class StandingsFigure(Struct, frozen=True):
    """A figure with the games it comes from."""

    words: str
    total: Total


class EventPlayerView(Struct, frozen=True):
    """A player with their games and every figure opened."""

    player: EventPlayerRow
    rank: int | None
    games: tuple[EventGameRow, ...]
    figures: tuple[StandingsFigure, ...]


class EventStatistics(Struct, frozen=True):
    """Statistics of Factions and Strategies."""

    factions: tuple[statistics.Tally, ...]
    strategies: tuple[statistics.StrategyTally, ...]


class EventAct(Struct, frozen=True):
    """What happened, who did it, when, and why."""

    number: int
    kind: str
    sentence: str
    by: str
    reason: str
    at: dt.datetime


@get("events/", Page[EventRow], query=PageQuery, open=True, tag=TAG)
def events(call: PortalCall) -> Page[EventRow]:
    """The events you may know of, the newest first."""
    return by_key(pages.events(call.user), call.query, _event_rows)


def _event_rows(events: Iterable[Any]) -> list[EventRow]:
    fields = EventRow.__struct_fields__
    return [EventRow(**{name: getattr(row, name) for name in fields}) for row in events]


SETTINGS = (
    "slug name place about starts_at timezone phase edition season size format rounds round_minutes cut "
    "clock_minutes penalty_vp penalty_minutes "
    "group_count scheme capacity tables listed by_name declares declare_until declared_shown "
    "with_feature with_event bye_worth team_size team_tables cancelled_reason finished_at"
).split()


@get(EVENT, EventView, open=True, tag=TAG)
def event_(call: PortalCall, event: str) -> EventView:
    """One event, with your own next step in it."""
    return view_of(call, event)


def view_of(call: PortalCall, slug: str) -> EventView:
    seen = visit(call, slug)
    row, record = seen.event, cached_record(seen.event)
    players = record.players.values()
    mine = record.players.get(seen.player.number) if seen.player is not None else None
    own = None
    if mine is not None and seen.player is not None:
        own = OwnPlace(mine.number, seen.player.code, pages.own_action(record, mine).sentence)
    return EventView(
        **{name: getattr(row, name) for name in SETTINGS},
        preferences=tuple(row.preferences),
        apart=tuple(row.apart),
        playing=sum(p.in_play for p in players),
        waiting=sum(p.state == Player.State.WAITING for p in players),
        round=record.current.number if record.current else None,
        champion=stages.champion(record) if row.over else None,
        news=tuple(row.news.values_list("text", flat=True)[:3]),
        organiser=seen.organiser,
        own=own,
        next=pages.organiser_action(record).sentence if seen.organiser else "",
        version=row.acts,
    )


@get(f"{EVENT}players/", Page[EventPlayerRow], query=PageQuery, open=True, tag=TAG)
def event_players(call: PortalCall, event: str) -> Page[EventPlayerRow]:
    """All players by number, including those who are out."""
    record = cached_record(visit(call, event).event)
    declared = pages.shows_declared(record.event, record, timezone.now())
    return by_place(list(record.players.values()), call.query, lambda player: player_row(player, declared))


@get(PLAYER, EventPlayerView, open=True, tag=TAG)
def event_player(call: PortalCall, event: str, player: int) -> EventPlayerView:
    """One player: games, and each figure of the table opened to them."""
    row = visit(call, event).event
    record = cached_record(row)
    looked_at = record.players.get(player)
    if looked_at is None:
        raise Http404
    rank = next((line.rank for line in pages.standings(row) if line.player.number == player), None)
    return EventPlayerView(
        player_row(looked_at, pages.shows_declared(row, record, timezone.now())),
        rank,
        tuple(game_row(game) for game in pages.games_of(record, looked_at)),
        tuple(StandingsFigure(figure.words, figure.total) for figure in pages.opened(row, looked_at)),
    )


@get(f"{EVENT}standings/", Page[EventStandingsRow], query=PageQuery, open=True, tag=TAG)
def event_standings(call: PortalCall, event: str) -> Page[EventStandingsRow]:
    """The standings. While they are read in pages the ``ETag`` says whether they changed."""
    return by_place(pages.standings(visit(call, event).event), call.query, _place)


def _place(row: pages.TableRow) -> EventStandingsRow:
    return EventStandingsRow(
        row.rank,
        row.player.number,
        row.player.name,
        row.player.club,
        row.wins,
        row.draws,
        row.losses,
        dict(row.named),
        row.by,
        row.tied,
    )


@get(f"{EVENT}statistics/", EventStatistics, open=True, tag=TAG)
def event_statistics(call: PortalCall, event: str) -> EventStatistics:
    """Factions and Strategies of this event."""
    record = pages.statistics_of(visit(call, event).event)
    return EventStatistics(tuple(record.factions), tuple(record.strategies))


@get(f"{EVENT}diary/", Page[EventAct], query=PageQuery, open=True, tag=TAG)
def event_diary(call: PortalCall, event: str) -> Page[EventAct]:
    """What happened, the newest first; organisers read their own acts too."""
    seen = visit(call, event)
    return by_key(acts_of(seen.event, organiser=seen.organiser), call.query, _acts, key="ordinal")


def _acts(rows: Iterable[Any]) -> list[EventAct]:
    return [
        EventAct(row.ordinal, row.kind, row.sentence, author(row), row.reason, row.created_at) for row in rows
    ]


@get(ROUND, EventRoundView, open=True, tag=TAG)
def event_round(call: PortalCall, event: str, round: int) -> EventRoundView:
    """The pairings of a round with their reasons; a draft is its organisers' alone."""
    seen = visit(call, event)
    record = cached_record(seen.event)
    row = round_of(record, round, drafts=seen.organiser)
    return round_view(record, row)


def round_of(record: Record, number: int, *, drafts: bool) -> RoundSnapshot:
    row = next((each for each in record.rounds if each.number == number), None)
    if row is None or (row.state == Round.State.DRAFT and not drafts):
        raise Http404
    return row


def round_view(record: Record, row: RoundSnapshot) -> EventRoundView:
    games = tuple(game_row(game) for game in record.of_round(row.number))
    return EventRoundView(
        row.number,
        row.state,
        row.knockout,
        plain_json(row.scenario),
        row.proof_in_words,
        row.certified,
        row.clock_left,
        row.ends_at,
        games,
        tuple(map(plain_json, row.sheets)),
        tuple(drafts.changes(record, row)),
        tuple(_match_row(each) for each in pages.match_rows(record, row.number)),
    )


def _match_row(row: pages.MatchRow) -> EventMatchRow:
    match, other = row.match, row.match.b
    return EventMatchRow(
        match.a.number, other.number if other else None, match.settled, row.points, row.vp, match.why
    )


@get(f"{ROUND}certificate/", dict[str, Any], open=True, tag=TAG)
def event_certificate(call: PortalCall, event: str, round: int) -> dict[str, Any]:
    """The proof that no better pairing of this round exists.

    Check it with ``python -m rules.tournament.pairing.certificate_check``."""
    rows = visit(call, event).event.played_rounds.filter(number=round)
    round_ = rows.exclude(state=Round.State.DRAFT).exclude(certificate="").first()
    if round_ is None:
        raise Http404
    certificate: dict[str, Any] = msgspec.json.decode(round_.certificate)
    return certificate


def player_row(player: PlayerSnapshot, declared: bool) -> EventPlayerRow:
    return EventPlayerRow(
        player.number,
        player.name,
        player.club,
        player.rating,
        player.state,
        player.out_because,
        player.ringer,
        player.since_round,
        player.faction if declared else "",
        player.crew if declared else "",
        player.team,
    )


def game_row(game: GameSnapshot) -> EventGameRow:
    return EventGameRow(
        game.pk,
        game.round.number,
        game.table,
        game.a.number,
        game.b.number if game.b is not None else None,
        game.state,
        game.vp_a,
        game.vp_b,
        game.penalty_a,
        game.penalty_b,
        game.time_left,
        game.outcome,
        game.winner,
        game.match,
        game.why,
        game.ruling,
    )
