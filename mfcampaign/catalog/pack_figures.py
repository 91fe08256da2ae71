"""The figures that an organiser may write into a pack, their bounds, and their sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from django.utils.text import slugify

from mfcampaign.catalog.changes import LABELS
from mfcampaign.catalog.house.contents import WRITTEN_CARDS, WrittenCards
from rules.crews.catalogue import FIRST, SECOND, STATIONS, THIRD
from rules.crews.permissions import HiringTerms
from rules.crews.printed import Cards
from rules.edition import edition_of
from rules.editions.m3e.scripts.house.faults import Fault
from rules.plain_numbers import whole
from rules.refusal import Violation

CHARACTERISTICS = ("Living", "Undead", "Beast", "Construct")
BASES = (30, 40, 50)
MOST_WORDS = 8

Check = Callable[[Any], str]
"""Takes a figure, answers what is wrong with it; empty when nothing is."""


def _number(low: int, high: int) -> Check:
    def check(value: Any) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if good else f"must be a whole number from {low} to {high}"

    return check


def _one_of(choices: Collection[Any]) -> Check:
    known = tuple(choices)  # in a tuple may be looked for what has no hash, too
    listed = ", ".join(str(choice) for choice in known if choice != "")
    return lambda value: "" if value in known else f"must be one of {listed}"


def _text(most: int, *, empty: bool) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or (not empty and not value.strip()):
            return f"must be a text of {'0' if empty else '1'} to {most} characters"
        control = any(unicodedata.category(character).startswith("C") for character in value)
        return "must not hold control characters" if control else ""

    return check


def _words(check_one: Check, *, lower: bool = False) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, list | tuple) or len(value) > MOST_WORDS:
            return f"must be a list of at most {MOST_WORDS}"
        if len(set(map(str, value))) != len(value):
            return "must not name the same thing twice"
        if lower and any(str(word) != str(word).lower() for word in value):
            return "must be in lower case"
        return next((fault for fault in map(check_one, value) if fault), "")

    return check


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "must be yes or no"


MODEL_FIGURES: dict[str, Check] = {
    "cost": _number(0, 30),
    "limit": _number(1, 12),
    "station": _one_of(STATIONS),
    "df": _number(0, 12),
    "wp": _number(0, 12),
    "mv": _number(0, 12),
    "sz": _number(0, 9),
    "health": _number(1, 40),
    "base_mm": _one_of(BASES),
    "cache": _number(0, 9),
    "keywords": _words(_text(40, empty=False)),
    "characteristics": _words(_one_of(CHARACTERISTICS)),
    "versatile": _flag,
    "is_totem": _flag,
    "totem_for": _text(80, empty=True),
}
UPGRADE_FIGURES: dict[str, Check] = {
    "cost": _number(0, 10),
    "plentiful": _number(1, 6),
    "restricted": _words(_text(40, empty=False), lower=True),
}
WRITTEN = ("figures", "form_of")
"""What a card has besides figures of its own line: abilities and Actions, whose form it is. An Upgrade is
nobody's form."""
NAMES: dict[str, Check] = {"name": _text(80, empty=False), "title": _text(80, empty=True)}
NEEDED_MODEL = ("name", "station", "factions", "cost")
NEEDED_UPGRADE = ("name", "factions", "cost")


def _permissions(value: Any) -> str:
    try:
        msgspec.convert(value, HiringTerms, strict=True)
    except msgspec.ValidationError as fault:
        return f"must say what the card lets one hire ({fault})"
    return ""


OLDER_FIGURES: dict[str, Check] = {
    "limit": _number(0, 12),
    "cg": _number(0, 12),
    "characteristics": _words(_text(40, empty=False)),
}
"""What differs on a model of an earlier edition: Rare 0 is none, characteristics are any words."""
FIGURES_OF: dict[str, dict[str, Check]] = {
    THIRD: {},
    SECOND: OLDER_FIGURES,
    FIRST: OLDER_FIGURES
    | {"mv": _number(0, 20), "cg": _number(0, 20), "ca": _number(0, 12), "sz": _number(1, 9)},
}
"""What differs on a model of each edition."""
NOT_ON = {FIRST: ("keywords", "versatile")}


def figures_of(
    kind: str, *, house: bool, factions: Collection[str], edition: str = THIRD
) -> dict[str, Check]:
    """The figures that an entry of this kind may hold. A printed card keeps its name and Factions."""
    printed = edition_of(edition).cards
    checks = dict(MODEL_FIGURES if kind == "model" else UPGRADE_FIGURES) | {"hiring": _permissions}
    if kind == "model":
        checks |= FIGURES_OF[edition] | {"station": _one_of(printed.stations)}
        for figure in NOT_ON.get(edition, ()):
            del checks[figure]
    elif printed.rare:
        checks["plentiful"] = _number(0, 6)
    if house:
        checks["factions"] = _words(_one_of(factions))
        checks["name"] = NAMES["name"]
        if kind == "model":
            checks["title"] = NAMES["title"]
    return checks


def check_entry(
    kind: str,
    body: Mapping[str, Any],
    *,
    house: bool,
    factions: Collection[str],
    masters: Collection[str] = (),
    slugs: Collection[str] | None = None,
    edition: str = THIRD,
) -> list[Violation]:
    """Everything that is wrong with an entry, at once. ``masters`` are the names a Totem may be linked to,
    ``slugs`` the models that a card may name."""
    printed, cards = edition_of(edition).cards, WRITTEN_CARDS.get(edition)
    rows = edition_of(edition).rows
    if kind != "model" and not printed.upgrades:
        sentence = f"The {printed.name} has no Upgrades."
        return [Violation(rows["card.figures"], sentence, "Write a talent on a card.")]
    rule = rows["card.figures" if kind == "model" else "card.upgrade"]
    checks = figures_of(kind, house=house, factions=factions, edition=edition)
    violations = [
        Violation(rule, f"{_label(field)} {fault}, not {value!r}.", subject=field)
        for field, value in body.items()
        if field in checks and (fault := checks[field](value))
    ]
    written: tuple[str, ...] = ()
    if cards is not None and (kind == "model" or cards.on_upgrades is not None):
        written = WRITTEN if kind == "model" else WRITTEN[:1]
    violations += [
        Violation(rule, f"{field!r} is not a figure that a pack can change.", subject=field)
        for field in body
        if field not in checks and field not in written
    ]
    if "figures" in body and "figures" in written:
        violations += [
            Violation(rule, f"{place_of(fault.path)}{fault.sentence}", subject=f"figures/{fault.path}")
            for fault in _faults_written(cards, kind, body["figures"], slugs)
        ]
    if "form_of" in body and "form_of" in written and not (house and isinstance(body["form_of"], str)):
        violations.append(Violation(rule, "Only a model of the house is a form.", subject="form_of"))
    if house:
        needed = NEEDED_MODEL if kind == "model" else NEEDED_UPGRADE
        violations += [
            Violation(rule, f"A house {kind} needs its {LABELS[field]}.", subject=field)
            for field in needed
            if body.get(field) in (None, "", [], ())
            and not (field == "cost" and body.get("station") in printed.costless)
        ]
    elif not body:
        violations.append(Violation(rule, "Nothing is changed by this entry.", "Enter at least one figure."))
    return violations + _totem_faults(body, masters, printed, rows["hire.totem"])


def _faults_written(
    cards: WrittenCards | None, kind: str, figures: Any, slugs: Collection[str] | None
) -> list[Fault]:
    """All faults of what a house wrote on a model or an Upgrade."""
    if cards is None:
        return []
    if kind == "model":
        return cards.faults(figures, slugs)
    return cards.on_upgrades(figures) if cards.on_upgrades is not None else []


HOUSE_PREFIX = "house-"


def house_slug(body: Mapping[str, Any]) -> str:
    """The short name of a model or Upgrade of the house, by its name and title; no printed one has it.

    >>> house_slug({"name": "Old Bess", "title": "Risen"})
    'house-old-bess-risen'
    """
    words = f"{body.get('name', '')} {body.get('title', '')}"
    return HOUSE_PREFIX + (slugify(words)[:70].strip("-") or "model")


def place_of(path: str) -> str:
    """A fault's place before its sentence, counted from 1.

    >>> place_of("actions/0/triggers/1/script"), place_of("abilities/1/script/parts/0/while_has")
    ('Action 1, Trigger 2: ', 'Ability 2, Part 1, While has: ')
    """
    words: list[str] = []
    for part in path.split("/") if path else ():
        number = whole(part)
        if number is not None and words:
            one = f"{words[-1][:-3]}y" if words[-1].endswith("ies") else words[-1].removesuffix("s")
            words[-1] = f"{one} {number + 1}"
        elif part != "script":
            words.append(part.replace("_", " ").capitalize())
    return f"{', '.join(words)}: " if words else ""


def _totem_faults(
    body: Mapping[str, Any], masters: Collection[str], printed: Cards, rule: str
) -> list[Violation]:
    linked = body.get("totem_for")
    if printed.linked_totems and body.get("is_totem") and not linked:
        return [Violation(rule, "A Totem is linked to a Master.", "Name the Master.", "totem_for")]
    if isinstance(linked, str) and linked and linked not in masters:
        return [
            Violation(
                rule,
                f"No Master is called {linked!r}.",
                "Write the Master's name without the title.",
                subject="totem_for",
            )
        ]
    return []


def _label(field: str) -> str:
    label = LABELS.get(field, field)
    return label[0].upper() + label[1:]
