"""Load cards from data: an unknown word, Condition, moment or key is refused with the card's name.

>>> cards = load_cards(
...     [
...         {
...             "slug": "hound",
...             "name": "Guild Hound",
...             "actions": [
...                 {
...                     "name": "Bite",
...                     "icon": "melee",
...                     "reach": 1,
...                     "stat": 5,
...                     "resist": "df",
...                     "effects": [{"do": "damage", "amount": [1, 2, 3]}],
...                 }
...             ],
...         }
...     ]
... )
>>> cards["hound"].engagement
1.0
>>> load_cards(
...     [{"slug": "hound", "name": "Guild Hound", "abilities": [{"name": "Howl", "parts": [{"do": "howl"}]}]}]
... )
Traceback (most recent call last):
rules.refusal.Refusal: hound: Invalid value 'howl' - at `$.abilities[0].parts[0].do`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.conditions import CONDITIONS
from rules.editions.m3e.play.abilities.execution import CUSTOM
from rules.editions.m3e.play.procedure.hooks import MOMENTS
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.words import parts_of
from rules.editions.m3e.statcards import Action, StatCard, Status, Trigger, UpgradeCard
from rules.refusal import Refusal, Violation


def load_cards(records: Iterable[Mapping[str, Any]]) -> dict[str, StatCard]:
    """Stat Cards by slug. Raise ``Refusal`` that names the first unreadable record, or every wrong
    word."""
    return _checked(_read(record) for record in records)


def _read(record: Mapping[str, Any]) -> StatCard:
    try:
        return msgspec.convert(record, StatCard)
    except msgspec.ValidationError as error:
        raise Refusal(
            f"{record.get('slug', 'a card')}: {error}.", fix="Use the vocabulary’s words."
        ) from None


def _checked(rows: Iterable[StatCard]) -> dict[str, StatCard]:
    cards = {card.slug: card for card in rows}
    wrong = [problem for card in cards.values() for problem in problems(card)]
    if wrong:
        raise Refusal.of(wrong)
    return cards


def problems(card: StatCard | UpgradeCard) -> Iterator[Violation]:
    """Words that are well formed but name something that does not exist."""
    for word in parts_of(card):
        condition = getattr(word, "condition", None)
        if condition and condition.partition(":")[0] not in CONDITIONS:
            yield _wrong(card, f"there is no Condition {condition}")
        if isinstance(word, words.Reaction) and word.moment not in MOMENTS:
            yield _wrong(card, f"there is no moment {word.moment}")
        if isinstance(word, words.Registered) and word.key not in CUSTOM:
            yield _wrong(card, f"nothing is registered as {word.key}")


def _wrong(card: StatCard | UpgradeCard, what: str) -> Violation:
    return Violation("", f"{card.slug}: {what}.", "Correct the card.", card.slug)


class Covered(Struct, frozen=True, kw_only=True):
    """How many abilities, Actions and Triggers of some cards the engine executes by itself."""

    automated: int = 0
    prompted: int = 0
    manual: int = 0
    names: dict[str, tuple[str, ...]] = {}


def status_of(thing: object, stated: Status) -> Status:
    """The stated status, lowered to what its words allow: a prompted word makes it prompted, one by
    hand manual."""
    parts = list(parts_of(thing))
    if any(isinstance(word, words.ByHand) for word in parts):
        return "manual"
    if any(isinstance(word, words.Prompted) for word in parts):
        return "prompted" if stated == "automated" else stated
    return stated


def coverage(cards: Iterable[StatCard | UpgradeCard]) -> Covered:
    """The counts, and the names under each status, each once."""
    counted: Counter[str] = Counter()
    names: dict[str, set[str]] = {"automated": set(), "prompted": set(), "manual": set()}
    for card in cards:
        triggers = [trigger for action in card.actions for trigger in action.triggers]
        things: list[words.Ability | Action | Trigger] = [
            *card.abilities,
            *card.actions,
            *card.triggers,
            *triggers,
        ]
        for thing in things:
            own = replace(thing, triggers=()) if isinstance(thing, Action) else thing
            status = status_of(own, thing.status)
            counted[status] += 1
            names[status].add(thing.name)
    return Covered(
        automated=counted["automated"],
        prompted=counted["prompted"],
        manual=counted["manual"],
        names={status: tuple(sorted(named)) for status, named in names.items()},
    )
