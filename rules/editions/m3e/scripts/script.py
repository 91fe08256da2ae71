"""Scripts: what a printed name does, as data (``data/m3e-cards.json``).

One file holds all of them, a reviewed reading of the public mechanics: abilities, Triggers (Resistance
Triggers too) and Actions by kind and printed name; ``types``, ``values`` and ``models`` distinguish entries
of one name. In a script "$value" and "$type" stand for what the card prints after the name (Armor +2,
Terrifying (12)).
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from rules.editions.m3e.scripts.selects import Amount, PrintedSuit, Side
from rules.editions.m3e.scripts.words import Cost, Effect, Ignored, Once, Part, Passive, Restriction
from rules.editions.m3e.statcards import Timing
from rules.plain_numbers import whole

Kind = Literal["ability", "trigger", "resistance", "attack", "tactical"]


class AbilityScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """``parts`` are in printed order; a ``once`` for the whole ability is on its reactions."""

    parts: tuple[Part, ...]


class TriggerScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Trigger under an Action, or a Resistance Trigger. ``target`` is the Action's target; in a Resistance
    Trigger it is the acting ("attacking") model and "self" the resisting one. ``parts`` apply while this
    Action (its duel, its damage) is resolved."""

    timing: Timing = "after_succeeding"
    cost: tuple[Cost, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    effects: tuple[Effect, ...] = ()
    once: Once = ""
    parts: tuple[Passive, ...] = ()


class ActionScript(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Action besides its figures. ``targets``: none, a model, a marker, a model or a marker, a Buried
    model, a model or nobody ("optional"). ``parts`` change this Action only (its duel, its damage, what it
    ignores). ``tn`` is counted where the card prints X, with ``tn_suits`` beside it. ``triggers_must`` be
    declared, if able. ``resist_any``: resisted by either stat, as the actor says. ``declared``: what is named
    on declaring (models to be Summoned). ``after``: after resolving (step 6)."""

    targets: Literal["none", "model", "marker", "either", "buried", "optional"] = "none"
    restrictions: tuple[Restriction, ...] = ()
    cost: tuple[Cost, ...] = ()
    once: Once = ""
    ignoring: tuple[Ignored, ...] = ()
    parts: tuple[Passive, ...] = ()
    tn: Amount | None = None
    tn_suits: tuple[PrintedSuit, ...] = ()
    triggers_must: bool = False
    resist_any: tuple[str, ...] = ()
    can_target_self: bool = False
    effects: tuple[Effect, ...] = ()
    after: tuple[Effect, ...] = ()


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One name of the file. ``values``, ``types`` and ``models`` (printed names), when not empty, limit the
    script to such copies of the name. ``why`` says what a prompted one lacks. ``readings`` counts how often
    the script was written from the mechanics independently."""

    kind: Kind
    name: str
    values: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    status: Literal["scripted", "prompted"] = "scripted"
    why: str = ""
    readings: int = 2
    script: dict[str, Any] = {}


class Moment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """When what a name does that is not executed is due, as its text says (``data/m3e-moments.json``): the
    moment of an ability, and whose it is (as in ``words.Reaction``); the ``timing`` of a Trigger."""

    kind: Kind
    name: str
    moment: str = ""
    about: Literal["self", "others", "any"] = "self"
    side: Side = "any"
    inches: float = 0.0
    timing: Timing = "after_succeeding"


class Moments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file of the moments, and the public file from which they were read."""

    source: str
    moments: tuple[Moment, ...]


class Scripts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file: its entries, the public file from which they were read, and the day on which two readings
    were last compared."""

    source: str
    date: str
    entries: tuple[Entry, ...]


AnyScript = AbilityScript | TriggerScript | ActionScript
SCRIPTS: dict[str, type[AnyScript]] = {
    "ability": AbilityScript,
    "trigger": TriggerScript,
    "resistance": TriggerScript,
    "attack": ActionScript,
    "tactical": ActionScript,
    "action": ActionScript,
}


def filled(data: Any, value: int | None, kind: str) -> Any:
    """The data with "$value" and "$type" replaced by what is printed; a type in digits that stands
    alone becomes a number.

    >>> filled({"do": "armor", "amount": "$value"}, 2, "")
    {'do': 'armor', 'amount': 2}
    >>> filled({"tn": "$type", "words": ["$type"]}, None, "12")
    {'tn': 12, 'words': ['12']}
    """
    if isinstance(data, dict):
        return {key: filled(inner, value, kind) for key, inner in data.items()}
    if isinstance(data, list | tuple):
        return [kind if inner == "$type" else filled(inner, value, kind) for inner in data]
    if data == "$value":
        return 1 if value is None else value
    if data == "$type":
        number = whole(kind)
        return kind if number is None else number
    return data
