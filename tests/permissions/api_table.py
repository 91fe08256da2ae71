"""Who may ask what of the API: one row for every operation, as ``table`` has one for every address.

``scope`` is what a token must hold; whoever holds all scopes still meets the doors of the pages. An act
declares its access, for programs and for its form alike: its row is what ``AUDIENCE`` says of that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Endpoint
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.opening import access as templates
from mfcampaign.catalog import access as packs
from mfcampaign.crews import access as crews
from mfcampaign.events import access as events
from mfcampaign.notices import access as notices
from mfcampaign.play import access as play
from mfcampaign.setups import access as setups
from mfcampaign.tables import access as tables
from tests.permissions.table import (
    EVERYONE,
    KNOWING,
    MEMBERS,
    ORGANISER,
    PLAYER,
    PLAYERS,
    SIGNED_IN,
    TABLE,
)


@dataclass(frozen=True)
class ApiRow:
    may: frozenset[str]
    scope: str


def rows(scope: str, may: frozenset[str], *names: str) -> dict[str, ApiRow]:
    return {name: ApiRow(may, scope) for name in names}


API: dict[str, ApiRow] = {
    # open to strangers
    **rows("read", EVERYONE, "models", "model", "upgrades", "seasons", "releases", "leagues", "shared_crew"),
    **rows("read", EVERYONE, "payday", "check_campaign_crew", "soulstone_pools", "barter_offers"),
    **rows("read", EVERYONE, "scenario_of_cards", "check_hiring", "pair_players", "rank_players"),
    **rows("read", EVERYONE, "pairing_choices"),
    **rows("read", EVERYONE, "sight", "measure", "movement", "check_table"),
    # an unlisted league
    **rows("read", KNOWING, "league", "standings", "diary", "weeks", "week", "charts", "league_game"),
    **rows(
        "read",
        KNOWING,
        "rulings",
        "ruling",
        "playoffs",
        "divisions",
        "league_seasons",
        "points_given",
        "team_table",
    ),
    **rows("read", MEMBERS, "entries", "arsenal_of", "league_costs", "leader_of", "purse"),
    **rows("read", MEMBERS, "aftermath", "entered_cards"),
    **rows("read", PLAYERS, "arsenal_draft", "leader_draft", "hire_window", "game_offers", "restart"),
    **rows("read", TABLE, "own_crew"),
    # what was, and by what a league is played
    **rows("read", KNOWING, "front", "history", "player_history", "archive", "league_sheet"),
    **rows("read", MEMBERS, "biography", "house_rules", "week_pairing", "week_certificate"),
    **rows("read", KNOWING, "chart_sets", "chart_set", "compare_charts", "chart_table"),
    **rows("read", SIGNED_IN, "presets", "league_files"),
    **rows("read", EVERYONE, "template"),
    **rows("read", ORGANISER, "league_file"),
    **rows("organise", ORGANISER, "forecasts", "forecast", "join_requests"),
    **rows("read", MEMBERS, "background_jobs"),
    # who meets whom
    **rows("organise", ORGANISER, "pairing_plan", "preview_places"),
    **rows("read", PLAYERS, "availability"),
    # what one is told
    **rows("read", SIGNED_IN, "notice_settings", "calendars"),
    # set-ups: whoever knows the code reads; its maker changes it
    **rows("read", EVERYONE, "set_up_commitment", "set_up", "set_up_of_cards", "score_of_first_edition"),
    **rows("read", SIGNED_IN, "set_ups"),
    # Encounters played or recorded here: their players'; over ones are for whoever has the link
    **rows("read", TABLE, "play", "play_log", "replay_play", "play_proof"),
    **rows("read", SIGNED_IN, "plays"),
    **rows("read", EVERYONE, "table_clock"),
    # events: open to who has the address; a draft and organising are the organisers'
    **rows("read", EVERYONE, "events", "event", "event_players", "event_player", "event_standings"),
    **rows("read", EVERYONE, "event_statistics", "event_diary", "event_round", "event_certificate"),
    **rows("read", EVERYONE, "event_trf", "event_seat", "event_ladder", "event_challenges"),
    **rows("read", EVERYONE, "event_teams", "event_team_standings"),
    **rows("organise", ORGANISER, "players_for_organisers", "preview_exchange", "event_file"),
    **rows("organise", ORGANISER, "preview_result", "preview_event_settings"),
    **rows("organise", ORGANISER, "round_choices"),
    **rows("organise", ORGANISER, "look_at_players_of_table", "look_at_results_of_table"),
    # a person, for whoever may know of something that they took part in
    **rows("read", KNOWING, "person_past", "person_games"),
    # oneself
    **rows("read", SIGNED_IN, "me", "my_actions", "notices", "crews", "collection", "notes"),
    **rows("read", PLAYER, "crew", "crew_versions", "crew_version", "crew_news", "tried_in_crew"),
    # an offer is between two, who play at one table here
    **rows("play", TABLE, "accept_game", "decline_game", "withdraw_game"),
    # packs of house figures: the world's is private, its owner organises
    **rows("read", SIGNED_IN, "packs"),
    **rows("read", ORGANISER, "pack_card", "pack_upgrade", "pack"),
    # saved tables: a code is the key to looking
    **rows("read", EVERYONE, "saved_table"),
    **rows("read", SIGNED_IN, "saved_tables"),
    **rows("organise", ORGANISER, "preview_figures", "preview_league_change"),
    **rows("organise", ORGANISER, "preview_ruling"),
    **rows("organise", ORGANISER, "webhooks", "deliveries"),
}

AUDIENCE: dict[tuple[Callable[..., Any], str], frozenset[str]] = {
    (signed_in, "organise"): SIGNED_IN,
    (signed_in, "play"): SIGNED_IN,
    (leagues.league, "play"): KNOWING,
    (leagues.member, "play"): MEMBERS,
    (templates.shared_template, "organise"): SIGNED_IN,
    (templates.own_template, "organise"): ORGANISER,
    (crews.crew_or_404, "play"): PLAYER,
    (crews.deleted_or_404, "play"): PLAYER,
    (packs.own_pack, "organise"): ORGANISER,
    (packs.own_card, "organise"): ORGANISER,
    (leagues.organiser, "organise"): ORGANISER,
    (leagues.absent, "organise"): ORGANISER,
    (leagues.own_entry, "play"): PLAYERS,
    (leagues.own_arsenal, "play"): PLAYER,
    (leagues.own_league_file, "organise"): ORGANISER,
    (leagues.played_side, "play"): TABLE,
    (leagues.own_side, "play"): TABLE,
    (leagues.organised_table, "organise"): ORGANISER,
    (events.organiser, "organise"): ORGANISER,
    (events.event, "play"): SIGNED_IN,
    (events.seat, "play"): SIGNED_IN,
    (notices.webhook, "organise"): ORGANISER,
    (play.own_visit, "play"): TABLE,
    (play.table_clock, "play"): SIGNED_IN,
    (setups.own_or_404, "play"): PLAYER,
    (tables.own_or_404, "play"): PLAYER,
    (tables.deleted_or_404, "play"): PLAYER,
}
"""Who may do an act, by its access and its scope; an act has a row only where it is for others."""


def row_of(endpoint: Endpoint) -> ApiRow | None:
    return API.get(endpoint.name) or row_of_access(endpoint)


def row_of_access(endpoint: Endpoint) -> ApiRow | None:
    may = AUDIENCE.get((endpoint.access, endpoint.scope)) if endpoint.access is not None else None
    return None if may is None else ApiRow(may, endpoint.scope)
