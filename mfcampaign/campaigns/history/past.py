"""The games and leagues of one person, as far as a viewer may see them. Three queries."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import access
from mfcampaign.campaigns.models import Entry, Game, GameSide, Report
from mfcampaign.campaigns.pairing.values import instead_of_game
from rules.tournament.standings.record import Participation, PlayedGame

FORFEITED = Game.State.FORFEITED
AGREED = (Report.State.CONFIRMED, Report.State.RULED)


def parts(viewer: Viewer, person: int) -> list[Participation]:
    """The leagues in which ``person`` has an Arsenal, or had."""
    rows = Entry.objects.filter(user=person, campaign__in=access.visible_to(viewer).values("pk"))
    entries = rows.exclude(Entry.BUILDS_FIRST).select_related("campaign")
    return [
        Participation(
            row.joined_at, row.campaign.name, reverse("campaigns:player", args=[row.campaign.slug, row.pk])
        )
        for row in entries
    ]


def meetings(viewer: Viewer, person: int) -> list[PlayedGame]:
    """The games of ``person`` whose result stands and those that were forfeited, in order. What somebody
    else played before them in the same entry is not theirs."""
    agreed = Report.objects.filter(game=OuterRef("game"), state__in=AGREED).order_by("-number")
    own = (
        GameSide.objects.filter(
            entry__user=person,
            played_as="",
            game__state__in=(*Game.WITH_RESULT, FORFEITED),
            game__week__campaign__in=access.visible_to(viewer).values("pk"),
        )
        .annotate(report_result=Subquery(agreed.values("result")[:1]))
        .select_related("game__week__campaign", "entry")
        .order_by("game__confirmed_at", "game")
    )
    mine = {side.game_id: side for side in own}
    rows = GameSide.objects.filter(game__in=mine).select_related("entry__user")
    others = {row.game_id: row for row in rows if row.entry_id != mine[row.game_id].entry_id}
    return [_meeting(side, others[game], viewer) for game, side in mine.items() if game in others]


def _meeting(side: Any, other: GameSide, viewer: Viewer) -> PlayedGame:
    game, week = side.game, side.game.week
    league, user = week.campaign, other.entry.user
    named = not other.played_as and user.shows_past_to(viewer)
    forfeit = game.state == FORFEITED
    # A league's table counts a forfeit for nobody: who came was paid for it.
    vp = (0, 0) if forfeit else game.outcome["vp"]
    winner = game.outcome.get("winner")
    return PlayedGame(
        at=game.confirmed_at or game.closed_at or league.created_at,
        where=league.name,
        about=f"week {week.number}, table {game.table}",
        path=reverse("campaigns:game", args=[league.slug, week.number, game.table]),
        opponent=other.label,
        rival=f"person:{user.pk}" if named else f"league:{other.entry_id}:{other.played_as}",
        person=user.pk if named else None,
        vp=vp[side.seat],
        vp_against=vp[other.seat],
        won=None if winner is None else winner == side.seat,
        faction=side.entry.faction,
        opponent_faction=other.entry.faction,
        strategy=game.scenario.get("strategy", ""),
        forfeit=forfeit,
        instead=instead_of_game(game.outcome, {s.seat: s.label for s in (side, other)}) if forfeit else "",
        kind="league",
        edition=league.edition,
        leader=_leader(game, side.seat),
        opponent_leader=_leader(game, other.seat),
        deployment=game.scenario.get("deployment", ""),
        schemes=_schemes(side.report_result, side.seat),
        named=str(user) if named else "",
    )


def _leader(game: Game, seat: int) -> str:
    """Who led that Crew, as it was revealed; empty of a game in which none was."""
    seats = (game.reveal or {}).get("seats") or ()
    members = seats[seat].get("members", ()) if seat < len(seats) else ()
    return next((member["name"] for member in members if member.get("leader")), "")


def _schemes(result: Any, seat: int) -> tuple[str, ...]:
    """The Schemes of that side by the result that stands."""
    seats = (result or {}).get("seats") or ()
    return tuple(each["name"] for each in seats[seat].get("schemes", ())) if seat < len(seats) else ()
