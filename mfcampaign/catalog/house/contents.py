"""What is written on the cards of an edition besides the figures of their line: the kinds of things, where
each stands, its faults, and its sentence.

The Third Edition has abilities and Actions with scripts, the First talents, weapons, spells and Triggers;
nothing is written on cards of the Second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.changes import FIRST_EDITION
from mfcampaign.catalog.house import sentences
from mfcampaign.catalog.house.sentences import CardThing, Saying
from rules.crews.catalogue import FIRST, THIRD
from rules.editions.m1e import written as first_edition
from rules.editions.m3e.scripts.house import cards
from rules.editions.m3e.scripts.house.faults import faults_of_card
from rules.game.house.faults import Fault

Figures = Mapping[str, Any]


class WrittenCards(Struct, frozen=True, kw_only=True):
    """``things`` are what the editor makes with the shape of each, ``names`` what people call them, ``begun``
    the least that a new one needs. ``lists`` is its place among the figures; what stands beside the
    stats is in no list. ``on_upgrades`` judges what is written on an Upgrade, if anything can be. ``tried``:
    a model may be tried on a table of two; ``forms``: it may have further forms."""

    things: Mapping[str, type[Struct]]
    names: Mapping[str, str]
    lists: Mapping[str, str]
    begun: Mapping[str, dict[str, Any]]
    thing_of: Callable[[str, Figures], str]
    faults: Callable[[Any, Collection[str] | None], list[Fault]]
    completed: Callable[[Figures], dict[str, Any]]
    from_printed: Callable[[Figures], dict[str, Any]]
    sayings: Callable[[Any, Figures, str], list[Saying]]
    lacks: Callable[[ModelCard], list[str]]
    on_upgrades: Callable[[Any], list[Fault]] | None = None
    known_names: Callable[[Any, Figures], tuple[str, ...]] = lambda thing, data: ()
    script_like: Callable[[Any, Figures, str], dict[str, Any] | None] = lambda thing, data, name: None
    tried: bool = False
    forms: bool = False

    @property
    def added(self) -> list[tuple[str, str]]:
        """The things one adds to a card, with their names."""
        return [(thing, name) for thing, name in self.names.items() if self.lists[thing]]

    def rows(self, figures: Figures, thing: str) -> list[dict[str, Any]]:
        """The list that holds such a thing; beside the stats there is always one."""
        if name := self.lists[thing]:
            return list(figures[name])
        return [{key: figures[key] for key in self.things[thing].__struct_fields__}]

    def with_rows(self, figures: Figures, thing: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        if name := self.lists[thing]:
            return {**figures, name: rows}
        usual = self.things[thing]()
        return {**figures, **msgspec.to_builtins(usual), **(rows[0] if rows else {})}

    def things_on(self, figures: Figures, model: str) -> list[CardThing]:
        """Everything on the card, list by list."""
        rows = [
            (self.thing_of(name, row), number, row)
            for name in dict.fromkeys(self.lists.values())
            for number, row in enumerate(
                figures[name] if name else self.rows(figures, self.thing_of(name, {}))
            )
        ]
        return [
            CardThing(thing=thing, number=number, sayings=tuple(self.sayings(thing, row, model)))
            for thing, number, row in rows
        ]


def _thing_of_third(name: str, record: Figures) -> str:
    return "action" if name == "actions" else cards.thing_of(record)


BESIDE = "beside"


def _first_sayings(thing: str, record: Figures, model: str) -> list[Saying]:
    """A sound record as the card prints it."""
    if thing == BESIDE:
        held = msgspec.convert(record, first_edition.BesideStats)
        parts = [f"Ca {' '.join(held.ca_suits)}"] if held.ca_suits else []
        parts += [f"general AP {held.ap}"] if held.ap else []
        parts += [f"manifests as {held.avatar}"] if held.avatar else []
        said = ", ".join(parts) or "nothing"
        return [Saying(name="Beside the stats", sentence=f"{said[0].upper()}{said[1:]}.")]
    line, kind = FIRST_EDITION[LISTS[thing]]
    printed = line(msgspec.convert(record, kind))
    return [Saying(name=printed.name, line=printed.figures, sentence=printed.does or "As its figures say.")]


def _first_lacks(card: ModelCard) -> list[str]:
    record = msgspec.to_builtins(card)
    return [
        "base" if name == "base_mm" else name if name == "weapons" else card.printed.label(name)
        for name in first_edition.lacking(record)
    ]


LISTS = {"weapon": "weapons", "spell": "spells", "talent": "talents", "trigger": "triggers", BESIDE: ""}
"""The things of the First Edition and the lists that hold them."""
_THING_IN = {name: thing for thing, name in LISTS.items()}

WRITTEN_CARDS: dict[str, WrittenCards] = {
    THIRD: WrittenCards(
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
        thing_of=_thing_of_third,
        faults=lambda figures, slugs: faults_of_card(figures),
        on_upgrades=lambda figures: faults_of_card(figures, stats=False),
        completed=cards.completed,
        from_printed=cards.from_printed,
        sayings=sentences.sayings,
        lacks=sentences.lacks,
        known_names=sentences.known_names,
        script_like=sentences.script_like,
        tried=True,
        forms=True,
    ),
    FIRST: WrittenCards(
        things={
            thing: first_edition.LISTS[name] if name else first_edition.BesideStats
            for thing, name in LISTS.items()
        },
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
        faults=first_edition.faults_of_figures,
        completed=first_edition.completed_figures,
        from_printed=first_edition.completed_figures,
        sayings=_first_sayings,
        lacks=_first_lacks,
    ),
}
