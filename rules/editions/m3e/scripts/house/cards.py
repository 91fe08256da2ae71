"""What a house writes on a card: abilities, Resistance Triggers, Actions with their Triggers, each with a
script of its own or known by its printed name.

The written form is that of the catalogue's figures, so that one reader makes Stat Cards of both; ``script``
stands beside name and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.script import (
    SCRIPTS,
    AbilityScript,
    ActionScript,
    AnyScript,
    Kind,
    TriggerScript,
    filled,
)
from rules.editions.m3e.scripts.selects import Flip3
from rules.plain_numbers import whole

Defence = Literal["Df", "Wp", "Df/Wp"]
Thing = Literal["ability", "resistance", "action"]


class HouseAbility(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability by its name. ``value`` is printed behind it (Armor +2), ``type`` in brackets. Without a
    script it does what the name does on printed cards, if the engine knows it."""

    name: str
    value: int | None = None
    type: str = ""
    script: AbilityScript | None = None


class HouseResistance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Resistance Trigger: ``defends`` is the stat it resists with, ``suit`` what it needs."""

    name: str
    defends: Defence
    suit: str = ""
    script: TriggerScript | None = None


class HouseTrigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Trigger of an Action; ``suits`` with multiplicity."""

    name: str
    suits: tuple[str, ...] = ()
    script: TriggerScript | None = None


class HouseAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Action with its figures. An Attack is resisted by a stat and may have a damage profile;
    ``stat_flip`` is printed beside the stat, ``tn`` what a tactical Action's duel must reach."""

    name: str
    kind: Literal["attack", "tactical"] = "attack"
    bonus: bool = False
    range_type: Literal["melee", "missile", "aura", "pulse", "plain"] | None = None
    range: int | None = None
    stat: int | None = None
    stat_suits: tuple[str, ...] = ()
    stat_flip: Literal["+", "-"] | None = None
    resist: Literal["Df", "Wp", "Mv", "Sz"] | None = None
    tn: int | None = None
    tn_suits: tuple[str, ...] = ()
    damage: Flip3 | None = None
    blasts: Flip3 | None = None
    triggers: tuple[HouseTrigger, ...] = ()
    script: ActionScript | None = None


THINGS: dict[Thing, type[HouseAbility | HouseResistance | HouseAction]] = {
    "ability": HouseAbility,
    "resistance": HouseResistance,
    "action": HouseAction,
}
ACTION_FIGURES: dict[str, Any] = {
    "kind": "attack",
    "bonus": False,
    "range_type": None,
    "range": None,
    "stat": None,
    "stat_suits": [],
    "stat_flip": None,
    "resist": None,
    "tn": None,
    "tn_suits": [],
    "damage": None,
    "blasts": None,
    "triggers": [],
}
"""What every Action of the catalogue's figures has."""


def thing_of(record: Mapping[str, Any]) -> Thing:
    """What an entry of the list of abilities is."""
    return "resistance" if "defends" in record else "ability"


def completed(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with everything the catalogue's reader looks at.

    >>> completed({"actions": [{"name": "Bite"}]})["actions"][0]["stat_suits"]
    []
    """
    actions = [{**ACTION_FIGURES, **action} for action in figures.get("actions", ())]
    for action in actions:
        action["triggers"] = [{"suits": [], **trigger} for trigger in action["triggers"]]
    return {
        "df_suit": list(figures.get("df_suit", ())),
        "wp_suit": list(figures.get("wp_suit", ())),
        "abilities": [
            {key: value for key, value in ability.items() if key == "name" or value not in (None, "")}
            for ability in figures.get("abilities", ())
        ],
        "actions": actions,
    }


def from_printed(figures: Mapping[str, Any]) -> dict[str, Any]:
    """A printed card's figures in the written form, to be changed by a house."""
    known = HouseAction.__struct_fields__
    actions = []
    for printed in figures.get("actions", ()):
        action = {key: value for key, value in printed.items() if key in known}
        action["tn"] = whole(str(action.get("tn") or ""))
        action["resist"] = action["resist"] if action.get("resist") in ("Df", "Wp", "Mv", "Sz") else None
        actions.append(action)
    return completed(
        {**{key: figures.get(key, ()) for key in ("df_suit", "wp_suit", "abilities")}, "actions": actions}
    )


def own_script(kind: Kind, record: Mapping[str, Any]) -> AnyScript | None:
    """The script that stands beside a name, if it is carried out whole; ``None`` when it is prompted."""
    try:
        script = msgspec.convert(
            filled(record["script"], record.get("value"), str(record.get("type", ""))), SCRIPTS[kind]
        )
    except msgspec.ValidationError:
        return None
    return None if lacking(script) else script
