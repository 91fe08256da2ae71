"""A Crew as somebody writes it down beside a real table: names, and Health where no catalogue knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from mfcampaign.catalog.queries import catalogue_for, current_release, laid_cards
from rules.casting import Cast, plain_card
from rules.core.game.abilities.catalogue import cards_of, upgrades_of
from rules.core.game.setup import CrewSetup, Hired
from rules.core.game.statcards import StatCard, UpgradeCard
from rules.crews.text import (
    BEARING,
    COPIES_AFTER,
    COPIES_BEFORE,
    FIELD,
    LONGEST_TEXT,
    MOST_MODELS,
    model_names,
    upgrade_names,
)
from rules.refusal import Refusal, Violation

LONGEST_NAME = 80
WITH_HEALTH = re.compile(r"^(?P<name>.*\S)\s+(?P<health>[1-9]\d?)$")


def as_told(name: str, text: str, stones: int = 0) -> Cast:
    """A Crew as somebody writes it down: one model a line, the Leader first.

    Names of the catalogue bring their figures; any other model needs its Health after its name, ``Guild
    Hound 6``. Without a line there is no model: Turns, VP and Soulstones can still be recorded. ``Refusal``
    with a violation for each line that cannot be read.
    """
    if len(text) > LONGEST_TEXT:
        raise Refusal(f"The text is longer than {LONGEST_TEXT} characters.", fix="Write one Crew.")
    reader = _Teller()
    for number, line in enumerate(text.splitlines(), 1):
        reader.take(number, line.strip())
    return reader.cast(name, stones)


class _Teller:
    """Takes lines, collects every complaint."""

    def __init__(self) -> None:
        release = current_release().pk
        catalogue = catalogue_for(release)
        self._models, self._upgrades = model_names(catalogue), upgrade_names(catalogue)
        self._known, self._bought = laid_cards(release, None)
        self._hired: list[Hired] = []
        self._cards: dict[str, StatCard] = {}
        self._borne: dict[str, UpgradeCard] = {}
        self._problems: list[Violation] = []

    def take(self, number: int, line: str) -> None:
        if field := FIELD.match(line):
            line = field[2].strip() if field[1].casefold() == "leader" else ""
        if not line or line.startswith("#"):
            return
        copies, line = _copies(line)
        named, *bearing = BEARING.split(line)
        slug = self._model(number, named)
        upgrades = tuple(self._each_upgrade(number, bearing))
        if len(self._hired) + copies > MOST_MODELS:
            self._complain(number, f"more than {MOST_MODELS} models.", "Write one Crew.")
            return
        self._hired += [Hired(card=slug, leader=not self._hired, upgrades=upgrades)]
        self._hired += [Hired(card=slug, upgrades=upgrades)] * (copies - 1)

    def cast(self, name: str, stones: int) -> Cast:
        if self._problems:
            raise Refusal.of(self._problems)
        crew = CrewSetup(name=name, models=tuple(self._hired), stones=stones)
        return Cast(crew=crew, cards=self._cards, upgrades=self._borne)

    def _model(self, number: int, text: str) -> str:
        """The slug of its card: the printed one, or one of its own."""
        told = WITH_HEALTH.match(text)
        for name, health in ((text, 0), *([(told["name"], int(told["health"]))] if told else ())):
            found = self._models.find(name)
            if len(found) == 1:
                return self._printed(number, found[0], health)
            if found:
                self._complain(number, f"“{name}” may be any of {', '.join(found)}.", "Write one of these.")
                return ""
        if told is None or not int(told["health"]):
            near = self._models.like(text)
            fix = f"Did you mean {near}?" if near else ""
            self._complain(
                number, f"nobody here knows “{text[:60]}”.", f"{fix} Or write its Health after it.".strip()
            )
            return ""
        slug = f"told-{number}"
        self._cards[slug] = plain_card(slug, told["name"][:80], health=int(told["health"]))
        return slug

    def _printed(self, number: int, slug: str, health: int) -> str:
        record = self._known[slug]
        card = cards_of([msgspec.to_builtins(record)]).get(slug) or plain_card(slug, record.full_name, record)
        if not health and not record.health:
            self._complain(
                number, f"no source has the Health of {record.full_name}.", "Write it after the name."
            )
        if health:
            card = replace(card, slug=f"told-{number}", health=health, of=slug)
        self._cards[card.slug] = card
        return card.slug

    def _each_upgrade(self, number: int, names: list[str]) -> Iterator[str]:
        for name in names:
            found = self._upgrades.find(name)
            if len(found) == 1:
                self._borne |= upgrades_of([msgspec.to_builtins(self._bought[found[0]])])
                yield found[0]
            else:
                self._complain(number, f"no Upgrade is called “{name[:60]}”.", "Leave it out.")

    def _complain(self, number: int, sentence: str, fix: str) -> None:
        self._problems.append(Violation("", f"Line {number}: {sentence}", fix, f"line {number}"))


def _copies(line: str) -> tuple[int, str]:
    """How many, and what: ``2x Guild Hound`` or ``Guild Hound x2``."""
    if before := COPIES_BEFORE.match(line):
        return max(1, int(before[1])), before[2]
    if after := COPIES_AFTER.match(line):
        return max(1, int(after[2])), after[1]
    return 1, line
