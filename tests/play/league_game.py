"""A league's game brought to the table, for tests."""

from __future__ import annotations

from typing import Any

import msgspec
from django.test import Client

from mfcampaign.campaigns.scripted import play as scripted_play
from mfcampaign.play.models import Encounter
from rules.fate.shuffle import server_commitment

__all__ = ["address", "browser", "gather", "revealed_game", "settle", "users"]


def revealed_game(make_league: Any) -> Any:
    """A game of a league of two, both Crews revealed."""
    league = make_league(players=2)
    league.found_all()
    league.start()
    game_ = league.games()[0]
    for side in scripted_play.sides(game_):
        scripted_play.submit_crew(side)
    game_.refresh_from_db()
    return game_


def address(game: Any) -> str:
    """By which its players come to the table."""
    return f"/leagues/{game.week.campaign.slug}/week/{game.week.number}/games/{game.table}/play/"


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def users(game: Any) -> tuple[Any, Any]:
    first, second = (game.sides.get(seat=seat).entry.user for seat in (0, 1))
    return first, second


def gather(row: Encounter, people: tuple[Any, Any]) -> None:
    """Both say a phrase: their parts of the shuffles, without a script."""
    for seat, user in enumerate(people):
        sent = {"seat": seat, "do": "speak", "given": f"a phrase of twenty letters, seat {seat}"}
        assert browser(user).post(row.get_absolute_url() + "fate/", sent).status_code == 302
    row.refresh_from_db()


def settle(row: Encounter, turns: int) -> None:
    """So many Turns, for a test has no evening, and the same cards in every run; before the first card."""
    setup = msgspec.json.decode(row.setup)
    row.setup = msgspec.json.encode({**setup, "turns": turns}).decode()
    row.server_seed = bytes(range(1, 33))
    row.server_commitment = server_commitment(row.fate_name, row.server_seed).hex()
    row.save(update_fields=["setup", "server_seed", "server_commitment"])
