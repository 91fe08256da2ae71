"""What a house may write on a card of the First Edition, and each entry in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.crews.written import Saying, WrittenCards, WrittenLine
from rules.editions.m1e import shown, written
from rules.editions.m1e.play.figures import Spell, Talent, TriggerM1, Weapon
from rules.wording import titled

BESIDE = "beside"
LISTS = {"weapon": "weapons", "spell": "spells", "talent": "talents", "trigger": "triggers", BESIDE: ""}
"""The things of the First Edition and the lists that hold them."""
LACKING = {"mv": "Wk", "cg": "Cg", "sz": "Ht", "wp": "Wp", "ca": "Ca", "df": "Df", "health": "Wd"}
LACKING |= {"base_mm": "base", "weapons": "weapons"}
"""What figures without which nobody plays a model are called."""
_THING_IN = {name: thing for thing, name in LISTS.items()}


def _reading(
    line: Callable[[Any], WrittenLine], kind: type[Any]
) -> Callable[[Mapping[str, Any]], WrittenLine]:
    return lambda row: line(msgspec.convert(row, kind))


LINES: dict[str, Callable[[Mapping[str, Any]], WrittenLine]] = {
    "talents": _reading(shown.talent_line, Talent),
    "weapons": _reading(shown.weapon_line, Weapon),
    "spells": _reading(shown.spell_line, Spell),
    "triggers": _reading(shown.trigger_line, TriggerM1),
}
"""How a row of each list is read and said."""


def beside(figures: Mapping[str, Any]) -> dict[str, Any]:
    """What is printed beside the stats of a card, by what it is called."""
    manifests = titled(str(figures.get("avatar", "")).replace("-", " "))
    return {"General AP": figures.get("ap") or None, "Manifests as": manifests}


def _sayings(thing: str, record: Mapping[str, Any], model: str) -> list[Saying]:
    """A sound record as the card prints it."""
    if thing == BESIDE:
        held = msgspec.convert(record, written.BesideStats)
        parts = [f"Ca {' '.join(held.ca_suits)}"] if held.ca_suits else []
        parts += [f"general AP {held.ap}"] if held.ap else []
        parts += [f"manifests as {held.avatar}"] if held.avatar else []
        said = ", ".join(parts) or "nothing"
        return [Saying(name="Beside the stats", sentence=f"{said[0].upper()}{said[1:]}.")]
    printed = LINES[LISTS[thing]](record)
    return [Saying(name=printed.name, line=printed.figures, sentence=printed.does or "As its figures say.")]


def _lacks(record: Mapping[str, Any]) -> list[str]:
    return [LACKING[name] for name in written.lacking(record)]


WRITTEN = WrittenCards(
    things={thing: written.LISTS[name] if name else written.BesideStats for thing, name in LISTS.items()},
    names={
        "weapon": "Weapon",
        "spell": "Spell",
        "talent": "Talent",
        "trigger": "Trigger",
        BESIDE: "Beside the stats",
    },
    lists=LISTS,
    begun={
        "weapon": {"name": "", "kind": "melee", "inches": 1, "combat": 4, "damage": [1, 2, 3]},
        "spell": {"name": "", "cc": 12, "resist": "df", "inches": 8},
        "talent": {"name": "Armor", "number": 1},
        "trigger": {"name": "", "stat": "cb", "suits": ["ram"], "does": "damage"},
        BESIDE: {},
    },
    thing_of=lambda name, record: _THING_IN[name],
    vocabulary=written.VOCABULARY,
    faults=written.faults_of_figures,
    completed=written.completed_figures,
    from_printed=written.completed_figures,
    sayings=_sayings,
    lacks=_lacks,
)
