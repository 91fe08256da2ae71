"""Sentences for what is written on a house card, and what is still missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.changes import ability_in_words, action_in_words
from rules.editions.m3e.scripts.catalogue import ability_of, action_of, resisting
from rules.editions.m3e.scripts.house.cards import Thing, completed
from rules.editions.m3e.scripts.house.faults import left_to_hand
from rules.editions.m3e.scripts.library import entry_of, scripts
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.script import Kind
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.wording import titled

NEEDED = {
    "cost": "Cost",
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "health": "Health",
    "base_mm": "base",
}


class Saying(Struct, frozen=True, kw_only=True):
    """One name: its figures in a line, and the sentence; ``by_hand`` says why the players apply it."""

    name: str
    line: str = ""
    sentence: str = ""
    by_hand: str = ""


class CardThing(Struct, frozen=True, kw_only=True):
    """A thing of the card with its Triggers; ``number`` is its place in its list."""

    thing: str
    number: int
    sayings: tuple[Saying, ...]


def sayings(thing: Thing, record: Mapping[str, Any], model: str) -> list[Saying]:
    """A sound record in sentences: the thing itself, then an Action's Triggers."""
    whole = completed({"actions" if thing == "action" else "abilities": [record]})
    if thing == "action":
        row = whole["actions"][0]
        action = action_of(row, model)
        kind: Kind = "attack" if row["kind"] == "attack" else "tactical"
        line = action_in_words({**row, "triggers": []})
        first = _saying(row["name"], replace(action, triggers=()), row, kind, line)
        return [
            first,
            *(
                _saying(printed["name"], trigger, printed, "trigger", " ".join(printed["suits"]))
                for printed, trigger in zip(row["triggers"], action.triggers, strict=True)
            ),
        ]
    row = whole["abilities"][0]
    if thing == "resistance":
        return [_saying(ability_in_words(row), next(resisting(row, model)), row, "resistance")]
    return [_saying(ability_in_words(row), ability_of(row, model), row, "ability")]


def _saying(
    name: str, read: Ability | Action | Trigger, record: Mapping[str, Any], kind: Kind, line: str = ""
) -> Saying:
    if status_of(read, read.status) == "automated":
        return Saying(name=name, line=line, sentence=tell(read))
    lacking = left_to_hand(record, kind)
    why = (
        "the engine does not know it by its name"
        if not lacking
        else f"not carried out yet: {', '.join(lacking)}"
    )
    return Saying(name=name, line=line, by_hand=why)


def lacks(card: ModelCard) -> list[str]:
    """What is missing before the model can be played here."""
    missing = [label for name, label in NEEDED.items() if getattr(card, name) is None]
    return missing if "actions" in card.figures else [*missing, "abilities and Actions"]


def known_names(thing: Thing, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Names whose scripts a thing may begin with."""
    return _names(_kind(thing, data))


def script_like(thing: Thing, data: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    """The script of that name on printed cards, to be changed; ``None`` for one that nobody knows."""
    entry = entry_of(_kind(thing, data), name)
    return dict(entry.script) if entry is not None and entry.status == "scripted" else None


def _kind(thing: Thing, data: Mapping[str, Any]) -> Kind:
    if thing == "action":
        return "attack" if data.get("kind", "attack") == "attack" else "tactical"
    return thing


@lru_cache(maxsize=8)
def _names(kind: Kind) -> tuple[str, ...]:
    names = {entry.name for entry in scripts().entries if entry.kind == kind and entry.status == "scripted"}
    return tuple(sorted(re.sub(r"\s+", " ", titled(name)) for name in names))
