"""What the Second Edition's cards print."""

from __future__ import annotations

from rules.crews.catalogue import MASTER, PEON, STATIONS
from rules.crews.printed import Cards, FigureField, number
from rules.table.bases import DIAMETERS

OWN_STATIONS = (*STATIONS, PEON)

CARDS = Cards(
    stats=("df", "wp", "mv", "cg", "sz"),
    own=frozenset({"cg", "cache"}),
    labels={"mv": "Wk", "sz": "Ht", "health": "Wd", "limit": "Rare"},
    stations=OWN_STATIONS,
    costless=(MASTER,),  # M2-HIRE-11
    rare=True,
    fields=(
        number("cost", 0, 30, "Cost", "Soulstones. A model without a cost cannot be hired."),
        FigureField(name="station", kind="choice", offered=OWN_STATIONS),
        number("limit", 0, 12, help="How many of it one Crew may hold; 0: any number."),
        number("df", 0, 12),
        number("wp", 0, 12),
        number("mv", 0, 12),
        number("cg", 0, 12),
        number("sz", 0, 9),
        number("health", 1, 40),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=DIAMETERS),
        number("cache", 0, 9, help="Of Masters and Henchmen."),
        FigureField(name="keywords", kind="words", asked=False),
        FigureField(
            name="characteristics", kind="words", help="Separate them with commas; Mercenary is one."
        ),
        FigureField(name="versatile", kind="flag", asked=False),
        FigureField(name="is_totem", kind="flag", label="Totem"),
        FigureField(
            name="totem_for",
            kind="text",
            label="Totem of",
            most=80,
            help="The Master's name, without the title.",
        ),
    ),
    upgrade_fields=(
        number("cost", 0, 10, "Cost", "Soulstones."),
        number("plentiful", 0, 6, "Rare", "Copies that one Crew may hold; 0 where none is printed."),
        FigureField(
            name="restricted",
            kind="words",
            lower=True,
            help="What the bearer must match, in lower case, separated by commas.",
        ),
    ),
    sources="Figures of waves 1 to 4; Broken Promises and later errata are not in them.",
    source_names={
        "m2e-models-web": "a crew builder for the Second Edition (waves 1 to 4)",
        "m2e-seeds": "the tables of a campaign tracker for the Second Edition",
        "m2e-cards-2015": "a transcription of the cards (January 2015)",
    },
)
