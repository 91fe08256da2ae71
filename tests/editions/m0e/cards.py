"""What its cards print: two stats, Grit instead of Health."""

from __future__ import annotations

from rules.crews.printed import Cards, FigureField, number

STATIONS = ("Henchman", "Enforcer", "Hand")

CARDS = Cards(
    stats=("mv", "df"),
    own=frozenset({"keywords"}),
    labels={"mv": "Pace", "health": "Grit"},
    stations=STATIONS,
    fields=(
        FigureField(name="station", kind="choice", offered=STATIONS),
        number("cost", 0, 9, "Price"),
        number("limit", 1, 4),
        number("mv", 1, 9),
        number("df", 1, 9),
        number("health", 1, 9),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=(25, 30)),
        FigureField(name="keywords", kind="words"),
    ),
    upgrade_fields=(number("cost", 0, 3, "Price"),),
    sources="Figures of a toy.",
)
