"""Differences between two states of the figures, by card and figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from mfcampaign.catalog.cards import ModelCard, Upgrade
from rules.editions.m1e import shown as first_edition
from rules.editions.m1e.play.figures import Spell, Talent, TriggerM1, Weapon
from rules.editions.m3e.scripts.house.cards import own_script
from rules.editions.m3e.scripts.script import Kind
from rules.editions.m3e.scripts.tell import tell
from rules.game.shown import PrintedLine
from rules.plain_numbers import whole
from rules.wording import titled

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
            LABELS.get(key, key),
            value_in_words(facts.get(key)),
            value_in_words(others.get(key)),
        )
        for key in sorted(set(facts) | set(others), key=_rank)
        if facts.get(key) != others.get(key)
    ]


def _rank(key: str) -> tuple[int, str]:
    order = list(LABELS)
    return (order.index(key) if key in LABELS else len(order), key)


def _facts(card: ModelCard | Upgrade) -> dict[str, Any]:
    """Its figures under their field names; each action is a figure of its own."""
    facts = {key: value for key, value in msgspec.structs.asdict(card).items() if key not in SILENT}
    facts["abilities"] = tuple(
        ability_in_words(ability)
        + _script_in_words("resistance" if "defends" in ability else "ability", ability)
        for ability in card.figures.get("abilities", ())
    )
    facts |= {f"action {name}": line for name, line in _actions(card)}
    for suit in ("df_suit", "wp_suit"):
        facts[suit[:2].capitalize() + " suit"] = tuple(card.figures.get(suit, ()))
    if isinstance(card, ModelCard):
        facts |= {name: lines_of(card, name) for name in FIRST_EDITION} | beside(card)
        facts["Ca suit"] = tuple(card.figures.get("ca_suits", ()))
    return facts


def _actions(card: ModelCard | Upgrade) -> Iterable[tuple[str, str]]:
    seen: dict[str, int] = {}
    for action in card.figures.get("actions", ()):
        name = action["name"]
        seen[name] = seen.get(name, 0) + 1
        own_words = [_script_in_words("attack" if action["kind"] == "attack" else "tactical", action)]
        own_words += [
            f" {each['name']}{said}"
            for each in action["triggers"]
            if (said := _script_in_words("trigger", each))
        ]
        line = action_in_words(action) + "".join(own_words)
        yield (name if seen[name] == 1 else f"{name} ({seen[name]})", line)


def _script_in_words(kind: Kind, record: Mapping[str, Any]) -> str:
    """What a house's script says, as a tail; empty without one."""
    if not record.get("script"):
        return ""
    script = own_script(kind, record)
    return f": {tell(script)}" if script is not None else ": done by hand"


def ability_in_words(ability: Mapping[str, Any]) -> str:
    """``Armor +1``, ``Terrifying 11``, ``Demise (Eternal)``, ``Counterattack (Df, mask)``."""
    name = str(ability["name"])
    if "value" in ability:
        name += f" +{ability['value']}"
    if "type" in ability:
        bracket = str(ability["type"])
        name += f" {bracket}" if whole(bracket) is not None else f" ({bracket})"
    if "defends" not in ability:
        return name
    return f"{name} ({', '.join(part for part in (ability['defends'], ability.get('suit')) if part)})"


def action_in_words(action: Mapping[str, Any]) -> str:
    """Its numbers in one line: kind, range, stat, resist, TN, damage, triggers."""
    parts = [str(action["kind"]) + (" bonus" if action["bonus"] else "")]
    if action["range"] is not None:
        parts.append(f'{action["range_type"]} {action["range"]}"')
    if action["stat"] is not None:
        parts.append(
            f"stat {action['stat']}{action['stat_flip'] or ''} {' '.join(action['stat_suits'])}".strip()
        )
    if action["resist"]:
        parts.append(f"vs {action['resist']}")
    if action["tn"]:
        parts.append(f"TN {action['tn']} {' '.join(action['tn_suits'])}".strip())
    if action["damage"]:
        parts.append("damage " + "/".join(str(n) for n in action["damage"]))
    if action["blasts"]:
        parts.append("blasts " + "/".join(str(n) for n in action["blasts"]))
    parts += [f"{' '.join(t['suits'])} {t['name']}".strip() for t in action["triggers"]]
    return ", ".join(parts)


FIRST_EDITION: dict[str, tuple[Callable[[Any], PrintedLine], type[Any]]] = {
    "talents": (first_edition.talent_line, Talent),
    "weapons": (first_edition.weapon_line, Weapon),
    "spells": (first_edition.spell_line, Spell),
    "triggers": (first_edition.trigger_line, TriggerM1),
}
"""Lists on a card of the First Edition, with how a row of each is read and said."""


def printed_lines(card: ModelCard) -> list[tuple[str, list[PrintedLine]]]:
    """What is written on a card of the First Edition, list by list; nothing on a later one."""
    return [
        (name, [line(msgspec.convert(row, kind)) for row in card.figures[name]])
        for name, (line, kind) in FIRST_EDITION.items()
        if card.figures.get(name)
    ]


def beside(card: ModelCard) -> dict[str, Any]:
    """What is printed beside the stats of a First Edition card, by what it is called."""
    figures = card.figures
    manifests = titled(str(figures.get("avatar", "")).replace("-", " "))
    return {"General AP": figures.get("ap") or None, "Manifests as": manifests}


def lines_of(card: ModelCard, name: str) -> tuple[str, ...]:
    """What is written on the card in that list of its figures, a line each."""
    rows = card.figures.get(name, ())
    if name == "abilities":
        return tuple(map(ability_in_words, rows))
    if name == "actions":
        return tuple(f"{row['name']}: {action_in_words(row)}" for row in rows)
    return tuple(_in_one(line) for said, lines in printed_lines(card) if said == name for line in lines)


def _in_one(line: PrintedLine) -> str:
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
