"""What the Third Edition's cards print."""

from __future__ import annotations

from rules.crews.catalogue import STATIONS
from rules.crews.printed import Cards, FigureField, number
from rules.crews.written import CardScripts, WrittenCards
from rules.table.bases import DIAMETERS

CHARACTERISTICS = ("Living", "Undead", "Beast", "Construct")


def _written() -> WrittenCards:
    from rules.editions.m3e.written import WRITTEN

    return WRITTEN


def _scripts() -> CardScripts:
    from rules.editions.m3e.written import SCRIPTS

    return SCRIPTS


CARDS = Cards(
    stats=("df", "wp", "mv", "sz"),
    own=frozenset({"keywords", "versatile"}),
    stations=STATIONS,
    fields=(
        number("cost", 0, 30, "Cost", "Soulstones. A model without a cost cannot be hired."),
        FigureField(name="station", kind="choice", offered=STATIONS),
        number("limit", 1, 12, help="How many of it one Crew may hold."),
        number("df", 0, 12),
        number("wp", 0, 12),
        number("mv", 0, 12),
        number("sz", 0, 9),
        number("health", 1, 40),
        FigureField(name="base_mm", kind="millimetres", label="Base (mm)", offered=DIAMETERS),
        number("cache", 0, 9, help="Figures of an earlier edition print one."),
        FigureField(name="keywords", kind="words", help="Separate them with commas."),
        FigureField(name="characteristics", kind="choices", offered=CHARACTERISTICS),
        FigureField(name="versatile", kind="flag"),
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
        number("plentiful", 1, 6, "Plentiful", "Copies that one Crew may hold."),
        FigureField(
            name="restricted",
            kind="words",
            lower=True,
            help="What the bearer must match, in lower case, separated by commas.",
        ),
    ),
    titles=True,
    sources="Cost, statistics and actions are those of the last public beta before print (March 2019); "
    "no second source confirms them.",
    caution="Figures of the last public beta before print (March 2019): a printed card may differ.",
    source_names={
        "beta-2019-03-22": "the last public beta (March 2019)",
        "tts-2021": "a tabletop simulator’s cards (2021)",
        "app-2022": "a list of the app’s models (January 2022)",
        "vassal-2022-10": "the Vassal module (October 2022)",
        "malifaux-ru": "guides of a Russian site (2020 to 2022)",
    },
    written=_written,
    scripts=_scripts,
)
