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
from mfcampaign.events import access as events
from mfcampaign.play import access as play
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
    **rows("read", KNOWING, "rulings", "ruling", "playoffs", "divisions"),
    **rows("read", MEMBERS, "entries", "arsenal_of", "purse", "aftermath", "entered_cards"),
    **rows("read", PLAYERS, "arsenal_draft", "hire_window", "game_offers"),
    **rows("read", TABLE, "own_crew"),
    # what was, and by what a league is played
    **rows("read", KNOWING, "front", "history", "player_history", "archive", "league_sheet"),
    **rows("read", MEMBERS, "biography", "house_rules", "week_pairing", "week_certificate"),
    **rows("read", KNOWING, "chart_sets", "chart_set", "compare_charts", "chart_table"),
    **rows("read", SIGNED_IN, "presets", "league_files"),
    **rows("read", EVERYONE, "template"),
    **rows("read", ORGANISER, "league_file"),
    **rows("organise", SIGNED_IN, "upload_league_file"),
    **rows(
        "organise",
        ORGANISER,
        "export_league",
        "import_league_file",
        "forecasts",
        "forecast",
    ),
    **rows("read", MEMBERS, "background_jobs"),
    **rows("play", PLAYERS, "share_sheet", "unshare_sheet"),
    # who meets whom
    **rows("organise", ORGANISER, "pairing_plan", "preview_places"),
    **rows("read", PLAYERS, "availability"),
    # what one is told
    **rows("read", SIGNED_IN, "notice_settings", "calendars"),
    **rows("play", SIGNED_IN, "mark_notices", "change_notice_settings", "make_calendar", "revoke_calendar"),
    # set-ups: whoever knows the code reads; its maker changes it
    **rows("read", EVERYONE, "set_up_commitment", "set_up", "set_up_of_cards", "score_of_first_edition"),
    **rows("read", SIGNED_IN, "set_ups"),
    **rows("play", SIGNED_IN, "draw_set_up"),
    **rows("play", PLAYER, "draw_set_up_again", "lock_set_up"),
    # Encounters played or recorded here: their players'; over ones are for whoever has the link
    **rows("read", TABLE, "play", "play_log", "replay_play", "play_proof"),
    **rows("read", SIGNED_IN, "plays"),
    **rows("play", SIGNED_IN, "new_play", "new_record", "join_play"),
    **rows("play", TABLE, "enter_shuffle", "answer_ask", "take_back", "concede_play"),
    **rows("play", TABLE, "act_by_hand"),
    **rows("play", TABLE, "enter_entries", "undo_entry"),
    # events: open to who has the address; a draft and organising are the organisers'
    **rows("read", EVERYONE, "events", "event", "event_players", "event_player", "event_standings"),
    **rows("read", EVERYONE, "event_statistics", "event_diary", "event_round", "event_certificate"),
    **rows("read", EVERYONE, "event_trf", "event_seat", "event_ladder", "event_challenges"),
    **rows("organise", ORGANISER, "players_for_organisers", "preview_exchange", "event_file"),
    **rows("organise", ORGANISER, "round_choices"),
    # a person, for whoever may know of something that they took part in
    **rows("read", KNOWING, "person_past", "person_games"),
    # oneself
    **rows("read", SIGNED_IN, "me", "my_actions", "notices", "crews"),
    **rows("read", PLAYER, "crew", "crew_versions", "crew_version"),
    # players act
    **rows("play", SIGNED_IN, "new_crew", "import_crew"),
    **rows("play", PLAYERS, "take_back_purchase"),
    **rows("organise", ORGANISER, "join_requests"),
    **rows("organise", ORGANISER, "remind_players"),
    **rows("play", PLAYER, "change_crew", "delete_crew", "restore_crew", "add_member", "remove_member"),
    **rows("play", PLAYER, "keep_crew_version", "use_crew_version", "delete_crew_version"),
    **rows("play", PLAYER, "set_upgrades", "submit_crew", "unsubmit_crew", "duplicate_crew", "name_model"),
    **rows("play", PLAYERS, "draft_arsenal", "found_arsenal", "reopen_arsenal", "hire_model", "buy_upgrade"),
    **rows("play", PLAYERS, "lock_hires", "unlock_hires", "restart_arsenal"),
    # an offer is between two, who play at one table here
    **rows("play", TABLE, "accept_game", "decline_game", "withdraw_game"),
    # packs of house figures: the world's is private, its owner organises
    **rows("read", SIGNED_IN, "packs"),
    **rows("read", ORGANISER, "pack_card", "pack_upgrade", "pack"),
    **rows("organise", SIGNED_IN, "new_pack"),
    **rows("organise", ORGANISER, "write_pack_card", "write_pack_upgrade", "enter_figures"),
    **rows("organise", ORGANISER, "change_pack", "add_house_card"),
    **rows("organise", ORGANISER, "change_pack_figures", "remove_pack_entry", "restore_pack_entry"),
    **rows("organise", ORGANISER, "add_card_form"),
    # saved tables: a code is the key to looking
    **rows("read", EVERYONE, "saved_table"),
    **rows("read", SIGNED_IN, "saved_tables"),
    **rows("play", SIGNED_IN, "save_table"),
    **rows("play", PLAYER, "change_table", "delete_table", "restore_table"),
    **rows("play", PLAYER, "undo_crew_change", "fill_crew", "set_own_cost", "renew_crew_link"),
    **rows("play", PLAYER, "move_crew_to_release"),
    **rows("play", TABLE, "let_play_be_watched", "say_phrase", "play_rematch"),
    **rows("organise", ORGANISER, "preview_figures"),
    **rows("organise", ORGANISER, "preview_ruling"),
    **rows("organise", ORGANISER, "webhooks", "add_webhook", "switch_webhook", "test_webhook", "deliveries"),
}

AUDIENCE: dict[tuple[Callable[..., Any], str], frozenset[str]] = {
    (signed_in, "organise"): SIGNED_IN,
    (signed_in, "play"): SIGNED_IN,
    (leagues.league, "play"): KNOWING,
    (templates.shared_template, "organise"): SIGNED_IN,
    (templates.own_template, "organise"): ORGANISER,
    (leagues.organiser, "organise"): ORGANISER,
    (leagues.own_entry, "play"): PLAYERS,
    (leagues.played_side, "play"): TABLE,
    (leagues.own_side, "play"): TABLE,
    (leagues.organised_table, "organise"): ORGANISER,
    (events.organiser, "organise"): ORGANISER,
    (events.event, "play"): SIGNED_IN,
    (events.seat, "play"): SIGNED_IN,
    (play.own_visit, "play"): TABLE,
}
"""Who may do an act, by its access and its scope; an act has a row only where it is for others."""


def row_of(endpoint: Endpoint) -> ApiRow | None:
    return API.get(endpoint.name) or row_of_access(endpoint)


def row_of_access(endpoint: Endpoint) -> ApiRow | None:
    may = AUDIENCE.get((endpoint.access, endpoint.scope)) if endpoint.access is not None else None
    return None if may is None else ApiRow(may, endpoint.scope)
