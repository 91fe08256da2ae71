"""Differences between two states of the figures, by card and figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mfcampaign.catalog.cards import ModelCard, Upgrade
from rules.crews.printed import Cards
from rules.crews.written import WrittenLine, ability_in_words, action_in_words

LABELS = {
    "name": "name",
    "title": "title",
    "station": "station",
    "factions": "Factions",
    "keywords": "Keywords",
    "characteristics": "characteristics",
    "cost": "cost",
    "limit": "model limit",
    "is_totem": "Totem",
    "totem_for": "Totem of",
    "versatile": "Versatile",
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "health": "health",
    "base_mm": "base (mm)",
    "cg": "Cg",
    "ca": "Ca",
    "cache": "Cache",
    "hiring": "hiring",
    "requires": "needs",
    "marks": "marks",
    "verified": "verified",
    "special": "Special",
    "restricted": "Restricted",
    "plentiful": "Plentiful",
    "actions": "actions",
    "abilities": "abilities",
    "figures": "abilities and Actions",
    "form_of": "form of",
}
SILENT = frozenset({"slug", "aliases", "sources", "house", "figures", "edition"})


class Change(msgspec.Struct, frozen=True):
    """``figure`` of card ``slug`` went from ``before`` to ``after``; both empty where there was nothing.

    ``figure`` is ``"new"`` or ``"gone"`` when the whole card came or went.
    """

    slug: str
    name: str
    figure: str
    before: str = ""
    after: str = ""

    @property
    def sentence(self) -> str:
        if self.figure == "new":
            return f"{self.name} is new."
        if self.figure == "gone":
            return f"{self.name} is gone."
        return f"{self.name}: {self.figure} {self.before or '–'} → {self.after or '–'}"


def changes_of(
    before: Mapping[str, ModelCard | Upgrade],
    after: Mapping[str, ModelCard | Upgrade],
    slugs: Iterable[str] | None = None,
) -> list[Change]:
    """All differences by slug, or those of ``slugs`` only."""
    wanted = sorted(set(before) | set(after)) if slugs is None else sorted(set(slugs))
    return [change for slug in wanted for change in _card_changes(slug, before.get(slug), after.get(slug))]


def _card_changes(
    slug: str, old: ModelCard | Upgrade | None, new: ModelCard | Upgrade | None
) -> list[Change]:
    if old is new:
        return []
    if old is None:
        return [Change(slug, new.full_name, "new")] if new is not None else []
    if new is None:
        return [Change(slug, old.full_name, "gone")]
    facts, others = _facts(old), _facts(new)
    return [
        Change(
            slug,
            new.full_name,
            _label(new, key),
            value_in_words(facts.get(key)),
            value_in_words(others.get(key)),
        )
        for key in sorted(set(facts) | set(others), key=_rank)
        if facts.get(key) != others.get(key)
    ]


def _label(card: ModelCard | Upgrade, key: str) -> str:
    """What its edition calls the figure."""
    return card.printed.copies_name if key == "plentiful" else LABELS.get(key, key)


def _rank(key: str) -> tuple[int, str]:
    order = list(LABELS)
    return (order.index(key) if key in LABELS else len(order), key)


def _facts(card: ModelCard | Upgrade) -> dict[str, Any]:
    """Its figures under their field names; each action is a figure of its own."""
    facts = {key: value for key, value in msgspec.structs.asdict(card).items() if key not in SILENT}
    facts["abilities"] = tuple(
        ability_in_words(ability)
        + _script_in_words(card.printed, "resistance" if "defends" in ability else "ability", ability)
        for ability in card.figures.get("abilities", ())
    )
    facts |= {f"action {name}": line for name, line in _actions(card)}
    for suit in ("df_suit", "wp_suit"):
        facts[suit[:2].capitalize() + " suit"] = tuple(card.figures.get(suit, ()))
    if isinstance(card, ModelCard):
        facts |= {name: lines_of(card, name) for name in card.printed.lines}
        facts |= card.printed.beside(card.figures)
        facts["Ca suit"] = tuple(card.figures.get("ca_suits", ()))
    return facts


def _actions(card: ModelCard | Upgrade) -> Iterable[tuple[str, str]]:
    seen: dict[str, int] = {}
    for action in card.figures.get("actions", ()):
        name = action["name"]
        seen[name] = seen.get(name, 0) + 1
        kind = "attack" if action["kind"] == "attack" else "tactical"
        own_words = [_script_in_words(card.printed, kind, action)]
        own_words += [
            f" {each['name']}{said}"
            for each in action["triggers"]
            if (said := _script_in_words(card.printed, "trigger", each))
        ]
        line = action_in_words(action) + "".join(own_words)
        yield (name if seen[name] == 1 else f"{name} ({seen[name]})", line)


def _script_in_words(printed: Cards, kind: str, record: Mapping[str, Any]) -> str:
    """What a house's script says, as a tail; empty without one."""
    if not record.get("script") or printed.scripts is None:
        return ""
    return f": {printed.scripts().own(kind, record)}"


def printed_lines(card: ModelCard) -> list[tuple[str, list[WrittenLine]]]:
    """What is written on a card in lists of its edition's own, list by list."""
    return [
        (name, [line(row) for row in card.figures[name]])
        for name, line in card.printed.lines.items()
        if card.figures.get(name)
    ]


def lines_of(card: ModelCard, name: str) -> tuple[str, ...]:
    """What is written on the card in that list of its figures, a line each."""
    rows = card.figures.get(name, ())
    if line := card.printed.lines.get(name):
        return tuple(_in_one(line(row)) for row in rows)
    if name == "abilities":
        return tuple(map(ability_in_words, rows))
    return tuple(f"{row['name']}: {action_in_words(row)}" for row in rows)


def _in_one(line: WrittenLine) -> str:
    said = ". ".join(part for part in (line.figures, line.does) if part)
    return f"{line.name}: {said}" if said else line.name


def value_in_words(value: Any) -> str:
    """A figure as a person reads it; empty for nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(str(part) for part in value)
    return str(value)
