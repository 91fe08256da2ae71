"""The charts of *Rising Names* as tables of words, for pages and for the comparison of two versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.campaign.charts.printed import PrintedChart
from rules.campaign.rising.charts import (
    Equipment,
    Injury,
    LuckyMiss,
    Modification,
    NamedAbility,
    PrintedAction,
    RisingCharts,
    RisingEvent,
    Talent,
    Totem,
)

JOKERS = {"RJ": "Red Joker", "BJ": "Black Joker", "joker": "either joker", "0": "always"}


def printed(charts: RisingCharts) -> Sequence[PrintedChart]:
    """All of them, in the order in which an Aftermath meets them."""
    return (
        PrintedChart(
            "equipment",
            "Barter",
            "Equipment by value and pair of suits; what is always for sale first.",
            "M4-CAMP-19",
            ("Equipment", "Value", "Suits", "Scrip", "What it does"),
            tuple(_piece(row) for row in charts.equipment),
        ),
        PrintedChart(
            "thirsting",
            "Those that thirst",
            "Behind a flipped Red Joker of the Barter.",
            "M4-CAMP-19",
            ("Equipment", "Value", "Suits", "Scrip", "What it does"),
            tuple(_piece(row) for row in charts.thirsting),
        ),
        _modifications("attack-modifications", "Attack modifications", charts.attack_modifications),
        _modifications("tactical-modifications", "Tactical modifications", charts.tactical_modifications),
        _talents("actions", "Actions", "Tier 2.", charts.actions),
        _talents("abilities", "Abilities", "Tier 2.", charts.abilities),
        PrintedChart(
            "totems",
            "Totems",
            "Tier 3: exactly the one of the value.",
            "M4-CAMP-23",
            ("Totem", "Value", "Df, Wp, Sp, Health", "Abilities", "Actions"),
            tuple(_totem(row) for row in charts.totems),
        ),
        _talents("summonings", "Summons", "Tier 3, once, without a flip.", charts.summonings),
        PrintedChart(
            "crew-effects",
            "Crew card effects",
            "One to begin with; tier 4.",
            "M4-CAMP-08",
            ("Effect", "What it does", "What is named with it"),
            tuple((row.name, row.text, row.choose) for row in charts.crew_effects),
        ),
        PrintedChart(
            "injuries",
            "Injuries",
            "By the card that is flipped for a killed model.",
            "M4-CAMP-26",
            ("Injury", "Value", "Suits", "What it does"),
            tuple(_injury(row) for row in charts.injuries),
        ),
        PrintedChart(
            "lucky-misses",
            "Lucky Misses",
            "After a flipped Red Joker.",
            "M4-CAMP-26",
            ("Lucky Miss", "Value", "What it does"),
            tuple(_lucky_miss(row) for row in charts.lucky_misses),
        ),
        *([_events(charts.weekly_events)] if charts.weekly_events else []),
    )


def _events(rows: Sequence[RisingEvent]) -> PrintedChart:
    return PrintedChart(
        "weekly-events",
        "Weekly Events",
        "House rule, where the setting has them drawn: one for everybody, once the week’s hires are made.",
        "M4-CAMP-30",
        ("Weekly Event", "Value", "What happens", "What it brings"),
        tuple(
            (
                row.name,
                ", ".join(map(str, row.values)),
                row.text,
                " ".join(gain.sentence for gain in row.gains) or "Nothing.",
            )
            for row in rows
        ),
    )


def value_said(value: str) -> str:
    """``Red Joker`` for ``RJ``; a number as it is."""
    return JOKERS.get(value, value)


def action_said(action: PrintedAction) -> str:
    """An Action in one line: ``Sword (attack, Rg 1, Skl 5+, Rst Df, Dmg 2)`` and what it does."""
    figures = [
        action.kind,
        f"Rg {action.range}" if action.range else "",
        f"Skl {action.skill}" if action.skill else "",
        f"Rst {action.resist}" if action.resist else "",
        f"TN {action.tn}" if action.tn else "",
        f"Dmg {action.damage}" if action.damage else "",
    ]
    triggers = f" Triggers: {', '.join(action.triggers)}." if action.triggers else ""
    return f"{action.name} ({', '.join(filter(None, figures))}) {action.text}{triggers}".strip()


def piece_said(row: Equipment) -> str:
    """What a piece of Equipment does: its Action and its text."""
    return " ".join(filter(None, (action_said(row.action) if row.action else "", row.text)))


def _abilities(rows: Iterable[NamedAbility]) -> str:
    return " ".join(f"{row.name}: {row.text}" if row.text else f"{row.name}." for row in rows)


def _piece(row: Equipment) -> tuple[str, ...]:
    value = "either joker" if row.joker else value_said(str(row.value))
    return (row.name, value, ", ".join(row.suits), str(row.cost), piece_said(row))


def _modifications(slug: str, title: str, rows: Sequence[Modification]) -> PrintedChart:
    said = {"trigger": "a trigger", "signature": "the signature mark"}
    return PrintedChart(
        slug,
        title,
        "Tier 1: the value or lower.",
        "M4-CAMP-23",
        ("Modification", "Value", "Adds", "What it does"),
        tuple(
            (
                row.name,
                value_said(row.value),
                f"Skl {' or '.join(map(str, row.least))} becomes {row.to}"
                if row.kind == "skill"
                else " ".join(filter(None, (said[row.kind], row.suit and f"({row.suit})"))),
                row.text,
            )
            for row in rows
        ),
    )


def _talents(slug: str, title: str, about: str, rows: Sequence[Talent]) -> PrintedChart:
    return PrintedChart(
        slug,
        title,
        about,
        "M4-CAMP-23",
        ("Name", "Value", "What it does"),
        tuple(
            (row.name, value_said(str(row.value)), action_said(row.action) if row.action else row.text)
            for row in rows
        ),
    )


def _totem(row: Totem) -> tuple[str, ...]:
    figures = f"{row.df}, {row.wp}, {row.sp}, {row.health}"
    actions = " ".join(action_said(action) for action in row.actions)
    return (row.name, value_said(row.value), figures, _abilities(row.abilities), actions)


def _injury(row: Injury) -> tuple[str, ...]:
    return (row.name, value_said(row.value), ", ".join(row.suits), row.text)


def _lucky_miss(row: LuckyMiss) -> tuple[str, ...]:
    return (row.name, value_said(row.value), row.text)
