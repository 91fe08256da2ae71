"""The public pages: the list, an event by its phase, standings, rounds, players, the big screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from mfcampaign.accounts.queries import person_open_to
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.audit.queries import act_snapshots, acts_of
from mfcampaign.events import access, stages
from mfcampaign.events.loading import Record, scheme_of
from mfcampaign.events.models import Game, Player, Round
from mfcampaign.events.operations.people import registers
from mfcampaign.events.queries import ladder as ladder_queries
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import GameSnapshot, PlayerSnapshot
from mfcampaign.events.views.page import show, unchanged
from mfcampaign.live import following
from rules.plain_numbers import whole

A_PAGE, A_SCREEN, A_FEW = 64, 12, 5
WALL_SIZES = ((6, "few"), (9, "some"), (64, "many"))
"""The text size with which so many lines fill a wall screen."""


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The events one may know of, the newest first."""
    page = Paginator(pages.events(request.user), 24).get_page(request.GET.get("page"))
    return render(request, "events/events.html", {"page": page})


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One page for each phase; one's own next action on top."""
    visit = access.event(request.user, slug)
    if same := unchanged(request, visit.event):
        return same
    record, now = cached_record(visit.event), timezone.now()
    mine = record.players.get(visit.player.number) if visit.player is not None else None
    rows = pages.standings(visit.event) if record.rounds else []
    games = record.of_round(record.current.number) if record.current else []
    own = pages.own_game(record, mine) if mine is not None else None
    others = [g for g in games[: pages.FEW_TABLES] if own is None or g.pk != own.pk]
    return show(
        request,
        "event.html",
        visit,
        mine=mine,
        action=pages.own_action(record, mine) if mine is not None else None,
        organiser_action=pages.organiser_action(record) if visit.organiser else None,
        games=[own, *others] if own is not None else others,
        more=len(games) > pages.FEW_TABLES,
        matches=pages.match_rows(record, record.current.number) if record.current else (),
        team_rows=pages.team_standings(visit.event),
        rows=[r for i, r in enumerate(rows) if i < pages.TOP or (mine and r.player.number == mine.number)],
        players=_entered(list(record.players.values())),
        playing=sum(p.in_play for p in record.players.values()),
        open=registers(visit.event),
        waiting=sum(p.state == Player.State.WAITING for p in record.players.values()),
        declared=pages.shows_declared(visit.event, record, now),
        news=lambda: list(visit.event.news.all()[:3]),
        # A player's page is theirs alone, asked for once after each act: kept, it would crowd others out.
        cached_as="" if mine is not None else "event-page",
        champion=record.players.get(stages.champion(record) or 0) if visit.event.over else None,
        rungs=ladder_queries.rungs(visit.event) if visit.event.climbing else [],
        challenges=ladder_queries.open_challenges(record),
        moves=ladder_queries.moves(visit.event)[:A_FEW] if visit.event.climbing else [],
    )


def _entered(players: list[PlayerSnapshot]) -> list[PlayerSnapshot]:
    return [p for p in players if p.in_play][:A_PAGE]


@require_safe
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """The answer to polling: whether anything happened since, and the address of the stream."""
    row = access.event(request.user, slug).event
    return following.follow(request, aggregate_name(row), row.acts)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole table; each player opens to their games."""
    visit = access.event(request.user, slug)
    if same := unchanged(request, visit.event):
        return same
    rows = Paginator(pages.standings(visit.event), A_PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        "standings.html",
        visit,
        here="Standings",
        page=rows,
        team_rows=pages.team_standings(visit.event),
        headings=pages.headings(visit.event),
        bye="" if visit.event.climbing else scheme_of(visit.event).bye_in_words,
        numbers=pages.statistics_of(visit.event),
        climb=None if visit.event.climbing else pages.climb(visit.event),
        **pages.beside(cached_record(visit.event)),
    )


@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of one round with their reasons; also on paper."""
    visit = access.event(request.user, slug)
    if same := unchanged(request, visit.event):
        return same
    record = cached_record(visit.event)
    looked_at = next((r for r in record.rounds if r.number == number), None)
    if looked_at is None or looked_at.state == Round.State.DRAFT:
        raise Http404
    of_teams = visit.event.of_teams
    rows: Sequence[Any] = pages.match_rows(record, number) if of_teams else record.of_round(number)
    page = Paginator(rows, A_FEW * 5 if of_teams else 2 * A_PAGE).get_page(request.GET.get("page"))
    return show(request, "round.html", visit, here=f"Round {number}", looked_at=looked_at, page=page)


@require_safe
def certificate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The file that proves a published round the best there is."""
    visit = access.event(request.user, slug)
    round_ = visit.event.played_rounds.filter(number=number).exclude(state=Round.State.DRAFT).first()
    if round_ is None or not round_.certificate:
        raise Http404
    answer = HttpResponse(round_.certificate, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-round-{number}.json"'
    return answer


@require_safe
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player's games, and every figure opened to them."""
    visit = access.event(request.user, slug)
    record = cached_record(visit.event)
    looked_at = record.players.get(number)
    if looked_at is None:
        raise Http404
    rank = next((row.rank for row in pages.standings(visit.event) if row.player.number == number), None)
    return show(
        request,
        "player.html",
        visit,
        here=looked_at.name,
        player=looked_at,
        team=record.teams.get(looked_at.team),
        rank=rank,
        games=pages.games_of(record, looked_at),
        figures=pages.opened(visit.event, looked_at),
        declared=pages.shows_declared(visit.event, record, timezone.now()),
        person=person_open_to(request.user, looked_at.user_id),
    )


@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """The diary of the event."""
    visit = access.event(request.user, slug)
    acts = acts_of(visit.event, organiser=visit.organiser)
    page: Any = Paginator(acts, A_PAGE).get_page(request.GET.get("page"))
    page.object_list = act_snapshots(page.object_list)
    return show(request, "diary.html", visit, here="Diary", page=page)


def _on_the_wall(record: Record) -> list[GameSnapshot]:
    """The games of the round, byes last; of a ladder those that are to be played."""
    if record.event.climbing:
        return [game for game in record.rows if game.state != Game.State.CONFIRMED]
    games = record.of_round(record.current.number) if record.current else []
    return sorted(games, key=lambda game: game.b is None)


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """For the wall: clock, pairings and standings in turn, in large letters."""
    visit = access.event(request.user, slug)
    record = cached_record(visit.event)
    games = _on_the_wall(record)
    missing = [g for g in games if g.state != Game.State.CONFIRMED]
    rows = pages.standings(visit.event) if record.rounds else []
    met = pages.match_rows(record, record.current.number) if record.current else ()
    parts: list[tuple[str, Sequence[Any]]] = [
        ("matches", met[i : i + A_SCREEN]) for i in range(0, len(met), A_SCREEN)
    ]
    parts += [("games", games[i : i + A_SCREEN]) for i in range(0, len(games), A_SCREEN)]
    team_rows = pages.team_standings(visit.event)
    parts += [("teams", team_rows[i : i + A_SCREEN]) for i in range(0, len(team_rows), A_SCREEN)]
    parts += [("rows", rows[i : i + A_SCREEN]) for i in range(0, len(rows), A_SCREEN)]
    text = request.GET.get("part", "0")
    part = (whole(text) or 0) % max(1, len(parts))
    kind, shown = (
        parts[part] if parts else ("players", [p for p in record.players.values() if p.in_play][:48])
    )
    return show(
        request,
        "screen.html",
        visit,
        kind=kind,
        shown=shown,
        size=next(name for most, name in WALL_SIZES if len(shown) <= most),
        part=part,
        parts=len(parts),
        next=(part + 1) % max(1, len(parts)),
        missing=len(missing),
        news=visit.event.news.first(),
    )
