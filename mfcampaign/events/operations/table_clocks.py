"""The chess clocks at the tables of an event."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.db.models.signals import post_delete
from django.urls import reverse

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import operation
from mfcampaign.events.models import Event, Game, Player
from mfcampaign.events.operations.results import own_game, refuse_settled
from mfcampaign.play.operations import table_clocks
from rules.refusal import Refusal


def open_clock(event: Event, actor: Actor, player: Player, round_: int) -> str:
    """The code of the clock at the table of a player's game: a new one by the event's settings, or the one
    that the table has."""
    if (code := own_game(event, player, round_).clock_code) is not None:
        return code
    with operation(event, actor, kind="game.clock") as act:
        game = own_game(act.row, player, round_)
        if game.clock is not None:
            act.refuse_again("game.clock", game=game.pk)
        if game.state != Game.State.OPEN:
            refuse_settled(game)
            raise Refusal("The game is reported already.", fix="Confirm the result, or report another.")
        assert game.b is not None, "a bye has no table"
        game.clock = table_clocks.start(
            f"Round {round_}, table {game.table}: {act.row.name}",
            reverse("events:round", args=[act.row.slug, round_]),
            (game.a.name, game.b.name),
            act.row.clock_minutes,
            act.row.time_penalty,
        )
        game.save(update_fields=["clock"])
        act.say(
            f"Round {round_}, table {game.table}: a chess clock of {act.row.clock_minutes} minutes each.",
            game=game.pk,
            table=game.table,
            round=round_,
        )
        return game.clock.code


def clear(game: Game) -> None:
    """Take the clock off a game that others play now, with the time and the penalties of those before; the
    caller saves."""
    if game.clock_id is not None:
        table_clocks.remove(game.clock_id)
    game.clock, game.time_left, game.penalty_a, game.penalty_b = None, [], 0, 0


def rename(player: Player, name: str) -> None:
    """Call a player otherwise on each of their clocks."""
    for game in Game.objects.filter(Q(a=player) | Q(b=player)).exclude(clock=None):
        assert game.clock_id is not None
        table_clocks.rename(game.clock_id, int(game.b_id == player.pk), name)


def watch_games() -> None:
    """A game that is deleted takes its clock along, also with its round."""
    post_delete.connect(_game_gone, sender=Game, dispatch_uid="events clocks")


def _game_gone(sender: type[Game], instance: Game, **_more: Any) -> None:
    if instance.clock_id is not None:
        table_clocks.remove(instance.clock_id)
