"""Who may ask what of the API: one row for every operation, as ``table`` has one for every address.

``scope`` is what a token must hold; whoever holds all scopes still meets the doors of the pages.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    **rows("organise", ORGANISER, "decide_playoff_match", "name_divisions", "place_in_division"),
    **rows("organise", ORGANISER, "open_next_season"),
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
    **rows("organise", SIGNED_IN, "copy_template", "upload_league_file"),
    **rows("organise", ORGANISER, "use_preset", "save_template", "archive_template", "restore_template"),
    **rows("organise", ORGANISER, "upload_charts", "fork_charts", "use_charts", "put_chart"),
    **rows("organise", ORGANISER, "add_chart_row", "change_chart_row", "remove_chart_row"),
    **rows(
        "organise",
        ORGANISER,
        "export_league",
        "withdraw_league_import",
        "import_league_file",
        "forecasts",
        "order_forecast",
        "forecast",
    ),
    **rows("organise", ORGANISER, "stop_forecast"),
    **rows("read", MEMBERS, "background_jobs"),
    **rows("organise", ORGANISER, "retry_job"),
    **rows("play", PLAYERS, "share_sheet", "unshare_sheet"),
    # who meets whom
    **rows(
        "organise",
        ORGANISER,
        "pairing_plan",
        "order_pairing_preferences",
        "add_pair_rule",
        "remove_pair_rule",
    ),
    **rows("organise", ORGANISER, "preview_places", "exchange_places", "pair_week_again"),
    **rows("read", PLAYERS, "availability"),
    **rows("play", PLAYERS, "change_pairing_facts", "set_availability"),
    **rows("play", PLAYERS, "name_stand_in", "end_stand_in"),
    **rows("organise", ORGANISER, "set_stand_in"),
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
    **rows("play", TABLE, "enter_entries", "undo_entry", "begin_game", "report_play"),
    # events: open to who has the address; a draft and organising are the organisers'
    **rows("read", EVERYONE, "events", "event", "event_players", "event_player", "event_standings"),
    **rows("read", EVERYONE, "event_statistics", "event_diary", "event_round", "event_certificate"),
    **rows("read", EVERYONE, "event_trf", "event_seat", "event_ladder", "event_challenges"),
    **rows("play", SIGNED_IN, "sign_up_for_event", "declare_for_event", "report_event_game"),
    **rows("play", SIGNED_IN, "confirm_event_game", "leave_event", "challenge_player"),
    **rows("play", SIGNED_IN, "answer_challenge", "withdraw_challenge"),
    **rows("organise", SIGNED_IN, "announce_event", "import_event"),
    **rows("organise", ORGANISER, "change_event", "open_event", "begin_event", "finish_event"),
    **rows(
        "organise",
        ORGANISER,
        "cancel_event",
        "announce_to_event",
        "add_event_organiser",
        "players_for_organisers",
    ),
    **rows("organise", ORGANISER, "add_event_player", "add_event_players", "check_all_in", "fill_event_up"),
    **rows("organise", ORGANISER, "check_in", "mark_paid", "declare_for_player", "drop_player"),
    **rows("organise", ORGANISER, "restore_player", "renew_player_code", "pair_round", "discard_round_draft"),
    **rows("organise", ORGANISER, "publish_round", "take_round_back", "preview_exchange", "exchange_players"),
    **rows("organise", ORGANISER, "pair_round_again", "settle_pair", "flip_round_scenario", "set_clock"),
    **rows("organise", ORGANISER, "enter_result", "make_cut", "end_rounds_early", "event_file"),
    **rows("organise", ORGANISER, "add_players_of_table", "enter_results_of_table", "round_choices"),
    **rows("organise", ORGANISER, "look_at_players_of_table", "look_at_results_of_table"),
    **rows("organise", ORGANISER, "lift_challenge", "place_on_rung"),
    # a person, for whoever may know of something that they took part in
    **rows("read", KNOWING, "person_past", "person_games"),
    # oneself
    **rows("read", SIGNED_IN, "me", "my_actions", "notices", "crews"),
    **rows("read", PLAYER, "crew", "crew_versions", "crew_version"),
    # players act
    **rows("play", SIGNED_IN, "join_league", "new_crew", "import_crew"),
    **rows("play", KNOWING, "ask_to_join", "withdraw_join_request"),
    **rows("play", PLAYERS, "leave_league", "take_back_purchase"),
    **rows("play", TABLE, "withdraw_report"),
    **rows("organise", ORGANISER, "join_requests", "accept_join_request", "decline_join_request"),
    **rows("organise", ORGANISER, "remind_players"),
    **rows("play", PLAYER, "change_crew", "delete_crew", "restore_crew", "add_member", "remove_member"),
    **rows("play", PLAYER, "keep_crew_version", "use_crew_version", "delete_crew_version"),
    **rows("play", PLAYER, "set_upgrades", "submit_crew", "unsubmit_crew", "duplicate_crew", "name_model"),
    **rows("play", PLAYERS, "draft_arsenal", "found_arsenal", "reopen_arsenal", "hire_model", "buy_upgrade"),
    **rows("play", PLAYERS, "lock_hires", "unlock_hires", "restart_arsenal", "offer_game"),
    **rows(
        "play",
        TABLE,
        "propose_size",
        "write_crew",
        "hand_in_crew",
        "take_back_crew",
        "choose_schemes",
        "report_game",
    ),
    **rows("play", TABLE, "confirm_report", "object_to_report", "choose", "enter_cards", "flip_source"),
    **rows("play", TABLE, "countersign", "object_to_flip"),
    **rows("play", TABLE, "accept_game", "decline_game", "withdraw_game"),
    # organisers act
    **rows("organise", SIGNED_IN, "open_league"),
    **rows("organise", ORGANISER, "invite", "revoke_invitations", "add_guest", "renew_guest_link"),
    **rows("organise", ORGANISER, "add_organiser", "remove_organiser"),
    **rows("organise", ORGANISER, "close_registration", "start_campaign", "cancel_league", "close_hires"),
    **rows("organise", ORGANISER, "games_due", "choose_event", "set_scenario", "flip_scenario_again"),
    **rows("organise", ORGANISER, "enter_contest", "change_policies", "use_pack", "rule_result"),
    **rows("organise", ORGANISER, "rule_forfeit", "rule_on_flips", "set_encounter_aside"),
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
    **rows("organise", ORGANISER, "preview_figures", "adopt_figures"),
    **rows("organise", ORGANISER, "preview_ruling", "make_ruling"),
    **rows("organise", ORGANISER, "webhooks", "add_webhook", "switch_webhook", "test_webhook", "deliveries"),
}
