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
    costs_known=True,
    no_station="No station",
    attack_kinds=False,
    fields=(
        number("cost", 0, 30, "Cost", "Soulstones. A model without a cost cannot be hired by itself."),
        FigureField(name="station", kind="choice", offered=("", *STATIONS)),
        number("limit", 1, 12, help="How many of it one Crew may hold."),
        number("df", 0, 12),
        number("wp", 0, 12),
        number("mv", 0, 12),
        number("sz", 0, 9),
        number("health", 1, 40),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=(30, 40, 50)),
        FigureField(name="keywords", kind="words", help="Separate them with commas."),
        FigureField(name="characteristics", kind="words", help="Separate them with commas."),
        FigureField(name="versatile", kind="flag"),
        FigureField(name="is_totem", kind="flag", label="Totem"),
    ),
    upgrade_fields=(
        number("plentiful", 1, 6, "Plentiful", "Copies that one Crew may have."),
        FigureField(
            name="restricted",
            kind="words",
            lower=True,
            help="What the bearer must match, in lower case, separated by commas.",
        ),
    ),
    upgrades_title="Upgrades and crew cards",
    upgrades_note="The card that a Master’s title brings, and what models gain in play.",
    upgrades_hired="Crew cards only",
    titles=True,
    sources="Each figure is the one that two of three transcriptions of the cards agree on, as of June 2026; "
    "later errata are not in it.",
    source_names={
        "builder-2026-06": "the list of the official builder (June 2026)",
        "cards-2025-12": "a reading of the printed cards (December 2025)",
        "tts-2025-06": "a tabletop simulator’s table of the last beta (June 2025)",
    },
    caution="No source here has the suits of most Triggers, signature marks, stone costs or kinds of attack: "
    "read them off the printed card.",
)
