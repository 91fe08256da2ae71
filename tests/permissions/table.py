"""Who may reach what: one row for every address of the portal.

``unlisted`` leagues are known to their people alone, so a row below speaks of one; what a listed
league shows to everyone stands in ``PUBLIC_OF_LISTED``.
"""

from __future__ import annotations

from dataclasses import dataclass

ACTORS = ("anonymous", "stranger", "member", "opponent", "player", "organiser", "staff")
EVERYONE = frozenset(ACTORS)
SIGNED_IN = EVERYONE - {"anonymous"}
PLAYERS = frozenset({"member", "opponent", "player"})
MEMBERS = PLAYERS | {"organiser"}
# Staff look after the site: they may look at any league's open pages, but act in none.
KNOWING = MEMBERS | {"staff"}
TABLE = frozenset({"opponent", "player"})
PLAYER = frozenset({"player"})
ORGANISER = frozenset({"organiser"})


@dataclass(frozen=True)
class Row:
    """``args`` names the objects whose values fill the address, in order."""

    name: str
    args: tuple[str, ...] = ()
    may: frozenset[str] = EVERYONE
    method: str = "get"


def league(name: str, may: frozenset[str], *args: str, method: str = "get") -> Row:
    return Row(f"campaigns:{name}", ("slug", *args), may, method)


def table(name: str, may: frozenset[str], method: str = "get") -> Row:
    return league(name, may, "week", "table", method=method)


def crew(name: str, method: str = "post", may: frozenset[str] = PLAYER) -> Row:
    return Row(f"crews:{name}", ("crew",), may, method)


def pack(name: str, *args: str, method: str = "get") -> Row:
    return Row(f"catalog:{name}", ("pack", *args), ORGANISER, method)


ROWS = (
    # the portal itself
    Row("home"),
    Row("search"),
    Row("help"),
    Row("offline_pages", (), SIGNED_IN),
    Row("worker"),
    Row("manifest"),
    Row("web:offline"),
    Row("healthz"),
    Row("security_txt"),
    Row("robots_txt"),
    Row("metrics"),
    Row("about"),
    Row("web:theme", method="post"),
    Row("web:gallery"),
    Row("web:gallery_refusal", method="post"),
    Row("web:rules"),
    Row("web:rule", ("rule",)),
    Row("web:picture", ("picture",)),
    # the catalogue
    Row("catalog:models"),
    Row("catalog:model", ("model",)),
    Row("catalog:compare", ("model",)),
    Row("catalog:upgrades"),
    Row("catalog:upgrade", ("upgrade",)),
    Row("catalog:scenarios"),
    Row("catalog:season_new", (), SIGNED_IN),
    Row("catalog:releases"),
    Row("catalog:packs"),
    Row("catalog:pack_new", (), SIGNED_IN),
    pack("pack"),
    pack("pack_find"),
    pack("pack_house", "kind"),
    pack("pack_entry", "kind", "model"),
    pack("pack_remove", "kind", "model"),
    pack("pack_figures"),
    pack("house_card", "kind", "model"),
    pack("house_card_json", "kind", "model"),
    pack("house_thing", "kind", "model", "thing", "thing_number"),
    Row("play:try", ("pack", "model"), ORGANISER),
    Row("play:try_upgrade", ("pack", "printed_upgrade"), ORGANISER),
    # Crews: the owner is "player"; one begun without an account is open to whoever knows its address
    Row("crews:list"),
    Row("crews:new"),
    Row("crews:compare"),
    Row("crews:collection", (), SIGNED_IN),
    Row("crews:collection_text", (), SIGNED_IN),
    Row("crews:import"),
    Row("journal:journal", (), SIGNED_IN),
    Row("journal:print", (), SIGNED_IN),
    Row("crews:crew", ("open_crew",)),
    Row("crews:add", ("open_crew",), EVERYONE, "post"),
    Row("crews:print", ("open_crew",)),
    Row("crews:games", ("open_crew",)),
    Row("crews:tried", ("open_crew",)),
    Row("crews:share", ("share",)),
    Row("crews:share_text", ("share",)),
    crew("crew", "get"),
    crew("add"),
    crew("remove"),
    crew("undo"),
    crew("fill"),
    crew("cost"),
    crew("keep"),
    Row("crews:card", ("crew", "model"), PLAYER),
    crew("upgrade"),
    crew("settings"),
    crew("text", "get"),
    crew("print", "get"),
    crew("cards", "get"),
    # set-ups by cards: drawn without an account, read by whoever knows the code; its maker is "player"
    Row("setups:list"),
    Row("setups:new"),
    Row("setups:card", ("encounter",)),
    Row("setups:short", ("encounter",)),
    Row("setups:score", ("older_encounter",)),
    # tables: a code is the key to looking
    Row("tables:list"),
    Row("tables:sight"),
    Row("tables:movement"),
    Row("tables:table", ("layout",)),
    Row("tables:short", ("layout",)),
    Row("tables:file", ("layout",)),
    Row("tables:new"),
    Row("tables:generate"),
    Row("tables:check", (), EVERYONE, "post"),
    Row("tables:edit", ("layout",), PLAYER),
    # leagues
    Row("campaigns:leagues"),
    Row("campaigns:new", (), SIGNED_IN),
    Row("campaigns:join", ("invitation",)),
    Row("campaigns:templates", (), SIGNED_IN),
    Row("campaigns:template", ("template",)),
    Row("campaigns:import", (), SIGNED_IN),
    Row("campaigns:import_file", ("league_file",), ORGANISER),
    league("export", ORGANISER),
    league("forecasts", ORGANISER),
    league("forecast", ORGANISER, "forecast"),
    league("league", KNOWING),
    league("week", KNOWING, "week"),
    league("standings", KNOWING),
    league("diary", KNOWING),
    league("fate", KNOWING),
    league("follow", KNOWING),
    league("rulings", KNOWING),
    league("ruling", KNOWING, "ruling"),
    league("new_ruling", ORGANISER),
    league("ruling_preview", ORGANISER, method="post"),
    league("rule_on_game", ORGANISER, "week", "table"),
    league("enter_result", ORGANISER, "week", "table"),
    league("absent", ORGANISER, "entry"),
    league("absent_crew", ORGANISER, "entry", "week", "table"),
    league("rule_on_player", ORGANISER, "entry"),
    # what was
    league("front", KNOWING),
    league("history", KNOWING),
    league("season", KNOWING),
    league("player", KNOWING, "entry"),
    league("csv", KNOWING, "sheet"),
    league("biography", MEMBERS, "arsenal_model"),
    league("story", MEMBERS, "entry"),
    league("compare", MEMBERS),
    league("members", MEMBERS),
    league("leave", PLAYERS),
    league("ask", KNOWING),
    Row("notices:chat", ("slug",), MEMBERS),
    Row("notices:discord", ("door",), EVERYONE, "post"),
    league("commands", MEMBERS),
    league("organise", ORGANISER),
    league("organiser_action", ORGANISER, "organiser_action", method="post"),
    league("settings", MEMBERS),
    league("settings_rules", ORGANISER, method="post"),
    league("settings_figures", ORGANISER),
    league("change_league", ORGANISER),
    league("settings_from", ORGANISER, "beginning"),
    # charts: those in use are open, drafts and edits are the organisers'
    league("charts", KNOWING),
    league("chart_set", KNOWING, "charts"),
    league("charts_json", KNOWING, "charts"),
    league("chart", KNOWING, "charts", "chart"),
    league("chart_csv", KNOWING, "charts", "chart"),
    league("charts_compare", KNOWING, "charts", "own_charts_in_use"),
    league("charts_upload", ORGANISER, method="post"),
    league("chart_use", ORGANISER, "own_charts"),
    league("chart_upload", ORGANISER, "own_charts", "chart", method="post"),
    league("chart_row_new", ORGANISER, "own_charts", "chart"),
    league("chart_row", ORGANISER, "own_charts", "chart", "row"),
    league("chart_row_out", ORGANISER, "own_charts", "chart", "row"),
    league("arsenal_start", PLAYERS),
    league("leader", PLAYERS),
    league("leader_card", MEMBERS, "entry"),
    league("arsenal_card", PLAYERS, "model"),
    league("arsenal", MEMBERS, "entry"),
    league("scrip", MEMBERS, "entry"),
    league("hires", PLAYERS),
    league("restart", PLAYERS),
    Row("campaigns:sheet_shared", ("sheet_token",)),
    league("sheet", MEMBERS, "entry"),
    league("additional", PLAYERS),
    league("evenings", PLAYERS),
    league("pairing_why", MEMBERS, "week"),
    league("pairing_certificate", MEMBERS, "week"),
    league("divisions", ORGANISER),
    league("seasons", KNOWING),
    league("costs", MEMBERS),
    league("points", ORGANISER),
    league("playoffs", KNOWING),
    league("playoffs_screen", KNOWING),
    league("pairing_plan", ORGANISER),
    # one Encounter, played by "player" and "opponent"
    table("game", KNOWING),
    table("crew", TABLE),
    table("schemes", TABLE),
    table("report", TABLE),
    table("object", TABLE),
    table("rule", ORGANISER),
    table("play", TABLE),
    table("play_report", TABLE, "post"),
    table("aftermath", MEMBERS),
    table("aftermath_enter", TABLE, "post"),
    table("aftermath_entered", MEMBERS),
    # Encounters played or recorded here; "play" is one of player and opponent
    Row("catalog:abilities"),
    Row("catalog:abilities_of", ("model",)),
    Row("play:abilities"),
    Row("play:list"),
    Row("play:new"),
    Row("play:first_game", ("step",)),
    Row("play:new_record"),
    Row("play:terrain"),
    Row("play:outbox"),
    Row("play:cards", ("play",), TABLE),
    Row("play:join", ("seat_link",)),
    Row("play:encounter", ("play",), TABLE),
    Row("play:now", ("play",), TABLE),
    Row("play:follow", ("play",), TABLE),
    Row("play:asking", ("play",), TABLE, "post"),
    Row("play:let_watch", ("play",), TABLE, "post"),
    Row("play:watch", ("watched_play",)),
    Row("play:watch_follow", ("watched_play",)),
    Row("play:table_clock", ("table_clock",)),
    Row("play:table_clock_follow", ("table_clock",)),
    Row("play:start_clock", ("play",), TABLE, "post"),
    Row("play:region", ("play",), TABLE),
    Row("play:spot", ("play",), TABLE),
    Row("play:pointed", ("play",), TABLE),
    Row("play:fate", ("play",), TABLE, "post"),
    Row("play:answer", ("play",), TABLE, "post"),
    Row("play:rest", ("play",), TABLE),
    Row("play:hire", ("play",), TABLE, "post"),
    Row("play:hand_in", ("play",), TABLE, "post"),
    Row("play:back", ("play",), TABLE, "post"),
    Row("play:leave", ("play",), TABLE, "post"),
    Row("play:say", ("play",), TABLE, "post"),
    Row("play:rematch", ("play",), TABLE, "post"),
    Row("play:referee", ("play",), TABLE),
    Row("play:enter", ("play",), TABLE, "post"),
    Row("play:undo", ("play",), TABLE, "post"),
    Row("play:replay", ("play",), TABLE),
    Row("play:moment_picture", ("play", "moment"), TABLE),
    Row("play:proof", ("play",), TABLE),
    Row("play:proof_json", ("play",), TABLE),
    # notices: one's own inbox, calendars by secret address, a league's webhooks
    Row("notices:inbox", (), SIGNED_IN),
    Row("notices:go", ("notice",), PLAYER),
    Row("notices:settings", (), SIGNED_IN),
    Row("notices:written", (), frozenset()),
    Row("notices:unsubscribe", ("way_out",)),
    Row("notices:calendars", (), SIGNED_IN),
    Row("notices:calendar", ("calendar",)),
    Row("notices:event_days", ()),
    Row("notices:event_day", ("event",)),
    Row("notices:webhooks", ("slug",), ORGANISER),
    Row("notices:webhook", ("slug", "hook"), ORGANISER),
    # events: open to who has the address; organising is the organisers', a player's page whose code it is
    Row("events:events"),
    Row("events:new", (), SIGNED_IN),
    Row("events:import", (), SIGNED_IN),
    Row("events:event", ("event",)),
    Row("events:join", ("event",)),
    Row("events:standings", ("event",)),
    Row("events:teams", ("team_event",)),
    Row("events:follow", ("event",)),
    Row("events:ladder", ("ladder",)),
    Row("events:diary", ("event",)),
    Row("events:screen", ("event",)),
    Row("events:round", ("event", "event_number")),
    Row("events:certificate", ("event", "event_number")),
    Row("events:player", ("event", "event_number")),
    Row("events:table", ("event", "sheet")),
    Row("events:seat", ("event_code",)),
    Row("events:file", ("event",), ORGANISER),
    Row("events:manage", ("event",), ORGANISER),
    Row("events:people", ("event",), ORGANISER),
    Row("events:add_players", ("event",), ORGANISER),
    Row("events:enter_results", ("event",), ORGANISER),
    Row("events:codes", ("event",), ORGANISER),
    Row("events:settings", ("event",), ORGANISER),
    Row("events:organiser_round", ("event", "event_number"), ORGANISER),
    Row("events:slips", ("event", "event_number"), ORGANISER),
    Row("events:correction", ("event", "event_number", "event_game"), ORGANISER),
    # a person over all events and leagues: for whoever may know of one that they took part in
    Row("people:past", ("person",), KNOWING),
    # the API's own pages; its operations stand in ``api_table``
    Row("api:docs"),
    Row("api:openapi"),
    Row("api_tokens:tokens", (), SIGNED_IN),
    Row("api_tokens:revoke", ("api_token",), PLAYER, "post"),
    # people
    Row("account_login"),
    Row("account_signup"),
    Row("account_logout"),
    Row("account_reset_password"),
    Row("account_reset_password_done"),
    Row("account_reset_password_from_key", ("uid", "reset_key")),
    Row("account_reset_password_from_key_done"),
    Row("account_inactive"),
    Row("account_email_verification_sent"),
    Row("account_confirm_email", ("confirm_key",)),
    Row("accounts:guest", ("guest",)),
)
# Pages about oneself, for whoever is signed in; allauth guards them, some ask for the password again.
OWN_ACCOUNT = (
    "account_change_password",
    "account_confirm_login_code",
    "account_email",
    "account_reauthenticate",
    "account_set_password",
    "accounts:claim",
    "accounts:leave",
    "accounts:own_data",
    "accounts:profile",
    "mfa_activate_totp",
    "mfa_authenticate",
    "mfa_deactivate_totp",
    "mfa_download_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_index",
    "mfa_reauthenticate",
    "mfa_view_recovery_codes",
)
# What a listed league shows to everyone with an account.
SIGNED_IN_OF_LISTED = ("ask",)
PUBLIC_OF_LISTED = (
    *("charts", "chart_set", "charts_json", "chart", "chart_csv", "charts_compare"),
    *("league", "week", "standings", "diary", "fate", "follow", "game", "rulings", "ruling", "seasons"),
    *("front", "history", "season", "player", "csv", "playoffs", "playoffs_screen"),
)
