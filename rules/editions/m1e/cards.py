"""What the First Edition's cards print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.crews.catalogue import HENCHMAN, MASTER, MINION
from rules.crews.printed import Cards, FigureField, number
from rules.crews.written import WrittenCards, WrittenLine
from rules.table.bases import DIAMETERS

OWN_STATIONS = (MASTER, HENCHMAN, MINION)
LISTS = ("talents", "weapons", "spells", "triggers")


def _written() -> WrittenCards:
    from rules.editions.m1e.house import WRITTEN

    return WRITTEN


def _line(name: str) -> Callable[[Mapping[str, Any]], WrittenLine]:
    def read(row: Mapping[str, Any]) -> WrittenLine:
        from rules.editions.m1e.house import LINES

        return LINES[name](row)

    return read


def _beside(figures: Mapping[str, Any]) -> dict[str, Any]:
    from rules.editions.m1e.house import beside

    return beside(figures)


def _own_models() -> list[dict[str, Any]]:
    from rules.editions.m1e.practice import rows

    return rows()


CARDS = Cards(
    stats=("mv", "cg", "sz", "wp", "ca", "df"),
    own=frozenset({"cg", "cache", "ca"}),
    labels={"mv": "Wk", "sz": "Ht", "health": "Wd", "limit": "Rare"},
    stations=OWN_STATIONS,
    costless=(MASTER,),  # M1-CARD-10
    rare=True,
    fields=(
        FigureField(name="station", kind="choice", offered=OWN_STATIONS),
        number("cost", 0, 30, "SS cost", "Soulstones; a Master has none."),
        number("cache", 0, 9, "SS Cache", "Of Masters."),
        number("limit", 0, 12, help="How many of it one Crew may hold; 0: any number."),
        number("mv", 0, 20),
        number("cg", 0, 20),
        number("sz", 1, 9),
        number("wp", 0, 12),
        number("ca", 0, 12),
        number("df", 0, 12),
        number("health", 1, 40),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=DIAMETERS),
        FigureField(
            name="characteristics",
            kind="words",
            help="Separate them with commas: Living is not written, Mercenary, Unique, Undead are.",
        ),
        FigureField(name="is_totem", kind="flag", label="Totem"),
        FigureField(
            name="totem_for",
            kind="text",
            label="Totem of",
            most=80,
            help="The Master's name, without the title.",
        ),
    ),
    linked_totems=True,
    lists=LISTS,
    lists_title="Talents, weapons, spells and Triggers",
    sources="No free catalogue of the First Edition exists: every figure is the portal’s own, made so "
    "that the rules can be practised. Printed models are entered in a pack.",
    source_names={"practice": "the portal’s practice Crews, whose figures are its own"},
    written=_written,
    lines={name: _line(name) for name in LISTS},
    beside=_beside,
    own_models=_own_models,
)
