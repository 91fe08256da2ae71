"""Endpoints of a game's Encounter, played or recorded here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.access import PlayerSeat
from mfcampaign.campaigns.api_access import GAME
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.play.access import Visit
from mfcampaign.play.api.common import (
    PLAY,
    TAG,
    GroundKind,
    PlayUpdate,
    Word,
    players,
    terrain_data,
    update_since,
)
from mfcampaign.play.api.reading import PlayView, own_view


class NewLeaguePlay(Struct, frozen=True, forbid_unknown_fields=True):
    """``play`` it on screen, or ``record`` a real table; on which ``ground``, a ``saved`` one by the code or
    link of its ``table``. For one laid by ``fate`` the game brings the word."""

    mode: Literal["play", "record"] = "record"
    ground: GroundKind = "open"
    theme: Word = ""
    table: Annotated[str, Meta(max_length=200)] = ""


@act(
    "post",
    f"{GAME}encounter/",
    leagues.played_side,
    example={"mode": "record"},
    status=201,
    tag=TAG,
)
def begin_game(call: PersonCall, seat: PlayerSeat, body: NewLeaguePlay) -> Done[PlayView]:
    """Begin your league game here once both Crews are revealed, or find the one that was begun."""
    row = league_play.of_game(seat.game)
    if row is None:
        ground = league_play.terrain_form(seat, call.user, terrain_data(body)).terrain(call.request)
        row = league_play.begin(seat, call.user, body.mode, ground)
    return Done("", own_view(call, row.public_id))


@players("post", f"{PLAY}report/")
def report_play(call: PersonCall, visit: Visit) -> Done[PlayUpdate]:
    """Send the result to the league, where the opponent confirms it."""
    league_play.report(visit.row, call.user)
    return Done("", update_since(visit, visit.row.version))
