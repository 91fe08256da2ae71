"""The figures that an organiser may write into a pack, their bounds, and their sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from django.utils.text import slugify

from mfcampaign.catalog.changes import LABELS
from rules.crews.permissions import HiringTerms
from rules.crews.printed import Cards, FigureField
from rules.crews.written import WrittenCards
from rules.crews.written_faults import Fault
from rules.edition import Edition, edition_of, meant_by
from rules.plain_numbers import whole
from rules.refusal import Violation

MOST_WORDS, LONGEST_WORD = 8, 40

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


def check_of(field: FigureField) -> Check:
    """What is wrong with a value of that figure."""
    match field.kind:
        case "number":
            return _number(field.least, field.most)
        case "choice" | "millimetres":
            return _one_of(field.offered)
        case "choices":
            return _words(_one_of(field.offered))
        case "words":
            return _words(_text(LONGEST_WORD, empty=False), lower=field.lower)
        case "text":
            return _text(field.most, empty=True)
        case "flag":
            return _flag


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


def figures_of(kind: str, *, house: bool, factions: Collection[str], edition: str = "") -> dict[str, Check]:
    """The figures that an entry of this kind may hold. A printed card keeps its name and Factions."""
    printed = edition_of(meant_by(edition)).cards
    fields = printed.fields if kind == "model" else printed.upgrade_fields
    checks: dict[str, Check] = {field.name: check_of(field) for field in fields}
    checks["hiring"] = _permissions
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
    edition: str = "",
) -> list[Violation]:
    """Everything that is wrong with an entry, at once. ``masters`` are the names a Totem may be linked to,
    ``slugs`` the models that a card may name."""
    of = edition_of(meant_by(edition))
    printed, rows = of.cards, of.rows
    cards = printed.written() if printed.written is not None else None
    if kind != "model" and not printed.upgrades:
        return [Violation(rows["card.figures"], f"The {of.name} has no Upgrades.", _instead(of, cards))]
    rule = rows["card.figures" if kind == "model" else "card.upgrade"]
    checks = figures_of(kind, house=house, factions=factions, edition=of.code)
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
            if body.get(field) in (None, "", [], ()) and not _may_lack(field, body, kind, printed)
        ]
    elif not body:
        violations.append(Violation(rule, "Nothing is changed by this entry.", "Enter at least one figure."))
    return violations + _totem_faults(body, masters, printed, rows["hire.totem"])


def _may_lack(field: str, body: Mapping[str, Any], kind: str, printed: Cards) -> bool:
    """Whether a card of the house is whole without that figure."""
    if kind != "model":
        return field == "cost" and not printed.upgrades_priced
    if field == "cost":
        return printed.needs_no_cost(str(body.get("station") or ""))
    station = printed.field_of("station")
    return field == "station" and station is not None and "" in station.offered


def _instead(of: Edition, cards: WrittenCards | None) -> str:
    """What a house does where there are no Upgrades."""
    if cards is None:
        return ""
    first = next(name for thing, name in cards.names.items() if cards.lists[thing] == of.cards.lists[0])
    return f"Write a {first.lower()} on a card."


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
