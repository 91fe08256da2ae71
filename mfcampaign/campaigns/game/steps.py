"""Helpers of all operations of a game: locking it, finding its two sides, ending it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns.models import Campaign, Game, GameSide
from rules.refusal import Refusal

Sides = tuple[GameSide, GameSide]


@contextmanager
def game_operation(
    game: Game, actor: Actor, kind: str, *, key: str | None = None, reason: str = ""
) -> Iterator[tuple[ActInProgress[Campaign], Game]]:
    """``operation`` on the league of a game, with the game itself re-read under the lock."""
    with operation(game.week.campaign, actor, kind=kind, key=key, reason=reason) as act:
        rows = Game.objects.select_for_update(of=("self",)).select_related("week")
        fresh = rows.get(pk=game.pk)
        fresh.week.campaign = act.row
        expect_going_on(act.row)
        yield act, fresh


def expect_going_on(league: Campaign) -> None:
    """Refuse what a cancelled league has no use for any more; pages ask before they show a form for it."""
    if league.cancelled:
        raise Refusal("This league was cancelled; it stays as it is.")


def both_sides(game: Game, side: GameSide) -> tuple[GameSide, GameSide]:
    """``side`` and the opponent's, freshly read."""
    sides = sides_of(game)
    own = next(s for s in sides if s.pk == side.pk)
    return own, next(s for s in sides if s.pk != side.pk)


def sides_of(game: Game) -> Sides:
    """Both sides by seat, freshly read, with their people. One query."""
    first, second = GameSide.objects.filter(game=game).select_related("entry__user").order_by("seat")
    for side in (first, second):
        side.game, side.entry.campaign = game, game.week.campaign
    return first, second


def in_seats(a: GameSide, b: GameSide) -> Sides:
    return (a, b) if a.seat < b.seat else (b, a)


def expect(game: Game, state: str, sentence: str) -> None:
    if game.state != state:
        raise Refusal(sentence)


def expect_open(game: Game, *, before_result: bool = False) -> None:
    if game.state not in Game.BEFORE_RESULT:
        why = "It has a result already." if before_result else "Its Aftermath has begun."
        raise Refusal(f"Table {game.table} cannot be changed this way any more. {why}")


def end(game: Game, state: str, outcome: dict[str, Any]) -> None:
    game.state = state
    game.outcome = outcome
    game.closed_at = timezone.now()
    game.save(update_fields=["state", "outcome", "closed_at"])
