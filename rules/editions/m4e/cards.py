"""What the Fourth Edition's cards print."""

from __future__ import annotations

from rules.crews.catalogue import MASTER, MINION, PEON
from rules.crews.printed import Cards, FigureField, number

STATIONS = (MASTER, MINION, PEON)
"""Henchman is a characteristic, and Enforcers are gone: most models have no station (M4-HIRE-20)."""

CARDS = Cards(
    stats=("df", "wp", "mv", "sz"),
    own=frozenset({"keywords", "versatile"}),
    labels={"mv": "Sp"},
    stations=STATIONS,
    fields=(
        number("cost", 0, 30, "Cost", "Soulstones. A model without a cost cannot be hired by itself."),
        FigureField(name="station", kind="choice", offered=STATIONS),
        number("limit", 1, 12, help="How many of it one Crew may hold."),
        number("df", 0, 12),
        number("wp", 0, 12),
        number("mv", 0, 12),
        number("sz", 0, 9),
        number("health", 1, 40),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=(30, 40, 50)),
        FigureField(name="keywords", kind="words", help="Separate them with commas."),
        FigureField(name="versatile", kind="flag"),
    ),
    titles=True,
    sources="Figures are those that two of three transcriptions agree on.",
)
