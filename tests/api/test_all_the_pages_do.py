"""docs/api.md promises everything the pages do: each act has its operation, or says why it has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from mfcampaign.api.endpoint import REGISTERED
from mfcampaign.campaigns.organiser.views import ORGANISER_ACTIONS

# What is done in a browser alone, and why.
IN_A_BROWSER = {
    "accounts": "one’s own account, with passwords and keys",
    "account": "one’s own account, with passwords and keys",
    "mfa": "one’s own account, with passwords and keys",
    "api_tokens": "a token makes no tokens",
    "web": "how this browser shows pages",
    "notices:unsubscribe": "the link of a mail, for its reader",
    "notices:chat": "keys of a Discord application are given on the page",
    "notices:discord": "Discord itself asks it",
    "crews:keep": "a Crew begun without an account, known to one browser",
    "play:outbox": "what a phone without signal wrote; programs send entries as they come",
    "play:hire": "leads to the builder; a program answers the question with a Crew",
    "play:hand_in": "comes from the builder; a program answers the question with a Crew",
    "act:draw_round_again": "as flip_round_scenario, with the reason that a person gives",
    "act:enter_results": "as enter_result, for all tables of a round in one form",
    "play:try": "a figure of a pack against a bot, in the editor; a program begins a play with its Crew",
}
# Address of a page → the operations that do the same.
SAME = {
    "catalog:pack_new": "new_pack",
    "catalog:season_new": "bring_season",
    "catalog:pack_figures": "enter_figures",
    "catalog:house_card_json": "write_pack_card",
    "catalog:house_thing": "write_pack_card",
    "catalog:pack_house": "add_house_card",
    "catalog:pack_entry": "change_pack_figures",
    "catalog:pack_remove": "remove_pack_entry",
    "crews:new": "new_crew",
    "crews:import": "import_crew",
    "crews:add": "add_member",
    "crews:remove": "remove_member",
    "crews:undo": "undo_crew_change",
    "crews:fill": "fill_crew",
    "crews:cost": "set_own_cost",
    "crews:upgrade": "set_upgrades",
    "crews:settings": "change_crew",
    "play:new": "new_play",
    "play:new_record": "new_record",
    "play:start_clock": "start_table_clock",
    "play:join": "join_play",
    "play:fate": "enter_shuffle",
    "play:answer": "answer_ask",
    "play:back": "take_back",
    "play:leave": "concede_play",
    "play:asking": "choose_what_is_asked",
    "play:let_watch": "let_play_be_watched",
    "play:say": "say_phrase",
    "play:rematch": "play_rematch",
    "play:referee": "act_by_hand",
    "play:enter": "enter_entries",
    "play:undo": "undo_entry",
    "setups:new": "draw_set_up set_up_of_cards",
    "tables:new": "save_table",
    "tables:check": "check_table",
    "tables:edit": "change_table",
    "notices:settings": "change_notice_settings",
    "notices:calendars": "make_calendar",
    "notices:webhooks": "add_webhook",
    "campaigns:new": "open_league",
    "campaigns:join": "join_league",
    "campaigns:import": "upload_league_file",
    "campaigns:settings_rules": "change_policies",
    "campaigns:costs": "preview_ruling make_ruling",
    "campaigns:change_league": "preview_league_change change_league",
    "campaigns:ask": "ask_to_join",
    "campaigns:arsenal_start": "draft_arsenal",
    "campaigns:leader": "draft_leader",
    "campaigns:charts_upload": "upload_charts",
    "campaigns:chart_upload": "put_chart",
    "campaigns:chart_row_new": "add_chart_row",
    "campaigns:chart_row": "change_chart_row",
    "campaigns:ruling": "preview_ruling make_ruling",
    "campaigns:ruling_preview": "preview_ruling make_ruling",
    "campaigns:rule_on_game": "preview_ruling make_ruling",
    "campaigns:enter_result": "preview_ruling make_ruling",
    "campaigns:rule_on_player": "preview_ruling make_ruling",
    "campaigns:export": "export_league",
    "campaigns:forecasts": "order_forecast",
    "campaigns:crew": "write_crew hand_in_crew",
    "campaigns:absent_crew": "hand_in_for",
    "campaigns:schemes": "choose_schemes",
    "campaigns:play": "begin_game",
    "campaigns:play_report": "report_play",
    "campaigns:report": "report_game",
    "campaigns:rule": "rule_result rule_forfeit set_encounter_aside",
    "campaigns:aftermath_enter": "enter_cards",
    "events:new": "announce_event",
    "events:import": "import_event",
    "events:join": "sign_up_for_event",
    "events:settings": "change_event",
    "events:add_players": "add_players_of_table add_event_players look_at_players_of_table",
    "events:enter_results": "enter_results_of_table look_at_results_of_table",
}
# The buttons behind one address: their words → operations.
OF_ORGANISERS = {
    "invite": "invite",
    "guest": "add_guest",
    "guest-link": "renew_guest_link",
    "retire": "make_ruling",
    "deadline": "make_ruling",
    "holiday": "make_ruling",
    "award": "make_ruling",
    "scenario": "set_scenario",
}


def methods_of(view: Any) -> tuple[str, ...] | None:
    """What ``require_http_methods`` around a view lets in; ``None`` where nothing is said."""
    allowed = None
    while view is not None:
        code = getattr(view, "__code__", None)
        if code is not None and "request_method_list" in code.co_freevars:
            allowed = view.__closure__[code.co_freevars.index("request_method_list")].cell_contents
        view = getattr(view, "__wrapped__", None)
    return tuple(allowed) if allowed is not None else None


def addresses(patterns: list[Any], space: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", pattern.callback


def acting_pages() -> set[str]:
    every = dict(addresses(get_resolver().url_patterns))
    acting = {name for name, view in every.items() if "POST" in (methods_of(view) or ("POST",))}
    return {name for name in acting if not name.startswith("api:")}


def excused(name: str) -> bool:
    return not IN_A_BROWSER.keys().isdisjoint({name, name.partition(":")[0], name.partition("_")[0]})


def test_each_act_of_the_pages_has_an_operation_or_a_reason():
    reverse("api:docs")  # every operation is declared now
    operations = {endpoint.name for endpoint in REGISTERED.values()}
    acting, by_button = (
        acting_pages(),
        {"campaigns:organiser_action", *(f"act:{name}" for name in operations)},
    )
    without = sorted(name for name in acting - by_button - SAME.keys() if not excused(name))
    assert without == [], "declare an operation for what these pages do, or say why there is none"
    assert sorted(SAME.keys() - acting) == [], "these pages do nothing any more"
    named = " ".join((*SAME.values(), *OF_ORGANISERS.values())).split()
    assert sorted(set(named) - operations) == [], "there are no such operations"


def test_each_button_of_the_organisers_has_one():
    assert OF_ORGANISERS.keys() == ORGANISER_ACTIONS.keys()
