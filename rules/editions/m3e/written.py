"""What a house may write on a card of the Third Edition, and what the engine plays of what is printed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rules.crews.written import (
    CardScripts,
    PlayedThing,
    Saying,
    WrittenCards,
    ability_in_words,
    action_in_words,
)
from rules.editions.m3e.scripts.catalogue import ability_of, action_of, card_of, is_complete, resisting
from rules.editions.m3e.scripts.coverage import covered
from rules.editions.m3e.scripts.house import cards
from rules.editions.m3e.scripts.house.faults import VOCABULARY, faults_of_card, left_to_hand
from rules.editions.m3e.scripts.library import entry_of, scripts
from rules.editions.m3e.scripts.load import status_of
from rules.editions.m3e.scripts.registry import settled_by
from rules.editions.m3e.scripts.script import Kind
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, Trigger
from rules.wording import titled

Record = Mapping[str, Any]
NEEDED = {
    "cost": "Cost",
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "health": "Health",
    "base_mm": "base",
}


def sayings(thing: cards.Thing, record: Record, model: str) -> list[Saying]:
    """A sound record in sentences: the thing itself, then an Action's Triggers."""
    whole = cards.completed({"actions" if thing == "action" else "abilities": [record]})
    if thing == "action":
        row = whole["actions"][0]
        action = action_of(row, model)
        line = action_in_words({**row, "triggers": []})
        first = _saying(row["name"], replace(action, triggers=()), row, _kind(thing, row), line)
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
    name: str, read: Ability | Action | Trigger, record: Record, kind: Kind, line: str = ""
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


def lacks(record: Record) -> list[str]:
    """What is missing before the model can be played here."""
    missing = [label for name, label in NEEDED.items() if record[name] is None]
    return missing if "actions" in record["figures"] else [*missing, "abilities and Actions"]


def known_names(thing: cards.Thing, data: Record) -> tuple[str, ...]:
    """Names whose scripts a thing may begin with."""
    return _names(_kind(thing, data))


def script_like(thing: cards.Thing, data: Record, name: str) -> dict[str, Any] | None:
    """The script of that name on printed cards, to be changed; ``None`` for one that nobody knows."""
    entry = entry_of(_kind(thing, data), name, type_=str(data.get("type") or ""))
    return dict(entry.script) if entry is not None and entry.status == "scripted" else None


def _kind(thing: cards.Thing, data: Record) -> Kind:
    if thing == "action":
        return "attack" if data.get("kind", "attack") == "attack" else "tactical"
    return thing


@lru_cache(maxsize=8)
def _names(kind: Kind) -> tuple[str, ...]:
    names = {entry.name for entry in scripts().entries if entry.kind == kind and entry.status == "scripted"}
    return tuple(sorted(re.sub(r"\s+", " ", titled(name)) for name in names))


WRITTEN = WrittenCards(
    things={str(thing): shape for thing, shape in cards.THINGS.items()},
    names={"action": "Action", "ability": "Ability", "resistance": "Resistance Trigger"},
    lists={"ability": "abilities", "resistance": "abilities", "action": "actions"},
    begun={
        "resistance": {"name": "", "defends": "Df", "script": {}},
        "ability": {"name": "", "script": {"parts": []}},
        "action": {
            "name": "",
            "kind": "attack",
            "range_type": "melee",
            "range": 1,
            "stat": 5,
            "resist": "Df",
        },
    },
    thing_of=lambda name, record: "action" if name == "actions" else cards.thing_of(record),
    vocabulary=VOCABULARY,
    faults=lambda figures, slugs: faults_of_card(figures),
    on_upgrades=lambda figures: faults_of_card(figures, stats=False),
    completed=cards.completed,
    from_printed=cards.from_printed,
    sayings=sayings,
    lacks=lacks,
    known_names=known_names,
    script_like=script_like,
    tried=True,
    forms=True,
)


def _sentence(read: Ability | Action | Trigger) -> str:
    """What the engine does with it; empty where the players apply what the card says."""
    return tell(read) if status_of(read, read.status) == "automated" else ""


def _ability(printed: Record, model: str) -> str:
    return _sentence(next(resisting(printed, model)) if "defends" in printed else ability_of(printed, model))


def _action(printed: Record, model: str) -> tuple[str, tuple[str, ...]]:
    """An Attack that only damages says no more than its figures do."""
    read = action_of(printed, model)
    return _sentence(replace(read, triggers=())), tuple(map(_sentence, read.triggers))


def _own(kind: str, record: Record) -> str:
    script = cards.own_script(kind, record)  # type: ignore[arg-type]
    return tell(script) if script is not None else "done by hand"


def things_of(record: Record) -> list[PlayedThing] | None:
    """Everything printed on a card that has a name, as the engine takes it. Names are without their values:
    ``Armor``, not ``Armor +2``. ``None`` while figures are missing."""
    if not is_complete(record):
        return None
    card = card_of(record)
    things = [_thing("ability", ability) for ability in card.abilities]
    for action in card.actions:
        things.append(_thing("action", replace(action, triggers=())))
        things += [_thing("trigger", trigger) for trigger in action.triggers]
    return things + [_thing("trigger", trigger) for trigger in card.triggers]


def _thing(kind: str, printed: Ability | Action | Trigger) -> PlayedThing:
    name = printed.name.partition(" +")[0].partition(" (")[0]
    status = status_of(printed, printed.status)
    settled = settled_by(name) if kind != "action" else None
    by_figures = "figures" if kind == "action" and status == "automated" else ""
    return PlayedThing(kind, name, status, settled or by_figures, _sentence(printed))


SCRIPTS = CardScripts(ability=_ability, action=_action, own=_own, things=things_of, covered=covered)
