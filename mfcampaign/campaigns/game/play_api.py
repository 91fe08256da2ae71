"""Endpoints of a game's Encounter, played or recorded here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import acts
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.play import access
from mfcampaign.play.api.common import (
    PLAY,
    TAG,
    GroundKind,
    PlayUpdate,
    Word,
    own_visit,
    terrain_data,
    update_since,
)
from mfcampaign.play.api.reading import PlayView, view_of


class NewLeaguePlay(Struct, frozen=True, forbid_unknown_fields=True):
    """``play`` it on screen, or ``record`` a real table; on which ``ground``, a ``saved`` one by the code or
    link of its ``table``. For one laid by ``fate`` the game brings the word."""

    mode: Literal["play", "record"] = "record"
    ground: GroundKind = "open"
    theme: Word = ""
    table: Annotated[str, Meta(max_length=200)] = ""


@acts(
    "post",
    "leagues/<slug:slug>/weeks/<int:week>/games/<int:table>/encounter/",
    PlayView,
    body=NewLeaguePlay,
    example={"mode": "record"},
    status=201,
    tag=TAG,
)
def begin_game(call: PersonCall, slug: str, week: int, table: int) -> PlayView:
    """Begin your league game here once both Crews are revealed, or find the one that was begun."""
    seat = leagues.played_side(call.user, slug, week, table)
    row = league_play.of_game(seat.game)
    if row is None:
        ground = league_play.terrain_form(seat, call.user, terrain_data(call.body)).terrain(call.request)
        row = league_play.begin(seat, call.user, call.body.mode, ground)
    return view_of(call, access.own_visit(call.user, row.public_id))


@acts("post", f"{PLAY}report/", PlayUpdate, tag=TAG)
def report_play(call: PersonCall, play: str) -> PlayUpdate:
    """Send the result to the league, where the opponent confirms it."""
    visit = own_visit(call, play)
    league_play.report(visit.row, call.user)
    return update_since(visit, visit.row.version)
