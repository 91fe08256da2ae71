"""Renumbers the ids inside stored values: Crews, results, contexts, answers, rulings, natural keys.

Rows are numbered from 1 in each table of the file. A foreign key says by itself to which table it points;
inside JSON the names of the keys do, the same ones wherever they occur.
"""

from __future__ import annotations

import re
from typing import Any

from rules.campaign.system import Renumber, StartRules

# A key of a JSON object → the table whose row its number (or each of its numbers) names.
KEYS = {
    "aftermath": "aftermath",
    "bearer": "model",
    "bearer_id": "model",
    "bounty": "bounty",
    "bound": "upgrade",
    "debt": "debt",
    "encounter": "game",
    "entries": "entry",
    "ended_in": "game",
    "entry": "entry",
    "entry_id": "entry",
    "hired": "model",
    "killed": "model",
    "killed_by": "model",
    "leader_id": "model",
    "model": "model",
    "model_id": "model",
    "originals": "model",
    "owed": "model",
    "owed_injuries": "model",
    "part": "part",
    "participants": "model",
    "side": "side",
    "stands_for": "model",
    "transfer": "transfer",
    "upgrade": "upgrade",
    "upgrade_id": "upgrade",
    "upgrade_ids": "upgrade",
    "used_up": "upgrade",
    "winners": "entry",
}
# ``id`` means a row of what the list around it holds.
LISTS = {
    "models": "model",
    "members": "model",
    "skills": "upgrade",
    "injuries": "upgrade",
    "upgrades": "upgrade",
    "loose": "upgrade",
    "equipment": "upgrade",
}
# Lists of pairs: each of a row, or of something else ("").
PAIRS = {"attached": ("model", "upgrade"), "pieces": ("upgrade", "")}
# Keys that mean an id in one kind of object only, told by its ``type`` or its ``what``/``table``.
TAGGED = {
    "LeaderSet": {"before": "model", "after": "model"},
    "PlayerSet": {"before": "person", "after": "person"},
}
# What a campaign keeps beside an Arsenal, which knows the numbers in it.
KEPT = {"GrowthSet": ("before", "after")}
# Keys whose strings are natural keys, or hold some.
KEYED = ("natural_key", "cause", "key")
# In a natural key, ``word:number`` names a row of this table.
WORDS = {
    "aftermath": "aftermath",
    "bye": "entry",
    "countersign": "decision",
    "debt": "debt",
    "encounter": "game",
    "entry": "entry",
    "event": "entry",
    "forced": "entry",
    "hire": "model",
    "injury": "upgrade",
    "lent": "entry",
    "model": "model",
    "restart": "restart",
    "opponent": "entry",
    "refund": "transfer",
    "replaces": "transfer",
    "reverse": "transfer",
    "ruling": "ruling",
    "side": "side",
    "transfer": "transfer",
    "upgrade": "upgrade",
    "week": "week",
}
# An answer names a model alone: "12". What was stored before Rewards named their bearers apart has it among
# words: "reward/steady-hand/12/fierce", "title/12/other-title".
_OPTION = re.compile(r"^((?:reward|avatar|lucky miss)/[^/]+/|title/|)(\d+)(?=/|$)")
# What a ruling was told to choose: "0:3" is an effect of a side, "0:s12" the flip of a model.
_CHOSEN = re.compile(r"^(\d+:s)(\d+)$")
_TOKEN = re.compile(r"(?<![\w:])([a-z_]+|\d+):(\d+)(?![\w])")


def key(text: str, renumber: Renumber) -> str:
    """A natural key with its numbers changed; words that name no table keep theirs."""

    def change(match: re.Match[str]) -> str:
        word, number = match[1], int(match[2])
        if word[0] in "0123456789":  # "3:17": the third movement of a ruling, of entry 17
            return f"{word}:{renumber('entry', number)}"
        return f"{word}:{renumber(WORDS[word], number)}" if word in WORDS else match[0]

    return _TOKEN.sub(change, text)


def option(text: str, renumber: Renumber) -> str:
    """The key of an answer with the model in it changed."""
    return _OPTION.sub(lambda match: f"{match[1]}{renumber('model', int(match[2]))}", text)


def _choice(text: str, renumber: Renumber) -> str:
    return _CHOSEN.sub(lambda match: f"{match[1]}{renumber('model', int(match[2]))}", text)


def value(data: Any, renumber: Renumber, start: StartRules, *, column: str = "", within: str = "") -> Any:
    """A stored JSON value with every id in it changed. ``start`` is the league's, ``column`` the value's
    column, ``within`` the list it stands in."""
    if isinstance(data, dict):
        return {
            name: _member(data, name, inner, renumber, start, column, within) for name, inner in data.items()
        }
    if isinstance(data, list):
        return [value(inner, renumber, start, column=column, within=within) for inner in data]
    return data


def _member(
    around: dict[str, Any],
    name: str,
    inner: Any,
    renumber: Renumber,
    start: StartRules,
    column: str,
    within: str,
) -> Any:
    if name in KEPT.get(str(around.get("type")), ()) and inner:
        return start.renumbered(inner, renumber)
    table = _table_of(around, name, column, within)
    if table is not None and inner is not None:
        if isinstance(inner, list) and all(type(each) is int for each in inner):
            return [renumber(table, each) for each in inner]
        if type(inner) is int:
            return renumber(table, inner)
    if name in PAIRS and isinstance(inner, list):
        first, second = PAIRS[name]
        return [[renumber(first, one), renumber(second, other) if second else other] for one, other in inner]
    if name == "option" and isinstance(inner, str):
        return option(inner, renumber)
    if name == "chosen" and isinstance(inner, list):
        return [_choice(each, renumber) for each in inner]
    if name in KEYED:
        if isinstance(inner, str):
            return key(inner, renumber)
        if isinstance(inner, list) and all(isinstance(each, str) for each in inner):
            return [key(each, renumber) for each in inner]
    return value(inner, renumber, start, column=column, within=name if isinstance(inner, list) else within)


def _table_of(around: dict[str, Any], name: str, column: str, within: str) -> str | None:
    if name in TAGGED.get(str(around.get("type")), {}):
        return TAGGED[str(around["type"])][name]
    if name == "row":
        kind = around.get("table", around.get("what"))
        return kind if kind in ("model", "upgrade") else None
    if name == "id":
        return LISTS.get(within)
    if column == "pairing":
        return "entry" if name in ("a", "b", "bye", "seats") else None
    return KEYS.get(name)
