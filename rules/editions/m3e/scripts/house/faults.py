"""Every fault of what a house wrote, each with its place and a sentence; the first of them is not the last.

>>> from rules.editions.m3e.scripts.house.cards import HouseAbility
>>> ability = {"name": "Howl", "script": {"parts": [{"do": "howl"}, {"do": "aura", "inches": "six"}]}}
>>> for fault in faults_of(ability, HouseAbility):
...     print(fault.path, "·", fault.sentence)
script/parts/0 · There is no word “howl”.
script/parts/1/side · This is missing.
script/parts/1/part · This is missing.
script/parts/1/inches · “six” is none of what may stand here: a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules.crews import written_faults
from rules.crews.written_faults import LONGEST_LIST, MOST_FAULTS, Fault, Named, Vocabulary, one_of
from rules.editions.m3e.conditions import CONDITIONS
from rules.editions.m3e.play.procedure.hooks import MOMENTS
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.house.cards import THINGS, Thing, thing_of
from rules.editions.m3e.scripts.phrases import MOMENTS as TOLD_MOMENTS
from rules.editions.m3e.scripts.script import SCRIPTS, filled
from rules.editions.m3e.scripts.words import begin
from rules.editions.m3e.statcards import SUITS
from rules.wording import titled

STATS = ("df", "wp", "mv", "sz")
SUITED = ("suit", "suits", "tn_suits")
MARKS = frozenset({"$value", "$type"})
"""Stand for the number behind a name and what is in its brackets."""


def _named(names: Iterable[str], what: str, more: Iterable[str] = ()) -> Named:
    offered = {name: titled(name.replace("_", " ")) for name in names}
    return Named(one_of((*offered, *more), what, MARKS), offered)


def _with_suits(data: Any, name: str = "") -> Any:
    """The data with a suit for what is in brackets where a suit stands."""
    if isinstance(data, dict):
        return {key: _with_suits(inner, key) for key, inner in data.items()}
    if isinstance(data, list):
        return [_with_suits(inner, name) for inner in data]
    return "ram" if data == "$type" and name in SUITED else data


VOCABULARY = Vocabulary(
    named={
        **{
            name: _named(CONDITIONS, "Condition")
            for name in ("condition", "conditions", "while_has", "hazard", "has", "lacks")
        },
        "moment": Named(
            one_of(MOMENTS, "moment", MARKS),
            {moment: begin(moment, "it") if moment in TOLD_MOMENTS else moment for moment in MOMENTS},
        ),
        **{name: _named(SUITS, "suit") for name in ("stat_suits", "df_suit", "wp_suit", *SUITED)},
        "stat": _named((*STATS, "cost", "health", "max_health", "lost"), "stat"),
        "resist": _named(STATS, "stat"),
    },
    may_be_empty=frozenset({"while_has", "hazard", "suit", "resist"}),
    marks=MARKS,
    filled=lambda data: filled(_with_suits(data), 1, "10"),
)
"""What the words of a script may name."""


def faults_of(data: Any, kind: type[Struct]) -> list[Fault]:
    """All faults of a written script; a sound one has none and can be read as ``kind``."""
    return written_faults.faults_of(data, kind, VOCABULARY)


def faults_of_card(figures: Any, *, stats: bool = True) -> list[Fault]:
    """All faults of a card's figures: suits, abilities, Actions; names of two things of a sort differ. A card
    without ``stats``, an Upgrade, has no suits beside them."""
    if not isinstance(figures, dict):
        return [Fault("", "A card is an object with abilities and actions.")]
    faults = [
        Fault(key, f"A card has no “{key[:40]}”.")
        for key in figures
        if key not in ("df_suit", "wp_suit", "abilities", "actions")
    ]
    for name in ("df_suit", "wp_suit"):
        held = figures.get(name, [])
        if not isinstance(held, list) or any(suit not in SUITS for suit in held):
            faults.append(Fault(name, f"Suits are of {', '.join(SUITS)}."))
        elif held and not stats:
            faults.append(Fault(name, "An Upgrade has no stat that a suit could stand beside."))
    for name in ("abilities", "actions"):
        rows = figures.get(name, [])
        if not isinstance(rows, list) or len(rows) > LONGEST_LIST:
            faults.append(Fault(name, f"This is a list of at most {LONGEST_LIST}."))
            continue
        seen: set[str] = set()
        for number, row in enumerate(rows):
            thing: Thing = "action" if name == "actions" else thing_of(row if isinstance(row, dict) else {})
            faults += [
                Fault(f"{name}/{number}{'/' if fault.path else ''}{fault.path}", fault.sentence)
                for fault in faults_of(row, THINGS[thing])
            ]
            printed = str(row.get("name", "")).strip() if isinstance(row, dict) else ""
            if not printed:
                faults.append(Fault(f"{name}/{number}/name", "It needs a name."))
            if name == "actions" and printed.casefold() in seen:
                faults.append(Fault(f"{name}/{number}/name", f"There are two Actions called {printed[:60]}."))
            seen.add(printed.casefold())
    return faults[:MOST_FAULTS]


def left_to_hand(record: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    """Which words of a sound script the engine does not carry out: with any of them the whole is prompted."""
    if not record.get("script"):
        return ()
    value, printed = record.get("value"), str(record.get("type", ""))
    try:
        return lacking(msgspec.convert(filled(record["script"], value, printed), SCRIPTS[kind]))
    except msgspec.ValidationError:
        return ("what is in brackets",)
